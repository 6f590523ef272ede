"""Both reports side by side."""

import re

import numpy as np
import pytest
from sklearn.datasets import load_iris

from skclustmetrics import clustering_report, external_report, internal_report
from skclustmetrics._registry import INDICES


@pytest.fixture(scope="module")
def iris():
    X, species = load_iris(return_X_y=True)
    return X, np.where(X[:, 2] > 4.8, 2, np.where(X[:, 2] > 2.5, 1, 0)), species


def test_both_parts(iris):
    X, labels, species = iris
    report = clustering_report(X, labels, species)
    inner = internal_report(X, labels).to_dict()
    outer = external_report(species, labels).to_dict()
    assert report.internal.to_dict() == pytest.approx(inner, nan_ok=True)
    assert report.external.to_dict() == pytest.approx(outer, nan_ok=True)
    assert report.to_dict() == pytest.approx(inner | outer, nan_ok=True)
    assert len(report) == len(INDICES)
    assert report["adjusted_rand"] == outer["adjusted_rand"]
    text = str(report)
    assert str(report.internal) in text
    assert str(report.external) in text
    assert report._repr_html_().count("<table>") == 2
    frame = report.to_frame()
    assert frame["kind"].value_counts().to_dict() == {
        "internal": len(inner),
        "external": len(outer),
    }


def test_without_truth(iris):
    X, labels, _ = iris
    report = clustering_report(X, labels)
    assert report.external is None
    assert report._repr_html_().count("<table>") == 1
    assert set(report.to_frame()["kind"]) == {"internal"}


def test_choice_of_indices(iris):
    X, labels, species = iris
    report = clustering_report(X, labels, species, indices=["dunn", "rand"])
    assert list(report.to_dict()) == ["dunn", "rand"]
    report = clustering_report(X, labels, species, indices="rand")
    assert report.internal is None
    families = ["separation", "pair counting"]
    report = clustering_report(X, labels, species, families=families, cost="linear")
    assert {INDICES[name].family for name in report.to_dict()} == set(families)
    assert "dunn" in report.reasons()


def test_noise_is_the_same_in_both(iris):
    X, labels, species = iris
    labels = labels.copy()
    labels[::5] = -1
    report = clustering_report(X, labels, species, noise_label="negative")
    assert report.internal.coverage == report.external.coverage == 0.8
    assert str(report).count("coverage 80.0%") == 2


def test_errors(iris):
    X, labels, species = iris
    with pytest.raises(ValueError, match="give labels_true"):
        clustering_report(X, labels, indices=["rand"])
    with pytest.raises(ValueError, match="noise='nearest' needs the data"):
        clustering_report(X, labels, species, noise="nearest")
    with pytest.raises(ValueError, match=re.escape("indices holds 'no'")):
        clustering_report(X, labels, species, indices=["no"])


@pytest.mark.parametrize("indices", [3, 2.5])
def test_indices_that_are_no_list(iris, indices):
    X, labels, species = iris
    with pytest.raises(TypeError, match="indices must be a list"):
        external_report(species, labels, indices=indices)
    with pytest.raises(TypeError, match="indices must be a list"):
        clustering_report(X, labels, species, indices=indices)
