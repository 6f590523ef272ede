"""Distances to means by products, against differences in exact arithmetic."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from skclustmetrics._kernels import _own_means
from skclustmetrics._kernels._centroids import Centroids
from skclustmetrics._kernels._own_means import (
    cluster_members,
    nearest_other_means,
    weights_near,
)
from skclustmetrics._kernels._scatter_matrices import scatter_matrices


def exact_rows(X):
    return [[Fraction(value) for value in row] for row in X.tolist()]


def exact_means(rows, codes, n_clusters, weights=None):
    weights = [1] * len(rows) if weights is None else weights.tolist()
    means = []
    for k in range(n_clusters):
        some = [
            (row, Fraction(weight))
            for row, code, weight in zip(rows, codes, weights, strict=True)
            if code == k
        ]
        total = sum(weight for _, weight in some)
        columns = range(len(rows[0]))
        means.append([sum(r[j] * w for r, w in some) / total for j in columns])
    return means


def squared(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def spread_clusters(seed=0):
    """Clusters of which some members lie at the means of others."""
    rng = np.random.RandomState(seed)
    codes = np.repeat(np.arange(4), [1, 30, 25, 20])
    means = np.array([[0.0, 0, 0], [50, 0, 0], [0, 60, 0], [1e-3, 0, 0]])
    X = 1e-4 * rng.randn(codes.size, 3) + means[codes]
    X[-5:] += [70, 0, 0]
    # nearer to the first mean than to their own by a factor of a million
    X[5:9] = means[0] + 1e-5 * rng.randn(4, 3)
    order = rng.permutation(codes.size)
    return X[order], codes[order]


@pytest.mark.parametrize("shift", [0.0, 1e6, 1e9])
@pytest.mark.parametrize("table", [2**17, 64])
@pytest.mark.parametrize("container", [np.asarray, sparse.csr_matrix])
def test_nearest_other_means(monkeypatch, shift, table, container):
    monkeypatch.setattr(_own_means, "_TABLE", table)
    X, codes = spread_clusters()
    X = X + shift
    rows = exact_rows(X)
    means = exact_means(rows, codes, 4)
    centroids = Centroids.of(container(X), codes, 4)
    own, other = nearest_other_means(container(X), cluster_members(codes, 4), centroids)
    own, other = own / centroids.scale**2, other / centroids.scale**2
    for i, row in enumerate(rows):
        squares = [float(squared(row, mean)) for mean in means]
        assert own[i] == pytest.approx(squares.pop(codes[i]), rel=1e-11)
        assert other[i] == pytest.approx(min(squares), rel=2e-11)


@pytest.mark.parametrize("shift", [0.0, 1e6, 1e9])
def test_nearest_with_something_added(shift):
    X, codes = spread_clusters()
    X = X + shift
    rows, added = exact_rows(X), np.array([1e-6, 3000.0, 0.0, 5e-7])
    means = exact_means(rows, codes, 4)
    centroids = Centroids.of(X, codes, 4)
    members, scaled = cluster_members(codes, 4), added * centroids.scale**2
    own, other = nearest_other_means(X, members, centroids, added=scaled)
    for workers in (2, 3):
        again = nearest_other_means(X, members, centroids, added=scaled, n_jobs=workers)
        assert (again[0] == own).all()
        assert (again[1] == other).all()
    for i, row in enumerate(rows):
        sums = [
            float(squared(row, mean)) + more
            for mean, more in zip(means, added, strict=True)
        ]
        del sums[codes[i]]
        assert other[i] / centroids.scale**2 == pytest.approx(min(sums), rel=2e-11)
    assert (own == nearest_other_means(X, members, centroids)[0]).all()


@pytest.mark.parametrize("shift", [0.0, 1e9])
@pytest.mark.parametrize("weighted", [False, True])
def test_weights_near(monkeypatch, shift, weighted):
    monkeypatch.setattr(_own_means, "_TABLE", 100)
    rng = np.random.RandomState(1)
    codes = rng.randint(4, size=150)
    X = 1.5 * rng.randn(4, 2)[codes] + rng.randn(150, 2) + shift
    weights = rng.randint(1, 4, size=150) / 2 if weighted else None
    rows = exact_rows(X)
    means = exact_means(rows, codes, 4, weights)
    centroids = Centroids.of(X, codes, 4, weights)
    near, middles = weights_near(
        X, cluster_members(codes, 4), centroids, 0.75 * centroids.scale, weights
    )
    counts = np.ones(150) if weights is None else weights
    for k in range(4):
        for m in range(4):
            middle = [(a + b) / 2 for a, b in zip(means[k], means[m], strict=True)]
            for found, point in ((near, means[m]), (middles, middle)):
                expected = sum(
                    counts[i]
                    for i in np.flatnonzero(codes == k)
                    if squared(rows[i], point) <= Fraction(9, 16)
                )
                assert found[k, m] == expected
    assert 0 < near.diagonal().sum() < counts.sum()
    assert middles[~np.eye(4, dtype=bool)].any()


def test_weights_on_the_border():
    """Samples at exactly the radius: in, and out as soon as it is any less."""
    ring = np.array([[3, 4], [4, -3], [-3, -4], [-4, 3]]) / 8
    offsets = np.array([[0, 0], [7, 11], [-13, 5]])
    X = (offsets[:, None] + ring).reshape(-1, 2)
    codes = np.repeat(np.arange(3), 4)
    centroids = Centroids.of(X, codes, 3)
    members = cluster_members(codes, 3)
    inside, _ = weights_near(X, members, centroids, 5 / 8)
    outside, _ = weights_near(X, members, centroids, np.nextafter(5 / 8, 0))
    np.testing.assert_array_equal(inside, 4 * np.eye(3))
    np.testing.assert_array_equal(outside, np.zeros((3, 3)))


def test_clusters_of_one_point():
    """Means that differ from equal samples by rounding are at distance 0."""
    X = np.repeat([[0.1, 1e9 + 0.3], [0.7, 1e9 + 0.3]], [7, 11], axis=0)
    codes = np.r_[np.zeros(3, int), np.ones(4, int), np.full(11, 2)]
    centroids = Centroids.of(X, codes, 3)
    members = cluster_members(codes, 3)
    own, other = nearest_other_means(X, members, centroids)
    np.testing.assert_array_equal(own, 0)
    np.testing.assert_array_equal(other[:7], 0)
    np.testing.assert_allclose(
        other[7:] / centroids.scale**2, (0.7 - 0.1) ** 2, rtol=1e-14
    )
    near, middles = weights_near(X, members, centroids, 0.0)
    np.testing.assert_array_equal(near, [[3, 3, 0], [4, 4, 0], [0, 0, 11]])
    np.testing.assert_array_equal(middles, near)


@pytest.mark.parametrize("weighted", [False, True])
def test_scatter_matrices(weighted):
    """Clusters with more samples than features and with fewer."""
    rng = np.random.RandomState(2)
    codes = rng.permutation(np.repeat(np.arange(6), [1, 2, 3, 30, 4, 9]))
    X = rng.randn(codes.size, 3) + 1e6
    weights = rng.rand(codes.size) + 0.5 if weighted else None
    centroids = Centroids.of(X, codes, 6, weights)
    pooled, logs = scatter_matrices(X, cluster_members(codes, 6), centroids, weights)
    total = np.zeros((3, 3))
    counts = np.ones(codes.size) if weights is None else weights
    for k in range(6):
        Y, w = X[codes == k] - X[0], counts[codes == k]
        Y = Y - np.average(Y, axis=0, weights=w)
        scatter = (w[:, None] * Y).T @ Y
        total += scatter
        if len(Y) <= 3:
            assert logs[k] == -np.inf
        else:
            assert logs[k] == pytest.approx(np.linalg.slogdet(scatter)[1], rel=1e-9)
    np.testing.assert_allclose(pooled, total, rtol=1e-9)
