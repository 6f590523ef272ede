"""Scored labels belong to the scored samples, for every kind of estimator."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import (
    DBSCAN,
    HDBSCAN,
    OPTICS,
    AffinityPropagation,
    AgglomerativeClustering,
    Birch,
    BisectingKMeans,
    KMeans,
    MeanShift,
    MiniBatchKMeans,
    SpectralClustering,
)
from sklearn.decomposition import PCA
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.manifold import SpectralEmbedding
from sklearn.metrics.pairwise import euclidean_distances, rbf_kernel
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.neighbors import RadiusNeighborsTransformer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from skclustmetrics import (
    ResubstitutionSplit,
    adjusted_rand_score,
    davies_bouldin_score,
    get_scorer,
    make_scorer,
    silhouette_score,
)

TRANSDUCTIVE = [
    AgglomerativeClustering(3),
    DBSCAN(eps=1.5),
    HDBSCAN(min_cluster_size=5, copy=True),
    OPTICS(min_samples=5, cluster_method="dbscan", eps=1.5),
    SpectralClustering(3, random_state=0),
]
INDUCTIVE = [
    AffinityPropagation(random_state=0),
    Birch(n_clusters=3),
    BisectingKMeans(3, random_state=0),
    GaussianMixture(3, random_state=0),
    KMeans(3, n_init=3, random_state=0),
    MeanShift(bandwidth=2),
    MiniBatchKMeans(3, n_init=3, random_state=0),
]


@pytest.mark.parametrize("estimator", TRANSDUCTIVE, ids=lambda e: type(e).__name__)
def test_two_folds_of_a_clusterer_without_predict(estimator, three_groups):
    """labels_ has the right length, and belongs to the other half."""
    X, y = three_groups
    halves = KFold(2)
    result = cross_validate(
        estimator,
        X,
        y,
        cv=halves,
        scoring={s: get_scorer(s) for s in ("silhouette", "adjusted_rand")},
        return_estimator=True,
        error_score="raise",
    )
    for i, (_, test) in enumerate(halves.split(X)):
        stale = result["estimator"][i].labels_
        assert stale.shape == test.shape
        assert adjusted_rand_score(y[test], stale) < 0.2
        assert result["test_adjusted_rand"][i] > 0.8
        assert result["test_silhouette"][i] > 0.5


@pytest.mark.parametrize("estimator", INDUCTIVE, ids=lambda e: type(e).__name__)
def test_fitted_clusterer_predicts(estimator, three_groups):
    X, _ = three_groups
    estimator.fit(X[:60])
    expected = silhouette_score(X[60:], estimator.predict(X[60:]))
    assert make_scorer(silhouette_score)(estimator, X[60:]) == expected


def test_unfitted_clusterer_is_fitted_as_a_clone(three_groups):
    X, y = three_groups
    estimator = KMeans(3, n_init=3, random_state=0)
    assert make_scorer(adjusted_rand_score)(estimator, X, y) == 1
    assert not hasattr(estimator, "labels_")
    with pytest.raises(NotFittedError):
        make_scorer(adjusted_rand_score, response_method="predict")(estimator, X, y)


def test_response_method_decides(three_groups):
    X, y = three_groups
    estimator = KMeans(3, n_init=3, random_state=0).fit(X[:3] + 100)
    predicted = make_scorer(adjusted_rand_score)(estimator, X, y)
    assert predicted < 1
    fitted = make_scorer(adjusted_rand_score, response_method="fit_predict")
    assert fitted(estimator, X, y) == 1
    demanding = make_scorer(adjusted_rand_score, response_method="predict")
    with pytest.raises(ValueError, match=r"can predict, got DBSCAN\(\)"):
        demanding(DBSCAN().fit(X), X, y)


def test_scoring_leaves_the_estimator_alone(three_groups):
    X, _ = three_groups
    estimator = DBSCAN(eps=1.5).fit(X[:40])
    labels = estimator.labels_.copy()
    make_scorer(silhouette_score)(estimator, X[40:])
    np.testing.assert_array_equal(estimator.labels_, labels)


class LabelsOnly(BaseEstimator):
    """A clusterer with neither predict nor fit_predict."""

    def fit(self, X, y=None):
        self.labels_ = (np.asarray(X)[:, 0] > 3).astype(int)
        return self


def test_labels_of_a_clone_without_fit_predict(three_groups):
    X, _ = three_groups
    score = make_scorer(silhouette_score)(LabelsOnly(), X)
    assert score == silhouette_score(X, LabelsOnly().fit(X).labels_)


def test_estimator_that_assigns_no_clusters(three_groups):
    X, _ = three_groups
    with pytest.raises(TypeError, match=r"PCA\(\) assigns no clusters"):
        make_scorer(silhouette_score)(PCA().fit(X), X)


def test_frozen_estimator_cannot_be_fitted_again(three_groups):
    X, _ = three_groups
    scorer = make_scorer(silhouette_score)
    with pytest.raises(ValueError, match="cannot be fitted again"):
        scorer(FrozenEstimator(DBSCAN(eps=1.5).fit(X)), X)
    frozen = FrozenEstimator(KMeans(3, n_init=3, random_state=0).fit(X))
    assert scorer(frozen, X) > 0.8


def test_the_choice_of_a_fitted_search_is_scored(three_groups):
    X, y = three_groups
    search = GridSearchCV(
        AgglomerativeClustering(),
        {"n_clusters": [2, 3, 4]},
        scoring=get_scorer("silhouette"),
        cv=ResubstitutionSplit(),
    ).fit(X[:50])
    assert make_scorer(adjusted_rand_score)(search, X[50:], y[50:]) == 1


# Pipelines


@pytest.mark.parametrize("last", [KMeans(3, n_init=3, random_state=0), DBSCAN(eps=0.7)])
@pytest.mark.parametrize("nested", [False, True])
def test_space_of_a_pipeline(last, nested, three_groups):
    X, _ = three_groups
    X = X * [1, 50]
    scaler = StandardScaler()
    pipeline = make_pipeline(
        scaler, make_pipeline("passthrough", last) if nested else last
    )
    pipeline.fit(X)
    scaled = scaler.transform(X)
    labels = pipeline.predict(X) if hasattr(pipeline, "predict") else last.labels_
    as_given = make_scorer(silhouette_score)(pipeline, X)
    assert as_given == pytest.approx(silhouette_score(X, labels), rel=1e-12)
    transformed = make_scorer(silhouette_score, space="transformed")(pipeline, X)
    assert transformed == pytest.approx(silhouette_score(scaled, labels), rel=1e-12)
    assert abs(as_given - transformed) > 0.01


def test_fitted_transformers_are_used_with_predict(three_groups):
    X, _ = three_groups
    pipeline = make_pipeline(StandardScaler(), KMeans(3, n_init=3, random_state=0))
    pipeline.fit(X[:60])
    score = make_scorer(silhouette_score, space="transformed")(pipeline, X[60:])
    expected = silhouette_score(pipeline[0].transform(X[60:]), pipeline.predict(X[60:]))
    assert score == expected


def test_transformer_that_cannot_transform_new_samples(three_groups):
    X, y = three_groups
    pipeline = make_pipeline(
        SpectralEmbedding(2, affinity="rbf", gamma=0.1, random_state=0),
        AgglomerativeClustering(3),
    )
    report = make_scorer(adjusted_rand_score).report(pipeline, X, y)
    assert report["score"] > 0.9
    assert make_scorer(silhouette_score, space="transformed")(pipeline, X) > 0.5


def test_space_is_moot_without_a_pipeline(three_groups):
    X, _ = three_groups
    estimator = AgglomerativeClustering(3)
    plain = make_scorer(silhouette_score)(estimator, X)
    assert make_scorer(silhouette_score, space="transformed")(estimator, X) == plain


class NeedsTarget(BaseEstimator):
    """A transformer without fit_transform that looks at y."""

    def fit(self, X, y):
        self.n_classes_ = len(np.unique(y))
        return self

    def transform(self, X):
        return X


def test_target_reaches_the_steps_of_a_clone(three_groups):
    X, y = three_groups
    pipeline = make_pipeline(NeedsTarget(), AgglomerativeClustering(3))
    assert make_scorer(silhouette_score)(pipeline, X, y) > 0.8


# precomputed distances


@pytest.fixture
def distances(three_groups):
    X, y = three_groups
    return euclidean_distances(X), X, y


PRECOMPUTED = [
    AgglomerativeClustering(3, metric="precomputed", linkage="average"),
    DBSCAN(eps=1.5, metric="precomputed"),
    HDBSCAN(min_cluster_size=5, metric="precomputed", copy=True),
    OPTICS(min_samples=5, metric="precomputed"),
]


@pytest.mark.parametrize("estimator", PRECOMPUTED, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("wrap", [lambda e: e, lambda e: Pipeline([("last", e)])])
def test_precomputed_distances_are_scored_as_distances(estimator, wrap, distances):
    D, X, _ = distances
    report = make_scorer(silhouette_score).report(wrap(estimator), D)
    labels = estimator.fit_predict(D)
    kept = labels >= 0
    expected = silhouette_score(X[kept], labels[kept])
    assert report["raw_score"] == pytest.approx(expected, rel=1e-10)


def test_search_over_a_precomputed_matrix(distances):
    D, X, y = distances
    everything = np.arange(len(D))
    for cv in (ResubstitutionSplit(), [(everything, everything)]):
        search = GridSearchCV(
            AgglomerativeClustering(metric="precomputed", linkage="average"),
            {"n_clusters": [2, 3, 4]},
            scoring=make_scorer(silhouette_score),
            cv=cv,
        ).fit(D)
        assert search.best_params_ == {"n_clusters": 3}
        assert search.best_score_ == pytest.approx(0.8530816349627863, rel=1e-12)
        assert search.best_score_ == pytest.approx(silhouette_score(X, y), rel=1e-12)
        # the fitted search is an estimator on precomputed distances as well
        nested = make_scorer(silhouette_score)(search, D)
        assert nested == pytest.approx(search.best_score_, rel=1e-12)


@pytest.mark.parametrize("function", [silhouette_score, adjusted_rand_score])
@pytest.mark.parametrize("n_splits", [2, 3])
def test_cut_distances_are_refused_with_the_remedy(function, n_splits, distances):
    D, _, y = distances
    with pytest.raises(ValueError, match=r"cv=ResubstitutionSplit\(\)"):
        cross_validate(
            DBSCAN(eps=1.5, metric="precomputed"),
            D,
            y,
            cv=n_splits,
            scoring=make_scorer(function),
            error_score="raise",
        )


def test_index_of_feature_vectors_refuses_distances(distances):
    D, _, _ = distances
    with pytest.raises(ValueError, match="davies_bouldin is computed from feature vec"):
        make_scorer(davies_bouldin_score)(PRECOMPUTED[1], D)


@pytest.mark.parametrize(
    "estimator",
    [
        SpectralClustering(3, affinity="precomputed", random_state=0),
        AffinityPropagation(affinity="precomputed", random_state=0, preference=-5),
    ],
    ids=lambda e: type(e).__name__,
)
def test_affinities_are_no_distances(estimator, three_groups):
    X, y = three_groups
    similarity = rbf_kernel(X, gamma=0.1)
    if isinstance(estimator, AffinityPropagation):
        similarity = -(euclidean_distances(X) ** 2)
    with pytest.raises(ValueError, match="works on a precomputed affinity; silhouette"):
        make_scorer(silhouette_score)(estimator, similarity)
    score = make_scorer(adjusted_rand_score)(estimator.fit(similarity), similarity, y)
    assert score == pytest.approx(
        adjusted_rand_score(y, estimator.fit_predict(similarity)), rel=1e-12
    )


def test_distances_that_a_pipeline_makes(three_groups):
    X, _ = three_groups
    pipeline = make_pipeline(
        FunctionTransformer(euclidean_distances), DBSCAN(eps=1.5, metric="precomputed")
    )
    as_given = make_scorer(silhouette_score)(pipeline, X)
    transformed = make_scorer(silhouette_score, space="transformed")(pipeline, X)
    assert as_given == pytest.approx(transformed, rel=1e-10)
    assert as_given > 0.8


def test_sparse_neighbour_graph_behind_a_pipeline(three_groups):
    X, _ = three_groups
    pipeline = make_pipeline(
        RadiusNeighborsTransformer(mode="distance", radius=1.5),
        DBSCAN(eps=1.5, metric="precomputed"),
    )
    plain = make_scorer(silhouette_score)(DBSCAN(eps=1.5), X)
    assert make_scorer(silhouette_score)(pipeline, X) == plain


def test_explicit_metric_wins(distances):
    D, X, y = distances

    class Whole(ClusterMixin, BaseEstimator):
        def fit(self, D, y=None):
            self.labels_ = AgglomerativeClustering(
                3, metric="precomputed", linkage="average"
            ).fit_predict(D)
            return self

    score = make_scorer(silhouette_score, metric="precomputed")(Whole(), D)
    assert score == pytest.approx(silhouette_score(X, y), rel=1e-12)
