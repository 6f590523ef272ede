"""Rules by which SilhouetteKSelector chooses other candidates than the highest."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.cluster import DBSCAN, KMeans
from sklearn.datasets import load_iris, make_blobs

from skclustmetrics import SilhouetteKSelector
from skclustmetrics.model_selection._selection import (
    select_fewest,
    select_first_max,
    within_one_standard_error,
)


def columns(ranking, n_clusters, status=None):
    return {
        "params": [{}] * len(ranking),
        "ranking_score": np.array(ranking),
        "n_clusters": np.array(n_clusters),
        "status": np.array(status or ["ok"] * len(ranking), dtype=object),
    }


def near(ranking, error, usable=None):
    usable = np.ones(len(ranking), bool) if usable is None else np.array(usable, bool)
    arguments = np.array(ranking), np.array(error), usable, np.dtype(float)
    return within_one_standard_error(*arguments).tolist()


def test_within_one_standard_error():
    assert near([0.5, 0.6, 0.58, 0.55], [9, 0.05, 9, 9]) == [False, True, True, True]
    assert near([0.5, 0.6, np.nan], [0.1, 0.2, np.nan]) == [True, True, False]
    # the best one cannot be chosen
    assert near([0.5, 0.6, 0.45], [0.1] * 3, [1, 0, 1]) == [True, False, True]
    assert near([np.nan], [np.nan]) == [False]
    # a difference of exactly one standard error, but for rounding
    assert near([0.1, 0.1 + 0.2], [0.0, 0.2]) == [True, True]
    assert near([0.5, 0.3, 0.5], [0.1, 9, 0.2]) == [True, True, True]


def test_fewest():
    among = np.array([True, True, True, False])
    results = columns([0.5, 0.6, 0.7, 0.9], [4, 3, 3, 2])
    assert select_fewest(results, [None] * 4, among) == 2
    assert select_fewest(results, [4, 3, 5, 2], among) == 1
    assert select_fewest(results, [None] * 4, among & False) is None


@pytest.mark.parametrize(
    ("ranking", "n_clusters", "expected"),
    [
        ([0.5, 0.4, 0.9], [2, 3, 4], 0),
        ([0.3, 0.4, 0.35, 0.9], [2, 3, 4, 5], 1),
        ([0.3, 0.3 + 1e-16, 0.9], [2, 3, 4], 0),
        ([0.3, 0.4, 0.5], [2, 3, 4], 2),
        ([0.9, 0.35, 0.4, 0.3], [5, 4, 3, 2], 2),  # in any order
        ([0.3, 0.2, 0.4, 0.1], [2, 2, 3, 4], 2),  # several with as many clusters
        ([0.3, np.nan, 0.2], [2, 3, 4], 0),
    ],
)
def test_first_max(ranking, n_clusters, expected):
    results = columns(ranking, n_clusters)
    asked = [None] * len(ranking)
    assert select_first_max(results, asked, np.dtype(float)) == expected


def test_first_max_of_nothing():
    results = columns([np.nan], [2], ["undefined"])
    assert select_first_max(results, [2], np.dtype(float)) is None


@pytest.fixture(scope="module")
def nested():
    """Two groups of three each."""
    triangle = np.array([[0, 0], [4, 0], [2, 3]])
    centers = np.vstack([triangle, triangle + np.array([16, 0])])
    return make_blobs(200, centers=centers, cluster_std=0.2, random_state=3)[0]


def test_one_standard_error_by_hand():
    flat = np.random.default_rng(0).normal(size=(150, 2))  # no groups at all
    options = {"param_range": range(2, 10), "random_state": 0}
    highest = SilhouetteKSelector(KMeans(n_init=5), **options).fit(flat)
    modest = SilhouetteKSelector(KMeans(n_init=5), selection="one_se", **options)
    results = modest.fit(flat).results_
    best = highest.best_index_
    samples = highest.silhouette_samples_
    error = samples.std(ddof=1) / np.sqrt(len(samples))
    assert results["standard_error"][best] == pytest.approx(error, rel=1e-12)
    expected = results["score"] >= results["score"][best] - error
    assert 1 < expected.sum() < len(expected)
    assert_array_equal(results["within_one_se"], expected)
    assert modest.best_index_ == np.flatnonzero(expected)[0] < best
    assert modest.best_score_ < highest.best_score_
    lines = modest.results_table().splitlines()
    assert "within_one_se" in lines[0]
    assert [line.split()[-3] for line in lines[1:]] == [str(e) for e in expected]
    assert "within_one_se" not in highest.results_


def test_noise_counts_in_the_standard_error():
    X, _ = make_blobs(150, centers=3, random_state=3)
    selector = SilhouetteKSelector(
        DBSCAN(), param_name="eps", param_range=[0.3, 0.6, 1.2], selection="one_se"
    ).fit(X)
    ranking = selector.results_["ranking_score"]
    least = ranking.max() - selector.results_["standard_error"][ranking.argmax()]
    assert_array_equal(selector.results_["within_one_se"], ranking >= least)


def test_no_candidate_for_one_standard_error():
    selector = SilhouetteKSelector(param_range=[1], selection="one_se")
    with pytest.raises(ValueError, match="None of the 1 candidates"):
        selector.fit(np.arange(8.0)[:, None])


def test_selection_by_a_function():
    X = load_iris().data
    selector = SilhouetteKSelector(
        KMeans(n_init=1), selection=lambda results: 3, random_state=0
    )
    assert selector.fit(X).best_k_ == 5
    selector.set_params(selection=lambda results: 99)
    with pytest.raises(ValueError, match=r"selection must return .* got 99"):
        selector.fit(X)


def test_first_max_finds_the_coarse_structure(nested):
    selector = SilhouetteKSelector(KMeans(n_init=5), random_state=0)
    assert selector.fit(nested).best_k_ == 6
    assert selector.set_params(selection="first_max").fit(nested).best_k_ == 2


def test_unknown_rule(nested):
    with pytest.raises(ValueError, match="'selection' parameter"):
        SilhouetteKSelector(selection="two_se").fit(nested)
