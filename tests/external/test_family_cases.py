"""Cases that users of other packages reported, and partitions of many clusters."""

import time
from fractions import Fraction

import numpy as np
import pytest

import skclustmetrics as scm
from skclustmetrics._registry import INDICES
from skclustmetrics.external._common import make_table

FAMILIES = {
    "pair counting",
    "pair counting, against chance",
    "set matching",
    "optimal matching",
    "BCubed",
    "association",
}
ROWS = {name: spec for name, spec in INDICES.items() if spec.family in FAMILIES}


def test_bcubed_precision_and_recall_are_not_swapped():
    labels_true, labels_pred = [0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 0, 0, 1]
    value = scm.bcubed_precision_score(labels_true, labels_pred)
    assert value == pytest.approx(13 / 21, rel=1e-15)
    assert scm.bcubed_recall_score(labels_true, labels_pred) == 1.0
    value = scm.bcubed_f_score(labels_true, labels_pred)
    assert value == pytest.approx(13 / 17, rel=1e-15)


def test_false_positive_and_false_negative_pairs_are_not_swapped():
    labels_true, labels_pred = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]
    pairs = make_table(labels_true, labels_pred).pairs
    assert pairs == (2, 2, 5, 6)
    assert scm.pair_precision_score(labels_true, labels_pred) == 2 / 7
    assert scm.pair_recall_score(labels_true, labels_pred) == 1 / 2


def test_names_of_labels_carry_no_meaning():
    labels_true, labels_pred = [1, 2, 3, 5, 5], [1, 4, 3, 6, 6]
    for name, spec in ROWS.items():
        if spec.best_at_identity:
            assert spec(labels_true, labels_pred) == spec.best, name


def test_noise_is_one_cluster_unless_it_is_named():
    labels_true = np.array([0, 0, 0, 1, 1, 1, 2, 3, 4, 5])
    labels_pred = np.array([0, 0, 0, 1, 1, -1, -1, -1, -1, -1])
    for name, spec in ROWS.items():
        kept = labels_pred >= 0
        dropped = spec(labels_true[kept], labels_pred[kept])
        assert spec(labels_true, labels_pred, noise_label=-1) == dropped, name
        alone = np.where(kept, labels_pred, 10 + np.arange(10))
        separate = spec(labels_true, labels_pred, noise_label=-1, noise="singletons")
        assert separate == spec(labels_true, alone), name
    assert scm.clustering_accuracy_score(labels_true, labels_pred) == 0.6
    with_noise = {"noise_label": "negative"}
    accuracy = scm.clustering_accuracy_score(labels_true, labels_pred, **with_noise)
    assert accuracy == 1.0


def test_unknown_classes_are_left_out():
    labels_true = np.array([0, 0, 0, 1, 1, -1, -1, -1, -1])
    labels_pred = np.array([0, 0, 1, 1, 1, 0, 1, 2, 3])
    known = labels_true >= 0
    for name, spec in ROWS.items():
        expected = spec(labels_true[known], labels_pred[known])
        value = spec(labels_true, labels_pred, unknown_label=-1)
        assert value == expected, name


def _overlapping_runs():
    """60,000 clusters of two samples against 40,001 of three, shifted by one."""
    i = np.arange(120_000)
    return i // 2, (i + 1) // 3


def test_values_of_many_small_clusters():
    labels = _overlapping_runs()
    bcubed = Fraction(83335, 125001)
    assert scm.bcubed_f_score(*labels) == pytest.approx(float(bcubed), rel=1e-14)
    # every second cluster of three holds a pair and one sample of the next
    assert scm.clustering_accuracy_score(*labels) == pytest.approx(2 / 3, abs=1e-4)


def _many_clusters():
    """100,000 clusters on each side, a fifth of the samples moved at random."""
    rng = np.random.default_rng(1)
    labels_true = np.repeat(np.arange(100_000), 4)
    labels_pred = rng.permutation(100_000)[labels_true]
    moved = np.flatnonzero(rng.random(labels_true.size) < 0.2)
    labels_pred[moved] = rng.choice(labels_pred, moved.size)
    return labels_true, labels_pred


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("labels", [_overlapping_runs(), _many_clusters()])
def test_many_clusters_on_each_side_take_seconds(name, labels):
    start = time.perf_counter()
    value = ROWS[name](*labels)
    assert time.perf_counter() - start < 20
    low, high = ROWS[name].bounds
    assert low <= value <= high


@pytest.mark.parametrize("labels", [_overlapping_runs(), _many_clusters()])
def test_alignment_of_many_clusters(labels):
    result = scm.align_labels(*labels, sparse=True)
    accuracy = np.mean(result.labels_pred == labels[0])
    assert accuracy == scm.clustering_accuracy_score(*labels)
    assert result.contingency.diagonal().sum() == accuracy * labels[0].size
