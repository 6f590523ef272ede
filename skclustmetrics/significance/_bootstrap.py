"""How exact an index is: confidence intervals from resampled samples."""

import math
import warnings
from dataclasses import dataclass
from numbers import Real
from types import SimpleNamespace
from typing import Any

import numpy as np
from scipy.stats import bootstrap
from sklearn.utils import Bunch

from skclustmetrics._clusterers import draw_seeds
from skclustmetrics._compat._sklearn import safe_indexing
from skclustmetrics._kernels._parallel import check_n_jobs, run_tasks
from skclustmetrics._validation._choice import check_choice
from skclustmetrics._validation._data import check_same_rows, plain_container
from skclustmetrics._validation._labels import check_label_pair_lengths
from skclustmetrics._validation._noise import check_noise_policy, make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.exceptions import UndefinedMetricWarning
from skclustmetrics.significance._scores import Score, find_score
from skclustmetrics.significance._tasks import (
    check_at_least,
    split_draws,
)

__all__ = ["BootstrapInterval", "bootstrap_interval"]

# resamples of one task; fixed, so that n_jobs changes nothing
_BLOCK = 25
_METHODS = ("bca", "percentile", "basic")


class BootstrapInterval(Bunch):
    """A confidence interval for an index, as `bootstrap_interval` finds it.

    A :class:`~sklearn.utils.Bunch`, whose entries are attributes as well. It prints in
    a line.

    Parameters
    ----------
    **kwargs : dict
        The entries: ``score``, ``low``, ``high``, ``confidence_level``, ``method``,
        ``standard_error``, ``bootstrap_distribution``, ``n_undefined`` and
        ``n_incomplete``.

    See Also
    --------
    bootstrap_interval : The function that makes it.

    Examples
    --------
    >>> from skclustmetrics import bootstrap_interval
    >>> truth, found = [0] * 20 + [1] * 20, [0] * 18 + [1] * 22
    >>> bootstrap_interval(
    ...     truth,
    ...     found,
    ...     score_func="adjusted_rand",
    ...     method="percentile",
    ...     random_state=0,
    ... )
    BootstrapInterval(score=0.8051, 95% percentile: [0.5513, 1.0000])
    """

    def __repr__(self):
        undefined = ""
        if self["n_undefined"]:
            total = self["bootstrap_distribution"].size
            undefined = f", {self['n_undefined']:,} of {total:,} resamples undefined"
        return (
            f"{type(self).__name__}(score={self['score']:.4g}, "
            f"{100 * self['confidence_level']:g}% {self['method']}: "
            f"[{self['low']:.4f}, {self['high']:.4f}]{undefined})"
        )

    __str__ = __repr__


def bootstrap_interval(
    X,
    labels,
    *,
    score_func="silhouette",
    method="bca",
    confidence_level=0.95,
    n_resamples=1000,
    noise_label=None,
    noise="drop",
    random_state=None,
    n_jobs=None,
):
    """Compute a confidence interval for an index of a partition.

    Samples are drawn with replacement, each with its label, and the index is computed
    of every resample. Nothing is clustered again: the interval says how much the index
    of this partition depends on which samples happened to be drawn.

    Read more in the :ref:`User Guide <significance>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if the index has ``metric="precomputed"``
        The samples, or their distances; for an external index the true labels, of
        shape (n_samples,).
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    score_func : str or callable, default="silhouette"
        The index: the name of an internal or external index, a function of this package
        or of scikit-learn, a `functools.partial` object of one, or any function of
        ``(X, labels)`` or ``(labels_true, labels_pred)``.
    method : {"bca", "percentile", "basic"}, default="bca"
        The interval: bias-corrected and accelerated, which takes one more evaluation
        for each sample; between percentiles of the resamples; or these mirrored at the
        index.
    confidence_level : float, default=0.95
        How likely the interval is to cover the index, in (0, 1).
    n_resamples : int, default=1000
        How many times samples are drawn.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number. Noise is drawn like any other sample.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise in each resample, as in all indices.
    random_state : int, RandomState instance or None, default=None
        Makes the resamples reproducible, whatever `n_jobs` is.
    n_jobs : int, default=None
        How many blocks of resamples are scored at a time.

    Returns
    -------
    interval : BootstrapInterval
        Dictionary-like object.

        score : float
            The index of all samples.
        low, high : float
            The bounds; NaN where the method has none.
        standard_error : float
            The standard deviation of the index over the resamples.
        bootstrap_distribution : ndarray of shape (n_resamples,)
            The index of each resample; NaN where it is undefined.
        n_undefined : int
            How many resamples are undefined; they are left out of the interval.
        n_incomplete : int
            How many resamples lack a cluster of the partition, and are scored without
            it.
        confidence_level : float
            As given.
        method : str
            As given.

    Raises
    ------
    ValueError
        If the index is unknown, if all resamples but one are undefined, or if the data
        or the labels are not valid.
    UndefinedIndexError
        If the index is undefined for the partition.

    Warns
    -----
    UndefinedMetricWarning
        If resamples are undefined, or the method finds no interval.

    See Also
    --------
    null_model_test : Whether the index could be chance.
    cluster_stability : What becomes of the clusters if they are found again.

    Notes
    -----
    A sample that is drawn several times has a distance of 0 to itself. Indices that
    look at the nearest samples, as do those of neighbours and Dunn's, are therefore
    biased in resamples; compare ``score`` with the median of
    ``bootstrap_distribution``. Indices that take `sample_weight` get the number of
    times that each sample was drawn, which is the same and faster.

    The intervals are those of :func:`scipy.stats.bootstrap`.

    References
    ----------
    .. [1] B. Efron, "Better bootstrap confidence intervals", Journal of the American
       Statistical Association 82 (1987) 171-185.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import bootstrap_interval
    >>> X, species = load_iris(return_X_y=True)
    >>> interval = bootstrap_interval(X, species, n_resamples=200, random_state=0)
    >>> interval.low < interval.score < interval.high
    True
    """
    score = find_score(score_func, directed=False)
    check_choice(method, "method", _METHODS)
    check_noise_policy(noise)
    check_noise_label(noise_label)
    check_at_least("n_resamples", n_resamples, 2)
    check_n_jobs(n_jobs)
    if (
        isinstance(confidence_level, bool)
        or not isinstance(confidence_level, Real)
        or not 0 < confidence_level < 1
    ):
        raise ValueError(
            f"confidence_level must be a number in (0, 1); got {confidence_level!r}."
        )
    resampling = _make_resampling(score, X, labels, noise_label, noise)
    everything = np.arange(resampling.codes.size)
    value = score.compute(
        resampling.first, resampling.labels, noise_label=noise_label, noise=noise
    )
    sizes = split_draws(n_resamples, _BLOCK)
    tasks = list(zip(draw_seeds(random_state, len(sizes)), sizes, strict=True))
    outcomes = run_tasks(_score_draws, tasks, n_jobs=n_jobs, common=(resampling,))
    draws, complete = map(np.concatenate, zip(*outcomes, strict=True))
    defined = draws[~np.isnan(draws)]
    if defined.size < 2:
        raise ValueError(
            f"{score.name} is undefined in {draws.size - defined.size} of {draws.size} "
            "resamples, so that there is no interval: they leave too few clusters."
        )
    if defined.size < draws.size:
        warnings.warn(
            f"{score.name} is undefined in {draws.size - defined.size} of {draws.size} "
            "resamples, which do not count.",
            UndefinedMetricWarning,
            stacklevel=2,
        )

    def statistic(rows, axis):
        return _score_rows(resampling, rows, n_jobs)

    low, high = _interval(statistic, everything, defined, confidence_level, method)
    if math.isnan(low) or math.isnan(high):
        warnings.warn(
            f"method={method!r} finds no interval for {score.name}: the resamples are "
            "too much alike, or it is undefined without some sample. Use "
            "method='percentile'.",
            UndefinedMetricWarning,
            stacklevel=2,
        )
    return BootstrapInterval(
        score=value,
        low=low,
        high=high,
        standard_error=float(defined.std(ddof=1)),
        bootstrap_distribution=draws,
        n_undefined=int(draws.size - defined.size),
        n_incomplete=int(np.count_nonzero(~complete)),
        confidence_level=confidence_level,
        method=method,
    )


def _interval(statistic, everything, defined, confidence_level, method):
    """Return the bounds that SciPy finds."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # NaN is told by the caller
        result = bootstrap(
            (everything,),
            statistic,
            n_resamples=0,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=defined),
            confidence_level=confidence_level,
            method={"bca": "BCa"}.get(method, method),
            batch=_BLOCK * 8,
            vectorized=True,
            axis=-1,
        )
    return tuple(map(float, result.confidence_interval))


@dataclass(frozen=True)
class _Resampling:
    """What samples are drawn from, and what is computed of them."""

    score: Score
    first: Any
    labels: Any
    codes: np.ndarray
    n_clusters: int
    noise_label: Any
    noise: str

    def value_of(self, rows):
        """Return the index of some samples, NaN where it is undefined."""
        policy = {"noise_label": self.noise_label, "noise": self.noise}
        # each repetition of a singleton is one more, and a sample that was not drawn
        # is nobody's nearest
        weighted = self.noise_label is None or self.noise in ("drop", "cluster")
        if self.score.counts_weights and weighted:
            weights = np.bincount(rows, minlength=self.codes.size)
            return self.score.compute_or_nan(
                self.first, self.labels, sample_weight=weights, **policy
            )
        first = safe_indexing(self.first, rows)
        if self.score.index.kind == "internal" and self.score.metric == "precomputed":
            first = safe_indexing(first, rows, axis=1)
        return self.score.compute_or_nan(
            first, safe_indexing(self.labels, rows), **policy
        )

    def is_complete(self, rows):
        """Tell whether every cluster occurs among some samples."""
        found = self.codes[rows]
        return np.unique(found[found >= 0]).size == self.n_clusters


def _make_resampling(score, X, labels, noise_label, noise):
    if score.index.kind == "internal":
        first = plain_container(X)
        check_same_rows(first, labels)
    else:
        check_label_pair_lengths(X, labels)
        first = X
    partition = make_partition(labels, noise_label=noise_label, allow_column=True)
    return _Resampling(
        score,
        first,
        labels,
        partition.all_codes,
        partition.n_clusters,
        noise_label,
        noise,
    )


def _score_draws(resampling, task):
    """Draw some resamples; return their values and whether they have all clusters."""
    seed, n_draws = task
    n_samples = resampling.codes.size
    rows = np.random.RandomState(seed).randint(n_samples, size=(n_draws, n_samples))
    values = [resampling.value_of(drawn) for drawn in rows]
    return np.array(values), np.array([resampling.is_complete(drawn) for drawn in rows])


def _score_rows(resampling, rows, n_jobs):
    """Compute the index of each of many selections of samples."""
    flat = rows.reshape(-1, rows.shape[-1])
    tasks = np.array_split(flat, max(1, math.ceil(len(flat) / _BLOCK)))
    outcomes = run_tasks(_score_block, tasks, n_jobs=n_jobs, common=(resampling,))
    return np.concatenate(list(outcomes)).reshape(rows.shape[:-1])


def _score_block(resampling, rows):
    return np.array([resampling.value_of(drawn) for drawn in rows])
