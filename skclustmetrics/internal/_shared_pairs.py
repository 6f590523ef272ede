"""Several indices of pairs of samples, of one walk over the pairs."""

from dataclasses import replace

import numpy as np
from sklearn import get_config

from skclustmetrics._kernels._cluster_extremes import cluster_pairs
from skclustmetrics._kernels._distances import (
    OwnAndNearest,
    own_sums_and_nearest_means,
)
from skclustmetrics._kernels._pair_statistics import pair_statistics
from skclustmetrics._kernels._parallel import check_n_jobs
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._dunn import (
    dunn_of,
    dunn_score,
    generalized_dunn_of,
    generalized_dunn_score,
)
from skclustmetrics.internal._mean_distances import (
    mcclain_rao_of,
    mcclain_rao_score,
    point_biserial_of,
    point_biserial_score,
    typical_distance,
)
from skclustmetrics.internal._pairs import walk_pairs
from skclustmetrics.internal._separation import separation_of, separation_score
from skclustmetrics.internal._silhouette import (
    mean_silhouette,
    silhouette_score,
    silhouettes_from,
)

__all__ = ["shared_pair_scores", "shares_pairs"]

_FORMULAS = {
    dunn_score: dunn_of,
    generalized_dunn_score: generalized_dunn_of,
    mcclain_rao_score: mcclain_rao_of,
    point_biserial_score: point_biserial_of,
    separation_score: separation_of,
}


def shares_pairs(row):
    """Tell whether `shared_pair_scores` computes the index of a row of the registry."""
    return row.function is silhouette_score or row.function in _FORMULAS


def shared_pair_scores(data, rows, *, n_jobs=None):
    """Compute indices of pairs of samples in one walk over the pairs.

    The values are those of the functions themselves, up to rounding.

    Parameters
    ----------
    data : ClusteredData
        Checked samples and their partition (`check_X_labels`), of any metric. Weights
        count in silhouettes alone.
    rows : iterable of IndexSpec
        Rows of the registry that share pairs (`shares_pairs`).
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    values : dict of str to float or UndefinedIndexError
        By the names of the rows; the error where an index has no value.

    Notes
    -----
    Memory beside the samples is of order n K for n samples in K clusters where there is
    a silhouette, but no more than scikit-learn's ``working_memory``, else n + K^2.
    """
    check_n_jobs(n_jobs)
    rows = list(rows)
    pairs, silhouettes = _gather(data, rows, n_jobs)

    def score(row):
        if row.function is silhouette_score:
            codes = data.partition.codes
            return mean_silhouette(silhouettes, codes, data.weights, **row.params)
        try:
            return _FORMULAS[row.function](pairs, **row.params)
        except UndefinedIndexError as error:
            return error

    return {row.name: score(row) for row in rows}


def _gather(data, rows, n_jobs):
    """Statistics of pairs and the silhouettes; None of what no row wants."""
    wanted = {row.function for row in rows}
    walk = walk_pairs(data, n_jobs) if wanted - {silhouette_score} else None
    fits = walk is not None and _fits(walk)
    own_and_nearest = pairs = silhouettes = None
    if silhouette_score in wanted:
        together = fits and data.weights is None and walk.tiles.symmetric
        own_and_nearest = own_sums_and_nearest_means(
            data.X,
            data.metric,
            data.params,
            data.labelings,
            n_jobs=n_jobs,
            all_pairs=not together,
        )
    if walk is not None:
        from_walk = silhouette_score in wanted and own_and_nearest is None
        means = generalized_dunn_score in wanted
        by_cluster = fits and (means or from_walk)
        pairs = pair_statistics(
            walk,
            OwnAndNearest(data.labelings) if by_cluster else None,
            shift=typical_distance(walk) if _needs_moments(rows) else None,
            n_jobs=n_jobs,
        )
        if from_walk:
            own_and_nearest = np.moveaxis(pairs.by_sample, -1, 0).swapaxes(1, 2)
        if means and not by_cluster:
            sums = cluster_pairs(walk, n_jobs=n_jobs).sums
            pairs = replace(pairs, cluster_sums=sums)
    if own_and_nearest is not None:
        silhouettes = silhouettes_from(*own_and_nearest, data.labelings)[0]
    return pairs, silhouettes


def _fits(walk):
    """Tell whether a table of samples and clusters is within the working memory."""
    budget = get_config()["working_memory"] * 2**20
    return walk.n_samples * walk.n_clusters * 8 <= budget / 2


def _needs_moments(rows):
    return any(
        row.function is point_biserial_score and row.params.get("variant") != "unscaled"
        for row in rows
    )
