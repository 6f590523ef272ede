"""Indices that judge a partition by the geometry of the data."""

INTERNAL_INDICES = ()
