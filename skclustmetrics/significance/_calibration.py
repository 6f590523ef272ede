"""Indices on one scale: against random clusterings of the same data."""

from collections.abc import Iterable

import numpy as np
from sklearn.metrics import pairwise_distances

from skclustmetrics._clusterers import draw_seeds
from skclustmetrics._kernels._parallel import check_n_jobs, run_tasks
from skclustmetrics._validation._choice import check_choice
from skclustmetrics._validation._data import check_X, is_precomputed
from skclustmetrics.significance._calibration_view import IndexCalibration
from skclustmetrics.significance._permutation_test import settle_samples
from skclustmetrics.significance._random_clusterings import SCHEMES, grow_clusters
from skclustmetrics.significance._scores import Score, compute_all, find_scores
from skclustmetrics.significance._tasks import check_at_least

__all__ = ["calibrate_indices"]

_DEFAULT = ("silhouette", "point_biserial", "mcclain_rao", "separation", "widest_gap")
_STANDARDIZATIONS = ("z", "range", "quantile")


def calibrate_indices(
    X,
    labels,
    *,
    indices=None,
    n_random=100,
    schemes=SCHEMES,
    standardization="z",
    metric="euclidean",
    noise_label=None,
    noise="drop",
    random_state=None,
    n_jobs=None,
):
    """Put indices on one scale by random clusterings of the same data.

    Random clusterings with as many clusters grow from samples drawn at random. What
    they score tells what a value of an index means for this data and this number of
    clusters; on the common scale indices may be compared and averaged, and so may
    partitions of different numbers of clusters.

    Read more in the :ref:`User Guide <significance>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. All distances are held in memory.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    indices : list of str or callable, default=None
        Names of internal indices, functions of this package or of scikit-learn, or
        `functools.partial` objects of these. None means "silhouette", "point_biserial",
        "mcclain_rao", "separation" and "widest_gap", which look at different sides of a
        partition.
    n_random : int, default=100
        The number of random clusterings of each scheme.
    schemes : list of str, default=("centroid", "nearest", "farthest", "average")
        How random clusterings grow. "centroid": all samples join the nearest of those
        that were drawn. The others add one sample after the other, that with the least
        distance to a cluster's nearest or farthest sample, or the least mean distance
        to a cluster.
    standardization : {"z", "range", "quantile"}, default="z"
        The common scale, on which higher is always better. "z": standard deviations
        above the mean of the random clusterings. "range": 0 for the worst of them and
        1 for the best. "quantile": the part of them that is worse, the partition itself
        counted as one more.
    metric : str or callable, default="euclidean"
        The metric of the random clusterings and of all indices that take one, or
        "precomputed".
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise before anything is compared.
    random_state : int, RandomState instance or None, default=None
        Makes the random clusterings reproducible, whatever `n_jobs` is.
    n_jobs : int, default=None
        How many random clusterings are worked on at a time.

    Returns
    -------
    calibration : IndexCalibration
        The values, on their own scale and on the common one, and the values of the
        random clusterings.

    Raises
    ------
    ValueError
        If an index is unknown or another argument is not what it must be.
    UndefinedIndexError
        If there are less than two clusters, or nothing but single samples.

    See Also
    --------
    internal_report : The indices on their own scales.
    internal_permutation_test : Against permuted labels.

    Notes
    -----
    Random clusterings know the data: each of their clusters is a region. Permuted
    labels are scattered all over it, and would be no yardstick for a clusterer.

    To compare partitions by an average, give all of them the same indices and the same
    seed.

    References
    ----------
    .. [1] C. Hennig, "Cluster validation by measurement of clustering characteristics
       relevant to the user", in "Data Analysis and Applications 1", Wiley (2019) 1-24.
    .. [2] S. E. Akhanli and C. Hennig, "Comparing clusterings and numbers of clusters
       by aggregation of calibrated clustering validity indexes", Statistics and
       Computing 30 (2020) 1523-1544.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import calibrate_indices
    >>> X, species = load_iris(return_X_y=True)
    >>> calibration = calibrate_indices(
    ...     X, species, indices=["silhouette", "davies_bouldin"], n_random=20,
    ...     random_state=0,
    ... )
    >>> sorted(calibration.standardized)
    ['davies_bouldin', 'silhouette']
    >>> calibration.aggregate() > 0
    True
    """
    scores = _find_indices(indices, metric)
    check_at_least("n_random", n_random, 1)
    check_choice(standardization, "standardization", _STANDARDIZATIONS)
    schemes = _check_schemes(schemes)
    check_n_jobs(n_jobs)
    X, partition = settle_samples(X, labels, metric, noise_label, noise)
    checked = check_X(X, metric)
    distances = (
        checked
        if is_precomputed(metric)
        else pairwise_distances(checked, metric=metric)
    )
    if hasattr(distances, "toarray"):
        distances = distances.toarray()
    drawn = [scheme for scheme in schemes for _ in range(n_random)]
    tasks = list(zip(drawn, draw_seeds(random_state, len(drawn)), strict=True))
    common = (scores, X, distances, partition.n_clusters)
    draws = np.array(
        list(
            run_tasks(
                _score_random, tasks, n_jobs=n_jobs, common=common, prefer="processes"
            )
        )
    ).T
    names = [score.name for score in scores]
    values = compute_all(scores, X, partition.codes)
    return IndexCalibration(
        values=dict(zip(names, values, strict=True)),
        directions={score.name: score.greater_is_better for score in scores},
        random=dict(zip(names, draws, strict=True)),
        schemes=np.array(drawn),
        n_clusters=partition.n_clusters,
        standardization=standardization,
    )


def _find_indices(indices, metric):
    """Return the indices, with the metric for those that take one."""
    if isinstance(indices, str) or callable(indices):
        indices = [indices]
    if indices is not None and not isinstance(indices, Iterable):
        raise TypeError(
            "indices must be a list of names or functions of indices. Got "
            f"{indices!r} instead."
        )
    scores, _ = find_scores(
        list(_DEFAULT if indices is None else indices), kind="internal"
    )
    if metric == "euclidean":
        return scores
    featured = [score.name for score in scores if not score.index.has_metric]
    if is_precomputed(metric) and featured:
        raise ValueError(
            f"{featured[0]} needs features, and X holds distances with "
            "metric='precomputed'."
        )
    return [
        Score(score.index, {"metric": metric, **score.kwargs})
        if score.index.has_metric
        else score
        for score in scores
    ]


def _check_schemes(schemes):
    if isinstance(schemes, str):
        schemes = [schemes]
    schemes = list(schemes)
    if not schemes:
        raise ValueError("schemes is empty; give at least one.")
    for scheme in schemes:
        check_choice(scheme, "schemes", SCHEMES)
    return schemes


def _score_random(scores, X, distances, n_clusters, task):
    """Return the scores of one random clustering."""
    scheme, seed = task
    random_state = np.random.RandomState(seed)
    codes = grow_clusters(distances, n_clusters, scheme, random_state)
    return compute_all(scores, X, codes)
