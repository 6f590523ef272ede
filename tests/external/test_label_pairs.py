"""What external indices accept, what they refuse, and what they do with noise."""

import inspect
import pickle
import tracemalloc
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
import sklearn
from numpydoc.docscrape import FunctionDoc
from scipy import sparse
from sklearn.metrics.cluster import contingency_matrix as theirs
from sklearn.metrics.cluster import pair_confusion_matrix as their_pairs

import skclustmetrics as scm
from skclustmetrics._validation._pair import check_label_pair
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external import EXTERNAL_INDICES

TRUE = [0, 0, 0, 1, 1, 1, 2, 3, 4, 5]
PRED = [0, 0, 0, 1, 1, -1, -1, -1, -1, -1]
FUNCTIONS = sorted(
    {spec.function for spec in EXTERNAL_INDICES}, key=lambda function: function.__name__
)


@pytest.mark.parametrize(
    ("options", "ari", "v"),
    [
        ({}, Fraction(16, 61), 0.627517074616074),
        ({"noise_label": -1}, 1, 1.0),
        ({"noise_label": "negative"}, 1, 1.0),
        ({"noise_label": [-1, -2]}, 1, 1.0),
        (
            {"noise_label": -1, "noise": "singletons"},
            Fraction(52, 67),
            0.9450932150861783,
        ),
        ({"noise_label": -1, "noise": "cluster"}, Fraction(16, 61), 0.627517074616074),
    ],
)
def test_noise_policies(options, ari, v):
    assert scm.adjusted_rand_score(TRUE, PRED, **options) == float(ari)
    assert scm.v_measure_score(TRUE, PRED, **options) == pytest.approx(v, rel=1e-14)
    texts = [np.array(labels).astype(str) for labels in (TRUE, PRED)]
    if options.get("noise_label") == -1:
        options = {**options, "noise_label": "-1"}
        assert scm.adjusted_rand_score(*texts, **options) == float(ari)


def test_noise_on_either_side_drops_the_sample():
    true, pred = [0, 0, -1, 1, 1, 1], [0, 1, 1, -1, 2, 2]
    pair = check_label_pair(true, pred, noise_label=-1)
    assert pair.kept.tolist() == [True, True, False, False, True, True]
    assert pair.codes_true.tolist() == [0, 0, 1, 1]
    assert pair.codes_pred.tolist() == [0, 1, 2, 2]
    assert (pair.n_true, pair.n_pred) == (2, 3)
    assert pair.coverage == pytest.approx(4 / 6)


def test_clusters_that_vanish_with_the_dropped_samples_leave_no_gap():
    pair = check_label_pair([7, 8, 9, 9], [-1, 3, 3, 3], noise_label=-1)
    assert pair.codes_true.tolist() == [0, 1, 1]
    assert (pair.n_true, pair.n_pred) == (2, 1)


def test_relabelling_policies_treat_each_side_by_itself():
    true, pred = [0, 0, -1, -1, 1], [5, -1, -1, 5, 5]
    pair = check_label_pair(true, pred, noise_label=-1, noise="singletons")
    assert pair.kept is None
    assert (pair.n_true, pair.n_pred) == (4, 3)
    assert pair.coverage == pytest.approx(2 / 5)
    pair = check_label_pair(true, pred, noise_label=-1, noise="cluster")
    assert (pair.n_true, pair.n_pred) == (3, 2)
    # a sample of unknown class is dropped all the same
    pair = check_label_pair(
        true, pred, noise_label=-1, noise="singletons", unknown_label=1
    )
    assert pair.kept.tolist() == [True, True, True, True, False]
    assert (pair.n_true, pair.n_pred) == (3, 3)


def test_samples_of_unknown_class_are_left_out():
    true = np.array([0, 0, 0, 1, 1, -1, -1, -1, -1])
    pred = np.array([0, 0, 1, 1, 1, 0, 1, 2, 3])
    assert scm.adjusted_rand_score(true, pred) == -1 / 14
    assert scm.adjusted_rand_score(true, pred, unknown_label=-1) == 1 / 6
    v = scm.v_measure_score(true, pred, unknown_label=-1)
    assert v == pytest.approx(0.43253806776631254, rel=1e-14)
    assert check_label_pair(true, pred, unknown_label=-1).coverage == 5 / 9
    # the label is looked for in the truth only
    assert scm.rand_score(pred, true, unknown_label=-1) == scm.rand_score(pred, true)


def test_noise_that_is_not_there_changes_nothing():
    pair = check_label_pair([0, 1], [1, 1], noise_label=-1, unknown_label="x")
    assert pair.kept is None
    assert pair.coverage == 1.0


def test_nothing_left_is_undefined():
    with pytest.raises(UndefinedIndexError, match="No sample is left of 2"):
        scm.rand_score([0, -1], [-1, 0], noise_label=-1)
    with pytest.raises(UndefinedIndexError, match="unknown_label=3"):
        scm.rand_score([3, 3], [0, 1], unknown_label=3)


def test_nearest_needs_distances():
    with pytest.raises(ValueError, match="noise='nearest' needs the distances"):
        scm.rand_score(TRUE, PRED, noise_label=-1, noise="nearest")
    with pytest.raises(ValueError, match="must be one of 'drop'"):
        scm.rand_score(TRUE, PRED, noise_label=-1, noise="omit")


def test_weights_follow_their_samples():
    weight = np.arange(10.0)
    pair = check_label_pair(TRUE, PRED, noise_label=-1, sample_weight=weight)
    assert pair.weight.tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("weight", "error", "message"),
    [
        ([1.0], ValueError, r"sample_weight.shape == \(1,\), expected \(2,\)"),
        ([1.0, np.nan], ValueError, "sample_weight contains NaN"),
        ([1.0, -1.0], ValueError, "Negative values in data passed to `sample_weight`"),
        ([0, 0], ValueError, "zero for all samples"),
        (["1", "2"], TypeError, "sample_weight must hold numbers"),
        ([None, 1], ValueError, "sample_weight contains NaN"),
        ([[1], 1], ValueError, "sample_weight must be 1D"),
        ([object(), 1], TypeError, "sample_weight must hold numbers"),
    ],
)
def test_wrong_weights(weight, error, message):
    with pytest.raises(error, match=message):
        scm.mutual_info_score([0, 1], [0, 1], sample_weight=weight)


def test_labels_of_any_kind_are_the_same_partition():
    base = np.array([0, 0, 1, 1, 1])
    other = np.array([0, 1, 1, 1, 2])
    kinds = [
        np.array([0, 0, 2, 2, 2]),
        np.array([-4, -4, 10**12, 10**12, 10**12]),
        np.array([10**25, 10**25, 1, 1, 1], dtype=object),
        np.array([250, 250, 3, 3, 3], dtype=np.uint8),
        np.array([2**64 - 1, 2**64 - 1, 0, 0, 0], dtype=np.uint64),
        np.array([True, True, False, False, False]),
        ["u", "u", "v", "v", "v"],
        np.array(["u", "u", "v", "v", "v"], dtype=object),
        np.array([1.0, 1.0, 7.0, 7.0, 7.0], dtype=np.float32),
        pd.Series([0, 0, 1, 1, 1], dtype="Int64"),
        pd.Series([True, True, False, False, False], dtype="boolean"),
        pd.Series(["a", "a", "b", "b", "b"], dtype="string"),
        pd.Series(["a", "a", "b", "b", "b"], dtype="category"),
        pd.Categorical(["b", "b", "a", "a", "a"], categories=["z", "b", "a"]),
    ]
    for spec in EXTERNAL_INDICES:
        expected = spec(base, other)
        for labels in kinds:
            assert spec(labels, other) == expected, (spec.name, labels)


def test_read_only_labels_stay_as_they_are():
    true, pred = np.array(TRUE), np.array(PRED)
    true.flags.writeable = pred.flags.writeable = False
    for options in ({}, {"noise_label": -1}, {"noise_label": -1, "unknown_label": 0}):
        scm.adjusted_mutual_info_score(true, pred, **options)
    assert true.tolist() == TRUE
    assert pred.tolist() == PRED


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        (([0, 1], [1, 1, 1]), ValueError, r"inconsistent numbers of samples: \[2, 3\]"),
        (([[0, 1], [1, 0]], [1, 1]), ValueError, r"labels_true must be 1D: shape is"),
        (([0, 1], [[1, 1], [0, 0]]), ValueError, r"labels_pred must be 1D: shape is"),
        (([0, 1], [np.nan, 1]), ValueError, "labels_pred contains missing values: 1"),
        (([0, 1], [np.inf, np.inf]), ValueError, "labels_pred contains infinity"),
        (([None, "a"], [0, 1]), ValueError, "labels_true contains missing values"),
        (
            (pd.Series(["a", None], dtype="string"), [0, 1]),
            ValueError,
            "labels_true contains missing values: 1 of 2, the first at position 1",
        ),
        (
            (np.linspace(0.01, 1.0, 60), np.random.default_rng(5).random(60)),
            ValueError,
            "labels_true looks continuous",
        ),
        ((None, [0, 1]), TypeError, "labels_true is None"),
        (([0, 1],), TypeError, "labels_pred is None"),
        (([0, 1], 3), TypeError, "labels_pred must be an array-like"),
        (([0, 1j], [0, 1]), ValueError, "Complex data not supported"),
    ],
)
@pytest.mark.parametrize(
    "index", [scm.adjusted_rand_score, scm.mutual_info_score, scm.contingency_matrix]
)
def test_wrong_labels_are_named(index, labels, error, message):
    with pytest.raises(error, match=message):
        index(*labels)


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ([1, 2], ValueError, r"contingency must be 2D: shape is \(2,\)"),
        ([[1, 2], [3]], ValueError, "contingency must be 2D"),
        ([[1.5, 2], [3, 4]], ValueError, r"must hold whole numbers.*found 1\.5"),
        ([[1, -2], [3, 4]], ValueError, "negative counts: the least is -2"),
        ([[1, np.nan], [3, 4]], ValueError, "contingency contains NaN"),
        ([["a", "b"]], TypeError, "contingency must hold counts"),
        ([[object(), 1]], TypeError, "contingency must hold counts; got values of"),
        ([[1j, 1]], TypeError, "contingency must hold counts"),
    ],
)
def test_wrong_tables_are_named(table, error, message):
    with pytest.raises(error, match=message):
        scm.adjusted_rand_score(contingency=table)


@pytest.mark.parametrize("option", ["noise_label", "unknown_label", "sample_weight"])
def test_options_of_labels_are_refused_for_a_table(option):
    with pytest.raises(ValueError, match=f"{option} works on labels"):
        scm.mutual_info_score(contingency=[[1, 2]], **{option: [1]})


def test_tables_of_any_kind_are_the_same_table():
    table = np.array([[3, 0, 1, 0], [0, 0, 0, 0], [2, 4, 0, 0]])
    kinds = [
        table.tolist(),
        table.astype(float),
        table.astype(object),
        table.astype(np.uint8),
        sparse.csr_matrix(table),
        sparse.csc_array(table),
        sparse.coo_array(table.astype(np.int32)),
        # stored zeros and repeated entries
        sparse.coo_array(
            ([3, 1, 1, 1, 4, 0], ([0, 0, 2, 2, 2, 1], [0, 2, 0, 0, 1, 3]))
        ),
        pd.DataFrame(table),
    ]
    labels = (
        np.repeat([0, 0, 2, 2], [3, 1, 2, 4]),
        np.repeat([0, 2, 0, 1], [3, 1, 2, 4]),
    )
    for spec in EXTERNAL_INDICES:
        expected = spec(*labels)
        for kind in kinds:
            assert spec(contingency=kind) == expected, (spec.name, type(kind))


def test_a_table_wins_over_labels_as_in_scikit_learn():
    table = [[2, 0], [0, 2]]
    assert scm.mutual_info_score([0, 0], [0, 1], contingency=table) == np.log(2)
    weights = [[0.25, 0], [0, 0.25]]
    assert scm.mutual_info_score(contingency=weights, base=2) == 1.0


def test_contingency_matrix_is_scikit_learns():
    rng = np.random.default_rng(0)
    for _ in range(30):
        true, pred = rng.integers(0, [[6], [9]], (2, rng.integers(1, 40)))
        ours = scm.contingency_matrix(true, pred)
        assert np.array_equal(ours, theirs(true, pred))
        assert ours.dtype == np.int64
        ours = scm.contingency_matrix(true, pred, eps=0.5)
        assert np.array_equal(ours, theirs(true, pred, eps=0.5))
        ours = scm.contingency_matrix(true, pred, sparse=True)
        expected = theirs(true, pred, sparse=True)
        assert type(ours) is type(expected)
        assert np.array_equal(ours.toarray(), expected.toarray())
        ours = scm.contingency_matrix(true, pred, dtype=np.float32)
        assert ours.dtype == np.float32
        assert np.array_equal(
            scm.pair_confusion_matrix(true, pred), their_pairs(true, pred)
        )
    assert scm.contingency_matrix([], []).shape == (0, 0)
    with pytest.raises(ValueError, match="Cannot set 'eps' when sparse=True"):
        scm.contingency_matrix([0], [0], eps=1, sparse=True)


def test_sparse_interface_of_scikit_learn_is_followed():
    if "sparse_interface" not in sklearn.get_config():
        pytest.skip("scikit-learn before 1.9 has matrices only")
    with sklearn.config_context(sparse_interface="sparray"):
        table = scm.contingency_matrix([0, 1], [0, 1], sparse=True)
    assert isinstance(table, sparse.csr_array)


def test_weighted_contingency_matrix():
    labels, weight = ([0, 0, 1], [1, 1, 1]), [0.5, 0.25, 2]
    table = scm.contingency_matrix(*labels, sample_weight=weight, dtype=float)
    assert table.tolist() == [[0.75], [2.0]]
    with pytest.raises(ValueError, match="fractions that dtype=int64 cannot hold"):
        scm.contingency_matrix(*labels, sample_weight=weight)
    whole = scm.contingency_matrix(*labels, sample_weight=[1, 2, 3])
    assert whole.tolist() == [[3], [3]]


def test_pair_confusion_matrix_by_a_double_loop():
    true, pred = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]
    counted = Counter(
        (int(true[i] == true[j]), int(pred[i] == pred[j]))
        for i in range(6)
        for j in range(6)
        if i != j
    )
    found = scm.pair_confusion_matrix(true, pred)
    assert found.tolist() == [[counted[i, j] for j in range(2)] for i in range(2)]
    assert found.tolist() == [[12, 10], [4, 4]]
    assert scm.fowlkes_mallows_score(true, pred) == pytest.approx(0.37796447300922725)
    huge = scm.pair_confusion_matrix(contingency=[[10**10, 1], [0, 10**10]])
    assert huge[1, 1] == 2 * 10**10 * (10**10 - 1)
    assert huge.sum() == (2 * 10**10 + 1) * 2 * 10**10


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8, np.int8, bool])
def test_pair_counts_do_not_overflow(dtype):
    i = np.arange(400_000)
    true, pred = (i % 7 < 3).astype(dtype), (i % 11 < 6).astype(dtype)
    pred[: i.size // 4] = true[: i.size // 4]
    assert scm.adjusted_rand_score(true, pred) == 0.057704678357508775
    assert scm.rand_score(true, pred) == 14102963603 / 26666600000


def test_scores_of_tables_beyond_int64():
    n = 10**22
    table = np.array([[3 * n, n], [2 * n, 4 * n]], dtype=object)
    small = [[3 * 10**6, 10**6], [2 * 10**6, 4 * 10**6]]
    other = {"dom", "normalized_variation_of_information_log_n"}
    for spec in EXTERNAL_INDICES:
        if spec.name == "standardized_mutual_info":
            continue  # counts of that size are refused
        value = spec(contingency=table)
        assert not np.isnan(value)
        # what is bounded on both sides is a function of the shares, with exceptions
        if np.isfinite(spec.bounds).all() and spec.name not in other:
            near = pytest.approx(spec(contingency=small), rel=1e-5, abs=1e-6)
            assert value == near, spec.name
    assert scm.adjusted_mutual_info_score(contingency=table) == pytest.approx(
        scm.adjusted_mutual_info_score(contingency=small), rel=1e-5
    )


def test_fowlkes_mallows_where_nothing_is_grouped():
    assert scm.fowlkes_mallows_score([0, 1, 2], [7, 5, 6]) == 1.0
    assert scm.fowlkes_mallows_score([4], [9]) == 1.0
    assert scm.fowlkes_mallows_score([0, 1, 2, 3], [0, 0, 1, 2]) == 0.0


def test_one_odd_label_is_at_chance_level():
    true, pred = [1] * 22, [1] * 20 + [0] + [1]
    assert scm.adjusted_rand_score(true, pred) == 0.0
    assert scm.rand_score(true, pred) == 10 / 11
    assert scm.fowlkes_mallows_score(true, pred) == pytest.approx(0.9534625892455924)


def test_a_hundred_thousand_clusters_need_little_memory():
    i = np.arange(120_000)
    true, pred = i // 2, (i + 1) // 3
    tracemalloc.start()
    ari = scm.adjusted_rand_score(true, pred)
    found = scm.fowlkes_mallows_score(true, pred), scm.v_measure_score(true, pred)
    scm.adjusted_mutual_info_score(true, pred)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ari == 4799840002 / 10799670003
    assert found == pytest.approx((0.4714084492111436, 0.9598334488773685), rel=1e-15)
    assert peak < 100e6


def test_swapped_arguments_give_the_same_bits():
    rng = np.random.default_rng(0)
    symmetric = [spec for spec in EXTERNAL_INDICES if spec.symmetric]
    for _ in range(40):
        pair = rng.integers(0, 3, 10), rng.integers(0, 3, 10)
        for spec in symmetric:
            try:
                value = spec(*pair)
            except UndefinedIndexError:
                continue
            assert value == spec(*pair[::-1]), spec.name


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_functions_pickle_and_document_every_parameter(function):
    assert pickle.loads(pickle.dumps(function)) is function
    parameters = list(inspect.signature(function).parameters)
    assert parameters[:2] == ["labels_true", "labels_pred"]
    documented = [entry.name for entry in FunctionDoc(function)["Parameters"]]
    assert documented == parameters
    assert documented[-3:] == ["noise_label", "noise", "unknown_label"]
    with pytest.raises(TypeError, match=f"{function.__name__}.*unexpected keyword"):
        function([0, 1], [0, 1], no_such_option=1)
