"""Choose the number of clusters by the silhouette."""

from dataclasses import replace
from numbers import Integral, Real
from typing import ClassVar

import numpy as np

from skclustmetrics._compat._sklearn import HasMethods, Interval, StrOptions
from skclustmetrics._validation._noise import NOISE_POLICIES
from skclustmetrics.model_selection._candidates import (
    auto_param_name,
    make_candidates,
    make_param_range,
)
from skclustmetrics.model_selection._criteria import make_criteria
from skclustmetrics.model_selection._input import precision
from skclustmetrics.model_selection._search import ClusterSearch
from skclustmetrics.model_selection._selection import (
    select_best,
    select_by_rule,
    select_fewest,
    select_first_max,
    within_one_standard_error,
)

__all__ = ["SilhouetteKSelector"]


class SilhouetteKSelector(ClusterSearch):
    """Choose the number of clusters by the mean silhouette.

    Any clusterer is fitted for each number of clusters, or for each value of another
    parameter such as DBSCAN's `eps`, and the partition with the highest mean silhouette
    is kept, or another one that `selection` says. All silhouettes come from one pass
    over the distances.

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
        The values to try. None means 2 to 10 clusters, as far as the samples reach.
    metric : str or callable, default="euclidean"
        The metric of the silhouettes. "precomputed" says that X holds distances; an
        estimator with that metric of its own implies it.
    metric_params : dict, default=None
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    average : {"micro", "macro"}, default="micro"
        The mean over samples, or the mean over clusters of their means.
    selection : {"max", "one_se", "first_max"} or callable, default="max"
        Which candidate is the best one. "max": the one with the highest ranking score.
        "one_se": of those whose ranking score is at most one standard error of the
        highest one below it, the one with the fewest clusters. "first_max": in the
        order of the numbers of clusters found, the first whose ranking score is not
        exceeded by the next. A callable is given `results_` and returns the position of
        the best candidate.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What to do with noise: leave it out, make each sample its own cluster, give it
        to the cluster of its nearest clustered sample, or make it one cluster.
    weight_by_coverage : bool, default=True
        Whether dropped noise counts as 0 in the ranking: silhouette times coverage.
        Without it, a sweep over DBSCAN's `eps` prefers settings that call nearly
        everything noise.
    min_coverage : float, default=0.0
        The least part of the samples, in [0, 1], that the best candidate leaves in
        clusters.
    sample_size : int, default=None
        On how many samples, drawn once at random, to compute the silhouettes; None
        means all.
    warm_start : bool, default=False
        Whether a k-means starts from the clusters found for the next smaller number of
        clusters, with the missing centres drawn by k-means++, instead of anew. It is
        for `KMeans` and `MiniBatchKMeans`, also at the end of a Pipeline. What is found
        then depends on which numbers of clusters are tried, and candidates that
        continue one another are not fitted in parallel.
    error_score : "raise" or float, default=nan
        The score of a candidate whose fit or score fails; it is never the best one.
        "raise" raises the error instead.
    n_jobs : int, default=None
        How many candidates to fit at a time, and how many workers score. No result
        depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the candidates, all alike, and the draw of `sample_size`.
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
        Its mean silhouette, not weighted by the coverage.
    coverage_ : float
        The part of the samples that it leaves in clusters.
    labels_ : ndarray of shape (n_samples,)
        The partition it found.
    silhouette_samples_ : ndarray of shape (n_samples,)
        The silhouettes of its samples, NaN where a sample is noise or was not drawn.
    results_ : dict of str to list or ndarray of shape (n_candidates,)
        One column each for ``params``, ``param_<name>``, ``n_clusters`` (found),
        ``coverage``, ``score``, ``ranking_score`` (weighted by the coverage),
        ``standard_error`` of the ranking score, ``macro_score`` (the mean over
        clusters), ``within_one_se`` (only for ``selection="one_se"``: whether the
        candidate is among those that lie within one standard error), ``fit_time`` and
        ``score_time`` in seconds, and ``status``: "ok" or why the candidate cannot be
        the best.
    scorer_ : callable
        What `score` scores by.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, if X has names that are strings.

    Raises
    ------
    ValueError
        If no candidate can be chosen; the message lists the reasons.

    Warns
    -----
    CandidateFailedWarning
        If candidates could not be fitted or scored; once, with the reasons.
    UndefinedMetricWarning
        If the only problem is that partitions have no silhouette, as one with less than
        two clusters; once, with the reasons.

    See Also
    --------
    ClusterSearch : Search over several parameters by any index.
    silhouette_score : The mean silhouette.

    Notes
    -----
    The silhouette measures how well clusters are separated, not how many groups there
    are in truth: on iris it prefers 2 clusters to the 3 species. Look at all rows of
    `results_table`, not at the winner alone.

    Scores that differ by rounding only tie; then the candidate with the fewest
    clusters wins, then the one that was asked for fewest, then the first. By "one_se"
    the one that was asked for fewest wins among those with as few clusters, then the
    higher score. Its standard error is that of the mean over samples, s / sqrt(n) with
    s the standard deviation of their silhouettes, as if samples were independent and
    the clusters given; it tells how well the mean is known, not how the partition would
    vary with other data.

    Each candidate is fitted on a copy of X, so that estimators that overwrite their
    input, as HDBSCAN does with distances, harm neither other candidates nor the caller.

    References
    ----------
    .. [1] P. J. Rousseeuw (1987). "Silhouettes: a graphical aid to the interpretation
       and validation of cluster analysis". Journal of Computational and Applied
       Mathematics 20, 53-65. :doi:`10.1016/0377-0427(87)90125-7`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import SilhouetteKSelector
    >>> X, _ = load_iris(return_X_y=True)
    >>> selector = SilhouetteKSelector(KMeans(n_init=10), random_state=0).fit(X)
    >>> selector.best_k_
    2
    >>> print(f"{selector.best_score_:.3f}")
    0.681
    """

    # one score only, so nothing is left to decide
    refit = None

    _parameter_constraints: ClassVar[dict] = {
        "estimator": [HasMethods(["fit"]), None],
        "param_name": [str],
        "param_range": "no_validation",
        "metric": [str, callable],
        "metric_params": [dict, None],
        "average": [StrOptions({"micro", "macro"})],
        "selection": [StrOptions({"max", "one_se", "first_max"}), callable],
        "noise_label": "no_validation",
        "noise": [StrOptions(set(NOISE_POLICIES))],
        "weight_by_coverage": ["boolean"],
        "min_coverage": [Interval(Real, 0, 1, closed="both")],
        "sample_size": [Interval(Integral, 3, None, closed="left"), None],
        "warm_start": ["boolean"],
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
        metric="euclidean",
        metric_params=None,
        average="micro",
        selection="max",
        noise_label="negative",
        noise="drop",
        weight_by_coverage=True,
        min_coverage=0.0,
        sample_size=None,
        warm_start=False,
        error_score=np.nan,
        n_jobs=None,
        random_state=None,
        verbose=0,
    ):
        self.estimator = estimator
        self.param_name = param_name
        self.param_range = param_range
        self.metric = metric
        self.metric_params = metric_params
        self.average = average
        self.selection = selection
        self.noise_label = noise_label
        self.noise = noise
        self.weight_by_coverage = weight_by_coverage
        self.min_coverage = min_coverage
        self.sample_size = sample_size
        self.warm_start = warm_start
        self.error_score = error_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _candidates(self, clusterer, n_samples):
        name = self.param_name
        if name == "auto":
            name = auto_param_name(clusterer)
        values = make_param_range(self.param_range, name, clusterer, n_samples)
        return make_candidates({name: values})

    def _criteria(self):
        name = "silhouette" if self.average == "micro" else "silhouette_macro"
        return make_criteria(
            name,
            metric=self.metric,
            metric_params=self.metric_params,
            noise_label=self.noise_label,
            noise=self.noise,
            weight_by_coverage=self.weight_by_coverage,
        )

    def _judge(self, run):
        judgement = super()._judge(run)
        if self.selection != "one_se":
            return judgement
        outcomes = judgement.evaluations[judgement.deciding]
        near = within_one_standard_error(
            np.array([outcome.ranking_score for outcome in outcomes]),
            np.array([outcome.standard_error for outcome in outcomes]),
            np.array([outcome.problem is None for outcome in outcomes]),
            precision(run.X),
        )
        return replace(judgement, columns={"within_one_se": near})

    def _select(self, results, asked, dtype):
        if callable(self.selection):
            return select_by_rule(results, self.selection, "selection")
        if self.selection == "one_se":
            return select_fewest(results, asked, results["within_one_se"])
        choose = select_best if self.selection == "max" else select_first_max
        return choose(results, asked, dtype)
