"""The only module that imports private names of scikit-learn."""

# validates parameters and, since 1.9, cleans up after callbacks; no public twin
from sklearn.base import _fit_context as fit_context

# private since it exists, but documented for developers of estimators
from sklearn.utils import _safe_indexing as safe_indexing

# constraints that `fit_context` checks; the public check_scalar takes numbers only
from sklearn.utils._param_validation import HasMethods, Interval, Options, StrOptions

__all__ = [
    "HasMethods",
    "Interval",
    "Options",
    "StrOptions",
    "fit_context",
    "safe_indexing",
    "unwrap_scorer",
]


def unwrap_scorer(scorer):
    """Return the function and the keyword arguments of a scorer of scikit-learn.

    None and {} for anything else. The attributes are private, the scorers that hold
    them are made by the public `make_scorer`.
    """
    return getattr(scorer, "_score_func", None), getattr(scorer, "_kwargs", {})
