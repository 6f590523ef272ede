"""The steps that selectors share which resample or simulate to judge each K."""

from skclustmetrics.model_selection._base import BaseClusterSearch
from skclustmetrics.model_selection._candidates import (
    auto_param_name,
    make_candidates,
    make_param_range,
)
from skclustmetrics.model_selection._evaluation import Evaluation
from skclustmetrics.model_selection._run import Judgement

__all__ = ["BaseKSelector"]


class BaseKSelector(BaseClusterSearch):
    """Vary one parameter, and judge each value by more than its partition of X.

    A subclass has the parameters `param_name` and `param_range` besides those of
    `BaseClusterSearch`, and says what it makes of the fitted candidates
    (`_judge_fits`).
    """

    # the least number of clusters among the default values of the parameter
    _least_count = 2

    def _candidates(self, clusterer, n_samples):
        name = self.param_name
        if name == "auto":
            name = auto_param_name(clusterer)
        values = make_param_range(
            self.param_range, name, clusterer, n_samples, least=self._least_count
        )
        return make_candidates({name: values})

    def _judge(self, run):
        outcomes, columns = self._judge_fits(run)
        evaluations = [
            Evaluation(problem=f"failed: {fit.error}", is_failure=True)
            if fit.error is not None
            else outcome
            for fit, outcome in zip(run.fits, outcomes, strict=True)
        ]
        return Judgement({"score": evaluations}, "score", columns=columns)

    def _judge_fits(self, run):
        """Return an Evaluation for each candidate, and further columns of results."""
        raise NotImplementedError
