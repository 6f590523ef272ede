"""Where a curve has its maximum, standard errors taken into account."""

from numbers import Real

import numpy as np
from sklearn.utils import check_array, check_consistent_length

from skclustmetrics._validation._choice import check_choice

__all__ = ["MAX_SE_RULES", "max_se"]

MAX_SE_RULES = (
    "tibs2001",
    "first_se_max",
    "global_se_max",
    "first_max",
    "global_max",
)


def max_se(values, standard_error, *, rule="tibs2001", se_factor=1.0):
    """Find the maximum of a curve by a rule of one standard error.

    The values belong to numbers of clusters in ascending order, and the fewest that are
    good enough are wanted. With :math:`f_i` the values and :math:`s_i` their standard
    errors times `se_factor`, the rules give the position of

    - "tibs2001": the first value with :math:`f_i \\ge f_{i+1} - s_{i+1}`, the last one
      if there is none [1]_;
    - "first_max": the first value that the next one does not exceed;
    - "global_max": the first of the largest values;
    - "first_se_max": the first value that is at most one standard error of the first
      maximum below that;
    - "global_se_max": the same for the global maximum [2]_.

    They are the rules of `maxSE` in R's package cluster [3]_, there named
    "Tibs2001SEmax", "firstmax", "globalmax", "firstSEmax" and "globalSEmax".

    Read more in the :ref:`User Guide <gap_rules>`.

    Parameters
    ----------
    values : array-like of shape (n_values,)
        The curve, such as the gap statistic.
    standard_error : array-like of shape (n_values,)
        The standard errors of the values; not negative.
    rule : {"tibs2001", "first_se_max", "global_se_max", "first_max", "global_max"}, \
            default="tibs2001"
        What counts as the maximum.
    se_factor : float, default=1.0
        How many standard errors a value may lie below the maximum; not negative.

    Returns
    -------
    position : int
        The position in `values`, counted from 0.

    Raises
    ------
    ValueError
        If there are no values, if they are not finite, or if a standard error, or
        `se_factor`, is negative.

    See Also
    --------
    GapKSelector : Choose the number of clusters by the gap statistic.

    Notes
    -----
    On a plateau the first value is a maximum. So "tibs2001" and "first_max" choose the
    first value wherever the curve does not rise from it to the second, however high it
    rises later.

    References
    ----------
    .. [1] R. Tibshirani, G. Walther and T. Hastie (2001). "Estimating the number of
       clusters in a data set via the gap statistic". Journal of the Royal Statistical
       Society B 63(2), 411-423. :doi:`10.1111/1467-9868.00293`
    .. [2] S. Dudoit and J. Fridlyand (2002). "A prediction-based resampling method for
       estimating the number of clusters in a dataset". Genome Biology 3(7),
       research0036. :doi:`10.1186/gb-2002-3-7-research0036`
    .. [3] M. Maechler, P. Rousseeuw, A. Struyf, M. Hubert and K. Hornik. "cluster:
       Cluster Analysis Basics and Extensions". R package, `clusGap` and `maxSE`.

    Examples
    --------
    >>> from skclustmetrics import max_se
    >>> gap = [0.10, 0.18, 0.60, 0.58, 0.70]
    >>> standard_error = [0.05, 0.05, 0.05, 0.05, 0.15]
    >>> max_se(gap, standard_error)
    2
    >>> max_se(gap, standard_error, rule="global_max")
    4
    >>> max_se(gap, standard_error, rule="global_se_max")
    2
    """
    check_choice(rule, "rule", MAX_SE_RULES)
    if not (isinstance(se_factor, Real) and 0 <= se_factor < np.inf):
        raise ValueError(
            f"se_factor must be a finite number, not negative; got {se_factor!r}."
        )
    values = _check_curve(values, "values")
    errors = _check_curve(standard_error, "standard_error")
    check_consistent_length(values, errors)
    if (errors < 0).any():
        raise ValueError(
            f"standard_error must not be negative; got {errors.min():.3g}."
        )
    margin = se_factor * errors
    if rule == "tibs2001":
        return _first(values[:-1] >= values[1:] - margin[1:])
    if rule.startswith("first"):
        peak = _first(values[:-1] >= values[1:])
    else:
        peak = int(np.argmax(values))
    if rule.endswith("se_max"):
        return _first(values[:peak] >= values[peak] - margin[peak])
    return peak


def _check_curve(values, name):
    values = check_array(values, ensure_2d=False, dtype=np.float64, input_name=name)
    if values.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional; got shape {values.shape}.")
    return values


def _first(reached):
    """Return the first position that is reached, else the one behind the last."""
    return int(np.argmax(np.append(reached, True)))
