"""Silhouettes against brute force, scikit-learn, exact numbers and each other."""

import warnings

import brute_force_internal as brute
import numpy as np
import pytest
import sklearn
import sklearn.metrics
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans

from skclustmetrics import (
    UndefinedIndexError,
    silhouette_samples,
    silhouette_score,
)
from skclustmetrics.internal._sweep import silhouette_samples_many

EXACT_METRICS = ("euclidean", "sqeuclidean", "manhattan", "cosine")
SKLEARN_METRICS = {
    "euclidean": {},
    "l2": {},
    "sqeuclidean": {},
    "manhattan": {},
    "cityblock": {},
    "l1": {},
    "cosine": {},
    "correlation": {},
    "chebyshev": {},
    "canberra": {},
    "braycurtis": {},
    "seuclidean": {},
    "mahalanobis": {},
    "hamming": {},
    "minkowski": {"p": 3},
    "nan_euclidean": {},
}


def blobs(n=120, d=4, k=4, seed=0, spread=3.0):
    rng = np.random.RandomState(seed)
    labels = rng.randint(k, size=n)
    labels[:k] = np.arange(k)
    return rng.randn(n, d) + spread * rng.randn(k, d)[labels], labels


def longdouble_silhouettes(X, labels, metric):
    """Plain pairwise computation with more digits than float64 has."""
    X = X.astype(np.longdouble)
    if metric == "cosine":
        X = X / np.sqrt((X * X).sum(axis=1))[:, None]
    difference = X[:, None] - X[None]
    D = np.abs(difference).sum(-1)
    if metric != "manhattan":
        D = (difference * difference).sum(-1)
    if metric == "euclidean":
        D = np.sqrt(D)
    values = np.zeros(len(labels))
    for i, label in enumerate(labels):
        own = labels == label
        if own.sum() == 1:
            continue
        a = D[i, own].sum() / (own.sum() - 1)
        b = min(D[i, labels == k].mean() for k in np.unique(labels) if k != label)
        values[i] = (b - a) / max(a, b) if max(a, b) > 0 else 0
    return values


@pytest.mark.parametrize(
    "metric",
    [
        "euclidean",
        "sqeuclidean",
        "manhattan",
        "cosine",
        "correlation",
        "chebyshev",
        "minkowski",
        "hamming",
    ],
)
@pytest.mark.parametrize("sparse_input", [False, True])
def test_brute_force(metric, sparse_input):
    X, labels = blobs(n=60)
    X = X.round() if metric == "hamming" else X
    if metric in ("cosine", "euclidean"):
        X[[3, 40]] = 0.0
    expected = brute.silhouettes(brute.distances(X, metric), labels)
    given_X = sparse.csr_matrix(X) if sparse_input else X
    kwds = {"p": 3} if metric == "minkowski" else {}
    result = silhouette_samples(given_X, labels, metric=metric, **kwds)
    assert_allclose(result, expected, rtol=0, atol=2e-13)


@pytest.mark.parametrize("metric", SKLEARN_METRICS)
def test_equal_to_sklearn(metric):
    X, labels = blobs(n=200, d=6)
    X = X.round() if metric == "hamming" else X
    kwds = SKLEARN_METRICS[metric]
    expected = sklearn.metrics.silhouette_samples(X, labels, metric=metric, **kwds)
    result = silhouette_samples(X, labels, metric=metric, **kwds)
    assert result.dtype == np.float64
    assert_allclose(result, expected, rtol=0, atol=1e-12)
    score = silhouette_score(X, labels, metric=metric, **kwds)
    assert type(score) is float
    assert score == pytest.approx(expected.mean(), abs=1e-12)


@pytest.mark.parametrize(
    "metric", ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"]
)
def test_boolean_metrics(metric):
    X, labels = blobs(n=80, d=7)
    X = X > 0
    X[:, 0] = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = sklearn.metrics.silhouette_samples(X, labels, metric=metric)
    assert_allclose(
        silhouette_samples(X, labels, metric=metric), expected, rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("spread", [0.0, 1.0, 6.0])
@pytest.mark.parametrize("d", [2, 15])
def test_clusters_ruled_out_by_bounds(spread, d):
    # more samples than the plain walk takes: clusters that cannot be the nearest
    X, labels = blobs(n=2600, d=d, k=7, spread=spread)
    expected = sklearn.metrics.silhouette_samples(X, labels)
    assert_allclose(silhouette_samples(X, labels), expected, rtol=0, atol=1e-12)
    weights = np.random.RandomState(0).randint(1, 3, size=labels.size)
    repeated = np.repeat(X, weights, axis=0)
    # scikit-learn's own Euclidean distance of equal rows is not 0
    expected = sklearn.metrics.silhouette_samples(
        cdist(repeated, repeated), np.repeat(labels, weights), metric="precomputed"
    )
    result = silhouette_samples(X, labels, sample_weight=weights)
    assert_allclose(np.repeat(result, weights), expected, rtol=0, atol=1e-12)


def hard_data():
    X, labels = blobs(n=300, d=3, k=3)
    rng = np.random.RandomState(1)
    tight = 1e-5 * rng.randn(300, 3)
    tight[100:200, 0] += 3e-5
    tight[200:] += 1e3
    thirds = np.repeat([0, 1, 2], 100)
    return {
        "plain": (X, labels),
        "shifted by 1e6": (X + 1e6, labels),
        "shifted by 1e9": (X + 1e9, labels),
        "times 1e150": (X * 1e150, labels),
        "times 1e-150": (X * 1e-150, labels),
        "times 1e-300": (X * 1e-300, labels),
        "duplicates": (np.repeat(X[:100], 3, axis=0), np.repeat(labels[:100], 3)),
        "duplicates split": (np.repeat(X[:100], 3, axis=0), labels),
        "tight clusters": (tight, thirds),
        "tight clusters, shifted": (tight + 1.0, thirds),
        "outlier": (np.vstack([X, [[1e8, 0, 0]]]), np.append(labels, 0)),
    }


@pytest.mark.parametrize("metric", EXACT_METRICS)
@pytest.mark.parametrize("name", hard_data())
def test_precision(name, metric):
    X, labels = hard_data()[name]
    if metric == "cosine" and name == "shifted by 1e9":
        pytest.skip("the angles, 1e-9, are beyond the digits of the reference")
    if name == "times 1e-300" and np.finfo(np.longdouble).minexp > -2000:
        pytest.skip("the squares are beyond the range of the reference")
    expected = longdouble_silhouettes(X, labels, metric)
    result = silhouette_samples(X, labels, metric=metric)
    assert_allclose(result, expected, rtol=0, atol=1e-11)
    if metric != "cosine" or "times" not in name:
        result = silhouette_samples(sparse.csr_matrix(X), labels, metric=metric)
        assert_allclose(result, expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("metric", EXACT_METRICS)
@pytest.mark.parametrize("n", [300, 1500, 2600])
def test_float32(n, metric):
    X, labels = blobs(n=n, d=5, k=40)
    # tight clusters far from one another, all shifted
    X = (X * 1e-2 + np.round(5 * X[labels]) + 1000).astype(np.float32)
    expected = silhouette_samples(X.astype(np.float64), labels, metric=metric)
    result = silhouette_samples(X, labels, metric=metric)
    assert_allclose(result, expected, rtol=0, atol=1e-5)


def test_cosine_of_nearly_parallel_rows():
    # exact: the angle between (1, t) and (1, u) is atan(t) - atan(u)
    t = np.array([0.0, 1.0, 3.0, 40.0, 42.0, 45.0]) * 1e-9
    labels = np.array([0, 0, 0, 1, 1, 1])
    X = np.column_stack([np.ones(6), t])
    D = 2 * np.sin((np.arctan(t)[:, None] - np.arctan(t)) / 2) ** 2
    assert_allclose(
        silhouette_samples(X, labels, metric="cosine"),
        brute.silhouettes(D, labels),
        rtol=1e-10,
    )


def test_wide_sparse_input():
    X = sparse.random(150, 900, density=0.03, random_state=0, format="csr")
    X[5] = 0
    X[17] = X[18]
    labels = np.arange(150) % 4
    for metric in EXACT_METRICS:
        expected = sklearn.metrics.silhouette_samples(
            X.toarray(), labels, metric=metric
        )
        # scikit-learn's Euclidean distance of equal rows is not 0
        for container in (sparse.csr_matrix, sparse.csr_array, sparse.csc_matrix):
            result = silhouette_samples(container(X), labels, metric=metric)
            assert_allclose(result, expected, rtol=0, atol=1e-9)


def test_tight_sparse_clusters():
    base = sparse.random(3, 900, density=0.1, random_state=0).toarray()
    rng = np.random.RandomState(0)
    X = np.repeat(base, 20, axis=0)
    X *= 1 + 1e-7 * rng.randn(*X.shape)
    labels = rng.randint(5, size=60)
    for metric in EXACT_METRICS:
        expected = longdouble_silhouettes(X, labels, metric)
        result = silhouette_samples(sparse.csr_matrix(X), labels, metric=metric)
        assert_allclose(result, expected, rtol=0, atol=1e-9)


def test_one_feature_is_manhattan():
    X, labels = blobs(d=1)
    expected = silhouette_samples(X, labels, metric="manhattan")
    for metric, kwds in (("euclidean", {}), ("chebyshev", {}), ("minkowski", {"p": 3})):
        assert_array_equal(
            silhouette_samples(X, labels, metric=metric, **kwds), expected
        )


def test_minkowski_parameters():
    X, labels = blobs()
    for p, metric in ((1, "manhattan"), (2, "euclidean"), (np.inf, "chebyshev")):
        assert_array_equal(
            silhouette_samples(X, labels, metric="minkowski", p=p),
            silhouette_samples(X, labels, metric=metric),
        )
    w = np.array([1.0, 0.5, 2.0, 0.0])
    for metric, kwds in (("minkowski", {"p": 3}), ("cityblock", {}), ("hamming", {})):
        D = sklearn.metrics.pairwise_distances(
            X.round(),
            metric="minkowski" if metric == "cityblock" else metric,
            w=w,
            **({"p": 1} if metric == "cityblock" else kwds),
        )
        assert_allclose(
            silhouette_samples(X.round(), labels, metric=metric, w=w, **kwds),
            silhouette_samples(D, labels, metric="precomputed"),
            rtol=0,
            atol=1e-12,
        )
    for p in (0.5, 0, "2", True):
        with pytest.raises(ValueError, match="'p' parameter"):
            silhouette_samples(X, labels, metric="minkowski", p=p)


def test_metric_without_a_value_is_an_error():
    X, labels = blobs(n=30)
    X = X > 0
    X[[3, 5]] = False
    with pytest.raises(ValueError, match=r"metric='dice' gives nan between samples"):
        silhouette_score(X, labels, metric="dice")
    with pytest.raises(ValueError, match=r"gives -1 between samples"):
        silhouette_score(X, labels, metric=lambda x, y: -1.0)
    with pytest.raises(ValueError, match=r"X has 1 constant rows, the first at posi"):
        silhouette_score(
            [[1, 2, 3], [1, 3, 2], [0, 0, 0], [3, 2, 1]],
            [0, 0, 1, 1],
            metric="correlation",
        )


def test_callable_metric_is_not_taken_for_symmetric():
    X, labels = blobs(n=40)

    def climb(x, y):
        return max(y[0] - x[0], 0.0) + 0.1 * abs(y[1] - x[1]) + 5.0 * (x[0] == y[0])

    D = np.array(
        [
            [0.0 if i == j else climb(x, y) for j, y in enumerate(X)]
            for i, x in enumerate(X)
        ]
    )
    assert_allclose(
        silhouette_samples(X, labels, metric=climb),
        brute.silhouettes(D, labels),
        rtol=0,
        atol=1e-12,
    )


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("k", [3, 40])
def test_precomputed(dtype, k, tmp_path):
    X, labels = blobs(n=150, k=k)
    D = brute.distances(X, "euclidean").astype(dtype)
    expected = brute.silhouettes(D.astype(float), labels)
    np.save(tmp_path / "D.npy", D)
    mapped = np.load(tmp_path / "D.npy", mmap_mode="r")
    for container in (D, mapped, sparse.csr_matrix(D), sparse.csr_array(D)):
        result = silhouette_samples(container, labels, metric="precomputed")
        assert_allclose(result, expected, rtol=0, atol=1e-12)
        assert_array_equal(
            silhouette_samples(container, labels, metric="precomputed", n_jobs=2),
            result,
        )


def test_precomputed_integers():
    D = np.abs(np.subtract.outer(np.arange(8) ** 2, np.arange(8) ** 2))
    labels = np.repeat([0, 1], 4)
    expected = brute.silhouettes(D, labels)
    assert_allclose(
        silhouette_samples(D, labels, metric="precomputed"), expected, atol=1e-14
    )


def test_sparse_precomputed_with_equal_samples():
    X, labels = blobs(n=30)
    X[4], X[9], X[20] = X[2], X[2], X[21]
    D = brute.distances(X, "euclidean")
    result = silhouette_samples(sparse.csr_matrix(D), labels, metric="precomputed")
    assert_allclose(result, brute.silhouettes(D, labels), rtol=0, atol=1e-13)


def test_precomputed_faults():
    X, labels = blobs(n=30)
    good = brute.distances(X, "euclidean")

    def refused(match, change):
        for container in (np.asarray, sparse.csr_matrix):
            D = good.copy()
            change(D)
            with pytest.raises(ValueError, match=match):
                silhouette_score(container(D), labels, metric="precomputed")

    def accepted(change):
        D = good.copy()
        change(D)
        for container in (np.asarray, sparse.csr_matrix):
            result = silhouette_score(container(D), labels, metric="precomputed")
            expected = silhouette_score(good, labels, metric="precomputed")
            assert result == pytest.approx(expected, abs=1e-12)

    def put(i, j, value, *, both=False):
        def change(D):
            D[i, j] = value
            if both:
                D[j, i] = value

        return change

    refused(r"not symmetric: X\[3, 7\] = 50 but X\[7, 3\]", put(3, 7, 50.0))
    refused("non-zero elements on the diagonal, the largest 0.5", put(3, 3, 0.5))
    refused("Negative values", put(3, 7, -0.1, both=True))
    refused("NaN or infinity", put(3, 7, np.nan, both=True))
    refused("NaN or infinity", put(3, 7, np.inf, both=True))
    accepted(put(3, 3, 1e-15))
    accepted(put(3, 7, good[3, 7] * (1 + 1e-13)))
    with pytest.raises(ValueError, match="square matrix"):
        silhouette_score(good[:, :20], labels, metric="precomputed")
    graph = sparse.csr_matrix(np.where(good < np.sort(good)[:, [6]], good, 0))
    graph = graph.maximum(graph.T)
    with pytest.raises(ValueError, match=r"lacks .* of the 870 distances"):
        silhouette_score(graph, labels, metric="precomputed")


def test_negative_distances_of_rounding_size_are_zero():
    D = brute.distances([[0.0], [0.0], [1.0], [1.5]], "euclidean")
    D[0, 1] = D[1, 0] = -1e-16
    labels = [0, 0, 1, 1]
    clean = np.maximum(D, 0)
    assert_array_equal(
        silhouette_samples(D, labels, metric="precomputed"),
        silhouette_samples(clean, labels, metric="precomputed"),
    )


@pytest.mark.parametrize(
    ("metric", "n"),
    [
        ("euclidean", 1500),
        ("euclidean", 3000),
        ("chebyshev", 900),
        ("sqeuclidean", 900),
        ("manhattan", 900),
        ("cosine", 900),
    ],
)
def test_same_bits_for_every_n_jobs_and_backend(metric, n):
    X, labels = blobs(n=n, d=5, k=6, spread=1.0)
    expected = silhouette_samples(X, labels, metric=metric)
    for n_jobs in (2, 3, -1):
        assert_array_equal(
            silhouette_samples(X, labels, metric=metric, n_jobs=n_jobs), expected
        )
    for backend in ("threading", "loky"):
        with parallel_config(backend, n_jobs=2):
            assert_array_equal(silhouette_samples(X, labels, metric=metric), expected)


def test_blas_threads_are_restored():
    from threadpoolctl import threadpool_info, threadpool_limits

    def blas_threads():
        return {
            info["num_threads"]
            for info in threadpool_info()
            if info["user_api"] == "blas"
        }

    if not blas_threads():
        pytest.skip("this threadpoolctl does not know the BLAS in use")
    X, labels = blobs(n=3000)
    with threadpool_limits(2, user_api="blas"):
        silhouette_samples(X, labels, n_jobs=2)
        with pytest.raises(ValueError, match="is not symmetric"):
            silhouette_samples(
                np.triu(np.ones((9, 9)), 1),
                np.arange(9) % 2,
                metric="precomputed",
            )
        assert blas_threads() == {2}


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean", "chebyshev"])
def test_strips_where_memory_is_short(metric):
    X, labels = blobs(n=900, k=200)
    expected = silhouette_samples(X, labels, metric=metric)
    with sklearn.config_context(working_memory=1):
        result = silhouette_samples(X, labels, metric=metric)
        parallel = silhouette_samples(X, labels, metric=metric, n_jobs=2)
    assert_allclose(result, expected, rtol=0, atol=1e-12)
    assert_array_equal(parallel, result)


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean", "manhattan", "cosine"])
def test_many_labellings(metric):
    X, _ = blobs(n=400)
    rng = np.random.RandomState(0)
    labelings = [rng.randint(k, size=400) for k in (2, 3, 7, 30)]
    labelings += [np.where(rng.rand(400) < 0.3, -1, labelings[1])]
    labelings += [np.zeros(400), np.full(400, -1)]
    weights = rng.randint(1, 4, size=400)
    for sample_weight in (None, weights):
        kwds = {
            "metric": metric,
            "noise_label": "negative",
            "sample_weight": sample_weight,
        }
        results = silhouette_samples_many(X, labelings, **kwds)
        for labels, result in zip(labelings[:5], results[:5], strict=True):
            expected = silhouette_samples(X, labels, **kwds)
            assert_array_equal(np.isnan(result), np.isnan(expected))
            assert_allclose(result, expected, rtol=0, atol=1e-12)
        assert all(isinstance(error, UndefinedIndexError) for error in results[5:])


def test_many_labellings_coarse_refinement():
    # nested labellings have few cells, so that the cells are folded
    X, _ = blobs(n=600)
    fine = np.random.RandomState(0).randint(12, size=600)
    labelings = [fine, fine // 2, fine // 4, np.where(fine == 3, -1, fine // 6)]
    results = silhouette_samples_many(X, labelings, noise_label=-1)
    for labels, result in zip(labelings, results, strict=True):
        expected = silhouette_samples(X, labels, noise_label=-1)
        assert_allclose(result, expected, rtol=0, atol=1e-12)


def test_many_labellings_nan_rows_only_where_they_are_noise():
    X, labels = blobs(n=60)
    X[7] = np.nan
    without = np.where(np.arange(60) == 7, -1, labels)
    good, bad = silhouette_samples_many(X, [without, labels], noise_label=-1)
    assert np.isnan(good[7])
    keep = np.arange(60) != 7
    assert_allclose(good[keep], silhouette_samples(X[keep], labels[keep]), atol=1e-13)
    assert isinstance(bad, ValueError)
    assert "NaN" in str(bad)


@pytest.mark.parametrize("metric", [*EXACT_METRICS, "chebyshev", "hamming"])
def test_weight_equals_repeated_rows(metric):
    X, labels = blobs(n=90)
    X = X.round()
    X[3] = 0
    weights = np.random.RandomState(0).randint(0, 4, size=90)
    repeated = silhouette_samples(
        np.repeat(X, weights, axis=0), np.repeat(labels, weights), metric=metric
    )
    result = silhouette_samples(X, labels, metric=metric, sample_weight=weights)
    assert_array_equal(np.isnan(result), weights == 0)
    assert_allclose(np.repeat(result, weights), repeated, rtol=0, atol=1e-12)
    for average in ("micro", "macro"):
        assert silhouette_score(
            X, labels, metric=metric, sample_weight=weights, average=average
        ) == pytest.approx(
            silhouette_score(
                np.repeat(X, weights, axis=0),
                np.repeat(labels, weights),
                metric=metric,
                average=average,
            ),
            abs=1e-12,
        )


def test_weights_of_noise_as_singletons():
    X, labels = blobs(n=60)
    labels[::5] = -1
    weights = np.full(60, 2)
    kwds = {"noise_label": -1, "noise": "singletons"}
    with pytest.raises(ValueError, match="weights of noise must be 0 or 1"):
        silhouette_score(X, labels, sample_weight=weights, **kwds)
    weights[::5] = 1
    values = silhouette_samples(X, labels, sample_weight=weights, **kwds)
    expected = silhouette_samples(
        np.repeat(X, weights, axis=0), np.repeat(labels, weights), **kwds
    )
    assert (values[::5] == 0).all()
    assert_allclose(np.repeat(values, weights), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("metric", ["cosine", "correlation", *EXACT_METRICS])
def test_samples_at_one_point_are_neutral(metric):
    # a = b = 0 exactly, whatever the mean of equal numbers is rounded to
    rng = np.random.RandomState(0)
    for _ in range(60):
        row = rng.randn(1, rng.randint(2, 8)) * 10.0 ** rng.randint(-9, 9)
        n = rng.randint(6, 40)
        X = np.repeat(row, n, axis=0)
        if metric == "cosine" and n % 2:  # equal directions, of any length
            X = rng.randint(1, 10**9, size=row.shape) * rng.randint(1, 9, size=(n, 1))
        labels = np.arange(n) % 3
        for weights in (None, rng.randint(1, 4, size=n), 1 + rng.rand(n)):
            values = silhouette_samples(X, labels, metric=metric, sample_weight=weights)
            assert_array_equal(values, np.zeros(n))


def test_two_clusters_at_one_point():
    X = np.repeat([[1.1, 2.2, 3.3], [9.7, -2.3, 0.1]], [12, 6], axis=0)
    labels = np.repeat([0, 1, 2], [7, 5, 6])
    for metric in ("cosine", "correlation", *EXACT_METRICS):
        values = silhouette_samples(X, labels, metric=metric)
        assert_array_equal(values, np.repeat([0.0, 1.0], [12, 6]))


@pytest.mark.parametrize(
    "metric", ["euclidean", "manhattan", "cosine", "correlation", "chebyshev"]
)
def test_sums_do_not_overflow(metric):
    X, labels = blobs(n=90)
    X /= np.abs(X).max()
    expected = silhouette_samples(X, labels, metric=metric)
    result = silhouette_samples(X * 1.7e308, labels, metric=metric)
    assert_allclose(result, expected, rtol=0, atol=1e-12)
    one = silhouette_samples(X[:, :1] * 1.7e308, labels)
    assert_allclose(one, silhouette_samples(X[:, :1], labels), rtol=0, atol=1e-12)
    D = brute.distances(X, "euclidean")
    D /= D.max()
    result = silhouette_samples(D * 1.7e308, labels, metric="precomputed")
    expected = silhouette_samples(D, labels, metric="precomputed")
    assert_allclose(result, expected, rtol=0, atol=1e-12)


def test_labels_that_can_never_be_noise_are_refused():
    X, labels = blobs(n=30)
    for bad, error, match in (
        ("Negative", ValueError, "'Negative' is a string and the labels are numbers"),
        (np.nan, ValueError, "NaN"),
        ({}, TypeError, "noise_label must be None"),
        ([[0]], TypeError, "noise_label must be None"),
    ):
        with pytest.raises(error, match=match):
            silhouette_score(X, labels, noise_label=bad)
    names = np.array(list("abcd"))[labels]
    with pytest.raises(ValueError, match="is a number and the labels are strings"):
        silhouette_score(X, names, noise_label=-1)
    plain = silhouette_score(X, labels)
    for absent in (-1, "negative", [-1, "none"], None):
        assert silhouette_score(X, labels, noise_label=absent) == plain
    assert silhouette_score(X, names, noise_label="negative") == pytest.approx(plain)


def test_other_arguments_refused():
    X, labels = blobs(n=30)
    for kwds, match in (
        ({"stratify": labels, "sample_size": 10}, "'stratify' parameter"),
        ({"n_jobs": 0}, "'n_jobs' parameter"),
        ({"n_jobs": "a"}, "'n_jobs' parameter"),
        ({"metric": lambda x, y: x - y}, "must take two rows of X and return a number"),
        ({"metric": "no such"}, "'metric' parameter must be a callable or one of"),
    ):
        with pytest.raises(ValueError, match=match):
            silhouette_score(X, labels, **kwds)
    with pytest.raises(TypeError, match="sample_weight must hold numbers"):
        silhouette_score(X, labels, sample_weight=["a"] * 30)
    with pytest.raises(ValueError, match="X is a masked array in which 1 values"):
        silhouette_score(np.ma.array(X, mask=X == X.max()), labels)
    with pytest.raises(TypeError, match="X is an estimator, KMeans, not data"):
        silhouette_score(KMeans(), labels)


def test_matching_is_hamming():
    X, labels = blobs(n=50)
    X = X.round()
    assert silhouette_score(X, labels, metric="matching") == silhouette_score(
        X, labels, metric="hamming"
    )


def test_weights_refused():
    X, labels = blobs(n=20)
    for weights, match in (
        (np.full(20, 0.01), "must sum to 1 at least"),
        (-np.ones(20), "must not be negative"),
        (np.zeros(20), "sample_weight is zero for all"),
        (np.ones(19), r"sample_weight.shape == \(19,\), expected \(20,\)"),
        (np.ones((20, 1)), r"sample_weight.shape == \(20, 1\)"),
        (3, r"sample_weight.shape == \(\)"),
        (np.full(20, np.nan), "sample_weight contains NaN"),
    ):
        with pytest.raises(ValueError, match=match):
            silhouette_score(X, labels, sample_weight=weights)


def test_averages():
    X, labels = blobs()
    values = silhouette_samples(X, labels)
    means = [values[labels == k].mean() for k in range(4)]
    assert silhouette_score(X, labels, average="macro") == pytest.approx(np.mean(means))
    assert silhouette_score(X, labels) == pytest.approx(values.mean())
    with pytest.raises(ValueError, match="'average' parameter"):
        silhouette_score(X, labels, average="weighted")


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "precomputed"])
def test_sample_size_draws_the_rows_of_sklearn(metric):
    X, labels = blobs(n=300)
    if metric == "precomputed":
        X = brute.distances(X, "euclidean")
    for seed in range(5):
        kwds = {"metric": metric, "sample_size": 50, "random_state": seed}
        assert silhouette_score(X, labels, **kwds) == pytest.approx(
            sklearn.metrics.silhouette_score(X, labels, **kwds), abs=1e-12
        )
    for bad in (0, 2.5, "10", True):
        with pytest.raises(ValueError, match="'sample_size' parameter"):
            silhouette_score(X, labels, metric=metric, sample_size=bad)


def test_stratified_sample():
    X, labels = blobs(n=300)
    labels = np.where(np.arange(300) < 3, 9, labels)  # a small cluster
    labels[299] = 7  # and a singleton
    full = silhouette_score(X, labels)
    estimates = [
        silhouette_score(X, labels, sample_size=60, stratify=True, random_state=seed)
        for seed in range(30)
    ]
    assert np.mean(estimates) == pytest.approx(full, abs=0.03)
    everything = silhouette_score(X, labels, sample_size=300, stratify=True)
    assert everything == pytest.approx(full, abs=1e-12)
    with pytest.raises(ValueError, match="at least 11 are needed"):
        silhouette_score(X, labels, sample_size=10, stratify=True)


def test_stratified_sample_has_the_size_asked_for():
    from skclustmetrics.internal._sampling import _allocate

    rng = np.random.RandomState(0)
    for _ in range(200):
        sizes = rng.randint(1, 40, size=rng.randint(2, 9))
        least = np.minimum(sizes, 2).sum()
        total = rng.randint(least, sizes.sum() + 1)
        counts = _allocate(sizes, total)
        assert counts.sum() == total
        assert (counts >= np.minimum(sizes, 2)).all()
        assert (counts <= sizes).all()


def test_undefined():
    X, _ = blobs(n=6)
    for labels in ([0] * 6, range(6), [-1] * 6, [0, 0, 0, -1, -1, -1]):
        with pytest.raises(UndefinedIndexError, match=r"Number of labels|are noise"):
            silhouette_score(X, list(labels), noise_label=-1)
    with pytest.raises(ValueError, match="n_samples is 2"):
        silhouette_score(X[:2], [0, 1])


@pytest.mark.parametrize("labels", [[0, 0, 1, 1, 2], [5] * 3 + [7, 9]])
def test_neutral_values(labels):
    # singletons and a = b = 0
    assert_array_equal(silhouette_samples(np.full((5, 2), 0.3), labels), np.zeros(5))


@settings(max_examples=60, deadline=None)
@given(
    X=arrays(
        np.float64,
        st.tuples(st.integers(4, 14), st.integers(1, 3)),
        elements=st.one_of(
            st.integers(-3, 3).map(float), st.floats(-1e6, 1e6, width=32)
        ),
    ),
    data=st.data(),
)
def test_properties(X, data):
    n = len(X)
    labels = np.array(
        data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), dtype=int
    )
    if not 2 <= np.unique(labels).size < n:
        with pytest.raises(UndefinedIndexError):
            silhouette_samples(X, labels)
        return
    result = silhouette_samples(X, labels)
    assert (np.abs(result) <= 1).all()
    assert_allclose(
        result, brute.silhouettes(brute.distances(X, "euclidean"), labels), atol=1e-11
    )
    names = np.array(["d", "b", "a", "c"])[labels]
    assert_allclose(silhouette_samples(X, names), result, rtol=0, atol=1e-13)
    order = data.draw(st.permutations(range(n)))
    assert_allclose(
        silhouette_samples(X[order], labels[order]), result[order], rtol=0, atol=1e-12
    )
    assert_array_equal(silhouette_samples(X * 2.0**40, labels), result)
    assert_array_equal(silhouette_samples(X * 2.0**-40, labels), result)
    assert_allclose(silhouette_samples(-X[:, ::-1], labels), result, atol=1e-12)
