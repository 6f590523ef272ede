"""Pandas, where it is installed."""

__all__ = ["pandas_for_frame"]


def pandas_for_frame():
    """Return pandas for `to_frame`, or say how to do without it."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError(
            "to_frame needs pandas, which is not installed: pip install pandas. "
            "to_dict works without it."
        ) from error
    return pd
