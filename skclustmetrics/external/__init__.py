"""Indices that compare two partitions."""

from skclustmetrics.external._alignment import (
    align_labels,
)
from skclustmetrics.external._association import (
    chi_squared_score,
    cramers_v_score,
    element_centric_similarity_samples,
    element_centric_similarity_score,
    frobenius_distance,
    tschuprows_t_score,
)
from skclustmetrics.external._bcubed import (
    bcubed_f_score,
    bcubed_precision_score,
    bcubed_recall_score,
)
from skclustmetrics.external._chance import (
    adjusted_for_chance,
)
from skclustmetrics.external._description_length import (
    dom_score,
    reduced_mutual_info_score,
)
from skclustmetrics.external._information import (
    completeness_score,
    homogeneity_completeness_v_measure,
    homogeneity_score,
    mutual_info_score,
    normalized_mutual_info_score,
    v_measure_score,
)
from skclustmetrics.external._information_chance import (
    adjusted_mutual_info_score,
    expected_mutual_information,
    standardized_mutual_info_score,
)
from skclustmetrics.external._information_distances import (
    cluster_entropy_score,
    normalized_information_distance,
    normalized_variation_of_information,
    variation_of_information,
)
from skclustmetrics.external._optimal_matching import (
    clustering_accuracy_score,
    normalized_clustering_accuracy_score,
    normalized_pivoted_accuracy_score,
    pair_sets_index_score,
    s2_score,
)
from skclustmetrics.external._pair_agreement import (
    baulieu_1_score,
    hamann_score,
    ps2_score,
    rogers_tanimoto_score,
    sokal_sneath_double_agreement_score,
)
from skclustmetrics.external._pair_chance import (
    adjusted_fowlkes_mallows_score,
    adjusted_wallace_score,
    lerman_score,
    modified_adjusted_rand_score,
    normalized_lerman_score,
)
from skclustmetrics.external._pair_correlation import (
    baulieu_2_score,
    goodman_kruskal_score,
    hubert_gamma_score,
    peirce_score,
    sokal_sneath_four_term_score,
    sokal_sneath_geometric_score,
)
from skclustmetrics.external._pair_counting import (
    adjusted_rand_score,
    fowlkes_mallows_score,
    rand_score,
)
from skclustmetrics.external._pair_difference import (
    mcnemar_score,
    minkowski_score,
    mirkin_distance,
)
from skclustmetrics.external._pair_overlap import (
    fager_mcgowan_score,
    pair_jaccard_score,
    russell_rao_score,
    rv_score,
    sokal_sneath_double_disagreement_score,
)
from skclustmetrics.external._pair_precision_recall import (
    kulczynski_score,
    mcconnaughey_score,
    pair_f_score,
    pair_precision_score,
    pair_recall_score,
)
from skclustmetrics.external._pair_prediction import (
    prediction_strength_score,
)
from skclustmetrics.external._permutation_test import (
    external_permutation_test,
)
from skclustmetrics.external._report import (
    external_report,
)
from skclustmetrics.external._report_view import (
    ExternalReport,
)
from skclustmetrics.external._rows import (
    EXTERNAL_INDICES,
)
from skclustmetrics.external._set_matching import (
    generalized_centroid_index_score,
    inverse_purity_score,
    purity_f_score,
    purity_score,
    set_matching_f_score,
    van_dongen_distance,
)
from skclustmetrics.external._tables import (
    contingency_matrix,
    pair_confusion_matrix,
)

__all__ = [
    "EXTERNAL_INDICES",
    "adjusted_for_chance",
    "adjusted_fowlkes_mallows_score",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "adjusted_wallace_score",
    "align_labels",
    "baulieu_1_score",
    "baulieu_2_score",
    "bcubed_f_score",
    "bcubed_precision_score",
    "bcubed_recall_score",
    "chi_squared_score",
    "cluster_entropy_score",
    "clustering_accuracy_score",
    "completeness_score",
    "contingency_matrix",
    "cramers_v_score",
    "dom_score",
    "element_centric_similarity_samples",
    "element_centric_similarity_score",
    "expected_mutual_information",
    "external_permutation_test",
    "external_report",
    "ExternalReport",
    "fager_mcgowan_score",
    "fowlkes_mallows_score",
    "frobenius_distance",
    "generalized_centroid_index_score",
    "goodman_kruskal_score",
    "hamann_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "hubert_gamma_score",
    "inverse_purity_score",
    "kulczynski_score",
    "lerman_score",
    "mcconnaughey_score",
    "mcnemar_score",
    "minkowski_score",
    "mirkin_distance",
    "modified_adjusted_rand_score",
    "mutual_info_score",
    "normalized_clustering_accuracy_score",
    "normalized_information_distance",
    "normalized_lerman_score",
    "normalized_mutual_info_score",
    "normalized_pivoted_accuracy_score",
    "normalized_variation_of_information",
    "pair_confusion_matrix",
    "pair_f_score",
    "pair_jaccard_score",
    "pair_precision_score",
    "pair_recall_score",
    "pair_sets_index_score",
    "peirce_score",
    "prediction_strength_score",
    "ps2_score",
    "purity_f_score",
    "purity_score",
    "rand_score",
    "reduced_mutual_info_score",
    "rogers_tanimoto_score",
    "russell_rao_score",
    "rv_score",
    "s2_score",
    "set_matching_f_score",
    "sokal_sneath_double_agreement_score",
    "sokal_sneath_double_disagreement_score",
    "sokal_sneath_four_term_score",
    "sokal_sneath_geometric_score",
    "standardized_mutual_info_score",
    "tschuprows_t_score",
    "v_measure_score",
    "van_dongen_distance",
    "variation_of_information",
]
