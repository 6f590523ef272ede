"""Tiles of Euclidean distances: one matrix product each, exact to the last digits.

``|x|^2 + |y|^2 - 2xy`` loses the digits that the three terms share. Two things bring
them back: coordinates relative to a local centre, and a second look, at the original
rows, at every entry that is small against its norms.
"""

import numpy as np
from scipy.spatial.distance import cdist

from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = ["CANCELLED", "MOSTLY_CANCELLED", "EuclideanTiles"]

# Below this fraction of |x|^2 + |y|^2 an entry of a product is computed again: the
# relative error of a distance is then within a few 1e-13 (1e-5 in single precision).
CANCELLED = {np.dtype(np.float64): 2.0**-12, np.dtype(np.float32): 2.0**-7}
# Above this share of such entries the whole tile is computed from differences.
MOSTLY_CANCELLED = 1 / 16
_TILE = {np.dtype(np.float64): 512, np.dtype(np.float32): 512}


class EuclideanTiles:
    """Tiles of Euclidean or squared Euclidean distances between rows of `X`.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features), float32 or float64
        The samples.
    low : ndarray of shape (n_samples, n_features), default=None
        What the rounding of `X` cut off, where more digits are known.
    squared : bool, default=False
        Whether tiles hold squared distances.
    scale : float, default=None
        Power of two by which `X` is multiplied; None means to find it. The
        distances of the tiles are those of the scaled samples.
    """

    symmetric = True

    def __init__(self, X, low=None, *, squared=False, scale=None):
        self.scale = power_of_two_scale(X) if scale is None else scale
        # a small problem is cheap enough for double precision in any case
        self.X = X.astype(np.float64 if X.shape[0] <= 1024 else X.dtype, copy=False)
        if self.scale != 1.0:
            self.X = self.X * self.scale
        self.low = low
        self.squared = squared

    @property
    def n_samples(self):
        return self.X.shape[0]

    @property
    def dtype(self):
        return self.X.dtype

    @property
    def tile(self):
        return _TILE[self.X.dtype]

    def take(self, order):
        """Return the tiles of the samples in another order."""
        taken = object.__new__(EuclideanTiles)
        taken.__dict__.update(self.__dict__)
        taken.X = self.X[order]
        taken.low = None if self.low is None else self.low[order]
        return taken

    def open(self, rows, cols):
        """Prepare the products between samples and those of a slice.

        `rows` may be a slice, or an array of samples that `cols` does not hold.
        """
        A, B = self.X[rows], self.X[cols]
        n_features = A.shape[1]
        centre = A.mean(axis=0)
        left = np.empty((A.shape[0], n_features + 2), A.dtype)
        right = np.empty((B.shape[0], n_features + 2), A.dtype)
        for centred, samples, whole in ((left, rows, A), (right, cols, B)):
            np.subtract(whole, centre, out=centred[:, :-2])
            if self.low is not None:
                centred[:, :-2] += self.low[samples]
        # [-2x, |x|^2, 1] . [y, 1, |y|^2]
        np.einsum("ij,ij->i", left[:, :-2], left[:, :-2], out=left[:, -2])
        np.einsum("ij,ij->i", right[:, :-2], right[:, :-2], out=right[:, -1])
        left[:, :-2] *= -2
        left[:, -1] = right[:, -2] = 1
        return _OpenRows(rows, cols, left, right)

    def block(self, opened, cols, out=None):
        """Distances between the opened rows and a slice of the opened columns."""
        right = opened.right[cols.start - opened.cols.start :][: cols.stop - cols.start]
        D = np.matmul(opened.left, right.T, out=out)
        diagonal = isinstance(opened.rows, slice) and opened.rows == cols
        self._repair(D, opened, right, cols, diagonal)
        if not self.squared:
            np.sqrt(D, out=D)
        return D

    def _repair(self, D, opened, right, cols, diagonal):
        """Compute anew the entries that are small against their norms."""
        fraction = CANCELLED[D.dtype]
        row_norms, col_norms = opened.left[:, -2], right[:, -1]
        largest = row_norms.max() + col_norms.max()
        if diagonal:
            np.fill_diagonal(D, np.inf)
        if D.min() <= fraction * largest:
            suspects = np.flatnonzero(D <= fraction * largest)
            i, j = np.divmod(suspects, D.shape[1])
            if suspects.size > 64:
                # the largest norm accuses too many: look at each pair's own
                cancelled = D.ravel()[suspects] <= fraction * (
                    row_norms[i] + col_norms[j]
                )
                i, j = i[cancelled], j[cancelled]
            if i.size > MOSTLY_CANCELLED * D.size and self.low is None:
                D[...] = cdist(self.X[opened.rows], self.X[cols], "sqeuclidean")
            elif i.size:
                rows = opened.rows
                samples = i + rows.start if isinstance(rows, slice) else rows[i]
                D[i, j] = self._squared_distances(samples, j + cols.start)
        if diagonal:
            np.fill_diagonal(D, 0)

    def _squared_distances(self, i, j):
        """Squared distances of pairs of samples, from their differences."""
        result = np.empty(i.size)
        n_chunk = max(1, 2**18 // max(1, self.X.shape[1]))
        for start in range(0, i.size, n_chunk):
            a, b = i[start : start + n_chunk], j[start : start + n_chunk]
            difference = self.X[a].astype(np.float64, copy=False) - self.X[b]
            if self.low is not None:
                difference += self.low[a] - self.low[b]
            result[start : start + n_chunk] = np.einsum(
                "ij,ij->i", difference, difference
            )
        return result


class _OpenRows:
    """The operands of the products between one tile of rows and a strip of columns."""

    def __init__(self, rows, cols, left, right):
        self.rows, self.cols, self.left, self.right = rows, cols, left, right
