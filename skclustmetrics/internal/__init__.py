"""Indices that judge a partition by the geometry of the data."""

from skclustmetrics.internal._scatter import (
    SCATTER_INDICES,
    calinski_harabasz_score,
    davies_bouldin_score,
)
from skclustmetrics.internal._silhouette import (
    SILHOUETTE_INDICES,
    silhouette_samples,
    silhouette_score,
)
from skclustmetrics.internal._sweep import silhouette_sweep

__all__ = [
    "INTERNAL_INDICES",
    "calinski_harabasz_score",
    "davies_bouldin_score",
    "silhouette_samples",
    "silhouette_score",
    "silhouette_sweep",
]

INTERNAL_INDICES = (*SILHOUETTE_INDICES, *SCATTER_INDICES)
