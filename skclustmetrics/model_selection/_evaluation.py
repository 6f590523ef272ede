"""Score the labellings of all candidates by every criterion."""

import math
import time
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

import numpy as np

from skclustmetrics._compat._sklearn import safe_indexing
from skclustmetrics._validation._data import check_weights, settle_partition
from skclustmetrics._validation._noise import make_partition
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._sweep import silhouette_samples_many
from skclustmetrics.model_selection._fitting import describe_error
from skclustmetrics.model_selection._partitions import labels_coverage
from skclustmetrics.scorers._advice import explain_noise
from skclustmetrics.scorers._evaluate import evaluate_index, find_noise
from skclustmetrics.scorers._labels import precomputed_input, seen_by_last_step
from skclustmetrics.scorers._own_copy import own_copy

__all__ = [
    "Evaluation",
    "ScoredData",
    "evaluate",
]


@dataclass(frozen=True)
class ScoredData:
    """What indices look at.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples, or the distances between them.
    precomputed : bool
        Whether `X` holds distances.
    y : array-like of shape (n_samples,), default=None
        Known labels, for external indices.
    X_fit : {array-like, sparse matrix}, default=None
        `X` as the candidates were given it.
    rows : ndarray of shape (n_drawn,), dtype intp, default=None
        The samples that internal indices look at; None for all of them.
    n_jobs : int, default=None
        The number of workers.
    """

    X: Any
    precomputed: bool = False
    y: Any = None
    X_fit: Any = None
    rows: np.ndarray | None = None
    n_jobs: int | None = None

    def drawn(self):
        """Return the same data with nothing but the drawn samples, and these kept."""
        if self.rows is None:
            return self
        X = safe_indexing(self.X, self.rows)
        if self.precomputed:
            X = safe_indexing(X, self.rows, axis=1)
        return replace(self, X=X, rows=None)

    def pick(self, values):
        """Return the values of the drawn samples."""
        if values is None or self.rows is None:
            return values
        return safe_indexing(values, self.rows)

    def spread(self, values):
        """Return one value for each sample, NaN where it was not drawn."""
        if self.rows is None:
            return values
        full = np.full(self.X.shape[0], np.nan)
        full[self.rows] = values
        return full


@dataclass(frozen=True)
class Evaluation:
    """The score of one candidate by one criterion, and what is known about it.

    Parameters
    ----------
    score : float
        The index, NaN where it has no value.
    ranking_score : float
        What candidates are ranked by; higher is better.
    standard_error : float
        Of `ranking_score`, over the samples.
    macro_score : float
        The mean over clusters of their mean values.
    samples : ndarray of shape (n_samples,), or None
        The value of each sample, NaN where it has none.
    problem : str, default=None
        Why there is no score.
    is_failure : bool, default=False
        Whether the problem is an error and not a value that is undefined.
    score_time : float
        In seconds; the candidates share a sweep equally.
    """

    score: float = math.nan
    ranking_score: float = math.nan
    standard_error: float = math.nan
    macro_score: float = math.nan
    samples: np.ndarray | None = None
    problem: str | None = None
    is_failure: bool = False
    score_time: float = 0.0


def evaluate(criteria, fits, data, metadata, *, raises=False):
    """Score the labels of all candidates.

    Parameters
    ----------
    criteria : list of Criterion
        What to score by.
    fits : list of CandidateFit
        The candidates; those without labels get no score.
    data : ScoredData
        The data.
    metadata : dict of str to dict
        For each criterion, further keyword arguments.
    raises : bool, default=False
        Whether to raise the errors of an index instead of keeping them.

    Returns
    -------
    evaluations : dict of str to list of Evaluation
        For each criterion, in the order of `fits`.
    """
    drawn = data.drawn()
    sweeps = {}
    labelled = [fit for fit in fits if fit.error is None]
    evaluations = {}
    for criterion in criteria:
        arguments = metadata[criterion.name]
        coverages = [
            labels_coverage(
                fit.labels, criterion.noise_label, arguments.get("sample_weight")
            )
            for fit in labelled
        ]
        if criterion.is_silhouette:
            outcomes = _evaluate_sweep(
                criterion, labelled, coverages, data, drawn, arguments, sweeps
            )
        else:
            outcomes = [
                _evaluate_one(criterion, fit, coverage, data, drawn, arguments)
                for fit, coverage in zip(labelled, coverages, strict=True)
            ]
        scored = iter([_checked(outcome, raises) for outcome in outcomes])
        evaluations[criterion.name] = [
            next(scored)
            if fit.error is None
            else Evaluation(problem=f"failed: {fit.error}", is_failure=True)
            for fit in fits
        ]
    return evaluations


def _checked(outcome, raises):
    """Turn an error into an evaluation that tells of it."""
    if isinstance(outcome, Evaluation):
        return outcome
    if isinstance(outcome, UndefinedIndexError):
        return Evaluation(problem=f"undefined: {outcome}")
    if raises:
        raise outcome
    return Evaluation(problem=f"not scored: {describe_error(outcome)}", is_failure=True)


def _evaluate_sweep(criterion, fits, coverages, data, drawn, metadata, sweeps):
    """Score all labellings by silhouettes from one pass over the distances."""
    arguments = {**criterion.arguments, **metadata}
    arguments.pop("average", None)
    for name in ("sample_size", "random_state", "stratify"):  # not in use here
        arguments.pop(name, None)
    arguments["noise_label"] = criterion.noise_label
    arguments["noise"] = criterion.scorer.noise
    arguments.setdefault("n_jobs", data.n_jobs)
    arguments.setdefault("metric", "euclidean")
    if data.precomputed:
        arguments["metric"] = "precomputed"
    weight = data.pick(arguments.pop("sample_weight", None))
    labelings = [data.pick(fit.labels) for fit in fits]
    key = repr((sorted(arguments.items()), weight is None))
    start = time.perf_counter()
    if key not in sweeps:
        sweeps[key] = _sweep(drawn.X, labelings, weight, arguments)
    share = (time.perf_counter() - start) / max(len(fits), 1)
    return [
        values
        if isinstance(values, Exception)
        else replace(
            _summarize(criterion, values, partition, weight, coverage),
            samples=data.spread(values),
            score_time=share,
        )
        for (values, partition), coverage in zip(sweeps[key], coverages, strict=True)
    ]


def _sweep(X, labelings, weight, arguments):
    """Return the silhouettes and the partition, or the error, of each labelling."""
    params = {**arguments}
    n_jobs = params.pop("n_jobs")
    policy = {name: params.pop(name) for name in ("metric", "noise_label", "noise")}
    try:
        weight = check_weights(weight, X)
        samples = silhouette_samples_many(
            X, labelings, sample_weight=weight, n_jobs=n_jobs, **policy, **params
        )
    except Exception as error:
        return [(_explain(error, X, labels, policy), None) for labels in labelings]
    return [
        (_explain(values, X, labels, policy), None)
        if isinstance(values, Exception)
        else (
            values,
            settle_partition(X, labels, params=params, weights=weight, **policy),
        )
        for values, labels in zip(samples, labelings, strict=True)
    ]


def _explain(error, X, labels, policy):
    is_noise = make_partition(labels, noise_label=policy["noise_label"]).is_noise
    return explain_noise(error, X, is_noise=is_noise, noise=policy["noise"])


def _summarize(criterion, values, partition, weight, coverage):
    """Average silhouettes over the samples and over the clusters."""
    weight = np.ones(values.shape) if weight is None else np.asarray(weight, float)
    kept = slice(None) if partition.kept is None else partition.kept
    micro = float(np.average(values[kept], weights=weight[kept]))
    macro, macro_error = _macro_mean(
        values[kept], weight[kept], partition.codes, partition.n_clusters
    )
    if criterion.average == "macro":
        score, error = macro, criterion.rank(macro_error, coverage)
    elif criterion.counts_noise:
        score, error = micro, _standard_error(np.nan_to_num(values), weight)
    else:
        score, error = micro, _standard_error(values[kept], weight[kept])
    return Evaluation(score, criterion.rank(score, coverage), error, macro)


def _macro_mean(values, weight, codes, n_clusters):
    """Return the mean of the means of the clusters, and its standard error."""
    total = np.bincount(codes, weight, n_clusters)
    means = np.bincount(codes, weight * values, n_clusters) / total
    squares = np.bincount(codes, weight * (values - means[codes]) ** 2, n_clusters)
    # a weight equals repeated rows, so the weights add up to the number of rows
    variances = squares / np.maximum(total - 1, 1) / total
    return float(means.mean()), float(np.sqrt(variances.sum()) / n_clusters)


def _standard_error(values, weight):
    """Return the standard error of a weighted mean."""
    total = weight.sum()
    square = np.average(
        (values - np.average(values, weights=weight)) ** 2, weights=weight
    )
    return float(np.sqrt(square / max(total - 1, 1)))


def _evaluate_one(criterion, fit, coverage, data, drawn, metadata):
    """Score one labelling, or one candidate by a scorer that is not ours."""
    start = time.perf_counter()
    try:
        if criterion.on_labels:
            score = float(_score_labels(criterion, fit, data, drawn, metadata))
        else:
            score = _call_scorer(criterion, fit.estimator, data, metadata)
    except Exception as error:
        return error
    score_time = time.perf_counter() - start
    if math.isnan(score):
        return Evaluation(problem="undefined: the score is NaN", score_time=score_time)
    return Evaluation(score, criterion.rank(score, coverage), score_time=score_time)


def _call_scorer(criterion, estimator, data, metadata):
    target = () if data.y is None else (data.y,)
    score = criterion.scorer(estimator, own_copy(data.X_fit), *target, **metadata)
    if not isinstance(score, Real):
        raise TypeError(
            f"{criterion.name} must return a number; got {score!r} of type "
            f"{type(score).__name__}."
        )
    return float(score)


def _score_labels(criterion, fit, data, drawn, metadata):
    """Compute an index from the labels at hand, without fitting anything again."""
    index = criterion.scorer.index
    arguments = {**criterion.scorer.kwargs, **metadata}
    labels = fit.labels
    if index.kind == "external":
        first = data.y
    elif criterion.looks_at_data:
        first, labels = drawn.X, data.pick(labels)
        if arguments.get("sample_weight") is not None:
            arguments["sample_weight"] = data.pick(arguments["sample_weight"])
        if data.precomputed and index.has_metric:
            arguments["metric"] = "precomputed"
        if index.has_n_jobs:
            arguments.setdefault("n_jobs", data.n_jobs)
    elif index.needs_data:
        first = seen_by_last_step(fit.estimator, data.X_fit)
        precomputed, _ = precomputed_input(fit.estimator)
        if precomputed == "distances" and index.has_metric:
            arguments.setdefault("metric", "precomputed")
    else:
        first = None
    noise_label = criterion.noise_label
    is_noise, _ = find_noise(index, first, labels, noise_label=noise_label)
    return evaluate_index(
        index,
        first,
        labels,
        is_noise=is_noise,
        noise_label=noise_label,
        noise=criterion.scorer.noise,
        **arguments,
    )
