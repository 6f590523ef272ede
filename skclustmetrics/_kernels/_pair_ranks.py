"""All distances in ascending order, in bounded memory: ranks within and between.

Where the distances are too many to be held, they are taken range by range: the tiles
are walked once for each range, whose bounds are quantiles of a sample. Distances that
agree to about 12 digits count as equal; what tells them apart is rounding.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from sklearn import get_config

from skclustmetrics._kernels._cluster_extremes import shared_block

__all__ = ["SAME", "ConcordanceCounts", "count_concordance", "extreme_sums"]

# Distances that differ by less than this fraction are equal but for rounding.
SAME = 2.0**-40
_SAMPLE = 1024
_CHUNK = 2**16


@dataclass(frozen=True)
class ConcordanceCounts:
    """How many pairs of one distance within and one between clusters are in order.

    Parameters
    ----------
    concordant, discordant : int
        Where the distance within is the less, or the greater; equal ones are neither.
    tied : int
        The pairs of equal distances, of any two kinds.
    """

    concordant: int
    discordant: int
    tied: int


def count_concordance(walk, *, n_jobs=None):
    """Return the `ConcordanceCounts` of a walk."""
    between_before = n_between = n_within = concordant = discordant = tied = 0
    for values, between, counts in _ascending(walk, n_jobs):
        firsts = np.concatenate([[0], _breaks(values)])
        size = np.add.reduceat(counts, firsts)
        betweens = np.add.reduceat(counts * between, firsts)
        withins = size - betweens
        before = np.cumsum(betweens) - betweens
        # within one chunk products stay far below 2^63; across chunks Python counts
        discordant += int(withins @ before) + int(withins.sum()) * between_before
        concordant -= int(withins @ betweens)
        tied += int((size * (size - 1) // 2).sum())
        between_before += int(betweens.sum())
        n_between, n_within = between_before, n_within + int(withins.sum())
    concordant += n_within * n_between - discordant
    return ConcordanceCounts(concordant, discordant, tied)


@dataclass(frozen=True)
class ExtremeSums:
    """Sums of distances over pairs within clusters and over as many extreme ones.

    With N the number of pairs within clusters:

    Parameters
    ----------
    excess : float
        The sum over the pairs within clusters less that of the N least distances.
    spread : float
        The sum of the N largest distances less that of the N least.
    least, largest : float
        The extreme distances.
    """

    excess: float
    spread: float
    least: float
    largest: float


def extreme_sums(walk, *, n_jobs=None):
    """Return the `ExtremeSums` of a walk, in the units of the walk."""
    n_within, n_pairs = walk.n_within, walk.n_pairs
    # what the N least and the N largest have in common cancels
    n_apart = min(n_within, n_pairs - n_within)
    excess = spread = 0.0
    least, largest, passed = np.inf, 0.0, 0
    for values, between, counts in _ascending(walk, n_jobs):
        sums = values * counts
        after = passed + np.cumsum(counts)
        last = int(after[-1])

        def among_first(n, sums=sums, values=values, after=after, counts=counts):
            """The part of each of `sums` that is of the n least distances."""
            if after[-1] <= n:
                return sums
            return values * np.clip(n - (after - counts), 0, counts)

        if passed < n_within:
            low = among_first(n_within)
            excess += float((sums - low)[~between].sum() - low[between].sum())
        else:
            excess += float(sums[~between].sum())
        if passed < n_apart:
            spread -= float(among_first(n_apart).sum())
        if last > n_pairs - n_apart:
            spread += float((sums - among_first(n_pairs - n_apart)).sum())
        least, largest = min(least, float(values[0])), float(values[-1])
        passed = last
    return ExtremeSums(max(excess, 0.0), spread, least, largest)


def _ascending(walk, n_jobs):
    """Yield distances in ascending order, cut between values that differ.

    Yields
    ------
    values : ndarray of shape (n_values,)
        The distances.
    between : ndarray of bool
        Which of them join different clusters.
    counts : ndarray of int64
        How often each occurs.
    """
    for low, high in _ranges(walk):
        marked, counts = _values_in(walk, low, high, n_jobs)
        start = 0
        while start < marked.size:
            stop = _next_break(marked, start + _CHUNK)
            chunk = marked[start:stop]
            yield (
                _unmarked(chunk),
                _is_between(chunk),
                np.ones(chunk.size, np.int64) if counts is None else counts[start:stop],
            )
            start = stop


def _next_break(values, stop):
    """The first position from `stop` on at which a value differs from the one before.

    Differs by more than rounding, that is.
    """
    while stop < values.size:
        same = int(np.searchsorted(values, values[stop - 1] * (1 + SAME), side="right"))
        if same <= stop:
            return stop
        stop = same
    return values.size


def _breaks(values):
    """Positions at which an ascending value differs from the one before."""
    return np.flatnonzero(values[1:] - values[:-1] > SAME * values[1:]) + 1


def _ranges(walk):
    """Cut the distances into ranges that hold no more values than memory allows."""
    budget = get_config()["working_memory"] * 2**20
    capacity = max(2**16, int(budget / 64))
    n_ranges = -(-walk.n_pairs // capacity)
    if n_ranges == 1:
        return [(-np.inf, np.inf)]
    drawn = np.random.RandomState(0).permutation(walk.n_samples)[:_SAMPLE]
    sample, _ = _values_in(walk.take(np.sort(drawn)), -np.inf, np.inf, None, False)
    breaks = _breaks(_unmarked(sample))
    wanted = np.arange(1, n_ranges) * sample.size // n_ranges
    places = np.searchsorted(breaks, wanted)
    cuts = breaks[np.unique(places[places < breaks.size])]
    bounds = [-np.inf, *((sample[cuts - 1] + sample[cuts]) / 2), np.inf]
    return list(pairwise(bounds))


def _values_in(walk, low, high, n_jobs, pack=True):
    """Marked distances from `low` on and below `high`, sorted; and their counts.

    Returns
    -------
    marked : ndarray of shape (n_values,)
        Ascending.
    counts : ndarray of shape (n_values,), or None
        How often each occurs; None for once each.
    """
    parts, part_counts = [], []
    for values, counts in walk.collect(_RangeCollector(low, high, pack), n_jobs=n_jobs):
        parts.append(values)
        part_counts.append(counts)
    if all(counts is None for counts in part_counts):
        marked = _joined(parts)
        marked.sort()
        return marked, None
    counts = np.concatenate(
        [
            np.ones(values.size, np.int64) if counts is None else counts
            for values, counts in zip(parts, part_counts, strict=True)
        ]
    )
    marked = _joined(parts)
    order = np.argsort(marked)
    return marked[order], counts[order]


def _joined(parts):
    """Concatenate arrays, and let go of each as soon as it is copied."""
    whole = np.empty(sum(part.size for part in parts))
    stop = whole.size
    while parts:
        part = parts.pop()
        whole[stop - part.size : stop] = part
        stop -= part.size
    return whole


class _RangeCollector:
    """Distances in a range, the last bit of each telling whether it joins clusters."""

    def __init__(self, low, high, pack):
        self.low, self.high, self.pack = low, high, pack

    def begin(self, walk, rows, cols):
        return _RangePart(walk.codes, self)


class _RangePart:
    def __init__(self, codes, collector):
        self.codes, self.collector = codes, collector
        self.parts = []

    def add(self, D, a, b):
        D = np.asarray(D, dtype=np.float64)
        bits = D.view(np.int64)
        bits |= 1
        if a == b:
            same = self.codes[a][:, None] == self.codes[a]
            bits[same] &= ~np.int64(1)
            values = D[np.tri(len(D), k=-1, dtype=bool)]
        else:
            row, col = shared_block(self.codes, a, b)
            bits[row:, :col] &= ~np.int64(1)
            values = D.ravel()
        low, high = self.collector.low, self.collector.high
        if np.isfinite(low) or np.isfinite(high):
            values = values[(values >= low) & (values < high)]
        else:
            values = values.copy()
        self.parts.append(values)

    def found(self):
        values = _joined(self.parts)
        some = values[:8192]
        if not self.collector.pack or 2 * np.unique(some).size > some.size:
            return values, None
        return np.unique(values, return_counts=True)


def _is_between(marked):
    return (marked.view(np.int64) & 1).astype(bool)


def _unmarked(marked):
    return (marked.view(np.int64) & ~np.int64(1)).view(np.float64)
