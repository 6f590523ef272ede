"""Tiles of Euclidean distances between the rows of a sparse matrix."""

import numpy as np
from scipy.spatial.distance import cdist

from skclustmetrics._kernels._euclidean import CANCELLED, MOSTLY_CANCELLED
from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = ["SparseEuclideanTiles"]

_TILE = 512
# Wide rows are made dense this many features at a time.
_FEATURES = 4096


class SparseEuclideanTiles:
    """Tiles of Euclidean or squared Euclidean distances between sparse rows.

    Products of sparse rows; a centre would fill them. An entry that is small against
    its norms is computed again from the difference of its two rows.

    Parameters
    ----------
    X : CSR matrix of shape (n_samples, n_features), float32 or float64
        The samples.
    squared : bool, default=False
        Whether tiles hold squared distances.
    """

    symmetric = True
    tile = _TILE
    dtype = np.dtype(np.float64)

    def __init__(self, X, *, squared=False):
        self.scale = power_of_two_scale(X.data)
        self.X = X.astype(np.float64) * self.scale
        self.norms = np.asarray(self.X.multiply(self.X).sum(axis=1)).reshape(-1)
        self.squared = squared

    @property
    def n_samples(self):
        return self.X.shape[0]

    def take(self, order):
        """Return the tiles of the samples in another order."""
        taken = object.__new__(SparseEuclideanTiles)
        taken.__dict__.update(self.__dict__)
        taken.X, taken.norms = self.X[order], self.norms[order]
        return taken

    def open(self, rows, cols):
        """Prepare the products of the samples in two slices."""
        return rows, self.X[rows]

    def block(self, opened, cols, out=None):
        """Distances between the opened rows and the samples of a slice."""
        rows, A = opened
        B = self.X[cols]
        norms = np.add.outer(self.norms[rows], self.norms[cols])
        D = norms - 2 * (A @ B.T).toarray()
        diagonal = rows == cols
        if diagonal:
            np.fill_diagonal(D, np.inf)
        i, j = np.nonzero(D <= CANCELLED[D.dtype] * norms)
        if i.size > MOSTLY_CANCELLED * D.size:
            D = _squared_distances(A, B)
        elif i.size:
            difference = A[i] - B[j]
            D[i, j] = np.asarray(difference.multiply(difference).sum(1)).reshape(-1)
        if diagonal:
            np.fill_diagonal(D, 0)
        return D if self.squared else np.sqrt(D, out=D)


def _squared_distances(A, B):
    """Squared distances from differences, over the columns that are in use."""
    used = np.union1d(A.indices, B.indices)
    D = np.zeros((A.shape[0], B.shape[0]))
    for start in range(0, used.size, _FEATURES):
        columns = used[start : start + _FEATURES]
        D += cdist(A[:, columns].toarray(), B[:, columns].toarray(), "sqeuclidean")
    return D
