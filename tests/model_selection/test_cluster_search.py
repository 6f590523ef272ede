import math
import pickle
import re

import numpy as np
import pytest
import sklearn.metrics
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClusterMixin, clone
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans, SpectralClustering
from sklearn.datasets import load_iris
from sklearn.metrics import pairwise_distances
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    CandidateFailedWarning,
    ClusterSearch,
    SilhouetteKSelector,
    UndefinedMetricWarning,
    adjusted_rand_score,
    calinski_harabasz_score,
    davies_bouldin_score,
    dbcv_score,
    get_scorer,
    make_scorer,
    silhouette_score,
)

GRID = {"n_clusters": [2, 3, 4, 5]}


def name_of(value):
    """Name a test case, the same in every process."""
    return re.sub(r" at 0x\w+", "", str(value))


class CountingClusterer(ClusterMixin, BaseEstimator):
    """Cut a line into equal parts, and count how often it is fitted."""

    fits = 0

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def fit(self, X, y=None):
        type(self).fits += 1
        ranks = np.argsort(np.argsort(np.asarray(X)[:, 0]))
        self.labels_ = ranks * self.n_clusters // len(ranks)
        return self


@pytest.mark.parametrize(
    ("scoring", "function", "sign"),
    [
        ("silhouette", sklearn.metrics.silhouette_score, 1),
        ("silhouette_score", sklearn.metrics.silhouette_score, 1),
        (silhouette_score, sklearn.metrics.silhouette_score, 1),
        (sklearn.metrics.silhouette_score, sklearn.metrics.silhouette_score, 1),
        (get_scorer("silhouette"), sklearn.metrics.silhouette_score, 1),
        ("davies_bouldin", sklearn.metrics.davies_bouldin_score, -1),
        ("neg_davies_bouldin", sklearn.metrics.davies_bouldin_score, -1),
        (davies_bouldin_score, sklearn.metrics.davies_bouldin_score, -1),
        (make_scorer(davies_bouldin_score), sklearn.metrics.davies_bouldin_score, -1),
        (
            sklearn.metrics.make_scorer(
                sklearn.metrics.davies_bouldin_score, greater_is_better=False
            ),
            sklearn.metrics.davies_bouldin_score,
            -1,
        ),
        (calinski_harabasz_score, sklearn.metrics.calinski_harabasz_score, 1),
    ],
    ids=name_of,
)
def test_internal_indices_in_every_form(three_groups, scoring, function, sign):
    X, _ = three_groups
    search = ClusterSearch(AgglomerativeClustering(), GRID, scoring=scoring).fit(X)
    expected = [
        function(X, AgglomerativeClustering(k).fit_predict(X))
        for k in GRID["n_clusters"]
    ]
    assert_allclose(search.results_["score"], expected, rtol=1e-12)
    assert_array_equal(
        search.results_["ranking_score"], sign * search.results_["score"]
    )
    assert search.best_index_ == np.argmax(sign * np.array(expected))
    assert search.best_score_ == search.results_["score"][search.best_index_]


@pytest.mark.parametrize(
    "scoring",
    [
        "adjusted_rand",
        "adjusted_rand_score",
        adjusted_rand_score,
        sklearn.metrics.adjusted_rand_score,
        sklearn.metrics.get_scorer("adjusted_rand_score"),
        get_scorer("adjusted_rand"),
    ],
    ids=name_of,
)
def test_external_indices_in_every_form(three_groups, scoring):
    X, y = three_groups
    search = ClusterSearch(AgglomerativeClustering(), GRID, scoring=scoring).fit(X, y)
    assert search.best_k_ == 3
    assert search.best_score_ == 1.0
    assert not hasattr(search, "silhouette_samples_")
    assert "macro_score" not in search.results_
    with pytest.raises(ValueError, match="give these to fit as y"):
        search.fit(X)


def test_external_indices_take_noise_for_a_cluster():
    X, y = load_iris(return_X_y=True)
    search = ClusterSearch(
        DBSCAN(), {"eps": [0.2, 0.3, 0.5, 0.8]}, scoring="adjusted_rand"
    ).fit(X, y)
    for i, eps in enumerate([0.2, 0.3, 0.5, 0.8]):
        labels = DBSCAN(eps=eps).fit_predict(X)
        expected = sklearn.metrics.adjusted_rand_score(y, labels)
        assert search.results_["score"][i] == pytest.approx(expected, rel=1e-12)
        assert search.results_["ranking_score"][i] == search.results_["score"][i]
    assert search.results_["coverage"][0] < 0.2


def test_nothing_is_fitted_again_for_a_score(three_groups):
    X, y = three_groups
    CountingClusterer.fits = 0
    search = ClusterSearch(
        CountingClusterer(),
        {"n_clusters": [2, 3, 4]},
        scoring=["silhouette", "davies_bouldin", get_scorer("adjusted_rand")],
    ).fit(X, y)
    assert CountingClusterer.fits == 3
    assert not hasattr(search, "predict")


def test_several_scores_and_which_one_decides(three_groups):
    X, y = three_groups
    scoring = {"s": "silhouette", "db": davies_bouldin_score, "ari": "adjusted_rand"}
    first = ClusterSearch(KMeans(n_init=3), GRID, scoring=scoring, random_state=0)
    first.fit(X, y)
    results = first.results_
    for name in scoring:
        assert results[f"score_{name}"].shape == (4,)
    assert_array_equal(results["score"], results["score_s"])
    assert_array_equal(results["ranking_score_db"], -results["score_db"])
    assert list(first.scorer_) == ["s", "db", "ari"]
    by_index = clone(first).set_params(refit="db").fit(X, y)
    assert_array_equal(by_index.results_["score"], results["score_db"])
    assert by_index.best_score_ == results["score_db"].min()
    assert by_index.silhouette_samples_.shape == (90,)
    assert by_index.score(X) == pytest.approx(-by_index.best_score_, rel=1e-12)
    titles = by_index.results_table().splitlines()[0].split()
    assert (
        titles
        == ("n_clusters found coverage ranking_score s db ari fit_time status").split()
    )


def test_a_rule_of_the_user_decides(three_groups):
    X, _ = three_groups

    def fewest_within_one_standard_error(results):
        best = np.argmax(results["ranking_score"])
        floor = results["ranking_score"][best] - results["standard_error"][best]
        return int(np.flatnonzero(results["ranking_score"] >= floor)[0])

    search = ClusterSearch(
        AgglomerativeClustering(), GRID, refit=fewest_within_one_standard_error
    ).fit(X)
    assert search.best_k_ == 3
    for wrong in (lambda results: 7, lambda results: "first"):
        with pytest.raises(ValueError, match="integer from 0 to 3"):
            search.set_params(refit=wrong).fit(X)
    search.set_params(param_grid={"n_clusters": [2, 90]}, refit=lambda results: 1)
    with pytest.raises(ValueError, match="candidate cannot be chosen: undefined"):
        search.fit(X)


def test_grids(three_groups):
    X, _ = three_groups
    grid = {"linkage": ["ward", "single"], "n_clusters": range(2, 5)}
    search = ClusterSearch(AgglomerativeClustering(), grid).fit(X)
    assert len(search.results_["params"]) == 6
    assert list(search.results_["param_linkage"]) == ["ward"] * 3 + ["single"] * 3
    assert search.best_k_ == 3
    grids = [
        {"n_clusters": np.array([2, 3])},
        {"n_clusters": [None], "distance_threshold": [1.0, 20.0]},
    ]
    search = ClusterSearch(AgglomerativeClustering(), grids).fit(X)
    threshold = search.results_["param_distance_threshold"]
    assert_array_equal(np.ma.getmaskarray(threshold), [True, True, False, False])
    assert type(search.results_["params"][0]["n_clusters"]) is int
    assert search.results_table().splitlines()[1].split()[0] == "-"
    assert ClusterSearch(KMeans(3, random_state=0), {}).fit(X).n_clusters_ == 3


def test_best_k_is_what_was_asked_for_or_else_found(known_labels, three_groups):
    X, y = three_groups
    pipeline = make_pipeline(StandardScaler(), KMeans(n_init=2))
    search = ClusterSearch(pipeline, {"kmeans__n_clusters": [2, 3]}).fit(X)
    assert search.best_k_ == 3
    search = ClusterSearch(pipeline, {"kmeans__init": ["k-means++"]}).fit(X)
    assert search.best_k_ == search.n_clusters_ == 8
    search = ClusterSearch(known_labels([y, y % 2]), {"which": [0, 1]}).fit(X)
    assert search.best_k_ == search.n_clusters_ == 3


def test_a_scorer_that_is_no_index_is_called_with_the_estimator(three_groups):
    X, _ = three_groups

    def minus_inertia(estimator, X, y=None):
        assert y is None
        return -estimator.inertia_

    search = ClusterSearch(KMeans(n_init=3), GRID, scoring=minus_inertia)
    search.set_params(random_state=0).fit(X)
    assert search.best_k_ == 5
    assert search.score(X) == search.best_score_ == -search.best_estimator_.inertia_
    search.set_params(scoring=lambda estimator, X: "good")
    with pytest.raises(ValueError, match="must return a number; got 'good'"):
        search.fit(X)


def test_space_of_a_scorer(three_groups):
    X, _ = three_groups
    X = X * [1.0, 100.0]
    pipeline = make_pipeline(StandardScaler(), KMeans(n_init=3))
    search = ClusterSearch(
        pipeline,
        {"kmeans__n_clusters": [2, 3]},
        scoring={
            "given": make_scorer(silhouette_score),
            "seen": make_scorer(silhouette_score, space="transformed"),
        },
        random_state=0,
    ).fit(X)
    for i, k in enumerate([2, 3]):
        labels = clone(search.best_estimator_).set_params(kmeans__n_clusters=k)
        labels = labels.fit_predict(X)
        scaled = StandardScaler().fit_transform(X)
        for name, data in [("given", X), ("seen", scaled)]:
            assert search.results_[f"score_{name}"][i] == pytest.approx(
                sklearn.metrics.silhouette_score(data, labels), rel=1e-9
            )


def test_settings_of_a_scorer_are_its_own(three_groups):
    X, _ = three_groups
    labels = AgglomerativeClustering(3).fit_predict(X)
    search = ClusterSearch(
        AgglomerativeClustering(),
        {"n_clusters": [3]},
        metric="chebyshev",
        scoring={
            "named": "silhouette",
            "own": make_scorer(silhouette_score, metric="manhattan"),
            "drawn": make_scorer(silhouette_score, sample_size=30, random_state=1),
        },
    ).fit(X)
    silhouette = sklearn.metrics.silhouette_score
    expected = {
        "named": silhouette(X, labels, metric="chebyshev"),
        "own": silhouette(X, labels, metric="manhattan"),
        "drawn": silhouette(X, labels, sample_size=30, random_state=1),
    }
    for name, value in expected.items():
        assert search.results_[f"score_{name}"][0] == pytest.approx(value, rel=1e-12)


def test_what_a_precomputed_matrix_cannot_give(three_groups):
    X, y = three_groups
    D = pairwise_distances(X)
    search = ClusterSearch(
        AgglomerativeClustering(metric="precomputed", linkage="average"),
        GRID,
        scoring="davies_bouldin",
    )
    with pytest.raises(ValueError, match="X holds precomputed distances"):
        search.fit(D)
    assert search.set_params(scoring="adjusted_rand").fit(D, y).best_k_ == 3
    affinity = ClusterSearch(
        SpectralClustering(affinity="precomputed", random_state=0), GRID
    )
    with pytest.raises(ValueError, match="precomputed affinity"):
        affinity.fit(np.exp(-D))
    with pytest.raises(ValueError, match="precomputed affinity"):
        affinity.set_params(metric="precomputed").fit(np.exp(-D))
    affinity.set_params(scoring="adjusted_rand").fit(np.exp(-D), y)
    assert affinity.best_k_ == 3
    search.set_params(scoring="silhouette")
    with pytest.raises(ValueError, match="Negative values in data passed to X"):
        search.fit(-D)
    with pytest.raises(ValueError, match=r"of shape \(n_samples, n_samples\)"):
        search.fit(D[:, :10])


def test_failures_are_recorded_or_raised(three_groups):
    X, _ = three_groups
    grid = {"n_clusters": [3, 91], "init": ["k-means++", "nonsense"]}
    search = ClusterSearch(KMeans(n_init=1), grid, random_state=0)
    with pytest.warns(CandidateFailedWarning, match="3 of 4 candidates") as caught:
        search.fit(X)
    assert len(caught) == 1
    results = search.results_
    assert_array_equal(np.isnan(results["score"]), [False, True, True, True])
    assert results["status"][1].startswith("failed: ValueError: n_samples=90")
    assert "init" in results["status"][2]
    assert search.best_params_ == {"init": "k-means++", "n_clusters": 3}
    with pytest.warns(CandidateFailedWarning):
        search.set_params(error_score=-5).fit(X)
    assert_array_equal(search.results_["ranking_score"][1:], [-5.0] * 3)
    with pytest.raises(ValueError, match="n_samples=90"):
        search.set_params(error_score="raise").fit(X)


def test_a_number_for_failures_never_wins(known_labels, three_groups):
    X, y = three_groups
    search = ClusterSearch(
        known_labels([y, y[:5]]), {"which": [0, 1]}, error_score=100.0
    )
    with pytest.warns(CandidateFailedWarning, match="no clusterer of samples"):
        search.fit(X)
    assert search.best_index_ == 0


def test_undefined_values_are_no_errors(known_labels, three_groups):
    X, y = three_groups
    search = ClusterSearch(
        known_labels([y, np.zeros(90, int)]),
        {"which": [0, 1]},
        scoring=["silhouette", "davies_bouldin"],
        error_score="raise",
    )
    with pytest.warns(UndefinedMetricWarning, match="1 of 2 candidates"):
        search.fit(X)
    assert math.isnan(search.results_["score_davies_bouldin"][1])
    assert search.results_["n_clusters"][1] == 1


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"scoring": "silhoutte"}, ValueError, "Did you mean 'silhouette'"),
        ({"scoring": []}, ValueError, "scoring is empty"),
        ({"scoring": ["silhouette", silhouette_score]}, ValueError, "more than once"),
        ({"scoring": {1: "silhouette"}}, TypeError, "keys of scoring"),
        ({"scoring": [3]}, TypeError, "scoring must be"),
        ({"refit": "other"}, ValueError, "refit must be one of"),
        ({"param_grid": {}, "estimator": 3}, ValueError, "'estimator' parameter"),
        ({"param_grid": []}, ValueError, "no candidates"),
        ({"param_grid": {"n_clusters": 3}}, TypeError, "list or a numpy array"),
        ({"param_grid": {"n_cluster": [3]}}, ValueError, "Invalid parameter"),
        ({"noise": "omit"}, ValueError, "'noise' parameter"),
        ({"min_coverage": 1.5}, ValueError, "'min_coverage' parameter"),
        ({"metric": "nonsense"}, ValueError, "nonsense"),
        ({"sample_size": 1}, ValueError, "'sample_size' parameter"),
        ({"error_score": "skip"}, ValueError, "'error_score' parameter"),
    ],
    ids=name_of,
)
def test_wrong_arguments(three_groups, options, error, message):
    search = ClusterSearch(**{"estimator": KMeans(), "param_grid": GRID, **options})
    with pytest.raises(error, match=message):
        search.fit(three_groups[0])


def test_search_is_cloned_printed_and_pickled(three_groups):
    X, _ = three_groups
    search = ClusterSearch(KMeans(n_init=2), GRID, random_state=0)
    assert "KMeans(n_init=2)" in repr(search)
    assert clone(search).get_params()["param_grid"] == GRID
    restored = pickle.loads(pickle.dumps(search.fit(X)))
    assert_array_equal(restored.labels_, search.labels_)
    assert search._repr_html_()


def test_verbose_tells_the_progress(three_groups, capsys):
    X, _ = three_groups
    search = ClusterSearch(KMeans(n_init=1), {"n_clusters": [3, 91]}, verbose=2)
    with pytest.warns(CandidateFailedWarning):
        search.set_params(random_state=0).fit(X)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "[ClusterSearch] fitting 2 candidates"
    assert lines[1].startswith("[ClusterSearch 1/2] n_clusters=3: ")
    assert "n_clusters=91: failed: ValueError" in lines[2]
    assert lines[3].startswith("[ClusterSearch] best: n_clusters=3, score 0.")
    assert "\n".join(lines[4:]) == search.results_table()
    SilhouetteKSelector(random_state=0).fit(X)
    assert capsys.readouterr().out == ""


def test_each_index_has_its_own_metric(three_groups):
    X, _ = three_groups
    scoring = ["dbcv", "silhouette", "davies_bouldin"]
    search = ClusterSearch(KMeans(n_init=1), {"n_clusters": [3]}, scoring=scoring)
    search.set_params(random_state=0).fit(X)
    labels = search.labels_
    expected = [dbcv_score(X, labels), silhouette_score(X, labels)]
    found = [search.results_[f"score_{name}"][0] for name in scoring[:2]]
    assert found == pytest.approx(expected, rel=1e-12)
    assert dbcv_score(X, labels, metric="euclidean") != pytest.approx(expected[0])
    search.set_params(metric="manhattan").fit(X)
    expected = [
        dbcv_score(X, labels, metric="manhattan"),
        silhouette_score(X, labels, metric="manhattan"),
    ]
    found = [search.results_[f"score_{name}"][0] for name in scoring[:2]]
    assert found == pytest.approx(expected, rel=1e-12)


def test_arguments_of_the_metric_without_a_metric(three_groups):
    X, _ = three_groups
    search = ClusterSearch(
        KMeans(n_init=1),
        {"n_clusters": [3]},
        scoring="dbcv",
        metric_params={"n_features": 5},
        random_state=0,
    ).fit(X)
    assert search.best_score_ == pytest.approx(
        dbcv_score(X, search.labels_, n_features=5), rel=1e-12
    )
