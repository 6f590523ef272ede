"""Which indices are asked for, and what they cost."""

from collections.abc import Iterable

from skclustmetrics._registry import INDICES, find_index

__all__ = ["COSTS", "affordable", "check_cost", "cost_class", "find_rows"]

# from cheap to dear, and up to how many samples each is computed unasked
COSTS = {"linear": float("inf"), "pairs": 20_000, "sorted pairs": 5_000}


def cost_class(row):
    """Tell whether an index takes one pass, all pairs of samples, or their order."""
    if "n^2" not in row.cost:
        return "linear"
    return "sorted pairs" if "log n" in row.cost else "pairs"


def check_cost(cost):
    """Refuse a cost that does not exist."""
    if not isinstance(cost, str) or cost not in ("auto", *COSTS):
        raise ValueError(
            f"The 'cost' parameter must be one of {', '.join(map(repr, COSTS))} or "
            f"'auto'. Got {cost!r} instead."
        )


def affordable(row, cost, n_samples):
    """Tell whether an index is within the cost that is allowed."""
    own = cost_class(row)
    if cost == "auto":
        return n_samples <= COSTS[own]
    ranks = list(COSTS)
    return ranks.index(own) <= ranks.index(cost)


def find_rows(indices=None, families=None, kinds=("internal",)):
    """Find the rows of the registry.

    Parameters
    ----------
    indices : str, callable or iterable of these, default=None
        Names of indices, or functions; None means all.
    families : str or iterable of str, default=None
        To which families they are restricted; None means to none.
    kinds : tuple of str
        Which indices there are to choose from.

    Returns
    -------
    rows : list of IndexSpec
        Each once, in the order in which they are asked for.
    """
    known = [row for row in INDICES.values() if row.kind in kinds]
    found = known if indices is None else _find_each(indices, known, kinds)
    if families is not None:
        wanted = _check_families(families, known)
        found = [row for row in found if row.family in wanted]
    if not found:
        raise ValueError("indices and families leave nothing: ask for one index.")
    return found


def _find_each(indices, known, kinds):
    if isinstance(indices, str) or callable(indices):
        indices = [indices]
    if not isinstance(indices, Iterable):
        raise TypeError(
            "indices must be a list of names or functions of indices. Got "
            f"{indices!r} instead."
        )
    found = {}
    for index in indices:
        row = find_index(index) if isinstance(index, str) or callable(index) else None
        if row not in known:
            raise ValueError(
                f"indices holds {index!r}, which is no {' or '.join(kinds)} index of "
                "this package."
            )
        found[row.name] = row
    return list(found.values())


def _check_families(families, known):
    if isinstance(families, str):
        families = [families]
    if not isinstance(families, Iterable):
        raise TypeError(f"families must be a list of names. Got {families!r} instead.")
    families = list(families)
    there = {row.family for row in known}
    for family in families:
        if family not in there:
            raise ValueError(
                f"families holds {family!r}. There are {', '.join(sorted(there))}."
            )
    return families
