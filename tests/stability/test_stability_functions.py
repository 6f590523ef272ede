"""Stability of one clusterer: plain loops, workers, noise, kinds of data, errors."""

import re

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris, make_blobs
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    CandidateFailedWarning,
    ClusterStability,
    cluster_stability,
    clustering_instability,
    consensus_matrix,
    consensus_stability,
    prediction_strength,
    silhouette_samples,
)

FUNCTIONS = {
    "instability": clustering_instability,
    "consensus": consensus_stability,
    "jaccard": cluster_stability,
}
CENTRES = np.array([[0, 0], [8, 0], [4, 7]])


@pytest.fixture(scope="module")
def three():
    X, labels = make_blobs(90, centers=CENTRES, random_state=0)
    return X, labels


class Threshold(ClusterMixin, BaseEstimator):
    """Cut the first feature at 4; fails, or finds noise only, where it is told to."""

    def __init__(self, fail_below=None, noise=False):
        self.fail_below = fail_below
        self.noise = noise

    def fit(self, X, y=None, sample_weight=None):
        X = np.asarray(X)
        if sample_weight is not None:
            assert len(sample_weight) == len(X)
        if self.fail_below is not None and X[:, 0].mean() < self.fail_below:
            raise RuntimeError("too far to the left")
        self.labels_ = (X[:, 0] > 4).astype(int) - self.noise * 2
        return self


def value(name, result):
    if name == "consensus":
        return result.pac
    return result.score if name == "instability" else result.mean_jaccard["bootstrap"]


def test_clear_clusters_hold_up(three):
    X, _ = three
    kwds = {"random_state": 0, "n_resamples": 10}
    model = KMeans(3, n_init=3)
    assert clustering_instability(model, X, **kwds).score < 0.02
    assert consensus_stability(model, X, **kwds).pac < 0.02
    report = cluster_stability(model, X, **kwds)
    assert (report.mean_jaccard["bootstrap"] > 0.95).all()
    strength = prediction_strength(model, X, n_splits=10, random_state=0)
    assert strength.score > 0.95
    assert prediction_strength(KMeans(1), X, n_splits=2).score == 1
    assert clustering_instability(KMeans(1), X, n_resamples=2).score == 0
    worse = KMeans(5, n_init=3)
    assert prediction_strength(worse, X, n_splits=10, random_state=0).score < 0.8
    assert clustering_instability(worse, X, **kwds).score > 0.02


def test_jaccard_by_hand(three):
    """A rule that looks at one sample at a time never changes its mind."""
    X, _ = three
    report = cluster_stability(Threshold(), X, n_resamples=5, random_state=0)
    np.testing.assert_array_equal(report.jaccard["bootstrap"], 1)
    assert report.recovered["bootstrap"].tolist() == [5, 5]
    assert report.dissolved["bootstrap"].tolist() == [0, 0]
    assert report.verdicts == ["highly stable"] * 2
    codes = (X[:, 0] > 4).astype(int)
    assert report.sizes.tolist() == np.bincount(codes).tolist()
    samples = silhouette_samples(X, codes)
    np.testing.assert_allclose(
        report.silhouettes, [samples[codes == k].mean() for k in (0, 1)]
    )
    moved = cluster_stability(
        Threshold(), X, schemes="noise", noise_fraction=0.5, random_state=0
    )
    assert (moved.mean_jaccard["noise"] > 0.9).all()


@pytest.mark.parametrize("scheme", ["subsample", "noise", "jitter", "bootstrap_jitter"])
def test_schemes(three, scheme):
    X, _ = three
    report = cluster_stability(
        KMeans(3, n_init=2), X, schemes=scheme, n_resamples=5, random_state=0
    )
    assert report.jaccard[scheme].shape == (3, 5)
    assert (report.mean_jaccard[scheme] > 0.9).all()
    several = cluster_stability(
        KMeans(3), X, schemes=["bootstrap", scheme], n_resamples=2, random_state=0
    )
    assert list(several.jaccard) == ["bootstrap", scheme]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_workers_and_seeds(three, name):
    X, _ = three
    model = KMeans(4, n_init=1)
    kwds = {"n_resamples": 4}
    expected = value(name, FUNCTIONS[name](model, X, random_state=0, **kwds))
    for backend in ("loky", "threading"):
        with parallel_config(backend, n_jobs=2):
            found = FUNCTIONS[name](model, X, random_state=0, n_jobs=2, **kwds)
        np.testing.assert_array_equal(value(name, found), expected)
    other = value(name, FUNCTIONS[name](model, X, random_state=1, **kwds))
    assert np.any(other != expected)


def test_workers_of_prediction_strength(three):
    X, _ = three
    one = prediction_strength(KMeans(4), X, n_splits=4, random_state=0)
    two = prediction_strength(KMeans(4), X, n_splits=4, random_state=0, n_jobs=2)
    np.testing.assert_array_equal(one.scores, two.scores)
    assert one.score == one.scores.mean()
    assert one.standard_error == pytest.approx(np.std(one.scores, ddof=1) / 2)


@pytest.mark.parametrize(
    "classification",
    ["auto", "predict", "centroid", "average", "nearest", KNeighborsClassifier(3)],
    ids=str,
)
def test_classifications(three, classification):
    X, _ = three
    kwds = {"classification": classification, "random_state": 0}
    assert prediction_strength(KMeans(3, n_init=2), X, n_splits=4, **kwds).score > 0.9
    found = clustering_instability(KMeans(3, n_init=2), X, n_resamples=4, **kwds)
    assert found.score < 0.05


def test_distances(three):
    X, _ = three
    D = cdist(X, X)
    model = AgglomerativeClustering(3, linkage="average")
    on_distances = AgglomerativeClustering(3, linkage="average", metric="precomputed")
    kwds = {"n_resamples": 4, "random_state": 0}
    strength = prediction_strength(on_distances, D, n_splits=4, random_state=0)
    expected = prediction_strength(
        model, X, n_splits=4, random_state=0, classification="average"
    )
    np.testing.assert_allclose(strength.scores, expected.scores)
    for name, function in FUNCTIONS.items():
        extra = {"classification": "average"} if name == "instability" else {}
        found = function(on_distances, D, **kwds)
        np.testing.assert_allclose(
            value(name, found), value(name, function(model, X, **kwds, **extra))
        )
    with pytest.raises(ValueError, match="shape"):
        prediction_strength(on_distances, D[:, :5])
    with pytest.raises(ValueError, match="no features"):
        prediction_strength(on_distances, D, classification="centroid")
    with pytest.raises(ValueError, match="moves samples"):
        cluster_stability(on_distances, D, schemes="jitter")


def test_kinds_of_data(three):
    X, _ = three
    kwds = {"n_resamples": 3, "random_state": 0}
    for data in (
        pd.DataFrame(X, index=np.arange(90)[::-1], columns=["a", "b"]),
        sparse.csr_matrix(X),
        X.astype(np.float32),
        X.tolist(),
        X[:, :1],
    ):
        model = make_pipeline(StandardScaler(with_mean=False), KMeans(2, n_init=2))
        for name, function in FUNCTIONS.items():
            assert np.all(np.isfinite(value(name, function(model, data, **kwds))))
        assert prediction_strength(model, data, n_splits=3, random_state=0).score > 0
    frame = pd.DataFrame(X, columns=["a", "b"])
    report = cluster_stability(KMeans(2), frame, schemes="jitter", **kwds)
    assert report.jaccard["jitter"].shape == (2, 3)


def test_noise(three):
    X, _ = three
    labels = DBSCAN(eps=1).fit_predict(X)
    assert (labels == -1).any()
    report = cluster_stability(DBSCAN(eps=1), X, n_resamples=5, random_state=0)
    assert -1 not in report.classes
    assert report.sizes.sum() == (labels >= 0).sum()
    assert "coverage" in str(report)
    matrix = consensus_matrix(DBSCAN(eps=1), X, n_resamples=5, random_state=0)
    np.testing.assert_array_equal(np.diag(matrix), 1)
    np.testing.assert_array_equal(matrix, matrix.T)
    with pytest.raises(ValueError, match="only noise"):
        cluster_stability(Threshold(noise=True), X)
    assert prediction_strength(Threshold(noise=True), X, n_splits=2).score == 0


def test_failures(three):
    X, _ = three
    middle = float(np.median([X[:, 0].mean(), 4.0]))
    model = Threshold(fail_below=middle)
    kwds = {"n_resamples": 20, "random_state": 0}
    with pytest.warns(CandidateFailedWarning, match="do not count"):
        found = clustering_instability(model, X, **kwds)
    assert found.n_failed + found.scores.size == 20
    with pytest.raises(ValueError, match="failed on all 20 resamples"):
        clustering_instability(Threshold(fail_below=1e9), X, **kwds)


def test_fit_parameters_are_drawn(three):
    X, _ = three
    weights = np.arange(90.0)
    kwds = {"n_resamples": 2, "fit_params": {"sample_weight": weights}}
    for function in FUNCTIONS.values():
        function(Threshold(), X, **kwds)


def test_report_of_clusters():
    X, _ = load_iris(return_X_y=True)
    report = cluster_stability(KMeans(3, n_init=3), X, n_resamples=10, random_state=0)
    assert isinstance(report, ClusterStability)
    frame = report.to_frame()
    assert list(frame["size"]) == report.sizes.tolist()
    assert len(report) == 3
    text = str(report)
    assert text.startswith("Stability of 3 clusters of 150 samples")
    assert "silhouette" in text
    assert report._repr_html_().count("<tr>") == 4
    mean = report.mean_jaccard["bootstrap"]
    np.testing.assert_allclose(mean, report.jaccard["bootstrap"].mean(axis=1))
    counts = (report.jaccard["bootstrap"] <= 0.5).sum(axis=1)
    assert report.dissolved["bootstrap"].tolist() == counts.tolist()


@pytest.mark.parametrize(
    ("function", "arguments", "error", "message"),
    [
        (prediction_strength, {"n_splits": 0}, ValueError, "n_splits"),
        (prediction_strength, {"n_splits": 2.5}, ValueError, "n_splits"),
        (prediction_strength, {"classification": "knn"}, ValueError, "classification"),
        (clustering_instability, {"scheme": "jitter"}, ValueError, "'scheme'"),
        (clustering_instability, {"sample_fraction": 0}, ValueError, "sample_fraction"),
        (consensus_stability, {"pac_limits": (0.9, 0.1)}, ValueError, "pac_limits"),
        (cluster_stability, {"schemes": []}, ValueError, "schemes is empty"),
        (cluster_stability, {"schemes": 3}, TypeError, "schemes must be"),
        (cluster_stability, {"schemes": "boot"}, ValueError, "'schemes'"),
        (cluster_stability, {"jitter_quantile": 2}, ValueError, "jitter_quantile"),
        (cluster_stability, {"noise_range": -1}, ValueError, "noise_range"),
        (cluster_stability, {"n_jobs": 0}, ValueError, "n_jobs"),
    ],
)
def test_errors(three, function, arguments, error, message):
    with pytest.raises(error, match=re.escape(message)):
        function(KMeans(2), three[0], **arguments)


@pytest.mark.parametrize("function", [prediction_strength, *FUNCTIONS.values()])
def test_arguments_of_wrong_types(three, function):
    with pytest.raises(TypeError, match="noise_label"):
        function(KMeans(2), three[0], noise_label=[[1]])
    with pytest.raises(TypeError, match="fit_params"):
        function(KMeans(2), three[0], fit_params=3)


@pytest.mark.parametrize("wrong", [3, None, KMeans])
def test_wrong_classification(three, wrong):
    for function in (prediction_strength, clustering_instability):
        with pytest.raises(ValueError, match="'classification' parameter"):
            function(KMeans(2), three[0], classification=wrong)


def test_wrong_estimators_and_data(three):
    with pytest.raises(TypeError, match="estimator must be a clusterer"):
        prediction_strength("KMeans", three[0])
    with pytest.raises(ValueError, match="minimum of 2"):
        prediction_strength(KMeans(1), three[0][:1])
    with pytest.raises(ValueError, match="classification='predict'"):
        prediction_strength(
            AgglomerativeClustering(2), three[0], classification="predict", n_splits=1
        )
