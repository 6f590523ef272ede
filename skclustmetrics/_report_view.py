"""How many indices are shown together: text, table, notebook."""

import html
import math
from typing import NamedTuple

from skclustmetrics._compat._pandas import pandas_for_frame

__all__ = [
    "IndexReport",
    "ReportEntry",
    "count_of",
    "format_value",
    "html_table",
    "text_table",
]

_HEADER = ("index", "better", "value", "best", "range")
_ARROWS = {True: "↑", False: "↓", None: ""}


class ReportEntry(NamedTuple):
    """One index of the report."""

    name: str
    family: str
    title: str
    value: float
    greater_is_better: bool | None
    bounds: tuple
    best: float
    is_left_out: bool
    reason: str


class IndexReport:
    """Indices by families: a table in text and in a notebook.

    A subclass says what the indices are about, by `_title` and `_summary`.

    Parameters
    ----------
    entries : list of ReportEntry
        One for each index, in the order of the families.
    """

    _title = "Indices"

    def __init__(self, entries):
        self._entries = list(entries)

    def _summary(self):
        """What is judged, in a few words."""
        raise NotImplementedError

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
            ``reason``. If neither direction of an index is better, its
            ``greater_is_better`` is None and its ``best`` NaN.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        pd = pandas_for_frame()
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
        return f"<{type(self).__name__}: {len(self)} indices of {self._summary()}>"

    def __str__(self):
        cells = [_HEADER, *map(_cells, self._entries)]
        widths = [max(len(row[column]) for row in cells) for column in range(4)]
        lines = [f"{self._title} of {self._summary()}", "", _line(_HEADER, widths)]
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
            f"<table><caption>{self._title} of {html.escape(self._summary())}"
            f"</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{''.join(rows)}</tbody></table>{notes}"
        )

    def _by_family(self):
        families = {}
        for entry in self._entries:
            families.setdefault(entry.family, []).append(entry)
        return families.items()


def _cells(entry):
    low, high = entry.bounds
    value = "left out" if entry.is_left_out else "undefined"
    if not math.isnan(entry.value):
        value = format_value(entry.value)
    opening = "(" if math.isinf(low) else "["
    closing = ")" if math.isinf(high) else "]"
    return (
        entry.name,
        _ARROWS[entry.greater_is_better],
        value,
        "" if math.isnan(entry.best) else format_value(entry.best),
        f"{opening}{_bound(low)}, {_bound(high)}{closing}",
    )


def _line(cells, widths):
    name, better, value, best, bounds = cells
    width = dict(zip(_HEADER, widths, strict=False))
    return (
        f"  {name:<{width['index']}}  {better:<{width['better']}}  "
        f"{value:>{width['value']}}  {best:>{width['best']}}  {bounds}"
    ).rstrip()


def text_table(rows, left):
    """Return lines of aligned cells; the columns at the places `left` to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place in left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def html_table(caption, header, rows):
    """Return a table for notebooks."""
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in header)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def count_of(number, noun, plural=None):
    """Write how many there are of something."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def format_value(value):
    """Write a value as short as it may be."""
    if math.isinf(value):
        return _bound(value)
    size = abs(value)
    return f"{value:.4f}" if size == 0 or 1e-3 <= size < 1e6 else f"{value:.4g}"


def _bound(value):
    if math.isinf(value):
        return "-∞" if value < 0 else "∞"
    return f"{value:g}"
