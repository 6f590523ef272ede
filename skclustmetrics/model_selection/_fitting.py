"""Fit every candidate, in parallel, and keep what became of each."""

import time
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils.parallel import Parallel, delayed

from skclustmetrics._clusterers import draw_seed, fit_labels, seeded_clone
from skclustmetrics._compat._callbacks import callback_task, subtasks
from skclustmetrics._kernels._parallel import single_blas_thread
from skclustmetrics.model_selection._chains import make_chains
from skclustmetrics.model_selection._results import format_params
from skclustmetrics.scorers._own_copy import own_copy

__all__ = ["CandidateFit", "describe_error", "fit_candidates", "make_estimators"]


@dataclass(frozen=True)
class CandidateFit:
    """One fitted candidate, or the reason why it is none.

    Parameters
    ----------
    estimator : estimator
        The candidate; fitted if `error` is None.
    labels : ndarray of shape (n_samples,), or None
        The partition it found.
    fit_time : float
        In seconds.
    error : str, default=None
        What went wrong.
    """

    estimator: Any
    labels: np.ndarray | None
    fit_time: float
    error: str | None = None


def make_estimators(estimator, candidates, random_state):
    """Return one seeded clone of the estimator for each candidate.

    Every `random_state` that is None, at any depth, is given a number, the same ones
    for all candidates: what a candidate finds depends on no other candidate, on no
    order and on no worker.
    """
    seed = draw_seed(random_state)
    return [seeded_clone(estimator, params, seed) for params in candidates]


def fit_candidates(search, estimators, candidates, X, y, fit_params, context=None):
    """Fit the estimators and label the samples of X.

    Parameters
    ----------
    search : estimator
        The selector; its `n_jobs`, `error_score` and `verbose` are used.
    estimators : list of estimators
        Unfitted, and nobody else's.
    candidates : list of dict
        The parameters of each, for messages.
    X, y : array-like
        The data.
    fit_params : dict
        Arguments of `fit`.
    context : CallbackContext, default=None
        Of the fit of `search`.

    Returns
    -------
    fits : list of CandidateFit
        In the order of `estimators`.
    """
    n_candidates = len(estimators)
    warm_start = getattr(search, "warm_start", False)
    chains = make_chains(estimators, candidates, fit_params, warm_start=warm_start)
    if search.verbose:
        print(f"[{type(search).__name__}] fitting {n_candidates} candidates")
    tasks = [
        _Task(
            estimator,
            raises=search.error_score == "raise",
            progress=_progress(search, i, n_candidates, candidates[i]),
            caller=None if context is None else search,
            context=context,
        )
        for i, (estimator, context) in enumerate(
            zip(estimators, subtasks(context, "candidate", n_candidates), strict=True)
        )
    ]
    # in threads, the limits that clusterers set themselves would overlap
    threads = effective_n_jobs(search.n_jobs) > 1
    with single_blas_thread() if threads else nullcontext():
        fitted = Parallel(n_jobs=search.n_jobs)(
            delayed(_fit_chain)(
                [tasks[i] for i in chain.positions], chain.link, X, y, fit_params
            )
            for chain in chains
        )
    fits = [None] * n_candidates
    for chain, found in zip(chains, fitted, strict=True):
        for i, fit in zip(chain.positions, found, strict=True):
            fits[i] = fit
    return fits


@dataclass(frozen=True)
class _Task:
    """One candidate to be fitted, and whom to tell of it."""

    estimator: Any
    raises: bool
    progress: str | None
    caller: Any
    context: Any


def _progress(search, i, n_candidates, params):
    if not search.verbose:
        return None
    return f"[{type(search).__name__} {i + 1}/{n_candidates}] {format_params(params)}"


def _fit_chain(tasks, link, X, y, fit_params):
    """Fit candidates one after the other; what links them passes from each to all."""
    fits = []
    for task in tasks:
        with nullcontext() if link is None else link.lend(task.estimator):
            fit = _fit_candidate(task, X, y, fit_params)
        if link is not None and fit.error is None:
            link.learn(fit.estimator)
        fits.append(fit)
    return fits


def _fit_candidate(task, X, y, fit_params):
    """Fit one candidate on data of its own; errors become part of the result."""
    own_X = own_copy(X)
    start = time.perf_counter()
    labels, error = None, None
    with callback_task(task.context, task.caller, X, y, fits=task.estimator):
        try:
            labels = fit_labels(task.estimator, own_X, y, **fit_params)
        except Exception as failure:
            if task.raises:
                raise
            error = describe_error(failure)
    fit_time = time.perf_counter() - start
    if task.progress is not None:
        outcome = f"{fit_time:.2f} s" if error is None else f"failed: {error}"
        print(f"{task.progress}: {outcome}", flush=True)
    return CandidateFit(task.estimator, labels, fit_time, error)


def describe_error(error):
    """Say in one line what went wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
