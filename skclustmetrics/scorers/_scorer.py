"""The scorer: estimator and data in, a number out, higher is better."""

import copy
import math
import warnings
from dataclasses import dataclass, field, fields
from typing import Any

import sklearn
from sklearn.utils.metadata_routing import MetadataRequest

from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError, UndefinedMetricWarning
from skclustmetrics.scorers._advice import space_advice
from skclustmetrics.scorers._evaluate import (
    covered_fraction,
    evaluate_index,
    find_noise,
)
from skclustmetrics.scorers._labels import assign_labels, is_transformed
from skclustmetrics.scorers._options import check_options

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
        check_options(self)
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
        self._check_truth(y)
        assignment = assign_labels(
            estimator,
            X,
            y,
            response_method=self.response_method,
            space=self.space,
            needs_data=self.looks_at_data,
        )
        looks = self.looks_at_data
        if looks and assignment.precomputed and "metric" not in self.kwargs:
            self._check_takes_distances(assignment.precomputed, estimator)
            metadata = {"metric": "precomputed", **metadata}
        try:
            return self.score_labels(assignment.X, assignment.labels, y, **metadata)
        except (TypeError, ValueError) as error:
            as_given = looks and self.space == "input" and is_transformed(estimator)
            advice = space_advice(X, self.index.name) if as_given else None
            if advice is None:
                raise
            kind = TypeError if isinstance(error, TypeError) else ValueError
            raise kind(f"{advice} {error}") from error

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
        noise_label = self.resolved_noise_label
        is_noise, n_clusters = find_noise(
            self.index, first, labels, noise_label=noise_label
        )
        coverage = covered_fraction(is_noise, arguments.get("sample_weight"))
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
            "score": self._rank_or_warn(raw_score, coverage, reason),
            "raw_score": raw_score,
            "coverage": coverage,
            "n_clusters": n_clusters,
        }

    @property
    def looks_at_data(self):
        """Whether the index depends on the data, and not on labels alone."""
        return self.index.kind == "internal" and self.index.needs_data

    @property
    def resolved_noise_label(self):
        """Which labels are noise, once "auto" is settled."""
        if isinstance(self.noise_label, str) and self.noise_label == "auto":
            return "negative" if self.index.kind == "internal" else None
        return self.noise_label

    @property
    def drops_noise(self):
        """Whether noise is left out and was to count in the score."""
        return (
            self.weight_by_coverage
            and self.noise == "drop"
            and self.resolved_noise_label is not None
        )

    @property
    def counts_noise(self):
        """Whether dropped noise lowers the score: as 0, or in the index by itself.

        0 is no reward where higher values are better and there are bounds.
        """
        index = self.index
        zero_is_no_reward = index.greater_is_better and not any(
            map(math.isinf, index.bounds)
        )
        return self.drops_noise and bool(index.counts_noise or zero_is_no_reward)

    def rank(self, value, coverage):
        """Turn a value of the index into a score.

        Parameters
        ----------
        value : float
            The index.
        coverage : float
            The fraction of samples that are not noise.

        Returns
        -------
        score : float
            The score; higher is better.
        """
        score = value if self.index.greater_is_better else -value
        if self.counts_noise and not self.index.counts_noise:
            return score * coverage
        return score

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

    def _rank_or_warn(self, raw_score, coverage, reason):
        """Rank a value; warn where it is undefined or much noise may rank high."""
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
        ignores_noise = self.drops_noise and not self.counts_noise
        if ignores_noise and coverage < 1 and self.min_coverage is None:
            self._warn(
                f"{self.__name__} leaves noise out and cannot count it as 0, so that "
                "partitions with much noise may rank high. Set min_coverage, or "
                "weight_by_coverage=False to accept this.",
                UserWarning,
            )
        return self.rank(raw_score, coverage)

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
