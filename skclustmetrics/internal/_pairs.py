"""What the indices of pairs of samples share: checks, and the walk over the pairs."""

import numpy as np

from skclustmetrics._kernels._centre_distances import CENTRE_METRICS, centre_distances
from skclustmetrics._kernels._pair_walk import PairWalk
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics._validation._metric import canonical_metric
from skclustmetrics.exceptions import UndefinedIndexError

__all__ = [
    "centres_of",
    "check_pairs",
    "is_centre_metric",
    "off_diagonal",
    "ratio",
    "walk_pairs",
]


def check_pairs(X, labels, metric, kwds, noise_label, noise):
    """Check data and labels, apply the noise policy; see `check_X_labels`."""
    return check_X_labels(
        X, labels, metric=metric, params=kwds, noise_label=noise_label, noise=noise
    )


def walk_pairs(data, n_jobs, *, double=False):
    """Return the walk over the pairs of samples of checked data."""
    return PairWalk.of(
        data.X,
        data.metric,
        data.params,
        data.partition.codes,
        double=double,
        n_jobs=n_jobs,
    )


def ratio(numerator, denominator, undefined):
    """Divide distances: infinity where only the denominator is 0.

    Parameters
    ----------
    numerator, denominator : float
        Not negative.
    undefined : str
        What it means that both are 0.

    Raises
    ------
    UndefinedIndexError
        If both are 0.
    """
    if denominator > 0:
        return float(numerator / denominator)
    if numerator > 0:
        return float("inf")
    raise UndefinedIndexError(f"0 / 0: {undefined}.")


def off_diagonal(table):
    """The entries for two different clusters."""
    return table[~np.eye(len(table), dtype=bool)]


def is_centre_metric(metric):
    """Tell whether means of clusters are centres for a metric."""
    return isinstance(metric, str) and canonical_metric(metric, {}, 1)[0] in (
        CENTRE_METRICS
    )


def centres_of(data, *, pairs=True):
    """Distances to the means of clusters, where the metric has means."""
    if data.metric not in CENTRE_METRICS:
        raise ValueError(
            "Means of clusters are centres for metric="
            f"{', '.join(map(repr, CENTRE_METRICS))} only. Got metric="
            f"{data.metric!r}; with precomputed distances or another metric choose an "
            "index or a variant that compares samples."
        )
    partition = data.partition
    return centre_distances(
        data.X,
        data.metric,
        data.params,
        partition.codes,
        partition.n_clusters,
        pairs=pairs,
    )
