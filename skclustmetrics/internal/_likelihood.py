"""Information criteria of the model behind k-means: round Gaussians of one size."""

import math

import numpy as np

from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.internal._description import mean_index

__all__ = ["LIKELIHOOD_INDICES", "kmeans_aic_score", "kmeans_bic_score"]


@mean_index
def kmeans_bic_score(description):
    """Compute the Bayesian information criterion of a partition by k-means.

    The model has a round Gaussian at the mean of each of the K clusters, all of the
    variance :math:`\\sigma^2 = W / (p (n - K))`, where W is the sum of squared
    distances of the n samples with p features to their means. With :math:`n_k` the
    sizes of the clusters, the log-likelihood L and the criterion are

    .. math:: L = \\sum_k n_k \\ln \\frac{n_k}{n}
        - \\frac{n p}{2} \\ln(2 \\pi \\sigma^2)
        - \\frac{p (n - K)}{2}, \\quad BIC = L - \\frac{q}{2} \\ln n

    with :math:`q = (K - 1) + K p + 1` free parameters: any number; higher is better.

    Read more in the :ref:`User Guide <likelihood>`.

    Returns
    -------
    score : float
        The criterion, as in X-means; multiply by -2 for the form in which lower is
        better. Infinity if every cluster is a single point, as the likelihood has no
        bound then.

    See Also
    --------
    kmeans_aic_score : With the lighter penalty of Akaike.
    banfield_raftery_score : A likelihood of clusters of different sizes.

    Notes
    -----
    Run time is of order n d. A change of units adds a constant. Print has several
    versions of the variance and of its last term; this one is unbiased.

    References
    ----------
    .. [1] D. Pelleg, A. Moore (2000). "X-means: extending k-means with efficient
       estimation of the number of clusters". International Conference on Machine
       Learning, 727-734.

    Examples
    --------
    >>> from skclustmetrics import kmeans_bic_score
    >>> print(f"{kmeans_bic_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    -11.6072
    """
    n_parameters = _n_parameters(description)
    penalty = n_parameters / 2 * math.log(description.n_samples)
    return _log_likelihood(description) - penalty


@mean_index
def kmeans_aic_score(description):
    """Compute Akaike's information criterion of a partition by k-means.

    With L the log-likelihood and q the number of free parameters of
    :func:`kmeans_bic_score`, it is

    .. math:: AIC = L - q

    any number; higher is better. It penalises clusters less than the BIC does.

    Read more in the :ref:`User Guide <likelihood>`.

    Returns
    -------
    score : float
        The criterion; multiply by -2 for the form in which lower is better. Infinity if
        every cluster is a single point, as the likelihood has no bound then.

    See Also
    --------
    kmeans_bic_score : The model and its likelihood.

    Notes
    -----
    Run time is of order n d. A change of units adds a constant.

    References
    ----------
    .. [1] D. Pelleg, A. Moore (2000). "X-means: extending k-means with efficient
       estimation of the number of clusters". International Conference on Machine
       Learning, 727-734.
    .. [2] H. Akaike (1974). "A new look at the statistical model identification". IEEE
       Transactions on Automatic Control 19, 716-723.

    Examples
    --------
    >>> from skclustmetrics import kmeans_aic_score
    >>> print(f"{kmeans_aic_score([[0.0], [2.0], [10.0], [12.0]], [0, 0, 1, 1]):.4f}")
    -12.8346
    """
    return _log_likelihood(description) - _n_parameters(description)


def _n_parameters(description):
    n_clusters = description.n_clusters
    return n_clusters - 1 + n_clusters * description.n_features + 1


def _log_likelihood(description):
    n_samples, n_features = description.n_samples, description.n_features
    freedom = n_features * (n_samples - description.n_clusters)
    if description.within == 0:
        if description.between == 0:
            raise UndefinedIndexError("All samples are equal: they have no variance.")
        return np.inf
    variance = math.log(description.within / freedom) - 2 * math.log(description.scale)
    sizes = description.sizes
    shares = float(sizes @ np.log(sizes / n_samples))
    gauss = n_samples * n_features / 2 * (math.log(2 * math.pi) + variance)
    return shares - gauss - freedom / 2


_ROW = {
    "kind": "internal",
    "family": "scatter",
    "greater_is_better": True,
    "bounds": (-np.inf, np.inf),
    "cost": "n d",
    "source": "Pelleg & Moore 2000, ICML",
    "has_sample_weight": True,
}

LIKELIHOOD_INDICES = (
    IndexSpec(function=kmeans_bic_score, title="BIC of k-means", **_ROW),
    IndexSpec(function=kmeans_aic_score, title="AIC of k-means", **_ROW),
)
