"""X that only the pipeline understands."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.cluster import DBSCAN, KMeans, SpectralClustering
from sklearn.compose import make_column_transformer
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from skclustmetrics import (
    ClusterSearch,
    SilhouetteKSelector,
    adjusted_rand_score,
    davies_bouldin_score,
    get_scorer,
    make_scorer,
    silhouette_score,
)

TEXTS = ["red blue", "blue red", "red red blue", "cat dog", "dog cat", "cat cat dog"]
TOPICS = [0, 0, 0, 1, 1, 1]
GRID = {"kmeans__n_clusters": [2, 3]}


@pytest.fixture
def text_pipeline():
    return make_pipeline(TfidfVectorizer(), KMeans(n_init=3, random_state=0))


@pytest.mark.parametrize("container", [list, tuple, np.array])
def test_texts_scored_as_the_last_step_sees_them(text_pipeline, container):
    scorer = make_scorer(silhouette_score, space="transformed")
    texts = container(TEXTS)
    search = ClusterSearch(text_pipeline, GRID, scoring=scorer).fit(texts)
    seen = TfidfVectorizer().fit_transform(TEXTS)
    assert search.best_k_ == 2
    assert search.best_score_ == pytest.approx(
        silhouette_score(seen, TOPICS), rel=1e-12
    )
    assert adjusted_rand_score(search.predict(texts), TOPICS) == 1
    assert search.score(texts) == pytest.approx(search.best_score_, rel=1e-12)
    assert not hasattr(search, "n_features_in_")


@pytest.mark.parametrize("scoring", ["adjusted_rand", "coverage", "callable"])
def test_texts_that_no_index_looks_at(text_pipeline, scoring):
    if scoring == "callable":

        def scoring(estimator, X, y):
            return -len(estimator[-1].cluster_centers_)

    search = ClusterSearch(text_pipeline, GRID, scoring=scoring).fit(TEXTS, TOPICS)
    assert search.best_k_ == 2
    assert search.score(TEXTS, TOPICS) == search.best_score_


def test_features_are_forgotten_when_texts_follow_numbers(text_pipeline):
    search = ClusterSearch(KMeans(random_state=0), {"n_clusters": [2]})
    search.set_params(scoring="adjusted_rand").fit(np.eye(6), TOPICS)
    assert search.n_features_in_ == 6
    with pytest.raises(ValueError, match="X has 2 features"):
        search.predict(np.ones((6, 2)))
    search.set_params(estimator=text_pipeline, param_grid=GRID).fit(TEXTS, TOPICS)
    assert not hasattr(search, "n_features_in_")


def test_frames_with_categories():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"kind": list("aaabbb"), "size": [1.0, 1.1, 1.2, 7.0, 7.1, 7.2]}
    )
    columns = make_column_transformer(
        (OneHotEncoder(), ["kind"]), (StandardScaler(), ["size"])
    )
    pipeline = make_pipeline(columns, KMeans(n_init=3, random_state=0))
    search = ClusterSearch(
        pipeline,
        GRID,
        scoring=["adjusted_rand", make_scorer(silhouette_score, space="transformed")],
    ).fit(frame, TOPICS)
    assert search.best_k_ == 2
    assert_array_equal(search.feature_names_in_, ["kind", "size"])
    assert search.n_features_in_ == 2


def test_what_must_be_numbers_says_so(text_pipeline):
    advice = r"silhouette looks at X as it is given.*space='transformed'"
    for scoring in ("silhouette", ["adjusted_rand", "silhouette"]):
        with pytest.raises(ValueError, match=advice):
            ClusterSearch(text_pipeline, GRID, scoring=scoring).fit(TEXTS, TOPICS)
    with pytest.raises(ValueError, match=advice):
        SilhouetteKSelector(
            text_pipeline, param_name="kmeans__n_clusters", param_range=[2]
        ).fit(TEXTS)
    text_pipeline.set_params(kmeans__n_clusters=2)
    with pytest.raises(ValueError, match=advice):
        make_scorer(silhouette_score)(text_pipeline, TEXTS)
    with pytest.raises(ValueError, match="davies_bouldin looks at X"):
        make_scorer(davies_bouldin_score)(text_pipeline, TEXTS)
    # nothing stands between X and the clusterer, so there is no other space
    with pytest.raises(ValueError) as caught:
        SilhouetteKSelector(KMeans()).fit(TEXTS)
    assert "transformed" not in str(caught.value)


def test_bad_numbers_are_for_the_clusterer_to_refuse():
    X = np.eye(6)
    X[0, 0] = np.nan
    search = ClusterSearch(KMeans(), {"n_clusters": [2]}, scoring="adjusted_rand")
    with pytest.raises(ValueError, match="failed: ValueError: Input X contains NaN"):
        search.fit(X, TOPICS)
    with pytest.raises(TypeError, match="Expected sequence or array-like"):
        search.fit(3, TOPICS)


def test_coverage_needs_no_distances():
    affinity = np.kron(np.eye(2), np.ones((3, 3)))
    spectral = SpectralClustering(2, affinity="precomputed", random_state=0)
    assert get_scorer("coverage")(spectral, affinity) == 1
    search = ClusterSearch(spectral, {"n_clusters": [2]}, scoring="coverage")
    assert search.fit(affinity).best_score_ == 1
    distances = DBSCAN(eps=0.5, min_samples=2, metric="precomputed")
    assert get_scorer("coverage")(distances, 1 - affinity) == 1
