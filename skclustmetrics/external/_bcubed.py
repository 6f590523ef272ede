"""BCubed: precision and recall seen from each sample, averaged."""

from functools import partial

from skclustmetrics._kernels._contingency import as_float, canonical_sum
from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import check_beta, f_measure

__all__ = [
    "BCUBED_INDICES",
    "bcubed_f_score",
    "bcubed_precision_score",
    "bcubed_recall_score",
]


@external_index(weights=True)
def bcubed_precision_score(table):
    """Compute BCubed precision, the mean share of a sample's cluster in its own class.

    Higher is better. Merging classes costs precision; splitting them does not.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly if each cluster lies within one class.

    See Also
    --------
    bcubed_recall_score : The share of a sample's class in its own cluster.

    Notes
    -----
    :math:`\\frac{1}{n} \\sum_{ij} n_{ij}^2 / b_j` over classes i and clusters j of size
    :math:`b_j` with overlaps :math:`n_{ij}`. A sample counts as its own neighbour.

    References
    ----------
    .. [1] A. Bagga and B. Baldwin, "Entity-based cross-document coreferencing using the
       vector space model", COLING-ACL 1998, 79-85.
    .. [2] E. Amigó, J. Gonzalo, J. Artiles and F. Verdejo, "A comparison of extrinsic
       clustering evaluation metrics based on formal constraints", Information Retrieval
       12 (2009) 461-486.

    Examples
    --------
    >>> from skclustmetrics import bcubed_precision_score
    >>> bcubed_precision_score([0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 0, 0, 1])
    0.619...
    """
    return _precision(table)


@external_index(weights=True)
def bcubed_recall_score(table):
    """Compute BCubed recall, the mean share of a sample's class in its own cluster.

    Higher is better. Splitting classes costs recall; merging them does not.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly if each class lies within one cluster.

    See Also
    --------
    bcubed_precision_score : The share of a sample's cluster in its own class.

    Notes
    -----
    :math:`\\frac{1}{n} \\sum_{ij} n_{ij}^2 / a_i` over classes i of size :math:`a_i`
    and clusters j with overlaps :math:`n_{ij}`. A sample counts as its own neighbour.

    References
    ----------
    .. [1] A. Bagga and B. Baldwin, "Entity-based cross-document coreferencing using the
       vector space model", COLING-ACL 1998, 79-85.

    Examples
    --------
    >>> from skclustmetrics import bcubed_recall_score
    >>> bcubed_recall_score([0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 0, 0, 1])
    1.0
    """
    return _recall(table)


@external_index(weights=True)
def bcubed_f_score(table, *, beta=1.0):
    """Compute the F-measure of BCubed precision and recall.

    Higher is better. Among the extrinsic measures it is the one that meets all four
    constraints of Amigó and others: homogeneity, completeness, a rag bag for the odd
    samples, and small errors in big clusters before big errors in small ones.

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

    See Also
    --------
    bcubed_precision_score, bcubed_recall_score : The two that are averaged.

    Notes
    -----
    :math:`(1 + \\beta^2) P R / (\\beta^2 P + R)` of BCubed precision :math:`P` and
    recall :math:`R`.

    References
    ----------
    .. [1] E. Amigó, J. Gonzalo, J. Artiles and F. Verdejo, "A comparison of extrinsic
       clustering evaluation metrics based on formal constraints", Information Retrieval
       12 (2009) 461-486.

    Examples
    --------
    >>> from skclustmetrics import bcubed_f_score
    >>> bcubed_f_score([0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 0, 0, 1])
    0.764...
    """
    check_beta(beta)
    if table.is_identity:
        return 1.0
    return f_measure(_precision(table), _recall(table), beta)


def _precision(table):
    if table.is_homogeneous:
        return 1.0
    return _mean_share(table, table.cell_col_sums)


def _recall(table):
    if table.is_complete:
        return 1.0
    return _mean_share(table, table.cell_row_sums)


def _mean_share(table, sizes):
    """Mean over the samples of their cell's share in the larger group."""
    terms = as_float(table.counts * table.counts) / as_float(sizes)
    return min(canonical_sum(terms) / table.total, 1.0)


_row = partial(
    IndexSpec,
    kind="external",
    family="BCubed",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n",
    source="Bagga and Baldwin 1998, COLING-ACL",
    symmetric=False,
    best_at_identity=True,
    has_sample_weight=True,
)

BCUBED_INDICES = (
    _row(function=bcubed_precision_score, title="BCubed precision"),
    _row(function=bcubed_recall_score, title="BCubed recall"),
    _row(
        function=bcubed_f_score,
        title="BCubed F-measure",
        source="Amigó et al. 2009, Inf. Retr. 12",
        symmetric=True,
    ),
)
