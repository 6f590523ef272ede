"""Indices that count the pairs of samples on which two partitions agree."""

import math

from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index

__all__ = [
    "PAIR_COUNTING_INDICES",
    "adjusted_rand_score",
    "fowlkes_mallows_score",
    "rand_score",
]


@external_index
def rand_score(table):
    """Compute the Rand index, the share of pairs on which two partitions agree.

    Of all unordered pairs of samples, those count that are together in both partitions
    or apart in both. It lies between 0 and 1, higher is better, but random partitions
    of many clusters already score near 1: see `adjusted_rand_score`.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    See Also
    --------
    adjusted_rand_score : The same, corrected for chance.
    pair_confusion_matrix : The pair counts themselves.

    Notes
    -----
    With :math:`N_{11}` pairs together in both partitions, :math:`N_{00}` apart in both
    and :math:`N_T` pairs in all, the index is :math:`(N_{11} + N_{00}) / N_T`. The
    counts are exact integers for any number of samples. Fewer than two samples have no
    pair to disagree on: 1.0.

    References
    ----------
    .. [1] W. M. Rand, "Objective criteria for the evaluation of clustering methods",
       Journal of the American Statistical Association 66 (1971) 846-850.

    Examples
    --------
    >>> from skclustmetrics import rand_score
    >>> rand_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.666...
    """
    pairs = table.pairs
    return pairs.agreeing / pairs.total if pairs.differing else 1.0


@external_index
def adjusted_rand_score(table):
    """Compute the Rand index corrected for chance.

    It is 1 for identical partitions and 0 on average for random partitions with the
    same cluster sizes; higher is better, the least possible value is -0.5.

    Returns
    -------
    score : float
        Between -0.5 and 1.0; 1.0 exactly for identical partitions.

    See Also
    --------
    rand_score : The index without the correction.
    adjusted_mutual_info_score : The corrected mutual information.

    Notes
    -----
    With the pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth
    only), :math:`N_{01}` (in the prediction only) and :math:`N_{00}` (in neither) it is

    .. math::

        \\frac{2 (N_{11} N_{00} - N_{10} N_{01})}
        {(N_{11} + N_{10})(N_{10} + N_{00}) + (N_{11} + N_{01})(N_{01} + N_{00})}

    All counts and products are exact integers. Against a single cluster, or against
    all singletons, every other partition is at the level of chance: 0.0.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification 2
       (1985) 193-218.
    .. [2] J. E. Chacón and A. I. Rastrojo, "Minimum adjusted Rand index for two
       clusterings of a given size", Advances in Data Analysis and Classification 17
       (2023) 125-133.

    Examples
    --------
    >>> from skclustmetrics import adjusted_rand_score
    >>> adjusted_rand_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.2424...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    both, only_true, only_pred, neither = pairs
    true, pred, total = pairs.true, pairs.pred, pairs.total
    numerator = 2 * (both * neither - only_true * only_pred)
    return numerator / (true * (total - pred) + pred * (total - true))


@external_index
def fowlkes_mallows_score(table):
    """Compute the geometric mean of pair precision and pair recall.

    It lies between 0 and 1, higher is better; it looks at the pairs that a partition
    puts together and not at those that both keep apart.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    With the pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth
    only) and :math:`N_{01}` (in the prediction only) it is
    :math:`N_{11} / \\sqrt{(N_{11} + N_{10}) (N_{11} + N_{01})}`. It is 1.0 if neither
    partition groups any samples, as the two are then the same, and 0.0 if only one of
    them does. scikit-learn gives 0.0 in both cases.

    References
    ----------
    .. [1] E. B. Fowlkes and C. L. Mallows, "A method for comparing two hierarchical
       clusterings", Journal of the American Statistical Association 78 (1983) 553-569.

    Examples
    --------
    >>> from skclustmetrics import fowlkes_mallows_score
    >>> fowlkes_mallows_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.4714...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    if not pairs.both:
        return 0.0
    return math.sqrt(pairs.both**2 / (pairs.true * pairs.pred))


PAIR_COUNTING_INDICES = (
    IndexSpec(
        function=rand_score,
        kind="external",
        family="pair counting",
        title="Rand index",
        greater_is_better=True,
        bounds=(0.0, 1.0),
        cost="n",
        source="Rand 1971, JASA 66",
        symmetric=True,
        best_at_identity=True,
    ),
    IndexSpec(
        function=adjusted_rand_score,
        kind="external",
        family="pair counting",
        title="adjusted Rand index",
        greater_is_better=True,
        bounds=(-0.5, 1.0),
        cost="n",
        source="Hubert and Arabie 1985, J. Classif. 2",
        symmetric=True,
        best_at_identity=True,
        chance_adjusted=True,
    ),
    IndexSpec(
        function=fowlkes_mallows_score,
        kind="external",
        family="pair counting",
        title="Fowlkes-Mallows index",
        greater_is_better=True,
        bounds=(0.0, 1.0),
        cost="n",
        source="Fowlkes and Mallows 1983, JASA 78",
        symmetric=True,
        best_at_identity=True,
    ),
)
