"""Distances to all means by matrix products, relative to the mean of the own cluster.

With y a sample relative to its own mean and t another point relative to that mean,
``|y - t|^2 = |y|^2 - 2yt + |t|^2``. Far from the origin nothing is lost; only where a
sample is far nearer to t than to its own mean do digits cancel, and there the distance
is computed again from the difference.
"""

import numpy as np

from skclustmetrics._kernels._centroids import dense_rows
from skclustmetrics._kernels._euclidean import CANCELLED
from skclustmetrics._kernels._parallel import run_tasks

__all__ = ["cluster_members", "nearest_other_means", "own_parts", "weights_near"]

_EPS = np.finfo(np.float64).eps
# Numbers in a table of samples and points that stays in the cache.
_TABLE = 2**17
# So many pairs of a sample and a point at a time are measured by their differences.
_DOUBTFUL = 2**12


def cluster_members(codes, n_clusters):
    """The samples of each cluster, ascending."""
    if n_clusters < 2**15:
        codes = codes.astype(np.int16)  # which NumPy sorts by radix
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.cumsum(np.bincount(codes, minlength=n_clusters))[:-1])


def own_parts(X, members, centroids, n_points=1):
    """Samples relative to the mean of their own cluster, some at a time.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples.
    members : list of ndarray
        The samples of each cluster.
    centroids : Centroids
        Their means.
    n_points : int, default=1
        How many points they will meet.

    Yields
    ------
    k : int
        The cluster.
    samples : ndarray of shape (n_rows,)
        Some of its members.
    offsets : ndarray of shape (n_rows, n_features)
        Their scaled differences to its mean.
    """
    for k, samples in enumerate(members):
        for part, offsets in _parts_of(X, k, samples, centroids, n_points):
            yield k, part, offsets


def _parts_of(X, k, samples, centroids, n_points):
    step = max(64, _TABLE // max(n_points, X.shape[1]))
    for start in range(0, samples.size, step):
        part = samples[start : start + step]
        offsets = dense_rows(X, part, centroids.scale)
        offsets -= centroids.centres[k]
        offsets -= centroids.residuals[k]
        yield part, offsets


def nearest_other_means(X, members, centroids, *, added=None, n_jobs=None):
    """Squared distances of samples to their own and to the nearest other mean.

    Parameters
    ----------
    X, members, centroids
        As in :func:`own_parts`; two clusters at least.
    added : ndarray of shape (n_clusters,), default=None
        What is added to the squared distances to each of the other means, of which the
        least is then taken.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    own, other : ndarray of shape (n_samples,)
        In units of ``centroids.scale``, squared.
    """
    own, other = np.empty((2, X.shape[0]))
    tasks = list(enumerate(members))
    common = (X, centroids, added)
    found = run_tasks(_nearest_other_means, tasks, n_jobs=n_jobs, common=common)
    for samples, values in zip(members, found, strict=True):
        own[samples], other[samples] = values
    return own, other


def _nearest_other_means(X, centroids, added, task):
    """Both distances of the members of one cluster."""
    k, members = task
    rounding, points = centroids.rounding, _Points(centroids.around(k))
    added = np.zeros((len(rounding), 1)) if added is None else added[:, None]
    own, other = np.empty((2, members.size))
    stop = 0
    for samples, offsets in _parts_of(X, k, members, centroids, len(rounding)):
        start, stop = stop, stop + samples.size
        squares = np.einsum("ij,ij->i", offsets, offsets)
        table = points.squared_distances(offsets, squares)
        table[k] = np.inf
        nearest = table.min(axis=0)
        least = (table + added).min(axis=0) if added.any() else nearest.copy()
        limit = 4 * CANCELLED[table.dtype] * squares + 16 * rounding.max()
        doubtful = np.flatnonzero(nearest <= limit)
        if doubtful.size:
            part = table[:, doubtful]
            rows = dense_rows(X, samples[doubtful], centroids.scale)
            for to in np.flatnonzero((part <= limit[doubtful]).any(axis=1)):
                some = np.flatnonzero(part[to] <= limit[doubtful])
                exact = centroids.squared_distances(rows[some], columns=[to])
                part[to, some] = exact[:, 0]
            least[doubtful] = (part + added).min(axis=0)
        squares[squares <= rounding[k]] = 0.0
        own[start:stop], other[start:stop] = squares, least
    return own, other


def weights_near(X, members, centroids, radius, weights=None):
    """Weights of the samples near means, and near the middles between means.

    Parameters
    ----------
    X, members, centroids
        As in :func:`own_parts`.
    radius : float
        How far is near, in units of ``centroids.scale``.
    weights : ndarray of shape (n_samples,), default=None
        How often each sample counts.

    Returns
    -------
    near_means, near_middles : ndarray of shape (n_clusters, n_clusters)
        In row k the samples of cluster k, in column l those near the mean of l, or near
        the middle between the means of k and l.
    """
    n_clusters = len(members)
    near = np.zeros((n_clusters, 2 * n_clusters))
    rounding = np.maximum(centroids.rounding, centroids.rounding[:, None])
    cluster = None
    for k, samples, offsets in own_parts(X, members, centroids, n_clusters):
        if k != cluster:
            cluster, across = k, centroids.around(k)
            points = _Points(np.concatenate([across, across / 2]))
            limits = np.maximum(radius**2, np.tile(rounding[k], 2))
            reach = np.sqrt(limits) * (1 + 1e-9)
        squares = np.einsum("ij,ij->i", offsets, offsets)
        # by the triangle inequality
        lengths = np.sqrt(squares)
        low, high = points.lengths - reach, points.lengths + reach
        columns = np.flatnonzero((low <= lengths.max()) & (high >= lengths.min()))
        if not columns.size:
            continue
        rows = (lengths >= low[columns].min()) & (lengths <= high[columns].max())
        near[k, columns] += points.take(columns).weights_within(
            offsets[rows],
            squares[rows],
            limits[columns],
            None if weights is None else weights[samples[rows]],
        )
    return near[:, :n_clusters], near[:, n_clusters:]


class _Points:
    """Points, relative to the mean of a cluster, that its members meet."""

    def __init__(self, offsets):
        self.offsets = offsets
        self.squares = np.einsum("ij,ij->i", offsets, offsets)
        self.lengths = np.sqrt(self.squares)
        n_points, n_features = offsets.shape
        # [-2t, |t|^2, 1] . [y, 1, |y|^2]
        self.left = np.ones((n_points, n_features + 2))
        np.multiply(offsets, -2, out=self.left[:, :-2])
        self.left[:, -2] = self.squares

    def take(self, which):
        """Restrict to some of the points."""
        taken = object.__new__(_Points)
        for name, values in vars(self).items():
            setattr(taken, name, values[which])
        return taken

    def squared_distances(self, samples, squares):
        """Squared distances to samples, in columns, of the given squared lengths."""
        right = np.ones((samples.shape[0], samples.shape[1] + 2))
        right[:, :-2], right[:, -1] = samples, squares
        return self.left @ right.T

    def weights_within(self, samples, squares, limits, weights):
        """Weights of the samples whose squared distance is within the limits."""
        table = self.squared_distances(samples, squares)
        table -= limits[:, None]
        terms = squares.max(initial=0.0) + self.squares.max() + limits.max()
        margin = 8 * (samples.shape[1] + 8) * _EPS * terms
        found = np.flatnonzero(table <= margin)
        point, sample = np.divmod(found, table.shape[1])
        inside = np.ones(found.size, bool)
        doubtful = np.flatnonzero(table.ravel()[found] >= -margin)
        for part in np.array_split(doubtful, 1 + doubtful.size // _DOUBTFUL):
            to = point[part]
            difference = samples[sample[part]] - self.offsets[to]
            exact = np.einsum("ij,ij->i", difference, difference)
            inside[part] = exact <= limits[to]
        point, sample = point[inside], sample[inside]
        return np.bincount(
            point,
            weights=None if weights is None else weights[sample],
            minlength=len(limits),
        )
