"""Indices of density: how clusters hold together, whatever their shape."""

import math
from numbers import Integral

import numpy as np

from skclustmetrics._kernels._canonical_order import order_by_distances, sort_rows
from skclustmetrics._kernels._mutual_reachability import (
    core_distances,
    least_separations,
    spanning_tree,
)
from skclustmetrics._kernels._parallel import run_tasks
from skclustmetrics._kernels._strips import double_tiles, exact_tiles
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.exceptions import UndefinedIndexError

__all__ = ["DENSITY_INDICES", "dbcv_score", "widest_gap_score"]


def dbcv_score(
    X,
    labels,
    *,
    metric="sqeuclidean",
    n_features=None,
    ties="density",
    per_cluster=False,
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the density-based clustering validation index, DBCV.

    The core distance of a sample is a mean, of power -p for p features, of its
    distances to all the other members of its cluster,

    .. math:: a(x) = \\Bigl( \\frac{1}{n_k - 1} \\sum_{y \\ne x} d(x, y)^{-p}
        \\Bigr)^{-1/p},

    and the mutual reachability of two samples is the largest of both core distances and
    their distance. In the minimum spanning tree of a cluster the nodes with more than
    one edge are internal. The sparseness of a cluster is the largest edge between
    internal nodes, its separation the least mutual reachability between an internal
    node and one of another cluster, and its validity

    .. math:: V_k = \\frac{\\text{separation} - \\text{sparseness}}
        {\\max(\\text{separation}, \\text{sparseness})}.

    The index is the mean of the validities, weighted by the number of samples, in which
    noise counts with the validity 0. It is between -1 and 1; higher is better. Below 0
    clusters are nearer to each other than they are tight. Clusters may have any shape.

    Read more in the :ref:`User Guide <dbcv>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. float32 is computed in double precision.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    metric : str or callable, default="sqeuclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a symmetric function of
        two rows, or "precomputed". The reference implementation squares Euclidean
        distances.
    n_features : int, default=None
        The exponent p; None means the number of columns of `X`. Needed for
        precomputed distances.
    ties : {"density", "rows"}, default="density"
        Which tree is taken where mutual reachabilities are equal, see Notes: one that
        does not depend on the order of the rows, or that of the reference
        implementation, which does.
    per_cluster : bool, default=False
        Whether to return the validity of each cluster.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster. Samples that are left
        out still count in the weights, with the validity 0.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise. The
        result is the same, bit for bit, for any number.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float, or ndarray of shape (n_clusters,)
        The index; with `per_cluster` the validities, in the order of the sorted labels.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters of more than one sample.
    ValueError
        If an argument is not what it must be, or distances are negative, asymmetric
        or not 0 on the diagonal beyond rounding.

    See Also
    --------
    silhouette_score : Compares mean distances, for round clusters.
    widest_gap_score : The longest edge in the spanning tree of any cluster.

    Notes
    -----
    A cluster of one sample counts as noise, a tree without internal nodes as wholly
    internal, both as in the reference implementation. Repeated samples have the core
    distance 0. A cluster with separation and sparseness 0 has the validity 0.

    Equal mutual reachabilities are common, since one large core distance hides many
    distances, and which nodes are internal depends on the tree. As in the reference
    implementation the tree grows from the first sample of the cluster, and what is
    found first wins a tie. First is here the sample with the least core distance, then
    that with the next; equal ones are sorted by their features (precomputed distances:
    by their sum, then by that of their squares). With ``ties="rows"`` they stand in
    the order of the rows, and the value is that of the reference implementation; it
    changes with that order, often by several hundredths.

    Run time is of order n^2 d, memory of order n.

    References
    ----------
    .. [1] D. Moulavi, P. A. Jaskowiak, R. J. G. B. Campello, A. Zimek, J. Sander
       (2014). "Density-based clustering validation". SIAM International Conference on
       Data Mining, 839-847. :doi:`10.1137/1.9781611973440.96`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import make_moons
    >>> from skclustmetrics import dbcv_score
    >>> X, moons = make_moons(200, noise=0.05, random_state=0)
    >>> halves = KMeans(2, n_init=10, random_state=0).fit_predict(X)
    >>> print(f"{dbcv_score(X, moons):.3f}  {dbcv_score(X, halves):.3f}")
    0.872  -0.713
    """
    data = check_X_labels(
        X, labels, metric=metric, params=kwds, noise_label=noise_label, noise=noise
    )
    n_features = _exponent(data, n_features)
    if ties not in ("density", "rows"):
        raise ValueError(
            f"The 'ties' parameter must be 'density' or 'rows'. Got {ties!r} instead."
        )
    validities = _validities(data, n_features, ties, n_jobs)
    if per_cluster:
        return validities
    partition = data.partition
    return math.fsum(validities * partition.sizes) / partition.n_samples


def _validities(data, n_features, ties, n_jobs):
    """Validity of each cluster, 0 for one of a single sample."""
    sizes = data.partition.sizes
    large = np.flatnonzero(sizes > 1)
    if large.size < 2:
        raise UndefinedIndexError(
            f"{large.size} of {sizes.size} clusters have more than one sample; DBCV "
            "needs two, since clusters of one sample count as noise."
        )
    by_features = data.metric != "precomputed"
    exact, _ = exact_tiles(data.X, data.metric, data.params, n_jobs=n_jobs)
    members = [np.flatnonzero(data.partition.codes == k) for k in large]
    sparseness, inner, cores, codes = np.zeros(sizes.size), [], [], []
    common = (data.X if by_features else None, exact, n_features, ties)
    found = run_tasks(_sparseness_of, members, n_jobs=n_jobs, common=common)
    for k, (widest, nodes, core) in zip(large, found, strict=True):
        sparseness[k] = widest
        inner.append(nodes)
        cores.append(core)
        codes.append(np.full(nodes.size, k))
    # no ties to mind here
    tiles = double_tiles(data.X, data.metric, data.params) if by_features else exact
    separation = least_separations(
        tiles.take(np.concatenate(inner)),
        np.concatenate(cores),
        np.concatenate(codes),
        sizes.size,
        n_jobs=n_jobs,
    )
    validities = np.zeros(sizes.size)
    larger = np.maximum(separation, sparseness)[large]
    difference = (separation - sparseness)[large]
    np.divide(difference, larger, out=difference, where=larger > 0)
    validities[large] = difference
    return validities


def _sparseness_of(X, exact, n_features, ties, members):
    """Sparseness of a cluster, its internal nodes and their core distances."""
    if ties == "density":
        # sorted first, so that the last bits of the core distances are always the same
        if X is None:
            order = order_by_distances(exact.take(members))
        else:
            order = sort_rows(X[members])
        members = members[order]
    tiles = exact.take(members)
    cores = core_distances(tiles, n_features)
    if ties == "density":
        order = np.argsort(cores, kind="stable")
        members, tiles, cores = members[order], tiles.take(order), cores[order]
    edges, weights = spanning_tree(tiles, cores)
    internal = np.bincount(edges.ravel(), minlength=members.size) > 1
    between = internal[edges].all(axis=1)
    widest = weights[between].max() if between.any() else weights.max()
    nodes = np.flatnonzero(internal) if internal.any() else np.arange(members.size)
    return widest, members[nodes], cores[nodes]


def _exponent(data, n_features):
    if n_features is None:
        if data.metric == "precomputed":
            raise ValueError(
                "n_features must be given with metric='precomputed': the number of "
                "features that the distances were computed from."
            )
        return data.X.shape[1]
    whole = isinstance(n_features, Integral) and not isinstance(n_features, bool)
    if not whole or n_features < 1:
        raise ValueError(
            "The 'n_features' parameter must be an int in the range [1, inf) or None. "
            f"Got {n_features!r} instead."
        )
    return int(n_features)


def widest_gap_score(
    X,
    labels,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the widest gap within a cluster.

    The gap of a cluster is the longest edge of its minimum spanning tree: the least
    distance that must be crossed to reach every member from any other. The index is
    the gap of the worst cluster,

    .. math:: \\max_k \\max_{A \\subset C_k} \\min_{x \\in A, y \\in C_k \\setminus A}
        d(x, y),

    from 0 to infinity, in the unit of the distances; lower is better. A cluster that
    falls apart shows, whatever its shape; two clusters that should be one do not.

    Read more in the :ref:`User Guide <widest_gap>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. float32 is computed in double precision.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a symmetric function of
        two rows, or "precomputed".
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    score : float
        The widest gap. Clusters of one sample have none.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be, or distances are negative, asymmetric
        or not 0 on the diagonal beyond rounding.

    See Also
    --------
    dbcv_score : Compares gaps with the separation of clusters.

    Notes
    -----
    Run time is of order n^2 d / K for K clusters of similar size, memory of order n.

    References
    ----------
    .. [1] C. Hennig (2019). "Cluster validation by measurement of clustering
       characteristics relevant to the user". In: Data Analysis and Applications 1,
       Wiley, 1-24. :doi:`10.1002/9781119597568.ch1`

    Examples
    --------
    >>> from skclustmetrics import widest_gap_score
    >>> X = [[0.0], [1.0], [3.0], [10.0], [11.0]]
    >>> widest_gap_score(X, [0, 0, 0, 1, 1])
    2.0
    """
    data = check_X_labels(
        X, labels, metric=metric, params=kwds, noise_label=noise_label, noise=noise
    )
    codes = data.partition.codes
    tiles, unit = exact_tiles(data.X, data.metric, data.params, n_jobs=n_jobs)
    members = [
        np.flatnonzero(codes == k) for k in np.flatnonzero(data.partition.sizes > 1)
    ]
    gaps = run_tasks(_gap_of, members, n_jobs=n_jobs, common=(tiles,))
    return float(max(gaps) / unit)


def _gap_of(tiles, members):
    _, weights = spanning_tree(tiles.take(members))
    return weights.max()


_ROW = {"kind": "internal", "family": "density", "has_metric": True, "has_n_jobs": True}

DENSITY_INDICES = (
    IndexSpec(
        function=dbcv_score,
        title="Density-based clustering validation (DBCV)",
        greater_is_better=True,
        bounds=(-1.0, 1.0),
        cost="n^2 d",
        source="Moulavi et al. 2014, SIAM Data Mining",
        counts_noise=True,
        **_ROW,
    ),
    IndexSpec(
        function=widest_gap_score,
        title="Widest gap within a cluster",
        greater_is_better=False,
        bounds=(0.0, np.inf),
        cost="n^2 d / K",
        source="Hennig 2019, Data Analysis and Applications",
        **_ROW,
    ),
)
