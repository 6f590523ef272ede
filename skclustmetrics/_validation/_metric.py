"""Names of metrics, and what a metric asks of the data."""

import numpy as np
import scipy.spatial.distance
from scipy import sparse
from sklearn.metrics.pairwise import distance_metrics

__all__ = ["canonical_metric", "check_metric_domain"]

_ALIASES = {
    "l2": "euclidean",
    "l1": "manhattan",
    "cityblock": "manhattan",
    "matching": "hamming",
}
_SCIPY_METRICS = (
    "braycurtis",
    "canberra",
    "chebyshev",
    "correlation",
    "dice",
    "hamming",
    "jaccard",
    "mahalanobis",
    "minkowski",
    "rogerstanimoto",
    "russellrao",
    "seuclidean",
    "sokalmichener",
    "sokalsneath",
    "sqeuclidean",
    "yule",
)
# SciPy has dropped some of them
_KNOWN = {
    *distance_metrics(),
    *(name for name in _SCIPY_METRICS if hasattr(scipy.spatial.distance, name)),
    "matching",
    "precomputed",
}
_ONE_FEATURE = ("euclidean", "chebyshev", "minkowski")


def canonical_metric(metric, params, n_features=None):
    """Return one name and the parameters for all the ways to ask for a metric.

    Parameters
    ----------
    metric : str or callable
        As in scikit-learn's ``pairwise_distances``, or "precomputed".
    params : mapping
        Further arguments of the metric.
    n_features : int, default=None
        With one feature all Minkowski metrics are the same.
    """
    params = {key: value for key, value in params.items() if value is not None}
    if callable(metric):
        return metric, params
    if not isinstance(metric, str) or metric not in _KNOWN:
        raise ValueError(
            "The 'metric' parameter must be a callable or one of "
            f"{', '.join(sorted(_KNOWN))}. Got {metric!r} instead."
        )
    metric = _ALIASES.get(metric, metric)
    if metric == "minkowski":
        metric, params = _minkowski(params)
    elif metric == "euclidean" and "squared" in params:
        metric = "sqeuclidean" if params.pop("squared") else metric
    if n_features == 1 and metric in _ONE_FEATURE and not set(params) - {"p"}:
        return "manhattan", {}
    return metric, params


def check_metric_domain(X, metric):
    """Refuse data for which the metric has no value."""
    if metric == "correlation":
        constant = _as_vector(X.max(axis=1)) == _as_vector(X.min(axis=1))
        if constant.any():
            raise ValueError(
                f"X has {int(constant.sum())} constant rows, the first at position "
                f"{int(np.argmax(constant))}; metric='correlation' is undefined for "
                "them."
            )
    elif metric == "haversine":
        if X.shape[1] != 2:
            raise ValueError(
                f"X has {X.shape[1]} features; metric='haversine' needs two, latitude "
                "and longitude in radians."
            )
        latitude, longitude = np.abs(X[:, 0]).max(), np.abs(X[:, 1]).max()
        if latitude > np.pi / 2 * (1 + 1e-6) or longitude > 2 * np.pi * (1 + 1e-6):
            raise ValueError(
                "X holds latitudes up to "
                f"{latitude:.6g} and longitudes up to {longitude:.6g} in magnitude; "
                "metric='haversine' takes radians, at most pi/2 and 2*pi. Degrees? "
                "Use np.radians(X)."
            )


def _as_vector(extremes):
    dense = extremes.toarray() if sparse.issparse(extremes) else extremes
    return np.asarray(dense).reshape(-1)


def _minkowski(params):
    p = params.get("p", 2)
    if isinstance(p, bool) or not isinstance(p, int | float | np.number) or not p >= 1:
        raise ValueError(
            f"The 'p' parameter of metric='minkowski' must be a number >= 1; below 1 "
            f"it is no distance. Got {p!r} instead."
        )
    if "w" not in params:
        for value, name in ((1, "manhattan"), (2, "euclidean"), (np.inf, "chebyshev")):
            if p == value:
                rest = {key: v for key, v in params.items() if key != "p"}
                return name, rest
    return "minkowski", {**params, "p": p}
