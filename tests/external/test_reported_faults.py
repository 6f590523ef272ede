"""Faults that users of other packages reported, with the right answers."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

import skclustmetrics as scm


def exactly(value):
    """The nearest float, or one of its neighbours."""
    return pytest.approx(float(value), rel=4e-16, abs=0)


def close(value):
    return pytest.approx(float(value), rel=2e-15, abs=0)


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.int64])
def test_products_of_pair_counts_do_not_wrap(dtype):
    """OVF-01: an adjusted Rand index of 400,000 labels left [-1, 1]."""
    n = 400_000
    i = np.arange(n)
    truth = (i % 7 < 3).astype(dtype)
    found = (i % 11 < 6).astype(dtype)
    found[: n // 4] = truth[: n // 4]
    assert scm.adjusted_rand_score(truth, found) == exactly(0.057704678357508775)
    rand = Fraction(14_102_963_603, 26_666_600_000)
    assert scm.rand_score(truth, found) == exactly(rand)


def test_products_of_margins_do_not_wrap():
    """OVF-03: the information was NaN when products of margins exceed 2**31."""
    truth = np.repeat([0, 1, 2], [70_000, 8_000, 900]).astype(np.int32)
    sizes = [66_000, 4_000, 7_500, 500, 300, 600]
    found = np.repeat([0, 1, 0, 1, 0, 1], sizes).astype(np.int32)
    assert scm.mutual_info_score(truth, found) == close(0.014253804638555885)
    assert scm.homogeneity_score(truth, found) == close(0.03661589643946011)
    assert scm.completeness_score(truth, found) == close(0.059503670399453715)


@pytest.mark.parametrize(
    "index",
    [
        scm.normalized_mutual_info_score,
        scm.fowlkes_mallows_score,
        scm.bcubed_f_score,
    ],
)
def test_measurements_are_no_labels(index):
    """LBL-06: the NMI of pure noise was 1, as every value was a cluster."""
    truth = np.linspace(0.01, 1.0, 60)
    found = np.random.default_rng(5).random(60)
    with pytest.raises(ValueError, match="labels_true looks continuous"):
        index(truth, found)
    assert index([0.0, 0.0, 7.0], [1, 1, 3]) == 1.0


@pytest.mark.parametrize(
    "index",
    [
        scm.normalized_mutual_info_score,
        scm.adjusted_mutual_info_score,
        scm.adjusted_rand_score,
        scm.fowlkes_mallows_score,
        scm.v_measure_score,
        scm.bcubed_f_score,
    ],
)
def test_names_of_labels_carry_no_meaning(index):
    """LBL-07: a user wondered that arrays of other numbers score 1."""
    assert index([1, 2, 3, 5, 5], [1, 4, 3, 6, 6]) == 1.0


def test_unknown_classes_are_no_class():
    """MIS-04: samples of unknown class counted as one big class."""
    truth = [0, 0, 0, 1, 1, -1, -1, -1, -1]
    found = [0, 0, 1, 1, 1, 0, 1, 2, 3]
    plain = scm.adjusted_rand_score(truth, found)
    assert plain == exactly(Fraction(-1, 14))
    known = scm.adjusted_rand_score(truth, found, unknown_label=-1)
    assert known == exactly(Fraction(1, 6))
    v = scm.v_measure_score(truth, found, unknown_label=-1)
    assert v == close(0.43253806776631254)


@pytest.mark.parametrize(
    ("options", "ari", "v"),
    [
        ({}, Fraction(16, 61), 0.627517074616074),
        (
            {"noise_label": -1, "noise": "cluster"},
            Fraction(16, 61),
            0.627517074616074,
        ),
        (
            {"noise_label": -1, "noise": "singletons"},
            Fraction(52, 67),
            0.9450932150861783,
        ),
        ({"noise_label": -1, "noise": "drop"}, 1, 1.0),
    ],
    ids=["default", "cluster", "singletons", "drop"],
)
def test_noise_need_not_be_a_group(options, ari, v):
    """NOI-06: all lone samples were labelled -1 and looked like one group."""
    truth = [0, 0, 0, 1, 1, 1, 2, 3, 4, 5]
    found = [0, 0, 0, 1, 1, -1, -1, -1, -1, -1]
    assert scm.adjusted_rand_score(truth, found, **options) == exactly(ari)
    assert scm.v_measure_score(truth, found, **options) == close(v)


def test_many_clusters_need_no_dense_table():
    """MEM-03: 60,000 classes and 40,001 clusters would be a table of 19 GB."""
    i = np.arange(120_000)
    truth, found = i // 2, (i + 1) // 3
    tracemalloc.start()
    try:
        ari = scm.adjusted_rand_score(truth, found)
        fowlkes_mallows = scm.fowlkes_mallows_score(truth, found)
        v = scm.v_measure_score(truth, found)
        bcubed = scm.bcubed_f_score(truth, found)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert ari == exactly(Fraction(4_799_840_002, 10_799_670_003))
    assert fowlkes_mallows == exactly(0.4714084492111436)
    assert v == close(0.9598334488773685)
    assert bcubed == exactly(Fraction(83_335, 125_001))
    assert peak < 100e6


@pytest.mark.parametrize(
    "index",
    [
        scm.mutual_info_score,
        scm.normalized_mutual_info_score,
        scm.adjusted_mutual_info_score,
        scm.v_measure_score,
    ],
)
def test_one_odd_label_tells_nothing_at_any_length(index):
    """INF-01: the NMI was 3.99, or just below 0, for some lengths."""
    for n in [*range(2, 1200), 4095, 4096, 4097, 65_537]:
        constant = np.zeros(n, dtype=int)
        odd = constant.copy()
        odd[0] = 1
        for pair in ((constant, odd), (odd, constant)):
            value = index(*pair)
            assert value == 0.0, n
            assert not np.signbit(value), n


def test_a_single_class_is_homogeneous_at_any_length():
    """INF-02: homogeneity flipped between -1, 0 and 1 with the length."""
    for n in [*range(1, 400), 1000, 4097]:
        constant, split = np.zeros(n, dtype=int), np.arange(n) % 2
        assert scm.homogeneity_score(constant, split) == 1.0, n
        if n > 1:
            assert scm.completeness_score(constant, split) == 0.0, n
        same = scm.homogeneity_completeness_v_measure(constant, constant)
        assert same == (1.0, 1.0, 1.0), n


@pytest.mark.parametrize("n", [2, 3, 4, 50])
def test_all_alone_agrees_with_itself(n):
    """INF-03: the AMI of a partition with itself was 0 or NaN."""
    assert scm.adjusted_mutual_info_score(range(n), range(n, 0, -1)) == 1.0


def test_fowlkes_mallows_where_no_pair_is_together():
    """INF-07: the index of a partition with itself was 0."""
    assert scm.fowlkes_mallows_score([0, 1, 2], [7, 5, 6]) == 1.0
    assert scm.fowlkes_mallows_score([4], [9]) == 1.0
    assert scm.fowlkes_mallows_score([0, 1, 2, 3], [0, 0, 1, 2]) == 0.0


def test_one_odd_label_is_chance():
    """INF-09: 21 of 22 labels agree, and a user took the 0 for a fault."""
    truth, found = [1] * 22, [1] * 20 + [0, 1]
    assert scm.adjusted_rand_score(truth, found) == 0.0
    assert scm.adjusted_mutual_info_score(truth, found) == 0.0
    assert scm.rand_score(truth, found) == exactly(Fraction(10, 11))
    assert scm.fowlkes_mallows_score(truth, found) == exactly(0.9534625892455924)


@pytest.mark.parametrize(
    ("index", "options"),
    [
        *(
            (index, {"average_method": method})
            for index in (
                scm.normalized_mutual_info_score,
                scm.adjusted_mutual_info_score,
            )
            for method in ("min", "geometric", "arithmetic", "max")
        ),
        (scm.v_measure_score, {}),
        (scm.mutual_info_score, {}),
        (scm.fowlkes_mallows_score, {}),
        (scm.adjusted_rand_score, {}),
        (scm.rand_score, {}),
    ],
)
def test_swapped_arguments(index, options):
    """BND-01: m(a, b) == m(b, a) failed in the last digit."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        a, b = rng.integers(0, 3, 10), rng.integers(0, 3, 10)
        assert index(a, b, **options) == index(b, a, **options)


def test_merged_classes_cost_precision():
    """DEF-01: precision and recall of BCubed were swapped."""
    truth, found = [0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 0, 0, 1]
    assert scm.bcubed_precision_score(truth, found) == exactly(Fraction(13, 21))
    assert scm.bcubed_recall_score(truth, found) == 1.0
    assert scm.bcubed_f_score(truth, found) == exactly(Fraction(13, 17))


def test_which_pairs_are_false():
    """DEF-04: false positives and false negatives were described as each other."""
    truth, found = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]
    only_in_found, only_in_truth, in_both, in_neither = 5, 2, 2, 6
    np.testing.assert_array_equal(
        scm.pair_confusion_matrix(truth, found),
        [[2 * in_neither, 2 * only_in_found], [2 * only_in_truth, 2 * in_both]],
    )
    assert scm.pair_precision_score(truth, found) == exactly(Fraction(2, 7))
    assert scm.pair_recall_score(truth, found) == exactly(Fraction(1, 2))
    assert scm.fowlkes_mallows_score(truth, found) == exactly(0.37796447300922725)


@pytest.mark.parametrize(
    ("average_method", "nmi", "ami"),
    [
        ("min", 0.5423750746578965, 0.26331731134744335),
        ("geometric", 0.4946862961537695, 0.22794332588038774),
        ("arithmetic", 0.49259860631350966, 0.22647681713487264),
        ("max", 0.4511905930719417, 0.1986797126905223),
    ],
)
def test_every_normaliser(average_method, nmi, ami):
    """DEF-10: packages differ in the mean by which they divide."""
    truth, found = [0, 0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 1, 1, 1, 2, 2]
    options = {"average_method": average_method}
    assert scm.normalized_mutual_info_score(truth, found, **options) == close(nmi)
    assert scm.adjusted_mutual_info_score(truth, found, **options) == close(ami)
    if average_method == "arithmetic":
        assert scm.normalized_mutual_info_score(truth, found) == close(nmi)
        assert scm.adjusted_mutual_info_score(truth, found) == close(ami)


def test_completeness_of_all_alone():
    """DEF-11: a user expected 0; and homogeneity was not exactly 1."""
    scores = scm.homogeneity_completeness_v_measure([0] * 4 + [1] * 4, range(8))
    assert scores[0] == 1.0
    assert scores[1:] == (exactly(Fraction(1, 3)), exactly(Fraction(1, 2)))
