"""Indices of sweeps over the number of clusters: brute force, oracles, properties."""

import gzip
import inspect
import json
import warnings
from pathlib import Path

import brute_force_sweeps as brute
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.cluster.hierarchy import cut_tree, linkage
from scipy.spatial.distance import cdist

import skclustmetrics as scm
from skclustmetrics import UndefinedMetricWarning
from skclustmetrics.internal._k_sweep import check_sweep
from skclustmetrics.internal._sweep_rows import SWEEP_INDICES

DATA = Path(__file__).parents[1] / "data"
every_index = pytest.mark.parametrize("name", sorted(SWEEP_INDICES))
EUCLIDEAN = sorted(set(SWEEP_INDICES) - {"frey"})


def sweep(n=40, d=3, counts=(1, 2, 3, 4, 5, 6), seed=0):
    """Clusters, and the cuts of a tree of them; coordinates are short numbers."""
    rng = np.random.RandomState(seed)
    centres = 3 * rng.randn(4, d)
    X = centres[rng.randint(4, size=n)] + rng.randn(n, d)
    X = np.round(X * 1024) / 1024
    return X, cut_tree(linkage(X, "ward"), n_clusters=list(counts)).T


def by_hand(name, X, labelings, **kwds):
    return getattr(brute, name)(X.tolist(), [list(row) for row in labelings], **kwds)


def compute(name, X, labelings, **kwds):
    return SWEEP_INDICES[name].function(X, labelings, **kwds)


@every_index
@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_brute_force(name, d):
    X, labelings = sweep(d=d, seed=d)
    found = compute(name, X, labelings)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, by_hand(name, X, labelings), rtol=1e-10)
    assert np.isfinite(found).any()


@every_index
def test_numbers_of_clusters_may_be_missing(name):
    X, labelings = sweep(counts=(2, 3, 5, 6, 9))
    np.testing.assert_allclose(
        compute(name, X, labelings), by_hand(name, X, labelings), rtol=1e-10
    )


@pytest.mark.parametrize("power", [0.5, 2, 3.0])
def test_jump_of_other_powers(power):
    X, labelings = sweep()
    np.testing.assert_allclose(
        scm.jump_score(X, labelings, power=power),
        by_hand("jump", X, labelings, power=power),
        rtol=1e-10,
    )


def test_more_features_than_samples():
    X, labelings = sweep(n=12, d=30, counts=(2, 3, 4))
    for name in set(SWEEP_INDICES) - {"cubic_clustering_criterion"}:
        np.testing.assert_allclose(
            compute(name, X, labelings), by_hand(name, X, labelings), rtol=1e-9
        )
    assert np.isfinite(scm.cubic_clustering_criterion_score(X, labelings)).all()


# what the rules choose


@every_index
@pytest.mark.parametrize("seed", range(5))
def test_rules(name, seed):
    X, labelings = sweep(n=60, d=2, counts=range(1, 9), seed=seed)
    spec = SWEEP_INDICES[name]
    values = compute(name, X, labelings)
    chosen = spec.choose(check_sweep(X, labelings), values)
    rows = [list(row) for row in labelings]
    assert chosen == brute.choose(name, X.tolist(), rows, values.tolist())


def test_rules_find_clear_clusters():
    rng = np.random.RandomState(0)
    centres = np.array([[0, 0], [30, 0], [0, 99], [300, 300]])
    X = np.repeat(centres, 25, axis=0) + rng.randn(100, 2)
    labelings = cut_tree(linkage(X, "ward"), n_clusters=list(range(1, 9))).T
    checked = check_sweep(X, labelings)
    chosen = {
        name: spec.choose(checked, compute(name, X, labelings))
        for name, spec in SWEEP_INDICES.items()
    }
    votes = [k for k in chosen.values() if k == 4]
    assert len(votes) >= 6, chosen


def test_nothing_to_choose():
    X, labelings = sweep(counts=(2,))
    spec = SWEEP_INDICES["hartigan"]
    assert spec.choose(check_sweep(X, labelings), np.array([np.nan])) is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [([1, 0.9, 0.86], 1), ([1, 0.9, 0.84], 3), ([1, 0.7, 0.84], 2), ([1, 0.85, 2], 1)],
)
def test_pham_finds_clusters_only_below_its_limit(values, expected):
    X, labelings = sweep(counts=(1, 2, 3))
    spec, values = SWEEP_INDICES["pham"], np.array(values)
    assert spec.choose(check_sweep(X, labelings), values) == expected
    if expected == 1:  # which is not among these
        assert spec.choose(check_sweep(X, labelings[1:]), values[1:]) is None


# oracles


def _oracles():
    with gzip.open(DATA / "scatter_oracles.json.gz", "rt") as file:
        return json.load(file)


ORACLES = _oracles()
NBCLUST = {
    "nbclust_duda": "duda",
    "nbclust_pseudot2": "pseudo_t2",
    "nbclust_frey": "frey",
}


@pytest.fixture(scope="module")
def stored():
    with np.load(DATA / "internal_oracles.npz") as file:
        return dict(file)


def _tree(stored, dataset, method):
    counts = [1, *range(2, 8)]
    n_samples = len(stored[f"X|{dataset}"])
    cuts = [
        stored[f"labels|{dataset}|{method}{k}"] if k > 1 else np.zeros(n_samples, int)
        for k in counts
    ]
    return stored[f"X|{dataset}"], cuts


DATASETS = sorted(ORACLES["nbclust_duda"]["|NbClust|4"])


@pytest.mark.parametrize("dataset", DATASETS)
@pytest.mark.parametrize("method", ["hcavg", "hcward"])
@pytest.mark.parametrize("oracle", NBCLUST)
def test_nbclust(stored, oracle, method, dataset):
    X, cuts = _tree(stored, dataset, method)
    found = compute(NBCLUST[oracle], X, cuts)
    values = ORACLES[oracle]["|NbClust|4"][dataset]
    n_compared = 0
    for k, value in enumerate(found, start=1):
        expected = values.get(f"{method}{k}")
        if expected is None or np.isnan(value) or _splits_off_one(cuts, k):
            continue
        assert value == pytest.approx(expected, rel=1e-4, abs=6e-5)
        n_compared += 1
    assert n_compared >= 3 or not any(key.startswith(method) for key in values)


def _splits_off_one(cuts, k):
    """NbClust goes wrong where a part is a single sample."""
    sizes = [np.unique(cut, return_counts=True)[1] for cut in cuts[k - 1 : k + 1]]
    return np.count_nonzero(sizes[0] == 1) < np.count_nonzero(sizes[1] == 1)


@pytest.mark.parametrize("name", ["hartigan", "krzanowski_lai"])
@pytest.mark.parametrize("method", ["hcavg", "hcward"])
@pytest.mark.parametrize("dataset", DATASETS)
def test_other_brute_force(stored, name, method, dataset):
    X, cuts = _tree(stored, dataset, method)
    found = dict(enumerate(compute(name, X, cuts), start=1))
    variants = [
        values[dataset]
        for variant, values in ORACLES[name].items()
        if "bruteforce" in variant
    ]
    n_compared = 0
    for key, expected in variants[0].items():
        parts = key.split("+")
        if not all(part.startswith(method) for part in parts):
            continue
        k = int(parts[name == "krzanowski_lai"].removeprefix(method))
        assert found[k] == pytest.approx(expected, rel=1e-8)
        n_compared += 1
    assert n_compared >= 4


@pytest.mark.parametrize("method", ["hcavg", "hcward"])
@pytest.mark.parametrize("dataset", sorted(ORACLES["nbclust_ccc"]["|NbClust|4"]))
def test_formula_of_cubic_criterion(stored, dataset, method):
    """NbClust has the formula, with sums about the origin."""
    X, cuts = _tree(stored, dataset, method)
    about_origin = by_hand("cubic_clustering_criterion", X, cuts, nbclust=True)
    values = ORACLES["nbclust_ccc"]["|NbClust|4"][dataset]
    for k in range(2, 8):
        expected = values[f"{method}{k}"]
        assert about_origin[k - 1] == pytest.approx(expected, rel=2e-4)
    found = scm.cubic_clustering_criterion_score(X, cuts)
    about_mean = by_hand("cubic_clustering_criterion", X, cuts)
    np.testing.assert_allclose(found, about_mean, rtol=1e-10)


# properties


@every_index
def test_invariances(name):
    X, labelings = sweep(d=3)
    expected = compute(name, X, labelings)
    order = np.random.RandomState(1).permutation(len(X))
    rotation = np.linalg.qr(np.random.RandomState(2).randn(3, 3))[0]
    close = {"rtol": 1e-9}
    np.testing.assert_allclose(
        compute(name, X[order], labelings[:, order]), expected, **close
    )
    np.testing.assert_allclose(compute(name, X, 7 - labelings), expected, **close)
    np.testing.assert_allclose(
        compute(name, X @ rotation, labelings), expected, **close
    )
    np.testing.assert_allclose(compute(name, X + 2.0**20, labelings), expected, **close)
    for factor in (1e-150, 1e150):
        np.testing.assert_allclose(
            compute(name, X * factor, labelings), expected, **close
        )


@every_index
def test_kinds_of_input(name):
    X, labelings = sweep()
    expected = compute(name, X, labelings)
    np.testing.assert_array_equal(compute(name, X.tolist(), labelings), expected)
    np.testing.assert_array_equal(
        compute(name, X, [[f"c{i}" for i in row] for row in labelings]), expected
    )
    np.testing.assert_allclose(
        compute(name, sparse.csr_array(X), labelings), expected, rtol=1e-9
    )
    np.testing.assert_allclose(
        compute(name, X.astype(np.float32), labelings), expected, rtol=1e-3
    )


def test_frey_of_distances():
    X, labelings = sweep()
    expected = scm.frey_score(X, labelings, metric="cityblock")
    D = cdist(X, X, "cityblock")
    np.testing.assert_allclose(
        scm.frey_score(D, labelings, metric="precomputed"), expected, rtol=1e-9
    )
    np.testing.assert_array_equal(
        scm.frey_score(X, labelings, metric="cityblock", n_jobs=2), expected
    )


# noise, limits, errors


@every_index
def test_noise(name):
    X, labelings = sweep()
    noisy = labelings.copy()
    noisy[:, ::7] = -1
    kept = noisy[0] >= 0
    expected = compute(name, X[kept], labelings[:, kept])
    np.testing.assert_array_equal(compute(name, X, noisy, noise_label=-1), expected)
    noisy[2, 0] = 0
    with pytest.raises(ValueError, match="same noise"):
        compute(name, X, noisy, noise_label=-1)


@every_index
def test_order_of_partitions(name):
    X, labelings = sweep()
    for wrong in (labelings[::-1], labelings[[1, 1, 2]]):
        with pytest.raises(ValueError, match="more and more clusters"):
            compute(name, X, wrong)
    with pytest.raises(ValueError, match="Got none"):
        compute(name, X, [])
    with pytest.raises(TypeError, match="labelings must be a sequence"):
        compute(name, X, 3)


@pytest.mark.parametrize(
    "name", [name for name, spec in SWEEP_INDICES.items() if spec.nested]
)
def test_partitions_that_are_not_nested(name):
    X, labelings = sweep()
    crossing = labelings.copy()
    crossing[3] = np.random.RandomState(0).permutation(crossing[3])
    with pytest.raises(ValueError, match="labelings must be nested"):
        compute(name, X, crossing)


@every_index
def test_equal_samples_have_no_value(name):
    X = np.full((8, 2), 1e8 / 3)
    labelings = [[0] * 8, [0, 1] * 4, [0, 1, 2, 1] * 2]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = compute(name, X, labelings)
    if name == "pham":
        np.testing.assert_array_equal(found, 1.0)
    else:
        assert np.isnan(found).all()
        assert [w.category for w in caught] == [UndefinedMetricWarning]


def test_clusters_of_equal_samples_leave_nothing():
    X = np.repeat([[0.0, 1.0], [3.0, 5.0], [9.0, 2.0]], 3, axis=0) / 3
    labelings = [[0] * 9, [0] * 6 + [1] * 3, [0] * 3 + [1] * 3 + [2] * 3]
    assert scm.hartigan_score(X, labelings)[1] == np.inf
    assert scm.cubic_clustering_criterion_score(X, labelings)[2] == np.inf
    assert scm.jump_score(X, labelings)[2] == np.inf
    assert scm.pham_score(X, labelings)[2] == 0
    assert scm.duda_score(X, labelings)[1] == 0
    assert scm.pseudo_t2_score(X, labelings)[1] == np.inf
    assert scm.beale_score(X, labelings)[1] == np.inf


def test_constant_feature_counts_as_feature_only():
    X, labelings = sweep(d=2)
    X3 = np.column_stack([X, np.full(len(X), 1 / 3)])
    found = scm.cubic_clustering_criterion_score(X3, labelings)
    expected = scm.cubic_clustering_criterion_score(X, labelings)
    np.testing.assert_allclose(found, expected, rtol=1e-10)


@pytest.mark.parametrize("power", [0, -1, np.inf, "two", True, [1, 2], 1j])
def test_wrong_power(power):
    X, labelings = sweep()
    with pytest.raises(ValueError, match="'power' parameter"):
        scm.jump_score(X, labelings, power=power)


def test_jumps_beyond_the_range_of_floats():
    """Four clusters in many features: the largest jump is chosen, not the first."""
    rng = np.random.RandomState(0)
    codes = np.repeat([0, 1, 2, 3], 20)
    centres = rng.randn(4, 1000)
    centres[:2] += 4
    X = 0.1 * rng.randn(80, 1000) + centres[codes]
    labelings = [
        np.zeros(80, int),
        codes // 2,
        np.minimum(codes, 2),
        codes,
    ]
    values = scm.jump_score(X, labelings)
    np.testing.assert_array_equal(values, [1, np.inf, np.inf, np.inf])
    spec = SWEEP_INDICES["jump"]
    sweep = check_sweep(X, labelings)
    assert spec.choose(sweep, values) == 4
    within = np.array([brute.dispersion(X.tolist(), list(c)) for c in labelings])
    logs = 500 * np.log(within[0] / within)
    jumps = logs[1:] + np.log1p(-np.exp(logs[:-1] - logs[1:]))
    np.testing.assert_allclose(spec.goodness(sweep, values)[1:], jumps, rtol=1e-9)


def test_jumps_are_compared_in_their_order():
    X, labelings = sweep(d=3, counts=range(1, 9))
    values = scm.jump_score(X, labelings)
    compared = SWEEP_INDICES["jump"].goodness(check_sweep(X, labelings), values)
    np.testing.assert_array_equal(np.argsort(compared), np.argsort(values))


@every_index
def test_tables_of_labelings_and_what_is_none(name):
    X, labelings = sweep()
    frame = pd.DataFrame(labelings, index=list("abcdef"))
    np.testing.assert_array_equal(compute(name, X, frame), compute(name, X, labelings))
    with pytest.raises(ValueError, match="labelings must hold one label array"):
        compute(name, X, labelings[0])
    for wrong in ({"a": labelings[0]}, np.array(3), sparse.csr_array(labelings)):
        with pytest.raises(TypeError, match="labelings must be a sequence"):
            compute(name, X, wrong)


@every_index
def test_signature(name):
    parameters = list(inspect.signature(SWEEP_INDICES[name].function).parameters)
    assert parameters[:2] == ["X", "labelings"]
    assert {"noise_label", "noise"} <= set(parameters)
    assert SWEEP_INDICES[name].has_metric == ("metric" in parameters)
