"""The data of a search: what it holds, and in which form it travels."""

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import assert_all_finite, check_consistent_length, get_tags
from sklearn.utils.validation import validate_data

from skclustmetrics.scorers._advice import noise_advice, space_advice
from skclustmetrics.scorers._labels import is_transformed, precomputed_input

__all__ = ["check_input", "precision", "precomputed_kind"]

# negative distances that are rounding errors only
_ROUNDINGS = 256


def precomputed_kind(clusterer, metric):
    """Tell what a precomputed X holds: "distances", "similarities", or None.

    Parameters
    ----------
    clusterer : estimator
        Its `metric` or `affinity` counts where nothing transforms X before.
    metric : str or callable
        The metric of the search.
    """
    holds, behind_transformer = precomputed_input(clusterer)
    if behind_transformer:
        holds = None
    if holds is None and isinstance(metric, str) and metric == "precomputed":
        return "distances"
    return holds


def check_input(search, X, *, reset, clusterer, holds, looking):
    """Check the data and the names of its features.

    Whether NaN and sparse data are welcome is for the clusterer to say. X that is no
    distances and that no index looks at is for the clusterer alone: texts and data
    frames of categories reach a Pipeline as they are.

    Parameters
    ----------
    search : estimator
        The search; gets ``n_features_in_`` and ``feature_names_in_``.
    X : {array-like, sparse matrix}
        The data.
    reset : bool
        Whether this is a fit.
    clusterer : estimator
        The clusterer, or a Pipeline that ends with one.
    holds : {"distances", "similarities", None}
        What a precomputed X holds.
    looking : list of str
        Names of what looks at the data.

    Returns
    -------
    X_fit : {array-like, sparse matrix}
        The data for the clusterer: a data frame as it is, otherwise as the second.
    X : ndarray or CSR matrix
        The data for the indices; as given if none looks at it.
    """
    if holds is None and not looking:
        if reset:  # texts have no features
            vars(search).pop("n_features_in_", None)
        check_consistent_length(X)
        validate_data(search, X, reset=reset, skip_check_array=True)
        X = _with_small_indices(X)
        return X, X
    try:
        checked = validate_data(
            search,
            X,
            reset=reset,
            accept_sparse="csr",
            # in fit, distances to noise may be missing
            ensure_all_finite=holds == "distances" and not reset,
            ensure_min_samples=3 if reset else 1,
        )
    except (TypeError, ValueError) as error:
        advice = _advice(X, getattr(search, "noise", "drop"), clusterer, looking)
        if advice is None:
            raise
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"{advice} {error}") from error
    checked = _with_small_indices(checked)
    if holds == "distances":
        _check_distances(checked, type(search).__name__, square=reset)
    named = hasattr(X, "columns") and hasattr(search, "feature_names_in_")
    return (X if named else checked), checked


def precision(X):
    """Return the dtype in which numbers in X are exact."""
    dtype = getattr(X, "dtype", None)
    numeric = isinstance(dtype, np.dtype) and dtype.kind in "fiu"
    return dtype if numeric else np.dtype(np.float64)


def _advice(X, noise, clusterer, looking):
    """Say how data can be searched that is not what the indices can look at."""
    if looking and is_transformed(clusterer):
        advice = space_advice(X, looking[0])
        if advice is not None:
            return advice
    if get_tags(clusterer).input_tags.allow_nan:
        return noise_advice(X, noise)
    return None


def _with_small_indices(X):
    """Give a CSR matrix 32-bit indices where they reach; many clusterers ask it."""
    if not (issparse(X) and X.format == "csr") or X.indices.dtype == np.int32:
        return X
    if max(X.nnz, *X.shape) > np.iinfo(np.int32).max:
        return X
    indices, indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    return type(X)((X.data, indices, indptr), shape=X.shape)


def _check_distances(X, whom, *, square):
    if square and X.shape[0] != X.shape[1]:
        assert_all_finite(X, input_name="X")  # tell first what any X must be
        raise ValueError(
            "X must hold the distances between all samples, of shape (n_samples, "
            f"n_samples); got shape {X.shape}."
        )
    values = X.data if issparse(X) else X
    if values.size == 0:
        return
    smallest, largest = np.nanmin(values), np.nanmax(values)
    precision = np.finfo(np.result_type(values, np.float32)).eps
    if smallest < -_ROUNDINGS * precision * largest:
        raise ValueError(
            f"Negative values in data passed to X in {whom}: the smallest is "
            f"{smallest:.3g}, and distances are not negative."
        )
