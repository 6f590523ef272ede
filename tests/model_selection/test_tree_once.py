"""Agglomerative sweeps build one tree; what they find is what each fit finds alone."""

import pickle

import numpy as np
import pytest
from joblib import Memory, parallel_config
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.decomposition import PCA
from sklearn.metrics import pairwise_distances
from sklearn.neighbors import kneighbors_graph
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import CandidateFailedWarning, ClusterSearch, SilhouetteKSelector
from skclustmetrics.model_selection._candidates import make_candidates
from skclustmetrics.model_selection._fitting import fit_candidates, make_estimators

COUNTS = [2, 3, 7, 20]


class Tree:
    """A metric that counts how often a tree is built."""

    def __init__(self):
        self.n_built = 0

    def __call__(self, X):
        self.n_built += 1
        return pairwise_distances(X)


@pytest.fixture(scope="module")
def X():
    rng = np.random.default_rng(8)
    points = rng.normal(size=(150, 3)) + 4 * rng.integers(0, 3, (150, 1))
    points[20:30] = points[10:20]  # ties
    return points


def fit_all(estimator, grid, X, **params):
    search = ClusterSearch(estimator, grid, random_state=0, **params)
    candidates = make_candidates(grid)
    estimators = make_estimators(estimator, candidates, np.random.RandomState(0))
    return candidates, fit_candidates(search, estimators, candidates, X, None, {})


def assert_as_alone(estimator, grid, X, **params):
    candidates, fits = fit_all(estimator, grid, X, **params)
    for candidate, fit in zip(candidates, fits, strict=True):
        alone = clone(estimator).set_params(**candidate)
        assert_array_equal(fit.labels, alone.fit_predict(X))
        final, expected = fit.estimator, alone
        if hasattr(alone, "steps"):
            final, expected = final[-1], expected[-1]
        assert final.get_params() == expected.get_params()
        assert set(vars(final)) == set(vars(expected))
        assert_array_equal(final.children_, expected.children_)
        assert final.n_clusters_ == expected.n_clusters_


@pytest.mark.parametrize("linkage", ["ward", "average", "complete", "single"])
@pytest.mark.parametrize("connected", [False, True])
@pytest.mark.parametrize("metric", ["euclidean", "manhattan"])
@pytest.mark.filterwarnings("ignore:the number of connected components")
def test_labels_are_those_of_separate_fits(X, linkage, connected, metric):
    if linkage == "ward" and metric != "euclidean":
        pytest.skip("ward is Euclidean")
    graph = kneighbors_graph(X, 8) if connected else None
    clusterer = AgglomerativeClustering(
        linkage=linkage, metric=metric, connectivity=graph
    )
    candidates, fits = fit_all(clusterer, {"n_clusters": COUNTS}, X)
    for params, fit in zip(candidates, fits, strict=True):
        alone = clone(clusterer).set_params(**params).fit(X)
        assert_array_equal(fit.labels, alone.labels_)
        assert_array_equal(fit.estimator.children_, alone.children_)
        assert fit.estimator.memory is None
    tree = fits[0].estimator.children_
    assert all(fit.estimator.children_ is tree for fit in fits)


def test_other_distances(X):
    D = pairwise_distances(X, metric="chebyshev")
    clusterer = AgglomerativeClustering(metric="precomputed", linkage="average")
    assert_as_alone(clusterer, {"n_clusters": COUNTS}, D)
    clusterer = AgglomerativeClustering(compute_distances=True)
    assert_as_alone(clusterer, {"n_clusters": COUNTS}, X)


def test_thresholds(X):
    clusterer = AgglomerativeClustering(n_clusters=None, linkage="complete")
    grid = {"distance_threshold": [0.5, 2.0, 5.0]}
    assert_as_alone(clusterer, grid, X)
    both = [grid, {"n_clusters": [2, 3], "distance_threshold": [None]}]
    assert_as_alone(clusterer, both, X)


def test_trees_that_stop_early(X):
    # from 100 clusters on, a connectivity lets scikit-learn stop before the root
    clusterer = AgglomerativeClustering(connectivity=kneighbors_graph(X, 20))
    candidates, fits = fit_all(clusterer, {"n_clusters": [3, 110, 5, 120]}, X)
    for params, fit in zip(candidates, fits, strict=True):
        alone = clone(clusterer).set_params(**params).fit(X)
        assert_array_equal(fit.labels, alone.labels_)
        assert_array_equal(fit.estimator.children_, alone.children_)


def test_grids_have_one_tree_for_each_setting(X):
    grid = {"linkage": ["average", "single", "ward"], "n_clusters": COUNTS}
    assert_as_alone(AgglomerativeClustering(), grid, X)


@pytest.mark.parametrize("prefix", ["", "agglomerativeclustering__"])
def test_one_tree_is_built(X, prefix):
    built = Tree()
    clusterer = AgglomerativeClustering(metric="l1", linkage="average")
    estimator = make_pipeline(StandardScaler(), clusterer) if prefix else clusterer
    grid = {f"{prefix}metric": [built], f"{prefix}n_clusters": COUNTS}
    # clones would count for themselves
    built.__sklearn_clone__ = lambda: built
    ClusterSearch(estimator, grid).fit(X)
    assert built.n_built == 1


def test_pipelines(X):
    pipeline = make_pipeline(StandardScaler(), AgglomerativeClustering())
    grid = {"agglomerativeclustering__n_clusters": COUNTS}
    assert_as_alone(pipeline, grid, X)
    pipeline = make_pipeline(PCA(), AgglomerativeClustering())
    grid["pca__n_components"] = [1, 2]  # other data, other trees
    assert_as_alone(pipeline, grid, X)


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_workers(X, backend):
    grid = {"linkage": ["average", "ward"], "n_clusters": COUNTS}
    with parallel_config(backend=backend):
        assert_as_alone(AgglomerativeClustering(), grid, X, n_jobs=2)


def test_memory_of_the_user_is_used(X, tmp_path):
    memory = Memory(tmp_path, verbose=0)
    selector = SilhouetteKSelector(
        AgglomerativeClustering(memory=memory), param_range=COUNTS
    ).fit(X)
    assert selector.best_estimator_.memory.location == memory.location
    assert list(tmp_path.rglob("output.pkl"))


def test_candidates_that_fail(X):
    with pytest.warns(CandidateFailedWarning, match="2 of 4"):
        search = ClusterSearch(
            AgglomerativeClustering(), {"n_clusters": [0, 2, 151, 3]}
        ).fit(X)
    expected = AgglomerativeClustering(search.best_k_).fit_predict(X)
    assert_array_equal(search.labels_, expected)
    assert search.best_estimator_.memory is None


def test_nothing_of_it_stays(X):
    selector = SilhouetteKSelector(AgglomerativeClustering(), param_range=COUNTS)
    selector.fit(X)
    assert selector.best_estimator_.memory is None
    alone = SilhouetteKSelector(
        AgglomerativeClustering(), param_range=[selector.best_k_]
    ).fit(X)
    sizes = [len(pickle.dumps(s.best_estimator_)) for s in (selector, alone)]
    assert sizes[0] == sizes[1]


def test_other_clusterers_are_left_alone(X):
    class Mine(AgglomerativeClustering):
        def fit(self, X, y=None):
            assert self.memory is None
            return super().fit(X)

    for clusterer in (Mine(), KMeans(n_init=1)):
        selector = SilhouetteKSelector(clusterer, param_range=[2, 3], random_state=0)
        assert selector.fit(X).results_["status"].tolist() == ["ok", "ok"]
