"""Indices that compare the size of clusters with the distances of their means."""

import math

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.internal._description import check_variant, mean_index, ratio

__all__ = [
    "MEAN_SEPARATION_INDICES",
    "davies_bouldin_star_score",
    "pbm_score",
    "ray_turi_score",
    "score_function_score",
    "xie_beni_score",
]


@mean_index
def xie_beni_score(description, *, variant="mean"):
    """Compute the Xie-Beni index of compactness over separation.

    With :math:`c_k` the mean of the :math:`n_k` samples of cluster k, the index of n
    samples is

    .. math:: \\frac{\\frac{1}{n} \\sum_k \\sum_{i \\in k} \\lVert x_i - c_k \\rVert^2}
        {\\min_{k \\ne l} \\lVert c_k - c_l \\rVert^2}

    from 0 to infinity; lower is better. Only the two nearest means count for the
    separation.

    Read more in the :ref:`User Guide <mean_separation>`.

    Parameters
    ----------
    variant : {"mean", "star"}, default="mean"
        The mean over samples as above, or Kim and Ramakrishna's XB*: the largest of the
        clusters' means of squared distances, :math:`\\max_k \\frac{1}{n_k}
        \\sum_{i \\in k} \\lVert x_i - c_k \\rVert^2`.

    Returns
    -------
    score : float
        The index; infinity if two means coincide.

    See Also
    --------
    ray_turi_score : The same number for partitions without fuzziness.
    davies_bouldin_score : Judges each cluster against its worst neighbour.

    Notes
    -----
    Run time is of order n d + K^2 d. clusterCrit divides by the least squared distance
    between samples of different clusters instead.

    References
    ----------
    .. [1] X. L. Xie, G. Beni (1991). "A validity measure for fuzzy clustering". IEEE
       Transactions on Pattern Analysis and Machine Intelligence 13, 841-847.
       :doi:`10.1109/34.85677`
    .. [2] M. Kim, R. S. Ramakrishna (2005). "New indices for cluster validity
       assessment". Pattern Recognition Letters 26, 2353-2363.

    Examples
    --------
    >>> from skclustmetrics import xie_beni_score
    >>> xie_beni_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    0.01
    """
    check_variant(variant, {"mean", "star"})
    if variant == "mean":
        compactness = description.within / description.n_samples
    else:
        compactness = float((description.squares / description.sizes).max())
    return ratio(compactness, _least_separation(description) ** 2, "Xie-Beni index")


@mean_index
def ray_turi_score(description):
    """Compute the Ray-Turi index of within over between distances.

    With :math:`c_k` the mean of cluster k, the index of n samples is

    .. math:: \\frac{\\frac{1}{n} \\sum_k \\sum_{i \\in k} \\lVert x_i - c_k \\rVert^2}
        {\\min_{k \\ne l} \\lVert c_k - c_l \\rVert^2}

    from 0 to infinity; lower is better. Of a partition without fuzziness it is the same
    number as the Xie-Beni index.

    Read more in the :ref:`User Guide <mean_separation>`.

    Returns
    -------
    score : float
        The index; infinity if two means coincide.

    See Also
    --------
    xie_beni_score : The same, with a variant.

    Notes
    -----
    Run time is of order n d + K^2 d.

    References
    ----------
    .. [1] S. Ray, R. H. Turi (1999). "Determination of number of clusters in k-means
       clustering and application in colour image segmentation". 4th International
       Conference on Advances in Pattern Recognition and Digital Techniques, 137-143.

    Examples
    --------
    >>> from skclustmetrics import ray_turi_score
    >>> ray_turi_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    0.01
    """
    compactness = description.within / description.n_samples
    return ratio(compactness, _least_separation(description) ** 2, "Ray-Turi index")


@mean_index
def davies_bouldin_star_score(description):
    """Compute DB*, a Davies-Bouldin index with separate worst cases.

    With :math:`S_k` the mean distance of the samples of a cluster to their mean
    :math:`c_k`, the index of K clusters is

    .. math:: \\frac{1}{K} \\sum_k \\frac{\\max_{l \\ne k} (S_k + S_l)}
        {\\min_{l \\ne k} \\lVert c_k - c_l \\rVert}

    from 0 to infinity; lower is better. It is at least the Davies-Bouldin index, whose
    largest sum and least distance belong to one pair.

    Read more in the :ref:`User Guide <mean_separation>`.

    Returns
    -------
    score : float
        The index; infinity if two means coincide.

    See Also
    --------
    davies_bouldin_score : The index that it modifies.

    Notes
    -----
    Run time is of order n d + K^2 d.

    References
    ----------
    .. [1] M. Kim, R. S. Ramakrishna (2005). "New indices for cluster validity
       assessment". Pattern Recognition Letters 26, 2353-2363.

    Examples
    --------
    >>> from skclustmetrics import davies_bouldin_star_score
    >>> davies_bouldin_star_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    0.2
    """
    radii = description.radii
    order = np.argsort(radii)
    partner = np.full(radii.size, radii[order[-1]])
    partner[order[-1]] = radii[order[-2]]
    terms = [
        ratio(radius, least, "DB* index")
        for radius, least in zip(
            radii + partner, description.separations[0], strict=True
        )
    ]
    return math.fsum(terms) / radii.size


@mean_index
def pbm_score(description):
    """Compute the PBM index, known as Maulik-Bandyopadhyay with exponent 2 as well.

    With :math:`c_k` the mean of cluster k and g that of all samples, the index of K
    clusters is

    .. math:: \\left( \\frac{1}{K} \\cdot
        \\frac{\\sum_i \\lVert x_i - g \\rVert}
        {\\sum_k \\sum_{i \\in k} \\lVert x_i - c_k \\rVert} \\cdot
        \\max_{k, l} \\lVert c_k - c_l \\rVert \\right)^2

    from 0 to infinity; higher is better.

    Read more in the :ref:`User Guide <mean_separation>`.

    Returns
    -------
    score : float
        The index; infinity if every cluster is a single point and they differ.

    See Also
    --------
    calinski_harabasz_score : Compares squares in place of distances.

    Notes
    -----
    Run time is of order n d + K^2 d. In squared units of the data.

    References
    ----------
    .. [1] M. K. Pakhira, S. Bandyopadhyay, U. Maulik (2004). "Validity index for crisp
       and fuzzy clusters". Pattern Recognition 37, 487-501.
    .. [2] U. Maulik, S. Bandyopadhyay (2002). "Performance evaluation of some
       clustering algorithms and validity indices". IEEE Transactions on Pattern
       Analysis and Machine Intelligence 24, 1650-1654.

    Examples
    --------
    >>> from skclustmetrics import pbm_score
    >>> pbm_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1])
    625.0
    """
    whole = float(description.whole.distances[0])
    differ = description.squares > 0
    parts = float((description.radii * description.sizes)[differ].sum())
    largest = float(description.separations[1].max()) / description.scale
    root = ratio(whole * largest, parts, "PBM index") / description.n_clusters
    return root * root


@mean_index
def score_function_score(description):
    """Compute the score function of Saitta, Raphael and Smith.

    With :math:`c_k` the mean of the :math:`n_k` samples of cluster k and g that of all
    n samples, and K clusters,

    .. math:: b = \\frac{1}{n K} \\sum_k n_k \\lVert c_k - g \\rVert, \\quad
        w = \\sum_k \\frac{1}{n_k} \\sum_{i \\in k} \\lVert x_i - c_k \\rVert, \\quad
        SF = 1 - \\frac{1}{e^{e^{b - w}}}

    from 0 to 1; higher is better. It depends on the units of the data: standardise
    them, or all values are near 0 or 1.

    Read more in the :ref:`User Guide <mean_separation>`.

    Returns
    -------
    score : float
        The index.

    See Also
    --------
    pbm_score : The same distances as a quotient.

    Notes
    -----
    Run time is of order n d.

    References
    ----------
    .. [1] S. Saitta, B. Raphael, I. F. C. Smith (2007). "A bounded index for cluster
       validity". Machine Learning and Data Mining in Pattern Recognition, 174-187.

    Examples
    --------
    >>> from skclustmetrics import score_function_score
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> print(f"{score_function_score(X, [0, 0, 1, 1]):.4f}")
    0.8077
    """
    offsets = np.sqrt(description.squared_offsets)
    between = float(description.sizes @ offsets) / description.n_samples
    within = float(description.radii.sum())
    exponent = (between / description.n_clusters - within) / description.scale
    with np.errstate(over="ignore"):
        return float(-np.expm1(-np.exp(exponent)))


def _least_separation(description):
    return float(description.separations[0].min())


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "greater_is_better": False,
    "bounds": (0.0, np.inf),
    "cost": "n d + K^2 d",
    "has_sample_weight": True,
}

MEAN_SEPARATION_INDICES = (
    IndexSpec(
        function=xie_beni_score,
        title="Xie-Beni",
        source="Xie & Beni 1991, IEEE TPAMI",
        **_ROW,
    ),
    IndexSpec(
        function=xie_beni_score,
        name="xie_beni_star",
        title="Xie-Beni, XB*",
        source="Kim & Ramakrishna 2005, Pattern Recognit. Lett.",
        params={"variant": "star"},
        **_ROW,
    ),
    IndexSpec(
        function=ray_turi_score,
        title="Ray-Turi",
        source="Ray & Turi 1999",
        **_ROW,
    ),
    IndexSpec(
        function=davies_bouldin_star_score,
        title="Davies-Bouldin, DB*",
        source="Kim & Ramakrishna 2005, Pattern Recognit. Lett.",
        **_ROW,
    ),
    IndexSpec(
        function=pbm_score,
        title="PBM (Maulik-Bandyopadhyay)",
        source="Pakhira et al. 2004, Pattern Recognit.",
        **{**_ROW, "greater_is_better": True},
    ),
    IndexSpec(
        function=score_function_score,
        title="Score function",
        source="Saitta et al. 2007, MLDM",
        **{
            **_ROW,
            "greater_is_better": True,
            "bounds": (0.0, 1.0),
            "cost": "n d",
        },
    ),
)
