"""Calinski-Harabasz and Davies-Bouldin against brute force and scikit-learn."""

import brute_force_internal as brute
import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from skclustmetrics import (
    UndefinedIndexError,
    calinski_harabasz_score,
    davies_bouldin_score,
)

INDICES = {
    calinski_harabasz_score: (
        brute.calinski_harabasz,
        sklearn.metrics.calinski_harabasz_score,
    ),
    davies_bouldin_score: (
        brute.davies_bouldin,
        sklearn.metrics.davies_bouldin_score,
    ),
}
every_index = pytest.mark.parametrize("index", INDICES)


def blobs(n=150, d=4, k=5, seed=0):
    rng = np.random.RandomState(seed)
    labels = rng.randint(k, size=n)
    return rng.randn(n, d) + 2 * rng.randn(k, d)[labels], labels


@every_index
@pytest.mark.parametrize("container", [np.asarray, sparse.csr_matrix, sparse.csr_array])
def test_brute_force_and_sklearn(index, container):
    X, labels = blobs()
    by_hand, theirs = INDICES[index]
    result = index(container(X), labels)
    assert type(result) is float
    assert result == pytest.approx(by_hand(X, labels), rel=1e-13)
    assert result == pytest.approx(theirs(X, labels), rel=1e-12)


@every_index
@pytest.mark.parametrize("shift", [1e6, 1e9])
@pytest.mark.parametrize("scale", [1e-150, 1e-30, 1e150])
def test_shifted_and_scaled(index, shift, scale):
    X, labels = blobs()
    assert index(X * scale, labels) == pytest.approx(index(X, labels), rel=1e-11)
    # exactly representable, so that a shift loses nothing of the data
    X = np.round(X * 2**10) / 2**10
    assert index(X + shift, labels) == pytest.approx(index(X, labels), rel=1e-11)


@every_index
def test_float32(index):
    X, labels = blobs()
    X = (X + 3000).astype(np.float32)
    assert index(X, labels) == pytest.approx(index(X.astype(float), labels), rel=1e-12)


@every_index
def test_weight_equals_repeated_rows(index):
    X, labels = blobs()
    weights = np.random.RandomState(0).randint(0, 4, size=labels.size)
    assert index(X, labels, sample_weight=weights) == pytest.approx(
        index(np.repeat(X, weights, axis=0), np.repeat(labels, weights)), rel=1e-12
    )


@every_index
def test_noise_policies(index):
    X, labels = blobs()
    labels[::7] = -1
    kept = labels >= 0
    noisy = {"noise_label": -1}
    assert index(X, labels, **noisy) == index(X[kept], labels[kept])
    assert index(X, labels, noise="cluster", **noisy) == pytest.approx(
        index(X, labels), rel=1e-14
    )
    alone = np.where(kept, labels, 100 + np.arange(labels.size))
    assert index(X, labels, noise="singletons", **noisy) == pytest.approx(
        index(X, alone), rel=1e-12
    )
    D = brute.distances(X, "euclidean")
    D[:, ~kept] = np.inf
    nearest = np.where(kept, labels, labels[D.argmin(axis=1)])
    assert index(X, labels, noise="nearest", **noisy) == pytest.approx(
        index(X, nearest), rel=1e-12
    )


def test_limits():
    points = np.array([[0.0, 0.0], [0.0, 0.0], [3.0, 4.0], [3.0, 4.0], [9.0, 1.0]])
    labels = [0, 0, 1, 1, 2]
    assert calinski_harabasz_score(points, labels) == np.inf
    assert davies_bouldin_score(points, labels) == 0.0
    # concentric clusters have one mean
    ring = np.array([[-1.0, 0], [1, 0], [-3, 0], [3, 0], [50, 0], [52, 0]])
    assert davies_bouldin_score(ring, [0, 0, 1, 1, 2, 2]) == np.inf
    assert davies_bouldin_score(ring[:4], [0, 0, 1, 1]) == 0.0
    assert calinski_harabasz_score(ring[:4], [0, 0, 1, 1]) == 0.0
    for seed in range(20):
        # also where the means are equal but for rounding
        offsets = np.random.RandomState(seed).randn(9, 2)
        offsets -= offsets.mean(axis=0)
        X = np.vstack([offsets, 1.7 * offsets, 90 + offsets]) + 0.1
        assert davies_bouldin_score(X, np.repeat([0, 1, 2], 9)) == np.inf
    for value in (np.nan, -1.0):
        for index, X, y in (
            (calinski_harabasz_score, points, labels),
            (davies_bouldin_score, ring, [0, 0, 1, 1, 2, 2]),
            (davies_bouldin_score, ring[:4], [0, 0, 1, 1]),
            (calinski_harabasz_score, np.full((5, 2), 0.3), labels),
            (davies_bouldin_score, np.full((5, 2), 0.3), labels),
        ):
            result = index(X, y, replace_undefined_by=value)
            np.testing.assert_equal(result, value)
    X, y = blobs()
    assert calinski_harabasz_score(X, y, replace_undefined_by=7) != 7
    assert davies_bouldin_score(X, y, replace_undefined_by=7) != 7


@pytest.mark.parametrize("value", [0.3, 1e9 + 0.1, 1e-200, 0.0])
@pytest.mark.parametrize("n", [4, 10, 31])
def test_all_samples_equal(value, n):
    X = np.full((n, 3), value)
    labels = np.arange(n) % 3
    assert calinski_harabasz_score(X, labels) == 1.0
    assert davies_bouldin_score(X, labels) == 0.0


@every_index
def test_undefined(index):
    X, _ = blobs(n=6)
    for labels in ([0] * 6, range(6), [-1] * 6):
        with pytest.raises(UndefinedIndexError):
            index(X, list(labels), noise_label=-1)


@every_index
@settings(max_examples=40, deadline=None)
@given(
    X=arrays(
        np.float64,
        st.tuples(st.integers(4, 15), st.integers(1, 3)),
        elements=st.floats(-100, 100).map(lambda v: round(v, 3)),
        unique=True,
    ),
    data=st.data(),
)
def test_properties(index, X, data):
    n = len(X)
    labels = np.array(
        data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)), dtype=int
    )
    if not 2 <= np.unique(labels).size < n:
        return
    result = index(X, labels)
    assert result >= 0
    order = np.array(data.draw(st.permutations(range(n))))
    names = np.array(["z", "y", "x"])[labels]
    changed = index(X[order], names[order])
    if np.isfinite(result):
        # nearly coincident means leave few digits of a large value
        assert changed == pytest.approx(result, rel=1e-12 * (1 + result))
        assert index(X * 2.0**30, labels) == result
        expected = INDICES[index][0](X.tolist(), labels.tolist())
        assert result == pytest.approx(expected, rel=1e-11 * (1 + result), abs=1e-11)
