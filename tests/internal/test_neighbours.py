"""Connectivity, in-group proportion, consistency, WCNN and CVNN."""

import gzip
import json
import tracemalloc
import warnings
from pathlib import Path

import brute_force_density as brute
import numpy as np
import pytest
from brute_force_internal import distances
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.datasets import load_iris
from sklearn.neighbors import NearestNeighbors

from skclustmetrics import (
    UndefinedIndexError,
    UndefinedMetricWarning,
    connectivity_score,
    cvnn_score,
    in_group_proportion_score,
    nearest_neighbor_consistency_score,
    wcnn_score,
)

DATA = Path(__file__).parents[1] / "data"
RTOL = 1e-10
COUNTING = {
    connectivity_score: brute.connectivity,
    nearest_neighbor_consistency_score: brute.consistency,
    wcnn_score: brute.wcnn,
}
ALL = [*COUNTING, in_group_proportion_score]


def groups(n=60, d=2, k=3, seed=0, spread=1.5):
    rng = np.random.RandomState(seed)
    labels = rng.randint(k, size=n)
    labels[: 2 * k] = np.repeat(np.arange(k), 2)
    return rng.randn(n, d) + spread * rng.randn(k, d)[labels], labels


# --- brute force ----------------------------------------------------------------------


@pytest.mark.parametrize("index", COUNTING, ids=lambda index: index.__name__)
@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine"])
@pytest.mark.parametrize("n_neighbors", [1, 4, 10])
def test_definitions(index, metric, n_neighbors):
    X, labels = groups(d=3)
    labels[0] = 9
    expected = COUNTING[index](distances(X, metric), list(labels), n_neighbors)
    found = index(X, labels, metric=metric, n_neighbors=n_neighbors)
    assert found == pytest.approx(expected, rel=RTOL)


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean", "correlation"])
def test_in_group_proportion_is_its_definition(metric):
    X, labels = groups(d=4)
    labels[0] = 9
    expected = brute.in_group_proportions(distances(X, metric), list(labels))
    found = in_group_proportion_score(X, labels, metric=metric, per_cluster=True)
    assert_allclose(found, expected, rtol=RTOL)
    assert found[-1] == 0  # alone in its cluster
    mean = in_group_proportion_score(X, labels, metric=metric)
    assert mean == pytest.approx(np.mean(expected), rel=RTOL)


@pytest.mark.parametrize("index", ALL, ids=lambda index: index.__name__)
def test_many_tiles(index):
    X, labels = groups(900, d=3, k=5, seed=1)
    X[::9] = X[0]
    kwds = {} if index is in_group_proportion_score else {"n_neighbors": 7}
    neighbours = NearestNeighbors(algorithm="brute").fit(X)
    # all of them, then own clusters first among the copies
    D, columns = neighbours.kneighbors(X, 900)
    codes = labels[columns]
    foreign = codes != labels[:, None]
    D[np.arange(900)[:, None] == columns] = -1
    order = np.lexsort((foreign, D.round(9)))
    kin = ~np.take_along_axis(foreign, order, axis=1)[:, 1:8]
    expected = {
        connectivity_score: np.sum(~kin / np.arange(1, 8)),
        nearest_neighbor_consistency_score: np.mean(kin.all(axis=1)),
        wcnn_score: np.mean(kin),
        in_group_proportion_score: np.mean(
            [kin[labels == k, 0].mean() for k in range(5)]
        ),
    }[index]
    assert index(X, labels, **kwds) == pytest.approx(expected, rel=1e-12)


def test_cvnn_is_its_definition():
    X, labels = groups(50)
    labelings = [labels, X[:, 0] > 0, np.arange(50) % 4]
    for metric in ("euclidean", "manhattan"):
        expected = brute.cvnn(distances(X, metric), [list(y) for y in labelings], 6)
        found = cvnn_score(X, labelings, n_neighbors=6, metric=metric)
        assert_allclose(found, expected, rtol=RTOL)


# --- values of others -----------------------------------------------------------------


def test_values_of_others():
    with gzip.open(DATA / "density_oracles.json.gz", "rt") as file:
        rows = [row for row in json.load(file) if row[2] in ("connectivity", "wcnn")]
    with np.load(DATA / "internal_oracles.npz") as file:
        stored = dict(file)
    compared = 0
    for dataset, labels, name, metric, n_neighbors, noise, value, tied, impl in rows:
        index = connectivity_score if name == "connectivity" else wcnn_score
        found = index(
            stored[f"X|{dataset}"],
            stored[f"labels|{dataset}|{labels}"],
            metric=metric,
            n_neighbors=n_neighbors,
            noise_label=-1 if noise else None,
        )
        place = f"{name} {metric} of {labels} of {dataset} by {impl}"
        if not tied:
            assert found == pytest.approx(value, rel=1e-9, abs=1e-9), place
            compared += 1
        # others take equally near samples as they come, not those of the cluster first
        elif name == "connectivity":
            assert found <= value + 1e-9, place
        else:
            assert found >= value - 1e-9, place
    assert compared > 450


def test_iris():
    iris = load_iris()
    X = iris.data.copy()
    X[[34, 37]] = [[4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]]  # as in R
    assert in_group_proportion_score(X, iris.target) == pytest.approx(0.96, rel=1e-12)


# --- what must not matter -------------------------------------------------------------


@pytest.mark.parametrize("index", ALL, ids=lambda index: index.__name__)
def test_order_of_rows_where_distances_tie(index):
    X = np.array([[i, j] for i in range(9) for j in range(9)], dtype=float) / 10
    X[40:50] = X[30:40]  # and copies, also in other clusters
    labels = np.arange(81) * 7 % 5 // 2
    expected = index(X, labels)
    for seed in range(4):
        order = np.random.RandomState(seed).permutation(81)
        moved = X[order] + 1.7
        assert index(moved, labels[order]) == pytest.approx(expected, rel=1e-13)
        assert index(moved, -labels[order]) == pytest.approx(expected, rel=1e-13)
        assert index(1e-150 * X, labels) == index(1e150 * X, labels) == expected


def test_own_cluster_wins_ties():
    X = [[0.0], [0.0], [0.0], [5.0], [5.0], [5.0]]
    assert in_group_proportion_score(X, [0, 0, 1, 1, 0, 0]) == pytest.approx(0.5)
    assert in_group_proportion_score([[0.0], [1.0], [2.0], [8.0]], [0, 1, 1, 0]) == 0.5


@pytest.mark.parametrize("index", ALL, ids=lambda index: index.__name__)
def test_kinds_of_input(index):
    X, labels = groups(80, d=3)
    expected = index(X, labels)
    D = distances(X, "euclidean")
    for found in (
        index(X.tolist(), list(labels)),
        index(D, labels, metric="precomputed"),
        index(sparse.csr_matrix(D), labels, metric="precomputed"),
        index(X, labels, metric=lambda x, y: float(np.linalg.norm(x - y))),
        index(X, labels, metric="minkowski", p=2),
    ):
        assert found == pytest.approx(expected, rel=1e-12)
    single = X.astype(np.float32)
    assert index(single, labels) == index(single.astype(np.float64), labels)
    wide = sparse.random(70, 300, 0.05, format="csr", random_state=0)
    names = np.arange(70) % 3
    assert index(wide, names) == pytest.approx(index(wide.toarray(), names), rel=1e-12)


@pytest.mark.parametrize("index", ALL, ids=lambda index: index.__name__)
def test_workers_change_no_bit(index):
    X, labels = groups(900, d=4)
    assert len({index(X, labels, n_jobs=n_jobs) for n_jobs in (None, 1, 2, 3)}) == 1


def test_no_matrix_of_distances():
    n = 4000
    X, labels = groups(n, d=3)
    connectivity_score(X[:100], labels[:100])
    tracemalloc.start()
    connectivity_score(X, labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * n**2 / 8


# --- noise, few samples, bad arguments ------------------------------------------------


@pytest.mark.parametrize("index", ALL, ids=lambda index: index.__name__)
def test_noise_policies(index):
    X, labels = groups(60)
    labels = np.where(np.arange(60) % 9 == 8, -1, labels)
    kept = labels >= 0
    assert index(X, labels, noise_label="negative") == index(X[kept], labels[kept])
    assert index(X, labels, noise_label=-1, noise="cluster") == index(X, labels)
    alone = np.where(kept, labels, 100 + np.arange(60))
    assert index(X, labels, noise_label=-1, noise="singletons") == index(X, alone)


def test_few_samples():
    X, labels = [[0.0], [1.0], [5.0]], [0, 0, 1]
    assert connectivity_score(X, labels) == 0.5 + 0.5 + 1 + 0.5
    assert wcnn_score(X, labels) == pytest.approx(2 / 6)
    assert nearest_neighbor_consistency_score(X, labels, n_neighbors=9) == 0


@pytest.mark.parametrize("index", ALL, ids=lambda index: index.__name__)
def test_undefined(index):
    X = groups(20)[0]
    with pytest.raises(UndefinedIndexError, match="no other cluster"):
        index(X, np.zeros(20, int))
    with pytest.raises(UndefinedIndexError, match="alone"):
        index(X, np.arange(20))
    with pytest.raises(UndefinedIndexError, match="noise"):
        index(X, np.full(20, -1), noise_label=-1)


@pytest.mark.parametrize("n_neighbors", [0, -1, 1.5, True, "5", None])
def test_bad_number_of_neighbours(n_neighbors):
    X, labels = groups(20)
    for index in COUNTING:
        with pytest.raises(ValueError, match="'n_neighbors' parameter"):
            index(X, labels, n_neighbors=n_neighbors)
    with pytest.raises(ValueError, match="'n_neighbors' parameter"):
        cvnn_score(X, [labels, labels], n_neighbors=n_neighbors)


def test_bad_distances():
    D = distances(groups(20)[0], "euclidean")
    D[3, 4] *= 2
    for index in ALL:
        with pytest.raises(ValueError, match="not symmetric"):
            index(D, np.arange(20) % 2, metric="precomputed")


# --- CVNN compares --------------------------------------------------------------------


def test_cvnn_prefers_the_right_partition():
    X, labels = groups(90, spread=20.0)
    merged = np.minimum(labels, 1)
    halved = labels * 2 + (np.arange(90) % 2)
    scores = cvnn_score(X, [merged, labels, halved])
    assert scores.argmin() == 1
    assert ((scores >= 0) & (scores <= 2)).all()


def test_cvnn_of_partitions_without_a_value():
    X, labels = groups(40)
    other = X[:, 0] > 0
    noisy = np.where(np.arange(40) < 5, -1, labels)
    expected = cvnn_score(X, [labels, other])
    with pytest.warns(UndefinedMetricWarning, match="1 of 3 partitions"):
        found = cvnn_score(X, [labels, np.zeros(40), other])
    assert_array_equal(found, [expected[0], np.nan, expected[1]])
    # noise is left out of its own partition only
    mixed = cvnn_score(X, [labels, noisy], noise_label=-1)
    D = distances(X, "euclidean")
    kept = noisy >= 0
    parts = [
        (D, list(labels)),
        (D[np.ix_(kept, kept)], list(noisy[kept])),
    ]
    alone = []
    for E, y in parts:
        rows = np.array(brute.kinship(E, y, 10))
        shares = [1 - rows[np.array(y) == k].mean() for k in set(y)]
        same = np.equal.outer(y, y) & ~np.eye(len(y), dtype=bool)
        alone.append((max(shares), E[same].mean()))
    alone = np.array(alone)
    assert_allclose(mixed, (alone / alone.max(axis=0)).sum(axis=1), rtol=RTOL)
    with pytest.raises(ValueError, match="at least 2"):
        cvnn_score(X, [labels])
    with pytest.raises(ValueError, match="inconsistent numbers"):
        cvnn_score(X, [labels, labels[1:]])
    copies = np.repeat([[0.0], [9.0]], 5, axis=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        perfect = np.repeat([0, 1], 5)
        assert_array_equal(
            cvnn_score(copies, [perfect, 1 - perfect], n_neighbors=4), [0.0, 0.0]
        )
