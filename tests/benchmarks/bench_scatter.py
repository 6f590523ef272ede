"""Indices of means and scatter against scikit-learn."""

import numpy as np
import sklearn.metrics as theirs
from run import Task

import skclustmetrics as ours
from skclustmetrics._registry import INDICES
from skclustmetrics.internal._shared_scores import shared_scores


def blobs(n, d, k):
    """Gaussian clusters that overlap."""
    rng = np.random.RandomState(0)
    labels = rng.randint(k, size=n)
    return rng.standard_normal((n, d)) + rng.standard_normal((k, d))[labels], labels


def all_linear(X, labels):
    """Every index that is linear in the number of samples, statistics shared."""
    rows = [
        row
        for row in INDICES.values()
        if row.kind == "internal" and not row.cost.startswith("n^2")
    ]
    return shared_scores(X, labels, rows)


def tasks(quick):
    """Yield the tasks."""
    for n, d, k in ((1000, 10, 5), (100_000, 20, 10), (100_000, 20, 200)):
        n = min(n, 400) if quick else n
        X, labels = blobs(n, d, k)
        for name in ("calinski_harabasz_score", "davies_bouldin_score"):
            yield Task(
                f"{name} n={n} d={d} K={k}",
                lambda name=name, X=X, y=labels: getattr(ours, name)(X, y),
                lambda name=name, X=X, y=labels: getattr(theirs, name)(X, y),
            )
    n = 2000 if quick else 1_000_000
    for kind, widths in (("", np.ones(20)), (" uneven", 0.5 ** np.arange(20))):
        X, labels = blobs(n, 20, 50)
        X *= widths  # of uneven ones some are near every mean, so that S_Dbw counts
        yield Task(
            f"all linear ones, theirs Calinski-Harabasz n={n} K=50{kind}",
            lambda X=X, y=labels: all_linear(X, y),
            lambda X=X, y=labels: theirs.calinski_harabasz_score(X, y),
            rounds=3,
        )
