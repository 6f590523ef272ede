"""How often pairs of samples are together, tile by tile."""

import numpy as np

from skclustmetrics._kernels._parallel import run_tasks

__all__ = ["NOT_DRAWN", "ConsensusCounts", "count_consensus", "fill_consensus"]

# in place of a cluster; -1 is noise
NOT_DRAWN = -2
_TILE = 512
# as many can be added up in a byte
_BYTE = 255


class ConsensusCounts:
    """How many pairs have which consensus.

    Parameters
    ----------
    counts : ndarray of shape (n_resamples + 1, n_resamples + 1), dtype int64
        The pairs that are together so often (rows) of so many times drawn (columns).
    """

    def __init__(self, counts):
        together, drawn = np.nonzero(counts)
        seen = drawn > 0
        ratios = together[seen] / drawn[seen]
        self.values, where = np.unique(ratios, return_inverse=True)
        pairs = counts[together[seen], drawn[seen]]
        self._pairs = np.bincount(where.reshape(-1), pairs, self.values.size)
        self.n_pairs = int(counts[:, 1:].sum())
        self.n_unseen = int(counts[:, 0].sum())

    @property
    def cdf(self):
        """The share of pairs of a consensus up to each of the values."""
        return np.cumsum(self._pairs) / self.n_pairs

    @property
    def area(self):
        """The area under the distribution function, between 0 and 1."""
        return 1.0 - float(self.values @ self._pairs) / self.n_pairs

    def ambiguous(self, low, high):
        """Return the share of pairs of a consensus above `low` and up to `high`."""
        between = (self.values > low) & (self.values <= high)
        return float(self._pairs[between].sum()) / self.n_pairs


def count_consensus(labels, n_jobs=None):
    """Count all pairs of different samples.

    Parameters
    ----------
    labels : ndarray of shape (n_resamples, n_samples)
        The clusters, -1 for noise and `NOT_DRAWN`.
    n_jobs : int, default=None
        The number of workers.

    Returns
    -------
    counts : ConsensusCounts
        From memory that grows with the number of samples and, squared, of resamples.
    """
    sides = _comparable(labels)
    starts = range(0, labels.shape[1], _TILE)
    parts = run_tasks(_count_strip, list(starts), n_jobs=n_jobs, common=sides)
    size = labels.shape[0] + 1
    total = np.zeros(size * size, dtype=np.int64)
    for part in parts:
        total += part
    return ConsensusCounts(total.reshape(size, size))


def fill_consensus(labels, n_jobs=None):
    """Return the consensus of all pairs as a matrix, NaN where never drawn together."""
    sides = _comparable(labels)
    starts = list(range(0, labels.shape[1], _TILE))
    matrix = np.empty((labels.shape[1],) * 2)
    strips = run_tasks(_consensus_strip, starts, n_jobs=n_jobs, common=sides)
    for start, strip in zip(starts, strips, strict=True):
        stop = start + strip.shape[0]
        matrix[start:stop, start:] = strip
        matrix[start:, start:stop] = strip.T
    ever = (labels != NOT_DRAWN).any(axis=0)
    np.fill_diagonal(matrix, np.where(ever, 1.0, np.nan))
    return matrix


def _comparable(labels):
    """Return labels of rows and of columns that are equal only within a cluster."""
    largest = int(labels.max(initial=0))
    dtype = np.min_scalar_type(largest + 2)
    drawn = labels != NOT_DRAWN
    rows = np.where(labels < 0, largest + 1, labels).astype(dtype)
    columns = np.where(labels < 0, largest + 2, labels).astype(dtype)
    return rows, columns, drawn.astype(np.float32)


def _tiles(rows, columns, drawn, start):
    """Yield where each tile of a strip begins, and how often its pairs occur."""
    stop = min(start + _TILE, rows.shape[1])
    for left in range(start, rows.shape[1], _TILE):
        right = min(left + _TILE, rows.shape[1])
        together = _times_together(rows[:, start:stop], columns[:, left:right])
        both = drawn[:, start:stop].T @ drawn[:, left:right]
        yield left, together, both


def _times_together(rows, columns):
    total = np.zeros((rows.shape[1], columns.shape[1]), dtype=np.int32)
    equal = np.empty(total.shape, dtype=bool)
    for first in range(0, rows.shape[0], _BYTE):
        few = np.zeros(total.shape, dtype=np.uint8)
        for row, column in zip(
            rows[first : first + _BYTE], columns[first : first + _BYTE], strict=True
        ):
            np.equal(row[:, None], column, out=equal)
            few += equal.view(np.uint8)
        total += few
    return total


def _count_strip(rows, columns, drawn, start):
    size = rows.shape[0] + 1
    counts = np.zeros(size * size, dtype=np.int64)
    for left, together, both in _tiles(rows, columns, drawn, start):
        keys = together.astype(np.int64) * size + both.astype(np.int64)
        if left == start:
            keys = keys[np.triu_indices(*keys.shape[:1], k=1)]
        counts += np.bincount(keys.reshape(-1), minlength=counts.size)
    return counts


def _consensus_strip(rows, columns, drawn, start):
    tiles = []
    for _, together, both in _tiles(rows, columns, drawn, start):
        never = both == 0
        tile = together / np.where(never, 1.0, both.astype(np.float64))
        tile[never] = np.nan
        tiles.append(tile)
    return np.concatenate(tiles, axis=1)
