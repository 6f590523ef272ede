"""CVNN: several partitions compared by their neighbourhoods and their compactness."""

import warnings

import numpy as np

from skclustmetrics._kernels._distances import own_sums_and_nearest_means
from skclustmetrics._kernels._nearest_neighbours import neighbour_kinship
from skclustmetrics._validation._data import take_samples
from skclustmetrics._validation._many import check_X_labelings
from skclustmetrics.exceptions import UndefinedIndexError, UndefinedMetricWarning
from skclustmetrics.internal._kinship import check_n_neighbors

__all__ = ["cvnn_score"]


def cvnn_score(
    X,
    labelings,
    *,
    n_neighbors=10,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the clustering validation index based on nearest neighbours, CVNN.

    With :math:`q_i` the number of the k nearest neighbours of a sample that are in
    another cluster, a partition has the separation and the compactness

    .. math:: S = \\max_c \\frac{1}{n_c} \\sum_{i \\in C_c} \\frac{q_i}{k}, \\qquad
        T = \\frac{\\sum_c \\sum_{i \\ne j \\in C_c} d(x_i, x_j)}
        {\\sum_c n_c (n_c - 1)},

    both better when lower. Each is divided by its largest value among the partitions
    that are compared, and the index of a partition is the sum of both quotients, from 0
    to 2; lower is better. It depends on the other partitions: one partition alone would
    always have the value 1 or 2.

    Read more in the :ref:`User Guide <cvnn>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labelings : array-like of shape (n_labelings, n_samples)
        The partitions to compare, or a list of label arrays of any kinds.
    n_neighbors : int, default=10
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
        Number of workers, as in joblib; threads unless configured otherwise.
    **kwds : dict
        Further arguments of the metric, such as ``p`` for "minkowski".

    Returns
    -------
    scores : ndarray of shape (n_labelings,), dtype float64
        The index of each partition, NaN where one has none.

    Raises
    ------
    ValueError
        If there are fewer than 2 partitions, an argument is not what it must be, or
        distances are negative, asymmetric or not 0 on the diagonal beyond rounding.

    Warns
    -----
    UndefinedMetricWarning
        If partitions have no value, as those with one cluster; once for all. They take
        no part in the largest values.

    See Also
    --------
    connectivity_score : Judges the neighbourhoods of one partition.

    Notes
    -----
    The compactness is the mean distance of all pairs within clusters, as in [2]_ and in
    fpc for R. The first form of the index [1]_ adds up the means of the clusters
    instead, and so grows with their number. If the largest value is 0, the term is 0.

    Of neighbours at the same distance, up to a relative 1e-9, members of the own
    cluster come first. Run time is of order n^2 (d + n_labelings).

    References
    ----------
    .. [1] Y. Liu, Z. Li, H. Xiong, X. Gao, J. Wu, S. Wu (2013). "Understanding and
       enhancement of internal clustering validation measures". IEEE Transactions on
       Cybernetics 43, 982-994. :doi:`10.1109/TSMCB.2012.2220543`
    .. [2] M. Halkidi, M. Vazirgiannis, C. Hennig (2015). "Method-independent indices
       for cluster validation and estimating the number of clusters". In: Handbook of
       Cluster Analysis, CRC Press, 595-618.

    Examples
    --------
    >>> from skclustmetrics import cvnn_score
    >>> X = [[0.0], [1.0], [3.0], [9.0], [10.0]]
    >>> cvnn_score(X, [[0, 0, 0, 1, 1], [0, 0, 1, 1, 1]], n_neighbors=1).round(3)
    array([0.467, 2.   ])
    """
    check_n_neighbors(n_neighbors)
    checked = check_X_labelings(
        X,
        labelings,
        metric=metric,
        params=kwds,
        noise_label=noise_label,
        noise=noise,
    )
    n_labelings = len(checked.outcomes)
    if n_labelings < 2:
        raise ValueError(
            f"labelings holds {n_labelings} partition; CVNN compares at least 2."
        )
    _report_undefined(checked.outcomes)
    scores = np.full(n_labelings, np.nan)
    if checked.labelings is not None:
        separation = _separations(checked, int(n_neighbors), n_jobs)
        compactness = _compactnesses(checked, n_jobs)
        scores[checked.positions] = _relative(separation) + _relative(compactness)
    return scores


def _relative(values):
    largest = values.max()
    return values / largest if largest > 0 else np.zeros(values.size)


def _separations(checked, n_neighbors, n_jobs):
    """Largest share of foreign neighbours of any cluster, for each partition."""
    worst = []
    for labels in checked.labelings.codes:
        member = labels >= 0
        codes = labels[member]
        kin = neighbour_kinship(
            take_samples(checked.X, member, checked.metric),
            checked.metric,
            checked.params,
            codes,
            min(n_neighbors, codes.size - 1),
            n_jobs=n_jobs,
        )
        foreign = 1 - kin.mean(axis=1)
        worst.append((np.bincount(codes, weights=foreign) / np.bincount(codes)).max())
    return np.array(worst)


def _compactnesses(checked, n_jobs):
    """Mean distance within clusters for each partition, up to a common factor."""
    labelings = checked.labelings
    sums, _ = own_sums_and_nearest_means(
        checked.X, checked.metric, checked.params, labelings, n_jobs=n_jobs
    )
    n_pairs = []
    for which in range(len(labelings.codes)):
        sizes = labelings.cluster_weights(which)
        n_pairs.append(sizes @ (sizes - 1))
    return np.nansum(sums, axis=1) / np.array(n_pairs)


def _report_undefined(outcomes):
    undefined = [error for error in outcomes if error is not None]
    for error in undefined:
        if not isinstance(error, UndefinedIndexError):
            raise error
    if undefined:
        warnings.warn(
            f"{len(undefined)} of {len(outcomes)} partitions have no CVNN and count as "
            f"NaN; the first: {undefined[0]}",
            UndefinedMetricWarning,
            stacklevel=3,
        )
