"""Scorer names that scikit-learn knows: its registry and the copies it froze.

`get_scorer` looks a name up in one dict, but every ``scoring`` parameter is checked
against a set of names that was copied from it at import.
"""

import sys
from contextlib import suppress
from importlib import import_module

from sklearn.metrics._scorer import _SCORERS  # public: get_scorer, without a setter

__all__ = ["add_scorers", "remove_scorers"]

# where scikit-learn 1.6 to 1.9 freezes the names
_MODULES = (
    "sklearn.feature_selection._sequential",
    "sklearn.inspection._permutation_importance",
    "sklearn.linear_model._logistic",
    "sklearn.linear_model._ridge",
    "sklearn.metrics._scorer",
    "sklearn.model_selection._classification_threshold",
    "sklearn.model_selection._search",
    "sklearn.model_selection._search_successive_halving",
    "sklearn.model_selection._validation",
)
_CONSTRAINTS = ("_parameter_constraints", "_skl_parameter_constraints")

_added = set()


def add_scorers(scorers):
    """Make scikit-learn know scorers by name; names that it owns are left alone.

    Parameters
    ----------
    scorers : dict of str to scorer
        The scorers by name.

    Returns
    -------
    added : list of str
        The names that were not known before.
    """
    added = [name for name in scorers if name not in _SCORERS]
    _added.update(added)
    _SCORERS.update({name: scorers[name] for name in scorers if name in _added})
    for names in _frozen_names():
        names |= _added & set(scorers)
    return added


def remove_scorers(names):
    """Undo `add_scorers`; names that it did not add are left alone.

    Parameters
    ----------
    names : iterable of str
        The names to forget.
    """
    removed = _added & set(names)
    for name in removed:
        _SCORERS.pop(name, None)
    for frozen in _frozen_names():
        frozen -= removed
    _added.difference_update(removed)


def _frozen_names():
    """Find every set of names against which a ``scoring`` parameter is checked."""
    for name in _MODULES:
        with suppress(ImportError):
            import_module(name)
    found = {}
    for name, module in list(sys.modules.items()):
        if name.startswith("sklearn."):
            for thing in list(vars(module).values()):
                for options in _scoring_options(thing):
                    found[id(options)] = options
    return list(found.values())


def _scoring_options(thing):
    for attribute in _CONSTRAINTS:
        constraints = getattr(thing, attribute, None)
        if isinstance(constraints, dict):
            allowed = constraints.get("scoring")
            for constraint in allowed if isinstance(allowed, list) else ():
                options = getattr(constraint, "options", None)
                if isinstance(options, set) and "accuracy" in options:
                    yield options
