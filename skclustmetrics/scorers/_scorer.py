"""The scorer: estimator and data in, a number out, higher is better."""

import copy
import math
import warnings
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import Any

import numpy as np
import sklearn
from sklearn.utils.metadata_routing import MetadataRequest

from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._noise import check_noise_policy
from skclustmetrics.exceptions import UndefinedIndexError, UndefinedMetricWarning
from skclustmetrics.scorers._evaluate import evaluate_index, find_noise
from skclustmetrics.scorers._labels import RESPONSE_METHODS, SPACES, assign_labels

__all__ = ["ClusterScorer"]


@dataclass(eq=False, repr=False, kw_only=True)
class ClusterScorer:
    """Score the partition that a clusterer makes of the scored samples.

    Made by `make_scorer` and `get_scorer`, which document the parameters. Call it, or
    hand it to the ``scoring`` parameter of anything in scikit-learn. It can be copied,
    pickled and cloned.

    Parameters
    ----------
    index : IndexSpec
        The index.
    kwargs : dict, default={}
        Keyword arguments of the index.
    noise_label : object, default="auto"
        Which labels are noise.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What to do with noise.
    weight_by_coverage : bool, default=True
        Whether dropped noise counts as 0.
    min_coverage : float, default=None
        The least coverage; a partition with less counts as undefined.
    undefined : float, default=nan
        The score where the index has no value.
    response_method : {"auto", "predict", "fit_predict"}, default="auto"
        Where the labels of the scored samples come from.
    space : {"input", "transformed"}, default="input"
        Which data an internal index looks at behind a Pipeline.

    See Also
    --------
    make_scorer : Make a scorer from a function.
    get_scorer : Get a scorer by name.

    Examples
    --------
    >>> from sklearn.cluster import DBSCAN
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import make_scorer, silhouette_score
    >>> X, _ = load_iris(return_X_y=True)
    >>> scorer = make_scorer(silhouette_score)
    >>> report = scorer.report(DBSCAN(eps=0.5), X)
    >>> report["n_clusters"], round(report["coverage"], 3)
    (2, 0.887)
    >>> round(report["raw_score"], 3), round(report["score"], 3)
    (0.735, 0.652)
    """

    index: IndexSpec
    kwargs: dict = field(default_factory=dict)
    noise_label: Any = "auto"
    noise: str = "drop"
    weight_by_coverage: bool = True
    min_coverage: float | None = None
    undefined: float = math.nan
    response_method: str = "auto"
    space: str = "input"

    def __post_init__(self):
        check_noise_policy(self.noise)
        _check_option("response_method", self.response_method, RESPONSE_METHODS)
        _check_option("space", self.space, SPACES)
        if not isinstance(self.weight_by_coverage, bool | np.bool_):
            raise TypeError(
                "weight_by_coverage must be a bool, got "
                f"{self.weight_by_coverage!r} of type "
                f"{type(self.weight_by_coverage).__name__}."
            )
        if not isinstance(self.undefined, Real):
            raise TypeError(
                f"undefined must be a number, got {self.undefined!r} of type "
                f"{type(self.undefined).__name__}."
            )
        if self.min_coverage is not None:
            if not isinstance(self.min_coverage, Real):
                raise TypeError(
                    f"min_coverage must be a number or None, got {self.min_coverage!r} "
                    f"of type {type(self.min_coverage).__name__}."
                )
            if not 0 <= self.min_coverage <= 1:
                raise ValueError(
                    f"min_coverage must be in [0, 1], got {self.min_coverage!r}."
                )
        self._requests = {}

    @property
    def __name__(self):
        return self.index.scorer_name

    def __repr__(self):
        function = self.index.function
        arguments = [getattr(function, "__name__", repr(function))]
        if self.index.family == "custom":
            arguments.append(f"greater_is_better={self.index.greater_is_better}")
        shown = {
            option.name: getattr(self, option.name)
            for option in fields(self)
            if option.name not in ("index", "kwargs")
            and repr(getattr(self, option.name)) != repr(option.default)
        }
        shown = {**shown, **self.index.params, **self.kwargs}
        arguments += [f"{name}={value!r}" for name, value in shown.items()]
        return f"make_scorer({', '.join(arguments)})"

    def __sklearn_clone__(self):
        return copy.deepcopy(self)

    def __call__(self, estimator, X, y=None, **metadata):
        """Score the partition that an estimator makes of the samples.

        Parameters
        ----------
        estimator : estimator
            A clusterer, or a Pipeline that ends with one; fitted if it is to predict.
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The samples; all distances between them for a clusterer with
            ``metric="precomputed"``.
        y : array-like of shape (n_samples,), default=None
            The true labels. External indices need them, internal ones do not look.
        **metadata : dict
            Further keyword arguments of the index, such as ``sample_weight``.

        Returns
        -------
        score : float
            The score; higher is better, `undefined` where the index has no value.
        """
        return self.report(estimator, X, y, **metadata)["score"]

    def report(self, estimator, X, y=None, **metadata):
        """Score, and say what the score is made of.

        Parameters
        ----------
        estimator : estimator
            A clusterer, or a Pipeline that ends with one; fitted if it is to predict.
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,), default=None
            The true labels, for external indices.
        **metadata : dict
            Further keyword arguments of the index.

        Returns
        -------
        report : dict of str to number
            ``score`` is what calling the scorer returns; ``raw_score`` is the index
            itself, in its own direction and without the coverage, NaN where it is
            undefined; ``coverage`` is the fraction of samples that are not noise;
            ``n_clusters`` is the number of clusters found, noise left out.

        Notes
        -----
        scikit-learn takes a function that returns a dict as multimetric scoring.
        ``GridSearchCV(..., scoring=scorer.report, refit="score")`` therefore keeps all
        four numbers of every candidate, for one labelling each.
        """
        internal = self.index.kind == "internal"
        self._check_truth(y)
        assignment = assign_labels(
            estimator,
            X,
            y,
            response_method=self.response_method,
            space=self.space,
            needs_data=internal,
        )
        if internal and assignment.precomputed and "metric" not in self.kwargs:
            self._check_takes_distances(assignment.precomputed, estimator)
            metadata = {"metric": "precomputed", **metadata}
        return self.score_labels(assignment.X, assignment.labels, y, **metadata)

    def score_labels(self, X, labels, y=None, **metadata):
        """Score labels that are known, by the same rules.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The samples. External indices do not look.
        labels : array-like of shape (n_samples,)
            The cluster of each sample.
        y : array-like of shape (n_samples,), default=None
            The true labels, for external indices.
        **metadata : dict
            Further keyword arguments of the index; ``metric="precomputed"`` if `X`
            holds distances.

        Returns
        -------
        report : dict of str to number
            As `report` returns it.
        """
        self._check_truth(y)
        first = X if self.index.kind == "internal" else y
        arguments = {**self.kwargs, **metadata}
        noise_label = self._resolved_noise_label()
        is_noise, n_clusters = find_noise(
            self.index, first, labels, noise_label=noise_label
        )
        coverage = _covered_fraction(is_noise, arguments.get("sample_weight"))
        raw_score, reason = math.nan, "the index is NaN"
        try:
            raw_score = float(
                evaluate_index(
                    self.index,
                    first,
                    labels,
                    is_noise=is_noise,
                    noise_label=noise_label,
                    noise=self.noise,
                    **arguments,
                )
            )
        except UndefinedIndexError as error:
            reason = str(error)
        return {
            "score": self._rank(raw_score, coverage, reason),
            "raw_score": raw_score,
            "coverage": coverage,
            "n_clusters": n_clusters,
        }

    def _resolved_noise_label(self):
        if isinstance(self.noise_label, str) and self.noise_label == "auto":
            return "negative" if self.index.kind == "internal" else None
        return self.noise_label

    def _check_truth(self, y):
        if self.index.kind == "external" and y is None:
            raise ValueError(
                f"{self.index.name} compares the clusters with true labels and needs "
                "y: pass it, as in search.fit(X, y) or cross_validate(estimator, X, "
                "y), or score with an internal index, such as 'silhouette'."
            )

    def _check_takes_distances(self, precomputed, estimator):
        if precomputed == "similarities":
            raise ValueError(
                f"{estimator!r} works on a precomputed affinity; {self.index.name} "
                "needs distances or feature vectors. Score with an external index, or "
                "cluster precomputed distances instead."
            )
        if not self.index.has_metric:
            raise ValueError(
                f"{estimator!r} works on precomputed distances; {self.index.name} is "
                "computed from feature vectors. Use an index that takes "
                "metric='precomputed', such as 'silhouette'."
            )

    def _rank(self, raw_score, coverage, reason):
        """Turn the value of the index into the score that candidates are ranked by."""
        if self.min_coverage is not None and coverage < self.min_coverage:
            reason = (
                f"coverage {coverage:.3g} is below min_coverage={self.min_coverage}"
            )
            raw_score = math.nan
        if math.isnan(raw_score):
            self._warn(
                f"{self.__name__} is undefined for this partition and counts as "
                f"{self.undefined}: {reason}",
                UndefinedMetricWarning,
            )
            return self.undefined
        score = raw_score if self.index.greater_is_better else -raw_score
        if coverage == 1 or self.noise != "drop" or not self.weight_by_coverage:
            return score
        if self.index.counts_noise:
            return score
        if self._noise_can_count_as_zero():
            return score * coverage
        if self.min_coverage is None:
            self._warn(
                f"{self.__name__} leaves noise out and cannot count it as 0, so that "
                "partitions with much noise may rank high. Set min_coverage, or "
                "weight_by_coverage=False to accept this.",
                UserWarning,
            )
        return score

    def _noise_can_count_as_zero(self):
        """Tell whether 0 is no reward: not so where lower is better, or unbounded."""
        bounds = self.index.bounds
        return self.index.greater_is_better and not any(map(math.isinf, bounds))

    def _warn(self, message, category):
        warnings.warn(message, category, stacklevel=6)  # at the caller of the scorer

    def _accept_sample_weight(self):
        return self.index.has_sample_weight

    def set_score_request(self, **requests):
        """Say which metadata the scorer asks for.

        Parameters
        ----------
        **requests : {True, False, None} or str
            By name of the metadata: whether it is requested, not requested, an error
            when passed, or the other name under which it is passed.

        Returns
        -------
        self : ClusterScorer
            The scorer itself.

        Raises
        ------
        RuntimeError
            If metadata routing is disabled.
        """
        if not sklearn.get_config()["enable_metadata_routing"]:
            raise RuntimeError(
                "set_score_request is only available when metadata routing is enabled: "
                "sklearn.set_config(enable_metadata_routing=True)."
            )
        self._requests.update(requests)
        return self

    def get_metadata_routing(self):
        """Return the metadata that the scorer asks for.

        Returns
        -------
        routing : MetadataRequest
            The requests of the method ``score``.
        """
        routing = MetadataRequest(owner=repr(self))
        weight = {"sample_weight": None} if self._accept_sample_weight() else {}
        for name, alias in {**weight, **self._requests}.items():
            routing.score.add_request(param=name, alias=alias)
        return routing


def _check_option(name, value, allowed):
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(
            f"The {name!r} parameter must be one of {', '.join(map(repr, allowed))}. "
            f"Got {value!r} instead."
        )


def _covered_fraction(is_noise, sample_weight):
    if is_noise is None:
        return 1.0
    return float(np.average(~is_noise, weights=sample_weight))
