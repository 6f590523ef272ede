"""Indices that compare two partitions."""

from skclustmetrics.external._pair_counting import (
    PAIR_COUNTING_INDICES,
    adjusted_rand_score,
    fowlkes_mallows_score,
    rand_score,
)

__all__ = [
    "EXTERNAL_INDICES",
    "adjusted_rand_score",
    "fowlkes_mallows_score",
    "rand_score",
]

EXTERNAL_INDICES = (*PAIR_COUNTING_INDICES,)
