"""Information and classical pair indices against other people's implementations."""

import functools
import gzip
import json
from functools import partial
from pathlib import Path

import pytest

import skclustmetrics as scm
from skclustmetrics._registry import INDICES
from skclustmetrics.external._common import make_table

DATA = Path(__file__).parents[1] / "data"


def _load(name):
    with gzip.open(DATA / name, "rt", encoding="utf-8") as file:
        return json.load(file)


PARTITIONS = _load("external_families.json.gz")["partitions"]
ORACLES = _load("external_information.json.gz")

SPECIAL = {
    "expected_mutual_information": scm.expected_mutual_information,
    "v_measure_beta_half": partial(scm.v_measure_score, beta=0.5),
    "v_measure_beta_2": partial(scm.v_measure_score, beta=2),
    "entropy_true": lambda contingency: contingency.entropy_true,
    "entropy_pred": lambda contingency: contingency.entropy_pred,
    "entropy_joint": lambda contingency: contingency.joint_entropy,
}


@functools.cache
def _table(pair):
    data, labels_true, labels_pred = pair.split("|")
    partitions = PARTITIONS[data]
    return make_table(partitions[labels_true], partitions[labels_pred])


@pytest.mark.parametrize("name", ORACLES["values"])
def test_values(name):
    index = SPECIAL.get(name) or INDICES[name]
    n_checked = 0
    for pair, expected in zip(ORACLES["pairs"], ORACLES["values"][name], strict=True):
        if expected is None or isinstance(expected, list):
            continue  # not there, or a convention for trivial partitions
        near = pytest.approx(float(expected), rel=1e-9, abs=1e-12)
        assert index(contingency=_table(pair)) == near, pair
        n_checked += 1
    assert n_checked >= 340


@pytest.mark.parametrize("name", ORACLES["values"])
def test_trivial_partitions(name):
    """One cluster or all singletons: scikit-learn's convention, but for one index."""
    index = SPECIAL.get(name) or INDICES[name]
    for pair, expected in zip(ORACLES["pairs"], ORACLES["values"][name], strict=True):
        if not isinstance(expected, list):
            continue
        table = _table(pair)
        value, expected = index(contingency=table), float(expected[1])
        if name == "fowlkes_mallows" and "single_vs_single" in pair:
            assert expected == 0.0
            assert value == 1.0
        elif name == "adjusted_mutual_info_min" and expected != value:
            # 0/0 up to rounding: the information of singletons is always the same
            assert value == 0.0
            assert table.total in (table.n_true, table.n_pred)
        else:
            assert value == pytest.approx(expected, rel=1e-9, abs=1e-12), pair


def test_iris_cut_at_three_by_average_linkage():
    table = [[50, 0, 0], [0, 50, 0], [0, 14, 36]]
    expected = {
        "mutual_info": 0.8744751923,
        "normalized_mutual_info": 0.8056936912,
        "normalized_mutual_info_geometric": 0.8057536711,
        "normalized_mutual_info_min": 0.8156456882,
        "normalized_mutual_info_max": 0.7959816228,
        "normalized_mutual_info_joint": 0.674612271,
        "adjusted_mutual_info": 0.8032287371,
        "adjusted_mutual_info_geometric": 0.8032892921,
        "adjusted_mutual_info_min": 0.8132777254,
        "adjusted_mutual_info_max": 0.7934250515,
        "homogeneity": 0.7959816228,
        "completeness": 0.8156456882,
        "v_measure": 0.8056936912,
        "variation_of_information": 0.4217882021,
        "normalized_variation_of_information": 0.325387729,
        "normalized_variation_of_information_log_n": 0.08417858762,
        "normalized_information_distance": 0.2040183772,
        "rand": 0.8922595078,
        "adjusted_rand": 0.7591987071,
        "fowlkes_mallows": 0.8407289158,
    }
    for name, value in expected.items():
        found = INDICES[name](contingency=table)
        assert found == pytest.approx(value, rel=2e-10), name
    emi = scm.expected_mutual_information(table)
    assert emi == pytest.approx(0.01359642396, rel=2e-10)
    bits = {"contingency": table, "base": 2}
    assert scm.variation_of_information(**bits) == pytest.approx(0.6085117475)
    reduced = scm.reduced_mutual_info_score(**bits)
    assert reduced == pytest.approx(1.102771915, rel=1e-9)
    # the mean of 20,000 random tables gave 89.65
    standardized = scm.standardized_mutual_info_score(contingency=table)
    assert standardized == pytest.approx(89.65, rel=0.02)
