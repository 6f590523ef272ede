"""Every pair of samples once: the walk over the upper triangle of the distances.

What is wanted of the distances is the business of a collector; several may share one
walk. The samples are sorted by cluster, so that a tile meets few clusters.
"""

import numpy as np

from skclustmetrics._kernels._distances import distance_tiles
from skclustmetrics._kernels._matrix_tiles import MatrixTiles
from skclustmetrics._kernels._parallel import run_tasks

__all__ = ["PairWalk", "slices"]

# The walk is cut into this many strips of rows at most, of so many tiles at least;
# pairs of strips are the tasks.
_MAX_STRIPS = 16
_MIN_TILES = 4


class PairWalk:
    """The distances between the samples of a partition, sorted by cluster.

    Parameters
    ----------
    tiles : object
        The distances (`EuclideanTiles` and its like).
    codes : ndarray of shape (n_samples,)
        The cluster of each sample, from 0 on.

    Attributes
    ----------
    order : ndarray of shape (n_samples,)
        The samples in the order of the walk.
    codes : ndarray of shape (n_samples,)
        Their clusters, ascending.
    starts : ndarray of shape (n_clusters,)
        Where each cluster begins.
    sizes : ndarray of shape (n_clusters,)
        The number of samples of each cluster.
    unit : float
        What a distance of 1 is in the tiles, which may be scaled.
    """

    def __init__(self, tiles, codes):
        self.order = np.argsort(codes, kind="stable")
        self.codes = codes[self.order]
        self.sizes = np.bincount(codes)
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.tiles = tiles.take(self.order)
        self.unit = tiles.scale ** (2 if getattr(tiles, "squared", False) else 1)

    @classmethod
    def of(cls, X, metric, params, codes, *, double=False, n_jobs=None):
        """Walk samples, or a matrix of distances, which is checked.

        Parameters
        ----------
        X : ndarray, memory map or CSR matrix
            Samples, or distances if `metric` is "precomputed".
        metric : str or callable
            The canonical name of the metric.
        params : dict
            Further arguments of the metric.
        codes : ndarray of shape (n_samples,)
            The cluster of each sample, from 0 on.
        double : bool, default=False
            Whether single precision is not enough.
        n_jobs : int, default=None
            Number of workers.
        """
        if metric == "precomputed":
            return cls(MatrixTiles.checked(X, n_jobs=n_jobs), codes)
        if double and X.dtype != np.float64:
            X = X.astype(np.float64)
        return cls(distance_tiles(X, metric, params), codes)

    @property
    def n_samples(self):
        return self.order.size

    @property
    def n_clusters(self):
        return self.sizes.size

    @property
    def n_pairs(self):
        return self.n_samples * (self.n_samples - 1) // 2

    @property
    def n_within(self):
        """The number of pairs of samples that share a cluster."""
        sizes = self.sizes.astype(np.int64)
        return int((sizes * (sizes - 1) // 2).sum())

    def take(self, samples):
        """Restrict to some samples, given by ascending positions in the walk."""
        taken = object.__new__(PairWalk)
        taken.tiles = self.tiles.take(samples)
        taken.order = self.order[samples]
        taken.codes = self.codes[samples]
        taken.sizes = np.bincount(taken.codes, minlength=self.n_clusters)
        taken.starts = np.cumsum(taken.sizes) - taken.sizes
        taken.unit = self.unit
        return taken

    def collect(self, collector, *, n_jobs=None):
        """Hand every tile to collectors; yield what they found, part by part.

        Parameters
        ----------
        collector : object
            ``collector.begin(walk, rows, cols)`` returns an object for the tiles
            between two slices of samples: ``add(D, a, b)`` takes the distances between
            the samples of the slices a and b, which it may change; of equal slices the
            tile holds every pair twice. ``found()`` returns the result.
        n_jobs : int, default=None
            Number of workers.
        """
        n_tiles = -(-self.n_samples // self.tiles.tile)
        step = self.tiles.tile * max(_MIN_TILES, -(-n_tiles // _MAX_STRIPS))
        strips = slices(0, self.n_samples, step)
        pairs = [(rows, cols) for i, rows in enumerate(strips) for cols in strips[i:]]
        yield from run_tasks(
            _collect_pair, pairs, n_jobs=n_jobs, common=(self, collector)
        )


def _collect_pair(walk, collector, pair):
    """Walk the tiles between two strips."""
    rows, cols = pair
    tiles = walk.tiles
    part = collector.begin(walk, rows, cols)
    buffer = np.empty(tiles.tile * tiles.tile, tiles.dtype)
    for a in slices(rows.start, rows.stop, tiles.tile):
        later = slice(a.start if rows == cols else cols.start, cols.stop)
        opened = tiles.open(a, later)
        for b in slices(later.start, later.stop, tiles.tile):
            shape = (a.stop - a.start, b.stop - b.start)
            D = tiles.block(opened, b, out=buffer[: shape[0] * shape[1]].reshape(shape))
            if not tiles.symmetric:
                D = (D + tiles.transposed_block(opened, b).T) / 2
            part.add(D, a, b)
    return part.found()


def slices(start, stop, step):
    """Cut a range into slices."""
    return [slice(s, min(s + step, stop)) for s in range(start, stop, step)]
