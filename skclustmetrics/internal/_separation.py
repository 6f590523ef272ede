"""Indices of how far apart clusters are, and how tight against that: COP."""

import numpy as np

from skclustmetrics._kernels._cluster_extremes import cluster_pairs, sample_extremes
from skclustmetrics._kernels._pair_statistics import pair_statistics
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._choice import check_choice
from skclustmetrics.internal._pairs import (
    centres_of,
    check_pairs,
    off_diagonal,
    ratio,
    walk_pairs,
)

__all__ = ["SEPARATION_INDICES", "cop_score", "separation_of", "separation_score"]

_SEPARATIONS = ("nearest", "mean_nearest", "average", "centroid", "mean_centroid")


def separation_score(
    X,
    labels,
    *,
    variant="nearest",
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute how far apart the clusters are.

    The least distance between samples of different clusters, or another distance
    between clusters; from 0 to infinity, in the units of the data; higher is better.
    It says nothing of how wide the clusters are: compare it only between partitions of
    the same data, and look at a measure of compactness as well.

    Read more in the :ref:`User Guide <separation>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    variant : {"nearest", "mean_nearest", "average", "centroid", "mean_centroid"}, \
            default="nearest"
        The least distance between samples of different clusters; the mean over all
        pairs of clusters of the least distance between their samples; the mean
        distance between samples of different clusters; the least distance between the
        means of clusters; or the mean of the distances between the means.
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
        The separation; 0 if two clusters share a point.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    dunn_score : The separation over the largest diameter.

    Notes
    -----
    Run time is of order n^2 d for n samples with d features, n d for centroids.

    References
    ----------
    .. [1] J. Handl, J. Knowles, D. B. Kell (2005). "Computational cluster validation in
       post-genomic data analysis". Bioinformatics 21, 3201-3212.
       :doi:`10.1093/bioinformatics/bti517`

    Examples
    --------
    >>> from skclustmetrics import separation_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> separation_score(X, [0, 0, 1, 1])
    4.0
    >>> separation_score(X, [0, 0, 1, 1], variant="centroid")
    5.5
    """
    check_choice(variant, "variant", _SEPARATIONS)
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    if variant in ("centroid", "mean_centroid"):
        between = off_diagonal(centres_of(data).between)
        return float(between.min() if variant == "centroid" else between.mean())
    walk = walk_pairs(data, n_jobs)
    if variant == "mean_nearest":
        minima = cluster_pairs(walk, n_jobs=n_jobs).minima
        return float(off_diagonal(minima).mean() / walk.unit)
    return separation_of(pair_statistics(walk, n_jobs=n_jobs), variant)


def separation_of(pairs, variant="nearest"):
    """The least or the mean distance between clusters, of statistics of pairs."""
    walk, totals = pairs.walk, pairs.totals
    if variant == "average":
        n_between = walk.n_pairs - walk.n_within
        return float(totals.between_sum / n_between / walk.unit)
    return float(totals.least_between / walk.unit)


def cop_score(
    X,
    labels,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the COP index, context-independent optimality and partiality.

    With :math:`c_k` the mean of a cluster of :math:`n_k` of the n samples, it compares
    the mean distance to :math:`c_k` with the distance from the cluster's farthest
    member to the nearest sample outside:

    .. math:: \\frac{1}{n} \\sum_k n_k
        \\frac{\\frac{1}{n_k} \\sum_{x \\in C_k} d(x, c_k)}
        {\\min_{x \\notin C_k} \\max_{y \\in C_k} d(x, y)}

    from 0 up, at most 1 for Euclidean distances; lower is better.

    Read more in the :ref:`User Guide <cop>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples; distances do not do, as clusters are compared with their means.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    metric : str, default="euclidean"
        One of "euclidean", "sqeuclidean", "manhattan", "chebyshev" and "minkowski",
        for which means are centres.
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
        The index.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, every sample alone in its cluster, or a
        cluster that is a single point and shares it with another.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    silhouette_score : Compares mean distances.

    Notes
    -----
    Run time is of order n^2 d for n samples with d features, memory of order n K for K
    clusters. The index was proposed for the nodes of a hierarchy; its value for one
    partition is given here.

    References
    ----------
    .. [1] I. Gurrutxaga, I. Albisua, O. Arbelaitz, J. I. Martín, J. Muguerza, J. M.
       Pérez, I. Perona (2010). "SEP/COP: an efficient method to find the best partition
       in hierarchical clustering based on a new cluster validity index". Pattern
       Recognition 43, 3364-3373. :doi:`10.1016/j.patcog.2010.04.021`

    Examples
    --------
    >>> from skclustmetrics import cop_score
    >>> round(cop_score([[0.0], [1.0], [5.0], [7.0]], [0, 0, 1, 1]), 4)
    0.1333
    """
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    sums = centres_of(data, pairs=False).own_sums
    walk = walk_pairs(data, n_jobs)
    farthest = sample_extremes(walk, np.maximum, n_jobs=n_jobs)
    farthest[np.arange(walk.n_samples), walk.codes] = np.inf
    outside = farthest.min(axis=0) / walk.unit
    shared = "a cluster is a single point, and a sample of another lies there too"
    return sum(map(lambda s, o: ratio(s, o, shared), sums, outside)) / walk.n_samples


_ROW = {
    "kind": "internal",
    "family": "separation",
    "bounds": (0.0, np.inf),
    "cost": "n^2 d",
    "has_metric": True,
    "has_n_jobs": True,
}

SEPARATION_INDICES = (
    IndexSpec(
        function=separation_score,
        title="Separation",
        greater_is_better=True,
        source="Handl, Knowles & Kell 2005, Bioinformatics",
        **_ROW,
    ),
    IndexSpec(
        function=cop_score,
        title="COP",
        greater_is_better=False,
        source="Gurrutxaga et al. 2010, Pattern Recognit.",
        **_ROW,
    ),
)
