"""The index of Frey and Van Groenewoud, from the mean distances of a sweep."""

import numpy as np

from skclustmetrics._kernels._distances import own_sums_and_nearest_means
from skclustmetrics._kernels._labelings import Labelings
from skclustmetrics.internal._k_sweep import SweepSpec, check_sweep, warn_if_nothing

__all__ = ["K_FREY_INDICES", "frey_score"]


def frey_score(
    X,
    labelings,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the index of Frey and Van Groenewoud: growth of two mean distances.

    With the mean distance :math:`B_K` of samples in different ones of K clusters, and
    that of samples in the same one, :math:`W_K`, both over pairs,

    .. math:: F(K) = \\frac{B_{K+1} - B_K}{W_{K+1} - W_K}.

    The rule is to choose the last K before it first falls below 1. It has no bounds.

    Read more in the :ref:`User Guide <k_indices>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labelings : array-like of shape (n_labelings, n_samples)
        Partitions of the samples, or a list of label arrays of any kinds, each into
        more clusters than the one before.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        or "precomputed".
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster. What is left out must
        be the same samples in every partition.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The index for each K, NaN for one cluster, where there is no partition into K +
        1 clusters, or where these leave no pair within clusters; plus or minus infinity
        if only the denominator is 0.

    Raises
    ------
    ValueError
        If the partitions are not ordered by their numbers of clusters, or another
        argument is not what it must be.

    Warns
    -----
    UndefinedMetricWarning
        If the index has no value for any of the partitions.

    See Also
    --------
    mcclain_rao_score : The ratio of the two mean distances.

    Notes
    -----
    It was made for hierarchical methods, with nested partitions, but is defined for
    all. Run time is of order n^2 (d + n_labelings), in one pass over the distances.

    References
    ----------
    .. [1] T. Frey, H. van Groenewoud (1972). "A cluster analysis of the D-squared
       matrix of white spruce stands in Saskatchewan based on the maximum-minimum
       principle". Journal of Ecology 60, 873-886. :doi:`10.2307/2258571`

    Examples
    --------
    >>> from skclustmetrics import frey_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> labelings = [[0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2, 2]]
    >>> frey_score(X, labelings).round(3)
    array([18.545,    nan])
    """
    sweep = check_sweep(
        X,
        labelings,
        metric=metric,
        params=kwds,
        noise_label=noise_label,
        noise=noise,
        n_jobs=n_jobs,
    )
    values = _from_sweep(sweep)
    warn_if_nothing(values, sweep)
    return values


def _from_sweep(sweep):
    """Return the index for each partition of a checked sweep."""
    within, between = _mean_distances(sweep)
    values = np.full(len(sweep.counts), np.nan)
    follows = np.diff(sweep.counts) == 1
    with np.errstate(divide="ignore", invalid="ignore"):
        values[:-1][follows] = (np.diff(between) / np.diff(within))[follows]
    return values


def _mean_distances(sweep):
    """Mean distances of the pairs within clusters and between them, NaN of none."""
    n_samples = sweep.n_samples
    whole = np.zeros(n_samples, dtype=np.intp)
    labelings = Labelings(np.stack([whole, *sweep.codes]), (1, *sweep.counts))
    sums, _ = own_sums_and_nearest_means(
        sweep.X, sweep.metric, sweep.params, labelings, n_jobs=sweep.n_jobs
    )
    total, *within = np.nansum(sums, axis=1)
    sizes = [np.bincount(codes) for codes in sweep.codes]
    pairs = np.array([size @ (size - 1) for size in sizes], dtype=np.float64)
    within = np.array(within)
    with np.errstate(invalid="ignore", divide="ignore"):
        between = (total - within) / (n_samples * (n_samples - 1) - pairs)
        return within / pairs, between


frey_score.from_sweep = _from_sweep

K_FREY_INDICES = (
    SweepSpec(
        function=frey_score,
        title="Frey-Van Groenewoud",
        source="Frey & Van Groenewoud 1972, J. Ecology",
        rule="fall",
        has_metric=True,
    ),
)
