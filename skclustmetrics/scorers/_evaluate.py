"""Compute an index under the noise policy, also where its function has none."""

import numpy as np

from skclustmetrics._compat._sklearn import safe_indexing
from skclustmetrics._validation._labels import check_label_pair_lengths
from skclustmetrics._validation._noise import make_partition
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.scorers._advice import explain_noise
from skclustmetrics.scorers._index import takes_noise_label

__all__ = ["covered_fraction", "evaluate_index", "find_noise"]


def covered_fraction(is_noise, sample_weight=None):
    """Return the part of the samples, or of their weight, that is not noise."""
    if is_noise is None:
        return 1.0
    if sample_weight is None:
        return 1.0 - float(np.count_nonzero(is_noise)) / is_noise.size
    return float(np.average(~is_noise, weights=sample_weight))


def find_noise(index, first, labels, *, noise_label):
    """Tell which samples are noise; for external indices in either labelling.

    Returns
    -------
    is_noise : ndarray of shape (n_samples,), dtype bool, or None
        None if there is no noise.
    n_clusters : int
        The number of clusters in `labels`, noise left out.
    """
    partition = make_partition(labels, noise_label=noise_label)
    noises = [partition.is_noise]
    if index.kind == "external" and noise_label is not None:
        check_label_pair_lengths(first, labels)
        truth = make_partition(first, noise_label=noise_label, name="y")
        noises.append(truth.is_noise)
    noises = [is_noise for is_noise in noises if is_noise is not None]
    is_noise = np.logical_or.reduce(noises) if noises else None
    return is_noise, partition.n_clusters


def evaluate_index(index, first, labels, *, is_noise, noise_label, noise, **arguments):
    """Return the value of an index.

    Parameters
    ----------
    index : IndexSpec
        The index.
    first : array-like
        The samples; for external indices the true labels.
    labels : array-like of shape (n_samples,)
        The cluster of each sample.
    is_noise : ndarray of shape (n_samples,), dtype bool, or None
        As `find_noise` returns it.
    noise_label : object
        Which labels are noise.
    noise : str
        The noise policy.
    **arguments : dict
        Keyword arguments of the index.

    Returns
    -------
    value : float
        The index.

    Raises
    ------
    UndefinedIndexError
        If the index has no value for this partition.
    """
    if takes_noise_label(index.function):
        try:
            return index(
                first, labels, noise_label=noise_label, noise=noise, **arguments
            )
        except ValueError as error:
            if index.kind == "external":
                raise
            explained = explain_noise(error, first, is_noise=is_noise, noise=noise)
            raise explained from error.__cause__
    if noise == "nearest":
        raise ValueError(
            f"noise='nearest' is not possible for {index.function!r}, which has no "
            "parameters noise_label and noise; use 'drop', 'singletons' or 'cluster'."
        )
    if is_noise is not None:
        if noise == "drop":
            kept = np.flatnonzero(~is_noise)
            first, labels, arguments = _keep(index, first, labels, arguments, kept)
        policy = {"noise_label": noise_label, "noise": noise}
        labels = make_partition(labels, **policy).codes
        if index.kind == "external":
            first = make_partition(first, **policy).codes
    if index.kind == "internal":
        n_clusters = make_partition(labels).n_clusters
        if n_clusters < 2:
            raise UndefinedIndexError(
                f"it takes at least two clusters, the partition has {n_clusters}"
            )
    return index(first, labels, **arguments)


def _keep(index, first, labels, arguments, kept):
    """Cut everything that has one entry per sample."""
    if kept.size == 0:
        raise UndefinedIndexError("all samples are noise")
    first, labels = safe_indexing(first, kept), safe_indexing(labels, kept)
    if index.kind == "internal" and arguments.get("metric") == "precomputed":
        first = safe_indexing(first, kept, axis=1)
    if arguments.get("sample_weight") is not None:
        weight = safe_indexing(arguments["sample_weight"], kept)
        arguments = {**arguments, "sample_weight": weight}
    return first, labels, arguments
