"""Indices of the scatter of clusters about their means, in one pass over the data."""

import math

import numpy as np

from skclustmetrics._kernels._centroids import Centroids
from skclustmetrics._kernels._parallel import single_blas_thread
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._data import check_X_labels

__all__ = ["SCATTER_INDICES", "calinski_harabasz_score", "davies_bouldin_score"]

# Means that are this near, relative to the radii of their clusters, coincide.
_COINCIDENT = 4 * np.finfo(np.float64).eps


def calinski_harabasz_score(
    X,
    labels,
    *,
    noise_label=None,
    noise="drop",
    sample_weight=None,
    replace_undefined_by=None,
):
    """Compute the Calinski-Harabasz index, the variance ratio criterion.

    With W the sum of squared distances of samples to the means of their clusters and B
    that of the means of the clusters to the mean of all, each mean counted as often as
    its cluster has samples, the index of n samples in K clusters is

    .. math:: \\frac{B / (K - 1)}{W / (n - K)}

    from 0 to infinity; higher is better. It favours round clusters of similar size.

    Read more in the :ref:`User Guide <calinski_harabasz>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice.
    replace_undefined_by : float, default=None
        What to return where W is 0, in place of infinity, or of 1.0 if all samples are
        equal.

    Returns
    -------
    score : float
        The index; infinity if every cluster is a single point and they differ.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    davies_bouldin_score : Compares clusters with their most similar neighbours.
    silhouette_score : Compares distances of samples.

    Notes
    -----
    Run time is of order n d. scikit-learn returns 1.0 whenever W is 0, which ranks
    a perfect partition below an ordinary one.

    References
    ----------
    .. [1] T. Caliński, J. Harabasz (1974). "A dendrite method for cluster analysis".
       Communications in Statistics 3, 1-27. :doi:`10.1080/03610927408827101`

    Examples
    --------
    >>> from skclustmetrics import calinski_harabasz_score
    >>> X = [[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [4.0, 1.0]]
    >>> calinski_harabasz_score(X, [0, 0, 1, 1])
    32.0
    """
    data, centroids = _describe(X, labels, noise_label, noise, sample_weight)
    offsets = centroids.around_grand_mean()
    between = float(centroids.weights @ np.einsum("ij,ij->i", offsets, offsets))
    within = float(centroids.squares.sum())
    if within == 0:
        if replace_undefined_by is not None:
            return float(replace_undefined_by)
        return np.inf if between > 0 else 1.0
    n_clusters = data.partition.n_clusters
    n_samples = float(centroids.weights.sum())
    return between / within * (n_samples - n_clusters) / (n_clusters - 1)


def davies_bouldin_score(
    X,
    labels,
    *,
    noise_label=None,
    noise="drop",
    sample_weight=None,
    replace_undefined_by=None,
):
    """Compute the Davies-Bouldin index.

    With :math:`S_k` the mean distance of the samples of a cluster to their mean
    :math:`c_k`, the index of K clusters is

    .. math:: \\frac{1}{K} \\sum_k \\max_{l \\ne k}
        \\frac{S_k + S_l}{\\lVert c_k - c_l \\rVert}

    from 0 to infinity; lower is better. It favours round clusters.

    Read more in the :ref:`User Guide <davies_bouldin>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice.
    replace_undefined_by : float, default=None
        What to return where means coincide, in place of infinity, or of 0.0 if all of
        them do.

    Returns
    -------
    score : float
        The index; infinity if two means coincide, but 0.0, as in scikit-learn, if all
        of them do.

    Raises
    ------
    UndefinedIndexError
        A ValueError: fewer than 2 clusters, or every sample alone in its cluster.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    calinski_harabasz_score : The ratio of scatter between and within clusters.
    silhouette_score : Compares distances of samples.

    Notes
    -----
    Run time is of order n d + K^2 d.

    References
    ----------
    .. [1] D. L. Davies, D. W. Bouldin (1979). "A cluster separation measure". IEEE
       Transactions on Pattern Analysis and Machine Intelligence 1, 224-227.
       :doi:`10.1109/TPAMI.1979.4766909`

    Examples
    --------
    >>> from skclustmetrics import davies_bouldin_score
    >>> X = [[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [4.0, 1.0]]
    >>> davies_bouldin_score(X, [0, 0, 1, 1])
    0.25
    """
    _, centroids = _describe(X, labels, noise_label, noise, sample_weight)
    radii = centroids.distances / centroids.weights
    n_clusters = radii.size
    worst, any_apart, any_coincident = np.empty(n_clusters), False, False
    for k in range(n_clusters):
        apart = centroids.separations(k)
        spread = radii[k] + radii
        coincident = apart <= _COINCIDENT * spread
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(coincident, np.inf, spread / apart)
        ratios[k] = coincident[k] = False
        worst[k] = ratios.max()
        any_coincident |= bool(coincident.any())
        any_apart |= bool(coincident.sum() < n_clusters - 1)
    if any_coincident and replace_undefined_by is not None:
        return float(replace_undefined_by)
    return math.fsum(worst) / n_clusters if any_apart else 0.0


def _describe(X, labels, noise_label, noise, sample_weight):
    data = check_X_labels(
        X,
        labels,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
    )
    with single_blas_thread():
        centroids = Centroids.of(
            data.X, data.partition.codes, data.partition.n_clusters, data.weights
        )
    return data, centroids


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "bounds": (0.0, np.inf),
    "has_sample_weight": True,
}

SCATTER_INDICES = (
    IndexSpec(
        function=calinski_harabasz_score,
        title="Calinski-Harabasz",
        greater_is_better=True,
        cost="n d",
        source="Caliński & Harabasz 1974, Commun. Stat.",
        **_ROW,
    ),
    IndexSpec(
        function=davies_bouldin_score,
        title="Davies-Bouldin",
        greater_is_better=False,
        cost="n d + K^2 d",
        source="Davies & Bouldin 1979, IEEE TPAMI",
        **_ROW,
    ),
)
