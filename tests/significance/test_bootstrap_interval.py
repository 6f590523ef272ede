"""Intervals: against SciPy and plain loops, coverage, degenerate resamples."""

import re
from functools import partial

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import sparse, stats
from scipy.spatial.distance import cdist
from sklearn import metrics
from sklearn.datasets import make_blobs

from skclustmetrics import (
    BootstrapInterval,
    UndefinedIndexError,
    UndefinedMetricWarning,
    bootstrap_interval,
    calinski_harabasz_score,
    dunn_score,
    silhouette_score,
)
from skclustmetrics._registry import INDICES


@pytest.fixture(scope="module")
def three():
    X, labels = make_blobs(45, centers=3, cluster_std=2.0, random_state=0)
    return X, labels


def mean_of_first(X, labels):
    return X[:, 0].mean()


@pytest.mark.parametrize("name", ["silhouette", "calinski_harabasz", "xie_beni"])
def test_weights_are_repeated_rows(three, name):
    X, labels = three
    function = INDICES[name].function

    def plain(X, labels):
        return function(X, labels)

    options = {"n_resamples": 60, "random_state": 0}
    weighted = bootstrap_interval(X, labels, score_func=name, **options)
    repeated = bootstrap_interval(X, labels, score_func=plain, **options)
    assert np.allclose(
        weighted.bootstrap_distribution, repeated.bootstrap_distribution, rtol=1e-9
    )
    assert weighted.low == pytest.approx(repeated.low, rel=1e-9)
    assert weighted.high == pytest.approx(repeated.high, rel=1e-9)


def test_percentile_and_basic_intervals(three):
    X, labels = three
    options = {"n_resamples": 80, "random_state": 0, "confidence_level": 0.9}
    found = bootstrap_interval(X, labels, method="percentile", **options)
    expected = np.percentile(found.bootstrap_distribution, [5, 95])
    assert np.allclose([found.low, found.high], expected)
    assert found.score == pytest.approx(silhouette_score(X, labels))
    assert found.standard_error == pytest.approx(
        found.bootstrap_distribution.std(ddof=1)
    )
    basic = bootstrap_interval(X, labels, method="basic", **options)
    mirrored = 2 * found.score - expected[::-1]
    assert np.allclose([basic.low, basic.high], mirrored)


def test_bca_by_the_formula(three):
    X, labels = three
    score_func = calinski_harabasz_score
    found = bootstrap_interval(
        X, labels, score_func=score_func, n_resamples=300, random_state=0
    )
    draws = found.bootstrap_distribution
    jackknife = np.array(
        [
            metrics.calinski_harabasz_score(np.delete(X, i, 0), np.delete(labels, i))
            for i in range(45)
        ]
    )
    deviation = jackknife.mean() - jackknife
    acceleration = (deviation**3).sum() / (6 * (deviation**2).sum() ** 1.5)
    below = (draws < found.score).mean() + (draws == found.score).mean() / 2
    bias = stats.norm.ppf(below)
    for bound, quantile in ((found.low, 0.025), (found.high, 0.975)):
        shifted = bias + stats.norm.ppf(quantile)
        level = stats.norm.cdf(bias + shifted / (1 - acceleration * shifted))
        assert bound == pytest.approx(np.percentile(draws, 100 * level), rel=1e-9)


def test_coverage_of_a_mean():
    random_state = np.random.RandomState(0)
    covered = 0
    for trial in range(60):
        X = random_state.exponential(size=(40, 1))
        found = bootstrap_interval(
            X,
            np.arange(40) % 2,
            score_func=mean_of_first,
            n_resamples=60,
            random_state=trial,
            confidence_level=0.9,
        )
        covered += found.low <= 1 <= found.high
    assert 60 * 0.9 - 4 * np.sqrt(60 * 0.09) < covered < 60


def test_external_indices(three):
    _, truth = three
    found = np.where(np.arange(45) % 7 == 0, (truth + 1) % 3, truth)
    options = {"n_resamples": 100, "random_state": 0, "method": "percentile"}
    ours = bootstrap_interval(truth, found, score_func="adjusted_rand", **options)
    theirs = bootstrap_interval(
        truth, found, score_func=metrics.adjusted_rand_score, **options
    )
    assert ours.score == pytest.approx(metrics.adjusted_rand_score(truth, found))
    assert ours.low < ours.score < ours.high
    assert (ours.low, ours.high) == (theirs.low, theirs.high)
    names = pd.Series(np.array(["a", "b", "c"])[truth])
    named = bootstrap_interval(names, found, score_func="adjusted_rand", **options)
    assert np.array_equal(named.bootstrap_distribution, ours.bootstrap_distribution)


@pytest.mark.parametrize("noise", ["drop", "singletons", "nearest", "cluster"])
def test_noise_policies(three, noise):
    X, labels = three
    labels = np.where(np.arange(45) % 9 == 0, -1, labels)
    policy = {"noise_label": -1, "noise": noise}

    def plain(X, labels):
        return silhouette_score(X, labels, **policy)

    found = bootstrap_interval(X, labels, n_resamples=30, random_state=0, **policy)
    expected = bootstrap_interval(
        X, labels, score_func=plain, n_resamples=30, random_state=0
    )
    assert np.allclose(
        found.bootstrap_distribution, expected.bootstrap_distribution, rtol=1e-9
    )
    assert found.score == pytest.approx(silhouette_score(X, labels, **policy))


def test_other_containers(three):
    X, labels = three
    options = {"n_resamples": 30, "random_state": 0}
    expected = bootstrap_interval(X, labels, **options).bootstrap_distribution
    precomputed = partial(silhouette_score, metric="precomputed")
    for data, own, extra in (
        (sparse.csr_array(X), labels, {}),
        (pd.DataFrame(X), pd.Series(labels), {}),
        (X.tolist(), labels.tolist(), {}),
        (cdist(X, X), labels, {"score_func": precomputed}),
    ):
        found = bootstrap_interval(data, own, **options, **extra)
        assert np.allclose(found.bootstrap_distribution, expected, atol=1e-10)
    single = bootstrap_interval(X.astype(np.float32), labels, **options)
    assert np.allclose(single.bootstrap_distribution, expected, atol=1e-5)


def test_distances_without_weights(three):
    X, labels = three
    options = {"n_resamples": 20, "random_state": 0, "score_func": "dunn"}
    expected = bootstrap_interval(X, labels, **options)
    options["score_func"] = partial(dunn_score, metric="precomputed")
    found = bootstrap_interval(cdist(X, X), labels, **options)
    assert np.allclose(
        found.bootstrap_distribution, expected.bootstrap_distribution, atol=1e-10
    )
    assert (found.bootstrap_distribution >= found.score - 1e-12).all()


def test_lost_clusters_are_told():
    X = np.array([[0.0], [1.0], [2.0], [3.0], [9.0]])
    labels = [0, 0, 0, 0, 1]
    with pytest.warns(UndefinedMetricWarning, match=r"undefined in \d+ of 200"):
        found = bootstrap_interval(
            X, labels, n_resamples=200, random_state=0, method="percentile"
        )
    undefined = np.isnan(found.bootstrap_distribution)
    assert found.n_undefined == np.count_nonzero(undefined) > 0
    # the single sample is missed with probability 0.8^5
    assert abs(found.n_incomplete / 200 - 0.8**5) < 4 * np.sqrt(0.33 * 0.67 / 200)
    assert "resamples undefined" in repr(found)
    defined = found.bootstrap_distribution[~undefined]
    assert np.allclose([found.low, found.high], np.percentile(defined, [2.5, 97.5]))
    with (
        pytest.warns(UndefinedMetricWarning, match="undefined in"),
        pytest.warns(UndefinedMetricWarning, match="method='bca' finds no interval"),
    ):
        found = bootstrap_interval(X, labels, n_resamples=200, random_state=0)
    assert np.isnan(found.low)
    assert np.isnan(found.high)


def test_undefined_partitions_are_errors(three):
    X, _ = three
    with pytest.raises(UndefinedIndexError):
        bootstrap_interval(X, np.zeros(45))
    options = {"score_func": never_again, "n_resamples": 3, "random_state": 0}
    with pytest.raises(ValueError, match="undefined in 3 of 3"):
        bootstrap_interval(np.arange(9.0)[:, None], np.arange(9) % 2, **options)


def never_again(X, labels):
    if len(np.unique(X)) < 9:
        raise UndefinedIndexError("not all samples")
    return 1.0


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_workers_change_nothing(three, backend):
    X, labels = three
    options = {"n_resamples": 60, "random_state": 0}
    expected = bootstrap_interval(X, labels, **options)
    with parallel_config(backend):
        found = bootstrap_interval(X, labels, n_jobs=2, **options)
    assert np.array_equal(found.bootstrap_distribution, expected.bootstrap_distribution)
    assert (found.low, found.high) == (expected.low, expected.high)


def test_intervals_print(three):
    X, labels = three
    found = bootstrap_interval(X, labels, n_resamples=30, random_state=0)
    assert isinstance(found, BootstrapInterval)
    assert re.fullmatch(
        r"BootstrapInterval\(score=0\.\d+, 95% bca: \[0\.\d{4}, 0\.\d{4}\]\)",
        str(found),
    )


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"method": "normal"}, ValueError, "'method' parameter must be one of"),
        ({"confidence_level": 95}, ValueError, "confidence_level must be a number"),
        ({"n_resamples": 1}, ValueError, "n_resamples must be at least 2"),
        ({"noise": "keep"}, ValueError, "noise"),
        ({"score_func": "ari"}, ValueError, "is not the name of an index"),
        ({"score_func": lambda a, b: 0.0}, ValueError, "does not name its first"),
        ({"score_func": metrics.accuracy_score}, ValueError, "does not name its"),
    ],
)
def test_bad_arguments_are_named(three, options, error, message):
    X, labels = three
    with pytest.raises(error, match=re.escape(message)):
        bootstrap_interval(X, labels, **options)


def test_lengths_must_agree(three):
    X, labels = three
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        bootstrap_interval(X, labels[:-1])
    with pytest.raises(ValueError, match=r"45.*44|44.*45"):
        bootstrap_interval(labels, labels[:-1], score_func="rand")
