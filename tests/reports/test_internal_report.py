"""The internal report: every index, shared statistics once, every kind of data."""

import builtins
import math
import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist

import skclustmetrics
from skclustmetrics import internal_report
from skclustmetrics._registry import INDICES
from skclustmetrics.internal import _concordance, _shared_pairs, _shared_scores
from skclustmetrics.reports import _choice

INTERNAL = {name: spec for name, spec in INDICES.items() if spec.kind == "internal"}


@pytest.fixture(scope="module")
def data():
    rng = np.random.RandomState(0)
    labels = np.repeat(["a", "b", "c"], (30, 20, 25))
    centres = {"a": [0, 0, 0], "b": [3, 1, 0], "c": [0, 4, 2]}
    X = np.array([centres[label] for label in labels]) + rng.randn(75, 3)
    return X, labels


def alone(name, X, labels, **kwds):
    """The value of the function itself; NaN where it is undefined."""
    try:
        return INTERNAL[name](X, labels, **kwds)
    except skclustmetrics.UndefinedIndexError:
        return math.nan


def test_every_index_has_the_value_of_its_function(data):
    report = internal_report(*data)
    values = report.to_dict()
    assert set(values) == set(INTERNAL)
    for name, value in values.items():
        assert type(value) is float
        expected = alone(name, *data)
        # the walk over pairs adds in another order, all others run the same code
        rel = 1e-12 if _shared_pairs.shares_pairs(INTERNAL[name]) else 0
        assert value == pytest.approx(expected, rel=rel, abs=0, nan_ok=True), name
    assert report["dunn"] == values["dunn"]
    assert (report.n_samples, report.n_clusters, report.coverage) == (75, 3, 1.0)
    assert len(report) == len(INTERNAL)


def test_weights(data):
    weights = np.random.RandomState(1).randint(1, 4, size=75)
    report = internal_report(*data, sample_weight=weights)
    for name, spec in INTERNAL.items():
        if spec.has_sample_weight:
            expected = alone(name, *data, sample_weight=weights)
            assert report[name] == pytest.approx(expected, rel=1e-12, nan_ok=True)
        else:
            assert math.isnan(report[name])
            assert report.reasons()[name] == "it takes no sample_weight"


@pytest.mark.parametrize("noise", ["drop", "singletons", "nearest", "cluster"])
def test_noise(data, noise):
    X, labels = data
    labels = labels.astype(object)
    labels[::9] = "noise"
    policy = {"noise_label": "noise", "noise": noise}
    report = internal_report(X, labels, **policy)
    for name in INTERNAL:
        expected = alone(name, X, labels, **policy)
        assert report[name] == pytest.approx(expected, rel=1e-12, nan_ok=True), name
    assert report.coverage == 66 / 75
    assert "coverage 88.0%" in str(report)


@pytest.mark.parametrize("metric", ["manhattan", "precomputed"])
def test_metric(data, metric):
    X, labels = data
    if metric == "precomputed":
        X = cdist(X, X)
    report = internal_report(X, labels, metric=metric)
    for name, spec in INTERNAL.items():
        if name == "dbcv" and metric == "precomputed":
            assert "n_features" in report.reasons()[name]
        elif name == "cop" and metric == "precomputed":
            assert "means of clusters" in report.reasons()[name]
        elif spec.has_metric:
            expected = alone(name, X, labels, metric=metric)
            assert report[name] == pytest.approx(expected, rel=1e-12, nan_ok=True)
        elif metric == "precomputed":
            assert "needs features" in report.reasons()[name]
        else:
            expected = alone(name, X, labels)
            assert report[name] == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_statistics_are_computed_once(data, monkeypatch):
    calls = {}

    def count(module, name):
        function = getattr(module, name)

        def wrapper(*args, **kwargs):
            calls[name] = calls.get(name, 0) + 1
            return function(*args, **kwargs)

        monkeypatch.setattr(module, name, wrapper)

    count(_shared_scores, "Description")
    count(_shared_scores, "neighbour_kinship")
    count(_concordance, "count_concordance")
    count(_shared_pairs, "pair_statistics")
    internal_report(*data)
    assert set(calls.values()) == {1}
    assert len(calls) == 4


def test_kinds_of_input(data):
    X, labels = data
    indices = ["silhouette", "wb", "dunn", "connectivity", "tau", "dbcv"]
    expected = internal_report(X, labels, indices=indices).to_dict()
    frame = pd.DataFrame(X, index=np.arange(75)[::-1])
    for other in (X.tolist(), frame, sparse.csr_matrix(X)):
        found = internal_report(other, labels, indices=indices).to_dict()
        assert found == pytest.approx(expected, rel=1e-9)
    single = internal_report(X.astype(np.float32), labels, indices=indices).to_dict()
    assert single == pytest.approx(expected, rel=1e-4)
    assert internal_report(X[:, :1], labels, indices=indices).reasons() == {}
    assert internal_report(X, pd.Categorical(labels), indices=indices)["wb"] > 0
    workers = internal_report(X, labels, indices=indices, n_jobs=2).to_dict()
    assert workers == pytest.approx(expected, rel=1e-12)


def test_partitions_without_any_value(data):
    X, _ = data
    report = internal_report(X, np.zeros(75, int))
    assert all(map(math.isnan, report.to_dict().values()))
    for reason in report.reasons().values():
        assert "Number of labels is 1" in reason
    report = internal_report(X, -np.ones(75, int), noise_label=-1)
    assert report.coverage == 0
    assert "noise" in report.reasons()["dunn"]


def test_equal_samples_and_singletons():
    report = internal_report(np.ones((6, 2)), [0, 0, 0, 1, 1, 1])
    for name in report.to_dict():
        expected = alone(name, np.ones((6, 2)), [0, 0, 0, 1, 1, 1])
        assert report[name] == pytest.approx(expected, nan_ok=True), name
    X = np.random.RandomState(0).randn(7, 9)
    labels = [0, 0, 0, 0, 1, 2, 2]
    report = internal_report(X, labels)
    for name in report.to_dict():
        expected = alone(name, X, labels)
        assert report[name] == pytest.approx(expected, rel=1e-9, nan_ok=True), name


def test_costs(data, monkeypatch):
    X, labels = data
    linear = internal_report(X, labels, cost="linear")
    pairs = internal_report(X, labels, cost="pairs")
    for name, spec in INTERNAL.items():
        dear = "n^2" in spec.cost
        assert math.isnan(linear[name]) == dear
        assert math.isnan(pairs[name]) == ("log n" in spec.cost)
        if dear:
            assert name in linear.reasons()
    assert "left out" in str(linear)
    monkeypatch.setitem(_choice.COSTS, "pairs", 74)
    assert internal_report(X, labels).to_dict() == pytest.approx(
        {
            name: value
            for name, value in linear.to_dict().items()
            if INTERNAL[name].family != "concordance"
        }
        | {
            name: value
            for name, value in internal_report(X, labels).to_dict().items()
            if INTERNAL[name].family == "concordance"
        },
        nan_ok=True,
    )
    # what is asked for by name is computed
    assert internal_report(X, labels, indices=["dunn"])["dunn"] > 0


def test_families(data):
    report = internal_report(*data, families=["separation", "density"])
    families = {INTERNAL[name].family for name in report.to_dict()}
    assert families == {"separation", "density"}
    lines = str(report).splitlines()
    assert lines.index("separation") < lines.index("density")


def test_functions_and_scorer_names(data):
    indices = [skclustmetrics.dunn_score, "neg_davies_bouldin"]
    report = internal_report(*data, indices=indices)
    assert sorted(report.to_dict()) == ["davies_bouldin", "dunn"]


def test_text_table_and_notebook(data):
    report = internal_report(*data)
    text = str(report)
    assert text.splitlines()[0] == (
        "Internal indices of 75 samples: 3 clusters, coverage 100.0%"
    )
    for name, spec in INTERNAL.items():
        lines = [line for line in text.splitlines() if line.startswith(f"  {name} ")]
        (line,) = lines
        assert line.split()[1] == ("↑" if spec.greater_is_better else "↓")
    page = report._repr_html_()
    assert page.count("<tr") == 1 + len(report) + len(
        {spec.family for spec in INTERNAL.values()}
    )
    frame = report.to_frame()
    assert frame.loc["dunn", "value"] == report["dunn"]
    assert list(frame.index) == list(report.to_dict())
    assert repr(report).startswith(f"<InternalReport: {len(INTERNAL)} indices of 75")


def test_table_without_pandas(data, monkeypatch):
    report = internal_report(*data, indices=["wb"])
    imported = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "pandas":
            raise ImportError(name)
        return imported(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="pip install pandas"):
        report.to_frame()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"indices": ["no_such"]}, ValueError, "indices holds 'no_such'"),
        ({"indices": ["rand"]}, ValueError, "indices holds 'rand'"),
        ({"indices": 3}, TypeError, "indices must be a list"),
        ({"indices": [3]}, ValueError, "indices holds 3"),
        ({"indices": []}, ValueError, "leave nothing"),
        ({"families": ["graph"]}, ValueError, "families holds 'graph'"),
        ({"families": 3}, TypeError, "families must be a list"),
        ({"cost": "cheap"}, ValueError, "'cost' parameter"),
        ({"noise": "keep"}, ValueError, "'noise' parameter"),
        ({"n_jobs": 0}, ValueError, "n_jobs"),
    ],
)
def test_errors(data, arguments, error, message):
    with pytest.raises(error, match=re.escape(message)):
        internal_report(*data, **arguments)


def test_wrong_data(data):
    X, labels = data
    with pytest.raises(ValueError, match="75"):
        internal_report(X, labels[:-1])
    X = X.copy()
    X[0, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        internal_report(X, labels)
