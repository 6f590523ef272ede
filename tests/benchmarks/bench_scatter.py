"""Indices of means and scatter against scikit-learn."""

import numpy as np
import sklearn.metrics as theirs
from run import Task

import skclustmetrics as ours
from skclustmetrics._registry import INDICES
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._description import Description


def blobs(n, d, k):
    """Gaussian clusters that overlap."""
    rng = np.random.RandomState(0)
    labels = rng.randint(k, size=n)
    return rng.standard_normal((n, d)) + rng.standard_normal((k, d))[labels], labels


def all_of_one_description(X, labels):
    """Every index that is linear in the number of samples, statistics shared."""
    description = Description(check_X_labels(X, labels))
    for row in INDICES.values():
        formula = getattr(row.function, "from_description", None)
        if formula is not None and not row.cost.startswith("n^2"):
            try:
                formula(description, **row.params)
            except UndefinedIndexError:  # S_Dbw, with no sample near some means
                continue


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
            f"all scatter, theirs Calinski-Harabasz n={n} K=50{kind}",
            lambda X=X, y=labels: all_of_one_description(X, y),
            lambda X=X, y=labels: theirs.calinski_harabasz_score(X, y),
            rounds=3,
        )
