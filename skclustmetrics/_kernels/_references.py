"""Samples of null models: data like the given, but without clusters."""

from dataclasses import dataclass

import numpy as np

__all__ = ["REFERENCES", "Reference", "make_reference"]

REFERENCES = ("uniform", "pca", "permutation", "gaussian")


@dataclass(frozen=True)
class Reference:
    """A null model, ready to be drawn from.

    Parameters
    ----------
    kind : {"uniform", "pca", "permutation", "gaussian"}
        The null model.
    n_samples : int
        How many samples a draw has.
    origin : ndarray of shape (n_features,)
        A point of the data; features that are constant have its value.
    varying : ndarray of shape (n_features,), dtype bool
        Which features are not constant; the arrays below are about these.
    low, high : ndarray of shape (n_axes,), or None
        The box, relative to the origin, of "uniform" and "pca".
    axes : ndarray of shape (n_axes, n_varying), or None
        The principal axes of "pca" and "gaussian".
    scale : ndarray of shape (n_axes,), or None
        The standard deviations along the axes of "gaussian".
    values : ndarray of shape (n_samples, n_varying), or None
        The sorted features of "permutation".
    dtype : dtype
        Of the data and so of the draws.
    """

    kind: str
    n_samples: int
    origin: np.ndarray
    varying: np.ndarray
    dtype: np.dtype
    low: np.ndarray | None = None
    high: np.ndarray | None = None
    axes: np.ndarray | None = None
    scale: np.ndarray | None = None
    values: np.ndarray | None = None

    def draw(self, random_state):
        """Draw data of the null model.

        Parameters
        ----------
        random_state : RandomState
            What it gives decides on the draw.

        Returns
        -------
        X : ndarray of shape (n_samples, n_features)
            Of the dtype of the data.
        """
        drawn = np.empty((self.n_samples, self.varying.size), self.dtype)
        drawn[:, ~self.varying] = self.origin[~self.varying]
        if self.kind == "permutation":
            columns = map(random_state.permutation, self.values.T)
            for feature, column in zip(
                np.flatnonzero(self.varying), columns, strict=True
            ):
                drawn[:, feature] = column
            return drawn
        if self.kind == "gaussian":
            points = random_state.standard_normal((self.n_samples, self.scale.size))
            points *= self.scale
        else:
            points = random_state.uniform(size=(self.n_samples, self.low.size))
            points *= self.high - self.low
            points += self.low
        if self.axes is not None:
            points = points @ self.axes
        points += self.origin[self.varying]
        drawn[:, self.varying] = points
        return drawn


def make_reference(X, kind):
    """Return a null model of some data.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        The data, finite; integers count as float64.
    kind : {"uniform", "pca", "permutation", "gaussian"}
        "uniform": uniform in the box around the data. "pca": uniform in the box around
        the data along its principal axes. "permutation": the values of each feature, in
        any order. "gaussian": Gaussian with the mean and the covariance of the data.

    Returns
    -------
    reference : Reference
        Up to rounding, it does not depend on the order of the samples.
    """
    if kind not in REFERENCES:
        raise ValueError(
            f"A null model must be one of {', '.join(map(repr, REFERENCES))}. Got "
            f"{kind!r} instead."
        )
    dtype = X.dtype if X.dtype == np.float32 else np.dtype(np.float64)
    n_samples = len(X)
    lowest, highest = X.min(axis=0), X.max(axis=0)
    varying = highest > lowest
    if kind == "permutation":
        values = np.sort(X[:, varying], axis=0)
        return Reference(kind, n_samples, lowest, varying, dtype, values=values)
    lowest = lowest.astype(np.float64)
    if kind == "uniform":
        high = (highest - lowest)[varying]
        low = np.zeros_like(high)
        return Reference(kind, n_samples, lowest, varying, dtype, low=low, high=high)
    centred = X[:, varying] - lowest[varying]
    mean = centred.mean(axis=0)
    centred -= mean
    origin = lowest.copy()
    origin[varying] += mean
    axes = _principal_axes(centred)
    if kind == "gaussian":
        # projections, not singular values: their squares keep their digits
        scale = np.sqrt(np.square(centred @ axes.T).sum(axis=0) / max(n_samples - 1, 1))
        return Reference(
            kind, n_samples, origin, varying, dtype, axes=axes, scale=scale
        )
    along = centred @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    return Reference(
        kind, n_samples, origin, varying, dtype, low=low, high=high, axes=axes
    )


def _principal_axes(centred):
    """Return the principal axes as rows, each of them pointing one defined way."""
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    for axis in axes:
        size = np.abs(axis)
        # the first large entry: which of two equal ones is larger, rounding decides
        if axis[np.argmax(size > 0.7 * size.max())] < 0:
            axis *= -1
    return axes
