"""Sums by sample and cluster, and extremes by cluster, of one walk over all pairs."""

from dataclasses import dataclass

import numpy as np

from skclustmetrics._kernels._cluster_extremes import (
    PairTotals,
    TotalsCollector,
    pair_totals,
)
from skclustmetrics._kernels._pair_walk import PairWalk, slices

__all__ = ["PairStatistics", "pair_statistics"]

# Rows of the table that are reduced at a time hold so many numbers.
_TABLE = 2**20


@dataclass(frozen=True)
class PairStatistics:
    """What indices of pairs of samples are computed from.

    Parameters
    ----------
    walk : PairWalk
        The distances.
    totals : PairTotals
        Sums and extremes within clusters and between them.
    shift : float or None
        About which ``totals.squares`` are.
    cluster_sums : ndarray of shape (n_clusters, n_clusters) or None
        Sums of the distances between the samples of two clusters; on the diagonal over
        the pairs within one. In the units of the walk.
    by_sample : ndarray of shape (n_samples, ...) or None
        What `finish` made of the sums by sample and cluster, in the order of the
        samples as given.
    """

    walk: PairWalk
    totals: PairTotals
    shift: float | None = None
    cluster_sums: np.ndarray | None = None
    by_sample: np.ndarray | None = None


def pair_statistics(walk, finish=None, *, shift=None, n_jobs=None):
    """Gather sums and extremes in one walk.

    Parameters
    ----------
    walk : PairWalk
        Distances that are the same in both directions.
    finish : callable, default=None
        ``finish(table, samples)`` turns rows of the table of the sums of distances from
        some samples to the members of each cluster, in the units of the walk, into
        values: an array of shape (len(samples), ...). It may change the rows. The table
        takes memory of order n_samples n_clusters; None means to do without.
    shift : float, default=None
        Take the second moment about this, and the extremes of all distances.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    PairStatistics
    """
    if finish is None:
        totals = pair_totals(walk, shift=shift, n_jobs=n_jobs)
        return PairStatistics(walk, totals, shift)
    extremes = None
    table = np.zeros((walk.n_samples, walk.n_clusters))
    for sums, part in walk.collect(_Collector(shift), n_jobs=n_jobs):
        extremes = part if extremes is None else extremes.joined(part)
        for samples, first, values in sums:
            table[samples, first : first + values.shape[1]] += values
    cluster_sums = np.add.reduceat(table, walk.starts, axis=0)
    cluster_sums = (cluster_sums + cluster_sums.T) / 2
    within = cluster_sums.diagonal() / 2
    np.fill_diagonal(cluster_sums, within)
    between = float(cluster_sums[np.triu_indices(walk.n_clusters, 1)].sum())
    totals = extremes.with_sums(within, between)
    step = max(1, _TABLE // walk.n_clusters)
    values = [
        finish(table[rows], walk.order[rows])
        for rows in slices(0, walk.n_samples, step)
    ]
    by_sample = np.concatenate(values)
    by_sample[walk.order] = by_sample.copy()
    return PairStatistics(walk, totals, shift, cluster_sums, by_sample)


class _Collector:
    def __init__(self, shift):
        self.extremes = TotalsCollector(shift, sums=False)

    def begin(self, walk, rows, cols):
        return _Part(walk, rows, cols, self.extremes.begin(walk, rows, cols))


class _Part:
    def __init__(self, walk, rows, cols, extremes):
        self.rows, self.cols, self.extremes = rows, cols, extremes
        self.codes, self.dtype = walk.codes, walk.tiles.dtype
        self.of_rows = self._table(rows, cols)
        self.of_cols = self._table(cols, rows)

    def _table(self, samples, others):
        n_clusters = int(self.codes[others.stop - 1] - self.codes[others.start]) + 1
        return np.zeros((samples.stop - samples.start, n_clusters))

    def add(self, D, a, b):
        self._sum(self.of_rows, self.rows, self.cols, D, a, b)
        if a != b:
            self._sum(self.of_cols, self.cols, self.rows, D.T, b, a)
        self.extremes.add(D, a, b)

    def _sum(self, table, samples, others, D, a, b):
        """Add the sums of the rows of a tile over the members of each cluster."""
        codes = self.codes[b] - self.codes[others.start]
        first, last = int(codes[0]), int(codes[-1])
        target = table[a.start - samples.start : a.stop - samples.start]
        if first == last:
            target[:, first] += D @ np.ones(codes.size, self.dtype)
        else:
            hot = np.zeros((codes.size, last - first + 1), self.dtype)
            hot[np.arange(codes.size), codes - first] = 1
            target[:, first : last + 1] += D @ hot

    def found(self):
        return [
            (self.rows, int(self.codes[self.cols.start]), self.of_rows),
            (self.cols, int(self.codes[self.rows.start]), self.of_cols),
        ], self.extremes.found()
