"""Tasks in a fixed order, on any joblib backend, with one BLAS thread each."""

import threading
from contextlib import contextmanager
from functools import cache
from numbers import Integral

import threadpoolctl
from joblib import effective_n_jobs
from sklearn.utils.parallel import Parallel, delayed

__all__ = [
    "check_n_jobs",
    "run_tasks",
    "single_blas_thread",
    "single_openmp_thread",
]


class _BlasLimit:
    """Hold BLAS to one thread while anybody asks for it.

    The limit belongs to the process: of several overlapping holders, in whatever
    thread, the first sets it and the last restores what it found.
    """

    def __init__(self):
        self._lock = threading.Lock()
        self._holders = 0
        self._controller = None
        self._limiter = None

    def acquire(self):
        with self._lock:
            if self._holders == 0:
                if self._controller is None:
                    self._controller = threadpoolctl.ThreadpoolController()
                self._limiter = self._controller.limit(limits=1, user_api="blas")
            self._holders += 1

    def release(self):
        with self._lock:
            self._holders -= 1
            if self._holders == 0:
                # newer versions of threadpoolctl let only the thread that set a limit
                # change it, and ignore all others without a word
                _disown_blas()
                self._limiter.restore_original_limits()
                _disown_blas()


def _disown_blas():
    controller = getattr(threadpoolctl, "OpenBLASController", None)
    if hasattr(controller, "clear_controlling_thread"):
        controller.clear_controlling_thread(force=True)


_LIMIT = _BlasLimit()


@contextmanager
def single_blas_thread():
    """Within this context a product has the same last bits however many cores exist."""
    _LIMIT.acquire()
    try:
        yield
    finally:
        _LIMIT.release()


@contextmanager
def single_openmp_thread():
    """Within this context loops of OpenMP run in one thread.

    Those of k-means add up in any order, and cost more than they save on small data.
    """
    with _thread_pools().limit(limits=1, user_api="openmp"):
        yield


@cache
def _thread_pools():
    return threadpoolctl.ThreadpoolController()


def run_tasks(function, tasks, *, n_jobs=None, common=(), prefer="threads"):
    """Iterate over ``function(*common, task)`` for all tasks, in their order.

    The division into tasks must not depend on `n_jobs`; then nor does the result.

    Parameters
    ----------
    function : callable
        A module-level function, so that it can be sent to another process.
    tasks : sequence
        What is handed to the function, one call each.
    n_jobs : int, default=None
        As in joblib.
    common : tuple, default=()
        Arguments that all calls share.
    prefer : {"threads", "processes"}, default="threads"
        Where the tasks run unless the surrounding configuration says otherwise:
        threads for what NumPy does, processes for what Python does, as other people's
        estimators may.
    """
    check_n_jobs(n_jobs)
    return _run(function, list(tasks), n_jobs, common, prefer)


def check_n_jobs(n_jobs):
    """Refuse what cannot be a number of workers."""
    whole = isinstance(n_jobs, Integral) and not isinstance(n_jobs, bool)
    if n_jobs is not None and (not whole or n_jobs == 0):
        raise ValueError(
            "The 'n_jobs' parameter must be None or an int other than 0. Got "
            f"{n_jobs!r} instead."
        )


def _run(function, tasks, n_jobs, common, prefer):
    n_workers = 1 if len(tasks) < 2 else effective_n_jobs(n_jobs)
    with single_blas_thread():
        if n_workers == 1:
            for task in tasks:
                yield function(*common, task)
            return
        shared = _Shared(common)
        calls = (delayed(_call)(function, shared, task) for task in tasks)
        settings = {"n_jobs": n_jobs, "prefer": prefer}
        try:
            # results are used while later tasks run
            parallel = Parallel(return_as="generator", **settings)
        except ValueError:  # a backend that gives all results at once
            parallel = Parallel(**settings)
        yield from parallel(calls)


class _Shared:
    """Arguments of all tasks in one object that travels to each worker once.

    Joblib maps the large arrays in it into memory; Dask scatters an object that says it
    is large.
    """

    def __init__(self, values):
        self.values = values

    def __sizeof__(self):
        return 2**20


def _call(function, shared, task):
    with single_blas_thread():
        return function(*shared.values, task)
