"""Indices of neighbourhood that count the neighbours in other clusters."""

import math

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.internal._kinship import kinship

__all__ = ["NEIGHBOUR_INDICES", "connectivity_of", "connectivity_score", "wcnn_score"]


def connectivity_score(
    X,
    labels,
    *,
    n_neighbors=10,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the connectivity: how often near neighbours are in other clusters.

    Each sample pays 1/j where its j-th nearest neighbour is in another cluster,

    .. math:: \\sum_i \\sum_{j=1}^{L} \\frac{[\\text{the j-th nearest neighbour of } i
        \\text{ is in another cluster}]}{j}

    from 0 to n (1 + 1/2 + ... + 1/L) for n samples; lower is better. It judges only the
    borders of clusters, of any shape, and is 0 for one cluster: it prefers few.

    Read more in the :ref:`User Guide <connectivity>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. float32 is computed in double precision.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    n_neighbors : int, default=10
        The number L of neighbours; all others if there are fewer.
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
        The connectivity.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be, or distances are negative, asymmetric
        or not 0 on the diagonal beyond rounding.

    See Also
    --------
    wcnn_score : The share of neighbours in the same cluster.

    Notes
    -----
    Of neighbours at the same distance, up to a relative 1e-9, members of the own
    cluster come first, whatever the order of the rows.

    Run time is of order n^2 d, memory of order n L.

    References
    ----------
    .. [1] J. Handl, J. Knowles, D. B. Kell (2005). "Computational cluster validation
       in post-genomic data analysis". Bioinformatics 21, 3201-3212.
       :doi:`10.1093/bioinformatics/bti517`

    Examples
    --------
    >>> from skclustmetrics import connectivity_score
    >>> X = [[0.0], [1.0], [3.0], [9.0], [10.0]]
    >>> connectivity_score(X, [0, 0, 0, 1, 1], n_neighbors=2)
    1.0
    >>> connectivity_score(X, [0, 0, 1, 1, 1], n_neighbors=2)
    2.5
    """
    _, kin = kinship(X, labels, n_neighbors, metric, kwds, noise_label, noise, n_jobs)
    return connectivity_of(kin)


def connectivity_of(kin):
    """Compute the connectivity from which neighbours share the cluster."""
    foreign = np.count_nonzero(~kin, axis=0)
    return math.fsum(foreign / np.arange(1, foreign.size + 1))


def wcnn_score(
    X,
    labels,
    *,
    n_neighbors=10,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the share of near neighbours within clusters, WCNN.

    The share of the M nearest neighbours of all samples that are in the same cluster,
    from 0 to 1; higher is better.

    .. math:: \\frac{1}{n M} \\sum_i \\left| \\{ j \\le M :
        \\text{nearest}_j(i) \\in C(i) \\} \\right|

    Read more in the :ref:`User Guide <wcnn>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. float32 is computed in double precision.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    n_neighbors : int, default=10
        The number M of neighbours; all others if there are fewer.
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
        The share.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be, or distances are negative, asymmetric
        or not 0 on the diagonal beyond rounding.

    See Also
    --------
    connectivity_score : Weighs near neighbours more, and counts the others.

    Notes
    -----
    Of neighbours at the same distance, up to a relative 1e-9, members of the own
    cluster come first, whatever the order of the rows. genieclust gives -inf if a
    cluster has M samples or fewer; here its samples simply have neighbours outside.

    Run time is of order n^2 d, memory of order n M.

    References
    ----------
    .. [1] M. Gagolewski, M. Bartoszuk, A. Cena (2021). "Are cluster validity measures
       (in)valid?". Information Sciences 581, 620-636.
       :doi:`10.1016/j.ins.2021.10.004`

    Examples
    --------
    >>> from skclustmetrics import wcnn_score
    >>> X = [[0.0], [1.0], [3.0], [9.0], [10.0]]
    >>> wcnn_score(X, [0, 0, 0, 1, 1], n_neighbors=2)
    0.8
    """
    _, kin = kinship(X, labels, n_neighbors, metric, kwds, noise_label, noise, n_jobs)
    return float(kin.mean())


_ROW = {
    "kind": "internal",
    "family": "neighbourhood",
    "cost": "n^2 d",
    "has_metric": True,
    "has_n_jobs": True,
}

NEIGHBOUR_INDICES = (
    IndexSpec(
        function=connectivity_score,
        title="Connectivity",
        greater_is_better=False,
        bounds=(0.0, np.inf),
        source="Handl, Knowles & Kell 2005, Bioinformatics",
        **_ROW,
    ),
    IndexSpec(
        function=wcnn_score,
        title="Near neighbours within clusters (WCNN)",
        greater_is_better=True,
        bounds=(0.0, 1.0),
        source="Gagolewski, Bartoszuk & Cena 2021, Inf. Sci.",
        **_ROW,
    ),
)
