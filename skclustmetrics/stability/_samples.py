"""Samples that can be drawn again, with all that belongs to each of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import indexable

from skclustmetrics._compat._sklearn import safe_indexing
from skclustmetrics.scorers._labels import count_samples, precomputed_input

__all__ = ["Samples", "make_samples"]


@dataclass(frozen=True)
class Samples:
    """What a clusterer is fitted on.

    Parameters
    ----------
    X : {array-like, sparse matrix}
        The samples; or the distances or similarities between all of them.
    y : array-like of shape (n_samples,), default=None
        Passed on to `fit`.
    fit_params : dict, default={}
        Further arguments of `fit`; those with an entry for each sample are drawn with
        the samples.
    holds : {"distances", "similarities", None}, default=None
        What a precomputed `X` holds.
    """

    X: Any
    y: Any = None
    fit_params: dict = field(default_factory=dict)
    holds: str | None = None

    @property
    def n_samples(self):
        """Number of samples."""
        return count_samples(self.X)

    def take(self, rows):
        """Return some samples, in memory of their own."""
        X = safe_indexing(self.X, rows)
        if self.holds is not None:
            X = safe_indexing(X, rows, axis=1)
        y = None if self.y is None else safe_indexing(self.y, rows)
        params = {name: self._pick(v, rows) for name, v in self.fit_params.items()}
        return Samples(X, y, params, self.holds)

    def seen_from(self, rows, others):
        """Return some samples as an estimator fitted on others is to be given them."""
        X = safe_indexing(self.X, rows)
        return X if self.holds is None else safe_indexing(X, others, axis=1)

    def _pick(self, value, rows):
        per_sample = (
            value is not None
            and not isinstance(value, str | bytes | dict)
            and (hasattr(value, "__len__") or hasattr(value, "shape"))
            and np.ndim(value) > 0
            and count_samples(value) == self.n_samples
        )
        return safe_indexing(value, rows) if per_sample else value


def make_samples(estimator, X, y=None, fit_params=None):
    """Check that the samples can be drawn, and learn what X holds."""
    if not hasattr(estimator, "fit"):
        raise TypeError(
            "estimator must be a clusterer, or a Pipeline that ends with one; got "
            f"{estimator!r}."
        )
    if fit_params is not None and not isinstance(fit_params, Mapping):
        raise TypeError(
            "fit_params must be a dict of arguments of fit, or None; got "
            f"{fit_params!r}."
        )
    X, y = indexable(X, y)
    if X is None:
        raise ValueError("X must hold the samples; got None.")
    n_samples = count_samples(X)
    if n_samples < 2:
        raise ValueError(
            f"Found array with {n_samples} sample(s) while a minimum of 2 is required "
            "to resample."
        )
    holds, behind_transformer = precomputed_input(estimator)
    if behind_transformer:
        holds = None
    if holds is not None:
        if not issparse(X) and not hasattr(X, "iloc"):
            X = np.asarray(X)
        if np.shape(X) != (n_samples, n_samples):
            raise ValueError(
                f"X must hold the {holds} between all samples, of shape (n_samples, "
                f"n_samples); got shape {np.shape(X)}."
            )
    return Samples(X, y, dict(fit_params or {}), holds)
