"""Labels of any kind become integer codes 0 .. n_clusters - 1."""

from numbers import Integral

import numpy as np

__all__ = ["check_label_pair_lengths", "encode_labels"]


def encode_labels(labels, name="labels", *, allow_column=False):
    """Encode the labels of a partition.

    Parameters
    ----------
    labels : array-like of shape (n_samples,)
        Integers, strings, booleans, categories, whole floats, nullable columns.
    name : str, default="labels"
        How errors call the argument.
    allow_column : bool, default=False
        Whether an array of shape (n_samples, 1) is taken as its only column.

    Returns
    -------
    codes : ndarray of shape (n_samples,), dtype intp
        The position of each label in `classes`.
    classes : ndarray of shape (n_clusters,)
        The distinct labels in ascending order.
    """
    values = _as_1d_array(labels, name, allow_column)
    kind = values.dtype.kind
    if kind == "O":
        values = _plain_objects(values, name)
        kind = values.dtype.kind
        if kind == "O":
            return _encode_objects(values, name)
    if kind in "iu":
        return _encode_integers(values)
    if kind == "f":
        _check_whole_floats(values, name)
    elif kind == "c":
        raise ValueError(
            f"{name} holds complex numbers; labels are integers, strings, booleans "
            "or categories. Complex data not supported."
        )
    elif kind in "mM":
        _refuse_missing(np.isnat(values), name)
    elif kind not in "bUS":
        raise TypeError(
            f"{name} has dtype {values.dtype}; labels are integers, strings, "
            "booleans or categories."
        )
    classes, codes = np.unique(values, return_inverse=True)
    return codes.reshape(-1).astype(np.intp, copy=False), classes


def check_label_pair_lengths(labels_true, labels_pred):
    """Refuse two labellings of different lengths, in scikit-learn's words."""
    if len(labels_true) != len(labels_pred):
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"[{len(labels_true)}, {len(labels_pred)}]"
        )


def _as_1d_array(labels, name, allow_column):
    if isinstance(labels, str | bytes) or not hasattr(labels, "__len__"):
        raise TypeError(
            f"{name} must be an array-like of shape (n_samples,); "
            f"got {labels!r} of type {type(labels).__name__}."
        )
    if hasattr(labels, "toarray"):
        raise TypeError(
            f"{name} is a sparse matrix; labels must be a dense array-like of shape "
            "(n_samples,)."
        )
    if hasattr(labels, "isna"):  # pandas: the only place to see its NA
        missing = np.asarray(labels.isna())
        if missing.ndim == 1:
            _refuse_missing(missing, name)
    if isinstance(labels, np.ma.MaskedArray):  # asarray looks behind the mask
        _refuse_missing(np.ma.getmaskarray(labels).ravel(), name)
    try:
        values = np.asarray(labels)
    except ValueError as error:  # ragged nested lists
        raise ValueError(f"{name} must be 1D: {error}") from error
    if allow_column and values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise ValueError(f"{name} must be 1D: shape is {values.shape!r}")
    if isinstance(labels, list | tuple) and values.dtype.kind in "US":
        # numpy turns [1, "a"] and ["a", nan] into strings without a word
        odd = [label for label in labels if not isinstance(label, str | bytes)]
        if odd:
            values = np.empty(len(labels), dtype=object)
            values[:] = labels
    return values


def _plain_objects(values, name):
    """Turn an object array into one of a plain dtype, where one holds its labels."""
    missing = np.fromiter(
        (v is None or _differs_from_itself(v) for v in values), bool, len(values)
    )
    _refuse_missing(missing, name)
    types = {type(v) for v in values.tolist()}
    for plain, dtype in (
        (str, str),
        (bool | np.bool_, bool),
        (Integral, np.int64),
        (int | float | np.number, np.float64),
    ):
        if types and all(issubclass(t, plain) for t in types):
            try:
                return values.astype(dtype)
            except OverflowError:  # integers beyond 64 bits stay what they are
                return values
    return values


def _encode_objects(values, name):
    try:
        classes, codes = np.unique(values, return_inverse=True)
    except TypeError:
        names = ", ".join(sorted({type(v).__name__ for v in values}))
        raise TypeError(
            f"{name} mixes types that have no common order ({names}); make all labels "
            "of one type."
        ) from None
    return codes.reshape(-1).astype(np.intp, copy=False), classes


def _differs_from_itself(value):
    """Recognise NaN, NaT and pandas' NA without importing pandas."""
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # NA refuses to be a truth value
        return True


def _refuse_missing(missing, name):
    if missing.any():
        raise ValueError(
            f"{name} contains missing values: {int(missing.sum())} of {missing.size}, "
            f"the first at position {int(np.argmax(missing))}. Drop those samples or "
            "give them a label of their own."
        )


def _encode_integers(values):
    if values.size == 0:
        return np.zeros(0, np.intp), values
    low, high = int(values.min()), int(values.max())
    if high - low > max(4 * values.size, 1024):
        classes, codes = np.unique(values, return_inverse=True)
        return codes.reshape(-1).astype(np.intp, copy=False), classes
    if values.dtype.itemsize < 8:
        values = values.astype(np.int64)
    # no sort: count the labels between the extremes
    codes = (values - values.dtype.type(low)).astype(np.intp, copy=False)
    present = np.flatnonzero(np.bincount(codes))
    classes = present.astype(values.dtype) + values.dtype.type(low)
    if present.size <= high - low:
        rank = np.zeros(high - low + 1, np.intp)
        rank[present] = np.arange(present.size)
        codes = rank[codes]
    return codes, classes


def _check_whole_floats(values, name):
    _refuse_missing(np.isnan(values), name)
    if np.isinf(values).any():
        raise ValueError(f"{name} contains infinity; labels must be finite.")
    fractions = values[values != np.floor(values)]
    distinct = np.unique(fractions).size
    if distinct > values.size / 2:
        raise ValueError(
            f"{name} looks continuous: {distinct} distinct fractional values in "
            f"{values.size} samples. A partition has few distinct labels: integers, "
            "strings, booleans or categories."
        )
