"""The CS measure: the reach of clusters against the distances of their means."""

from skclustmetrics._kernels._medoids import farthest_members
from skclustmetrics._spec import IndexSpec
from skclustmetrics.internal._description import mean_index, ratio

__all__ = ["CS_INDICES", "cs_score"]


@mean_index
def cs_score(description):
    """Compute the CS measure of compactness and separation.

    With :math:`c_k` the mean of the :math:`n_k` samples of cluster k it is

    .. math:: \\frac{\\sum_k \\frac{1}{n_k} \\sum_{i \\in k}
        \\max_{j \\in k} \\lVert x_i - x_j \\rVert}
        {\\sum_k \\min_{l \\ne k} \\lVert c_k - c_l \\rVert}

    from 0 to infinity; lower is better. It suits clusters of different densities and
    sizes, and is sensitive to outliers.

    Read more in the :ref:`User Guide <mean_separation>`.

    Returns
    -------
    score : float
        The index; infinity if each mean coincides with another.

    See Also
    --------
    davies_bouldin_score : Takes mean distances to means for the size of clusters.

    Notes
    -----
    Run time is of the order of the pairs within clusters, times d. Memory is bounded.

    References
    ----------
    .. [1] C.-H. Chou, M.-C. Su, E. Lai (2004). "A new cluster validity measure and its
       application to image compression". Pattern Analysis and Applications 7, 205-220.

    Examples
    --------
    >>> from skclustmetrics import cs_score
    >>> cs_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    0.2
    """
    reach = farthest_members(description.X, description.codes, description.n_clusters)
    means = description.sum_by_cluster(reach) / description.sizes
    separation = float(description.separations[0].sum()) / description.scale
    return ratio(float(means.sum()), separation, "CS measure")


CS_INDICES = (
    IndexSpec(
        function=cs_score,
        kind="internal",
        family="scatter",
        title="CS measure",
        greater_is_better=False,
        bounds=(0.0, float("inf")),
        cost="n^2 d / K",
        source="Chou et al. 2004, Pattern Anal. Appl.",
        has_sample_weight=True,
    ),
)
