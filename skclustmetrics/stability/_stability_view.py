"""How the stability of clusters is shown: text, table, notebook."""

import html
import math

import numpy as np

from skclustmetrics._compat._pandas import pandas_for_frame
from skclustmetrics._report_view import html_table, text_table

__all__ = ["ClusterStability"]

_DISSOLVED = 0.5
_RECOVERED = 0.75
# the limits in fpc's manual
_VERDICTS = (
    (0.85, "highly stable"),
    (0.75, "stable"),
    (0.6, "a pattern, its samples doubtful"),
    (-math.inf, "not to be trusted"),
)


class ClusterStability:
    """The stability of each cluster, as `cluster_stability` finds it.

    It prints as a table with a row for each cluster and shows as one in a notebook.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
        The partition of the data as given.
    classes : ndarray of shape (n_clusters,)
        The label of each cluster.
    sizes : ndarray of shape (n_clusters,)
        Their numbers of samples.
    silhouettes : ndarray of shape (n_clusters,)
        Their mean silhouettes, NaN where undefined.
    jaccard : dict of str to ndarray of shape (n_clusters, n_counted)
        For each scheme, the similarity in each resample.
    n_failed : dict of str to int
        For each scheme, the number of resamples on which the estimator failed.

    See Also
    --------
    cluster_stability : The function that makes it.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import cluster_stability
    >>> X, species = load_iris(return_X_y=True)
    >>> report = cluster_stability(KMeans(2), X, n_resamples=20, random_state=0)
    >>> report.sizes
    array([...])
    >>> sorted(report.to_dict())
    ['bootstrap_dissolved', 'bootstrap_jaccard', 'bootstrap_recovered', 'cluster',
    'silhouette', 'size', 'verdict']
    """

    def __init__(self, *, labels, classes, sizes, silhouettes, jaccard, n_failed):
        self.labels = labels
        self.classes = classes
        self.sizes = sizes
        self.silhouettes = silhouettes
        self.jaccard = jaccard
        self.n_failed = n_failed

    @property
    def mean_jaccard(self):
        """For each scheme, the mean similarity of each cluster."""
        return {name: values.mean(axis=1) for name, values in self.jaccard.items()}

    @property
    def dissolved(self):
        """For each scheme, how often each cluster had a similarity of at most 0.5."""
        return {
            name: np.count_nonzero(values <= _DISSOLVED, axis=1)
            for name, values in self.jaccard.items()
        }

    @property
    def recovered(self):
        """For each scheme, how often each cluster had one of at least 0.75."""
        return {
            name: np.count_nonzero(values >= _RECOVERED, axis=1)
            for name, values in self.jaccard.items()
        }

    @property
    def verdicts(self):
        """What the least mean similarity of each cluster, over schemes, says of it."""
        least = np.min(list(self.mean_jaccard.values()), axis=0)
        return [
            next(word for limit, word in _VERDICTS if value >= limit) for value in least
        ]

    def to_dict(self):
        """Return the report by columns.

        Returns
        -------
        columns : dict of str to list
            ``cluster``, ``size``, ``silhouette``, for each scheme
            ``<scheme>_jaccard``, ``<scheme>_dissolved`` and ``<scheme>_recovered``, and
            ``verdict``; an entry for each cluster.
        """
        columns = {
            "cluster": self.classes.tolist(),
            "size": self.sizes.tolist(),
            "silhouette": self.silhouettes.tolist(),
        }
        means, dissolved, recovered = self.mean_jaccard, self.dissolved, self.recovered
        for name in self.jaccard:
            columns[f"{name}_jaccard"] = means[name].tolist()
            columns[f"{name}_dissolved"] = dissolved[name].tolist()
            columns[f"{name}_recovered"] = recovered[name].tolist()
        columns["verdict"] = self.verdicts
        return columns

    def to_frame(self):
        """Return the report as a table.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_clusters, n_columns)
            The columns of `to_dict`, with the labels of the clusters as the index.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        pd = pandas_for_frame()
        return pd.DataFrame(self.to_dict()).set_index("cluster")

    def __len__(self):
        return len(self.classes)

    def __repr__(self):
        return f"<ClusterStability: {self._summary()}>"

    def __str__(self):
        header, rows = self._cells()
        lines = text_table([header, *rows], left=(0, len(header) - 1))
        notes = self._notes()
        if notes:
            notes = ["", *notes]
        return "\n".join([self._caption(), "", *lines, *notes])

    def _repr_html_(self):
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self._notes())
        return html_table(self._caption(), *self._cells()) + notes

    def _caption(self):
        return f"Stability of {self._summary()}"

    def _cells(self):
        columns = self.to_dict()
        titles = {
            name: name.replace("_jaccard", "").replace("_", " ").strip()
            if name.endswith("_jaccard")
            else name.rsplit("_", 1)[-1]
            for name in columns
        }
        rows = zip(*columns.values(), strict=True)
        return list(titles.values()), [[_text(cell) for cell in row] for row in rows]

    def _summary(self):
        n_clusters = len(self)
        covered = int(self.sizes.sum()) / len(self.labels)
        counts = ", ".join(
            f"{values.shape[1]} x {name}" for name, values in self.jaccard.items()
        )
        return (
            f"{n_clusters} cluster{'' if n_clusters == 1 else 's'} of "
            f"{len(self.labels):,} samples, coverage {covered:.1%}: {counts}"
        )

    def _notes(self):
        return [
            f"{name}: {failed} of {failed + self.jaccard[name].shape[1]} resamples "
            "failed and do not count"
            for name, failed in self.n_failed.items()
            if failed
        ]


def _text(cell):
    if isinstance(cell, float):
        return "undefined" if math.isnan(cell) else f"{cell:.3f}"
    return str(cell)
