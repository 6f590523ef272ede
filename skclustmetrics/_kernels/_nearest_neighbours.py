"""Which of the nearest neighbours of a sample are members of its own cluster."""

import numpy as np

from skclustmetrics._kernels._parallel import run_tasks
from skclustmetrics._kernels._strips import double_tiles

__all__ = ["neighbour_kinship"]

# Distances that differ by less are equal but for rounding.
_TIE = 1e-9


def neighbour_kinship(X, metric, params, codes, n_neighbors, *, n_jobs=None):
    """Tell for the nearest neighbours of each sample whether they are of its cluster.

    At equal distance members of the own cluster come first, so that the result does
    not depend on the order of the samples. Distances that differ by less than a
    relative 1e-9 are equal.

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
    n_neighbors : int
        How many neighbours; less than the number of samples.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    kin : ndarray of shape (n_samples, n_neighbors), dtype bool
        True where the neighbour is in the same cluster; the nearest first.
    """
    order = np.argsort(codes, kind="stable")
    tiles = double_tiles(X, metric, params, n_jobs=n_jobs).take(order)
    n_samples, step = tiles.n_samples, tiles.tile
    strips = [slice(s, min(s + step, n_samples)) for s in range(0, n_samples, step)]
    common = (tiles, codes[order], n_neighbors)
    parts = list(run_tasks(_kinship_of, strips, n_jobs=n_jobs, common=common))
    kin = np.empty((n_samples, n_neighbors), bool)
    kin[order] = np.concatenate(parts)
    return kin


def _kinship_of(tiles, codes, n_neighbors, rows):
    n_rows = rows.stop - rows.start
    own = codes[rows]
    nearest = np.full((n_rows, n_neighbors), np.inf)
    kin = np.zeros((n_rows, n_neighbors), bool)
    opened = tiles.open(rows, slice(0, tiles.n_samples))
    for first in range(0, tiles.n_samples, tiles.tile):
        cols = slice(first, min(first + tiles.tile, tiles.n_samples))
        D = tiles.block(opened, cols)
        _favour_own(D, own, codes[cols])
        if rows == cols:
            np.fill_diagonal(D, np.inf)
        hit = np.flatnonzero(D.min(axis=1) < nearest.max(axis=1))
        if hit.size == 0:
            continue
        candidates = np.concatenate([nearest[hit], D[hit]], axis=1)
        best = np.argpartition(candidates, n_neighbors - 1, axis=1)[:, :n_neighbors]
        known = best < n_neighbors
        column = np.where(known, 0, best - n_neighbors)
        position = np.where(known, best, 0)
        kin[hit] = np.where(
            known,
            np.take_along_axis(kin[hit], position, axis=1),
            codes[cols][column] == own[hit, None],
        )
        nearest[hit] = np.take_along_axis(candidates, best, axis=1)
    return np.take_along_axis(kin, np.argsort(nearest, axis=1, kind="stable"), axis=1)


def _favour_own(D, own, others):
    """Let distances within clusters win ties; both arrays of codes are sorted."""
    for code in range(max(own[0], others[0]), min(own[-1], others[-1]) + 1):
        top, bottom = np.searchsorted(own, (code, code + 1))
        left, right = np.searchsorted(others, (code, code + 1))
        within = D[top:bottom, left:right]
        within *= 1 - _TIE
        within -= np.finfo(D.dtype).tiny  # 0 must win as well
