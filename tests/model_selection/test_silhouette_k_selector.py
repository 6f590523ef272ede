import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, csr_matrix
from sklearn.base import clone
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
from sklearn.datasets import load_iris
from sklearn.metrics import pairwise_distances
from sklearn.metrics import silhouette_samples as sklearn_silhouette_samples
from sklearn.metrics import silhouette_score as sklearn_silhouette_score
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    CandidateFailedWarning,
    ClusterSearch,
    SilhouetteKSelector,
    UndefinedMetricWarning,
)

CLUSTERERS = [
    (KMeans(n_init=3), "auto", None),
    (MiniBatchKMeans(n_init=3), "auto", None),
    (BisectingKMeans(), "auto", None),
    (Birch(threshold=0.3), "auto", None),
    (AgglomerativeClustering(), "auto", None),
    (SpectralClustering(), "auto", [2, 3, 4]),
    (GaussianMixture(n_init=2), "auto", [2, 3, 4]),
    (DBSCAN(min_samples=3), "eps", [0.5, 1.0, 2.0]),
    (HDBSCAN(copy=True), "min_cluster_size", [5, 10, 20]),
    (OPTICS(), "min_samples", [5, 10, 20]),
    (MeanShift(), "bandwidth", [1.5, 3.0]),
    (AffinityPropagation(preference=-100), "damping", [0.7, 0.9]),
    (make_pipeline(StandardScaler(), KMeans(n_init=3)), "kmeans__n_clusters", None),
]


@pytest.mark.parametrize(
    ("estimator", "name", "values"),
    CLUSTERERS,
    ids=lambda value: type(value).__name__ if hasattr(value, "fit") else "",
)
def test_every_clusterer(three_groups, estimator, name, values):
    X, _ = three_groups
    selector = SilhouetteKSelector(
        estimator, param_name=name, param_range=values, random_state=0
    ).fit(X)
    assert selector.n_clusters_ == 3
    assert selector.best_k_ == 3
    assert selector.best_estimator_ is not estimator
    assert type(selector.best_estimator_) is type(estimator)
    assert set(selector.best_params_) <= set(estimator.get_params())
    clustered = selector.labels_ >= 0
    assert selector.coverage_ == pytest.approx(clustered.mean())
    assert selector.best_score_ == pytest.approx(
        sklearn_silhouette_score(X[clustered], selector.labels_[clustered]), rel=1e-12
    )
    assert_allclose(
        selector.silhouette_samples_[clustered],
        sklearn_silhouette_samples(X[clustered], selector.labels_[clustered]),
        rtol=1e-9,
    )
    assert np.isnan(selector.silhouette_samples_[~clustered]).all()
    assert hasattr(selector, "predict") == hasattr(estimator, "predict")
    assert hasattr(selector, "score") == hasattr(estimator, "predict")
    assert not hasattr(selector, "transform")


def test_results_agree_with_a_loop_over_scikit_learn(three_groups):
    X, _ = three_groups
    selector = SilhouetteKSelector(
        KMeans(n_init=2, random_state=0), param_range=range(2, 8)
    ).fit(X)
    results = selector.results_
    assert_array_equal(results["param_n_clusters"], np.arange(2, 8))
    assert results["params"] == [{"n_clusters": k} for k in range(2, 8)]
    assert list(results["status"]) == ["ok"] * 6
    for i, k in enumerate(range(2, 8)):
        labels = KMeans(k, n_init=2, random_state=0).fit_predict(X)
        values = sklearn_silhouette_samples(X, labels)
        assert results["n_clusters"][i] == k
        assert results["score"][i] == pytest.approx(values.mean(), rel=1e-12)
        assert results["ranking_score"][i] == results["score"][i]
        assert results["standard_error"][i] == pytest.approx(
            values.std(ddof=1) / np.sqrt(90), rel=1e-9
        )
        means = [values[labels == c].mean() for c in range(k)]
        assert results["macro_score"][i] == pytest.approx(np.mean(means), rel=1e-9)
    assert (results["fit_time"] > 0).all()
    assert (results["score_time"] > 0).all()
    frame = pd.DataFrame(results)
    assert frame.shape == (6, len(results))
    assert selector.results_["score"][selector.best_index_] == selector.best_score_


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_average_decides_what_is_ranked(known_labels, average):
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 1, (80, 1)), [[8.0], [8.2], [16.0], [30.0]]])
    coarse, fine = np.zeros(84, int), np.zeros(84, int)
    coarse[80:], fine[80:] = 1, [1, 1, 2, 2]
    selector = SilhouetteKSelector(
        known_labels([coarse, fine]),
        param_name="which",
        param_range=[0, 1],
        average=average,
    ).fit(X)
    for i, labels in enumerate((coarse, fine)):
        values = sklearn_silhouette_samples(X, labels)
        groups = [values[labels == c] for c in np.unique(labels)]
        if average == "micro":
            score, error = values.mean(), values.std(ddof=1) / np.sqrt(84)
        else:
            score = np.mean([group.mean() for group in groups])
            square = np.sum([group.var(ddof=1) / group.size for group in groups])
            error = np.sqrt(square) / len(groups)
        assert selector.results_["score"][i] == pytest.approx(score, rel=1e-9)
        assert selector.results_["standard_error"][i] == pytest.approx(error, rel=1e-9)
    assert selector.best_index_ == np.argmax(selector.results_["score"])


@pytest.mark.parametrize("order", [[2, 3, 4, 5], [5, 4, 3, 2], [4, 2, 5, 3]])
def test_ties_go_to_the_fewest_clusters(order):
    X = np.full((8, 2), 1.5)
    selector = SilhouetteKSelector(AgglomerativeClustering(), param_range=order).fit(X)
    assert selector.best_k_ == 2
    assert selector.best_score_ == 0.0
    assert_array_equal(selector.results_["score"], np.zeros(4))


def test_scores_that_differ_by_rounding_tie(known_labels, three_groups):
    X, y = three_groups
    # in another order of rows the sums differ in their last digits
    swapped = np.array([2, 0, 1])[y]
    for labelings in ([y, swapped], [swapped, y]):
        selector = SilhouetteKSelector(
            known_labels(labelings), param_name="which", param_range=[0, 1]
        ).fit(X * 0.1 + 0.7)
        assert selector.best_index_ == 0


def test_ties_in_clusters_found_go_to_the_fewest_asked_for():
    X = np.repeat([[0.0], [5.0], [11.0]], 5, axis=0)
    with pytest.warns(match="Number of distinct clusters"):
        selector = SilhouetteKSelector(
            KMeans(n_init=1), param_range=[5, 4, 3, 2], random_state=0
        ).fit(X)
    results = selector.results_
    assert_array_equal(results["param_n_clusters"], [5, 4, 3, 2])
    assert_array_equal(results["n_clusters"], [3, 3, 3, 2])
    assert_allclose(results["score"][:3], 1.0)
    assert selector.best_k_ == 3
    assert selector.n_clusters_ == 3
    assert set(results["status"]) == {"ok"}


def test_as_many_clusters_as_samples_end_no_sweep():
    X = np.array([[0.0], [0.2], [0.4], [7.0], [7.3], [7.5]])
    selector = SilhouetteKSelector(
        KMeans(n_init=3, random_state=0), param_range=range(2, 9)
    )
    with pytest.warns(CandidateFailedWarning, match="3 of 7 candidates") as caught:
        selector.fit(X)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert selector.best_k_ == 2
    assert selector.best_score_ == pytest.approx(0.957457397775437, rel=1e-12)
    results = selector.results_
    assert_array_equal(np.isnan(results["score"]), [0, 0, 0, 0, 1, 1, 1])
    assert_array_equal(results["n_clusters"], [2, 3, 4, 5, 6, 0, 0])
    assert results["status"][4].startswith("undefined: Number of labels is 6")
    assert results["status"][5].startswith("failed: ValueError: n_samples=6")


def test_default_range_is_cut_to_the_samples():
    X = np.array([[0.0], [0.2], [0.4], [7.0], [7.3], [7.5]])
    selector = SilhouetteKSelector(random_state=0).fit(X)
    assert_array_equal(selector.results_["param_n_clusters"], [2, 3, 4, 5])
    rng = np.random.default_rng(0)
    selector = SilhouetteKSelector(random_state=0).fit(rng.normal(size=(30, 2)))
    assert_array_equal(selector.results_["param_n_clusters"], np.arange(2, 11))
    assert isinstance(selector.best_estimator_, KMeans)


def test_metric_reaches_the_silhouettes():
    X = np.array([[0, 0], [1, 1], [0, 3], [9, 0], [10, 1], [9, 4], [4, 12], [5, 13.0]])
    selector = SilhouetteKSelector(
        AgglomerativeClustering(metric="manhattan", linkage="average"),
        param_range=[2, 3, 4],
        metric="manhattan",
    ).fit(X)
    assert selector.best_k_ == 3
    assert selector.best_score_ == pytest.approx(0.7560018832574444, rel=1e-12)
    same = SilhouetteKSelector(
        AgglomerativeClustering(metric="manhattan", linkage="average"),
        param_range=[2, 3, 4],
        metric="minkowski",
        metric_params={"p": 1},
    ).fit(X)
    assert_allclose(same.results_["score"], selector.results_["score"], rtol=1e-12)


def test_iris_has_two_clusters_by_this_criterion():
    X = load_iris().data
    selector = SilhouetteKSelector(
        KMeans(n_init=10, random_state=0), param_range=[2, 3, 4, 5, 6]
    ).fit(X)
    assert selector.best_k_ == 2
    assert_allclose(
        selector.results_["score"][:2], [0.6810461692117465, 0.55281901235641], 1e-12
    )
    table = selector.results_table().splitlines()
    assert len(table) == 6
    assert (
        table[0].split()
        == (
            "n_clusters found coverage score ranking_score standard_error macro_score "
            "fit_time status"
        ).split()
    )
    assert [line.startswith("*") for line in table[1:]] == [True] + [False] * 4
    assert table[1].split()[1:5] == ["2", "2", "1.0000", "0.6810"]


def test_precomputed_distances_by_metric_of_either_side(three_groups):
    X, _ = three_groups
    D = pairwise_distances(X)
    inner = AgglomerativeClustering(metric="precomputed", linkage="average")
    for metric in ("euclidean", "precomputed"):
        selector = SilhouetteKSelector(inner, param_range=[2, 3, 4], metric=metric)
        assert selector.__sklearn_tags__().input_tags.pairwise
        assert selector.__sklearn_tags__().input_tags.positive_only
        selector.fit(D)
        assert selector.best_k_ == 3
        assert selector.best_score_ == pytest.approx(0.8530816349627863, rel=1e-12)


def test_precomputed_in_a_pipeline_that_computes_the_distances(three_groups):
    from sklearn.preprocessing import FunctionTransformer

    X, _ = three_groups
    pipeline = make_pipeline(
        FunctionTransformer(pairwise_distances),
        AgglomerativeClustering(metric="precomputed", linkage="average"),
    )
    selector = SilhouetteKSelector(
        pipeline, param_name="agglomerativeclustering__n_clusters", param_range=[2, 3]
    ).fit(X)
    assert not selector.__sklearn_tags__().input_tags.pairwise
    assert selector.best_score_ == pytest.approx(0.8530816349627863, rel=1e-12)


@pytest.mark.parametrize("container", [csr_matrix, csr_array])
@pytest.mark.parametrize("index_dtype", [np.int32, np.int64])
def test_sparse_data(three_groups, container, index_dtype):
    X, _ = three_groups
    X = np.where(np.abs(X) < 0.5, 0.0, X)
    sparse = container(X)
    sparse.indices = sparse.indices.astype(index_dtype)
    sparse.indptr = sparse.indptr.astype(index_dtype)
    dense = SilhouetteKSelector(KMeans(n_init=3), random_state=0).fit(X)
    selector = SilhouetteKSelector(KMeans(n_init=3), random_state=0).fit(sparse)
    assert selector.best_k_ == dense.best_k_ == 3
    assert selector.best_score_ == pytest.approx(dense.best_score_, rel=1e-9)
    assert_array_equal(selector.predict(sparse), selector.labels_)


def test_float32_ranks_as_float64(three_groups):
    X, _ = three_groups
    single = SilhouetteKSelector(random_state=0).fit(X.astype(np.float32))
    double = SilhouetteKSelector(random_state=0).fit(X)
    assert single.best_k_ == double.best_k_ == 3
    assert single.best_score_ == pytest.approx(double.best_score_, rel=1e-5)


def test_data_frame_names_reach_the_clusterer(three_groups, recwarn):
    X = pd.DataFrame(three_groups[0], columns=["width", "height"])
    selector = SilhouetteKSelector(
        make_pipeline(StandardScaler(), KMeans(n_init=3)),
        param_name="kmeans__n_clusters",
        random_state=0,
    ).fit(X)
    assert_array_equal(selector.feature_names_in_, ["width", "height"])
    assert_array_equal(selector.best_estimator_.feature_names_in_, ["width", "height"])
    assert_array_equal(selector.predict(X), selector.labels_)
    assert selector.score(X) == pytest.approx(selector.best_score_, rel=1e-12)
    assert not recwarn.list
    with pytest.raises(ValueError, match="feature names"):
        selector.predict(X.rename(columns={"width": "breadth"}))


def test_sample_size_draws_the_same_samples_for_all(three_groups):
    X, _ = three_groups
    selector = SilhouetteKSelector(
        AgglomerativeClustering(), sample_size=40, random_state=5
    ).fit(X)
    drawn = ~np.isnan(selector.silhouette_samples_)
    assert drawn.sum() == 40
    assert selector.best_k_ == 3
    for i, params in enumerate(selector.results_["params"]):
        labels = AgglomerativeClustering(**params).fit_predict(X)
        assert selector.results_["score"][i] == pytest.approx(
            sklearn_silhouette_score(X[drawn], labels[drawn]), rel=1e-12
        )
    D = pairwise_distances(X)
    same = SilhouetteKSelector(
        AgglomerativeClustering(metric="precomputed", linkage="average"),
        sample_size=40,
        random_state=5,
    ).fit(D)
    assert same.best_score_ == pytest.approx(selector.best_score_, rel=1e-12)
    everything = SilhouetteKSelector(AgglomerativeClustering(), sample_size=5000)
    assert not np.isnan(everything.fit(X).silhouette_samples_).any()


def test_clone_parameters_and_pickle(three_groups):
    X, _ = three_groups
    selector = SilhouetteKSelector(KMeans(n_init=5, random_state=0))
    selector.set_params(estimator__n_init=3, average="macro")
    assert selector.estimator.n_init == 3
    assert selector.get_params()["estimator__n_init"] == 3
    assert clone(selector).get_params()["average"] == "macro"
    assert repr(selector) == (
        "SilhouetteKSelector(average='macro', "
        "estimator=KMeans(n_init=3, random_state=0))"
    )
    unfitted = pickle.loads(pickle.dumps(selector))
    assert not hasattr(unfitted, "best_k_")
    for candidate in (selector, clone(selector), unfitted):
        assert candidate.fit(X).best_k_ == 3
    fitted = pickle.loads(pickle.dumps(selector))
    assert_array_equal(fitted.labels_, selector.labels_)
    assert_array_equal(fitted.predict(X), selector.predict(X))
    assert fitted.results_table() == selector.results_table()
    assert not hasattr(clone(selector), "results_")


def test_grid_search_around_a_selector(three_groups):
    X, _ = three_groups
    search = GridSearchCV(
        SilhouetteKSelector(KMeans(n_init=2), param_range=[2, 3, 4], random_state=0),
        {"estimator__init": ["k-means++", "random"], "average": ["micro", "macro"]},
        cv=3,
    ).fit(X)
    assert search.best_estimator_.best_k_ == 3
    assert (search.cv_results_["mean_test_score"] > 0.8).all()


def test_score_is_the_silhouette_of_what_is_predicted(three_groups):
    X, _ = three_groups
    selector = SilhouetteKSelector(KMeans(n_init=3), random_state=0).fit(X[:60])
    expected = sklearn_silhouette_score(X[60:], selector.predict(X[60:]))
    assert selector.score(X[60:]) == pytest.approx(expected, rel=1e-12)
    one_group = X[selector.predict(X) == 0]
    with pytest.warns(UndefinedMetricWarning):
        assert np.isnan(selector.score(one_group))


def test_a_selector_is_a_cluster_search():
    assert issubclass(SilhouetteKSelector, ClusterSearch)
    assert "refit" not in SilhouetteKSelector().get_params()
    assert "scoring" not in SilhouetteKSelector().get_params()


def test_one_score_for_any_order_of_rows(three_groups):
    X, _ = three_groups
    order = np.random.default_rng(1).permutation(len(X))
    given = SilhouetteKSelector(AgglomerativeClustering()).fit(X)
    other = SilhouetteKSelector(AgglomerativeClustering()).fit(X[order])
    assert_allclose(given.results_["score"], other.results_["score"], rtol=1e-12)
