"""An order of samples that does not depend on the order in which they came."""

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._strips import read_strip, strip_slices

__all__ = ["order_by_distances", "sort_rows"]


def sort_rows(X):
    """Sort rows by their features, the first feature first; equal rows stay as is.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples.

    Returns
    -------
    order : ndarray of shape (n_samples,), dtype intp
        Positions of the rows.
    """
    if not sparse.issparse(X):
        return np.lexsort(X.T[::-1])
    X = X.copy()
    X.sum_duplicates()
    X.eliminate_zeros()
    rows = [
        (X.indices[start:stop].tolist(), X.data[start:stop].tolist())
        for start, stop in zip(X.indptr[:-1], X.indptr[1:], strict=True)
    ]
    return np.array(sorted(range(len(rows)), key=rows.__getitem__), dtype=np.intp)


def order_by_distances(tiles):
    """Sort samples by what they see of the others, where features are not known.

    Parameters
    ----------
    tiles : object
        The distances.

    Returns
    -------
    order : ndarray of shape (n_samples,), dtype intp
        Sorted by the sum of the distances, then by that of their squares; samples
        that are equal in both stay as they are.
    """
    sums, squares = np.empty(tiles.n_samples), np.empty(tiles.n_samples)
    for rows in strip_slices(tiles.n_samples):
        # sorted, so that the rounding of a sum does not depend on the order either
        strip = np.sort(read_strip(tiles, rows), axis=1)
        sums[rows] = strip.sum(axis=1)
        squares[rows] = np.einsum("ij,ij->i", strip, strip)
    return np.lexsort((squares, sums))
