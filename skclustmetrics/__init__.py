"""How good is a clustering? Exact, fast cluster validity for scikit-learn."""

from skclustmetrics.external import (
    adjusted_rand_score,
    fowlkes_mallows_score,
    rand_score,
)
from skclustmetrics.model_selection import ResubstitutionSplit
from skclustmetrics.scorers import (
    ClusterScorer,
    get_scorer,
    get_scorer_names,
    make_scorer,
    register_scorers,
    unregister_scorers,
)

__version__ = "0.1.0.dev0"

__all__ = [
    "adjusted_rand_score",
    "ClusterScorer",
    "fowlkes_mallows_score",
    "get_scorer",
    "get_scorer_names",
    "make_scorer",
    "rand_score",
    "register_scorers",
    "ResubstitutionSplit",
    "unregister_scorers",
]
