"""How well the clusters of one half of the data predict those of the other half."""

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._clusterers import draw_seed
from skclustmetrics.stability._agreement import strength_of_prediction
from skclustmetrics.stability._classification import check_classification, classify
from skclustmetrics.stability._refits import (
    Candidates,
    check_count,
    resample,
    single_outcomes,
)
from skclustmetrics.stability._samples import make_samples
from skclustmetrics.stability._summaries import standard_error

__all__ = ["prediction_strength", "strength_task"]


def prediction_strength(
    estimator,
    X,
    y=None,
    *,
    n_splits=50,
    classification="auto",
    noise_label="negative",
    fit_params=None,
    n_jobs=None,
    random_state=None,
):
    """Compute how well half of the data predicts the clusters of the other half.

    The data is split in halves, and both are clustered. Each sample of one half is
    assigned to a cluster of the other one, and for each cluster of the first half the
    share of its pairs of samples that are assigned to the same cluster is taken. The
    least of these shares counts. Higher is better; one cluster always scores 1.0.

    Parameters
    ----------
    estimator : estimator
        A clusterer, or a Pipeline that ends with one. Clones of it are fitted; every
        `random_state` in it that is None is set.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples; the distances or similarities between all of them for an estimator
        with ``metric="precomputed"`` or ``affinity="precomputed"``.
    y : array-like of shape (n_samples,), default=None
        Passed on to `fit`.
    n_splits : int, default=50
        How many times to split.
    classification : {"auto", "predict", "centroid", "average", "nearest"} or \
classifier, default="auto"
        How a sample is assigned to a cluster: by the clusterer's `predict`, to the
        nearest cluster mean, to the cluster of least mean distance (or largest mean
        similarity), to that of its nearest neighbour, or by a classifier that is fitted
        to the clusters. In a Pipeline, what the last step sees is looked at. "auto" is
        "predict" where the clusterer can, else "centroid"; "average" for precomputed
        input.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise of the half that is predicted does
        not count; a sample that is predicted to be noise is apart from all others.
    fit_params : dict, default=None
        Further arguments of the estimator's `fit`; what has an entry for each sample,
        as sample weights have, is split with the samples.
    n_jobs : int, default=None
        The number of workers. No result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the splits and the clusterers.

    Returns
    -------
    result : Bunch
        ``score``, the mean over splits, in [0, 1]; ``standard_error``, that of the mean
        over splits; ``scores`` of shape (n_counted,), the mean over both directions of
        each split; ``n_failed``, the number of splits on which the estimator failed,
        which do not count.

    Raises
    ------
    ValueError
        If the estimator fails on every split, or if an argument is out of its range.

    Warns
    -----
    CandidateFailedWarning
        If the estimator fails on some splits.

    See Also
    --------
    PredictionStrengthKSelector : Choose the number of clusters by it.
    prediction_strength_score : The same of two given labellings.

    Notes
    -----
    The second half has the larger size if the number of samples is odd. A cluster of
    one sample, which has no pairs, counts as 1.0, as in R's fpc; a half in which only
    noise is found scores 0.0. The mean over both directions is fpc's as well; the paper
    leaves open how often to split, and 50 is fpc's default.

    References
    ----------
    .. [1] R. Tibshirani and G. Walther, "Cluster validation by prediction strength",
       Journal of Computational and Graphical Statistics 14 (2005) 511-528.
       :doi:`10.1198/106186005X59243`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import prediction_strength
    >>> X, _ = load_iris(return_X_y=True)
    >>> two = prediction_strength(KMeans(2), X, n_splits=10, random_state=0)
    >>> three = prediction_strength(KMeans(3), X, n_splits=10, random_state=0)
    >>> bool(two.score > 0.9 > 0.8 > three.score)
    True
    """
    check_count("n_splits", n_splits, n_jobs)
    samples = make_samples(estimator, X, y, fit_params)
    check_classification(classification, samples)
    results = resample(
        strength_task,
        Candidates(estimator, [{}], noise_label),
        (samples, classification),
        n_resamples=n_splits,
        random_state=random_state,
        n_jobs=n_jobs,
    )
    values, n_failed = single_outcomes(results, estimator)
    values = np.array(values)
    return Bunch(
        score=float(values.mean()),
        standard_error=standard_error(values),
        scores=values,
        n_failed=n_failed,
    )


def strength_task(candidates, samples, classification, random_state):
    """Split once; return the prediction strength of each candidate."""
    order = random_state.permutation(samples.n_samples)
    middle = samples.n_samples // 2
    halves = np.sort(order[:middle]), np.sort(order[middle:])
    drawn = [samples.take(half) for half in halves]
    seed = draw_seed(random_state)

    def compute(which):
        refits = [candidates.fit(which, half, seed) for half in drawn]
        strengths = [
            strength_of_prediction(
                refits[test].codes,
                classify(
                    samples,
                    halves[test],
                    halves[1 - test],
                    refits[1 - test],
                    classification,
                    candidates.noise_label,
                    seed,
                ),
            )
            for test in (0, 1)
        ]
        return sum(strengths) / 2

    return candidates.outcomes(compute)
