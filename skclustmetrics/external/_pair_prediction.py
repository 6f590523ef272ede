"""How well one partition predicts which samples of another one belong together."""

from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.external._common import external_index

__all__ = [
    "PAIR_PREDICTION_INDICES",
    "least_share_together",
    "prediction_strength_score",
]


@external_index
def prediction_strength_score(table):
    """Compute how well the prediction keeps together the worst kept class.

    The prediction strength of two given labellings: `labels_true` are the clusters of
    test samples, `labels_pred` those that they are assigned by the clusters of training
    samples. Higher is better. It looks at the worst class only, and putting all
    samples into one cluster scores 1.0.

    Returns
    -------
    score : float
        Between 0.0 and 1.0; 1.0 exactly if each class lies within one cluster.

    See Also
    --------
    prediction_strength : Split, cluster and assign as well.
    pair_recall_score : The same share, over the pairs of all classes.

    Notes
    -----
    The least over classes :math:`i` of :math:`\\sum_j n_{ij} (n_{ij} - 1) / (n_i (n_i -
    1))`, the share of the pairs of the class that are together in the prediction, with
    :math:`n_{ij}` samples of class :math:`i` in cluster :math:`j`. A class of one
    sample, which has no pairs, counts as 1.0: this is the convention of R's fpc, and
    the paper leaves it open.

    References
    ----------
    .. [1] R. Tibshirani and G. Walther, "Cluster validation by prediction strength",
       Journal of Computational and Graphical Statistics 14 (2005) 511-528.
       :doi:`10.1198/106186005X59243`

    Examples
    --------
    >>> from skclustmetrics import prediction_strength_score
    >>> prediction_strength_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.333...
    """
    return least_share_together(table)


def least_share_together(table):
    """Return the least share of the pairs of a class that share a cluster too."""
    kept = [0] * table.n_true
    for row, count in zip(table.rows.tolist(), table.counts.tolist(), strict=True):
        kept[row] += count * (count - 1)
    sizes = table.row_sums.tolist()
    shares = (k / (n * (n - 1)) for k, n in zip(kept, sizes, strict=True) if n > 1)
    return min(shares, default=1.0)


_row = partial(
    IndexSpec,
    kind="external",
    family="pair counting",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n",
    symmetric=False,
    best_at_identity=True,
)

PAIR_PREDICTION_INDICES = (
    _row(
        function=prediction_strength_score,
        title="prediction strength of two labellings",
        source="Tibshirani & Walther 2005, JCGS 14",
    ),
)
