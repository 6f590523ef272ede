"""Warnings of the package, subclasses of scikit-learn's where it has one."""

from sklearn.exceptions import FitFailedWarning
from sklearn.exceptions import UndefinedMetricWarning as _SklearnUndefinedMetricWarning

__all__ = ["CandidateFailedWarning", "UndefinedMetricWarning"]


class UndefinedMetricWarning(_SklearnUndefinedMetricWarning):
    """An index is undefined for the partition at hand and counts as NaN."""


class CandidateFailedWarning(FitFailedWarning):
    """Some candidates of a search could not be fitted or scored."""
