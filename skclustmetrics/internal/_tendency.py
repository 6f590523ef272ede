"""Whether there is anything to cluster."""

from numbers import Integral

import numpy as np
from scipy.spatial import cKDTree
from scipy.special import expit, logsumexp
from sklearn.utils import check_random_state

from skclustmetrics._kernels._scale import power_of_two_scale
from skclustmetrics._validation._data import check_X
from skclustmetrics.exceptions import UndefinedIndexError

__all__ = ["hopkins_score"]


def hopkins_score(X, *, n_probes=None, random_state=None):
    """Compute the Hopkins statistic of clustering tendency.

    With u the distances from m points, drawn evenly from the box around the data, to
    the nearest sample, w those from m random samples to the nearest other sample, and d
    features,

    .. math:: H = \\frac{\\sum_i u_i^d}{\\sum_i u_i^d + \\sum_i w_i^d}

    between 0 and 1. Near 1/2 the samples lie as if drawn evenly from the box; towards 1
    they leave large parts of it empty, as clusters do; towards 0 they keep apart from
    each other, as on a grid.

    Read more in the :ref:`User Guide <hopkins>`.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The samples, at least 3.
    n_probes : int, default=None
        The number m, less than n_samples; None means a tenth of the samples, rounded
        up.
    random_state : int, RandomState instance or None, default=None
        Which points and samples are drawn.

    Returns
    -------
    score : float
        The statistic.

    Raises
    ------
    UndefinedIndexError
        A ValueError: all distances are 0.
    ValueError
        If an argument is not what it must be.

    See Also
    --------
    dbcv_score : Judges a partition by density.

    Notes
    -----
    If the samples are drawn evenly and m is small against n, H follows the Beta(m, m)
    distribution: values beyond ``scipy.stats.beta.ppf(0.95, m, m)`` are evidence
    against evenness at the level 5 %. That takes the exponent d; implementations with
    the exponent 1, or with w in the numerator, give other numbers. Evenness in the box
    is not the only way to have no clusters: a single Gaussian group has H far above 1/2
    as well.

    Features with a larger range count more, as in any Euclidean distance. Run time is
    of order m log n in few dimensions, m n d in many.

    References
    ----------
    .. [1] B. Hopkins, J. G. Skellam (1954). "A new method for determining the type of
       distribution of plant individuals". Annals of Botany 18, 213-227.
       :doi:`10.1093/oxfordjournals.aob.a083391`
    .. [2] K. Wright (2022). "Will the real Hopkins statistic please stand up?". The R
       Journal 14, 282-292. :doi:`10.32614/RJ-2022-055`

    Examples
    --------
    >>> import numpy as np
    >>> from skclustmetrics import hopkins_score
    >>> even = np.random.RandomState(0).uniform(size=(500, 2))
    >>> groups = even + 3 * (np.arange(500) % 2)[:, None]
    >>> print(f"{hopkins_score(even, random_state=0):.2f}")
    0.51
    >>> print(f"{hopkins_score(groups, random_state=0):.2f}")
    1.00
    """
    X = np.asarray(check_X(X), dtype=np.float64)
    n_samples, n_features = X.shape
    n_probes = _check_n_probes(n_probes, n_samples)
    # numbers of their own: data made from the same seed would meet themselves again
    rng = np.random.RandomState(check_random_state(random_state).randint(2**31 - 1))
    scale = power_of_two_scale(X)
    X = X if scale == 1.0 else X * scale
    low, high = X.min(axis=0), X.max(axis=0)
    points = low + rng.uniform(size=(n_probes, n_features)) * (high - low)
    samples = rng.choice(n_samples, n_probes, replace=False)
    tree = cKDTree(X)
    from_points = tree.query(points)[0]
    # the nearest sample is the sample itself, or a copy of it
    from_samples = tree.query(X[samples], k=2)[0][:, 1]
    if not from_points.any() and not from_samples.any():
        raise UndefinedIndexError(
            "All distances are 0, between samples as well as from points drawn from "
            "the box around them: the Hopkins statistic is 0/0."
        )
    with np.errstate(divide="ignore"):
        log_u, log_w = np.log(from_points), np.log(from_samples)
    return float(expit(logsumexp(n_features * log_u) - logsumexp(n_features * log_w)))


def _check_n_probes(n_probes, n_samples):
    if n_samples < 3:
        raise ValueError(f"X has {n_samples} samples; the statistic needs at least 3.")
    if n_probes is None:
        return -(-n_samples // 10)
    whole = isinstance(n_probes, Integral) and not isinstance(n_probes, bool)
    if not whole or not 1 <= n_probes < n_samples:
        raise ValueError(
            "The 'n_probes' parameter must be an int in the range [1, n_samples) or "
            f"None, and n_samples is {n_samples}. Got {n_probes!r} instead."
        )
    return int(n_probes)
