"""Which number of clusters an index chooses of its values over a sweep."""

import numpy as np

__all__ = ["choose_by_rule", "goodness_by_rule", "knee", "second_differences"]


def choose_by_rule(rule, counts, values, greater_is_better):
    """Return the chosen number of clusters; of equal ones the fewest.

    Parameters
    ----------
    rule : {"best", "max_second_difference", "min_second_difference", "knee"}
        The rule of the index.
    counts : ndarray of shape (n_partitions,)
        The numbers of clusters, each larger than the one before.
    values : ndarray of shape (n_partitions,)
        The index, NaN where it has no value.
    greater_is_better : bool
        The direction of the index.

    Returns
    -------
    chosen : int or None
        None if the rule finds nothing.
    """
    if rule == "knee":
        return knee(counts, values)
    goodness = goodness_by_rule(rule, counts, values, greater_is_better)
    if np.isnan(goodness).all():
        return None
    return int(counts[np.nanargmax(goodness)])


def goodness_by_rule(rule, counts, values, greater_is_better):
    """Return what the rule maximises, NaN where it has no value."""
    if rule == "best":
        return values if greater_is_better else -values
    bend = second_differences(counts, values)
    return bend if rule == "max_second_difference" else -bend


def second_differences(counts, values):
    """Return V(K + 1) - 2 V(K) + V(K - 1), NaN where a neighbour is missing.

    Infinite values count as missing: a difference from them says nothing.
    """
    values = np.where(np.isinf(values), np.nan, values)
    bend = np.full(values.size, np.nan)
    for i in range(1, values.size - 1):
        if counts[i + 1] - counts[i] == counts[i] - counts[i - 1] == 1:
            bend[i] = values[i + 1] - 2 * values[i] + values[i - 1]
    return bend


def knee(counts, values):
    """Return where a monotone curve is farthest from the line between its ends.

    None if it is not monotone, is straight, or has fewer than three values.
    """
    known = np.isfinite(values)
    counts, values = counts[known], values[known]
    steps = np.diff(values)
    if values.size < 3 or not ((steps >= 0).all() or (steps <= 0).all()):
        return None
    if values[0] == values[-1]:
        return None
    along = (counts - counts[0]) / (counts[-1] - counts[0])
    up = (values - values[0]) / (values[-1] - values[0])
    gain = up - along
    return int(counts[np.argmax(gain)]) if gain.max() > 0 else None
