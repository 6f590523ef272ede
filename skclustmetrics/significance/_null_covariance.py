"""The eigenvalues of the Gaussian that SigClust compares with."""

import numpy as np

__all__ = ["estimate_background", "null_eigenvalues", "sample_eigenvalues"]

# the median absolute deviation of the standard Gaussian
_GAUSSIAN_MAD = 0.6744897501960817


def sample_eigenvalues(X):
    """Return the eigenvalues of the covariance, all of them, in descending order."""
    n_samples, n_features = X.shape
    centred = X - X.mean(axis=0)
    spread = np.linalg.svd(centred, compute_uv=False)
    found = np.zeros(n_features)
    found[: spread.size] = np.square(spread) / (n_samples - 1)
    return found


def estimate_background(X):
    """Return the variance of the noise that all features have.

    It is read off the median absolute deviation of all values, those of each feature
    taken from its median.
    """
    centred = X - np.median(X, axis=0)
    deviation = np.median(np.abs(centred - np.median(centred)))
    return float(deviation / _GAUSSIAN_MAD) ** 2


def null_eigenvalues(found, background, method):
    """Return the eigenvalues of the null model.

    Parameters
    ----------
    found : ndarray of shape (n_features,)
        Those of the data, in descending order.
    background : float
        The variance of the noise.
    method : {"soft", "hard", "sample"}
        "sample": as found. "hard": raised to the background where they are below it.
        "soft": what that adds to their sum is taken from the large ones, from each the
        same amount, as far as they exceed the background.
    """
    if method == "sample":
        return found
    if method == "soft":
        found = found - _shift(found, background)
    return np.maximum(found, background)


def _shift(found, background):
    """Return how much is to be taken from each of the large eigenvalues.

    The amount tau solves ``sum(min(excess, tau)) = missing``. Its left side is
    piecewise linear in tau, with the corners at the excesses.
    """
    excess = found[found > background] - background
    missing = float(np.maximum(background - found, 0).sum())
    if missing >= excess.sum():
        return excess.max(initial=0.0)
    corners = np.sort(excess)
    below = np.concatenate([[0.0], np.cumsum(corners)[:-1]])
    n_above = np.arange(corners.size, 0, -1)
    first = int(np.argmax(below + n_above * corners >= missing))
    return (missing - below[first]) / n_above[first]
