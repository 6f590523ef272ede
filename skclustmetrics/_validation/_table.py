"""A contingency table that the user brings along is checked here."""

import numpy as np
from scipy import sparse

__all__ = ["check_table"]


def check_table(table, *, whole=True, name="contingency"):
    """Check a contingency table and return its nonzero cells.

    Parameters
    ----------
    table : array-like or sparse matrix of shape (n_true, n_pred)
        Counts: integers of any size, or floats that are whole numbers.
    whole : bool, default=True
        Whether fractions (sums of weights) are refused.
    name : str, default="contingency"
        How errors call the argument.

    Returns
    -------
    rows, cols : ndarray of shape (n_cells,)
        The positions, in row-major order.
    counts : ndarray of shape (n_cells,), dtype int64, uint64, float64 or object
        The cells, all positive; float64 only if there are fractions.
    """
    rows, cols, counts = _find_cells(table, name)
    if counts.dtype.kind not in "biufO":
        raise TypeError(
            f"{name} must hold counts; got a table of dtype {counts.dtype}."
        )
    if counts.dtype.kind == "f":
        counts = _check_floats(counts, whole, name)
    if counts.size and counts.min() < 0:
        raise ValueError(f"{name} holds negative counts: the least is {counts.min()}.")
    return rows, cols, counts


def _find_cells(table, name):
    if sparse.issparse(table):
        if table.ndim != 2:
            raise ValueError(f"{name} must be 2D: shape is {table.shape!r}")
        table = sparse.csr_array(table, copy=True)
        table.sum_duplicates()
        table.eliminate_zeros()
        cells = table.tocoo()
        return cells.row, cells.col, cells.data
    if isinstance(table, np.ma.MaskedArray):
        n_masked = int(np.ma.getmaskarray(table).sum())
        if n_masked:
            raise ValueError(f"{name} contains missing values: {n_masked} are masked.")
    try:
        table = np.asarray(table)
    except ValueError as error:  # ragged nested lists
        raise ValueError(f"{name} must be 2D: {error}") from error
    if table.ndim != 2:
        raise ValueError(f"{name} must be 2D: shape is {table.shape!r}")
    if table.dtype.kind == "O":  # before None counts for 0
        table = _check_objects(table.ravel(), name).reshape(table.shape)
    rows, cols = np.nonzero(table)
    return rows, cols, table[rows, cols]


def _check_objects(counts, name):
    values = counts.tolist()
    n_missing = sum(value is None for value in values)
    if n_missing:
        raise ValueError(f"{name} contains missing values: {n_missing} are None.")
    if all(isinstance(value, int | np.integer) for value in values):
        exact = np.empty(len(values), dtype=object)
        exact[:] = [int(value) for value in values]
        return exact
    try:
        return counts.astype(np.float64)
    except (TypeError, ValueError):
        types = ", ".join(sorted({type(value).__name__ for value in values}))
        raise TypeError(f"{name} must hold counts; got values of {types}.") from None


def _check_floats(counts, whole, name):
    counts = counts.astype(np.float64)
    if not np.isfinite(counts).all():
        raise ValueError(f"{name} contains NaN or infinity.")
    if (counts == np.floor(counts)).all():
        if counts.size == 0 or np.abs(counts).max() < 2.0**63:
            return counts.astype(np.int64)
        return np.array([int(count) for count in counts], dtype=object)
    if whole:
        fraction = counts[counts != np.floor(counts)][0]
        raise ValueError(
            f"{name} must hold whole numbers, the index is a function of counts; "
            f"found {fraction}."
        )
    return counts
