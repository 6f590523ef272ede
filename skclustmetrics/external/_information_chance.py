"""Mutual information compared with what random partitions share."""

import math
from functools import partial

from skclustmetrics._kernels._expected_information import (
    expected_conditional_entropy,
    expected_information,
)
from skclustmetrics._kernels._information_variance import information_variance
from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import external_index, make_table
from skclustmetrics.external._entropies import average_entropy, check_average_method

__all__ = [
    "INFORMATION_CHANCE_INDICES",
    "adjusted_mutual_info_score",
    "expected_mutual_information",
    "standardized_mutual_info_score",
]

# the exact variance multiplies two counts in int64
_LARGEST_TOTAL = math.isqrt(2**63 - 1)


def expected_mutual_information(contingency, n_samples=None):
    """Compute the mean mutual information of random partitions of the same sizes.

    All partitions with the class and cluster sizes of the table are equally likely (the
    hypergeometric model).

    Parameters
    ----------
    contingency : {array-like, sparse matrix} of shape (n_classes, n_clusters)
        Counts of the samples of each class in each cluster. Only the sums of rows and
        columns matter.
    n_samples : int, default=None
        The sum of the counts, where it is known already.

    Returns
    -------
    expectation : float
        In nats, not negative; relative error about 1e-15.

    Raises
    ------
    ValueError
        If the table holds anything but counts, or if `n_samples` is not their sum.

    See Also
    --------
    adjusted_mutual_info_score : The index corrected by this expectation.

    Notes
    -----
    With class sizes :math:`a_i`, cluster sizes :math:`b_j` and the hypergeometric
    probability :math:`p_{ij}(k)` of k samples in cell (i, j),

    .. math::

        \\sum_{ij} \\sum_k p_{ij}(k) \\frac{k}{n} \\log \\frac{n k}{a_i b_j}

    Each distinct pair of sizes is summed once, over the k within 12 standard deviations
    and 25 of the mean.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison", Journal of Machine Learning Research 11 (2010)
       2837-2854.

    Examples
    --------
    >>> from skclustmetrics import expected_mutual_information
    >>> expected_mutual_information([[3, 1], [1, 3]])
    0.0796...
    """
    table = make_table(contingency=contingency, name="expected_mutual_information")
    if n_samples is not None and n_samples != table.total:
        raise ValueError(
            f"n_samples is {n_samples}, but the counts of contingency sum to "
            f"{table.total}."
        )
    return _expected(table)


@external_index
def adjusted_mutual_info_score(table, *, average_method="arithmetic"):
    """Compute the mutual information corrected for chance.

    It is 1 for identical partitions and 0 on average for random partitions with the
    same cluster sizes; higher is better. Prefer it to `normalized_mutual_info_score`
    whenever partitions with different numbers of clusters are compared.

    Parameters
    ----------
    average_method : {"arithmetic", "geometric", "min", "max"}, default="arithmetic"
        The mean of the two entropies that is taken for the largest possible value.

    Returns
    -------
    score : float
        At most 1.0; 1.0 exactly for identical partitions. 0.0 exactly if the partitions
        differ and all partitions of their sizes share the same information: if one of
        them has a single cluster or consists of singletons, or if one sets a single
        sample apart and the clusters of the other are equally large.

    See Also
    --------
    adjusted_rand_score : The corrected index of pairs.
    standardized_mutual_info_score : In units of the standard deviation under chance.
    expected_mutual_information : The expectation that is subtracted.

    Notes
    -----
    :math:`(I - E[I]) / (M - E[I])` with the mutual information :math:`I`, its mean over
    random partitions and the mean :math:`M` of the entropies. It is computed from the
    conditional entropies, which do not cancel:
    :math:`1 - (H(U | V) + H(V | U)) / E[H(U | V) + H(V | U)]` for the arithmetic mean.
    The time is that of `expected_mutual_information`.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison", Journal of Machine Learning Research 11 (2010)
       2837-2854.

    Examples
    --------
    >>> from skclustmetrics import adjusted_mutual_info_score
    >>> adjusted_mutual_info_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.2987...
    """
    check_average_method(average_method)
    if table.is_identity:
        return 1.0
    if _is_fixed(table):
        return 0.0
    found = table.entropy_true_given_pred, table.entropy_pred_given_true
    expected_info = _expected(table)
    expected = (
        _expected_rest(table.entropy_true, expected_info, table),
        _expected_rest(table.entropy_pred, expected_info, table.swapped),
    )
    if average_method == "geometric":
        entropies = table.entropy_true, table.entropy_pred
        gap = _geometric_gap(*found, table.mutual_information, *entropies)
        expected_gap = _geometric_gap(*expected, expected_info, *entropies)
        return 1.0 - gap / expected_gap
    gap = average_entropy(*found, average_method)
    return 1.0 - gap / average_entropy(*expected, average_method)


@external_index
def standardized_mutual_info_score(table):
    """Compute how many standard deviations the mutual information is above chance.

    Higher is better: 0 is the level of chance for any numbers and sizes of clusters. As
    a test statistic it grows with the number of samples; it does not say how similar
    two partitions are, and identical partitions do not have a fixed value.

    Returns
    -------
    score : float
        Any real number.

    Raises
    ------
    UndefinedIndexError
        If the information is the same for all random partitions: one of the partitions
        has a single cluster or consists of singletons, or one sets a single sample
        apart and the clusters of the other are equally large. Also if it varies so
        little that no digit of the variance is certain.
    ValueError
        If the table counts more than 3,037,000,499 samples.

    See Also
    --------
    adjusted_mutual_info_score : A scale on which identical partitions have 1.

    Notes
    -----
    :math:`(I - E[I]) / \\sqrt{Var[I]}`, both moments exact under the hypergeometric
    model. The time of the variance grows with :math:`K L (K + L) w^2` for K and L
    distinct sizes of classes and clusters, where the windows w are about 18 standard
    deviations of a cell: well below a second for 10 by 10 clusters of 1,000 samples,
    many seconds for 30 by 30 clusters of 10,000.

    References
    ----------
    .. [1] S. Romano, J. Bailey, V. Nguyen and K. Verspoor, "Standardized mutual
       information for clustering comparisons: one step further in adjustment for
       chance", ICML 2014, 1143-1151.

    Examples
    --------
    >>> from skclustmetrics import standardized_mutual_info_score
    >>> standardized_mutual_info_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.8164...
    """
    if _is_fixed(table):
        raise UndefinedIndexError(
            "The standardized mutual information is undefined: one of the partitions "
            "has a single cluster or consists of singletons, or it sets one sample "
            "apart and the clusters of the other are equally large, so that all random "
            "partitions share the same information."
        )
    if table.total > _LARGEST_TOTAL:
        raise ValueError(
            f"contingency counts {table.total} samples; the exact variance is computed "
            f"for at most {_LARGEST_TOTAL}."
        )
    variance = information_variance(table.row_sums, table.col_sums, table.total)
    if not variance:
        raise UndefinedIndexError(
            "The standardized mutual information is undefined: all random partitions "
            "share the same information but for rounding."
        )
    return (table.mutual_information - _expected(table)) / math.sqrt(variance)


def _is_fixed(table):
    """Whether the information is the same for all partitions of these sizes."""
    numbers = table.n_true, table.n_pred
    if min(numbers) <= 1 or max(numbers) == table.total:
        return True
    sizes = table.row_sums, table.col_sums
    return any(
        len(one) == 2 and one.min() == 1 and other.min() == other.max()
        for one, other in (sizes, sizes[::-1])
    )


def _expected(table):
    return expected_information(table.row_sums, table.col_sums, table.total)


def _expected_rest(entropy, expected_info, table):
    """E[H(U | V)]: a difference, or its own sum where the difference is small."""
    rest = entropy - expected_info
    if rest > entropy / 16:
        return rest
    return expected_conditional_entropy(table.row_sums, table.col_sums, table.total)


def _geometric_gap(first, second, information, *entropies):
    """sqrt((I + x) (I + y)) - I for the conditional entropies x and y."""
    mean = average_entropy(*entropies, "geometric")
    return (information * (first + second) + first * second) / (mean + information)


_ami = partial(
    IndexSpec,
    function=adjusted_mutual_info_score,
    kind="external",
    family="information",
    greater_is_better=True,
    bounds=(-math.inf, 1.0),
    cost="n + distinct sizes x standard deviation of a cell",
    source="Vinh, Epps and Bailey 2010, JMLR 11",
    symmetric=True,
    best_at_identity=True,
    chance_adjusted=True,
)

INFORMATION_CHANCE_INDICES = (
    _ami(title="adjusted mutual information"),
    _ami(
        name="adjusted_mutual_info_geometric",
        params={"average_method": "geometric"},
        title="adjusted mutual information, geometric mean of the entropies",
    ),
    _ami(
        name="adjusted_mutual_info_min",
        params={"average_method": "min"},
        title="adjusted mutual information, smaller entropy",
    ),
    _ami(
        name="adjusted_mutual_info_max",
        params={"average_method": "max"},
        title="adjusted mutual information, larger entropy",
    ),
    IndexSpec(
        function=standardized_mutual_info_score,
        kind="external",
        family="information",
        title="standardized mutual information",
        greater_is_better=True,
        bounds=(-math.inf, math.inf),
        cost="n + K L (K + L) variance of a cell",
        source="Romano, Bailey, Nguyen and Verspoor 2014, ICML",
        symmetric=True,
        best_at_identity=False,
        chance_adjusted=True,
    ),
)
