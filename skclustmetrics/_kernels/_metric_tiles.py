"""Tiles of any other distance, by SciPy and scikit-learn."""

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.metrics import pairwise_distances
from sklearn.metrics.pairwise import PAIRWISE_BOOLEAN_FUNCTIONS

from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = ["MetricTiles"]

_BY_SCIPY = {
    name: name
    for name in (
        "braycurtis",
        "canberra",
        "chebyshev",
        "hamming",
        "mahalanobis",
        "minkowski",
        "seuclidean",
        "sqeuclidean",
    )
} | {"manhattan": "cityblock"}
_HOMOGENEOUS = ("manhattan", "chebyshev", "minkowski")
_TILE_BYTES = 2**25


class MetricTiles:
    """Tiles of the distance `metric` between rows of `X`.

    Named metrics are symmetric; a callable is asked in both directions.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples.
    metric : str or callable
        As in scikit-learn's ``pairwise_distances``.
    params : dict
        Further arguments of the metric.
    """

    dtype = np.dtype(np.float64)

    def __init__(self, X, metric, params):
        self.symmetric = not callable(metric)
        self.metric = metric
        self.scale = 1.0
        if metric in _HOMOGENEOUS:
            self.scale = power_of_two_scale(X.data if sparse.issparse(X) else X)
            X = X * self.scale if self.scale != 1.0 else X
        elif metric in PAIRWISE_BOOLEAN_FUNCTIONS:
            X = X.astype(bool)
        self.X = X
        self.params = {**_whole_data_params(X, metric), **params}

    @property
    def n_samples(self):
        return self.X.shape[0]

    @property
    def tile(self):
        widest = _TILE_BYTES // (8 * max(1, self.X.shape[1]))
        return int(np.clip(widest, 16, 256))

    def take(self, order):
        """Return the tiles of the samples in another order."""
        taken = object.__new__(MetricTiles)
        taken.__dict__.update(self.__dict__)
        taken.X = self.X[order]
        return taken

    def open(self, rows, cols):
        """Prepare the samples of a slice."""
        return rows, self._dense(rows)

    def block(self, opened, cols, out=None):
        """Distances from the opened rows to the samples of a slice."""
        rows, A = opened
        return self._distances(A, self._dense(cols), rows == cols)

    def transposed_block(self, opened, cols):
        """Distances from the samples of a slice to the opened rows."""
        rows, A = opened
        return self._distances(self._dense(cols), A, rows == cols)

    def _dense(self, samples):
        X = self.X[samples]
        return X.toarray() if sparse.issparse(X) else X

    def _distances(self, A, B, diagonal):
        if self.metric in _BY_SCIPY:  # without the checks of each tile
            D = cdist(A, B, metric=_BY_SCIPY[self.metric], **self.params)
        else:
            D = self._by_sklearn(A, B)
        if diagonal:  # no sample is at a distance from itself
            np.fill_diagonal(D, 0)
        self._check(D)
        return D

    def _by_sklearn(self, A, B):
        try:
            D = pairwise_distances(A, B, metric=self.metric, **self.params)
            return np.asarray(D, dtype=np.float64)
        except (TypeError, ValueError) as error:
            if not callable(self.metric):
                raise
            name = getattr(self.metric, "__name__", self.metric)
            raise ValueError(
                f"metric={name!r} must take two rows of X and return a number; it "
                f"failed: {error}"
            ) from error

    def _check(self, D):
        if not (D.min() >= 0 and D.max() < np.inf):
            bad = ~((D >= 0) & (D < np.inf))
            name = getattr(self.metric, "__name__", self.metric)
            raise ValueError(
                f"metric={name!r} gives {D[bad][0]:.6g} between samples of X; "
                "distances must be finite and not negative. Leave out the samples "
                "for which it has no value, such as rows of zeros for some metrics."
            )


def _whole_data_params(X, metric):
    """Parameters that a metric takes from all samples, not from those of a tile."""
    if metric not in ("seuclidean", "mahalanobis"):
        return {}
    X = X.toarray() if sparse.issparse(X) else np.asarray(X, dtype=np.float64)
    if metric == "seuclidean":
        return {"V": np.var(X, axis=0, ddof=1)}
    return {"VI": np.linalg.inv(np.cov(X.T)).T}
