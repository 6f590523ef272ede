"""Indices of two partitions against scikit-learn."""

from functools import partial

import numpy as np
import sklearn.metrics.cluster as theirs
from run import Task

import skclustmetrics as ours


def _both(name, title, *args, rounds=5, **kwargs):
    return Task(
        title,
        partial(getattr(ours, name), *args, **kwargs),
        partial(getattr(theirs, name), *args, **kwargs),
        rounds=rounds,
    )


def tasks(quick):
    """Yield the tasks."""
    rng = np.random.RandomState(0)
    for n, k in ((1000, 10), (1_000_000, 100)):
        n = min(n, 2000) if quick else n
        labels = rng.randint(k, size=(2, n))
        for name in (
            "contingency_matrix",
            "rand_score",
            "adjusted_rand_score",
            "fowlkes_mallows_score",
            "mutual_info_score",
            "normalized_mutual_info_score",
            "homogeneity_completeness_v_measure",
            "adjusted_mutual_info_score",
        ):
            yield _both(name, f"{name} n={n} K={k}", *labels)
        yield _both(
            "contingency_matrix",
            f"contingency_matrix sparse n={n} K={k}",
            *labels,
            sparse=True,
        )
    n = 2000 if quick else 1_000_000
    labels = rng.randint(n // 10, size=(2, n))
    title = f"adjusted_rand_score n={n} K={n // 10}"
    yield _both("adjusted_rand_score", title, *labels, rounds=2)
    for n, k in ((1000, 2), (1000, 10), (1000, 100), (1_000_000, 300)):
        n = min(n, 2000) if quick else n
        table = theirs.contingency_matrix(*rng.randint(k, size=(2, n)))
        title = f"expected_mutual_information n={n} K={k}"
        rounds = 20 if n == 1000 else 1
        yield _both("expected_mutual_information", title, table, n, rounds=rounds)
