"""Indices that judge a partition by the geometry of the data."""

from skclustmetrics.internal._c_index import (
    C_INDEX_INDICES,
    c_index_score,
)
from skclustmetrics.internal._concordance import (
    CONCORDANCE_INDICES,
    baker_hubert_gamma_score,
    g_plus_score,
    tau_score,
)
from skclustmetrics.internal._cvnn import cvnn_score
from skclustmetrics.internal._density import (
    DENSITY_INDICES,
    dbcv_score,
    widest_gap_score,
)
from skclustmetrics.internal._dunn import (
    DUNN_INDICES,
    dunn_score,
    generalized_dunn_score,
)
from skclustmetrics.internal._mean_distances import (
    MEAN_DISTANCE_INDICES,
    mcclain_rao_score,
    point_biserial_score,
)
from skclustmetrics.internal._neighbour_consistency import (
    CONSISTENCY_INDICES,
    in_group_proportion_score,
    nearest_neighbor_consistency_score,
)
from skclustmetrics.internal._neighbours import (
    NEIGHBOUR_INDICES,
    connectivity_score,
    wcnn_score,
)
from skclustmetrics.internal._scatter import (
    SCATTER_INDICES,
    calinski_harabasz_score,
    davies_bouldin_score,
)
from skclustmetrics.internal._separation import (
    SEPARATION_INDICES,
    cop_score,
    separation_score,
)
from skclustmetrics.internal._silhouette import (
    SILHOUETTE_INDICES,
    silhouette_samples,
    silhouette_score,
)
from skclustmetrics.internal._sweep import silhouette_sweep
from skclustmetrics.internal._tendency import hopkins_score

__all__ = [
    "INTERNAL_INDICES",
    "baker_hubert_gamma_score",
    "c_index_score",
    "calinski_harabasz_score",
    "connectivity_score",
    "cop_score",
    "cvnn_score",
    "davies_bouldin_score",
    "dbcv_score",
    "dunn_score",
    "g_plus_score",
    "generalized_dunn_score",
    "hopkins_score",
    "in_group_proportion_score",
    "mcclain_rao_score",
    "nearest_neighbor_consistency_score",
    "point_biserial_score",
    "separation_score",
    "silhouette_samples",
    "silhouette_score",
    "silhouette_sweep",
    "tau_score",
    "wcnn_score",
    "widest_gap_score",
]

INTERNAL_INDICES = (
    *SILHOUETTE_INDICES,
    *SCATTER_INDICES,
    *C_INDEX_INDICES,
    *CONCORDANCE_INDICES,
    *DUNN_INDICES,
    *MEAN_DISTANCE_INDICES,
    *SEPARATION_INDICES,
    *DENSITY_INDICES,
    *CONSISTENCY_INDICES,
    *NEIGHBOUR_INDICES,
)
