"""The votes of many indices as text."""

from collections import Counter

import numpy as np

__all__ = ["format_votes"]

_RULES = {
    "max_second_difference": "largest second difference",
    "min_second_difference": "least second difference",
    "knee": "knee of the curve",
    "max": "largest",
    "min": "least",
    "first": "first that passes",
    "fall": "last before it falls below 1",
}


def format_votes(rows, votes, abstentions, results):
    """Return a line for each index, and one for each number that has votes.

    Parameters
    ----------
    rows : dict of str to IndexSpec or SweepSpec
        The indices.
    votes : dict of str to int or None
        What each votes for.
    abstentions : dict of str to str
        Why an index does not.
    results : dict
        The columns, with the values of the indices.
    """
    lines = [("index", "chooses", "K", "value")]
    for name, chosen in votes.items():
        if chosen is None:
            lines.append((name, _rule(rows[name]), "-", abstentions[name]))
        else:
            value = _value(results, name, chosen)
            lines.append((name, _rule(rows[name]), str(chosen), value))
    widths = [max(len(line[i]) for line in lines) for i in range(3)]
    text = [
        f"{name:<{widths[0]}}  {rule:<{widths[1]}}  {k:>{widths[2]}}  {value}".rstrip()
        for name, rule, k, value in lines
    ]
    tally = Counter(k for k in votes.values() if k is not None)
    for k, n_votes in sorted(tally.items(), key=lambda item: (-item[1], item[0])):
        plural = "" if n_votes == 1 else "s"
        text.append(f"K = {k}: {n_votes} vote{plural}")
    return "\n".join(text)


def _rule(row):
    rule = getattr(row, "k_rule", None) or row.rule
    if rule == "best":
        rule = "max" if row.greater_is_better else "min"
    return _RULES[rule]


def _value(results, name, chosen):
    values = results[f"index_{name}"]
    there = (results["n_clusters"] == chosen) & ~np.isnan(values)
    return f"{values[there][0]:.4g}" if there.any() else "-"
