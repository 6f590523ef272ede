"""What one fit of a search knows, and what it makes of the candidates."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

__all__ = ["Judgement", "SearchRun"]


@dataclass(frozen=True)
class SearchRun:
    """One fit of a search, from its input to its fitted candidates.

    Parameters
    ----------
    clusterer : estimator
        The clusterer, or a Pipeline that ends with one; never fitted.
    candidates : list of dict
        The parameters of each candidate.
    estimators : list of estimator
        One seeded clone for each of them.
    asked : list of int or None
        The number of clusters that each is asked for.
    X_fit : {array-like, sparse matrix}
        The data as the candidates are given it.
    X : {ndarray, sparse matrix}
        The data as indices look at it.
    y : array-like or None
        Known labels.
    holds : {"distances", "similarities", None}
        What a precomputed X holds.
    fit_params : dict
        Arguments of the candidates' `fit`.
    score_params : dict of str to dict
        For each criterion, further keyword arguments.
    random_state : RandomState
        For all further chance.
    fits : list of CandidateFit
        What became of each candidate; empty until they are fitted.
    progress : Progress or None
        How the judgement tells of its steps; None until the candidates are fitted.
    """

    clusterer: Any
    candidates: list
    estimators: list
    asked: list
    X_fit: Any
    X: Any
    y: Any
    holds: str | None
    fit_params: dict
    score_params: dict
    random_state: np.random.RandomState
    fits: list = field(default_factory=list)
    progress: Any = None


@dataclass(frozen=True)
class Judgement:
    """What a search holds of its candidates.

    Parameters
    ----------
    evaluations : dict of str to list of Evaluation
        The scores by each criterion.
    deciding : str
        The criterion that ranks.
    sample_weight : array-like of shape (n_samples,), default=None
        By which coverages are told.
    columns : dict of str to ndarray of shape (n_candidates, ...), default={}
        Further columns of the results.
    ignores_noise : str, default=None
        The index by which partitions with much noise may rank high unnoticed.
    """

    evaluations: dict
    deciding: str
    sample_weight: Any = None
    columns: dict = field(default_factory=dict)
    ignores_noise: str | None = None
