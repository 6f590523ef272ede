"""Random partitions of n samples: what sizes to expect of them, and how to draw them.

Neither Stirling nor Bell numbers appear, which overflow and, as logarithms, cancel. A
partition that is uniform among those with K clusters has the sizes of K independent
Poisson variables given that none is 0 and that they sum to n. A partition that is
uniform among all of them is what n balls leave in M urns, where M has probability
proportional to M^n / M! (Dobinski's formula for the Bell numbers; Stam 1983).
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from scipy import fft, special, stats

from skclustmetrics._kernels._contingency import Contingency, as_float
from skclustmetrics._kernels._expected_information import distinct_sizes

__all__ = ["AnyPartition", "FixedNumber", "FixedSizes", "check_total", "draw_table"]

# totals that NumPy's hypergeometric generator takes
_LARGEST_TOTAL = 10**9 - 1


def _reach(mean):
    """How far from its mean a Poisson variable may be, but for less than 1e-30."""
    return math.ceil(12.0 * math.sqrt(mean)) + 60


class _RandomPartition:
    """What follows from the numbers of clusters of each size that are expected."""

    @property
    def n_clusters(self):
        """The expected number of clusters."""
        return float(self.spectrum[1].sum())

    @property
    def together(self):
        """The probability that two samples share a cluster, as a Fraction."""
        sizes, counts = self.spectrum
        shares = as_float(sizes) * as_float(sizes - 1) * counts
        return Fraction(float(shares.sum())) / (self.total * (self.total - 1))

    @property
    def entropy(self):
        """The expected entropy, in nats."""
        sizes, counts = self.spectrum
        shares = as_float(sizes) / self.total
        return math.fsum((-counts * shares * np.log(shares)).tolist())


@dataclass(frozen=True, eq=False)
class FixedSizes(_RandomPartition):
    """Samples change places; the cluster sizes stay as they are.

    Parameters
    ----------
    sizes : ndarray of shape (n_clusters,)
        The cluster sizes.
    """

    sizes: np.ndarray

    @cached_property
    def total(self):
        """The number of samples."""
        return int(self.sizes.sum())

    @cached_property
    def spectrum(self):
        """The distinct sizes, and how many clusters have them."""
        return distinct_sizes(self.sizes)

    @property
    def n_clusters(self):
        """The number of clusters."""
        return len(self.sizes)

    @property
    def together(self):
        """The probability that two samples share a cluster, as a Fraction."""
        pairs = sum(size * (size - 1) for size in self.sizes.tolist())
        return Fraction(pairs, self.total * (self.total - 1))

    @property
    def is_trivial(self):
        """Whether there is one such partition: a single cluster, or singletons."""
        return len(self.sizes) in (1, self.total)

    @property
    def extreme_sizes(self):
        """The sizes of the most even and of the most uneven partition."""
        return [self.sizes]

    def draw_sizes(self, rng):
        """Return the sizes of a random partition."""
        return self.sizes


@dataclass(frozen=True, eq=False)
class FixedNumber(_RandomPartition):
    """All partitions into a given number of clusters are equally likely.

    Parameters
    ----------
    total : int
        The number of samples.
    number : int
        The number of clusters.
    """

    total: int
    number: int

    @property
    def is_trivial(self):
        """Whether there is one such partition: a single cluster, or singletons."""
        return self.number in (1, self.total)

    @property
    def extreme_sizes(self):
        """The sizes of the most even and of the most uneven partition."""
        size, n_larger = divmod(self.total, self.number)
        even = np.full(self.number, size)
        even[:n_larger] += 1
        uneven = np.ones(self.number, dtype=even.dtype)
        uneven[0] = self.total - self.number + 1
        return [even, uneven]

    @cached_property
    def _poisson(self):
        """The sizes that matter, and their probabilities: Poisson, but not 0."""
        mean = self.total / self.number
        # the rate need not be exact: given the sum, it has no influence
        rate = mean + float(special.lambertw(-mean * math.exp(-mean)).real)
        rate = max(rate, (mean - 1.0) / 2.0)
        low = max(math.floor(mean) - _reach(mean), 1)
        high = min(math.ceil(mean) + _reach(mean), self.total - self.number + 1)
        sizes = np.arange(low, high + 1)
        logs = sizes * math.log(rate) - special.gammaln(sizes + 1.0)
        probabilities = np.exp(logs - logs.max())
        return sizes, probabilities / probabilities.sum()

    @cached_property
    def spectrum(self):
        """The sizes that clusters may have, and how many clusters to expect of each."""
        if self.is_trivial:
            sizes = np.array([self.total // self.number])
            return sizes, np.array([float(self.number)])
        sizes, probabilities = self._poisson
        # sums of all sizes but one, around their mean, as a circular convolution
        centre = self.total // self.number
        n_grid = fft.next_fast_len(
            2 * _reach(self.total) + int(sizes[-1] - sizes[0]) + 1
        )
        grid = np.zeros(n_grid)
        grid[(sizes - centre) % n_grid] = probabilities
        sums = fft.ifft(fft.fft(grid) ** (self.number - 1)).real
        rest = self.total - sizes - (self.number - 1) * centre
        weights = probabilities * np.maximum(sums[rest % n_grid], 0.0)
        counts = weights * (self.number / weights.sum())
        return _leave_out_impossible(sizes, counts, self.total)

    def draw_sizes(self, rng):
        """Return the sizes of a random partition.

        All sizes but one are drawn, the last follows from the sum; it is accepted with
        a probability proportional to its own.
        """
        if self.is_trivial:
            return np.full(self.number, self.total // self.number)
        sizes, probabilities = self._poisson
        accept = probabilities / probabilities.max()
        by_size = self.number > len(sizes)
        n_tries = 2 * math.isqrt(self.number) + 8  # of which about two succeed
        while True:
            if by_size:
                drawn = rng.multinomial(self.number - 1, probabilities, size=n_tries)
                last = self.total - drawn @ sizes
            else:
                uniform = rng.random((n_tries, self.number - 1))
                drawn = sizes[_positions(probabilities, uniform)]
                last = self.total - drawn.sum(axis=1)
            inside = (last >= sizes[0]) & (last <= sizes[-1])
            chance = np.where(inside, accept[np.where(inside, last - sizes[0], 0)], 0.0)
            accepted = np.flatnonzero(rng.random(n_tries) < chance)
            if accepted.size:
                first = accepted[0]
                others = drawn[first]
                others = np.repeat(sizes, others) if by_size else others
                return np.append(others, last[first])


@dataclass(frozen=True, eq=False)
class AnyPartition(_RandomPartition):
    """All partitions are equally likely.

    Parameters
    ----------
    total : int
        The number of samples.
    """

    total: int

    is_trivial = False

    @property
    def extreme_sizes(self):
        """The sizes of the most even and of the most uneven partition."""
        return [np.ones(self.total, dtype=np.int64), np.array([self.total])]

    @cached_property
    def _urns(self):
        """The numbers of urns that matter, and their probabilities."""
        mode = self.total / float(special.lambertw(self.total).real)
        low = max(math.floor(mode) - _reach(mode), 1)
        urns = np.arange(low, math.ceil(mode) + _reach(mode) + 1)
        # ratios of neighbours keep the digits that powers and factorials would lose
        before = as_float(urns[:-1])
        steps = self.total * np.log1p(1.0 / before) - np.log(before + 1.0)
        logs = np.concatenate([[0.0], np.cumsum(steps)])
        weights = np.exp(logs - logs.max())
        return urns, weights / weights.sum()

    @cached_property
    def spectrum(self):
        """The sizes that clusters may have, and how many clusters to expect of each."""
        urns, probabilities = self._urns
        mean = self.total / urns[0]
        high = min(math.ceil(mean) + _reach(mean), self.total)
        sizes = np.arange(1, high + 1)
        used = probabilities > 1e-30
        urns, probabilities = urns[used], probabilities[used]
        counts = np.zeros(len(sizes))
        step = max(2**20 // len(sizes), 1)
        for start in range(0, len(urns), step):
            block = slice(start, start + step)
            of_size = stats.binom.pmf(sizes, self.total, 1.0 / urns[block, np.newaxis])
            counts += (probabilities[block] * urns[block]) @ of_size
        counts *= self.total / (counts @ sizes)
        return _leave_out_impossible(sizes, counts, self.total)

    def draw_sizes(self, rng):
        """Return the sizes of a random partition."""
        urns, probabilities = self._urns
        n_urns = urns[_positions(probabilities, rng.random())]
        sizes = rng.multinomial(self.total, np.full(n_urns, 1.0 / n_urns))
        return sizes[sizes > 0]


def draw_table(true, pred, rng):
    """Draw the contingency table of two independent random partitions.

    Parameters
    ----------
    true, pred : FixedSizes, FixedNumber or AnyPartition
        The models of the two sides.
    rng : numpy.random.Generator
        The source of randomness.

    Returns
    -------
    Contingency
    """
    row_sums, col_sums = true.draw_sizes(rng), pred.draw_sizes(rng)
    if 4 * len(row_sums) * len(col_sums) > true.total:
        codes_true = np.repeat(np.arange(len(row_sums)), row_sums)
        codes_pred = np.repeat(np.arange(len(col_sums)), col_sums)
        return Contingency.from_codes(
            codes_true, len(row_sums), rng.permutation(codes_pred), len(col_sums)
        )
    left = col_sums.astype(np.int64)
    table = np.empty((len(row_sums), len(col_sums)), dtype=np.int64)
    for row, size in enumerate(row_sums[:-1].tolist()):
        table[row] = rng.multivariate_hypergeometric(left, size, method="marginals")
        left -= table[row]
    table[-1] = left
    rows, cols = np.nonzero(table)
    return Contingency.from_cells(rows, cols, table[rows, cols])


def check_total(total):
    """Refuse more samples than random tables can be drawn for."""
    if total > _LARGEST_TOTAL:
        raise ValueError(
            f"contingency counts {total} samples; random partitions are drawn of at "
            f"most {_LARGEST_TOTAL}."
        )


def _positions(probabilities, uniform):
    """Turn uniform numbers into positions with these probabilities."""
    bounds = np.cumsum(probabilities)
    return np.searchsorted(bounds[:-1] / bounds[-1], uniform, side="right")


def _leave_out_impossible(sizes, counts, total):
    """Leave out sizes whose clusters hold no share of the samples that matters."""
    used = sizes * counts > 1e-20 * total
    return sizes[used], counts[used]
