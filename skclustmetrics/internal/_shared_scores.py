"""Any internal indices of one partition, what they share computed once."""

from skclustmetrics._kernels._nearest_neighbours import neighbour_kinship
from skclustmetrics._kernels._parallel import check_n_jobs
from skclustmetrics._validation._data import check_X_labels, is_precomputed
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._concordance import (
    baker_hubert_gamma_score,
    concordance,
    g_plus_of,
    g_plus_score,
    gamma_of,
    tau_of,
    tau_score,
)
from skclustmetrics.internal._description import Description
from skclustmetrics.internal._neighbour_consistency import (
    in_group_proportion_of,
    in_group_proportion_score,
    nearest_neighbor_consistency_score,
)
from skclustmetrics.internal._neighbours import (
    connectivity_of,
    connectivity_score,
    wcnn_score,
)
from skclustmetrics.internal._pairs import is_centre_metric
from skclustmetrics.internal._separation import cop_score
from skclustmetrics.internal._shared_pairs import shared_pair_scores, shares_pairs

__all__ = ["NotComputed", "shared_scores"]

_CONCORDANCE = {
    baker_hubert_gamma_score: gamma_of,
    g_plus_score: g_plus_of,
    tau_score: tau_of,
}
# with their numbers of neighbours
_NEIGHBOURS = {
    connectivity_score: 10,
    wcnn_score: 10,
    in_group_proportion_score: 1,
    nearest_neighbor_consistency_score: 1,
}


class NotComputed(Exception):
    """Tells why an index cannot be computed for such data."""


def shared_scores(
    X,
    labels,
    rows,
    *,
    metric=None,
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
):
    """Compute internal indices of one partition.

    Parameters
    ----------
    X, labels, noise_label, noise, sample_weight, n_jobs
        As in the indices.
    rows : iterable of IndexSpec
        Rows of the registry of internal indices.
    metric : str or callable, default=None
        The metric of those that take one; None leaves each its own.

    Returns
    -------
    values : dict of str to float, UndefinedIndexError or NotComputed
        By the names of the rows.
    """
    check_n_jobs(n_jobs)
    scores = _Scores(X, labels, metric, noise_label, noise, sample_weight, n_jobs)
    values, groups = {}, {}
    for row in rows:
        reason = scores.why_not(row)
        if reason is not None:
            values[row.name] = NotComputed(reason)
        else:
            groups.setdefault(_group(row), []).append(row)
    for group, members in groups.items():
        values |= getattr(scores, group)(members)
    return values


def _group(row):
    """Name the method that computes a row together with its like."""
    if hasattr(row.function, "from_description"):
        return "of_description"
    if shares_pairs(row):
        return "of_pairs"
    if row.function in _CONCORDANCE:
        return "of_concordance"
    return "of_neighbours" if row.function in _NEIGHBOURS else "one_by_one"


class _Scores:
    """The arguments, and a method for each kind of statistics."""

    def __init__(self, X, labels, metric, noise_label, noise, weights, n_jobs):
        self.X, self.labels, self.metric = X, labels, metric
        self.policy = {"noise_label": noise_label, "noise": noise}
        self.weights, self.n_jobs = weights, n_jobs

    def why_not(self, row):
        """Say why the arguments rule out an index; None if they do not."""
        if self.weights is not None and not row.has_sample_weight:
            return "it takes no sample_weight"
        centres = self.metric is None or is_centre_metric(self.metric)
        if row.function is cop_score and not centres:
            return "it needs the means of clusters, which the metric does not have"
        if is_precomputed(self.metric):
            if not row.has_metric:
                return "it needs features, and X holds distances"
            if row.name == "dbcv":
                return "of distances it needs n_features; call dbcv_score"
        return None

    def of_description(self, rows):
        return self._each(
            rows,
            lambda: Description(self._check()),
            lambda row, shared: row.function.from_description(shared, **row.params),
        )

    def of_pairs(self, rows):
        try:
            data = self._check(self.metric or "euclidean")
        except UndefinedIndexError as error:
            return dict.fromkeys((row.name for row in rows), error)
        return shared_pair_scores(data, rows, n_jobs=self.n_jobs)

    def of_concordance(self, rows):
        return self._each(
            rows,
            lambda: concordance(self._check(self.metric or "euclidean"), self.n_jobs),
            lambda row, shared: _CONCORDANCE[row.function](*shared, **row.params),
        )

    def of_neighbours(self, rows):
        wanted = max(_NEIGHBOURS[row.function] for row in rows)

        def find():
            data = self._check(self.metric or "euclidean")
            codes = data.partition.codes
            n_neighbors = min(wanted, codes.size - 1)
            kin = neighbour_kinship(
                data.X, data.metric, data.params, codes, n_neighbors, n_jobs=self.n_jobs
            )
            return data.partition, kin

        def score(row, shared):
            partition, kin = shared
            kin = kin[:, : _NEIGHBOURS[row.function]]
            if row.function is connectivity_score:
                return connectivity_of(kin)
            if row.function is in_group_proportion_score:
                return in_group_proportion_of(partition, kin)
            return float(kin.mean())

        return self._each(rows, find, score)

    def one_by_one(self, rows):
        return self._each(rows, lambda: None, lambda row, _: self._call(row))

    def _call(self, row):
        arguments = dict(self.policy)
        if row.has_metric and self.metric is not None:
            arguments["metric"] = self.metric
        if row.has_n_jobs:
            arguments["n_jobs"] = self.n_jobs
        if row.has_sample_weight:
            arguments["sample_weight"] = self.weights
        return row(self.X, self.labels, **arguments)

    def _check(self, metric="euclidean"):
        return check_X_labels(
            self.X,
            self.labels,
            metric=metric,
            sample_weight=self.weights,
            **self.policy,
        )

    def _each(self, rows, prepare, score):
        """Compute each from what is prepared; errors stand where there is no value."""
        try:
            shared = prepare()
        except UndefinedIndexError as error:
            return dict.fromkeys((row.name for row in rows), error)
        values = {}
        for row in rows:
            try:
                values[row.name] = score(row, shared)
            except UndefinedIndexError as error:
                values[row.name] = error
        return values
