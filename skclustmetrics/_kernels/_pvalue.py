"""P-values from scores of simulated data or random partitions."""

import math

import numpy as np

__all__ = ["monte_carlo_pvalue"]

# scores that differ by less are equal, their formulas being rounded
_RELATIVE_ROUNDING = 2.0**-44


def monte_carlo_pvalue(value, draws, greater_is_better):
    """Return the share of draws, the value at hand among them, that do as well.

    Parameters
    ----------
    value : float
        The score at hand.
    draws : ndarray of shape (n_draws,)
        The scores under the null hypothesis; NaN counts as at least as good.
    greater_is_better : bool or None
        The direction; None makes the test two-sided, about the median.

    Returns
    -------
    pvalue : float
        NaN if the value is.
    """
    if math.isnan(value):
        return math.nan
    if greater_is_better is None:
        everything = np.append(draws, value)
        distances = np.abs(everything - np.nanmedian(everything))
        slack = _RELATIVE_ROUNDING * float(np.nanmax(np.abs(everything)))
        nearer = distances < distances[-1] - slack
        return float(np.count_nonzero(~nearer)) / everything.size
    sign = 1.0 if greater_is_better else -1.0
    slack = _RELATIVE_ROUNDING * abs(value) if math.isfinite(value) else 0.0
    worse = sign * draws < sign * value - slack
    return float(draws.size - np.count_nonzero(worse) + 1) / (draws.size + 1)
