"""Whole rows of distances, each entry the same wherever it is computed.

Trees are built by comparing distances, so the distance of two samples must not depend
on the tile that holds it, as it does, in its last bits, in a product of matrices.
"""

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._distances import distance_tiles
from skclustmetrics._kernels._matrix_tiles import MatrixTiles
from skclustmetrics._kernels._metric_tiles import MetricTiles
from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = ["double_tiles", "exact_tiles", "read_strip", "strip_slices"]

_STRIP_BYTES = 2**22


def exact_tiles(X, metric, params, *, n_jobs=None):
    """Return tiles whose entries do not depend on the tile, and their unit.

    Parameters
    ----------
    X : ndarray or CSR matrix
        Samples, or distances if `metric` is "precomputed"; these are checked.
    metric : str or callable
        The canonical name of the metric.
    params : dict
        Further arguments of the metric.
    n_jobs : int, default=None
        Number of workers of the check.

    Returns
    -------
    tiles : object
        In double precision.
    unit : float
        What a distance of 1 is in the tiles, which may be scaled.
    """
    plain = metric in ("euclidean", "sqeuclidean") and not params
    if not plain or sparse.issparse(X):
        tiles = double_tiles(X, metric, params, n_jobs=n_jobs)
        return tiles, tiles.scale ** (2 if getattr(tiles, "squared", False) else 1)
    X = X.astype(np.float64, copy=False)
    scale = power_of_two_scale(X)
    X = X if scale == 1.0 else X * scale
    if metric == "sqeuclidean":
        return MetricTiles(X, "sqeuclidean", {}), scale**2
    return MetricTiles(X, "minkowski", {"p": 2}), scale


def double_tiles(X, metric, params, *, n_jobs=None):
    """Return tiles in double precision, in the unit of `exact_tiles`; faster.

    Parameters
    ----------
    X, metric, params, n_jobs
        As in `exact_tiles`.

    Returns
    -------
    tiles : object
        With entries that are right up to rounding.
    """
    if metric == "precomputed":
        return MatrixTiles.checked(X, n_jobs=n_jobs)
    return distance_tiles(X.astype(np.float64, copy=False), metric, params)


def strip_slices(n_samples):
    """Cut the rows into strips of bounded size."""
    step = max(1, _STRIP_BYTES // (8 * n_samples))
    return [slice(s, min(s + step, n_samples)) for s in range(0, n_samples, step)]


def read_strip(tiles, rows):
    """Distances from the samples of a slice to all samples."""
    n_samples = tiles.n_samples
    every = slice(0, n_samples)
    if not (isinstance(tiles, MetricTiles) and sparse.issparse(tiles.X)):
        return tiles.block(tiles.open(rows, every), every)
    # sparse rows become dense a tile at a time
    strip = np.empty((rows.stop - rows.start, n_samples))
    opened = tiles.open(rows, every)
    for start in range(0, n_samples, tiles.tile):
        cols = slice(start, min(start + tiles.tile, n_samples))
        strip[:, cols] = tiles.block(opened, cols)
    return strip
