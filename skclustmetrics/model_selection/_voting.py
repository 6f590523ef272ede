"""What each of several indices makes of a sweep: values, a vote, a rank."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from skclustmetrics._registry import INDICES, find_index
from skclustmetrics.internal._k_sweep import check_sweep
from skclustmetrics.internal._shared_scores import NotComputed, shared_scores
from skclustmetrics.internal._sweep_rows import SWEEP_INDICES
from skclustmetrics.model_selection._k_rules import choose_by_rule, goodness_by_rule

__all__ = ["Ballot", "find_voters", "vote"]


@dataclass(frozen=True)
class Ballot:
    """What one index says.

    Parameters
    ----------
    values : ndarray of shape (n_partitions,)
        The index of each partition, NaN where it has none.
    chosen : int or None
        The number of clusters that it votes for.
    ranks : ndarray of shape (n_partitions,)
        1 for the best one; equal ones share the mean rank.
    reason : str
        Why it abstains.
    """

    values: np.ndarray
    chosen: int | None
    ranks: np.ndarray
    reason: str = ""


def find_voters(indices):
    """Find the rows of internal indices, of one partition or of a sweep.

    Returns
    -------
    voters : dict of str to IndexSpec or SweepSpec
        In the order in which they are asked for.
    """
    if isinstance(indices, str) or callable(indices):
        indices = [indices]
    if not isinstance(indices, Iterable):
        raise TypeError(
            "indices must be a list of names or functions of internal indices. Got "
            f"{indices!r} instead."
        )
    voters = {}
    for index in indices:
        row = _find(index)
        if row is None or getattr(row, "kind", "internal") != "internal":
            raise ValueError(
                f"indices holds {index!r}, which is no internal index of this package "
                "with one value for each partition."
            )
        voters[row.name] = row
    if not voters:
        raise ValueError("indices is empty: ask for one index at least.")
    return voters


def _find(index):
    if isinstance(index, str):
        return SWEEP_INDICES.get(index) or find_index(index)
    for row in SWEEP_INDICES.values():
        if row.function is index:
            return row
    return find_index(index) if callable(index) else None


def vote(voters, X, labelings, counts, *, metric, noise_label, n_jobs):
    """Let each index look at all partitions.

    Parameters
    ----------
    voters : dict of str to IndexSpec or SweepSpec
        The indices.
    X : {array-like, sparse matrix}
        The samples, or their distances.
    labelings : list of array-like
        The partitions, by the numbers of clusters, each larger than the one before.
    counts : ndarray of shape (n_partitions,)
        These numbers.
    metric : str, callable or None
        The metric of those that take one.
    noise_label : object
        Which labels are noise, which is left out.
    n_jobs : int or None
        Number of workers.

    Returns
    -------
    ballots : dict of str to Ballot
        In the order of the voters.
    """
    rows = [row for name, row in voters.items() if name in INDICES]
    tables = [
        shared_scores(
            X, labels, rows, metric=metric, noise_label=noise_label, n_jobs=n_jobs
        )
        for labels in labelings
    ]
    ballots = {
        row.name: _ballot(row, counts, [table[row.name] for table in tables])
        for row in rows
    }
    of_sweeps = [row for name, row in voters.items() if name in SWEEP_INDICES]
    for row in of_sweeps:
        ballots[row.name] = _sweep_ballot(
            row, X, labelings, counts, metric, noise_label, n_jobs
        )
    return {name: ballots[name] for name in voters}


def _ballot(row, counts, found):
    values = np.array([np.nan if isinstance(v, Exception) else float(v) for v in found])
    reasons = [str(v) for v in found if isinstance(v, Exception)]
    if len(reasons) == values.size:
        return _abstention(counts.size, reasons[0])
    chosen = choose_by_rule(row.k_rule, counts, values, row.greater_is_better)
    if row.k_rule == "knee":
        ranks = _ranks_of_choice(counts, chosen)
    else:
        ranks = _ranks(
            goodness_by_rule(row.k_rule, counts, values, row.greater_is_better)
        )
    reason = "" if chosen is not None else "its curve has no bend to choose"
    return Ballot(values, chosen, ranks, reason)


def _sweep_ballot(row, X, labelings, counts, metric, noise_label, n_jobs):
    try:
        if metric == "precomputed" and not row.has_metric:
            raise NotComputed("it needs features, and X holds distances")
        arguments = {"metric": metric} if row.has_metric and metric is not None else {}
        sweep = check_sweep(
            X, labelings, noise_label=noise_label, n_jobs=n_jobs, **arguments
        )
        values = row.function.from_sweep(sweep)
        chosen = row.choose(sweep, values)
    except (NotComputed, ValueError) as error:
        return _abstention(counts.size, str(error))
    if row.rule in ("max", "min"):
        ranks = _ranks(values if row.rule == "max" else -values)
    else:
        ranks = _ranks_of_choice(counts, chosen)
    known = not np.isnan(values).all()
    reason = "its rule accepts none of the partitions" if known else "it has no value"
    return Ballot(values, chosen, ranks, "" if chosen is not None else reason)


def _abstention(n_partitions, reason):
    nothing = np.full(n_partitions, np.nan)
    return Ballot(nothing, None, nothing, reason)


def _ranks(goodness):
    """Rank the partitions; those without a value come last."""
    if np.isnan(goodness).all():
        return goodness
    return rankdata(np.where(np.isnan(goodness), np.inf, -goodness))


def _ranks_of_choice(counts, chosen):
    """Rank a choice first and all others alike."""
    if chosen is None:
        return np.full(counts.size, np.nan)
    return rankdata(counts != chosen)
