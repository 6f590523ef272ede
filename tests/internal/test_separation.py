"""Dunn, generalised Dunn, separation and COP: definitions, others' values, limits."""

import json
import tracemalloc
from itertools import combinations
from math import comb
from pathlib import Path

import brute_force_distances as brute
import numpy as np
import pytest
import sklearn
from brute_force_internal import distances
from distance_oracles import compute, stored_data, stored_values
from joblib import parallel_config
from scipy import sparse
from scipy.spatial.distance import cdist

import skclustmetrics as scm
from skclustmetrics import (
    cop_score,
    dunn_score,
    generalized_dunn_score,
    separation_score,
)
from skclustmetrics._kernels._cluster_extremes import (
    cluster_pairs,
    pair_totals,
    sample_extremes,
)
from skclustmetrics._kernels._pair_walk import PairWalk

CASES = json.loads(
    (Path(__file__).parents[1] / "data" / "internal_cases.json").read_text()
)
INTER = ("single", "complete", "average", "centroid", "own_centroids", "hausdorff")
INTRA = ("diameter", "average", "twice_mean_to_centroid")
SEPARATIONS = ("nearest", "mean_nearest", "average", "centroid", "mean_centroid")
ORACLES = stored_values()
OURS = ("dunn", "min_separation", "average_between")


def blobs(n=60, d=3, k=4, seed=0):
    """Clusters of unequal sizes, one of them a single sample."""
    rng = np.random.RandomState(seed)
    labels = rng.choice(k - 1, size=n, p=np.arange(1, k) / comb(k, 2))
    labels[: k - 1] = np.arange(k - 1)
    labels[-1] = k - 1
    return rng.randn(n, d) + 2 * rng.randn(k, d)[labels], labels


def every(metric="euclidean", **kwds):
    """All indices and variants as functions of (X, labels)."""
    features = metric != "precomputed"
    yield "dunn", lambda X, y, **more: dunn_score(X, y, metric=metric, **kwds, **more)
    for inter in INTER:
        for intra in INTRA:
            if features or "centroid" not in inter + intra:
                yield (
                    f"{inter}/{intra}",
                    lambda X, y, i=inter, j=intra, **more: generalized_dunn_score(
                        X, y, inter=i, intra=j, metric=metric, **kwds, **more
                    ),
                )
    for variant in SEPARATIONS:
        if features or "centroid" not in variant:
            yield (
                variant,
                lambda X, y, v=variant, **more: separation_score(
                    X, y, variant=v, metric=metric, **kwds, **more
                ),
            )
    if features:
        yield "cop", lambda X, y, **more: cop_score(X, y, metric=metric, **kwds, **more)


def by_definition(name, D, labels, points=None, metric=None):
    if name == "dunn":
        return brute.dunn(D, labels)
    if name == "cop":
        return brute.cop(D, labels, points, metric)
    if "/" in name:
        return brute.generalized_dunn(D, labels, *name.split("/"), points, metric)
    return brute.separation(D, labels, name, points, metric)


@pytest.mark.parametrize(
    "metric", ["euclidean", "sqeuclidean", "manhattan", "chebyshev", "minkowski"]
)
def test_definitions(metric):
    X, labels = blobs()
    D = distances(X, metric)
    kwds = {"p": 3} if metric == "minkowski" else {}
    for name, index in every(metric, **kwds):
        expected = by_definition(name, D, labels, X, metric)
        assert index(X, labels) == pytest.approx(expected, rel=1e-10), name


@pytest.mark.parametrize("metric", ["cosine", "correlation", "hamming"])
def test_definitions_without_means(metric):
    X, labels = blobs(d=5)
    X = np.rint(X) if metric == "hamming" else X
    D = distances(X, metric)
    for name, _ in every("precomputed"):
        index = dict(every(metric))[name]
        expected = by_definition(name, D, labels)
        assert index(X, labels) == pytest.approx(expected, rel=1e-10), name


@pytest.mark.parametrize("n_features", [1, 2, 90])
def test_more_samples_than_a_tile(n_features):
    X, labels = blobs(n=700, d=n_features, k=6)
    D = cdist(X, X)
    for name, index in every("precomputed"):
        expected = index(D, labels)
        assert dict(every())[name](X, labels) == pytest.approx(expected, rel=1e-11)
    members = [labels == k for k in range(6)]
    between = [D[np.ix_(a, b)] for a, b in combinations(members, 2)]
    within = max(D[np.ix_(a, a)].max() for a in members)
    assert dunn_score(X, labels) == pytest.approx(
        min(part.min() for part in between) / within, rel=1e-12
    )
    assert generalized_dunn_score(
        X, labels, inter="complete", intra="diameter"
    ) == pytest.approx(min(part.max() for part in between) / within, rel=1e-12)


@pytest.mark.parametrize("n_clusters", [2, 500])
def test_tables_of_clusters(n_clusters):
    rng = np.random.RandomState(0)
    codes = np.r_[np.arange(n_clusters), rng.randint(n_clusters, size=900)]
    X = rng.randn(codes.size, 4)
    D = cdist(X, X)
    hot = np.eye(n_clusters)[codes]
    walk = PairWalk.of(X, "euclidean", {}, codes)
    table = cluster_pairs(walk)
    sums = hot.T @ D @ hot
    sums[np.diag_indices(n_clusters)] /= 2
    np.testing.assert_allclose(table.sums, sums, rtol=1e-12, atol=1e-12)
    nearest, farthest = (
        np.stack([reduce(D[:, codes == k], axis=1) for k in range(n_clusters)], 1)
        for reduce in (np.min, np.max)
    )
    other = codes[:, None] != np.arange(n_clusters)
    for ufunc, expected in ((np.minimum, nearest), (np.maximum, farthest)):
        result = np.empty_like(expected)
        result[walk.order] = sample_extremes(walk, ufunc)
        np.testing.assert_allclose(result[other], expected[other], rtol=1e-12)
    least = np.stack([nearest[codes == k].min(axis=0) for k in range(n_clusters)])
    largest = np.stack([farthest[codes == k].max(axis=0) for k in range(n_clusters)])
    off = ~np.eye(n_clusters, dtype=bool)
    np.testing.assert_allclose(table.minima[off], least[off], rtol=1e-12)
    np.testing.assert_allclose(table.maxima, largest, rtol=1e-12, atol=1e-14)
    totals = pair_totals(walk, shift=1.5)
    upper = np.triu(np.ones(D.shape, bool), 1)
    np.testing.assert_allclose(totals.within_sums, sums.diagonal(), atol=1e-9)
    np.testing.assert_allclose(totals.diameters, largest.diagonal(), atol=1e-12)
    assert totals.squares == pytest.approx(((D[upper] - 1.5) ** 2).sum(), rel=1e-12)
    assert totals.least == pytest.approx(D[upper].min(), rel=1e-12)
    assert totals.largest == pytest.approx(D.max(), rel=1e-12)
    assert totals.least_between == pytest.approx(least[off].min(), rel=1e-12)


@pytest.mark.parametrize("dataset", sorted(ORACLES))
def test_values_of_others(dataset):
    data = stored_data()
    X, compared = data[f"X|{dataset}"], 0
    for what, values in ORACLES[dataset].items():
        if what.startswith(OURS):
            for name, value in values.items():
                result = compute(X, data[f"labels|{dataset}|{name}"], what)
                assert result == pytest.approx(float(value), rel=1e-9), (what, name)
                compared += 1
    assert compared > 50 or dataset == "tiny_a"


def test_published_example():
    # iris as R has it, with the species as clusters
    X, y = sklearn.datasets.load_iris(return_X_y=True)
    X[[34, 37]] = [4.9, 3.1, 1.5, 0.2], [4.9, 3.6, 1.4, 0.1]
    table = [
        [0.05848053215, 0.1900156746, 0.136455537],
        [1.265667881, 4.112423867, 2.953245876],
        [0.4818514369, 1.5656377, 1.124327946],
        [0.4238111238, 1.37705239, 0.988899594],
        [0.1554257853, 0.5050114003, 0.3626627224],
        [0.5923590068, 1.924700274, 1.38218076],
    ]
    for inter, row in zip(INTER, table, strict=True):
        for intra, value in zip(INTRA, row, strict=True):
            result = generalized_dunn_score(X, y, inter=inter, intra=intra)
            assert result == pytest.approx(value, rel=2e-9), (inter, intra)
    assert dunn_score(X, y) == pytest.approx(table[0][0], rel=1e-9)
    assert cop_score(X, y) == pytest.approx(0.2902007052, rel=1e-9)


def run_case(name):
    variables = {}
    exec(CASES[name]["code"], variables)
    return variables


def test_identical_rows_in_two_clusters():
    case = run_case("PRE-04")
    assert dunn_score(case["X"], case["labels"]) == 0.0
    assert separation_score(case["X"], case["labels"]) == 0.0
    # in tiles of a matrix product as well, single precision or double, far away
    X, labels = blobs(n=2000, d=20)
    X += 1e6
    X[-1] = X[0]
    for data in (X, X.astype(np.float32), sparse.csr_matrix(X)):
        assert dunn_score(data, labels) == 0.0


def test_names_of_clusters_do_not_matter():
    case = run_case("LBL-01")
    for labels in (case["labels"], *case["renamed"]):
        assert dunn_score(case["X"], labels) == pytest.approx(4.527692569068709)


def test_noise_of_precomputed_distances():
    case = run_case("NOI-05")
    D, labels = case["D"], case["labels"]
    for matrix in (D, sparse.csr_matrix(D)):
        score = dunn_score(matrix, labels, metric="precomputed", noise_label=-1)
        assert score == pytest.approx(3.4, rel=1e-14)


def test_great_circles():
    case = run_case("MET-02")
    score = dunn_score(case["X"], case["labels"], metric="haversine")
    assert score == pytest.approx(11.471022816050851, rel=1e-12)
    with pytest.raises(ValueError, match="Degrees"):
        dunn_score(case["deg"], case["labels"], metric="haversine")


def test_clusters_without_extent():
    X = np.array([[0.0, 1.0], [0.0, 1.0], [5.0, 1.0], [2.0, 7.0]])
    apart, mixed = [0, 0, 1, 2], [0, 0, 1, 1]
    assert dunn_score(X, mixed) == pytest.approx(0.7453559924999299)
    for name, index in every():
        if name not in SEPARATIONS and name != "cop" and "own_" not in name:
            assert index(X, apart) == np.inf, name
    assert cop_score(X, apart) == 0.0
    with pytest.raises(scm.UndefinedIndexError, match="0 / 0"):
        # no sample is away from the mean of its cluster
        generalized_dunn_score(X, apart, inter="own_centroids")
    X[2] = X[0]
    for name, index in every():
        if name in SEPARATIONS:
            assert (index(X, apart) == 0) == (name in ("nearest", "centroid")), name
        else:
            with pytest.raises(scm.UndefinedIndexError, match="0 / 0"):
                index(X, apart)


@pytest.mark.parametrize(
    ("labels", "match"),
    [([0] * 5, "no other cluster"), (range(5), "alone in its cluster")],
)
def test_undefined(labels, match):
    X = np.arange(10.0).reshape(5, 2) ** 2
    for _, index in every():
        with pytest.raises(scm.UndefinedIndexError, match=match):
            index(X, list(labels))
    with pytest.raises(scm.UndefinedIndexError, match="noise"):
        dunn_score(X, [-1] * 5, noise_label=-1)


def test_wrong_choices_are_named():
    X, labels = blobs()
    with pytest.raises(ValueError, match="'inter' parameter must be one of 'single'"):
        generalized_dunn_score(X, labels, inter="nearest")
    with pytest.raises(ValueError, match="'intra' parameter must be one of"):
        generalized_dunn_score(X, labels, intra=2)
    with pytest.raises(ValueError, match="'variant' parameter must be one of"):
        separation_score(X, labels, variant="mean")
    D = cdist(X, X)
    for index in (
        cop_score,
        lambda *args, **kwds: separation_score(*args, variant="centroid", **kwds),
        lambda *args, **kwds: generalized_dunn_score(*args, inter="centroid", **kwds),
    ):
        with pytest.raises(ValueError, match="Means of clusters are centres for"):
            index(D, labels, metric="precomputed")
        with pytest.raises(ValueError, match="Got metric='cosine'"):
            index(X, labels, metric="cosine")


def test_invariance():
    X, labels = blobs(n=300)
    rng = np.random.RandomState(1)
    rotation = np.linalg.qr(rng.randn(3, 3))[0]
    order = rng.permutation(len(X))
    scale_free = [name for name, _ in every() if name not in SEPARATIONS]
    for name, index in every():
        expected = index(X, labels)
        for changed, y in (
            (X @ rotation, labels),
            (X + 2.0**20, labels),
            (X[order], labels[order]),
            (X, np.array(list("dbca"))[labels]),
        ):
            rel = 1e-9 if changed[0, 0] > 2**19 else 1e-12
            assert index(changed, y) == pytest.approx(expected, rel=rel), name
        for factor in (1e-160, 3.0, 1e150):
            score = index(X * factor, labels)
            unit = 1.0 if name in scale_free else factor
            assert score / unit == pytest.approx(expected, rel=1e-11), name


def test_kinds_of_input(tmp_path):
    X, labels = blobs(n=300)
    D = cdist(X, X)
    np.save(tmp_path / "D.npy", D)
    mapped = np.load(tmp_path / "D.npy", mmap_mode="r")
    for name, index in every():
        expected = index(X, labels)
        assert index(X.tolist(), labels.tolist()) == expected
        assert index(sparse.csr_array(X), labels) == pytest.approx(expected, rel=1e-12)
        single = index(X.astype(np.float32), labels)
        assert single == pytest.approx(expected, rel=1e-5), name
    for name, index in every("precomputed"):
        expected = dict(every())[name](X, labels)
        for matrix in (D, mapped, sparse.csr_matrix(D), D.astype(np.float32)):
            rel = 1e-6 if matrix.dtype == np.float32 else 1e-12
            assert index(matrix, labels) == pytest.approx(expected, rel=rel), name


def test_wide_sparse_data():
    X = sparse.random(400, 300, density=0.05, format="csr", random_state=0)
    labels = np.arange(400) % 3
    D = cdist(X.toarray(), X.toarray())
    assert dunn_score(X, labels) == pytest.approx(
        dunn_score(D, labels, metric="precomputed"), rel=1e-12
    )


def test_functions_as_metric():
    X, labels = blobs()
    for _, index in every(lambda x, y: np.abs(x - y).sum()):
        try:
            index(X, labels)
        except ValueError as error:
            assert "Means of clusters" in str(error)  # noqa: PT017
    one_way = lambda x, y: max(0.0, float((x - y).sum()))  # noqa: E731
    D = distances(X, "euclidean")
    for i, x in enumerate(X):
        D[i] = [(one_way(x, y) + one_way(y, x)) / 2 for y in X]
    assert dunn_score(X, labels, metric=one_way) == pytest.approx(
        brute.dunn(D, labels), rel=1e-12
    )


def test_bad_matrices_are_refused():
    X, labels = blobs()
    D = cdist(X, X)
    for change, match in (
        ((0, 1, 99.0), "not symmetric"),
        ((3, 3, 1.0), "on the diagonal"),
        ((2, 5, np.nan), "NaN or infinity"),
        ((2, 5, -1.0), "Negative values"),
    ):
        bad = D.copy()
        bad[change[0], change[1]] = change[2]
        with pytest.raises(ValueError, match=match):
            dunn_score(bad, labels, metric="precomputed")
    graph = sparse.csr_matrix(np.where(D < np.median(D), D, 0))
    with pytest.raises(ValueError, match="graph of nearest neighbours"):
        dunn_score(graph, labels, metric="precomputed")


def test_noise_policies():
    X, labels = blobs(n=80, k=3)
    noisy = np.where(np.arange(80) % 9 == 0, -1, labels)
    kept = noisy >= 0
    singletons = np.where(kept, noisy, 10 + np.arange(80))
    D = np.where(kept, cdist(X, X), np.inf)
    nearest = np.where(kept, noisy, noisy[D.argmin(axis=1)])
    for name, index in every():
        for noise, data, y in (
            ("drop", X[kept], noisy[kept]),
            ("singletons", X, singletons),
            ("cluster", X, noisy),
            ("nearest", X, nearest),
        ):
            score = index(X, noisy, noise_label="negative", noise=noise)
            assert score == pytest.approx(index(data, y), rel=1e-12), (name, noise)
        assert index(X, noisy) == index(X, noisy, noise_label=None, noise="cluster")


@pytest.mark.parametrize(
    "backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)]
)
def test_workers_change_no_bit(backend):
    X, labels = blobs(n=2200, d=5, k=7)
    with parallel_config(backend):
        for _, index in list(every())[:: 1 if backend == "threading" else 16]:
            assert index(X, labels, n_jobs=2) == index(X, labels)


@pytest.mark.slow
def test_many_samples_in_little_memory():
    rng = np.random.default_rng(4)
    n = 12_000
    labels = np.arange(n) % 5
    X = rng.random((n, 4)) + 3.0 * np.eye(5, 4)[labels]
    tracemalloc.start()
    try:
        score = dunn_score(X, labels)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert score == pytest.approx(1.1034752700681312, rel=1e-12)
    assert separation_score(X, labels) == pytest.approx(2.0068886172111915, rel=1e-12)
    assert peak < 2**25  # all distances would take 1.15 GB
