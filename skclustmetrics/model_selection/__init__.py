"""Choosing a clustering: searches, selectors and a splitter for them."""

from skclustmetrics.model_selection._resubstitution import ResubstitutionSplit

__all__ = ["ResubstitutionSplit"]
