"""BCubed, association and element-centric similarity against sample-wise loops."""

import brute_force_samples as brute
import numpy as np
import pytest
from scipy.stats.contingency import association

import skclustmetrics as scm
from skclustmetrics.exceptions import UndefinedIndexError

RNG = np.random.default_rng(22)
PAIRS = [
    (RNG.integers(0, k, n), RNG.integers(0, m, n))
    for n, k, m in [(8, 2, 3), (12, 3, 3), (20, 5, 2), (25, 4, 6)]
]


@pytest.mark.parametrize(("labels_true", "labels_pred"), PAIRS)
def test_bcubed_by_items(labels_true, labels_pred):
    precision, recall = brute.bcubed(labels_true.tolist(), labels_pred.tolist())
    near = {"rel": 1e-15}
    value = scm.bcubed_precision_score(labels_true, labels_pred)
    assert value == pytest.approx(float(precision), **near)
    value = scm.bcubed_recall_score(labels_true, labels_pred)
    assert value == pytest.approx(float(recall), **near)
    for beta in (0.5, 1, 2):
        f = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
        value = scm.bcubed_f_score(labels_true, labels_pred, beta=beta)
        assert value == pytest.approx(float(f), rel=1e-14)


@pytest.mark.parametrize(("labels_true", "labels_pred"), PAIRS)
@pytest.mark.parametrize("whole", [True, False])
def test_bcubed_weights_are_repeated_samples(labels_true, labels_pred, whole):
    weights = RNG.integers(0, 4, labels_true.size)
    weights[0] = 1
    repeated = np.repeat(labels_true, weights), np.repeat(labels_pred, weights)
    scaled = weights if whole else weights / 7
    for index in (
        scm.bcubed_precision_score,
        scm.bcubed_recall_score,
        scm.bcubed_f_score,
        scm.element_centric_similarity_score,
    ):
        value = index(labels_true, labels_pred, sample_weight=scaled)
        assert value == pytest.approx(index(*repeated), rel=1e-14)
    weights = RNG.random(labels_true.size)
    precision, recall = brute.bcubed(
        labels_true.tolist(), labels_pred.tolist(), weights.tolist()
    )
    weighted = {"sample_weight": weights}
    value = scm.bcubed_precision_score(labels_true, labels_pred, **weighted)
    assert value == pytest.approx(float(precision), rel=1e-13)
    value = scm.bcubed_recall_score(labels_true, labels_pred, **weighted)
    assert value == pytest.approx(float(recall), rel=1e-13)


def test_bcubed_weights_keep_the_best_value():
    labels = RNG.integers(0, 5, 200)
    weights = RNG.random(200)
    coarse = labels // 2
    assert scm.bcubed_f_score(labels, labels + 3, sample_weight=weights) == 1.0
    assert scm.bcubed_precision_score(coarse, labels, sample_weight=weights) == 1.0
    assert scm.bcubed_recall_score(labels, coarse, sample_weight=weights) == 1.0


@pytest.mark.parametrize("alpha", [0.2, 0.9])
def test_element_centric_similarity_by_page_rank(alpha):
    for labels in PAIRS:
        expected = brute.element_centric_similarity(*labels, alpha=alpha)
        samples = scm.element_centric_similarity_samples(*labels)
        np.testing.assert_allclose(samples, expected, rtol=1e-10)
        mean = scm.element_centric_similarity_score(*labels)
        assert mean == pytest.approx(samples.mean(), rel=1e-14)


def test_element_centric_samples_are_nan_where_noise_is_dropped():
    labels_true = np.array([0, 0, 0, 1, 1, -1, 2])
    labels_pred = np.array([0, 0, -1, 1, 1, 1, 2])
    samples = scm.element_centric_similarity_samples(
        labels_true, labels_pred, noise_label=-1, unknown_label=2
    )
    np.testing.assert_array_equal(samples, [1, 1, np.nan, 1, 1, np.nan, np.nan])
    samples = scm.element_centric_similarity_samples(
        labels_true, labels_pred, noise_label=-1, noise="singletons"
    )
    np.testing.assert_allclose(samples, [2 / 3, 2 / 3, 1 / 3, 2 / 3, 2 / 3, 1 / 3, 1])


@pytest.mark.parametrize(("labels_true", "labels_pred"), PAIRS)
def test_association_by_cells(labels_true, labels_pred):
    table = np.zeros((labels_true.max() + 1, labels_pred.max() + 1), int)
    np.add.at(table, (labels_true, labels_pred), 1)
    table = table[table.any(axis=1)][:, table.any(axis=0)]
    chi_squared = float(brute.chi_squared(labels_true.tolist(), labels_pred.tolist()))
    value = scm.chi_squared_score(labels_true, labels_pred)
    assert value == pytest.approx(chi_squared, rel=1e-13)
    value = scm.cramers_v_score(labels_true, labels_pred)
    assert value == pytest.approx(association(table, "cramer"), rel=1e-13)
    value = scm.tschuprows_t_score(labels_true, labels_pred)
    assert value == pytest.approx(association(table, "tschuprow"), rel=1e-13)
    value = scm.frobenius_distance(labels_true, labels_pred)
    assert value == pytest.approx(brute.frobenius(labels_true, labels_pred), rel=1e-10)


@pytest.mark.parametrize(("labels_true", "labels_pred"), PAIRS)
def test_bias_corrected_v_by_its_formula(labels_true, labels_pred):
    n = labels_true.size
    k, m = len(set(labels_true.tolist())), len(set(labels_pred.tolist()))
    phi = float(brute.chi_squared(labels_true.tolist(), labels_pred.tolist())) / n
    phi = max(0.0, phi - (k - 1) * (m - 1) / (n - 1))
    k -= (k - 1) ** 2 / (n - 1)
    m -= (m - 1) ** 2 / (n - 1)
    expected = (phi / min(k - 1, m - 1)) ** 0.5
    value = scm.cramers_v_score(labels_true, labels_pred, bias_correction=True)
    assert value == pytest.approx(expected, rel=1e-12)


def test_independent_partitions_have_no_association():
    table = np.outer([3, 6, 12], [1, 5, 7, 2]) * 1_000_003
    assert scm.chi_squared_score(contingency=table) == 0.0
    assert scm.cramers_v_score(contingency=table) == 0.0
    assert scm.tschuprows_t_score(contingency=table) == 0.0
    assert scm.frobenius_distance(contingency=table) == 5.0


def test_nearly_independent_partitions_lose_no_digits():
    # one sample moved: the closed form n (sum n_ij^2 / (a_i b_j) - 1) gives noise here
    m = 10**8
    table = [[m + 1, m - 1], [m - 1, m + 1]]
    assert scm.chi_squared_score(contingency=table) == pytest.approx(4 / m, rel=1e-14)


@pytest.mark.parametrize("index", [scm.cramers_v_score, scm.tschuprows_t_score])
def test_one_cluster_has_no_association(index):
    one, split = [0, 0, 0, 0], [0, 0, 1, 1]
    for labels in ((one, split), (split, one)):
        assert scm.chi_squared_score(*labels) == 0.0
        with pytest.raises(UndefinedIndexError, match="single cluster"):
            index(*labels)
    assert scm.frobenius_distance(one, split) == 1.0


def test_bias_correction_is_undefined_for_singletons():
    with pytest.raises(UndefinedIndexError, match="no two samples together"):
        scm.cramers_v_score([0, 1, 2, 3], [0, 0, 1, 1], bias_correction=True)
