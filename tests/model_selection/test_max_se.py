import numpy as np
import pytest

from skclustmetrics import max_se

RULES = ("tibs2001", "first_se_max", "global_se_max", "first_max", "global_max")


def by_hand(values, errors, rule, factor):
    """The rules in words, value by value."""
    f, s, n = list(values), [factor * e for e in errors], len(values)
    first = next((k for k in range(n - 1) if f[k + 1] <= f[k]), n - 1)
    highest = f.index(max(f))
    if rule == "tibs2001":
        return next((k for k in range(n - 1) if f[k] >= f[k + 1] - s[k + 1]), n - 1)
    if rule == "first_max":
        return first
    if rule == "global_max":
        return highest
    peak = first if rule == "first_se_max" else highest
    return next(k for k in range(peak + 1) if f[k] >= f[peak] - s[peak] or k == peak)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("factor", [0, 0.5, 1, 2.0])
def test_random_curves(rule, factor):
    rng = np.random.default_rng(0)
    chosen = set()
    for _ in range(300):
        n = rng.integers(1, 9)
        # few distinct values, so that plateaus and ties are common
        values, errors = rng.integers(0, 6, n) / 4, rng.integers(0, 4, n) / 4
        position = max_se(values, errors, rule=rule, se_factor=factor)
        assert type(position) is int
        assert position == by_hand(values, errors, rule, factor)
        chosen.add(position)
    assert len(chosen) > 2


@pytest.mark.parametrize(
    ("values", "errors", "expected"),
    [
        # rising to the end: no value reaches the next one
        ([0.0, 1.0, 2.0, 3.0], 0.1, (3, 3, 3, 3, 3)),
        # falling from the start
        ([3.0, 2.0, 1.0, 0.0], 0.1, (0, 0, 0, 0, 0)),
        # a plateau at the start hides the peak from the local rules
        ([1.0, 1.0, 5.0, 2.0], 0.1, (0, 0, 2, 0, 2)),
        # errors larger than all steps
        ([0.0, 0.2, 0.4, 0.3], 1.0, (0, 0, 0, 2, 2)),
        # a local and a higher global maximum
        ([0.1, 0.5, 0.45, 0.8, 0.7], 0.1, (1, 1, 3, 1, 3)),
        # within one error of the first peak, but more below the next value
        ([0.0, 0.3, 0.36, 0.45, 0.4], 0.1, (1, 2, 2, 3, 3)),
        # two largest values
        ([0.0, 2.0, 1.0, 2.0], 0.0, (1, 1, 1, 1, 1)),
        # a single value
        ([7.0], 1.0, (0, 0, 0, 0, 0)),
        # negative gaps
        ([-0.3, -0.1, -0.2], 0.05, (1, 1, 1, 1, 1)),
    ],
)
def test_curves_made_by_hand(values, errors, expected):
    errors = np.full(len(values), errors)
    found = tuple(max_se(values, errors, rule=rule) for rule in RULES)
    assert found == expected


def test_the_error_is_that_of_the_better_value():
    # a large error of the candidate itself does not make it good enough
    values = [0.0, 1.0, 0.5]
    assert max_se(values, [2.0, 0.5, 0.0]) == 1
    assert max_se(values, [0.0, 1.5, 0.0]) == 0
    assert max_se(values, [2.0, 0.5, 0.0], rule="first_se_max") == 1
    assert max_se(values, [0.0, 1.5, 0.0], rule="first_se_max") == 0


def test_a_table_of_the_literature():
    # clusGap on ruspini with PAM, B=500, as published in a question about maxSE,
    # which tells that "firstSEmax" gives 4
    gap = [-0.05268985, 0.15431689, 0.30825062, 0.69184777]
    gap += [0.65758835, 0.61911779, 0.62205988, 0.60103416]
    errors = [0.03729363, 0.04060489, 0.04296625, 0.04346588]
    errors += [0.04245465, 0.04336084, 0.04243363, 0.04233645]
    assert [max_se(gap, errors, rule=rule) + 1 for rule in RULES] == [4, 4, 4, 4, 4]
    # 0.6918 - 0.6576 = 0.0343 is less than one error, and yet 5 is not the first
    assert max_se(gap, errors, rule="first_se_max", se_factor=20) + 1 == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], []), "0 sample"),
        (([1.0, np.nan], [0.1, 0.1]), "values contains NaN"),
        (([1.0, np.inf], [0.1, 0.1]), "values contains infinity"),
        (([1.0, 2.0], [0.1, np.nan]), "standard_error contains NaN"),
        (([1.0, 2.0], [0.1, -0.1]), "standard_error must not be negative; got -0.1"),
        (([1.0, 2.0], [0.1]), "inconsistent numbers of samples"),
        (([[1.0, 2.0]], [[0.1, 0.1]]), "values must be one-dimensional"),
    ],
)
def test_bad_curves(arguments, message):
    with pytest.raises(ValueError, match=message):
        max_se(*arguments)


def test_bad_options():
    with pytest.raises(ValueError, match="'rule' parameter must be one of 'tibs2001'"):
        max_se([1.0], [0.0], rule="firstSEmax")
    for factor in (-1, np.nan, np.inf, "1"):
        with pytest.raises(ValueError, match="se_factor must be a finite number"):
            max_se([1.0], [0.0], se_factor=factor)
