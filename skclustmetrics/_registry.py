"""All indices of the package, joined from the rows that each family declares."""

from skclustmetrics.external import EXTERNAL_INDICES
from skclustmetrics.internal import INTERNAL_INDICES

__all__ = ["INDICES", "find_index"]

INDICES = {
    spec.name: spec
    for spec in sorted(
        (*EXTERNAL_INDICES, *INTERNAL_INDICES), key=lambda spec: spec.name
    )
}

_BY_FUNCTION = {spec.function: spec for spec in INDICES.values() if not spec.params}


def find_index(index):
    """Return the row of an index, given by its name or its function, else None.

    A scorer's name, scikit-learn's function of the same name and
    ``functools.partial`` objects of any of these are known too.
    """
    if isinstance(index, str):
        return INDICES.get(index) or INDICES.get(index.removeprefix("neg_"))
    function = getattr(index, "func", index)
    try:
        spec = _BY_FUNCTION.get(function)
    except TypeError:  # an unhashable callable
        return None
    module = getattr(function, "__module__", None) or ""
    if spec is None and module.startswith("sklearn.metrics.cluster"):
        spec = INDICES.get(function.__name__.removesuffix("_score"))
    return spec
