"""Partitions into more and more clusters, and what indices of such sweeps share."""

import functools
import inspect
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from skclustmetrics._kernels._centroids import Centroids
from skclustmetrics._kernels._parallel import check_n_jobs
from skclustmetrics._validation._data import (
    check_same_rows,
    check_X,
    plain_container,
    settle_partition,
    take_samples,
)
from skclustmetrics._validation._many import list_labelings
from skclustmetrics._validation._metric import canonical_metric, check_metric_domain
from skclustmetrics.exceptions import UndefinedMetricWarning
from skclustmetrics.internal._description import public_docstring

__all__ = ["Sweep", "SweepSpec", "check_sweep", "sweep_index"]

_DATA_TEXT = """\
X : {array-like, sparse matrix} of shape (n_samples, n_features)
    The samples.
labelings : array-like of shape (n_labelings, n_samples)
    Partitions of the samples, or a list of label arrays of any kinds, each into
    more clusters than the one before. One cluster may be the first.
"""

_SHARED_TEXT = """\
noise_label : None, "negative", label or collection of labels, default=None
    Which labels mean noise; None means none of them. "negative" means every
    negative number.
noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
    What becomes of noise: left out, each a cluster of its own, each joined to the
    cluster of its nearest clustered sample, or one cluster. What is left out must be
    the same samples in every partition.
"""

_RAISES_TEXT = """\
ValueError
    If the partitions are not ordered by their numbers of clusters, or another
    argument is not what it must be.
"""


class Sweep:
    """Partitions of the same samples into more and more clusters.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples that are no noise, or their distances.
    codes : list of ndarray of shape (n_samples,)
        The clusters of each partition.
    counts : list of int
        Their numbers, each larger than the one before.
    metric, params
        The canonical metric.
    n_jobs : int or None
        Number of workers.
    """

    def __init__(self, X, codes, counts, metric="euclidean", params=None, n_jobs=None):
        self.X, self.codes, self.counts = X, codes, counts
        self.metric, self.params, self.n_jobs = metric, params or {}, n_jobs
        self.n_samples, self.n_features = X.shape
        self._position = {count: i for i, count in enumerate(counts)}

    def __contains__(self, n_clusters):
        return n_clusters in self._position

    def codes_of(self, n_clusters):
        """The clusters of the partition with so many."""
        return self.codes[self._position[n_clusters]]

    @cached_property
    def whole(self):
        """All samples as one cluster."""
        everything = np.zeros(self.n_samples, dtype=np.intp)
        return Centroids.of(self.X, everything, 1)

    @cached_property
    def squares(self):
        """For each number of clusters the sums of squares about the means.

        One cluster is always there. In the units of ``whole.scale``.
        """
        found = {1: self.whole.squares}
        for codes, count in zip(self.codes, self.counts, strict=True):
            if count > 1:
                clusters = Centroids.of(self.X, codes, count, scale=self.whole.scale)
                found[count] = clusters.squares
        return found

    @cached_property
    def within(self):
        """Pooled sum of squares for each number of clusters; 0 if it is rounding."""
        total = float(self.squares[1].sum())
        rounding = total * self.n_samples * np.finfo(np.float64).eps ** 2
        sums = {count: float(s.sum()) for count, s in self.squares.items()}
        return {count: s if s > rounding else 0.0 for count, s in sums.items()}

    def split(self, n_clusters):
        """Tell how the partition with one more cluster comes from this one.

        Returns
        -------
        whole, parts : float
            Sum of squares of the cluster that is split, and of its two parts.
        size : int
            How many samples it has.

        Raises
        ------
        ValueError
            If it is more than one cluster that is divided.
        """
        if n_clusters == 1:
            before = np.zeros(self.n_samples, dtype=np.intp)
        else:
            before = self.codes_of(n_clusters)
        after = self.codes_of(n_clusters + 1)
        pairs = np.unique(before * np.int64(n_clusters + 1) + after)
        parents, children = np.divmod(pairs, n_clusters + 1)
        if pairs.size != n_clusters + 1:
            raise ValueError(
                "labelings must be nested, as the cuts of one tree are: "
                f"{n_clusters + 1} clusters must come from {n_clusters} by splitting "
                "one of them in two. Here some that are together in one of the larger "
                "number are apart in the smaller one."
            )
        parent = int(np.argmax(np.bincount(parents)))
        parts = self.squares[n_clusters + 1][children[parents == parent]]
        size = int(np.count_nonzero(before == parent))
        return float(self.squares[n_clusters][parent]), float(parts.sum()), size


@dataclass(frozen=True, kw_only=True)
class SweepSpec:
    """What is known of an index of a sweep over the number of clusters.

    Parameters
    ----------
    function : callable
        The public function, ``f(X, labelings, ...)``.
    title : str
        The name by which the literature knows it.
    source : str
        Authors, year and venue.
    rule : {"max", "min", "first", "fall"}
        How the number of clusters is chosen: where the index is largest or least, the
        first that `accepts`, or the last before the index first falls below 1.
    accepts : callable, default=None
        ``accepts(sweep, values)`` tells which partitions may be chosen; None means all.
    compare : callable, default=None
        For "max" and "min": ``compare(sweep, values)`` returns what is in the order of
        the values, where these leave the range of floats; None means the values.
    nested : bool, default=False
        Whether the partitions must be the cuts of one tree.
    has_metric : bool, default=False
        Whether the function takes ``metric``.
    """

    function: Callable
    title: str
    source: str
    rule: str
    accepts: Callable | None = None
    compare: Callable | None = None
    nested: bool = False
    has_metric: bool = False

    @property
    def name(self):
        """The function's, without ``_score``."""
        return self.function.__name__.removesuffix("_score")

    def goodness(self, sweep, values):
        """Return what the rules "max" and "min" maximise; see `choose`."""
        if self.compare is not None:
            values = self.compare(sweep, values)
        return values if self.rule == "max" else -values

    def choose(self, sweep, values):
        """Return the number of clusters that the index chooses, or None.

        Parameters
        ----------
        sweep : Sweep
            The partitions.
        values : ndarray of shape (n_labelings,)
            The index of each, NaN where it has none.
        """
        counts = np.array(sweep.counts)
        known = ~np.isnan(values)
        if self.accepts is not None:
            known &= self.accepts(sweep, values)
        if not known.any():
            return None
        if self.rule in ("max", "min"):
            return int(counts[known][np.argmax(self.goodness(sweep, values)[known])])
        if self.rule == "first":
            chosen = counts[known]
        else:
            follows = np.diff(counts, append=-1) == 1
            after = np.append(values[1:], np.nan)
            chosen = counts[follows & (values >= 1) & (after < 1)]
        return int(chosen[0]) if chosen.size else None


def check_sweep(
    X,
    labelings,
    *,
    metric="euclidean",
    params=None,
    noise_label=None,
    noise="drop",
    n_jobs=None,
):
    """Check data and partitions, and apply the noise policy."""
    check_n_jobs(n_jobs)
    params = params or {}
    X = plain_container(X)
    partitions = []
    for labels in list_labelings(labelings):
        check_same_rows(X, labels)
        partition = settle_partition(
            X,
            labels,
            metric=metric,
            params=params,
            noise_label=noise_label,
            noise=noise,
            one_cluster=True,
        )
        partitions.append(partition)
    counts = [partition.n_clusters for partition in partitions]
    if not counts or any(a >= b for a, b in pairwise(counts)):
        raise ValueError(
            "labelings must hold partitions into more and more clusters. Got "
            + (f"{', '.join(map(str, counts))} clusters." if counts else "none.")
        )
    kept = [partition.mask for partition in partitions]
    if any((mask != kept[0]).any() for mask in kept[1:]):
        raise ValueError(
            "With noise='drop' every partition of labelings must have the same noise, "
            "as sums over different samples cannot be compared. Choose another "
            "noise=, or drop the noise of all of them first."
        )
    if not kept[0].all():
        X = take_samples(X, kept[0], metric)
    X = check_X(X, metric)
    metric, params = canonical_metric(metric, params, X.shape[1])
    check_metric_domain(X, metric)
    return Sweep(X, [p.codes for p in partitions], counts, metric, params, n_jobs)


def sweep_index(formula):
    """Turn a formula for one number of clusters into a public index of sweeps.

    The function that results takes ``(X, labelings, *, ...)`` and returns an array; its
    docstring is the formula's with the shared parameters and errors put in. The values
    for a checked sweep are at hand as ``index.from_sweep(sweep, ...)``.

    Parameters
    ----------
    formula : callable
        ``f(sweep, n_clusters, *, ...)`` returns the value for a number of clusters, NaN
        where there is none.

    Returns
    -------
    callable
    """

    def from_sweep(sweep, **own):
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            values = [formula(sweep, count, **own) for count in sweep.counts]
        return np.array(values, dtype=np.float64)

    @functools.wraps(formula)
    def index(X, labelings, *, noise_label=None, noise="drop", **own):
        sweep = check_sweep(X, labelings, noise_label=noise_label, noise=noise)
        values = from_sweep(sweep, **own)
        warn_if_nothing(values, sweep)
        return values

    shared = list(inspect.signature(index, follow_wrapped=False).parameters.values())
    own = list(inspect.signature(formula).parameters.values())[2:]
    index.__signature__ = inspect.Signature([*shared[:2], *own, *shared[2:-1]])
    index.__doc__ = public_docstring(
        formula.__doc__, _DATA_TEXT, _SHARED_TEXT, _RAISES_TEXT
    )
    index.from_sweep = from_sweep
    return index


def warn_if_nothing(values, sweep):
    """Warn if an index has no value for any partition."""
    if np.isnan(values).all():
        warnings.warn(
            "The index has no value for any of the partitions into "
            f"{', '.join(map(str, sweep.counts))} clusters: it compares partitions "
            "whose numbers of clusters differ by one, of samples that are not all "
            "equal.",
            UndefinedMetricWarning,
            stacklevel=3,
        )
