"""Directions of rows, to twice the digits of a float.

Half the squared distance of two unit rows is their cosine distance. Rows that point
nearly the same way share the leading digits, so what the division cuts off is kept.
The length needs no such care: an error in it moves a row along itself, at right
angles to the difference of two nearly parallel rows.
"""

import numpy as np
from scipy import sparse

__all__ = ["row_centred", "unit_rows"]

# Veltkamp's constant, which splits a float64 into two halves of 26 digits.
_SPLITTER = 2.0**27 + 1


def unit_rows(X):
    """Return the unit rows, what their rounding cut off, and which rows are zero.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples.

    Returns
    -------
    unit, low : ndarray or CSR matrix, of the shape of `X`, float64
        The directions are ``unit + low``.
    is_zero : ndarray of shape (n_samples,), dtype bool
    """
    if sparse.issparse(X):
        X = X.astype(np.float64)
        X.sum_duplicates()
        counts = np.diff(X.indptr)
        rows = np.repeat(np.arange(X.shape[0]), counts)
        largest = np.zeros(X.shape[0])
        np.maximum.at(largest, rows, np.abs(X.data))
        values = X.data * _row_scales(largest)[rows]
        norms = np.sqrt(
            np.bincount(rows, weights=values * values, minlength=X.shape[0])
        )
        data, low = _divide(values, np.where(largest > 0, norms, 1.0)[rows])
        unit, cut = X.copy(), X.copy()
        unit.data, cut.data = data, low
        return unit, cut, largest == 0
    unit, low = np.empty(X.shape), np.empty(X.shape)
    is_zero = np.empty(X.shape[0], bool)
    step = max(1, 2**16 // max(1, X.shape[1]))
    for start in range(0, X.shape[0], step):
        rows = slice(start, start + step)
        values = X[rows].astype(np.float64)
        largest = np.abs(values).max(axis=1)
        is_zero[rows] = largest == 0
        values *= _row_scales(largest)[:, None]
        norms = np.sqrt(np.einsum("ij,ij->i", values, values))
        norms[largest == 0] = 1.0
        unit[rows], low[rows] = _divide(values, norms[:, None])
    return unit, low, is_zero


def row_centred(X):
    """Subtract from each row its mean, twice, so that rounding leaves no offset."""
    X = X.toarray() if sparse.issparse(X) else X
    X = X.astype(np.float64)
    X -= X.mean(axis=1, keepdims=True)
    X -= X.mean(axis=1, keepdims=True)
    return X


def _row_scales(largest):
    exponents = np.frexp(np.where(largest > 0, largest, 1.0))[1]
    return np.ldexp(1.0, np.clip(-exponents, -1021, 1021))


def _divide(values, norms):
    """Quotients and what their rounding cut off."""
    quotient = values / norms
    product, error = _two_product(quotient, norms)
    return quotient, ((values - product) - error) / norms


def _two_product(a, b):
    """A product and its rounding error (Dekker 1971), without fused arithmetic."""
    product = a * b
    a_high, a_low = _split(a)
    b_high, b_low = _split(b)
    error = a_low * b_low - (
        ((product - a_high * b_high) - a_low * b_high) - a_high * b_low
    )
    return product, error


def _split(a):
    scaled = a * _SPLITTER
    high = scaled - (scaled - a)
    return high, a - high
