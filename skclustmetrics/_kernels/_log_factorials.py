"""Logarithms of factorials and binomials that keep all digits for large numbers.

A difference of logarithms of factorials has no digits left once the numbers are large.
Here each is split, log k! = k log k - k + r(k): the first parts combine to sums whose
terms are of one sign, and the remainders r are small.
"""

import math

import numpy as np

from skclustmetrics._kernels._contingency import as_float

__all__ = ["factorial_remainder", "log_binomial"]

# below this the series has too few digits
_FIRST_OF_SERIES = 16

_REMAINDERS = np.array(
    [0.0]
    + [
        math.log(math.factorial(k)) - k * math.log(k) + k
        for k in range(1, _FIRST_OF_SERIES)
    ]
)

# Stirling's series in the odd powers of 1 / k
_COEFFICIENTS = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)


def factorial_remainder(k):
    """Return log k! - (k log k - k) for counts of any size, 0 for 0.

    Parameters
    ----------
    k : array-like of shape (n_counts,)
        Whole numbers, not negative.

    Returns
    -------
    ndarray of shape (n_counts,), dtype float64
    """
    k = as_float(k)
    large = np.maximum(k, _FIRST_OF_SERIES)
    inverse_square = 1.0 / large**2
    series = 0.0
    for coefficient in reversed(_COEFFICIENTS):
        series = series * inverse_square + coefficient
    remainder = np.log(2.0 * math.pi * large) / 2.0 + series / large
    small = np.minimum(k, _FIRST_OF_SERIES - 1).astype(np.intp)
    return np.where(k < _FIRST_OF_SERIES, _REMAINDERS[small], remainder)


def log_binomial(chosen, others):
    """Return log C(chosen + others, chosen).

    Parameters
    ----------
    chosen, others : array-like of shape (n_counts,), or number
        Whole numbers, positive.

    Returns
    -------
    ndarray of shape (n_counts,), dtype float64
        Relative error about 1e-15.
    """
    chosen, others = as_float(chosen), as_float(others)
    parts = chosen * np.log1p(others / chosen) + others * np.log1p(chosen / others)
    remainders = factorial_remainder(chosen) + factorial_remainder(others)
    return parts + (factorial_remainder(chosen + others) - remainders)
