"""The steps that all searches over candidate partitions share."""

from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin, MetaEstimatorMixin
from sklearn.cluster import KMeans
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from skclustmetrics._compat._callbacks import (
    CallbackSupportMixin,
    begin_fit,
    callback_task,
    end_fit,
    subtasks,
)
from skclustmetrics._compat._sklearn import fit_context
from skclustmetrics.model_selection._candidates import counts_asked
from skclustmetrics.model_selection._criteria import check_criteria
from skclustmetrics.model_selection._evaluation import ScoredData, evaluate
from skclustmetrics.model_selection._fitting import fit_candidates, make_estimators
from skclustmetrics.model_selection._input import (
    check_input,
    precision,
    precomputed_kind,
)
from skclustmetrics.model_selection._partitions import (
    check_noise_labels,
    describe_partitions,
    exclude,
    skip_collapsed,
)
from skclustmetrics.model_selection._results import (
    format_params,
    format_table,
    make_results,
    report_problems,
)
from skclustmetrics.model_selection._routing import make_router, route
from skclustmetrics.scorers import ClusterScorer
from skclustmetrics.scorers._labels import count_samples, seen_by_last_step
from skclustmetrics.scorers._own_copy import own_copy

__all__ = ["BaseClusterSearch"]


def _clusterer_has(method):
    """Make a check whether the fitted clusterer, else the given one, has a method."""

    def check(search):
        getattr(getattr(search, "best_estimator_", search._clusterer()), method)
        return True

    return check


class BaseClusterSearch(
    CallbackSupportMixin, MetaEstimatorMixin, ClusterMixin, BaseEstimator
):
    """Fit candidates, score the partitions they find, keep the best.

    A subclass says which candidates there are, what they are scored by and which is
    the best: `_candidates`, `_criteria`, `_deciding` and `_select`.
    """

    # for the indices that take weights
    __metadata_request__fit: ClassVar[dict] = {"sample_weight": None}

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X, y=None, **params):
        """Fit and score every candidate, and keep the best.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The samples, or the distances between all of them. Rows with NaN may be
            there if the clusterer takes them and calls them noise.
        y : array-like of shape (n_samples,), default=None
            Known labels, for external indices; the estimator is given them too.
        **params : dict
            Parameters of the estimator's `fit`. ``sample_weight`` goes to indices that
            take it as well. With metadata routing enabled, all go where they are
            requested; indices without a scorer request by ``set_fit_request``.

        Returns
        -------
        self : object
            The fitted search.
        """
        vars(self).pop("silhouette_samples_", None)
        clusterer = self._clusterer()
        holds = self._holds()
        criteria = self._criteria()
        X_fit, X = self._check_input(X, criteria, reset=True)
        n_samples = count_samples(X)
        candidates = self._candidates(clusterer, n_samples)
        deciding = self._deciding([criterion.name for criterion in criteria])
        decisive = next(c for c in criteria if c.name == deciding)
        check_criteria(criteria, holds=holds, y=y)
        requests = BaseEstimator.get_metadata_routing(self)
        fit_params, score_params = route(self, requests, criteria, params)
        random_state = check_random_state(self.random_state)
        estimators = make_estimators(clusterer, candidates, random_state)
        data = ScoredData(
            X,
            precomputed=holds == "distances",
            y=y,
            X_fit=X_fit,
            rows=self._draw_rows(n_samples, random_state),
            n_jobs=self.n_jobs,
        )
        context = begin_fit(self, len(candidates) + 1, X_fit, y)
        fits = fit_candidates(
            self, estimators, candidates, X_fit, y, fit_params, context
        )
        noise_labels = [self.noise_label, *(c.noise_label for c in criteria)]
        check_noise_labels(noise_labels, fits)
        (score_context,) = subtasks(context, "score", 1)
        with callback_task(score_context, self, X_fit, y):
            evaluations = evaluate(
                criteria, fits, data, score_params, raises=self.error_score == "raise"
            )
        asked = counts_asked(clusterer, candidates)
        self.results_ = self._make_results(
            candidates, fits, evaluations, decisive, score_params[deciding]
        )
        best = self._select(self.results_, asked, precision(X))
        # at the caller of fit, which the decorator wraps
        self._report(best, decisive, stacklevel=4)
        scorers = {criterion.name: criterion.scorer for criterion in criteria}
        self.scorer_ = scorers if len(scorers) > 1 else scorers[deciding]
        self._keep_best(best, asked, fits, evaluations)
        end_fit(context, self, X_fit, y)
        return self

    def _make_results(self, candidates, fits, evaluations, decisive, score_params):
        partitions = describe_partitions(
            fits, self.noise_label, score_params.get("sample_weight")
        )
        outcomes = skip_collapsed(
            decisive, evaluations[decisive.name], fits, self.noise_label
        )
        evaluations[decisive.name] = exclude(
            outcomes, partitions, self._least_coverage(decisive)
        )
        return make_results(
            candidates, fits, partitions, evaluations, decisive.name, self.error_score
        )

    def _least_coverage(self, decisive):
        return max(self.min_coverage, decisive.min_coverage)

    def _report(self, best, decisive, *, stacklevel):
        ignores_noise = decisive.ignores_noise and self._least_coverage(decisive) == 0
        report_problems(
            self.results_,
            best,
            ignores_noise=decisive.scorer.index.name if ignores_noise else None,
            stacklevel=stacklevel + 1,
        )

    def _keep_best(self, best, asked, fits, evaluations):
        results = self.results_
        self.best_index_ = best
        self.best_params_ = results["params"][best]
        self.best_estimator_ = fits[best].estimator
        self.labels_ = fits[best].labels
        self.n_clusters_ = int(results["n_clusters"][best])
        self.best_k_ = self.n_clusters_ if asked[best] is None else asked[best]
        self.coverage_ = float(results["coverage"][best])
        self.best_score_ = float(results["score"][best])
        for outcomes in evaluations.values():
            if outcomes[best].samples is not None:
                self.silhouette_samples_ = outcomes[best].samples
                break
        if self.verbose:
            print(
                f"[{type(self).__name__}] best: {format_params(self.best_params_)}, "
                f"score {self.best_score_:.4f}"
            )
        if self.verbose > 1:
            print(self.results_table())

    @available_if(_clusterer_has("predict"))
    def predict(self, X):
        """Assign new samples to the clusters of the best candidate.

        It exists where the clusterer can predict.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        labels : ndarray of shape (n_samples,)
            The cluster of each sample.
        """
        check_is_fitted(self, "best_estimator_")
        X_fit, _ = self._check_input(X, self._criteria(), reset=False)
        return self.best_estimator_.predict(own_copy(X_fit))

    @available_if(_clusterer_has("predict"))
    def score(self, X, y=None):
        """Score the partition that the best candidate predicts; higher is better.

        It exists where the clusterer can predict.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The samples.
        y : array-like of shape (n_samples,), default=None
            Known labels, for external indices.

        Returns
        -------
        score : float
            What the best candidate was chosen by, for ``predict(X)``: the silhouette
            or another index, times the coverage, negated where lower is better. NaN,
            with an `UndefinedMetricWarning`, where it is undefined.
        """
        check_is_fitted(self, "best_estimator_")
        X_fit, X = self._check_input(X, self._criteria(), reset=False)
        scorer = self.scorer_
        if isinstance(scorer, dict):
            scorer = scorer[self._deciding(list(scorer))]
        if not isinstance(scorer, ClusterScorer):
            target = () if y is None else (y,)
            return scorer(self.best_estimator_, own_copy(X_fit), *target)
        arguments = {}
        if self._holds() == "distances" and scorer.index.has_metric:
            arguments["metric"] = "precomputed"
        labels = self.best_estimator_.predict(own_copy(X_fit))
        if scorer.looks_at_data and scorer.space == "transformed":
            X = seen_by_last_step(self.best_estimator_, X_fit)
        return scorer.score_labels(X, labels, y, **arguments)["score"]

    def results_table(self):
        """Return the results as text, one line for each candidate.

        Returns
        -------
        table : str
            Parameters, clusters found, coverage, scores, time and status; the best
            candidate is marked with a star.
        """
        check_is_fitted(self, "best_estimator_")
        return format_table(self.results_, self.best_index_)

    def get_metadata_routing(self):
        """Return where metadata goes.

        Returns
        -------
        routing : MetadataRouter
            The requests of the estimator, of scorers that have requests of their own
            and, for other indices that take weights, of the search itself.
        """
        return make_router(self, self._clusterer(), self._criteria())

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        inner = get_tags(self._clusterer()).input_tags
        tags.input_tags.sparse = inner.sparse
        # rows with NaN may come in if they go out as noise
        tags.input_tags.allow_nan = inner.allow_nan and self.noise == "drop"
        # not copied: some clusterers of distances do not say so
        holds = self._holds()
        tags.input_tags.pairwise = holds is not None
        tags.input_tags.positive_only = holds == "distances"
        return tags

    def _clusterer(self):
        return KMeans() if self.estimator is None else self.estimator

    def _check_input(self, X, criteria, *, reset):
        return check_input(
            self,
            X,
            reset=reset,
            clusterer=self._clusterer(),
            holds=self._holds(),
            criteria=criteria,
        )

    def _holds(self):
        """Tell what a precomputed X holds: "distances", "similarities" or None."""
        return precomputed_kind(self._clusterer(), self.metric)

    def _draw_rows(self, n_samples, random_state):
        """Draw the samples that internal indices look at; None means all."""
        if self.sample_size is None or self.sample_size >= n_samples:
            return None
        return np.sort(random_state.permutation(n_samples)[: self.sample_size])
