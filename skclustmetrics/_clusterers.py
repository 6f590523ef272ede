"""Clones of a clusterer that are seeded alike, and the labels that they find."""

import numpy as np
from sklearn.base import clone
from sklearn.utils import check_random_state

from skclustmetrics._validation._labels import encode_labels
from skclustmetrics.scorers._labels import check_labels

__all__ = ["draw_seed", "draw_seeds", "fit_labels", "seeded_clone"]

_LARGEST_SEED = np.iinfo(np.int32).max


def draw_seed(random_state):
    """Draw a seed, a number, from a RandomState."""
    return check_random_state(random_state).randint(_LARGEST_SEED)


def draw_seeds(random_state, n_seeds):
    """Draw one seed for each task, before any task runs.

    What a task does then depends on no other task, on no order and on no worker.
    """
    random_state = check_random_state(random_state)
    return random_state.randint(_LARGEST_SEED, size=n_seeds).tolist()


def seeded_clone(estimator, params, seed):
    """Return a clone with other parameters in which all chance is seeded.

    Parameters
    ----------
    estimator : estimator
        A clusterer, or a Pipeline that ends with one.
    params : dict
        The parameters to set.
    seed : int
        Every `random_state` that is None, at any depth, gets a number that follows
        from this one; those that are set stay as they are.

    Returns
    -------
    clone : estimator
        Unfitted.
    """
    made = clone(estimator).set_params(**clone(params, safe=False))
    random_state = np.random.RandomState(seed)
    seeds = {}
    for name, value in sorted(made.get_params(deep=True).items()):
        if name == "random_state" or name.endswith("__random_state"):
            drawn = draw_seed(random_state)
            if value is None:
                seeds[name] = drawn
    return made.set_params(**seeds) if seeds else made


def fit_labels(estimator, X, y=None, **fit_params):
    """Fit an estimator and return its labels, by whichever method it has.

    Parameters
    ----------
    estimator : estimator
        The clusterer; it is fitted, and it may overwrite `X`.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples.
    y : array-like of shape (n_samples,), default=None
        Passed on to `fit` unless it is None.
    **fit_params : dict
        Further arguments of `fit`.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        The cluster of each sample.
    """
    target = () if y is None else (y,)
    if hasattr(estimator, "fit_predict"):
        labels = estimator.fit_predict(X, *target, **fit_params)
    else:
        estimator.fit(X, *target, **fit_params)
        labels = estimator.labels_
    labels = np.asarray(labels)
    check_labels(labels, X, estimator)
    encode_labels(labels, f"{type(estimator).__name__}'s labels")
    return labels
