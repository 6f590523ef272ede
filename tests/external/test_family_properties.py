"""What must hold for every external index, read from its registry row."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from skclustmetrics._registry import INDICES
from skclustmetrics.exceptions import UndefinedIndexError

EXTERNAL = {name: spec for name, spec in INDICES.items() if spec.kind == "external"}
every_index = pytest.mark.parametrize("name", EXTERNAL)
few = settings(max_examples=15, deadline=None)


@st.composite
def label_pairs(draw):
    """Two labellings of one to 25 samples, from one cluster to all singletons."""
    n = draw(st.integers(1, 25))
    sides = [
        draw(
            st.lists(
                st.integers(0, draw(st.sampled_from([0, 1, 2, 4, 24]))),
                min_size=n,
                max_size=n,
            )
        )
        for _ in range(2)
    ]
    return np.array(sides[0]), np.array(sides[1])


def value_or_undefined(index, *labels, **kwargs):
    try:
        return index(*labels, **kwargs)
    except UndefinedIndexError:
        return "undefined"


def test_there_are_at_least_55_external_indices():
    assert len(EXTERNAL) >= 55


@every_index
@few
@given(pair=label_pairs())
def test_value_is_a_float_within_its_bounds(name, pair):
    spec = EXTERNAL[name]
    value = value_or_undefined(spec, *pair)
    if value != "undefined":
        assert type(value) is float
        assert spec.bounds[0] <= value <= spec.bounds[1]


@every_index
@few
@given(pair=label_pairs(), seed=st.integers(0, 2**32 - 1))
def test_names_of_labels_and_order_of_samples_do_not_matter(name, pair, seed):
    index, rng = EXTERNAL[name], np.random.default_rng(seed)
    value = value_or_undefined(index, *pair)
    renamed = [rng.permutation(100)[labels] - 50 for labels in pair]
    assert value_or_undefined(index, *renamed) == value
    texts = [np.char.add("label ", labels.astype(str)) for labels in renamed]
    assert value_or_undefined(index, *texts) == value
    order = rng.permutation(pair[0].size)
    assert value_or_undefined(index, pair[0][order], pair[1][order]) == value


@every_index
@few
@given(pair=label_pairs())
def test_swapping_the_partitions(name, pair):
    spec = EXTERNAL[name]
    value = value_or_undefined(spec, *pair)
    if spec.symmetric:
        assert value_or_undefined(spec, *pair[::-1]) == value


@every_index
def test_an_index_that_is_not_symmetric_says_so(name):
    rng = np.random.default_rng(5)
    pairs = rng.integers(0, [[3], [5]], (20, 2, 30))
    unequal = sum(EXTERNAL[name](a, b) != EXTERNAL[name](b, a) for a, b in pairs)
    assert (unequal == 0) == EXTERNAL[name].symmetric


@every_index
@few
@given(pair=label_pairs())
def test_identical_partitions_have_the_best_value(name, pair):
    spec, labels = EXTERNAL[name], pair[0]
    value = value_or_undefined(spec, labels, 7 - labels)
    if not spec.best_at_identity:
        return
    if name == "s2" and np.unique(labels).size == 1:
        assert value == "undefined"  # specificity is 0/0
    else:
        assert value == spec.best


@every_index
def test_only_some_indices_miss_the_best_value_at_identity(name):
    spec = EXTERNAL[name]
    labels = np.repeat([0, 1, 2], [3, 5, 4])
    assert (spec(labels, labels) == spec.best) == spec.best_at_identity


@every_index
@few
@given(pair=label_pairs())
def test_a_ready_table_gives_the_same_value(name, pair):
    index = EXTERNAL[name]
    value = value_or_undefined(index, *pair)
    table = np.zeros((26, 26), dtype=int)
    np.add.at(table, pair, 1)
    assert value_or_undefined(index, contingency=table) == value
    thin = sparse.csr_matrix(table)
    assert value_or_undefined(index, contingency=thin) == value


@pytest.mark.parametrize(
    "name", [name for name, spec in EXTERNAL.items() if spec.chance_adjusted]
)
def test_random_partitions_have_value_0_on_average(name):
    rng = np.random.default_rng(11)
    labels_true = np.repeat([0, 1, 2], [30, 20, 10])
    labels_pred = np.repeat([0, 1, 2, 3], [25, 20, 10, 5])
    values = [
        EXTERNAL[name](labels_true, rng.permutation(labels_pred)) for _ in range(400)
    ]
    standard_error = np.std(values) / math.sqrt(len(values))
    assert abs(np.mean(values)) < 4 * standard_error


@every_index
def test_a_perfect_prediction_beats_one_with_a_cluster_out_of_place(name):
    spec = EXTERNAL[name]
    if spec.greater_is_better is None:
        return
    labels = np.repeat([0, 1, 2], [30, 25, 20])
    merged_and_split = np.repeat([0, 1, 2], [55, 10, 10])
    perfect, poor = spec(labels, labels), spec(labels, merged_and_split)
    assert perfect > poor if spec.greater_is_better else perfect < poor
