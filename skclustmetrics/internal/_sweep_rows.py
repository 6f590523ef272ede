"""The rows of all indices of a sweep over the number of clusters."""

from skclustmetrics.internal._k_cubic import K_CUBIC_INDICES
from skclustmetrics.internal._k_dispersion import K_DISPERSION_INDICES
from skclustmetrics.internal._k_frey import K_FREY_INDICES
from skclustmetrics.internal._k_splits import K_SPLIT_INDICES

__all__ = ["SWEEP_INDICES"]

SWEEP_INDICES = {
    spec.name: spec
    for spec in (
        *K_DISPERSION_INDICES,
        *K_CUBIC_INDICES,
        *K_SPLIT_INDICES,
        *K_FREY_INDICES,
    )
}
