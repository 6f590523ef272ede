"""Indices of the best one-to-one matching of classes and clusters."""

from functools import partial

import numpy as np

from skclustmetrics._kernels._assignment import heaviest_matching
from skclustmetrics._kernels._contingency import as_float
from skclustmetrics._kernels._exact_assignment import heaviest_matching_of_counts
from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import ratio

__all__ = [
    "OPTIMAL_MATCHING_INDICES",
    "clustering_accuracy_score",
    "match_by_overlap",
    "normalized_clustering_accuracy_score",
    "normalized_pivoted_accuracy_score",
    "pair_sets_index_score",
    "s2_score",
]

# beyond double precision by far more than the number of terms, and the smallest term
# of S2, which is one over the square of the samples, can use up
_FRACTION_BITS = 256

# sums and differences of a few totals below this are exact in float64
_LARGEST_FLOAT_TOTAL = 2**50


@external_index
def s2_score(table):
    """Compute S2, the mean of sensitivity and specificity over matched clusters.

    Classes and clusters are matched one to one; of each matched pair the harmonic mean
    of sensitivity and specificity is taken. Higher is better. A prediction that puts
    everything into one cluster scores 0 where the F-measure still gives 0.67.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions of two or more
        classes.

    Raises
    ------
    UndefinedIndexError
        If the truth is a single class, even if the prediction is the same: specificity
        is 0/0.

    See Also
    --------
    ps2_score : The same idea for pairs of samples.

    Notes
    -----
    .. math::

        S2 = \\frac{1}{\\min(C, K)} \\sum_c \\frac{2 s_c t_c}{s_c + t_c}, \\qquad
        s_c = \\frac{n_{cc}}{n_{c.}}, \\quad
        t_c = \\frac{n - n_{c.} - n_{.c} + n_{cc}}{n - n_{c.}}

    over the :math:`\\min(C, K)` matched pairs of C classes and K clusters, with
    overlaps :math:`n_{cc}`, sizes :math:`n_{c.}` of the class and :math:`n_{.c}` of the
    cluster; 0/0 in the harmonic mean is 0. The matching is the one of largest total
    overlap and, among equals, of largest S2, so that the value is unique; the authors
    take the matching as given. Both are compared exactly, in integers of any size.

    References
    ----------
    .. [1] Xie J., Zhou Y., Wang M. and Jiang W., "New criteria for evaluating the
       validity of clustering", CAAI Transactions on Intelligent Systems 12 (2017)
       873-882.

    Examples
    --------
    >>> from skclustmetrics import s2_score
    >>> s2_score(None, None, contingency=[[3, 1], [2, 4]])
    0.705...
    """
    if table.n_true < 2:
        raise UndefinedIndexError(
            "The index is undefined: specificity needs at least two classes in the "
            f"truth; there is {table.n_true}."
        )
    if table.is_identity:
        return 1.0
    matched = match_by_overlap(table)
    numerators, denominators = _s2_ratios(table, matched)
    n_pairs = min(table.n_true, table.n_pred)
    return _sum_ratios(numerators, denominators, n_pairs)


@external_index
def clustering_accuracy_score(table):
    """Compute the accuracy under the best one-to-one matching of clusters and classes.

    Higher is better; one less the accuracy is the classification error distance. The
    numbers of classes and clusters may differ: what is left over counts as wrong.

    Returns
    -------
    score : float
        Between 0.0 and 1.0, at least one over the larger number of clusters; 1.0
        exactly for identical partitions.

    See Also
    --------
    align_labels : The matching itself.
    purity_score : Clusters are free to choose the same class.

    Notes
    -----
    :math:`\\frac{1}{n} \\max_\\sigma \\sum_i n_{i \\sigma(i)}` over one-to-one maps
    :math:`\\sigma` of classes to clusters with overlaps :math:`n_{ij}`. The maximum is
    exact and is found on the nonzero cells alone.

    References
    ----------
    .. [1] H. W. Kuhn, "The Hungarian method for the assignment problem", Naval Research
       Logistics Quarterly 2 (1955) 83-97.
    .. [2] M. Meilă, "Comparing clusterings: an axiomatic view", ICML 2005, 577-584.

    Examples
    --------
    >>> from skclustmetrics import clustering_accuracy_score
    >>> clustering_accuracy_score([0, 0, 0, 1, 1, 1], [1, 1, 0, 0, 0, 2])
    0.666...
    """
    if table.is_identity:
        return 1.0
    return _matched_samples(table) / table.total


@external_index
def normalized_clustering_accuracy_score(table):
    """Compute the normalised clustering accuracy, the mean recall of matched classes.

    Each class counts the same, whatever its size, and the level of a uniform prediction
    is 0. Higher is better.

    Returns
    -------
    score : float
        At most 1.0, exactly for identical partitions. Not below 0.0 if there are no
        more clusters than classes, else above -1.0.

    Raises
    ------
    UndefinedIndexError
        If the truth is a single class and the prediction is not.

    See Also
    --------
    normalized_pivoted_accuracy_score : Each sample counts the same.

    Notes
    -----
    :math:`\\max_\\sigma \\left( \\sum_i n_{i \\sigma(i)} / a_i - 1 \\right) / (K - 1)`
    over one-to-one maps :math:`\\sigma` of K classes of size :math:`a_i` to clusters
    with overlaps :math:`n_{ij}`, where missing clusters have overlap 0.

    References
    ----------
    .. [1] M. Gagolewski, "Normalised clustering accuracy: an asymmetric external
       cluster validity measure", Journal of Classification 42 (2025) 2-30.

    Examples
    --------
    >>> from skclustmetrics import normalized_clustering_accuracy_score
    >>> normalized_clustering_accuracy_score([0, 0, 0, 0, 1, 1], [1, 1, 1, 0, 0, 2])
    0.25
    """
    if table.is_identity:
        return 1.0
    matched = _heaviest_ratios(table, table.cell_row_sums)
    return ratio(matched - 1, table.n_true - 1, "the truth is a single class")


@external_index
def normalized_pivoted_accuracy_score(table):
    """Compute the accuracy of the best matching above the level of a uniform table.

    Higher is better.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    See Also
    --------
    clustering_accuracy_score : The accuracy itself.
    normalized_clustering_accuracy_score : Each class counts the same.

    Notes
    -----
    :math:`(A - 1 / M) / (1 - 1 / M)` with the accuracy :math:`A` under the best
    one-to-one matching and the larger number :math:`M` of classes or clusters.

    References
    ----------
    .. [1] M. Gagolewski, "Normalised clustering accuracy: an asymmetric external
       cluster validity measure", Journal of Classification 42 (2025) 2-30.

    Examples
    --------
    >>> from skclustmetrics import normalized_pivoted_accuracy_score
    >>> normalized_pivoted_accuracy_score([0, 0, 0, 0, 1, 1], [1, 1, 1, 0, 0, 2])
    0.5
    """
    if table.is_identity:
        return 1.0
    most = max(table.n_true, table.n_pred)
    above = most * _matched_samples(table) - table.total
    return above / (table.total * (most - 1))


@external_index
def pair_sets_index_score(table, *, simplified=False, clip=True):
    """Compute the pair sets index, the similarity of matched clusters above chance.

    All clusters count the same, whatever their size. Higher is better.

    Parameters
    ----------
    simplified : bool, default=False
        Whether to take 1 for the expected similarity.
    clip : bool, default=True
        Whether a value below 0 becomes 0, as the authors have it.

    Returns
    -------
    score : float
        Between 0.0 and 1.0 if `clip`, else at most 1.0; 1.0 exactly for identical
        partitions.

    Notes
    -----
    :math:`\\max(0, (S - E) / (M - E))` with the larger number :math:`M` of classes or
    clusters, the similarity

    .. math::

        S = \\max_\\sigma \\sum_i \\frac{n_{i \\sigma(i)}}{\\max(a_i, b_{\\sigma(i)})}

    over one-to-one maps :math:`\\sigma` of classes of size :math:`a_i` to clusters of
    size :math:`b_j`, and its expectation
    :math:`E = \\sum_t \\min(a_{(t)}, b_{(t)}) / n` over the sizes in descending order.
    The simplified form has :math:`E = 1`.

    References
    ----------
    .. [1] M. Rezaei and P. Fränti, "Set matching measures for external cluster
       validity", IEEE Transactions on Knowledge and Data Engineering 28 (2016)
       2173-2186.

    Examples
    --------
    >>> from skclustmetrics import pair_sets_index_score
    >>> pair_sets_index_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.500...
    >>> pair_sets_index_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], simplified=True)
    0.416...
    """
    if table.is_identity:
        return 1.0
    larger = np.maximum(table.cell_row_sums, table.cell_col_sums)
    total = _heaviest_ratios(table, larger)
    expected = 1.0
    if not simplified:
        n_pairs = min(table.n_true, table.n_pred)
        smaller = np.minimum(
            np.sort(table.row_sums)[::-1][:n_pairs],
            np.sort(table.col_sums)[::-1][:n_pairs],
        )
        expected = int(smaller.sum()) / table.total
    score = (total - expected) / (max(table.n_true, table.n_pred) - expected)
    return max(score, 0.0) if clip else score


def match_by_overlap(table):
    """Choose the cells of the matching of largest total overlap, then largest S2."""

    def terms(cells):
        if table.n_true == 1:  # S2 is undefined
            return np.zeros(cells.size, dtype=object)
        return _fixed_point(*_s2_ratios(table, cells))

    shape = (table.n_true, table.n_pred)
    return heaviest_matching_of_counts(
        table.rows, table.cols, table.counts, terms, shape
    )


def _s2_ratios(table, cells):
    """Give the S2 terms of cells as numerators and denominators."""
    overlap, sizes, others = (
        _as_integers(values[cells])
        for values in (table.counts, table.cell_row_sums, table.cell_col_sums)
    )
    outside = table.total - sizes
    rejected = outside - others + overlap
    return 2 * overlap * rejected, overlap * outside + rejected * sizes


def _match(table, weights):
    shape = (table.n_true, table.n_pred)
    return heaviest_matching(table.rows, table.cols, weights, shape)


def _matched_samples(table):
    """Count the samples in the cells of the best matching."""
    if table.total < _LARGEST_FLOAT_TOTAL:
        cells = _match(table, table.counts)
    else:
        cells = match_by_overlap(table)
    return int(table.counts[cells].sum())


def _heaviest_ratios(table, sizes):
    """Return the largest sum of count / size over a matching."""
    matched = _match(table, as_float(table.counts) / as_float(sizes))
    return _sum_ratios(
        _as_integers(table.counts[matched]), _as_integers(sizes[matched])
    )


def _as_integers(values):
    return np.array(values.tolist(), dtype=object)


def _sum_ratios(numerators, denominators, n_parts=1):
    """Add ratios of integers so that equal sums are equal to the last bit.

    The sum is divided by `n_parts` and rounded once. Several matchings may be the best
    one; which of them is found depends on the labels.
    """
    terms = _fixed_point(numerators, denominators)
    return int(terms.sum()) / (n_parts << _FRACTION_BITS)


def _fixed_point(numerators, denominators):
    return (numerators << _FRACTION_BITS) // denominators


_row = partial(
    IndexSpec,
    kind="external",
    family="optimal matching",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n + K^3",
    symmetric=True,
    best_at_identity=True,
)

OPTIMAL_MATCHING_INDICES = (
    _row(
        function=s2_score,
        title="S2 (sensitivity and specificity of matched clusters)",
        source="Xie et al. 2017, CAAI Trans. Intell. Syst. 12",
        symmetric=False,
    ),
    _row(
        function=clustering_accuracy_score,
        title="clustering accuracy",
        source="Kuhn 1955; Meilă 2005",
    ),
    _row(
        function=normalized_clustering_accuracy_score,
        title="normalised clustering accuracy",
        bounds=(-1.0, 1.0),
        source="Gagolewski 2025, J. Classif. 42",
        symmetric=False,
    ),
    _row(
        function=normalized_pivoted_accuracy_score,
        title="normalised pivoted accuracy",
        source="Gagolewski 2025, J. Classif. 42",
    ),
    _row(
        function=pair_sets_index_score,
        title="pair sets index",
        source="Rezaei and Fränti 2016, IEEE TKDE 28",
    ),
    _row(
        function=pair_sets_index_score,
        name="simplified_pair_sets_index",
        params={"simplified": True},
        title="simplified pair sets index",
        source="Rezaei and Fränti 2016, IEEE TKDE 28",
    ),
)
