"""A search over the parameters of a clusterer, without cross-validation."""

from numbers import Integral, Real
from typing import ClassVar

import numpy as np

from skclustmetrics._compat._sklearn import HasMethods, Interval, StrOptions
from skclustmetrics._validation._noise import NOISE_POLICIES
from skclustmetrics.model_selection._candidates import (
    auto_param_name,
    default_counts,
    make_candidates,
)
from skclustmetrics.model_selection._criteria import make_criteria
from skclustmetrics.model_selection._index_search import BaseIndexSearch
from skclustmetrics.model_selection._selection import select_best, select_by_rule

__all__ = ["ClusterSearch"]


class ClusterSearch(BaseIndexSearch):
    """Search over parameters of a clusterer by indices of the partitions it finds.

    A grid search without cross-validation: every candidate is fitted on all of X and
    the labels it finds are scored on the same X, once, so that clusterers that cannot
    predict are searched as well. All silhouettes come from one pass over the distances.

    Parameters
    ----------
    estimator : estimator, default=None
        The clusterer, or a Pipeline that ends with one; None means `KMeans`. Every
        `random_state` in it that is None is set from that of the search.
    param_grid : dict or list of dict, default=None
        For each parameter the values to try, in all combinations; a list of such
        grids. None means 2 to 10 clusters, as far as the samples reach.
    scoring : str, callable, list, tuple or dict, default="silhouette"
        What to score by: the name of an index or a scorer, an index function, a
        scorer, or several of these; the keys of a dict name the results. Indices are
        computed from the labels that were found. A callable that is no index is called
        as ``scorer(estimator, X, y)``.
    refit : str or callable, default=None
        Which of several scores decides, by name; None means the first. A callable is
        given `results_` and returns the index of the best candidate.
    metric : str or callable, default=None
        The metric of internal indices that take one; None leaves each its own default,
        which is "sqeuclidean" for DBCV and "euclidean" for all others. "precomputed"
        says that X holds distances; an estimator with that metric of its own implies
        it.
    metric_params : dict, default=None
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    noise_label : object, default="negative"
        Which labels are noise, for internal indices: None for none, a label, a
        collection of labels, or "negative" for every negative number. External indices
        take every label for a cluster.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What internal indices do with noise: leave it out, make each sample its own
        cluster, give it to the cluster of its nearest clustered sample, or make it one
        cluster.
    weight_by_coverage : bool, default=True
        Whether dropped noise counts as 0 in the ranking: score times coverage. It
        holds for indices that have bounds and of which higher values are better.
    min_coverage : float, default=0.0
        The least part of the samples, in [0, 1], that the best candidate leaves in
        clusters.
    sample_size : int, default=None
        On how many samples, drawn once at random, to compute internal indices; None
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
        Its parameters.
    best_index_ : int
        Its position in `results_`.
    best_score_ : float
        Its score: the index itself, neither weighted by the coverage nor negated.
    best_k_ : int
        The number of clusters it was asked for if a parameter of the grid says so,
        else the number it found.
    n_clusters_ : int
        The number of clusters it found, noise left out.
    coverage_ : float
        The part of the samples that it leaves in clusters.
    labels_ : ndarray of shape (n_samples,)
        The partition it found.
    silhouette_samples_ : ndarray of shape (n_samples,)
        The silhouettes of its samples, NaN where a sample is noise or was not drawn.
        Only if silhouettes are asked for.
    results_ : dict of str to list or ndarray of shape (n_candidates,)
        One column each for ``params``, every ``param_<name>``, ``n_clusters`` (found),
        ``coverage``, ``score``, ``ranking_score`` (weighted and signed: higher is
        better), ``standard_error`` of the ranking score and ``macro_score`` (the mean
        over clusters; both for silhouettes), ``fit_time`` and ``score_time`` in
        seconds, and ``status``: "ok" or why the candidate cannot be the best. With
        several scores there are ``score_<name>`` and ``ranking_score_<name>`` too.
    scorer_ : callable or dict of str to callable
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
        If the only problem is that partitions have no score, as one with less than two
        clusters; once, with the reasons.

    See Also
    --------
    SilhouetteKSelector : Choose one parameter by the silhouette.
    sklearn.model_selection.GridSearchCV : Search with cross-validation.

    Notes
    -----
    Scores that differ by rounding only tie; then the candidate with the fewest
    clusters wins, then the one that was asked for fewest, then the first.

    Each candidate is fitted on a copy of X, so that estimators that overwrite their
    input, as HDBSCAN does with distances, harm neither other candidates nor the caller.

    A candidate that finds fewer than two clusters, noise left out, is never the best,
    whatever it is scored by and also where `y` has one class only.

    If no index looks at X as given, X goes to the estimator unchecked: texts and data
    frames of categories can be searched by ``make_scorer(..., space="transformed")``,
    by external indices, by "coverage" and by callables.

    All fitted candidates are kept until the best is known.

    Examples
    --------
    >>> from sklearn.cluster import AgglomerativeClustering
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import ClusterSearch
    >>> X, species = load_iris(return_X_y=True)
    >>> grid = {"n_clusters": [2, 3, 4], "linkage": ["average", "single", "ward"]}
    >>> search = ClusterSearch(AgglomerativeClustering(), grid).fit(X)
    >>> search.best_params_
    {'linkage': 'average', 'n_clusters': 2}
    >>> search = ClusterSearch(
    ...     AgglomerativeClustering(), grid, scoring=["adjusted_rand", "silhouette"]
    ... )
    >>> search.fit(X, species).best_params_
    {'linkage': 'average', 'n_clusters': 3}
    """

    _parameter_constraints: ClassVar[dict] = {
        "estimator": [HasMethods(["fit"]), None],
        "param_grid": [dict, list, tuple, None],
        "scoring": [str, callable, list, tuple, dict],
        "refit": [str, callable, None],
        "metric": [str, callable, None],
        "metric_params": [dict, None],
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
        param_grid=None,
        *,
        scoring="silhouette",
        refit=None,
        metric=None,
        metric_params=None,
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
        self.param_grid = param_grid
        self.scoring = scoring
        self.refit = refit
        self.metric = metric
        self.metric_params = metric_params
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
        """Return the parameters of each candidate."""
        if self.param_grid is not None:
            return make_candidates(self.param_grid)
        name = auto_param_name(clusterer, "param_grid=None")
        return make_candidates({name: default_counts(n_samples)})

    def _criteria(self):
        """Return what the candidates are scored by."""
        return make_criteria(
            self.scoring,
            metric=self.metric,
            metric_params=self.metric_params,
            noise_label=self.noise_label,
            noise=self.noise,
            weight_by_coverage=self.weight_by_coverage,
        )

    def _deciding(self, names):
        """Name the criterion that ranks the candidates."""
        if not isinstance(self.refit, str):
            return names[0]
        if self.refit not in names:
            raise ValueError(
                f"refit must be one of the scores, {names}; got {self.refit!r}."
            )
        return self.refit

    def _select(self, results, asked, dtype):
        """Return the index of the best candidate, None if there is none."""
        if callable(self.refit):
            return select_by_rule(results, self.refit)
        return select_best(results, asked, dtype)
