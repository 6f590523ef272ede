"""Which cluster an estimator puts each scored sample in."""

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline

from skclustmetrics.scorers._own_copy import own_copy

__all__ = [
    "RESPONSE_METHODS",
    "SPACES",
    "Assignment",
    "assign_labels",
    "check_labels",
    "count_samples",
    "is_transformed",
    "precomputed_input",
    "seen_by_last_step",
]

RESPONSE_METHODS = ("auto", "predict", "fit_predict")
SPACES = ("input", "transformed")

_RESUBSTITUTE = (
    "Cross-validation cuts such a matrix apart; search and score on the whole of it "
    "with cv=ResubstitutionSplit() or cv=[(all, all)]."
)
# enough to tell a block of test rows and train columns from a symmetric matrix
_N_PROBED = 64


class Assignment(NamedTuple):
    """The labels of the scored samples, and the data in the space to be scored.

    Parameters
    ----------
    labels : array-like of shape (n_samples,)
        The cluster of each sample.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The data or, if `precomputed` is "distances", the distances between all pairs.
    precomputed : {None, "distances", "similarities"}
        What `X` holds instead of feature vectors.
    """

    labels: Any
    X: Any
    precomputed: str | None


def assign_labels(
    estimator, X, y=None, *, response_method="auto", space="input", needs_data=True
):
    """Label the samples of X, and only these.

    The attribute ``labels_`` of a fitted estimator is never used: it belongs to the
    samples of `fit`, and in cross-validation two folds may have the same length.
    Estimators get copies of `X`, since they may overwrite what they are given.

    Parameters
    ----------
    estimator : estimator
        A clusterer, or a Pipeline that ends with one.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples.
    y : array-like of shape (n_samples,), default=None
        Passed to `fit` where a clone is fitted.
    response_method : {"auto", "predict", "fit_predict"}, default="auto"
        "predict" asks the fitted estimator, "fit_predict" fits a clone on `X`, "auto"
        does the first where it is possible.
    space : {"input", "transformed"}, default="input"
        Whether the data comes back as given or as the last step of a Pipeline saw it.
    needs_data : bool, default=True
        Whether an index will look at the data, so that distances must be complete.

    Returns
    -------
    assignment : Assignment
        The labels and the data.
    """
    if not hasattr(estimator, "predict"):
        # a search over clusterers without predict: its choice, not the search again
        estimator = getattr(estimator, "best_estimator_", estimator)
    transformers, clusterer = _split_pipeline(estimator)
    precomputed, behind_transformer = precomputed_input(estimator)
    if precomputed and not behind_transformer and needs_data:
        _check_whole_matrix(X, clusterer)
    by_predict = (
        response_method != "fit_predict"
        and hasattr(estimator, "predict")
        and precomputed != "similarities"  # AffinityPropagation refuses at the call
    )
    if response_method == "predict" and not by_predict:
        raise ValueError(
            "response_method='predict' needs a clusterer that can predict, got "
            f"{clusterer!r}. 'auto' and 'fit_predict' fit a clone on the scored "
            "samples instead."
        )
    labels = None
    if by_predict:
        try:
            labels = estimator.predict(own_copy(X))
        except NotFittedError:
            if response_method == "predict":
                raise
    transformed = space == "transformed" and bool(transformers)
    seen = X
    if labels is None:
        if precomputed and not behind_transformer:
            _check_whole_matrix(X, clusterer)
        labels, seen = _fit_clone(transformers, clusterer, X, y, keep=transformed)
    elif transformed:
        seen = seen_by_last_step(estimator, X)
    check_labels(labels, X, clusterer)
    if space == "transformed":
        return Assignment(labels, seen if transformed else X, precomputed)
    return Assignment(labels, X, None if behind_transformer else precomputed)


def check_labels(labels, X, clusterer):
    """Refuse labels that are not one for each sample, as of a clusterer of features."""
    shape, n_samples = np.shape(labels), count_samples(X)
    if shape != (n_samples,):
        raise ValueError(
            f"{type(clusterer).__name__} labels {n_samples} samples by an array of "
            f"shape {shape}; it seems to be no clusterer of samples."
        )


def count_samples(X):
    """Count the samples, also of data that is no array."""
    return X.shape[0] if hasattr(X, "shape") else len(X)


def _split_pipeline(estimator):
    """Return the active transformers and the last step, of nested Pipelines too."""
    transformers = []
    while isinstance(estimator, Pipeline):
        *before, (_, last) = estimator.steps
        transformers += [
            step for _, step in before if step not in (None, "passthrough")
        ]
        estimator = last
    return transformers, estimator


def precomputed_input(estimator):
    """Tell what the clusterer takes, and whether transformers stand before it."""
    behind_transformer = False
    while True:
        transformers, estimator = _split_pipeline(estimator)
        behind_transformer |= bool(transformers)
        metric = getattr(estimator, "metric", None)
        affinity = getattr(estimator, "affinity", None)
        inner = getattr(
            estimator, "best_estimator_", getattr(estimator, "estimator", None)
        )
        if metric is not None or affinity is not None or inner is None:
            break
        estimator = inner
    if isinstance(metric, str) and metric == "precomputed":
        return "distances", behind_transformer
    if isinstance(affinity, str) and affinity.startswith("precomputed"):
        return "similarities", behind_transformer
    return None, behind_transformer


def is_transformed(estimator):
    """Tell whether a clusterer is given something else than X."""
    return precomputed_input(estimator)[1]


def seen_by_last_step(estimator, X):
    """Return X as the clusterer of a fitted Pipeline is given it."""
    transformers, _ = _split_pipeline(estimator)
    if transformers:
        X = own_copy(X)
    for transformer in transformers:
        X = transformer.transform(X)
    return X


def _fit_clone(transformers, clusterer, X, y, *, keep):
    """Fit clones of all steps on X; return its labels and what the last step saw.

    The latter is spoilt if the last step overwrites it, unless it is to be kept.
    """
    X = own_copy(X)
    target = () if y is None else (y,)
    for transformer in transformers:
        fresh = clone(transformer)
        if hasattr(fresh, "fit_transform"):
            X = fresh.fit_transform(X, *target)
        else:
            X = fresh.fit(X, *target).transform(X)
    fresh = clone(clusterer)
    if fresh is clusterer:  # FrozenEstimator: fitting it again leaves the old labels
        raise ValueError(
            f"{clusterer!r} cannot be fitted again and has no predict, so the scored "
            "samples have no labels."
        )
    given = own_copy(X) if keep else X
    if hasattr(fresh, "fit_predict"):
        return fresh.fit_predict(given, *target), X
    fresh.fit(given, *target)
    if not hasattr(fresh, "labels_"):
        raise TypeError(
            f"{clusterer!r} assigns no clusters: it has neither predict nor "
            "fit_predict nor labels_."
        )
    return fresh.labels_, X


def _check_whole_matrix(X, clusterer):
    """Refuse a block of a precomputed matrix: other samples in rows than in columns."""
    shape = np.shape(X)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(
            f"{clusterer!r} works on a precomputed matrix, and scoring needs it whole: "
            f"the same samples in rows and columns, got shape {shape}. {_RESUBSTITUTE}"
        )
    if hasattr(X, "toarray"):  # a neighbour graph need not be symmetric
        return
    matrix = np.asarray(X)
    rows, columns = matrix[:_N_PROBED], matrix[:, :_N_PROBED].T
    slack = 1e-3 * np.abs(rows).max(initial=0)
    if not np.allclose(rows, columns, rtol=1e-3, atol=slack, equal_nan=True):
        raise ValueError(
            f"{clusterer!r} works on a precomputed matrix, and scoring needs it whole: "
            "the same samples in rows and columns. X is square but not symmetric. "
            f"{_RESUBSTITUTE}"
        )
