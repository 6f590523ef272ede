"""Silhouettes of many labellings of the same samples."""

import warnings

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._validation._many import check_X_labelings
from skclustmetrics.exceptions import UndefinedIndexError, UndefinedMetricWarning
from skclustmetrics.internal._silhouette import (
    check_average,
    mean_silhouette,
    silhouettes_of,
)

__all__ = ["silhouette_samples_many", "silhouette_sweep"]


def silhouette_sweep(
    X,
    labelings,
    *,
    metric="euclidean",
    average="micro",
    noise_label=None,
    noise="drop",
    sample_weight=None,
    return_samples=False,
    n_jobs=None,
    **kwds,
):
    """Compute the mean silhouettes of many labellings from one pass over the distances.

    The distances between samples do not depend on the labels, so each is computed once
    for all labellings: a sweep over the number of clusters costs little more than a
    single silhouette.

    Read more in the :ref:`User Guide <silhouette>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances.
    labelings : array-like of shape (n_labelings, n_samples)
        The labellings, or a list of label arrays of any kinds.
    metric : str or callable, default="euclidean"
        A metric of :func:`sklearn.metrics.pairwise_distances`, a function of two rows,
        or "precomputed".
    average : {"micro", "macro"}, default="micro"
        The mean over samples, or the mean of the means of the clusters.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise: left out, each a cluster of its own, each joined to the
        cluster of its nearest clustered sample, or one cluster.
    sample_weight : array-like of shape (n_samples,), default=None
        How often each sample occurs: a weight of 2 is the same as the row twice.
    return_samples : bool, default=False
        Whether to return the silhouettes of all samples as well.
    n_jobs : int, default=None
        Number of workers, as in joblib; threads unless configured otherwise.
    **kwds : dict
        Further arguments of the metric.

    Returns
    -------
    result : :class:`~sklearn.utils.Bunch`
        A dictionary with attributes:

        scores : ndarray of shape (n_labelings,)
            The mean silhouettes, NaN where a labelling has none.
        samples : ndarray of shape (n_labelings, n_samples)
            The silhouettes, NaN at dropped noise. Only if `return_samples` is True.

    Raises
    ------
    ValueError
        If an argument is not what it must be.

    Warns
    -----
    UndefinedMetricWarning
        If labellings have no silhouette, as those with one cluster; once for all.

    See Also
    --------
    silhouette_score : The mean silhouette of one labelling.
    SilhouetteKSelector : Fit a clusterer for each number of clusters, and sweep.

    Notes
    -----
    Memory is of order n times the sum of the numbers of clusters.

    References
    ----------
    .. [1] P. J. Rousseeuw (1987). "Silhouettes: a graphical aid to the interpretation
       and validation of cluster analysis". Journal of Computational and Applied
       Mathematics 20, 53-65. :doi:`10.1016/0377-0427(87)90125-7`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import silhouette_sweep
    >>> X = load_iris().data
    >>> labelings = [
    ...     KMeans(k, n_init=10, random_state=0).fit_predict(X) for k in (2, 3, 4)
    ... ]
    >>> silhouette_sweep(X, labelings).scores.round(4)
    array([0.681 , 0.5528, 0.4981])
    """
    check_average(average)
    checked = check_X_labelings(
        X,
        labelings,
        metric=metric,
        params=kwds,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
    )
    outcomes = silhouettes_and_codes(checked, n_jobs)
    samples = np.full((len(outcomes), checked.kept.size), np.nan)
    scores = np.full(len(outcomes), np.nan)
    undefined = []
    for position, outcome in enumerate(outcomes):
        if isinstance(outcome, UndefinedIndexError):
            undefined.append(f"labelling {position}: {outcome}")
        elif isinstance(outcome, Exception):
            raise ValueError(f"labelling {position}: {outcome}") from outcome
        else:
            samples[position], codes = outcome
            member = codes >= 0
            weights = None if sample_weight is None else checked.weights[member]
            scores[position] = mean_silhouette(
                samples[position, member], codes[member], weights, average
            )
    if undefined:
        warnings.warn(
            f"{len(undefined)} of {len(outcomes)} labellings have no silhouette and "
            f"score NaN; the first is {undefined[0]}",
            UndefinedMetricWarning,
            stacklevel=2,
        )
    return Bunch(scores=scores, **({"samples": samples} if return_samples else {}))


def silhouette_samples_many(
    X,
    labelings,
    *,
    metric="euclidean",
    noise_label=None,
    noise="drop",
    sample_weight=None,
    n_jobs=None,
    **kwds,
):
    """Silhouettes of the same samples in several labellings, from one pass.

    Parameters
    ----------
    X, metric, noise_label, noise, sample_weight, n_jobs, **kwds
        As in :func:`silhouette_samples`.
    labelings : sequence of array-like of shape (n_samples,)
        The labellings.

    Returns
    -------
    silhouettes : list
        For each labelling the silhouettes, or the ValueError that it caused.
    """
    checked = check_X_labelings(
        X,
        labelings,
        metric=metric,
        params=kwds,
        noise_label=noise_label,
        noise=noise,
        sample_weight=sample_weight,
    )
    return [
        outcome if isinstance(outcome, Exception) else outcome[0]
        for outcome in silhouettes_and_codes(checked, n_jobs)
    ]


def silhouettes_and_codes(checked, n_jobs=None):
    """Silhouettes, and the clusters that they belong to, in each checked labelling.

    Parameters
    ----------
    checked : CheckedLabelings
        The samples and their labellings.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    outcomes : list
        For each labelling as given the error that it caused, or the silhouettes of all
        samples, NaN where there is none, and their clusters, -1 where there is none.
    """
    outcomes = list(checked.outcomes)
    if checked.labelings is None:
        return outcomes
    values = silhouettes_of(
        checked.X, checked.metric, checked.params, checked.labelings, n_jobs
    )
    for position, samples, codes in zip(
        checked.positions, values, checked.labelings.codes, strict=True
    ):
        full = np.full(checked.kept.size, np.nan)
        full_codes = np.full(checked.kept.size, -1)
        full[checked.kept], full_codes[checked.kept] = samples, codes
        outcomes[position] = full, full_codes
    return outcomes
