"""Sums, least and largest distances within and between clusters, in one walk."""

from dataclasses import dataclass, replace

import numpy as np

__all__ = [
    "ClusterPairs",
    "PairTotals",
    "TotalsCollector",
    "cluster_pairs",
    "pair_totals",
    "sample_extremes",
    "shared_block",
]


@dataclass(frozen=True)
class PairTotals:
    """Distances within clusters and between them, in the units of the walk.

    Parameters
    ----------
    within_sums, diameters : ndarray of shape (n_clusters,)
        Sum and maximum of the distances within each cluster, each pair once.
    between_sum, least_between : float
        Sum and minimum of the distances between clusters.
    least, largest : float
        Minimum and maximum of all distances; NaN unless `shift` was given.
    squares : float
        Sum over all pairs of the squared differences to `shift`; NaN without one.
    """

    within_sums: np.ndarray
    diameters: np.ndarray
    between_sum: float
    least_between: float
    least: float
    largest: float
    squares: float

    def with_sums(self, within_sums, between_sum):
        """The same extremes beside other sums."""
        return replace(self, within_sums=within_sums, between_sum=between_sum)

    def joined(self, other):
        return PairTotals(
            self.within_sums + other.within_sums,
            np.maximum(self.diameters, other.diameters),
            self.between_sum + other.between_sum,
            min(self.least_between, other.least_between),
            np.minimum(self.least, other.least),
            np.maximum(self.largest, other.largest),
            self.squares + other.squares,
        )


def pair_totals(walk, *, shift=None, n_jobs=None):
    """Return the `PairTotals` of a walk.

    Parameters
    ----------
    walk : PairWalk
        The distances.
    shift : float, default=None
        Take the second moment about this, and the extremes of all distances.
    n_jobs : int, default=None
        Number of workers.
    """
    totals = None
    for part in walk.collect(TotalsCollector(shift), n_jobs=n_jobs):
        totals = part if totals is None else totals.joined(part)
    return totals


@dataclass(frozen=True)
class ClusterPairs:
    """Distances between every two clusters, in the units of the walk.

    Parameters
    ----------
    minima, maxima, sums : ndarray of shape (n_clusters, n_clusters)
        Over the distances between the samples of two clusters; on the diagonal over
        the pairs within one, of which `minima` says nothing.
    """

    minima: np.ndarray
    maxima: np.ndarray
    sums: np.ndarray


def cluster_pairs(walk, *, n_jobs=None):
    """Return the `ClusterPairs` of a walk; memory is of order n_clusters^2."""
    shape = (walk.n_clusters, walk.n_clusters)
    minima, maxima, sums = np.full(shape, np.inf), np.zeros(shape), np.zeros(shape)
    for k, m, least, largest, total in walk.collect(_TableCollector(), n_jobs=n_jobs):
        place = np.s_[k : k + least.shape[0], m : m + least.shape[1]]
        np.minimum(minima[place], least, out=minima[place])
        np.maximum(maxima[place], largest, out=maxima[place])
        sums[place] += total
    own = sums.diagonal().copy()
    sums = sums + sums.T
    np.fill_diagonal(sums, own)
    return ClusterPairs(
        np.minimum(minima, minima.T), np.maximum(maxima, maxima.T), sums
    )


def sample_extremes(walk, ufunc, *, n_jobs=None):
    """Return the nearest or the farthest member of each cluster for each sample.

    Parameters
    ----------
    walk : PairWalk
        The distances.
    ufunc : {np.minimum, np.maximum}
        The nearest or the farthest. A sample is its own nearest, at distance 0.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    table : ndarray of shape (n_samples, n_clusters)
        The distances; rows in the order of the walk.
    """
    table = np.full((walk.n_samples, walk.n_clusters), _neutral(ufunc))
    for parts in walk.collect(_SampleCollector(ufunc), n_jobs=n_jobs):
        for samples, k, part in parts:
            target = table[samples, k : k + part.shape[1]]
            ufunc(target, part, out=target)
    return table


def shared_block(codes, a, b):
    """Where a tile of two different slices joins samples of one cluster.

    Returns
    -------
    row, col : int
        The rows from `row` on and the columns before `col`; nothing if `col` is 0.
    """
    cluster = codes[b.start]
    if codes[a.stop - 1] != cluster:
        return a.stop - a.start, 0
    row = int(np.searchsorted(codes[a], cluster))
    return row, int(np.searchsorted(codes[b], cluster, side="right"))


class TotalsCollector:
    """Collect `PairTotals`, with or without the sums."""

    def __init__(self, shift=None, *, sums=True):
        self.shift, self.sums = shift, sums

    def begin(self, walk, rows, cols):
        return _TotalsPart(walk, self.shift, self.sums)


class _TotalsPart:
    def __init__(self, walk, shift, sums):
        self.codes, self.shift, self.sums = walk.codes, shift, sums
        self.within_sums, self.diameters = np.zeros((2, walk.n_clusters))
        self.between_sum, self.least_between = 0.0, np.inf
        self.least, self.largest, self.squares = np.inf, 0.0, 0.0

    def add(self, D, a, b):
        if a == b:
            self._add_diagonal(D, self.codes[a])
            return
        row, col = shared_block(self.codes, a, b)
        if col:
            self._within(self.codes[b.start], D[row:, :col])
        self._between(D[:row])
        self._between(D[row:, col:])

    def _add_diagonal(self, D, codes):
        clusters, starts = _runs(codes)
        for k, start, stop in zip(
            clusters, starts, np.append(starts[1:], codes.size), strict=True
        ):
            size = stop - start
            if size > 1:
                upper = np.tri(size, k=-1, dtype=bool).T
                self._within(k, D[start:stop, start:stop][upper])
            self._between(D[start:stop, stop:])

    def _within(self, k, distances):
        if self.sums:
            self.within_sums[k] += distances.sum(dtype=np.float64)
        self.diameters[k] = max(self.diameters[k], distances.max())
        if self.shift is not None:
            self._moments(distances)

    def _between(self, distances):
        if distances.size:
            if self.sums:
                self.between_sum += float(distances.sum(dtype=np.float64))
            self.least_between = min(self.least_between, float(distances.min()))
            if self.shift is not None:
                self._moments(distances)

    def _moments(self, distances):
        self.least = min(self.least, float(distances.min()))
        self.largest = max(self.largest, float(distances.max()))
        difference = distances - np.float64(self.shift)
        self.squares += float(np.vdot(difference, difference))

    def found(self):
        extremes = (self.least, self.largest, self.squares)
        if self.shift is None:
            extremes = (np.nan,) * 3
        return PairTotals(
            self.within_sums,
            self.diameters,
            self.between_sum,
            self.least_between,
            *extremes,
        )


class _TableCollector:
    def begin(self, walk, rows, cols):
        return _TablePart(walk.codes, rows, cols)


class _TablePart:
    def __init__(self, codes, rows, cols):
        self.codes = codes
        self.k, self.m = int(codes[rows.start]), int(codes[cols.start])
        shape = (
            int(codes[rows.stop - 1]) - self.k + 1,
            int(codes[cols.stop - 1]) - self.m + 1,
        )
        self.minima = np.full(shape, np.inf)
        self.maxima, self.sums = np.zeros(shape), np.zeros(shape)

    def add(self, D, a, b):
        row_clusters, row_starts = _runs(self.codes[a])
        col_clusters, col_starts = _runs(self.codes[b])
        k, m = row_clusters[0] - self.k, col_clusters[0] - self.m
        place = np.s_[k : k + row_starts.size, m : m + col_starts.size]

        def reduce(ufunc):
            by_column = _by_runs(ufunc, D, col_starts, axis=1)
            return _by_runs(ufunc, by_column, row_starts, axis=0)

        np.minimum(self.minima[place], reduce(np.minimum), out=self.minima[place])
        np.maximum(self.maxima[place], reduce(np.maximum), out=self.maxima[place])
        # of equal slices the tile holds every pair twice
        self.sums[place] += reduce(np.add) * (0.5 if a == b else 1.0)

    def found(self):
        return self.k, self.m, self.minima, self.maxima, self.sums


class _SampleCollector:
    def __init__(self, ufunc):
        self.ufunc = ufunc

    def begin(self, walk, rows, cols):
        return _SamplePart(self.ufunc, walk.codes, rows, cols)


class _SamplePart:
    def __init__(self, ufunc, codes, rows, cols):
        self.ufunc, self.codes = ufunc, codes
        self.rows, self.cols = rows, cols
        self.of_rows, self.of_cols = (
            np.full(
                (
                    samples.stop - samples.start,
                    int(codes[others.stop - 1] - codes[others.start]) + 1,
                ),
                _neutral(ufunc),
            )
            for samples, others in ((rows, cols), (cols, rows))
        )

    def add(self, D, a, b):
        self._put(self.of_rows, self.rows, self.cols, D, a, b)
        if a != b:
            self._put(self.of_cols, self.cols, self.rows, D.T, b, a)

    def _put(self, table, samples, others, D, a, b):
        clusters, starts = _runs(self.codes[b])
        k = clusters[0] - self.codes[others.start]
        target = table[
            a.start - samples.start : a.stop - samples.start, k : k + starts.size
        ]
        self.ufunc(target, _by_runs(self.ufunc, D, starts, axis=1), out=target)

    def found(self):
        return [
            (self.rows, int(self.codes[self.cols.start]), self.of_rows),
            (self.cols, int(self.codes[self.rows.start]), self.of_cols),
        ]


def _neutral(ufunc):
    return np.inf if ufunc is np.minimum else 0.0


def _runs(codes):
    """Values and starts of the runs of equal values in a sorted array."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(codes)) + 1])
    return codes[starts], starts


def _by_runs(ufunc, D, starts, axis):
    """Reduce the runs that begin at `starts` along an axis; sums in double."""
    if starts.size == 1:
        dtype = np.float64 if ufunc is np.add else None
        return ufunc.reduce(D, axis=axis, dtype=dtype, keepdims=True)
    if ufunc is np.add:
        return np.add.reduceat(D, starts, axis=axis, dtype=np.float64)
    return ufunc.reduceat(D, starts, axis=axis)
