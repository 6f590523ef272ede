"""From samples and a metric to sums of distances by cluster: which way is cheapest."""

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._centroids import Centroids
from skclustmetrics._kernels._closed_forms import (
    CosineForm,
    HammingForm,
    ManhattanForm,
    reduce_closed_form,
    squared_euclidean_form,
)
from skclustmetrics._kernels._cluster_sums import reduce_tiles
from skclustmetrics._kernels._euclidean import EuclideanTiles
from skclustmetrics._kernels._metric_tiles import MetricTiles
from skclustmetrics._kernels._nearest_cluster import NearestClusterWalk
from skclustmetrics._kernels._own_means import cluster_members, nearest_other_means
from skclustmetrics._kernels._parallel import single_blas_thread
from skclustmetrics._kernels._precomputed import reduce_precomputed
from skclustmetrics._kernels._sparse_euclidean import SparseEuclideanTiles
from skclustmetrics._kernels._unit_rows import row_centred, unit_rows

__all__ = ["OwnAndNearest", "distance_tiles", "own_sums_and_nearest_means"]

_FEW_SAMPLES = 2048
_SMALL_CLUSTER = 128


def own_sums_and_nearest_means(
    X, metric, params, labelings, *, n_jobs=None, all_pairs=True
):
    """Distances of each sample to its own and to the nearest other cluster.

    Parameters
    ----------
    X : ndarray or CSR matrix
        Samples, or distances if `metric` is "precomputed".
    metric : str or callable
        The canonical name of the metric (see `canonical_metric`).
    params : dict
        Further arguments of the metric.
    labelings : Labelings
        The clusters.
    n_jobs : int, default=None
        Number of workers.
    all_pairs : bool, default=True
        Whether to walk all pairs of samples where nothing else is left.

    Returns
    -------
    own_sums, nearest_means : ndarray of shape (n_labelings, n_samples)
        Weighted sums of the distances to the own cluster, least weighted means of
        those to another; up to a common factor. NaN where the sample is in none. None
        instead of both if they take a walk over all pairs that is not wanted.
    """
    finish = OwnAndNearest(labelings)
    if metric == "precomputed":
        values = reduce_precomputed(X, labelings, finish, n_jobs=n_jobs)
    elif _needs_only_means(X, metric, params, labelings):
        return _of_means(X, labelings, n_jobs)
    elif (form := _closed_form(X, metric, params, labelings, n_jobs)) is not None:
        values = reduce_closed_form(form, labelings, finish, n_jobs=n_jobs)
    elif not all_pairs:
        return None
    else:
        tiles = distance_tiles(X, metric, params)
        if _may_skip_clusters(tiles, labelings):
            walk = NearestClusterWalk(tiles, labelings)
            if walk.cost <= 0.4 * labelings.n_samples**2:
                own, nearest = walk.own_sums_and_nearest_means(n_jobs=n_jobs)
                return own[None], nearest[None]
        values = reduce_tiles(tiles, labelings, finish, n_jobs=n_jobs)
    return values[..., 0].T, values[..., 1].T


def distance_tiles(X, metric, params):
    """Return the tiles of distances between the rows of `X`."""
    if metric not in ("euclidean", "sqeuclidean") or params:
        return MetricTiles(X, metric, params)
    squared = metric == "sqeuclidean"
    if sparse.issparse(X):
        if X.shape[1] > 64 and X.nnz < 0.1 * np.prod(X.shape):
            return SparseEuclideanTiles(X, squared=squared)
        X = X.toarray()
    return EuclideanTiles(X, squared=squared)


def _may_skip_clusters(tiles, labelings):
    """Tell whether bounds may rule out clusters, and are worth their own cost."""
    return (
        labelings.n_samples > max(_FEW_SAMPLES, _SMALL_CLUSTER * labelings.n_columns)
        and len(labelings.codes) == 1
        and bool((labelings.codes >= 0).all())
        and isinstance(tiles, EuclideanTiles)
        and not tiles.squared
    )


def _needs_only_means(X, metric, params, labelings):
    """Tell whether products with the means of one dense partition give all sums."""
    return (
        metric == "sqeuclidean"
        and not params
        and not sparse.issparse(X)
        and len(labelings.codes) == 1
        and 2 <= labelings.n_columns <= (labelings.n_samples + 512) / 16
        and bool((labelings.codes >= 0).all())
    )


def _of_means(X, labelings, n_jobs):
    """Squared distances: those to the means and the mean squared radii."""
    codes, n_clusters = labelings.codes[0], labelings.n_clusters[0]
    with single_blas_thread():
        centroids = Centroids.of(X, codes, n_clusters, labelings.weights)
    own, nearest = nearest_other_means(
        X,
        cluster_members(codes, n_clusters),
        centroids,
        added=centroids.squares / centroids.weights,
        n_jobs=n_jobs,
    )
    own *= centroids.weights[codes]
    own += centroids.squares[codes]
    return own[None], nearest[None]


class OwnAndNearest:
    """Pick from rows of the table what a silhouette needs."""

    def __init__(self, labelings):
        self.labelings = labelings

    def __call__(self, table, samples):
        labelings = self.labelings
        result = np.full((len(samples), len(labelings.codes), 2), np.nan)
        for which in range(len(labelings.codes)):
            codes = labelings.codes[which, samples]
            rows = np.flatnonzero(codes >= 0)
            start, stop = labelings.offsets[which : which + 2]
            sums = table[:, start:stop]
            result[rows, which, 0] = sums[rows, codes[rows]]
            sums /= labelings.cluster_weights(which)
            sums[rows, codes[rows]] = np.inf
            result[rows, which, 1] = sums[rows].min(axis=1)
        return result


def _closed_form(X, metric, params, labelings, n_jobs):
    """Return the closed form where there is one that costs less than all pairs."""
    n_samples, n_columns = labelings.n_samples, labelings.n_columns
    if metric == "sqeuclidean" and not params and 16 * n_columns <= n_samples + 512:
        return squared_euclidean_form(X)(X, labelings)
    if metric in ("cosine", "correlation") and not params:
        if metric == "cosine":
            return CosineForm(*unit_rows(X), labelings)
        # the means of rows are rounded, to the digits of X
        rounding = (16 * np.finfo(np.float64).eps) ** 2
        return CosineForm(*unit_rows(row_centred(X)), labelings, rounding=rounding)
    dense = not sparse.issparse(X)
    weights = params.get("w")
    if metric == "hamming" and dense and not set(params) - {"w"}:
        return HammingForm(X, labelings, feature_weights=weights)
    if metric == "manhattan" and not set(params) - {"w"}:
        if X.shape[1] == 1 or 40 * n_columns <= n_samples + 512:
            return ManhattanForm(X, labelings, feature_weights=weights, n_jobs=n_jobs)
    return None
