"""Order and means of distances within and between clusters: C-index, gamma, tau, ..."""

import json
import tracemalloc
from pathlib import Path

import brute_force_distances as brute
import numpy as np
import pytest
import sklearn
from brute_force_internal import distances
from distance_oracles import compute, stored_data, stored_values
from scipy import sparse
from scipy.spatial.distance import cdist, pdist
from scipy.stats import kendalltau, pearsonr

import skclustmetrics as scm
from skclustmetrics import (
    baker_hubert_gamma_score,
    c_index_score,
    g_plus_score,
    mcclain_rao_score,
    point_biserial_score,
    tau_score,
)
from skclustmetrics._kernels._pair_ranks import count_concordance
from skclustmetrics._kernels._pair_walk import PairWalk

CASES = json.loads(
    (Path(__file__).parents[1] / "data" / "internal_cases.json").read_text()
)
ORACLES = stored_values()
THEIRS = ("dunn", "min_separation", "average_between")

# name: index, its arguments, its definition, and what a factor does to it
INDICES = {
    "c_index": (c_index_score, {}, brute.c_index, 0),
    "gamma": (baker_hubert_gamma_score, {}, brute.gamma, 0),
    "g_plus": (g_plus_score, {}, brute.g_plus, 0),
    "tau": (tau_score, {}, brute.tau, 0),
    "tau_b": (tau_score, {"variant": "b"}, lambda D, y: brute.tau(D, y, "b"), 0),
    "mcclain_rao": (mcclain_rao_score, {}, brute.mcclain_rao, 0),
    "size_weighted": (
        mcclain_rao_score,
        {"variant": "size_weighted"},
        brute.weighted_ratio,
        0,
    ),
    "point_biserial": (point_biserial_score, {}, brute.point_biserial, 0),
    "unscaled": (
        point_biserial_score,
        {"variant": "unscaled"},
        brute.unscaled_point_biserial,
        1,
    ),
}
each = pytest.mark.parametrize("name", INDICES)


def score(name, X, labels, **kwds):
    index, variant, *_ = INDICES[name]
    return index(X, labels, **variant, **kwds)


def blobs(n=40, d=3, k=4, seed=0):
    """Overlapping clusters of unequal sizes, one of them a single sample."""
    rng = np.random.RandomState(seed)
    labels = rng.randint(k - 1, size=n)
    labels[labels > 1] = rng.randint(k - 1, size=(labels > 1).sum())
    labels[: k - 1] = np.arange(k - 1)
    labels[-1] = k - 1
    return rng.randn(n, d) + rng.randn(k, d)[labels], labels


def kind_of_pairs(labels):
    """1 for each pair of samples in different clusters, in the order of pdist."""
    first, second = np.triu_indices(len(labels), 1)
    return (np.asarray(labels)[first] != np.asarray(labels)[second]).astype(int)


@each
@pytest.mark.parametrize(
    "metric", ["euclidean", "sqeuclidean", "manhattan", "chebyshev", "cosine"]
)
def test_definitions(name, metric):
    X, labels = blobs()
    expected = INDICES[name][2](distances(X, metric), labels)
    result = score(name, X, labels, metric=metric)
    assert result == pytest.approx(expected, rel=1e-10)


@each
@pytest.mark.parametrize("metric", ["manhattan", "hamming"])
def test_definitions_with_many_ties(name, metric):
    X, labels = blobs(d=5)
    X = np.rint(X)
    D = np.rint(distances(X, metric) * 5)  # whole numbers, so that ties are exact
    expected = INDICES[name][2](D, labels)
    assert score(name, D, labels, metric="precomputed") == pytest.approx(expected)
    if INDICES[name][3] == 0:
        result = score(name, X, labels, metric=metric)
        assert result == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("n_samples", [50, 400])
def test_correlations_of_scipy(n_samples):
    X, labels = blobs(n=n_samples)
    d, apart = pdist(X), kind_of_pairs(labels)
    tau = kendalltau(d, apart).statistic
    assert tau_score(X, labels, variant="b") == pytest.approx(tau, rel=1e-10)
    r = pearsonr(d, apart).statistic
    assert point_biserial_score(X, labels) == pytest.approx(r, rel=1e-10)
    rounded = np.rint(cdist(X, X) * 4)
    tau = kendalltau(rounded[np.triu_indices(n_samples, 1)], apart).statistic
    result = tau_score(rounded, labels, metric="precomputed", variant="b")
    assert result == pytest.approx(tau, rel=1e-10)


def exact_counts(D, labels):
    """Concordant, discordant and tied pairs of whole-numbered distances."""
    values = D[np.triu_indices(len(D), 1)]
    apart = kind_of_pairs(labels).astype(bool)
    within, between = values[~apart], np.sort(values[apart])
    discordant = int(np.searchsorted(between, within, "left").sum())
    greater = between.size - np.searchsorted(between, within, "right")
    sizes = np.unique(values, return_counts=True)[1].astype(object)
    return int(greater.sum()), discordant, int((sizes * (sizes - 1) // 2).sum())


@pytest.mark.parametrize("working_memory", [1, 1024])
@pytest.mark.parametrize("kind", ["continuous", "grid", "two values"])
def test_counts_are_exact(kind, working_memory):
    rng = np.random.RandomState(0)
    n = 700 if kind == "continuous" else 1100
    labels = rng.randint(4, size=n)
    if kind == "continuous":
        X = rng.randn(n, 3) + labels[:, None] / 2
        # ranks of the distances are whole numbers
        ranks = np.zeros((n, n), int)
        upper = np.triu_indices(n, 1)
        d = cdist(X, X)[upper]
        ranks[upper] = np.argsort(np.argsort(d))
        D = ranks
    else:
        X = rng.randint(6 if kind == "grid" else 2, size=(n, 3)).astype(float)
        X = X if kind == "grid" else X[:, :1]
        D = cdist(X, X, "sqeuclidean").astype(int)
    with sklearn.config_context(working_memory=working_memory):
        walk = PairWalk.of(X, "euclidean", {}, labels)
        counts = count_concordance(walk)
    found = (counts.concordant, counts.discordant, counts.tied)
    assert found == exact_counts(D, labels)


@pytest.mark.parametrize("dataset", ["aniso_a", "seeds", "unbal_a", "wine_raw"])
def test_counts_of_decimal_data_are_exact(dataset):
    # data of six decimals: whole numbers in disguise, and so are Manhattan distances
    data = stored_data()
    X = data[f"X|{dataset}"]
    D = cdist(np.rint(1e6 * X), np.rint(1e6 * X), "cityblock").astype(np.int64)
    for partition in ("truth", "km8"):
        labels = data[f"labels|{dataset}|{partition}"]
        plus, minus, _ = exact_counts(D, labels)
        gamma = baker_hubert_gamma_score(X, labels, metric="manhattan")
        assert gamma == (plus - minus) / (plus + minus)


def test_rounding_breaks_no_ties():
    # lengths in millimetres given in centimetres: squared distances are whole numbers
    X, y = sklearn.datasets.load_iris(return_X_y=True)
    X[[34, 37]] = [4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]
    D = cdist(np.rint(10 * X), np.rint(10 * X), "sqeuclidean").astype(int)
    plus, minus, tied = exact_counts(D, y)
    n_pairs = 150 * 149 // 2
    for data in (X, X + 1000.0, X[:, ::-1], X * 2.54):
        gamma = baker_hubert_gamma_score(data, y)
        assert gamma == (plus - minus) / (plus + minus)
        assert g_plus_score(data, y) == 2 * minus / (n_pairs * (n_pairs - 1))
    assert tied > 0
    # comparisons of rounded distances, as published, differ in the fourth digit
    assert baker_hubert_gamma_score(X, y) == pytest.approx(0.8794725535, rel=1e-3)


def test_published_example():
    X, y = sklearn.datasets.load_iris(return_X_y=True)
    X[[34, 37]] = [4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]
    for name, value, rel in (
        ("c_index", 0.04676151021, 1e-9),
        ("mcclain_rao", 0.288023913, 1e-9),
        ("point_biserial", 0.6800495959, 1e-9),
        ("unscaled", -1.111358744, 1e-9),
        ("tau", 0.5842834055, 1e-3),
    ):
        assert score(name, X, y) == pytest.approx(value, rel=rel), name


@pytest.mark.parametrize("dataset", sorted(ORACLES))
def test_values_of_others(dataset):
    data = stored_data()
    X, compared = data[f"X|{dataset}"], 0
    for what, values in ORACLES[dataset].items():
        index, _, metric, _, near_ties, _ = what.split("|")
        if index in THEIRS:
            continue
        tolerance = {"rel": 1e-9}
        if index in ("gamma", "tau", "g_plus"):
            # theirs are of rounded distances, in which ties are broken at random
            few = 1e-5 if metric == "manhattan" else 1e-8
            tolerance = {"abs": 0.01 if near_ties == "1" else few}
        elif index == "point_biserial":
            tolerance = {"rel": 1e-7}  # single precision
        for name, value in values.items():
            result = compute(X, data[f"labels|{dataset}|{name}"], what)
            assert result == pytest.approx(float(value), **tolerance), (what, name)
            compared += 1
    assert compared > 40 or dataset == "tiny_a"


@each
def test_extremes(name):
    X = np.array([[0.0], [1.0], [100.0], [101.5]])
    best = {"c_index": 0.0, "gamma": 1.0, "g_plus": 0.0}
    if name in best:
        assert score(name, X, [0, 0, 1, 1]) == best[name]
    # every distance within is greater than every one between
    D = np.full((4, 4), 1.0) - np.eye(4)
    D[0, 1] = D[1, 0] = D[2, 3] = D[3, 2] = 2.0
    worst = {"c_index": 1.0, "gamma": -1.0, "g_plus": 2 * 8 / 30, "tau_b": -1.0}
    worst |= {"point_biserial": -1.0, "mcclain_rao": 2.0, "size_weighted": 2.0}
    if name in worst:
        result = score(name, D, [0, 0, 1, 1], metric="precomputed")
        assert result == pytest.approx(worst[name], rel=1e-14)


@each
def test_equal_distances(name):
    X, labels = np.eye(7), [0, 0, 0, 1, 1, 1, 2]
    expected = {"g_plus": 0.0, "tau": 0.0, "mcclain_rao": 1.0, "size_weighted": 1.0}
    for data in (X, X / 3 + 0.1):
        if name in expected:
            assert score(name, data, labels) == pytest.approx(expected[name], rel=1e-12)
        elif name == "unscaled":
            assert score(name, data, labels) == pytest.approx(0.0, abs=1e-12)
        else:
            with pytest.raises(scm.UndefinedIndexError):
                score(name, data, labels)


def test_all_samples_equal():
    X, labels = np.ones((5, 2)), [0, 0, 0, 1, 1]
    for name in ("mcclain_rao", "size_weighted", "point_biserial", "c_index", "gamma"):
        with pytest.raises(scm.UndefinedIndexError):
            score(name, X, labels)
    D = np.zeros((5, 5))
    D[0, 1] = D[1, 0] = 1.0  # no distances of points, but nothing forbids it
    assert mcclain_rao_score(D, labels, metric="precomputed") == np.inf


@each
@pytest.mark.parametrize(
    ("labels", "match"),
    [([0] * 5, "no other cluster"), (range(5), "alone in its cluster")],
)
def test_undefined(name, labels, match):
    X = np.arange(10.0).reshape(5, 2) ** 2
    with pytest.raises(scm.UndefinedIndexError, match=match):
        score(name, X, list(labels))


@pytest.mark.parametrize("index", [tau_score, mcclain_rao_score, point_biserial_score])
def test_wrong_choices_are_named(index):
    X, labels = blobs()
    with pytest.raises(ValueError, match="'variant' parameter must be one of"):
        index(X, labels, variant="a")


@each
def test_invariance(name):
    X, labels = blobs(n=300)
    rng = np.random.RandomState(1)
    rotation = np.linalg.qr(rng.randn(3, 3))[0]
    order = rng.permutation(len(X))
    expected = score(name, X, labels)
    for changed, y, rel in (
        (X @ rotation, labels, 1e-11),
        (X + 2.0**20, labels, 1e-7),
        (X[order], labels[order], 1e-11),
        (X, np.array(list("dbca"))[labels], 1e-11),
    ):
        assert score(name, changed, y) == pytest.approx(expected, rel=rel)
    for factor in (1e-160, 3.0, 1e150):
        unit = factor ** INDICES[name][3]
        result = score(name, X * factor, labels) / unit
        assert result == pytest.approx(expected, rel=1e-11)


def test_correlation_of_distances_that_hardly_differ():
    # in many dimensions distances differ in their fourth digit only
    rng = np.random.RandomState(0)
    X, labels = 1e3 * np.eye(60) + 0.05 * rng.randn(60, 60), np.arange(60) % 3
    r = pearsonr(pdist(X), kind_of_pairs(labels)).statistic
    assert point_biserial_score(X, labels) == pytest.approx(r, rel=1e-8)


@each
def test_kinds_of_input(name, tmp_path):
    X, labels = blobs(n=300)
    D = cdist(X, X)
    np.save(tmp_path / "D.npy", D)
    mapped = np.load(tmp_path / "D.npy", mmap_mode="r")
    expected = score(name, X, labels)
    assert score(name, X.tolist(), labels.tolist()) == expected
    result = score(name, sparse.csr_array(X), labels)
    assert result == pytest.approx(expected, rel=1e-11)
    result = score(name, X.astype(np.float32), labels)
    assert result == pytest.approx(expected, rel=1e-5)
    for matrix in (D, mapped, sparse.csr_matrix(D)):
        result = score(name, matrix, labels, metric="precomputed")
        assert result == pytest.approx(expected, rel=1e-11)
    result = score(
        name, X[:60], labels[:60], metric=lambda x, y: np.sqrt(((x - y) ** 2).sum())
    )
    assert result == pytest.approx(score(name, X[:60], labels[:60]), rel=1e-11)


@each
def test_noise_policies(name):
    X, labels = blobs(n=80, k=3)
    noisy = np.where(np.arange(80) % 9 == 0, -1, labels)
    kept = noisy >= 0
    D = np.where(kept, cdist(X, X), np.inf)
    for noise, data, y in (
        ("drop", X[kept], noisy[kept]),
        ("singletons", X, np.where(kept, noisy, 10 + np.arange(80))),
        ("cluster", X, noisy),
        ("nearest", X, np.where(kept, noisy, noisy[D.argmin(axis=1)])),
    ):
        result = score(name, X, noisy, noise_label=-1, noise=noise)
        assert result == pytest.approx(score(name, data, y), rel=1e-12), noise
    D = cdist(X, X)
    dropped = score(name, D, noisy, metric="precomputed", noise_label="negative")
    assert dropped == pytest.approx(score(name, X[kept], noisy[kept]), rel=1e-12)


@each
def test_workers_change_no_bit(name):
    X, labels = blobs(n=2200, d=5, k=7)
    assert score(name, X, labels, n_jobs=2) == score(name, X, labels)


def test_names_of_clusters_do_not_matter():
    variables = {}
    exec(CASES["LBL-01"]["code"], variables)
    X, labels = variables["X"], variables["labels"]
    for name in INDICES:
        expected = score(name, X, labels)
        for renamed in variables["renamed"]:
            assert score(name, X, renamed) == pytest.approx(expected, rel=1e-14)


@pytest.mark.slow
def test_memory_is_bounded():
    rng = np.random.RandomState(0)
    X, labels = rng.randn(4000, 3), rng.randint(5, size=4000)
    expected = baker_hubert_gamma_score(X, labels), c_index_score(X, labels)
    with sklearn.config_context(working_memory=64):
        tracemalloc.start()
        try:
            result = baker_hubert_gamma_score(X, labels), c_index_score(X, labels)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 2**25  # all distances take 64 MB
    assert result == pytest.approx(expected, rel=1e-10)
