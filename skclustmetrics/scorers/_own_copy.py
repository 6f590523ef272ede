"""Data for estimators that may overwrite what they are given."""

import copy

import numpy as np

__all__ = ["own_copy"]


def own_copy(X):
    """Copy data into memory that an estimator may write to.

    ``copy=False`` and the like let an estimator overwrite its input, and HDBSCAN does
    so with distances by default. What is scored afterwards, what the next candidate is
    fitted on, and what the caller holds have to stay as they were. Whether an estimator
    overwrites anything cannot be told from outside, so each gets a copy; then it also
    makes no difference in which process it runs, and whether data is read-only.

    Parameters
    ----------
    X : {array-like, sparse matrix, dataframe}
        The data; also what is no array, such as a list of texts.

    Returns
    -------
    X : of the same type; an ndarray for a memory map
        The copy, writeable.
    """
    if isinstance(X, np.memmap):
        X = np.asarray(X)
    if isinstance(X, np.ndarray):
        return X.copy(order="K")
    return copy.deepcopy(X)
