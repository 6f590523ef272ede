"""Rules by which one of several candidates is chosen."""

from numbers import Integral

import numpy as np

__all__ = [
    "same_score",
    "select_best",
    "select_by_rule",
    "select_fewest",
    "select_first_max",
    "within_one_standard_error",
]

# scores that differ by rounding only tie
_TIE_ROUNDINGS = 256


def same_score(ranking, score, dtype):
    """Tell which scores differ from one by rounding only."""
    rounding = _TIE_ROUNDINGS * np.finfo(np.result_type(dtype, np.float32)).eps
    return np.isclose(ranking, score, rtol=rounding, atol=0)


def select_best(results, asked, dtype):
    """Return the index of the best candidate, None if there is none.

    Of candidates whose scores are equal but for rounding, the one with the fewest
    clusters is the best, then the one that was asked for the fewest, then the first.

    Parameters
    ----------
    results : dict
        The columns.
    asked : list of int or None
        The number of clusters that each candidate was asked for.
    dtype : dtype
        The precision of the data.
    """
    ranking = results["ranking_score"]
    usable = (results["status"] == "ok") & ~np.isnan(ranking)
    if not usable.any():
        return None
    tied = usable & same_score(ranking, ranking[usable].max(), dtype)
    return min(
        np.flatnonzero(tied).tolist(),
        key=lambda i: (results["n_clusters"][i], asked[i] or 0, i),
    )


def select_by_rule(results, rule, argument="refit"):
    """Return the index that a function of the results gives, if it can be chosen."""
    if not (results["status"] == "ok").any():
        return None
    best = rule(results)
    n_candidates = len(results["params"])
    if not isinstance(best, Integral) or not 0 <= best < n_candidates:
        raise ValueError(
            f"{argument} must return the position of a candidate, an integer from 0 "
            f"to {n_candidates - 1}; got {best!r}."
        )
    if results["status"][best] != "ok":
        raise ValueError(
            f"{argument} returned {best}, and that candidate cannot be chosen: "
            f"{results['status'][best]}"
        )
    return int(best)


def within_one_standard_error(ranking, standard_error, usable, dtype):
    """Tell which scores cannot be told from the best one.

    Parameters
    ----------
    ranking : ndarray of shape (n_candidates,)
        The ranking scores.
    standard_error : ndarray of shape (n_candidates,)
        Theirs.
    usable : ndarray of shape (n_candidates,), dtype bool
        Which candidates may be chosen.
    dtype : dtype
        The precision of the data.

    Returns
    -------
    near : ndarray of shape (n_candidates,), dtype bool
        Whether the score is at most one standard error of the best one below it. Of
        several best scores the one with the largest standard error counts.
    """
    usable = usable & ~np.isnan(ranking)
    if not usable.any():
        return usable
    best = ranking[usable].max()
    tied = usable & same_score(ranking, best, dtype)
    least = best - standard_error[tied].max()
    return usable & ((ranking >= least) | same_score(ranking, least, dtype))


def select_fewest(results, asked, among):
    """Return the candidate with the fewest clusters, None if there is none.

    Of several with as many, the one that was asked for the fewest wins, then the one
    with the higher ranking score, then the first.

    Parameters
    ----------
    results : dict
        The columns.
    asked : list of int or None
        The number of clusters that each candidate was asked for.
    among : ndarray of shape (n_candidates,), dtype bool
        The candidates to choose from.
    """
    return min(
        np.flatnonzero(among).tolist(),
        key=lambda i: (
            results["n_clusters"][i],
            asked[i] or 0,
            -results["ranking_score"][i],
            i,
        ),
        default=None,
    )


def select_first_max(results, asked, dtype):
    """Return the first number of clusters whose score the next one does not exceed.

    Candidates with the same number of clusters are represented by the best of them.
    """
    ranking, counts = results["ranking_score"], results["n_clusters"]
    usable = (results["status"] == "ok") & ~np.isnan(ranking)
    chosen = None
    for count in np.unique(counts[usable]):
        status = np.where(counts == count, results["status"], "of another count")
        rival = select_best({**results, "status": status}, asked, dtype)
        if chosen is not None and (
            ranking[rival] <= ranking[chosen]
            or same_score(ranking[rival], ranking[chosen], dtype)
        ):
            break
        chosen = rival
    return chosen
