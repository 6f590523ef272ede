"""Indices of pairs of one walk have the values of the functions."""

import tracemalloc

import numpy as np
import pytest
import sklearn
from scipy import sparse
from scipy.spatial.distance import cdist

from skclustmetrics._kernels._euclidean import EuclideanTiles
from skclustmetrics._registry import INDICES
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._shared_pairs import shared_pair_scores, shares_pairs

ROWS = [row for row in INDICES.values() if shares_pairs(row)]


def blobs(n=300, d=3, k=7, seed=0):
    """Clusters that overlap, one of them a single sample."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(k - 1, size=n)
    labels[n // 2] = k - 1
    return rng.standard_normal((n, d)) + rng.standard_normal((k, d))[labels], labels


def shared(X, labels, rows=ROWS, *, n_jobs=None, **checks):
    return shared_pair_scores(check_X_labels(X, labels, **checks), rows, n_jobs=n_jobs)


def alone(X, labels, rows=ROWS, **kwds):
    return {row.name: row(X, labels, **kwds) for row in rows}


def one_way(a, b):
    """Not the same in both directions."""
    return abs(a[0] - b[0]) + (a[1] > b[1])


def test_rows():
    assert {row.name for row in ROWS} >= {
        *("silhouette", "silhouette_macro", "dunn", "mcclain_rao", "separation"),
        *("generalized_dunn", "point_biserial"),
    }
    assert not shares_pairs(INDICES["c_index"])
    assert not shares_pairs(INDICES["calinski_harabasz"])


@pytest.mark.parametrize("n_clusters", [2, 7, 150])
@pytest.mark.parametrize(
    "metric", ["euclidean", "sqeuclidean", "manhattan", "cosine", "chebyshev"]
)
def test_values_are_those_of_the_functions(metric, n_clusters):
    X, labels = blobs(n=1300, k=n_clusters)
    assert shared(X, labels, metric=metric) == pytest.approx(
        alone(X, labels, metric=metric), rel=1e-12
    )


def test_single_precision():
    X, labels = blobs(n=1300)
    X = X.astype(np.float32)
    assert shared(X, labels) == pytest.approx(alone(X, labels), rel=1e-6, abs=1e-6)


def test_functions_and_matrices():
    X, labels = blobs(n=60)
    want = alone(X, labels, metric=one_way)
    assert shared(X, labels, metric=one_way) == pytest.approx(want, rel=1e-12)
    D = cdist(X, X)
    want = alone(X, labels)
    assert shared(D, labels, metric="precomputed") == pytest.approx(want, rel=1e-12)
    assert shared(sparse.csr_array(X), labels) == pytest.approx(want, rel=1e-12)


def test_noise_and_weights():
    X, labels = blobs()
    labels = labels - 1
    for noise in ("drop", "singletons", "cluster"):
        policy = {"noise": noise, "noise_label": -1}
        assert shared(X, labels, **policy) == pytest.approx(
            alone(X, labels, **policy), rel=1e-12
        )
    weights = np.random.default_rng(0).integers(1, 4, size=300)
    silhouettes = [row for row in ROWS if row.has_sample_weight]
    assert len(silhouettes) == 2
    found = shared(X, labels, sample_weight=weights)
    assert found == pytest.approx(
        {
            **alone(X, labels),
            **alone(X, labels, silhouettes, sample_weight=weights),
        },
        rel=1e-12,
    )


def test_far_from_the_origin():
    X, labels = blobs()
    X = np.round(X * 2**20) / 2**20  # so that nothing is lost by the shift
    assert shared(X + 2.0**25, labels) == pytest.approx(shared(X, labels), rel=1e-12)


def test_few_rows_and_their_order():
    X, labels = blobs()
    everything = shared(X, labels)
    assert list(everything) == [row.name for row in ROWS]
    for row in ROWS:
        assert shared(X, labels, [row]) == pytest.approx(
            {row.name: everything[row.name]}, rel=1e-12
        )
    assert shared(X, labels, []) == {}


def test_an_index_without_a_value_leaves_the_others():
    X, labels = [[0.0], [0.0], [1.0], [1.0]], [0, 1, 0, 1]
    found = shared(X, labels)
    assert found == pytest.approx(alone(X, labels))
    # no cluster has an extent, and two share a point
    X, labels = [[0.0], [0.0], [0.0], [1.0]], [0, 0, 1, 2]
    found = shared(X, labels)
    assert isinstance(found["dunn"], UndefinedIndexError)
    assert isinstance(found["generalized_dunn"], UndefinedIndexError)
    with pytest.raises(UndefinedIndexError, match=str(found["dunn"])):
        INDICES["dunn"](X, labels)
    assert found["separation"] == 0
    assert found["mcclain_rao"] == 0


def test_workers_change_no_bit():
    X, labels = blobs(n=2100)
    assert shared(X, labels, n_jobs=2) == shared(X, labels)
    with pytest.raises(ValueError, match="'n_jobs' parameter must be None or an int"):
        shared(X, labels, n_jobs=0)


def test_one_walk(monkeypatch):
    """No distance is computed twice, bar a few that tell how large they are."""
    entries = []
    block = EuclideanTiles.block

    def counted(self, opened, cols, out=None):
        D = block(self, opened, cols, out=out)
        entries.append(D.size)
        return D

    monkeypatch.setattr(EuclideanTiles, "block", counted)
    X, labels = blobs(n=3000)
    shared(X, labels)
    n, tile, few = 3000, 512, 250
    assert sum(entries) <= n * (n + tile) / 2 + few**2


def test_little_memory():
    X, labels = blobs(n=5000, k=400)
    rows = [row for row in ROWS if "point_biserial" not in row.name]
    want = shared(X, labels, rows)
    with sklearn.config_context(working_memory=2):
        tracemalloc.start()
        found = shared(X, labels, rows)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert found == pytest.approx(want, rel=1e-12)
    assert peak < 8 * 5000 * 400  # a table of samples and clusters does not fit
