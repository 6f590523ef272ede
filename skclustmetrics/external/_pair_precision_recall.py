"""Precision and recall of the pairs put together, and means of the two."""

from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import check_beta, f_weights, ratio

__all__ = [
    "PAIR_PRECISION_RECALL_INDICES",
    "kulczynski_score",
    "mcconnaughey_score",
    "pair_f_score",
    "pair_precision_score",
    "pair_recall_score",
]

_NO_PAIR_TRUE = "no two samples share a class"
_NO_PAIR_PRED = "no two samples share a cluster"
_NO_PAIR_ONE_SIDE = "one of the two partitions puts no two samples together"


@external_index
def pair_precision_score(table):
    """Compute the share of the pairs together in the prediction that belong together.

    Wallace's second coefficient. Higher is better; splitting clusters can only raise
    it, so look at `pair_recall_score` as well.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If no two samples share a cluster while some share a class.

    Notes
    -----
    :math:`N_{11} / (N_{11} + N_{01})` with :math:`N_{11}` pairs together in both and
    :math:`N_{01}` together in the prediction only.

    References
    ----------
    .. [1] D. L. Wallace, "A method for comparing two hierarchical clusterings:
       comment", Journal of the American Statistical Association 78 (1983) 569-576.

    Examples
    --------
    >>> from skclustmetrics import pair_precision_score
    >>> pair_precision_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.571...
    """
    pairs = table.pairs
    return ratio(pairs.both, pairs.pred, _NO_PAIR_PRED) if pairs.differing else 1.0


@external_index
def pair_recall_score(table):
    """Compute the share of the pairs together in the truth that were found.

    Wallace's first coefficient, the sensitivity of pairs. Higher is better; merging
    clusters can only raise it, so look at `pair_precision_score` as well.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If no two samples share a class while some share a cluster.

    Notes
    -----
    :math:`N_{11} / (N_{11} + N_{10})` with :math:`N_{11}` pairs together in both and
    :math:`N_{10}` together in the truth only.

    References
    ----------
    .. [1] D. L. Wallace, "A method for comparing two hierarchical clusterings:
       comment", Journal of the American Statistical Association 78 (1983) 569-576.

    Examples
    --------
    >>> from skclustmetrics import pair_recall_score
    >>> pair_recall_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.666...
    """
    pairs = table.pairs
    return ratio(pairs.both, pairs.true, _NO_PAIR_TRUE) if pairs.differing else 1.0


@external_index
def pair_f_score(table, *, beta=1.0):
    """Compute the F-measure of pairs, between pair precision and pair recall.

    With ``beta=1`` it is the index of Czekanowski and Dice. Higher is better.

    Parameters
    ----------
    beta : float, default=1.0
        How many times more recall weighs than precision; positive.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    ValueError
        If beta is not positive.

    Notes
    -----
    :math:`(1 + \\beta^2) P R / (\\beta^2 P + R)` of pair precision :math:`P` and pair
    recall :math:`R`, computed from the pair counts: it is 0.0 where only one partition
    puts samples together.

    References
    ----------
    .. [1] C. J. van Rijsbergen, "Information Retrieval", 2nd edition, Butterworths,
       1979.
    .. [2] L. R. Dice, "Measures of the amount of ecologic association between
       species", Ecology 26 (1945) 297-302.

    Examples
    --------
    >>> from skclustmetrics import pair_f_score
    >>> pair_f_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.615...
    """
    of_recall, of_precision = f_weights(check_beta(beta))
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    if beta == 1:
        return 2 * pairs.both / (pairs.true + pairs.pred)
    if not pairs.both:
        return 0.0
    # the counts may be integers beyond the largest float, their ratios are not
    inverse_recall, inverse_precision = pairs.true / pairs.both, pairs.pred / pairs.both
    inverse = of_recall * inverse_recall + of_precision * inverse_precision
    return min(1.0 / inverse, 1.0)


@external_index
def kulczynski_score(table):
    """Compute the arithmetic mean of pair precision and pair recall.

    Higher is better.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If only one of the partitions puts samples together.

    Notes
    -----
    :math:`\\frac{1}{2} (N_{11} / (N_{11} + N_{10}) + N_{11} / (N_{11} + N_{01}))` with
    :math:`N_{11}` pairs together in both, :math:`N_{10}` in the truth only and
    :math:`N_{01}` in the prediction only.

    References
    ----------
    .. [1] S. Kulczyński, "Die Pflanzenassoziationen der Pieninen", Bulletin
       International de l'Académie Polonaise des Sciences et des Lettres B (1927)
       57-203.

    Examples
    --------
    >>> from skclustmetrics import kulczynski_score
    >>> kulczynski_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.619...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    true, pred = pairs.true, pairs.pred
    return ratio(pairs.both * (true + pred), 2 * true * pred, _NO_PAIR_ONE_SIDE)


@external_index
def mcconnaughey_score(table):
    """Compute pair precision plus pair recall less one.

    Higher is better.

    Returns
    -------
    score : float
        Between -1.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If only one of the partitions puts samples together.

    Notes
    -----
    :math:`(N_{11}^2 - N_{10} N_{01}) / ((N_{11} + N_{10}) (N_{11} + N_{01}))` with
    :math:`N_{11}` pairs together in both, :math:`N_{10}` in the truth only and
    :math:`N_{01}` in the prediction only.

    References
    ----------
    .. [1] B. H. McConnaughey, "The determination and analysis of plankton
       communities", Marine Research in Indonesia, special number (1964) 1-40.

    Examples
    --------
    >>> from skclustmetrics import mcconnaughey_score
    >>> mcconnaughey_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.238...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    numerator = pairs.both**2 - pairs.only_true * pairs.only_pred
    return ratio(numerator, pairs.true * pairs.pred, _NO_PAIR_ONE_SIDE)


_row = partial(
    IndexSpec,
    kind="external",
    family="pair counting",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n",
    symmetric=True,
    best_at_identity=True,
)

PAIR_PRECISION_RECALL_INDICES = (
    _row(
        function=pair_precision_score,
        title="pair precision (Wallace II)",
        source="Wallace 1983, JASA 78",
        symmetric=False,
    ),
    _row(
        function=pair_recall_score,
        title="pair recall (Wallace I)",
        source="Wallace 1983, JASA 78",
        symmetric=False,
    ),
    _row(
        function=pair_f_score,
        title="pair F-measure (Czekanowski-Dice)",
        source="van Rijsbergen 1979; Dice 1945, Ecology 26",
    ),
    _row(
        function=kulczynski_score,
        title="Kulczyński index",
        source="Kulczyński 1927",
    ),
    _row(
        function=mcconnaughey_score,
        title="McConnaughey index",
        bounds=(-1.0, 1.0),
        source="McConnaughey 1964",
    ),
)
