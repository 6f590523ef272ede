"""Faults of Dunn and DBCV that users of other packages reported."""

import tracemalloc
import warnings

import numpy as np
import pytest

import skclustmetrics as scm


def close(value):
    return pytest.approx(value, rel=1e-14, abs=0)


@pytest.fixture
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_dunn_of_clusters_without_extent():
    """DEG-05: Dunn was a huge sentinel where every diameter is 0."""
    X = np.array([[0.0, 1.0], [0.0, 1.0], [5.0, 1.0], [2.0, 7.0]])
    assert scm.dunn_score(X, [0, 0, 1, 2]) == np.inf
    assert scm.dunn_score(X, [0, 0, 1, 1]) == close(0.7453559924999299)
    with pytest.raises(scm.UndefinedIndexError, match="0 / 0"):
        scm.dunn_score(np.ones((4, 2)), [0, 0, 1, 2])


def test_dunn_needs_no_matrix_of_distances():
    """MEM-05: 12,000 samples, whose distances are 1.2 GB, killed the process."""
    n = 12_000
    labels = np.arange(n) % 5
    X = np.random.default_rng(4).random((n, 4)) + 3.0 * np.eye(5, 4)[labels]
    tracemalloc.start()
    try:
        dunn = scm.dunn_score(X, labels)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert dunn == close(1.1034752700681312)
    assert scm.dunn_score(X, labels, n_jobs=2) == dunn
    assert scm.separation_score(X, labels) == close(2.0068886172111915)
    assert peak < 100e6


@pytest.mark.parametrize("noise", [0, 5])
def test_dbcv_of_one_cluster_is_undefined(noise, no_warnings):
    """DBC-02: the index was NaN, with a low-level warning."""
    X = np.random.default_rng(0).random((20, 2))
    labels = np.repeat([0, -1], [20 - noise, noise])
    match = f"Number of labels is 1.*n_samples is {20 - noise}: there is no other"
    with pytest.raises(scm.UndefinedIndexError, match=match):
        scm.dbcv_score(X, labels, noise_label=-1)


def test_dbcv_takes_single_precision():
    """DBC-04: float32 ended in a mismatch of buffers."""
    X = np.array(
        [0.0, 1.0, 2.125, 3.375, 4.75, 12.0, 13.25, 14.375, 15.375, 16.25],
        dtype=np.float32,
    )[:, None]
    labels = np.repeat([0, 1], 5)
    value = scm.dbcv_score(X, labels, metric="euclidean")
    assert value == close(0.8285239445847951)
    thousandths = (1000 * X).astype(np.int32)
    for same in (X.astype(float), X.tolist(), thousandths):
        assert scm.dbcv_score(same, labels, metric="euclidean") == close(value)


@pytest.mark.parametrize("metric", ["sqeuclidean", "euclidean"])
def test_dbcv_of_repeated_points(metric, no_warnings):
    """DBC-05: core distances of repeated points were 1 / 0."""
    X = np.repeat([[0.0, 0.0], [3.0, 4.0]], [4, 5], axis=0)
    labels = np.repeat([0, 1], [4, 5])
    assert scm.dbcv_score(X, labels, metric=metric) == 1.0


def test_dbcv_counts_noise():
    """DBC-07: noise entered the weights in one implementation only."""
    core = [0.0, 1.0, 2.1, 3.3, 4.6, 20.0, 21.2, 22.3, 23.3, 24.2]
    noise = [10.0, 60.0, -30.0, 12.0, 90.0]
    X = np.array(core + noise)[:, None]
    labels = np.repeat([0, 1, -1], 5)
    options = {"metric": "euclidean"}
    without = scm.dbcv_score(X[:10], labels[:10], **options)
    assert without == close(0.9084760791853078)
    for noise_label in (-1, "negative"):
        value = scm.dbcv_score(X, labels, noise_label=noise_label, **options)
        assert value == close(0.6056507194568719)
    labels[-3:] = [-2, -2, -9]
    value = scm.dbcv_score(X, labels, noise_label="negative", **options)
    assert value == close(0.6056507194568719)


def test_dbcv_of_a_cluster_in_the_gap_of_another():
    """DBC-08: a user took a negative value for a fault."""
    X = np.array([2, 3.25, 4.25, 5.5, 11, 13, 14.5, 15.5, 7, 8.5, 10.25, 11.75])
    labels = np.repeat([0, 1], [8, 4])
    for ties in ("density", "rows"):
        value = scm.dbcv_score(X[:, None], labels, metric="euclidean", ties=ties)
        assert value == close(-0.11077912815143527)
