"""Scatter of clusters by feature and as matrices, about the means of the clusters.

Differences from the own mean are taken row by row, so that nothing cancels; the
between-cluster scatter is added to the within-cluster one, never taken from a total.
"""

from itertools import groupby
from operator import itemgetter

import numpy as np
from scipy.linalg import solve_triangular

from skclustmetrics._kernels._centroids import dense_rows, row_chunks, sums_by_cluster
from skclustmetrics._kernels._own_means import own_parts

__all__ = [
    "feature_squares",
    "from_own_mean",
    "log_determinant",
    "relative_spreads",
    "rounding_squares",
    "scatter_matrices",
]

_EPS = np.finfo(np.float64).eps


def feature_squares(X, codes, centroids, weights=None):
    """Sums of squares about the means, by cluster and feature.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples.
    codes : ndarray of shape (n_samples,)
        The cluster of each sample.
    centroids : Centroids
        Their means.
    weights : ndarray of shape (n_samples,), default=None
        How often each sample counts.

    Returns
    -------
    squares : ndarray of shape (n_clusters, n_features)
        Weighted, in units of ``centroids.scale``; exactly 0 for a constant feature.
    """
    squares = np.zeros(centroids.centres.shape)
    weight = np.ones(X.shape[0]) if weights is None else weights
    for rows in row_chunks(X, at_least=len(squares)):
        difference = from_own_mean(X, rows, codes[rows], centroids)
        np.multiply(difference, difference, out=difference)
        squares += sums_by_cluster(difference, codes[rows], weight[rows], len(squares))
    squares[squares <= rounding_squares(centroids)] = 0.0
    return squares


def scatter_matrices(X, members, centroids, weights=None):
    """Pooled within-cluster scatter matrix, and determinants of that of each cluster.

    Parameters
    ----------
    X, centroids, weights
        As in :func:`feature_squares`.
    members : list of ndarray
        The samples of each cluster.

    Returns
    -------
    pooled : ndarray of shape (n_features, n_features) or None
        In units of ``centroids.scale``; None if its rank must be deficient.
    log_determinants : ndarray of shape (n_clusters,)
        Minus infinity for a singular matrix.
    """
    n_features = X.shape[1]
    pooled = np.zeros((n_features, n_features))
    log_determinants = np.full(len(members), -np.inf)
    floor = rounding_squares(centroids)

    def products(samples, offsets):
        if weights is not None:
            offsets *= np.sqrt(weights[samples])[:, None]
        return offsets.T @ offsets

    large = [m if m.size > n_features else m[:0] for m in members]
    for k, parts in groupby(own_parts(X, large, centroids), itemgetter(0)):
        scatter = sum(products(samples, offsets) for _, samples, offsets in parts)
        pooled += scatter
        if (scatter.diagonal() > floor[k]).all():
            log_determinants[k] = log_determinant(scatter)
    small = [k for k, m in enumerate(members) if m.size <= n_features]
    if small:  # too many for one at a time
        samples = np.concatenate([members[k] for k in small])
        codes = np.repeat(small, [members[k].size for k in small])
        for part in row_chunks(X[: samples.size]):
            offsets = from_own_mean(X, samples[part], codes[part], centroids)
            pooled += products(samples[part], offsets)
    deficient = (pooled.diagonal() <= floor.sum(axis=0)).any()
    deficient |= X.shape[0] - len(members) < n_features
    return None if deficient else pooled, log_determinants


def log_determinant(scatter):
    """Logarithm of the determinant of a scatter matrix, minus infinity if singular."""
    spread, factor = _factorize(scatter)
    if factor is None:
        return -np.inf
    return float(2 * (np.log(factor.diagonal()).sum() + np.log(spread).sum()))


def relative_spreads(scatter, vectors):
    """Eigenvalues of ``scatter^-1 vectors' vectors`` that may differ from 0.

    Parameters
    ----------
    scatter : ndarray of shape (n_features, n_features)
        A scatter matrix.
    vectors : ndarray of shape (n_vectors, n_features)
        Rows whose outer products sum to the other matrix.

    Returns
    -------
    eigenvalues : ndarray of shape (min(n_vectors, n_features),) or None
        None if `scatter` is singular.
    """
    spread, factor = _factorize(scatter)
    if factor is None:
        return None
    solved = solve_triangular(factor, (vectors / spread).T, lower=True)
    return np.linalg.svd(solved, compute_uv=False) ** 2


def _factorize(scatter):
    """Spreads of the features, and the Cholesky factor of their correlations.

    The squared diagonal of the factor is the share of each feature's spread that those
    before it do not explain: where rounding is all that is left, there is no factor.
    """
    spread = np.sqrt(scatter.diagonal())
    if not (spread > 0).all():
        return spread, None
    try:
        factor = np.linalg.cholesky(scatter / spread / spread[:, None])
    except np.linalg.LinAlgError:
        return spread, None
    own = factor.diagonal() ** 2
    return spread, factor if own.min() > 8 * own.size * _EPS else None


def from_own_mean(X, rows, codes, centroids):
    """Scaled differences of some rows of `X` to the means of their clusters."""
    difference = dense_rows(X, rows, centroids.scale)
    difference -= centroids.centres.take(codes, axis=0)
    difference -= centroids.residuals.take(codes, axis=0)
    return difference


def rounding_squares(centroids):
    """Sums of squares that the rounding of means can leave of equal values.

    By cluster and feature; far less than the least that values have which differ in
    their last digit.
    """
    return centroids.weights[:, None] * (centroids.centres * _EPS**1.5) ** 2
