"""Association in the 2 x 2 table of the pairs, together or apart on each side."""

from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import ratio, root_ratio

__all__ = [
    "PAIR_CORRELATION_INDICES",
    "baulieu_2_score",
    "goodman_kruskal_score",
    "hubert_gamma_score",
    "peirce_score",
    "sokal_sneath_four_term_score",
    "sokal_sneath_geometric_score",
]

_TRIVIAL = "one of the partitions is a single cluster or has no two samples together"


@external_index
def hubert_gamma_score(table):
    """Compute the correlation of two partitions over the pairs of samples.

    Hubert's normalised gamma, the phi coefficient of the pairs. Higher is better, 0 on
    average for random partitions with the same cluster sizes.

    Returns
    -------
    score : float
        Between -1.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and one of them is a single cluster or has no two
        samples together: it has no variance.

    Notes
    -----
    With the pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth
    only), :math:`N_{01}` (in the prediction only) and :math:`N_{00}` (in neither) it is

    .. math::

        \\frac{N_{11} N_{00} - N_{10} N_{01}}{\\sqrt{(N_{11} + N_{10})(N_{11} + N_{01})
        (N_{10} + N_{00})(N_{01} + N_{00})}}

    Several packages leave out the root of the denominator under the names phi and
    Pearson and then report about 1e-8.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification 2
       (1985) 193-218.
    .. [2] A. K. Jain and R. C. Dubes, "Algorithms for Clustering Data", Prentice Hall,
       1988.

    Examples
    --------
    >>> from skclustmetrics import hubert_gamma_score
    >>> hubert_gamma_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.327...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    margins = pairs.true * pairs.pred
    margins *= (pairs.total - pairs.true) * (pairs.total - pairs.pred)
    return root_ratio(_determinant(pairs), margins, _TRIVIAL)


@external_index
def goodman_kruskal_score(table):
    """Compute Goodman and Kruskal's gamma of the pairs, Yule's Q.

    Higher is better. It is 1 as soon as one partition refines the other, so it cannot
    tell a split cluster from a right one.

    Returns
    -------
    score : float
        Between -1.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and one of them is a single cluster or has no two
        samples together.

    Notes
    -----
    :math:`(N_{11} N_{00} - N_{10} N_{01}) / (N_{11} N_{00} + N_{10} N_{01})` with the
    pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth only),
    :math:`N_{01}` (in the prediction only) and :math:`N_{00}` (in neither).

    References
    ----------
    .. [1] L. A. Goodman and W. H. Kruskal, "Measures of association for cross
       classifications", Journal of the American Statistical Association 49 (1954)
       732-764.

    Examples
    --------
    >>> from skclustmetrics import goodman_kruskal_score
    >>> goodman_kruskal_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.6
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    for_, against = pairs.both * pairs.neither, pairs.only_true * pairs.only_pred
    return ratio(for_ - against, for_ + against, _TRIVIAL)


@external_index
def peirce_score(table):
    """Compute pair sensitivity plus pair specificity less one.

    Peirce's index of the pairs, later Youden's J. Higher is better, 0 for a prediction
    that puts together as large a share of the pairs that belong apart as of the others.

    Returns
    -------
    score : float
        Between -1.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and the truth is a single class or has no two samples
        in a class.

    Notes
    -----
    :math:`(N_{11} N_{00} - N_{10} N_{01}) / ((N_{11} + N_{10}) (N_{01} + N_{00}))` with
    the pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth
    only), :math:`N_{01}` (in the prediction only) and :math:`N_{00}` (in neither).

    References
    ----------
    .. [1] C. S. Peirce, "The numerical measure of the success of predictions", Science
       4 (1884) 453-454.
    .. [2] W. J. Youden, "Index for rating diagnostic tests", Cancer 3 (1950) 32-35.

    Examples
    --------
    >>> from skclustmetrics import peirce_score
    >>> peirce_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.333...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    margins = pairs.true * (pairs.total - pairs.true)
    return ratio(
        _determinant(pairs), margins, "the truth has no pair together, or no pair apart"
    )


@external_index
def sokal_sneath_four_term_score(table):
    """Compute the mean of four shares of agreeing pairs, after Sokal and Sneath.

    The shares are pair precision and recall and the same two for pairs apart. Higher is
    better. Packages number it 1, 3 or 4.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and one of them is a single cluster or has no two
        samples together.

    Notes
    -----
    With the pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth
    only), :math:`N_{01}` (in the prediction only) and :math:`N_{00}` (in neither) it is

    .. math::

        \\frac{1}{4} \\left( \\frac{N_{11}}{N_{11} + N_{10}} + \\frac{N_{11}}{N_{11} +
        N_{01}} + \\frac{N_{00}}{N_{10} + N_{00}} + \\frac{N_{00}}{N_{01} + N_{00}}
        \\right)

    References
    ----------
    .. [1] R. R. Sokal and P. H. A. Sneath, "Principles of Numerical Taxonomy",
       Freeman, 1963.

    Examples
    --------
    >>> from skclustmetrics import sokal_sneath_four_term_score
    >>> sokal_sneath_four_term_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.663...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    together = _two_shares(pairs.both, pairs.true, pairs.pred)
    apart = _two_shares(
        pairs.neither, pairs.total - pairs.true, pairs.total - pairs.pred
    )
    return (together + apart) / 4


@external_index
def sokal_sneath_geometric_score(table):
    """Compute the geometric mean of shares of agreeing pairs, after Sokal and Sneath.

    Higher is better. It is `fowlkes_mallows_score` times the same for pairs apart.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and one of them is a single cluster or has no two
        samples together.

    Notes
    -----
    With the pair counts :math:`N_{11}` (together in both), :math:`N_{10}` (in the truth
    only), :math:`N_{01}` (in the prediction only) and :math:`N_{00}` (in neither) it is

    .. math::

        \\frac{N_{11} N_{00}}{\\sqrt{(N_{11} + N_{10})(N_{11} + N_{01})
        (N_{10} + N_{00})(N_{01} + N_{00})}}

    References
    ----------
    .. [1] R. R. Sokal and P. H. A. Sneath, "Principles of Numerical Taxonomy",
       Freeman, 1963.

    Examples
    --------
    >>> from skclustmetrics import sokal_sneath_geometric_score
    >>> sokal_sneath_geometric_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.436...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    margins = pairs.true * pairs.pred
    margins *= (pairs.total - pairs.true) * (pairs.total - pairs.pred)
    return root_ratio(pairs.both * pairs.neither, margins, _TRIVIAL)


@external_index
def baulieu_2_score(table):
    """Compute Baulieu's second index, the covariance of two partitions over the pairs.

    Higher is better, 0 on average for random partitions with the same cluster sizes.
    The largest value depends on the cluster sizes: identical partitions do not reach
    0.25 unless exactly half of the pairs are together.

    Returns
    -------
    score : float
        Between -0.25 and 0.25.

    Raises
    ------
    UndefinedIndexError
        If there are fewer than two samples.

    Notes
    -----
    :math:`(N_{11} N_{00} - N_{10} N_{01}) / N_T^2` with the pair counts :math:`N_{11}`
    (together in both), :math:`N_{10}` (in the truth only), :math:`N_{01}` (in the
    prediction only), :math:`N_{00}` (in neither) and their sum :math:`N_T`.

    References
    ----------
    .. [1] F. B. Baulieu, "A classification of presence/absence based dissimilarity
       coefficients", Journal of Classification 6 (1989) 233-246.

    Examples
    --------
    >>> from skclustmetrics import baulieu_2_score
    >>> baulieu_2_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.08
    """
    pairs = table.pairs
    return ratio(
        _determinant(pairs), pairs.total**2, "fewer than two samples have no pair"
    )


def _determinant(pairs):
    return pairs.both * pairs.neither - pairs.only_true * pairs.only_pred


def _two_shares(part, whole, other_whole):
    """Add the shares of a part in two wholes, rounding once."""
    return ratio(part * (whole + other_whole), whole * other_whole, _TRIVIAL)


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

PAIR_CORRELATION_INDICES = (
    _row(
        function=hubert_gamma_score,
        title="Hubert's gamma (phi of pairs)",
        bounds=(-1.0, 1.0),
        source="Hubert and Arabie 1985; Jain and Dubes 1988",
        chance_adjusted=True,
    ),
    _row(
        function=goodman_kruskal_score,
        title="Goodman-Kruskal gamma of pairs",
        bounds=(-1.0, 1.0),
        source="Goodman and Kruskal 1954, JASA 49",
    ),
    _row(
        function=peirce_score,
        title="Peirce index (pair sensitivity + specificity - 1)",
        bounds=(-1.0, 1.0),
        source="Peirce 1884; Youden 1950",
        symmetric=False,
        chance_adjusted=True,
    ),
    _row(
        function=sokal_sneath_four_term_score,
        title="Sokal-Sneath index, four terms",
        source="Sokal and Sneath 1963",
    ),
    _row(
        function=sokal_sneath_geometric_score,
        title="Sokal-Sneath index, geometric",
        source="Sokal and Sneath 1963",
    ),
    _row(
        function=baulieu_2_score,
        title="Baulieu index 2",
        bounds=(-0.25, 0.25),
        source="Baulieu 1989, J. Classif. 6",
        best_at_identity=False,
        chance_adjusted=True,
    ),
)
