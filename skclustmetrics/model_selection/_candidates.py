"""Which parameter of a clusterer to vary, and over which values."""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral

import numpy as np
from sklearn.model_selection import ParameterGrid

__all__ = [
    "auto_param_name",
    "counts_asked",
    "default_counts",
    "final_step",
    "make_candidates",
    "make_param_range",
]

# parameters that state the number of clusters, in order of preference:
# SpectralClustering has both, and there n_components counts eigenvectors
_COUNTS = ("n_clusters", "n_components")

# parameters that decide on the number of clusters of clusterers that take no count
_INSTEAD_OF_COUNT = (
    ("bandwidth",),
    ("eps",),
    ("min_cluster_size",),
    ("damping", "preference"),
    ("min_samples",),
)

# OPTICS and HDBSCAN share parameters with other clusterers
_BY_CLASS = {"OPTICS": ("min_samples",), "HDBSCAN": ("min_cluster_size",)}


def final_step(estimator):
    """Return the clusterer of a pipeline and the prefix of its parameters."""
    steps = getattr(estimator, "steps", None)
    if not isinstance(steps, list) or not steps:
        return estimator, ""
    name, step = steps[-1]
    step, prefix = final_step(step)
    return step, f"{name}__{prefix}"


def _count_param_name(estimator):
    """Name the parameter that states the number of clusters; None if none does."""
    clusterer, prefix = final_step(estimator)
    names = _param_names(clusterer)
    return next((prefix + name for name in _COUNTS if name in names), None)


def counts_asked(estimator, candidates):
    """Return the number of clusters that each candidate is asked for, else None."""
    name = _count_param_name(estimator)
    counts = (params.get(name) for params in candidates)
    return [count if isinstance(count, Integral) else None for count in counts]


def auto_param_name(estimator, argument="param_name='auto'"):
    """Name the parameter to vary, or say which one the user has to give."""
    clusterer, prefix = final_step(estimator)
    name = _count_param_name(estimator)
    if name is not None and not prefix:
        return name
    if name is not None:
        suggestions = [name]
    else:
        names = _param_names(clusterer)
        likely = (
            _BY_CLASS.get(type(clusterer).__name__, ()),
            *_INSTEAD_OF_COUNT,
        )
        suggestions = next(
            (found for group in likely if (found := [n for n in group if n in names])),
            [],
        )
        suggestions = [prefix + name for name in suggestions]
    if suggestions:
        advice = " or ".join(f"{name!r}" for name in suggestions)
    else:
        advice = f"one of {sorted(_param_names(estimator))}"
    raise ValueError(
        f"{argument} knows {_COUNTS[0]!r} and {_COUNTS[1]!r}, and "
        f"{type(estimator).__name__} has neither of its own; name the parameter to "
        f"vary: {advice}."
    )


def default_counts(n_samples, least=2):
    """Return the numbers of clusters up to 10, as far as the samples reach."""
    return list(range(least, min(10, n_samples - 1) + 1))


def make_param_range(param_range, param_name, estimator, n_samples, least=2):
    """Return the values of one parameter as a list."""
    if param_range is None:
        if param_name != _count_param_name(estimator):
            raise ValueError(
                f"param_range must be given for {param_name!r}: there are default "
                "values for a number of clusters only."
            )
        return default_counts(n_samples, least)
    if isinstance(param_range, str | bytes | Mapping) or not isinstance(
        param_range, Iterable
    ):
        raise TypeError(
            f"param_range must be an iterable of values of {param_name!r}; got "
            f"{param_range!r}."
        )
    if isinstance(param_range, np.ndarray) and param_range.ndim != 1:
        raise ValueError(
            f"param_range must be one-dimensional; got shape {param_range.shape}."
        )
    values = [_plain(value) for value in param_range]
    if not values:
        raise ValueError(f"param_range is empty; give values of {param_name!r}.")
    return values


def make_candidates(param_grid):
    """Return the combinations of a grid, or of a list of grids, as dicts."""
    candidates = [
        {name: _plain(value) for name, value in params.items()}
        for params in ParameterGrid(_with_sequences(param_grid))
    ]
    if not candidates:
        raise ValueError("param_grid holds no candidates.")
    return candidates


def _with_sequences(param_grid):
    """Let a grid hold ranges, sets and generators; ParameterGrid judges the rest."""
    if isinstance(param_grid, Mapping):
        return {
            name: values
            if isinstance(values, str | bytes | Sequence | np.ndarray)
            or not isinstance(values, Iterable)
            else list(values)
            for name, values in param_grid.items()
        }
    if isinstance(param_grid, Sequence) and not isinstance(param_grid, str):
        return [_with_sequences(grid) for grid in param_grid]
    return param_grid


def _param_names(estimator):
    """List the constructor parameters, those of nested estimators left out."""
    if not hasattr(estimator, "get_params"):
        return set()
    return set(estimator.get_params(deep=False))


def _plain(value):
    """Turn a number of numpy into one of Python, which prints as it was meant."""
    return value.item() if isinstance(value, np.number | np.bool_) else value
