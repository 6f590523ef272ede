"""DBCV, the widest gap and the Hopkins statistic."""

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
from scipy.stats import beta, kstest
from sklearn.cluster import DBSCAN
from sklearn.datasets import load_iris, make_moons

from skclustmetrics import (
    UndefinedIndexError,
    dbcv_score,
    hopkins_score,
    make_scorer,
    widest_gap_score,
)
from skclustmetrics.model_selection import ClusterSearch

DATA = Path(__file__).parents[1] / "data"
RTOL = 1e-10


@pytest.fixture(scope="module")
def oracles():
    with gzip.open(DATA / "density_oracles.json.gz", "rt") as file:
        rows = json.load(file)
    with np.load(DATA / "internal_oracles.npz") as file:
        return dict(file), [row for row in rows if row[2] in ("dbcv", "widest_gap")]


def groups(n=60, d=2, k=3, seed=0, spread=4.0):
    rng = np.random.RandomState(seed)
    labels = rng.randint(k, size=n)
    labels[: 2 * k] = np.repeat(np.arange(k), 2)
    return rng.randn(n, d) + spread * rng.randn(k, d)[labels], labels


# --- brute force ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "metric", ["sqeuclidean", "euclidean", "manhattan", "chebyshev", "minkowski"]
)
@pytest.mark.parametrize("d", [2, 7])
def test_dbcv_is_its_definition(metric, d):
    X, labels = groups(d=d, seed=d)
    kwds = {"p": 3} if metric == "minkowski" else {}
    expected = brute.dbcv(X, labels, metric)
    assert dbcv_score(X, labels, metric=metric, **kwds) == pytest.approx(
        expected, rel=RTOL
    )


@pytest.mark.parametrize("seed", range(8))
def test_dbcv_of_odd_data(seed):
    rng = np.random.RandomState(seed)
    d = [1, 2, 3, 40][seed % 4]
    X, labels = groups(40, d, k=5, seed=seed, spread=1.0)
    X[::7] = X[0]  # copies, also in different clusters
    labels[:3] = labels[3]
    labels = np.append(labels, [77, 88, 88])  # one alone, and two
    X = np.vstack([X, 3 * rng.randn(3, d)])
    assert dbcv_score(X, labels) == pytest.approx(brute.dbcv(X, labels), rel=RTOL)
    expected = brute.dbcv_validities(distances(X, "sqeuclidean"), list(labels), d, X)
    assert_allclose(dbcv_score(X, labels, per_cluster=True), expected, rtol=RTOL)


def test_dbcv_on_a_lattice():
    # distances tie in every way; whole numbers make all sums exact
    X = np.array([[i, j] for i in range(6) for j in range(6)], dtype=float)
    labels = (X[:, 0] > 2).astype(int) + 2 * (X[:, 1] > 3)
    expected = brute.dbcv_validities(
        distances(X, "sqeuclidean"), list(labels), 2, X.tolist()
    )
    found = dbcv_score(X, labels, per_cluster=True)
    assert_allclose(found, expected, rtol=RTOL)
    order = np.random.RandomState(0).permutation(36)
    assert_array_equal(dbcv_score(X[order], labels[order], per_cluster=True), found)


def test_dbcv_in_the_order_of_the_rows():
    X, labels = groups(50)
    D = distances(X, "sqeuclidean")
    expected = brute.dbcv_validities(D, list(labels), 2)
    found = dbcv_score(X, labels, ties="rows", per_cluster=True)
    assert_allclose(found, expected, rtol=RTOL)


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "sqeuclidean"])
def test_widest_gap_is_its_definition(metric):
    X, labels = groups(spread=2.0)
    labels[0] = 9
    expected = brute.widest_gap(distances(X, metric), labels)
    found = widest_gap_score(X, labels, metric=metric)
    assert found == pytest.approx(expected, rel=RTOL)


# --- values of others -----------------------------------------------------------------


def test_values_of_others(oracles):
    stored, rows = oracles
    for dataset, labels, index, metric, _, noise, value, _, impl in rows:
        kwds = {"ties": "rows"} if index == "dbcv" else {}
        function = dbcv_score if index == "dbcv" else widest_gap_score
        found = function(
            stored[f"X|{dataset}"],
            stored[f"labels|{dataset}|{labels}"],
            metric=metric,
            noise_label=-1 if noise else None,
            **kwds,
        )
        place = f"{index} {metric} of {labels} of {dataset} by {impl}"
        assert found == pytest.approx(value, rel=1e-8, abs=1e-8), place
    assert len(rows) > 450


def test_default_ties_stay_within_what_the_reference_gives(oracles):
    # the reference depends on the order of the rows; the default is one of its values
    stored, _ = oracles
    rng = np.random.RandomState(0)
    for dataset in ("moons_a", "unbal_a", "single_a"):
        X, y = stored[f"X|{dataset}"], stored[f"labels|{dataset}|km3"]
        shuffled = [
            dbcv_score(X[order], y[order], ties="rows")
            for order in (rng.permutation(y.size) for _ in range(25))
        ]
        assert np.ptp(shuffled) > 0.01
        found = dbcv_score(X, y)
        assert min(shuffled) - 0.01 <= found <= max(shuffled) + 0.01


def test_widest_gap_of_iris():
    iris = load_iris()
    X = iris.data.copy()
    X[[34, 37]] = [[4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]]  # as in R
    assert widest_gap_score(X, iris.target) == pytest.approx(0.9110433579, rel=1e-9)


# --- reported faults, with the right answers ------------------------------------------

LINE = [0.0, 1.0, 2.125, 3.375, 4.75, 12.0, 13.25, 14.375, 15.375, 16.25]
NOISY = [0.0, 1.0, 2.1, 3.3, 4.6, 20.0, 21.2, 22.3, 23.3, 24.2, 10, 60, -30, 12, 90]
INSIDE = [2.0, 3.25, 4.25, 5.5, 11.0, 13.0, 14.5, 15.5, 7.0, 8.5, 10.25, 11.75]


def column(values, dtype=np.float64):
    return np.array(values, dtype=dtype)[:, None]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_single_precision_is_the_same(dtype):
    X, labels = column(LINE, dtype), np.repeat([0, 1], 5)
    found = dbcv_score(X, labels, metric="euclidean")
    assert found == pytest.approx(0.8285239445847951, rel=1e-13)
    random, labels = groups()
    random = random.astype(np.float32)
    assert dbcv_score(random, labels) == dbcv_score(random.astype(float), labels)
    assert widest_gap_score(random, labels) == widest_gap_score(
        random.astype(float), labels
    )


def test_repeated_points():
    X = np.array([[0.0, 0.0]] * 4 + [[3.0, 4.0]] * 5)
    labels = np.repeat([0, 1], [4, 5])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert dbcv_score(X, labels) == 1.0
        assert dbcv_score(X, np.arange(9) % 2) == -1.0
        assert dbcv_score(np.zeros((9, 2)), labels) == 0.0
    assert widest_gap_score(X, labels) == 0.0


def test_noise_stays_in_the_weights():
    labels = np.r_[np.repeat([0, 1], 5), [-1, -1, -2, -3, -1]]
    X = column(NOISY)
    found = dbcv_score(X, labels, metric="euclidean", noise_label="negative")
    assert found == pytest.approx(0.6056507194568719, rel=1e-13)
    without = dbcv_score(X[:10], labels[:10], metric="euclidean")
    assert without == pytest.approx(0.9084760791853078, rel=1e-13)
    alone = dbcv_score(
        X, labels, metric="euclidean", noise_label="negative", noise="singletons"
    )
    assert alone == found


def test_negative_values():
    labels = np.repeat([0, 1], [8, 4])
    found = dbcv_score(column(INSIDE), labels, metric="euclidean")
    assert found == pytest.approx(-0.11077912815143527, rel=1e-12)


def test_undefined():
    X = np.random.default_rng(0).random((20, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for index in (dbcv_score, widest_gap_score):
            with pytest.raises(UndefinedIndexError, match="no other cluster"):
                index(X, np.zeros(20, int))
            with pytest.raises(UndefinedIndexError, match="no other cluster"):
                index(X, np.r_[np.zeros(15, int), np.full(5, -1)], noise_label=-1)
            with pytest.raises(UndefinedIndexError, match="alone"):
                index(X, np.arange(20))
        with pytest.raises(UndefinedIndexError, match="1 of 6 clusters"):
            dbcv_score(X, np.r_[np.zeros(15, int), 1:6])


# --- what must not matter -------------------------------------------------------------


@pytest.mark.parametrize("kind", ["dense", "sparse", "copies"])
def test_order_of_rows_and_names_of_clusters(kind):
    X, labels = groups(80, seed=3)
    if kind == "copies":
        X[40:] = X[:40].round(1)
    X = sparse.csr_matrix(X * (np.abs(X) > 1)) if kind == "sparse" else X
    expected = dbcv_score(X, labels, per_cluster=True)
    for seed in range(5):
        order = np.random.RandomState(seed).permutation(80)
        found = dbcv_score(X[order], labels[order], per_cluster=True)
        assert_allclose(found, expected, rtol=1e-13)
    renamed = np.array(["z", "b", "k"])[labels]
    found = dbcv_score(X, renamed, per_cluster=True)
    assert_allclose(found, expected[[1, 2, 0]], rtol=1e-13)
    assert dbcv_score(X, renamed) == pytest.approx(dbcv_score(X, labels), rel=1e-13)


def test_order_of_given_distances():
    X, labels = groups(60, seed=4)
    D = distances(X, "sqeuclidean")
    expected = dbcv_score(D, labels, metric="precomputed", n_features=2)
    order = np.random.RandomState(0).permutation(60)
    found = dbcv_score(
        D[np.ix_(order, order)], labels[order], metric="precomputed", n_features=2
    )
    assert found == pytest.approx(expected, rel=1e-12)
    assert expected == pytest.approx(dbcv_score(X, labels), rel=RTOL)
    stored = sparse.csr_matrix(D)
    assert dbcv_score(stored, labels, metric="precomputed", n_features=2) == expected


@pytest.mark.parametrize("metric", ["sqeuclidean", "euclidean"])
def test_position_unit_and_direction(metric):
    X, labels = groups(70, d=3, seed=5)
    turn, _ = np.linalg.qr(np.random.RandomState(0).randn(3, 3))
    expected = dbcv_score(X, labels, metric=metric)
    for moved in (X + 100.0, 1e-150 * X, 1e150 * X, X @ turn):
        found = dbcv_score(moved, labels, metric=metric)
        assert found == pytest.approx(expected, rel=1e-9)
    gap = widest_gap_score(X, labels)
    assert widest_gap_score(1e150 * X, labels) == pytest.approx(1e150 * gap, rel=1e-12)
    assert widest_gap_score(X + 100, labels) == pytest.approx(gap, rel=1e-10)
    squared = widest_gap_score(1e-100 * X, labels, metric="sqeuclidean")
    assert squared == pytest.approx(1e-200 * gap**2, rel=1e-10)


def test_many_features_do_not_overflow():
    X, labels = groups(60, d=1000, spread=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = dbcv_score(X, labels)
    assert found == pytest.approx(brute.dbcv(X, labels), rel=RTOL)


def test_kinds_of_input():
    X, labels = groups()
    expected = dbcv_score(X, labels)
    assert dbcv_score(X.tolist(), list(labels)) == expected
    assert dbcv_score(sparse.csr_matrix(X), labels) == pytest.approx(expected, rel=RTOL)
    own = dbcv_score(X, labels, metric=lambda x, y: float(((x - y) ** 2).sum()))
    assert own == pytest.approx(expected, rel=RTOL)
    wide = sparse.random(50, 300, 0.05, format="csr", random_state=0)
    names = np.arange(50) % 3
    for metric in ("sqeuclidean", "manhattan"):
        assert dbcv_score(wide, names, metric=metric) == pytest.approx(
            dbcv_score(wide.toarray(), names, metric=metric), rel=1e-8
        )


def test_workers_change_no_bit():
    X, labels = groups(900, d=5, k=4)
    for index in (dbcv_score, widest_gap_score):
        expected = index(X, labels)
        assert [index(X, labels, n_jobs=n_jobs) for n_jobs in (1, 2, 3)] == [
            expected
        ] * 3


def test_no_matrix_of_distances():
    n = 6000
    X, labels = groups(n, d=3, k=3)
    dbcv_score(X[:100], labels[:100])
    tracemalloc.start()
    dbcv_score(X, labels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # the distances within a third of the samples alone are 32 MB
    assert peak < 8 * (n / 3) ** 2 / 1.5


def test_moons():
    X, moons = make_moons(300, noise=0.05, random_state=0)
    assert dbcv_score(X, moons) > 0.8 > 0 > dbcv_score(X, X[:, 0] > 0.5)


# --- noise and scorers ----------------------------------------------------------------


def test_noise_policies():
    X, labels = groups(60)
    labels = np.where(np.arange(60) % 9 == 8, -1, labels)
    kept = labels >= 0
    dropped = dbcv_score(X, labels, noise_label=-1)
    assert dropped == pytest.approx(
        dbcv_score(X[kept], labels[kept]) * kept.mean(), rel=1e-12
    )
    as_cluster = dbcv_score(X, labels, noise_label=-1, noise="cluster")
    assert as_cluster == dbcv_score(X, labels)
    assert dbcv_score(X, labels, noise_label=-1, noise="nearest") != dropped
    assert widest_gap_score(X, labels, noise_label=-1) == widest_gap_score(
        X[kept], labels[kept]
    )


def test_scorers_do_not_count_noise_twice():
    X = load_iris().data
    clusterer = DBSCAN(eps=0.5)
    labels = clusterer.fit_predict(X)
    expected = dbcv_score(X, labels, noise_label=-1)
    report = make_scorer(dbcv_score).report(clusterer, X)
    assert report["coverage"] < 1
    assert report["score"] == report["raw_score"] == expected
    search = ClusterSearch(
        DBSCAN(), {"eps": [0.5]}, scoring="dbcv", metric="sqeuclidean"
    ).fit(X)
    assert search.best_score_ == expected
    assert search.results_["ranking_score"][0] == expected


# --- bad arguments --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kwds", "match"),
    [
        ({"metric": "precomputed"}, "n_features must be given"),
        ({"n_features": 0}, "'n_features' parameter"),
        ({"n_features": 2.5}, "'n_features' parameter"),
        ({"n_features": True}, "'n_features' parameter"),
        ({"ties": "any"}, "'ties' parameter"),
        ({"metric": "none"}, "'metric' parameter"),
        ({"noise": "none"}, "'noise' parameter"),
    ],
)
def test_bad_arguments(kwds, match):
    X = groups(20, d=20)[0]
    with pytest.raises(ValueError, match=match):
        dbcv_score(X, np.arange(20) % 2, **kwds)


def test_bad_distances():
    D = distances(groups(20)[0], "euclidean")
    D[3, 4] *= 2
    for index, kwds in ((dbcv_score, {"n_features": 2}), (widest_gap_score, {})):
        with pytest.raises(ValueError, match="not symmetric"):
            index(D, np.arange(20) % 2, metric="precomputed", **kwds)


# --- clustering tendency --------------------------------------------------------------


def test_hopkins_is_its_definition():
    X = groups(50, d=3)[0]
    rng = np.random.RandomState(np.random.RandomState(7).randint(2**31 - 1))
    low, high = X.min(axis=0), X.max(axis=0)
    points = low + rng.uniform(size=(12, 3)) * (high - low)
    samples = rng.choice(50, 12, replace=False)
    expected = brute.hopkins(X.tolist(), points.tolist(), samples)
    assert hopkins_score(X, n_probes=12, random_state=7) == pytest.approx(
        expected, rel=RTOL
    )


def test_hopkins_follows_its_law_on_even_samples():
    values = [
        hopkins_score(
            np.random.RandomState(seed).uniform(size=(400, 2)),
            n_probes=8,
            random_state=1000 + seed,
        )
        for seed in range(200)
    ]
    # the box is that of the samples, and its edges cost a little
    assert kstest(values, beta(8, 8).cdf).pvalue > 1e-3
    assert abs(np.mean(values) - 0.5) < 0.05


def test_hopkins_orientation():
    rng = np.random.RandomState(0)
    clustered = np.repeat([[0.0, 0.0], [9.0, 9.0]], 100, axis=0) + rng.randn(200, 2)
    lattice = np.array([[i, j] for i in range(15) for j in range(15)], dtype=float)
    assert hopkins_score(clustered, random_state=0) > 0.9
    assert hopkins_score(lattice, random_state=0) < 0.3


def test_hopkins_of_copies_many_features_and_scales():
    X = groups(60)[0]
    expected = hopkins_score(X, random_state=0)
    for moved in (1e-150 * X, 1e150 * X, X + 1e3):
        assert hopkins_score(moved, random_state=0) == pytest.approx(expected, rel=1e-8)
    assert hopkins_score(np.repeat(X, 2, axis=0), random_state=0) == 1.0
    wide = hopkins_score(np.random.RandomState(0).randn(60, 500), random_state=0)
    assert 0 <= wide <= 1


def test_hopkins_of_data_from_the_same_seed():
    X = np.random.RandomState(0).uniform(size=(500, 2))
    assert 0.3 < hopkins_score(X, random_state=0) < 0.7


def test_hopkins_bad_input():
    with pytest.raises(UndefinedIndexError, match="0/0"):
        hopkins_score(np.ones((20, 2)))
    with pytest.raises(ValueError, match="at least 3"):
        hopkins_score([[0.0], [1.0]])
    for n_probes in (0, 20, 2.5, True):
        with pytest.raises(ValueError, match="'n_probes' parameter"):
            hopkins_score(groups(20)[0], n_probes=n_probes)
