"""Distances between partitions, in the information that they do not share."""

import math
from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import external_index
from skclustmetrics.external._entropies import in_base

__all__ = [
    "INFORMATION_DISTANCE_INDICES",
    "cluster_entropy_score",
    "normalized_information_distance",
    "normalized_variation_of_information",
    "variation_of_information",
]


@external_index(weights=True)
def variation_of_information(table, *, base=None):
    """Compute the variation of information, a metric on partitions.

    The information that is in one of the partitions and not in the other. Lower is
    better, 0 only for identical partitions.

    Parameters
    ----------
    base : float, default=None
        The base of the logarithm: 2 for bits; None for nats.

    Returns
    -------
    distance : float
        At least 0.0, at most the logarithm of the number of samples; 0.0 exactly for
        identical partitions.

    See Also
    --------
    normalized_variation_of_information : Between 0 and 1.
    normalized_information_distance : Another metric between 0 and 1.

    Notes
    -----
    :math:`H(U | V) + H(V | U) = H(U) + H(V) - 2 I(U; V)`, computed from the conditional
    entropies, so that nothing cancels for partitions that are nearly the same.

    References
    ----------
    .. [1] M. Meilă, "Comparing clusterings: an information based distance", Journal of
       Multivariate Analysis 98 (2007) 873-895.

    Examples
    --------
    >>> from skclustmetrics import variation_of_information
    >>> variation_of_information([0, 0, 1, 1], [0, 0, 1, 2], base=2)
    0.5
    """
    return in_base(_variation(table), base)


@external_index(weights=True)
def normalized_variation_of_information(table, *, variant="joint"):
    """Compute the variation of information on a scale from 0 to 1.

    Lower is better. Three definitions share the name; the default is a metric.

    Parameters
    ----------
    variant : {"joint", "log_n", "conditional"}, default="joint"
        "joint" divides by the joint entropy, "log_n" by the logarithm of the number of
        samples (or of their weight), the largest value for that many. "conditional" is
        the mean of the two conditional entropies, each over its own entropy.

    Returns
    -------
    distance : float
        Between 0.0 and 1.0; 0.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and the variant is "conditional" and one of them has a
        single cluster, whose entropy is 0, or "log_n" and the weights sum to 1 or less.

    See Also
    --------
    variation_of_information : The distance without the norm.

    Notes
    -----
    joint: :math:`1 - I(U; V) / H(U, V)`; log_n: :math:`VI / \\log n`; conditional:
    :math:`(H(U | V) / H(U) + H(V | U) / H(V)) / 2`.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison", Journal of Machine Learning Research 11 (2010)
       2837-2854.
    .. [2] J. Wu, H. Xiong and J. Chen, "Adapting the right measures for k-means
       clustering", KDD 2009, 877-886.

    Examples
    --------
    >>> from skclustmetrics import normalized_variation_of_information
    >>> normalized_variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])
    0.333...
    """
    if variant not in _VARIANTS:
        raise ValueError(
            "The 'variant' parameter must be one of "
            f"{', '.join(map(repr, _VARIANTS))}. Got {variant!r} instead."
        )
    return 0.0 if table.is_identity else min(_VARIANTS[variant](table), 1.0)


@external_index(weights=True)
def normalized_information_distance(table):
    """Compute the normalized information distance, a metric between 0 and 1.

    One minus the mutual information over the larger of the two entropies. Lower is
    better. It uses more of the range from 0 to 1 than the normalized variation of
    information does.

    Returns
    -------
    distance : float
        Between 0.0 and 1.0; 0.0 exactly for identical partitions.

    See Also
    --------
    normalized_mutual_info_score : With ``average_method="max"``, one minus this.

    Notes
    -----
    :math:`1 - I / \\max(H(U), H(V)) = \\max(H(U | V), H(V | U)) / \\max(H(U), H(V))`.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison", Journal of Machine Learning Research 11 (2010)
       2837-2854.

    Examples
    --------
    >>> from skclustmetrics import normalized_information_distance
    >>> normalized_information_distance([0, 0, 1, 1], [0, 0, 1, 2])
    0.333...
    """
    if table.is_identity:
        return 0.0
    rest = max(table.entropy_true_given_pred, table.entropy_pred_given_true)
    return min(rest / max(table.entropy_true, table.entropy_pred), 1.0)


@external_index(weights=True)
def cluster_entropy_score(table, *, base=None, normalize=False):
    """Compute the entropy of the classes within the clusters.

    The mean uncertainty about the class of a sample whose cluster is known. Lower is
    better. Splitting clusters can only lower it: all singletons have 0.

    Parameters
    ----------
    base : float, default=None
        The base of the logarithm: 2 for bits; None for nats.
    normalize : bool, default=False
        Whether to divide by the largest possible value, the logarithm of the number of
        classes; the base does not matter then.

    Returns
    -------
    score : float
        At least 0.0; 0.0 exactly if no cluster holds two classes. At most 1.0 if
        normalized.

    Raises
    ------
    UndefinedIndexError
        If normalized, for a single class and several clusters: both the entropy and its
        largest possible value are 0.

    See Also
    --------
    homogeneity_score : One minus this over the entropy of the classes.

    Notes
    -----
    :math:`H(U | V) = \\sum_j (b_j / n) H(U | V = j)` for the classes U and the clusters
    V of sizes :math:`b_j`.

    References
    ----------
    .. [1] Y. Zhao and G. Karypis, "Criterion functions for document clustering:
       experiments and analysis", Technical Report 01-40, University of Minnesota
       (2001).

    Examples
    --------
    >>> from skclustmetrics import cluster_entropy_score
    >>> cluster_entropy_score([0, 0, 1, 1], [0, 0, 0, 0], base=2)
    1.0
    """
    entropy = in_base(table.entropy_true_given_pred, base)
    if not normalize or table.is_identity:
        return entropy
    if table.n_true <= 1:
        raise UndefinedIndexError(
            "The normalized entropy of clusters is undefined for a single class: its "
            "largest possible value is 0."
        )
    return min(table.entropy_true_given_pred / math.log(table.n_true), 1.0)


def _variation(table):
    return table.entropy_true_given_pred + table.entropy_pred_given_true


def _over_joint_entropy(table):
    return _variation(table) / table.joint_entropy


def _over_log_n(table):
    if table.total <= 1:
        raise UndefinedIndexError(
            "variant='log_n' divides by the logarithm of the sum of the weights, which "
            f"must be above 1; it is {table.total}."
        )
    return _variation(table) / math.log(table.total)


def _mean_conditional(table):
    if not table.entropy_true or not table.entropy_pred:
        raise UndefinedIndexError(
            "variant='conditional' is undefined where a partition has a single "
            "cluster: it divides by its entropy, which is 0."
        )
    true = table.entropy_true_given_pred / table.entropy_true
    pred = table.entropy_pred_given_true / table.entropy_pred
    return (true + pred) / 2.0


_VARIANTS = {
    "joint": _over_joint_entropy,
    "log_n": _over_log_n,
    "conditional": _mean_conditional,
}

_row = partial(
    IndexSpec,
    kind="external",
    family="information",
    greater_is_better=False,
    bounds=(0.0, 1.0),
    cost="n",
    has_sample_weight=True,
    symmetric=True,
    best_at_identity=True,
)
_nvi = partial(_row, function=normalized_variation_of_information)

INFORMATION_DISTANCE_INDICES = (
    _row(
        function=variation_of_information,
        title="variation of information",
        bounds=(0.0, math.inf),
        source="Meilă 2007, J. Multivar. Anal. 98",
    ),
    _nvi(
        title="variation of information over the joint entropy",
        source="Vinh, Epps and Bailey 2010, JMLR 11",
    ),
    _nvi(
        name="normalized_variation_of_information_log_n",
        params={"variant": "log_n"},
        title="variation of information over the logarithm of n",
        source="Meilă 2007, J. Multivar. Anal. 98",
    ),
    _nvi(
        name="normalized_variation_of_information_conditional",
        params={"variant": "conditional"},
        title="mean of the conditional entropies, each over its entropy",
        source="Wu, Xiong and Chen 2009, KDD",
    ),
    _row(
        function=normalized_information_distance,
        title="normalized information distance",
        source="Vinh, Epps and Bailey 2010, JMLR 11",
    ),
    _row(
        function=cluster_entropy_score,
        title="entropy of the classes within clusters",
        bounds=(0.0, math.inf),
        source="Zhao and Karypis 2001, TR 01-40 Minnesota",
        symmetric=False,
    ),
)
