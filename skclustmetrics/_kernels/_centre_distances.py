"""Distances of samples to the means of their clusters, and between the means.

Each mean is kept as a member of the cluster and the offset from it, so that no digit is
lost far from the origin and the mean of equal rows is that row.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._centroids import dense_rows, row_chunks
from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = ["CENTRE_METRICS", "centre_distances"]

# Metrics of a vector space: the distance is the length of the difference.
CENTRE_METRICS = ("chebyshev", "euclidean", "manhattan", "minkowski", "sqeuclidean")


@dataclass(frozen=True)
class _CentreDistances:
    """Distances of samples to the means of their clusters, and between the means.

    Parameters
    ----------
    own_sums : ndarray of shape (n_clusters,)
        Sum over the samples of each cluster of their distances to its mean.
    between : ndarray of shape (n_clusters, n_clusters)
        Distances between the means.
    """

    own_sums: np.ndarray
    between: np.ndarray


def centre_distances(X, metric, params, codes, n_clusters, *, pairs=True):
    """Measure distances to the means of clusters.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples.
    metric : str
        One of `CENTRE_METRICS`.
    params : dict
        Further arguments of the metric.
    codes : ndarray of shape (n_samples,)
        The cluster of each sample.
    n_clusters : int
        Number of clusters.
    pairs : bool, default=True
        Whether distances between the means are wanted as well.
    """
    scale = power_of_two_scale(X.data if sparse.issparse(X) else X)
    sizes = np.bincount(codes, minlength=n_clusters)
    members = np.empty(n_clusters, np.intp)
    members[codes[::-1]] = np.arange(codes.size)[::-1]
    anchors = dense_rows(X, members, scale)
    offsets, own_sums = np.zeros_like(anchors), np.zeros(n_clusters)

    def differences():
        for rows in row_chunks(X):
            difference = dense_rows(X, rows, scale)
            difference -= anchors[codes[rows]]
            yield rows, difference

    for rows, difference in differences():
        hot = sparse.csr_matrix(
            (np.ones(len(difference)), codes[rows], np.arange(len(difference) + 1)),
            shape=(len(difference), n_clusters),
        )
        offsets += hot.T @ difference
    offsets /= sizes[:, None]
    for rows, difference in differences():
        difference -= offsets[codes[rows]]
        lengths = _lengths(difference, metric, params)
        own_sums += np.bincount(codes[rows], weights=lengths, minlength=n_clusters)
    unit = scale ** (2 if metric == "sqeuclidean" else 1)
    between = np.zeros((n_clusters, n_clusters) if pairs else (0, 0))
    for k in range(len(between)):
        difference = (anchors - anchors[k]) + (offsets - offsets[k])
        between[k] = _lengths(difference, metric, params)
    return _CentreDistances(own_sums / unit, between / unit)


def _lengths(difference, metric, params):
    """Lengths of the rows of an array in a metric."""
    weights = params.get("w")
    if metric in ("euclidean", "sqeuclidean") and weights is None:
        squares = np.einsum("ij,ij->i", difference, difference)
        return squares if metric == "sqeuclidean" else np.sqrt(squares)
    magnitude = np.abs(difference)
    if metric == "chebyshev":
        if weights is not None:
            magnitude = magnitude[:, np.asarray(weights) > 0]
        return magnitude.max(axis=1)
    power = {"manhattan": 1, "minkowski": params.get("p", 2)}.get(metric, 2)
    magnitude **= power
    sums = magnitude.sum(axis=1) if weights is None else magnitude @ weights
    return sums if metric == "sqeuclidean" else sums ** (1 / power)
