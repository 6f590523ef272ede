"""Overlap of the pairs that two partitions put together."""

from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import ratio, root_ratio

__all__ = [
    "PAIR_OVERLAP_INDICES",
    "fager_mcgowan_score",
    "pair_jaccard_score",
    "russell_rao_score",
    "rv_score",
    "sokal_sneath_double_disagreement_score",
]

_NO_PAIR_TRUE = "no two samples share a class"


@external_index
def pair_jaccard_score(table):
    """Compute the Jaccard index of the pairs put together by the two partitions.

    Higher is better.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    :math:`N_{11} / (N_{11} + N_{10} + N_{01})` with :math:`N_{11}` pairs together in
    both, :math:`N_{10}` in the truth only and :math:`N_{01}` in the prediction only.

    References
    ----------
    .. [1] P. Jaccard, "The distribution of the flora in the alpine zone", New
       Phytologist 11 (1912) 37-50.

    Examples
    --------
    >>> from skclustmetrics import pair_jaccard_score
    >>> pair_jaccard_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.444...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    return pairs.both / (pairs.both + pairs.differing)


@external_index
def sokal_sneath_double_disagreement_score(table):
    """Compute Sokal and Sneath's index in which disagreements count twice.

    Packages number it 1 or 2. It orders pairs of partitions as `pair_jaccard_score`
    does. Higher is better.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    :math:`N_{11} / (N_{11} + 2 (N_{10} + N_{01}))` with :math:`N_{11}` pairs together
    in both, :math:`N_{10}` in the truth only and :math:`N_{01}` in the prediction only.

    References
    ----------
    .. [1] R. R. Sokal and P. H. A. Sneath, "Principles of Numerical Taxonomy",
       Freeman, 1963.

    Examples
    --------
    >>> from skclustmetrics import sokal_sneath_double_disagreement_score
    >>> sokal_sneath_double_disagreement_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.285...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    return pairs.both / (pairs.both + 2 * pairs.differing)


@external_index
def russell_rao_score(table):
    """Compute the share of all pairs that are together in both partitions.

    Higher is better, but identical partitions do not reach 1: they score the share of
    the pairs that they put together.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 only if both partitions are one cluster.

    Raises
    ------
    UndefinedIndexError
        If there are fewer than two samples.

    Notes
    -----
    :math:`N_{11} / N_T` with :math:`N_{11}` pairs together in both, of
    :math:`N_T` pairs.

    References
    ----------
    .. [1] P. F. Russell and T. R. Rao, "On habitat and association of species of
       anopheline larvae in south-eastern Madras", Journal of the Malaria Institute of
       India 3 (1940) 153-178.

    Examples
    --------
    >>> from skclustmetrics import russell_rao_score
    >>> russell_rao_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.266...
    """
    pairs = table.pairs
    return ratio(pairs.both, pairs.total, "fewer than two samples have no pair")


@external_index
def fager_mcgowan_score(table):
    """Compute Fager and McGowan's index, Fowlkes-Mallows less a term for few pairs.

    Higher is better, but 1 is never reached: identical partitions with
    :math:`N_{11}` pairs give :math:`1 - 1 / (2 \\sqrt{N_{11}})`.

    Returns
    -------
    score : float
        From -0.5 to below 1.0.

    Raises
    ------
    UndefinedIndexError
        If no two samples share a class.

    Notes
    -----
    :math:`N_{11} / \\sqrt{(N_{11} + N_{10}) (N_{11} + N_{01})} - 1 / (2 \\sqrt{N_{11} +
    N_{10}})` with :math:`N_{11}` pairs together in both, :math:`N_{10}` in the truth
    only and :math:`N_{01}` in the prediction only. The second term belongs to the
    truth, so the index is not symmetric. A prediction that puts no two samples together
    has a first term of 0.

    References
    ----------
    .. [1] E. W. Fager and J. A. McGowan, "Zooplankton species groups in the North
       Pacific", Science 140 (1963) 453-460.

    Examples
    --------
    >>> from skclustmetrics import fager_mcgowan_score
    >>> fager_mcgowan_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.413...
    """
    pairs = table.pairs
    shrinkage = root_ratio(1, 4 * pairs.true, _NO_PAIR_TRUE)
    if not pairs.both:
        return -shrinkage
    return root_ratio(pairs.both, pairs.true * pairs.pred, _NO_PAIR_TRUE) - shrinkage


@external_index
def rv_score(table):
    """Compute the RV coefficient, the cosine of the two co-membership matrices.

    Higher is better. Samples are counted as together with themselves, so that it is
    always defined.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    :math:`(n + 2 N_{11}) / \\sqrt{(n + 2 (N_{11} + N_{10})) (n + 2 (N_{11} +
    N_{01}))}` for n samples with :math:`N_{11}` pairs together in both partitions,
    :math:`N_{10}` in the truth only and :math:`N_{01}` in the prediction only. The
    matrices are not centred.

    References
    ----------
    .. [1] P. Robert and Y. Escoufier, "A unifying tool for linear multivariate
       statistical methods: the RV-coefficient", Applied Statistics 25 (1976) 257-265.
    .. [2] G. Youness and G. Saporta, "Some measures of agreement between close
       partitions", Student 5 (2004) 1-12.

    Examples
    --------
    >>> from skclustmetrics import rv_score
    >>> rv_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.737...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    n = table.total
    squares = (n + 2 * pairs.true) * (n + 2 * pairs.pred)
    return root_ratio(n + 2 * pairs.both, squares, "there are no samples")


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

PAIR_OVERLAP_INDICES = (
    _row(
        function=pair_jaccard_score,
        title="Jaccard index of pairs",
        source="Jaccard 1912, New Phytologist 11",
    ),
    _row(
        function=sokal_sneath_double_disagreement_score,
        title="Sokal-Sneath index, disagreements twice",
        source="Sokal and Sneath 1963",
    ),
    _row(
        function=russell_rao_score,
        title="Russell-Rao index",
        source="Russell and Rao 1940",
        best_at_identity=False,
    ),
    _row(
        function=fager_mcgowan_score,
        title="Fager-McGowan index",
        bounds=(-0.5, 1.0),
        source="Fager and McGowan 1963, Science 140",
        symmetric=False,
        best_at_identity=False,
    ),
    _row(
        function=rv_score,
        title="RV coefficient",
        source="Robert and Escoufier 1976; Youness and Saporta 2004",
    ),
)
