"""Parameters that an estimator has for the time of a fit only."""

from contextlib import contextmanager

__all__ = ["lend"]


@contextmanager
def lend(estimator, params):
    """Set parameters of an estimator, and set them back afterwards."""
    before = estimator.get_params()
    estimator.set_params(**params)
    try:
        yield
    finally:
        estimator.set_params(**{name: before[name] for name in params})
