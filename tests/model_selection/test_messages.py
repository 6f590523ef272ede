"""Errors and warnings of searches and scorers say what to do."""

import numpy as np
import pytest
from sklearn.cluster import DBSCAN, HDBSCAN, FeatureAgglomeration, KMeans

from skclustmetrics import (
    ClusterSearch,
    ResubstitutionSplit,
    SilhouetteKSelector,
    davies_bouldin_score,
    make_scorer,
    silhouette_score,
)


def test_arguments_that_an_index_does_not_take():
    message = r"davies_bouldin_score has no argument 'metric'.*it takes .*sample_weight"
    with pytest.raises(TypeError, match=message):
        make_scorer(davies_bouldin_score, metric="l1")
    scorer = make_scorer(silhouette_score, foo=1)  # for a metric that is checked later
    with pytest.raises((TypeError, ValueError), match="foo"):
        scorer(KMeans(2, random_state=0), np.eye(5))


def test_clusterer_of_features():
    X = np.random.default_rng(0).normal(size=(20, 4))
    with pytest.raises(
        ValueError, match=r"FeatureAgglomeration labels 20 samples by .* \(4,\)"
    ):
        make_scorer(silhouette_score)(FeatureAgglomeration(2), X)


@pytest.mark.parametrize("noise", ["singletons", "cluster", "nearest"])
def test_policies_that_keep_rows_with_nan(three_groups, noise):
    X, _ = three_groups
    X = X.copy()
    X[:5, 0] = np.nan
    clusterer = HDBSCAN(min_cluster_size=5, copy=True)
    message = f"noise='{noise}' keeps rows .*; noise='drop' leaves them out"
    scorer = make_scorer(silhouette_score, noise=noise)
    with pytest.raises(ValueError, match=message):
        scorer(clusterer, X)
    search = ClusterSearch(clusterer, {"min_cluster_size": [5]}, scoring=scorer)
    with pytest.raises(ValueError, match=message):
        search.fit(X)
    search = ClusterSearch(clusterer, {"min_cluster_size": [5]}, noise=noise)
    with pytest.raises(ValueError, match=message):
        search.fit(X)
    assert search.set_params(noise="drop").fit(X).coverage_ < 1
    # a row in a cluster is not finite either: no policy helps
    with pytest.raises(ValueError) as caught:
        scorer.score_labels(X, np.r_[0, np.full(44, -1), np.repeat([0, 1, 2], 15)])
    assert "noise=" not in str(caught.value)


def test_the_index_that_leaves_noise_out_is_named(three_groups):
    X = np.vstack([three_groups[0], [[50.0, 50.0]]])
    search = ClusterSearch(
        DBSCAN(), {"eps": [1.5]}, scoring={"db": davies_bouldin_score}
    )
    with pytest.warns(UserWarning, match="^davies_bouldin leaves noise out"):
        search.fit(X)


def test_nothing_to_split():
    with pytest.raises(ValueError, match="'X' parameter should not be None"):
        next(ResubstitutionSplit().split(None))


@pytest.mark.parametrize("error_score", [np.nan, "raise"])
def test_noise_label_that_means_no_label_is_one_error(three_groups, error_score):
    X, y = three_groups
    selector = SilhouetteKSelector(
        KMeans(random_state=0), noise_label="Negative", error_score=error_score
    )
    with pytest.raises(ValueError, match=r"^noise_label='Negative' is a string"):
        selector.fit(X)
    search = ClusterSearch(
        KMeans(random_state=0), scoring="adjusted_rand", noise_label="Negative"
    )
    with pytest.raises(ValueError, match=r"^noise_label='Negative' is a string"):
        search.fit(X, y)
