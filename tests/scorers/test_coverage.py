"""Noise in scorers: it counts as 0, and the coverage is reported."""

import warnings

import numpy as np
import pytest
from sklearn.cluster import DBSCAN, HDBSCAN
from sklearn.datasets import make_blobs
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.model_selection import GridSearchCV, cross_validate

from skclustmetrics import (
    ResubstitutionSplit,
    adjusted_rand_score,
    calinski_harabasz_score,
    davies_bouldin_score,
    get_scorer,
    make_scorer,
    silhouette_score,
)
from skclustmetrics.exceptions import UndefinedMetricWarning

CLUSTERER = DBSCAN(eps=1.5, min_samples=3)


def clean(X, labels):
    return X[labels >= 0], labels[labels >= 0]


def test_bounded_index_is_weighted_by_the_coverage(noisy_groups):
    X, _ = noisy_groups
    report = make_scorer(silhouette_score).report(CLUSTERER, X)
    raw = silhouette_score(*clean(X, CLUSTERER.fit_predict(X)))
    assert report == {
        "score": raw * 0.9,
        "raw_score": raw,
        "coverage": 0.9,
        "n_clusters": 3,
    }


def test_weighting_can_be_turned_off(noisy_groups):
    X, _ = noisy_groups
    report = make_scorer(silhouette_score, weight_by_coverage=False).report(
        CLUSTERER, X
    )
    assert report["score"] == report["raw_score"]
    assert report["coverage"] == 0.9


@pytest.mark.parametrize("function", [davies_bouldin_score, calinski_harabasz_score])
def test_index_where_zero_may_be_a_reward_is_not_weighted(function, noisy_groups):
    X, _ = noisy_groups
    scorer = make_scorer(function)
    with pytest.warns(UserWarning, match="Set min_coverage"):
        report = scorer.report(CLUSTERER, X)
    raw = function(*clean(X, CLUSTERER.fit_predict(X)))
    assert report["raw_score"] == raw
    assert report["score"] == (raw if scorer.index.greater_is_better else -raw)


@pytest.mark.parametrize(
    "option", [{"min_coverage": 0.5}, {"weight_by_coverage": False}]
)
def test_no_warning_once_the_user_has_decided(option, noisy_groups):
    X, _ = noisy_groups
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make_scorer(davies_bouldin_score, **option)(CLUSTERER, X)


@pytest.mark.parametrize("function", [silhouette_score, davies_bouldin_score])
def test_too_little_coverage_is_undefined(function, noisy_groups):
    X, _ = noisy_groups
    enough = make_scorer(function, min_coverage=0.9)
    assert np.isfinite(enough(CLUSTERER, X))
    with pytest.warns(
        UndefinedMetricWarning, match=r"coverage 0.9 is below min_coverage=0.95"
    ):
        report = make_scorer(function, min_coverage=0.95).report(CLUSTERER, X)
    assert np.isnan(report["score"])
    assert np.isfinite(report["raw_score"])


def test_noise_label_none_makes_noise_a_cluster(noisy_groups):
    X, _ = noisy_groups
    scorer = make_scorer(silhouette_score, noise_label=None)
    report = scorer.report(CLUSTERER, X)
    assert report["score"] == silhouette_score(X, CLUSTERER.fit_predict(X))
    assert report["coverage"] == 1
    assert report["n_clusters"] == 4


@pytest.mark.parametrize("noise", ["singletons", "nearest", "cluster"])
def test_noise_that_is_scored_is_not_weighted(noise, noisy_groups):
    X, _ = noisy_groups
    labels = CLUSTERER.fit_predict(X)
    report = make_scorer(silhouette_score, noise=noise).report(CLUSTERER, X)
    expected = silhouette_score(X, labels, noise_label="negative", noise=noise)
    assert report["score"] == report["raw_score"] == expected
    assert report["coverage"] == 0.9
    assert report["n_clusters"] == 3


def test_external_scorers_keep_noise_by_default(noisy_groups):
    X, y = noisy_groups
    labels = CLUSTERER.fit_predict(X)
    report = make_scorer(adjusted_rand_score).report(CLUSTERER, X, y)
    assert report["score"] == adjusted_rand_score(y, labels)
    assert report["coverage"] == 1


def test_external_scorers_weight_noise_that_they_were_told_of(noisy_groups):
    X, y = noisy_groups
    y = y.copy()
    y[np.flatnonzero(y == 0)[:5]] = -1  # noise on either side is dropped
    scorer = make_scorer(adjusted_rand_score, noise_label=-1)
    report = scorer.report(CLUSTERER, X, y)
    assert report["raw_score"] == 1
    assert report["coverage"] == report["score"] == 0.85


def test_coverage_is_a_scorer(noisy_groups):
    X, _ = noisy_groups
    assert get_scorer("coverage")(CLUSTERER, X) == 0.9
    assert get_scorer("coverage")(DBSCAN(eps=1e-9), X) == 0
    weight = np.where(CLUSTERER.fit_predict(X) < 0, 9.0, 1.0)
    assert get_scorer("coverage")(CLUSTERER, X, sample_weight=weight) == 0.5


def test_weights_count_in_the_coverage(noisy_groups):
    X, _ = noisy_groups
    weight = np.where(CLUSTERER.fit_predict(X) < 0, 9, 1)
    scorer = make_scorer(silhouette_score)
    report = scorer.report(CLUSTERER, X, sample_weight=weight)
    assert report["coverage"] == 0.5
    labels = CLUSTERER.fit_predict(X)
    repeated = scorer.score_labels(np.repeat(X, weight, axis=0), labels.repeat(weight))
    assert report["score"] == pytest.approx(repeated["score"], rel=1e-12)


def count_samples(X, labels, *, metric="euclidean", sample_weight=None):
    """A custom index that knows nothing of noise."""
    assert X.shape[0] == len(labels)
    if metric == "precomputed":
        assert X.shape[0] == X.shape[1]
    weight = np.ones(len(labels)) if sample_weight is None else sample_weight
    assert len(weight) == len(labels)
    return float(weight.sum())


@pytest.mark.parametrize(
    ("noise", "kept"), [("drop", 90), ("singletons", 100), ("cluster", 100)]
)
def test_noise_policy_for_functions_that_have_none(noise, kept, noisy_groups):
    X, _ = noisy_groups
    scorer = make_scorer(
        count_samples, greater_is_better=True, noise=noise, weight_by_coverage=False
    )
    assert scorer(CLUSTERER, X) == kept
    assert scorer(CLUSTERER, X, sample_weight=np.full(100, 2.0)) == 2 * kept
    D = euclidean_distances(X)
    precomputed = DBSCAN(eps=1.5, min_samples=3, metric="precomputed")
    assert scorer(precomputed, D) == kept


def test_nearest_noise_needs_a_function_that_knows_it(noisy_groups):
    X, _ = noisy_groups
    scorer = make_scorer(count_samples, greater_is_better=True, noise="nearest")
    with pytest.raises(ValueError, match="noise='nearest' is not possible for <functi"):
        scorer(CLUSTERER, X)


def test_hdbscan_rows_with_nan_are_noise(three_groups):
    X, _ = three_groups
    X = X.copy()
    X[:9, 1] = np.nan
    X[9:18, 0] = np.inf
    report = make_scorer(silhouette_score).report(
        HDBSCAN(min_cluster_size=5, copy=True), X
    )
    assert report["n_clusters"] == 3
    assert 0.7 < report["coverage"] <= 0.8
    assert report["score"] == report["raw_score"] * report["coverage"] > 0.5


def test_report_is_multimetric_scoring(noisy_groups):
    X, _ = noisy_groups
    scorer = make_scorer(silhouette_score)
    results = cross_validate(
        CLUSTERER, X, scoring=scorer.report, cv=ResubstitutionSplit()
    )
    assert results["test_score"] == results["test_raw_score"] * 0.9
    assert results["test_coverage"] == [0.9]
    assert results["test_n_clusters"] == [3]


@pytest.fixture
def dbscan_sweep():
    """Search DBSCAN's parameters on four blobs, two of which overlap."""
    X, _ = make_blobs(n_samples=300, centers=4, random_state=0)
    grid = {"eps": np.linspace(0.1, 2, 20), "min_samples": [3, 5, 10]}

    def coverage_of_the_best(scorer):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # many candidates are undefined
            search = GridSearchCV(
                DBSCAN(),
                grid,
                scoring=scorer.report,
                refit="score",
                cv=ResubstitutionSplit(),
            ).fit(X)
        return search.cv_results_["mean_test_coverage"][search.best_index_]

    return coverage_of_the_best


def test_raw_silhouette_of_a_dbscan_sweep_prefers_trash(dbscan_sweep):
    scorer = make_scorer(silhouette_score, weight_by_coverage=False)
    assert dbscan_sweep(scorer) < 0.04


@pytest.mark.parametrize(
    "scorer",
    [
        make_scorer(silhouette_score),
        make_scorer(silhouette_score, weight_by_coverage=False, min_coverage=0.8),
        make_scorer(davies_bouldin_score, min_coverage=0.8),
        make_scorer(calinski_harabasz_score, min_coverage=0.8),
    ],
    ids=repr,
)
def test_coverage_rescues_the_sweep(scorer, dbscan_sweep):
    assert dbscan_sweep(scorer) > 0.8
