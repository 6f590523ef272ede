"""Scores of random partitions, under the null models that both chance functions use."""

import difflib
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from numbers import Integral

import numpy as np
from sklearn.utils import check_random_state

from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics._kernels._parallel import run_tasks
from skclustmetrics._kernels._random_partitions import (
    AnyPartition,
    FixedNumber,
    FixedSizes,
    check_total,
    draw_table,
)
from skclustmetrics._spec import IndexSpec, find_row
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._rows import EXTERNAL_INDICES

__all__ = [
    "ROWS",
    "ScoreFunction",
    "check_null_table",
    "identity_table",
    "make_sides",
    "resolve_score",
    "sample_scores",
]

ROWS = {row.name: row for row in EXTERNAL_INDICES}

# random tables that one task draws; fixed, so that n_jobs changes nothing
_BLOCK = 50

_MODELS = ("perm", "perm1", "num", "num1", "all", "all1")


@dataclass(frozen=True, kw_only=True)
class ScoreFunction:
    """An index that is computed from a table, or any function of two labellings.

    Parameters
    ----------
    function : callable
        The function.
    params : dict, default={}
        Keyword arguments of an index of this package.
    row : IndexSpec, default=None
        What is known of it; None for a function that is not an index of this package.
    name : str
        How results and errors call it.
    greater_is_better : bool, default=None
        The direction; None if nobody said, or if the index has none.
    """

    function: object
    name: str
    params: dict = field(default_factory=dict)
    row: IndexSpec | None = None
    greater_is_better: bool | None = None

    def __call__(self, table):
        """Score the two partitions of a table."""
        if self.row is not None:
            return float(self.function.from_table(table, **self.params))
        counts = table.counts.astype(np.intp)
        labels = np.repeat(table.rows, counts), np.repeat(table.cols, counts)
        value = self.function(*labels)
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(
                f"score_func={self.function!r} must return a number; got {value!r}."
            ) from None


def resolve_score(score_func, greater_is_better=None, *, argument="score_func"):
    """Find out what is known of a scoring function.

    Parameters
    ----------
    score_func : str or callable
        The name of an external index or of its function, the function, scikit-learn's
        function of that name, a `functools.partial` object of one of them, or any
        function of two labellings.
    greater_is_better : bool, default=None
        The direction of a function that is no index of this package.
    argument : str, default="score_func"
        How errors call `score_func`.

    Returns
    -------
    ScoreFunction
    """
    if not isinstance(score_func, str) and not callable(score_func):
        raise TypeError(
            f"{argument} must be the name of an external index or a function of "
            f"(labels_true, labels_pred); got {score_func!r}."
        )
    row = find_row(score_func, ROWS)
    if row is None and isinstance(score_func, str):
        row = find_row(score_func.removesuffix("_score"), ROWS)
    if row is None and isinstance(score_func, str):
        raise ValueError(
            f"{argument}: {score_func!r} is not the name of an external index."
            f"{_hint(score_func)}"
        )
    if row is None:
        name = getattr(score_func, "__name__", type(score_func).__name__)
        return ScoreFunction(
            function=score_func, name=name, greater_is_better=greater_is_better
        )
    if greater_is_better is not None and row.greater_is_better is None:
        raise ValueError(
            f"greater_is_better={greater_is_better} contradicts {row.name}, of which "
            "neither higher nor lower values are better. Leave greater_is_better out."
        )
    if greater_is_better not in (None, row.greater_is_better):
        better = "higher" if row.greater_is_better else "lower"
        raise ValueError(
            f"greater_is_better={greater_is_better} contradicts {row.name}, of which "
            f"{better} values are better. Leave greater_is_better out."
        )
    return ScoreFunction(
        function=row.function,
        name=row.name,
        params={**row.params, **_partial_keywords(score_func, row, argument)},
        row=row,
        greater_is_better=row.greater_is_better,
    )


def _hint(text):
    """Suggest names that look alike, or that a common abbreviation stands for."""
    name = text.lower().removesuffix("_score")
    short = [row for row in ROWS if name in _abbreviations(row)]
    close = short or difflib.get_close_matches(name, ROWS, n=3, cutoff=0.5)
    if close:
        return f" Did you mean {' or '.join(map(repr, close))}?"
    return f" The names are {', '.join(ROWS)}."


def _abbreviations(name):
    """Return the initials of a name, with and without an I for index."""
    words = name.split("_")
    initials = "".join(word[0] for word in words)
    without_of = "".join(word[0] for word in words if word != "of")
    return {initials, without_of, f"{initials}i"} if len(words) > 1 else set()


def _partial_keywords(score_func, row, argument):
    if not isinstance(score_func, partial):
        return {}
    if score_func.args:
        raise TypeError(
            f"{argument}: {score_func!r} fixes positional arguments; fix keyword "
            "arguments only."
        )
    own = list(signature(row.function.from_table).parameters)[1:]
    unknown = sorted(set(score_func.keywords) - set(own))
    if unknown:
        raise TypeError(
            f"{argument}: {score_func!r} fixes {unknown[0]}, which is no keyword of "
            f"the formula of {row.name}; allowed are {own}. What concerns the labels "
            f"is given beside {argument}."
        )
    return score_func.keywords


def check_null_table(table):
    """Refuse tables of which no random ones can be made."""
    if table.total < 2:
        raise UndefinedIndexError(
            f"Found {table.total} sample(s): random partitions need at least 2."
        )
    check_total(table.total)
    return table


def make_sides(model, table):
    """Return the random partitions that take the place of both sides of a table.

    Parameters
    ----------
    model : {"perm", "perm1", "num", "num1", "all", "all1"}
        The null model; a 1 keeps the classes as they are.
    table : Contingency
        The partitions at hand.

    Returns
    -------
    true, pred : FixedSizes, FixedNumber or AnyPartition
    """
    if not isinstance(model, str) or model not in _MODELS:
        raise ValueError(
            f"The 'model' parameter must be one of {', '.join(map(repr, _MODELS))}. "
            f"Got {model!r} instead."
        )
    family = model.removesuffix("1")
    sides = []
    for sizes, is_kept in (
        (table.row_sums, model.endswith("1")),
        (table.col_sums, False),
    ):
        if family == "perm" or is_kept:
            sides.append(FixedSizes(sizes))
        elif family == "num":
            sides.append(FixedNumber(table.total, len(sizes)))
        else:
            sides.append(AnyPartition(table.total))
    return tuple(sides)


def sample_scores(scores, sides, n_permutations, *, random_state=None, n_jobs=None):
    """Score random pairs of partitions, all scores on the same ones.

    Parameters
    ----------
    scores : list of ScoreFunction
        What to compute.
    sides : tuple
        The null model of each side.
    n_permutations : int
        How many pairs to draw.
    random_state : int, RandomState instance or None, default=None
        Where the seeds of the blocks come from.
    n_jobs : int, default=None
        How many blocks are drawn at a time.

    Returns
    -------
    ndarray of shape (n_scores, n_permutations)
        NaN where an index is undefined.
    """
    if isinstance(n_permutations, bool) or not isinstance(n_permutations, Integral):
        raise TypeError(f"n_permutations must be an integer; got {n_permutations!r}.")
    if n_permutations < 1:
        raise ValueError(f"n_permutations must be at least 1; got {n_permutations}.")
    entropy = check_random_state(random_state).randint(2**31 - 1, size=4).tolist()
    starts = range(0, n_permutations, _BLOCK)
    seeds = np.random.SeedSequence(entropy).spawn(len(starts))
    tasks = [
        (seed, min(_BLOCK, n_permutations - start))
        for seed, start in zip(seeds, starts, strict=True)
    ]
    blocks = run_tasks(_score_block, tasks, n_jobs=n_jobs, common=(scores, sides))
    return np.concatenate(list(blocks), axis=1)


def _score_block(scores, sides, task):
    seed, n_draws = task
    rng = np.random.default_rng(seed)
    values = np.full((len(scores), n_draws), np.nan)
    for draw in range(n_draws):
        table = draw_table(*sides, rng)
        for row, score in enumerate(scores):
            try:
                values[row, draw] = score(table)
            except UndefinedIndexError:
                pass
    return values


def identity_table(sizes):
    """Return the table of a partition of these sizes and itself."""
    positions = np.arange(len(sizes))
    return Contingency.from_cells(positions, positions, sizes)
