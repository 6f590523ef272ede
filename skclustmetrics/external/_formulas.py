"""Small arithmetic that several families of external indices share."""

import math
from numbers import Real

from skclustmetrics.exceptions import UndefinedIndexError

__all__ = ["check_beta", "f_measure", "ratio", "root_ratio"]


def ratio(numerator, denominator, reason):
    """Divide, or tell the reason why the index is undefined where that is 0/0."""
    if not denominator:
        raise UndefinedIndexError(f"The index is undefined: {reason}.")
    return numerator / denominator


def root_ratio(numerator, squared_denominator, reason):
    """Divide an integer by the root of another, exact up to the last roundings."""
    square = ratio(numerator * numerator, squared_denominator, reason)
    return math.copysign(math.sqrt(square), numerator)


def check_beta(beta):
    """Check the weight of recall in an F-measure."""
    if isinstance(beta, bool) or not isinstance(beta, Real):
        raise TypeError(f"beta must be a positive number; got {beta!r}.")
    if not 0 < beta < math.inf:
        raise ValueError(f"beta must be a positive finite number; got {beta!r}.")
    return beta


def f_measure(precision, recall, beta):
    """Weighted harmonic mean of precision and recall, 0 if both are 0."""
    square = check_beta(beta) ** 2
    if not precision + recall:
        return 0.0
    return (1 + square) * (precision * recall) / (square * precision + recall)
