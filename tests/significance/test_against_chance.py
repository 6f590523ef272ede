"""Null models and permuted labels: exact p-values, kinds of data, workers, errors."""

import re
from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn import metrics
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris, make_blobs
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    CandidateFailedWarning,
    SignificanceResult,
    UndefinedIndexError,
    davies_bouldin_score,
    internal_permutation_test,
    null_model_test,
    silhouette_score,
)

CENTRES = np.array([[0, 0], [8, 0], [4, 7]])


@pytest.fixture(scope="module")
def three():
    return make_blobs(60, centers=CENTRES, random_state=0)


class Halves(ClusterMixin, BaseEstimator):
    """Cut the first feature at its median; may fail on data of some kind."""

    def __init__(self, fail_on_arrays=False, expected=None):
        self.fail_on_arrays = fail_on_arrays
        self.expected = expected

    def fit(self, X, y=None):
        if self.expected is not None:
            kind, dtype = self.expected
            assert isinstance(X, kind)
            assert np.asarray(X).dtype == dtype
        first = np.asarray(X)[:, 0]
        if self.fail_on_arrays and first[0] != 0.25:
            raise RuntimeError("not the data")
        self.labels_ = (first > np.median(first)).astype(int)
        return self


def negative_davies_bouldin(X, labels):
    return -metrics.davies_bouldin_score(X, labels)


# ---------------------------------------------------------------- permuted labels


def test_permutations_are_all_divisions_alike():
    X = np.array([[0.0], [1.0], [2.0], [3.5], [8.0], [9.0], [11.0]])
    labels = np.array([0, 0, 0, 0, 1, 1, 1])
    possible = []
    for chosen in combinations(range(7), 3):
        division = np.zeros(7, int)
        division[list(chosen)] = 1
        possible.append(metrics.silhouette_score(X, division))
    test = internal_permutation_test(X, labels, n_permutations=3000, random_state=0)
    assert test.score == pytest.approx(metrics.silhouette_score(X, labels), abs=1e-12)
    for value in test.null_distribution[:200]:
        assert np.abs(np.subtract(possible, value)).min() < 1e-12
    exact = np.mean(np.array(possible) >= test.score - 1e-12)
    assert exact == pytest.approx(1 / 35)
    spread = np.sqrt(exact * (1 - exact) / 3000)
    assert abs(test.pvalue - exact) < 4 * spread
    assert test.null_distribution.mean() == pytest.approx(
        np.mean(possible), abs=4 * np.std(possible) / np.sqrt(3000)
    )


def test_pvalue_and_z_follow_from_the_draws(three):
    X, labels = three
    noisy = np.where(np.random.RandomState(0).uniform(size=60) < 0.8, 0, labels)
    for name, sign in (("silhouette", 1), ("davies_bouldin", -1)):
        test = internal_permutation_test(
            X, noisy, score_func=name, n_permutations=60, random_state=1
        )
        draws = sign * test.null_distribution
        as_good = np.count_nonzero(draws >= sign * test.score)
        assert test.pvalue == pytest.approx((1 + as_good) / 61)
        z = (sign * test.score - draws.mean()) / draws.std(ddof=1)
        assert test.z == pytest.approx(z)


def test_pvalues_of_random_labels_are_uniform():
    random_state = np.random.RandomState(0)
    pvalues = []
    for trial in range(80):
        X = random_state.standard_normal((15, 2))
        labels = random_state.permutation(np.arange(15) % 3)
        test = internal_permutation_test(
            X, labels, score_func="calinski_harabasz", n_permutations=19,
            random_state=trial,
        )  # fmt: skip
        pvalues.append(test.pvalue)
    ranks = np.round(np.array(pvalues) * 20)
    assert np.allclose(ranks / 20, pvalues)
    # uniform on 1 .. 20: mean 10.5, standard deviation 5.77
    assert abs(ranks.mean() - 10.5) < 4 * 5.77 / np.sqrt(80)
    assert abs(ranks.std() - 5.77) < 1.5
    assert np.count_nonzero(ranks <= 4) < 0.2 * 80 + 4 * np.sqrt(80 * 0.16)


@pytest.mark.parametrize("noise", ["drop", "singletons", "nearest", "cluster"])
def test_permutation_follows_the_noise_policy(three, noise):
    X, labels = three
    labels = np.where(np.arange(60) % 10 == 0, -1, labels)
    test = internal_permutation_test(
        X, labels, noise_label=-1, noise=noise, n_permutations=9, random_state=0
    )
    expected = silhouette_score(X, labels, noise_label=-1, noise=noise)
    assert test.score == pytest.approx(expected, abs=1e-12)
    assert test.pvalue == 0.1


def test_dropped_noise_is_not_permuted(three):
    X, labels = three
    noisy = np.where(np.arange(60) % 10 == 0, -1, labels)
    kept = noisy >= 0
    first = internal_permutation_test(
        X, noisy, noise_label="negative", n_permutations=9, random_state=0
    )
    second = internal_permutation_test(
        X[kept], noisy[kept], n_permutations=9, random_state=0
    )
    assert np.array_equal(first.null_distribution, second.null_distribution)


def test_permutation_of_other_containers(three):
    X, labels = three
    options = {"n_permutations": 9, "random_state": 0}
    expected = internal_permutation_test(X, labels, **options).null_distribution
    names = np.array(["c", "a", "b"])[labels]
    reordered = np.unique(names, return_inverse=True)[1]
    by_codes = internal_permutation_test(X, reordered, **options).null_distribution
    frame = pd.DataFrame(X, columns=["u", "v"])
    precomputed = partial(silhouette_score, metric="precomputed")
    for data, own, extra, target in (
        (sparse.csr_array(X), labels, {}, expected),
        (frame, pd.Series(labels), {}, expected),
        (X.tolist(), labels.tolist(), {}, expected),
        (frame, pd.Categorical(names), {}, by_codes),
        (cdist(X, X), labels, {"score_func": precomputed}, expected),
    ):
        found = internal_permutation_test(data, own, **options, **extra)
        assert np.allclose(found.null_distribution, target, rtol=0, atol=1e-10)
    single = internal_permutation_test(X.astype(np.float32), labels, **options)
    assert np.allclose(single.null_distribution, expected, rtol=0, atol=1e-5)


def test_precomputed_distances_lose_rows_and_columns_of_noise(three):
    X, labels = three
    noisy = np.where(np.arange(60) % 10 == 0, -1, labels)
    options = {"noise_label": -1, "n_permutations": 5, "random_state": 0}
    expected = internal_permutation_test(X, noisy, **options).null_distribution
    found = internal_permutation_test(
        cdist(X, X),
        noisy,
        score_func=partial(silhouette_score, metric="precomputed"),
        **options,
    )
    assert np.allclose(found.null_distribution, expected, rtol=0, atol=1e-10)


def test_undefined_permutations_count_as_good(three):
    X, labels = three

    def picky(X, labels):
        if labels[0] != 0:
            raise UndefinedIndexError("the first sample must be in the first cluster")
        return 1.0 if np.array_equal(labels, truth) else 0.0

    truth = labels - labels[0]
    truth = np.unique(truth % 3, return_inverse=True)[1]
    test = internal_permutation_test(
        X, truth, score_func=picky, greater_is_better=True, n_permutations=50,
        random_state=0,
    )  # fmt: skip
    undefined = np.count_nonzero(np.isnan(test.null_distribution))
    assert 20 < undefined < 45
    assert test.pvalue == (undefined + 1) / 51


# --------------------------------------------------------------------- null models


def test_one_feature_permuted_is_the_data():
    X = np.random.RandomState(0).standard_normal((40, 1))
    test = null_model_test(
        Halves(), X, reference="permutation", n_references=5, random_state=0
    )
    assert np.allclose(test.null_distribution, test.score, rtol=0, atol=1e-14)
    assert test.pvalue == 1.0


@pytest.mark.parametrize("reference", ["pca", "uniform", "permutation", "gaussian"])
def test_clear_clusters_are_significant(three, reference):
    X, labels = three
    test = null_model_test(
        AgglomerativeClustering(3), X, reference=reference, n_references=19,
        random_state=0,
    )  # fmt: skip
    assert test.pvalue == 0.05
    assert test.z > 5
    assert test.score == pytest.approx(silhouette_score(X, test.labels))
    assert metrics.adjusted_rand_score(labels, test.labels) == 1.0
    assert test.n_undefined == test.n_failed == 0


def test_pvalues_of_data_without_clusters_are_uniform():
    random_state = np.random.RandomState(0)
    ranks = []
    for trial in range(60):
        X = random_state.standard_normal((25, 2))
        test = null_model_test(
            KMeans(2, n_init=1), X, score_func="calinski_harabasz", n_references=9,
            reference="gaussian", random_state=trial,
        )  # fmt: skip
        ranks.append(test.pvalue * 10)
    # uniform on 1 .. 10: mean 5.5, standard deviation 2.87
    assert abs(np.mean(ranks) - 5.5) < 4 * 2.87 / np.sqrt(60)
    assert np.count_nonzero(np.round(ranks) == 1) < 6 + 4 * np.sqrt(60 * 0.09)


def test_a_box_looks_like_clusters_to_a_gaussian_only():
    X = np.random.RandomState(0).uniform(size=(150, 2)) * [10, 1]
    options = {"score_func": "calinski_harabasz", "n_references": 39, "random_state": 0}
    boxed = null_model_test(KMeans(2, n_init=1), X, reference="uniform", **options)
    gaussian = null_model_test(KMeans(2, n_init=1), X, reference="gaussian", **options)
    assert gaussian.pvalue == 0.025 < 0.1 < boxed.pvalue


def test_several_indices_are_those_of_one_each(three):
    X, _ = three
    options = {"n_references": 9, "random_state": 3, "reference": "uniform"}
    names = ["silhouette", "davies_bouldin", "dunn", "xie_beni"]
    together = null_model_test(KMeans(4), X, score_func=names, **options)
    for name in names:
        alone = null_model_test(KMeans(4), X, score_func=name, **options)
        assert together.pvalue[name] == alone.pvalue
        assert together.z[name] == pytest.approx(alone.z, rel=1e-9)
        assert np.allclose(
            together.null_distribution[name], alone.null_distribution, rtol=1e-10
        )
        assert together.n_undefined[name] == 0


def test_direction_of_a_function(three):
    X, _ = three
    options = {"n_references": 9, "random_state": 0}
    lower = null_model_test(KMeans(2), X, score_func=davies_bouldin_score, **options)
    named = null_model_test(
        KMeans(2), X, score_func=metrics.davies_bouldin_score, **options
    )
    higher = null_model_test(
        KMeans(2), X, score_func=negative_davies_bouldin, greater_is_better=True,
        **options,
    )  # fmt: skip
    assert lower.pvalue == named.pvalue == higher.pvalue
    assert lower.z == pytest.approx(higher.z, rel=1e-9)


def test_references_without_clusters_are_worse():
    X, _ = make_blobs(60, centers=CENTRES[:2], cluster_std=0.5, random_state=0)
    test = null_model_test(DBSCAN(1.0), X, n_references=19, random_state=0)
    undefined = np.isnan(test.null_distribution)
    assert test.n_undefined == np.count_nonzero(undefined) > 0
    as_good = np.count_nonzero(test.null_distribution[~undefined] >= test.score)
    assert test.pvalue == (1 + as_good) / 20


def test_undefined_data_is_an_error(three):
    X, _ = three
    with pytest.raises(UndefinedIndexError):
        null_model_test(DBSCAN(100), X, n_references=3)


def test_failures_are_told_and_count_as_good():
    X = np.random.RandomState(0).standard_normal((20, 2))
    X[0, 0] = 0.25
    with pytest.warns(CandidateFailedWarning, match="failed on 4 of 4.*not the data"):
        test = null_model_test(
            Halves(fail_on_arrays=True), X, n_references=4, random_state=0
        )
    assert test.n_failed == 4
    assert test.n_undefined == 0
    assert test.pvalue == 1.0
    assert np.isnan(test.z)
    with pytest.raises(RuntimeError, match="not the data"):
        null_model_test(Halves(fail_on_arrays=True), X[1:], n_references=4)


def test_references_have_the_form_of_the_data(three):
    X, _ = three
    frame = pd.DataFrame(X, columns=["u", "v"], index=np.arange(60) + 100)
    expected = null_model_test(Halves(), X, n_references=4, random_state=0)
    for data, kind, dtype in (
        (frame, pd.DataFrame, np.float64),
        (X.astype(np.float32), np.ndarray, np.float32),
    ):
        test = null_model_test(
            Halves(expected=(kind, dtype)), data, n_references=4, random_state=0
        )
        assert np.allclose(
            test.null_distribution, expected.null_distribution, atol=1e-5
        )


def test_constant_features_and_pipelines(three):
    X, _ = three
    wide = np.column_stack([X, np.full(60, 7.0)])
    for reference in ("pca", "uniform", "permutation", "gaussian"):
        test = null_model_test(
            make_pipeline(StandardScaler(), KMeans(3, n_init=1)), wide,
            reference=reference, n_references=9, random_state=0,
        )  # fmt: skip
        assert test.pvalue == 0.1


def test_data_stays_as_it_is(three):
    X, _ = three
    before = X.copy()
    X.flags.writeable = False
    null_model_test(KMeans(2, copy_x=False), X, n_references=2, random_state=0)
    assert np.array_equal(X, before)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_workers_change_nothing(three, backend):
    X, labels = three
    options = {"score_func": ["silhouette", "dunn"], "random_state": 0}

    def run(n_jobs):
        null = null_model_test(KMeans(3), X, n_references=5, n_jobs=n_jobs, **options)
        permuted = internal_permutation_test(
            X, labels, n_permutations=45, n_jobs=n_jobs, **options
        )
        return null, permuted

    expected = run(None)
    with parallel_config(backend):
        found = run(2)
    for one, other in zip(expected, found, strict=True):
        for name in ("silhouette", "dunn"):
            assert np.array_equal(
                one.null_distribution[name], other.null_distribution[name]
            )


def test_results_print(three):
    X, labels = three
    one = internal_permutation_test(X, labels, n_permutations=9, random_state=0)
    assert re.fullmatch(
        r"SignificanceResult\(score=0\.\d+, pvalue=0\.1, z=\d+\.\d\d, "
        r"null=-?0\.\d+±0\.\d+ of 9\)",
        repr(one),
    )
    assert isinstance(one, SignificanceResult)
    assert one["pvalue"] == one.pvalue
    many = internal_permutation_test(
        X, labels, score_func=["silhouette", "dunn"], n_permutations=9, random_state=0
    )
    assert [line.split(":")[0].strip() for line in str(many).splitlines()] == [
        "SignificanceResult(",
        "silhouette",
        "dunn",
        ")",
    ]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"score_func": "silhouete"}, ValueError, "Did you mean 'silhouette'"),
        ({"score_func": "rand"}, ValueError, "must be an internal index; rand"),
        ({"score_func": 3}, TypeError, "score_func must be the name"),
        ({"score_func": []}, ValueError, "empty list"),
        ({"score_func": ["dunn", "dunn"]}, ValueError, "dunn more than once"),
        ({"score_func": negative_davies_bouldin}, ValueError, "greater_is_better"),
        (
            {"score_func": "dunn", "greater_is_better": False},
            ValueError,
            "contradicts dunn",
        ),
        (
            {"score_func": partial(silhouette_score, noise="drop")},
            TypeError,
            "fixes noise",
        ),
        (
            {"score_func": partial(silhouette_score, [[1]])},
            TypeError,
            "fixes positional",
        ),
        ({"n_permutations": 0}, ValueError, "n_permutations must be at least 1"),
        ({"n_permutations": 2.5}, TypeError, "n_permutations must be an integer"),
        ({"n_jobs": 0}, ValueError, "n_jobs"),
        ({"noise": "keep"}, ValueError, "noise"),
    ],
)
def test_bad_arguments_are_named(three, options, error, message):
    X, labels = three
    with pytest.raises(error, match=re.escape(message)):
        internal_permutation_test(X, labels, **options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"reference": "box"}, ValueError, "'reference' parameter must be one of"),
        ({"n_references": 0}, ValueError, "n_references must be at least 1"),
        ({"X": sparse.eye_array(60, format="csr")}, ValueError, "must be dense"),
        ({"estimator": 3}, TypeError, "estimator must be a clusterer"),
        (
            {"estimator": DBSCAN(metric="precomputed"), "X": np.zeros((5, 5))},
            ValueError,
            "X holds distances",
        ),
    ],
)
def test_bad_arguments_of_null_models_are_named(three, options, error, message):
    arguments = {"estimator": KMeans(3), "X": three[0], **options}
    with pytest.raises(error, match=re.escape(message)):
        null_model_test(**arguments)


def test_iris_has_clusters():
    X = load_iris().data
    for reference in ("pca", "gaussian"):
        test = null_model_test(
            KMeans(2, n_init=1), X, reference=reference, n_references=19, random_state=0
        )
        assert test.pvalue == 0.05
