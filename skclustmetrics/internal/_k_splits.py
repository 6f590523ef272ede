"""Indices of a sweep that test whether one more split is worth it."""

import math

import numpy as np
from scipy.stats import f as f_distribution

from skclustmetrics.internal._k_sweep import SweepSpec, sweep_index

__all__ = ["K_SPLIT_INDICES", "beale_score", "duda_score", "pseudo_t2_score"]

# The standard normal deviate that Milligan and Cooper found best.
_DEVIATE = 3.2


def _split(sweep, n_clusters):
    """The cluster that is split next; None if there is no such partition."""
    return sweep.split(n_clusters) if n_clusters + 1 in sweep else None


def _critical(sweep, size):
    """The ratio of Duda and Hart below which a split is worth it."""
    n_features = sweep.n_features
    spread = 2 * (1 - 8 / (math.pi**2 * n_features)) / (size * n_features)
    return 1 - 2 / (math.pi * n_features) - _DEVIATE * math.sqrt(spread)


@sweep_index
def duda_score(sweep, n_clusters):
    """Compute the ratio of Duda and Hart: what a split leaves of a cluster's scatter.

    One of K nested clusters splits in two when there are K + 1. With the sums of
    squares about the mean of this cluster, :math:`W_m`, and of its parts, :math:`W_a`
    and :math:`W_b`, the ratio is

    .. math:: \\frac{Je(2)}{Je(1)} = \\frac{W_a + W_b}{W_m},

    from 0 to 1. A low value tells that the split is worth it; the rule is to choose the
    first K with a ratio of at least the critical value

    .. math:: 1 - \\frac{2}{\\pi d} -
        3.2 \\sqrt{\\frac{2 (1 - 8 / (\\pi^2 d))}{n_m d}}

    for the :math:`n_m` samples of the cluster in d features.

    Read more in the :ref:`User Guide <k_indices>`.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The ratio for each K, NaN where there is no partition into K + 1 clusters or the
        samples of the cluster are all equal.

    See Also
    --------
    pseudo_t2_score : The same as a test statistic.

    Notes
    -----
    The partitions must be nested, as the cuts of one tree are.

    References
    ----------
    .. [1] R. O. Duda, P. E. Hart (1973). "Pattern Classification and Scene Analysis".
       Wiley.
    .. [2] G. W. Milligan, M. C. Cooper (1985). "An examination of procedures for
       determining the number of clusters in a data set". Psychometrika 50, 159-179.
       :doi:`10.1007/BF02294245`

    Examples
    --------
    >>> from skclustmetrics import duda_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0] * 6, [0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2]]
    >>> duda_score(X, labelings).round(3)
    array([0.026, 0.25 ,   nan])
    """
    split = _split(sweep, n_clusters)
    if split is None:
        return math.nan
    whole, parts, _ = split
    return float(np.float64(parts) / whole)


@sweep_index
def pseudo_t2_score(sweep, n_clusters):
    """Compute the pseudo t squared statistic: whether two clusters differ.

    One of K nested clusters splits in two when there are K + 1. With the sums of
    squares about the mean of this cluster, :math:`W_m`, and of its parts, :math:`W_a`
    and :math:`W_b`, and its number :math:`n_m` of samples,

    .. math:: t^2 = \\frac{W_m - W_a - W_b}{(W_a + W_b) / (n_m - 2)},

    from 0 to infinity. A high value tells that the split is worth it; the rule is to
    choose the first K whose value is not above the critical one, which is the one of
    :func:`duda_score`.

    Read more in the :ref:`User Guide <k_indices>`.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The statistic for each K, NaN where there is no partition into K + 1 clusters,
        the cluster has two samples or its samples are all equal; infinity if nothing is
        left in its parts.

    See Also
    --------
    duda_score : The same as a ratio.
    beale_score : The same as an F test.

    Notes
    -----
    The partitions must be nested, as the cuts of one tree are. NbClust for R computes
    it from rounded numbers.

    References
    ----------
    .. [1] R. O. Duda, P. E. Hart (1973). "Pattern Classification and Scene Analysis".
       Wiley.

    Examples
    --------
    >>> from skclustmetrics import pseudo_t2_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0] * 6, [0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2]]
    >>> pseudo_t2_score(X, labelings)
    array([150.,   3.,  nan])
    """
    split = _split(sweep, n_clusters)
    if split is None:
        return math.nan
    whole, parts, size = split
    if size < 3:
        return math.nan
    return float(np.float64(whole - parts) / parts) * (size - 2)


@sweep_index
def beale_score(sweep, n_clusters):
    """Compute Beale's F statistic: whether two clusters fit better than one.

    One of K nested clusters splits in two when there are K + 1. With the sums of
    squares about the mean of this cluster, :math:`W_m`, and of its parts, :math:`W_a`
    and :math:`W_b`, its number :math:`n_m` of samples and d features,

    .. math:: F = \\frac{W_m - W_a - W_b}{W_a + W_b}
        \\left(\\frac{n_m - 1}{n_m - 2} 2^{2/d} - 1\\right)^{-1},

    from 0 to infinity. A high value tells that the split is worth it; the rule is to
    choose the first K at which the F distribution with d and :math:`(n_m - 2) d`
    degrees of freedom exceeds the value with a probability of 0.1 or more.

    Read more in the :ref:`User Guide <k_indices>`.

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The statistic for each K, NaN where there is no partition into K + 1 clusters,
        the cluster has two samples or its samples are all equal; infinity if nothing is
        left in its parts.

    See Also
    --------
    pseudo_t2_score : Another scale of the same ratio.

    Notes
    -----
    The partitions must be nested, as the cuts of one tree are. NbClust for R has the
    bracket at another place and gives other numbers.

    References
    ----------
    .. [1] E. M. L. Beale (1969). "Euclidean cluster analysis". Bulletin of the
       International Statistical Institute 43, 92-94.

    Examples
    --------
    >>> from skclustmetrics import beale_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0] * 6, [0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2]]
    >>> beale_score(X, labelings).round(3)
    array([9.375, 0.429,   nan])
    """
    split = _split(sweep, n_clusters)
    if split is None:
        return math.nan
    whole, parts, size = split
    if size < 3:
        return math.nan
    expected = (size - 1) / (size - 2) * 2 ** (2 / sweep.n_features) - 1
    return float(np.float64(whole - parts) / parts) / expected


def _sizes(sweep):
    """For each number of clusters the size of the one that is split; NaN if none is."""
    splits = [_split(sweep, count) for count in sweep.counts]
    return np.array([np.nan if split is None else split[2] for split in splits])


def _reaches_critical_ratio(sweep, values):
    critical = [
        np.nan if np.isnan(size) else _critical(sweep, size) for size in _sizes(sweep)
    ]
    return values >= np.array(critical)


def _keeps_below_critical_t2(sweep, values):
    return _reaches_critical_ratio(sweep, 1 / (1 + values / (_sizes(sweep) - 2)))


def _is_not_significant(sweep, values):
    degrees = (_sizes(sweep) - 2) * sweep.n_features
    return f_distribution.sf(values, sweep.n_features, degrees) >= 0.1


K_SPLIT_INDICES = (
    SweepSpec(
        function=duda_score,
        title="Duda-Hart",
        source="Duda & Hart 1973, Wiley",
        rule="first",
        accepts=_reaches_critical_ratio,
        nested=True,
    ),
    SweepSpec(
        function=pseudo_t2_score,
        title="pseudo t squared",
        source="Duda & Hart 1973, Wiley",
        rule="first",
        accepts=_keeps_below_critical_t2,
        nested=True,
    ),
    SweepSpec(
        function=beale_score,
        title="Beale",
        source="Beale 1969, Bull. ISI",
        rule="first",
        accepts=_is_not_significant,
        nested=True,
    ),
)
