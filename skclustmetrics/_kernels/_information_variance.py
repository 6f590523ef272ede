"""Exact variance of the mutual information of random partitions.

In the hypergeometric model the information is a sum over the cells of the contingency
table, so its variance is the sum of the covariances of all pairs of cells. Given k
samples in cell (i, j), the other cells of the row, those of the column, and, through
the column, the cells of every other row are hypergeometric again; summing over the
columns of a row first leaves K L (K + L) pairs of windows instead of K^2 L^2.
"""

import math
from dataclasses import dataclass

import numpy as np

from skclustmetrics._kernels._contingency import as_float, divergence
from skclustmetrics._kernels._expected_information import (
    canonical_margins,
    distinct_sizes,
    hypergeometric_weights,
)

__all__ = ["information_variance"]

# cells of one work array
_BLOCK_CELLS = 2**17

# a variance below this share of what the cells vary by has cancelled to rounding
_ROUNDING = 2.0**-40


@dataclass
class _Cell:
    """The counts k that a cell may hold, their probabilities, and a value for each."""

    k: np.ndarray
    probabilities: np.ndarray
    values: np.ndarray

    def with_values(self, values):
        return _Cell(self.k, self.probabilities, values)

    def value_at(self, k):
        # counts outside the window have no weight that matters
        return self.values[np.clip(k - self.k[0], 0, len(self.k) - 1)]


def information_variance(row_sums, col_sums, total):
    """Return the variance of I(U; V), in squared nats.

    Parameters
    ----------
    row_sums, col_sums : ndarray, dtype int64
        The cluster sizes of the two partitions.
    total : int
        The number of samples.

    Returns
    -------
    float
        0.0 where the information is always the same, but for rounding.
    """
    if min(len(row_sums), len(col_sums)) <= 1:
        return 0.0
    for sizes, others in ((row_sums, col_sums), (col_sums, row_sums)):
        if len(sizes) == 2 and sizes.min() == 1:
            return _variance_of_one_apart(others, total)
    return _variance_of_cells(*canonical_margins(row_sums, col_sums), total)


def _variance_of_cells(row_margin, col_margin, total):
    """Sum the covariances of all pairs of cells."""
    (rows, row_repeats), (cols, col_repeats) = row_margin, col_margin
    rows, cols = rows.tolist(), cols.tolist()
    cells = [[_make_cell(a, b, total) for b in cols] for a in rows]
    terms, alone = [], []
    for j, b in enumerate(cols):
        others = col_repeats - (np.arange(len(cols)) == j)
        row_infos = [
            _row_information(a, b, total, cells[i], j, cols, others)
            for i, a in enumerate(rows)
        ]
        for i, a in enumerate(rows):
            rest = row_repeats - (np.arange(len(rows)) == i)
            cell = cells[i][j]
            given = row_infos[i].values.copy()
            for other, repeats in enumerate(rest.tolist()):
                if repeats:
                    given += repeats * _conditional_mean(
                        b - cell.k, rows[other], total - a, row_infos[other]
                    )
            weights = cell.probabilities * cell.values
            repeats = int(row_repeats[i]) * int(col_repeats[j])
            terms.append(repeats * float(weights @ given))
            alone.append(repeats * float(weights @ cell.values))
    variance = math.fsum(terms)
    if variance <= _ROUNDING * math.fsum(alone):
        return 0.0
    return variance / total**2


def _variance_of_one_apart(sizes, total):
    """Return the variance where the other partition sets a single sample apart.

    All that is random is the cluster of this sample, and the sums over the cells, which
    would cancel, come down to one term of it.
    """
    sizes, repeats = distinct_sizes(sizes)
    sizes = as_float(sizes)
    lost = np.log(sizes) + (1.0 - sizes) * np.log1p(-1.0 / np.maximum(sizes, 1.5))
    lost -= lost[0]
    shares = repeats * sizes / total
    return float(shares @ (lost - shares @ lost) ** 2) / total**2


def _make_cell(a, b, total):
    """Tabulate the centred information of the cell with margins a and b."""
    mean = a * b / total
    variance = mean * (total - a) / total * (total - b) / (total - 1)
    low, high = _window(a, b, total, math.sqrt(variance))
    k = np.arange(low, high + 1)
    weights = _weights(np.array([a]), np.array([b]), total, np.array([low]), len(k))
    probabilities = weights[:, 0]
    values = mean * divergence((k * total - a * b) / (a * b))
    return _Cell(k, probabilities, values - probabilities @ values)


def _row_information(a, b, total, row_cells, j, cols, others):
    """Return what a whole row is expected to add, given the count in its cell j."""
    cell = row_cells[j]
    values = cell.values.copy()
    for other, repeats in enumerate(others.tolist()):
        if repeats:
            values += repeats * _conditional_mean(
                a - cell.k, cols[other], total - b, row_cells[other]
            )
    return cell.with_values(values)


def _conditional_mean(marked, drawn, population, cell):
    """Average a cell's values over hypergeometric counts, for each number marked."""
    means = np.empty(len(marked))
    variance = marked / population * drawn * (1.0 - drawn / population)
    variance *= (population - marked) / max(population - 1, 1)
    low, high = _window(marked, drawn, population, np.sqrt(variance))
    n_steps = int((high - low).max()) + 1
    step = max(_BLOCK_CELLS // n_steps, 1)
    for start in range(0, len(marked), step):
        block = slice(start, start + step)
        weights = _weights(
            marked[block], np.full(1, drawn), population, low[block], n_steps
        )
        k = low[block] + np.arange(n_steps)[:, np.newaxis]
        means[block] = (weights * cell.value_at(k)).sum(axis=0)
    return means


def _window(marked, drawn, population, deviation):
    """Return the least and the largest count that carries weight."""
    mode = marked * drawn // population
    reach = np.ceil(9.0 * deviation + 20.0).astype(np.int64)
    low = np.maximum(np.maximum(mode - reach, marked + drawn - population), 0)
    return low, np.minimum(np.minimum(marked, drawn), mode + reach)


def _weights(marked, drawn, population, low, n_steps):
    steps = np.arange(float(n_steps))[:, np.newaxis]
    weights = hypergeometric_weights(marked, drawn, population, low, steps)
    return weights / weights.sum(axis=0)
