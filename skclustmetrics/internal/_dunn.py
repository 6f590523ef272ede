"""Dunn indices: the distances of clusters over their extents."""

import numpy as np

from skclustmetrics._kernels._cluster_extremes import cluster_pairs, sample_extremes
from skclustmetrics._kernels._pair_statistics import pair_statistics
from skclustmetrics._kernels._parallel import check_n_jobs
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._choice import check_choice
from skclustmetrics.internal._pairs import (
    centres_of,
    check_pairs,
    off_diagonal,
    ratio,
    walk_pairs,
)

__all__ = [
    "DUNN_INDICES",
    "dunn_of",
    "dunn_score",
    "generalized_dunn_of",
    "generalized_dunn_score",
]

_INTER = ("single", "complete", "average", "centroid", "own_centroids", "hausdorff")
_INTRA = ("diameter", "average", "twice_mean_to_centroid")
_ALL_EQUAL = "no cluster has any extent, and two of them coincide"


def dunn_score(
    X,
    labels,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the Dunn index.

    The least distance between samples of different clusters over the largest distance
    between samples of one cluster, the largest diameter:

    .. math:: \\frac{\\min_{k \\ne l} \\min_{x \\in C_k, y \\in C_l} d(x, y)}
        {\\max_k \\max_{x, y \\in C_k} d(x, y)}

    from 0 to infinity; higher is better. Above 1 every sample is nearer to all of its
    cluster than to any other sample. Two pairs of samples decide, so that one stray
    sample can ruin it; :func:`generalized_dunn_score` is steadier.

    Read more in the :ref:`User Guide <dunn>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        of which the mean of both directions is taken, or "precomputed".
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    n_jobs : int, default=None
        Number of workers, as in joblib. The result is the same for any number.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float
        The index; infinity if every cluster is a single point and they differ, 0 if
        two clusters share a point.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, every sample alone in its cluster, or all
        clusters single points of which two coincide.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    generalized_dunn_score : Other distances and diameters of clusters.
    separation_score : The numerator alone.

    Notes
    -----
    Run time is of order n^2 d for n samples with d features, memory of order n d.

    References
    ----------
    .. [1] J. C. Dunn (1974). "Well-separated clusters and optimal fuzzy partitions".
       Journal of Cybernetics 4, 95-104. :doi:`10.1080/01969727408546059`

    Examples
    --------
    >>> from skclustmetrics import dunn_score
    >>> dunn_score([[0.0], [1.0], [5.0], [7.0]], [0, 0, 1, 1])
    2.0
    """
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    return dunn_of(pair_statistics(walk_pairs(data, n_jobs), n_jobs=n_jobs))


def dunn_of(pairs):
    """The index of Dunn, of statistics of pairs."""
    totals = pairs.totals
    return ratio(totals.least_between, totals.diameters.max(), _ALL_EQUAL)


def generalized_dunn_score(
    X,
    labels,
    *,
    inter="average",
    intra="average",
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute a generalised Dunn index, one of eighteen.

    The least distance of two clusters over the largest extent of one,

    .. math:: \\frac{\\min_{k \\ne l} \\delta(C_k, C_l)}{\\max_k \\Delta(C_k)}

    from 0 to infinity; higher is better. Means of many distances make it less
    dependent on single samples than :func:`dunn_score`, which is ``inter="single"``
    over ``intra="diameter"``.

    Read more in the :ref:`User Guide <dunn>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    inter : {"single", "complete", "average", "centroid", "own_centroids", \
            "hausdorff"}, default="average"
        The distance of two clusters: least, largest or mean distance of their samples,
        distance of their means, mean distance of the samples of both to the means of
        their own clusters, or the Hausdorff distance, the largest distance of a sample
        of either to the nearest of the other (delta 1 to 6 of [1]_).
    intra : {"diameter", "average", "twice_mean_to_centroid"}, default="average"
        The extent of a cluster: largest or mean distance of two of its samples, or
        twice the mean distance to its mean (Delta 1 to 3 of [1]_).
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        of which the mean of both directions is taken, or "precomputed". With centroids
        only "euclidean", "sqeuclidean", "manhattan", "chebyshev" and "minkowski".
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    n_jobs : int, default=None
        Number of workers, as in joblib. The result is the same for any number.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float
        The index; infinity if no cluster has any extent and they are apart.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, every sample alone in its cluster, or no
        extent and two clusters at distance 0.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    dunn_score : The index of Dunn.

    Notes
    -----
    A cluster of one sample has no extent. Run time is of order n^2 d for n samples
    with d features, n d where only centroids are asked for. Memory is of order K^2 for
    K clusters, n K for "hausdorff". Other packages halve the mean distance of two
    samples, which doubles the index.

    References
    ----------
    .. [1] J. C. Bezdek, N. R. Pal (1998). "Some new indexes of cluster validity". IEEE
       Transactions on Systems, Man, and Cybernetics B 28, 301-315.
       :doi:`10.1109/3477.678624`

    Examples
    --------
    >>> from skclustmetrics import generalized_dunn_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> generalized_dunn_score(X, [0, 0, 1, 1], inter="centroid", intra="diameter")
    2.75
    """
    check_choice(inter, "inter", _INTER)
    check_choice(intra, "intra", _INTRA)
    check_n_jobs(n_jobs)
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    sizes = np.bincount(data.partition.codes)
    pairs = centres = walk = None
    if inter in ("centroid", "own_centroids") or intra == "twice_mean_to_centroid":
        centres = centres_of(data, pairs=inter == "centroid")
    if intra != "twice_mean_to_centroid" or inter not in ("centroid", "own_centroids"):
        walk = walk_pairs(data, n_jobs)
        if inter != "hausdorff" or intra != "twice_mean_to_centroid":
            pairs = cluster_pairs(walk, n_jobs=n_jobs)
    if inter == "centroid":
        apart = centres.between
    elif inter == "own_centroids":
        apart = np.add.outer(centres.own_sums, centres.own_sums)
        apart = apart / np.add.outer(sizes, sizes)
    elif inter == "hausdorff":
        directed = np.maximum.reduceat(
            sample_extremes(walk, np.minimum, n_jobs=n_jobs), walk.starts, axis=0
        )
        apart = np.maximum(directed, directed.T) / walk.unit
    elif inter == "average":
        apart = _mean_between(pairs.sums, sizes) / walk.unit
    else:
        apart = (pairs.minima if inter == "single" else pairs.maxima) / walk.unit
    if intra == "diameter":
        extents = pairs.maxima.diagonal() / walk.unit
    elif intra == "average":
        extents = _mean_within(pairs.sums, sizes) / walk.unit
    else:
        extents = 2 * centres.own_sums / sizes
    return ratio(off_diagonal(apart).min(), extents.max(), _ALL_EQUAL)


def generalized_dunn_of(pairs):
    """The generalised index of mean distances, of statistics of pairs."""
    sums, sizes = pairs.cluster_sums, pairs.walk.sizes
    apart, extents = _mean_between(sums, sizes), _mean_within(sums, sizes)
    return ratio(off_diagonal(apart).min(), extents.max(), _ALL_EQUAL)


def _mean_between(sums, sizes):
    return sums / np.multiply.outer(sizes, sizes.astype(float))


def _mean_within(sums, sizes):
    return sums.diagonal() / np.maximum(sizes * (sizes - 1.0) / 2, 1)


_ROW = {
    "kind": "internal",
    "family": "separation",
    "bounds": (0.0, np.inf),
    "cost": "n^2 d",
    "has_metric": True,
    "has_n_jobs": True,
}

DUNN_INDICES = (
    IndexSpec(
        function=dunn_score,
        title="Dunn",
        greater_is_better=True,
        source="Dunn 1974, J. Cybern.",
        **_ROW,
    ),
    IndexSpec(
        function=generalized_dunn_score,
        title="Generalised Dunn, mean distances",
        greater_is_better=True,
        source="Bezdek & Pal 1998, IEEE Trans. Syst. Man Cybern. B",
        **_ROW,
    ),
)
