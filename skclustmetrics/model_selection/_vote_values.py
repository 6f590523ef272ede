"""The values of many indices for the partitions of a sweep."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from skclustmetrics._validation._data import ClusteredData, check_X, take_samples
from skclustmetrics._validation._noise import make_partition
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._description import Description
from skclustmetrics.internal._k_sweep import check_sweep
from skclustmetrics.internal._shared_scores import shared_scores
from skclustmetrics.internal._silhouette import mean_silhouette, silhouette_score
from skclustmetrics.internal._sweep import silhouette_samples_many

__all__ = ["Partitions", "score_one_cluster", "score_partitions"]


@dataclass(frozen=True)
class Partitions:
    """Partitions of the same samples into more and more clusters.

    Parameters
    ----------
    X : {array-like, sparse matrix}
        The samples, or their distances.
    labelings : list of array-like
        The partitions, by the numbers of clusters.
    counts : ndarray of shape (n_partitions,)
        These numbers, each larger than the one before.
    coverages : ndarray of shape (n_partitions,)
        The part of the samples in clusters.
    metric : str, callable or None
        The metric of indices that take one.
    noise_label : object
        Which labels are noise, which is left out.
    weight_by_coverage : bool
        Whether noise is to count as 0.
    n_jobs : int or None
        Number of workers.
    """

    X: Any
    labelings: list
    counts: np.ndarray
    coverages: np.ndarray
    metric: Any = None
    noise_label: Any = None
    weight_by_coverage: bool = True
    n_jobs: int | None = None

    @cached_property
    def kept(self):
        """Of each partition the samples that are no noise."""
        return [
            make_partition(labels, noise_label=self.noise_label).mask
            for labels in self.labelings
        ]

    @cached_property
    def same_noise(self):
        """Whether all partitions are of the same samples."""
        return all((kept == self.kept[0]).all() for kept in self.kept)

    @property
    def coverage_varies(self):
        """Whether some partitions leave out more than others."""
        return (self.coverages != self.coverages[0]).any()

    @cached_property
    def sweep(self):
        """The partitions as indices of a sweep over features see them."""
        return self._check_sweep("euclidean")

    @cached_property
    def sweep_by_metric(self):
        """The same for those that take a metric."""
        return self.sweep if self.metric is None else self._check_sweep(self.metric)

    def _check_sweep(self, metric):
        return check_sweep(
            self.X,
            self.labelings,
            metric=metric,
            noise_label=self.noise_label,
            n_jobs=self.n_jobs,
        )

    @property
    def policy(self):
        """The arguments that all indices share."""
        metric = {} if self.metric is None else {"metric": self.metric}
        return {**metric, "noise_label": self.noise_label, "n_jobs": self.n_jobs}


def score_partitions(rows, partitions, *, raises=False):
    """Yield the values of indices for each partition.

    Parameters
    ----------
    rows : list of IndexSpec
        The indices.
    partitions : Partitions
        What they look at.
    raises : bool, default=False
        Whether to raise the errors of an index instead of keeping them.

    Yields
    ------
    values : dict of str to float or Exception
        By the names of the rows.
    """
    swept = [row for row in rows if row.function is silhouette_score]
    others = [row for row in rows if row.function is not silhouette_score]
    tables = (
        _score_silhouettes(swept, partitions, raises)
        if swept
        else [{} for _ in partitions.labelings]
    )
    for labels, table in zip(partitions.labelings, tables, strict=True):
        yield {**table, **_score_one(others, labels, partitions, raises)}


def score_one_cluster(rows, partitions):
    """Compute what a partition into one cluster gives, where a curve starts there.

    Returns
    -------
    values : dict of str to float
        For the indices that are judged by their curves and have a value.
    """
    curved = [row for row in rows if row.k_rule != "best"]
    if not (curved and partitions.same_noise) or partitions.metric == "precomputed":
        return {}
    X = check_X(take_samples(partitions.X, partitions.kept[0]))
    whole = make_partition(np.zeros(X.shape[0], dtype=np.intp))
    shared = Description(ClusteredData(X, whole))
    values = {}
    for row in curved:
        try:
            value = row.function.from_description(shared, **row.params)
        except UndefinedIndexError:
            continue
        if np.isfinite(value):
            values[row.name] = float(value)
    return values


def _score_silhouettes(rows, partitions, raises):
    """Score all partitions by silhouettes from one pass over the distances."""
    try:
        found = silhouette_samples_many(
            partitions.X, partitions.labelings, **partitions.policy
        )
    except ValueError as error:
        if raises:
            raise
        found = [error] * len(partitions.labelings)
    tables = []
    for samples, labels, kept in zip(
        found, partitions.labelings, partitions.kept, strict=True
    ):
        if isinstance(samples, Exception):
            tables.append(dict.fromkeys((row.name for row in rows), samples))
            continue
        codes = make_partition(labels, noise_label=partitions.noise_label).codes
        tables.append(
            {
                row.name: mean_silhouette(samples[kept], codes, **row.params)
                for row in rows
            }
        )
    return tables


def _score_one(rows, labels, partitions, raises):
    """Score one partition; an index that fails takes no other one with it."""
    if not rows:
        return {}
    try:
        return shared_scores(partitions.X, labels, rows, **partitions.policy)
    except Exception as error:
        if raises:
            raise
        if len(rows) == 1:
            return {rows[0].name: error}
    return {
        name: value
        for row in rows
        for name, value in _score_one([row], labels, partitions, raises).items()
    }
