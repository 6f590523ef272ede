"""Choose the number of clusters by the prediction strength."""

from numbers import Integral, Real
from typing import ClassVar

import numpy as np

from skclustmetrics._compat._sklearn import HasMethods, Interval, StrOptions
from skclustmetrics.model_selection._k_selector import BaseKSelector
from skclustmetrics.model_selection._resampled import Resampling, summarize
from skclustmetrics.stability._classification import check_classification
from skclustmetrics.stability._prediction_strength import strength_task
from skclustmetrics.stability._summaries import standard_error

__all__ = ["PredictionStrengthKSelector"]


class PredictionStrengthKSelector(BaseKSelector):
    """Choose the largest number of clusters that half of the data can predict.

    The data is split in halves many times, and both are clustered. Each sample of one
    half is assigned to a cluster of the other, and the prediction strength is the share
    of the pairs of a cluster that stay together, of the cluster where it is least. The
    largest number of clusters whose mean strength reaches the cutoff is chosen; one
    cluster always does.

    Read more in the :ref:`User Guide <prediction_strength>`.

    Parameters
    ----------
    estimator : estimator, default=None
        The clusterer, or a Pipeline that ends with one; None means `KMeans`. Every
        `random_state` in it that is None is set from that of the selector.
    param_name : str, default="auto"
        The parameter to vary, ``step__name`` in a Pipeline. "auto" knows `n_clusters`
        and `n_components`; for a clusterer without these the error names the parameter
        to give.
    param_range : iterable, default=None
        The values to try. None means 1 to 10 clusters, as far as the samples reach.
    n_splits : int, default=50
        How many times to split, which is fpc's default.
    cutoff : float, default=0.8
        What the mean strength must reach, in (0, 1]. The paper recommends 0.8 to 0.9.
    se_factor : float, default=0.0
        How many standard errors are added to the mean before; fpc adds none, the paper
        one.
    classification : {"auto", "predict", "centroid", "average", "nearest"} or \
classifier, default="auto"
        How a sample is assigned to a cluster: by the clusterer's `predict`, to the
        nearest cluster mean, to the cluster of least mean distance (or largest mean
        similarity), to that of its nearest neighbour, or by a classifier that is fitted
        to the clusters. "auto" is "predict" where the clusterer can, else "centroid";
        "average" for precomputed input.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise of the half that is predicted does
        not count; a sample that is predicted to be noise is apart from all others.
    min_coverage : float, default=0.0
        The least part of the samples, in [0, 1], that the best candidate leaves in
        clusters.
    error_score : "raise" or float, default=nan
        The score of a candidate whose fit fails, to the data or on all splits; it is
        never the best one. "raise" raises the error instead.
    n_jobs : int, default=None
        How many candidates, and then how many splits, are worked on at a time. No
        result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the candidates, all alike, and the splits, which are the same for all.
    verbose : int, default=0
        Whether to print the progress of the fits, and from 2 on the results.

    Attributes
    ----------
    best_estimator_ : estimator
        The best candidate, fitted.
    best_params_ : dict
        Its parameter.
    best_index_ : int
        Its position in `results_`.
    best_k_ : int
        The number of clusters it was asked for if that is the parameter, else the
        number it found.
    n_clusters_ : int
        The number of clusters it found, noise left out.
    best_score_ : float
        Its prediction strength.
    coverage_ : float
        The part of the samples that it leaves in clusters.
    labels_ : ndarray of shape (n_samples,)
        The partition it found.
    results_ : dict of str to list or ndarray of shape (n_candidates,)
        One column each for ``params``, ``param_<name>``, ``n_clusters`` (found),
        ``coverage``, ``score`` (the mean strength), ``ranking_score`` (the same),
        ``standard_error`` of the mean over splits, ``n_failed``, the number of splits
        that do not count, as a fit failed, ``fit_time`` and ``score_time`` in seconds,
        and ``status``: "ok" or why the candidate cannot be the best.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, if X has names that are strings.

    Raises
    ------
    ValueError
        If no candidate reaches the cutoff, which cannot happen if one cluster is among
        the candidates; the message lists the reasons.

    Warns
    -----
    CandidateFailedWarning
        If candidates could not be fitted; once, with the reasons.

    See Also
    --------
    prediction_strength : The strength of one clusterer.
    StabilityKSelector : Choose by how far resampling changes the clusters.

    Notes
    -----
    R's ``fpc::prediction.strength`` takes the values above the cutoff, here those that
    reach it count too, as in the paper. A cluster of one sample counts as 1. Where
    clusters are tiny, as with many of them by average linkage, fpc's values are up to
    0.1 larger; else both agree within their Monte Carlo error.

    References
    ----------
    .. [1] R. Tibshirani and G. Walther (2005). "Cluster validation by prediction
       strength". Journal of Computational and Graphical Statistics 14, 511-528.
       :doi:`10.1198/106186005X59243`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import make_blobs
    >>> from skclustmetrics import PredictionStrengthKSelector
    >>> X, _ = make_blobs(200, centers=3, cluster_std=0.6, random_state=1)
    >>> selector = PredictionStrengthKSelector(
    ...     KMeans(n_init=3), param_range=range(1, 6), n_splits=10, random_state=0
    ... ).fit(X)
    >>> selector.best_k_
    3
    """

    _least_count = 1

    _parameter_constraints: ClassVar[dict] = {
        "estimator": [HasMethods(["fit"]), None],
        "param_name": [str],
        "param_range": "no_validation",
        "n_splits": [Interval(Integral, 1, None, closed="left")],
        "cutoff": [Interval(Real, 0, 1, closed="right")],
        "se_factor": [Interval(Real, 0, None, closed="left")],
        "classification": "no_validation",
        "noise_label": "no_validation",
        "min_coverage": [Interval(Real, 0, 1, closed="both")],
        "error_score": [StrOptions({"raise"}), Real],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
        "verbose": ["verbose"],
    }

    def __init__(
        self,
        estimator=None,
        *,
        param_name="auto",
        param_range=None,
        n_splits=50,
        cutoff=0.8,
        se_factor=0.0,
        classification="auto",
        noise_label="negative",
        min_coverage=0.0,
        error_score=np.nan,
        n_jobs=None,
        random_state=None,
        verbose=0,
    ):
        self.estimator = estimator
        self.param_name = param_name
        self.param_range = param_range
        self.n_splits = n_splits
        self.cutoff = cutoff
        self.se_factor = se_factor
        self.classification = classification
        self.noise_label = noise_label
        self.min_coverage = min_coverage
        self.error_score = error_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _judge_fits(self, run):
        work = Resampling(self, run)
        check_classification(self.classification, work.samples)
        outcomes = work.outcomes(
            strength_task, (work.samples, self.classification), self.n_splits
        )
        summaries = [
            summarize(
                found,
                self.n_splits,
                lambda values: (float(np.mean(values)), standard_error(values), {}),
            )
            for found in outcomes
        ]
        return work.judge(summaries, greater_is_better=True, columns=("n_failed",))

    def _count_steps(self, run):
        return self.n_splits

    def _select(self, results, asked, dtype):
        """Choose the most clusters whose strength reaches the cutoff."""
        strength = results["score"]
        if self.se_factor > 0:
            strength = strength + self.se_factor * np.nan_to_num(
                results["standard_error"]
            )
        judged = results["status"] == "ok"
        usable = np.flatnonzero(judged & (strength >= self.cutoff))
        if usable.size == 0:
            if judged.any():
                largest = results["score"][judged].max()
                raise ValueError(
                    f"No candidate reaches the cutoff of {self.cutoff:g}; the largest "
                    f"prediction strength is {largest:.3f}. With "
                    "one cluster among the candidates, as in the default param_range, "
                    "that one is chosen then."
                )
            return None
        # what was found: a clusterer may be asked for more clusters than there are
        counts = results["n_clusters"][usable]
        # of several with as many clusters the strongest, then the first
        order = np.lexsort((-usable, strength[usable], counts))
        return int(usable[order[-1]])
