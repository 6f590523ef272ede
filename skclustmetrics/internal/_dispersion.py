"""Indices of how tight clusters are about their means, whatever lies between them."""

import math

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.internal._description import check_variant, mean_index

__all__ = [
    "DISPERSION_INDICES",
    "ball_hall_score",
    "banfield_raftery_score",
    "compactness_score",
    "rmsstd_score",
    "trace_w_score",
]


@mean_index
def compactness_score(description, *, squared=False):
    """Compute the compactness, the root of the mean distance to the own mean.

    With :math:`c_k` the mean of cluster k, the compactness of n samples is

    .. math:: \\sqrt{\\frac{1}{n} \\sum_k \\sum_{i \\in k} d(x_i, c_k)}

    from 0 to infinity; lower is better. It only falls as clusters are split, so it
    compares partitions into the same number of clusters and does not choose that
    number.

    Read more in the :ref:`User Guide <dispersion>`.

    Parameters
    ----------
    squared : bool, default=False
        Whether d is the squared Euclidean distance instead of the Euclidean one; the
        index is then the root mean square distance.

    Returns
    -------
    score : float
        The index; 0.0 if every cluster is a single point.

    See Also
    --------
    trace_w_score : The sum of squared distances.
    rmsstd_score : The root mean square by feature and degree of freedom.

    Notes
    -----
    Run time is of order n d. In units of the data; the root of them if not `squared`.

    References
    ----------
    .. [1] J. Handl, J. Knowles, D. B. Kell (2005). "Computational cluster validation in
       post-genomic data analysis". Bioinformatics 21, 3201-3212.

    Examples
    --------
    >>> from skclustmetrics import compactness_score
    >>> compactness_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    1.0
    """
    if squared:
        return math.sqrt(description.within / description.n_samples) / description.scale
    total = float(description.centroids.distances.sum())
    return math.sqrt(total / description.n_samples / description.scale)


@mean_index
def trace_w_score(description):
    """Compute the within-cluster sum of squares, the trace of the scatter matrix W.

    With :math:`c_k` the mean of cluster k the index is

    .. math:: \\operatorname{tr} W = \\sum_k \\sum_{i \\in k} \\lVert x_i - c_k
        \\rVert^2

    from 0 to infinity; lower is better for a fixed number of clusters K, as k-means
    minimises it. It only falls as clusters are split: K is read off the knee of the
    curve, where the second difference over K is largest, not off its minimum.

    Read more in the :ref:`User Guide <dispersion>`.

    Returns
    -------
    score : float
        The index; 0.0 if every cluster is a single point.

    See Also
    --------
    calinski_harabasz_score : Weighs it against the scatter of the means.

    Notes
    -----
    Run time is of order n d. In squared units of the data.

    References
    ----------
    .. [1] A. W. F. Edwards, L. L. Cavalli-Sforza (1965). "A method for cluster
       analysis". Biometrics 21, 362-375.
    .. [2] H. P. Friedman, J. Rubin (1967). "On some invariant criteria for grouping
       data". Journal of the American Statistical Association 62, 1159-1178.

    Examples
    --------
    >>> from skclustmetrics import trace_w_score
    >>> trace_w_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    4.0
    """
    return description.within / description.scale / description.scale


@mean_index
def rmsstd_score(description):
    """Compute the root mean square standard deviation of the clusters.

    With tr W the within-cluster sum of squares of n samples with p features in K
    clusters it is

    .. math:: \\sqrt{\\frac{\\operatorname{tr} W}{p (n - K)}}

    from 0 to infinity, in units of the data; lower is tighter. K is read off the knee
    of its curve, not off its minimum.

    Read more in the :ref:`User Guide <dispersion>`.

    Returns
    -------
    score : float
        The index; 0.0 if every cluster is a single point.

    See Also
    --------
    r_squared_score : The share of the scatter that lies between clusters.

    Notes
    -----
    Run time is of order n d.

    References
    ----------
    .. [1] S. Sharma (1996). "Applied Multivariate Techniques". Wiley.

    Examples
    --------
    >>> from skclustmetrics import rmsstd_score
    >>> print(f"{rmsstd_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    1.4142
    """
    freedom = description.n_features * (description.n_samples - description.n_clusters)
    return math.sqrt(description.within / freedom) / description.scale


@mean_index
def ball_hall_score(description, *, variant="mean"):
    """Compute the Ball-Hall index, the mean dispersion of the clusters.

    With :math:`W_k` the sum of squared distances of the :math:`n_k` samples of cluster
    k to their mean, the index of K clusters is

    .. math:: \\frac{1}{K} \\sum_k \\frac{W_k}{n_k}

    from 0 to infinity; lower is tighter. It falls as clusters are split: K is where its
    second difference over K is largest, not where it is least.

    Read more in the :ref:`User Guide <dispersion>`.

    Parameters
    ----------
    variant : {"mean", "sum", "pooled"}, default="mean"
        The mean over clusters, as in clusterCrit; the sum over clusters, which
        genieclust gives with a minus sign; or :math:`\\sum_k W_k / K`, which NbClust,
        cclust and permetrics give.

    Returns
    -------
    score : float
        The index; 0.0 if every cluster is a single point.

    See Also
    --------
    trace_w_score : The sum of all squared distances.

    Notes
    -----
    Run time is of order n d. In squared units of the data.

    References
    ----------
    .. [1] G. H. Ball, D. J. Hall (1965). "ISODATA, a novel method of data analysis and
       pattern classification". Stanford Research Institute.

    Examples
    --------
    >>> from skclustmetrics import ball_hall_score
    >>> ball_hall_score([[0.0], [2.0], [10.0], [14.0]], [0, 0, 1, 1])
    2.5
    """
    check_variant(variant, {"mean", "sum", "pooled"})
    if variant == "pooled":
        total = description.within / description.n_clusters
    else:
        dispersions = description.squares / description.sizes
        total = dispersions.mean() if variant == "mean" else dispersions.sum()
    return float(total) / description.scale / description.scale


@mean_index
def banfield_raftery_score(description):
    """Compute the Banfield-Raftery index.

    With :math:`W_k` the sum of squared distances of the :math:`n_k` samples of cluster
    k to their mean, the index is

    .. math:: \\sum_k n_k \\ln \\frac{W_k}{n_k}

    any number; lower is better. It is a likelihood of round Gaussian clusters, each of
    its own size.

    Read more in the :ref:`User Guide <dispersion>`.

    Returns
    -------
    score : float
        The index; minus infinity if any cluster is a single point, as the likelihood
        has no bound then. Compare only partitions without such clusters.

    See Also
    --------
    scott_symons_score : The same for clusters of any shape.
    kmeans_bic_score : A likelihood of clusters of one size, with a penalty.

    Notes
    -----
    Run time is of order n d. A change of units adds a constant.

    References
    ----------
    .. [1] J. D. Banfield, A. E. Raftery (1993). "Model-based Gaussian and non-Gaussian
       clustering". Biometrics 49, 803-821. :doi:`10.2307/2532201`

    Examples
    --------
    >>> from skclustmetrics import banfield_raftery_score
    >>> X = [[0.0], [2.0], [10.0], [14.0]]
    >>> print(f"{banfield_raftery_score(X, [0, 0, 1, 1]):.4f}")
    2.7726
    """
    if (description.squares == 0).any():
        return -np.inf
    logarithms = np.log(description.squares / description.sizes)
    units = 2 * description.n_samples * math.log(description.scale)
    return float(description.sizes @ logarithms) - units


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "greater_is_better": False,
    "bounds": (0.0, np.inf),
    "cost": "n d",
    "has_sample_weight": True,
}

DISPERSION_INDICES = (
    IndexSpec(
        function=compactness_score,
        title="Compactness",
        source="Handl et al. 2005, Bioinformatics",
        **_ROW,
    ),
    IndexSpec(
        function=trace_w_score,
        k_rule="max_second_difference",
        title="Trace W",
        source="Friedman & Rubin 1967, JASA",
        scorer=False,
        **_ROW,
    ),
    IndexSpec(
        function=rmsstd_score,
        k_rule="knee",
        title="Root mean square standard deviation",
        source="Sharma 1996",
        scorer=False,
        **_ROW,
    ),
    IndexSpec(
        function=ball_hall_score,
        k_rule="max_second_difference",
        title="Ball-Hall",
        source="Ball & Hall 1965",
        scorer=False,
        **_ROW,
    ),
    IndexSpec(
        function=banfield_raftery_score,
        title="Banfield-Raftery",
        source="Banfield & Raftery 1993, Biometrics",
        # a cluster at one point gives minus infinity, which would win every search
        scorer=False,
        **{**_ROW, "bounds": (-np.inf, np.inf)},
    ),
)
