"""Indices against values of other people's implementations, on 388 pairs of labels."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import skclustmetrics as scm
from skclustmetrics._registry import INDICES
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import make_table

_PATH = Path(__file__).parents[1] / "data" / "external_families.json.gz"
with gzip.open(_PATH, "rt", encoding="utf-8") as _file:
    ORACLES = json.load(_file)

SPECIAL = {
    "bcubed_f_beta2": lambda a, b: scm.bcubed_f_score(a, b, beta=2),
    "pair_sets_index_unclipped": lambda a, b: scm.pair_sets_index_score(
        a, b, clip=False
    ),
    "simplified_pair_sets_index_unclipped": lambda a, b: scm.pair_sets_index_score(
        a, b, simplified=True, clip=False
    ),
    "frobenius": scm.frobenius_distance,
    "mirkin": scm.mirkin_distance,
    "van_dongen": scm.van_dongen_distance,
    "van_dongen_normalized": lambda a, b: scm.van_dongen_distance(a, b, normalize=True),
}
# that implementation computes roots in single precision
_RELATIVE = {"mcnemar": 2e-7}
PAIR_COUNTS = {"pair_tp": 0, "pair_fn": 1, "pair_fp": 2, "pair_tn": 3}


def _labels(pair):
    data, labels_true, labels_pred = pair.split("|")
    partitions = ORACLES["partitions"][data]
    return np.array(partitions[labels_true]), np.array(partitions[labels_pred])


def _index(name):
    if name in PAIR_COUNTS:
        return lambda a, b: make_table(a, b).pairs[PAIR_COUNTS[name]]
    return SPECIAL.get(name) or INDICES[name]


@pytest.mark.parametrize("name", ORACLES["values"])
def test_values(name):
    index = _index(name)
    n_checked = 0
    for pair, expected in zip(ORACLES["pairs"], ORACLES["values"][name], strict=True):
        if expected is None or isinstance(expected, list):
            continue  # not there, or a convention for trivial partitions
        expected = float(expected)
        value = index(*_labels(pair))
        near = pytest.approx(expected, rel=_RELATIVE.get(name, 1e-9), abs=1e-11)
        assert value == near, pair
        n_checked += 1
    assert n_checked >= 80


@pytest.mark.parametrize("name", ORACLES["values"])
def test_trivial_partitions(name):
    """One cluster or all singletons: others' convention, the best value or an error."""
    index = _index(name)
    for pair, expected in zip(ORACLES["pairs"], ORACLES["values"][name], strict=True):
        if not isinstance(expected, list):
            continue
        labels_true, labels_pred = _labels(pair)
        expected = float(expected[1])
        if name in ("pair_f", "pair_jaccard") and "single_vs_single" in pair:
            assert expected == 0.0  # where nothing is together on either side
            expected = 1.0
        try:
            value = index(labels_true, labels_pred)
        except UndefinedIndexError:
            trivial = {1, labels_true.size}
            sizes = {np.unique(labels).size for labels in (labels_true, labels_pred)}
            assert sizes & trivial, pair
            continue
        assert value == pytest.approx(expected, rel=_RELATIVE.get(name, 1e-9)), pair
