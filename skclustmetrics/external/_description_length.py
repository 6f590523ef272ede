"""Information indices that charge for the table that must be known to use it."""

import math
from functools import partial

import numpy as np

from skclustmetrics._kernels._contingency import as_float, canonical_sum
from skclustmetrics._kernels._log_factorials import factorial_remainder, log_binomial
from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import external_index
from skclustmetrics.external._entropies import in_base

__all__ = ["DESCRIPTION_LENGTH_INDICES", "dom_score", "reduced_mutual_info_score"]


@external_index
def reduced_mutual_info_score(table, *, base=None):
    """Compute the mutual information less the cost of the contingency table.

    To use what the clusters tell about the classes one must know the contingency table,
    and the information in the table is subtracted. Higher is better; negative values
    mean that the clusters save nothing. Unlike the mutual information, it does not
    reward a partition into singletons.

    Parameters
    ----------
    base : float, default=None
        The base of the logarithm: 2 for bits; None for nats.

    Returns
    -------
    score : float
        At most the smaller of the two entropies; 0.0 exactly if one partition has a
        single cluster.

    See Also
    --------
    mutual_info_score : Without the cost.
    adjusted_mutual_info_score : Corrected for chance instead.

    Notes
    -----
    .. math::

        \\frac{1}{n} \\log \\frac{n! \\prod_{ij} n_{ij}!}{\\prod_i a_i! \\prod_j b_j!}
        - \\frac{1}{n} \\log \\Omega

    for :math:`n_{ij}` samples of class i in cluster j, class sizes :math:`a_i` and
    cluster sizes :math:`b_j`. The first term tends to the mutual information for large
    counts. :math:`\\Omega` is the number of tables of whole numbers with these row and
    column sums, by the closed approximation of [2]_ in the form of [1]_: good where the
    cells could hold several samples each, rough where the clusters are about as
    numerous as the samples.

    References
    ----------
    .. [1] M. E. J. Newman, G. T. Cantwell and J.-G. Young, "Improved mutual information
       measure for clustering, classification, and community detection", Physical
       Review E 101 (2020) 042304.
    .. [2] P. Diaconis and B. Efron, "Testing for independence in a two-way table: new
       interpretations of the chi-square statistic", Annals of Statistics 13 (1985)
       845-874.

    Examples
    --------
    >>> from skclustmetrics import reduced_mutual_info_score
    >>> labels = [0] * 10 + [1] * 10
    >>> reduced_mutual_info_score(labels, labels)
    0.4946...
    """
    if min(table.n_true, table.n_pred) <= 1:
        return 0.0
    cost = _log_number_of_tables(table.row_sums, table.col_sums, table.total)
    return in_base((_log_arrangements(table) - cost) / table.total, base)


@external_index
def dom_score(table):
    """Compute Dom's measure, the cost of describing the classes through the clusters.

    The length of the shortest description of the classes over the length of the
    description that uses the clusters. Higher is better. Clusters beyond the need are
    paid for, as each must describe its distribution over the classes.

    Returns
    -------
    score : float
        Above 0.0 and at most 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If there is a single class and several clusters: both descriptions are empty.

    See Also
    --------
    homogeneity_score : Without the cost of the clusters.

    Notes
    -----
    With K classes of sizes :math:`a_i` and clusters of sizes :math:`b_j`, the cost is

    .. math::

        Q_0 = H(U | V) + \\frac{1}{n} \\sum_j \\log \\binom{b_j + K - 1}{K - 1}

    and the score :math:`\\frac{1}{n} \\sum_i \\log \\binom{a_i + K - 1}{K - 1} / Q_0`.

    References
    ----------
    .. [1] B. E. Dom, "An information-theoretic external cluster-validity measure", UAI
       2002, 137-145.

    Examples
    --------
    >>> from skclustmetrics import dom_score
    >>> dom_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.5921...
    """
    if table.is_identity:
        return 1.0
    if table.n_true <= 1:
        raise UndefinedIndexError(
            "Dom's measure is undefined for a single class: there is nothing to "
            "describe."
        )
    best = _log_compositions(table.row_sums, table.n_true)
    cost = _log_compositions(table.col_sums, table.n_true)
    score = best / (table.total * table.entropy_true_given_pred + cost)
    return min(score, 1.0)


def _log_compositions(sizes, n_classes):
    """Sum log C(size + n_classes - 1, n_classes - 1) over the clusters."""
    distinct, repeats = np.unique(as_float(sizes), return_counts=True)
    return canonical_sum(repeats * log_binomial(distinct, n_classes - 1))


def _log_arrangements(table):
    """The logarithm of n! prod n_ij! / (prod a_i! prod b_j!)."""
    margins = np.concatenate([as_float(table.row_sums), as_float(table.col_sums)])
    remainders = [
        *factorial_remainder([table.total]).tolist(),
        *factorial_remainder(table.counts).tolist(),
        *(-factorial_remainder(margins)).tolist(),
    ]
    return table.total * table.mutual_information + math.fsum(remainders)


def _log_number_of_tables(row_sums, col_sums, total):
    """Approximate the logarithm of the number of tables with these margins."""
    n_rows, n_cols = len(row_sums), len(col_sums)
    weight = total / (total + n_rows * n_cols / 2.0)
    row_shares = (1.0 - weight) / n_rows + weight * as_float(row_sums / total)
    col_shares = (1.0 - weight) / n_cols + weight * as_float(col_sums / total)
    row_shape = (n_rows + 1.0) / (n_rows * canonical_sum(col_shares**2)) - 1.0 / n_rows
    col_shape = (n_cols + 1.0) / (n_cols * canonical_sum(row_shares**2)) - 1.0 / n_cols
    row_part = (n_cols + row_shape - 2.0) * canonical_sum(np.log(row_shares))
    col_part = (n_rows + col_shape - 2.0) * canonical_sum(np.log(col_shares))
    row_gamma = _log_gamma_ratio(row_shape, n_rows, n_cols)
    col_gamma = _log_gamma_ratio(col_shape, n_cols, n_rows)
    cells = (n_rows - 1.0) * (n_cols - 1.0) * math.log(total + n_rows * n_cols / 2.0)
    return cells + (row_part + col_part + (row_gamma + col_gamma)) / 2.0


def _log_gamma_ratio(shape, n_rows, n_cols):
    parts = math.lgamma(shape) + math.lgamma(n_cols)
    return math.lgamma(shape * n_rows) - n_rows * parts


_row = partial(
    IndexSpec,
    kind="external",
    family="information",
    greater_is_better=True,
    cost="n",
)

DESCRIPTION_LENGTH_INDICES = (
    _row(
        function=reduced_mutual_info_score,
        title="reduced mutual information",
        bounds=(-math.inf, math.inf),
        source="Newman, Cantwell and Young 2020, Phys. Rev. E 101",
        symmetric=True,
        best_at_identity=False,
    ),
    _row(
        function=dom_score,
        title="Dom's measure",
        bounds=(0.0, 1.0),
        source="Dom 2002, UAI",
        symmetric=False,
        best_at_identity=True,
    ),
)
