"""Estimators that overwrite what they are given, while it is scored as it was."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import make_scorer, silhouette_score
from skclustmetrics.scorers._own_copy import own_copy


class Spoiler(ClusterMixin, BaseEstimator):
    """Split at the mean of the first feature, and leave zeros behind."""

    def fit(self, X, y=None):
        self.labels_ = (X[:, 0] > X[:, 0].mean()).astype(int)
        X[:] = 0
        return self


@pytest.mark.parametrize("fitted", [False, True])
@pytest.mark.parametrize("space", ["input", "transformed"])
def test_scaling_in_place(fitted, space, three_groups):
    X = 100 + three_groups[0] * [1.0, 50.0]
    given = X.copy()
    scaled = StandardScaler().fit_transform(X)
    pipeline = make_pipeline(
        StandardScaler(copy=False), KMeans(3, n_init=3, random_state=0)
    )
    if fitted:
        pipeline.fit(X.copy())
    labels = KMeans(3, n_init=3, random_state=0).fit_predict(scaled)
    score = make_scorer(silhouette_score, space=space)(pipeline, X)
    seen = given if space == "input" else scaled
    assert score == pytest.approx(silhouette_score(seen, labels), rel=1e-9)
    np.testing.assert_array_equal(X, given)


def test_distances_that_hdbscan_overwrites(three_groups):
    D = euclidean_distances(three_groups[0])
    given = D.copy()
    clusterer = HDBSCAN(min_cluster_size=5, metric="precomputed")
    score = make_scorer(silhouette_score)(clusterer, D)
    safe = HDBSCAN(min_cluster_size=5, metric="precomputed", copy=True)
    assert score == make_scorer(silhouette_score)(safe, given)
    np.testing.assert_array_equal(D, given)


def test_last_step_that_overwrites_what_is_scored(three_groups):
    X, _ = three_groups
    scorer = make_scorer(silhouette_score, space="transformed")
    scaled = StandardScaler().fit_transform(X)
    expected = silhouette_score(scaled, Spoiler().fit(scaled.copy()).labels_)
    pipeline = make_pipeline(StandardScaler(), Spoiler())
    assert scorer(pipeline, X) == pytest.approx(expected, rel=1e-12)


def test_read_only_data_and_memory_maps(three_groups, tmp_path):
    X, _ = three_groups
    expected = silhouette_score(X, Spoiler().fit(X.copy()).labels_)
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    frozen = X.copy()
    frozen.flags.writeable = False
    for data in (mapped, frozen):
        assert make_scorer(silhouette_score)(Spoiler(), data) == expected
        assert own_copy(data).flags.writeable
    assert type(own_copy(mapped)) is np.ndarray


def test_copies_of_every_container():
    pandas = pytest.importorskip("pandas")
    F = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    assert own_copy(F).flags.f_contiguous
    sparse = csr_matrix(F)
    own_copy(sparse).data[:] = 7
    assert sparse.max() == 5
    frame = pandas.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    copied = own_copy(frame)
    copied.loc[0, "a"] = 9
    assert frame.loc[0, "a"] == 1
    assert own_copy(["some", "texts"]) == ["some", "texts"]
