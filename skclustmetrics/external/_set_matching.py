"""Indices that compare each cluster with the one on the other side that fits best."""

import math
from functools import partial

import numpy as np

from skclustmetrics._kernels._assignment import largest_matching_size
from skclustmetrics._kernels._contingency import as_float, canonical_sum
from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import check_beta, f_weights

__all__ = [
    "SET_MATCHING_INDICES",
    "generalized_centroid_index_score",
    "inverse_purity_score",
    "purity_f_score",
    "purity_score",
    "set_matching_f_score",
    "van_dongen_distance",
]


@external_index
def purity_score(table):
    """Compute the share of samples that belong to the largest class of their cluster.

    Higher is better, but splitting clusters can only raise it: singletons score 1. Look
    at `inverse_purity_score` as well, or at `purity_f_score`.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly if each cluster lies within one class.

    See Also
    --------
    clustering_accuracy_score : Each class counts for one cluster only.

    Notes
    -----
    :math:`\\frac{1}{n} \\sum_j \\max_i n_{ij}` over classes i and clusters j with
    overlaps :math:`n_{ij}`.

    References
    ----------
    .. [1] Y. Zhao and G. Karypis, "Criterion functions for document clustering:
       experiments and analysis", University of Minnesota, technical report 01-40, 2001.

    Examples
    --------
    >>> from skclustmetrics import purity_score
    >>> purity_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.833...
    """
    if table.is_homogeneous:
        return 1.0
    return int(table.col_max.sum()) / table.total


@external_index
def inverse_purity_score(table):
    """Compute the share of samples that belong to the largest cluster of their class.

    Higher is better, but merging clusters can only raise it: a single cluster scores 1.
    Look at `purity_score` as well, or at `purity_f_score`. What most packages call the
    Meilă-Heckerman measure is this index.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly if each class lies within one cluster.

    Notes
    -----
    :math:`\\frac{1}{n} \\sum_i \\max_j n_{ij}` over classes i and clusters j with
    overlaps :math:`n_{ij}`.

    References
    ----------
    .. [1] Y. Zhao and G. Karypis, "Criterion functions for document clustering:
       experiments and analysis", University of Minnesota, technical report 01-40, 2001.

    Examples
    --------
    >>> from skclustmetrics import inverse_purity_score
    >>> inverse_purity_score([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 2])
    0.666...
    """
    if table.is_complete:
        return 1.0
    return int(table.row_max.sum()) / table.total


@external_index
def purity_f_score(table):
    """Compute the harmonic mean of purity and inverse purity.

    Higher is better.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    See Also
    --------
    purity_score, inverse_purity_score : The two that are averaged.

    Notes
    -----
    :math:`2 p q / (p + q)` with purity :math:`p = \\frac{1}{n} \\sum_j \\max_i n_{ij}`
    and inverse purity :math:`q = \\frac{1}{n} \\sum_i \\max_j n_{ij}`.

    References
    ----------
    .. [1] E. Amigó, J. Gonzalo, J. Artiles and F. Verdejo, "A comparison of extrinsic
       clustering evaluation metrics based on formal constraints", Information Retrieval
       12 (2009) 461-486.

    Examples
    --------
    >>> from skclustmetrics import purity_f_score
    >>> purity_f_score([0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 2])
    0.740...
    """
    if table.is_identity:
        return 1.0
    pure, inverse = int(table.col_max.sum()), int(table.row_max.sum())
    return 2 * pure * inverse / (table.total * (pure + inverse))


@external_index
def set_matching_f_score(table, *, beta=1.0):
    """Compute the F-measure of each class's best cluster, weighted by class size.

    Higher is better. Classes are free to choose the same cluster.

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
    :math:`\\sum_i \\frac{a_i}{n} \\max_j (1 + \\beta^2) P_{ij} R_{ij} / (\\beta^2
    P_{ij} + R_{ij})` over classes i of size :math:`a_i` and clusters j of size
    :math:`b_j`, with :math:`P_{ij} = n_{ij} / b_j` and :math:`R_{ij} = n_{ij} / a_i`.
    Some packages average over the classes without the weights.

    References
    ----------
    .. [1] B. Larsen and C. Aone, "Fast and effective text mining using linear-time
       document clustering", KDD 1999, 16-22.

    Examples
    --------
    >>> from skclustmetrics import set_matching_f_score
    >>> set_matching_f_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.828...
    """
    of_recall, of_precision = f_weights(check_beta(beta))
    if table.is_identity:
        return 1.0
    sizes, other_sizes = as_float(table.cell_row_sums), as_float(table.cell_col_sums)
    of_cells = as_float(table.counts) / (of_recall * sizes + of_precision * other_sizes)
    of_classes = _row_maxima(table.rows, of_cells)
    return min(canonical_sum(as_float(table.row_sums) * of_classes) / table.total, 1.0)


@external_index
def van_dongen_distance(table, *, normalize=False):
    """Compute van Dongen's distance, the number of samples outside the best overlaps.

    Lower is better. It is a metric on partitions.

    Parameters
    ----------
    normalize : bool, default=False
        Whether to divide by twice the number of samples.

    Returns
    -------
    distance : float
        From 0.0 to below 2 n, divided by 2 n if `normalize`; 0.0 exactly for identical
        partitions and for them alone.

    Notes
    -----
    :math:`2 n - \\sum_i \\max_j n_{ij} - \\sum_j \\max_i n_{ij}` over classes i and
    clusters j with overlaps :math:`n_{ij}`.

    References
    ----------
    .. [1] S. van Dongen, "Performance criteria for graph clustering and Markov cluster
       experiments", CWI Amsterdam, technical report INS-R0012, 2000.

    Examples
    --------
    >>> from skclustmetrics import van_dongen_distance
    >>> van_dongen_distance([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    2.0
    >>> van_dongen_distance([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], normalize=True)
    0.166...
    """
    distance = 2 * table.total - int(table.row_max.sum()) - int(table.col_max.sum())
    return distance / (2 * table.total) if normalize and distance else float(distance)


@external_index
def generalized_centroid_index_score(table):
    """Compute the generalised centroid index, the number of misplaced clusters.

    Each cluster points at the most similar one of the other partition; those that
    nobody points at are orphans. Lower is better. It tells how many clusters are in the
    wrong place and does not see how samples move between neighbours.

    Returns
    -------
    score : float
        A whole number from 0.0, also for identical partitions, to the larger number of
        clusters less one.

    Notes
    -----
    Similarity is the Jaccard index :math:`n_{ij} / (a_i + b_j - n_{ij})` of a class of
    size :math:`a_i` and a cluster of size :math:`b_j` with overlap :math:`n_{ij}`. The
    index is the larger of the two numbers of orphans, of classes and of clusters.
    Where several are most similar, those are pointed at that leave the fewest orphans,
    so that the value is unique; the authors leave ties open.

    References
    ----------
    .. [1] P. Fränti and M. Rezaei, "Generalizing centroid index to different clustering
       models", S+SSPR 2016, Lecture Notes in Computer Science 10029, 285-296.
    .. [2] P. Fränti, M. Rezaei and Q. Zhao, "Centroid index: cluster level similarity
       measure", Pattern Recognition 47 (2014) 3034-3045.

    Examples
    --------
    Two classes share a cluster and one class is split:

    >>> from skclustmetrics import generalized_centroid_index_score
    >>> generalized_centroid_index_score([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2])
    1.0
    """
    return float(max(_count_orphans(table), _count_orphans(table.swapped)))


def _count_orphans(table):
    """Count the clusters that no class points at, ties broken in their favour."""
    union = table.cell_row_sums + table.cell_col_sums - table.counts
    similarity = as_float(table.counts) / as_float(union)
    nearest = similarity == _row_maxima(table.rows, similarity)[table.rows]
    pointed_at = largest_matching_size(
        table.rows[nearest], table.cols[nearest], (table.n_true, table.n_pred)
    )
    return table.n_pred - pointed_at


def _row_maxima(rows, values):
    """Return the largest value of each row; rows ascend."""
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    return np.maximum.reduceat(values, starts) if starts.size else values


_row = partial(
    IndexSpec,
    kind="external",
    family="set matching",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n",
    symmetric=True,
    best_at_identity=True,
)

SET_MATCHING_INDICES = (
    _row(
        function=purity_score,
        title="purity",
        source="Zhao and Karypis 2001",
        symmetric=False,
    ),
    _row(
        function=inverse_purity_score,
        title="inverse purity (Meilă-Heckerman)",
        source="Zhao and Karypis 2001",
        symmetric=False,
    ),
    _row(
        function=purity_f_score,
        title="harmonic mean of purity and inverse purity",
        source="Amigó et al. 2009, Inf. Retr. 12",
    ),
    _row(
        function=set_matching_f_score,
        title="set-matching F-measure",
        source="Larsen and Aone 1999, KDD",
        symmetric=False,
    ),
    _row(
        function=van_dongen_distance,
        title="van Dongen distance",
        greater_is_better=False,
        bounds=(0.0, math.inf),
        source="van Dongen 2000",
    ),
    _row(
        function=van_dongen_distance,
        name="van_dongen_distance_normalized",
        params={"normalize": True},
        title="van Dongen distance, normalised",
        greater_is_better=False,
        source="van Dongen 2000",
    ),
    _row(
        function=generalized_centroid_index_score,
        title="generalised centroid index",
        greater_is_better=False,
        bounds=(0.0, math.inf),
        source="Fränti and Rezaei 2016, S+SSPR",
    ),
)
