"""Sums of distances to clusters that need no pairs of samples.

Each form fills rows of the same table as the tile walk, in O(n_features) for each
sample and cluster.
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._centroids import Centroids, dense_rows
from skclustmetrics._kernels._euclidean import CANCELLED
from skclustmetrics._kernels._parallel import run_tasks
from skclustmetrics._kernels._scale import power_of_two_scale

__all__ = [
    "CosineForm",
    "HammingForm",
    "ManhattanForm",
    "SparseSquaredEuclideanForm",
    "SquaredEuclideanForm",
    "reduce_closed_form",
]

_ROWS = 2**16
_INNER_BYTES = 2**18
_GATHERED = 4096


def reduce_closed_form(form, labelings, finish, *, n_jobs=None):
    """Finish the table of a closed form, some rows at a time.

    Parameters
    ----------
    form : object
        Has ``table(rows)``.
    labelings : Labelings
        The clusters.
    finish : callable
        ``finish(table, samples)`` turns rows of the table into values.
    n_jobs : int, default=None
        Number of workers.
    """
    n_samples = labelings.n_samples
    step = max(256, min(_ROWS, 2**22 // labelings.n_columns))
    strips = [slice(s, min(s + step, n_samples)) for s in range(0, n_samples, step)]
    return np.concatenate(
        list(run_tasks(_finish_rows, strips, n_jobs=n_jobs, common=(form, finish)))
    )


def _finish_rows(form, finish, rows):
    return finish(form.table(rows), np.arange(rows.start, rows.stop))


class SquaredEuclideanForm:
    """Sums of squared Euclidean distances.

    The mean of ``|x - y|^2`` over a cluster is ``|x - c|^2`` plus the mean of
    ``|y - c|^2``, with c the mean of the cluster.
    """

    def __init__(self, X, labelings, *, low=None, scale=None):
        self.X, self.low = X, low
        self.centroids = [
            Centroids.of(X, codes, n_clusters, labelings.weights, low=low, scale=scale)
            for codes, n_clusters in zip(
                labelings.codes, labelings.n_clusters, strict=True
            )
        ]

    def table(self, rows):
        """Sums from a slice of samples to every cluster of every labelling."""
        return np.hstack([self._sums(rows, c) for c in self.centroids])

    def squared_to_means(self, rows, centroids):
        """Scaled squared distances from a slice of samples to the means."""
        result = np.empty((rows.stop - rows.start, len(centroids.centres)))
        # small enough for the rows to stay in the cache over all clusters
        step = max(16, _INNER_BYTES // (8 * max(1, self.X.shape[1])))
        for start in range(rows.start, rows.stop, step):
            inner = slice(start, min(start + step, rows.stop))
            result[start - rows.start : inner.stop - rows.start] = (
                centroids.squared_distances(
                    dense_rows(self.X, inner, centroids.scale),
                    None if self.low is None else self.low[inner],
                )
            )
        return result

    def _sums(self, rows, centroids):
        sums = self.squared_to_means(rows, centroids)
        sums *= centroids.weights
        sums += centroids.squares
        return sums


class SparseSquaredEuclideanForm:
    """Sums of squared Euclidean distances between the rows of a wide sparse matrix.

    The product of sparse rows with the means; what cancels in it is computed again
    from dense differences.
    """

    def __init__(self, X, labelings, *, low=None, scale=1.0):
        self.X = X.astype(np.float64) * scale
        self.low = low
        self.norms = np.asarray(self.X.multiply(self.X).sum(axis=1)).reshape(-1)
        self.weights = labelings.column_weights
        hot = labelings.indicator()
        safe = np.where(self.weights > 0, self.weights, 1.0)[:, None]
        self.centres = (hot.T @ self.X).toarray() / safe
        self.residuals = np.zeros_like(self.centres)
        self._refine(hot.tocsc(), safe)
        self.squares = np.zeros(labelings.n_columns)
        for start in range(0, X.shape[0], _ROWS):
            chunk = slice(start, min(start + _ROWS, X.shape[0]))
            self.squares += np.asarray(
                hot[chunk].multiply(self._squared(chunk)).sum(axis=0)
            ).reshape(-1)

    def table(self, rows):
        """Sums from a slice of samples to every cluster of every labelling."""
        return self._squared(rows) * self.weights + self.squares

    def _refine(self, hot, safe):
        """Find how far the rounded centres of tight clusters are from the means."""
        norms = np.einsum("ij,ij->i", self.centres, self.centres)
        for k in range(hot.shape[1]):
            members = hot.indices[hot.indptr[k] : hot.indptr[k + 1]]
            weights = hot.data[hot.indptr[k] : hot.indptr[k + 1]]
            inertia = weights @ self.norms[members] / safe[k, 0] - norms[k]
            if inertia > CANCELLED[np.dtype(np.float64)] * norms[k]:
                continue
            for start in range(0, members.size, 256):
                some = members[start : start + 256]
                difference = self._difference(some, np.full(some.size, k))
                self.residuals[k] += weights[start : start + 256] @ difference
            self.residuals[k] /= safe[k, 0]

    def _squared(self, rows):
        norms = np.einsum("ij,ij->i", self.centres, self.centres)
        bound = np.add.outer(self.norms[rows], norms)
        squared = bound - 2 * (self.X[rows] @ self.centres.T)
        i, k = np.nonzero(squared <= CANCELLED[squared.dtype] * bound)
        for start in range(0, i.size, 256):
            some, to = i[start : start + 256], k[start : start + 256]
            difference = self._difference(some + rows.start, to)
            squared[some, to] = np.einsum("ij,ij->i", difference, difference)
        return squared

    def _difference(self, samples, columns):
        difference = self.X[samples].toarray() - self.centres[columns]
        if self.low is not None:
            difference += self.low[samples].toarray()
        return difference - self.residuals[columns]


class CosineForm:
    """Sums of cosine distances: half the squared distances of unit rows.

    A row of zeros has no direction; it is at distance 1 from everything. Mean
    distances up to `rounding` are those of equal directions.
    """

    def __init__(self, unit, low, is_zero, labelings, *, rounding=2.0**-180):
        self.rounding = rounding
        self.weights = labelings.column_weights
        self.columns = labelings.columns
        self.is_zero = is_zero
        directed = replace(labelings, codes=np.where(is_zero, -1, labelings.codes))
        self.zero_weights = self.weights - directed.column_weights
        form = squared_euclidean_form(unit)
        self.form = form(unit, directed, low=low, scale=1.0)

    def table(self, rows):
        """Sums from a slice of samples to every cluster of every labelling."""
        table = self.form.table(rows)
        table /= 2
        table[table <= self.rounding * self.weights] = 0.0
        table += self.zero_weights
        zero = np.flatnonzero(self.is_zero[rows])
        if zero.size:
            table[zero] = self.weights
            # but a sample is at no distance from itself
            columns = self.columns(zero + rows.start)
            i, which = np.nonzero(columns >= 0)
            table[zero[i], columns[i, which]] -= 1
        return table


def squared_euclidean_form(X):
    """The form for `X`: by chunks of dense rows unless it is wide and sparse."""
    if sparse.issparse(X) and X.shape[1] > 256 and X.nnz < 0.1 * np.prod(X.shape):
        return SparseSquaredEuclideanForm
    return SquaredEuclideanForm


class ManhattanForm:
    """Sums of Manhattan distances, feature by feature, from sorted values.

    With the values of a cluster in ascending order, the sum of ``|x - y|`` follows
    from how many of them lie below x and from what these add up to. Relative to the
    median of the cluster nothing cancels.
    """

    _GROUPS = 4

    def __init__(self, X, labelings, *, feature_weights=None, n_jobs=None):
        scale = power_of_two_scale(X.data if sparse.issparse(X) else X)
        X = X.tocsc() if sparse.issparse(X) else X
        n_features = X.shape[1]
        weights = np.ones(n_features) if feature_weights is None else feature_weights
        bounds = np.linspace(0, n_features, min(self._GROUPS, n_features) + 1)
        groups = [np.arange(int(start), int(stop)) for start, stop in pairwise(bounds)]
        self.sums = np.zeros((X.shape[0], labelings.n_columns))
        for part in run_tasks(
            _manhattan_sums,
            groups,
            n_jobs=n_jobs,
            common=(X, scale, labelings, weights),
        ):
            self.sums += part

    def table(self, rows):
        """Sums from a slice of samples to every cluster of every labelling."""
        return self.sums[rows].copy()


def _manhattan_sums(X, scale, labelings, feature_weights, features):
    n_samples = X.shape[0]
    total, ascending = np.zeros((2, n_samples, labelings.n_columns))
    rank = np.empty(n_samples, np.intp)
    for feature in features:
        x = X[:, [feature]].toarray()[:, 0] if sparse.issparse(X) else X[:, feature]
        x = x.astype(np.float64) * scale * feature_weights[feature]
        order = np.argsort(x)
        rank[order] = np.arange(n_samples)
        x = x[order]
        weights = None if labelings.weights is None else labelings.weights[order]
        for which, codes in enumerate(labelings.codes):
            columns = slice(labelings.offsets[which], labelings.offsets[which + 1])
            _sums_to_sorted(
                x,
                codes[order],
                weights,
                labelings.cluster_weights(which),
                ascending[:, columns],
            )
        # to read at random and write in order is the faster way round
        for start in range(0, n_samples, _GATHERED):
            rows = slice(start, start + _GATHERED)
            total[rows] += np.take(ascending, rank[rows], axis=0, mode="clip")
    return total


def _sums_to_sorted(x, codes, weights, cluster_weights, out):
    """Write weighted sums of ``|x - y|`` over the members y of each cluster.

    `x` ascends; cumulative weights and values tell what lies below each of its
    entries. A part that fits into the cache at a time.
    """
    n_clusters = cluster_weights.size
    medians = _cluster_medians(x, codes, n_clusters)
    member = codes >= 0
    weight = np.ones(x.size) if weights is None else weights
    weight = np.where(member, weight, 0.0)
    codes = np.where(member, codes, 0)
    sums = np.bincount(
        codes, weights=weight * (x - medians[codes]), minlength=n_clusters
    )
    below, below_sums = np.zeros((2, n_clusters))
    step = max(64, 2**15 // n_clusters)
    for start in range(0, x.size, step):
        part = slice(start, min(start + step, x.size))
        positions = np.arange(part.stop - part.start)
        offsets = x[part] - medians[:, None]
        hot = np.zeros(offsets.shape)
        hot[codes[part], positions] = weight[part]
        hot[:, 0] += below
        up_to = np.cumsum(hot, axis=1)
        hot[:, 0] -= below
        hot *= offsets
        hot[:, 0] += below_sums
        sums_up_to = np.cumsum(hot, axis=1)
        below, below_sums = up_to[:, -1].copy(), sums_up_to[:, -1].copy()
        up_to *= 2
        up_to -= cluster_weights[:, None]
        up_to *= offsets
        sums_up_to *= 2
        up_to -= sums_up_to
        up_to += sums[:, None]
        out[part] = up_to.T


def _cluster_medians(x, codes, n_clusters):
    """The middle value of each cluster, for ascending `x`."""
    small = codes.astype(np.int16) if n_clusters < 2**15 else codes
    by_code = np.argsort(small, kind="stable")
    counts = np.bincount(codes + 1, minlength=n_clusters + 1)
    starts = np.cumsum(counts)[:-1]
    return x[by_code[starts + counts[1:] // 2]]


class HammingForm:
    """Sums of Hamming distances, from the counts of each value in each cluster."""

    def __init__(self, X, labelings, *, feature_weights=None):
        n_features = X.shape[1]
        share = np.ones(n_features) if feature_weights is None else feature_weights
        self.share = share / share.sum()
        self.codes = [np.unique(x, return_inverse=True)[1].reshape(-1) for x in X.T]
        self.agreeing = [
            _value_weights(codes, labelings) * weight
            for codes, weight in zip(self.codes, self.share, strict=True)
        ]
        self.weights = labelings.column_weights

    def table(self, rows):
        """Sums from a slice of samples to every cluster of every labelling."""
        table = np.zeros((rows.stop - rows.start, self.weights.size))
        for codes, agreeing, share in zip(
            self.codes, self.agreeing, self.share, strict=True
        ):
            table += self.weights * share - agreeing[codes[rows]]
        return table


def _value_weights(codes, labelings):
    """Weight of the samples of each value in each column."""
    columns = labelings.columns(slice(None))
    result = np.zeros((codes.max() + 1, labelings.n_columns))
    weights = 1.0 if labelings.weights is None else labelings.weights
    for which in range(columns.shape[1]):
        member = columns[:, which] >= 0
        np.add.at(
            result,
            (codes[member], columns[member, which]),
            weights if np.isscalar(weights) else weights[member],
        )
    return result
