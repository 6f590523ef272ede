"""Arguments of external indices that mean nothing are refused by their names."""

import inspect
from functools import partial

import numpy as np
import pytest
from numpy import ma

import skclustmetrics as scm
from skclustmetrics.external import EXTERNAL_INDICES

TRUE = [0, 0, 0, 1, 1, 1]
PRED = [0, 0, 1, 1, 2, 2]
TABLE = [[2, 1, 0], [0, 1, 2]]
FLAGS = sorted(
    {
        (spec.function, name)
        for spec in EXTERNAL_INDICES
        for name, parameter in inspect.signature(spec.function).parameters.items()
        if isinstance(parameter.default, bool)
    },
    key=lambda flag: (flag[0].__name__, flag[1]),
)


@pytest.mark.parametrize("data", [{"contingency": TABLE}, {"labels_true": TRUE}])
def test_noise_policies_that_are_allowed_are_those_that_are_listed(data):
    if "labels_true" in data:
        data = {**data, "labels_pred": PRED}
    with pytest.raises(ValueError, match=r"'drop', 'singletons', 'cluster'\. Got"):
        scm.adjusted_rand_score(**data, noise="x")
    with pytest.raises(ValueError, match="noise='nearest' needs the distances"):
        scm.adjusted_rand_score(**data, noise="nearest")
    for noise in ("drop", "singletons", "cluster"):
        assert scm.adjusted_rand_score(**data, noise=noise) == pytest.approx(8 / 33)


@pytest.mark.parametrize("option", ["noise_label", "unknown_label"])
@pytest.mark.parametrize("value", [[[0]], object(), [None], {0: 1}, len])
def test_what_cannot_be_a_label_is_refused(option, value):
    with pytest.raises(TypeError, match=f"{option} must be"):
        scm.rand_score(TRUE, PRED, **{option: value})


@pytest.mark.parametrize("value", [0, np.int8(0), "negative", (0, 7), np.array([0, 5])])
def test_what_can_be_a_label_is_taken(value):
    found = scm.rand_score([0, *TRUE], [0, *PRED], noise_label=value)
    negative = isinstance(value, str)
    assert 0 <= found <= 1.0
    assert negative == (found == scm.rand_score([0, *TRUE], [0, *PRED]))


def test_there_are_flags_to_check():
    assert (scm.mirkin_distance, "normalize") in FLAGS
    assert (scm.cramers_v_score, "bias_correction") in FLAGS
    assert (scm.pair_sets_index_score, "simplified") in FLAGS
    assert len(FLAGS) >= 6


@pytest.mark.parametrize(("function", "flag"), FLAGS)
def test_only_true_and_false_are_flags(function, flag):
    for value in ("no", 1, None, [True]):
        with pytest.raises(TypeError, match=f"{flag} must be True or False; got"):
            function(TRUE, PRED, **{flag: value})
        with pytest.raises(TypeError, match=f"{flag} must be True or False; got"):
            scm.adjusted_for_chance(partial(function, **{flag: value}), TRUE, PRED)
    for value in (True, False):
        expected = function(TRUE, PRED, **{flag: value})
        assert function(TRUE, PRED, **{flag: np.bool_(value)}) == expected


def test_flags_that_are_no_formulas():
    with pytest.raises(TypeError, match="sparse must be True or False; got 'yes'"):
        scm.contingency_matrix(TRUE, PRED, sparse="yes")
    with pytest.raises(TypeError, match="return_details must be True or False"):
        scm.adjusted_for_chance("rand", TRUE, PRED, return_details="no")


@pytest.mark.parametrize(
    ("index", "recall", "precision"),
    [
        (scm.pair_f_score, scm.pair_recall_score, scm.pair_precision_score),
        (scm.bcubed_f_score, scm.bcubed_recall_score, scm.bcubed_precision_score),
        (scm.v_measure_score, scm.completeness_score, scm.homogeneity_score),
    ],
)
def test_any_weight_of_recall(index, recall, precision):
    near = {"rel": 1e-14, "abs": 0}
    for beta in (1e18, 1e200, np.float64(1e200), 1.7e308, 10**400):
        value = index(TRUE, PRED, beta=beta)
        assert value == pytest.approx(recall(TRUE, PRED), **near)
        assert index(TRUE, TRUE, beta=beta) == 1.0
    for beta in (1e-18, 1e-200, 5e-324):
        value = index(TRUE, PRED, beta=beta)
        assert value == pytest.approx(precision(TRUE, PRED), **near)


def test_any_weight_of_recall_of_best_clusters():
    assert scm.set_matching_f_score(TRUE, PRED, beta=1e200) == pytest.approx(2 / 3)
    assert scm.set_matching_f_score(TRUE, PRED, beta=1e-200) == pytest.approx(1.0)
    assert scm.set_matching_f_score(TRUE, PRED, beta=10**400) == pytest.approx(2 / 3)


def test_pair_f_of_counts_beyond_the_largest_float():
    table = [[3 * 10**200, 10**200], [2 * 10**200, 4 * 10**200]]
    both, true, pred = (9 + 1 + 4 + 16), (4**2 + 6**2), (5**2 + 5**2)
    expected = 1.25 * both / (0.25 * true + pred)
    found = scm.pair_f_score(contingency=table, beta=0.5)
    assert found == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (np.array([[None, 1], [1, 2]], dtype=object), "missing values: 1 are None"),
        ([[None, 1], [None, 2]], "missing values: 2 are None"),
        (
            ma.array([[3, 1], [1, 2]], mask=[[1, 0], [0, 0]]),
            "missing values: 1 are masked",
        ),
    ],
)
def test_missing_cells_of_a_table(table, message):
    with pytest.raises(ValueError, match=f"contingency contains {message}"):
        scm.rand_score(contingency=table)


def test_masked_labels_are_missing_labels():
    masked = ma.array(PRED, mask=[0, 0, 1, 0, 0, 0])
    with pytest.raises(ValueError, match="labels_pred contains missing values: 1 of 6"):
        scm.rand_score(TRUE, masked)
    with pytest.raises(ValueError, match="labels_true contains missing values: 1 of 6"):
        scm.rand_score(masked, TRUE)
    with pytest.raises(ValueError, match="sample_weight contains missing values"):
        scm.mutual_info_score(TRUE, PRED, sample_weight=masked)
    assert scm.rand_score(TRUE, ma.array(PRED)) == scm.rand_score(TRUE, PRED)
    unmasked = ma.array(TABLE, mask=False)
    assert scm.rand_score(contingency=unmasked) == scm.rand_score(contingency=TABLE)


def test_names_of_indices():
    expected = scm.adjusted_for_chance("adjusted_rand", TRUE, PRED)
    assert scm.adjusted_for_chance("adjusted_rand_score", TRUE, PRED) == expected
    report = scm.external_report(TRUE, PRED, indices=["adjusted_rand_score"])
    assert list(report.to_dict()) == ["adjusted_rand"]
    with pytest.raises(ValueError, match=r"^indices: 'foo' is not the name"):
        scm.external_report(TRUE, PRED, indices=["foo"])
    with pytest.raises(TypeError, match=r"^indices must be the name"):
        scm.external_report(TRUE, PRED, indices=[3])
    with pytest.raises(TypeError, match=r"^indices: .* fixes positional"):
        scm.external_report(TRUE, PRED, indices=[partial(scm.rand_score, TRUE)])


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("ari", "adjusted_rand"),
        ("AMI", "adjusted_mutual_info"),
        ("nmi", "normalized_mutual_info"),
        ("vi", "variation_of_information"),
        ("fmi", "fowlkes_mallows"),
        ("adjustd_rand", "adjusted_rand"),
        ("xyz", "adjusted_rand"),
    ],
)
def test_an_unknown_name_is_answered_with_near_ones(short, name):
    with pytest.raises(ValueError, match=f"{short}' is not the name.*{name}"):
        scm.external_permutation_test(TRUE, PRED, score_func=short)


def test_weights_of_random_partitions_are_refused():
    message = "does not take sample_weight: random partitions are made of whole"
    with pytest.raises(TypeError, match=f"external_permutation_test {message}"):
        scm.external_permutation_test(TRUE, PRED, sample_weight=[1] * 6)
    with pytest.raises(TypeError, match=f"adjusted_for_chance {message}"):
        scm.adjusted_for_chance("rand", TRUE, PRED, sample_weight=[1] * 6)
    for function in (scm.external_permutation_test, scm.adjusted_for_chance):
        assert "sample_weight" not in inspect.signature(function).parameters
