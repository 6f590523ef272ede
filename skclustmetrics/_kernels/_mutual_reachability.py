"""Core distances, minimum spanning trees and separations of mutual reachability."""

import numpy as np

from skclustmetrics._kernels._parallel import run_tasks
from skclustmetrics._kernels._strips import read_strip, strip_slices

__all__ = ["core_distances", "least_separations", "spanning_tree"]


def core_distances(tiles, n_features):
    """Core distance of each sample over all the others, in strips of rows.

    With d the distances to the n - 1 others and p the number of features,
    ``(sum(d ** -p) / (n - 1)) ** (-1 / p)``, relative to the least distance, so that
    no power overflows. A sample with a copy has the core distance 0.

    Parameters
    ----------
    tiles : object
        Distances between at least two samples.
    n_features : int
        The exponent p.

    Returns
    -------
    cores : ndarray of shape (n_samples,), dtype float64
        In the unit of the tiles.
    """
    n_samples = tiles.n_samples
    cores = np.empty(n_samples)
    for rows in strip_slices(n_samples):
        D = read_strip(tiles, rows)
        D[np.arange(D.shape[0]), np.arange(rows.start, rows.stop)] = np.inf
        least = D.min(axis=1)
        with np.errstate(divide="ignore", invalid="ignore", under="ignore"):
            np.divide(least[:, None], D, out=D)  # at most 1, and 0 for the sample
            np.power(D, n_features, out=D)
            mean = D.sum(axis=1) / (n_samples - 1)
            cores[rows] = np.where(least > 0, least * mean ** (-1 / n_features), 0.0)
    return cores


def spanning_tree(tiles, cores=None):
    """Minimum spanning tree by Prim's algorithm, in memory of order n_samples.

    The weight of an edge is the largest of the distance and of both core distances.
    The tree grows from sample 0. Of edges of equal weight, a sample is joined by the
    one that was found first, and of equally near samples the first is joined first.

    Parameters
    ----------
    tiles : object
        Distances, the same in both directions to the last bit.
    cores : ndarray of shape (n_samples,), default=None
        Core distances; None means all 0.

    Returns
    -------
    edges : ndarray of shape (n_samples - 1, 2), dtype intp
        The samples that are joined.
    weights : ndarray of shape (n_samples - 1,), dtype float64
        The weights.
    """
    n_samples = tiles.n_samples
    cores = np.zeros(n_samples) if cores is None else cores
    edges, weights = np.empty((n_samples - 1, 2), np.intp), np.empty(n_samples - 1)
    nearest, source = np.full(n_samples, np.inf), np.zeros(n_samples, np.intp)
    outside = np.ones(n_samples, bool)
    last = 0
    for step in range(n_samples - 1):
        outside[last], nearest[last] = False, np.inf
        reach = read_strip(tiles, slice(last, last + 1))[0]
        np.maximum(reach, cores, out=reach)
        np.maximum(reach, cores[last], out=reach)
        closer = reach < nearest
        closer &= outside
        np.copyto(nearest, reach, where=closer)
        source[closer] = last
        last = int(np.argmin(nearest))
        edges[step] = source[last], last
        weights[step] = nearest[last]
    return edges, weights


def least_separations(tiles, cores, codes, n_clusters, *, n_jobs=None):
    """Least mutual reachability between each cluster and any other.

    Parameters
    ----------
    tiles : object
        Distances between samples that are sorted by cluster.
    cores : ndarray of shape (n_samples,)
        Their core distances.
    codes : ndarray of shape (n_samples,)
        Their clusters, ascending.
    n_clusters : int
        The number of clusters.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    separations : ndarray of shape (n_clusters,), dtype float64
        Infinite for a cluster without samples.
    """
    n_samples, step = tiles.n_samples, tiles.tile
    strips = [slice(s, min(s + step, n_samples)) for s in range(0, n_samples, step)]
    separations = np.full(n_clusters, np.inf)
    common = (tiles, cores, codes, n_clusters)
    for found in run_tasks(_separations_of, strips, n_jobs=n_jobs, common=common):
        np.minimum(separations, found, out=separations)
    return separations


def _separations_of(tiles, cores, codes, n_clusters, rows):
    found = np.full(n_clusters, np.inf)
    # the tiles within the first cluster of the rows hold nothing between clusters
    start = rows.start
    if codes[rows.stop - 1] == codes[rows.start]:
        start = int(np.searchsorted(codes, codes[rows.start], side="right"))
    rest = slice(start, tiles.n_samples)
    if start == tiles.n_samples:
        return found
    opened = tiles.open(rows, rest)
    for first in range(start, tiles.n_samples, tiles.tile):
        cols = slice(first, min(first + tiles.tile, tiles.n_samples))
        reach = tiles.block(opened, cols)
        np.maximum(reach, cores[rows, None], out=reach)
        np.maximum(reach, cores[cols], out=reach)
        if codes[cols.start] <= codes[rows.stop - 1]:
            reach[codes[rows, None] == codes[cols]] = np.inf
        np.minimum.at(found, codes[rows], reach.min(axis=1))
        np.minimum.at(found, codes[cols], reach.min(axis=0))
    return found
