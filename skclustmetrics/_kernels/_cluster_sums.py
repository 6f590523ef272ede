"""For each sample and cluster, the sum of distances to the members: the tile walk.

The table has one row for each sample and one column for each cluster of each
labelling. Samples are sorted by the common refinement of the labellings, so that a
tile meets few cells, and a symmetric tile serves its rows and its columns.
"""

from dataclasses import dataclass

import numpy as np
from sklearn import get_config

from skclustmetrics._kernels._labelings import Labelings
from skclustmetrics._kernels._parallel import run_tasks

__all__ = ["reduce_tiles"]

# The walk is cut into this many strips of rows at most, of so many tiles at least;
# pairs of strips are the tasks.
_MAX_STRIPS = 16
_MIN_TILES = 4
# Up to this many cells in a tile their sums are single products with a vector.
_FEW_CELLS = 8
_MANY_CELLS = 24


def reduce_tiles(tiles, labelings, finish, *, n_jobs=None):
    """Reduce distances to cluster sums and these to values per sample.

    Parameters
    ----------
    tiles : object
        The distances (`EuclideanTiles` and its like).
    labelings : Labelings
        The clusters.
    finish : callable
        ``finish(table, samples)`` turns rows of the table, sums of the distances as
        scaled by the tiles, into values: an array of shape (len(samples), ...).
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    values : ndarray of shape (n_samples, ...)
    """
    order = np.argsort(labelings.cells, kind="stable")
    walk = _Walk.plan(tiles, labelings, order)
    budget = get_config()["working_memory"] * 2**20
    if labelings.n_samples * labelings.n_columns * 8 <= budget / 2:
        return _reduce_symmetric(walk, finish, n_jobs)
    return _reduce_strips(walk, finish, n_jobs, budget)


@dataclass(frozen=True)
class _Walk:
    """The samples in the order of the walk, and what the workers must know of them.

    `segments` holds, for each tile, the runs of samples that share a cell: the cells
    and where each run begins and ends within the tile.
    """

    tiles: object
    labelings: Labelings
    order: np.ndarray
    cells: np.ndarray
    weights: np.ndarray
    strips: list
    segments: list
    single: bool

    @classmethod
    def plan(cls, tiles, labelings, order):
        n_samples, tile = labelings.n_samples, tiles.tile
        n_tiles = -(-n_samples // tile)
        per_strip = tile * max(_MIN_TILES, -(-n_tiles // _MAX_STRIPS))
        cells = labelings.cells[order]
        weights = labelings.weights
        return cls(
            tiles=tiles.take(order),
            labelings=Labelings(
                labelings.codes[:, order],
                labelings.n_clusters,
                None if weights is None else weights[order],
            ),
            order=order,
            cells=cells,
            weights=(np.ones(n_samples) if weights is None else weights[order]).astype(
                tiles.dtype
            ),
            strips=_slices(0, n_samples, per_strip),
            segments=[_runs(cells[t]) for t in _slices(0, n_samples, tile)],
            single=len(labelings.codes) == 1 and bool((labelings.codes >= 0).all()),
        )

    def members(self, samples):
        """How distances to the samples of a strip are summed."""
        cells = self.cells[samples]
        n_cells = int(cells[-1] - cells[0]) + 1
        if not self.single and n_cells > self.labelings.n_columns:
            return _DirectMembers(self, samples)
        return _CellMembers(self, samples)


def _runs(cells):
    """Values, starts and stops of the runs of equal values in a sorted array."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(cells)) + 1])
    return cells[starts], starts, np.append(starts[1:], cells.size)


class _CellMembers:
    """Sums by cell, folded into the clusters of all labellings at the end."""

    def __init__(self, walk, samples):
        self.walk = walk
        self.samples = samples
        self.first = int(walk.cells[samples.start])
        self.n_columns = int(walk.cells[samples.stop - 1]) - self.first + 1

    def add(self, table, D, cols):
        """Add to `table` the sums of D over the members of each cell, in `cols`."""
        weights = self.walk.weights[cols]
        columns, starts, stops = self.walk.segments[cols.start // self.walk.tiles.tile]
        first = columns[0] - self.first
        if columns.size == 1:
            table[:, first] += D @ weights
        elif columns.size <= _FEW_CELLS:
            for k, (start, stop) in enumerate(zip(starts, stops, strict=True)):
                table[:, first + k] += D[:, start:stop] @ weights[start:stop]
        elif columns.size <= _MANY_CELLS:
            hot = np.zeros((weights.size, columns.size), D.dtype)
            hot[np.arange(weights.size), self.walk.cells[cols] - columns[0]] = weights
            table[:, first : first + columns.size] += D @ hot
        else:
            table[:, first : first + columns.size] += np.add.reduceat(
                D * weights, starts, axis=1, dtype=np.float64
            )

    def finish(self, table):
        """Return the first column and the sums by cluster from it on."""
        if self.walk.single:
            return self.first, table
        _, representatives = np.unique(self.walk.cells[self.samples], return_index=True)
        columns = self.walk.labelings.columns(representatives + self.samples.start)
        rows, which = np.nonzero(columns >= 0)
        fold = np.zeros((self.n_columns, self.walk.labelings.n_columns))
        fold[rows, columns[rows, which]] = 1
        return 0, table @ fold


class _DirectMembers:
    """Sums by cluster of every labelling, for a refinement as fine as the samples."""

    def __init__(self, walk, samples):
        self.start = samples.start
        self.hot = walk.labelings.indicator(samples).toarray().astype(walk.tiles.dtype)
        self.n_columns = self.hot.shape[1]

    def add(self, table, D, cols):
        """Add to `table` the sums of D over the members of each cluster, in `cols`."""
        table += D @ self.hot[cols.start - self.start : cols.stop - self.start]

    def finish(self, table):
        """Return the first column and the sums by cluster from it on."""
        return 0, table


def _reduce_symmetric(walk, finish, n_jobs):
    n_samples, n_columns = walk.order.size, walk.labelings.n_columns
    n_strips = len(walk.strips)
    pairs = [(i, j) for i in range(n_strips) for j in range(i, n_strips)]
    table = np.zeros((n_samples, n_columns))
    for (i, j), (row_part, col_part) in zip(
        pairs, run_tasks(_walk_pair, pairs, n_jobs=n_jobs, common=(walk,)), strict=True
    ):
        for strip, (first, sums) in ((i, row_part), (j, col_part)):
            table[walk.strips[strip], first : first + sums.shape[1]] += sums
    values = None
    for rows in _slices(0, n_samples, max(1, 2**18 // max(1, n_columns))):
        part = finish(table[rows], walk.order[rows])
        if values is None:
            values = np.empty((n_samples, *part.shape[1:]), part.dtype)
        values[walk.order[rows]] = part
    return values


def _walk_pair(walk, pair):
    """Walk the tiles between two strips; sums for the rows and for the columns."""
    rows, cols = (walk.strips[k] for k in pair)
    tiles, symmetric = walk.tiles, walk.tiles.symmetric
    to_cols, to_rows = walk.members(cols), walk.members(rows)
    row_table = np.zeros((rows.stop - rows.start, to_cols.n_columns))
    col_table = np.zeros((cols.stop - cols.start, to_rows.n_columns))
    buffer = np.empty(tiles.tile * tiles.tile, tiles.dtype)
    for a in _slices(rows.start, rows.stop, tiles.tile):
        row_target = row_table[a.start - rows.start : a.stop - rows.start]
        later = slice(a.start if rows == cols else cols.start, cols.stop)
        opened = tiles.open(a, later)
        for b in _slices(later.start, later.stop, tiles.tile):
            shape = (a.stop - a.start, b.stop - b.start)
            D = tiles.block(opened, b, out=buffer[: shape[0] * shape[1]].reshape(shape))
            to_cols.add(row_target, D, b)
            if a != b:
                back = D.T if symmetric else tiles.transposed_block(opened, b)
                to_rows.add(
                    col_table[b.start - cols.start : b.stop - cols.start], back, a
                )
    return to_cols.finish(row_table), to_rows.finish(col_table)


def _reduce_strips(walk, finish, n_jobs, budget):
    """Finish strip by strip of rows where the whole table would not fit."""
    n_samples, n_columns = walk.order.size, walk.labelings.n_columns
    n_rows = max(1, int(budget / 32 / (8 * n_columns)))
    n_rows = min(max(n_rows // walk.tiles.tile, 1) * walk.tiles.tile, n_rows)
    strips = _slices(0, n_samples, n_rows)
    values = list(run_tasks(_walk_strip, strips, n_jobs=n_jobs, common=(walk, finish)))
    return _in_sample_order(np.concatenate(values), walk.order)


def _walk_strip(walk, finish, rows):
    """Walk all tiles of a strip of rows."""
    tiles = walk.tiles
    table = np.zeros((rows.stop - rows.start, walk.labelings.n_columns))
    for cols in walk.strips:
        members = walk.members(cols)
        part = np.zeros((rows.stop - rows.start, members.n_columns))
        for a in _slices(rows.start, rows.stop, tiles.tile):
            opened = tiles.open(a, cols)
            target = part[a.start - rows.start : a.stop - rows.start]
            for b in _slices(cols.start, cols.stop, tiles.tile):
                members.add(target, tiles.block(opened, b), b)
        first, sums = members.finish(part)
        table[:, first : first + sums.shape[1]] += sums
    return finish(table, walk.order[rows])


def _slices(start, stop, step):
    return [slice(s, min(s + step, stop)) for s in range(start, stop, step)]


def _in_sample_order(values, order):
    result = np.empty_like(values)
    result[order] = values
    return result
