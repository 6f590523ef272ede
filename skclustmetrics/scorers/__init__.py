"""Scorers: clustering indices for the ``scoring`` parameter of scikit-learn."""

from skclustmetrics.scorers._factory import make_scorer
from skclustmetrics.scorers._names import (
    get_scorer,
    get_scorer_names,
    register_scorers,
    unregister_scorers,
)
from skclustmetrics.scorers._scorer import ClusterScorer

__all__ = [
    "ClusterScorer",
    "get_scorer",
    "get_scorer_names",
    "make_scorer",
    "register_scorers",
    "unregister_scorers",
]
