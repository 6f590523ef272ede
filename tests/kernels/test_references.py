import pickle

import numpy as np
import pytest

from skclustmetrics._kernels._references import REFERENCES, make_reference


def correlated(n_samples=200, seed=0):
    rng = np.random.default_rng(seed)
    spread = np.array([[3.0, 1.0, 0.0], [0.0, 0.5, 0.2], [0.0, 0.0, 0.1]])
    return rng.standard_normal((n_samples, 3)) @ spread + [10.0, -5.0, 1e3]


def draw(X, kind, seed=0):
    return make_reference(X, kind).draw(np.random.RandomState(seed))


def many(X, kind, n_draws=200):
    reference = make_reference(X, kind)
    return np.concatenate(
        [reference.draw(np.random.RandomState(seed)) for seed in range(n_draws)]
    )


def test_uniform_fills_the_box_of_the_features():
    X = correlated()
    drawn = many(X, "uniform")
    low, high = X.min(axis=0), X.max(axis=0)
    extent = high - low
    assert (drawn >= low - 1e-12 * np.abs(low)).all()
    assert (drawn <= high + 1e-12 * np.abs(high)).all()
    np.testing.assert_allclose(drawn.min(axis=0), low, atol=1e-3 * extent.max())
    # mean and standard deviation of the uniform distribution
    np.testing.assert_allclose((drawn.mean(axis=0) - low) / extent, 0.5, atol=0.01)
    np.testing.assert_allclose(drawn.std(axis=0) / extent, 12**-0.5, atol=0.01)
    assert np.abs(np.corrcoef(drawn.T) - np.eye(3)).max() < 0.03


def test_pca_fills_the_box_along_the_principal_axes():
    X = correlated()
    mean = X.mean(axis=0)
    axes = np.linalg.svd(X - mean)[2]  # as R's clusGap with spaceH0 = "scaledPCA"
    along = (X - mean) @ axes.T
    drawn = (many(X, "pca") - mean) @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    slack = 1e-12 * 1e3
    assert (drawn >= low - slack).all()
    assert (drawn <= high + slack).all()
    extent = high - low
    np.testing.assert_allclose((drawn.mean(axis=0) - low) / extent, 0.5, atol=0.01)
    np.testing.assert_allclose(drawn.std(axis=0) / extent, 12**-0.5, atol=0.01)
    assert np.abs(np.corrcoef(drawn.T) - np.eye(3)).max() < 0.03


def test_permutation_keeps_every_feature_and_breaks_their_relation():
    X = correlated()
    drawn = draw(X, "permutation")
    np.testing.assert_array_equal(np.sort(drawn, axis=0), np.sort(X, axis=0))
    assert abs(np.corrcoef(X.T)[0, 1]) > 0.85
    drawn = many(X, "permutation", 50)
    assert np.abs(np.corrcoef(drawn.T) - np.eye(3)).max() < 0.05


def test_gaussian_has_mean_and_covariance():
    X = correlated()
    drawn = many(X, "gaussian", 500)
    np.testing.assert_allclose(drawn.mean(axis=0), X.mean(axis=0), atol=0.03)
    np.testing.assert_allclose(np.cov(drawn.T), np.cov(X.T), rtol=0.03, atol=2e-3)
    excess = ((drawn - drawn.mean(axis=0)) / drawn.std(axis=0)) ** 4
    np.testing.assert_allclose(excess.mean(axis=0), 3, atol=0.1)


@pytest.mark.parametrize("kind", REFERENCES)
def test_seed_decides(kind):
    X = correlated(30)
    np.testing.assert_array_equal(draw(X, kind, 3), draw(X, kind, 3))
    assert not np.array_equal(draw(X, kind, 3), draw(X, kind, 4))


@pytest.mark.parametrize("kind", REFERENCES)
def test_order_of_the_samples_does_not_matter(kind):
    X = correlated(30)
    expected = draw(X, kind, 1)
    np.testing.assert_allclose(draw(X[::-1].copy(), kind, 1), expected, rtol=1e-10)


def test_axes_of_equal_entries_point_one_way():
    rng = np.random.default_rng(0)
    x = rng.standard_normal(50)
    X = np.column_stack([x, -x]) + 0.01 * rng.standard_normal((50, 1))
    expected = draw(X, "pca", 1)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(50)
        np.testing.assert_allclose(draw(X[order], "pca", 1), expected, atol=1e-12)


@pytest.mark.parametrize("kind", REFERENCES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_dtype(kind, dtype):
    X = np.random.default_rng(0).integers(0, 9, (12, 3)).astype(dtype)
    drawn = draw(X, kind)
    assert drawn.dtype == (np.float32 if dtype == np.float32 else np.float64)
    assert drawn.shape == X.shape


@pytest.mark.parametrize("kind", REFERENCES)
def test_constant_features_stay_constant(kind):
    X = correlated(20)
    X[:, 1] = 0.1
    drawn = draw(X, kind)
    np.testing.assert_array_equal(drawn[:, 1], 0.1)
    assert (np.ptp(drawn[:, [0, 2]], axis=0) > 0).all()
    np.testing.assert_array_equal(draw(np.full((4, 2), 7.0), kind), 7.0)


@pytest.mark.parametrize("kind", REFERENCES)
def test_more_features_than_samples(kind):
    X = np.random.default_rng(0).standard_normal((6, 40))
    drawn = draw(X, kind)
    assert drawn.shape == X.shape
    assert np.isfinite(drawn).all()
    if kind in ("pca", "gaussian"):  # no way out of the span of the samples
        basis = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][:5]
        rest = drawn - X.mean(axis=0)
        rest -= rest @ basis.T @ basis
        assert np.abs(rest).max() < 1e-12


@pytest.mark.parametrize("kind", REFERENCES)
def test_single_sample_and_feature(kind):
    np.testing.assert_array_equal(draw(np.array([[2.0]]), kind), [[2.0]])
    assert draw(np.arange(5.0)[:, None], kind).shape == (5, 1)


@pytest.mark.parametrize("kind", REFERENCES)
def test_small_spread_far_from_the_origin(kind):
    X = np.random.default_rng(0).standard_normal((100, 2)) + 1e9
    drawn = draw(X, kind)
    spread = drawn.std(axis=0)
    assert (spread > 0.5).all()
    assert (spread < 3).all()


@pytest.mark.parametrize("kind", REFERENCES)
def test_references_are_sent_to_workers(kind):
    reference = make_reference(correlated(10), kind)
    sent = pickle.loads(pickle.dumps(reference))
    np.testing.assert_array_equal(
        sent.draw(np.random.RandomState(0)), reference.draw(np.random.RandomState(0))
    )


def test_unknown_kind():
    with pytest.raises(ValueError, match=r"must be one of 'uniform', 'pca'.*'box'"):
        make_reference(np.zeros((2, 2)), "box")
