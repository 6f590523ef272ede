"""How a Pareto comparison is shown: text, table, notebook."""

import math

import numpy as np

from skclustmetrics._compat._pandas import pandas_for_frame
from skclustmetrics._report_view import format_value, html_table, text_table

__all__ = ["ParetoComparison"]


class ParetoComparison:
    """Partitions compared by several indices, as `pareto_comparison` makes it.

    It prints as a table, the front first, and shows as one in a notebook.

    Parameters
    ----------
    names : list of str
        The partitions.
    indices : list of str
        What they are judged by; ``"coverage"`` is among these where noise is left out.
    greater_is_better : list of bool
        The direction of each index.
    values : ndarray of shape (n_labelings, n_indices)
        The indices, NaN where one has no value.
    coverage : ndarray of shape (n_labelings,)
        The fraction of the samples that are no noise.
    dominates : ndarray of shape (n_labelings, n_labelings), dtype bool
        Whether the partition of the row dominates the one of the column.

    Attributes
    ----------
    ranks : ndarray of shape (n_labelings,), dtype int
        1 for the front, 2 for what would be the front without it, and so on.

    See Also
    --------
    pareto_comparison : The function that makes it.

    Examples
    --------
    >>> from skclustmetrics import pareto_comparison
    >>> X = [[0.0], [1.0], [5.0], [7.0], [8.0]]
    >>> labelings = {"two": [0, 0, 1, 1, 1], "odd": [0, 1, 0, 1, 0]}
    >>> comparison = pareto_comparison(X, labelings, indices=["silhouette", "dunn"])
    >>> comparison.front
    ['two']
    >>> comparison.dominated_by("odd")
    ['two']
    """

    def __init__(
        self, *, names, indices, greater_is_better, values, coverage, dominates
    ):
        self.names = names
        self.indices = indices
        self.greater_is_better = greater_is_better
        self.values = values
        self.coverage = coverage
        self.dominates = dominates
        self.ranks = _rank(dominates)

    @property
    def front(self):
        """The partitions that none dominates."""
        return [name for name, rank in self._ranked() if rank == 1]

    def dominated_by(self, name):
        """Return which partitions dominate one.

        Parameters
        ----------
        name : str
            The partition.

        Returns
        -------
        names : list of str
            Empty for those on the front.
        """
        if name not in self.names:
            raise ValueError(f"name must be one of {self.names}. Got {name!r} instead.")
        column = self.dominates[:, self.names.index(name)]
        return [self.names[i] for i in np.flatnonzero(column)]

    def to_dict(self):
        """Return the values by the names of the partitions and of the indices.

        Returns
        -------
        values : dict of str to dict of str to float
            NaN where a partition has no value.
        """
        return {
            name: dict(zip(self.indices, row.tolist(), strict=True))
            for name, row in zip(self.names, self.values, strict=True)
        }

    def to_frame(self):
        """Return the comparison as a table.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_labelings, n_indices + 2)
            A row for each partition, by its name: the indices, ``rank`` and
            ``dominated_by``, a list of names.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        pd = pandas_for_frame()
        index = pd.Index(self.names, name="labeling")
        frame = pd.DataFrame(self.values, columns=self.indices, index=index)
        frame["rank"] = self.ranks
        frame["dominated_by"] = [self.dominated_by(name) for name in self.names]
        return frame

    def __len__(self):
        return len(self.names)

    def __repr__(self):
        return f"<ParetoComparison: {self._summary()}>"

    def __str__(self):
        header, rows = self._cells()
        lines = text_table([header, *rows], left=(0, len(header) - 1))
        return "\n".join([self._caption(), "", *lines])

    def _repr_html_(self):
        return html_table(self._caption(), *self._cells())

    def _caption(self):
        return f"Pareto comparison of {self._summary()}"

    def _summary(self):
        return (
            f"{len(self)} partitions by {len(self.indices)} indices, "
            f"{len(self.front)} on the front"
        )

    def _ranked(self):
        return zip(self.names, self.ranks, strict=True)

    def _cells(self):
        arrows = ["↑" if better else "↓" for better in self.greater_is_better]
        titles = [
            f"{name} {arrow}" for name, arrow in zip(self.indices, arrows, strict=True)
        ]
        rows = []
        for i in np.argsort(self.ranks, kind="stable"):
            values = [
                "undefined" if math.isnan(value) else format_value(value)
                for value in self.values[i].tolist()
            ]
            beaten_by = ", ".join(self.dominated_by(self.names[i]))
            rows.append([self.names[i], *values, str(self.ranks[i]), beaten_by])
        return ["labeling", *titles, "rank", "dominated by"], rows


def _rank(dominates):
    """Peel off one front after the other."""
    ranks = np.zeros(len(dominates), dtype=int)
    rank = 0
    while (ranks == 0).any():
        rank += 1
        left = ranks == 0
        beaten = dominates[left].any(axis=0)
        ranks[left & ~beaten] = rank
    return ranks
