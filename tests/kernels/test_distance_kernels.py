"""What the distance engine promises to the indices that stand on it."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.spatial.distance import cdist
from threadpoolctl import threadpool_info, threadpool_limits

from skclustmetrics._kernels._centroids import Centroids
from skclustmetrics._kernels._euclidean import EuclideanTiles
from skclustmetrics._kernels._labelings import Labelings
from skclustmetrics._kernels._nearest_cluster import NearestClusterWalk
from skclustmetrics._kernels._nearest_member import nearest_member_codes
from skclustmetrics._kernels._parallel import run_tasks, single_blas_thread
from skclustmetrics._kernels._scale import power_of_two_scale
from skclustmetrics._kernels._unit_rows import row_centred, unit_rows


def mean_distances(X, codes, weights):
    D = cdist(X, X)
    return np.column_stack(
        [
            np.average(D[:, codes == k], axis=1, weights=weights[codes == k])
            for k in range(codes.max() + 1)
        ]
    )


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**31),
    k=st.integers(3, 6),
    d=st.integers(1, 4),
    shift=st.sampled_from([0.0, 1e6]),
    size=st.sampled_from([1e-3, 1.0, 30.0]),
)
def test_no_cluster_that_is_the_nearest_is_ruled_out(seed, k, d, shift, size):
    rng = np.random.RandomState(seed)
    n = 400
    codes = rng.randint(k, size=n)
    codes[:k] = np.arange(k)
    # clusters of very different width, and of a heavy tail
    width = 10 ** rng.uniform(-2, 1, size=k)
    X = rng.standard_t(3, size=(n, d)) * width[codes][:, None]
    X += size * rng.randn(k, d)[codes] + shift
    weights = rng.randint(1, 5, size=n).astype(float)
    walk = NearestClusterWalk(EuclideanTiles(X), Labelings(codes[None], (k,), weights))
    means = mean_distances(X, codes, weights)
    means[np.arange(n), codes] = np.inf
    nearest = means[walk.order].argmin(axis=1)
    assert walk.needed[np.arange(n), nearest].all()
    _, found = walk.own_sums_and_nearest_means()
    assert_allclose(found, means.min(axis=1), rtol=1e-9)


def test_bounds_rule_out_most_clusters_that_are_apart():
    rng = np.random.RandomState(0)
    codes = np.arange(3000) % 10
    X = rng.randn(3000, 8) + 20 * rng.randn(10, 8)[codes]
    walk = NearestClusterWalk(EuclideanTiles(X), Labelings(codes[None], (10,)))
    assert walk.needed.sum(axis=1).mean() < 2
    assert walk.cost < 0.4 * 3000**2


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("squared", [False, True])
def test_euclidean_tiles(dtype, squared):
    rng = np.random.RandomState(0)
    X = np.repeat(rng.randn(700, 3), 2, axis=0)
    X[::50] += 1e6
    X = X.astype(dtype)
    tiles = EuclideanTiles(X, squared=squared)
    rows, cols = slice(0, 200), slice(0, 1400)
    opened = tiles.open(rows, cols)
    exact = cdist(
        X.astype(float), X.astype(float), ["euclidean", "sqeuclidean"][squared]
    )
    for block in (slice(0, 200), slice(200, 456), slice(1000, 1400)):
        D = tiles.block(opened, block) / tiles.scale ** (1 + squared)
        assert_allclose(
            D, exact[rows, block], rtol=1e-10 if dtype is np.float64 else 2e-5
        )
        assert_array_equal(D == 0, exact[rows, block] == 0)


def test_tiles_of_unit_rows_keep_the_digits_of_small_angles():
    t = np.linspace(0, 1e-8, 40)
    X = np.column_stack([np.ones(40), t])
    unit, low, _ = unit_rows(X)
    tiles = EuclideanTiles(unit, low, squared=True, scale=1.0)
    every = slice(0, 40)
    D = tiles.block(tiles.open(every, every), every) / 2
    exact = 2 * np.sin((np.arctan(t)[:, None] - np.arctan(t)) / 2) ** 2
    assert_allclose(D, exact, rtol=1e-9, atol=1e-30)


def test_unit_rows_of_any_length():
    X = np.array([[3.0, 4.0], [3e-300, 4e-300], [3e300, -4e300], [0.0, 0.0]])
    for container in (np.asarray, sparse.csr_matrix):
        unit, low, is_zero = unit_rows(container(X))
        assert_array_equal(is_zero, [False, False, False, True])
        unit, low = np.asarray(unit @ np.eye(2)), np.asarray(low @ np.eye(2))
        assert_allclose(unit, [[0.6, 0.8], [0.6, 0.8], [0.6, -0.8], [0, 0]])
        assert (np.abs(low) < 1e-16).all()


def test_row_centred():
    X = np.arange(12.0).reshape(3, 4) * 1e-3 + 1e9
    centred = row_centred(X)
    # up to a power of two for each row
    assert_allclose(centred.sum(axis=1) / np.abs(centred).max(), 0, atol=1e-15)
    scale = np.diff(X) / np.diff(centred)
    assert_allclose(scale, np.repeat(scale[:, :1], 3, axis=1), rtol=1e-12)
    assert (np.frexp(scale[:, 0].round(3))[0] == 0.5).all()


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_matrix])
def test_centroids_far_from_the_origin(container):
    rng = np.random.RandomState(0)
    offsets = rng.randint(-512, 512, size=(1000, 3)) / 1024
    codes = rng.randint(4, size=1000)
    weights = rng.randint(0, 3, size=1000)
    X = offsets + np.array([1e9, -1e9, 2.0**40])
    means = Centroids.of(container(X), codes, 4, weights)
    for k in range(4):
        some = codes == k
        rows = np.repeat(offsets[some], weights[some], axis=0)
        square = ((rows - rows.mean(axis=0)) ** 2).sum(axis=1)
        assert means.weights[k] == len(rows)
        assert means.squares[k] / means.scale**2 == pytest.approx(square.sum())
        assert means.distances[k] / means.scale == pytest.approx(np.sqrt(square).sum())
        mean = (means.centres[k] / means.scale - [1e9, -1e9, 2.0**40]) + (
            means.residuals[k] / means.scale
        )
        assert_allclose(mean, rows.mean(axis=0), rtol=1e-12, atol=1e-15)


def test_scale_is_a_power_of_two_and_1_for_ordinary_data():
    assert power_of_two_scale(np.array([[3.0, -1000.0]])) == 1.0
    assert power_of_two_scale(np.zeros((2, 2))) == 1.0
    for value in (1e150, -1e150, 1e-150, 5e-324, 1.7e308):
        scale = power_of_two_scale(np.array([[0.0, value]]))
        assert np.frexp(scale)[0] == 0.5
        assert abs(value * scale) <= 4
    scale = power_of_two_scale(np.array([1e30], np.float32))
    assert np.float32(1e30) * np.float32(scale) <= 1


def test_refinement_of_labellings():
    codes = np.array([[0, 0, 1, 1, 2, -1], [0, 1, 1, 1, 0, 0]])
    labelings = Labelings(codes, (3, 2))
    cells = labelings.cells
    assert len(set(cells)) == 5
    assert cells[2] == cells[3]
    assert_array_equal(labelings.offsets, [0, 3, 5])
    assert_array_equal(labelings.column_weights, [2, 2, 1, 3, 3])
    hot = labelings.indicator().toarray()
    assert_array_equal(hot[5], [0, 0, 0, 1, 0])
    assert_array_equal(hot.sum(axis=0), labelings.column_weights)


@pytest.mark.parametrize("metric", ["euclidean", "chebyshev", "cosine", "precomputed"])
def test_nearest_member(metric):
    rng = np.random.RandomState(0)
    X = rng.randn(700, 3)
    D = cdist(X, X, "euclidean" if metric == "precomputed" else metric)
    codes = rng.randint(5, size=600)
    members, strays = np.split(rng.permutation(700), [600])
    expected = codes[D[np.ix_(strays, members)].argmin(axis=1)]
    source = D if metric == "precomputed" else X
    for container in (np.asarray, sparse.csr_matrix):
        result = nearest_member_codes(
            container(source), metric, {}, strays, members, codes
        )
        assert_array_equal(result, expected)


def test_nearest_member_ties_do_not_depend_on_names():
    X = np.array([[0.0], [1.0], [-1.0], [-5.0]])
    for codes in ([1, 0, 0], [0, 1, 1]):  # the larger cluster wins
        found = nearest_member_codes(
            X, "euclidean", {}, np.array([0]), np.array([1, 2, 3]), np.array(codes)
        )
        assert_array_equal(found, codes[1])


def _double(factor, task):
    return factor * task


@pytest.mark.parametrize("n_jobs", [1, 2, -1])
def test_results_come_in_the_order_of_the_tasks(n_jobs):
    results = run_tasks(_double, range(40), n_jobs=n_jobs, common=(2,))
    assert list(results) == list(range(0, 80, 2))


def blas_threads():
    return {
        info["num_threads"] for info in threadpool_info() if info["user_api"] == "blas"
    }


def test_overlapping_limits_leave_blas_as_it_was():
    if not blas_threads():
        pytest.skip("this threadpoolctl does not know the BLAS in use")
    inside, leave = threading.Event(), threading.Event()

    def hold():
        with single_blas_thread():
            inside.set()
            leave.wait(10)

    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        thread = threading.Thread(target=hold)
        with single_blas_thread():
            thread.start()
            assert inside.wait(10)
            assert blas_threads() == {1}
        # the other thread still holds the limit
        assert blas_threads() == {1}
        leave.set()
        thread.join()
        assert blas_threads() == before
