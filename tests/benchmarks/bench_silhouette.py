"""Silhouettes against scikit-learn and against the bare tiles."""

import numpy as np
import sklearn.metrics as theirs
from joblib import parallel_config
from run import Task
from sklearn.cluster import MiniBatchKMeans

import skclustmetrics as ours


def blobs(n, d, k, *, spread=2.0, dtype=np.float64):
    """Gaussian clusters; with a spread of 0 the labels have nothing to do with X."""
    rng = np.random.RandomState(0)
    labels = rng.randint(k, size=n)
    X = rng.standard_normal((n, d)) + spread * rng.standard_normal((k, d))[labels]
    return X.astype(dtype), labels


def bare_tiles(X):
    """The matrix products and square roots of all pairs, and nothing else."""
    n, d = X.shape
    tile = 256 if X.dtype == np.float64 else 512
    left, right = np.ones((2, n, d + 2), X.dtype)
    left[:, :d], right[:, :d] = -2 * X, X
    left[:, d] = right[:, d + 1] = np.einsum("ij,ij->i", X, X)
    buffer = np.empty(tile * tile, X.dtype)
    with np.errstate(invalid="ignore"):
        for i in range(0, n, tile):
            a = left[i : i + tile]
            for j in range(i, n, tile):
                b = right[j : j + tile]
                D = buffer[: len(a) * len(b)].reshape(len(a), len(b))
                np.sqrt(np.matmul(a, b.T, out=D), out=D)


def tasks(quick):
    """Yield the tasks."""
    for n, d, k, spread, dtype in (
        (800, 20, 5, 2.0, np.float64),
        (800, 20, 5, 2.0, np.float32),
        (3000, 20, 5, 2.0, np.float64),
        (12_000, 20, 10, 2.0, np.float64),
        (12_000, 20, 10, 0.0, np.float64),
        (12_000, 20, 10, 2.0, np.float32),
        (12_000, 20, 10, 0.0, np.float32),
        (12_000, 2, 10, 2.0, np.float64),
        (12_000, 20, 2, 2.0, np.float64),
        (12_000, 20, 200, 2.0, np.float64),
        (20_000, 20, 10, 2.0, np.float64),
    ):
        n = min(n, 400) if quick else n
        X, labels = blobs(n, d, k, spread=spread, dtype=dtype)
        kind = "separate" if spread else "random labels"
        yield Task(
            f"silhouette n={n} d={d} K={k} {np.dtype(dtype).name} {kind}",
            lambda X=X, labels=labels: ours.silhouette_score(X, labels),
            lambda X=X, labels=labels: theirs.silhouette_score(X, labels),
            lambda X=X: bare_tiles(X),
            rounds=15 if n < 5000 else 3,
        )
    n = 400 if quick else 6000
    X, labels = blobs(n, 10, 10)
    for metric in ("sqeuclidean", "manhattan", "cosine", "chebyshev", "canberra"):
        yield Task(
            f"silhouette n={n} d=10 K=10 {metric}",
            lambda metric=metric: ours.silhouette_score(X, labels, metric=metric),
            lambda metric=metric: theirs.silhouette_score(X, labels, metric=metric),
            rounds=2,
        )
    D = theirs.pairwise_distances(X)
    yield Task(
        f"silhouette n={n} K=10 precomputed",
        lambda: ours.silhouette_score(D, labels, metric="precomputed"),
        lambda: theirs.silhouette_score(D, labels, metric="precomputed"),
        rounds=3,
    )
    n = 400 if quick else 1_000_000
    big, big_labels = blobs(n, 10, 10)
    for metric in ("sqeuclidean", "cosine", "manhattan"):
        yield Task(
            f"silhouette n={n} d=10 K=10 {metric}",
            lambda metric=metric: ours.silhouette_score(big, big_labels, metric=metric),
            rounds=1,
        )
    n = 400 if quick else 20_000
    wide, wide_labels = blobs(n, 20, 10, spread=0.0)

    def with_workers(n_jobs):
        with parallel_config("threading", n_jobs=n_jobs):
            return ours.silhouette_score(wide, wide_labels)

    yield Task(
        f"silhouette n={n} d=20 K=10 two workers against one",
        lambda: with_workers(2),
        lambda: with_workers(1),
        rounds=3,
    )

    swept, _ = blobs(n, 20, 10)
    labelings = [
        MiniBatchKMeans(k, n_init=1, random_state=0).fit_predict(swept)
        for k in range(2, 21)
    ]
    yield Task(
        f"silhouette_sweep n={n} d=20 K=2..20",
        lambda: ours.silhouette_sweep(swept, labelings).scores,
        lambda: [theirs.silhouette_score(swept, labels) for labels in labelings],
        rounds=1,
    )


__all__ = ["tasks"]
