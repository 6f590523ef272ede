"""Scatter of clusters by feature and as matrices, about the means of the clusters.

Differences from the own mean are taken row by row, so that nothing cancels; the
between-cluster scatter is added to the within-cluster one, never taken from a total.
"""

import numpy as np
from scipy import sparse
from scipy.linalg import solve_triangular

from skclustmetrics._kernels._centroids import dense_rows, row_chunks

__all__ = [
    "cluster_log_determinants",
    "feature_squares",
    "from_own_mean",
    "log_determinant",
    "relative_spreads",
    "rounding_squares",
    "within_scatter",
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
        n_rows = difference.shape[0]
        hot = sparse.csr_matrix(
            (weight[rows], codes[rows], np.arange(n_rows + 1)),
            shape=(n_rows, len(squares)),
        )
        np.multiply(difference, difference, out=difference)
        squares += hot.T @ difference
    squares[squares <= rounding_squares(centroids)] = 0.0
    return squares


def within_scatter(X, codes, centroids, weights=None):
    """Pooled within-cluster scatter matrix, or None if its rank must be deficient.

    Parameters
    ----------
    X, codes, centroids, weights
        As in :func:`feature_squares`.

    Returns
    -------
    scatter : ndarray of shape (n_features, n_features) or None
        In units of ``centroids.scale``.
    """
    n_samples, n_features = X.shape
    if n_samples - len(centroids.centres) < n_features:
        return None
    scatter = np.zeros((n_features, n_features))
    for rows in row_chunks(X):
        difference = from_own_mean(X, rows, codes[rows], centroids)
        if weights is not None:
            difference *= np.sqrt(weights[rows])[:, None]
        scatter += difference.T @ difference
    floor = rounding_squares(centroids).sum(axis=0)
    return None if (scatter.diagonal() <= floor).any() else scatter


def cluster_log_determinants(X, codes, centroids, weights=None):
    """Logarithm of the determinant of the scatter matrix of each cluster.

    Parameters
    ----------
    X, codes, centroids, weights
        As in :func:`feature_squares`.

    Returns
    -------
    log_determinants : ndarray of shape (n_clusters,)
        In units of ``centroids.scale``; minus infinity for a singular matrix.
    """
    n_features = X.shape[1]
    floor = rounding_squares(centroids)
    order = np.argsort(codes, kind="stable")
    stops = np.cumsum(np.bincount(codes, minlength=len(floor)))
    result = np.full(len(floor), -np.inf)
    for k, members in enumerate(np.split(order, stops[:-1])):
        if members.size <= n_features:
            continue
        scatter = np.zeros((n_features, n_features))
        for part in row_chunks(X[: members.size]):
            some = members[part]
            difference = from_own_mean(X, some, codes[some], centroids)
            if weights is not None:
                difference *= np.sqrt(weights[some])[:, None]
            scatter += difference.T @ difference
        if (scatter.diagonal() > floor[k]).all():
            result[k] = log_determinant(scatter)
    return result


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
    difference -= centroids.centres[codes]
    difference -= centroids.residuals[codes]
    return difference


def rounding_squares(centroids):
    """Sums of squares that the rounding of means can leave of equal values.

    By cluster and feature; far less than the least that values have which differ in
    their last digit.
    """
    return centroids.weights[:, None] * (centroids.centres * _EPS**1.5) ** 2
