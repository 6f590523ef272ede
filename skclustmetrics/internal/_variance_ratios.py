"""Indices that weigh the scatter between clusters against the scatter within."""

import math

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._description import check_variant, mean_index, ratio

__all__ = [
    "VARIANCE_RATIO_INDICES",
    "log_ss_ratio_score",
    "r_squared_score",
    "ratkowsky_lance_score",
    "stdi_score",
    "wb_score",
]


@mean_index
def stdi_score(description):
    """Compute the STDI, a ratio of standard deviations between and within clusters.

    With :math:`c_k` the mean of the :math:`n_k` samples of cluster k and
    :math:`\\bar x` the mean of all samples, the index of K clusters is

    .. math:: \\frac{\\frac{1}{K} \\sum_k \\lVert c_k - \\bar x \\rVert^2}
        {\\sum_k \\frac{1}{n_k} \\sum_{i \\in k} \\lVert x_i - c_k \\rVert^2}

    from 0 to infinity; higher is better. All clusters count the same, whatever their
    size. Where clusters stand in groups it prefers the clusters to the groups, unlike
    most other indices.

    Read more in the :ref:`User Guide <variance_ratios>`.

    Returns
    -------
    score : float
        The index; infinity if every cluster is a single point and they differ.

    See Also
    --------
    calinski_harabasz_score : Counts clusters by their sizes.

    Notes
    -----
    Run time is of order n d.

    References
    ----------
    .. [1] J. Xie, Y. Zhou, M. Wang, W. Jiang (2017). CAAI Transactions on Intelligent
       Systems 12, 873-882.

    Examples
    --------
    >>> from skclustmetrics import stdi_score
    >>> stdi_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    12.5
    """
    between = float(description.squared_offsets.mean())
    within = float((description.squares / description.sizes).sum())
    return ratio(between, within, "STDI")


@mean_index
def r_squared_score(description):
    """Compute the share of the scatter that lies between clusters.

    With B the scatter of the means of the clusters, each counted as often as its
    cluster has samples, and W the scatter within clusters, it is

    .. math:: R^2 = \\frac{B}{B + W}

    from 0 to 1; higher is better for a fixed number of clusters K. It only rises as
    clusters are split: K is read off the knee of its curve, not off its maximum.

    Read more in the :ref:`User Guide <variance_ratios>`.

    Returns
    -------
    score : float
        The index; 1.0 if every cluster is a single point.

    See Also
    --------
    rmsstd_score : The scatter within clusters, by feature and degree of freedom.
    calinski_harabasz_score : Corrects for the number of clusters.

    Notes
    -----
    Run time is of order n d.

    References
    ----------
    .. [1] S. Sharma (1996). "Applied Multivariate Techniques". Wiley.

    Examples
    --------
    >>> from skclustmetrics import r_squared_score
    >>> print(f"{r_squared_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    0.9615
    """
    total = description.between + description.within
    return ratio(description.between, total, "R squared")


@mean_index
def wb_score(description):
    """Compute the WB index.

    With W the scatter within the K clusters and B the scatter of their means, each
    counted as often as its cluster has samples, the index is

    .. math:: K \\frac{W}{B}

    from 0 to infinity; lower is better.

    Read more in the :ref:`User Guide <variance_ratios>`.

    Returns
    -------
    score : float
        The index; infinity if all means coincide.

    See Also
    --------
    calinski_harabasz_score : Corrects for degrees of freedom instead.

    Notes
    -----
    Run time is of order n d.

    References
    ----------
    .. [1] Q. Zhao, P. Fränti (2014). "WB-index: a sum-of-squares based index for
       cluster validity". Data & Knowledge Engineering 92, 77-89.

    Examples
    --------
    >>> from skclustmetrics import wb_score
    >>> wb_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    0.08
    """
    return description.n_clusters * ratio(
        description.within, description.between, "WB index"
    )


@mean_index
def log_ss_ratio_score(description):
    """Compute the logarithm of the ratio of sums of squares.

    With B the scatter of the means of the clusters, each counted as often as its
    cluster has samples, and W the scatter within clusters, it is

    .. math:: \\ln \\frac{B}{W}

    any number; higher is better for a fixed number of clusters K. It only rises as
    clusters are split: K is where its second difference over K is least, not where it
    is largest.

    Read more in the :ref:`User Guide <variance_ratios>`.

    Returns
    -------
    score : float
        The index; infinity if every cluster is a single point and they differ, minus
        infinity if all means coincide.

    See Also
    --------
    r_squared_score : The same on a scale from 0 to 1.

    Notes
    -----
    Run time is of order n d.

    References
    ----------
    .. [1] J. A. Hartigan (1975). "Clustering Algorithms". Wiley.

    Examples
    --------
    >>> from skclustmetrics import log_ss_ratio_score
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> print(f"{log_ss_ratio_score(X, [0, 0, 1, 1]):.4f}")
    3.2189
    """
    quotient = ratio(
        description.between, description.within, "ratio of sums of squares"
    )
    return math.log(quotient) if quotient > 0 else -np.inf


@mean_index
def ratkowsky_lance_score(description, *, variant="root_of_mean"):
    """Compute the Ratkowsky-Lance index.

    With :math:`B_j` the scatter of the means of the K clusters in feature j, each
    counted as often as its cluster has samples, and :math:`T_j` that of all samples, it
    is the mean over p features

    .. math:: \\sqrt{\\frac{1}{K p} \\sum_j \\frac{B_j}{T_j}}

    from 0 to 1; higher is better. The factor 1/K makes it prefer few clusters; units of
    features do not matter.

    Read more in the :ref:`User Guide <variance_ratios>`.

    Parameters
    ----------
    variant : {"root_of_mean", "mean_of_roots"}, default="root_of_mean"
        As above, as in clusterCrit; or :math:`\\frac{1}{p \\sqrt K} \\sum_j
        \\sqrt{B_j / T_j}`, as in NbClust and cclust.

    Returns
    -------
    score : float
        The index. Features that are constant are left out.

    See Also
    --------
    r_squared_score : The same for all features together, without the factor 1/K.

    Notes
    -----
    Run time is of order n d.

    References
    ----------
    .. [1] D. A. Ratkowsky, G. N. Lance (1978). "A criterion for determining the number
       of groups in a classification". Australian Computer Journal 10, 115-117.

    Examples
    --------
    >>> from skclustmetrics import ratkowsky_lance_score
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> print(f"{ratkowsky_lance_score(X, [0, 0, 1, 1]):.4f}")
    0.6934
    """
    check_variant(variant, {"root_of_mean", "mean_of_roots"})
    between = description.feature_between
    total = between + description.feature_squares.sum(axis=0)
    varies = total > 0
    if not varies.any():
        raise UndefinedIndexError("All samples are equal: no feature varies.")
    shares = between[varies] / total[varies]
    if variant == "root_of_mean":
        return math.sqrt(shares.mean() / description.n_clusters)
    return float(np.sqrt(shares).mean()) / math.sqrt(description.n_clusters)


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "greater_is_better": True,
    "bounds": (0.0, np.inf),
    "cost": "n d",
    "has_sample_weight": True,
}

VARIANCE_RATIO_INDICES = (
    IndexSpec(
        function=stdi_score,
        title="STDI",
        source="Xie et al. 2017, CAAI Trans. Intell. Syst.",
        **_ROW,
    ),
    IndexSpec(
        function=r_squared_score,
        k_rule="knee",
        title="R squared",
        source="Sharma 1996",
        scorer=False,
        **{**_ROW, "bounds": (0.0, 1.0)},
    ),
    IndexSpec(
        function=wb_score,
        title="WB",
        source="Zhao & Fränti 2014, Data Knowl. Eng.",
        **{**_ROW, "greater_is_better": False},
    ),
    IndexSpec(
        function=log_ss_ratio_score,
        k_rule="min_second_difference",
        title="Log of ratio of sums of squares",
        source="Hartigan 1975",
        scorer=False,
        **{**_ROW, "bounds": (-np.inf, np.inf)},
    ),
    IndexSpec(
        function=ratkowsky_lance_score,
        title="Ratkowsky-Lance",
        source="Ratkowsky & Lance 1978, Austral. Comput. J.",
        **{**_ROW, "bounds": (0.0, 1.0)},
    ),
    IndexSpec(
        function=ratkowsky_lance_score,
        name="ratkowsky_lance_mean_of_roots",
        title="Ratkowsky-Lance, mean of roots",
        source="Ratkowsky & Lance 1978, Austral. Comput. J.",
        params={"variant": "mean_of_roots"},
        **{**_ROW, "bounds": (0.0, 1.0)},
    ),
)
