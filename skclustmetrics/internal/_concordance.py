"""Indices of the order of distances within clusters and between them."""

import math

from skclustmetrics._kernels._pair_ranks import count_concordance
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._choice import check_choice
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._pairs import check_pairs, walk_pairs

__all__ = [
    "CONCORDANCE_INDICES",
    "baker_hubert_gamma_score",
    "concordance",
    "g_plus_of",
    "g_plus_score",
    "gamma_of",
    "tau_of",
    "tau_score",
]


def baker_hubert_gamma_score(
    X,
    labels,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the gamma index of Baker and Hubert.

    A pair of samples in the same cluster and a pair in different clusters are
    concordant if the first have the lesser distance, discordant if they have the
    greater. With :math:`s_+` concordant and :math:`s_-` discordant ones,

    .. math:: \\frac{s_+ - s_-}{s_+ + s_-}

    between -1 and 1; higher is better. It is 1 where every distance within a cluster is
    less than every one between clusters, and 0 is what labels without any relation to
    the data give.

    Read more in the :ref:`User Guide <concordance>`.

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
        The index.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, every sample alone in its cluster, or every
        distance within a cluster equal to every one between clusters.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    g_plus_score : Counts the discordant alone.
    tau_score : Takes equal distances into account.

    Notes
    -----
    Distances are sorted, not compared in pairs of pairs: run time is of order
    n^2 (d + log n) for n samples with d features, in bounded memory: distances that do
    not fit into a part of scikit-learn's ``working_memory`` are computed again for each
    range of them. Distances that agree to about 12 digits count as equal.

    References
    ----------
    .. [1] F. B. Baker, L. J. Hubert (1975). "Measuring the power of hierarchical
       cluster analysis". Journal of the American Statistical Association 70, 31-38.
       :doi:`10.1080/01621459.1975.10480256`

    Examples
    --------
    >>> from skclustmetrics import baker_hubert_gamma_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> baker_hubert_gamma_score(X, [0, 0, 1, 1])
    1.0
    >>> baker_hubert_gamma_score(X, [0, 1, 0, 1])
    -0.5
    """
    return gamma_of(*_count(X, labels, metric, kwds, noise_label, noise, n_jobs))


def gamma_of(walk, counts):
    """Compute the gamma index from counts of concordance."""
    compared = counts.concordant + counts.discordant
    if compared == 0:
        raise UndefinedIndexError(
            "Every distance within a cluster equals every one between clusters: none "
            "can be compared."
        )
    return (counts.concordant - counts.discordant) / compared


def g_plus_score(
    X,
    labels,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the G+ index.

    A pair of samples in the same cluster and a pair in different clusters are
    concordant if the first have the lesser distance, discordant if they have the
    greater. With :math:`s_-` discordant ones
    and N pairs of samples,

    .. math:: \\frac{2 s_-}{N (N - 1)}

    from 0 up, below 1; lower is better. It is 0 where no distance within a cluster is
    greater than one between clusters. Partitions of different numbers of clusters
    differ in how large it can be; :func:`baker_hubert_gamma_score` does not.

    Read more in the :ref:`User Guide <concordance>`.

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
        The index.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    baker_hubert_gamma_score : Relates the discordant to the concordant.

    Notes
    -----
    Distances are sorted, not compared in pairs of pairs: run time is of order
    n^2 (d + log n) for n samples with d features, in bounded memory: distances that do
    not fit into a part of scikit-learn's ``working_memory`` are computed again for each
    range of them. Distances that agree to about 12 digits count as equal.

    References
    ----------
    .. [1] F. J. Rohlf (1974). "Methods of comparing classifications". Annual Review of
       Ecology and Systematics 5, 101-113.
       :doi:`10.1146/annurev.es.05.110174.000533`

    Examples
    --------
    >>> from skclustmetrics import g_plus_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> g_plus_score(X, [0, 0, 1, 1])
    0.0
    >>> g_plus_score(X, [0, 1, 0, 1])
    0.4
    """
    return g_plus_of(*_count(X, labels, metric, kwds, noise_label, noise, n_jobs))


def g_plus_of(walk, counts):
    """Compute G+ from counts of concordance."""
    return 2 * counts.discordant / (walk.n_pairs * (walk.n_pairs - 1))


def tau_score(
    X,
    labels,
    *,
    variant="uncorrected",
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the tau index, Kendall's correlation of distances and clusters.

    A pair of samples in the same cluster and a pair in different clusters are
    concordant if the first have the lesser distance, discordant if they have the
    greater. With :math:`s_+` concordant and :math:`s_-` discordant ones
    of N pairs of samples, :math:`N_W` of them within clusters and :math:`N_B` between,

    .. math:: \\frac{s_+ - s_-}{\\sqrt{N_W N_B \\, N (N - 1) / 2}}

    between -1 and 1; higher is better. Its largest value depends on :math:`N_W` and
    :math:`N_B` and is about 0.71 where they are equal.

    Read more in the :ref:`User Guide <concordance>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    variant : {"uncorrected", "b"}, default="uncorrected"
        "b" puts in place of N (N - 1) / 2 the number of pairs of distances that
        differ: tau-b of Kendall. Without equal distances both are the same.
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
        The index.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, every sample alone in its cluster, or, of
        "b", all distances equal, up to rounding.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    baker_hubert_gamma_score : Leaves out what is equal.

    Notes
    -----
    Distances are sorted, not compared in pairs of pairs: run time is of order
    n^2 (d + log n) for n samples with d features, in bounded memory: distances that do
    not fit into a part of scikit-learn's ``working_memory`` are computed again for each
    range of them. Distances that agree to about 12 digits count as equal.

    References
    ----------
    .. [1] F. J. Rohlf (1974). "Methods of comparing classifications". Annual Review of
       Ecology and Systematics 5, 101-113.
       :doi:`10.1146/annurev.es.05.110174.000533`
    .. [2] G. W. Milligan (1981). "A Monte Carlo study of thirty internal criterion
       measures for cluster analysis". Psychometrika 46, 187-199.
       :doi:`10.1007/BF02293899`

    Examples
    --------
    >>> from skclustmetrics import tau_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> round(tau_score(X, [0, 0, 1, 1]), 4)
    0.7303
    """
    check_choice(variant, "variant", ("uncorrected", "b"))
    found = _count(X, labels, metric, kwds, noise_label, noise, n_jobs)
    return tau_of(*found, variant=variant)


def tau_of(walk, counts, *, variant="uncorrected"):
    """Compute tau from counts of concordance."""
    compared = walk.n_pairs * (walk.n_pairs - 1) // 2
    if variant == "b":
        compared -= counts.tied
        if compared == 0:
            raise UndefinedIndexError("All distances are equal: they have no order.")
    n_within = walk.n_within
    across = n_within * (walk.n_pairs - n_within)
    root = math.sqrt(across) * math.sqrt(compared)
    return (counts.concordant - counts.discordant) / root


def _count(X, labels, metric, kwds, noise_label, noise, n_jobs):
    """Return the walk over the pairs of samples and the counts of concordance."""
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    return concordance(data, n_jobs)


def concordance(data, n_jobs):
    """Return the walk over the pairs of checked samples and its concordance."""
    walk = walk_pairs(data, n_jobs, double=True)
    return walk, count_concordance(walk, n_jobs=n_jobs)


_ROW = {
    "kind": "internal",
    "family": "concordance",
    "cost": "n^2 (d + log n)",
    "has_metric": True,
    "has_n_jobs": True,
}

CONCORDANCE_INDICES = (
    IndexSpec(
        function=baker_hubert_gamma_score,
        title="Baker-Hubert gamma",
        greater_is_better=True,
        bounds=(-1.0, 1.0),
        source="Baker & Hubert 1975, J. Am. Stat. Assoc.",
        **_ROW,
    ),
    IndexSpec(
        function=g_plus_score,
        title="G+",
        greater_is_better=False,
        bounds=(0.0, 1.0),
        source="Rohlf 1974, Annu. Rev. Ecol. Syst.",
        **_ROW,
    ),
    IndexSpec(
        function=tau_score,
        title="Tau",
        greater_is_better=True,
        bounds=(-1.0, 1.0),
        source="Rohlf 1974, Annu. Rev. Ecol. Syst.",
        **_ROW,
    ),
)
