"""Renaming clusters after the classes that they match."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.metrics import accuracy_score, confusion_matrix

from skclustmetrics import align_labels, clustering_accuracy_score

RNG = np.random.default_rng(23)


def _noisy(n_classes, n_clusters, n=200):
    labels_true = RNG.integers(0, n_classes, n)
    labels_pred = np.where(
        RNG.random(n) < 0.6, labels_true % n_clusters, RNG.integers(0, n_clusters, n)
    )
    return labels_true, 10 + RNG.permutation(n_clusters)[labels_pred]


@pytest.mark.parametrize(("n_classes", "n_clusters"), [(3, 3), (4, 2), (2, 5), (1, 3)])
def test_alignment_reaches_the_clustering_accuracy(n_classes, n_clusters):
    labels_true, labels_pred = _noisy(n_classes, n_clusters)
    result = align_labels(labels_true, labels_pred)
    accuracy = accuracy_score(labels_true, result.labels_pred)
    assert accuracy == clustering_accuracy_score(labels_true, labels_pred)
    assert np.trace(result.contingency) == accuracy * labels_true.size
    renamed = [result.mapping[label] for label in labels_pred.tolist()]
    assert result.labels_pred.tolist() == renamed
    assert len(set(result.mapping.values())) == len(result.mapping)


@pytest.mark.parametrize(("n_classes", "n_clusters"), [(3, 3), (4, 2), (2, 5)])
def test_table_has_the_rows_and_columns_it_says(n_classes, n_clusters):
    labels_true, labels_pred = _noisy(n_classes, n_clusters)
    result = align_labels(labels_true, labels_pred)
    assert result.contingency.shape == (n_classes, n_clusters)
    for row, label in zip(result.contingency, result.classes, strict=True):
        for count, cluster in zip(row, result.clusters, strict=True):
            assert count == np.sum((labels_true == label) & (labels_pred == cluster))
    thin = align_labels(labels_true, labels_pred, sparse=True).contingency
    assert sparse.issparse(thin)
    np.testing.assert_array_equal(thin.toarray(), result.contingency)


def test_confusion_matrix_of_the_aligned_prediction():
    labels_true, labels_pred = _noisy(3, 3)
    result = align_labels(labels_true, labels_pred)
    np.testing.assert_array_equal(
        confusion_matrix(labels_true, result.labels_pred), result.contingency
    )


def test_left_over_clusters_get_new_labels():
    result = align_labels([0, 0, 0, 7, 7], [1, 1, 2, 3, 3])
    assert result.mapping == {1: 0, 2: 8, 3: 7}
    result = align_labels(["x", "x", "x", "unmatched 1"], [1, 1, 2, 3])
    assert result.mapping == {1: "x", 2: "unmatched 2", 3: "unmatched 1"}
    result = align_labels([True, True, True, False], [1, 1, 2, 3])
    assert result.mapping == {1: 1, 2: 2, 3: 0}


def test_pairs_without_overlap_are_matched_last():
    labels_true = ["a"] * 4 + ["b"] * 3 + ["c"]
    labels_pred = [0, 0, 0, 2, 1, 1, 1, 0]
    assert align_labels(labels_true, labels_pred).mapping == {0: "a", 1: "b", 2: "c"}


def test_noise_keeps_its_label_and_stays_out():
    labels_true = np.array([0, 0, 0, 1, 1, 1, 1])
    labels_pred = np.array([4, 4, -1, -1, -1, 2, 2])
    result = align_labels(labels_true, labels_pred, noise_label=-1)
    assert result.labels_pred.tolist() == [0, 0, -1, -1, -1, 1, 1]
    assert result.mapping == {2: 1, 4: 0}
    assert result.contingency.tolist() == [[2, 0], [0, 2]]
    names = np.array(["a", "b"])[labels_true]
    result = align_labels(names, labels_pred, noise_label="negative")
    assert result.labels_pred.tolist() == ["a", "a", -1, -1, -1, "b", "b"]
    np.testing.assert_array_equal(result.labels_pred == -1, labels_pred == -1)


def test_unknown_samples_do_not_decide_but_are_renamed():
    labels_true = ["a", "a", "b", "?", "?", "?"]
    labels_pred = [0, 0, 1, 1, 1, 2]
    result = align_labels(labels_true, labels_pred, unknown_label="?")
    assert result.labels_pred.tolist() == ["a", "a", "b", "b", "b", "unmatched 1"]
    assert result.contingency.tolist() == [[2, 0], [0, 1]]


def test_bad_labels_are_refused():
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        align_labels([0, 1], [0, 1, 1])


@pytest.mark.parametrize(
    "labels_true",
    [
        np.array([2**63 + 1, 2**63 + 1, 2**63 + 3], dtype=np.uint64),
        [2**63 - 1, 2**63 - 1, 0],
        [2**70, 2**70, 2**71],
        np.array([3, 3, 1], dtype=np.int8),
        [True, True, False],
        [1.0, 1.0, 2.0],
        [b"x", b"x", b"y"],
        np.array(["2026-01-01", "2026-01-01", "2027-01-01"], dtype="M8[ns]"),
        pd.Categorical(["x", "x", "y"]),
    ],
)
def test_prediction_is_in_the_labels_of_the_truth(labels_true):
    result = align_labels(labels_true, [7, 7, 5])
    expected = np.asarray(labels_true)
    assert result.labels_pred.tolist() == expected.tolist()
    assert set(result.classes.tolist()) == set(expected.tolist())
    # left-over clusters get labels that no class has
    result = align_labels(np.repeat(expected, 2), [7, 7, 7, 8, 5, 5])
    assert result.labels_pred[[0, 1, 2, 4, 5]].tolist() == list(
        np.repeat(expected, 2)[[0, 1, 2, 4, 5]]
    )
    assert result.labels_pred[3] not in list(expected)
    assert len(set(result.labels_pred.tolist())) == 3
    if isinstance(expected.tolist()[0], int) and expected.dtype.kind != "M":
        assert result.labels_pred[3] == max(expected.tolist()) + 1


def test_large_clusters_are_keys_of_the_mapping():
    result = align_labels([0, 0, 1], [2**70, 2**70, 2**71])
    assert result.mapping == {2**70: 0, 2**71: 1}
    assert result.clusters.tolist() == [2**70, 2**71]


def test_noise_of_another_type_than_the_classes():
    result = align_labels([0, 0, 1, 1], ["x", "x", "noise", "y"], noise_label="noise")
    assert result.labels_pred.tolist() == [0, 0, "noise", 1]
    result = align_labels(
        np.array([2**63 + 1, 2**63 + 3], dtype=np.uint64), [0, -1], noise_label=-1
    )
    assert result.labels_pred.tolist() == [2**63 + 1, -1]


def test_no_samples():
    result = align_labels([], [])
    assert result.labels_pred.shape == result.classes.shape == (0,)
    assert result.clusters.shape == (0,)
    assert result.contingency.shape == (0, 0)
    assert result.mapping == {}
    assert align_labels([], [], sparse=True).contingency.shape == (0, 0)


def test_noise_as_a_cluster_is_matched():
    labels_true = [0, 0, 0, 1, 1, -5]
    labels_pred = [-1, -2, -2, 4, 4, 6]
    policy = {"noise_label": "negative", "noise": "cluster"}
    result = align_labels(labels_true, labels_pred, **policy)
    assert result.labels_pred.tolist() == [0, 0, 0, 1, 1, -5]
    assert result.mapping == {-2: 0, -1: 0, 4: 1, 6: -5}
    assert np.trace(result.contingency) == 6
    assert clustering_accuracy_score(labels_true, labels_pred, **policy) == 1.0
    # without noise the policy does not matter
    plain = align_labels([0, 1, 1], [3, 2, 2], noise="cluster")
    assert plain.mapping == {2: 1, 3: 0}


def test_noise_policies_without_sense_are_refused():
    with pytest.raises(ValueError, match="noise='singletons' makes clusters"):
        align_labels([0, 1], [0, -1], noise_label=-1, noise="singletons")
    with pytest.raises(ValueError, match="noise='nearest' needs the distances"):
        align_labels([0, 1], [0, -1], noise_label=-1, noise="nearest")
    with pytest.raises(ValueError, match="'noise' parameter must be one of"):
        align_labels([0, 1], [0, -1], noise="keep")
