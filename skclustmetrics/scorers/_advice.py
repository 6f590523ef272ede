"""Advice for errors about data that an index cannot look at."""

import numpy as np
from sklearn.utils import check_array

from skclustmetrics.exceptions import UndefinedIndexError

__all__ = ["explain_noise", "noise_advice", "space_advice"]


def space_advice(X, name):
    """Say how to score what only a Pipeline understands; None if X holds numbers."""
    try:
        check_array(X, accept_sparse=True, allow_nd=True, ensure_all_finite=False)
    except (TypeError, ValueError):
        return (
            f"{name} looks at X as it is given, so X must hold numbers. To look at it "
            "as the last step of the Pipeline sees it, score with space='transformed', "
            "as in make_scorer(silhouette_score, space='transformed')."
        )
    return None


def noise_advice(X, noise, is_noise=True):
    """Say that a noise policy keeps rows that are not finite.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The data.
    noise : str
        The noise policy.
    is_noise : ndarray of shape (n_samples,), dtype bool, or bool, default=True
        Which samples are noise; True where labels are not known yet.

    Returns
    -------
    advice : str or None
        None if other samples are not finite either, or all are.
    """
    if noise == "drop" or is_noise is None:
        return None
    try:
        X = check_array(X, ensure_all_finite=False)
    except (TypeError, ValueError):  # also sparse data, in which no NaN is noise
        return None
    wrong = ~np.isfinite(X).all(axis=1)
    if not wrong.any() or (wrong & ~np.asarray(is_noise)).any():
        return None
    return (
        f"noise={noise!r} keeps rows that are called noise since they hold NaN or inf, "
        "and an index cannot look at these; noise='drop' leaves them out."
    )


def explain_noise(error, X, *, is_noise, noise):
    """Return an error that gives the advice, or the same error if it does not apply."""
    if isinstance(error, UndefinedIndexError) or not isinstance(error, ValueError):
        return error
    advice = noise_advice(X, noise, is_noise)
    return error if advice is None else ValueError(f"{advice} {error}")
