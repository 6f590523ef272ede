"""Silhouettes of many labellings against those of each."""

import numpy as np
import pytest
import sklearn.metrics
from numpy.testing import assert_allclose, assert_array_equal

from skclustmetrics import (
    UndefinedMetricWarning,
    silhouette_samples,
    silhouette_score,
    silhouette_sweep,
)


def data(n=300):
    rng = np.random.RandomState(0)
    X = rng.randn(n, 4)
    labelings = [rng.randint(k, size=n) for k in (2, 3, 6)]
    labelings.append(np.where(rng.rand(n) < 0.2, -1, labelings[1]))
    return X, labelings, rng.randint(0, 3, size=n)


def test_equal_to_sklearn():
    X, labelings, _ = data()
    result = silhouette_sweep(X, np.array(labelings))
    assert list(result) == ["scores"]
    expected = [sklearn.metrics.silhouette_score(X, labels) for labels in labelings]
    assert_allclose(result.scores, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("noise", ["drop", "singletons", "nearest", "cluster"])
@pytest.mark.parametrize("average", ["micro", "macro"])
@pytest.mark.parametrize("weighted", [False, True])
def test_equal_to_each_labelling(noise, average, weighted):
    X, labelings, weights = data()
    kwds = {"noise_label": -1, "noise": noise, "metric": "manhattan"}
    if weighted and noise != "singletons":
        kwds["sample_weight"] = weights
    result = silhouette_sweep(
        X, labelings, average=average, return_samples=True, **kwds
    )
    for labels, score, samples in zip(
        labelings, result.scores, result.samples, strict=True
    ):
        expected = silhouette_score(X, labels, average=average, **kwds)
        assert score == pytest.approx(expected, abs=1e-12)
        expected = silhouette_samples(X, labels, **kwds)
        assert_allclose(samples, expected, rtol=0, atol=1e-12)


def test_labels_of_any_kinds():
    X, labelings, _ = data()
    names = [np.array(list("abcdefg"))[labels].tolist() for labels in labelings]
    assert_allclose(
        silhouette_sweep(X, names).scores,
        silhouette_sweep(X, labelings).scores,
        rtol=0,
        atol=1e-14,
    )


def test_undefined_labellings_are_nan():
    X, labelings, _ = data()
    everything = [np.zeros(300), *labelings, np.arange(300)]
    with pytest.warns(UndefinedMetricWarning, match="2 of 6 .* labelling 0: Number"):
        result = silhouette_sweep(X, everything, return_samples=True)
    assert_array_equal(np.isnan(result.scores), [True] + 4 * [False] + [True])
    assert np.isnan(result.samples[[0, 5]]).all()


def test_errors_name_the_labelling():
    X, labelings, _ = data()
    with pytest.raises(ValueError, match="labelling 1: labels contains missing"):
        silhouette_sweep(X, [labelings[0], [None] * 300])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        silhouette_sweep(X, [labelings[0], labelings[0][:-1]])
    with pytest.raises(ValueError, match="'average' parameter"):
        silhouette_sweep(X, labelings, average="mean")


def test_same_bits_for_every_n_jobs():
    X, labelings, _ = data(2500)
    expected = silhouette_sweep(X, labelings, return_samples=True)
    result = silhouette_sweep(X, labelings, return_samples=True, n_jobs=2)
    assert_array_equal(result.samples, expected.samples)
    assert_array_equal(result.scores, expected.scores)
