"""How far the samples of clusters lie from each other: the W of the gap statistic."""

import numpy as np

from skclustmetrics._kernels._centroids import Centroids
from skclustmetrics._kernels._cluster_extremes import pair_totals
from skclustmetrics._kernels._pair_walk import PairWalk

__all__ = ["log_within_dispersion"]


def log_within_dispersion(X, codes, *, power=2, weighted=False, n_jobs=None):
    """Return the logarithm of the dispersion within clusters.

    With the sum D_r of the distances over all ordered pairs of the n_r samples of
    cluster r, it is the sum over clusters of D_r / (2 n_r). For squared distances that
    is the sum of squares about the means, and no pair is looked at.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        The samples.
    codes : ndarray of shape (n_samples,)
        Their clusters, every one in use from 0 on; -1 is no member.
    power : {1, 2}, default=2
        The power of the Euclidean distances.
    weighted : bool, default=False
        Whether to divide by 2 n_r (n_r - 1) instead; a cluster of one counts as 0.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    log_dispersion : float
        Minus infinity where no cluster holds different samples.
    """
    sizes = np.bincount(codes[codes >= 0])
    if power == 2:
        centroids = Centroids.of(X, codes, sizes.size)
        parts, log_unit = centroids.squares, 2 * np.log(centroids.scale)
    else:
        parts, log_unit = _sums_of_distances(X, codes, sizes, n_jobs) / sizes, 0.0
    if weighted:
        parts = parts / np.maximum(sizes - 1, 1)
    dispersion = parts.sum()
    return float(np.log(dispersion) - log_unit) if dispersion > 0 else -np.inf


def _sums_of_distances(X, codes, sizes, n_jobs):
    """Sum the distances within each cluster, each pair once."""
    members = np.argsort(codes, kind="stable")[codes.size - sizes.sum() :]
    sums = np.zeros(sizes.size)
    for k, own in enumerate(np.split(members, np.cumsum(sizes)[:-1])):
        walk = PairWalk.of(X[own], "euclidean", {}, np.zeros(own.size, dtype=np.intp))
        sums[k] = pair_totals(walk, n_jobs=n_jobs).within_sums[0] / walk.unit
    return sums
