"""Faults of searches and of the choice of K that users of other packages reported."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import GridSearchCV

import skclustmetrics as scm


def close(value):
    return pytest.approx(value, rel=1e-12, abs=0)


@pytest.fixture
def kmeans():
    return KMeans(n_init=5, random_state=0)


def test_a_scorer_sees_the_samples(kmeans, three_groups):
    """GRD-02: every score was NaN without y, and the first candidate won."""
    X, _ = three_groups
    scorer = scm.make_scorer(scm.silhouette_score)
    search = GridSearchCV(kmeans, {"n_clusters": [5, 2, 3]}, scoring=scorer).fit(X)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert search.best_params_ == {"n_clusters": 3}


@pytest.mark.parametrize(
    "make_search",
    [
        lambda estimator, k: scm.SilhouetteKSelector(estimator, param_range=k),
        lambda estimator, k: scm.ClusterSearch(estimator, {"n_clusters": k}),
    ],
    ids=["SilhouetteKSelector", "ClusterSearch"],
)
def test_searches_do_not_ask_the_clusterer_for_a_score(make_search, three_groups):
    """GRD-06: by the score of k-means itself the largest K wins."""
    X, _ = three_groups

    class Unscored(KMeans):
        def score(self, X, y=None, sample_weight=None):
            raise AssertionError("the search rests on the score of the clusterer")

    estimator = Unscored(n_init=5, random_state=0)
    search = make_search(estimator, [2, 3, 4, 5, 6]).fit(X)
    assert search.best_params_ == {"n_clusters": 3}


def test_search_over_given_distances(three_groups):
    """GRD-07: the splits cut the rows of the matrix but not its columns."""
    X, y = three_groups
    distances = pairwise_distances(X)
    average = AgglomerativeClustering(metric="precomputed", linkage="average")
    grid = {"n_clusters": [2, 3, 4]}
    given = [(np.arange(90), np.arange(90))]
    scorer = scm.make_scorer(scm.silhouette_score, metric="precomputed")
    for search in (
        GridSearchCV(average, grid, cv=given, scoring=scorer),
        scm.ClusterSearch(average, grid),
    ):
        search.fit(distances)
        assert search.best_params_ == {"n_clusters": 3}
        assert search.best_score_ == close(0.8530816349627863)
    assert scm.adjusted_rand_score(y, search.labels_) == 1.0


@pytest.mark.parametrize("order", [[2, 3, 4, 5], [5, 4, 3, 2], [4, 2, 5, 3]], ids=str)
def test_order_does_not_decide_between_equal_scores(order):
    """KSL-03: among equal scores the order of the loop chose K."""
    selector = scm.SilhouetteKSelector(AgglomerativeClustering(), param_range=order)
    selector.fit(np.full((8, 2), 1.5))
    assert selector.best_k_ == 2
    np.testing.assert_array_equal(selector.results_["score"], np.zeros(4))


def test_too_many_clusters_do_not_end_the_sweep():
    """KSL-04: one K without a score ended the whole sweep."""
    X = np.array([[0.0], [0.2], [0.4], [7.0], [7.3], [7.5]])
    selector = scm.SilhouetteKSelector(
        KMeans(n_init=3, random_state=0), param_range=range(2, 9)
    )
    with pytest.warns(scm.CandidateFailedWarning) as caught:
        selector.fit(X)
    assert len(caught) == 1
    assert selector.best_k_ == 2
    assert selector.best_score_ == close(0.957457397775437)
    scored = np.isfinite(selector.results_["score"])
    np.testing.assert_array_equal(scored, [True] * 4 + [False] * 3)


def test_sweep_with_the_metric_of_the_clusters():
    """KSL-07: a sweep scored by Euclidean distances only."""
    X = [[0, 0], [1, 1], [0, 3], [9, 0], [10, 1], [9, 4], [4, 12], [5, 13]]
    clusterer = AgglomerativeClustering(metric="manhattan", linkage="average")
    for metric, score in (
        ("manhattan", 0.7560018832574444),
        ("euclidean", 0.7637759315003364),
    ):
        selector = scm.SilhouetteKSelector(
            clusterer, param_range=[2, 3, 4], metric=metric
        ).fit(X)
        assert selector.best_k_ == 3
        assert selector.best_score_ == close(score)


def test_two_clusters_of_iris():
    """KSL-08: a user took K = 2 for a fault, as iris has three species."""
    selector = scm.SilhouetteKSelector(
        KMeans(n_init=10, random_state=0), param_range=[2, 3, 4, 5, 6]
    ).fit(load_iris().data)
    assert selector.best_k_ == 2
    scores = selector.results_["score"]
    assert scores[:2] == close(np.array([0.6810461692117465, 0.55281901235641]))
    assert (np.diff(scores) < 0).all()


def test_a_selector_is_an_estimator(kmeans, three_groups):
    """KSL-10: a wrapper hid the parameters of the clusterer inside."""
    X, _ = three_groups
    selector = scm.SilhouetteKSelector(kmeans, param_range=[2, 3, 4, 5])
    other = clone(selector).set_params(estimator__n_init=3)
    assert other.get_params(deep=True)["estimator__n_init"] == 3
    assert selector.estimator.n_init == 5
    for before in (pickle.loads(pickle.dumps(selector)), other):
        assert "KMeans" in repr(before)
        before.fit(X)
        assert before.best_k_ == 3
        assert "KMeans" in repr(before)
        after = pickle.loads(pickle.dumps(before))
        np.testing.assert_array_equal(after.labels_, before.labels_)
    assert clone(before).fit(X).best_k_ == 3
    assert other.best_estimator_.n_init == 3
