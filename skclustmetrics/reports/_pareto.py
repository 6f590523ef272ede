"""Several partitions judged by several indices: which of them no other one beats."""

from collections.abc import Iterable, Mapping

import numpy as np

from skclustmetrics._validation._data import check_same_rows, plain_container
from skclustmetrics._validation._many import list_labelings
from skclustmetrics._validation._noise import make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._shared_scores import shared_scores
from skclustmetrics.reports._choice import find_rows
from skclustmetrics.reports._pareto_view import ParetoComparison

__all__ = ["pareto_comparison"]

# Values that differ by less, relatively, are the same but for rounding.
_SAME = 1e-12


def pareto_comparison(
    X,
    labelings,
    *,
    indices=("silhouette", "calinski_harabasz", "davies_bouldin"),
    labels_true=None,
    names=None,
    metric=None,
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
):
    """Compare several partitions by several indices, without weighing these.

    One partition dominates another if it is at least as good by every index and better
    by one. Those that none dominates are the Pareto front: which of them is best
    depends on what one wants. Where noise is left out of a partition, the coverage
    counts as an index too, so that no partition wins by calling what is hard to cluster
    noise.

    Read more in the :ref:`User Guide <pareto>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labelings : array-like of shape (n_labelings, n_samples), list or dict
        The partitions; a dict of label arrays names them.
    indices : list of str or callable
        Names of indices, or functions. Those of which neither direction
        is better are refused.
    labels_true : array-like of shape (n_samples,), default=None
        The true classes, which external indices need.
    names : list of str, default=None
        What the partitions are called; None means their positions, or the keys.
    metric : str or callable, default=None
        The metric of all indices that take one, or "precomputed"; None leaves each its
        own.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise.

    Returns
    -------
    comparison : ParetoComparison
        The values, who dominates whom, the front, and the rank of each partition.

    Raises
    ------
    ValueError
        If an index is unknown, has no direction, cannot be computed for such data, or
        another argument is not what it must be.

    See Also
    --------
    internal_report : One partition by all indices.

    Notes
    -----
    By an index that a partition has no value of, it is worse than any that has one.
    Values that differ by less than a relative 1e-12 count as equal.

    References
    ----------
    .. [1] J. Handl, J. Knowles (2007). "An evolutionary approach to multiobjective
       clustering". IEEE Transactions on Evolutionary Computation 11, 56-76.
       :doi:`10.1109/TEVC.2006.877146`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import pareto_comparison
    >>> X, species = load_iris(return_X_y=True)
    >>> labelings = {
    ...     f"K={k}": KMeans(k, random_state=0).fit_predict(X) for k in (2, 3, 4)
    ... }
    >>> comparison = pareto_comparison(X, labelings)
    >>> comparison.front
    ['K=2', 'K=3']
    """
    rows = find_rows(indices, kinds=("internal", "external"))
    _check_rows(rows, labels_true)
    names, labelings = _name(labelings, names)
    X = plain_container(X)
    check_noise_label(noise_label)
    policy = {"noise_label": noise_label, "noise": noise}
    weights = {"sample_weight": sample_weight}
    table = np.full((len(names), len(rows)), np.nan)
    coverage = np.ones(len(names))
    for i, labels in enumerate(labelings):
        check_same_rows(X, labels)
        partition = make_partition(labels, allow_column=True, **policy)
        coverage[i] = partition.coverage
        inner = [row for row in rows if row.kind == "internal"]
        found = shared_scores(
            X, labels, inner, metric=metric, n_jobs=n_jobs, **policy, **weights
        )
        for row in rows:
            if row.kind == "external":
                found[row.name] = _external(row, labels_true, labels, policy, weights)
        table[i] = [_value(row, found[row.name]) for row in rows]
    columns = [row.name for row in rows]
    better = [row.greater_is_better for row in rows]
    if noise == "drop" and (coverage < 1).any():
        table = np.column_stack([table, coverage])
        columns, better = [*columns, "coverage"], [*better, True]
    return ParetoComparison(
        names=names,
        indices=columns,
        greater_is_better=better,
        values=table,
        coverage=coverage,
        dominates=_dominance(np.where(better, table, -table)),
    )


def _check_rows(rows, labels_true):
    for row in rows:
        if row.greater_is_better is None:
            raise ValueError(
                f"indices holds {row.name}, of which neither direction is better."
            )
        if row.kind == "external" and labels_true is None:
            raise ValueError(
                f"indices holds {row.name}, which compares with the truth: give "
                "labels_true."
            )


def _name(labelings, names):
    """Return the names of the partitions and their labels."""
    if isinstance(labelings, Mapping):
        if names is not None:
            raise ValueError("names must be None where labelings is a dict.")
        names, labelings = list(map(str, labelings)), list(labelings.values())
    else:
        labelings = list_labelings(labelings)
        if isinstance(names, str) or not isinstance(names, Iterable | None):
            raise TypeError(f"names must be a list of names, or None. Got {names!r}.")
        names = list(map(str, range(len(labelings)) if names is None else names))
    if not labelings:
        raise ValueError("labelings is empty: give one partition at least.")
    if len(names) != len(labelings) or len(set(names)) != len(names):
        raise ValueError(
            f"names must be {len(labelings)} different names, one for each partition. "
            f"Got {names!r}."
        )
    return names, labelings


def _external(row, labels_true, labels, policy, weights):
    if not row.has_sample_weight:
        if weights["sample_weight"] is not None:
            raise ValueError(f"{row.name} takes no sample_weight.")
        weights = {}
    try:
        return row(labels_true, labels, **policy, **weights)
    except UndefinedIndexError as error:
        return error


def _value(row, found):
    """Return a value, NaN if there is none for such a partition."""
    if isinstance(found, UndefinedIndexError):
        return np.nan
    if isinstance(found, Exception):
        raise ValueError(f"{row.name} cannot be computed: {found}.")
    return found


def _dominance(goodness):
    """Tell who dominates whom, from values of which higher are better."""
    levels = np.column_stack([_levels(column) for column in goodness.T])
    ours, theirs = levels[:, None], levels[None, :]
    return (ours >= theirs).all(axis=2) & (ours > theirs).any(axis=2)


def _levels(values):
    """Number the different values upwards; NaN is below all.

    Neighbours in the order that are equal but for rounding share a number, so that
    being equal is transitive and dominance has no cycles.
    """
    levels = np.full(values.size, -1)
    known = np.flatnonzero(~np.isnan(values))
    order = known[np.argsort(values[known])]
    low, high = values[order[:-1]], values[order[1:]]
    with np.errstate(invalid="ignore"):
        near = high - low <= _SAME * np.maximum(np.abs(low), np.abs(high))
    # infinity is near to nothing but itself
    same = np.where(np.isfinite(low) & np.isfinite(high), near, low == high)
    levels[order[1:]] = np.cumsum(~same)
    levels[order[:1]] = 0
    return levels
