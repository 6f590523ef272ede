"""Scorers in everything that takes ``scoring``."""

import numpy as np
import pytest
import sklearn
import sklearn.metrics
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.inspection import permutation_importance
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RandomizedSearchCV,
    cross_val_score,
    cross_validate,
    learning_curve,
    validation_curve,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    ResubstitutionSplit,
    adjusted_rand_score,
    get_scorer,
    make_scorer,
    register_scorers,
    silhouette_score,
)

KMEANS = KMeans(n_init=5, random_state=0)


@pytest.fixture(params=[False, True], ids=["no routing", "routing"])
def routing(request):
    with sklearn.config_context(enable_metadata_routing=request.param):
        yield request.param


@pytest.fixture
def silhouette():
    return make_scorer(silhouette_score)


def test_plain_make_scorer_of_scikit_learn_cannot_work(three_groups):
    """The trap that the scorers are for: NaN everywhere, the first candidate wins."""
    X, _ = three_groups
    plain = sklearn.metrics.make_scorer(sklearn.metrics.silhouette_score)
    search = GridSearchCV(KMEANS, {"n_clusters": [5, 2, 3]}, scoring=plain)
    with pytest.warns(UserWarning, match="non-finite"):
        search.fit(X)
    assert np.isnan(search.cv_results_["mean_test_score"]).all()
    assert search.best_params_ == {"n_clusters": 5}


def test_default_scoring_takes_the_largest_k(three_groups):
    X, _ = three_groups
    grid = {"n_clusters": [2, 3, 4, 5, 6]}
    assert GridSearchCV(KMEANS, grid).fit(X).best_params_ == {"n_clusters": 6}
    scored = GridSearchCV(KMEANS, grid, scoring=make_scorer(silhouette_score))
    assert scored.fit(X).best_params_ == {"n_clusters": 3}


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_grid_search(n_jobs, silhouette, routing, three_groups):
    X, _ = three_groups
    search = GridSearchCV(
        KMEANS, {"n_clusters": [5, 2, 3]}, scoring=silhouette, n_jobs=n_jobs
    ).fit(X)
    assert search.best_params_ == {"n_clusters": 3}
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert search.score(X) == silhouette(search.best_estimator_, X)


def test_randomized_search(silhouette, routing, three_groups):
    X, _ = three_groups
    search = RandomizedSearchCV(
        KMEANS,
        {"n_clusters": [2, 3, 4, 5]},
        n_iter=4,
        scoring=silhouette,
        random_state=0,
    ).fit(X)
    assert search.best_params_ == {"n_clusters": 3}


MULTI = {
    "silhouette": get_scorer("silhouette"),
    "ari": get_scorer("adjusted_rand"),
    "theirs": "adjusted_rand_score",
}


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_dict_scoring_with_refit(n_jobs, routing, three_groups):
    X, y = three_groups
    search = GridSearchCV(
        KMEANS, {"n_clusters": [5, 2, 3]}, scoring=MULTI, refit="ari", n_jobs=n_jobs
    ).fit(X, y)
    assert search.best_params_ == {"n_clusters": 3}
    np.testing.assert_allclose(
        search.cv_results_["mean_test_ari"],
        search.cv_results_["mean_test_theirs"],
        rtol=1e-12,
    )
    assert search.best_estimator_.n_clusters == 3


@pytest.mark.parametrize("container", [list, tuple])
def test_list_and_tuple_scoring(container, routing, three_groups):
    X, y = three_groups
    names = container(["silhouette", "adjusted_rand", "neg_davies_bouldin", "coverage"])
    with register_scorers():
        search = GridSearchCV(
            KMEANS, {"n_clusters": [4, 3]}, scoring=names, refit="silhouette"
        ).fit(X, y)
    assert search.best_params_ == {"n_clusters": 3}
    assert (search.cv_results_["mean_test_coverage"] == 1).all()
    assert (search.cv_results_["mean_test_neg_davies_bouldin"] < 0).all()


def test_dict_scoring_of_a_clusterer_without_predict(routing, three_groups):
    X, y = three_groups
    results = cross_validate(
        AgglomerativeClustering(3),
        X,
        y,
        scoring={"silhouette": get_scorer("silhouette"), "ari": MULTI["ari"]},
        cv=ResubstitutionSplit(),
        return_train_score=True,
        params={},  # with routing, scikit-learn 1.6.0 stumbles over None
    )
    assert results["test_silhouette"] == results["train_silhouette"] > 0.8
    assert results["test_ari"] == 1


def test_cross_val_score(silhouette, routing, three_groups):
    X, _ = three_groups
    folds = KFold(3)
    scores = cross_val_score(
        KMeans(3, random_state=0, n_init=3), X, scoring=silhouette, cv=folds, params={}
    )
    for score, (train, test) in zip(scores, folds.split(X), strict=True):
        model = KMeans(3, random_state=0, n_init=3).fit(X[train])
        assert score == silhouette_score(X[test], model.predict(X[test]))


def test_curves(silhouette, three_groups):
    X, _ = three_groups
    _, train, test = learning_curve(
        KMeans(3, n_init=3, random_state=0),
        X,
        None,
        scoring=silhouette,
        cv=3,
        train_sizes=[0.5, 1.0],
    )
    assert train.shape == test.shape == (2, 3)
    assert (test > 0.5).all()
    _, test = validation_curve(
        KMEANS,
        X,
        None,
        param_name="n_clusters",
        param_range=[2, 3, 4],
        scoring=silhouette,
    )
    assert test.mean(axis=1).argmax() == 1


def test_permutation_importance(three_groups):
    X, y = three_groups
    X = np.column_stack([X, np.zeros(90)])
    model = KMeans(3, n_init=3, random_state=0).fit(X)
    result = permutation_importance(
        model,
        X,
        y,
        scoring=make_scorer(adjusted_rand_score),
        n_repeats=2,
        random_state=0,
    )
    assert result.importances_mean[2] == 0 < result.importances_mean[0]


def test_learning_curve_display_finds_the_name(silhouette, three_groups):
    pytest.importorskip("matplotlib").use("agg")
    from sklearn.model_selection import LearningCurveDisplay

    X, _ = three_groups
    display = LearningCurveDisplay.from_estimator(
        KMeans(3, n_init=3, random_state=0),
        X,
        None,
        scoring=silhouette,
        cv=3,
        train_sizes=[0.5, 1.0],
    )
    assert display.score_name == "Silhouette"


def test_search_over_a_pipeline(silhouette, routing, three_groups):
    X, _ = three_groups
    search = GridSearchCV(
        make_pipeline(StandardScaler(), KMEANS),
        {"kmeans__n_clusters": [2, 3, 4], "standardscaler__with_std": [True, False]},
        scoring=silhouette,
        n_jobs=2,
    ).fit(X)
    assert search.best_params_["kmeans__n_clusters"] == 3


def test_search_over_dbscan(silhouette, routing, noisy_groups):
    X, _ = noisy_groups
    search = GridSearchCV(
        DBSCAN(min_samples=3),
        {"eps": [0.05, 1.5, 9.0]},
        scoring=silhouette,
        cv=ResubstitutionSplit(),
    ).fit(X)
    assert search.best_params_ == {"eps": 1.5}


# metadata


@pytest.fixture
def weights(three_groups):
    rng = np.random.default_rng(0)
    return rng.integers(1, 4, len(three_groups[0]))


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_requested_weights_reach_the_index(n_jobs, three_groups, weights):
    X, _ = three_groups
    with sklearn.config_context(enable_metadata_routing=True):
        scorer = make_scorer(silhouette_score).set_score_request(sample_weight=True)
        results = cross_validate(
            AgglomerativeClustering(3),
            X,
            scoring={
                "weighted": scorer,
                "plain": get_scorer("coverage").set_score_request(sample_weight=False),
            },
            cv=ResubstitutionSplit(),
            params={"sample_weight": weights},
            n_jobs=n_jobs,
        )
    labels = AgglomerativeClustering(3).fit_predict(X)
    expected = silhouette_score(X, labels, sample_weight=weights)
    assert results["test_weighted"] == pytest.approx(expected, rel=1e-12)
    assert expected != silhouette_score(X, labels)


def test_weights_may_have_another_name(three_groups, weights):
    X, _ = three_groups
    with sklearn.config_context(enable_metadata_routing=True):
        scorer = make_scorer(silhouette_score).set_score_request(sample_weight="mass")
        results = cross_validate(
            KMeans(3, n_init=3, random_state=0).set_fit_request(sample_weight=False),
            X,
            scoring=scorer,
            cv=ResubstitutionSplit(),
            params={"mass": weights},
        )
    labels = KMeans(3, n_init=3, random_state=0).fit_predict(X)
    expected = silhouette_score(X, labels, sample_weight=weights)
    assert results["test_score"] == pytest.approx(expected, rel=1e-12)


def test_weights_that_nobody_requested_are_an_error(three_groups, weights):
    X, _ = three_groups
    with (
        sklearn.config_context(enable_metadata_routing=True),
        pytest.raises(ValueError, match="sample_weight"),
    ):
        cross_validate(
            AgglomerativeClustering(3),
            X,
            scoring=make_scorer(silhouette_score),
            params={"sample_weight": weights},
        )


def test_search_with_weights_without_routing(three_groups, weights):
    X, y = three_groups
    search = GridSearchCV(
        KMEANS, {"n_clusters": [2, 3]}, scoring=MULTI, refit="silhouette"
    )
    search.fit(X, y, sample_weight=weights)
    assert search.best_params_ == {"n_clusters": 3}
    assert np.isfinite(search.cv_results_["mean_test_silhouette"]).all()


def test_requests_survive_a_search_and_a_clone(three_groups):
    with sklearn.config_context(enable_metadata_routing=True):
        scorer = make_scorer(silhouette_score).set_score_request(sample_weight="mass")
        for twin in (sklearn.base.clone(scorer), scorer):
            request = twin.get_metadata_routing().score.requests
            assert request == {"sample_weight": "mass"}
        assert make_scorer(silhouette_score).get_metadata_routing().score.requests == {
            "sample_weight": None
        }


def test_set_score_request_needs_routing():
    with pytest.raises(RuntimeError, match="enable_metadata_routing=True"):
        make_scorer(silhouette_score).set_score_request(sample_weight=True)
