"""The contingency table: its cells, margins, pair counts and entropies."""

import itertools
import math
from collections import Counter

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skclustmetrics._kernels._contingency import Contingency, divergence

few = settings(max_examples=80, deadline=None)


@st.composite
def coded_pairs(draw):
    """Two labellings encoded without gaps."""
    n = draw(st.integers(0, 30))
    sides = []
    for _ in range(2):
        labels = draw(st.lists(st.integers(0, 6), min_size=n, max_size=n))
        sides.append(np.unique(np.array(labels, int), return_inverse=True)[1])
    return sides


def build(codes, weight=None):
    sizes = [int(side.max(initial=-1)) + 1 for side in codes]
    return Contingency.from_codes(codes[0], sizes[0], codes[1], sizes[1], weight)


def cells(table):
    positions = zip(table.rows.tolist(), table.cols.tolist(), strict=True)
    return dict(zip(positions, table.counts.tolist(), strict=True))


@few
@given(codes=coded_pairs())
def test_cells_margins_and_pairs_by_counting(codes):
    table = build(codes)
    joint = Counter(zip(*(side.tolist() for side in codes), strict=True))
    assert cells(table) == dict(sorted(joint.items()))
    assert list(cells(table)) == sorted(joint)
    assert table.row_sums.tolist() == np.bincount(codes[0]).tolist()
    assert table.col_sums.tolist() == np.bincount(codes[1]).tolist()
    assert table.total == codes[0].size
    counted = Counter(
        (codes[0][i] == codes[0][j], codes[1][i] == codes[1][j])
        for i, j in itertools.combinations(range(codes[0].size), 2)
    )
    pairs = table.pairs
    assert pairs.both == counted[True, True]
    assert pairs.only_true == counted[True, False]
    assert pairs.only_pred == counted[False, True]
    assert pairs.neither == counted[False, False]
    assert pairs.true == pairs.both + pairs.only_true
    assert pairs.pred == pairs.both + pairs.only_pred
    assert pairs.total == math.comb(codes[0].size, 2)
    assert all(type(count) is int for count in pairs)


@few
@given(codes=coded_pairs())
def test_other_forms_of_the_same_table(codes):
    table = build(codes)
    dense = np.zeros((table.n_true, table.n_pred), int)
    np.add.at(dense, tuple(codes), 1)
    assert np.array_equal(table.to_dense(), dense)
    if table.total:
        assert np.array_equal(table.to_sparse().toarray(), dense)
        assert table.row_max.tolist() == dense.max(axis=1).tolist()
        assert table.col_max.tolist() == dense.max(axis=0).tolist()
    swapped = table.swapped
    assert cells(swapped) == cells(build(codes[::-1]))
    assert list(cells(swapped)) == sorted(cells(swapped))
    assert np.array_equal(swapped.to_dense(), dense.T)
    positions = np.nonzero(dense)
    ready = Contingency.from_cells(*positions, dense[positions])
    assert cells(ready) == cells(table)
    assert ready.row_sums.tolist() == table.row_sums.tolist()
    assert ready.col_sums.tolist() == table.col_sums.tolist()


def test_many_clusters_take_the_sorted_way_to_the_same_cells():
    n = 120_000
    i = np.arange(n)
    codes = i // 2, (i + 1) // 3
    table = build(codes)
    joint = Counter(zip(*(side.tolist() for side in codes), strict=True))
    assert cells(table) == dict(sorted(joint.items()))
    assert table.n_cells < 2 * n
    weighted = build(codes, np.full(n, 0.5))
    assert np.array_equal(weighted.counts * 2, table.counts)
    assert np.array_equal(weighted.row_sums * 2, table.row_sums)
    whole = build(codes, np.full(n, 3))
    assert np.array_equal(whole.counts, table.counts * 3)
    assert whole.counts.dtype == np.int64


def test_whole_weights_are_exact_counts():
    codes = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])
    table = build(codes, np.array([2**60, 1, 2**60, 2**62]))
    assert table.counts.tolist() == [2**60, 1, 2**60 + 2**62]
    assert table.total == 2**61 + 2**62 + 1
    assert table.pairs.total == math.comb(table.total, 2)


def test_weights_of_0_leave_clusters_out():
    codes = np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2])
    for weight in (np.array([1.5, 0.0, 2.5, 0.0]), np.array([1, 0, 2, 0])):
        table = build(codes, weight)
        assert (table.n_true, table.n_pred, table.n_cells) == (2, 2, 2)
        assert table.is_identity
        assert table.rows.tolist() == table.cols.tolist() == [0, 1]


@pytest.mark.parametrize("scale", [1, 10**9, 10**18, 10**40])
def test_pairs_are_exact_at_any_size(scale):
    counts = [[3 * scale + 1, 0, 2], [5, 7 * scale, scale + 3]]
    dense = np.array(counts, dtype=object)
    rows, cols = np.nonzero(dense)
    table = Contingency.from_cells(rows, cols, dense[rows, cols])
    sizes = (
        [sum(row) for row in counts],
        [sum(col) for col in zip(*counts, strict=True)],
    )
    both = sum(math.comb(count, 2) for row in counts for count in row)
    assert table.pairs.both == both
    assert table.pairs.true == sum(math.comb(size, 2) for size in sizes[0])
    assert table.pairs.pred == sum(math.comb(size, 2) for size in sizes[1])
    assert table.pairs.total == math.comb(sum(sizes[0]), 2)
    assert table.mutual_information > 0
    with mpmath.workdps(120):
        n = mpmath.mpf(table.total)
        exact = sum(
            count / n * mpmath.log(n * count / (sizes[0][i] * sizes[1][j]))
            for i, row in enumerate(counts)
            for j, count in enumerate(row)
            if count
        )
        assert abs(table.mutual_information - exact) <= 1e-15 * exact
        rest = -sum(size / n * mpmath.log(size / n) for size in sizes[0]) - exact
        assert abs(table.entropy_true_given_pred - rest) <= 1e-15 * rest


@pytest.mark.parametrize(
    "x", [-1.0, -0.9, -0.25, -1e-3, -1e-9, 0.0, 1e-12, 0.2, 0.3, 9]
)
def test_divergence_keeps_its_digits(x):
    with mpmath.workdps(60):
        z = mpmath.mpf(x)
        exact = (1 + z) * mpmath.log(1 + z) - z if x > -1 else mpmath.mpf(1)
    # alone, and beside a value that takes the other branch
    for others in ([], [5.0], [1e-3]):
        found = divergence(np.array([x, *others]))[0]
        assert abs(found - exact) <= 2e-15 * exact


@few
@given(codes=coded_pairs(), seed=st.integers(0, 2**32 - 1))
def test_weighted_tables_are_neutral_to_renaming_and_swapping(codes, seed):
    rng = np.random.default_rng(seed)
    weight = rng.random(codes[0].size) + 0.01
    if not weight.size:
        return
    table = build(codes, weight)
    renamed = [rng.permutation(int(side.max()) + 1)[side] for side in codes]
    for other in (build(renamed, weight), build(codes[::-1], weight)):
        assert other.mutual_information == table.mutual_information
        assert other.joint_entropy == table.joint_entropy
        both = {other.entropy_true, other.entropy_pred}
        assert both == {table.entropy_true, table.entropy_pred}
