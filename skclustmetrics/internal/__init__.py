"""Indices that judge a partition by the geometry of the data."""

from skclustmetrics.internal._bwp import (
    BWP_INDICES,
    bwp_samples,
    bwp_score,
)
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
from skclustmetrics.internal._cs import (
    CS_INDICES,
    cs_score,
)
from skclustmetrics.internal._cvnn import cvnn_score
from skclustmetrics.internal._density import (
    DENSITY_INDICES,
    dbcv_score,
    widest_gap_score,
)
from skclustmetrics.internal._determinants import (
    DETERMINANT_INDICES,
    det_ratio_score,
    ksq_det_w_score,
    log_det_ratio_score,
    rubin_score,
    scott_symons_score,
    trace_wib_score,
)
from skclustmetrics.internal._dispersion import (
    DISPERSION_INDICES,
    ball_hall_score,
    banfield_raftery_score,
    compactness_score,
    rmsstd_score,
    trace_w_score,
)
from skclustmetrics.internal._dunn import (
    DUNN_INDICES,
    dunn_score,
    generalized_dunn_score,
)
from skclustmetrics.internal._k_cubic import cubic_clustering_criterion_score
from skclustmetrics.internal._k_dispersion import (
    hartigan_score,
    jump_score,
    krzanowski_lai_score,
    pham_score,
)
from skclustmetrics.internal._k_frey import frey_score
from skclustmetrics.internal._k_splits import (
    beale_score,
    duda_score,
    pseudo_t2_score,
)
from skclustmetrics.internal._likelihood import (
    LIKELIHOOD_INDICES,
    kmeans_aic_score,
    kmeans_bic_score,
)
from skclustmetrics.internal._mean_distances import (
    MEAN_DISTANCE_INDICES,
    mcclain_rao_score,
    point_biserial_score,
)
from skclustmetrics.internal._mean_separation import (
    MEAN_SEPARATION_INDICES,
    davies_bouldin_star_score,
    pbm_score,
    ray_turi_score,
    score_function_score,
    xie_beni_score,
)
from skclustmetrics.internal._medoid_silhouette import (
    MEDOID_INDICES,
    medoid_silhouette_score,
)
from skclustmetrics.internal._nearest_mean import (
    NEAREST_MEAN_INDICES,
    simplified_silhouette_score,
    wemmert_gancarski_score,
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
from skclustmetrics.internal._variance_density import (
    VARIANCE_DENSITY_INDICES,
    s_dbw_score,
    sd_score,
)
from skclustmetrics.internal._variance_ratios import (
    VARIANCE_RATIO_INDICES,
    log_ss_ratio_score,
    r_squared_score,
    ratkowsky_lance_score,
    stdi_score,
    wb_score,
)

__all__ = [
    "INTERNAL_INDICES",
    "baker_hubert_gamma_score",
    "ball_hall_score",
    "banfield_raftery_score",
    "beale_score",
    "bwp_samples",
    "bwp_score",
    "c_index_score",
    "calinski_harabasz_score",
    "compactness_score",
    "connectivity_score",
    "cop_score",
    "cs_score",
    "cubic_clustering_criterion_score",
    "cvnn_score",
    "davies_bouldin_score",
    "davies_bouldin_star_score",
    "dbcv_score",
    "det_ratio_score",
    "duda_score",
    "dunn_score",
    "frey_score",
    "g_plus_score",
    "generalized_dunn_score",
    "hartigan_score",
    "hopkins_score",
    "in_group_proportion_score",
    "jump_score",
    "kmeans_aic_score",
    "kmeans_bic_score",
    "krzanowski_lai_score",
    "ksq_det_w_score",
    "log_det_ratio_score",
    "log_ss_ratio_score",
    "mcclain_rao_score",
    "medoid_silhouette_score",
    "nearest_neighbor_consistency_score",
    "pbm_score",
    "pham_score",
    "point_biserial_score",
    "pseudo_t2_score",
    "r_squared_score",
    "ratkowsky_lance_score",
    "ray_turi_score",
    "rmsstd_score",
    "rubin_score",
    "s_dbw_score",
    "score_function_score",
    "scott_symons_score",
    "sd_score",
    "separation_score",
    "silhouette_samples",
    "silhouette_score",
    "silhouette_sweep",
    "simplified_silhouette_score",
    "stdi_score",
    "tau_score",
    "trace_w_score",
    "trace_wib_score",
    "wb_score",
    "wcnn_score",
    "wemmert_gancarski_score",
    "widest_gap_score",
    "xie_beni_score",
]

INTERNAL_INDICES = (
    *SILHOUETTE_INDICES,
    *SCATTER_INDICES,
    *DISPERSION_INDICES,
    *VARIANCE_RATIO_INDICES,
    *DETERMINANT_INDICES,
    *MEAN_SEPARATION_INDICES,
    *NEAREST_MEAN_INDICES,
    *VARIANCE_DENSITY_INDICES,
    *LIKELIHOOD_INDICES,
    *MEDOID_INDICES,
    *BWP_INDICES,
    *CS_INDICES,
    *C_INDEX_INDICES,
    *CONCORDANCE_INDICES,
    *DUNN_INDICES,
    *MEAN_DISTANCE_INDICES,
    *SEPARATION_INDICES,
    *DENSITY_INDICES,
    *CONSISTENCY_INDICES,
    *NEIGHBOUR_INDICES,
)
