"""Scaling by powers of two, which changes no digit of a float."""

import numpy as np

__all__ = ["power_of_two_scale"]

_MILD = 24


def power_of_two_scale(X):
    """Return a power of two that brings the largest magnitude of X near to 1.

    Multiplying by it keeps squares of very large and very small data in range; for
    ordinary data it is 1.
    """
    if X.size == 0:
        return 1.0
    largest = max(abs(float(X.max())), abs(float(X.min())))
    if largest == 0.0 or not np.isfinite(largest):
        return 1.0
    exponent = int(np.frexp(largest)[1])
    if abs(exponent) <= _MILD:
        return 1.0
    # the factor itself must be a normal number of the dtype
    limit = np.finfo(X.dtype).maxexp - 2
    return float(np.ldexp(1.0, -max(-limit, min(limit, exponent))))
