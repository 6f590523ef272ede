"""The rows of all external indices, joined from the families."""

from skclustmetrics.external._association import ASSOCIATION_INDICES
from skclustmetrics.external._bcubed import BCUBED_INDICES
from skclustmetrics.external._description_length import DESCRIPTION_LENGTH_INDICES
from skclustmetrics.external._information import INFORMATION_INDICES
from skclustmetrics.external._information_chance import INFORMATION_CHANCE_INDICES
from skclustmetrics.external._information_distances import INFORMATION_DISTANCE_INDICES
from skclustmetrics.external._optimal_matching import OPTIMAL_MATCHING_INDICES
from skclustmetrics.external._pair_agreement import PAIR_AGREEMENT_INDICES
from skclustmetrics.external._pair_chance import PAIR_CHANCE_INDICES
from skclustmetrics.external._pair_correlation import PAIR_CORRELATION_INDICES
from skclustmetrics.external._pair_counting import PAIR_COUNTING_INDICES
from skclustmetrics.external._pair_difference import PAIR_DIFFERENCE_INDICES
from skclustmetrics.external._pair_overlap import PAIR_OVERLAP_INDICES
from skclustmetrics.external._pair_precision_recall import PAIR_PRECISION_RECALL_INDICES
from skclustmetrics.external._pair_prediction import PAIR_PREDICTION_INDICES
from skclustmetrics.external._set_matching import SET_MATCHING_INDICES

__all__ = ["EXTERNAL_INDICES"]

EXTERNAL_INDICES = (
    *INFORMATION_INDICES,
    *INFORMATION_CHANCE_INDICES,
    *INFORMATION_DISTANCE_INDICES,
    *DESCRIPTION_LENGTH_INDICES,
    *PAIR_COUNTING_INDICES,
    *PAIR_PRECISION_RECALL_INDICES,
    *PAIR_PREDICTION_INDICES,
    *PAIR_OVERLAP_INDICES,
    *PAIR_AGREEMENT_INDICES,
    *PAIR_DIFFERENCE_INDICES,
    *PAIR_CORRELATION_INDICES,
    *PAIR_CHANCE_INDICES,
    *SET_MATCHING_INDICES,
    *OPTIMAL_MATCHING_INDICES,
    *BCUBED_INDICES,
    *ASSOCIATION_INDICES,
)
