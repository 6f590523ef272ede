"""All indices of two partitions at once, from one contingency table."""

import html
import math
from typing import NamedTuple

from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics._validation._pair import check_label_pair
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import make_table
from skclustmetrics.external._null_models import ROWS, identity_table, resolve_score

__all__ = ["ExternalReport", "external_report"]

# samples times clusters up to which the exact variance takes about a second
_LARGEST_VARIANCE_WORK = 2**16

_HEADER = ("index", "better", "value", "best", "range")


class _Entry(NamedTuple):
    """One index of the report."""

    name: str
    family: str
    title: str
    value: float
    greater_is_better: bool
    bounds: tuple
    best: float
    is_left_out: bool
    reason: str


class ExternalReport:
    """The indices of two partitions, as `external_report` makes them.

    It prints as a table by families and shows as one in a notebook. ``report[name]`` is
    the value of an index.

    Parameters
    ----------
    entries : list
        One entry for each index, in the order of the families.
    n_samples : int or float
        The number of samples, those included that are left out; or the total of a ready
        table, or of the weights.
    n_classes, n_clusters : int
        The number of classes and of clusters that were compared.
    coverage : float
        The fraction of the samples whose class is known and that neither labelling
        calls noise.

    See Also
    --------
    external_report : The function that makes it.

    Examples
    --------
    >>> from skclustmetrics import external_report
    >>> report = external_report([0, 0, 1, 1], [0, 0, 1, 2], indices=["rand", "purity"])
    >>> report["rand"]
    0.833...
    >>> report.to_dict()
    {'rand': 0.833..., 'purity': 1.0}
    """

    def __init__(self, entries, *, n_samples, n_classes, n_clusters, coverage):
        self._entries = list(entries)
        self.n_samples = n_samples
        self.n_classes = n_classes
        self.n_clusters = n_clusters
        self.coverage = coverage

    def to_dict(self):
        """Return the values by the names of the indices.

        Returns
        -------
        values : dict of str to float
            NaN where an index is undefined.
        """
        return {entry.name: entry.value for entry in self._entries}

    def reasons(self):
        """Return why the indices without a value have none.

        Returns
        -------
        reasons : dict of str to str
            The reason by the name of the index; empty if all have a value.
        """
        return {entry.name: entry.reason for entry in self._entries if entry.reason}

    def to_frame(self):
        """Return the report as a table.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_indices, 8)
            A row for each index, by its name, with the columns ``family``, ``title``,
            ``value``, ``greater_is_better``, ``lowest``, ``highest``, ``best`` and
            ``reason``.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError(
                "to_frame needs pandas, which is not installed: pip install pandas. "
                "to_dict works without it."
            ) from error
        records = [
            {
                "family": entry.family,
                "title": entry.title,
                "value": entry.value,
                "greater_is_better": entry.greater_is_better,
                "lowest": entry.bounds[0],
                "highest": entry.bounds[1],
                "best": entry.best,
                "reason": entry.reason,
            }
            for entry in self._entries
        ]
        names = [entry.name for entry in self._entries]
        return pd.DataFrame(records, index=pd.Index(names, name="index"))

    def __getitem__(self, name):
        return self.to_dict()[name]

    def __len__(self):
        return len(self._entries)

    def __repr__(self):
        return f"<ExternalReport: {len(self)} indices of {self._summary()}>"

    def __str__(self):
        cells = [_HEADER, *map(_cells, self._entries)]
        widths = [max(len(row[column]) for row in cells) for column in range(4)]
        lines = [f"External indices of {self._summary()}", "", _line(_HEADER, widths)]
        for family, entries in self._by_family():
            lines += ["", family]
            for entry in entries:
                lines.append(_line(_cells(entry), widths))
        for name, reason in self.reasons().items():
            lines += ["", f"{name}: {reason}"]
        return "\n".join(lines)

    def _repr_html_(self):
        head = "".join(f"<th>{title}</th>" for title in _HEADER)
        rows = []
        for family, entries in self._by_family():
            rows.append(
                f'<tr><th colspan="{len(_HEADER)}" style="text-align: left">'
                f"{html.escape(family)}</th></tr>"
            )
            for entry in entries:
                name, *others = (html.escape(cell) for cell in _cells(entry))
                title = html.escape(entry.title)
                others = "".join(f"<td>{cell}</td>" for cell in others)
                rows.append(f'<tr title="{title}"><td>{name}</td>{others}</tr>')
        notes = "".join(
            f"<p>{html.escape(f'{name}: {reason}')}</p>"
            for name, reason in self.reasons().items()
        )
        return (
            f"<table><caption>External indices of {html.escape(self._summary())}"
            f"</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{''.join(rows)}</tbody></table>{notes}"
        )

    def _summary(self):
        samples = _count_of(self.n_samples, "sample")
        classes = _count_of(self.n_classes, "class", "classes")
        clusters = _count_of(self.n_clusters, "cluster")
        return f"{samples}: {classes}, {clusters}, coverage {self.coverage:.1%}"

    def _by_family(self):
        families = {}
        for entry in self._entries:
            families.setdefault(entry.family, []).append(entry)
        return families.items()


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
    possible value of the index, what the truth scores against itself.

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
    scores = [resolve_score(index) for index in indices]
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
        best = row.best if row.best_at_identity else _own_score(score, own)
    return _Entry(
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


def _own_score(score, own):
    try:
        return score(own)
    except UndefinedIndexError:
        return math.nan


def _takes_long(row, table):
    work = table.total * (table.n_true + table.n_pred)
    return row.name == "standardized_mutual_info" and work > _LARGEST_VARIANCE_WORK


def _cells(entry):
    low, high = entry.bounds
    value = "left out" if entry.is_left_out else "undefined"
    if not math.isnan(entry.value):
        value = _number(entry.value)
    opening = "(" if math.isinf(low) else "["
    closing = ")" if math.isinf(high) else "]"
    return (
        entry.name,
        "↑" if entry.greater_is_better else "↓",
        value,
        "" if math.isnan(entry.best) else _number(entry.best),
        f"{opening}{_bound(low)}, {_bound(high)}{closing}",
    )


def _line(cells, widths):
    name, better, value, best, bounds = cells
    width = dict(zip(_HEADER, widths, strict=False))
    return (
        f"  {name:<{width['index']}}  {better:<{width['better']}}  "
        f"{value:>{width['value']}}  {best:>{width['best']}}  {bounds}"
    ).rstrip()


def _count_of(number, noun, plural=None):
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def _number(value):
    if math.isinf(value):
        return _bound(value)
    size = abs(value)
    return f"{value:.4f}" if size == 0 or 1e-3 <= size < 1e6 else f"{value:.4g}"


def _bound(value):
    if math.isinf(value):
        return "-∞" if value < 0 else "∞"
    return f"{value:g}"
