"""SigClust: whether two clusters are more than a Gaussian cut in two."""

import math
import warnings
from numbers import Real

import numpy as np
from scipy.sparse import issparse
from scipy.stats import norm
from sklearn.cluster import KMeans
from sklearn.utils import check_array

from skclustmetrics._clusterers import draw_seeds
from skclustmetrics._kernels._parallel import (
    check_n_jobs,
    run_tasks,
    single_openmp_thread,
)
from skclustmetrics._kernels._pvalue import monte_carlo_pvalue
from skclustmetrics._validation._choice import check_choice
from skclustmetrics._validation._data import check_same_rows, plain_container
from skclustmetrics._validation._noise import make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.significance._null_covariance import (
    estimate_background,
    null_eigenvalues,
    sample_eigenvalues,
)
from skclustmetrics.significance._result import SignificanceResult, standard_score
from skclustmetrics.significance._tasks import (
    check_at_least,
)

__all__ = ["sigclust"]


def sigclust(
    X,
    labels=None,
    *,
    covariance="soft",
    background_variance=None,
    n_simulations=1000,
    n_init=3,
    noise_label=None,
    random_state=None,
    n_jobs=None,
):
    """Test whether two clusters are more than one Gaussian cut in two.

    SigClust [1]_ compares the sum of squares within two clusters, as a part of that of
    all samples, with what 2-means reaches on samples of one Gaussian like the data.

    Read more in the :ref:`User Guide <significance>`.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The samples, dense. There may be fewer of them than features.
    labels : array-like of shape (n_samples,), default=None
        Two clusters to test: integers, strings or categories. None means those that
        2-means finds.
    covariance : {"soft", "hard", "sample"}, default="soft"
        The eigenvalues of the Gaussian: those of the data with small ones raised to the
        variance of the background noise and large ones lowered by as much in all [2]_,
        with small ones raised only [1]_, or those of the data as they are. "sample"
        is for data of few features; it is conservative.
    background_variance : float, default=None
        The variance of the noise that all features have. None estimates it from the
        median absolute deviation of all values from the medians of their features.
    n_simulations : int, default=1000
        How many times samples are drawn from the Gaussian.
    n_init : int, default=3
        How many times 2-means starts, on the data and on each simulation.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise, which is left out; None means none of them.
    random_state : int, RandomState instance or None, default=None
        Seeds the simulations and 2-means. The same number gives the same result,
        whatever `n_jobs` is.
    n_jobs : int, default=None
        How many simulations are worked on at a time.

    Returns
    -------
    result : SignificanceResult
        Dictionary-like object.

        score : float
            The cluster index, in [0, 1]: the sum of squares within the clusters over
            that of all samples. Lower is better.
        null_distribution : ndarray of shape (n_simulations,)
            The cluster index of the simulations.
        pvalue : float
            How likely the Gaussian is to give an index as low.
        pvalue_normal : float
            The same by a normal distribution fitted to the simulations; it also
            tells small p-values apart. NaN if they do not differ.
        z : float
            How many standard deviations the index is below the mean of the simulations.
        labels : ndarray of shape (n_samples,)
            The clusters: as given, or as 2-means finds them.
        eigenvalues : ndarray of shape (n_features,)
            Those of the covariance of the data, in descending order.
        null_eigenvalues : ndarray of shape (n_features,)
            Those of the Gaussian.
        background_variance : float
            As given or estimated.

    Raises
    ------
    ValueError
        If X is sparse, or another argument is not what it must be.
    UndefinedIndexError
        If there are not two clusters, or all samples are equal.

    Warns
    -----
    UserWarning
        If the background noise is larger than the mean variance of the features, by
        more than chance, so that the Gaussian cannot have both.

    See Also
    --------
    null_model_test : Any clusterer and index, against several null models.

    Notes
    -----
    With :math:`C_1, C_2` the clusters, :math:`\\bar{x}_k` their means and
    :math:`\\bar{x}` the mean of all samples, the index is

    .. math:: CI = \\frac{\\sum_{k=1}^2 \\sum_{i \\in C_k} \\lVert x_i - \\bar{x}_k
        \\rVert^2}{\\sum_i \\lVert x_i - \\bar{x} \\rVert^2}.

    If b of the m simulations have an index as low, the p-value is
    :math:`(b + 1) / (m + 1)`; R's sigclust has :math:`b / m`, and takes the median of
    all values instead of that of each feature for the background, which is the same
    once the features are centred at their medians. For given labels it is the index of
    2-means, too, that is simulated: labels that were not made to minimise it are judged
    strictly.

    References
    ----------
    .. [1] Y. Liu, D. N. Hayes, A. Nobel and J. S. Marron, "Statistical significance of
       clustering for high-dimension, low-sample size data", Journal of the American
       Statistical Association 103 (2008) 1281-1293.
    .. [2] H. Huang, Y. Liu, M. Yuan and J. S. Marron, "Statistical significance of
       clustering using soft thresholding", Journal of Computational and Graphical
       Statistics 24 (2015) 975-993. :doi:`10.1080/10618600.2014.948179`

    Examples
    --------
    >>> import numpy as np
    >>> from skclustmetrics import sigclust
    >>> one = np.random.RandomState(0).standard_normal((60, 5))
    >>> two = one.copy()
    >>> two[:30, 0] += 6
    >>> sigclust(two, n_simulations=99, random_state=0).pvalue
    0.01
    >>> sigclust(one, n_simulations=99, random_state=0).pvalue > 0.05
    True
    """
    check_choice(covariance, "covariance", ("soft", "hard", "sample"))
    _check_variance(background_variance)
    check_at_least("n_simulations", n_simulations, 1)
    check_at_least("n_init", n_init, 1)
    check_n_jobs(n_jobs)
    check_noise_label(noise_label)
    X, codes = _check_samples(X, labels, noise_label)
    seed, *seeds = draw_seeds(random_state, n_simulations + 1)
    if codes is None:
        codes = labels = _two_means(X, seed, n_init)
    score = _cluster_index(X, codes)
    found = sample_eigenvalues(X)
    if background_variance is None:
        background_variance = estimate_background(X)
    # of one Gaussian with equal variances, both are equal but for chance
    limit = found.mean() * (1 + 4 / math.sqrt(X.size))
    if covariance != "sample" and background_variance > limit:
        warnings.warn(
            f"The background noise, of variance {background_variance:.4g}, is larger "
            f"than the mean variance of the features, {found.mean():.4g}: the Gaussian "
            "is too round, and the p-value too small. Use covariance='sample'.",
            UserWarning,
            stacklevel=2,
        )
    eigenvalues = null_eigenvalues(found, background_variance, covariance)
    draws = np.array(
        list(
            run_tasks(
                _simulate,
                seeds,
                n_jobs=n_jobs,
                common=(np.sqrt(eigenvalues), len(X), n_init),
                prefer="processes",
            )
        )
    )
    z = standard_score(score, draws, greater_is_better=False)
    return SignificanceResult(
        score=score,
        null_distribution=draws,
        pvalue=monte_carlo_pvalue(score, draws, greater_is_better=False),
        pvalue_normal=float(norm.sf(z)),
        z=z,
        labels=np.asarray(labels),
        eigenvalues=found,
        null_eigenvalues=eigenvalues,
        background_variance=float(background_variance),
    )


def _check_variance(value):
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"background_variance must be a number or None; got {value!r}.")
    if not (value >= 0 and math.isfinite(value)):
        raise ValueError(
            f"background_variance must be finite and not negative; got {value!r}."
        )


def _check_samples(X, labels, noise_label):
    """Return the samples that are no noise, and their clusters."""
    if issparse(X):
        raise ValueError(
            "sigclust needs the covariance of the features, so X must be dense; got a "
            "sparse container. Give X.toarray(), or fewer dimensions, such as those of "
            "TruncatedSVD."
        )
    codes = None
    data = check_array(
        plain_container(X),
        dtype=np.float64,
        order="C",  # sums add up in the order of the memory
        ensure_min_samples=2,
        input_name="X",
    )
    if labels is not None:
        check_same_rows(X, labels)
        partition = make_partition(labels, noise_label=noise_label, allow_column=True)
        codes = partition.codes
        if partition.kept is not None:
            data = data[partition.kept]
        if partition.n_clusters != 2:
            raise UndefinedIndexError(
                f"sigclust tests two clusters; labels have {partition.n_clusters}. "
                "Take two of them, or merge others."
            )
    # the mean may lie far from 0
    data = data - data[0]
    if not data.any():
        raise UndefinedIndexError(
            "All samples are equal, so that there is no spread to divide."
        )
    return data, codes


def _two_means(X, seed, n_init):
    with single_openmp_thread():
        return KMeans(2, n_init=n_init, random_state=seed).fit_predict(X)


def _cluster_index(X, codes):
    total = np.square(X - X.mean(axis=0)).sum()
    within = 0.0
    for code in (0, 1):
        members = X[codes == code]
        within += np.square(members - members.mean(axis=0)).sum()
    return float(within / total)


def _simulate(deviations, n_samples, n_init, seed):
    """Return the index that 2-means reaches on samples of the Gaussian."""
    random_state = np.random.RandomState(seed)
    X = random_state.standard_normal((n_samples, deviations.size)) * deviations
    return _cluster_index(X, _two_means(X, random_state.randint(2**31 - 1), n_init))
