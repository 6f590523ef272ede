"""SigClust: its formulas, its null model, one Gaussian and two."""

import re
import warnings

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from scipy import optimize, sparse, stats
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

from skclustmetrics import UndefinedIndexError, sigclust
from skclustmetrics.significance._null_covariance import (
    estimate_background,
    null_eigenvalues,
    sample_eigenvalues,
)


@pytest.fixture(scope="module")
def two():
    X = np.random.RandomState(0).standard_normal((40, 6))
    labels = np.arange(40) % 2
    X[:, 0] += 5 * labels
    return X, labels


def plain_cluster_index(X, labels):
    within = sum(
        ((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum()
        for k in np.unique(labels)
    )
    return within / ((X - X.mean(axis=0)) ** 2).sum()


def test_cluster_index(two):
    X, labels = two
    given = sigclust(X, labels, n_simulations=5, random_state=0)
    assert given.score == pytest.approx(plain_cluster_index(X, labels), rel=1e-12)
    assert np.array_equal(given.labels, labels)
    found = sigclust(X, n_simulations=5, random_state=0)
    assert found.score == pytest.approx(plain_cluster_index(X, found.labels))
    two_means = KMeans(2, n_init=20, random_state=0).fit(X)
    total = ((X - X.mean(axis=0)) ** 2).sum()
    assert found.score == pytest.approx(two_means.inertia_ / total, rel=1e-9)


def test_pvalues_follow_from_the_simulations():
    X = np.random.RandomState(0).standard_normal((40, 3))
    test = sigclust(X, n_simulations=50, random_state=0)
    draws = test.null_distribution
    as_low = np.count_nonzero(draws <= test.score)
    assert test.pvalue == pytest.approx((1 + as_low) / 51)
    z = (draws.mean() - test.score) / draws.std(ddof=1)
    assert test.z == pytest.approx(z)
    assert test.pvalue_normal == pytest.approx(stats.norm.cdf(-z))


def test_eigenvalues_of_the_data():
    X = np.random.RandomState(0).standard_normal((30, 4)) * [1, 2, 3, 4]
    expected = np.linalg.eigvalsh(np.cov(X.T))[::-1]
    assert np.allclose(sample_eigenvalues(X), expected)
    wide = X.T
    found = sample_eigenvalues(wide)
    assert found.shape == (30,)
    assert np.allclose(found[3:], 0, atol=1e-12)
    assert found.sum() == pytest.approx(np.trace(np.cov(wide.T)))


def test_background_is_the_deviation_from_the_medians():
    X = np.random.RandomState(0).standard_normal((50, 4)) * 3 + [1, 50, -7, 1e6]
    centred = X - np.median(X, axis=0)
    expected = stats.median_abs_deviation(centred, axis=None, scale="normal") ** 2
    assert estimate_background(X) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_soft_threshold_keeps_the_sum(seed):
    random_state = np.random.RandomState(seed)
    found = np.sort(random_state.exponential(size=12) ** 2)[::-1]
    background = float(np.quantile(found, 0.5) * random_state.uniform(0.5, 1.2))
    soft = null_eigenvalues(found, background, "soft")
    hard = null_eigenvalues(found, background, "hard")
    assert np.array_equal(hard, np.where(found > background, found, background))
    assert soft.sum() == pytest.approx(found.sum())
    shift = optimize.brentq(
        lambda tau: np.maximum(found - tau, background).sum() - found.sum(),
        0,
        found.max(),
        xtol=1e-13,
    )
    assert np.allclose(soft, np.maximum(found - shift, background), atol=1e-10)
    assert null_eigenvalues(found, background, "sample") is found


def test_soft_threshold_at_its_ends():
    found = np.array([4.0, 2.0, 1.0])
    # nothing below the noise: nothing to take
    assert np.array_equal(null_eigenvalues(found, 0.5, "soft"), found)
    # more missing than there is to take
    assert np.array_equal(null_eigenvalues(found, 3.0, "soft"), [3.0, 3.0, 3.0])
    assert np.array_equal(null_eigenvalues(found, 9.0, "soft"), [9.0, 9.0, 9.0])


@pytest.mark.parametrize("covariance", ["soft", "hard", "sample"])
def test_simulations_come_from_the_null_model(two, covariance):
    X, _ = two
    test = sigclust(
        X, covariance=covariance, n_simulations=40, random_state=0, n_init=2
    )
    deviations = np.sqrt(test.null_eigenvalues)
    random_state = np.random.RandomState(1)
    plain = []
    for seed in range(40):
        drawn = random_state.standard_normal(X.shape) * deviations
        total = ((drawn - drawn.mean(axis=0)) ** 2).sum()
        fit = KMeans(2, n_init=2, random_state=seed).fit(drawn)
        plain.append(fit.inertia_ / total)
    spread = np.hypot(np.std(plain), test.null_distribution.std()) / np.sqrt(40)
    assert abs(np.mean(plain) - test.null_distribution.mean()) < 4 * spread
    assert stats.ks_2samp(plain, test.null_distribution).pvalue > 0.001


def test_background_variance_may_be_given(two):
    X, _ = two
    test = sigclust(X, background_variance=1.5, n_simulations=2, random_state=0)
    assert test.background_variance == 1.5
    expected = null_eigenvalues(sample_eigenvalues(X), 1.5, "soft")
    assert np.allclose(test.null_eigenvalues, expected)


def test_too_much_background_is_told(two):
    X, _ = two
    mean = sample_eigenvalues(X).mean()
    options = {"n_simulations": 2, "random_state": 0}
    with pytest.warns(UserWarning, match="larger than the mean variance"):
        sigclust(X, background_variance=1.3 * mean, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sigclust(X, background_variance=0.99 * mean, **options)
        sigclust(X, background_variance=9 * mean, covariance="sample", **options)


def test_pvalues_of_one_gaussian():
    random_state = np.random.RandomState(0)
    pvalues = np.array(
        [
            sigclust(
                random_state.standard_normal((30, 2)) * [1, 2],
                covariance="sample",
                n_simulations=9,
                n_init=1,
                random_state=trial,
            ).pvalue
            for trial in range(60)
        ]
    )
    # uniform on 0.1 .. 1: mean 0.55, standard deviation 0.287
    assert abs(pvalues.mean() - 0.55) < 4 * 0.287 / np.sqrt(60)
    assert np.count_nonzero(pvalues < 0.15) < 6 + 4 * np.sqrt(60 * 0.09)


@pytest.mark.parametrize("covariance", ["soft", "hard"])
def test_more_features_than_samples(covariance):
    random_state = np.random.RandomState(0)
    one = random_state.standard_normal((30, 80))
    split = one.copy()
    split[:15, 0] += 14
    options = {"covariance": covariance, "n_simulations": 39, "random_state": 0}
    assert sigclust(split, **options).pvalue == 0.025
    assert sigclust(one, **options).pvalue > 0.1


def test_two_species_are_two_clusters_and_two_others_are_not():
    X, species = load_iris(return_X_y=True)
    options = {"covariance": "sample", "n_simulations": 99, "random_state": 0}
    assert sigclust(X, **options).pvalue == 0.01
    setosa = X[species == 0]
    assert sigclust(setosa, **options).pvalue > 0.05


def test_one_feature_and_a_constant_one():
    random_state = np.random.RandomState(0)
    X = np.concatenate([random_state.standard_normal((20, 1)), np.full((20, 1), 9.0)])
    for data in (X, np.column_stack([X, np.full(40, 3.0)])):
        test = sigclust(data, covariance="sample", n_simulations=19, random_state=0)
        assert test.pvalue == 0.05
        assert test.score == pytest.approx(
            plain_cluster_index(X, (X > 5).ravel()), rel=1e-9
        )


def test_a_shift_changes_nothing(two):
    X, _ = two
    near = sigclust(X, n_simulations=9, random_state=0)
    far = sigclust(X + 2.0**20, n_simulations=9, random_state=0)
    assert far.score == pytest.approx(near.score, rel=1e-7)
    assert np.allclose(far.null_distribution, near.null_distribution, rtol=1e-6)


def test_containers_labels_and_noise(two):
    X, labels = two
    options = {"n_simulations": 9, "random_state": 0}
    expected = sigclust(X, labels, **options)
    names = pd.Series(np.array(["left", "right"])[labels])
    found = sigclust(pd.DataFrame(X), names, **options)
    assert found.score == expected.score
    assert np.array_equal(found.null_distribution, expected.null_distribution)
    single = sigclust(X.astype(np.float32), labels, **options)
    assert single.score == pytest.approx(expected.score, rel=1e-5)
    with_noise = np.append(labels, [-1, -1])
    far = np.concatenate([X, np.full((2, 6), 1e3)])
    found = sigclust(far, with_noise, noise_label=-1, **options)
    assert found.score == pytest.approx(expected.score, rel=1e-12)
    assert found.pvalue == expected.pvalue


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_workers_change_nothing(two, backend):
    X, _ = two
    expected = sigclust(X, n_simulations=20, random_state=0)
    with parallel_config(backend):
        found = sigclust(X, n_simulations=20, random_state=0, n_jobs=2)
    assert np.array_equal(found.null_distribution, expected.null_distribution)
    assert np.array_equal(found.labels, expected.labels)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"covariance": "pooled"}, ValueError, "'covariance' parameter must be one of"),
        ({"background_variance": -1.0}, ValueError, "background_variance must be"),
        ({"background_variance": "mad"}, TypeError, "background_variance must be"),
        ({"n_simulations": 0}, ValueError, "n_simulations must be at least 1"),
        ({"n_init": 0}, ValueError, "n_init must be at least 1"),
        ({"labels": np.arange(40) % 3}, UndefinedIndexError, "labels have 3"),
        ({"labels": [0, 1]}, ValueError, "inconsistent numbers of samples"),
        ({"X": sparse.eye_array(40, format="csr")}, ValueError, "must be dense"),
        ({"X": np.full((40, 2), 3.7)}, UndefinedIndexError, "samples are equal"),
        ({"X": np.full((40, 2), np.nan)}, ValueError, "NaN"),
    ],
)
def test_bad_arguments_are_named(two, options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        sigclust(**{"X": two[0], **options})
