"""Whether a clustering holds up when the data is drawn again or disturbed."""

from skclustmetrics.stability._cluster_stability import cluster_stability
from skclustmetrics.stability._consensus import consensus_matrix, consensus_stability
from skclustmetrics.stability._instability import clustering_instability
from skclustmetrics.stability._prediction_strength import prediction_strength
from skclustmetrics.stability._stability_view import ClusterStability

__all__ = [
    "cluster_stability",
    "clustering_instability",
    "ClusterStability",
    "consensus_matrix",
    "consensus_stability",
    "prediction_strength",
]
