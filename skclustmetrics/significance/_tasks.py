"""Counts of simulations."""

from numbers import Integral

__all__ = ["check_at_least", "split_draws"]


def check_at_least(name, value, least):
    """Refuse what is no integer of at least some size."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer; got {value!r}.")
    if value < least:
        raise ValueError(f"{name} must be at least {least}; got {value}.")


def split_draws(n_draws, block):
    """Return the numbers of draws of tasks, which depend on no number of workers."""
    starts = range(0, n_draws, block)
    return [min(block, n_draws - start) for start in starts]
