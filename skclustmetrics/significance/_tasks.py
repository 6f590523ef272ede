"""Counts, and threads, of simulations."""

from contextlib import contextmanager
from functools import cache
from numbers import Integral

from threadpoolctl import ThreadpoolController

__all__ = ["check_at_least", "check_option", "one_openmp_thread", "split_draws"]


def check_at_least(name, value, least):
    """Refuse what is no integer of at least some size."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer; got {value!r}.")
    if value < least:
        raise ValueError(f"{name} must be at least {least}; got {value}.")


def check_option(name, value, allowed):
    """Refuse what is none of the allowed strings."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(
            f"The {name!r} parameter must be one of {', '.join(map(repr, allowed))}. "
            f"Got {value!r} instead."
        )


def split_draws(n_draws, block):
    """Return the numbers of draws of tasks, which depend on no number of workers."""
    starts = range(0, n_draws, block)
    return [min(block, n_draws - start) for start in starts]


@contextmanager
def one_openmp_thread():
    """Fit in one thread: those of k-means add up in any order, and cost more here."""
    with _thread_pools().limit(limits=1, user_api="openmp"):
        yield


@cache
def _thread_pools():
    return ThreadpoolController()
