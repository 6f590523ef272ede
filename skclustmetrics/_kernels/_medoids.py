"""Medoids of clusters, distances to them, and the farthest member of each sample."""

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._cluster_sums import reduce_tiles
from skclustmetrics._kernels._distances import distance_tiles
from skclustmetrics._kernels._labelings import Labelings
from skclustmetrics._kernels._parallel import single_blas_thread
from skclustmetrics._kernels._precomputed import reduce_precomputed

__all__ = ["distances_to", "farthest_members", "find_medoids"]

# Sums of distances that differ by less than their rounding are equal.
_TIED = 1 + 1e-12
_ROWS = 4096


def find_medoids(X, metric, params, codes, n_clusters, weights=None, *, n_jobs=None):
    """Return, for each cluster, the member with the least sum of distances to all.

    Of several the one whose features come first in lexicographic order, so that the
    order of the rows does not matter; of distances the first row.

    Parameters
    ----------
    X : ndarray or CSR matrix
        Samples, or distances if `metric` is "precomputed".
    metric : str or callable
        The canonical name of the metric.
    params : dict
        Further arguments of the metric.
    codes : ndarray of shape (n_samples,)
        The cluster of each sample.
    n_clusters : int
        Number of clusters.
    weights : ndarray of shape (n_samples,), default=None
        How often each sample counts.
    n_jobs : int, default=None
        Number of workers.
    """
    medoids = np.empty(n_clusters, np.intp)
    for k, members in enumerate(_members(codes, n_clusters)):
        own = None if weights is None else weights[members]
        whole = Labelings(np.zeros((1, members.size), np.intp), (1,), own)
        if metric == "precomputed":
            inner = X[members][:, members]
            sums = reduce_precomputed(inner, whole, _only_column, n_jobs=n_jobs)
        else:
            tiles = distance_tiles(X[members], metric, params)
            sums = reduce_tiles(tiles, whole, _only_column, n_jobs=n_jobs)
        tied = members[sums <= sums.min() * _TIED]
        if tied.size > 1 and metric != "precomputed":
            rows = X[tied]
            rows = rows.toarray() if sparse.issparse(rows) else rows
            tied = tied[np.lexsort(rows.T[::-1])]
        medoids[k] = tied[0]
    return medoids


def _only_column(table, samples):
    return table[:, 0].copy()


def distances_to(X, metric, params, targets):
    """Yield slices of samples and their distances to some samples, up to a factor.

    Parameters
    ----------
    X, metric, params
        As in :func:`find_medoids`.
    targets : ndarray of int
        The samples to which distances are wanted.
    """
    n_samples = X.shape[0]
    if metric == "precomputed":
        for start in range(0, n_samples, _ROWS):
            rows = slice(start, min(start + _ROWS, n_samples))
            D = X[rows][:, targets]
            yield rows, D.toarray() if sparse.issparse(D) else np.array(D, float)
        return
    order = np.concatenate([targets, np.arange(n_samples)])
    tiles = distance_tiles(X, metric, params).take(order)
    for start in range(0, n_samples, tiles.tile):
        rows = slice(start, min(start + tiles.tile, n_samples))
        D = np.empty((rows.stop - rows.start, targets.size))
        cols = slice(rows.start + targets.size, rows.stop + targets.size)
        for first in range(0, targets.size, tiles.tile):
            some = slice(first, min(first + tiles.tile, targets.size))
            with single_blas_thread():
                D[:, some] = tiles.block(tiles.open(some, cols), cols).T
        inside = (targets >= rows.start) & (targets < rows.stop)
        D[targets[inside] - rows.start, np.flatnonzero(inside)] = 0
        yield rows, D


def farthest_members(X, codes, n_clusters):
    """Euclidean distance of each sample to the farthest one of its cluster.

    Parameters
    ----------
    X : ndarray or CSR matrix of shape (n_samples, n_features)
        The samples.
    codes : ndarray of shape (n_samples,)
        The cluster of each sample.
    n_clusters : int
        Number of clusters.

    Returns
    -------
    distances : ndarray of shape (n_samples,)
        In units of the data.
    """
    tiles = distance_tiles(X, "euclidean", {})
    result = np.empty(codes.size)
    for members in _members(codes, n_clusters):
        own = tiles.take(members)
        farthest = np.zeros(members.size)
        for start in range(0, members.size, tiles.tile):
            rows = slice(start, min(start + tiles.tile, members.size))
            with single_blas_thread():
                opened = own.open(rows, slice(start, members.size))
                for first in range(start, members.size, tiles.tile):
                    cols = slice(first, min(first + tiles.tile, members.size))
                    D = own.block(opened, cols)
                    for part, axis in ((rows, 1), (cols, 0)):
                        np.maximum(farthest[part], D.max(axis=axis), out=farthest[part])
        result[members] = farthest
    return result / tiles.scale


def _members(codes, n_clusters):
    """Positions of the samples of each cluster."""
    stops = np.cumsum(np.bincount(codes, minlength=n_clusters))
    return np.split(np.argsort(codes, kind="stable"), stops[:-1])
