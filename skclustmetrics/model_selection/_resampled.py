"""What selectors make of candidates that are fitted again on resampled data."""

import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from skclustmetrics.model_selection._evaluation import Evaluation
from skclustmetrics.model_selection._partitions import describe_partitions, exclude
from skclustmetrics.stability._refits import Candidates, resample, separate
from skclustmetrics.stability._samples import make_samples

__all__ = ["Resampling", "summarize"]


@dataclass
class Resampling:
    """Fit all candidates that could be fitted to X again, many times.

    Parameters
    ----------
    search : BaseKSelector
        The selector.
    run : SearchRun
        Its fit.
    """

    search: Any
    run: Any

    def __post_init__(self):
        run = self.run
        self._start = time.perf_counter()
        self.samples = make_samples(run.clusterer, run.X_fit, run.y, run.fit_params)
        self.partitions = describe_partitions(run.fits, self.search.noise_label)
        self.problems = [None] * len(run.fits)
        self.positions = [i for i, fit in enumerate(run.fits) if fit.error is None]

    def leave_out(self, position, problem):
        """Do without a candidate."""
        self.problems[position] = problem
        self.positions = [i for i in self.positions if i != position]

    def outcomes(self, task, shared, n_resamples):
        """Return for each candidate left what became of it in each resample.

        Returns
        -------
        outcomes : list of tuple
            In the order of `positions`; a Failure where it failed.
        """
        if not self.positions:
            return []
        candidates = Candidates(
            self.run.clusterer,
            [self.run.candidates[i] for i in self.positions],
            self.search.noise_label,
            raises=self.search.error_score == "raise",
        )
        steps = resample(
            task,
            candidates,
            shared,
            n_resamples=n_resamples,
            random_state=self.run.random_state,
            n_jobs=self.search.n_jobs,
        )
        found = self.run.progress.track(steps, "resample")
        return list(zip(*found, strict=True))

    def judge(self, summaries, *, greater_is_better, columns):
        """Return the evaluations and columns of all candidates.

        Parameters
        ----------
        summaries : list of tuple
            For each candidate left its score, the standard error, the problem or None,
            and a dict of further values.
        greater_is_better : bool
            The direction of the score.
        columns : tuple of str
            Which further values there are.
        """
        n_candidates = len(self.run.fits)
        share = (time.perf_counter() - self._start) / n_candidates
        evaluations = [
            Evaluation(problem=problem, score_time=share) for problem in self.problems
        ]
        table = {name: np.full(n_candidates, np.nan) for name in columns}
        for i, summary in zip(self.positions, summaries, strict=True):
            score, standard_error, problem, further = summary
            evaluations[i] = Evaluation(
                score=score,
                ranking_score=score if greater_is_better else -score,
                standard_error=standard_error,
                problem=problem,
                is_failure=problem is not None and problem.startswith("failed"),
                score_time=share,
            )
            for name, value in further.items():
                table[name][i] = value
        if not np.isnan(table["n_failed"]).any():
            table["n_failed"] = table["n_failed"].astype(np.intp)
        chosen = exclude(evaluations, self.partitions, self.search.min_coverage)
        return chosen, table


def summarize(outcomes, n_resamples, condense):
    """Condense what became of one candidate in all resamples.

    Parameters
    ----------
    outcomes : sequence
        A result or a Failure for each resample.
    n_resamples : int
        How many there are.
    condense : callable
        ``condense(values)`` returns the score, the standard error, and further values.

    Returns
    -------
    score, standard_error : float
        NaN if there is a problem.
    problem : str or None
        Why there is no score.
    further : dict of str to float
        Further values, the number of failed resamples among them.
    """
    values, reasons = separate(outcomes)
    if not values:
        problem = f"failed: on all {n_resamples} resamples: {reasons[0]}"
        return math.nan, math.nan, problem, {"n_failed": len(reasons)}
    score, standard_error, further = condense(values)
    return score, standard_error, None, {**further, "n_failed": len(reasons)}
