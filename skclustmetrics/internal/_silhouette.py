"""Silhouettes: how much nearer each sample is to its own cluster than to another."""

from numbers import Integral

import numpy as np
from sklearn.utils import check_random_state

from skclustmetrics._kernels._distances import own_sums_and_nearest_means
from skclustmetrics._kernels._labelings import Labelings
from skclustmetrics._kernels._parallel import check_n_jobs
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.internal._sampling import draw_stratified, draw_uniform

__all__ = [
    "SILHOUETTE_INDICES",
    "check_average",
    "mean_silhouette",
    "silhouette_samples",
    "silhouette_score",
    "silhouettes_from",
    "silhouettes_of",
]


def silhouette_samples(
    X,
    labels,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
    **kwds,
):
    """Compute the silhouette coefficient of each sample.

    With a the mean distance to the other members of the own cluster and b the least
    mean distance to the members of another cluster, the silhouette is

    .. math:: s = \\frac{b - a}{\\max(a, b)}

    between -1 and 1. Near 1 a sample lies well inside its cluster, near 0 between
    two, below 0 nearer to another. A sample alone in its cluster has the silhouette 0,
    and so has one with a = b = 0.

    Read more in the :ref:`User Guide <silhouette>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. float32 is computed in single precision with
        sums in double precision. Of a sparse matrix of distances every entry between
        different samples must be stored, except between samples with equal rows.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        or "precomputed". Row i of an array of distances, and the first argument of a
        function, belong to the sample whose silhouette is computed.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice. The
        weights of a cluster must sum to 1 at least.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise. The
        result is the same, bit for bit, for any number.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    silhouettes : ndarray of shape (n_samples,), dtype float64
        The silhouettes, NaN where the sample was left out as noise or has weight 0.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be, or distances are negative, asymmetric
        or not 0 on the diagonal beyond rounding.

    See Also
    --------
    silhouette_score : The mean over samples or over clusters.

    Notes
    -----
    Run time is of order n^2 d for n samples with d features, but clusters that cannot
    be the nearest are ruled out by bounds in the Euclidean case. Of order n d K and
    without pairs are the metrics "sqeuclidean", "cosine", "correlation", "hamming" and
    "manhattan", and every Minkowski metric of one feature. Memory is of order n K.

    References
    ----------
    .. [1] P. J. Rousseeuw (1987). "Silhouettes: a graphical aid to the interpretation
       and validation of cluster analysis". Journal of Computational and Applied
       Mathematics 20, 53-65. :doi:`10.1016/0377-0427(87)90125-7`

    Examples
    --------
    >>> from skclustmetrics import silhouette_samples
    >>> X = [[0.0], [1.0], [5.0], [7.0], [90.0]]
    >>> silhouette_samples(X, [0, 0, 1, 1, -1], noise_label=-1).round(3)
    array([0.833, 0.8  , 0.556, 0.692,   nan])
    """
    data = check_X_labels(
        X,
        labels,
        metric=metric,
        params=kwds,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
    )
    return data.partition.expand(_of_data(data, n_jobs))


def silhouette_score(
    X,
    labels,
    *,
    metric="euclidean",
    sample_size=None,
    random_state=None,
    stratify=False,
    average="micro",
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
    **kwds,
):
    """Compute the mean silhouette coefficient.

    Between -1 and 1; higher is better. Near 1 the clusters are dense and far apart,
    near 0 they overlap, and below 0 samples tend to be in the wrong one. It measures
    separation into round groups, not agreement with any truth: on iris it prefers 2
    clusters to the 3 species.

    Read more in the :ref:`User Guide <silhouette>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        or "precomputed".
    sample_size : int, default=None
        Compute the silhouettes within a random part of so many samples; None means
        all. The same rows as in scikit-learn for the same `random_state`.
    random_state : int, RandomState instance or None, default=None
        Which samples are drawn.
    stratify : bool, default=False
        Whether each cluster is drawn from in proportion to its size, at least 2 samples
        of each that has 2, and the means of clusters are weighted by their true sizes.
        A plain draw can miss a small cluster.
    average : {"micro", "macro"}, default="micro"
        The mean over samples, or the mean of the means of the clusters, in which a
        large cluster cannot hide small ones.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice. The
        weights of a cluster must sum to 1 at least.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float
        The mean silhouette.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    silhouette_samples : The values of single samples.
    SilhouetteKSelector : Choose the number of clusters by this score.

    Notes
    -----
    Cost as for :func:`silhouette_samples`.

    References
    ----------
    .. [1] P. J. Rousseeuw (1987). "Silhouettes: a graphical aid to the interpretation
       and validation of cluster analysis". Journal of Computational and Applied
       Mathematics 20, 53-65. :doi:`10.1016/0377-0427(87)90125-7`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import silhouette_score
    >>> X = load_iris().data
    >>> labels = KMeans(3, n_init=10, random_state=0).fit_predict(X)
    >>> print(f"{silhouette_score(X, labels):.4f}")
    0.5528
    """
    check_average(average)
    data = check_X_labels(
        X,
        labels,
        metric=metric,
        params=kwds,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
    )
    if not isinstance(stratify, bool | np.bool_):
        raise ValueError(
            "The 'stratify' parameter must be True or False; the clusters are those of "
            f"labels. Got an object of type {type(stratify).__name__} instead."
        )
    sizes = None
    if sample_size is not None:
        _check_sample_size(sample_size)
        rng = check_random_state(random_state)
        if stratify:
            drawn, sizes = draw_stratified(data, sample_size, rng)
        else:
            drawn = draw_uniform(data, sample_size, rng)
        data = data.take(drawn)
    return mean_silhouette(
        _of_data(data, n_jobs), data.partition.codes, data.weights, average, sizes
    )


def mean_silhouette(values, codes, weights=None, average="micro", sizes=None):
    """Average silhouettes over samples, or over the means of clusters.

    Parameters
    ----------
    values : ndarray of shape (n_samples,)
        The silhouettes.
    codes : ndarray of shape (n_samples,)
        The cluster of each sample.
    weights : ndarray of shape (n_samples,), default=None
        How often each sample counts.
    average : {"micro", "macro"}, default="micro"
        Over samples or over clusters.
    sizes : ndarray of shape (n_clusters,), default=None
        What each cluster counts in the micro average, if not its samples here.
    """
    if average == "micro" and sizes is None:
        return float(np.average(values, weights=weights))
    totals = np.bincount(codes, weights=weights)
    weighted = values if weights is None else values * weights
    means = np.bincount(codes, weights=weighted) / totals
    return float(np.average(means, weights=sizes if average == "micro" else None))


def _of_data(data, n_jobs):
    return silhouettes_of(data.X, data.metric, data.params, data.labelings, n_jobs)[0]


def silhouettes_of(X, metric, params, labelings: Labelings, n_jobs):
    """Silhouettes in each labelling, NaN where a sample is in no cluster.

    Parameters
    ----------
    X, metric, params
        The checked samples and the canonical metric.
    labelings : Labelings
        The clusters.
    n_jobs : int or None
        Number of workers.

    Returns
    -------
    values : ndarray of shape (n_labelings, n_samples)
    """
    check_n_jobs(n_jobs)
    own_sums, nearest = own_sums_and_nearest_means(
        X, metric, params, labelings, n_jobs=n_jobs
    )
    return silhouettes_from(own_sums, nearest, labelings)


def silhouettes_from(own_sums, nearest, labelings):
    """Silhouettes of the values of `own_sums_and_nearest_means`."""
    values = np.full(own_sums.shape, np.nan)
    for which, codes in enumerate(labelings.codes):
        member = codes >= 0
        others = labelings.cluster_weights(which)[codes[member]] - 1
        alone = others <= 0
        a = own_sums[which, member] / np.where(alone, 1.0, others)
        b = nearest[which, member]
        larger = np.maximum(a, b)
        neutral = alone | (larger == 0)
        values[which, member] = np.where(
            neutral, 0.0, (b - a) / np.where(neutral, 1.0, larger)
        )
    return values


def check_average(average):
    """Refuse an unknown way to average."""
    if average not in ("micro", "macro"):
        raise ValueError(
            f"The 'average' parameter must be 'micro' or 'macro'. Got {average!r} "
            "instead."
        )


def _check_sample_size(sample_size):
    whole = isinstance(sample_size, Integral) and not isinstance(sample_size, bool)
    if not whole or sample_size < 1:
        raise ValueError(
            "The 'sample_size' parameter must be an int in the range [1, inf) or None. "
            f"Got {sample_size!r} instead."
        )


_ROW = {
    "function": silhouette_score,
    "kind": "internal",
    "family": "silhouette",
    "greater_is_better": True,
    "bounds": (-1.0, 1.0),
    "cost": "n^2 d",
    "source": "Rousseeuw 1987, J. Comput. Appl. Math.",
    "has_metric": True,
    "has_sample_weight": True,
    "has_n_jobs": True,
}

SILHOUETTE_INDICES = (
    IndexSpec(title="Silhouette", **_ROW),
    IndexSpec(
        name="silhouette_macro",
        title="Silhouette, mean of clusters",
        params={"average": "macro"},
        **_ROW,
    ),
)
