"""Random partitions: expected sizes against integers, draws against enumeration."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare

from skclustmetrics._kernels._random_partitions import (
    AnyPartition,
    FixedNumber,
    FixedSizes,
    check_total,
    draw_table,
)


def _stirling_numbers(n_samples):
    table = [[1] + [0] * n_samples]
    for _ in range(n_samples):
        last = table[-1]
        table.append([0] + [k * last[k] + last[k - 1] for k in range(1, n_samples + 1)])
    return table


STIRLING = _stirling_numbers(200)
BELL = [sum(row) for row in STIRLING]


@pytest.mark.parametrize(
    ("n", "k"),
    [(2, 1), (2, 2), (3, 2), (5, 2), (10, 9), (50, 7), (50, 49), (200, 2), (200, 60)],
)
def test_fixed_number_against_stirling_numbers(n, k):
    model = FixedNumber(n, k)
    together = Fraction(STIRLING[n - 1][k], STIRLING[n][k])
    assert float(model.together) == pytest.approx(float(together), rel=1e-14)
    sizes, counts = model.spectrum
    expected = [
        float(Fraction(math.comb(n, a) * STIRLING[n - a][k - 1], STIRLING[n][k]))
        for a in sizes.tolist()
    ]
    np.testing.assert_allclose(counts, expected, rtol=0, atol=1e-12 * max(expected))
    assert model.n_clusters == pytest.approx(k, rel=1e-14)


@pytest.mark.parametrize("n", [2, 3, 5, 20, 80, 200])
def test_any_partition_against_bell_numbers(n):
    model = AnyPartition(n)
    together = float(Fraction(BELL[n - 1], BELL[n]))
    assert float(model.together) == pytest.approx(together, rel=1e-13)
    sizes, counts = model.spectrum
    expected = [
        float(Fraction(math.comb(n, a) * BELL[n - a], BELL[n])) for a in sizes.tolist()
    ]
    np.testing.assert_allclose(counts, expected, rtol=0, atol=1e-13 * max(expected))
    n_clusters = sum(k * STIRLING[n][k] for k in range(n + 1)) / BELL[n]
    assert model.n_clusters == pytest.approx(n_clusters, rel=1e-13)


@pytest.mark.parametrize(
    "model",
    [
        *(FixedNumber(10**6, k) for k in (1, 2, 300, 10**5, 10**6 - 1, 10**6)),
        AnyPartition(10**6),
    ],
    ids=lambda model: f"{getattr(model, 'number', 'any')}",
)
def test_a_million_samples_do_not_overflow(model):
    sizes, counts = model.spectrum
    assert np.isfinite(counts).all()
    assert counts @ sizes == pytest.approx(10**6, rel=1e-12)
    assert 0 <= model.together <= 1
    drawn = model.draw_sizes(np.random.default_rng(0))
    assert drawn.sum() == 10**6
    assert drawn.min() >= 1
    if isinstance(model, FixedNumber):
        assert len(drawn) == model.number
    # the drawn sizes are those that are expected
    assert np.isin(drawn, sizes).all()


def test_fixed_sizes_are_exact():
    model = FixedSizes(np.array([3, 1, 2]))
    assert model.together == Fraction(4, 15)
    assert model.n_clusters == 3
    assert model.entropy == pytest.approx(
        -(0.5 * math.log(0.5) + math.log(1 / 6) / 6 + math.log(1 / 3) / 3)
    )
    assert model.draw_sizes(None).tolist() == [3, 1, 2]


def _size_probabilities(n, k=None):
    """The probability of each sorted tuple of sizes among all partitions."""
    partitions = [()]  # as tuples of sizes, one for each partition
    for _ in range(n):
        partitions = [
            grown
            for sizes in partitions
            for grown in (
                (*sizes, 1),
                *(
                    (*sizes[:i], sizes[i] + 1, *sizes[i + 1 :])
                    for i in range(len(sizes))
                ),
            )
        ]
    ways = Counter(tuple(sorted(s)) for s in partitions if k in (None, len(s)))
    return {sizes: count / ways.total() for sizes, count in ways.items()}


@pytest.mark.parametrize(
    ("model", "k"),
    [(FixedNumber(6, 2), 2), (FixedNumber(6, 4), 4), (AnyPartition(6), None)],
)
def test_drawn_sizes_have_the_frequencies_of_all_partitions(model, k):
    expected = _size_probabilities(6, k)
    rng = np.random.default_rng(1)
    draws = Counter(tuple(sorted(model.draw_sizes(rng).tolist())) for _ in range(4000))
    assert set(draws) <= set(expected)
    observed = [draws[sizes] for sizes in expected]
    frequencies = [4000 * share for share in expected.values()]
    assert chisquare(observed, frequencies).pvalue > 1e-3


def test_sizes_drawn_by_counting_clusters_have_the_expected_spectrum():
    model = FixedNumber(400, 200)  # more clusters than sizes
    assert model.number > len(model._poisson[0])
    rng = np.random.default_rng(2)
    draws = np.array(
        [np.bincount(model.draw_sizes(rng), minlength=60) for _ in range(500)]
    )
    sizes, counts = model.spectrum
    few = sizes[counts > 1]
    means, errors = draws.mean(axis=0), draws.std(axis=0, ddof=1) / math.sqrt(500)
    assert len(few) >= 4
    assert (np.abs(means[few] - counts[counts > 1]) < 5 * errors[few]).all()


@pytest.mark.parametrize(
    ("row_sums", "col_sums"),
    [((3, 3), (2, 4)), ((8, 12), (7, 13))],  # by permuting labels; by cells
    ids=["labels", "cells"],
)
def test_drawn_tables_are_hypergeometric(row_sums, col_sums):
    n, a, b = sum(row_sums), row_sums[0], col_sums[0]
    sides = [FixedSizes(np.array(sizes)) for sizes in (row_sums, col_sums)]
    rng = np.random.default_rng(3)
    draws = Counter()
    for _ in range(4000):
        table = draw_table(*sides, rng)
        assert table.row_sums.tolist() == list(row_sums)
        assert table.col_sums.tolist() == list(col_sums)
        draws[int(table.to_dense()[0, 0])] += 1
    expected = {
        k: math.comb(b, k) * math.comb(n - b, a - k) / math.comb(n, a)
        for k in range(max(0, a + b - n), min(a, b) + 1)
    }
    kept = [k for k, share in expected.items() if share > 2e-3]
    rest = 4000 - sum(draws[k] for k in kept)
    observed = [*(draws[k] for k in kept), rest]
    shares = [expected[k] for k in kept]
    shares.append(1 - sum(shares))
    if shares[-1] < 1e-12:
        observed, shares = observed[:-1], shares[:-1]
    assert chisquare(observed, 4000 * np.array(shares) / sum(shares)).pvalue > 1e-3


def test_too_many_samples_are_refused():
    check_total(10**9 - 1)
    with pytest.raises(ValueError, match="1000000000 samples"):
        check_total(10**9)
