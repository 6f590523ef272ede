"""Choosing a clustering: searches, selectors and a splitter for them."""

from skclustmetrics.model_selection._resubstitution import ResubstitutionSplit
from skclustmetrics.model_selection._search import ClusterSearch
from skclustmetrics.model_selection._silhouette_k import SilhouetteKSelector

__all__ = ["ClusterSearch", "ResubstitutionSplit", "SilhouetteKSelector"]
