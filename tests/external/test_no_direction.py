"""Indices without a direction or a best value: McNemar, normalised Lerman."""

import math

import numpy as np
import pytest
from sklearn.cluster import KMeans

import skclustmetrics as scm
from skclustmetrics._registry import INDICES
from skclustmetrics._spec import IndexSpec

MCNEMAR = INDICES["mcnemar"]
TRUE = np.repeat([0, 1, 2], [8, 6, 6])
COARSE = np.repeat([0, 1], [14, 6])


def test_row_has_no_direction():
    assert MCNEMAR.greater_is_better is None
    assert MCNEMAR.best is None
    assert MCNEMAR.scorer_name is None
    options = {
        **{"function": scm.mcnemar_score, "kind": "external", "family": "pairs"},
        **{"title": "", "bounds": (-1.0, 1.0), "cost": "n", "source": ""},
        "greater_is_better": None,
    }
    with pytest.raises(ValueError, match="scorer and best_at_identity must be False"):
        IndexSpec(**options)
    with pytest.raises(ValueError, match="scorer and best_at_identity must be False"):
        IndexSpec(**options, scorer=False, best_at_identity=True)
    assert IndexSpec(**options, scorer=False).best is None


@pytest.mark.parametrize("direction", [None, True, False])
def test_no_scorer_is_made(direction):
    with pytest.raises(ValueError, match="mcnemar cannot be a scorer: neither higher"):
        scm.make_scorer(scm.mcnemar_score, greater_is_better=direction)
    assert not {"mcnemar", "neg_mcnemar"} & set(scm.get_scorer_names())


@pytest.mark.parametrize("scoring", ["mcnemar", scm.mcnemar_score])
def test_no_search_ranks_by_it(scoring):
    X = np.arange(20.0)[:, np.newaxis]
    grid = {"n_clusters": [2, 3]}
    search = scm.ClusterSearch(KMeans(n_init=1), grid, scoring=scoring)
    with pytest.raises(ValueError, match="neither higher nor lower values"):
        search.fit(X, TRUE)


def test_it_cannot_be_corrected_for_chance():
    with pytest.raises(ValueError, match="mcnemar cannot be corrected for chance"):
        scm.adjusted_for_chance("mcnemar", TRUE, COARSE)


def test_permutation_test_is_two_sided():
    options = {"score_func": "mcnemar", "n_permutations": 99, "random_state": 0}
    result = scm.external_permutation_test(TRUE, COARSE, **options)
    scores = [*result.null_distribution, result.score]
    distances = np.abs(scores - np.median(scores))
    assert result.pvalue == np.mean(distances >= distances[-1] * (1 - 1e-12))
    assert result.pvalue < 0.1
    swapped = scm.external_permutation_test(COARSE, TRUE, **options)
    assert swapped.score == -result.score
    assert swapped.pvalue == pytest.approx(result.pvalue, abs=0.05)
    with pytest.raises(ValueError, match="neither higher nor lower values are better"):
        scm.external_permutation_test(TRUE, COARSE, greater_is_better=True, **options)


def test_report_shows_neither_arrow_nor_best():
    report = scm.external_report(TRUE, COARSE, indices=["mcnemar", "rand"])
    line = next(line for line in str(report).splitlines() if "mcnemar" in line)
    assert line.split() == ["mcnemar", f"{report['mcnemar']:.4f}", "(-∞,", "∞)"]
    frame = report.to_frame()
    assert frame.loc["mcnemar", "greater_is_better"] is None
    assert math.isnan(frame.loc["mcnemar", "best"])
    assert "↓" not in report._repr_html_()


def test_normalized_lerman_may_exceed_its_value_at_identity():
    labels_true, labels_pred = [0, 2, 1, 1, 1], [1, 1, 0, 0, 0]
    row = INDICES["normalized_lerman"]
    value = row(labels_true, labels_pred)
    assert value == pytest.approx(7 / 6, rel=1e-3)
    assert value > 1.0 == row(labels_true, labels_true)
    assert row.bounds == (-math.inf, math.inf)
    assert not row.best_at_identity
    report = scm.external_report(labels_true, labels_pred, indices=[row.name])
    line = str(report).splitlines()[-1].split()
    assert line[1:] == ["↑", f"{value:.4f}", "1.0000", "(-∞,", "∞)"]
    pair = labels_true, labels_pred
    assert scm.adjusted_for_chance(row.name, *pair) == pytest.approx(value)
    assert scm.make_scorer(scm.normalized_lerman_score).index is row
