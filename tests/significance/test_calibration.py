"""Calibration: growth by plain loops, the scales, views, workers, errors."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.datasets import load_iris, make_blobs

from skclustmetrics import (
    IndexCalibration,
    UndefinedIndexError,
    calibrate_indices,
    davies_bouldin_score,
    silhouette_score,
)
from skclustmetrics.significance._random_clusterings import SCHEMES, grow_clusters
from skclustmetrics.significance._scores import find_score


@pytest.fixture(scope="module")
def three():
    return make_blobs(60, centers=[[0, 0], [8, 0], [4, 7]], random_state=0)


def plain_growth(distances, n_clusters, scheme, random_state):
    """Add one sample after the other, everything computed anew each time."""
    n_samples = len(distances)
    seeds = random_state.choice(n_samples, n_clusters, replace=False)
    clusters = [[int(seed)] for seed in seeds]
    combine = {"nearest": min, "farthest": max, "average": lambda d: sum(d) / len(d)}
    while sum(map(len, clusters)) < n_samples:
        taken = {sample for cluster in clusters for sample in cluster}
        best = None
        for k, cluster in enumerate(clusters):
            for sample in set(range(n_samples)) - taken:
                if scheme == "centroid":
                    distance = distances[sample, cluster[0]]
                else:
                    distance = combine[scheme]([distances[sample, i] for i in cluster])
                if best is None or distance < best[0]:
                    best = distance, k, sample
        clusters[best[1]].append(best[2])
    codes = np.empty(n_samples, int)
    for k, cluster in enumerate(clusters):
        codes[cluster] = k
    return codes


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("n_clusters", [1, 2, 5])
def test_growth_by_plain_loops(scheme, n_clusters):
    X = np.random.RandomState(0).standard_normal((25, 3))
    distances = cdist(X, X)
    for seed in range(4):
        found = grow_clusters(
            distances, n_clusters, scheme, np.random.RandomState(seed)
        )
        expected = plain_growth(
            distances, n_clusters, scheme, np.random.RandomState(seed)
        )
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_equal_samples_leave_no_cluster_empty(scheme):
    codes = grow_clusters(np.zeros((9, 9)), 4, scheme, np.random.RandomState(0))
    assert set(codes) == set(range(4))


def test_scales_by_their_formulas(three):
    X, labels = three
    noisy = np.where(np.arange(60) % 5 == 0, 0, labels)
    for how in ("z", "range", "quantile"):
        found = calibrate_indices(
            X,
            noisy,
            indices=["silhouette", "davies_bouldin"],
            n_random=10,
            standardization=how,
            random_state=0,
        )
        for name, sign in (("silhouette", 1), ("davies_bouldin", -1)):
            draws = sign * found.random[name]
            value = sign * found.values[name]
            assert draws.shape == (40,)
            expected = {
                "z": (value - draws.mean()) / draws.std(ddof=1),
                "range": (value - draws.min()) / (draws.max() - draws.min()),
                "quantile": (1 + np.count_nonzero(draws < value)) / 41,
            }[how]
            assert found.standardized[name] == pytest.approx(expected)
    assert found.values["silhouette"] == pytest.approx(silhouette_score(X, noisy))
    assert found.values["davies_bouldin"] == pytest.approx(
        davies_bouldin_score(X, noisy)
    )


def test_random_clusterings_are_the_schemes(three):
    X, labels = three
    found = calibrate_indices(
        X, labels, indices=["silhouette"], schemes=["farthest", "nearest"],
        n_random=6, random_state=0,
    )  # fmt: skip
    assert found.schemes.tolist() == ["farthest"] * 6 + ["nearest"] * 6
    one = calibrate_indices(
        X, labels, indices="silhouette", schemes="farthest", n_random=6, random_state=0
    )
    # the same seeds, drawn in the same order
    assert np.array_equal(one.random["silhouette"], found.random["silhouette"][:6])


def test_partitions_meet_the_same_random_clusterings(three):
    X, labels = three
    options = {"n_random": 5, "random_state": 0}
    one = calibrate_indices(X, labels, **options)
    other = calibrate_indices(
        X, np.random.RandomState(0).permutation(labels), **options
    )
    for name in one.values:
        assert np.array_equal(one.random[name], other.random[name])
    assert one.aggregate() > 0 > other.aggregate()


def test_good_clusters_are_as_good_as_any_random_ones(three):
    X, labels = three
    found = calibrate_indices(
        X, labels, n_random=10, standardization="quantile", random_state=0
    )
    best = found.random["silhouette"].max()
    # some that grow from one sample of each cluster are the clusters
    assert found.values["silhouette"] == pytest.approx(best, rel=1e-12)
    same = np.isclose(found.random["silhouette"], best, rtol=1e-12)
    assert 0 < np.count_nonzero(same) < 40
    expected = (1 + np.count_nonzero(~same)) / 41
    assert found.standardized["silhouette"] == pytest.approx(expected)


def test_aggregate_is_a_weighted_mean(three):
    X, labels = three
    found = calibrate_indices(X, labels, n_random=5, random_state=0)
    values = found.standardized
    assert found.aggregate() == pytest.approx(np.mean(list(values.values())))
    weights = {"silhouette": 3, "separation": 1, "widest_gap": 0}
    expected = (3 * values["silhouette"] + values["separation"]) / 4
    assert found.aggregate(weights) == pytest.approx(expected)
    with pytest.raises(ValueError, match="weights names 'dunn'"):
        found.aggregate({"dunn": 1})
    for bad in ({"silhouette": 0}, {"silhouette": -1}, {"silhouette": np.nan}):
        with pytest.raises(ValueError, match="not negative, and not all 0"):
            found.aggregate(bad)


@pytest.mark.parametrize("metric", ["manhattan", "cosine"])
def test_metrics_and_distances(three, metric):
    X, labels = three
    options = {"n_random": 3, "random_state": 0}
    direct = calibrate_indices(X, labels, metric=metric, **options)
    distances = cdist(X, X, {"manhattan": "cityblock"}.get(metric, metric))
    np.fill_diagonal(distances, 0)
    given = calibrate_indices(distances, labels, metric="precomputed", **options)
    for name, value in direct.values.items():
        assert given.values[name] == pytest.approx(value, rel=1e-9)
        assert np.allclose(given.random[name], direct.random[name], rtol=1e-9)
    euclidean = calibrate_indices(X, labels, **options)
    assert euclidean.values["silhouette"] != direct.values["silhouette"]


def test_containers_and_noise(three):
    X, labels = three
    options = {"n_random": 5, "random_state": 0}
    noisy = np.where(np.arange(60) % 10 == 0, -1, labels)
    kept = noisy >= 0
    expected = calibrate_indices(X[kept], noisy[kept], **options)
    for data in (X, pd.DataFrame(X), sparse.csr_array(X), X.tolist()):
        found = calibrate_indices(data, noisy, noise_label=-1, **options)
        for name, draws in found.random.items():
            assert np.allclose(draws, expected.random[name], rtol=1e-9)
    single = calibrate_indices(
        X.astype(np.float32), noisy, noise_label="negative", **options
    )
    assert single.values["silhouette"] == pytest.approx(
        expected.values["silhouette"], rel=1e-5
    )
    nearest = calibrate_indices(X, noisy, noise_label=-1, noise="nearest", **options)
    assert nearest.values["silhouette"] == pytest.approx(
        silhouette_score(X, noisy, noise_label=-1, noise="nearest")
    )


def test_undefined_values_are_left_out():
    X = np.array([[0.0], [0.1], [0.3], [5.0], [5.2], [9.0]])

    def picky(X, labels):
        if np.bincount(labels).max() > 3:
            raise UndefinedIndexError("too large")
        return 1.0

    found = calibrate_indices(
        X, [0, 0, 0, 1, 1, 1], indices=[row_of(picky)], n_random=10, random_state=0
    )
    draws = found.random["picky"]
    n_undefined = np.count_nonzero(np.isnan(draws))
    assert 0 < n_undefined < 40
    assert found.to_dict()["n_undefined"] == [n_undefined]
    assert found.values["picky"] == 1.0
    # nothing differs: no scale
    assert math.isnan(found.standardized["picky"])
    assert "undefined" in str(found)


def row_of(function):
    """Tell the direction of a function."""
    return find_score(function, kind="internal", greater_is_better=True)


def test_one_feature_and_equal_samples():
    X = np.repeat([[0.0], [1.0], [9.0]], 5, axis=0)
    found = calibrate_indices(
        X, np.repeat([0, 0, 1], 5), indices=["silhouette"], n_random=5, random_state=0
    )
    assert np.isfinite(found.standardized["silhouette"])


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_workers_change_nothing(three, backend):
    X, labels = three
    expected = calibrate_indices(X, labels, n_random=5, random_state=0)
    with parallel_config(backend):
        found = calibrate_indices(X, labels, n_random=5, random_state=0, n_jobs=2)
    for name, draws in expected.random.items():
        assert np.array_equal(found.random[name], draws)


def test_views(three):
    X, labels = three
    found = calibrate_indices(
        X, labels, indices=["silhouette", "davies_bouldin"], n_random=5, random_state=0
    )
    assert isinstance(found, IndexCalibration)
    assert len(found) == 2
    assert repr(found) == (
        "<IndexCalibration: 2 indices, 3 clusters, z-scores among 20 random "
        "clusterings>"
    )
    lines = str(found).splitlines()
    assert lines[2].split() == ["index", "better", "value", "random", "std",
                                "standardized"]  # fmt: skip
    assert lines[3].split()[:2] == ["silhouette", "↑"]
    assert lines[4].split()[:2] == ["davies_bouldin", "↓"]
    frame = found.to_frame()
    assert frame.shape == (2, 6)
    assert frame.loc["silhouette", "random_mean"] == pytest.approx(
        found.random["silhouette"].mean()
    )
    assert found._repr_html_().count("<tr>") == 3


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"indices": []}, ValueError, "empty list"),
        ({"indices": 3}, TypeError, "indices must be a list"),
        ({"indices": ["rand"]}, ValueError, "must be an internal index"),
        ({"schemes": []}, ValueError, "schemes is empty"),
        ({"schemes": ["random"]}, ValueError, "'schemes' parameter must be one of"),
        ({"standardization": "minmax"}, ValueError, "'standardization' parameter"),
        ({"n_random": 0}, ValueError, "n_random must be at least 1"),
        ({"labels": np.zeros(60)}, UndefinedIndexError, "Number of labels is 1"),
        (
            {"X": np.zeros((60, 60)), "metric": "precomputed", "indices": ["wb"]},
            ValueError,
            "wb needs features",
        ),
    ],
)
def test_bad_arguments_are_named(three, options, error, message):
    arguments = {"X": three[0], "labels": three[1], **options}
    with pytest.raises(error, match=re.escape(message)):
        calibrate_indices(**arguments)


def test_two_species_look_like_one_to_separation():
    X, species = load_iris(return_X_y=True)
    options = {"n_random": 10, "random_state": 0}
    two = calibrate_indices(X, species > 0, **options)
    three = calibrate_indices(X, species, **options)
    assert two.standardized["separation"] > 0 > three.standardized["separation"]
    assert two.aggregate() > three.aggregate()
