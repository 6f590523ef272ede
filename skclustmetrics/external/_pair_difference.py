"""Indices of the pairs on which two partitions differ."""

import math
from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index

__all__ = [
    "PAIR_DIFFERENCE_INDICES",
    "mcnemar_score",
    "minkowski_score",
    "mirkin_distance",
]


@external_index
def mirkin_distance(table, *, normalize=False):
    """Compute the number of ordered pairs on which two partitions differ.

    Lower is better. It is a metric on partitions; some packages report half of it.

    Parameters
    ----------
    normalize : bool, default=False
        Whether to divide by the square of the number of samples.

    Returns
    -------
    distance : float
        From 0.0 to n (n - 1), divided by n squared if `normalize`; 0.0 exactly for
        identical partitions and for them alone.

    Notes
    -----
    :math:`\\sum_i a_i^2 + \\sum_j b_j^2 - 2 \\sum_{ij} n_{ij}^2 = 2 (N_{10} + N_{01})`
    for classes of size :math:`a_i`, clusters of size :math:`b_j` and overlaps
    :math:`n_{ij}`.

    References
    ----------
    .. [1] B. Mirkin, "Mathematical Classification and Clustering", Kluwer, 1996.

    Examples
    --------
    >>> from skclustmetrics import mirkin_distance
    >>> mirkin_distance([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    10.0
    >>> mirkin_distance([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], normalize=True)
    0.277...
    """
    differing = table.pairs.differing
    if not differing:
        return 0.0
    return 2 * differing / (table.total**2 if normalize else 1)


@external_index
def minkowski_score(table):
    """Compute the Minkowski score, the relative error of the co-membership matrix.

    Lower is better. The error is taken relative to the truth, so the score is not
    symmetric and has no upper bound.

    Returns
    -------
    score : float
        From 0.0, exactly for identical partitions, to infinity, which it is if no two
        samples share a class while some share a cluster.

    Notes
    -----
    :math:`\\|C_U - C_V\\|_F / \\|C_U\\|_F` of the co-membership matrices of truth and
    prediction without their diagonals, that is
    :math:`\\sqrt{(N_{10} + N_{01}) / (N_{11} + N_{10})}` with the pair counts
    :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth only) and
    :math:`N_{01}` (in the prediction only).

    References
    ----------
    .. [1] N. Jardine and R. Sibson, "Mathematical Taxonomy", Wiley, 1971.
    .. [2] D. Jiang, C. Tang and A. Zhang, "Cluster analysis for gene expression data:
       a survey", IEEE Transactions on Knowledge and Data Engineering 16 (2004)
       1370-1386.

    Examples
    --------
    >>> from skclustmetrics import minkowski_score
    >>> minkowski_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.912...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 0.0
    return math.sqrt(pairs.differing / pairs.true) if pairs.true else math.inf


@external_index
def mcnemar_score(table):
    """Compute McNemar's statistic of the pairs that are together on one side only.

    It tells which partition is the coarser one and not how much they agree: positive
    if the truth puts more pairs together, negative if the prediction does, and 0 if
    both err equally often, however often that is. Its square is the statistic of
    McNemar's test.

    Returns
    -------
    score : float
        Any number; 0.0 for identical partitions. The sign changes if the partitions
        are swapped.

    Notes
    -----
    :math:`(N_{10} - N_{01}) / \\sqrt{N_{10} + N_{01}}` with :math:`N_{10}` pairs
    together in the truth only and :math:`N_{01}` in the prediction only. Without any
    such pair it is 0.0, the limit. Pairs of samples are not independent, so the table
    of the chi-squared distribution does not give a p-value. Neither direction is the
    better one, so it is no scorer and cannot be corrected for chance.

    References
    ----------
    .. [1] Q. McNemar, "Note on the sampling error of the difference between correlated
       proportions or percentages", Psychometrika 12 (1947) 153-157.

    Examples
    --------
    >>> from skclustmetrics import mcnemar_score
    >>> mcnemar_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    -0.447...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 0.0
    return (pairs.only_true - pairs.only_pred) / math.sqrt(pairs.differing)


_row = partial(
    IndexSpec,
    kind="external",
    family="pair counting",
    greater_is_better=False,
    bounds=(0.0, math.inf),
    cost="n",
    symmetric=True,
    best_at_identity=True,
)

PAIR_DIFFERENCE_INDICES = (
    _row(
        function=mirkin_distance,
        title="Mirkin distance",
        source="Mirkin 1996",
    ),
    _row(
        function=mirkin_distance,
        name="mirkin_distance_normalized",
        params={"normalize": True},
        title="Mirkin distance, normalised",
        bounds=(0.0, 1.0),
        source="Mirkin 1996",
    ),
    _row(
        function=minkowski_score,
        title="Minkowski score",
        source="Jardine and Sibson 1971; Jiang et al. 2004",
        symmetric=False,
    ),
    _row(
        function=mcnemar_score,
        title="McNemar statistic of pairs",
        greater_is_better=None,
        bounds=(-math.inf, math.inf),
        source="McNemar 1947, Psychometrika 12",
        symmetric=False,
        best_at_identity=False,
        scorer=False,
    ),
)
