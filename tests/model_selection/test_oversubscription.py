"""Fits that run at a time share the cores: BLAS gets no more threads than there are."""

import json

import numpy as np
import pytest
from joblib import cpu_count, parallel_config
from sklearn.base import BaseEstimator, ClusterMixin
from threadpoolctl import threadpool_info, threadpool_limits

from skclustmetrics import ClusterSearch, GapKSelector

N_WORKERS = 2


def blas_threads():
    return [
        pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"
    ]


def make_recorder(path):
    # other processes cannot import a class of this test suite, but get it by value
    class Recorder(ClusterMixin, BaseEstimator):
        """Write down how many threads a fit may use."""

        def __init__(self, n_clusters=2, path=path):
            self.n_clusters = n_clusters
            self.path = path

        def fit(self, X, y=None):
            import os
            import time

            from threadpoolctl import threadpool_info

            X = np.asarray(X)
            X @ X.T
            pools = [
                (pool["user_api"], pool["num_threads"]) for pool in threadpool_info()
            ]
            with open(self.path, "a") as file:
                file.write(json.dumps({"process": os.getpid(), "pools": pools}) + "\n")
            time.sleep(0.05)  # long enough for the other workers to get a task
            self.labels_ = np.argsort(X[:, 0]) % self.n_clusters
            return self

    return Recorder()


def read(path):
    fits = [json.loads(line) for line in path.read_text().splitlines()]
    blas = [n for fit in fits for api, n in fit["pools"] if api == "blas"]
    return fits, blas


@pytest.fixture
def searches(tmp_path):
    path = tmp_path / "fits"
    recorder = make_recorder(str(path))
    counts = [2, 3, 4, 5]
    return path, {
        "candidates": (ClusterSearch(recorder, {"n_clusters": counts}), 4),
        "references": (
            GapKSelector(recorder, param_range=counts, n_references=4, random_state=0),
            4 + 4 * 4,
        ),
    }


@pytest.mark.parametrize("backend", ["threading", "loky"])
@pytest.mark.parametrize("which", ["candidates", "references"])
def test_workers_share_the_cores(searches, backend, which):
    if not blas_threads():
        pytest.skip("this threadpoolctl does not know the BLAS in use")
    path, selectors = searches
    selector, n_fits = selectors[which]
    selector.set_params(n_jobs=N_WORKERS)
    X = np.random.default_rng(0).standard_normal((60, 3))
    with threadpool_limits(2, user_api="blas"):
        with parallel_config(backend=backend):
            selector.fit(X)
        assert set(blas_threads()) == {2}  # as before
    fits, blas = read(path)
    assert len(fits) == n_fits
    assert blas
    if backend == "threading":
        assert set(blas) == {1}
    else:
        assert N_WORKERS * max(blas) <= max(cpu_count(), N_WORKERS)


@pytest.mark.parametrize("n_jobs", [None, N_WORKERS])
def test_a_reference_has_one_thread(searches, n_jobs):
    # so that its result, and the time of the others, does not depend on the cores
    path, selectors = searches
    selector, _ = selectors["references"]
    selector.set_params(n_jobs=n_jobs)
    with threadpool_limits(2):
        selector.fit(np.random.default_rng(0).standard_normal((60, 3)))
    fits, _ = read(path)
    in_references = fits[4:]  # the candidates themselves come first
    assert len(in_references) == 16
    assert {n for fit in in_references for _, n in fit["pools"]} == {1}
