"""Indices of pairs of samples: several of one walk, and many samples."""

import numpy as np
import sklearn.metrics as theirs
from bench_silhouette import blobs
from run import Task

import skclustmetrics as ours
from skclustmetrics._registry import INDICES
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.internal._shared_pairs import shared_pair_scores, shares_pairs

THREE = ("silhouette", "dunn", "mcclain_rao")
ALL = tuple(row.name for row in INDICES.values() if shares_pairs(row))


def of_one_walk(X, labels, names):
    """Indices of the same walk over all pairs."""
    rows = [INDICES[name] for name in names]
    return shared_pair_scores(check_X_labels(X, labels), rows)


def plain_dunn(X, labels):
    """The index of Dunn from scikit-learn's distances, some rows at a time."""
    apart, widest, start = np.inf, 0.0, 0
    for D in theirs.pairwise_distances_chunked(X, working_memory=64):
        same = labels[start : start + len(D), None] == labels
        apart, widest = min(apart, D[~same].min()), max(widest, D[same].max())
        start += len(D)
    return apart / widest


def tasks(quick):
    """Yield the tasks; the floor is the silhouette alone, without any structure."""
    n = 400 if quick else 12_000
    for dtype in (np.float64, np.float32):
        X, labels = blobs(n, 20, 10, spread=0.0, dtype=dtype)
        for names in (THREE, ALL):
            yield Task(
                f"{len(names)} of one walk, floor silhouette n={n} {np.dtype(dtype)}",
                lambda X=X, y=labels, names=names: of_one_walk(X, y, names),
                floor=lambda X=X, y=labels: ours.silhouette_score(X, y),
                rounds=3,
            )
    X, labels = blobs(n, 20, 10)
    yield Task(
        f"dunn n={n} d=20 K=10",
        lambda: ours.dunn_score(X, labels),
        lambda: plain_dunn(X, labels),
        rounds=2,
    )
    many, many_labels = blobs(400 if quick else 50_000, 20, 10)
    yield Task(
        f"dunn n={len(many)} d=20 K=10",
        lambda: ours.dunn_score(many, many_labels),
        rounds=1,
    )
    for d in (2, 20):
        X, labels = blobs(400 if quick else 20_000, d, 10)
        yield Task(
            f"dbcv n={len(X)} d={d} K=10",
            lambda X=X, y=labels: ours.dbcv_score(X, y),
            rounds=1,
        )
