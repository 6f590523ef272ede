"""K-means that starts from the clusters found for the next smaller number of them."""

from contextlib import nullcontext
from operator import itemgetter

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.cluster import MiniBatchKMeans
from sklearn.metrics import pairwise_distances_argmin_min
from sklearn.metrics.pairwise import euclidean_distances

from skclustmetrics.model_selection._candidates import final_step
from skclustmetrics.model_selection._lending import lend

__all__ = ["WarmStart"]


class WarmStart:
    """Start each of several k-means from the clusters that the last one found.

    Parameters
    ----------
    prefix : str
        Of the clusterer's parameters; in a Pipeline the name of its step.
    sample_weight : array-like of shape (n_samples,), default=None
        The weights that the clusterer is given.
    """

    def __init__(self, prefix, sample_weight=None):
        self._prefix = prefix
        self._weight = sample_weight
        self._init = None

    def lend(self, estimator):
        """Give a candidate its first centres while it is fitted."""
        if self._init is None:
            return nullcontext()
        params = {f"{self._prefix}init": self._init}
        clusterer, _ = final_step(estimator)
        if clusterer.n_init == "auto":  # many, for a function that gives centres
            params[f"{self._prefix}n_init"] = 1
        return lend(estimator, params)

    def learn(self, estimator):
        """Take over what a candidate found."""
        clusterer, _ = final_step(estimator)
        if isinstance(clusterer, MiniBatchKMeans):  # gives parts of the data only
            self._init = _Continued(centers=clusterer.cluster_centers_)
        else:  # moves the data by their mean
            self._init = _Continued(labels=clusterer.labels_, weight=self._weight)


class _Continued:
    """The `init` of a k-means: known centres, and more by greedy k-means++."""

    def __init__(self, *, centers=None, labels=None, weight=None):
        self.centers = centers
        self.labels = labels
        self.weight = weight

    def __call__(self, X, n_clusters, random_state):
        weight = np.ones(X.shape[0])
        centers = self.centers
        if centers is None:
            if self.weight is not None:
                weight = np.asarray(self.weight, dtype=np.float64)
            centers = _means(X, self.labels, weight)
        return _extend(X, centers, n_clusters, random_state, weight)


def _means(X, labels, weight):
    """Return the weighted means of the clusters."""
    _, codes = np.unique(labels, return_inverse=True)
    shape = codes.max() + 1, len(codes)
    members = csr_array((weight, (codes, np.arange(len(codes)))), shape=shape)
    total = np.bincount(codes, weight)
    sums = members @ X
    sums = sums.toarray() if issparse(sums) else sums
    return sums[total > 0] / total[total > 0, None]


def _extend(X, centers, n_clusters, random_state, weight):
    """Add samples to the centres until there are enough of them.

    A sample is drawn with a probability in proportion to its weighted squared distance
    to the nearest centre; of several draws the one is taken that brings the samples
    nearest to the centres. The fewer are missing, the more draws there are for each: a
    poor choice is handed on to all that follow.
    """
    n_missing = n_clusters - len(centers)
    if n_missing <= 0:
        return centers
    n_draws = 2 + int(np.log(n_clusters))
    n_rounds = 1 + n_clusters // (n_draws * n_missing)
    _, nearest = pairwise_distances_argmin_min(X, centers)
    nearest **= 2
    for _ in range(n_missing):
        rounds = (
            _best_draw(X, nearest, n_draws, random_state, weight)
            for _ in range(n_rounds)
        )
        _, chosen, nearest = min(rounds, key=itemgetter(0))
        center = X[[chosen]]
        center = center.toarray() if issparse(center) else center
        centers = np.vstack([centers, center])
    return centers


def _best_draw(X, nearest, n_draws, random_state, weight):
    """Return the inertia with the best of several samples, it, and the distances."""
    odds = np.cumsum(weight * nearest)
    draws = odds[-1] * random_state.uniform(size=n_draws)
    drawn = np.minimum(np.searchsorted(odds, draws), len(odds) - 1)
    distances = euclidean_distances(X[drawn], X, squared=True)
    np.minimum(distances, nearest, out=distances)
    inertia = distances @ weight
    best = np.argmin(inertia)
    return inertia[best], drawn[best], distances[best]
