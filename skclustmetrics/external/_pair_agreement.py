"""Indices in which pairs apart in both partitions count as agreement."""

from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import ratio

__all__ = [
    "PAIR_AGREEMENT_INDICES",
    "baulieu_1_score",
    "hamann_score",
    "ps2_score",
    "rogers_tanimoto_score",
    "sokal_sneath_double_agreement_score",
]


@external_index
def ps2_score(table):
    """Compute PS2, the harmonic mean of pair sensitivity and pair specificity.

    Higher is better. Unlike pair precision and recall, the two shares are of the pairs
    that belong together and of those that belong apart, so a prediction that puts all
    samples into one cluster scores 0.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If the truth is one class or has no two samples in a class, and the prediction
        differs.

    See Also
    --------
    s2_score : The same idea for matched clusters instead of pairs.

    Notes
    -----
    With the pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth
    only), :math:`N_{01}` (in the prediction only) and :math:`N_{00}` (in neither), the
    sensitivity is :math:`N_{11} / (N_{11} + N_{10})`, the specificity
    :math:`N_{00} / (N_{00} + N_{01})` and PS2
    :math:`2 N_{11} N_{00} / (N_{11} (N_{01} + N_{00}) + N_{00} (N_{11} + N_{10}))`.

    References
    ----------
    .. [1] Xie J., Zhou Y., Wang M. and Jiang W., "New criteria for evaluating the
       validity of clustering", CAAI Transactions on Intelligent Systems 12 (2017)
       873-882.

    Examples
    --------
    >>> from skclustmetrics import ps2_score
    >>> ps2_score(None, None, contingency=[[3, 1], [2, 4]])
    0.5243...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    apart = pairs.neither + pairs.only_pred
    if not pairs.true or not apart:
        ratio(0, 0, "the truth has no pair together, or no pair apart")
    if not pairs.both or not pairs.neither:
        return 0.0
    numerator = 2 * pairs.both * pairs.neither
    return numerator / (pairs.both * apart + pairs.neither * pairs.true)


@external_index
def rogers_tanimoto_score(table):
    """Compute the share of agreeing pairs in which disagreements count twice.

    Higher is better; it orders pairs of partitions as `rand_score` does.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    :math:`(N_{11} + N_{00}) / (N_{11} + N_{00} + 2 (N_{10} + N_{01}))` with
    :math:`N_{11} + N_{00}` pairs on which the partitions agree and :math:`N_{10} +
    N_{01}` on which they do not.

    References
    ----------
    .. [1] D. J. Rogers and T. T. Tanimoto, "A computer program for classifying
       plants", Science 132 (1960) 1115-1118.

    Examples
    --------
    >>> from skclustmetrics import rogers_tanimoto_score
    >>> rogers_tanimoto_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.5
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    return pairs.agreeing / (pairs.agreeing + 2 * pairs.differing)


@external_index
def sokal_sneath_double_agreement_score(table):
    """Compute Sokal and Sneath's index in which agreements count twice.

    Also the index of Gower and Legendre; packages number it 2. Higher is better; it
    orders pairs of partitions as `rand_score` does.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    :math:`(N_{11} + N_{00}) / (N_{11} + N_{00} + (N_{10} + N_{01}) / 2)` with
    :math:`N_{11} + N_{00}` pairs on which the partitions agree and :math:`N_{10} +
    N_{01}` on which they do not.

    References
    ----------
    .. [1] R. R. Sokal and P. H. A. Sneath, "Principles of Numerical Taxonomy",
       Freeman, 1963.
    .. [2] J. C. Gower and P. Legendre, "Metric and Euclidean properties of
       dissimilarity coefficients", Journal of Classification 3 (1986) 5-48.

    Examples
    --------
    >>> from skclustmetrics import sokal_sneath_double_agreement_score
    >>> sokal_sneath_double_agreement_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.8
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    return 2 * pairs.agreeing / (2 * pairs.agreeing + pairs.differing)


@external_index
def hamann_score(table):
    """Compute the share of agreeing pairs less the share of disagreeing pairs.

    Higher is better; it is twice the Rand index less one.

    Returns
    -------
    score : float
        Between -1.0 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    :math:`(N_{11} + N_{00} - N_{10} - N_{01}) / N_T` with :math:`N_{11} + N_{00}` of
    :math:`N_T` pairs on which the partitions agree.

    References
    ----------
    .. [1] U. Hamann, "Merkmalsbestand und Verwandtschaftsbeziehungen der Farinosae",
       Willdenowia 2 (1961) 639-768.

    Examples
    --------
    >>> from skclustmetrics import hamann_score
    >>> hamann_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.333...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    return (pairs.agreeing - pairs.differing) / pairs.total


@external_index
def baulieu_1_score(table):
    """Compute Baulieu's first index, a parabola over the share of differing pairs.

    Higher is better up to half of the pairs; beyond that it rises again, so that it
    cannot tell agreement from complete disagreement.

    Returns
    -------
    score : float
        Between 0.75 and 1.0; 1.0 exactly for identical partitions.

    Notes
    -----
    :math:`(N_T^2 - N_T (N_{10} + N_{01}) + (N_{10} + N_{01})^2) / N_T^2` with
    :math:`N_{10} + N_{01}` of :math:`N_T` pairs on which the partitions differ.

    References
    ----------
    .. [1] F. B. Baulieu, "A classification of presence/absence based dissimilarity
       coefficients", Journal of Classification 6 (1989) 233-246.

    Examples
    --------
    >>> from skclustmetrics import baulieu_1_score
    >>> baulieu_1_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.777...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    return 1 - pairs.differing * pairs.agreeing / pairs.total**2


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

PAIR_AGREEMENT_INDICES = (
    _row(
        function=ps2_score,
        title="PS2 (pair sensitivity and specificity)",
        source="Xie et al. 2017, CAAI Trans. Intell. Syst. 12",
        symmetric=False,
    ),
    _row(
        function=rogers_tanimoto_score,
        title="Rogers-Tanimoto index",
        source="Rogers and Tanimoto 1960, Science 132",
    ),
    _row(
        function=sokal_sneath_double_agreement_score,
        title="Sokal-Sneath index, agreements twice (Gower-Legendre)",
        source="Sokal and Sneath 1963; Gower and Legendre 1986",
    ),
    _row(
        function=hamann_score,
        title="Hamann index",
        bounds=(-1.0, 1.0),
        source="Hamann 1961",
    ),
    _row(
        function=baulieu_1_score,
        title="Baulieu index 1",
        bounds=(0.75, 1.0),
        source="Baulieu 1989, J. Classif. 6",
    ),
)
