"""Means and scatter of clusters in one pass, with no digit lost to the origin.

A mean far from the origin is rounded on the scale of its coordinates, not on that of
the cluster. So each mean is kept as a rounded centre and the residual that the mean
still lies away from it; the difference of a sample to the centre is (nearly) exact.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = ["Centroids", "dense_rows", "row_chunks", "sums_by_cluster"]

_CHUNK_BYTES = 2**19
# Squares about centres and about means differ by less than rounding below this.
_EPS = np.finfo(np.float64).eps
_NEGLIGIBLE = _EPS**2


@dataclass(frozen=True)
class Centroids:
    """Clusters by their means, in units of `scale`.

    Parameters
    ----------
    centres, residuals : ndarray of shape (n_clusters, n_features)
        Each mean is ``centre + residual``, in scaled coordinates.
    weights : ndarray of shape (n_clusters,)
        Total weight of each cluster.
    squares : ndarray of shape (n_clusters,)
        Weighted sum of squared distances to the mean, scaled.
    distances : ndarray of shape (n_clusters,)
        Weighted sum of distances to the mean, scaled.
    scale : float
        The power of two that coordinates are multiplied by.
    """

    centres: np.ndarray
    residuals: np.ndarray
    weights: np.ndarray
    squares: np.ndarray
    distances: np.ndarray
    scale: float

    @classmethod
    def of(cls, X, codes, n_clusters, weights=None, *, low=None, scale=None):
        """Describe the clusters `codes` of the rows of `X`; a code of -1 is no member.

        Parameters
        ----------
        X : ndarray or CSR matrix of shape (n_samples, n_features)
            The samples.
        codes : ndarray of shape (n_samples,)
            The cluster of each sample.
        n_clusters : int
            Number of clusters.
        weights : ndarray of shape (n_samples,), default=None
            How often each sample counts.
        low : ndarray of shape (n_samples, n_features), default=None
            What the rounding of `X` cut off, where more digits are known.
        scale : float, default=None
            Power of two for the coordinates; None means to find it.
        """
        n_samples, n_features = X.shape
        if scale is None:
            scale = power_of_two_scale(X.data if sparse.issparse(X) else X)
        member = codes >= 0
        weight = np.ones(n_samples) if weights is None else weights.astype(np.float64)
        if not member.all():
            weight, codes = np.where(member, weight, 0.0), np.where(member, codes, 0)
        total = np.bincount(codes, weights=weight, minlength=n_clusters)
        safe = np.where(total > 0, total, 1.0)

        def sums(values, rows):
            """Weighted sums of the rows of `values` by cluster."""
            return sums_by_cluster(values, codes[rows], weight[rows], n_clusters)

        chunks = row_chunks(X, at_least=n_clusters)
        if sparse.issparse(X) or X.dtype != np.float64 or scale != 1.0:
            centres = np.zeros((n_clusters, n_features))
            for rows in chunks:
                centres += sums(dense_rows(X, rows, scale), rows)
        else:
            centres = sums(X, slice(None))
        centres /= safe[:, None]

        def about(point, *, residuals_too=False):
            """Moments of the clusters about points near their means."""
            residuals = np.zeros_like(centres)
            squares, distances = np.zeros((2, n_clusters))
            for rows in chunks:
                difference = dense_rows(X, rows, scale)
                difference -= centres.take(codes[rows], axis=0)
                if low is not None:
                    difference += low[rows]
                if point is not None:
                    difference -= point.take(codes[rows], axis=0)
                square = np.einsum("ij,ij->i", difference, difference)
                for target, values in ((squares, square), (distances, np.sqrt(square))):
                    target += np.bincount(
                        codes[rows], weights=weight[rows] * values, minlength=n_clusters
                    )
                if residuals_too:
                    residuals += sums(difference, rows)
            return residuals / safe[:, None], squares, distances

        residuals, squares, distances = about(None, residuals_too=True)
        shift = total * np.einsum("ij,ij->i", residuals, residuals)
        if (shift > _NEGLIGIBLE * squares).any():
            _, squares, distances = about(residuals)
        result = cls(centres, residuals, total, squares, distances, scale)
        tiny = squares <= total * result.rounding
        squares[tiny] = distances[tiny] = 0.0
        return result

    @cached_property
    def rounding(self):
        """Squared distances to the means up to which they are nothing but rounding."""
        return (4 * _EPS**2) ** 2 * np.einsum("ij,ij->i", self.centres, self.centres)

    def squared_distances(self, X, low=None, columns=None):
        """Squared distances of dense scaled rows to the means.

        Parameters
        ----------
        X : ndarray of shape (n_rows, n_features)
            Rows, already scaled.
        low : ndarray of shape (n_rows, n_features), default=None
            What their rounding cut off.
        columns : iterable of int, default=None
            The clusters; None means all of them.
        """
        columns = range(len(self.centres)) if columns is None else columns
        result = np.empty((X.shape[0], len(columns)))
        difference = np.empty(X.shape)
        for position, k in enumerate(columns):
            np.subtract(X, self.centres[k], out=difference)
            if low is not None:
                difference += low
            difference -= self.residuals[k]
            square = np.einsum("ij,ij->i", difference, difference)
            square[square <= self.rounding[k]] = 0.0
            result[:, position] = square
        return result

    def around(self, k):
        """The means, scaled, relative to that of cluster `k`."""
        difference = self.centres - self.centres[k]
        difference += self.residuals - self.residuals[k]
        return difference

    def separations(self, k, p=2):
        """Distances, scaled, from the mean of cluster `k` to all means.

        Of the Minkowski order `p`.
        """
        difference = self.around(k)
        if p != 2:
            return np.linalg.norm(difference, ord=p, axis=1)
        return np.sqrt(np.einsum("ij,ij->i", difference, difference))

    def around_grand_mean(self):
        """The means, scaled, relative to the mean of all samples."""
        origin = np.average(self.centres, axis=0, weights=self.weights)
        offset = (self.centres - origin) + self.residuals
        return offset - np.average(offset, axis=0, weights=self.weights)


def row_chunks(X, *, at_least=1):
    """Slices of rows that fit into the cache when dense."""
    n_samples, n_features = X.shape
    step = max(at_least, 16, _CHUNK_BYTES // (8 * max(1, n_features)))
    return [slice(s, min(s + step, n_samples)) for s in range(0, n_samples, step)]


def sums_by_cluster(values, codes, weights, n_clusters):
    """Weighted sums of the rows of `values` by cluster."""
    n_rows = values.shape[0]
    hot = sparse.csc_matrix(
        (weights, codes, np.arange(n_rows + 1)), shape=(n_clusters, n_rows)
    )
    return hot @ values


def dense_rows(X, rows, scale=1.0):
    """Rows of `X`, a slice or an array of positions, as a new dense float64 array.

    Times a power of two.
    """
    if sparse.issparse(X):
        chunk, is_new = X[rows].toarray(), True
    elif isinstance(rows, slice):
        chunk, is_new = X[rows], False
    else:
        # several times as fast as an index
        chunk, is_new = X.take(rows, axis=0), True
    if scale == 1.0:
        return chunk.astype(np.float64, copy=not is_new)
    return np.multiply(chunk, scale, dtype=np.float64)
