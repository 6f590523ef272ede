"""Chance correction and permutation test against enumeration."""

import itertools
import math
from functools import partial

import numpy as np
import pytest
import sklearn.metrics
from brute_force_partitions import mean_score, random_pairs, stirling_numbers
from joblib import parallel_config

import skclustmetrics
from skclustmetrics import (
    UndefinedIndexError,
    adjusted_for_chance,
    adjusted_mutual_info_score,
    adjusted_rand_score,
    external_permutation_test,
    fowlkes_mallows_score,
    mutual_info_score,
    normalized_mutual_info_score,
    purity_score,
    rand_score,
    variation_of_information,
)
from skclustmetrics.external._chance_forms import expected_score
from skclustmetrics.external._common import make_table
from skclustmetrics.external._null_models import ROWS, make_sides, resolve_score

MODELS = ("perm", "perm1", "num", "num1", "all", "all1")
TRUE, PRED = (0, 0, 0, 1, 2), (0, 0, 1, 1, 1)

rng = np.random.default_rng(0)
LARGE_TRUE = rng.integers(0, 5, 400)
LARGE_PRED = np.where(rng.random(400) < 0.6, LARGE_TRUE, rng.integers(0, 7, 400))


def _expected(name, model, labels_true=TRUE, labels_pred=PRED):
    sides = make_sides(model, make_table(labels_true, labels_pred))
    return expected_score(resolve_score(name), *sides)


EXACT = [(name, m) for name in ROWS for m in MODELS if _expected(name, m) is not None]


@pytest.mark.parametrize(("name", "model"), EXACT)
def test_exact_expectations_are_means_over_all_partitions(name, model):
    score = resolve_score(name)
    plain = mean_score(lambda *pair: score(make_table(*pair)), TRUE, PRED, model)
    assert _expected(name, model) == pytest.approx(plain, rel=1e-12, abs=1e-14)


def test_what_is_exact():
    everywhere = {name for name in ROWS if all((name, m) in EXACT for m in MODELS)}
    assert everywhere == {
        *("rand", "hamann", "mirkin_distance", "mirkin_distance_normalized"),
        *("russell_rao", "baulieu_2", "mutual_info", "variation_of_information"),
        *("normalized_variation_of_information_log_n", "cluster_entropy"),
        *("bcubed_precision", "bcubed_recall", "chi_squared", "frobenius_distance"),
        "element_centric_similarity",
    }
    assert {m for name, m in EXACT if name == "pair_recall"} == {
        *("perm", "perm1", "num1", "all1")
    }
    assert {m for name, m in EXACT if name == "fowlkes_mallows"} == {"perm", "perm1"}
    assert not any(name in ("purity", "modified_adjusted_rand") for name, _ in EXACT)


def test_expected_rand_index_in_closed_form():
    n, stirling = 12, stirling_numbers(12)
    bell = [sum(row) for row in stirling]
    labels_true, labels_pred = [0] * 5 + [1] * 4 + [2] * 3, [0] * 10 + [1, 1]

    def expected(p, q):
        return p * q + (1 - p) * (1 - q)

    fixed = (math.comb(5, 2) + math.comb(4, 2) + math.comb(3, 2)) / math.comb(n, 2)
    fixed_pred = (math.comb(10, 2) + 1) / math.comb(n, 2)
    number = stirling[n - 1][3] / stirling[n][3]
    number_pred = stirling[n - 1][2] / stirling[n][2]
    any_ = bell[n - 1] / bell[n]
    for model, p, q in (
        ("perm", fixed, fixed_pred),
        ("num", number, number_pred),
        ("num1", fixed, number_pred),
        ("all", any_, any_),
        ("all1", fixed, any_),
    ):
        found = _expected("rand", model, labels_true, labels_pred)
        assert found == pytest.approx(expected(p, q), rel=1e-14)


def test_all_permutations_give_the_perm_model():
    values = [
        rand_score(TRUE, [PRED[i] for i in order])
        for order in itertools.permutations(range(5))
    ]
    assert _expected("rand", "perm") == pytest.approx(math.fsum(values) / 120)


@pytest.mark.parametrize("model", ["perm", "perm1"])
@pytest.mark.parametrize(
    ("labels_true", "labels_pred"),
    [(TRUE, PRED), (LARGE_TRUE, LARGE_PRED), ([0, 0, 1, 1], [0, 0, 0, 0])],
)
def test_known_corrections(model, labels_true, labels_pred):
    pair = labels_true, labels_pred
    ari = adjusted_for_chance("rand", *pair, model=model, method="exact")
    assert ari == pytest.approx(adjusted_rand_score(*pair), rel=1e-10, abs=1e-14)
    ami = adjusted_for_chance(mutual_info_score, *pair, model=model, method="exact")
    assert ami == pytest.approx(adjusted_mutual_info_score(*pair), rel=1e-10, abs=1e-14)
    # what is corrected already stays as it is
    again = adjusted_for_chance("adjusted_rand", *pair, model=model, method="exact")
    assert again == pytest.approx(adjusted_rand_score(*pair), rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("model", MODELS)
def test_lower_is_better_indices_turn_around(model):
    pair = LARGE_TRUE, LARGE_PRED
    rand = adjusted_for_chance("rand", *pair, model=model)
    for same in ("hamann", "mirkin_distance", "mirkin_distance_normalized"):
        assert adjusted_for_chance(same, *pair, model=model) == pytest.approx(rand)
    assert adjusted_for_chance("variation_of_information", *pair, model=model) > 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "name", ["rand", "mutual_info", "bcubed_precision", "element_centric_similarity"]
)
def test_random_partitions_agree_with_exact_expectations(name, model):
    options = {"model": model, "return_details": True, "random_state": 0}
    pair = LARGE_TRUE, LARGE_PRED
    exact = adjusted_for_chance(name, *pair, method="exact", **options)
    drawn = adjusted_for_chance(
        name, *pair, method="monte_carlo", n_permutations=200, **options
    )
    assert exact.exact
    assert exact.standard_error == 0.0
    assert not drawn.exact
    assert drawn.n_permutations == 200
    assert 0 < drawn.standard_error < 0.05
    assert abs(drawn.adjusted - exact.adjusted) < 5 * drawn.standard_error
    assert drawn.score == exact.score
    assert drawn.best == exact.best


@pytest.mark.parametrize("model", MODELS)
def test_drawn_expectations_agree_with_enumeration(model):
    # an index without any exact expression, and a function of our own
    def largest_overlap(labels_true, labels_pred):
        return sklearn.metrics.cluster.contingency_matrix(
            labels_true, labels_pred
        ).max()

    for score_func in (purity_score, largest_overlap):
        plain = mean_score(score_func, TRUE, PRED, model)
        result = adjusted_for_chance(
            score_func,
            *(TRUE, PRED),
            model=model,
            n_permutations=600,
            random_state=0,
            return_details=True,
        )
        error = result.standard_error * (result.best - result.expected) ** 2
        error /= abs(result.score - result.best)
        assert abs(result.expected - plain) < 5 * error
        assert result.adjusted == pytest.approx(
            (result.score - result.expected) / (result.best - result.expected)
        )


def test_standard_error_is_that_of_repeated_estimates():
    results = [
        adjusted_for_chance(
            "purity",
            *(LARGE_TRUE, LARGE_PRED),
            n_permutations=50,
            random_state=seed,
            return_details=True,
        )
        for seed in range(40)
    ]
    spread = np.std([result.adjusted for result in results], ddof=1)
    claimed = np.mean([result.standard_error for result in results])
    assert 0.6 < spread / claimed < 1.6


def test_ways_to_name_an_index():
    pair = LARGE_TRUE, LARGE_PRED
    expected = adjusted_for_chance("normalized_mutual_info_max", *pair, method="exact")
    for score_func in (
        partial(normalized_mutual_info_score, average_method="max"),
        partial(sklearn.metrics.normalized_mutual_info_score, average_method="max"),
    ):
        assert adjusted_for_chance(score_func, *pair, method="exact") == expected
    # a keyword that makes the index non-linear is not mistaken for the default
    joint = partial(normalized_mutual_info_score, average_method="joint")
    with pytest.raises(ValueError, match="No exact expectation"):
        adjusted_for_chance(joint, *pair, method="exact")
    rand = adjusted_for_chance(sklearn.metrics.rand_score, *pair, method="exact")
    assert rand == pytest.approx(adjusted_rand_score(*pair))


def test_labels_tables_and_noise():
    names = np.array(list("abcdefgh"))
    expected = adjusted_for_chance("rand", LARGE_TRUE, LARGE_PRED)
    assert expected == adjusted_for_chance("rand", names[LARGE_TRUE], LARGE_PRED - 3)
    table = skclustmetrics.contingency_matrix(LARGE_TRUE, LARGE_PRED)
    assert expected == adjusted_for_chance("rand", contingency=table)
    drawn = {"random_state": 0, "n_permutations": 60}
    assert adjusted_for_chance(
        "purity", contingency=table, **drawn
    ) == adjusted_for_chance("purity", LARGE_TRUE, LARGE_PRED, **drawn)
    kept = (LARGE_PRED != 2) & (LARGE_TRUE != 1)
    cleaned = adjusted_for_chance("rand", LARGE_TRUE[kept], LARGE_PRED[kept])
    assert cleaned == adjusted_for_chance(
        "rand",
        LARGE_TRUE + 10,
        LARGE_PRED,
        noise_label=2,
        unknown_label=11,
    )


def test_best_value():
    pair = LARGE_TRUE, LARGE_PRED
    result = adjusted_for_chance("mutual_info", *pair, return_details=True)
    entropies = [mutual_info_score(labels, labels) for labels in pair]
    assert result.best == pytest.approx(np.mean(entropies))
    chosen = adjusted_for_chance("mutual_info", *pair, best=math.log(5))
    assert chosen == pytest.approx(
        (result.score - result.expected) / (math.log(5) - result.expected)
    )
    assert adjusted_for_chance("mutual_info", [0, 1, 1], [5, 3, 3]) == 1.0
    # the best of all partitions that a model allows; 7 clusters of 400 are 57 or 58
    even = 400 / np.array([58.0] + [57.0] * 6)
    for model, expected in (
        ("num", [math.log(5), np.sum(np.log(even) / even)]),
        ("num1", [entropies[0], np.sum(np.log(even) / even)]),
        ("all", [math.log(400), math.log(400)]),
        ("all1", [entropies[0], math.log(400)]),
    ):
        options = {"model": model, "return_details": True}
        result = adjusted_for_chance("mutual_info", *pair, **options)
        assert result.best == pytest.approx(np.mean(expected), rel=1e-12)
        assert result.adjusted < 1
    assert adjusted_for_chance(
        "russell_rao", *pair, model="all", return_details=True
    ).best == pytest.approx(1.0)
    assert adjusted_for_chance("fowlkes_mallows", [0, 1, 2], [0, 1, 2]) == 1.0


def test_costly_sums_are_drawn_unless_asked_for():
    labels_true = np.repeat([0, 1], 15_000)
    result = adjusted_for_chance(
        "mutual_info",
        *(labels_true, np.roll(labels_true, 5000)),
        model="num",
        n_permutations=20,
        random_state=0,
        return_details=True,
    )
    assert not result.exact
    cheap = adjusted_for_chance(
        "rand",
        *(labels_true, np.roll(labels_true, 5000)),
        model="num",
        return_details=True,
    )
    assert cheap.exact


def test_undefined_random_partitions_are_counted():
    labels_true, labels_pred = [0, 0, 1, 2], [0, 0, 1, 1]
    result = adjusted_for_chance(
        "pair_precision",
        *(labels_true, labels_pred),
        model="all1",
        n_permutations=300,
        random_state=0,
        return_details=True,
    )
    # of the 15 partitions of the prediction only the singletons have no pair
    assert result.n_undefined + result.n_permutations == 300
    assert 5 <= result.n_undefined <= 40
    values = []
    for pair in random_pairs(labels_true, labels_pred, "all1"):
        try:
            values.append(skclustmetrics.pair_precision_score(*pair))
        except UndefinedIndexError:
            continue
    assert len(values) == 14
    assert result.expected == pytest.approx(np.mean(values), abs=0.1)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"score_func": "rnd"}, ValueError, "Did you mean 'rand'"),
        ({"score_func": "silhouette"}, ValueError, "not the name of an external"),
        ({"score_func": 3}, TypeError, "score_func must be the name"),
        ({"model": "perm2"}, ValueError, "'model' parameter must be one of"),
        ({"model": ["perm"]}, ValueError, "'model' parameter must be one of"),
        ({"method": "fast"}, ValueError, "'method' parameter must be one of"),
        ({"best": math.inf}, ValueError, "best must be finite"),
        ({"best": "1"}, TypeError, "best must be a number"),
        ({"score_func": "purity", "method": "exact"}, ValueError, "No exact expect"),
        ({"score_func": "purity", "n_permutations": 0}, ValueError, "at least 1"),
        ({"score_func": "purity", "n_permutations": 9.5}, TypeError, "an integer"),
        (
            {"score_func": partial(rand_score, noise_label=0)},
            TypeError,
            "noise_label, which is no keyword of the formula",
        ),
        ({"score_func": partial(rand_score, [0])}, TypeError, "fixes positional"),
        ({"score_func": lambda a, b: "high"}, TypeError, "must return a number"),
    ],
)
def test_bad_arguments_are_named(options, error, message):
    options = {"score_func": "rand", **options}
    with pytest.raises(error, match=message):
        adjusted_for_chance(
            options.pop("score_func"), LARGE_TRUE, LARGE_PRED, **options
        )


def test_no_room_for_a_correction():
    with pytest.raises(UndefinedIndexError, match="at least 2"):
        adjusted_for_chance("rand", [0], [0])
    # a single cluster: every random partition scores the same, below the best value
    assert adjusted_for_chance("rand", [0, 0, 1], [0, 0, 0]) == 0.0
    expected = _expected("russell_rao", "all1")
    with pytest.raises(UndefinedIndexError, match="is not worse than the best value"):
        adjusted_for_chance("russell_rao", TRUE, PRED, model="all1", best=expected)


def test_functions_that_are_undefined_for_themselves():
    def only_of_different_sizes(labels_true, labels_pred):
        if len(set(labels_true)) == len(set(labels_pred)):
            raise UndefinedIndexError("The numbers of clusters are equal.")
        return 1.0

    with pytest.raises(UndefinedIndexError, match="given as best="):
        adjusted_for_chance(only_of_different_sizes, TRUE, PRED)


# the permutation test


def test_pvalue_counts_all_that_score_as_well():
    pair = (0, 0, 0, 1, 1, 1), (0, 0, 0, 0, 1, 1)
    for score_func, better in ((rand_score, 1), (variation_of_information, -1)):
        result = external_permutation_test(
            *pair, score_func=score_func, n_permutations=199, random_state=0
        )
        draws, score = better * result.null_distribution, better * result.score
        assert draws.shape == (199,)
        assert result.score == score_func(*pair)
        n_equal = np.sum(np.isclose(draws, score))
        assert n_equal > 10
        assert result.pvalue == (np.sum(draws > score + 1e-9) + n_equal + 1) / 200
        # against all pairs of partitions
        everything = [
            better * score_func(*each) for each in random_pairs(*pair, "perm")
        ]
        exact = np.mean(np.array(everything) >= score - 1e-9)
        assert 0.1 < exact < 0.9
        assert abs(result.pvalue - exact) < 5 * math.sqrt(exact * (1 - exact) / 199)


def test_clear_agreement_has_the_least_pvalue():
    result = external_permutation_test(
        LARGE_TRUE, LARGE_PRED, n_permutations=99, random_state=0
    )
    assert result.score == adjusted_rand_score(LARGE_TRUE, LARGE_PRED)
    assert result.pvalue == 0.01


@pytest.mark.parametrize("name", ["mutual_info", "van_dongen_distance"])
def test_pvalues_of_unrelated_partitions_are_uniform(name):
    generator = np.random.default_rng(5)
    pvalues = np.array(
        [
            external_permutation_test(
                generator.integers(0, 3, 40),
                generator.integers(0, 4, 40),
                score_func=name,
                n_permutations=39,
                random_state=seed,
            ).pvalue
            for seed in range(120)
        ]
    )
    # valid: not below the level more often than the level; and not far too careful
    for level in (0.05, 0.1, 0.25, 0.5, 0.75):
        share = np.mean(pvalues <= level)
        spread = math.sqrt(level * (1 - level) / 120)
        assert share < level + 3 * spread
        assert share > level - 3 * spread - 0.1


def test_several_indices_share_the_random_partitions():
    names = ["rand", "mutual_info", "purity"]
    options = {"n_permutations": 30, "random_state": 1, "model": "num"}
    pair = LARGE_TRUE, LARGE_PRED
    result = external_permutation_test(*pair, score_func=names, **options)
    assert list(result.score) == list(result.pvalue) == names
    for name in names:
        alone = external_permutation_test(*pair, score_func=name, **options)
        assert alone.score == result.score[name]
        assert alone.pvalue == result.pvalue[name]
        np.testing.assert_array_equal(
            alone.null_distribution, result.null_distribution[name]
        )


@pytest.mark.parametrize("model", MODELS)
def test_results_are_reproducible_for_any_n_jobs(model):
    def run(**options):
        return external_permutation_test(
            *(LARGE_TRUE, LARGE_PRED), n_permutations=120, model=model, **options
        ).null_distribution

    one = run(random_state=7)
    np.testing.assert_array_equal(one, run(random_state=7, n_jobs=2))
    np.testing.assert_array_equal(
        one, run(random_state=np.random.RandomState(7), n_jobs=2)
    )
    assert (one != run(random_state=8)).any()
    # a longer run begins with the shorter one's whole blocks
    longer = external_permutation_test(
        *(LARGE_TRUE, LARGE_PRED), n_permutations=150, model=model, random_state=7
    ).null_distribution
    np.testing.assert_array_equal(one[:100], longer[:100])


def test_worker_processes_give_the_same():
    options = {"score_func": "s2", "n_permutations": 101, "random_state": 3}
    pair = LARGE_TRUE, LARGE_PRED
    expected = external_permutation_test(*pair, **options).null_distribution
    with parallel_config(backend="loky", n_jobs=2):
        found = external_permutation_test(*pair, **options).null_distribution
    np.testing.assert_array_equal(expected, found)


def test_undefined_scores_count_as_good():
    result = external_permutation_test(
        *([0, 0, 1, 2], [0, 0, 1, 1]),
        score_func="pair_precision",
        model="all1",
        n_permutations=300,
        random_state=0,
    )
    draws = result.null_distribution
    assert np.isnan(draws).any()
    assert result.pvalue == (1 + np.sum(~(draws < result.score))) / 301


def test_functions_need_a_direction():
    def unknown(labels_true, labels_pred):
        return -fowlkes_mallows_score(labels_true, labels_pred)

    pair = LARGE_TRUE, LARGE_PRED
    with pytest.raises(ValueError, match="greater_is_better must be given"):
        external_permutation_test(*pair, score_func=unknown)
    options = {"n_permutations": 50, "random_state": 0}
    low = external_permutation_test(
        *pair, score_func=unknown, greater_is_better=False, **options
    )
    high = external_permutation_test(
        *pair, score_func=unknown, greater_is_better=True, **options
    )
    known = external_permutation_test(*pair, score_func="fowlkes_mallows", **options)
    assert low.pvalue == known.pvalue == 1 / 51
    assert high.pvalue == 1.0
    np.testing.assert_allclose(low.null_distribution, -known.null_distribution)
    with pytest.raises(ValueError, match="contradicts rand"):
        external_permutation_test(*pair, score_func="rand", greater_is_better=False)
    with pytest.raises(ValueError, match="empty list"):
        external_permutation_test(*pair, score_func=[])
    with pytest.raises(ValueError, match="rand more than once"):
        external_permutation_test(*pair, score_func=["rand", rand_score])
