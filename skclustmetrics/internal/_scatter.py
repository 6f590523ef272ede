"""Indices of the scatter of clusters about their means, in one pass over the data."""

import math

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.internal._description import COINCIDENT, mean_index

__all__ = ["SCATTER_INDICES", "calinski_harabasz_score", "davies_bouldin_score"]


@mean_index
def calinski_harabasz_score(description, *, replace_undefined_by=None):
    """Compute the Calinski-Harabasz index, the variance ratio criterion.

    With W the sum of squared distances of samples to the means of their clusters and B
    that of the means of the clusters to the mean of all, each mean counted as often as
    its cluster has samples, the index of n samples in K clusters is

    .. math:: \\frac{B / (K - 1)}{W / (n - K)}

    from 0 to infinity; higher is better. It favours round clusters of similar size.

    Read more in the :ref:`User Guide <calinski_harabasz>`.

    Parameters
    ----------
    replace_undefined_by : float, default=None
        What to return where W is 0, in place of infinity, or of 1.0 if all samples are
        equal.

    Returns
    -------
    score : float
        The index; infinity if every cluster is a single point and they differ.

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
    between, within = description.between, description.within
    if within == 0:
        if replace_undefined_by is not None:
            return float(replace_undefined_by)
        return np.inf if between > 0 else 1.0
    n_samples, n_clusters = description.n_samples, description.n_clusters
    return between / within * (n_samples - n_clusters) / (n_clusters - 1)


@mean_index
def davies_bouldin_score(description, *, p=2, q=1, replace_undefined_by=None):
    """Compute the Davies-Bouldin index.

    With :math:`S_k` the mean distance of the samples of a cluster to their mean
    :math:`c_k`, the index of K clusters is

    .. math:: \\frac{1}{K} \\sum_k \\max_{l \\ne k}
        \\frac{S_k + S_l}{\\lVert c_k - c_l \\rVert}

    from 0 to infinity; lower is better. It favours round clusters.

    Read more in the :ref:`User Guide <davies_bouldin>`.

    Parameters
    ----------
    p : float, default=2
        The order of the Minkowski distance between means, 1 to infinity.
    q : float, default=1
        The power of the mean of distances within clusters, 1 to infinity:
        :math:`S_k = \\bigl( \\frac{1}{n_k} \\sum_{i \\in k} \\lVert x_i - c_k
        \\rVert^q \\bigr)^{1/q}`. NbClust and clusterSim take 2.
    replace_undefined_by : float, default=None
        What to return where means coincide, in place of infinity, or of 0.0 if all of
        them do.

    Returns
    -------
    score : float
        The index; infinity if two means coincide, but 0.0, as in scikit-learn, if all
        of them do.

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
    _check_order(p, "p")
    _check_order(q, "q")
    sizes = _sizes(description, q)
    n_clusters = sizes.size
    worst, any_apart, any_coincident = np.empty(n_clusters), False, False
    for k in range(n_clusters):
        apart = description.centroids.separations(k, p)
        spread = sizes[k] + sizes
        coincident = apart <= COINCIDENT * spread
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.where(coincident, np.inf, spread / apart)
        ratios[k] = coincident[k] = False
        worst[k] = ratios.max()
        any_coincident |= bool(coincident.any())
        any_apart |= bool(coincident.sum() < n_clusters - 1)
    if any_coincident and replace_undefined_by is not None:
        return float(replace_undefined_by)
    return math.fsum(worst) / n_clusters if any_apart else 0.0


def _sizes(description, q):
    """Power mean of the distances to the mean of each cluster."""
    if q == 1:
        return description.radii
    if q == 2:
        return np.sqrt(description.squares / description.sizes)
    own = description.own_distances
    largest = np.zeros(description.n_clusters)
    np.maximum.at(largest, description.codes, own)
    if q == np.inf:
        return largest
    safe = np.where(largest > 0, largest, 1.0)
    powers = description.sum_by_cluster((own / safe[description.codes]) ** q)
    return largest * (powers / description.sizes) ** (1 / q)


def _check_order(order, name):
    if not order >= 1:
        raise ValueError(
            f"The {name!r} parameter must be a float in the range [1, inf]. Got "
            f"{order!r} instead."
        )


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
