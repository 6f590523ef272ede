"""The cubic clustering criterion, from sums of squares and the edges of a box."""

import math

import numpy as np

from skclustmetrics._kernels._centroids import dense_rows, row_chunks
from skclustmetrics.internal._k_sweep import SweepSpec, sweep_index

__all__ = ["K_CUBIC_INDICES", "cubic_clustering_criterion_score"]


@sweep_index
def cubic_clustering_criterion_score(sweep, n_clusters):
    """Compute the cubic clustering criterion: R squared against uniform data.

    The share :math:`R^2` of the sum of squares that K clusters explain is compared with
    the one that is expected if the n samples are uniform in a box, with edges in
    proportion to the standard deviations :math:`s_1 \\ge s_2 \\ge \\ldots` along the
    principal axes. With the :math:`p^*` longest edges, as many as clusters can divide,

    .. math:: u_j = s_j \\left(\\frac{1}{K} \\prod_{j \\le p^*} s_j\\right)^{-1/p^*},
        \\qquad E = 1 - \\frac{\\sum_{j \\le p^*} \\frac{1}{n + u_j} +
        \\sum_{j > p^*} \\frac{u_j^2}{n + u_j}}{\\sum_j u_j^2} \\cdot
        \\frac{(n - K)^2}{n} \\left(1 + \\frac{4}{n}\\right),

    .. math:: CCC = \\ln\\frac{1 - E}{1 - R^2} \\cdot
        \\frac{\\sqrt{n p^* / 2}}{(0.001 + E)^{1.2}}.

    The largest value is the best, if it exceeds 2 or 3; negative values mean that there
    are no clusters.

    Read more in the :ref:`User Guide <k_indices>`.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The criterion for each K, NaN for one cluster and where each sample is alone;
        infinity if fewer clusters explain everything.

    See Also
    --------
    r_squared_score : The share that the clusters explain.

    Notes
    -----
    :math:`p^*` is the largest number below K, and not above the number of features,
    with :math:`u_{p^*} \\ge 1`. The criterion is one of SAS; NbClust for R computes it
    from sums of squares about the origin, so that there it changes when X is shifted,
    and finds :math:`p^*` in units of the whole box instead. It supposes clusters found
    by minimising the sum of squares, as Ward's method or k-means does, and misleads for
    other ones, for correlated features, and for fewer than some 10 samples per cluster.

    References
    ----------
    .. [1] W. S. Sarle (1983). "Cubic clustering criterion". SAS Technical Report A-108,
       SAS Institute.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import make_blobs
    >>> from skclustmetrics import cubic_clustering_criterion_score
    >>> X, _ = make_blobs(centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    >>> labelings = [KMeans(k, random_state=0).fit_predict(X) for k in (2, 3, 4)]
    >>> int(cubic_clustering_criterion_score(X, labelings).argmax())
    1
    """
    within, n_samples = sweep.within, sweep.n_samples
    if n_clusters == 1 or within[1] == 0:
        return math.nan
    edges = _edges(sweep)
    p_star, u = _longest_edges(edges, n_clusters)
    blocks = np.sum(1 / (n_samples + u[:p_star]))
    blocks += np.sum(u[p_star:] ** 2 / (n_samples + u[p_star:]))
    left = blocks / np.sum(u**2)
    left *= (n_samples - n_clusters) ** 2 / n_samples * (1 + 4 / n_samples)
    expected = 1 - left
    unexplained = within[n_clusters] / within[1]
    factor = np.sqrt(n_samples * p_star / 2) / np.float64(0.001 + expected) ** 1.2
    return float(np.log(np.float64(left) / unexplained) * factor)


def _edges(sweep):
    """Standard deviations along the principal axes, largest first; none is 0."""
    scatter = np.zeros((sweep.n_features, sweep.n_features))
    centre, residual = sweep.whole.centres[0], sweep.whole.residuals[0]
    for rows in row_chunks(sweep.X):
        difference = dense_rows(sweep.X, rows, sweep.whole.scale)
        difference -= centre
        difference -= residual
        scatter += difference.T @ difference
    squares = np.linalg.eigvalsh(scatter)[::-1]
    rounding = squares[0] * sweep.n_features * np.finfo(np.float64).eps
    return np.sqrt(squares[squares > rounding])


def _longest_edges(edges, n_clusters):
    """How many edges are divided, and all of them in units of the cells' edge."""
    logs = np.log(edges)
    for p_star in range(min(n_clusters - 1, edges.size), 0, -1):
        cell = (logs[:p_star].sum() - np.log(n_clusters)) / p_star
        u = np.exp(logs - cell)
        if u[p_star - 1] >= 1:
            break
    return p_star, u


K_CUBIC_INDICES = (
    SweepSpec(
        function=cubic_clustering_criterion_score,
        title="cubic clustering criterion",
        source="Sarle 1983, SAS",
        rule="max",
    ),
)
