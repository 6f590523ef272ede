"""What is known of a scoring function: a row of the registry, or one made for it."""

import math
from functools import partial
from inspect import Parameter, signature

from skclustmetrics._registry import INDICES, find_index
from skclustmetrics._spec import IndexSpec

__all__ = ["check_direction", "resolve_index", "takes_noise_label"]


def resolve_index(score_func, *, kind=None, greater_is_better=None, kwargs=None):
    """Describe a scoring function.

    Parameters
    ----------
    score_func : callable
        An index of this package, scikit-learn's clustering function of that name, or
        any function with the call of an index; `functools.partial` objects too.
    kind : {"internal", "external"}, default=None
        How an unknown function is called; None reads the names of its parameters.
    greater_is_better : bool, default=None
        The direction; needed for a function that the registry does not know.
    kwargs : dict, default=None
        The keyword arguments of the function.

    Returns
    -------
    index : IndexSpec or None
        The description; None for what is no clustering index.
    kwargs : dict
        The keyword arguments, those of a `functools.partial` included.
    """
    kwargs = dict(kwargs or {})
    known = find_index(score_func)
    if known is not None:
        if isinstance(score_func, partial):
            if score_func.args:
                raise TypeError(
                    f"score_func={score_func!r} fixes positional arguments; an index "
                    "takes its data there. Fix keyword arguments only."
                )
            kwargs = {**score_func.keywords, **kwargs}
        index = _most_specific_row(known, kwargs)
        _check_agreement(index, kind, greater_is_better)
    else:
        kind = kind or _guess_kind(score_func)
        if kind is None:
            return None, kwargs
        index = _describe(score_func, kind, greater_is_better)
    _check_takes(index.function, kwargs)
    return index, kwargs


def check_direction(index):
    """Refuse an index of which neither direction is better."""
    if index.greater_is_better is None:
        raise ValueError(
            f"{index.name} cannot be a scorer: neither higher nor lower values of it "
            "are better."
        )


def takes_noise_label(function):
    """Tell whether a function applies the noise policy by itself."""
    return {"noise_label", "noise"} <= signature(function).parameters.keys()


def _check_takes(function, kwargs):
    """Refuse keyword arguments that a function does not have."""
    parameters = list(signature(function).parameters.values())
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters):
        return  # what they are for, a metric say, checks them
    known = [
        parameter.name
        for parameter in parameters[2:]
        if parameter.kind is not Parameter.POSITIONAL_ONLY
    ]
    unknown = [name for name in kwargs if name not in known]
    if unknown:
        name = getattr(function, "__name__", repr(function))
        takes = f"it takes {', '.join(known)}" if known else "it takes none"
        raise TypeError(
            f"{name} has no argument {' and '.join(map(repr, unknown))}; besides data "
            f"and labels {takes}."
        )


def _most_specific_row(known, kwargs):
    rows = [known] + [
        row
        for row in INDICES.values()
        if row.function is known.function
        and all(kwargs.get(key) == value for key, value in row.params.items())
    ]
    return max(rows, key=lambda row: len(row.params))


def _check_agreement(index, kind, greater_is_better):
    if kind not in (None, index.kind):
        raise ValueError(f"{index.name} is an {index.kind} index; got kind={kind!r}.")
    check_direction(index)
    if greater_is_better not in (None, index.greater_is_better):
        better = "higher" if index.greater_is_better else "lower"
        raise ValueError(
            f"greater_is_better={greater_is_better} contradicts {index.name}, of which "
            f"{better} values are better. Leave greater_is_better out."
        )


def _guess_kind(function):
    """Read the kind off the names of the first two parameters."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):  # some builtins have no signature
        return None
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    names = [p.name for p in parameters if p.kind in positional][:2]
    if len(names) < 2 or not names[1].startswith("label"):
        return None
    if names[0] == "X":
        return "internal"
    return "external" if names[0].startswith("label") else None


def _describe(function, kind, greater_is_better):
    if greater_is_better is None:
        raise ValueError(
            f"Whether higher values of {function!r} are better is not known: give "
            "greater_is_better=True or greater_is_better=False."
        )
    parameters = signature(function).parameters
    plain = getattr(function, "func", function)
    name = getattr(plain, "__name__", type(plain).__name__)
    return IndexSpec(
        function=function,
        name=name.removesuffix("_score"),
        kind=kind,
        family="custom",
        title=name,
        greater_is_better=greater_is_better,
        bounds=(math.nan, math.nan),
        cost="unknown",
        source="",
        has_metric="metric" in parameters,
        has_sample_weight="sample_weight" in parameters,
        has_n_jobs="n_jobs" in parameters,
    )
