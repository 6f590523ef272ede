"""The Pareto comparison: dominance by brute force, noise, errors."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

import skclustmetrics
from skclustmetrics import pareto_comparison
from skclustmetrics.reports._pareto import _dominance


def dominates(a, b):
    """Plainly: higher is better, NaN is worse than everything."""
    a, b = ([(0, 0) if np.isnan(v) else (1, v) for v in row] for row in (a, b))
    return all(x >= y for x, y in zip(a, b, strict=True)) and any(
        x > y for x, y in zip(a, b, strict=True)
    )


@pytest.mark.parametrize("seed", range(20))
def test_dominance_by_brute_force(seed):
    rng = np.random.RandomState(seed)
    table = rng.randint(4, size=(9, 3)).astype(float)
    table[rng.rand(9, 3) < 0.1] = np.nan
    table[rng.rand(9, 3) < 0.05] = np.inf
    table[rng.rand(9, 3) < 0.05] = -np.inf
    expected = [[dominates(a, b) for b in table] for a in table]
    np.testing.assert_array_equal(_dominance(table), expected)


def test_rounding_does_not_dominate():
    table = np.array([[0.3, 1.0], [0.1 + 0.2, 1.0], [0.3 + 1e-9, 1.0]])
    np.testing.assert_array_equal(
        _dominance(table), [[False] * 3, [False] * 3, [True, True, False]]
    )


def test_rounding_makes_no_cycles():
    # each a little worse than the last one, far enough only from the first to the third
    step = 0.9e-12
    table = 1 + step * np.array([[0, 2, 1], [1, 0, 2], [2, 1, 0]])
    assert not _dominance(table).any()


@pytest.fixture(scope="module")
def iris():
    X, species = load_iris(return_X_y=True)
    rng = np.random.RandomState(0)
    labelings = {
        "species": species,
        "two": np.minimum(species, 1),
        "petals": np.digitize(X[:, 2], [2.5, 4.8]),
        "random": rng.randint(3, size=150),
        "renamed": (2 - species).astype(str),
    }
    return X, labelings


INDICES = ["silhouette", "davies_bouldin", "dunn"]


def test_values_front_and_ranks(iris):
    X, labelings = iris
    comparison = pareto_comparison(X, labelings, indices=INDICES)
    table = []
    for name, labels in labelings.items():
        values = [
            skclustmetrics.silhouette_score(X, labels),
            skclustmetrics.davies_bouldin_score(X, labels),
            skclustmetrics.dunn_score(X, labels),
        ]
        assert list(comparison.to_dict()[name].values()) == pytest.approx(values)
        table.append([values[0], -values[1], values[2]])
    table[-1] = table[0]  # the same partition
    expected = [[dominates(a, b) for b in table] for a in table]
    np.testing.assert_array_equal(comparison.dominates, expected)
    names = list(labelings)
    beaten = np.array(expected).any(axis=0)
    assert comparison.front == [n for n, b in zip(names, beaten, strict=True) if not b]
    assert comparison.dominated_by("random") == [
        names[i] for i in range(5) if expected[i][3]
    ]
    assert comparison.ranks[3] == comparison.ranks.max()
    for i in range(5):
        above = [comparison.ranks[j] for j in range(5) if expected[j][i]]
        assert comparison.ranks[i] == 1 + max(above, default=0)


def test_coverage_counts_where_noise_is_left_out(iris):
    X, labelings = iris
    species = labelings["species"]
    kept = skclustmetrics.silhouette_samples(X, species) > 0.3
    labelings = {"all": species, "easy": np.where(kept, species, -1)}
    comparison = pareto_comparison(X, labelings, indices=INDICES[:1], noise_label=-1)
    assert comparison.indices == ["silhouette", "coverage"]
    assert comparison.coverage.tolist() == [1.0, kept.mean()]
    assert comparison.front == ["all", "easy"]
    comparison = pareto_comparison(
        X, labelings, indices=INDICES[:1], noise_label=-1, noise="nearest"
    )
    assert comparison.indices == ["silhouette"]


def test_partitions_without_a_value_are_worst(iris):
    X, labelings = iris
    labelings = {"one": np.zeros(150, int), "random": labelings["random"]}
    comparison = pareto_comparison(X, labelings, indices=INDICES)
    assert comparison.front == ["random"]
    assert np.isnan(comparison.values[0]).all()
    assert "undefined" in str(comparison)


def test_external_indices(iris):
    X, labelings = iris
    comparison = pareto_comparison(
        X,
        labelings,
        indices=["silhouette", "adjusted_rand"],
        labels_true=labelings["species"],
    )
    assert comparison.to_dict()["species"]["adjusted_rand"] == 1.0
    assert comparison.front == ["species", "two", "petals", "renamed"]


def test_containers_and_names(iris):
    X, labelings = iris
    stack = np.array([labelings["species"], labelings["two"]])
    expected = pareto_comparison(X, stack, indices=INDICES)
    assert expected.names == ["0", "1"]
    named = pareto_comparison(
        pd.DataFrame(X), list(stack), indices=INDICES, names=["a", "b"], n_jobs=2
    )
    np.testing.assert_allclose(named.values, expected.values, rtol=1e-12)
    assert named.names == ["a", "b"]
    frame = named.to_frame()
    assert list(frame.columns) == [*INDICES, "rank", "dominated_by"]
    assert frame.loc["a", "rank"] == named.ranks[0]
    text = str(named)
    assert text.startswith("Pareto comparison of 2 partitions by 3 indices")
    assert "davies_bouldin ↓" in text
    assert named._repr_html_().count("<tr>") == 3
    assert repr(named).startswith("<ParetoComparison: 2 partitions")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"indices": ["mcnemar"]}, ValueError, "neither direction"),
        ({"indices": ["rand"]}, ValueError, "give labels_true"),
        ({"indices": ["no"]}, ValueError, "indices holds 'no'"),
        ({"indices": 3}, TypeError, "indices must be a list"),
        ({"names": ["a"]}, ValueError, "names must be None"),
        ({"indices": ["wb"], "metric": "precomputed"}, ValueError, "cannot be comp"),
        ({"sample_weight": np.ones(150), "indices": ["dunn"]}, ValueError, "weight"),
    ],
)
def test_errors(iris, arguments, error, message):
    X, labelings = iris
    if arguments.get("metric") == "precomputed":
        X = np.abs(X[:, :1] - X[:, 0])
    with pytest.raises(error, match=re.escape(message)):
        pareto_comparison(X, labelings, **arguments)


def test_wrong_partitions(iris):
    X, labelings = iris
    species = labelings["species"]
    with pytest.raises(ValueError, match="labelings is empty"):
        pareto_comparison(X, [])
    with pytest.raises(TypeError, match="labelings must be a sequence"):
        pareto_comparison(X, 3)
    with pytest.raises(ValueError, match="labelings must hold one label array"):
        pareto_comparison(X, species)
    for names in (5, "ab"):
        with pytest.raises(TypeError, match="names must be a list"):
            pareto_comparison(X, [species, species], names=names)
    with pytest.raises(ValueError, match="2 different names"):
        pareto_comparison(X, [species, species], names=["a", "a"])
    with pytest.raises(ValueError, match="150"):
        pareto_comparison(X, [species[:-1]])
    with pytest.raises(ValueError, match="name must be one of"):
        pareto_comparison(X, [species]).dominated_by("x")
