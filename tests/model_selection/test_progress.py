"""Selectors that take many steps to judge tell of them, by text and by callbacks."""

from typing import ClassVar

import pytest

from skclustmetrics.model_selection._evaluation import Evaluation
from skclustmetrics.model_selection._k_selector import BaseKSelector


class Patient(BaseKSelector):
    """Judge each number of clusters by its number, in several steps."""

    _parameter_constraints: ClassVar[dict] = {}
    estimator = None
    param_name = "auto"
    noise_label = "negative"
    error_score = float("nan")
    n_jobs = None

    def __init__(self, param_range=None, random_state=0, verbose=0):
        self.param_range = param_range
        self.random_state = random_state
        self.verbose = verbose

    def _count_steps(self, run):
        return 2 * len(run.candidates)

    def _judge_fits(self, run):
        steps = run.progress.track(range(2 * len(run.fits)), "draw")
        scores = list(steps)[: len(run.fits)]
        return [Evaluation(score, score) for score in scores], {}


class Recorder:
    def __init__(self):
        self.events = []

    def setup(self, estimator, context):
        self.events.append("setup")

    def teardown(self, estimator, context):
        self.events.append("teardown")

    def on_fit_task_begin(self, estimator, context):
        self.events.append(f"begin {context.task_name}")

    def on_fit_task_end(self, estimator, context):
        self.events.append(f"end {context.task_name}")


def test_steps_are_printed(three_groups, capsys):
    selector = Patient([2, 3], verbose=1).fit(three_groups[0])
    assert selector.best_k_ == 3
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "draw" in line] == [
        f"[Patient] draw {i}/4" for i in (1, 2, 3, 4)
    ]
    Patient([2, 3]).fit(three_groups[0])
    assert capsys.readouterr().out == ""


@pytest.mark.skipif(
    not hasattr(Patient, "set_callbacks"), reason="scikit-learn >= 1.9 has callbacks"
)
def test_steps_are_tasks_of_the_judgement(three_groups):
    recorder = Recorder()
    Patient([2, 3]).set_callbacks(recorder).fit(three_groups[0])
    events = [event for event in recorder.events if "candidate" not in event]
    assert events == [
        *("setup", "begin fit", "begin score"),
        *(4 * ["begin draw", "end draw"]),
        *("end score", "end fit", "teardown"),
    ]
