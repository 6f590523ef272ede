"""Indices of neighbourhood that count the samples whose neighbours are as they are."""

import math

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.internal._kinship import kinship

__all__ = [
    "CONSISTENCY_INDICES",
    "in_group_proportion_of",
    "in_group_proportion_score",
    "nearest_neighbor_consistency_score",
]


def in_group_proportion_score(
    X,
    labels,
    *,
    metric="euclidean",
    per_cluster=False,
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the in-group proportion, IGP.

    The in-group proportion of a cluster is the share of its samples whose nearest
    neighbour is in the same cluster,

    .. math:: IGP_k = \\frac{1}{n_k} \\left| \\{ i \\in C_k :
        \\text{nearest}(i) \\in C_k \\} \\right|,

    and the index is the mean over the clusters. It is between 0 and 1; higher is
    better. A cluster of one sample has the proportion 0.

    Read more in the :ref:`User Guide <in_group_proportion>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. float32 is computed in double precision.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        or "precomputed".
    per_cluster : bool, default=False
        Whether to return the proportion of each cluster.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise. The
        result is the same, bit for bit, for any number.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float, or ndarray of shape (n_clusters,)
        The mean; with `per_cluster` the proportions, in the order of the sorted labels.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be, or distances are negative, asymmetric
        or not 0 on the diagonal beyond rounding.

    See Also
    --------
    nearest_neighbor_consistency_score : The share of all samples, for more neighbours.

    Notes
    -----
    Of neighbours at the same distance, up to a relative 1e-9, members of the own
    cluster come first, whatever the order of the rows. The source takes the nearest by
    correlation, which is ``metric="correlation"``.

    Run time is of order n^2 d, memory of order n.

    References
    ----------
    .. [1] A. V. Kapp, R. Tibshirani (2007). "Are clusters found in one dataset present
       in another dataset?". Biostatistics 8, 9-31.
       :doi:`10.1093/biostatistics/kxj029`

    Examples
    --------
    >>> from skclustmetrics import in_group_proportion_score
    >>> X = [[0.0], [1.0], [3.0], [9.0], [10.0]]
    >>> in_group_proportion_score(X, [0, 0, 1, 1, 1], per_cluster=True).round(3)
    array([1.   , 0.667])
    """
    data, kin = kinship(X, labels, 1, metric, kwds, noise_label, noise, n_jobs)
    return in_group_proportion_of(data.partition, kin, per_cluster=per_cluster)


def in_group_proportion_of(partition, kin, *, per_cluster=False):
    """Compute the proportions from which neighbours share the cluster."""
    proportions = np.bincount(partition.codes, weights=kin[:, 0]) / partition.sizes
    return proportions if per_cluster else math.fsum(proportions) / proportions.size


def nearest_neighbor_consistency_score(
    X,
    labels,
    *,
    n_neighbors=1,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the nearest-neighbour consistency.

    The share of samples whose k nearest neighbours are all in the same cluster as they
    are, from 0 to 1; higher is better.

    .. math:: \\frac{1}{n} \\left| \\{ i : \\text{nearest}_1(i), \\ldots,
        \\text{nearest}_k(i) \\in C(i) \\} \\right|

    Read more in the :ref:`User Guide <nearest_neighbor_consistency>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. float32 is computed in double precision.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    n_neighbors : int, default=1
        The number k of neighbours; all others if there are fewer.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        or "precomputed".
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise. The
        result is the same, bit for bit, for any number.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float
        The consistency.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be, or distances are negative, asymmetric
        or not 0 on the diagonal beyond rounding.

    See Also
    --------
    in_group_proportion_score : The same for one neighbour, cluster by cluster.
    wcnn_score : Counts neighbours, not samples.

    Notes
    -----
    Of neighbours at the same distance, up to a relative 1e-9, members of the own
    cluster come first, whatever the order of the rows. A sample in a cluster of k
    samples or fewer has a neighbour outside, and is not consistent.

    Run time is of order n^2 d, memory of order n k.

    References
    ----------
    .. [1] C. Ding, X. He (2004). "K-nearest-neighbor consistency in data clustering:
       incorporating local information into global optimization". ACM Symposium on
       Applied Computing, 584-589. :doi:`10.1145/967900.968021`

    Examples
    --------
    >>> from skclustmetrics import nearest_neighbor_consistency_score
    >>> X = [[0.0], [1.0], [3.0], [9.0], [10.0]]
    >>> nearest_neighbor_consistency_score(X, [0, 0, 1, 1, 1])
    0.8
    """
    _, kin = kinship(X, labels, n_neighbors, metric, kwds, noise_label, noise, n_jobs)
    return float(kin.all(axis=1).mean())


_ROW = {
    "kind": "internal",
    "family": "neighbourhood",
    "cost": "n^2 d",
    "has_metric": True,
    "has_n_jobs": True,
}

CONSISTENCY_INDICES = (
    IndexSpec(
        function=in_group_proportion_score,
        title="In-group proportion (IGP)",
        greater_is_better=True,
        bounds=(0.0, 1.0),
        source="Kapp & Tibshirani 2007, Biostatistics",
        **_ROW,
    ),
    IndexSpec(
        function=nearest_neighbor_consistency_score,
        title="Nearest-neighbour consistency",
        greater_is_better=True,
        bounds=(0.0, 1.0),
        source="Ding & He 2004, ACM SAC",
        **_ROW,
    ),
)
