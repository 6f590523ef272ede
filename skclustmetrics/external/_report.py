"""All indices of two partitions at once, from one contingency table."""

import math
from collections.abc import Iterable

from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics._report_view import ReportEntry
from skclustmetrics._validation._pair import check_label_pair
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import make_table
from skclustmetrics.external._null_models import ROWS, identity_table, resolve_score
from skclustmetrics.external._report_view import ExternalReport

__all__ = ["external_report"]

# samples times clusters up to which the exact variance takes about a second
_LARGEST_VARIANCE_WORK = 2**16


def external_report(
    labels_true=None,
    labels_pred=None,
    *,
    indices=None,
    contingency=None,
    sample_weight=None,
    noise_label=None,
    noise="drop",
    unknown_label=None,
):
    """Compute all indices of two partitions from one contingency table.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), default=None
        The true class of each sample: integers, strings, booleans or categories.
    labels_pred : array-like of shape (n_samples,), default=None
        The cluster of each sample.
    indices : list of str or callable, default=None
        Names of external indices, or their functions. None means all; of large tables,
        `standardized_mutual_info_score` is then left out, which takes long.
    contingency : {array-like, sparse matrix} of shape (n_classes, n_clusters), \
default=None
        Ready counts of the samples of each class in each cluster. If given, the labels
        are not looked at and may be None.
    sample_weight : array-like of shape (n_samples,), default=None
        How much each sample counts. If the weights are not whole, indices that are
        functions of whole counts have no value.
    noise_label : label, collection of labels or "negative", default=None
        Which labels mean noise; "negative" stands for all negative numbers. None means
        that every label is a cluster.
    noise : {"drop", "singletons", "cluster"}, default="drop"
        What to do with noise, as in all external indices.
    unknown_label : label, collection of labels or "negative", default=None
        Samples of this true label are left out: their class is unknown.

    Returns
    -------
    report : ExternalReport
        The values, with the direction, the range and the best value of each index. An
        index that is undefined is listed with the reason.

    Raises
    ------
    ValueError
        If an index is unknown, if the labels are missing, continuous, not 1D or of
        different lengths, or if no sample is left after noise and unknown samples are
        dropped.

    See Also
    --------
    adjusted_for_chance : Any of these indices, corrected for chance.
    external_permutation_test : Whether an agreement can be chance.

    Notes
    -----
    The best value is what identical partitions score: where that is not the largest
    possible value of the index, what the truth scores against itself. An index of which
    neither direction is better has none.

    Examples
    --------
    >>> from skclustmetrics import external_report
    >>> report = external_report(
    ...     [0, 0, 0, 1, 1, 1],
    ...     [0, 0, 1, 1, 2, 2],
    ...     indices=["adjusted_rand", "adjusted_mutual_info", "van_dongen_distance"],
    ... )
    >>> print(report)
    External indices of 6 samples: 2 classes, 3 clusters, coverage 100.0%
    <BLANKLINE>
      index                 better   value    best  range
    <BLANKLINE>
    pair counting
      adjusted_rand         ↑       0.2424  1.0000  [-0.5, 1]
    <BLANKLINE>
    information
      adjusted_mutual_info  ↑       0.2988  1.0000  (-∞, 1]
    <BLANKLINE>
    set matching
      van_dongen_distance   ↓       3.0000  0.0000  [0, ∞)
    """
    scores = _resolve_indices(indices)
    table, n_samples, coverage = _count(
        labels_true,
        labels_pred,
        contingency=contingency,
        sample_weight=sample_weight,
        noise_label=noise_label,
        noise=noise,
        unknown_label=unknown_label,
    )
    own = identity_table(table.row_sums)
    return ExternalReport(
        [_describe(score, table, own, everything=indices is None) for score in scores],
        n_samples=n_samples,
        n_classes=table.n_true,
        n_clusters=table.n_pred,
        coverage=coverage,
    )


def _resolve_indices(indices):
    if indices is None:
        indices = list(ROWS)
    elif isinstance(indices, str) or callable(indices):
        indices = [indices]
    elif not isinstance(indices, Iterable):
        raise TypeError(
            "indices must be a list of names or functions of external indices. Got "
            f"{indices!r} instead."
        )
    scores = [resolve_score(index, argument="indices") for index in indices]
    for score in scores:
        if score.row is None:
            raise ValueError(
                f"indices holds {score.function!r}, which is not an external index of "
                "this package."
            )
    names = [score.name for score in scores]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"indices lists {min(twice)} more than once.")
    return scores


def _count(labels_true, labels_pred, *, contingency, sample_weight, **policy):
    """Return the table, how many samples there are, and the coverage."""
    if contingency is not None or labels_true is None or labels_pred is None:
        table = make_table(
            labels_true,
            labels_pred,
            contingency=contingency,
            sample_weight=sample_weight,
            weights=True,
            name="external_report",
            **policy,
        )
        return table, table.total, 1.0
    pair = check_label_pair(
        labels_true, labels_pred, sample_weight=sample_weight, **policy
    )
    table = Contingency.from_codes(
        pair.codes_true, pair.n_true, pair.codes_pred, pair.n_pred, pair.weight
    )
    n_samples = len(pair.codes_true) if pair.kept is None else len(pair.kept)
    return table, n_samples, pair.coverage


def _describe(score, table, own, *, everything):
    row, reason = score.row, ""
    value = best = math.nan
    is_left_out = True
    if table.is_weighted and not row.has_sample_weight:
        reason = "it is a function of whole counts, and the weights are not whole"
    elif everything and _takes_long(row, table):
        reason = f"it takes long for such a table; ask for it by indices=[{row.name!r}]"
    else:
        is_left_out = False
        try:
            value = score(table)
        except UndefinedIndexError as error:
            reason = str(error)
        best = _best_value(score, own)
    return ReportEntry(
        row.name,
        row.family,
        row.title,
        value,
        row.greater_is_better,
        row.bounds,
        best,
        is_left_out,
        reason,
    )


def _best_value(score, own):
    if score.row.greater_is_better is None:
        return math.nan
    if score.row.best_at_identity:
        return score.row.best
    try:
        return score(own)
    except UndefinedIndexError:
        return math.nan


def _takes_long(row, table):
    work = table.total * (table.n_true + table.n_pred)
    return row.name == "standardized_mutual_info" and work > _LARGEST_VARIANCE_WORK
