"""Indices of determinants and inverses of scatter matrices: clusters of any shape."""

import math

import numpy as np

from skclustmetrics._kernels._scatter_matrices import log_determinant
from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._description import check_variant, mean_index, ratio

__all__ = [
    "DETERMINANT_INDICES",
    "det_ratio_score",
    "ksq_det_w_score",
    "log_det_ratio_score",
    "rubin_score",
    "scott_symons_score",
    "trace_wib_score",
]


@mean_index
def det_ratio_score(description):
    """Compute the ratio of the determinants of total and within-cluster scatter.

    With T the scatter matrix of all samples and W the pooled one of the clusters about
    their means it is

    .. math:: \\frac{\\det T}{\\det W}

    from 1 to infinity; higher is better for a fixed number of clusters K. It only rises
    as clusters are split: K is where its second difference over K is least, not where
    it is largest. Units, rotations and correlations of features do not matter.

    Read more in the :ref:`User Guide <determinants>`.

    Returns
    -------
    score : float
        The index; infinity if W is singular and T is not.

    See Also
    --------
    log_det_ratio_score : Its logarithm, which does not overflow.
    trace_wib_score : The sum in place of the product over discriminant directions.

    Notes
    -----
    Run time is of order n d^2 + d^3. It has no value if T is singular: constant or
    linearly dependent features, or as many features as samples.

    References
    ----------
    .. [1] A. J. Scott, M. J. Symons (1971). "Clustering methods based on likelihood
       ratio criteria". Biometrics 27, 387-397.

    Examples
    --------
    >>> from skclustmetrics import det_ratio_score
    >>> print(f"{det_ratio_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    26.0000
    """
    with np.errstate(over="ignore"):
        return float(np.exp(np.log1p(_relative_spreads(description)).sum()))


@mean_index
def log_det_ratio_score(description):
    """Compute the logarithm of the ratio of determinants, times the number of samples.

    With T the scatter matrix of all n samples and W the pooled one of the clusters
    about their means it is

    .. math:: n \\ln \\frac{\\det T}{\\det W}

    from 0 to infinity; higher is better for a fixed number of clusters K. It only rises
    as clusters are split: K is where its second difference over K is least
    (clusterCrit) or where it rises most (NbClust, which calls it Scott), not where it
    is largest.

    Read more in the :ref:`User Guide <determinants>`.

    Returns
    -------
    score : float
        The index; infinity if W is singular and T is not.

    See Also
    --------
    det_ratio_score : The ratio itself.

    Notes
    -----
    Run time is of order n d^2 + d^3. It has no value if T is singular: constant or
    linearly dependent features, or as many features as samples.

    References
    ----------
    .. [1] A. J. Scott, M. J. Symons (1971). "Clustering methods based on likelihood
       ratio criteria". Biometrics 27, 387-397.

    Examples
    --------
    >>> from skclustmetrics import log_det_ratio_score
    >>> X = [[0.0], [2.0], [10.0], [12.0]]
    >>> print(f"{log_det_ratio_score(X, [0, 0, 1, 1]):.4f}")
    13.0324
    """
    logarithm = float(np.log1p(_relative_spreads(description)).sum())
    return description.n_samples * logarithm


@mean_index
def trace_wib_score(description):
    """Compute the trace of the inverse within times the between-cluster scatter.

    With W the pooled scatter matrix of the clusters about their means and B that of the
    means, each counted as often as its cluster has samples, it is

    .. math:: \\operatorname{tr} (W^{-1} B)

    from 0 to infinity; higher is better for a fixed number of clusters K. The
    literature calls it Friedman's index. It only rises as clusters are split: K is
    where its second difference over K is largest, not where it is largest itself.

    Read more in the :ref:`User Guide <determinants>`.

    Returns
    -------
    score : float
        The index; infinity if W is singular and the scatter of all samples is not.

    See Also
    --------
    det_ratio_score : The product over the same discriminant directions.

    Notes
    -----
    Run time is of order n d^2 + d^3. NbClust multiplies only the diagonals.

    References
    ----------
    .. [1] H. P. Friedman, J. Rubin (1967). "On some invariant criteria for grouping
       data". Journal of the American Statistical Association 62, 1159-1178.

    Examples
    --------
    >>> from skclustmetrics import trace_wib_score
    >>> print(f"{trace_wib_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    25.0000
    """
    return float(_relative_spreads(description).sum())


@mean_index
def rubin_score(description, *, variant="determinant"):
    """Compute the Rubin index, the ratio of total to within-cluster scatter.

    With T the scatter matrix of all samples and W the pooled one of the clusters about
    their means it is

    .. math:: \\frac{\\det T}{\\det W} \\quad \\text{or} \\quad
        \\frac{\\operatorname{tr} T}{\\operatorname{tr} W}

    from 1 to infinity; higher is better for a fixed number of clusters K. It only rises
    as clusters are split: K is where its second difference over K is least, not where
    it is largest.

    Read more in the :ref:`User Guide <determinants>`.

    Parameters
    ----------
    variant : {"determinant", "trace"}, default="determinant"
        The ratio of determinants, as in the literature, or that of traces, as in
        NbClust, which forgets to centre T.

    Returns
    -------
    score : float
        The index; infinity if the scatter within is singular, or has trace 0, and the
        total is not.

    See Also
    --------
    det_ratio_score : The ratio of determinants.
    r_squared_score : The ratio of traces on a scale from 0 to 1.

    Notes
    -----
    Run time is of order n d^2 + d^3, or n d for traces.

    References
    ----------
    .. [1] H. P. Friedman, J. Rubin (1967). "On some invariant criteria for grouping
       data". Journal of the American Statistical Association 62, 1159-1178.

    Examples
    --------
    >>> from skclustmetrics import rubin_score
    >>> rubin_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1], variant="trace")
    26.0
    """
    check_variant(variant, {"determinant", "trace"})
    if variant == "determinant":
        return det_ratio_score.from_description(description)
    total = description.within + description.between
    return ratio(total, description.within, "Rubin index")


@mean_index
def ksq_det_w_score(description):
    """Compute the determinant of the within-cluster scatter times K squared.

    With W the pooled scatter matrix of the K clusters about their means it is

    .. math:: K^2 \\det W

    from 0 to infinity; lower is better for a fixed number of clusters K. It is known as
    Marriott's index. K is usually where its second difference over K is largest.

    Read more in the :ref:`User Guide <determinants>`.

    Returns
    -------
    score : float
        The index; 0.0 if W is singular, as with constant or linearly dependent features
        or too few samples.

    See Also
    --------
    det_ratio_score : Relative to the scatter of all samples.

    Notes
    -----
    Run time is of order n d^2 + d^3. In units of the data to the power 2 d: with many
    features it may overflow to infinity or underflow to 0.

    References
    ----------
    .. [1] F. H. C. Marriott (1971). "Practical problems in a method of cluster
       analysis". Biometrics 27, 501-514.

    Examples
    --------
    >>> from skclustmetrics import ksq_det_w_score
    >>> print(f"{ksq_det_w_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    16.0000
    """
    scatter = description.within_matrix
    if scatter is None:
        return 0.0
    units = 2 * description.n_features * math.log(description.scale)
    with np.errstate(over="ignore"):
        determinant = np.exp(log_determinant(scatter) - units)
    return float(description.n_clusters**2 * determinant)


@mean_index
def scott_symons_score(description):
    """Compute the Scott-Symons index.

    With :math:`W_k` the scatter matrix of the :math:`n_k` samples of cluster k about
    their mean it is

    .. math:: \\sum_k n_k \\ln \\det \\frac{W_k}{n_k}

    any number; lower is better. It is a likelihood of Gaussian clusters, each of its
    own shape and size.

    Read more in the :ref:`User Guide <determinants>`.

    Returns
    -------
    score : float
        The index; minus infinity if any cluster has no more samples than there are
        features, or linearly dependent features, as the likelihood has no bound then.
        Compare only partitions without such clusters.

    See Also
    --------
    banfield_raftery_score : The same for round clusters.

    Notes
    -----
    Run time is of order n d^2 + K d^3. A change of units adds a constant.

    References
    ----------
    .. [1] A. J. Scott, M. J. Symons (1971). "Clustering methods based on likelihood
       ratio criteria". Biometrics 27, 387-397.

    Examples
    --------
    >>> from skclustmetrics import scott_symons_score
    >>> X = [[0.0], [2.0], [10.0], [14.0]]
    >>> print(f"{scott_symons_score(X, [0, 0, 1, 1]):.4f}")
    2.7726
    """
    logarithms = description.log_determinants
    if np.isneginf(logarithms).any():
        return -np.inf
    units = 2 * math.log(description.scale) + np.log(description.sizes)
    logarithms = logarithms - description.n_features * units
    return float(description.sizes @ logarithms)


def _relative_spreads(description):
    """The eigenvalues whose sum and product these indices are."""
    spreads = description.relative_spreads
    if spreads is not None:
        return spreads
    if _total_is_singular(description):
        raise UndefinedIndexError(
            "The scatter matrix of all samples is singular: there are no more samples "
            f"than the {description.n_features} features, or features that are "
            "constant or depend linearly on others. Leave such features out, or "
            "reduce X to its principal components."
        )
    return np.array([np.inf])


def _total_is_singular(description):
    scatter = description.total_matrix
    return scatter is None or np.isneginf(log_determinant(scatter))


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "greater_is_better": True,
    "bounds": (0.0, np.inf),
    "cost": "n d^2 + d^3",
    "has_sample_weight": True,
    "scorer": False,
}

DETERMINANT_INDICES = (
    IndexSpec(
        function=det_ratio_score,
        k_rule="min_second_difference",
        title="Ratio of determinants",
        source="Scott & Symons 1971, Biometrics",
        **{**_ROW, "bounds": (1.0, np.inf)},
    ),
    IndexSpec(
        function=log_det_ratio_score,
        k_rule="min_second_difference",
        title="Log of ratio of determinants",
        source="Scott & Symons 1971, Biometrics",
        **_ROW,
    ),
    IndexSpec(
        function=trace_wib_score,
        k_rule="max_second_difference",
        title="Trace of inverse W times B (Friedman)",
        source="Friedman & Rubin 1967, JASA",
        **_ROW,
    ),
    IndexSpec(
        function=rubin_score,
        k_rule="min_second_difference",
        title="Rubin",
        source="Friedman & Rubin 1967, JASA",
        **{**_ROW, "bounds": (1.0, np.inf)},
    ),
    IndexSpec(
        function=rubin_score,
        k_rule="min_second_difference",
        name="rubin_trace",
        title="Rubin, traces",
        source="Friedman & Rubin 1967, JASA",
        params={"variant": "trace"},
        **{**_ROW, "bounds": (1.0, np.inf), "cost": "n d"},
    ),
    IndexSpec(
        function=ksq_det_w_score,
        k_rule="max_second_difference",
        title="K squared times determinant of W (Marriott)",
        source="Marriott 1971, Biometrics",
        **{**_ROW, "greater_is_better": False},
    ),
    IndexSpec(
        function=scott_symons_score,
        title="Scott-Symons",
        source="Scott & Symons 1971, Biometrics",
        **{
            **_ROW,
            "greater_is_better": False,
            "bounds": (-np.inf, np.inf),
            # a flat cluster gives minus infinity, so it is no scorer either
            "cost": "n d^2 + K d^3",
        },
    ),
)
