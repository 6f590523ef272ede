"""All internal indices of one partition, what they share computed once."""

import math

from skclustmetrics._report_view import IndexReport, ReportEntry, count_of
from skclustmetrics._validation._data import check_same_rows, plain_container
from skclustmetrics._validation._noise import make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.internal import INTERNAL_INDICES
from skclustmetrics.internal._shared_scores import NotComputed, shared_scores
from skclustmetrics.reports._choice import (
    affordable,
    check_cost,
    cost_class,
    find_rows,
)

__all__ = ["InternalReport", "internal_report"]


class InternalReport(IndexReport):
    """The internal indices of a partition, as `internal_report` makes them.

    It prints as a table by families and shows as one in a notebook. ``report[name]`` is
    the value of an index.

    Parameters
    ----------
    entries : list
        One entry for each index, in the order of the families.
    n_samples : int
        The number of samples, those included that are left out.
    n_clusters : int
        The number of clusters.
    coverage : float
        The fraction of the samples that are no noise, whatever becomes of it.

    See Also
    --------
    internal_report : The function that makes it.

    Examples
    --------
    >>> from skclustmetrics import internal_report
    >>> X = [[0.0], [1.0], [5.0], [7.0]]
    >>> report = internal_report(X, [0, 0, 1, 1], indices=["dunn", "wb"])
    >>> report["dunn"]
    2.0
    >>> report.to_dict()
    {'wb': 0.165..., 'dunn': 2.0}
    """

    _title = "Internal indices"

    def __init__(self, entries, *, n_samples, n_clusters, coverage):
        super().__init__(entries)
        self.n_samples = n_samples
        self.n_clusters = n_clusters
        self.coverage = coverage

    def _summary(self):
        samples = count_of(self.n_samples, "sample")
        clusters = count_of(self.n_clusters, "cluster")
        return f"{samples}: {clusters}, coverage {self.coverage:.1%}"


def internal_report(
    X,
    labels,
    *,
    indices=None,
    families=None,
    cost="auto",
    metric=None,
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
):
    """Compute all internal indices of a partition, what they share only once.

    Indices of means and scatter have one description of the clusters, those of pairs
    one walk over the distances, those of their order one sort, and those of neighbours
    one search.

    Read more in the :ref:`User Guide <reports>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    indices : list of str or callable, default=None
        Names of internal indices, or functions. None means all that `families` and
        `cost` allow.
    families : list of str, default=None
        Only indices of these families: "silhouette", "scatter", "separation",
        "concordance", "density" or "neighbourhood".
    cost : {"auto", "linear", "pairs", "sorted pairs"}, default="auto"
        What may be computed where `indices` is None: indices of one pass over the
        samples, also those of all pairs of samples, or also those of the order of all
        distances. "auto" means the second up to 20,000 samples and the third up to
        5,000. The others are listed as left out.
    metric : str or callable, default=None
        The metric of all indices that take one, or "precomputed"; None leaves each its
        own, which is Euclidean for all but DBCV.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs. Indices that take no weights are left out then.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise.

    Returns
    -------
    report : InternalReport
        The values, with the direction, the range and the best value of each index. An
        index without a value is listed with the reason.

    Raises
    ------
    ValueError
        If an index is unknown or another argument is not what it must be.
    TypeError
        If `indices` is no list.

    See Also
    --------
    clustering_report : With the external indices beside them.
    pareto_comparison : Several partitions by several indices.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import internal_report
    >>> X, species = load_iris(return_X_y=True)
    >>> print(internal_report(X, species, families=["neighbourhood"]))
    Internal indices of 150 samples: 3 clusters, coverage 100.0%
    <BLANKLINE>
      index                         better    value    best  range
    <BLANKLINE>
    neighbourhood
      connectivity                  ↓       22.5143  0.0000  [0, ∞)
      in_group_proportion           ↑        0.9600  1.0000  [0, 1]
      nearest_neighbor_consistency  ↑        0.9600  1.0000  [0, 1]
      wcnn                          ↑        0.9413  1.0000  [0, 1]
    """
    check_cost(cost)
    rows = find_rows(indices, families)
    X = plain_container(X)
    check_same_rows(X, labels)
    check_noise_label(noise_label)
    partition = make_partition(
        labels, noise_label=noise_label, noise=noise, allow_column=True
    )
    n_samples = partition.n_samples
    computed = [
        row for row in rows if indices is not None or affordable(row, cost, n_samples)
    ]
    values = shared_scores(
        X,
        labels,
        computed,
        metric=metric,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
        n_jobs=n_jobs,
    )
    return InternalReport(
        [_describe(row, values.get(row.name)) for row in _by_family(rows)],
        n_samples=n_samples,
        n_clusters=partition.n_clusters,
        coverage=partition.coverage,
    )


def _by_family(rows):
    families = list(dict.fromkeys(row.family for row in INTERNAL_INDICES))
    return sorted(rows, key=lambda row: families.index(row.family))


def _describe(row, found):
    """Make the entry of an index from its value, an error, or None if left out."""
    value, reason = math.nan, ""
    if found is None:
        own = cost_class(row)
        reason = (
            f"left out, as it takes {own} of samples; ask for it by cost={own!r} or "
            f"indices=[{row.name!r}]"
        )
    elif isinstance(found, Exception):
        reason = str(found)
    else:
        value = float(found)
    return ReportEntry(
        row.name,
        row.family,
        row.title,
        value,
        row.greater_is_better,
        row.bounds,
        row.best,
        found is None or isinstance(found, NotComputed),
        reason,
    )
