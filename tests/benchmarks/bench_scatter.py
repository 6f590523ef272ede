"""Calinski-Harabasz and Davies-Bouldin against scikit-learn."""

import numpy as np
import sklearn.metrics as theirs
from run import Task

import skclustmetrics as ours


def tasks(quick):
    """Yield the tasks."""
    rng = np.random.RandomState(0)
    for n, d, k in ((1000, 10, 5), (100_000, 20, 10), (100_000, 20, 200)):
        n = min(n, 400) if quick else n
        labels = rng.randint(k, size=n)
        X = rng.standard_normal((n, d)) + rng.standard_normal((k, d))[labels]
        for name in ("calinski_harabasz_score", "davies_bouldin_score"):
            yield Task(
                f"{name} n={n} d={d} K={k}",
                lambda name=name, X=X, y=labels: getattr(ours, name)(X, y),
                lambda name=name, X=X, y=labels: getattr(theirs, name)(X, y),
            )
