"""How far two labellings of the same samples agree; -1 means no cluster."""

import numpy as np

from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics.external._pair_prediction import least_share_together

__all__ = ["best_jaccard", "share_of_differing_pairs", "strength_of_prediction"]


def best_jaccard(codes, n_clusters, other):
    """Return, for each cluster, its largest Jaccard similarity to one of the others.

    Parameters
    ----------
    codes, other : ndarray of shape (n_samples,), dtype intp
        The clusters.
    n_clusters : int
        How many clusters there are in `codes`, those without a sample included.

    Returns
    -------
    similarities : ndarray of shape (n_clusters,)
        0 where none of the samples of a cluster is there or in a cluster of the others.
    """
    best = np.zeros(n_clusters)
    both = (codes >= 0) & (other >= 0)
    if not both.any():
        return best
    n_others = int(other.max()) + 1
    cells, shared = np.unique(
        codes[both].astype(np.int64) * n_others + other[both], return_counts=True
    )
    ours, theirs = np.divmod(cells, n_others)
    sizes = np.bincount(codes[codes >= 0], minlength=n_clusters)
    other_sizes = np.bincount(other[other >= 0], minlength=n_others)
    union = sizes[ours] + other_sizes[theirs] - shared
    np.maximum.at(best, ours, shared / union)
    return best


def share_of_differing_pairs(codes, other):
    """Return the share of pairs of samples that only one labelling puts together.

    A sample without a cluster is together with no other one.
    """
    if codes.size < 2:
        return 0.0
    pairs = _contingency(codes, other).pairs
    return pairs.differing / pairs.total


def strength_of_prediction(codes, predicted):
    """Return the least share, over clusters, of their pairs that are predicted.

    0 if there is no cluster: then nothing is predicted.
    """
    clustered = codes >= 0
    if not clustered.any():
        return 0.0
    return least_share_together(_contingency(codes[clustered], predicted[clustered]))


def _contingency(codes, other):
    """Count the cells; a sample without a cluster is a cluster of its own."""
    sides = []
    for side in (codes, other):
        classes, found = np.unique(_as_singletons(side), return_inverse=True)
        sides += [found.reshape(-1), classes.size]
    return Contingency.from_codes(*sides)


def _as_singletons(codes):
    alone = codes < 0
    if not alone.any():
        return codes
    codes = codes.copy()
    codes[alone] = codes.max() + 1 + np.arange(np.count_nonzero(alone))
    return codes
