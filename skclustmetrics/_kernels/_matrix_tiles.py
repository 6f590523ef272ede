"""Tiles of distances that are given as a matrix."""

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._precomputed import check_distances
from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = ["MatrixTiles"]


class MatrixTiles:
    """Tiles cut from a symmetric matrix, which stays where it is.

    Parameters
    ----------
    D : ndarray, memory map or CSR matrix of shape (n_samples, n_samples)
        The distances.
    scale : float, default=1.0
        Power of two by which the tiles are multiplied.
    """

    symmetric = True
    tile = 256
    dtype = np.dtype(np.float64)

    def __init__(self, D, scale=1.0):
        self.D = D
        self.scale = scale
        self.order = np.arange(D.shape[0])

    @classmethod
    def checked(cls, D, *, n_jobs=None):
        """Read a matrix once to see that it holds distances; then cut tiles from it."""
        largest = check_distances(D, n_jobs=n_jobs)
        return cls(D, power_of_two_scale(np.array([largest])))

    @property
    def n_samples(self):
        return self.order.size

    def take(self, order):
        """Return the tiles of the samples in another order."""
        taken = object.__new__(MatrixTiles)
        taken.__dict__.update(self.__dict__)
        taken.order = self.order[order]
        return taken

    def open(self, rows, cols):
        """Prepare the rows of a slice; a sparse matrix is cut here."""
        samples = self.order[rows]
        return rows, self.D[samples] if sparse.issparse(self.D) else samples

    def block(self, opened, cols, out=None):
        """Distances between the opened rows and the samples of a slice."""
        rows, strip = opened
        if sparse.issparse(strip):
            D = strip[:, self.order[cols]].toarray().astype(np.float64, copy=False)
        else:
            D = self.D[np.ix_(strip, self.order[cols])].astype(np.float64, copy=False)
        if self.scale != 1.0:
            D *= self.scale
        if rows == cols:
            np.fill_diagonal(D, 0)
        # negative ones of rounding size; others were refused
        return np.maximum(D, 0, out=D)
