"""Indices of a sweep from the sums of squares within clusters."""

import math

import numpy as np

from skclustmetrics._kernels._centroids import dense_rows, row_chunks
from skclustmetrics.internal._k_sweep import SweepSpec, sweep_index

__all__ = [
    "K_DISPERSION_INDICES",
    "cubic_clustering_criterion_score",
    "hartigan_score",
    "jump_score",
    "krzanowski_lai_score",
    "pham_score",
]


def _divide(numerator, denominator):
    """Divide; infinity over 0, NaN for 0 over 0."""
    return float(np.float64(numerator) / np.float64(denominator))


@sweep_index
def hartigan_score(sweep, n_clusters):
    """Compute Hartigan's statistic: how much one more cluster takes away.

    With the sum :math:`W_K` of squared distances of n samples to the means of K
    clusters, it is

    .. math:: H(K) = \\left(\\frac{W_K}{W_{K+1}} - 1\\right) (n - K - 1).

    Hartigan's rule is to add clusters as long as it exceeds 10, and so to choose the
    first K with a value of at most 10. It goes from 0, if the partitions are nested, to
    infinity.

    Read more in the :ref:`User Guide <k_indices>`.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The statistic for each K, NaN where there is no partition into K + 1 clusters;
        infinity if K + 1 clusters leave nothing.

    See Also
    --------
    krzanowski_lai_score : Compares three numbers of clusters.

    Notes
    -----
    NbClust for R has n - K for n - K - 1, and clusterSim n - K + 1.

    References
    ----------
    .. [1] J. A. Hartigan (1975). "Clustering Algorithms". Wiley.

    Examples
    --------
    >>> from skclustmetrics import hartigan_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0] * 6, [0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2]]
    >>> hartigan_score(X, labelings)
    array([150. ,   1.8,   nan])
    """
    within = sweep.within
    if n_clusters + 1 not in within:
        return math.nan
    fall = _divide(within[n_clusters], within[n_clusters + 1]) - 1
    # without the guard: infinity times 0
    free = sweep.n_samples - n_clusters - 1
    return fall if math.isinf(fall) else fall * free


@sweep_index
def krzanowski_lai_score(sweep, n_clusters):
    """Compute the index of Krzanowski and Lai: where the dispersion stops falling.

    With the sum :math:`W_K` of squared distances to the means of K clusters in d
    features,

    .. math:: D_K = (K - 1)^{2/d} W_{K-1} - K^{2/d} W_K, \\qquad
        KL(K) = \\left|\\frac{D_K}{D_{K+1}}\\right|.

    It goes from 0 to infinity, and the largest value is the best.

    Read more in the :ref:`User Guide <k_indices>`.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The index for each K, NaN for one cluster and where there is no partition into
        K - 1 or K + 1 clusters. One cluster need not be among the partitions.

    See Also
    --------
    hartigan_score : Compares two numbers of clusters.

    Notes
    -----
    A difference in the denominator that happens to be near 0 makes the index large: a
    single high value need not mean anything.

    References
    ----------
    .. [1] W. J. Krzanowski, Y. T. Lai (1988). "A criterion for determining the number
       of groups in a data set using sum-of-squares clustering". Biometrics 44, 23-34.
       :doi:`10.2307/2531893`

    Examples
    --------
    >>> from skclustmetrics import krzanowski_lai_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2], [0, 0, 1, 2, 2, 3]]
    >>> krzanowski_lai_score(X, labelings).round(3)
    array([21.231,  1.   ,    nan])
    """
    within, power = sweep.within, 2 / sweep.n_features
    if n_clusters == 1 or not {n_clusters - 1, n_clusters + 1} <= set(within):
        return math.nan

    def fall(k):
        return (k - 1) ** power * within[k - 1] - k**power * within[k]

    return abs(_divide(fall(n_clusters), fall(n_clusters + 1)))


@sweep_index
def jump_score(sweep, n_clusters, *, power=None):
    """Compute the jumps of the transformed distortion.

    With the distortion :math:`d_K`, the mean squared distance to the means of K
    clusters, and a power Y, the jump is

    .. math:: J_K = \\left(\\frac{d_1}{d_K}\\right)^Y -
        \\left(\\frac{d_1}{d_{K-1}}\\right)^Y,

    the second term being 0 for one cluster. The largest jump is the best; K = 1 takes
    part, with a jump of 1.

    Read more in the :ref:`User Guide <k_indices>`.

    Parameters
    ----------
    power : float, default=None
        The power Y; None means half the number of features, which suits clusters that
        are alike in all directions. With correlated features less is better.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The jump for each K, NaN where there is no partition into K - 1 clusters;
        infinity where the distortion gets 0, or too small for a float.

    See Also
    --------
    krzanowski_lai_score : Another view of the same sums.

    Notes
    -----
    The paper has :math:`d_K^{-Y} - d_{K-1}^{-Y}`: the same but for the factor
    :math:`d_1^Y`, which makes the index free of units and keeps it within the range of
    floats. The distortion is Euclidean; whiten X for the one of Mahalanobis.

    References
    ----------
    .. [1] C. A. Sugar, G. M. James (2003). "Finding the number of clusters in a
       dataset: an information-theoretic approach". Journal of the American Statistical
       Association 98, 750-763. :doi:`10.1198/016214503000000666`

    Examples
    --------
    >>> from skclustmetrics import jump_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0] * 6, [0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2]]
    >>> jump_score(X, labelings).round(3)
    array([1.   , 5.205, 1.644])
    """
    if power is None:
        power = sweep.n_features / 2
    elif isinstance(power, bool | str) or not 0 < power < np.inf:
        raise ValueError(
            "The 'power' parameter must be a finite float above 0, or None. Got "
            f"{power!r} instead."
        )
    within = sweep.within
    if within[1] == 0:
        return math.nan

    def transformed(k):
        return np.float64(_divide(within[1], within[k])) ** power

    if n_clusters == 1:
        return 1.0
    if n_clusters - 1 not in within:
        return math.nan
    return float(transformed(n_clusters) - transformed(n_clusters - 1))


@sweep_index
def pham_score(sweep, n_clusters):
    """Compute the index of Pham, Dimov and Nguyen: less dispersion than expected.

    With the sum :math:`W_K` of squared distances to the means of K clusters in d
    features,

    .. math:: f(1) = 1, \\qquad f(K) = \\frac{W_K}{\\alpha_K W_{K-1}}, \\qquad
        \\alpha_2 = 1 - \\frac{3}{4 d}, \\quad
        \\alpha_K = \\alpha_{K-1} + \\frac{1 - \\alpha_{K-1}}{6},

    where :math:`\\alpha_K` is how much of the dispersion is left if the data is
    uniform. It goes from 0 to infinity; the lower the better, but only values below
    0.85 tell of clusters: without one, a single cluster is the choice.

    Read more in the :ref:`User Guide <k_indices>`.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The index for each K, NaN where there is no partition into K - 1 clusters; 1 if
        those leave nothing already.

    See Also
    --------
    hartigan_score : The same ratio, against the number of samples.

    References
    ----------
    .. [1] D. T. Pham, S. S. Dimov, C. D. Nguyen (2005). "Selection of K in K-means
       clustering". Proceedings of the Institution of Mechanical Engineers, Part C 219,
       103-119. :doi:`10.1243/095440605X8298`

    Examples
    --------
    >>> from skclustmetrics import pham_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0] * 6, [0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2]]
    >>> pham_score(X, labelings).round(3)
    array([1.   , 0.104, 1.667])
    """
    within = sweep.within
    if n_clusters == 1:
        return 1.0
    if n_clusters - 1 not in within:
        return math.nan
    if within[n_clusters - 1] == 0:
        return 1.0
    # the recursion in closed form
    left = 1 - 3 / (4 * sweep.n_features) * (5 / 6) ** (n_clusters - 2)
    return within[n_clusters] / within[n_clusters - 1] / left


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
        The criterion for each K, NaN for one cluster; infinity if the clusters explain
        everything.

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


def _at_most_ten(sweep, values):
    return values <= 10


def _tells_of_clusters(sweep, values):
    return (values < 0.85) | (np.array(sweep.counts) == 1)


K_DISPERSION_INDICES = (
    SweepSpec(
        function=hartigan_score,
        title="Hartigan",
        source="Hartigan 1975, Wiley",
        rule="first",
        accepts=_at_most_ten,
    ),
    SweepSpec(
        function=krzanowski_lai_score,
        title="Krzanowski-Lai",
        source="Krzanowski & Lai 1988, Biometrics",
        rule="max",
    ),
    SweepSpec(
        function=cubic_clustering_criterion_score,
        title="cubic clustering criterion",
        source="Sarle 1983, SAS",
        rule="max",
    ),
    SweepSpec(
        function=jump_score,
        title="jump",
        source="Sugar & James 2003, JASA",
        rule="max",
    ),
    SweepSpec(
        function=pham_score,
        title="Pham-Dimov-Nguyen",
        source="Pham et al. 2005, Proc. IMechE",
        rule="min",
        accepts=_tells_of_clusters,
    ),
)
