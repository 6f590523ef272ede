"""Directions of rows, to twice the digits of a float.

Half the squared distance of two unit rows is their cosine distance. Rows that point
nearly the same way share the leading digits, so lengths and quotients are computed with
what their rounding cuts off.
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
        norms, norms_low = _root(
            *_sum_of_squares(
                values,
                X.shape[1],
                lambda terms: np.bincount(rows, weights=terms, minlength=X.shape[0]),
            ),
            largest == 0,
        )
        unit, cut = X.copy(), X.copy()
        unit.data, cut.data = _divide(values, norms[rows], norms_low[rows])
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
        norms, norms_low = _root(
            *_sum_of_squares(values, X.shape[1], lambda terms: terms.sum(axis=1)),
            largest == 0,
        )
        unit[rows], low[rows] = _divide(values, norms[:, None], norms_low[:, None])
    return unit, low, is_zero


def row_centred(X):
    """Subtract from each row its mean, twice, so that rounding leaves no offset."""
    X = X.toarray() if sparse.issparse(X) else X
    X = X.astype(np.float64)
    # so that no sum of a row overflows; lengths do not matter in what follows
    X *= _row_scales(np.abs(X).max(axis=1))[:, None]
    X -= X.mean(axis=1, keepdims=True)
    X -= X.mean(axis=1, keepdims=True)
    return X


def _row_scales(largest):
    exponents = np.frexp(np.where(largest > 0, largest, 1.0))[1]
    return np.ldexp(1.0, np.clip(-exponents, -1021, 1021))


def _sum_of_squares(values, n_terms, total):
    """Sums of squares of values below 1 in magnitude, and what their rounding cut off.

    The leading bits of the squares, cut at one place for all, add up without rounding
    (Rump, Ogita and Oishi 2008).
    """
    square, error = _two_product(values, values)
    cut = 2.0 ** (1 + int(np.ceil(np.log2(max(2, n_terms)))))
    leading = (cut + square) - cut
    high, rest = total(leading), total((square - leading) + error)
    both = high + rest
    return both, (high - both) + rest


def _root(square, low, is_zero):
    """Square roots, 1 where the square is 0, and what their rounding cut off."""
    root = np.sqrt(np.where(is_zero, 1.0, square))
    product, error = _two_product(root, root)
    remainder = ((square - product) - error) + low
    return root, np.where(is_zero, 0.0, remainder / (2 * root))


def _divide(values, norms, norms_low):
    """Quotients and what their rounding cut off."""
    quotient = values / norms
    product, error = _two_product(quotient, norms)
    remainder = ((values - product) - error) - quotient * norms_low
    return quotient, remainder / norms


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
