"""Mean Euclidean distance to the own and to the nearest cluster, and to few others.

A silhouette needs the mean distance to the own cluster and the least mean distance to
another. With c and T the mean and the mean squared radius of a cluster, and
``D = |x - c|``, the mean m of the distances d from x to its members obeys

    m^2 <= E(d^2) = D^2 + T
    m^2 >= max(D^2, E(d^2) - Var(d^2) / E(d^2))

(Jensen's inequality, and ``Var(d) <= E((d - s)^2) <= Var(d^2) / s^2`` at
``s^2 = E(d^2)``). Both sides follow from the moments of the cluster, so most clusters
are ruled out without a look at their members. Where clusters overlap so much that
most matter, pairs of clusters share their symmetric tiles: the work is never more than
one pass over all pairs of samples.
"""

from dataclasses import dataclass

import numpy as np

from skclustmetrics._kernels._centroids import Centroids, row_chunks
from skclustmetrics._kernels._parallel import run_tasks, single_blas_thread

__all__ = ["NearestClusterWalk"]

# Pairs of samples for one task.
_TASK_PAIRS = 2**22
# Beyond the rounding by which bounds and tiles may differ.
_MARGIN = {np.dtype(np.float64): 1e-9, np.dtype(np.float32): 1e-4}
# A tile of few rows costs as much as one of so many.
_LEAST_ROWS = 24
# A block costs as much as so many pairs of samples beside its own.
_BLOCK_PAIRS = 2**15


@dataclass(frozen=True)
class _Block:
    """Distances from samples of cluster `k` to the members of cluster `to`."""

    k: int
    to: int
    rows: object
    cols: slice
    symmetric: bool


class NearestClusterWalk:
    """The blocks of distances that one labelling needs.

    Parameters
    ----------
    tiles : EuclideanTiles
        The samples.
    labelings : Labelings
        A single labelling, of which each sample is a member.
    """

    def __init__(self, tiles, labelings):
        codes, n_clusters = labelings.codes[0], labelings.n_clusters[0]
        weights = labelings.weights
        if weights is None:
            weights = np.ones(codes.size)
        self.order = np.argsort(codes, kind="stable")
        self.tiles = tiles.take(self.order)
        self.cluster_weights = labelings.cluster_weights(0)
        self.weights = weights[self.order].astype(tiles.dtype)
        stops = np.cumsum(np.bincount(codes, minlength=n_clusters))
        self.clusters = [
            slice(int(start), int(stop))
            for start, stop in zip(np.append(0, stops[:-1]), stops, strict=True)
        ]
        with single_blas_thread():
            self.needed = _needed(
                self.tiles, codes[self.order], self.clusters, weights[self.order]
            )
        self.blocks = self._plan()

    @property
    def cost(self):
        """Work in pairs of samples; a walk over all of them costs half of n^2."""
        return sum(self._pairs(block) + _BLOCK_PAIRS for block in self.blocks)

    def own_sums_and_nearest_means(self, *, n_jobs=None):
        """Sums of distances to the own, least mean of those to another cluster.

        Returns
        -------
        own_sums, nearest_means : ndarray of shape (n_samples,)
            In scaled units, in the order of the samples as given.
        """
        n_samples, n_clusters = self.needed.shape
        sums = np.zeros((n_samples, n_clusters))
        tasks = self._tasks()
        common = (self.tiles, self.weights)
        results = run_tasks(_walk_blocks, tasks, n_jobs=n_jobs, common=common)
        for blocks, parts in zip(tasks, results, strict=True):
            for block, (row_sums, col_sums) in zip(blocks, parts, strict=True):
                sums[block.rows, block.to] += row_sums
                if block.symmetric:
                    sums[block.cols, block.k] += col_sums
        own_sums = np.empty(n_samples)
        for k, members in enumerate(self.clusters):
            own_sums[members] = sums[members, k]
        sums /= self.cluster_weights
        sums[~self.needed] = np.inf
        result = np.empty((2, n_samples))
        result[:, self.order] = own_sums, sums.min(axis=1)
        return result[0], result[1]

    def _plan(self):
        """Choose between symmetric pairs of clusters and selected rows."""
        blocks = []
        sizes = np.array([c.stop - c.start for c in self.clusters])
        counts = np.array([self.needed[c].sum(axis=0) for c in self.clusters])
        for k, members in enumerate(self.clusters):
            blocks.append(_Block(k, k, members, members, True))
        effective = np.where(counts > 0, np.maximum(counts, _LEAST_ROWS), 0)
        for k, to in zip(*np.nonzero(np.triu(counts + counts.T, 1)), strict=True):
            k, to = int(k), int(to)
            pairs = sizes[k] * sizes[to]
            if effective[k, to] * sizes[to] + effective[to, k] * sizes[k] >= pairs:
                one, other = self.clusters[k], self.clusters[to]
                blocks.append(_Block(k, to, one, other, True))
                self.needed[one, to] = self.needed[other, k] = True
                continue
            for a, b in ((k, to), (to, k)):
                if counts[a, b]:
                    rows = self.clusters[a].start + np.flatnonzero(
                        self.needed[self.clusters[a], b]
                    )
                    blocks.append(_Block(a, b, rows, self.clusters[b], False))
        return blocks

    def _tasks(self):
        """Cut long blocks and bundle short ones into tasks of similar size."""
        tasks, current, size = [], [], 0
        for block in self.blocks:
            for piece in self._pieces(block):
                current.append(piece)
                size += self._pairs(piece) + _BLOCK_PAIRS
                if size >= _TASK_PAIRS:
                    tasks.append(current)
                    current, size = [], 0
        return [*tasks, current] if current else tasks

    def _pieces(self, block):
        n_rows = _length(block.rows)
        step = max(1, _TASK_PAIRS // _length(block.cols) // self.tiles.tile)
        step *= self.tiles.tile
        if n_rows <= step:
            return [block]
        pieces = []
        for start in range(0, n_rows, step):
            if isinstance(block.rows, slice):
                first = block.rows.start + start
                rows = slice(first, min(first + step, block.rows.stop))
            else:
                rows = block.rows[start : start + step]
            own = block.k == block.to
            cols = slice(rows.start, block.cols.stop) if own else block.cols
            pieces.append(_Block(block.k, block.to, rows, cols, block.symmetric))
        return pieces

    def _pairs(self, block):
        n_rows, n_cols = _length(block.rows), _length(block.cols)
        if block.k == block.to:
            return n_rows * n_cols - n_rows * n_rows // 2
        return max(n_rows, _LEAST_ROWS) * n_cols


def _length(samples):
    if isinstance(samples, slice):
        return samples.stop - samples.start
    return samples.size


def _walk_blocks(tiles, weights, blocks):
    return [_walk_block(tiles, weights, block) for block in blocks]


def _walk_block(tiles, weights, block):
    """Sums of the distances of a block, for its rows and, if symmetric, its columns."""
    tile, cols, own = tiles.tile, block.cols, block.k == block.to
    n_rows = _length(block.rows)
    row_sums, col_sums = np.zeros(n_rows), np.zeros(_length(cols))
    buffer = np.empty(tile * tile, tiles.dtype)
    for start in range(0, n_rows, tile):
        stop = min(start + tile, n_rows)
        if isinstance(block.rows, slice):
            a = slice(block.rows.start + start, block.rows.start + stop)
        else:
            a = block.rows[start:stop]
        later = slice(a.start, cols.stop) if own else cols
        opened = tiles.open(a, later)
        for begin in range(later.start, later.stop, tile):
            b = slice(begin, min(begin + tile, later.stop))
            shape = (stop - start, b.stop - b.start)
            D = tiles.block(opened, b, out=buffer[: shape[0] * shape[1]].reshape(shape))
            row_sums[start:stop] += D @ weights[b]
            if block.symmetric and not (own and a == b):
                col_sums[b.start - cols.start : b.stop - cols.start] += D.T @ weights[a]
    return row_sums, col_sums


def _needed(tiles, codes, clusters, weights):
    """Tell which other clusters may be the nearest of each sample, sorted by cluster.

    Bounds are on squared mean distances.
    """
    X = tiles.X
    n_samples, n_features = X.shape
    n_clusters = len(clusters)
    own = (np.arange(n_samples), codes)
    if n_clusters == 2:
        needed = np.ones((n_samples, 2), bool)
    else:
        means = Centroids.of(X, codes, n_clusters, weights, scale=1.0)
        # second moments cost n K d^2, to be small against the n^2 d / 2 of all pairs
        refine = 16 * n_clusters * n_features <= n_samples
        lower, upper = np.empty((2, n_samples, n_clusters))
        chunks = row_chunks(X)
        for k, members in enumerate(clusters):
            bounds = _MeanDistanceBounds(X, members, weights, means, k, refine)
            for rows in chunks:
                lower[rows, k], upper[rows, k] = bounds(X[rows])
        upper[own] = np.inf
        margin = 1 + _MARGIN[X.dtype]
        needed = lower <= margin * upper.min(axis=1, keepdims=True)
    needed[own] = False
    return needed


class _MeanDistanceBounds:
    """Bounds on the squared mean distance to a cluster, from its moments."""

    def __init__(self, X, members, weights, means, k, refine):
        self.centre, self.residual = means.centres[k], means.residuals[k]
        total = means.weights[k]
        self.spread = means.squares[k] / total
        self.refine = refine
        if not refine:
            return
        n_features = X.shape[1]
        self.covariance = np.zeros((n_features, n_features))
        self.third, fourth = np.zeros(n_features), 0.0
        step = max(16, 2**18 // n_features)
        for start in range(members.start, members.stop, step):
            rows = slice(start, min(start + step, members.stop))
            offset = self._offset(X[rows])
            square = np.einsum("ij,ij->i", offset, offset)
            weighted = weights[rows] * square
            self.covariance += (offset.T * weights[rows]) @ offset
            self.third += weighted @ offset
            fourth += weighted @ square
        self.covariance /= total
        self.third /= total
        self.square_variance = fourth / total - self.spread**2

    def __call__(self, X):
        offset = self._offset(X)
        distance = np.einsum("ij,ij->i", offset, offset)
        upper = distance + self.spread
        if not self.refine:
            return distance, upper
        # the variance of |x - y|^2 over the members y
        variance = np.einsum("ij,ij->i", offset @ self.covariance, offset)
        variance -= offset @ self.third
        variance *= 4
        variance += self.square_variance
        with np.errstate(divide="ignore", invalid="ignore"):
            lower = upper - variance / upper
        return np.fmax(distance, lower), upper

    def _offset(self, X):
        offset = X - self.centre
        offset -= self.residual
        return offset
