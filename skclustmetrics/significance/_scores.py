"""Indices as the tests of significance see them: a direction, and a number or NaN."""

import difflib
import math
from dataclasses import dataclass, field
from functools import partial

from skclustmetrics._registry import INDICES, find_index
from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._shared_scores import shared_scores
from skclustmetrics.scorers._evaluate import evaluate_index, find_noise
from skclustmetrics.scorers._index import resolve_index

__all__ = ["Score", "compute_all", "find_score", "find_scores"]

# what is given beside the index, not with it
_OUTSIDE = ("noise_label", "noise", "sample_weight")


@dataclass(frozen=True)
class Score:
    """An index with its keyword arguments.

    Parameters
    ----------
    index : IndexSpec
        What is known of it.
    kwargs : dict
        Its keyword arguments.
    """

    index: IndexSpec
    kwargs: dict = field(default_factory=dict)

    @property
    def name(self):
        """How results call it."""
        return self.index.name

    @property
    def greater_is_better(self):
        """The direction, or None."""
        return self.index.greater_is_better

    @property
    def is_known(self):
        """Whether it is an index of this package."""
        row = INDICES.get(self.index.name)
        # the row may be a copy, in another process
        return row is not None and row.function is self.index.function

    @property
    def counts_weights(self):
        """Whether it takes weights, and they tell how often each sample occurs."""
        internal = self.index.kind == "internal"
        return self.is_known and internal and self.index.has_sample_weight

    @property
    def metric(self):
        """The metric by which it looks at the data."""
        return self.kwargs.get("metric", "euclidean")

    def compute(self, first, labels, *, noise_label=None, noise="drop", **arguments):
        """Return the value; raise UndefinedIndexError where there is none."""
        is_noise, _ = find_noise(self.index, first, labels, noise_label=noise_label)
        value = evaluate_index(
            self.index,
            first,
            labels,
            is_noise=is_noise,
            noise_label=noise_label,
            noise=noise,
            **self.kwargs,
            **arguments,
        )
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(
                f"{self.name} must return a number; got {value!r}."
            ) from None

    def compute_or_nan(self, first, labels, **arguments):
        """Return the value, NaN where there is none."""
        try:
            return self.compute(first, labels, **arguments)
        except UndefinedIndexError:
            return math.nan


def find_score(score_func, *, kind=None, greater_is_better=None, directed=True):
    """Find out what is known of an index.

    Parameters
    ----------
    score_func : str or callable
        The name of an index, a function of this package or of scikit-learn, a
        `functools.partial` object of one, or any function that is called like one.
    kind : {"internal", "external"}, default=None
        Which kind of index it must be; None means either.
    greater_is_better : bool, default=None
        The direction of a function that is no index of this package.
    directed : bool, default=True
        Whether the direction of such a function must be known.

    Returns
    -------
    Score
    """
    if isinstance(score_func, Score):
        return score_func
    row, kwargs = _find_row(score_func, kind), {}
    if row is not None and row.greater_is_better is None:
        index, kwargs = row, dict(getattr(score_func, "keywords", {}))
    elif isinstance(score_func, str):
        index = _agreeing(row, greater_is_better)
    else:
        if row is None and not directed and greater_is_better is None:
            greater_is_better = True
        index, kwargs = resolve_index(
            score_func,
            kind=kind if row is None else None,
            greater_is_better=greater_is_better,
        )
    if index is None:
        raise ValueError(
            f"{score_func!r} does not name its first parameters as an index does: X, "
            "labels for an internal index, labels_true, labels_pred for an external "
            "one."
        )
    if kind not in (None, index.kind):
        raise ValueError(
            f"score_func must be an {kind} index; {index.name} is an {index.kind} one."
        )
    outside = [name for name in _OUTSIDE if name in kwargs]
    if outside:
        raise TypeError(
            f"score_func={score_func!r} fixes {outside[0]}, which is not for the index "
            "to fix here."
        )
    return Score(index, kwargs)


def find_scores(score_func, *, kind=None, greater_is_better=None):
    """Find one index or several.

    Returns
    -------
    scores : list of Score
        Different ones.
    several : bool
        Whether `score_func` is a list.
    """
    several = isinstance(score_func, list | tuple)
    given = list(score_func) if several else [score_func]
    if not given:
        raise ValueError("score_func is an empty list; give at least one index.")
    options = {"kind": kind, "greater_is_better": greater_is_better}
    scores = [find_score(each, **options) for each in given]
    names = [score.name for score in scores]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"score_func lists {min(twice)} more than once.")
    return scores, several


def compute_all(scores, X, labels):
    """Compute internal indices of a partition without noise, NaN where undefined.

    What indices of this package share is computed once.
    """
    plain = [score for score in scores if score.is_known and not score.kwargs]
    shared = {}
    if len(plain) > 1:
        found = shared_scores(X, labels, [score.index for score in plain])
        shared = {
            name: math.nan if isinstance(value, Exception) else float(value)
            for name, value in found.items()
        }
    return [
        shared[score.name] if score.name in shared else score.compute_or_nan(X, labels)
        for score in scores
    ]


def _find_row(score_func, kind):
    if not isinstance(score_func, str) and not callable(score_func):
        raise TypeError(
            "score_func must be the name of an index or a function; got "
            f"{score_func!r}."
        )
    row = find_index(score_func)
    if not isinstance(score_func, str):
        if isinstance(score_func, partial) and score_func.args:
            raise TypeError(
                f"score_func={score_func!r} fixes positional arguments; fix keyword "
                "arguments only."
            )
        return row
    row = row or find_index(score_func.removesuffix("_score"))
    if row is None:
        names = [name for name, row in INDICES.items() if kind in (None, row.kind)]
        close = difflib.get_close_matches(score_func.removesuffix("_score"), names)
        hint = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
        what = "index" if kind is None else f"{kind} index"
        raise ValueError(
            f"score_func: {score_func!r} is not the name of an {what}.{hint}"
        )
    return row


def _agreeing(row, greater_is_better):
    if greater_is_better not in (None, row.greater_is_better):
        better = "higher" if row.greater_is_better else "lower"
        raise ValueError(
            f"greater_is_better={greater_is_better} contradicts {row.name}, of which "
            f"{better} values are better. Leave greater_is_better out."
        )
    return row
