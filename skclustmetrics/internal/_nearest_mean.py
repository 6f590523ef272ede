"""Indices of how much nearer samples are to their own mean than to another one."""

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.internal._description import check_variant, mean_index

__all__ = [
    "NEAREST_MEAN_INDICES",
    "simplified_silhouette_score",
    "wemmert_gancarski_score",
]


@mean_index
def simplified_silhouette_score(description, *, average="micro"):
    """Compute the simplified silhouette, with distances to means of clusters.

    With a the distance of a sample to the mean of its own cluster and b the least to
    that of another, it is the mean over samples of

    .. math:: \\frac{b - a}{\\max(a, b)}

    from -1 to 1; higher is better. It approximates the silhouette without distances
    between samples and favours round clusters.

    Read more in the :ref:`User Guide <nearest_mean>`.

    Parameters
    ----------
    average : {"micro", "macro"}, default="micro"
        The mean over samples, or the mean of the means of the clusters, in which a
        large cluster cannot hide small ones.

    Returns
    -------
    score : float
        The index. A sample alone in its cluster counts 0, and so does one with
        a = b = 0.

    See Also
    --------
    silhouette_score : With mean distances to the samples of clusters.
    medoid_silhouette_score : With distances to medoids, in any metric.

    Notes
    -----
    Run time is of order n K d.

    References
    ----------
    .. [1] E. R. Hruschka, R. J. G. B. Campello, L. N. de Castro (2004). "Evolutionary
       algorithms for clustering gene-expression data". IEEE International Conference on
       Data Mining, 403-406.

    Examples
    --------
    >>> from skclustmetrics import simplified_silhouette_score
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> print(f"{simplified_silhouette_score(X, [0, 0, 1, 1]):.4f}")
    0.8990
    """
    check_variant(average, {"micro", "macro"}, "average")
    a, b = description.to_means
    larger = np.maximum(a, b)
    neutral = (description.sizes[description.codes] <= 1) | (larger == 0)
    values = np.where(neutral, 0.0, (b - a) / np.where(neutral, 1.0, larger))
    sums = description.sum_by_cluster(values)
    if average == "macro":
        return float((sums / description.sizes).mean())
    return float(sums.sum() / description.n_samples)


@mean_index
def wemmert_gancarski_score(description):
    """Compute the Wemmert-Gançarski index.

    With :math:`c_k` the mean of the :math:`n_k` samples of cluster k, the index of n
    samples is

    .. math:: \\frac{1}{n} \\sum_k \\max\\left(0, n_k - \\sum_{i \\in k}
        \\frac{\\lVert x_i - c_k \\rVert}{\\min_{l \\ne k} \\lVert x_i - c_l \\rVert}
        \\right)

    from 0 to 1; higher is better.

    Read more in the :ref:`User Guide <nearest_mean>`.

    Returns
    -------
    score : float
        The index. A sample that lies on its own mean and on another one adds no
        distance.

    See Also
    --------
    simplified_silhouette_score : The same distances; clusters can count against it.

    Notes
    -----
    Run time is of order n K d.

    References
    ----------
    .. [1] C. Wemmert, P. Gançarski, J. J. Korczak (2000). "A collaborative approach to
       combine multiple learning methods". International Journal on Artificial
       Intelligence Tools 9, 59-78.

    Examples
    --------
    >>> from skclustmetrics import wemmert_gancarski_score
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> print(f"{wemmert_gancarski_score(X, [0, 0, 1, 1]):.4f}")
    0.8990
    """
    own, other = description.to_means
    quotients = np.divide(own, other, out=np.zeros_like(own), where=other > 0)
    quotients[(other == 0) & (own > 0)] = np.inf
    near = description.sizes - description.sum_by_cluster(quotients)
    return float(np.maximum(near, 0.0).sum() / description.n_samples)


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "greater_is_better": True,
    "cost": "n K d",
    "has_sample_weight": True,
}

NEAREST_MEAN_INDICES = (
    IndexSpec(
        function=simplified_silhouette_score,
        title="Simplified silhouette",
        source="Hruschka et al. 2004, ICDM",
        bounds=(-1.0, 1.0),
        **_ROW,
    ),
    IndexSpec(
        function=simplified_silhouette_score,
        name="simplified_silhouette_macro",
        title="Simplified silhouette, mean of clusters",
        source="Hruschka et al. 2004, ICDM",
        params={"average": "macro"},
        bounds=(-1.0, 1.0),
        **_ROW,
    ),
    IndexSpec(
        function=wemmert_gancarski_score,
        title="Wemmert-Gançarski",
        source="Wemmert et al. 2000, Int. J. Artif. Intell. Tools",
        bounds=(0.0, 1.0),
        **_ROW,
    ),
)
