"""Small arithmetic that several families of external indices share."""

import math
from numbers import Real

from skclustmetrics.exceptions import UndefinedIndexError

__all__ = ["check_beta", "f_measure", "f_weights", "ratio", "root_ratio"]


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
    of_recall, of_precision = f_weights(check_beta(beta))
    if not precision + recall:
        return 0.0
    return precision * recall / (of_recall * precision + of_precision * recall)


def f_weights(beta, power=2):
    """Divide beta**power and 1 by their sum, whatever the size of beta."""
    if beta > 1:
        inverse = float(1 / beta) ** power
        return 1.0 / (1.0 + inverse), inverse / (1.0 + inverse)
    weight = float(beta) ** power
    return weight / (1.0 + weight), 1.0 / (1.0 + weight)
