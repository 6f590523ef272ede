"""Set matching against every matching by brute force, and values by hand."""

import itertools
from fractions import Fraction

import brute_force_matching as brute
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

import skclustmetrics as scm
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import make_table
from skclustmetrics.external._optimal_matching import match_by_overlap

RNG = np.random.default_rng(21)
PAIRS = [
    (RNG.integers(0, k, n).tolist(), RNG.integers(0, m, n).tolist())
    for n, k, m in itertools.product([5, 8, 14, 30], [2, 3, 5], [1, 2, 4, 6])
]
PAIRS = [pair for pair in PAIRS if len(set(pair[0])) > 1]


def _reference(name):
    return {
        "s2": brute.s2,
        "clustering_accuracy": brute.clustering_accuracy,
        "purity": brute.purity,
        "inverse_purity": lambda a, b: brute.purity(b, a),
        "set_matching_f": brute.set_matching_f,
        "van_dongen_distance": brute.van_dongen,
        "normalized_clustering_accuracy": brute.normalized_clustering_accuracy,
        "normalized_pivoted_accuracy": brute.normalized_pivoted_accuracy,
        "pair_sets_index": lambda a, b: max(0, brute.pair_sets_index(a, b)),
        "simplified_pair_sets_index": lambda a, b: max(
            0, brute.pair_sets_index(a, b, simplified=True)
        ),
        "generalized_centroid_index": brute.generalized_centroid_index,
    }[name]


@pytest.mark.parametrize(
    "name",
    [
        "s2",
        "clustering_accuracy",
        "purity",
        "inverse_purity",
        "set_matching_f",
        "van_dongen_distance",
        "normalized_clustering_accuracy",
        "normalized_pivoted_accuracy",
        "pair_sets_index",
        "simplified_pair_sets_index",
        "generalized_centroid_index",
    ],
)
def test_brute_force(name):
    index, reference = scm._registry.INDICES[name], _reference(name)
    for labels_true, labels_pred in PAIRS:
        expected = float(reference(labels_true, labels_pred))
        value = index(labels_true, labels_pred)
        assert value == pytest.approx(expected, rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("beta", [0.5, 2, 3])
def test_set_matching_f_weighs_recall_by_beta(beta):
    for labels_true, labels_pred in PAIRS[::3]:
        expected = float(brute.set_matching_f(labels_true, labels_pred, beta))
        value = scm.set_matching_f_score(labels_true, labels_pred, beta=beta)
        assert value == pytest.approx(expected, rel=1e-14)


def test_s2_by_hand():
    table = [[3, 1], [2, 4]]
    assert scm.s2_score(contingency=table) == pytest.approx(12 / 17, rel=1e-15)
    # everything in one cluster: F-measure 2/3, S2 0
    halves, together = [0, 0, 1, 1], [0, 0, 0, 0]
    assert scm.set_matching_f_score(halves, together) == pytest.approx(2 / 3)
    assert scm.s2_score(halves, together) == 0.0


def test_s2_of_two_classes_is_the_harmonic_mean_for_either_class():
    for _ in range(20):
        table = RNG.integers(1, 20, (2, 2))
        if np.trace(table) < np.trace(table[:, ::-1]):
            table = table[:, ::-1]
        sensitivity, specificity = np.diag(table) / table.sum(axis=1)
        expected = 2 * sensitivity * specificity / (sensitivity + specificity)
        assert scm.s2_score(contingency=table) == pytest.approx(expected)


def test_s2_takes_the_best_of_equal_matchings():
    # both diagonals hold 4 samples; the rule must not depend on the labels
    table = np.array([[2, 2, 0], [2, 2, 1], [0, 3, 1]])
    values = {
        scm.s2_score(contingency=table[rows][:, columns])
        for rows in map(list, itertools.permutations(range(3)))
        for columns in map(list, itertools.permutations(range(3)))
    }
    assert len(values) == 1
    labels_true = np.repeat([0, 0, 1, 1, 1, 2, 2], [2, 2, 2, 2, 1, 3, 1])
    labels_pred = np.repeat([0, 1, 0, 1, 2, 1, 2], [2, 2, 2, 2, 1, 3, 1])
    expected = float(brute.s2(labels_true.tolist(), labels_pred.tolist()))
    assert values.pop() == pytest.approx(expected, rel=1e-15)


def _s2_of_every_matching(table):
    """Total overlap and S2 of the best matching, in fractions."""
    sizes = [sum(row) for row in table]
    others = [sum(column) for column in zip(*table, strict=True)]
    total = sum(sizes)

    def term(i, j):
        sensitivity = Fraction(table[i][j], sizes[i])
        outside = total - sizes[i]
        specificity = Fraction(outside - others[j] + table[i][j], outside)
        if not sensitivity + specificity:
            return Fraction(0)
        return 2 * sensitivity * specificity / (sensitivity + specificity)

    matchings = brute.matchings(len(sizes), len(others))
    return max(
        (
            sum(table[i][j] for i, j in matching),
            sum(term(i, j) for i, j in matching) / len(matching),
        )
        for matching in matchings
    )


@st.composite
def _tables_full_of_ties(draw):
    """Small counts, scaled and moved by little; no empty rows or columns."""
    shape = draw(st.tuples(st.integers(2, 5), st.integers(1, 5)))
    scale = draw(st.sampled_from([1, 10**6, 10**12, 10**15, 10**25]))
    little = draw(st.sampled_from([0, 0, 3]))
    largest = draw(st.sampled_from([1, 2, 6]))
    cells = st.tuples(st.integers(0, largest), st.integers(-little, little))
    flat = draw(
        st.lists(cells, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    )
    table = np.array([max(scale * count + more, 0) for count, more in flat], object)
    table = table.reshape(shape)
    assume(table.sum(axis=0).all() and table.sum(axis=1).all())
    return table


@settings(max_examples=200, deadline=None)
@given(table=_tables_full_of_ties(), seed=st.integers(0, 2**32 - 1))
def test_s2_is_the_largest_of_all_best_matchings(table, seed):
    overlap, expected = _s2_of_every_matching(table.tolist())
    value = scm.s2_score(contingency=table)
    assert value == pytest.approx(float(expected), rel=2.0**-52)
    rng = np.random.default_rng(seed)
    renamed = table[rng.permutation(len(table))][:, rng.permutation(table.shape[1])]
    assert scm.s2_score(contingency=renamed) == value
    cells = match_by_overlap(make_table(contingency=renamed))
    assert make_table(contingency=renamed).counts[cells].sum() == overlap
    accuracy = scm.clustering_accuracy_score(contingency=renamed)
    assert accuracy == overlap / int(table.sum())


@pytest.mark.parametrize(
    "table",
    [
        [[342061, 342064], [342055, 342058]],
        [[5385178729917, 7220556783898], [5246467869739, 7081845923720]],
        [[10**15, 10**15, 2 * 10**15], [2 * 10**15, 2 * 10**15, 10**15]],
    ],
)
def test_s2_of_many_samples_does_not_depend_on_the_order(table):
    expected = float(_s2_of_every_matching(table)[1])
    assert scm.s2_score(contingency=table) == expected
    assert scm.s2_score(contingency=table[::-1]) == expected
    assert scm.s2_score(contingency=np.array(table)[:, ::-1]) == expected


def test_s2_of_many_clusters_does_not_depend_on_the_order():
    # equal counts everywhere: nothing but the terms decides
    rng = np.random.default_rng(8)
    labels = rng.integers(0, 300, (2, 1200))
    values = {
        scm.s2_score(*(rng.permutation(300)[side] for side in labels)) for _ in range(5)
    }
    assert len(values) == 1


def test_tie_rule_never_costs_a_sample():
    for _ in range(200):
        shape = RNG.integers(1, 12, 2)
        table = make_table(
            contingency=RNG.poisson(0.8, shape) + np.eye(*shape, dtype=int)
        )
        cells = match_by_overlap(table)
        dense = table.to_dense()
        best = dense[linear_sum_assignment(dense, maximize=True)].sum()
        assert table.counts[cells].sum() == best
        assert len(set(table.rows[cells])) == len(set(table.cols[cells])) == len(cells)


@pytest.mark.parametrize("labels_pred", [[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 2, 3]])
def test_s2_needs_two_classes(labels_pred):
    with pytest.raises(UndefinedIndexError, match="at least two classes"):
        scm.s2_score([5, 5, 5, 5], labels_pred)


def test_normalized_clustering_accuracy_needs_two_classes():
    one, split = [0, 0, 0, 0], [0, 0, 1, 1]
    with pytest.raises(UndefinedIndexError, match="single class"):
        scm.normalized_clustering_accuracy_score(one, split)
    assert scm.normalized_clustering_accuracy_score(split, one) == 0.0
    assert scm.normalized_clustering_accuracy_score(one, one) == 1.0


@pytest.mark.parametrize("simplified", [False, True])
def test_pair_sets_index_at_its_limits(simplified):
    one, split = [0, 0, 0, 0], [0, 0, 0, 1]
    options = {"simplified": simplified}
    assert scm.pair_sets_index_score(one, one, **options) == 1.0
    assert scm.pair_sets_index_score(one, split, **options) == 0.0
    assert scm.pair_sets_index_score(split, one, **options) == 0.0


def test_pair_sets_index_unclipped():
    found = []
    for labels_true, labels_pred in PAIRS:
        for simplified in (False, True):
            labels = labels_true, labels_pred
            expected = float(brute.pair_sets_index(*labels, simplified))
            value = scm.pair_sets_index_score(
                *labels, simplified=simplified, clip=False
            )
            assert value == pytest.approx(expected, rel=1e-13, abs=1e-15)
            found.append(value)
    assert min(found) < 0


def test_accuracy_with_unequal_numbers_of_clusters():
    labels_true = [0, 0, 0, 1, 1, 2]
    labels_pred = [5, 5, 5, 7, 7, 7]
    assert scm.clustering_accuracy_score(labels_true, labels_pred) == 5 / 6
    assert scm.clustering_accuracy_score(labels_pred, labels_true) == 5 / 6


def test_centroid_index_counts_clusters_in_the_wrong_place():
    labels_true = np.repeat([0, 1, 2], 10)
    merged_and_split = np.repeat([0, 0, 1, 2], [10, 10, 5, 5])
    assert scm.generalized_centroid_index_score(labels_true, merged_and_split) == 1.0
    shifted = np.repeat([0, 1, 2], [12, 10, 8])
    assert scm.generalized_centroid_index_score(labels_true, shifted) == 0.0
    assert scm.generalized_centroid_index_score(labels_true, np.zeros(30)) == 2.0


def test_identities_between_indices():
    for labels in PAIRS:
        n = len(labels[0])
        purity, inverse = scm.purity_score(*labels), scm.inverse_purity_score(*labels)
        distance = n * (2 - purity - inverse)
        assert scm.van_dongen_distance(*labels) == pytest.approx(distance, abs=1e-12)
        halved = scm.van_dongen_distance(*labels, normalize=True)
        assert halved == scm.van_dongen_distance(*labels) / (2 * n)
        accuracy = scm.clustering_accuracy_score(*labels)
        assert accuracy <= min(purity, inverse)
        harmonic = 2 * purity * inverse / (purity + inverse)
        assert scm.purity_f_score(*labels) == pytest.approx(harmonic)
        assert purity == scm.inverse_purity_score(*labels[::-1])


def test_counts_beyond_64_bits():
    unit = 10**18
    table = [[3 * unit, unit], [2 * unit, 4 * unit]]
    small = [[3, 1], [2, 4]]
    for index in (
        scm.s2_score,
        scm.clustering_accuracy_score,
        scm.purity_score,
        scm.set_matching_f_score,
        scm.normalized_clustering_accuracy_score,
        scm.normalized_pivoted_accuracy_score,
        scm.pair_sets_index_score,
        scm.chi_squared_score,
        scm.cramers_v_score,
        scm.bcubed_f_score,
        scm.element_centric_similarity_score,
    ):
        scale = unit if index is scm.chi_squared_score else 1
        expected = pytest.approx(scale * index(contingency=small), rel=1e-14)
        assert index(contingency=table) == expected, index.__name__
