"""The information family against its definitions, scikit-learn and many digits."""

import functools
import itertools
import math
from collections import Counter

import mpmath
import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given, settings
from hypothesis import strategies as st

import skclustmetrics as scm
from skclustmetrics._kernels import _expected_information as kernel
from skclustmetrics._kernels import _information_variance as variance_kernel
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external import _description_length as description_length
from skclustmetrics.external._common import make_table

few = settings(max_examples=60, deadline=None)
AVERAGES = ("arithmetic", "geometric", "min", "max")

label_pairs = st.integers(1, 30).flatmap(
    lambda n: st.tuples(
        *[st.lists(st.integers(0, 4), min_size=n, max_size=n) for _ in range(2)]
    )
)


def entropy(labels):
    """The definition, from the shares of the distinct labels."""
    return math.fsum(
        -count / len(labels) * math.log(count / len(labels))
        for count in Counter(labels).values()
    )


def information(labels_true, labels_pred):
    """The definition, sample by sample."""
    n = len(labels_true)
    joint = Counter(zip(labels_true, labels_pred, strict=True))
    true, pred = Counter(labels_true), Counter(labels_pred)
    return math.fsum(
        math.log(n * joint[u, v] / (true[u] * pred[v])) / n
        for u, v in zip(labels_true, labels_pred, strict=True)
    )


def expected_information(rows, cols):
    """The mean over the hypergeometric model, to 40 digits, k by k."""
    n = sum(rows)
    with mpmath.workdps(40):
        total = mpmath.mpf(0)
        for (a, times_a), (b, times_b) in itertools.product(
            Counter(rows).items(), Counter(cols).items()
        ):
            k = max(1, a + b - n)
            p = mpmath.binomial(b, k) * mpmath.binomial(n - b, a - k)
            p /= mpmath.binomial(n, a)
            part = mpmath.mpf(0)
            while k <= min(a, b):
                part += p * k / n * mpmath.log(mpmath.mpf(n * k) / (a * b))
                p *= mpmath.mpf((a - k) * (b - k)) / ((k + 1) * (n - a - b + k + 1))
                k += 1
            total += part * times_a * times_b
        return total


def tables_with_margins(rows, cols):
    """Yield every table with these margins and how many labellings have it."""
    if len(rows) == 1:
        yield [list(cols)], 1
        return
    for first in itertools.product(*(range(col + 1) for col in cols)):
        if sum(first) != rows[0]:
            continue
        ways = math.prod(map(math.comb, cols, first))
        left = [col - used for col, used in zip(cols, first, strict=True)]
        for rest, more in tables_with_margins(rows[1:], left):
            yield [list(first), *rest], ways * more


@few
@given(pair=label_pairs)
def test_definitions(pair):
    shared, h_true, h_pred = information(*pair), entropy(pair[0]), entropy(pair[1])
    joint = entropy(list(zip(*pair, strict=True)))
    near = {"rel": 1e-12, "abs": 1e-14}
    assert scm.mutual_info_score(*pair) == pytest.approx(shared, **near)
    distance = h_true + h_pred - 2 * shared
    assert scm.variation_of_information(*pair) == pytest.approx(distance, abs=1e-13)
    rest = scm.cluster_entropy_score(*pair)
    assert rest == pytest.approx(h_true - shared, abs=1e-13)
    if h_true:
        homogeneity = scm.homogeneity_score(*pair)
        assert homogeneity == pytest.approx(shared / h_true, abs=1e-13)
        largest = math.log(len(set(pair[0])))
        assert scm.cluster_entropy_score(*pair, normalize=True) == pytest.approx(
            (h_true - shared) / largest, abs=1e-13
        )
    if h_true and h_pred:
        conditional = scm.normalized_variation_of_information(
            *pair, variant="conditional"
        )
        expected = 1 - (shared / h_true + shared / h_pred) / 2
        assert conditional == pytest.approx(expected, abs=1e-13)
        joint_index = scm.normalized_mutual_info_score(*pair, average_method="joint")
        assert joint_index == pytest.approx(shared / joint, abs=1e-13)
        by_joint = scm.normalized_variation_of_information(*pair)
        assert by_joint == pytest.approx(1 - shared / joint, abs=1e-13)
        by_max = scm.normalized_information_distance(*pair)
        assert by_max == pytest.approx(1 - shared / max(h_true, h_pred), abs=1e-13)


@few
@given(pair=label_pairs)
def test_identities(pair):
    nmi, v = scm.normalized_mutual_info_score(*pair), scm.v_measure_score(*pair)
    assert nmi == pytest.approx(v, abs=1e-14)
    by_max = scm.normalized_mutual_info_score(*pair, average_method="max")
    distance = scm.normalized_information_distance(*pair)
    assert by_max == pytest.approx(1 - distance, abs=1e-14)
    homogeneity, completeness, v = scm.homogeneity_completeness_v_measure(*pair)
    assert homogeneity == scm.homogeneity_score(*pair)
    assert completeness == scm.completeness_score(*pair)
    assert homogeneity == scm.completeness_score(*pair[::-1])
    assert v == scm.v_measure_score(*pair)
    bits = scm.mutual_info_score(*pair, base=2)
    assert bits == pytest.approx(scm.mutual_info_score(*pair) / math.log(2))


@few
@given(pair=label_pairs, beta=st.floats(0, 100))
def test_same_values_as_scikit_learn(pair, beta):
    for name in (
        "mutual_info_score",
        "homogeneity_score",
        "completeness_score",
        "rand_score",
        "adjusted_rand_score",
    ):
        expected = getattr(sklearn.metrics, name)(*pair)
        assert getattr(scm, name)(*pair) == pytest.approx(expected, abs=1e-13), name
    try:
        expected = sklearn.metrics.v_measure_score(*pair, beta=beta)
    except ZeroDivisionError:
        with pytest.raises(UndefinedIndexError, match="for beta=0"):
            scm.v_measure_score(*pair, beta=beta)
    else:
        found = scm.v_measure_score(*pair, beta=beta)
        assert found == pytest.approx(expected, abs=1e-13)
    for average in AVERAGES:
        expected = sklearn.metrics.normalized_mutual_info_score(
            *pair, average_method=average
        )
        found = scm.normalized_mutual_info_score(*pair, average_method=average)
        assert found == pytest.approx(expected, abs=1e-13), average
        if len(pair[0]) in (len(set(pair[0])), len(set(pair[1]))):
            continue  # singletons: scikit-learn divides rounding errors
        expected = sklearn.metrics.adjusted_mutual_info_score(
            *pair, average_method=average
        )
        found = scm.adjusted_mutual_info_score(*pair, average_method=average)
        assert found == pytest.approx(expected, rel=1e-11, abs=1e-12), average


@pytest.mark.parametrize(
    ("rows", "cols"),
    [
        ([1, 2], [2, 1]),
        ([3, 3, 4], [5, 5]),
        ([97, 2, 1], [50, 30, 20]),
        ([500, 500], [999, 1]),
        ([400, 350, 250], [100] * 10),
        ([1] * 60 + [2] * 20, [10] * 10),
        ([2] + [1] * 98, [3] + [1] * 97),
        ([3000, 2000], [1, 4999]),
    ],
)
def test_expected_information_and_adjusted_index_to_the_last_digits(rows, cols):
    expected = expected_information(rows, cols)
    a, b = np.array(rows), np.array(cols)
    order = np.random.default_rng(1).permutation(a.sum())
    labels = np.repeat(np.arange(a.size), a), np.repeat(np.arange(b.size), b)[order]
    table = make_table(*labels)
    found = scm.expected_mutual_information(table)
    assert abs(found - expected) <= 4e-15 * expected
    assert scm.expected_mutual_information(table.swapped) == found
    with mpmath.workdps(40):
        n = mpmath.mpf(table.total)
        h_true = -sum(size / n * mpmath.log(size / n) for size in rows)
        h_pred = -sum(size / n * mpmath.log(size / n) for size in cols)
        h_joint = -sum(c / n * mpmath.log(c / n) for c in table.counts.tolist())
        shared = h_true + h_pred - h_joint
        for average, mean in {
            "arithmetic": (h_true + h_pred) / 2,
            "geometric": mpmath.sqrt(h_true * h_pred),
            "min": min(h_true, h_pred),
            "max": max(h_true, h_pred),
        }.items():
            exact = (shared - expected) / (mean - expected)
            ami = scm.adjusted_mutual_info_score(*labels, average_method=average)
            assert abs(ami - exact) <= 1e-12, average


def test_expected_information_of_a_million_samples():
    # mpmath with 40 digits, k by k; scikit-learn is off by 2.4e-9 here
    expected = 1.00000261991268115557634115255e-06
    table = np.outer([3, 7], [25, 40, 35]) * 1000
    found = scm.expected_mutual_information(table)
    assert found == pytest.approx(expected, rel=1e-14)


def test_expected_information_tends_to_its_limit_at_any_size():
    # to first order (K - 1) (L - 1) / (2 n)
    for n in (10**9, 10**12, 10**15, 10**25):
        table = [[n // 2, n // 5], [n // 10, n // 5]]
        expected = scm.expected_mutual_information(table)
        assert expected * 2 * n == pytest.approx(1, rel=1e-8)


def test_window_and_moments_agree(monkeypatch):
    rows, cols = np.array([4_000_000, 6_000_000]), np.array([5_000_000, 5_000_000])
    walked = kernel.expected_information(rows, cols, 10**7)
    rest = kernel.expected_conditional_entropy(rows, cols, 10**7)
    monkeypatch.setattr(kernel, "_LARGE_MEAN", 1e6)
    assert kernel.expected_information(rows, cols, 10**7) == pytest.approx(
        walked, rel=1e-12
    )
    assert kernel.expected_conditional_entropy(rows, cols, 10**7) == pytest.approx(
        rest, rel=1e-13
    )


def test_distinct_sizes_in_blocks_are_summed_once(monkeypatch):
    sizes = np.arange(1, 80)
    whole = kernel.expected_information(sizes, sizes[::-1], int(sizes.sum()))
    monkeypatch.setattr(kernel, "_BLOCK_PAIRS", 200)
    monkeypatch.setattr(kernel, "_BLOCK_CELLS", 300)
    parts = kernel.expected_information(sizes, sizes[::-1], int(sizes.sum()))
    assert parts == pytest.approx(whole, rel=1e-14)


@pytest.mark.parametrize(
    ("rows", "cols"),
    [
        ([2, 3], [2, 3]),
        ([3, 3, 2], [2, 2, 2, 2]),
        ([1, 2, 4, 5], [3, 4, 5]),
        ([6, 1, 1], [2, 2, 4]),
        ([30, 20], [10, 40]),
        ([9, 8, 2], [7, 7, 5]),
    ],
)
def test_standardized_information_over_all_tables(rows, cols):
    n = sum(rows)
    infos, weights = [], []
    for table, ways in tables_with_margins(rows, cols):
        infos.append(scm.mutual_info_score(contingency=table))
        weights.append(ways)
    infos, weights = np.array(infos), np.array(weights, float) / math.comb(n, rows[0])
    weights /= weights.sum()
    mean = float(weights @ infos)
    deviation = math.sqrt(float(weights @ (infos - mean) ** 2))
    assert scm.expected_mutual_information(table) == pytest.approx(mean, rel=1e-13)
    expected = (scm.mutual_info_score(contingency=table) - mean) / deviation
    found = scm.standardized_mutual_info_score(contingency=table)
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-11)


def test_standardized_information_of_trivial_partitions_is_undefined():
    for labels in ([0, 0, 0], [0, 1, 2]):
        with pytest.raises(UndefinedIndexError, match="single cluster or consists"):
            scm.standardized_mutual_info_score(labels, [0, 0, 1])
        with pytest.raises(UndefinedIndexError, match="single cluster or consists"):
            scm.standardized_mutual_info_score([0, 0, 1], labels)


def partitions_of(n, largest):
    """All multisets of cluster sizes, in descending order."""
    if n == 0:
        yield []
    for size in range(min(n, largest), 0, -1):
        for rest in partitions_of(n - size, size):
            yield [size, *rest]


def tables_by_rows(rows, cols):
    """All tables with these margins, row by row."""
    if not rows:
        yield []
        return
    for row in itertools.product(*[range(min(rows[0], col) + 1) for col in cols]):
        if sum(row) == rows[0]:
            left = [col - cell for col, cell in zip(cols, row, strict=True)]
            for rest in tables_by_rows(rows[1:], left):
                yield [row, *rest]


@pytest.mark.parametrize("n", range(2, 8))
def test_undefined_just_where_all_tables_share_the_information(n):
    """The information is the same if and only if the integers prod k^k are."""
    margins = list(partitions_of(n, n))
    for rows, cols in itertools.combinations_with_replacement(margins, 2):
        tables = list(tables_by_rows(rows, cols))
        powers = {math.prod(k**k for row in table for k in row) for table in tables}
        if len(powers) > 1:
            scm.standardized_mutual_info_score(contingency=tables[0])
            continue
        with pytest.raises(UndefinedIndexError, match="share the same information"):
            scm.standardized_mutual_info_score(contingency=tables[0])
        for table in tables[:3]:
            best = float(sum(cell > 0 for row in table for cell in row) == len(cols))
            best *= len(rows) == len(cols)
            for average in AVERAGES:
                found = scm.adjusted_mutual_info_score(
                    contingency=table, average_method=average
                )
                assert found == best


@pytest.mark.parametrize("sizes", [[2, 2], [3, 3], [2, 2, 2], [7, 7, 7, 7, 7]])
def test_one_sample_apart_of_equal_clusters(sizes):
    labels_true = np.repeat(np.arange(len(sizes)), sizes)
    labels_pred = np.arange(len(labels_true)) == 0
    for pair in ((labels_true, labels_pred), (labels_pred, labels_true)):
        with pytest.raises(UndefinedIndexError, match="one sample apart"):
            scm.standardized_mutual_info_score(*pair)
        with pytest.raises(UndefinedIndexError, match="one sample apart"):
            scm.external_permutation_test(*pair, score_func="standardized_mutual_info")
        assert math.isnan(
            scm.external_report(*pair).to_dict()["standardized_mutual_info"]
        )
        assert scm.adjusted_mutual_info_score(*pair) == 0.0
    # the sum over all cells would say the same, were it asked
    margins = (
        kernel.distinct_sizes(np.array(sizes)),
        kernel.distinct_sizes(np.bincount(labels_pred)),
    )
    assert variance_kernel._variance_of_cells(*margins, len(labels_true)) == 0.0


@pytest.mark.parametrize("sizes", [[3, 4], [1, 5], [499, 501], [10**6 - 1, 10**6 + 1]])
def test_one_sample_apart_of_nearly_equal_clusters(sizes):
    n = sum(sizes)
    table = [[sizes[0] - 1, sizes[1]], [1, 0]]
    with mpmath.workdps(60):
        lost = [b * mpmath.log(b) - (b - 1) * mpmath.log(max(b - 1, 1)) for b in sizes]
        mean = mpmath.fdot(sizes, lost) / n
        squares = mpmath.fdot(sizes, [(each - mean) ** 2 for each in lost]) / n
        variance = float(squares / n**2)
        score = float((mean - lost[0]) / mpmath.sqrt(squares))
    margins = np.array(sizes), np.array([1, n - 1])
    for pair in (margins, margins[::-1]):
        found = variance_kernel.information_variance(*pair, n)
        assert found == pytest.approx(variance, rel=1e-8)
    found = scm.standardized_mutual_info_score(contingency=table)
    assert found == pytest.approx(score, rel=1e-7)


def test_reduced_information_counts_tables():
    for rows, cols in [
        ([10] * 3, [10] * 3),
        ([20, 30, 40], [45, 45]),
        ([9] * 2, [6] * 3),
    ]:
        number = sum(1 for _ in tables_with_margins(rows, cols))
        *_, (table, _) = tables_with_margins(rows, cols)
        n = sum(rows)
        logs = math.log(math.factorial(n))
        logs += sum(math.log(math.factorial(c)) for row in table for c in row)
        logs -= sum(math.log(math.factorial(size)) for size in [*rows, *cols])
        exact = (logs - math.log(number)) / n
        found = scm.reduced_mutual_info_score(contingency=table)
        assert found == pytest.approx(exact, abs=0.07 / n)


def test_reduced_information_does_not_reward_singletons():
    labels = [0] * 20 + [1] * 20
    same = scm.reduced_mutual_info_score(labels, labels)
    singletons = scm.reduced_mutual_info_score(labels, range(40))
    assert singletons < 0.1 < same


def test_dom_score_by_hand():
    # two classes of 3; clusters {3, 1} and {0, 2}: C(4+1, 1) = 5 and C(2+1, 1) = 3
    cost = math.log(5) + math.log(3)
    rest = 6 * scm.cluster_entropy_score(contingency=[[3, 0], [1, 2]])
    found = scm.dom_score(contingency=[[3, 0], [1, 2]])
    assert found == pytest.approx(2 * math.log(4) / (rest + cost), rel=1e-13)
    labels = [0, 0, 0, 1, 1, 1]
    assert scm.dom_score(labels, range(6)) < scm.dom_score(labels, labels) == 1.0


def exact_dom_score(table):
    """The definition, to 60 digits."""

    def log_compositions(size):
        choices = mpmath.loggamma(size + len(table)), mpmath.loggamma(len(table))
        return choices[0] - mpmath.loggamma(size + 1) - choices[1]

    sizes = [sum(column) for column in zip(*table, strict=True)]
    with mpmath.workdps(60):
        cost = mpmath.fsum(map(log_compositions, sizes))
        for row, (j, size) in itertools.product(table, enumerate(sizes)):
            if row[j]:
                cost += row[j] * mpmath.log(mpmath.mpf(size) / row[j])
        return float(mpmath.fsum(log_compositions(sum(row)) for row in table) / cost)


@pytest.mark.parametrize(
    "table",
    [
        [[3, 0], [1, 2]],
        [[3 * 10**6, 3 * 10**6, 0], [0, 0, 4 * 10**6]],
        [[3 * 10**9, 10**9], [2 * 10**9, 4 * 10**9]],
        [[3 * 10**14, 10**14], [2 * 10**14, 4 * 10**14]],
        [[3 * 10**16, 0, 10**16], [0, 2 * 10**16, 0]],
        [[3 * 10**16, 10**16], [2 * 10**16, 4 * 10**16]],
        [[10**18, 0, 0], [0, 10**18, 1]],
    ],
)
def test_dom_score_keeps_its_digits(table):
    exact = exact_dom_score(table)
    assert scm.dom_score(contingency=table) == pytest.approx(exact, rel=1e-14, abs=0)


@pytest.mark.parametrize("scale", [1, 10**3, 10**9, 10**15])
def test_reduced_information_near_independence_keeps_its_digits(scale):
    table = [[2 * scale + 1, 3 * scale], [4 * scale, 6 * scale]]
    rows, cols = np.sum(table, axis=1), np.sum(table, axis=0)
    n = int(rows.sum())
    with mpmath.workdps(60):
        logs = [mpmath.loggamma(int(k) + 1) for k in [n, *np.ravel(table)]]
        logs += [-mpmath.loggamma(int(size) + 1) for size in [*rows, *cols]]
        exact = mpmath.fsum(logs)
        # the closed form of the cost is not what is looked at here
        cost = description_length._log_number_of_tables(rows, cols, n)
        exact = float((exact - cost) / n)
    found = scm.reduced_mutual_info_score(contingency=table)
    assert found == pytest.approx(exact, rel=1e-13, abs=0)


def test_ratios_of_nothing_are_undefined():
    """0/0 is no number, whatever scikit-learn's indices make of it."""
    one, halves = [0, 0, 0, 0], [0, 0, 1, 1]
    by_own = functools.partial(
        scm.normalized_variation_of_information, variant="conditional"
    )
    normalized = functools.partial(scm.cluster_entropy_score, normalize=True)
    for index, pair in [
        (by_own, (halves, one)),
        (by_own, (one, halves)),
        (normalized, (one, halves)),
        (scm.dom_score, (one, halves)),
    ]:
        with pytest.raises(UndefinedIndexError, match="undefined"):
            index(*pair)
    with pytest.raises(UndefinedIndexError, match="for beta=0"):
        scm.v_measure_score(one, halves, beta=0)
    assert scm.v_measure_score(one, halves, beta=1e-300) == 0.0
    assert scm.v_measure_score([0, 1, 0, 1], halves, beta=0) == 0.0
    assert by_own(one, one) == normalized(one, one) == 0.0
    assert normalized(halves, one) == scm.dom_score(one, one) == 1.0


@few
@given(pair=label_pairs, seed=st.integers(0, 2**32 - 1))
def test_weights_are_repetitions(pair, seed):
    rng = np.random.default_rng(seed)
    weight = rng.integers(0, 4, len(pair[0])) + (np.arange(len(pair[0])) == 0)
    repeated = [np.repeat(labels, weight) for labels in pair]
    for index in (
        scm.mutual_info_score,
        scm.normalized_mutual_info_score,
        scm.v_measure_score,
        scm.variation_of_information,
        scm.normalized_information_distance,
        scm.cluster_entropy_score,
    ):
        expected = index(*repeated)
        assert index(*pair, sample_weight=weight) == expected
        halves = index(*pair, sample_weight=weight / 2)
        assert halves == pytest.approx(expected, rel=1e-12, abs=1e-14)


def test_weights_may_be_fractions_and_are_refused_where_counts_are_needed():
    labels = [0, 0, 1, 1], [0, 1, 1, 1]
    weight = [0.1, 0.2, 0.3, 0.4]
    share = {(0, 0): 0.1, (0, 1): 0.2, (1, 1): 0.7}
    true, pred = {0: 0.3, 1: 0.7}, {0: 0.1, 1: 0.9}
    expected = sum(p * math.log(p / (true[u] * pred[v])) for (u, v), p in share.items())
    found = scm.mutual_info_score(*labels, sample_weight=weight)
    assert found == pytest.approx(expected, rel=1e-13)
    assert scm.mutual_info_score(labels[0], labels[0], sample_weight=weight) > 0
    assert scm.v_measure_score(labels[0], labels[0], sample_weight=weight) == 1.0
    for index in (
        scm.adjusted_mutual_info_score,
        scm.standardized_mutual_info_score,
        scm.reduced_mutual_info_score,
        scm.dom_score,
        scm.adjusted_rand_score,
    ):
        with pytest.raises(TypeError, match=f"{index.__name__} does not take sample_w"):
            index(*labels, sample_weight=weight)
    with pytest.raises(UndefinedIndexError, match="sum of the weights"):
        scm.normalized_variation_of_information(
            *labels, variant="log_n", sample_weight=weight
        )


def test_a_constant_labelling_carries_exactly_no_information():
    for n in (*range(2, 300), 469, 4095, 4096, 4097, 65_537):
        constant, odd = [0] * n, [1] + [0] * (n - 1)
        for pair in ((constant, odd), (odd, constant)):
            assert scm.mutual_info_score(*pair) == 0.0
            assert scm.normalized_mutual_info_score(*pair) == 0.0
            assert scm.adjusted_mutual_info_score(*pair) == 0.0
            assert scm.v_measure_score(*pair) == 0.0
        assert scm.homogeneity_score(constant, odd) == 1.0
        assert scm.completeness_score(constant, odd) == 0.0
        same = scm.homogeneity_completeness_v_measure(constant, constant)
        assert same == (1.0, 1.0, 1.0)


def test_equal_partitions_are_exactly_1():
    pairs = [([0, 1], [1, 0]), ([0, 1, 2], [5, 3, 4]), (range(50), range(50, 0, -1))]
    pairs += [([1, 2, 3, 5, 5], [1, 4, 3, 6, 6]), ([], [])]
    for pair in pairs:
        for average in AVERAGES:
            options = {"average_method": average}
            assert scm.adjusted_mutual_info_score(*pair, **options) == 1.0
            assert scm.normalized_mutual_info_score(*pair, **options) == 1.0
        assert scm.v_measure_score(*pair, beta=0.3) == 1.0
        assert scm.dom_score(*pair) == 1.0


def test_every_item_alone():
    labels = [0, 0, 0, 0, 1, 1, 1, 1]
    values = scm.homogeneity_completeness_v_measure(labels, range(8))
    assert values == (1.0, pytest.approx(1 / 3), pytest.approx(0.5))
    assert scm.adjusted_mutual_info_score(labels, range(8)) == 0.0


def test_normalisers_have_their_names():
    pair = [0, 0, 0, 0, 0, 1, 1, 2], [0, 0, 0, 1, 1, 1, 2, 2]
    nmi = {
        "min": 0.5423750746578965,
        "geometric": 0.4946862961537695,
        "arithmetic": 0.49259860631350966,
        "max": 0.4511905930719417,
    }
    ami = {
        "min": 0.26331731134744335,
        "geometric": 0.22794332588038774,
        "arithmetic": 0.22647681713487264,
        "max": 0.1986797126905223,
    }
    for average in AVERAGES:
        options = {"average_method": average}
        near = {"rel": 1e-14}
        found = scm.normalized_mutual_info_score(*pair, **options)
        assert found == pytest.approx(nmi[average], **near)
        found = scm.adjusted_mutual_info_score(*pair, **options)
        assert found == pytest.approx(ami[average], **near)


def test_large_margins_and_small_information():
    labels_true = np.repeat([0, 1, 2], [70_000, 8_000, 900]).astype(np.int32)
    labels_pred = np.repeat(
        [0, 1, 0, 1, 0, 1], [66_000, 4_000, 7_500, 500, 300, 600]
    ).astype(np.int32)
    expected = 0.014253804638555885, 0.03661589643946011, 0.059503670399453715
    found = (
        scm.mutual_info_score(labels_true, labels_pred),
        *scm.homogeneity_completeness_v_measure(labels_true, labels_pred)[:2],
    )
    assert found == pytest.approx(expected, rel=2e-16 * 4)


def test_information_near_independence_keeps_its_digits():
    # one sample away from independence, where the terms of the definition cancel
    table = [[25_000_001, 25_000_000], [25_000_000, 25_000_000]]
    with mpmath.workdps(60):
        n = mpmath.mpf(100_000_001)
        a, b = mpmath.mpf(50_000_001), mpmath.mpf(50_000_000)
        cells = [(25_000_001, a * a), (25_000_000, a * b), (25_000_000, a * b)]
        cells.append((25_000_000, b * b))
        expected = sum(c / n * mpmath.log(n * c / margins) for c, margins in cells)
    found = scm.mutual_info_score(contingency=table)
    assert abs(found - expected) <= 4e-16 * expected
    table = np.outer([3, 5, 7], [11, 13])
    assert scm.mutual_info_score(contingency=table) == 0.0
    assert scm.normalized_mutual_info_score(contingency=table) == 0.0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda p: scm.mutual_info_score(*p, base=1), ValueError, "base must be"),
        (lambda p: scm.mutual_info_score(*p, base="2"), TypeError, "base must be"),
        (lambda p: scm.v_measure_score(*p, beta=-1), ValueError, "beta must be"),
        (lambda p: scm.v_measure_score(*p, beta=None), TypeError, "beta must be"),
        (
            lambda p: scm.normalized_mutual_info_score(*p, average_method="mean"),
            ValueError,
            "'average_method' parameter must be one of 'arithmetic'.*'joint'.*'mean'",
        ),
        (
            lambda p: scm.adjusted_mutual_info_score(*p, average_method="joint"),
            ValueError,
            "'average_method' parameter must be one of",
        ),
        (
            lambda p: scm.normalized_variation_of_information(*p, variant="vinh"),
            ValueError,
            "'variant' parameter must be one of 'joint', 'log_n', 'conditional'",
        ),
        (
            lambda p: scm.expected_mutual_information([[1, 2], [3, 4]], 11),
            ValueError,
            "n_samples is 11, but the counts of contingency sum to 10",
        ),
        (
            lambda p: scm.standardized_mutual_info_score(
                contingency=[[10**10, 1], [1, 10**10]]
            ),
            ValueError,
            "at most 3037000499",
        ),
    ],
)
def test_wrong_arguments_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call(([0, 0, 1], [0, 1, 1]))
