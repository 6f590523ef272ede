"""Errors and warnings of the package, scikit-learn's subclassed where it has one."""

from sklearn.exceptions import FitFailedWarning
from sklearn.exceptions import UndefinedMetricWarning as _SklearnUndefinedMetricWarning

__all__ = ["CandidateFailedWarning", "UndefinedIndexError", "UndefinedMetricWarning"]


class UndefinedIndexError(ValueError):
    """An index is undefined for a partition that is valid otherwise.

    One cluster, only singletons, only noise. Scorers and selectors turn this error,
    and no other, into NaN with one `UndefinedMetricWarning`.
    """


class UndefinedMetricWarning(_SklearnUndefinedMetricWarning):
    """An index is undefined for the partition at hand and counts as NaN."""


class CandidateFailedWarning(FitFailedWarning):
    """Some candidates of a search could not be fitted or scored."""
