"""The C-index: distances within clusters against as many extreme ones."""

from skclustmetrics._kernels._pair_ranks import SAME, extreme_sums
from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._pairs import check_pairs, walk_pairs

__all__ = ["C_INDEX_INDICES", "c_index_score"]


def c_index_score(
    X,
    labels,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the C-index.

    With :math:`S_W` the sum of the distances over the N pairs of samples in the same
    cluster and :math:`S_{\\min}` and :math:`S_{\\max}` the sums of the N least and of
    the N largest of all distances,

    .. math:: \\frac{S_W - S_{\\min}}{S_{\\max} - S_{\\min}}

    between 0 and 1; lower is better. It is 0 where every distance within a cluster is
    less than every one between clusters.

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
        A ValueError: fewer than 2 clusters, every sample alone in its cluster, or all
        distances equal, up to rounding.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    baker_hubert_gamma_score : Compares ranks of distances.

    Notes
    -----
    Distances are sorted, not compared in pairs of pairs: run time is of order
    n^2 (d + log n) for n samples with d features, in bounded memory: distances that do
    not fit into a part of scikit-learn's ``working_memory`` are computed again for each
    range of them. Distances that agree to about 12 digits count as equal.

    References
    ----------
    .. [1] L. J. Hubert, J. R. Levin (1976). "A general statistical framework for
       assessing categorical clustering in free recall". Psychological Bulletin 83,
       1072-1080. :doi:`10.1037/0033-2909.83.6.1072`

    Examples
    --------
    >>> from skclustmetrics import c_index_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> c_index_score(X, [0, 0, 1, 1])
    0.0
    >>> c_index_score(X, [0, 1, 0, 1])
    0.8
    """
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    sums = extreme_sums(walk_pairs(data, n_jobs, double=True), n_jobs=n_jobs)
    if sums.largest - sums.least <= SAME * sums.largest:
        raise UndefinedIndexError("All distances are equal: none is among the least.")
    return min(sums.excess / sums.spread, 1.0)


C_INDEX_INDICES = (
    IndexSpec(
        function=c_index_score,
        kind="internal",
        family="concordance",
        title="C-index",
        greater_is_better=False,
        bounds=(0.0, 1.0),
        cost="n^2 (d + log n)",
        source="Hubert & Levin 1976, Psychol. Bull.",
        has_metric=True,
        has_n_jobs=True,
    ),
)
