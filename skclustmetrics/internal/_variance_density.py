"""Indices of the variances of clusters and of the density between them."""

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._description import mean_index, ratio

__all__ = ["VARIANCE_DENSITY_INDICES", "s_dbw_score", "sd_score"]


@mean_index
def sd_score(description, *, alpha=1.0):
    """Compute the SD validity index: scattering plus separation of clusters.

    With :math:`\\sigma^2` the vector of variances of the features, over the samples of
    cluster k or over all, and :math:`D_{kl}` the distances between the means of the K
    clusters, the index is :math:`\\alpha \\, Scat + Dis` where

    .. math:: Scat = \\frac{1}{K} \\sum_k
        \\frac{\\lVert \\sigma^2(C_k) \\rVert}{\\lVert \\sigma^2(X) \\rVert},
        \\quad
        Dis = \\frac{\\max D}{\\min D}
        \\sum_k \\Bigl( \\sum_{l} D_{kl} \\Bigr)^{-1}

    from 0 to infinity; lower is better.

    Read more in the :ref:`User Guide <variance_density>`.

    Parameters
    ----------
    alpha : float, default=1.0
        The weight of Scat against Dis, not negative. When partitions are compared, the
        authors take Dis of the one with the most clusters, which ``alpha=0`` gives, so
        that both terms are of one size.

    Returns
    -------
    score : float
        The index; infinity if two means coincide.

    See Also
    --------
    s_dbw_score : Takes the density between clusters as separation.

    Notes
    -----
    Run time is of order n d + K^2 d. Dis is in units of 1 over those of the data.

    References
    ----------
    .. [1] M. Halkidi, M. Vazirgiannis, Y. Batistakis (2000). "Quality scheme assessment
       in the clustering process". Principles of Data Mining and Knowledge Discovery,
       265-276. :doi:`10.1007/3-540-45372-5_26`

    Examples
    --------
    >>> from skclustmetrics import sd_score
    >>> print(f"{sd_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    0.2385
    """
    if not 0 <= alpha < np.inf:
        raise ValueError(
            f"The 'alpha' parameter must be a finite float, at least 0. Got {alpha!r} "
            "instead."
        )
    scattering = _scattering(description)
    least, largest, sums = description.separations
    if least.min() == 0:
        return np.inf
    separation = largest.max() / least.min() * float((1 / sums).sum())
    return float(alpha * scattering + separation * description.scale)


@mean_index
def s_dbw_score(description):
    """Compute the S_Dbw validity index: scattering plus density between clusters.

    With :math:`\\sigma^2` the vector of variances of the features, over the samples of
    cluster k or over all, :math:`c_k` the mean of cluster k and :math:`m_{kl}` the
    middle of two means, the index of K clusters is :math:`Scat + Dens`, where

    .. math:: Scat = \\frac{1}{K} \\sum_k
        \\frac{\\lVert \\sigma^2(C_k) \\rVert}{\\lVert \\sigma^2(X) \\rVert},
        \\quad
        Dens = \\frac{1}{K (K - 1)} \\sum_{k \\ne l}
        \\frac{\\rho_{kl}(m_{kl})}{\\max(\\rho_{kl}(c_k), \\rho_{kl}(c_l))}

    and :math:`\\rho_{kl}(u)` counts the samples of the two clusters within
    :math:`\\frac{1}{K} \\sqrt{\\sum_k \\lVert \\sigma^2(C_k) \\rVert}` of u. It goes
    from 0 to infinity; lower is better.

    Read more in the :ref:`User Guide <variance_density>`.

    Returns
    -------
    score : float
        The index; infinity if of two clusters only the middle has samples near by.

    See Also
    --------
    sd_score : Takes the distances of the means as separation.

    Notes
    -----
    Run time is of order n K d, for K clusters of any sizes. It has no value if two
    clusters have no sample near either mean nor near their middle, as hollow clusters
    may have. clusterCrit adds up the densities of pairs instead of taking their mean.

    References
    ----------
    .. [1] M. Halkidi, M. Vazirgiannis (2001). "Clustering validity assessment: finding
       the optimal partitioning of a data set". IEEE International Conference on Data
       Mining, 187-194. :doi:`10.1109/ICDM.2001.989517`

    Examples
    --------
    >>> from skclustmetrics import s_dbw_score
    >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]]
    >>> print(f"{s_dbw_score(X, [0, 0, 0, 1, 1, 1]):.4f}")
    0.0260
    """
    scattering = _scattering(description)
    variances = np.linalg.norm(_variances(description), axis=1)
    radius = np.sqrt(variances.sum()) / description.n_clusters
    near, middle = description.weights_near(radius)
    # the two clusters near the mean of the first, and near that of the second
    densities = near.diagonal()[:, None] + near.T
    pairs = np.triu_indices(description.n_clusters, 1)
    densest = np.maximum(densities, densities.T)[pairs]
    middle = (middle + middle.T)[pairs]
    empty = densest == 0
    if (empty & (middle == 0)).any():
        raise UndefinedIndexError(
            "The density between clusters in S_Dbw is 0 / 0: two clusters have no "
            f"sample within {radius / description.scale:.6g} of their means or of "
            "the middle between them."
        )
    if empty.any():
        return np.inf
    return float(scattering + (middle / densest).mean())


def _variances(description):
    return description.feature_squares / description.sizes[:, None]


def _scattering(description):
    total = description.feature_squares.sum(axis=0) + description.feature_between
    own = np.linalg.norm(_variances(description), axis=1)
    whole = float(np.linalg.norm(total / description.n_samples))
    return ratio(own.mean(), whole, "scattering")


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "greater_is_better": False,
    "bounds": (0.0, np.inf),
    "has_sample_weight": True,
}

VARIANCE_DENSITY_INDICES = (
    IndexSpec(
        function=sd_score,
        title="SD validity",
        cost="n d + K^2 d",
        source="Halkidi et al. 2000, PKDD",
        **_ROW,
    ),
    IndexSpec(
        function=s_dbw_score,
        title="S_Dbw",
        cost="n K d",
        source="Halkidi & Vazirgiannis 2001, ICDM",
        **_ROW,
    ),
)
