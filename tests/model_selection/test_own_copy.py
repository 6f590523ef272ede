"""Candidates that overwrite their data harm neither each other nor the caller."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.metrics import pairwise_distances
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    ClusterSearch,
    SilhouetteKSelector,
    make_scorer,
    silhouette_score,
)


@pytest.fixture
def stretched(three_groups):
    return 100 + three_groups[0] * [1.0, 50.0]


def scale_and_cluster(copy):
    return make_pipeline(StandardScaler(copy=copy), KMeans(random_state=0))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_scaling_in_place(stretched, n_jobs):
    def fit(copy):
        return SilhouetteKSelector(
            scale_and_cluster(copy),
            param_name="kmeans__n_clusters",
            param_range=[2, 3, 4],
            n_jobs=n_jobs,
        )

    given = stretched.copy()
    search, safe = fit(copy=False).fit(stretched), fit(copy=True).fit(given)
    assert_array_equal(search.results_["score"], safe.results_["score"])
    assert_array_equal(search.labels_, safe.labels_)
    assert search.score(stretched) == safe.score(given)
    assert_array_equal(search.predict(stretched), safe.predict(given))
    assert_array_equal(stretched, given)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_distances_that_hdbscan_overwrites(three_groups, n_jobs):
    D = pairwise_distances(three_groups[0])
    given = D.copy()
    selector = SilhouetteKSelector(
        HDBSCAN(metric="precomputed"),
        param_name="min_cluster_size",
        param_range=[5, 10],
        n_jobs=n_jobs,
    ).fit(D)
    assert_array_equal(D, given)
    for i, size in enumerate([5, 10]):
        clusterer = HDBSCAN(size, metric="precomputed", copy=True)
        labels = clusterer.fit_predict(given)
        expected = silhouette_score(
            given, labels, metric="precomputed", noise_label="negative"
        )
        assert selector.results_["score"][i] == pytest.approx(expected, rel=1e-12)


def test_scorers_get_data_of_their_own(stretched):
    def spoil(estimator, X):
        estimator.predict(X)  # scales X in place
        X[:] = 0
        return 1.0

    given = stretched.copy()
    scoring = {
        "seen": make_scorer(silhouette_score, space="transformed"),
        "spoil": spoil,
        "again": make_scorer(silhouette_score, space="transformed"),
    }
    search = ClusterSearch(
        scale_and_cluster(copy=False), {"kmeans__n_clusters": [2, 3]}, scoring=scoring
    ).fit(stretched)
    assert_array_equal(stretched, given)
    scaled = StandardScaler().fit_transform(given)
    for i, k in enumerate([2, 3]):
        labels = KMeans(k, random_state=0).fit_predict(scaled)
        expected = pytest.approx(silhouette_score(scaled, labels), rel=1e-9)
        assert search.results_["score_seen"][i] == expected
        assert search.results_["score_again"][i] == expected
    assert search.score(stretched) == pytest.approx(search.best_score_, rel=1e-12)


def test_memory_maps_and_read_only_data(stretched, tmp_path):
    np.save(tmp_path / "X.npy", stretched)
    frozen = stretched.copy()
    frozen.flags.writeable = False
    for data in (np.load(tmp_path / "X.npy", mmap_mode="r"), frozen):
        search = ClusterSearch(
            scale_and_cluster(copy=False), {"kmeans__n_clusters": [2, 3]}
        )
        assert search.fit(data).results_["status"].tolist() == ["ok", "ok"]
