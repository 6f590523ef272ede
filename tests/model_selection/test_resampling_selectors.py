"""Selectors by prediction strength and by stability: oracles, known numbers, use."""

import gzip
import json
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClusterMixin, clone
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris, load_wine, make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, scale

from skclustmetrics import (
    CandidateFailedWarning,
    PredictionStrengthKSelector,
    ResubstitutionSplit,
    StabilityKSelector,
    clustering_instability,
    consensus_stability,
    make_scorer,
    silhouette_score,
)

DATA = Path(__file__).parents[1] / "data"
ORACLES = json.loads(gzip.decompress((DATA / "strength_oracles.json.gz").read_bytes()))
METHODS = ("instability", "jaccard", "consensus")
SELECTORS = [
    PredictionStrengthKSelector(n_splits=4, param_range=[1, 2, 3, 4]),
    *(
        StabilityKSelector(method=method, n_resamples=4, param_range=[2, 3, 4])
        for method in METHODS
    ),
]
every_selector = pytest.mark.parametrize(
    "selector", SELECTORS, ids=lambda s: str(s)[:40]
)


@pytest.fixture(scope="module")
def three():
    centres = np.array([[0, 0], [8, 0], [4, 7]])
    return make_blobs(90, centers=centres, random_state=0)[0]


@pytest.fixture(scope="module")
def stored():
    with np.load(DATA / "internal_oracles.npz") as file:
        return dict(file)


class ScaledAverageLinkage(ClusterMixin, BaseEstimator):
    """What fpc's hclustCBI does: standardise the samples it is given, then cluster."""

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def fit(self, X, y=None):
        Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
        tree = AgglomerativeClustering(self.n_clusters, linkage="average")
        self.labels_ = tree.fit_predict(Z)
        return self


@pytest.mark.parametrize("key", sorted(ORACLES["values"]))
def test_prediction_strength_of_r(stored, key):
    """Up to 5 clusters: with more some are tiny, which fpc sees otherwise."""
    dataset, classification = key.split("|")
    values = ORACLES["values"][key]
    n_splits = 40
    selector = PredictionStrengthKSelector(
        ScaledAverageLinkage(),
        param_range=[2, 3, 4, 5],
        n_splits=n_splits,
        cutoff=1e-9,
        classification="average" if classification == "averagedist" else "centroid",
        random_state=0,
    ).fit(stored[f"X|{dataset}"])
    own_errors = selector.results_["standard_error"]
    for k, found in zip(range(2, 6), selector.results_["score"], strict=True):
        expected = values[str(k)]
        error = np.hypot(
            expected["sd"] / np.sqrt(ORACLES["n_splits"]), own_errors[k - 2]
        )
        assert abs(found - expected["mean"]) <= 4.5 * error + 1e-9, (k, found, expected)


def test_numbers_that_r_chooses_on_iris():
    """fpc: strengths 1, 0.98, 0.631, 0.535, 0.486, 0.453; nselectboot picks 2."""
    X, _ = load_iris(return_X_y=True)
    model = KMeans(init="random", n_init=1)  # as fpc's kmeansCBI
    selector = PredictionStrengthKSelector(
        model, param_range=range(1, 7), n_splits=25, random_state=0
    ).fit(X)
    assert selector.best_k_ == 2
    expected = [1, 0.98, 0.631, 0.535, 0.486, 0.453]
    error = 4 * selector.results_["standard_error"] * np.sqrt(1.5)
    assert (np.abs(selector.results_["score"] - expected) <= error + 1e-9).all()
    selector = StabilityKSelector(
        model, param_range=range(2, 7), n_resamples=15, random_state=0
    ).fit(X)
    assert selector.best_k_ == 2


@pytest.mark.parametrize("method", METHODS)
def test_known_numbers(three, method):
    selector = StabilityKSelector(
        KMeans(n_init=2),
        param_range=range(2, 6),
        method=method,
        n_resamples=10,
        random_state=0,
    ).fit(three)
    assert selector.best_k_ == 3
    strength = PredictionStrengthKSelector(
        KMeans(n_init=1), param_range=range(1, 6), n_splits=10, random_state=0
    ).fit(three)
    assert strength.best_k_ == 3


def test_wine_and_no_clusters():
    X = scale(load_wine().data)
    model = KMeans(n_init=3)
    kwds = {"param_range": range(1, 5), "n_splits": 10, "random_state": 0}
    assert PredictionStrengthKSelector(model, **kwds).fit(X).best_k_ == 3
    nothing = np.random.RandomState(0).randn(120, 4)
    assert PredictionStrengthKSelector(model, **kwds).fit(nothing).best_k_ == 1


def test_values_are_those_of_the_functions(three):
    """The selector draws other resamples, the same for every candidate."""
    kwds = {"n_resamples": 20, "random_state": 0}
    selector = StabilityKSelector(AgglomerativeClustering(), param_range=[2, 4], **kwds)
    selector.fit(three)
    for position, k in enumerate((2, 4)):
        found = clustering_instability(
            AgglomerativeClustering(k), three, n_resamples=20, random_state=1
        )
        error = np.hypot(
            selector.results_["standard_error"][position], found.standard_error
        )
        difference = selector.results_["score"][position] - found.score
        assert abs(difference) <= 4.5 * error


def test_consensus_and_jaccard_by_hand(three):
    """With all samples in every subsample, nothing is left to chance."""
    model = AgglomerativeClustering()
    for method, score in (("consensus", 0.0), ("jaccard", 1.0)):
        selector = StabilityKSelector(
            model,
            param_range=[2, 3],
            method=method,
            scheme="subsample",
            sample_fraction=1.0,
            n_resamples=3,
        ).fit(three)
        np.testing.assert_array_equal(selector.results_["score"], score)
        assert selector.best_k_ == 2  # the fewest of equals
    area = consensus_stability(
        AgglomerativeClustering(2), three, sample_fraction=1.0, n_resamples=2
    ).area
    sizes = np.bincount(AgglomerativeClustering(2).fit_predict(three))
    together = (sizes @ (sizes - 1)) / (90 * 89)
    assert area == pytest.approx(1 - together)


@every_selector
def test_results(selector, three):
    fitted = clone(selector).set_params(random_state=0).fit(three)
    results = fitted.results_
    assert (results["status"] == "ok").all()
    assert fitted.best_score_ == results["score"][fitted.best_index_]
    assert fitted.coverage_ == 1
    assert fitted.labels_.shape == (90,)
    assert fitted.n_clusters_ == fitted.best_k_
    assert (results["n_failed"] == 0).all()
    lower = getattr(selector, "method", None) in ("instability", "consensus")
    sign = -1 if lower else 1
    np.testing.assert_array_equal(results["ranking_score"], sign * results["score"])
    has_error = getattr(selector, "method", None) != "consensus"
    assert ("standard_error" in results) == has_error
    assert "n_clusters" in fitted.results_table()
    assert fitted.predict(three).shape == (90,)


@every_selector
def test_workers_seeds_pickle(selector, three):
    selector = clone(selector).set_params(random_state=0)
    one = clone(selector).fit(three)
    for backend in ("loky", "threading"):
        with parallel_config(backend, n_jobs=2):
            two = clone(selector).set_params(n_jobs=2).fit(three)
        np.testing.assert_array_equal(two.results_["score"], one.results_["score"])
        np.testing.assert_array_equal(two.labels_, one.labels_)
    again = pickle.loads(pickle.dumps(one))
    np.testing.assert_array_equal(again.labels_, one.labels_)
    other = clone(selector).set_params(random_state=5).fit(three)
    assert (other.results_["score"] != one.results_["score"]).any()


@every_selector
def test_kinds_of_data(selector, three):
    selector = clone(selector).set_params(random_state=0)
    frame = pd.DataFrame(three, columns=["a", "b"], index=np.arange(90)[::-1])
    for data in (frame, sparse.csr_matrix(three), three.astype(np.float32)):
        fitted = clone(selector).fit(data)
        assert np.isfinite(fitted.results_["score"]).all()
    assert list(clone(selector).fit(frame).feature_names_in_) == ["a", "b"]
    assert np.isfinite(clone(selector).fit(three[:, :1]).best_score_)


@every_selector
def test_in_pipelines_and_grid_searches(selector, three):
    name = "kmeans__n_clusters"
    inner = clone(selector).set_params(
        estimator=make_pipeline(StandardScaler(), KMeans(n_init=1)),
        param_name=name,
        random_state=0,
    )
    fitted = make_pipeline(StandardScaler(), inner).fit(three)
    assert fitted[-1].best_params_ == {name: fitted[-1].best_k_}
    search = GridSearchCV(
        clone(selector).set_params(random_state=0),
        {"min_coverage": [0.0, 0.5]},
        scoring=make_scorer(silhouette_score),
        cv=ResubstitutionSplit(),
        error_score="raise",
    ).fit(three)
    assert np.isfinite(search.best_score_)


@every_selector
def test_distances(selector, three):
    fitted = (
        clone(selector)
        .set_params(
            estimator=AgglomerativeClustering(metric="precomputed", linkage="average"),
            random_state=0,
        )
        .fit(cdist(three, three))
    )
    assert np.isfinite(fitted.results_["score"]).all()


@every_selector
def test_noise(selector, three):
    fitted = (
        clone(selector)
        .set_params(
            estimator=DBSCAN(),
            param_name="eps",
            param_range=[0.8, 1.5],
            random_state=0,
        )
        .fit(three)
    )
    assert (fitted.results_["coverage"] <= 1).all()
    assert fitted.n_clusters_ == len(set(fitted.labels_) - {-1})


class Limited(ClusterMixin, BaseEstimator):
    """Cut the first feature into parts; fails for too many, or few samples."""

    def __init__(self, n_clusters=2, most=3, least_samples=0):
        self.n_clusters = n_clusters
        self.most = most
        self.least_samples = least_samples

    def fit(self, X, y=None, sample_weight=None):
        if self.n_clusters > self.most or len(X) < self.least_samples:
            raise RuntimeError("not for me")
        ranks = np.argsort(np.argsort(np.asarray(X)[:, 0]))
        self.labels_ = ranks * self.n_clusters // len(ranks)
        return self


@every_selector
def test_failures(selector, three):
    selector = clone(selector).set_params(estimator=Limited(), random_state=0)
    with pytest.warns(CandidateFailedWarning, match="not for me"):
        fitted = clone(selector).fit(three)
    assert "failed" in fitted.results_["status"][-1]
    with pytest.raises(RuntimeError, match="not for me"):
        clone(selector).set_params(error_score="raise").fit(three)


def test_failures_on_all_halves(three):
    selector = PredictionStrengthKSelector(
        Limited(least_samples=60), param_range=[2, 3], n_splits=3
    )
    with pytest.raises(ValueError, match="on all 3 resamples"):
        selector.fit(three)


def test_one_cluster_is_not_judged_by_stability(three):
    selector = StabilityKSelector(
        KMeans(n_init=1), param_range=[1, 2, 3], n_resamples=3, random_state=0
    )
    with pytest.warns(UserWarning, match="always stable"):
        fitted = selector.fit(three)
    assert "one cluster" in fitted.results_["status"][0]
    assert fitted.best_k_ > 1


def test_clusters_that_were_asked_for_but_not_found():
    selector = PredictionStrengthKSelector(KMeans(n_init=1), n_splits=2)
    with pytest.warns(ConvergenceWarning):
        fitted = selector.fit(np.ones((20, 2)))
    assert (fitted.best_k_, fitted.n_clusters_) == (1, 1)


def test_cutoff_and_standard_errors(three):
    model = KMeans(n_init=1)
    kwds = {"param_range": [2, 3, 6], "n_splits": 8, "random_state": 0}
    low = PredictionStrengthKSelector(model, cutoff=0.01, **kwds).fit(three)
    assert low.best_k_ == 6
    scores = low.results_["score"]
    errors = low.results_["standard_error"]
    cutoff = float(scores[2] + errors[2])
    assert (
        PredictionStrengthKSelector(model, cutoff=cutoff, **kwds).fit(three).best_k_
        == 3
    )
    with_error = PredictionStrengthKSelector(
        model, cutoff=cutoff, se_factor=1.01, **kwds
    )
    assert with_error.fit(three).best_k_ == 6
    hopeless = PredictionStrengthKSelector(
        model, cutoff=1.0, param_range=[7, 8], n_splits=4, random_state=0
    )
    with pytest.raises(ValueError, match="cutoff"):
        hopeless.fit(three)


@pytest.mark.parametrize("arguments", [{"scheme": "jitter"}, {"pac_limits": (1, 0)}])
def test_wrong_arguments_of_stability(three, arguments):
    selector = StabilityKSelector(method="consensus", **arguments)
    with pytest.raises(ValueError, match=next(iter(arguments))):
        selector.fit(three)


def test_progress_is_printed(three, capsys):
    StabilityKSelector(n_resamples=3, param_range=[2, 3], verbose=1).fit(three)
    assert "StabilityKSelector" in capsys.readouterr().out
