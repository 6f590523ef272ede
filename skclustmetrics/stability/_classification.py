"""To which clusters new samples belong."""

import numpy as np
from scipy import sparse
from sklearn.base import is_classifier
from sklearn.metrics import (
    pairwise_distances_argmin,
    pairwise_distances_chunked,
)

from skclustmetrics._clusterers import seeded_clone
from skclustmetrics.scorers._labels import precomputed_input, seen_by_last_step
from skclustmetrics.scorers._own_copy import own_copy
from skclustmetrics.stability._refits import find_codes

__all__ = ["CLASSIFICATIONS", "check_classification", "classify", "label_all"]

CLASSIFICATIONS = ("auto", "predict", "centroid", "average", "nearest")


def check_classification(classification, samples):
    """Refuse what is no way to classify, or none for such data."""
    known = isinstance(classification, str) and classification in CLASSIFICATIONS
    instance = hasattr(classification, "fit") and not isinstance(classification, type)
    if not known and not (instance and is_classifier(classification)):
        raise ValueError(
            "The 'classification' parameter must be one of "
            f"{', '.join(map(repr, CLASSIFICATIONS))}, or a classifier. Got "
            f"{classification!r} instead."
        )
    if samples.holds is None or classification == "predict":
        return
    if classification == "centroid" or not known:
        raise ValueError(
            f"The 'classification' parameter must be 'average' or 'nearest' where X "
            f"holds {samples.holds}: there are no features. Got {classification!r} "
            "instead."
        )
    if samples.holds == "distances" and sparse.issparse(samples.X):
        raise ValueError(
            "New samples cannot be classified by a sparse matrix of distances: those "
            "that it leaves out are not known. Give a dense matrix."
        )


def label_all(samples, rows, refit, classification, noise_label, seed):
    """Return the cluster of every sample, by a clusterer fitted on some of them.

    Parameters
    ----------
    samples : Samples
        All samples.
    rows : ndarray of shape (n_fitted,), dtype intp
        What the clusterer was fitted on; a sample may be there several times.
    refit : Refit
        The fitted clusterer.
    classification : str or classifier
        How to classify.
    noise_label : object
        Which predicted labels are noise.
    seed : int
        For a classifier.

    Returns
    -------
    codes : ndarray of shape (n_samples,), dtype intp
        -1 for noise. Samples that the clusterer was fitted on stay in their clusters,
        unless the clusterer itself predicts.
    """
    everything = np.arange(samples.n_samples)
    if _settle(classification, refit, samples) == "predict":
        return classify(samples, everything, rows, refit, "predict", noise_label, seed)
    codes = np.empty(samples.n_samples, dtype=np.intp)
    codes[rows] = refit.codes
    new = np.setdiff1d(everything, rows)
    if new.size:
        codes[new] = classify(
            samples, new, rows, refit, classification, noise_label, seed
        )
    return codes


def classify(samples, new, rows, refit, classification, noise_label, seed):
    """Return the cluster of new samples, -1 for none; see `label_all`."""
    if refit.n_clusters == 0:
        return np.full(new.size, -1, dtype=np.intp)
    classification = _settle(classification, refit, samples)
    if isinstance(classification, str) and classification == "predict":
        X = own_copy(samples.seen_from(new, rows))
        return find_codes(np.asarray(refit.estimator.predict(X)), noise_label)[0]
    if refit.n_clusters == 1:
        return np.zeros(new.size, dtype=np.intp)
    member = refit.codes >= 0
    codes = refit.codes[member]
    if samples.holds is not None:
        near = samples.seen_from(new, rows[member])
        return _by_matrix(near, codes, refit.n_clusters, classification, samples.holds)
    X = _seen(refit.estimator, samples.take(new).X)
    known = _seen(refit.estimator, samples.take(rows[member]).X)
    if not isinstance(classification, str):
        classifier = seeded_clone(classification, {}, seed).fit(known, codes)
        return np.asarray(classifier.predict(X), dtype=np.intp)
    X, known = _centred(X, known)
    if classification == "centroid":
        return pairwise_distances_argmin(X, _means(known, codes, refit.n_clusters))
    if classification == "nearest":
        return codes[pairwise_distances_argmin(X, known)]
    averaging = _averaging(codes, refit.n_clusters)
    tiles = pairwise_distances_chunked(
        X, known, reduce_func=lambda tile, start: np.argmin(tile @ averaging, axis=1)
    )
    return np.concatenate(list(tiles))


def _settle(classification, refit, samples):
    """Choose the way to classify where that is left open."""
    if not isinstance(classification, str):
        return classification
    if classification == "predict" and not hasattr(refit.estimator, "predict"):
        raise ValueError(
            "classification='predict' needs a clusterer that can predict; got "
            f"{type(refit.estimator).__name__}."
        )
    if classification != "auto":
        return classification
    if samples.holds is not None:
        return "average"
    return "predict" if hasattr(refit.estimator, "predict") else "centroid"


def _seen(estimator, X):
    """Return samples in the space in which the clusterer saw them, as numbers."""
    holds, behind_transformer = precomputed_input(estimator)
    if behind_transformer and holds is None:
        X = seen_by_last_step(estimator, X)
    return X.tocsr() if sparse.issparse(X) else np.asarray(X)


def _centred(X, known):
    """Move the origin among the samples, far from which digits are lost."""
    if sparse.issparse(X) or sparse.issparse(known):
        return X, known
    X, known = X.astype(np.float64), known.astype(np.float64)
    centre = known.mean(axis=0)
    return X - centre, known - centre


def _averaging(codes, n_clusters):
    """Return a matrix that turns values of samples into means of clusters."""
    weights = 1.0 / np.bincount(codes, minlength=n_clusters)[codes]
    shape = codes.size, n_clusters
    return sparse.csr_array((weights, (np.arange(codes.size), codes)), shape=shape)


def _means(X, codes, n_clusters):
    means = _averaging(codes, n_clusters).T @ X
    return means.toarray() if sparse.issparse(means) else means


def _by_matrix(near, codes, n_clusters, classification, holds):
    """Classify by distances or similarities of new samples to the members."""
    near = near.toarray() if sparse.issparse(near) else np.asarray(near)
    if holds == "similarities":
        near = -near
    if classification == "nearest":
        return codes[np.argmin(near, axis=1)]
    return np.argmin(near @ _averaging(codes, n_clusters), axis=1)
