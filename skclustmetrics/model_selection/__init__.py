"""Choosing a clustering: searches, selectors and a splitter for them."""

from skclustmetrics.model_selection._gap_k import GapKSelector
from skclustmetrics.model_selection._max_se import max_se
from skclustmetrics.model_selection._prediction_strength_k import (
    PredictionStrengthKSelector,
)
from skclustmetrics.model_selection._resubstitution import ResubstitutionSplit
from skclustmetrics.model_selection._search import ClusterSearch
from skclustmetrics.model_selection._silhouette_k import SilhouetteKSelector
from skclustmetrics.model_selection._stability_k import StabilityKSelector
from skclustmetrics.model_selection._voting_k import VotingKSelector

__all__ = [
    "ClusterSearch",
    "GapKSelector",
    "max_se",
    "PredictionStrengthKSelector",
    "ResubstitutionSplit",
    "SilhouetteKSelector",
    "StabilityKSelector",
    "VotingKSelector",
]
