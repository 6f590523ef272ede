"""Expected mutual information of random partitions with given cluster sizes.

In the hypergeometric model all partitions with the cluster sizes at hand are equally
likely, so that a cell of the contingency table with margins a and b holds k of the n
samples with a hypergeometric probability. Two devices keep all digits. Probabilities
come from the ratios of neighbours, multiplied up and divided by their sum, not from
differences of large logarithms of factorials. And the terms that are summed are never
negative: with m = a b / n, k log(k / m) is replaced by k log(k / m) - (k - m), as the
expectation of k - m is 0.
"""

import math
import operator
from collections import Counter

import numpy as np

from skclustmetrics._kernels._contingency import as_float, divergence

__all__ = [
    "canonical_margins",
    "distinct_sizes",
    "expected_conditional_entropy",
    "expected_information",
    "expected_information_of_spectra",
    "hypergeometric_weights",
]

# pairs of margin sizes that are looked at together, and cells of one work array
_BLOCK_PAIRS = 2**17
_BLOCK_CELLS = 2**15

# totals whose square a float64 holds exactly
_LARGEST_FLOAT_TOTAL = math.isqrt(2**53)

# beyond this mean the moments of k give all digits of the expectation
_LARGE_MEAN = 1e8


def expected_information(row_sums, col_sums, total):
    """Return the expectation of I(U; V), in nats.

    Parameters
    ----------
    row_sums, col_sums : ndarray, dtype int64 or object
        The cluster sizes of the two partitions.
    total : int
        The number of samples.

    Returns
    -------
    float
    """
    if min(len(row_sums), len(col_sums)) <= 1:
        return 0.0
    margins = canonical_margins(row_sums, col_sums)
    return _expect(*margins, total, _information_terms, _information_moments)


def expected_information_of_spectra(first, second, total):
    """Return the expectation of I(U; V), in nats, for random sizes as well.

    Parameters
    ----------
    first, second : tuple of (ndarray, ndarray)
        The sizes that clusters may have, and the expected number of clusters of each,
        for two independent partitions.
    total : int
        The number of samples.

    Returns
    -------
    float
    """
    return _expect(first, second, total, _information_terms, _information_moments)


def expected_conditional_entropy(row_sums, col_sums, total):
    """Return the expectation of H(U | V), in nats, even where it is tiny.

    The parameters are those of `expected_information`.
    """
    if len(row_sums) <= 1:
        return 0.0
    margins = distinct_sizes(row_sums), distinct_sizes(col_sums)
    return _expect(*margins, total, _entropy_terms, _entropy_moments)


def canonical_margins(row_sums, col_sums):
    """Return the distinct sizes of both sides, in one order for either order given.

    What is computed from them is then the same to the last bit for (U, V) and (V, U).
    """
    margins = [distinct_sizes(row_sums), distinct_sizes(col_sums)]
    key = operator.methodcaller("tolist")
    return sorted(margins, key=lambda margin: (len(margin[0]), *map(key, margin)))


def distinct_sizes(sizes):
    """Return the distinct sizes in ascending order and how often each occurs."""
    if len(sizes) > 1000:
        return np.unique(sizes, return_counts=True)
    counts = sorted(Counter(sizes.tolist()).items())
    distinct = np.array([size for size, _ in counts], dtype=sizes.dtype)
    return distinct, np.array([repeats for _, repeats in counts])


def _expect(first, second, total, terms, moments):
    """Sum the expectations of all cells, each distinct pair of margins once."""
    sizes_a, repeats_a = first
    sizes_b, repeats_b = second
    step = max(_BLOCK_PAIRS // len(sizes_b), 1)
    parts = []
    for start in range(0, len(sizes_a), step):
        block = slice(start, start + step)
        a = np.repeat(sizes_a[block], len(sizes_b))
        b = np.concatenate([sizes_b] * len(sizes_a[block]))
        repeats = np.multiply.outer(repeats_a[block], repeats_b).reshape(-1)
        parts.extend((repeats * _expect_cells(a, b, total, terms, moments)).tolist())
    return math.fsum(parts) / total


def _expect_cells(a, b, total, terms, moments):
    """Return the expectation of one cell for each pair of margins (a, b)."""
    if total <= _LARGEST_FLOAT_TOTAL:
        a, b = as_float(a), as_float(b)
    product = a * b
    mean = as_float(product / total)
    rest_a, rest_b = as_float((total - a) / total), as_float((total - b) / (total - 1))
    variance = mean * rest_a * rest_b
    large = mean > _LARGE_MEAN
    reach = np.where(large, 0.0, np.ceil(12.0 * np.sqrt(variance) + 25.0))
    mode = product // total
    lowest = np.maximum(np.maximum(mode - _like(reach, mode), a + b - total), 0)
    width = as_float(np.minimum(np.minimum(a, b), mode + _like(reach, mode)) - lowest)
    if width.max() * len(a) <= _BLOCK_CELLS and not large.any():
        return _expect_chunk(a, b, total, lowest, width, terms)
    expectations = np.empty(len(a))
    if large.any():
        asymmetry = as_float((total - 2 * a) / total) * as_float(
            (total - 2 * b) / (total - 2)
        )
        values = moments(mean, variance, asymmetry, as_float(a / total))
        expectations[large] = values[large]
    order = np.argsort(width, kind="stable")
    order = order[~large[order]]
    start = 0
    while start < len(order):
        # widths ascend: the last one of the chunk decides
        reachable = order[start : start + _BLOCK_CELLS]
        cells = width[reachable] * np.arange(1, len(reachable) + 1)
        stop = start + max(int(np.searchsorted(cells, _BLOCK_CELLS)), 1)
        chunk = order[start:stop]
        expectations[chunk] = _expect_chunk(
            a[chunk], b[chunk], total, lowest[chunk], width[chunk], terms
        )
        start = stop
    return expectations


def _like(values, integers):
    """Give whole floats the type of `integers`, Python integers among them."""
    if integers.dtype.kind == "f":
        return values
    return values.astype(np.int64).astype(integers.dtype)


def _expect_chunk(a, b, total, lowest, width, terms):
    """Walk up from the lowest k that matters, a few pairs of margins side by side."""
    steps = np.arange(width.max() + 1.0)[:, np.newaxis]
    weights = hypergeometric_weights(a, b, total, lowest, steps)
    values = terms(a, b, total, lowest, steps)
    return (weights * values).sum(axis=0) / weights.sum(axis=0)


def hypergeometric_weights(a, b, total, lowest, steps):
    """Return probabilities up to a factor, column by column.

    Parameters
    ----------
    a, b : ndarray of shape (n_columns,)
        The margins: how many are drawn, and how many are marked.
    total : int or ndarray of shape (n_columns,)
        How many there are.
    lowest : ndarray of shape (n_columns,)
        The number of marked ones drawn that the first row stands for.
    steps : ndarray of shape (n_steps, 1)
        0, 1, 2, ...

    Returns
    -------
    weights : ndarray of shape (n_steps, n_columns)
        Proportional to the probability of lowest + step; 0 beyond the support.
    """
    before = steps[:-1]
    # a ratio is 0 where the support ends, and so are all products after it
    ratios = (as_float(a - lowest) - before) * (as_float(b - lowest) - before)
    ratios /= as_float(lowest + 1) + before
    ratios /= as_float(total - a - b + lowest + 1) + before
    weights = np.ones((len(steps), len(a)))
    np.cumprod(ratios, axis=0, out=weights[1:])
    return weights


def _information_terms(a, b, total, lowest, steps):
    # k - mean without cancellation: the part of the lowest k is exact
    mean = as_float(a * b / total)
    excess = as_float((lowest * total - a * b) / total) + steps
    return mean * divergence(excess / mean)


def _information_moments(mean, variance, asymmetry, _):
    # the means of x^2 / 2 - x^3 / 6 + x^4 / 12 for x = k / mean - 1
    series = 1.0 - asymmetry / (3.0 * mean) + variance / (2.0 * mean**2)
    return variance / (2.0 * mean) * series


def _entropy_terms(a, b, total, lowest, steps):
    k = as_float(lowest) + steps
    return k * np.log(as_float(b) / np.maximum(k, 1.0))


def _entropy_moments(mean, variance, asymmetry, fraction):
    information = _information_moments(mean, variance, asymmetry, fraction)
    return -mean * np.log(fraction) - information
