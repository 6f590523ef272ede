"""Association of rows and columns of the contingency table, and element similarity."""

import math
from functools import partial

import numpy as np

from skclustmetrics._kernels._contingency import Contingency, as_float, canonical_sum
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._pair import check_label_pair
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import ratio

__all__ = [
    "ASSOCIATION_INDICES",
    "chi_squared_score",
    "cramers_v_score",
    "element_centric_similarity_samples",
    "element_centric_similarity_score",
    "frobenius_distance",
    "tschuprows_t_score",
]

_ONE_CLUSTER = "one of the partitions is a single cluster"


@external_index
def chi_squared_score(table):
    """Compute Pearson's chi-squared statistic of the contingency table.

    Higher is better, but it grows with the number of samples and clusters: see
    `cramers_v_score`.

    Returns
    -------
    score : float
        From 0.0, exactly for independent partitions and for a single cluster, to
        n (min(K, L) - 1).

    Notes
    -----
    :math:`\\sum_{ij} (n_{ij} - a_i b_j / n)^2 / (a_i b_j / n)` over classes of size
    :math:`a_i` and clusters of size :math:`b_j` with overlaps :math:`n_{ij}`, empty
    cells included but not visited.

    References
    ----------
    .. [1] K. Pearson, "On the criterion that a given system of deviations from the
       probable in the case of a correlated system of variables is such that it can be
       reasonably supposed to have arisen from random sampling", Philosophical Magazine
       50 (1900) 157-175.

    Examples
    --------
    >>> from skclustmetrics import chi_squared_score
    >>> chi_squared_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    3.0
    """
    return _chi_squared(table)


@external_index
def cramers_v_score(table, *, bias_correction=False):
    """Compute Cramér's V, the root of chi-squared relative to its largest value.

    Higher is better.

    Parameters
    ----------
    bias_correction : bool, default=False
        Whether to correct for the positive bias of small samples, after Bergsma.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 0.0 exactly for independent partitions and 1.0 exactly for
        identical ones.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and one of them is a single cluster or, with
        `bias_correction`, has no two samples together.

    See Also
    --------
    tschuprows_t_score : Reaches 1 for equal numbers of clusters only.

    Notes
    -----
    :math:`\\sqrt{\\varphi^2 / \\min(K - 1, L - 1)}` with :math:`\\varphi^2 = \\chi^2 /
    n` for K classes and L clusters. The bias correction subtracts :math:`(K - 1)(L - 1)
    / (n - 1)` from :math:`\\varphi^2`, not below 0, and :math:`(K - 1)^2 / (n - 1)`
    from K, L likewise. V is 1 as soon as one partition refines the other.

    References
    ----------
    .. [1] H. Cramér, "Mathematical Methods of Statistics", Princeton University Press,
       1946.
    .. [2] W. Bergsma, "A bias-correction for Cramér's V and Tschuprow's T", Journal of
       the Korean Statistical Society 42 (2013) 323-328.

    Examples
    --------
    >>> from skclustmetrics import cramers_v_score
    >>> cramers_v_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.707...
    """
    if table.is_identity:
        return 1.0
    phi_squared = _chi_squared(table) / table.total
    n_true, n_pred = table.n_true - 1, table.n_pred - 1
    reason = _ONE_CLUSTER
    if bias_correction:
        n_others = table.total - 1
        phi_squared = max(phi_squared - n_true * n_pred / n_others, 0.0)
        n_true *= 1 - n_true / n_others
        n_pred *= 1 - n_pred / n_others
        reason += " or has no two samples together"
    return min(math.sqrt(ratio(phi_squared, min(n_true, n_pred), reason)), 1.0)


@external_index
def tschuprows_t_score(table):
    """Compute Tschuprow's T, a root of chi-squared relative to the table's size.

    Higher is better. 1 is reached only if the numbers of clusters are equal.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 0.0 exactly for independent partitions and 1.0 exactly for
        identical ones.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and one of them is a single cluster.

    See Also
    --------
    cramers_v_score : Reaches 1 for any numbers of clusters.

    Notes
    -----
    :math:`\\sqrt{\\chi^2 / (n \\sqrt{(K - 1)(L - 1)})}` for K classes and L clusters.

    References
    ----------
    .. [1] A. A. Tschuprow, "Grundbegriffe und Grundprobleme der Korrelationstheorie",
       Teubner, 1925.

    Examples
    --------
    >>> from skclustmetrics import tschuprows_t_score
    >>> tschuprows_t_score([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 2])
    0.840...
    """
    if table.is_identity:
        return 1.0
    size = math.sqrt((table.n_true - 1) * (table.n_pred - 1))
    phi_squared = _chi_squared(table) / table.total
    return min(math.sqrt(ratio(phi_squared, size, _ONE_CLUSTER)), 1.0)


@external_index
def frobenius_distance(table):
    """Compute the squared Frobenius distance of the two partitions' projections.

    Lower is better. Each partition stands for the projection on the vectors that are
    constant within its clusters, so that all clusters count the same.

    Returns
    -------
    distance : float
        From 0.0, exactly for identical partitions, to K + L - 2.

    Notes
    -----
    :math:`K + L - 2 \\sum_{ij} n_{ij}^2 / (a_i b_j)` for K classes of size :math:`a_i`
    and L clusters of size :math:`b_j` with overlaps :math:`n_{ij}`, which is
    :math:`K + L - 2 - 2 \\chi^2 / n`.

    References
    ----------
    .. [1] R. Lajugie, F. Bach and S. Arlot, "Large-margin metric learning for
       constrained partitioning problems", ICML 2014, 297-305.

    Examples
    --------
    >>> from skclustmetrics import frobenius_distance
    >>> frobenius_distance([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    1.0
    """
    if table.is_identity:
        return 0.0
    phi_squared = _chi_squared(table) / table.total
    return max(table.n_true + table.n_pred - 2 - 2 * phi_squared, 0.0)


@external_index(weights=True)
def element_centric_similarity_score(table):
    """Compute the element-centric similarity, a mean of overlaps seen from each sample.

    Higher is better.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    See Also
    --------
    element_centric_similarity_samples : The value of each sample.

    Notes
    -----
    :math:`\\frac{1}{n} \\sum_{ij} n_{ij}^2 / \\max(a_i, b_j)` over classes of size
    :math:`a_i` and clusters of size :math:`b_j` with overlaps :math:`n_{ij}`. The
    definition compares personalised PageRank vectors of the two cluster graphs; for
    partitions without overlap the vectors are constant within a cluster, the damping
    factor divides out and this is left.

    References
    ----------
    .. [1] A. J. Gates, I. B. Wood, W. P. Hetrick and Y.-Y. Ahn, "Element-centric
       clustering comparison unifies overlaps and hierarchy", Scientific Reports 9
       (2019) 8574.

    Examples
    --------
    >>> from skclustmetrics import element_centric_similarity_score
    >>> element_centric_similarity_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.638...
    """
    if table.is_identity:
        return 1.0
    larger = np.maximum(table.cell_row_sums, table.cell_col_sums)
    terms = as_float(table.counts * table.counts) / as_float(larger)
    return min(canonical_sum(terms) / table.total, 1.0)


def element_centric_similarity_samples(
    labels_true, labels_pred, *, noise_label=None, noise="drop", unknown_label=None
):
    """Compute the element-centric similarity of each sample.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,)
        The true class of each sample: integers, strings, booleans or categories.
    labels_pred : array-like of shape (n_samples,)
        The cluster of each sample.
    noise_label : label, collection of labels or "negative", default=None
        Which labels mean noise; "negative" stands for all negative numbers. None means
        that every label is a cluster.
    noise : {"drop", "singletons", "cluster"}, default="drop"
        What to do with noise, as in `element_centric_similarity_score`.
    unknown_label : label, collection of labels or "negative", default=None
        Samples of this true label are left out: their class is unknown.

    Returns
    -------
    similarities : ndarray of shape (n_samples,), dtype float64
        Between 0 and 1, higher is better; NaN for samples that were left out.

    Raises
    ------
    ValueError
        If the labels are missing, continuous, not 1D or of different lengths, or if no
        sample is left.

    See Also
    --------
    element_centric_similarity_score : The mean of these values.

    Notes
    -----
    A sample in a class of size a and a cluster of size b that share m samples has
    similarity :math:`m / \\max(a, b)`.

    References
    ----------
    .. [1] A. J. Gates, I. B. Wood, W. P. Hetrick and Y.-Y. Ahn, "Element-centric
       clustering comparison unifies overlaps and hierarchy", Scientific Reports 9
       (2019) 8574.

    Examples
    --------
    >>> from skclustmetrics import element_centric_similarity_samples
    >>> element_centric_similarity_samples([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]).round(2)
    array([0.67, 0.67, 0.33, 0.67, 0.67])
    """
    pair = check_label_pair(
        labels_true,
        labels_pred,
        noise_label=noise_label,
        noise=noise,
        unknown_label=unknown_label,
    )
    table = Contingency.from_codes(
        pair.codes_true, pair.n_true, pair.codes_pred, pair.n_pred
    )
    cells = table.rows * table.n_pred + table.cols
    own_cell = np.searchsorted(cells, pair.codes_true * pair.n_pred + pair.codes_pred)
    larger = np.maximum(table.cell_row_sums, table.cell_col_sums)
    similarities = (table.counts / larger)[own_cell]
    if pair.kept is None:
        return similarities
    everyone = np.full(pair.kept.size, np.nan)
    everyone[pair.kept] = similarities
    return everyone


def _chi_squared(table):
    if min(table.n_true, table.n_pred) < 2:
        return 0.0
    total = table.total
    products = table.cell_row_sums * table.cell_col_sums
    excess = as_float(total * table.counts - products)
    terms = excess * (excess / as_float(products))
    # what is expected of the cells that are empty, in whole numbers: nothing cancels
    empty = total * total - int(products.sum())
    return canonical_sum([*terms.tolist(), float(empty)]) / total


_row = partial(
    IndexSpec,
    kind="external",
    family="association",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n",
    symmetric=True,
    best_at_identity=True,
)

ASSOCIATION_INDICES = (
    _row(
        function=chi_squared_score,
        title="chi-squared statistic",
        bounds=(0.0, math.inf),
        source="Pearson 1900",
        best_at_identity=False,
    ),
    _row(
        function=cramers_v_score,
        title="Cramér's V",
        source="Cramér 1946",
    ),
    _row(
        function=cramers_v_score,
        name="cramers_v_corrected",
        params={"bias_correction": True},
        title="Cramér's V, bias-corrected",
        source="Bergsma 2013, J. Korean Stat. Soc. 42",
    ),
    _row(
        function=tschuprows_t_score,
        title="Tschuprow's T",
        source="Tschuprow 1925",
    ),
    _row(
        function=frobenius_distance,
        title="Frobenius distance of projections",
        greater_is_better=False,
        bounds=(0.0, math.inf),
        source="Lajugie et al. 2014, ICML",
    ),
    _row(
        function=element_centric_similarity_score,
        title="element-centric similarity",
        source="Gates et al. 2019, Sci. Rep. 9",
        has_sample_weight=True,
    ),
)
