"""The heaviest matching against SciPy's dense solver, by every path of the kernel."""

import time

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from skclustmetrics._kernels import _assignment, _exact_assignment
from skclustmetrics._kernels._assignment import heaviest_matching
from skclustmetrics._kernels._exact_assignment import heaviest_matching_of_counts


def _cells(table):
    rows, columns = np.nonzero(table)
    return rows, columns, table[rows, columns], table.shape


def _tables(seed):
    rng = np.random.default_rng(seed)
    for shape in [(1, 1), (1, 6), (6, 1), (5, 5), (4, 9), (30, 20), (60, 60)]:
        for density in (0.05, 0.2, 0.7, 1.0):
            counts = rng.integers(1, 5, shape) * (rng.random(shape) < density)
            yield counts
            yield counts * rng.random(shape)
            yield counts + (counts > 0) * rng.random(shape) / 100


@pytest.mark.parametrize("dense_cells", [0, 1 << 20])
@pytest.mark.parametrize("dominant", [True, False])
def test_total_is_that_of_a_dense_solver(monkeypatch, dense_cells, dominant):
    monkeypatch.setattr(_assignment, "_DENSE_CELLS", dense_cells)
    if not dominant:
        monkeypatch.setattr(
            _assignment,
            "choose_dominant",
            lambda rows, *_: (np.zeros(0, np.intp), np.arange(rows.size)),
        )
    for table in _tables(seed=dense_cells):
        rows, columns, weights, shape = _cells(table)
        chosen = heaviest_matching(rows, columns, weights, shape)
        best = table[linear_sum_assignment(table, maximize=True)].sum()
        assert weights[chosen].sum() == pytest.approx(best, rel=1e-12)
        assert np.unique(rows[chosen]).size == chosen.size
        assert np.unique(columns[chosen]).size == chosen.size
        assert (np.diff(chosen) > 0).all()


def test_no_cells():
    empty = np.zeros(0, np.intp)
    assert heaviest_matching(empty, empty, np.zeros(0), (3, 4)).size == 0
    terms = np.zeros(0, object).__getitem__
    assert heaviest_matching_of_counts(empty, empty, empty, terms, (0, 0)).size == 0


def test_the_heaviest_cell_is_not_always_chosen():
    rows, columns, weights, shape = _cells(np.array([[2, 0], [3, 2]]))
    chosen = heaviest_matching(rows, columns, weights, shape)
    assert weights[chosen].tolist() == [2, 2]


def test_hundred_thousand_clusters_on_each_side_take_seconds():
    rng = np.random.default_rng(0)
    n_clusters = 100_000
    true = np.repeat(np.arange(n_clusters), 5)
    pred = rng.permutation(n_clusters)[true]
    moved = rng.random(true.size) < 0.2
    pred[moved] = rng.integers(0, n_clusters, int(moved.sum()))
    cells, counts = np.unique(true * n_clusters + pred, return_counts=True)
    rows, columns = np.divmod(cells, n_clusters)
    start = time.perf_counter()
    chosen = heaviest_matching(rows, columns, counts, (n_clusters, n_clusters))
    assert time.perf_counter() - start < 20
    assert counts[chosen].sum() >= np.count_nonzero(~moved) * 0.99


def _best_by_scipy(counts, terms):
    """Largest total count and, with it, largest total term; small numbers only."""
    unit = terms.sum() + 1
    weights = counts * unit + terms * (counts > 0)
    total = int(weights[linear_sum_assignment(weights, maximize=True)].sum())
    return divmod(total, int(unit))


@pytest.mark.parametrize("narrowed", [True, False])
@pytest.mark.parametrize("scale", [1, 10**30])
def test_counts_first_then_terms(monkeypatch, narrowed, scale):
    if not narrowed:  # the exact part starts from a wrong matching without prices

        def keep_all(rows, columns, weights, shape, tolerance):
            prices = np.zeros(shape[0]), np.zeros(shape[1])
            return np.arange(rows.size), np.arange(min(rows.size, 1)), *prices

        monkeypatch.setattr(_exact_assignment, "_narrow", keep_all)
    rng = np.random.default_rng(scale % 97)
    for table in _tables(seed=5):
        if table.dtype.kind != "i":
            continue
        terms = rng.integers(0, 4, table.shape)
        rows, columns, counts, shape = _cells(table)
        exact = terms[rows, columns].astype(object)
        chosen = heaviest_matching_of_counts(
            rows, columns, counts.astype(object) * scale, exact.__getitem__, shape
        )
        found = int(counts[chosen].sum()), int(exact[chosen].sum())
        assert found == _best_by_scipy(table, terms)
        assert np.unique(rows[chosen]).size == chosen.size
        assert np.unique(columns[chosen]).size == chosen.size
        assert (np.diff(chosen) > 0).all()
