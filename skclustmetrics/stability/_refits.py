"""Fit candidates again on other data, many times, and keep what became of each."""

import warnings
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from skclustmetrics._clusterers import draw_seeds, fit_labels, seeded_clone
from skclustmetrics._kernels._parallel import check_n_jobs, run_tasks
from skclustmetrics._validation._noise import make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.exceptions import CandidateFailedWarning
from skclustmetrics.scorers._own_copy import own_copy

__all__ = [
    "Candidates",
    "Failure",
    "Refit",
    "check_count",
    "find_codes",
    "resample",
    "separate",
    "single_outcomes",
]


class Failure(NamedTuple):
    """Why a candidate has no result."""

    reason: str


class Refit(NamedTuple):
    """A clusterer fitted on some of the samples.

    Parameters
    ----------
    estimator : estimator
        The clusterer.
    codes : ndarray, dtype intp
        The cluster of each sample it was fitted on, -1 for noise.
    n_clusters : int
        How many clusters there are.
    """

    estimator: Any
    codes: np.ndarray
    n_clusters: int


@dataclass(frozen=True)
class Candidates:
    """One clusterer with several settings, to be fitted on the same resamples.

    Parameters
    ----------
    estimator : estimator
        A clusterer, or a Pipeline that ends with one.
    settings : list of dict
        The parameters of each candidate.
    noise_label : object, default="negative"
        Which labels are noise.
    raises : bool, default=False
        Whether a candidate that fails raises its error.
    """

    estimator: Any
    settings: list
    noise_label: Any = "negative"
    raises: bool = False

    def __post_init__(self):
        check_noise_label(self.noise_label)

    def fit(self, which, samples, seed):
        """Fit one candidate."""
        made = seeded_clone(self.estimator, self.settings[which], seed)
        X = own_copy(samples.X)
        labels = fit_labels(made, X, samples.y, **samples.fit_params)
        return Refit(made, *find_codes(labels, self.noise_label))

    def outcomes(self, compute):
        """Return what a function makes of each candidate, or its failure."""
        return [self._attempt(compute, which) for which in range(len(self.settings))]

    def _attempt(self, compute, which):
        try:
            return compute(which)
        except Exception as error:
            if self.raises:
                raise
            return Failure(_describe(error))


def find_codes(labels, noise_label):
    """Return the cluster of each sample, -1 for noise, and the number of clusters."""
    partition = make_partition(labels, noise_label=noise_label)
    return partition.all_codes, partition.n_clusters


def resample(task, candidates, shared, *, n_resamples, random_state, n_jobs=None):
    """Yield the outcomes of all candidates for one resample after the other.

    Parameters
    ----------
    task : callable
        ``task(candidates, *shared, random_state)`` returns an outcome or a Failure for
        each candidate.
    candidates : Candidates
        What to fit.
    shared : tuple
        Further arguments of all tasks.
    n_resamples : int
        How many tasks there are.
    random_state : int, RandomState instance or None
        Seeds the tasks, before any of them runs.
    n_jobs : int, default=None
        The number of workers.
    """
    seeds = draw_seeds(random_state, n_resamples)
    common = (task, candidates, shared)
    return run_tasks(_run, seeds, n_jobs=n_jobs, common=common, prefer="processes")


def _run(task, candidates, shared, seed):
    return task(candidates, *shared, check_random_state(seed))


def separate(outcomes):
    """Part what was computed from the reasons why something was not."""
    values = [outcome for outcome in outcomes if not isinstance(outcome, Failure)]
    reasons = [outcome.reason for outcome in outcomes if isinstance(outcome, Failure)]
    return values, reasons


def single_outcomes(results, estimator, *, stacklevel=3):
    """Return the outcomes of the only candidate and the number of failures.

    Warns once of failures; raises if nothing else is there.
    """
    values, reasons = separate([outcomes[0] for outcomes in results])
    n_resamples = len(values) + len(reasons)
    if not values:
        raise ValueError(
            f"{type(estimator).__name__} failed on all {n_resamples} resamples: "
            f"{reasons[0]}"
        )
    if reasons:
        warnings.warn(
            f"{type(estimator).__name__} failed on {len(reasons)} of {n_resamples} "
            f"resamples, which do not count: {reasons[0]}",
            CandidateFailedWarning,
            stacklevel=stacklevel,
        )
    return values, len(reasons)


def check_count(name, value, n_jobs=None):
    """Refuse what cannot be a number of resamples, or of workers."""
    check_n_jobs(n_jobs)
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name} must be an integer of at least 1; got {value!r}.")


def _describe(error):
    """Say in one line what went wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
