"""Checks of the options that scorers have besides the arguments of their index."""

from numbers import Real

import numpy as np

from skclustmetrics._validation._choice import check_choice
from skclustmetrics._validation._noise import check_noise_policy
from skclustmetrics.scorers._labels import RESPONSE_METHODS, SPACES

__all__ = ["check_options"]


def check_options(scorer):
    """Refuse options of a ClusterScorer that are not allowed."""
    check_noise_policy(scorer.noise)
    check_choice(scorer.response_method, "response_method", RESPONSE_METHODS)
    check_choice(scorer.space, "space", SPACES)
    if not isinstance(scorer.weight_by_coverage, bool | np.bool_):
        raise TypeError(
            "weight_by_coverage must be a bool, got "
            f"{scorer.weight_by_coverage!r} of type "
            f"{type(scorer.weight_by_coverage).__name__}."
        )
    if not isinstance(scorer.undefined, Real):
        raise TypeError(
            f"undefined must be a number, got {scorer.undefined!r} of type "
            f"{type(scorer.undefined).__name__}."
        )
    if scorer.min_coverage is not None:
        if not isinstance(scorer.min_coverage, Real):
            raise TypeError(
                f"min_coverage must be a number or None, got {scorer.min_coverage!r} "
                f"of type {type(scorer.min_coverage).__name__}."
            )
        if not 0 <= scorer.min_coverage <= 1:
            raise ValueError(
                f"min_coverage must be in [0, 1], got {scorer.min_coverage!r}."
            )
