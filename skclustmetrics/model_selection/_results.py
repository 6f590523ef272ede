"""The results of a search: a dict of columns, its best row, its text."""

import math
import warnings

import numpy as np

from skclustmetrics.exceptions import CandidateFailedWarning, UndefinedMetricWarning

__all__ = [
    "format_params",
    "format_table",
    "make_results",
    "report_problems",
]


def make_results(run, partitions, judgement, error_score):
    """Put what is known of all candidates into columns.

    Parameters
    ----------
    run : SearchRun
        The fitted candidates.
    partitions : list of (int, float)
        Clusters found and coverage of each; 0 and NaN where there is no partition.
    judgement : Judgement
        What the search holds of them.
    error_score : float or "raise"
        The score of candidates that failed.

    Returns
    -------
    results : dict of str to list or ndarray
        The columns.
    """
    candidates, fits = run.candidates, run.fits
    evaluations, deciding = judgement.evaluations, judgement.deciding
    if error_score == "raise":  # then none has failed
        error_score = math.nan
    results = {"params": candidates}
    for name in sorted({name for params in candidates for name in params}):
        results[f"param_{name}"] = _param_column(candidates, name)
    results["n_clusters"] = np.array([found for found, _ in partitions], dtype=np.intp)
    results["coverage"] = np.array([coverage for _, coverage in partitions])

    def column(name, attribute):
        values = [getattr(outcome, attribute) for outcome in evaluations[name]]
        failed = [outcome.is_failure for outcome in evaluations[name]]
        return np.where(failed, error_score, np.array(values, dtype=np.float64))

    results["score"] = column(deciding, "score")
    results["ranking_score"] = column(deciding, "ranking_score")
    for attribute in ("standard_error", "macro_score"):
        values = np.array([getattr(e, attribute) for e in evaluations[deciding]])
        if not np.isnan(values).all():
            results[attribute] = values
    if len(evaluations) > 1:
        for name in evaluations:
            results[f"score_{name}"] = column(name, "score")
            results[f"ranking_score_{name}"] = column(name, "ranking_score")
    results.update(judgement.columns)
    results["fit_time"] = np.array([fit.fit_time for fit in fits])
    results["score_time"] = np.array(
        [
            math.fsum(outcomes[i].score_time for outcomes in evaluations.values())
            for i in range(len(fits))
        ]
    )
    results["status"] = np.array(
        [outcome.problem or "ok" for outcome in evaluations[deciding]], dtype=object
    )
    return results


def _param_column(candidates, name):
    """Return the values of one parameter, masked where a candidate has none."""
    values = [params.get(name) for params in candidates]
    kinds = {type(value) for value in values}
    if len(kinds) == 1 and kinds <= {bool, int, float, str}:
        return np.array(values)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    missing = [name not in params for params in candidates]
    return np.ma.MaskedArray(column, mask=missing) if any(missing) else column


def report_problems(results, best_index, *, ignores_noise, stacklevel):
    """Warn once of the candidates without a score; raise if no candidate is left.

    Parameters
    ----------
    results : dict
        The columns.
    best_index : int or None
        The best candidate.
    ignores_noise : str or None
        The name of the index if much noise may rank high by it; if there is noise,
        warn of that.
    stacklevel : int
        Of the warnings.
    """
    status = results["status"]
    n_candidates = len(status)
    if best_index is None:
        raise ValueError(
            f"None of the {n_candidates} candidates can be chosen:\n"
            f"{_list_problems(results, status != 'ok')}"
        )
    failed = np.array([s.startswith(("failed", "not scored")) for s in status])
    undefined = np.array([s.startswith(("undefined", "collapsed")) for s in status])
    n_problems = np.count_nonzero(failed | undefined)
    if n_problems:
        scoreless = all(not s.startswith("collapsed") for s in status)
        why = "have no score" if scoreless else "cannot be chosen"
        warnings.warn(
            f"{n_problems} of {n_candidates} candidates {why} and were skipped:\n"
            f"{_list_problems(results, failed | undefined)}",
            CandidateFailedWarning if failed.any() else UndefinedMetricWarning,
            stacklevel=stacklevel,
        )
    if ignores_noise and (results["coverage"][status == "ok"] < 1).any():
        warnings.warn(
            f"{ignores_noise} leaves noise out and cannot count it as 0, so that "
            "partitions with much noise may rank high. Set min_coverage, or "
            "weight_by_coverage=False to accept this.",
            UserWarning,
            stacklevel=stacklevel,
        )


def _list_problems(results, which):
    """List each reason with the candidates that it holds for."""
    by_reason = {}
    for i in np.flatnonzero(which):
        settings = format_params(results["params"][i])
        by_reason.setdefault(results["status"][i], []).append(settings)
    lines = []
    for reason, settings in by_reason.items():
        shown = "; ".join(settings[:5])
        more = f"; and {len(settings) - 5} more" if len(settings) > 5 else ""
        lines.append(f"  {shown}{more}: {reason}")
    return "\n".join(lines)


def format_params(params):
    """Return parameters as text."""
    return ", ".join(f"{name}={value!r}" for name, value in params.items()) or "as is"


def format_table(results, best_index):
    """Return the results as text, one line for each candidate, the best one marked."""
    titles = _table_titles(results)
    rows = [
        [
            "*" if i == best_index else "",
            *(_cell(name, results[name][i]) for name in titles),
        ]
        for i in range(len(results["params"]))
    ]
    columns = list(zip(["", *titles.values()], *rows, strict=True))
    aligned = []
    for name, column in zip(["", *titles], columns, strict=True):
        width = max(map(len, column))
        align = str.ljust if name in ("", "status") else str.rjust
        aligned.append([align(text, width) for text in column])
    return "\n".join("  ".join(row).rstrip() for row in zip(*aligned, strict=True))


def _table_titles(results):
    """Choose the columns that fit a page, and shorten their names."""
    several = any(
        name.startswith("score_") and name != "score_time" for name in results
    )
    titles = {}
    for name in results:
        if name in ("params", "score_time") or name.startswith("ranking_score_"):
            continue
        if name == "score" and several:  # it stands under the name of its index
            continue
        titles[name] = name.removeprefix("param_").removeprefix("score_")
    if "param_n_clusters" in results:
        titles["n_clusters"] = "found"
    return titles


def _cell(name, value):
    if value is np.ma.masked:
        return "-"
    if name.startswith("param_"):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if name.endswith("_time"):
        return f"{value:.2f}"
    if isinstance(value, float):
        return f"{value:.4f}" if abs(value) < 1e4 else f"{value:.4g}"
    return str(value)
