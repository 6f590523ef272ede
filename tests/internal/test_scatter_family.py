"""All indices of means and scatter: brute force, oracles, invariances, limits."""

import functools
import gzip
import inspect
import json
import math
from pathlib import Path

import brute_force_scatter as brute
import numpy as np
import pytest
from scipy import sparse

import skclustmetrics as scm
from skclustmetrics import UndefinedIndexError
from skclustmetrics._registry import INDICES
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.internal._description import Description

DATA = Path(__file__).parents[1] / "data"
SILHOUETTE_LIKE = (
    *("bwp", "bwp_plain"),
    *("medoid_silhouette", "medoid_silhouette_nearest"),
)
ROWS = {
    name: spec
    for name, spec in INDICES.items()
    if spec.kind == "internal" and (spec.family == "scatter" or name in SILHOUETTE_LIKE)
}
every_index = pytest.mark.parametrize("name", sorted(ROWS))


def by_hand(name, X, labels, **kwds):
    """The brute force that belongs to a row, with the row's parameters."""
    spec = ROWS[name]
    function = getattr(brute, spec.function.__name__.removesuffix("_score"))
    arguments = {**spec.params, **kwds}
    return function(np.asarray(X).tolist(), np.asarray(labels).tolist(), **arguments)


def clusters(n=45, d=3, k=4, seed=0, digits=10):
    """Clusters of different sizes and shapes; coordinates are short binary numbers."""
    rng = np.random.RandomState(seed)
    labels = np.sort(np.minimum(rng.geometric(0.4, size=n) - 1, k - 1))
    labels[: 2 * k] = np.tile(np.arange(k), 2)
    spreads = rng.uniform(0.3, 1.2, size=(k, d))
    X = rng.randn(n, d) * spreads[labels] + 2 * rng.randn(k, d)[labels]
    return np.round(X * 2**digits) / 2**digits, labels


# values


@every_index
@pytest.mark.parametrize(
    "shape", [(45, 3, 4), (30, 2, 2), (40, 1, 3), (70, 4, 3)], ids=str
)
def test_brute_force(name, shape):
    X, labels = clusters(*shape)
    result = ROWS[name](X, labels)
    assert type(result) is float
    assert result == pytest.approx(by_hand(name, X, labels), rel=1e-10)
    low, high = ROWS[name].bounds
    assert low <= result <= high


@every_index
def test_brute_force_on_tiny_partitions(name):
    """Singletons, duplicates and clusters of two, in any combination."""
    compared = 0
    for seed in range(60):
        rng = np.random.RandomState(seed)
        n, d, k = rng.randint(4, 12), rng.randint(1, 4), rng.randint(2, 4)
        X, labels = rng.randint(-3, 4, size=(n, d)) / 4, rng.randint(k, size=n)
        if not 1 < np.unique(labels).size < n:
            continue
        try:
            expected = by_hand(name, X, labels)
        except (ZeroDivisionError, StopIteration, ValueError, OverflowError):
            continue  # the limits are tested below
        if not math.isfinite(expected):
            continue
        try:
            result = ROWS[name](X, labels)
        except UndefinedIndexError:
            assert name == "s_dbw", (X, labels)
            continue
        if not math.isfinite(result):  # means that coincide but for rounding
            assert abs(expected) > 1e12
            continue
        if name == "s_dbw" and result != pytest.approx(expected, rel=1e-9):
            continue  # a sample on the border of a neighbourhood, by rounding
        assert result == pytest.approx(expected, rel=1e-9, abs=1e-9), (X, labels)
        compared += 1
    assert compared >= 15


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("compactness", {"squared": True}),
        ("ball_hall", {"variant": "sum"}),
        ("ball_hall", {"variant": "pooled"}),
        ("sd", {"alpha": 0}),
        ("sd", {"alpha": 3.5}),
        ("davies_bouldin", {"p": 1}),
        ("davies_bouldin", {"p": np.inf, "q": 2}),
        ("davies_bouldin", {"p": 3, "q": 2.5}),
    ],
    ids=str,
)
def test_options(name, options):
    X, labels = clusters()
    expected = by_hand(name, X, labels, **options)
    assert ROWS[name](X, labels, **options) == pytest.approx(expected, rel=1e-12)


def test_davies_bouldin_of_the_largest_distance():
    X, labels = clusters()
    limit = ROWS["davies_bouldin"](X, labels, q=np.inf)
    assert ROWS["davies_bouldin"](X, labels, q=4000) == pytest.approx(limit, rel=2e-3)


def test_bwp_samples():
    X, labels = clusters()
    for squared in (True, False):
        values = scm.bwp_samples(X, labels, squared=squared)
        expected = brute.bwp_values(X.tolist(), labels.tolist(), squared=squared)
        np.testing.assert_allclose(values, expected, rtol=1e-12, atol=1e-13)
    labels[3] = -1
    values = scm.bwp_samples(X, labels, noise_label=-1)
    assert np.flatnonzero(np.isnan(values)).tolist() == [3]
    assert np.nanmean(values) == pytest.approx(
        scm.bwp_score(X, labels, noise_label=-1), rel=1e-14
    )


def test_stdi_and_its_hand_example():
    assert scm.stdi_score([[0], [2], [10], [12]], [0, 0, 1, 1]) == 12.5


# oracles


def _oracles():
    with gzip.open(DATA / "scatter_oracles.json.gz", "rt") as file:
        return json.load(file)


ORACLES = _oracles()
ORACLE_ROWS = {
    ("ball_hall", "mean_of_cluster_means"): ("ball_hall", {}),
    ("ball_hall", "sum_of_cluster_means"): ("ball_hall", {"variant": "sum"}),
    ("ball_hall", "W/K"): ("ball_hall", {"variant": "pooled"}),
    ("davies_bouldin", "p=1,q=1"): ("davies_bouldin", {"p": 1}),
    ("davies_bouldin", "p=1,q=2"): ("davies_bouldin", {"p": 1, "q": 2}),
    ("davies_bouldin", "p=2,q=2"): ("davies_bouldin", {"q": 2}),
    ("ksq_detw", ""): ("ksq_det_w", {}),
    ("ratkowsky_lance", "sqrt_of_mean"): ("ratkowsky_lance", {}),
    ("ratkowsky_lance", "mean_of_sqrt"): ("ratkowsky_lance_mean_of_roots", {}),
    ("s_dbw", "halkidi_var_n"): ("s_dbw", {}),
    ("sd_dis", ""): ("sd", {"alpha": 0}),
    ("simplified_silhouette", "centroid, singletons count 0"): (
        "simplified_silhouette",
        {},
    ),
    ("simplified_silhouette", "centroid, macro, singletons count 0"): (
        "simplified_silhouette_macro",
        {},
    ),
    ("wb_index", ""): ("wb", {}),
    ("xie_beni", "centroid"): ("xie_beni", {}),
}
SAME_NAME = (
    *("banfield_raftery", "davies_bouldin_star", "det_ratio", "log_det_ratio"),
    *("log_ss_ratio", "pbm", "r_squared", "ray_turi", "score_function", "scott_symons"),
    *("sd_scat", "stdi", "trace_w", "trace_wib", "wemmert_gancarski", "xie_beni_star"),
)
ORACLE_ROWS |= {(name, ""): (name, {}) for name in SAME_NAME}


@pytest.fixture(scope="module")
def stored():
    with np.load(DATA / "internal_oracles.npz") as file:
        return dict(file)


@pytest.fixture(scope="module")
def describe(stored):
    """Descriptions, each shared by all indices."""

    @functools.cache
    def description(dataset, labels, dropped):
        return Description(
            check_X_labels(
                stored[f"X|{dataset}"],
                stored[f"labels|{dataset}|{labels}"],
                noise_label=-1 if dropped else None,
            )
        )

    return description


def compute(key, description):
    name, options = ORACLE_ROWS[key]
    if name == "sd_scat":
        formula = scm.sd_score.from_description
        return formula(description, alpha=1) - formula(description, alpha=0)
    row = ROWS[name]
    return row.function.from_description(description, **{**row.params, **options})


def has_singular_cluster(X, labels):
    """Whether the smallest cluster lies in a plane, in exact arithmetic."""
    smallest = min(brute.groups(X.tolist(), labels.tolist()), key=len)
    if len(smallest) <= X.shape[1]:
        return True
    return brute.determinant(brute.exact_scatter(smallest)) == 0


@pytest.mark.parametrize("key", sorted(ORACLE_ROWS), ids=str)
def test_oracles(describe, key):
    index, variant = key
    compared = 0
    for source, by_dataset in ORACLES[index].items():
        found, _, decimals = source.split("|")
        if found != variant:
            continue
        for dataset, values in by_dataset.items():
            for labels, value in values.items():
                labels, _, dropped = labels.partition("|")
                description = describe(dataset, labels, dropped)
                place = f"{source} on {dataset}, {labels}"
                try:
                    result = compute(key, description)
                except UndefinedIndexError:
                    # densities 0 / 0, and singular scatter that clusterCrit calls 0
                    assert (index, value) in [("s_dbw", "inf"), ("trace_wib", 0)], place
                    continue
                if index == "scott_symons" and result == -np.inf:
                    X, codes = description.X, description.codes
                    assert has_singular_cluster(X, codes), place
                    continue
                tolerance = {"abs": 1e-11}
                if decimals:
                    tolerance = {"abs": 0.6 * 10.0 ** -int(decimals)}
                expected = pytest.approx(float(value), rel=1e-9, **tolerance)
                assert result == expected, place
                compared += 1
    assert compared >= 74


def test_iris_by_hand():
    """Values that were computed from the definitions elsewhere, on Fisher's iris."""
    from sklearn.datasets import load_iris

    X, species = load_iris(return_X_y=True)
    X = X.copy()
    X[34], X[37] = (4.9, 3.1, 1.5, 0.2), (4.9, 3.6, 1.4, 0.1)
    for name, options, expected in [
        ("cs", {}, 0.9694432155),
        ("medoid_silhouette", {}, 0.6062660838),
        ("medoid_silhouette", {"medoids": [112, 7, 96]}, 0.6062660838),
        ("medoid_silhouette_nearest", {}, 0.6456746912),
        ("bwp", {}, 0.5658621911),
        ("bwp_plain", {}, 0.3776906549),
        ("rmsstd", {}, 0.3897003035),
        ("kmeans_bic", {}, -482.3083552),
        ("kmeans_aic", {}, -444.7285905 - 15),
        ("score_function", {}, 0.2162016851),
    ]:
        assert ROWS[name](X, species, **options) == pytest.approx(expected, rel=1e-9)


# invariances

# the power of the unit of length that an index has
DEGREES = {
    "compactness": 0.5,
    "rmsstd": 1,
    "trace_w": 2,
    "ball_hall": 2,
    "pbm": 2,
    "ksq_det_w": 6,
}
# adds this times the logarithm of the unit, per sample and feature or per sample
SHIFTS = {
    "banfield_raftery": lambda n, d: 2 * n,
    "scott_symons": lambda n, d: 2 * n * d,
    "kmeans_bic": lambda n, d: -n * d,
    "kmeans_aic": lambda n, d: -n * d,
}
DEPEND_ON_UNITS = ("score_function", "sd")
DEPEND_ON_AXES = ("ratkowsky_lance", "ratkowsky_lance_mean_of_roots", "sd", "s_dbw")


@every_index
def test_order_of_rows_and_names_of_clusters(name):
    X, labels = clusters()
    result = ROWS[name](X, labels)
    order = np.random.RandomState(1).permutation(labels.size)
    names = np.array(["z", "b", "y", "a"])[labels]
    assert ROWS[name](X[order], names[order]) == pytest.approx(result, rel=1e-12)


@every_index
def test_translation(name):
    X, labels = clusters()
    result = ROWS[name](X, labels)
    for shift in (-3.0, 1e6, 1e9):
        # exactly representable, so that the shift loses nothing of the data
        assert ROWS[name](X + shift, labels) == pytest.approx(result, rel=1e-10), shift


@every_index
def test_units(name):
    if name in DEPEND_ON_UNITS:
        pytest.skip("depends on the units of the data")
    X, labels = clusters()
    result, (n, d) = ROWS[name](X, labels), X.shape
    for unit in (2.0**-120, 3.0, 2.0**80):
        expected = result * unit ** DEGREES.get(name, 0)
        if name in SHIFTS:
            expected += SHIFTS[name](n, d) * math.log(unit)
        assert ROWS[name](X * unit, labels) == pytest.approx(expected, rel=1e-11), unit


@every_index
def test_extreme_units(name):
    if name in DEPEND_ON_UNITS or DEGREES.get(name, 0) > 1:
        pytest.skip("overflows or depends on the units of the data")
    X, labels = clusters()
    for unit in (2.0**-500, 2.0**500):
        expected = ROWS[name](X, labels) * unit ** DEGREES.get(name, 0)
        if name in SHIFTS:
            expected += SHIFTS[name](*X.shape) * math.log(unit)
        assert ROWS[name](X * unit, labels) == pytest.approx(expected, rel=1e-11)


@every_index
def test_rotation(name):
    if name in DEPEND_ON_AXES:
        pytest.skip("depends on the axes")
    X, labels = clusters()
    rotation = np.linalg.qr(np.random.RandomState(2).randn(3, 3))[0]
    expected = ROWS[name](X, labels)
    assert ROWS[name](X @ rotation, labels) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(
    "name", ["det_ratio", "log_det_ratio", "trace_wib", "rubin"], ids=str
)
def test_linear_maps(name):
    X, labels = clusters()
    stretched = X @ np.array([[1e5, 0, 3], [0, 1e-4, 0], [7, 0, 2]])
    expected = ROWS[name](X, labels)
    assert ROWS[name](stretched, labels) == pytest.approx(expected, rel=1e-6)


@every_index
def test_weight_equals_repeated_rows(name):
    X, labels = clusters()
    weights = np.random.RandomState(0).randint(0, 4, size=labels.size)
    weights[:4] = 1
    assert ROWS[name](X, labels, sample_weight=weights) == pytest.approx(
        ROWS[name](np.repeat(X, weights, axis=0), np.repeat(labels, weights)),
        rel=1e-11,
    )


@every_index
def test_noise_and_containers(name):
    X, labels = clusters()
    result = ROWS[name](X, labels)
    for container in (sparse.csr_matrix, sparse.csc_array, np.asfortranarray):
        assert ROWS[name](container(X), labels) == pytest.approx(result, rel=1e-12)
    labels[labels == 3] = -1
    kept = labels >= 0
    assert ROWS[name](X, labels, noise_label=-1) == pytest.approx(
        ROWS[name](X[kept], labels[kept]), rel=1e-14
    )
    assert ROWS[name](X, labels) == pytest.approx(
        ROWS[name](X, labels, noise_label=-1, noise="cluster"), rel=1e-12
    )
    single = X[kept].astype(np.float32)
    assert ROWS[name](single, labels[kept]) == pytest.approx(
        ROWS[name](X[kept], labels[kept]), rel=1e-5
    )


# limits and what has no value


@every_index
def test_undefined(name):
    X, _ = clusters(n=8)
    for labels in ([0] * 8, range(8), [-1] * 8):
        with pytest.raises(UndefinedIndexError):
            ROWS[name](X, list(labels), noise_label=-1)


POINTS = np.array([[0.0, 0.0], [0.0, 0.0], [3.0, 4.0], [3.0, 4.0], [9.0, 1.0]])
AT_POINTS = {
    "ball_hall": 0.0,
    "banfield_raftery": -np.inf,
    "bwp": 0.8,
    "bwp_plain": 0.8,
    "calinski_harabasz": np.inf,
    "compactness": 0.0,
    "cs": 0.0,
    "davies_bouldin": 0.0,
    "davies_bouldin_star": 0.0,
    "det_ratio": np.inf,
    "kmeans_aic": np.inf,
    "kmeans_bic": np.inf,
    "ksq_det_w": 0.0,
    "log_det_ratio": np.inf,
    "log_ss_ratio": np.inf,
    "medoid_silhouette": 0.8,
    "medoid_silhouette_nearest": 1.0,
    "pbm": np.inf,
    "r_squared": 1.0,
    "ratkowsky_lance": math.sqrt(1 / 3),
    "ratkowsky_lance_mean_of_roots": math.sqrt(1 / 3),
    "ray_turi": 0.0,
    "rmsstd": 0.0,
    "rubin": np.inf,
    "rubin_trace": np.inf,
    "s_dbw": 0.0,
    "scott_symons": -np.inf,
    "simplified_silhouette": 0.8,
    "simplified_silhouette_macro": 2 / 3,
    "stdi": np.inf,
    "trace_w": 0.0,
    "trace_wib": np.inf,
    "wb": 0.0,
    "wemmert_gancarski": 1.0,
    "xie_beni": 0.0,
    "xie_beni_star": 0.0,
}


@pytest.mark.parametrize("name", sorted(AT_POINTS))
@pytest.mark.parametrize("weight", [1.0, 1.1])
def test_clusters_of_equal_samples(name, weight):
    labels, weights = [0, 0, 1, 1, 2], [weight] * 5
    result = ROWS[name](POINTS + 0.1, labels, sample_weight=weights)
    if weight != 1:
        if result != pytest.approx(AT_POINTS[name], rel=1e-12):
            # more than one sample in the last cluster: no longer alone
            assert "silhouette" in name or "bwp" in name
        return
    assert result == pytest.approx(AT_POINTS[name], rel=1e-12)


RING = np.array([[-1.0, 0], [1, 0], [0, -3], [0, 3], [50, 0], [52, 0.5]])
AT_RING = {
    "cs": None,
    "davies_bouldin": np.inf,
    "davies_bouldin_star": np.inf,
    "ray_turi": np.inf,
    "sd": np.inf,
    "xie_beni": np.inf,
    "xie_beni_star": np.inf,
}


@pytest.mark.parametrize("name", sorted(AT_RING))
def test_means_that_coincide(name):
    labels = [0, 0, 1, 1, 2, 2]
    result = ROWS[name](RING, labels)
    if AT_RING[name] is None:
        assert math.isfinite(result)
    else:
        assert result == AT_RING[name]
    for seed in range(5):
        # also where they are equal but for rounding
        offsets = np.random.RandomState(seed).randn(9, 2)
        offsets -= offsets.mean(axis=0)
        X = np.vstack([offsets, 1.7 * offsets, 90 + offsets]) + 0.1
        if AT_RING[name] == np.inf:
            assert ROWS[name](X, np.repeat([0, 1, 2], 9)) == np.inf


@pytest.mark.parametrize("name", ["cs", "wb", "xie_beni", "ray_turi", "log_ss_ratio"])
def test_all_means_coincide(name):
    result = ROWS[name](RING[:4], [0, 0, 1, 1])
    assert result == (-np.inf if name == "log_ss_ratio" else np.inf)


ALL_EQUAL = {
    **dict.fromkeys(("calinski_harabasz", "davies_bouldin", "ksq_det_w"), "pinned"),
    **dict.fromkeys(("ball_hall", "compactness", "rmsstd", "trace_w"), 0.0),
    **dict.fromkeys(("banfield_raftery", "scott_symons"), -np.inf),
    **dict.fromkeys(SILHOUETTE_LIKE, 0.0),
    **dict.fromkeys(("simplified_silhouette", "simplified_silhouette_macro"), 0.0),
    "score_function": 1 - 1 / math.e,
    "wemmert_gancarski": 1.0,
}


@every_index
@pytest.mark.parametrize("value", [0.1, 1e9 + 0.1, 0.0])
@pytest.mark.parametrize("weight", [None, 1.3])
def test_all_samples_equal(name, value, weight):
    X, labels = np.full((7, 3), value), np.arange(7) % 3
    weights = None if weight is None else np.full(7, weight)
    if name not in ALL_EQUAL:
        with pytest.raises(UndefinedIndexError):
            ROWS[name](X, labels, sample_weight=weights)
        return
    result = ROWS[name](X, labels, sample_weight=weights)
    if ALL_EQUAL[name] != "pinned":
        assert result == pytest.approx(ALL_EQUAL[name], rel=1e-13)


NEED_INVERSE = ("det_ratio", "log_det_ratio", "trace_wib", "rubin")


@pytest.mark.parametrize("name", NEED_INVERSE)
def test_singular_scatter(name):
    X, labels = clusters()
    # two clusters on parallel lines: no scatter within across the lines
    lines = np.column_stack([X[:, 0], 5.0 * labels])
    assert ROWS[name](lines, labels) == np.inf
    constant = np.column_stack([X, np.full(len(X), 0.1)])
    dependent = np.column_stack([X, X[:, 0] + X[:, 1]])
    wide = np.random.RandomState(0).randn(20, 30)
    weights = np.full(len(X), 1.3)
    for bad, y in ((constant, labels), (dependent, labels), (wide, np.arange(20) % 3)):
        with pytest.raises(UndefinedIndexError, match="singular"):
            ROWS[name](bad, y)
    with pytest.raises(UndefinedIndexError, match="singular"):
        ROWS[name](constant, labels, sample_weight=weights)


def test_singular_determinants():
    X, labels = clusters()
    for extra in (np.full(len(X), 0.1), X[:, 0] + X[:, 1]):
        singular = np.column_stack([X, extra])
        assert scm.scott_symons_score(singular, labels) == -np.inf
    assert scm.ksq_det_w_score(np.column_stack([X, np.full(45, 0.1)]), labels) == 0.0


@every_index
def test_constant_feature_and_more_features_than_samples(name):
    X, labels = clusters()
    constant = np.column_stack([X, np.full(len(X), 0.1)])
    wide = np.random.RandomState(0).randn(12, 20)
    wide_labels = np.arange(12) % 3
    if name in NEED_INVERSE:
        return
    changes = ("ksq_det_w", "scott_symons", "rmsstd", "kmeans_bic", "kmeans_aic")
    result = ROWS[name](constant, labels)
    if name not in changes:
        assert result == pytest.approx(ROWS[name](X, labels), rel=1e-12)
    elif name == "rmsstd" or name.startswith("kmeans"):
        assert result == pytest.approx(by_hand(name, constant, labels), rel=1e-10)
    if name in ("ksq_det_w", "scott_symons"):
        assert ROWS[name](wide, wide_labels) == (0 if name == "ksq_det_w" else -np.inf)
    elif name == "s_dbw":
        with pytest.raises(UndefinedIndexError, match="0 / 0"):
            ROWS[name](wide, wide_labels)
    else:
        assert ROWS[name](wide, wide_labels) == pytest.approx(
            by_hand(name, wide, wide_labels), rel=1e-10
        )


@every_index
def test_one_huge_and_one_tiny_cluster(name):
    rng = np.random.RandomState(0)
    X = np.vstack([1e3 * rng.randn(300, 2), 1e4 + 1e-4 * rng.randn(5, 2)])
    labels = np.repeat([0, 1], [300, 5])
    assert ROWS[name](X, labels) == pytest.approx(by_hand(name, X, labels), rel=1e-9)


# arguments


@every_index
def test_wrong_options(name):
    X, labels = clusters()
    for option, wrong in [
        *(("variant", "none of them"), ("average", "mean"), ("assignment", "far")),
        *(("alpha", -1.0), ("p", 0.5), ("q", 0.0), ("medoids", [0, 1])),
        *(("medoids", [0.5] * 4), ("medoids", [0, 1, 2, 99])),
        *(("medoids", [0, 1, 2, 4]),),
    ]:
        if option in inspect.signature(ROWS[name].function).parameters:
            with pytest.raises(ValueError, match=option):
                ROWS[name](X, labels, **{option: wrong})


def test_medoids_in_any_metric():
    X, labels = clusters()
    D = np.array([[math.dist(x, y) for y in X] for x in X])
    expected = scm.medoid_silhouette_score(X, labels)
    assert scm.medoid_silhouette_score(
        D, labels, metric="precomputed"
    ) == pytest.approx(expected, rel=1e-12)
    assert scm.medoid_silhouette_score(
        X, labels, metric=lambda x, y: math.dist(x, y)
    ) == pytest.approx(expected, rel=1e-12)
    assert scm.medoid_silhouette_score(
        X, labels, metric="minkowski", p=2, n_jobs=2
    ) == pytest.approx(expected, rel=1e-12)
    labels[10] = -1
    with pytest.raises(ValueError, match="Sample 10 of medoids was left out"):
        scm.medoid_silhouette_score(X, labels, medoids=[0, 1, 2, 10], noise_label=-1)
    own = {labels[i]: i for i in range(labels.size - 1, 10, -1) if labels[i] >= 0}
    medoids = [own.get(k, k) for k in range(4)]
    without = np.delete(np.arange(45), 10)
    positions = np.searchsorted(without, medoids)
    assert scm.medoid_silhouette_score(
        X, labels, medoids=medoids, noise_label=-1
    ) == scm.medoid_silhouette_score(X[without], labels[without], medoids=positions)


def test_many_samples_by_parts():
    """More rows than a chunk or a tile holds."""
    rng = np.random.RandomState(0)
    labels = rng.randint(3, size=3000)
    X = rng.randn(3000, 2) + 3 * rng.randn(3, 2)[labels]
    for name in ("cs", "medoid_silhouette", "s_dbw", "wemmert_gancarski", "det_ratio"):
        step = ROWS[name](X, labels)
        assert math.isfinite(step)
    reach = [
        np.sqrt(
            ((X[labels == k][:, None] - X[labels == k][None]) ** 2).sum(axis=-1)
        ).max(axis=1)
        for k in range(3)
    ]
    centres = np.array([X[labels == k].mean(axis=0) for k in range(3)])
    apart = np.sqrt(((centres[:, None] - centres[None]) ** 2).sum(axis=-1))
    np.fill_diagonal(apart, np.inf)
    assert scm.cs_score(X, labels) == pytest.approx(
        sum(r.mean() for r in reach) / apart.min(axis=1).sum(), rel=1e-11
    )
    own = np.linalg.norm(X - centres[labels], axis=1)
    table = np.linalg.norm(X[:, None] - centres[None], axis=2)
    table[np.arange(3000), labels] = np.inf
    quotients = np.bincount(labels, weights=own / table.min(axis=1))
    near = np.maximum(np.bincount(labels) - quotients, 0).sum() / 3000
    assert scm.wemmert_gancarski_score(X, labels) == pytest.approx(near, rel=1e-12)
