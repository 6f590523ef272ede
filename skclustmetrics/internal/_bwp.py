"""BWP: between-within proportion of the mean distances of each sample."""

import numpy as np

from skclustmetrics._kernels._distances import own_sums_and_nearest_means
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._data import check_X_labels

__all__ = ["BWP_INDICES", "bwp_samples", "bwp_score"]


def bwp_samples(
    X,
    labels,
    *,
    squared=True,
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
):
    """Compute the between-within proportion (BWP) of each sample.

    With w the mean squared distance to the other members of the own cluster and b the
    least mean squared distance to the members of another cluster, it is

    .. math:: \\frac{b - w}{b + w}

    between -1 and 1. A sample alone in its cluster has 0, and so has one with
    b = w = 0.

    Read more in the :ref:`User Guide <bwp>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    squared : bool, default=True
        Whether Euclidean distances are squared, as by the authors of the index.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice.
    n_jobs : int, default=None
        Number of workers, as in joblib.

    Returns
    -------
    values : ndarray of shape (n_samples,), dtype float64
        The proportions, NaN where the sample was left out as noise or has weight 0.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    bwp_score : The mean over samples.
    silhouette_samples : Divides by the larger of both in place of the sum.

    Notes
    -----
    Run time is of order n K d; of distances that are not squared as for
    :func:`silhouette_samples`.

    References
    ----------
    .. [1] S. Zhou, Z. Xu, X. Tang (2011). "Method for determining optimal number of
       clusters based on affinity propagation clustering". Control and Decision 26,
       1147-1152.

    Examples
    --------
    >>> from skclustmetrics import bwp_samples
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> bwp_samples(X, [0, 0, 1, 1]).round(3)
    array([0.937, 0.907, 0.907, 0.937])
    """
    data, values = _values(
        X, labels, squared, noise_label, noise, sample_weight, n_jobs
    )
    return data.partition.expand(values)


def bwp_score(
    X,
    labels,
    *,
    squared=True,
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
):
    """Compute the mean between-within proportion (BWP).

    With w the mean squared distance of a sample to the other members of its cluster and
    b the least mean squared distance to the members of another cluster, it is the mean
    over samples of

    .. math:: \\frac{b - w}{b + w}

    from -1 to 1; higher is better.

    Read more in the :ref:`User Guide <bwp>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    squared : bool, default=True
        Whether Euclidean distances are squared, as by the authors of the index.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice.
    n_jobs : int, default=None
        Number of workers, as in joblib.

    Returns
    -------
    score : float
        The mean; a sample alone in its cluster counts 0, and so does one with
        b = w = 0.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    bwp_samples : The values of single samples.
    silhouette_score : Divides by the larger of both in place of the sum.

    Notes
    -----
    Run time is of order n K d; of distances that are not squared as for
    :func:`silhouette_samples`.

    References
    ----------
    .. [1] S. Zhou, Z. Xu, X. Tang (2011). "Method for determining optimal number of
       clusters based on affinity propagation clustering". Control and Decision 26,
       1147-1152.

    Examples
    --------
    >>> from skclustmetrics import bwp_score
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> print(f"{bwp_score(X, [0, 0, 1, 1]):.4f}")
    0.9217
    """
    data, values = _values(
        X, labels, squared, noise_label, noise, sample_weight, n_jobs
    )
    return float(np.average(values, weights=data.weights))


def _values(X, labels, squared, noise_label, noise, sample_weight, n_jobs):
    data = check_X_labels(
        X,
        labels,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
    )
    labelings = data.labelings
    metric = "sqeuclidean" if squared else "euclidean"
    sums, nearest = own_sums_and_nearest_means(
        data.X, metric, {}, labelings, n_jobs=n_jobs
    )
    others = labelings.cluster_weights(0)[data.partition.codes] - 1
    alone = others <= 0
    own = sums[0] / np.where(alone, 1.0, others)
    both = nearest[0] + own
    neutral = alone | (both == 0)
    values = (nearest[0] - own) / np.where(neutral, 1.0, both)
    return data, np.where(neutral, 0.0, values)


_ROW = {
    "function": bwp_score,
    "kind": "internal",
    "family": "silhouette",
    "greater_is_better": True,
    "bounds": (-1.0, 1.0),
    "source": "Zhou et al. 2011, Control and Decision",
    "has_sample_weight": True,
    "has_n_jobs": True,
}

BWP_INDICES = (
    IndexSpec(title="BWP", cost="n K d", **_ROW),
    IndexSpec(
        name="bwp_plain",
        title="BWP, distances not squared",
        params={"squared": False},
        cost="n^2 d",
        **_ROW,
    ),
)
