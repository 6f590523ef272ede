"""What each of several indices makes of a sweep: values, a vote, a rank."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from skclustmetrics._registry import INDICES, find_index
from skclustmetrics._validation._data import is_precomputed
from skclustmetrics.internal._shared_scores import NotComputed
from skclustmetrics.internal._sweep_rows import SWEEP_INDICES
from skclustmetrics.model_selection._k_rules import choose_by_rule, goodness_by_rule
from skclustmetrics.scorers import ClusterScorer

__all__ = ["Ballot", "cast_ballots", "find_voters"]


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


def find_voters(indices, families=None):
    """Find the rows of internal indices, of one partition or of a sweep.

    Parameters
    ----------
    indices : str, callable or iterable of these, or None
        Names of indices or functions.
    families : str or iterable of str, default=None
        Families of which all indices vote as well.

    Returns
    -------
    voters : dict of str to IndexSpec or SweepSpec
        In the order in which they are asked for.
    """
    rows = [_find(index) for index in _as_list(indices, "indices")]
    if families is not None:
        known = _families()
        for family in _as_list(families, "families"):
            if family not in known:
                raise ValueError(
                    f"families holds {family!r}. There are {', '.join(sorted(known))}."
                )
            rows += known[family]
    if not rows:
        raise ValueError("indices is empty: ask for one index at least.")
    return {row.name: row for row in rows}


def _as_list(given, argument):
    if given is None:
        return []
    if isinstance(given, str) or callable(given):
        return [given]
    if not isinstance(given, Iterable):
        raise TypeError(
            f"{argument} must be a list of names, or functions, of internal indices. "
            f"Got {given!r} instead."
        )
    return list(given)


def _families():
    families = {"sweep": list(SWEEP_INDICES.values())}
    for spec in INDICES.values():
        if spec.kind == "internal":
            families.setdefault(spec.family, []).append(spec)
    return families


def _find(index):
    """Find one index."""
    if isinstance(index, str):
        row = SWEEP_INDICES.get(index) or find_index(index)
    else:
        # a partial function has arguments that a row knows nothing of
        plain = callable(index) and not hasattr(index, "func")
        row = find_index(index) if plain else None
        found = [row for row in SWEEP_INDICES.values() if row.function is index]
        row = found[0] if found else row
    if row is None or getattr(row, "kind", "internal") != "internal":
        raise ValueError(
            f"indices holds {index!r}, which is no internal index of this package with "
            "one value for each partition."
        )
    return row


def cast_ballots(voters, partitions, tables, start):
    """Let each index choose among all partitions.

    Parameters
    ----------
    voters : dict of str to IndexSpec or SweepSpec
        The indices.
    partitions : Partitions
        What they look at.
    tables : list of dict of str to float or Exception
        For each partition the values of the indices of one partition.
    start : dict of str to float
        The values for one cluster of those that are judged by their curves.

    Returns
    -------
    ballots : dict of str to Ballot
        In the order of the voters.
    """
    return {
        name: _sweep_ballot(row, partitions)
        if name in SWEEP_INDICES
        else _ballot(
            row, partitions, [table[name] for table in tables], start.get(name)
        )
        for name, row in voters.items()
    }


def _ballot(row, partitions, found, start):
    counts = partitions.counts
    values = np.array([np.nan if isinstance(v, Exception) else float(v) for v in found])
    if np.isnan(values).all():
        reasons = [str(v) for v in found if isinstance(v, Exception)]
        return _abstention(values, reasons[0] if reasons else "it has no value")
    if row.k_rule == "best":
        scorer = ClusterScorer(
            index=row,
            noise_label=partitions.noise_label,
            weight_by_coverage=partitions.weight_by_coverage,
        )
        ignores_noise = scorer.drops_noise and not scorer.counts_noise
        if ignores_noise and partitions.coverage_varies:
            return _abstention(
                values,
                "it leaves noise out and cannot count it as 0, so that much noise may "
                "look good; set min_coverage, or weight_by_coverage=False",
            )
        goodness = np.array(
            [
                scorer.rank(value, coverage)
                for value, coverage in zip(values, partitions.coverages, strict=True)
            ]
        )
        return Ballot(values, _best(counts, goodness), _ranks(goodness))
    if not partitions.same_noise:
        return _abstention(
            values,
            "its values for different samples cannot be compared, and the noise is not "
            "the same in all partitions",
        )
    curve = values
    if start is not None and counts[0] == 1:
        curve = np.array([start, *values[1:]])
    elif start is not None:
        counts, curve = np.array([1, *counts]), np.array([start, *values])
    chosen = choose_by_rule(row.k_rule, counts, curve, row.greater_is_better)
    if row.k_rule == "knee":
        ranks = _ranks_of_choice(counts, chosen)
    else:
        ranks = _ranks(
            goodness_by_rule(row.k_rule, counts, curve, row.greater_is_better)
        )
    # none of these rules can choose the end of a curve
    if counts.size > values.size:
        ranks = _ranks(-ranks[1:])
    reason = "" if chosen is not None else "its curve has no bend to choose"
    return Ballot(values, chosen, ranks, reason)


def _sweep_ballot(row, partitions):
    counts = partitions.counts
    nothing = np.full(counts.size, np.nan)
    try:
        if is_precomputed(partitions.metric) and not row.has_metric:
            raise NotComputed("it needs features, and X holds distances")
        sweep = partitions.sweep_by_metric if row.has_metric else partitions.sweep
        values = row.function.from_sweep(sweep)
        chosen = row.choose(sweep, values)
    except (NotComputed, ValueError) as error:
        return _abstention(nothing, str(error))
    if row.rule in ("max", "min"):
        ranks = _ranks(row.goodness(sweep, values))
    else:
        ranks = _ranks_of_choice(counts, chosen)
    known = not np.isnan(values).all()
    reason = "its rule accepts none of the partitions" if known else "it has no value"
    return Ballot(values, chosen, ranks, "" if chosen is not None else reason)


def _abstention(values, reason):
    return Ballot(values, None, np.full(values.size, np.nan), reason)


def _best(counts, goodness):
    return int(counts[np.nanargmax(goodness)])


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
