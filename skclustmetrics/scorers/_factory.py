"""make_scorer, a drop-in for scikit-learn's that knows clustering indices."""

import math

import sklearn.metrics

from skclustmetrics.scorers._index import resolve_index
from skclustmetrics.scorers._scorer import ClusterScorer

__all__ = ["make_scorer"]


def make_scorer(
    score_func,
    *,
    greater_is_better=None,
    response_method="auto",
    kind=None,
    noise_label="auto",
    noise="drop",
    weight_by_coverage=True,
    min_coverage=None,
    undefined=math.nan,
    space="input",
    **kwargs,
):
    """Make a scorer from an index, for ``scoring`` of GridSearchCV and friends.

    A drop-in for `sklearn.metrics.make_scorer`, which calls every function as
    ``f(y_true, y_pred)`` and so can never show the data to an internal index. This one
    tells the kinds of functions apart and scores clusterers without `predict` too.

    Parameters
    ----------
    score_func : callable
        An index of this package; scikit-learn's clustering function of that name,
        which this package's then stands in for; or any other function. A function
        whose first parameters are called ``X, labels`` counts as an internal index,
        one with ``labels..., labels...`` as an external index, and all others go to
        scikit-learn's `make_scorer`, with its defaults.
    greater_is_better : bool, default=None
        The direction. None means the registry's for known indices; for other
        functions with the call of an index it has to be given.
    response_method : {"auto", "predict", "fit_predict"}, default="auto"
        Where the labels of the scored samples come from. "predict": from the fitted
        estimator. "fit_predict": from a clone that is fitted on the scored samples.
        "auto": from `predict` where the estimator has it and is fitted, otherwise from
        a clone. The attribute ``labels_`` is never used: it belongs to the samples of
        `fit`, which in cross-validation are others, though often as many.
    kind : {"internal", "external"}, default=None
        How a function that is not known is called: ``f(X, labels, **kwargs)`` or
        ``f(y, labels, **kwargs)``. None reads the names of its parameters.
    noise_label : object, default="auto"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. "auto" means "negative" for internal and
        None for external indices, where dropped noise would hide errors.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What to do with noise: leave it out, make each sample its own cluster, give it
        to the cluster of its nearest clustered sample, or make it one cluster.
    weight_by_coverage : bool, default=True
        Whether dropped noise counts as 0: the score is the index times the coverage,
        the fraction of samples that are not noise. Without it a search prefers
        partitions that call nearly everything noise. It has no effect on indices of
        which lower values are better or that are unbounded, where 0 might be a reward;
        give these a `min_coverage`.
    min_coverage : float, default=None
        The least coverage, in [0, 1]; a partition with less counts as undefined.
    undefined : float, default=nan
        The score where the index has no value: one cluster, only singletons, only
        noise. It comes with an `UndefinedMetricWarning`.
    space : {"input", "transformed"}, default="input"
        For a Pipeline, which data an internal index looks at: as given, so that
        scores of different preprocessing can be compared, or as the last step sees
        it, which is the only way where X holds texts or categories.
    **kwargs : dict
        Further keyword arguments of `score_func`, such as ``metric="cosine"``. Those
        that the function hands on to a metric are checked when the scorer is called,
        since only the data tells what the metric takes.

    Returns
    -------
    scorer : ClusterScorer or scikit-learn's scorer
        Called as ``scorer(estimator, X, y=None)``; higher is better. A ClusterScorer
        also has ``report(estimator, X, y=None)``, which returns the score, the raw
        score, the coverage and the number of clusters.

    Raises
    ------
    ValueError
        If `greater_is_better` or `kind` contradicts the registry, if the direction of
        an unknown index is not given, or if an option has a value that is not allowed.
    TypeError
        If `score_func` does not take one of the keyword arguments.

    Warns
    -----
    UndefinedMetricWarning
        When the scorer is called and the index is undefined.
    UserWarning
        When the scorer is called, noise is left out, and the index can neither be
        weighted by the coverage nor has a `min_coverage`.

    See Also
    --------
    get_scorer : Get a scorer by name.
    register_scorers : Make ``scoring="silhouette"`` work in scikit-learn.
    ResubstitutionSplit : Fit and score on the same, whole data.

    Notes
    -----
    A clusterer with ``metric="precomputed"`` has X scored as distances. It needs the
    whole square matrix, which `ResubstitutionSplit` leaves in one piece. A precomputed
    affinity is no distance: internal indices refuse it.

    Estimators are given copies of X, so that ``copy=False`` and the like change neither
    what is scored nor the caller's data. A memory map is copied into memory.

    Under ``weight_by_coverage`` the score of a partition is sign * index * coverage,
    with coverage = (number of samples that are not noise) / (number of samples), both
    weighted if the index takes ``sample_weight``.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from skclustmetrics import ResubstitutionSplit, make_scorer, silhouette_score
    >>> X, _ = load_iris(return_X_y=True)
    >>> search = GridSearchCV(
    ...     KMeans(random_state=0),
    ...     {"n_clusters": [2, 3, 4, 5]},
    ...     scoring=make_scorer(silhouette_score),
    ...     cv=ResubstitutionSplit(),
    ... )
    >>> search.fit(X).best_params_
    {'n_clusters': 2}
    """
    if not callable(score_func):
        raise TypeError(
            f"score_func must be callable, got {score_func!r} of type "
            f"{type(score_func).__name__}. get_scorer takes names."
        )
    if kind not in (None, "internal", "external"):
        raise ValueError(
            "The 'kind' parameter must be 'internal', 'external' or None. "
            f"Got {kind!r} instead."
        )
    index, kwargs = resolve_index(
        score_func, kind=kind, greater_is_better=greater_is_better, kwargs=kwargs
    )
    options = {
        "noise_label": noise_label,
        "noise": noise,
        "weight_by_coverage": weight_by_coverage,
        "min_coverage": min_coverage,
        "undefined": undefined,
        "space": space,
    }
    if index is not None:
        return ClusterScorer(
            index=index, kwargs=kwargs, response_method=response_method, **options
        )
    defaults = make_scorer.__kwdefaults__
    given = [
        name for name, value in options.items() if repr(value) != repr(defaults[name])
    ]
    if given:
        raise ValueError(
            f"{', '.join(given)} belong to clustering indices, and {score_func!r} is "
            "not known as one. Say how it is called with kind='internal' for "
            "f(X, labels) or kind='external' for f(y, labels)."
        )
    return sklearn.metrics.make_scorer(
        score_func,
        response_method="predict" if response_method == "auto" else response_method,
        greater_is_better=True if greater_is_better is None else greater_is_better,
        **kwargs,
    )
