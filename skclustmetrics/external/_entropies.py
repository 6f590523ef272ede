"""Means of entropies and units of information, shared by the information family."""

import math
from numbers import Real

__all__ = ["average_entropy", "check_average_method", "check_beta", "in_base"]

_AVERAGES = ("arithmetic", "geometric", "min", "max")


def in_base(nats, base):
    """Convert nats into the unit whose logarithm has this base."""
    if base is None:
        return nats
    if isinstance(base, bool) or not isinstance(base, Real):
        raise TypeError(f"base must be a number above 1 or None; got {base!r}.")
    if not 1 < base < math.inf:
        raise ValueError(
            f"base must be a finite number above 1, or None; got {base!r}."
        )
    return nats / math.log(base)


def check_beta(beta):
    """Check the weight of completeness in the V-measure."""
    if isinstance(beta, bool) or not isinstance(beta, Real):
        raise TypeError(f"beta must be a number that is not negative; got {beta!r}.")
    if not 0 <= beta < math.inf:
        raise ValueError(
            f"beta must be a finite number that is not negative; got {beta!r}."
        )
    return beta


def average_entropy(first, second, method, also=()):
    """Average two entropies.

    Parameters
    ----------
    first, second : float
        The entropies.
    method : {"arithmetic", "geometric", "min", "max"}
        The mean.
    also : tuple of str, default=()
        Further methods that the caller knows, for the error.

    Returns
    -------
    float
    """
    check_average_method(method, also)
    if method == "min":
        return min(first, second)
    if method == "max":
        return max(first, second)
    if method == "geometric":
        return math.sqrt(first * second)
    return (first + second) / 2.0


def check_average_method(method, also=()):
    """Refuse an unknown way to average two entropies."""
    allowed = (*_AVERAGES, *also)
    if not isinstance(method, str) or method not in allowed:
        raise ValueError(
            f"The 'average_method' parameter must be one of "
            f"{', '.join(map(repr, allowed))}. Got {method!r} instead."
        )
