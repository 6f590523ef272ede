"""The report: one table, every index, text, table and notebook."""

import builtins
import html
import math
import re

import numpy as np
import pandas as pd
import pytest

import skclustmetrics
from skclustmetrics import (
    ExternalReport,
    adjusted_rand_score,
    external_report,
    mutual_info_score,
)
from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics._registry import INDICES
from skclustmetrics.external import _report

EXTERNAL = {name: spec for name, spec in INDICES.items() if spec.kind == "external"}

# species against average linkage, as in the oracle values
TRUE = np.repeat([0, 1, 2], 50)
PRED = np.concatenate([np.repeat([0, 1], 50), np.repeat([1, 2], [14, 36])])


def test_report_holds_every_index_with_its_value():
    report = external_report(TRUE, PRED)
    values = report.to_dict()
    assert set(values) == set(EXTERNAL)
    for name, value in values.items():
        assert type(value) is float
        assert value == EXTERNAL[name](TRUE, PRED), name
        assert report[name] == value
    assert report.reasons() == {}
    assert len(report) == len(EXTERNAL)
    assert (report.n_samples, report.n_classes, report.n_clusters) == (150, 3, 3)
    assert report.coverage == 1.0


def test_labels_are_counted_once(monkeypatch):
    calls = {"from_codes": 0, "check_label_pair": 0}

    def counting(name, function):
        def wrapper(*args, **kwargs):
            calls[name] += 1
            return function(*args, **kwargs)

        return wrapper

    monkeypatch.setattr(
        Contingency, "from_codes", counting("from_codes", Contingency.from_codes)
    )
    monkeypatch.setattr(
        _report,
        "check_label_pair",
        counting("check_label_pair", _report.check_label_pair),
    )
    external_report(TRUE, PRED)
    assert calls == {"from_codes": 1, "check_label_pair": 1}
    external_report(contingency=[[3, 1], [0, 2]])
    assert calls == {"from_codes": 1, "check_label_pair": 1}


def test_text():
    text = str(external_report(TRUE, PRED))
    lines = text.splitlines()
    assert lines[0] == (
        "External indices of 150 samples: 3 classes, 3 clusters, coverage 100.0%"
    )
    for name, spec in EXTERNAL.items():
        (line,) = [line for line in lines if line.split()[:1] == [name]]
        if spec.greater_is_better is not None:
            assert line.split()[1] == ("↑" if spec.greater_is_better else "↓")
    row = next(line for line in lines if line.split()[:1] == ["mcnemar"])
    value = external_report(TRUE, PRED)["mcnemar"]
    # neither an arrow nor a best value
    assert row.split() == ["mcnemar", f"{value:.4f}", "(-∞,", "∞)"]
    assert {spec.family for spec in EXTERNAL.values()} <= set(lines)
    row = next(line for line in lines if line.split()[:1] == ["adjusted_rand"])
    assert row.split() == ["adjusted_rand", "↑", "0.7592", "1.0000", "[-0.5,", "1]"]
    row = next(line for line in lines if line.split()[:1] == ["mutual_info"])
    # the best value is what the truth shares with itself
    assert row.split() == ["mutual_info", "↑", "0.8745", "1.0986", "[0,", "∞)"]
    # columns stand below their titles
    header = next(line for line in lines if line.split()[:1] == ["index"])
    assert row.index("↑") == header.index("better")
    assert row.index("0.8745") + 6 == header.index("value") + len("value")
    assert max(map(len, lines)) <= 100
    report = external_report([0], [0], indices="rand")
    assert "1 sample: 1 class, 1 cluster," in repr(report)
    assert repr(report).startswith("<ExternalReport: 1 indices of")


def test_frame():
    report = external_report(TRUE, PRED)
    frame = report.to_frame()
    assert frame.index.name == "index"
    assert list(frame.index) == list(report.to_dict())
    assert frame["value"].to_dict() == report.to_dict()
    for name, spec in EXTERNAL.items():
        row = frame.loc[name]
        assert row["family"] == spec.family
        assert row["title"] == spec.title
        assert row["greater_is_better"] == spec.greater_is_better
        assert (row["lowest"], row["highest"]) == spec.bounds
        if spec.greater_is_better is None:
            assert np.isnan(row["best"])
        elif spec.best_at_identity:
            assert row["best"] == spec.best
        else:
            assert row["best"] == spec(TRUE, TRUE)
    assert pd.api.types.is_float_dtype(frame["value"])
    assert (frame["reason"] == "").all()


def test_frame_without_pandas(monkeypatch):
    report = external_report(TRUE, PRED, indices=["rand"])
    original = builtins.__import__

    def without_pandas(name, *args, **kwargs):
        if name.split(".")[0] == "pandas":
            raise ImportError("No module named 'pandas'")
        return original(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(ImportError, match=r"needs pandas.*pip install pandas"):
        report.to_frame()
    assert report.to_dict() == {"rand": pytest.approx(0.8922595)}
    assert "rand" in str(report)


def test_html():
    report = external_report([0, 1, 2, 3], [0, 0, 0, 0])
    page = report._repr_html_()
    assert page.count("<table>") == page.count("</table>") == 1
    assert page.count("<tr") == page.count("</tr>")
    rows = re.findall(r'<tr title="[^"]*"><td>(\w+)</td>', page)
    assert sorted(rows) == sorted(EXTERNAL)
    assert "4 samples: 4 classes, 1 cluster, coverage 100.0%" in page
    for name, reason in report.reasons().items():
        assert f"<p>{html.escape(f'{name}: {reason}')}</p>" in page
    # nothing of a title can break the markup
    assert set(re.findall(r"</?(\w+)", page)) == {
        *("table", "caption", "thead", "tbody", "tr", "th", "td", "p")
    }


def test_undefined_indices_say_why():
    labels_true, labels_pred = [0, 1, 2, 3], [0, 0, 0, 0]
    report = external_report(labels_true, labels_pred)
    reasons = report.reasons()
    assert "hubert_gamma" in reasons
    for name, spec in EXTERNAL.items():
        if name in reasons:
            with pytest.raises(skclustmetrics.UndefinedIndexError) as info:
                spec(labels_true, labels_pred)
            assert reasons[name] == str(info.value)
            assert math.isnan(report[name])
        else:
            assert report[name] == spec(labels_true, labels_pred)
    text = str(report)
    row = next(
        line for line in text.splitlines() if line.split()[:1] == ["hubert_gamma"]
    )
    assert "undefined" in row
    assert f"hubert_gamma: {reasons['hubert_gamma']}" in text
    assert report.to_frame().loc["hubert_gamma", "reason"] == reasons["hubert_gamma"]


def test_noise_and_coverage():
    labels_true = np.array(["a", "a", "b", "b", "?", "a", "b", "b"])
    labels_pred = np.array([0, 0, 1, -1, 1, -1, 1, 0])
    options = {"noise_label": -1, "unknown_label": "?"}
    report = external_report(labels_true, labels_pred, **options)
    assert report.coverage == 5 / 8
    assert report.n_samples == 8
    assert "coverage 62.5%" in str(report)
    assert report["adjusted_rand"] == adjusted_rand_score(
        labels_true, labels_pred, **options
    )
    singletons = external_report(
        labels_true, labels_pred, noise="singletons", **options
    )
    assert singletons.coverage == 5 / 8
    assert singletons.n_clusters == 4


def test_ready_tables_and_weights():
    table = skclustmetrics.contingency_matrix(TRUE, PRED, sparse=True)
    counted = external_report(contingency=table)
    assert counted.to_dict() == external_report(TRUE, PRED).to_dict()
    assert (counted.n_samples, counted.coverage) == (150, 1.0)

    weight = np.linspace(0.5, 2.0, 150)
    weighted = external_report(TRUE, PRED, sample_weight=weight)
    assert weighted["mutual_info"] == mutual_info_score(
        TRUE, PRED, sample_weight=weight
    )
    left_out = {name for name, spec in EXTERNAL.items() if not spec.has_sample_weight}
    assert set(weighted.reasons()) == left_out
    assert "weights are not whole" in weighted.reasons()["rand"]
    assert "left out" in str(weighted)
    whole = external_report(TRUE, PRED, sample_weight=np.full(150, 2))
    assert whole["rand"] == skclustmetrics.rand_score(contingency=2 * table)


def test_costly_index_is_left_out_of_large_tables():
    labels_true = np.arange(5000) % 20
    labels_pred = (np.arange(5000) // 3) % 17
    report = external_report(labels_true, labels_pred)
    assert list(report.reasons()) == ["standardized_mutual_info"]
    assert "indices=['standardized_mutual_info']" in str(report)
    few = external_report(
        labels_true[:300], labels_pred[:300], indices=["standardized_mutual_info"]
    )
    assert few.reasons() == {}
    assert few["standardized_mutual_info"] == pytest.approx(
        skclustmetrics.standardized_mutual_info_score(
            labels_true[:300], labels_pred[:300]
        )
    )


def test_choice_of_indices():
    chosen = [adjusted_rand_score, "purity", "neg_van_dongen_distance"]
    report = external_report(TRUE, PRED, indices=chosen)
    assert list(report.to_dict()) == ["adjusted_rand", "purity", "van_dongen_distance"]
    assert list(external_report(TRUE, PRED, indices="rand").to_dict()) == ["rand"]
    assert isinstance(report, ExternalReport)
    with pytest.raises(ValueError, match="not the name of an external index"):
        external_report(TRUE, PRED, indices=["silhouette"])
    with pytest.raises(ValueError, match="not an external index of this package"):
        external_report(TRUE, PRED, indices=[max])
    with pytest.raises(ValueError, match="rand more than once"):
        external_report(TRUE, PRED, indices=["rand", skclustmetrics.rand_score])
    with pytest.raises(TypeError, match="labels_pred is None"):
        external_report(TRUE)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        external_report(TRUE, PRED[1:])
