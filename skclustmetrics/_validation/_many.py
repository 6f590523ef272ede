"""Several labellings of the same samples, each checked by itself."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._labelings import Labelings
from skclustmetrics._validation._data import (
    check_same_rows,
    check_weights,
    check_X,
    is_precomputed,
    plain_container,
    settle_partition,
    take_samples,
)
from skclustmetrics._validation._metric import canonical_metric, check_metric_domain

__all__ = ["CheckedLabelings", "check_X_labelings", "list_labelings"]


def list_labelings(labelings):
    """Return the labellings one by one; those of a table are its rows."""
    if hasattr(labelings, "iloc") and hasattr(labelings, "to_numpy"):
        labelings = labelings.to_numpy()
    unordered = isinstance(labelings, str | bytes | dict | set)
    single = not hasattr(labelings, "__iter__") or getattr(labelings, "ndim", 1) == 0
    if unordered or single or sparse.issparse(labelings):
        raise TypeError(
            "labelings must be a sequence of label arrays. Got "
            f"{type(labelings).__name__} instead."
        )
    labelings = list(labelings)
    for labels in labelings:
        if isinstance(labels, str | bytes) or not hasattr(labels, "__len__"):
            raise ValueError(
                "labelings must hold one label array for each partition. Got "
                f"{labels!r} among them; for a single partition give [labels]."
            )
    return labelings


@dataclass(frozen=True)
class CheckedLabelings:
    """Samples and those of their labellings that an index can be computed for.

    Parameters
    ----------
    X : ndarray or CSR matrix
        The samples that are a member of any cluster, or their distances.
    kept : ndarray of shape (n_samples,), dtype bool
        Which of the samples as given these are.
    labelings : Labelings or None
        The valid labellings of these samples; None if there is none.
    positions : list of int
        Where the valid ones stand among the labellings as given.
    outcomes : list
        For each labelling as given, the error that it caused, or None.
    metric, params
        The canonical metric.
    weights : ndarray of shape (n_samples,), dtype float64, or None
        How often each sample as given counts.
    """

    X: object
    kept: np.ndarray
    labelings: Labelings | None
    positions: list
    outcomes: list
    metric: object
    params: dict
    weights: np.ndarray | None = None


def check_X_labelings(
    X,
    labelings,
    *,
    metric="euclidean",
    params=None,
    noise_label=None,
    noise="drop",
    sample_weight=None,
):
    """Check data and each labelling; an invalid labelling does not stop the others."""
    params = params or {}
    X = plain_container(X)
    weights = check_weights(sample_weight, X)
    checked = check_X(X, metric, finite=False)
    finite = _finite_rows(checked, metric)
    partitions, outcomes = {}, []
    for position, labels in enumerate(list_labelings(labelings)):
        check_same_rows(X, labels)
        try:
            partition = settle_partition(
                checked,
                labels,
                metric=metric,
                params=params,
                noise_label=noise_label,
                noise=noise,
                weights=weights,
            )
            _check_finite(finite, partition)
        except ValueError as error:
            outcomes.append(error)
            continue
        partitions[position] = partition
        outcomes.append(None)
    kept = np.zeros(finite.size, bool)
    for partition in partitions.values():
        kept |= partition.mask
    metric, params = canonical_metric(metric, params, checked.shape[1])
    if not partitions:
        return CheckedLabelings(checked, kept, None, [], outcomes, metric, params)
    if not kept.all():
        checked = take_samples(checked, kept, metric)
    check_metric_domain(checked, metric)
    codes = np.empty((len(partitions), finite.size), np.intp)
    for row, partition in zip(codes, partitions.values(), strict=True):
        row[:] = partition.all_codes
    stack = Labelings(
        codes[:, kept],
        tuple(partition.n_clusters for partition in partitions.values()),
        None if weights is None else weights[kept],
    )
    return CheckedLabelings(
        checked, kept, stack, list(partitions), outcomes, metric, params, weights
    )


def _finite_rows(X, metric):
    if is_precomputed(metric):  # judged while it is read
        return np.ones(X.shape[0], bool)
    if not sparse.issparse(X):
        return np.isfinite(X).all(axis=1)
    finite = np.ones(X.shape[0], bool)
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    finite[rows[~np.isfinite(X.data)]] = False
    return finite


def _check_finite(finite, partition):
    used = finite if partition.kept is None else finite[partition.kept]
    if not used.all():
        raise ValueError(
            f"Input X contains NaN or infinity in {int((~used).sum())} samples that "
            "are in a cluster."
        )
