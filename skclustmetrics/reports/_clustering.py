"""The internal and the external indices of one partition, side by side."""

from skclustmetrics._compat._pandas import pandas_for_frame
from skclustmetrics._registry import INDICES
from skclustmetrics.external._report import external_report
from skclustmetrics.reports._choice import find_rows
from skclustmetrics.reports._internal import internal_report

__all__ = ["ClusteringReport", "clustering_report"]


class ClusteringReport:
    """What indices say of a partition, as `clustering_report` makes it.

    It prints as two tables and shows as two in a notebook. ``report[name]`` is the
    value of an index.

    Parameters
    ----------
    internal : InternalReport or None
        What the data says.
    external : ExternalReport or None
        What the truth says; None if there is none.

    See Also
    --------
    clustering_report : The function that makes it.

    Examples
    --------
    >>> from skclustmetrics import clustering_report
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> report = clustering_report(
    ...     X, [0, 0, 1, 1], [0, 1, 1, 1], indices=["dunn", "rand"]
    ... )
    >>> report["dunn"], report["rand"]
    (2.0, 0.5)
    >>> report.external
    <ExternalReport: 1 indices of 4 samples: 2 classes, 2 clusters, coverage 100.0%>
    """

    def __init__(self, internal, external):
        self.internal = internal
        self.external = external

    @property
    def _parts(self):
        return [part for part in (self.internal, self.external) if part is not None]

    def to_dict(self):
        """Return the values by the names of the indices.

        Returns
        -------
        values : dict of str to float
            NaN where an index is undefined.
        """
        return {k: v for part in self._parts for k, v in part.to_dict().items()}

    def reasons(self):
        """Return why the indices without a value have none.

        Returns
        -------
        reasons : dict of str to str
            The reason by the name of the index; empty if all have a value.
        """
        return {k: v for part in self._parts for k, v in part.reasons().items()}

    def to_frame(self):
        """Return the report as a table.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_indices, 9)
            A row for each index, by its name, with ``kind``, which is "internal" or
            "external", and the columns of the two reports.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        frames = [part.to_frame() for part in self._parts]
        frame = pandas_for_frame().concat(frames)
        frame.insert(0, "kind", [INDICES[name].kind for name in frame.index])
        return frame

    def __getitem__(self, name):
        return self.to_dict()[name]

    def __len__(self):
        return sum(map(len, self._parts))

    def __repr__(self):
        return f"<ClusteringReport: {', '.join(map(repr, self._parts))}>"

    def __str__(self):
        return "\n\n\n".join(map(str, self._parts))

    def _repr_html_(self):
        return "".join(part._repr_html_() for part in self._parts)


def clustering_report(
    X,
    labels,
    labels_true=None,
    *,
    indices=None,
    families=None,
    cost="auto",
    metric=None,
    noise_label=None,
    noise="drop",
    unknown_label=None,
    sample_weight=None,
    n_jobs=None,
):
    """Compute what the data says of a partition, and what the truth says of it.

    Read more in the :ref:`User Guide <reports>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    labels_true : array-like of shape (n_samples,), default=None
        The true class of each sample; None means that it is not known.
    indices : list of str or callable, default=None
        Names of indices, or functions, of both kinds; None means all that `families`
        and `cost` allow.
    families : list of str, default=None
        Only indices of these families, of both kinds.
    cost : {"auto", "linear", "pairs", "sorted pairs"}, default="auto"
        What internal indices may cost where `indices` is None, as in
        :func:`internal_report`.
    metric : str or callable, default=None
        The metric of all indices that take one, or "precomputed"; None leaves each its
        own.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster. "nearest" cannot be
        combined with `labels_true`, as it needs the data.
    unknown_label : label, collection of labels or "negative", default=None
        Samples of this true label have no part in external indices.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise.

    Returns
    -------
    report : ClusteringReport
        With the parts `internal` and `external`.

    Raises
    ------
    ValueError
        If an index is unknown, if an external one is asked for without `labels_true`,
        or another argument is not what it must be.
    TypeError
        If `indices` is no list.

    See Also
    --------
    internal_report : The first part alone.
    external_report : The second part alone.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import clustering_report
    >>> X, species = load_iris(return_X_y=True)
    >>> labels = KMeans(3, random_state=0).fit_predict(X)
    >>> report = clustering_report(X, labels, species)
    >>> round(report["silhouette"], 3), round(report["adjusted_rand"], 3)
    (0.551, 0.716)
    """
    inner, outer = _divide(indices, families, labels_true)
    own_families = None if inner is None else sorted({row.family for row in inner})
    policy = {"noise_label": noise_label, "sample_weight": sample_weight}
    internal = external = None
    if labels_true is not None and noise == "nearest":
        raise ValueError(
            "noise='nearest' needs the data, which external indices do not see. Choose "
            "another noise=, or leave out labels_true."
        )
    if inner is None or inner:
        internal = internal_report(
            X,
            labels,
            indices=None if indices is None else [row.name for row in inner],
            families=own_families,
            cost=cost,
            metric=metric,
            noise=noise,
            n_jobs=n_jobs,
            **policy,
        )
    if labels_true is not None and (outer is None or outer):
        external = external_report(
            labels_true,
            labels,
            indices=None if outer is None else [row.name for row in outer],
            noise=noise,
            unknown_label=unknown_label,
            **policy,
        )
    return ClusteringReport(internal, external)


def _divide(indices, families, labels_true):
    """Return the rows of the internal and of the external indices; None means all."""
    if indices is None and families is None:
        return None, None
    rows = find_rows(indices, families, ("internal", "external"))
    outer = [row for row in rows if row.kind == "external"]
    if outer and labels_true is None:
        raise ValueError(
            f"{outer[0].name} is asked for, which compares with the truth: give "
            "labels_true."
        )
    return [row for row in rows if row.kind == "internal"], outer
