"""What is told of many values."""

import numpy as np

__all__ = ["standard_error"]


def standard_error(values):
    """Return the standard error of the mean of independent values; NaN of one value."""
    if len(values) < 2:
        return float("nan")
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))
