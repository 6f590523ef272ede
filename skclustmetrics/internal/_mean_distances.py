"""Indices of the mean distance within clusters against that between them."""

import math

import numpy as np

from skclustmetrics._kernels._cluster_extremes import pair_totals
from skclustmetrics._kernels._pair_ranks import SAME
from skclustmetrics._kernels._pair_statistics import pair_statistics
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._choice import check_choice
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._pairs import (
    check_pairs,
    ratio,
    walk_pairs,
)

__all__ = [
    "MEAN_DISTANCE_INDICES",
    "mcclain_rao_of",
    "mcclain_rao_score",
    "point_biserial_of",
    "point_biserial_score",
    "typical_distance",
]

# So many samples tell about how large a distance is.
_SAMPLE = 256


def mcclain_rao_score(
    X,
    labels,
    *,
    variant="pairs",
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the McClain-Rao index.

    The mean distance between samples of the same cluster over the mean distance between
    samples of different clusters:

    .. math:: \\frac{S_W / N_W}{S_B / N_B}

    with :math:`S_W` and :math:`S_B` the sums of the distances and :math:`N_W` and
    :math:`N_B` the numbers of pairs. From 0 up; lower is better, and 1 is what labels
    without any relation to the data give.

    Read more in the :ref:`User Guide <mcclain_rao>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    variant : {"pairs", "size_weighted"}, default="pairs"
        The mean within is that over pairs of samples, or the mean of the means of the
        clusters of 2 samples or more, weighted by their sizes, in which large clusters
        count for less.
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
        The index; infinity if only the distances between clusters are all 0.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, every sample alone in its cluster, or all
        samples equal.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    point_biserial_score : Looks at the spread of the distances as well.

    Notes
    -----
    Run time is of order n^2 d for n samples with d features, memory of order n d.

    References
    ----------
    .. [1] J. O. McClain, V. R. Rao (1975). "CLUSTISZ: a program to test for the quality
       of clustering of a set of objects". Journal of Marketing Research 12, 456-460.
       :doi:`10.1177/002224377501200410`

    Examples
    --------
    >>> from skclustmetrics import mcclain_rao_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> round(mcclain_rao_score(X, [0, 0, 1, 1]), 4)
    0.2727
    """
    check_choice(variant, "variant", ("pairs", "size_weighted"))
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    pairs = pair_statistics(walk_pairs(data, n_jobs), n_jobs=n_jobs)
    return mcclain_rao_of(pairs, variant)


def mcclain_rao_of(pairs, variant="pairs"):
    """The McClain-Rao index of statistics of pairs."""
    walk, totals = pairs.walk, pairs.totals
    if variant == "pairs":
        within = totals.within_sums.sum() / walk.n_within
    else:
        sizes = walk.sizes[walk.sizes > 1]
        # sizes times means over sizes * (sizes - 1) / 2 pairs
        weighted = 2 * totals.within_sums[walk.sizes > 1] / (sizes - 1)
        within = weighted.sum() / sizes.sum()
    between = totals.between_sum / (walk.n_pairs - walk.n_within)
    return ratio(within, between, "all samples are equal")


def point_biserial_score(
    X,
    labels,
    *,
    variant="correlation",
    metric="euclidean",
    noise_label=None,
    noise="drop",
    n_jobs=None,
    **kwds,
):
    """Compute the point-biserial correlation of distances and clusters.

    The correlation over all pairs of samples of their distance with 1 for a pair in
    different clusters and 0 for one in the same cluster. With :math:`N_W` and
    :math:`N_B` such pairs of N in all, :math:`m_W` and :math:`m_B` their mean distances
    and s the standard deviation of all distances,

    .. math:: \\frac{m_B - m_W}{s} \\sqrt{\\frac{N_W N_B}{N^2}}

    between -1 and 1; higher is better, and 0 is what labels without any relation to the
    data give. Also known as the normalised gamma statistic of Hubert.

    Read more in the :ref:`User Guide <point_biserial>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    variant : {"correlation", "unscaled"}, default="correlation"
        "unscaled" is :math:`(m_W - m_B) \\sqrt{N_W N_B} / N`, which is not divided by
        s: in the units of the data, and lower is better.
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
    baker_hubert_gamma_score : A correlation of ranks.
    mcclain_rao_score : The ratio of the two means.

    Notes
    -----
    Run time is of order n^2 d for n samples with d features, memory of order n d. It
    favours few clusters of similar size, for which :math:`N_W N_B` is large.

    References
    ----------
    .. [1] G. W. Milligan (1980). "An examination of the effect of six types of error
       perturbation on fifteen clustering algorithms". Psychometrika 45, 325-342.
       :doi:`10.1007/BF02293907`

    Examples
    --------
    >>> from skclustmetrics import point_biserial_score
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> round(point_biserial_score(X, [0, 0, 1, 1]), 4)
    0.8916
    """
    check_choice(variant, "variant", ("correlation", "unscaled"))
    data = check_pairs(X, labels, metric, kwds, noise_label, noise)
    walk = walk_pairs(data, n_jobs)
    shift = typical_distance(walk) if variant == "correlation" else None
    pairs = pair_statistics(walk, shift=shift, n_jobs=n_jobs)
    return point_biserial_of(pairs, variant)


def point_biserial_of(pairs, variant="correlation"):
    """The point-biserial correlation of statistics of pairs, with moments."""
    walk, totals = pairs.walk, pairs.totals
    n_pairs, n_within = walk.n_pairs, walk.n_within
    n_between = n_pairs - n_within
    within = totals.within_sums.sum() / n_within
    between = totals.between_sum / n_between
    factor = math.sqrt(n_within) * math.sqrt(n_between) / n_pairs
    if variant == "unscaled":
        return float((within - between) * factor / walk.unit)
    rounding = max(SAME, 2**12 * np.finfo(walk.tiles.dtype).eps)
    if totals.largest - totals.least <= rounding * totals.largest:
        raise UndefinedIndexError("All distances are equal: they have no correlation.")
    mean = (totals.within_sums.sum() + totals.between_sum) / n_pairs
    variance = totals.squares / n_pairs - (mean - pairs.shift) ** 2
    return float((between - within) * factor / math.sqrt(variance))


def typical_distance(walk):
    """The mean distance of a few samples, about which variances lose no digits."""
    step = -(-walk.n_samples // _SAMPLE)
    few = walk.take(np.arange(0, walk.n_samples, step))
    totals = pair_totals(few)
    return (totals.within_sums.sum() + totals.between_sum) / few.n_pairs


_ROW = {
    "kind": "internal",
    "family": "concordance",
    "cost": "n^2 d",
    "has_metric": True,
    "has_n_jobs": True,
}

MEAN_DISTANCE_INDICES = (
    IndexSpec(
        function=mcclain_rao_score,
        title="McClain-Rao",
        greater_is_better=False,
        bounds=(0.0, np.inf),
        source="McClain & Rao 1975, J. Mark. Res.",
        **_ROW,
    ),
    IndexSpec(
        function=point_biserial_score,
        title="Point-biserial correlation",
        greater_is_better=True,
        bounds=(-1.0, 1.0),
        source="Milligan 1980, Psychometrika",
        **_ROW,
    ),
    IndexSpec(
        function=point_biserial_score,
        name="point_biserial_unscaled",
        params={"variant": "unscaled"},
        title="Point-biserial, not divided by the standard deviation",
        greater_is_better=False,
        bounds=(-np.inf, np.inf),
        source="Milligan 1980, Psychometrika",
        **_ROW,
    ),
)
