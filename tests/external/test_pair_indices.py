"""Pair indices against double loops, permutations, each other and values by hand."""

import math
from fractions import Fraction

import brute_force_pairs as brute
import numpy as np
import pytest

import skclustmetrics as scm
from skclustmetrics.exceptions import UndefinedIndexError

RNG = np.random.default_rng(20)
PAIRS = [
    (RNG.integers(0, k, n).tolist(), RNG.integers(0, m, n).tolist())
    for n, k, m in [(9, 3, 2), (12, 4, 4), (15, 2, 5), (20, 6, 3), (30, 4, 7)]
]
SMALL_PAIRS = [
    ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1]),
    ([0, 0, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 2, 2]),
    ([0, 0, 0, 0, 1, 1, 2], [2, 1, 2, 1, 2, 2, 0]),
    ([0, 1, 1, 2], [0, 0, 1, 1]),
]
# classes AAABBB, clusters XXYYYY: 4 pairs together in both, 2 in the truth only,
# 3 in the prediction only and 6 apart
AAABBB, XXYYYY = list("AAABBB"), list("XXYYYY")
BY_HAND = {
    "rand": Fraction(10, 15),
    "adjusted_rand": Fraction(12, 37),
    "pair_precision": Fraction(4, 7),
    "pair_recall": Fraction(4, 6),
    "pair_f": Fraction(8, 13),
    "pair_jaccard": Fraction(4, 9),
    "sokal_sneath_double_disagreement": Fraction(4, 14),
    "kulczynski": (Fraction(4, 7) + Fraction(4, 6)) / 2,
    "mcconnaughey": Fraction(4, 7) + Fraction(4, 6) - 1,
    "fager_mcgowan": 4 / math.sqrt(42) - 1 / (2 * math.sqrt(6)),
    "russell_rao": Fraction(4, 15),
    "rv": 14 / math.sqrt(18 * 20),
    "ps2": 2 * Fraction(4, 6) * Fraction(6, 9) / (Fraction(4, 6) + Fraction(6, 9)),
    "rogers_tanimoto": Fraction(10, 20),
    "sokal_sneath_double_agreement": Fraction(20, 25),
    "hamann": Fraction(5, 15),
    "baulieu_1": Fraction(15**2 - 15 * 5 + 5**2, 15**2),
    "baulieu_2": Fraction(4 * 6 - 2 * 3, 15**2),
    "mirkin_distance": 10,
    "mirkin_distance_normalized": Fraction(10, 36),
    "minkowski": math.sqrt(5 / 6),
    "mcnemar": (2 - 3) / math.sqrt(5),
    "hubert_gamma": (4 * 6 - 2 * 3) / math.sqrt(6 * 7 * 8 * 9),
    "goodman_kruskal": Fraction(24 - 6, 24 + 6),
    "peirce": Fraction(4, 6) + Fraction(6, 9) - 1,
    "sokal_sneath_four_term": (
        Fraction(4, 6) + Fraction(4, 7) + Fraction(6, 8) + Fraction(6, 9)
    )
    / 4,
    "sokal_sneath_geometric": 24 / math.sqrt(6 * 7 * 8 * 9),
    "adjusted_wallace": (Fraction(4, 6) - Fraction(7, 15)) / (1 - Fraction(7, 15)),
    "adjusted_wallace_pred": (Fraction(4, 7) - Fraction(6, 15)) / (1 - Fraction(6, 15)),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_worked_example(name):
    value = scm._registry.INDICES[name](AAABBB, XXYYYY)
    assert value == pytest.approx(float(BY_HAND[name]), rel=1e-15)


@pytest.mark.parametrize(("labels_true", "labels_pred"), PAIRS)
def test_pair_counts_and_ratios_match_a_double_loop(labels_true, labels_pred):
    tp, fn, fp, tn = brute.pair_counts(labels_true, labels_pred)
    expected = {
        scm.pair_precision_score: Fraction(tp, tp + fp),
        scm.pair_recall_score: Fraction(tp, tp + fn),
        scm.pair_jaccard_score: Fraction(tp, tp + fn + fp),
        scm.sokal_sneath_double_disagreement_score: Fraction(tp, tp + 2 * (fn + fp)),
        scm.russell_rao_score: Fraction(tp, tp + fn + fp + tn),
        scm.rogers_tanimoto_score: Fraction(tp + tn, tp + tn + 2 * (fn + fp)),
        scm.sokal_sneath_double_agreement_score: (tp + tn)
        / (tp + tn + Fraction(fn + fp, 2)),
        scm.baulieu_2_score: Fraction(tp * tn - fn * fp, (tp + fn + fp + tn) ** 2),
    }
    for index, value in expected.items():
        assert index(labels_true, labels_pred) == float(value), index.__name__


@pytest.mark.parametrize(
    ("index", "reference"),
    [
        (scm.hubert_gamma_score, brute.hubert_gamma),
        (scm.goodman_kruskal_score, brute.goodman_kruskal),
        (scm.minkowski_score, brute.minkowski),
        (scm.mirkin_distance, brute.mirkin),
        (scm.rv_score, brute.rv),
    ],
)
def test_definitions_by_matrices_and_correlations(index, reference):
    for labels_true, labels_pred in PAIRS[:4] + SMALL_PAIRS:
        expected = pytest.approx(float(reference(labels_true, labels_pred)), rel=1e-12)
        assert index(labels_true, labels_pred) == expected


@pytest.mark.parametrize(
    ("index", "reference"),
    [
        (scm.lerman_score, brute.lerman),
        (scm.normalized_lerman_score, brute.normalized_lerman),
        (scm.modified_adjusted_rand_score, brute.modified_adjusted_rand),
    ],
)
def test_null_distributions_by_enumeration(index, reference):
    for labels_true, labels_pred in SMALL_PAIRS[:3]:
        expected = pytest.approx(reference(labels_true, labels_pred), rel=1e-12)
        assert index(labels_true, labels_pred) == expected


@pytest.mark.parametrize(
    ("index", "statistic", "undo"),
    [
        (
            scm.adjusted_fowlkes_mallows_score,
            lambda tp, fn, fp, tn: tp / math.sqrt((tp + fn) * (tp + fp)),
            None,
        ),
        (scm.adjusted_wallace_score, lambda tp, fn, fp, tn: tp / (tp + fn), None),
        (
            lambda a, b: scm.adjusted_wallace_score(a, b, given="pred"),
            lambda tp, fn, fp, tn: tp / (tp + fp),
            None,
        ),
    ],
)
def test_corrections_for_chance_by_enumeration(index, statistic, undo):
    for labels_true, labels_pred in SMALL_PAIRS:
        expected = brute.adjust(labels_true, labels_pred, statistic)
        assert index(labels_true, labels_pred) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("beta", [0.25, 1, 2.0, 3])
def test_pair_f_weighs_recall_by_beta(beta):
    for labels in PAIRS:
        precision = scm.pair_precision_score(*labels)
        recall = scm.pair_recall_score(*labels)
        expected = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
        assert scm.pair_f_score(*labels, beta=beta) == pytest.approx(expected)


@pytest.mark.parametrize("labels", PAIRS)
def test_identities_between_indices(labels):
    tp, fn, fp, tn = brute.pair_counts(*labels)
    precision = scm.pair_precision_score(*labels)
    recall = scm.pair_recall_score(*labels)
    specificity = tn / (tn + fp)
    near = pytest.approx
    assert scm.pair_f_score(*labels) == 2 * tp / (2 * tp + fn + fp)  # Czekanowski-Dice
    assert scm.hamann_score(*labels) == near(2 * scm.rand_score(*labels) - 1)
    assert scm.peirce_score(*labels) == near(recall + specificity - 1)
    assert scm.kulczynski_score(*labels) == near((precision + recall) / 2)
    assert scm.mcconnaughey_score(*labels) == near(precision + recall - 1)
    assert min(recall, specificity) <= scm.ps2_score(*labels)
    assert scm.ps2_score(*labels) <= max(recall, specificity)
    assert scm.fowlkes_mallows_score(*labels) == near(math.sqrt(precision * recall))
    # ARI is the harmonic mean of the two adjusted Wallace coefficients
    wallace = [scm.adjusted_wallace_score(*labels, given=g) for g in ("true", "pred")]
    harmonic = 2 * wallace[0] * wallace[1] / sum(wallace)
    assert scm.adjusted_rand_score(*labels) == near(harmonic)
    # omega for partitions: chance-corrected agreement of co-membership
    n_pairs = tp + fn + fp + tn
    chance = ((tp + fn) * (tp + fp) + (tn + fn) * (tn + fp)) / n_pairs**2
    omega = ((tp + tn) / n_pairs - chance) / (1 - chance)
    assert scm.adjusted_rand_score(*labels) == near(omega)
    swapped = labels[::-1]
    assert scm.pair_precision_score(*labels) == scm.pair_recall_score(*swapped)
    assert scm.mcnemar_score(*labels) == -scm.mcnemar_score(*swapped)
    assert scm.adjusted_wallace_score(*swapped) == wallace[1]


def test_modified_approaches_the_adjusted_rand_index():
    labels_true = RNG.integers(0, 3, 100_000)
    labels_pred = np.where(RNG.random(100_000) < 0.5, labels_true, 0)
    modified = scm.modified_adjusted_rand_score(labels_true, labels_pred)
    adjusted = scm.adjusted_rand_score(labels_true, labels_pred)
    assert modified != adjusted
    assert modified == pytest.approx(adjusted, rel=1e-4)


def test_ps2_of_the_published_table():
    table = [[3, 1], [2, 4]]
    counts = scm.external._common.make_table(contingency=table).pairs
    assert counts[:3] == (10, 11, 10)
    assert scm.ps2_score(None, None, contingency=table) == pytest.approx(
        0.524344569, abs=1e-9
    )


ONE, SPLIT, ALONE = [0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("index", "labels_true", "labels_pred"),
    [
        (scm.pair_precision_score, SPLIT, ALONE),
        (scm.pair_recall_score, ALONE, SPLIT),
        (scm.kulczynski_score, SPLIT, ALONE),
        (scm.mcconnaughey_score, ALONE, SPLIT),
        (scm.fager_mcgowan_score, ALONE, SPLIT),
        (scm.fager_mcgowan_score, ALONE, ALONE),
        (scm.russell_rao_score, [0], [0]),
        (scm.baulieu_2_score, [0], [0]),
        (scm.ps2_score, ONE, SPLIT),
        (scm.ps2_score, ALONE, SPLIT),
        (scm.hubert_gamma_score, ONE, SPLIT),
        (scm.hubert_gamma_score, SPLIT, ALONE),
        (scm.goodman_kruskal_score, SPLIT, ONE),
        (scm.peirce_score, ONE, SPLIT),
        (scm.peirce_score, ALONE, SPLIT),
        (scm.sokal_sneath_four_term_score, SPLIT, ONE),
        (scm.sokal_sneath_geometric_score, ALONE, SPLIT),
        (scm.adjusted_wallace_score, ALONE, SPLIT),
        (scm.adjusted_wallace_score, SPLIT, ONE),
        (scm.modified_adjusted_rand_score, [0, 0, 1], [0, 1, 1]),
        (scm.lerman_score, ONE, SPLIT),
        (scm.lerman_score, SPLIT, [0, 0, 0, 1]),
        (scm.lerman_score, [0], [0]),
        (scm.normalized_lerman_score, ONE, SPLIT),
    ],
)
def test_undefined_is_an_error(index, labels_true, labels_pred):
    with pytest.raises(UndefinedIndexError, match="undefined"):
        index(labels_true, labels_pred)


@pytest.mark.parametrize(
    ("index", "labels_true", "labels_pred", "limit"),
    [
        (scm.minkowski_score, ALONE, SPLIT, math.inf),
        (scm.minkowski_score, SPLIT, ALONE, 1.0),
        (scm.mcnemar_score, SPLIT, SPLIT, 0.0),
        (scm.pair_f_score, SPLIT, ALONE, 0.0),
        (scm.pair_jaccard_score, ALONE, SPLIT, 0.0),
        (scm.adjusted_fowlkes_mallows_score, ALONE, SPLIT, 0.0),
        (scm.adjusted_fowlkes_mallows_score, ONE, SPLIT, 0.0),
        (scm.adjusted_wallace_score, ONE, SPLIT, 0.0),
        (scm.fager_mcgowan_score, SPLIT, ALONE, -1 / (2 * math.sqrt(2))),
        (scm.peirce_score, SPLIT, ONE, 0.0),
        (scm.ps2_score, SPLIT, ONE, 0.0),
        (scm.rv_score, ALONE, ONE, 4 / math.sqrt(4 * 16)),
    ],
)
def test_limits_are_returned(index, labels_true, labels_pred, limit):
    assert index(labels_true, labels_pred) == pytest.approx(limit, rel=1e-15)


def test_counts_beyond_64_bits_are_exact():
    unit = 10**12
    table = [[3 * unit, unit], [2 * unit, 4 * unit]]
    total, both = 10 * unit, sum(n * (n - 1) // 2 for row in table for n in row)
    true = sum(sum(row) * (sum(row) - 1) // 2 for row in table)
    pred = sum(n * (n - 1) // 2 for n in (5 * unit, 5 * unit))
    n_pairs = total * (total - 1) // 2
    exact = {
        scm.pair_precision_score: Fraction(both, pred),
        scm.pair_recall_score: Fraction(both, true),
        scm.pair_jaccard_score: Fraction(both, true + pred - both),
        scm.mirkin_distance: Fraction(2 * (true + pred - 2 * both)),
        scm.adjusted_wallace_score: Fraction(
            n_pairs * both - true * pred, true * (n_pairs - pred)
        ),
    }
    for index, value in exact.items():
        assert index(contingency=table) == float(value), index.__name__
    assert scm.lerman_score(contingency=table) > 1e11
    adjusted = scm.adjusted_rand_score(contingency=table)
    modified = scm.modified_adjusted_rand_score(contingency=table)
    assert modified == pytest.approx(adjusted, rel=1e-11)


@pytest.mark.parametrize("beta", [0, -1, math.inf, math.nan])
@pytest.mark.parametrize(
    "index", [scm.pair_f_score, scm.set_matching_f_score, scm.bcubed_f_score]
)
def test_beta_must_be_positive(index, beta):
    with pytest.raises(ValueError, match="beta must be a positive"):
        index(SPLIT, ONE, beta=beta)


def test_bad_options_are_named():
    with pytest.raises(TypeError, match="beta must be a positive number; got '1'"):
        scm.pair_f_score(SPLIT, ONE, beta="1")
    with pytest.raises(ValueError, match="given must be 'true' or 'pred'; got 'both'"):
        scm.adjusted_wallace_score(SPLIT, ONE, given="both")
    with pytest.raises(TypeError, match="pair_jaccard_score does not take sample_w"):
        scm.pair_jaccard_score(SPLIT, ONE, sample_weight=[1, 1, 1, 2])
