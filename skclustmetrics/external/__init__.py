"""Indices that compare two partitions."""

EXTERNAL_INDICES = ()
