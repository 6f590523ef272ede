"""The silhouette with distances to medoids in place of mean distances."""

import numpy as np

from skclustmetrics._kernels._medoids import distances_to, find_medoids
from skclustmetrics._kernels._parallel import check_n_jobs
from skclustmetrics._kernels._precomputed import check_distances
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.internal._description import check_variant

__all__ = ["MEDOID_INDICES", "medoid_silhouette_score"]


def medoid_silhouette_score(
    X,
    labels,
    *,
    medoids=None,
    assignment="labels",
    metric="euclidean",
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
    **kwds,
):
    """Compute the medoid silhouette, with distances to the medoids of clusters.

    With a the distance of a sample to the medoid of its own cluster and b the least to
    that of another, it is the mean over samples of

    .. math:: \\frac{b - a}{\\max(a, b)}

    from -1 to 1; higher is better. It approximates the silhouette in any metric, and is
    what some k-medoids algorithms optimise.

    Read more in the :ref:`User Guide <nearest_mean>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    medoids : array-like of int of shape (n_clusters,), default=None
        Which samples are the medoids, one of each cluster. None means to find the
        sample of each cluster with the least sum of distances to its members.
    assignment : {"labels", "nearest"}, default="labels"
        Whether a is the distance to the medoid of the own cluster, or to the nearest
        medoid, and b to the second nearest; the index is then
        :math:`1 - a / b`, from 0 to 1, and uses the labels for the medoids only.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        or "precomputed".
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice.
    n_jobs : int, default=None
        Number of workers that look for medoids, as in joblib.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float
        The index. A sample with a = b = 0 counts 0, and with `assignment` "labels" so
        does one that is alone in its cluster.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    simplified_silhouette_score : With distances to means.
    silhouette_score : With mean distances to the samples of clusters.

    Notes
    -----
    Run time is of order n K d for given medoids; finding them is of the order of the
    pairs within clusters. Memory is bounded. Of several possible medoids that with the
    least features in lexicographic order is taken, or the first of precomputed ones.
    The package kmedoids counts a = b = 0 as 1.

    References
    ----------
    .. [1] M. van der Laan, K. Pollard, J. Bryan (2003). "A new partitioning around
       medoids algorithm". Journal of Statistical Computation and Simulation 73,
       575-584. :doi:`10.1080/0094965031000136012`
    .. [2] L. Lenssen, E. Schubert (2024). "Medoid silhouette clustering with automatic
       cluster number selection". Information Systems 120, 102290.
       :doi:`10.1016/j.is.2023.102290`

    Examples
    --------
    >>> from skclustmetrics import medoid_silhouette_score
    >>> X = [[0.0], [2.0], [3.0], [10.0], [12.0], [16.0]]
    >>> print(f"{medoid_silhouette_score(X, [0, 0, 0, 1, 1, 1]):.4f}")
    0.8644
    """
    check_variant(assignment, {"labels", "nearest"}, "assignment")
    check_n_jobs(n_jobs)
    data = check_X_labels(
        X,
        labels,
        metric=metric,
        params=kwds,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
    )
    if data.metric == "precomputed":
        check_distances(data.X, n_jobs=n_jobs)
    codes, n_clusters = data.partition.codes, data.partition.n_clusters
    where = (data.X, data.metric, data.params)
    if medoids is None:
        medoids = find_medoids(*where, codes, n_clusters, data.weights, n_jobs=n_jobs)
    else:
        medoids = _check_medoids(medoids, data.partition)
    by_labels = assignment == "labels"
    values = np.empty(codes.size)
    for rows, D in distances_to(*where, medoids):
        index = np.arange(len(D))
        own = codes[rows] if by_labels else D.argmin(axis=1)
        a = D[index, own]
        D[index, own] = np.inf
        b = D.min(axis=1)
        larger = np.maximum(a, b)
        values[rows] = np.divide(b - a, larger, out=np.zeros_like(a), where=larger > 0)
    if by_labels:
        values[(np.bincount(codes, weights=data.weights) <= 1)[codes]] = 0.0
    return float(np.average(values, weights=data.weights))


def _check_medoids(medoids, partition):
    """Return the positions, among the kept samples and in order of the clusters."""
    medoids = np.asarray(medoids)
    n_clusters, kept = partition.n_clusters, partition.kept
    n_samples = partition.codes.size if kept is None else kept.size
    if medoids.dtype.kind not in "iu" or medoids.shape != (n_clusters,):
        raise ValueError(
            f"medoids must be {n_clusters} positions of samples, one for each cluster; "
            f"got an array of {medoids.dtype} of shape {medoids.shape}."
        )
    if medoids.min() < 0 or medoids.max() >= n_samples:
        raise ValueError(
            f"medoids must be positions from 0 to {n_samples - 1}; got "
            f"{medoids.min()} to {medoids.max()}."
        )
    if kept is not None:
        if not kept[medoids].all():
            raise ValueError(
                f"Sample {medoids[~kept[medoids]][0]} of medoids was left out as noise "
                "or has weight 0."
            )
        medoids = (np.cumsum(kept) - 1)[medoids]
    clusters = partition.codes[medoids]
    if np.unique(clusters).size < n_clusters:
        raise ValueError(
            "medoids must hold one sample of each cluster; cluster "
            f"{partition.classes[np.setdiff1d(np.arange(n_clusters), clusters)[0]]!s} "
            "has none."
        )
    ordered = np.empty(n_clusters, np.intp)
    ordered[clusters] = medoids
    return ordered


_ROW = {
    "function": medoid_silhouette_score,
    "kind": "internal",
    "family": "silhouette",
    "greater_is_better": True,
    "has_metric": True,
    "has_sample_weight": True,
    "has_n_jobs": True,
}

MEDOID_INDICES = (
    IndexSpec(
        title="Medoid silhouette",
        bounds=(-1.0, 1.0),
        cost="n^2 d / K",
        source="van der Laan et al. 2003, J. Stat. Comput. Simul.",
        **_ROW,
    ),
    IndexSpec(
        name="medoid_silhouette_nearest",
        title="Medoid silhouette, nearest medoids",
        params={"assignment": "nearest"},
        bounds=(0.0, 1.0),
        cost="n^2 d / K",
        source="Lenssen & Schubert 2024, Inf. Syst.",
        **_ROW,
    ),
)
