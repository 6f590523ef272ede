"""The contingency table of two partitions and everything that follows from it."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy import sparse

__all__ = ["Contingency", "PairCounts", "as_float", "canonical_sum", "divergence"]

# the largest total whose square fits into int64
_LARGEST_INT64_TOTAL = math.isqrt(2**63 - 1)


class PairCounts(NamedTuple):
    """How many unordered pairs of samples are together where, as Python integers.

    Parameters
    ----------
    both : int
        Pairs together in both partitions (true positives).
    only_true : int
        Pairs together in the truth only (false negatives).
    only_pred : int
        Pairs together in the prediction only (false positives).
    neither : int
        Pairs apart in both (true negatives).
    """

    both: int
    only_true: int
    only_pred: int
    neither: int

    @property
    def true(self):
        """Pairs together in the truth."""
        return self.both + self.only_true

    @property
    def pred(self):
        """Pairs together in the prediction."""
        return self.both + self.only_pred

    @property
    def agreeing(self):
        """Pairs that both partitions treat alike."""
        return self.both + self.neither

    @property
    def differing(self):
        """Pairs that the partitions treat differently."""
        return self.only_true + self.only_pred

    @property
    def total(self):
        """All pairs."""
        return self.agreeing + self.differing


@dataclass(frozen=True, eq=False)
class Contingency:
    """The nonzero cells of a contingency table, in row-major order, and its margins.

    Integer tables hold int64 as long as the square of the total fits, else Python
    integers in object arrays: a product of two entries is exact in either case.
    Weighted tables hold float64.

    Parameters
    ----------
    rows, cols : ndarray of shape (n_cells,), dtype intp
        Class and cluster of each nonzero cell.
    counts : ndarray of shape (n_cells,)
        The samples, or their weight, in each cell.
    row_sums : ndarray of shape (n_true,)
        Sizes of the classes, none of them 0.
    col_sums : ndarray of shape (n_pred,)
        Sizes of the clusters, none of them 0.
    total : int or float
        The number of samples, or their weight.
    """

    rows: np.ndarray
    cols: np.ndarray
    counts: np.ndarray
    row_sums: np.ndarray
    col_sums: np.ndarray
    total: int | float

    @classmethod
    def from_codes(cls, codes_true, n_true, codes_pred, n_pred, weight=None):
        """Count the cells of two encoded partitions, all of whose codes are in use."""
        cells, counts = _count_cells(codes_true, codes_pred, n_true, n_pred, weight)
        rows, cols = np.divmod(cells, max(n_pred, 1))
        if weight is None or weight.dtype.kind != "f":
            return cls.from_cells(rows, cols, counts)
        # summed in the order of the samples, which no renaming of labels changes
        row_sums = np.bincount(codes_true, weight, minlength=n_true)
        col_sums = np.bincount(codes_pred, weight, minlength=n_pred)
        total = canonical_sum(weight)
        return cls(rows, cols, counts, row_sums, col_sums, total)._without_empty()

    @classmethod
    def from_cells(cls, rows, cols, counts):
        """Take cells that are ready: distinct, positive, in row-major order.

        Rows and columns without a cell are left out.
        """
        rows, cols = _compact(rows), _compact(cols)
        if counts.dtype.kind == "f":
            total = canonical_sum(counts)
            order = np.argsort(counts, kind="stable")
            rows_, cols_, counts_ = rows[order], cols[order], counts[order]
        else:
            total = _exact_sum(counts)
            dtype = np.int64 if total <= _LARGEST_INT64_TOTAL else object
            counts = counts.astype(dtype)
            rows_, cols_, counts_ = rows, cols, counts
        row_sums = _grouped_sums(rows_, counts_)
        col_sums = _grouped_sums(cols_, counts_)
        return cls(rows, cols, counts, row_sums, col_sums, total)

    @property
    def n_true(self):
        """Number of classes."""
        return len(self.row_sums)

    @property
    def n_pred(self):
        """Number of clusters."""
        return len(self.col_sums)

    @property
    def n_cells(self):
        """Number of cells that are not 0."""
        return len(self.counts)

    @property
    def is_weighted(self):
        """Whether the table holds weights that are not counts."""
        return self.counts.dtype.kind == "f"

    @property
    def is_homogeneous(self):
        """Whether each cluster lies within one class."""
        return self.n_cells == self.n_pred

    @property
    def is_complete(self):
        """Whether each class lies within one cluster."""
        return self.n_cells == self.n_true

    @property
    def is_identity(self):
        """Whether the two partitions are the same."""
        return self.is_homogeneous and self.is_complete

    @cached_property
    def swapped(self):
        """The table of the partitions in the other order."""
        order = np.argsort(self.cols, kind="stable")
        return Contingency(
            self.cols[order],
            self.rows[order],
            self.counts[order],
            self.col_sums,
            self.row_sums,
            self.total,
        )

    def to_sparse(self, dtype=None):
        """Return the table as a CSR array of shape (n_true, n_pred)."""
        counts = self.counts if dtype is None else self.counts.astype(dtype)
        cells = (counts, (self.rows, self.cols))
        return sparse.coo_array(cells, shape=(self.n_true, self.n_pred)).tocsr()

    def to_dense(self):
        """Return the table as an ndarray of shape (n_true, n_pred)."""
        table = np.zeros((self.n_true, self.n_pred), dtype=self.counts.dtype)
        table[self.rows, self.cols] = self.counts
        return table

    @property
    def cell_row_sums(self):
        """The size of the class of each cell."""
        return self.row_sums[self.rows]

    @property
    def cell_col_sums(self):
        """The size of the cluster of each cell."""
        return self.col_sums[self.cols]

    @cached_property
    def row_max(self):
        """The largest cell of each class."""
        starts = np.flatnonzero(np.diff(self.rows, prepend=-1))
        if not starts.size:
            return self.counts
        return np.maximum.reduceat(self.counts, starts)

    @property
    def col_max(self):
        """The largest cell of each cluster."""
        return self.swapped.row_max

    @cached_property
    def pairs(self):
        """The pair counts of an integer table, exact for any total."""
        both = _count_pairs(self.counts)
        only_true = _count_pairs(self.row_sums) - both
        only_pred = _count_pairs(self.col_sums) - both
        total = self.total * (self.total - 1) // 2
        return PairCounts(
            both, only_true, only_pred, total - both - only_true - only_pred
        )

    @cached_property
    def entropy_true(self):
        """H(U) of the truth, in nats."""
        return _mean_log_ratio(self.row_sums, self.total, self.total)

    @cached_property
    def entropy_pred(self):
        """H(V) of the prediction, in nats."""
        return _mean_log_ratio(self.col_sums, self.total, self.total)

    @cached_property
    def joint_entropy(self):
        """H(U, V), in nats."""
        return _mean_log_ratio(self.counts, self.total, self.total)

    @cached_property
    def entropy_true_given_pred(self):
        """H(U | V), in nats; exactly 0 where each cluster lies in one class."""
        return _mean_log_ratio(self.counts, self.cell_col_sums, self.total)

    @cached_property
    def entropy_pred_given_true(self):
        """H(V | U), in nats; exactly 0 where each class lies in one cluster."""
        return _mean_log_ratio(self.counts, self.cell_row_sums, self.total)

    @cached_property
    def mutual_information(self):
        """I(U; V), in nats; exactly 0 for independent partitions of counted samples.

        A sum of terms that are not negative, so that nothing cancels: with e the
        expected count of a cell and x = count / e - 1, the divergences of x weighted
        by e, where empty cells have divergence 1.
        """
        if min(self.n_true, self.n_pred) <= 1:
            return 0.0
        expected = self.cell_row_sums * self.cell_col_sums
        excess = as_float((self.total * self.counts - expected) / expected)
        terms = as_float(expected) * divergence(excess)
        square = self.total * self.total
        if self.n_cells == self.n_true * self.n_pred:
            empty = 0.0
        elif self.is_weighted:
            empty = max(square - canonical_sum(expected), 0.0)
        else:
            empty = float(square - int(expected.sum()))
        return math.fsum([*terms.tolist(), empty]) / square

    def _without_empty(self):
        """Leave out cells, classes and clusters of weight 0."""
        used = self.counts > 0
        if used.all():
            return self
        return Contingency(
            _compact(self.rows[used]),
            _compact(self.cols[used]),
            self.counts[used],
            self.row_sums[np.unique(self.rows[used])],
            self.col_sums[np.unique(self.cols[used])],
            self.total,
        )


def as_float(values):
    """Turn counts, Python integers of any size among them, into float64."""
    return np.asarray(values, dtype=np.float64)


def canonical_sum(terms):
    """Sum exactly and round once, so that the order of the terms does not matter."""
    return math.fsum(np.asarray(terms).tolist())


def divergence(x):
    """Compute (1 + x) log(1 + x) - x for x >= -1, accurate around x = 0 as well."""
    small = np.abs(x) < 0.25
    if small.all():
        return _divergence_series(x)
    # at x = -1 the factor 1 + x is 0, any finite logarithm does
    value = (1.0 + x) * np.log1p(np.maximum(x, 2.0**-53 - 1.0)) - x
    if small.any():
        value[small] = _divergence_series(x[small])
    return value


def _divergence_series(x):
    # with t = x / (2 + x): log(1 + x) = 2 (t + t^3/3 + t^5/5 + ...)
    t = x / (2.0 + x)
    square = t * t
    tail = square * (1 / 21)
    for odd in range(19, 3, -2):
        tail += 1 / odd
        tail *= square
    tail += 1 / 3
    return 2.0 * square * (1.0 + (1.0 + t) * t * tail) / (1.0 - t)


def _count_cells(codes_true, codes_pred, n_true, n_pred, weight):
    """Return the flat positions of the nonzero cells, ascending, and their counts."""
    flat = codes_true.astype(np.int64, copy=False) * n_pred + codes_pred
    n_possible = n_true * n_pred
    counted = weight is None or weight.dtype.kind == "f"
    if counted and n_possible <= max(4 * flat.size, 2**16):
        counts = np.bincount(flat, minlength=n_possible)
        cells = np.flatnonzero(counts)
        if weight is None:
            return cells, counts[cells]
        return cells, np.bincount(flat, weight, minlength=n_possible)[cells]
    if weight is None:
        return np.unique(flat, return_counts=True)
    cells, inverse = np.unique(flat, return_inverse=True)
    if counted:
        return cells, np.bincount(inverse.reshape(-1), weight, minlength=cells.size)
    counts = _grouped_sums(inverse.reshape(-1), weight)
    used = counts > 0
    return cells[used], counts[used]


def _grouped_sums(groups, values):
    """Sum values by group, in the order in which they come."""
    n_groups = int(groups.max()) + 1 if groups.size else 0
    if values.dtype.kind == "f":
        return np.bincount(groups, values, minlength=n_groups)
    total = _exact_sum(values)
    if total < 2**53 and values.dtype.kind != "O":  # floats are exact, and fast
        return np.bincount(groups, values, minlength=n_groups).astype(np.int64)
    if total >= 2**63:
        values = values.astype(object)
    sums = np.zeros(n_groups, dtype=values.dtype)
    np.add.at(sums, groups, values)
    return sums


def _exact_sum(counts):
    """Sum counts to a Python integer, whatever their number and size."""
    if counts.dtype.kind != "O" and counts.size * int(counts.max(initial=0)) < 2**63:
        return int(counts.sum())
    return sum(counts.tolist())


def _compact(indices):
    """Renumber indices so that all numbers are in use, in the same order."""
    if indices.size == 0:
        return indices.astype(np.intp)
    present = np.bincount(indices) > 0
    if present.all():
        return indices.astype(np.intp, copy=False)
    return (np.cumsum(present) - 1)[indices]


def _count_pairs(sizes):
    """Count the unordered pairs within groups of these sizes."""
    return int((sizes * (sizes - 1)).sum()) // 2


def _mean_log_ratio(parts, wholes, total):
    """Return the mean of log(whole / part), each part as often as its size."""
    ratios = as_float((wholes - parts) / parts)
    terms = as_float(parts) * np.log1p(np.maximum(ratios, 0.0))
    return canonical_sum(terms) / total if len(parts) else 0.0
