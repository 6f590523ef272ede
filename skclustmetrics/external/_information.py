"""Indices of the information that two partitions share, and of its halves."""

from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import external_index
from skclustmetrics.external._entropies import average_entropy, check_beta, in_base
from skclustmetrics.external._formulas import f_weights

__all__ = [
    "INFORMATION_INDICES",
    "completeness_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "v_measure_score",
]


@external_index(weights=True)
def mutual_info_score(table, *, base=None):
    """Compute the mutual information of two partitions.

    How much knowing the cluster of a sample tells about its class, and the other way
    round. Higher is better, but the largest possible value is the smaller of the two
    entropies, and random partitions with many clusters share information by chance: see
    `normalized_mutual_info_score` and `adjusted_mutual_info_score`.

    Parameters
    ----------
    base : float, default=None
        The base of the logarithm: 2 for bits; None for nats.

    Returns
    -------
    score : float
        Not negative; 0.0 exactly if one partition has a single cluster or if the two
        are independent.

    See Also
    --------
    normalized_mutual_info_score : Between 0 and 1.
    adjusted_mutual_info_score : Corrected for chance.

    Notes
    -----
    With :math:`n_{ij}` samples of class i in cluster j, class sizes :math:`a_i` and
    cluster sizes :math:`b_j`,

    .. math::

        I = \\sum_{ij} \\frac{n_{ij}}{n} \\log \\frac{n \\, n_{ij}}{a_i b_j}

    It is computed as a sum of terms that are not negative, so that near independence no
    digits are lost.

    References
    ----------
    .. [1] C. E. Shannon, "A mathematical theory of communication", Bell System
       Technical Journal 27 (1948) 379-423.

    Examples
    --------
    >>> from skclustmetrics import mutual_info_score
    >>> mutual_info_score([0, 0, 1, 1], [1, 1, 0, 0], base=2)
    1.0
    """
    return in_base(table.mutual_information, base)


@external_index(weights=True)
def normalized_mutual_info_score(table, *, average_method="arithmetic"):
    """Compute the mutual information divided by a mean of the two entropies.

    It lies between 0 and 1, higher is better. It is not corrected for chance: random
    partitions with many clusters score high, see `adjusted_mutual_info_score`.

    Parameters
    ----------
    average_method : {"arithmetic", "geometric", "min", "max", "joint"}, \
default="arithmetic"
        The divisor: a mean, the smaller or the larger of the two entropies, or their
        joint entropy.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions, 0.0 exactly if one
        of two different partitions has a single cluster.

    See Also
    --------
    adjusted_mutual_info_score : Corrected for chance.
    v_measure_score : The same value as with the arithmetic mean.

    Notes
    -----
    :math:`I / M` with the mutual information :math:`I` and the divisor :math:`M`. With
    the smaller entropy, a partition scores 1.0 against each of its refinements.
    :math:`1 - I / M` is a metric for the joint entropy and for the larger entropy.

    References
    ----------
    .. [1] A. Strehl and J. Ghosh, "Cluster ensembles: a knowledge reuse framework for
       combining multiple partitions", Journal of Machine Learning Research 3 (2002)
       583-617.
    .. [2] N. X. Vinh, J. Epps and J. Bailey, "Information theoretic measures for
       clusterings comparison", Journal of Machine Learning Research 11 (2010)
       2837-2854.

    Examples
    --------
    >>> from skclustmetrics import normalized_mutual_info_score
    >>> normalized_mutual_info_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.5158...
    """
    entropies = table.entropy_true, table.entropy_pred
    if average_method == "joint":
        mean = table.joint_entropy
    else:
        mean = average_entropy(*entropies, average_method, also=("joint",))
    if table.is_identity:
        return 1.0
    if not table.mutual_information:
        return 0.0
    if average_method == "min" and (table.is_homogeneous or table.is_complete):
        return 1.0
    return min(table.mutual_information / mean, 1.0)


@external_index(weights=True)
def homogeneity_score(table):
    """Compute how far each cluster keeps to a single class.

    It lies between 0 and 1, higher is better. Splitting clusters can only raise it: all
    singletons are homogeneous. Look at `completeness_score` as well.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly if no cluster holds two classes.

    See Also
    --------
    completeness_score : The same with the roles of the partitions changed.
    v_measure_score : The harmonic mean of the two.

    Notes
    -----
    :math:`1 - H(U | V) / H(U) = I / H(U)` for the classes U and the clusters V; 1.0 if
    there is a single class.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", EMNLP-CoNLL 2007, 410-420.

    Examples
    --------
    >>> from skclustmetrics import homogeneity_score
    >>> homogeneity_score([0, 0, 1, 1], [0, 1, 2, 3])
    1.0
    """
    if table.is_homogeneous:
        return 1.0
    return min(table.mutual_information / table.entropy_true, 1.0)


@external_index(weights=True)
def completeness_score(table):
    """Compute how far each class is kept in a single cluster.

    It lies between 0 and 1, higher is better. Merging clusters can only raise it: a
    single cluster is complete. Look at `homogeneity_score` as well.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly if no class is in two clusters.

    See Also
    --------
    homogeneity_score : The same with the roles of the partitions changed.
    v_measure_score : The harmonic mean of the two.

    Notes
    -----
    :math:`1 - H(V | U) / H(V) = I / H(V)` for the classes U and the clusters V; 1.0 if
    there is a single cluster. For all singletons it is :math:`H(U) / H(V)`, not 0.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", EMNLP-CoNLL 2007, 410-420.

    Examples
    --------
    >>> from skclustmetrics import completeness_score
    >>> completeness_score([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    """
    if table.is_complete:
        return 1.0
    return min(table.mutual_information / table.entropy_pred, 1.0)


@external_index(weights=True)
def v_measure_score(table, *, beta=1.0):
    """Compute the weighted harmonic mean of homogeneity and completeness.

    It lies between 0 and 1, higher is better. It is not corrected for chance: random
    partitions with many clusters score high.

    Parameters
    ----------
    beta : float, default=1.0
        The weight of completeness: above 1 it counts more than homogeneity.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly for identical partitions.

    Raises
    ------
    UndefinedIndexError
        If beta is 0 and only the completeness is 0: the mean is 0/0.

    See Also
    --------
    homogeneity_score : One part of it.
    completeness_score : The other part of it.
    normalized_mutual_info_score : The same value for ``beta=1``.

    Notes
    -----
    :math:`(1 + \\beta) h c / (\\beta h + c)` with homogeneity h and completeness c; 0.0
    if both are 0. Note that this weight is :math:`\\beta`, not :math:`\\beta^2` as in
    the F-measures.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", EMNLP-CoNLL 2007, 410-420.

    Examples
    --------
    >>> from skclustmetrics import v_measure_score
    >>> v_measure_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    0.5158...
    """
    return homogeneity_completeness_v_measure.from_table(table, beta=beta)[2]


@external_index(weights=True)
def homogeneity_completeness_v_measure(table, *, beta=1.0):
    """Compute homogeneity, completeness and V-measure at once.

    Parameters
    ----------
    beta : float, default=1.0
        The weight of completeness in the V-measure.

    Returns
    -------
    homogeneity : float
        As `homogeneity_score` gives it.
    completeness : float
        As `completeness_score` gives it.
    v_measure : float
        As `v_measure_score` gives it.

    Raises
    ------
    UndefinedIndexError
        If the V-measure is undefined.

    See Also
    --------
    homogeneity_score : Whether clusters keep to one class.
    completeness_score : Whether classes are kept in one cluster.
    v_measure_score : The harmonic mean.

    References
    ----------
    .. [1] A. Rosenberg and J. Hirschberg, "V-measure: a conditional entropy-based
       external cluster evaluation measure", EMNLP-CoNLL 2007, 410-420.

    Examples
    --------
    >>> from skclustmetrics import homogeneity_completeness_v_measure
    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [1, 1, 0, 0])
    (1.0, 1.0, 1.0)
    """
    beta = check_beta(beta)
    homogeneity = homogeneity_score.from_table(table)
    completeness = completeness_score.from_table(table)
    product = homogeneity * completeness
    if not product:
        if homogeneity and not beta:
            raise UndefinedIndexError(
                "The V-measure is undefined for beta=0 where the completeness is 0."
            )
        return homogeneity, completeness, 0.0
    of_completeness, of_homogeneity = f_weights(beta, power=1)
    v_measure = product / (
        of_completeness * homogeneity + of_homogeneity * completeness
    )
    return homogeneity, completeness, min(v_measure, 1.0)


_row = partial(
    IndexSpec,
    kind="external",
    family="information",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n",
    has_sample_weight=True,
    symmetric=True,
    best_at_identity=True,
)
_nmi = partial(
    _row,
    function=normalized_mutual_info_score,
    source="Strehl and Ghosh 2002, JMLR 3",
)

INFORMATION_INDICES = (
    _row(
        function=mutual_info_score,
        title="mutual information",
        bounds=(0.0, float("inf")),
        source="Shannon 1948, Bell Syst. Tech. J. 27",
        best_at_identity=False,
    ),
    _nmi(title="normalized mutual information"),
    _nmi(
        name="normalized_mutual_info_geometric",
        params={"average_method": "geometric"},
        title="mutual information over the geometric mean of the entropies",
    ),
    _nmi(
        name="normalized_mutual_info_min",
        params={"average_method": "min"},
        title="mutual information over the smaller entropy",
    ),
    _nmi(
        name="normalized_mutual_info_max",
        params={"average_method": "max"},
        title="mutual information over the larger entropy",
    ),
    _nmi(
        name="normalized_mutual_info_joint",
        params={"average_method": "joint"},
        title="mutual information over the joint entropy",
    ),
    _row(
        function=homogeneity_score,
        title="homogeneity",
        source="Rosenberg and Hirschberg 2007, EMNLP",
        symmetric=False,
    ),
    _row(
        function=completeness_score,
        title="completeness",
        source="Rosenberg and Hirschberg 2007, EMNLP",
        symmetric=False,
    ),
    _row(
        function=v_measure_score,
        title="V-measure",
        source="Rosenberg and Hirschberg 2007, EMNLP",
    ),
)
