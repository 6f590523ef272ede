"""Indices of a sweep from the sums of squares within clusters."""

import math
from numbers import Real

import numpy as np

from skclustmetrics.internal._k_sweep import SweepSpec, sweep_index

__all__ = [
    "K_DISPERSION_INDICES",
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
        The jump for each K, NaN where there is no partition into K - 1 clusters or
        these leave nothing already; plus or minus infinity where K clusters leave
        nothing, or the jump is too large for a float, as with many features.

    See Also
    --------
    krzanowski_lai_score : Another view of the same sums.

    Notes
    -----
    The paper has :math:`d_K^{-Y} - d_{K-1}^{-Y}`: the same but for the factor
    :math:`d_1^Y`, which makes the index free of units. The largest jump is found in
    logarithms, also where it is too large for a float. The distortion is Euclidean;
    whiten X for the one of Mahalanobis.

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
    if power is not None and (
        isinstance(power, bool) or not isinstance(power, Real) or not 0 < power < np.inf
    ):
        raise ValueError(
            "The 'power' parameter must be a finite float above 0, or None. Got "
            f"{power!r} instead."
        )
    sign, log_size = _log_jump(sweep, n_clusters, power)
    return float(sign * np.exp(log_size))


def _log_jump(sweep, n_clusters, power=None):
    """Return the sign of a jump and the logarithm of its size."""
    power = sweep.n_features / 2 if power is None else power
    within, logs = sweep.within, {}
    if within[1] == 0:
        return math.nan, math.nan
    for k in {n_clusters, n_clusters - 1} & set(within):
        ratio = np.float64(_divide(within[1], within[k]))
        logs[k] = power * np.log(ratio)
    if n_clusters == 1:
        return 1.0, 0.0
    if n_clusters - 1 not in logs or np.isinf(logs[n_clusters - 1]):
        return math.nan, math.nan
    now, before = logs[n_clusters], logs[n_clusters - 1]
    larger = max(now, before)
    return np.sign(now - before), larger + np.log(-np.expm1(-abs(now - before)))


def _compare_jumps(sweep, values):
    """Return what is in the order of the jumps, and within the range of floats."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        jumps = [_log_jump(sweep, count) for count in sweep.counts]
        return np.array([sign * np.logaddexp(0, size) for sign, size in jumps])


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
        function=jump_score,
        title="jump",
        source="Sugar & James 2003, JASA",
        rule="max",
        compare=_compare_jumps,
    ),
    SweepSpec(
        function=pham_score,
        title="Pham-Dimov-Nguyen",
        source="Pham et al. 2005, Proc. IMechE",
        rule="min",
        accepts=_tells_of_clusters,
    ),
)
