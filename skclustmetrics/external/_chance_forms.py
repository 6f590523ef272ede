"""Exact expectations of indices of random partitions.

Whatever the sizes of the clusters, a cell of the table of two independent random
partitions is hypergeometric given the two sizes. So the expectation of a sum over cells
needs no more than the expected number of clusters of each size, on each side. That
covers the pair counts, the mutual information and the sums of squared cells; an index
that is linear in such sums is, in expectation, the index of the expected sums.
"""

import math
from fractions import Fraction
from functools import cached_property
from inspect import signature

import numpy as np

from skclustmetrics._kernels._contingency import PairCounts, as_float
from skclustmetrics._kernels._expected_information import (
    expected_information_of_spectra,
)
from skclustmetrics._kernels._random_partitions import FixedSizes
from skclustmetrics.external._null_models import ROWS

__all__ = ["expected_score"]

# linear in the pair counts or in the entropies, whatever the sizes
_LINEAR = {
    *("rand", "hamann", "mirkin_distance", "mirkin_distance_normalized"),
    *("russell_rao", "baulieu_2", "mutual_info", "variation_of_information"),
    *("normalized_variation_of_information_log_n", "cluster_entropy"),
}
# linear as long as the sizes of the classes are fixed
_LINEAR_FOR_FIXED_CLASSES = {"pair_recall", "peirce", "homogeneity"}
# linear as long as all sizes are fixed
_LINEAR_FOR_FIXED_SIZES = {
    *("fowlkes_mallows", "pair_precision", "pair_f", "kulczynski", "mcconnaughey"),
    *("fager_mcgowan", "rv", "sokal_sneath_four_term", "completeness", "v_measure"),
    *("normalized_mutual_info", "normalized_mutual_info_geometric"),
    *("normalized_mutual_info_min", "normalized_mutual_info_max"),
    *("normalized_information_distance",),
    *("normalized_variation_of_information_conditional",),
}
# corrected for chance, but under another null model
_NOT_ZERO_FOR_FIXED_SIZES = {"modified_adjusted_rand"}

# keywords that leave an index linear
_HARMLESS = {"base", "beta"}

# terms of the expected information beyond which random tables are faster
_LARGEST_WORK = 10**8


class _ExpectedTable:
    """What formulas read from a table, in expectation.

    Parameters
    ----------
    true, pred : FixedSizes, FixedNumber or AnyPartition
        The null models of the two sides.
    """

    is_identity = is_homogeneous = is_complete = False

    def __init__(self, true, pred):
        self._true, self._pred = true, pred
        self.total = true.total

    @cached_property
    def pairs(self):
        total = Fraction(self.total * (self.total - 1), 2)
        both = self._true.together * self._pred.together * total
        only_true = self._true.together * total - both
        only_pred = self._pred.together * total - both
        return PairCounts(
            both, only_true, only_pred, total - both - only_true - only_pred
        )

    @cached_property
    def mutual_information(self):
        return expected_information_of_spectra(
            self._true.spectrum, self._pred.spectrum, self.total
        )

    @cached_property
    def entropy_true(self):
        return self._true.entropy

    @cached_property
    def entropy_pred(self):
        return self._pred.entropy

    @property
    def entropy_true_given_pred(self):
        return max(self.entropy_true - self.mutual_information, 0.0)

    @property
    def entropy_pred_given_true(self):
        return max(self.entropy_pred - self.mutual_information, 0.0)


def expected_score(score, true, pred, *, any_cost=False):
    """Return the expectation of an index of two independent random partitions.

    Parameters
    ----------
    score : ScoreFunction
        The index.
    true, pred : FixedSizes, FixedNumber or AnyPartition
        The null models of the two sides.
    any_cost : bool, default=False
        Whether a sum that takes longer than many random tables is computed as well.

    Returns
    -------
    float or None
        None if no exact expression is known, or if it takes too long.
    """
    row = None if score.row is None else _row_of(score)
    if row is None:
        return None
    if row.name in _SQUARES:
        return _SQUARES[row.name](true, pred)
    fixed_classes = isinstance(true, FixedSizes)
    fixed_sizes = fixed_classes and isinstance(pred, FixedSizes)
    if fixed_sizes and row.chance_adjusted:
        return None if row.name in _NOT_ZERO_FOR_FIXED_SIZES else 0.0
    linear = (
        row.name in _LINEAR
        or (fixed_classes and row.name in _LINEAR_FOR_FIXED_CLASSES)
        or (fixed_sizes and row.name in _LINEAR_FOR_FIXED_SIZES)
    )
    if not linear:
        return None
    costly = row.family == "information" and _work(true, pred) > _LARGEST_WORK
    if costly and not any_cost:
        return None
    return score(_ExpectedTable(true, pred))


def _row_of(score):
    """Return the row that the keywords make of an index, None if there is none."""
    defaults = signature(score.function.from_table).parameters
    params = {
        key: value
        for key, value in score.params.items()
        if key not in _HARMLESS and value != defaults[key].default
    }
    for row in ROWS.values():
        if row.function is score.function and dict(row.params) == params:
            return row
    return None


def _work(true, pred):
    """Return about how many terms the expected information is a sum of."""
    (sizes, _), (other_sizes, _) = true.spectrum, pred.spectrum
    mean = as_float(sizes).mean() * as_float(other_sizes).mean() / true.total
    return len(sizes) * len(other_sizes) * (24.0 * math.sqrt(mean) + 50.0)


def _bcubed_precision(true, pred):
    others = true.total - pred.n_clusters
    return (pred.n_clusters + float(true.together) * others) / true.total


def _bcubed_recall(true, pred):
    return _bcubed_precision(pred, true)


def _relative_squares(true, pred):
    """The expectation of sum n_ij^2 / (a_i b_j)."""
    n = true.total
    free = (n - true.n_clusters) * (n - pred.n_clusters)
    return true.n_clusters * pred.n_clusters / n + free / (n * (n - 1))


def _chi_squared(true, pred):
    return true.total * (_relative_squares(true, pred) - 1.0)


def _frobenius(true, pred):
    return true.n_clusters + pred.n_clusters - 2.0 * _relative_squares(true, pred)


def _element_centric(true, pred):
    # the similarity is the mean over samples of n_ij / max(a_i, b_j)
    (a, n_a), (b, n_b) = true.spectrum, pred.spectrum
    n = true.total
    a, b = as_float(a)[:, np.newaxis], as_float(b)
    squares = a * b / n + a * (a - 1.0) * (b * (b - 1.0)) / (n * (n - 1.0))
    return float(n_a @ (squares / np.maximum(a, b)) @ n_b) / n


_SQUARES = {
    "bcubed_precision": _bcubed_precision,
    "bcubed_recall": _bcubed_recall,
    "chi_squared": _chi_squared,
    "frobenius_distance": _frobenius,
    "element_centric_similarity": _element_centric,
}
