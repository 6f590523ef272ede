"""All indices of the package, joined from the rows that each family declares."""

from skclustmetrics._spec import find_row
from skclustmetrics.external import EXTERNAL_INDICES
from skclustmetrics.internal import INTERNAL_INDICES

__all__ = ["INDICES", "find_index"]

INDICES = {
    spec.name: spec
    for spec in sorted(
        (*EXTERNAL_INDICES, *INTERNAL_INDICES), key=lambda spec: spec.name
    )
}


def find_index(index):
    """Return the row of an index, given by its name or its function, else None.

    A scorer's name, scikit-learn's function of the same name and
    ``functools.partial`` objects of any of these are known too.
    """
    return find_row(index, INDICES)
