"""Several labellings of the same samples, side by side."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

__all__ = ["Labelings"]


@dataclass(frozen=True)
class Labelings:
    """A stack of labellings whose clusters are numbered through as columns.

    Parameters
    ----------
    codes : ndarray of shape (n_labelings, n_samples), dtype intp
        The cluster of each sample in each labelling; -1 where it belongs to none.
    n_clusters : tuple of int
        The number of clusters of each labelling.
    weights : ndarray of shape (n_samples,), dtype float64, or None
        How often each sample counts.
    """

    codes: np.ndarray
    n_clusters: tuple
    weights: np.ndarray | None = None

    @property
    def n_samples(self):
        return self.codes.shape[1]

    @cached_property
    def offsets(self):
        """The first column of each labelling, and the number of columns at the end."""
        return np.concatenate([[0], np.cumsum(self.n_clusters)]).astype(np.intp)

    @property
    def n_columns(self):
        return int(self.offsets[-1])

    @cached_property
    def column_weights(self):
        """Total weight of each column's cluster; its size without weights."""
        totals = np.zeros(self.n_columns)
        for codes, start in zip(self.codes, self.offsets, strict=False):
            member = codes >= 0
            weights = None if self.weights is None else self.weights[member]
            sums = np.bincount(codes[member], weights=weights)
            totals[start : start + sums.size] = sums
        return totals

    def cluster_weights(self, which):
        """Total weight of each cluster of one labelling."""
        return self.column_weights[self.offsets[which] : self.offsets[which + 1]]

    @cached_property
    def cells(self):
        """The common refinement: samples in one cell share all their clusters."""
        cells = self.codes[0]
        if len(self.codes) == 1 and (cells >= 0).all():
            return cells
        cells = cells + 1
        for codes, n_clusters in zip(self.codes[1:], self.n_clusters[1:], strict=True):
            joint = cells * (n_clusters + 1) + codes + 1
            cells = np.unique(joint, return_inverse=True)[1].reshape(-1)
        return np.unique(cells, return_inverse=True)[1].reshape(-1)

    def columns(self, samples):
        """The column of each sample in each labelling, -1 for none; (len, L)."""
        codes = self.codes[:, samples]
        return np.where(codes < 0, -1, codes + self.offsets[:-1, None]).T

    def indicator(self, samples=slice(None)):
        """Indicator matrix of `samples` and columns, times the weights; CSR."""
        columns = self.columns(samples)
        rows, which = np.nonzero(columns >= 0)
        weights = np.ones(rows.size)
        if self.weights is not None:
            weights = self.weights[samples][rows]
        return sparse.csr_matrix(
            (weights, (rows, columns[rows, which])),
            shape=(columns.shape[0], self.n_columns),
        )
