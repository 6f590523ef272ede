"""Searches that score the partitions of their candidates by indices."""

from typing import ClassVar

import numpy as np
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from skclustmetrics.model_selection._base import BaseClusterSearch, clusterer_has
from skclustmetrics.model_selection._criteria import check_criteria
from skclustmetrics.model_selection._evaluation import ScoredData, evaluate
from skclustmetrics.model_selection._partitions import (
    describe_partitions,
    exclude,
    skip_collapsed,
)
from skclustmetrics.model_selection._run import Judgement
from skclustmetrics.scorers import ClusterScorer
from skclustmetrics.scorers._labels import count_samples, seen_by_last_step
from skclustmetrics.scorers._own_copy import own_copy

__all__ = ["BaseIndexSearch"]


class BaseIndexSearch(BaseClusterSearch):
    """Score the candidates by indices of the partitions that they find.

    A subclass says by which (`_criteria`), and which of several decides (`_deciding`).
    """

    # for the indices that take weights
    __metadata_request__fit: ClassVar[dict] = {"sample_weight": None}

    def _judge(self, run):
        """Score every candidate by every criterion."""
        criteria = self._criteria()
        deciding = self._deciding([criterion.name for criterion in criteria])
        decisive = next(c for c in criteria if c.name == deciding)
        n_samples = count_samples(run.X)
        data = ScoredData(
            run.X,
            precomputed=run.holds == "distances",
            y=run.y,
            X_fit=run.X_fit,
            rows=self._draw_rows(n_samples, run.random_state),
            n_jobs=self.n_jobs,
        )
        evaluations = evaluate(
            criteria,
            run.fits,
            data,
            run.score_params,
            raises=self.error_score == "raise",
        )
        scorers = {criterion.name: criterion.scorer for criterion in criteria}
        self.scorer_ = scorers if len(scorers) > 1 else scorers[deciding]
        weight = run.score_params[deciding].get("sample_weight")
        least_coverage = max(self.min_coverage, decisive.min_coverage)
        evaluations[deciding] = exclude(
            skip_collapsed(decisive, evaluations[deciding], run.fits, self.noise_label),
            describe_partitions(run.fits, self.noise_label, weight),
            least_coverage,
        )
        ignores_noise = decisive.ignores_noise and least_coverage == 0
        return Judgement(
            evaluations,
            deciding,
            sample_weight=weight,
            ignores_noise=decisive.scorer.index.name if ignores_noise else None,
        )

    @available_if(clusterer_has("predict"))
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
        X_fit, X = self._check_input(X, reset=False)
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

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        inner = get_tags(self._clusterer()).input_tags
        # rows with NaN may come in if they go out as noise
        tags.input_tags.allow_nan = inner.allow_nan and self.noise == "drop"
        return tags

    def _deciding(self, names):
        """Name the criterion that ranks the candidates."""
        return names[0]

    def _check_criteria(self, criteria, y):
        self._deciding([criterion.name for criterion in criteria])
        check_criteria(criteria, holds=self._holds(), y=y)

    def _noise_labels(self):
        return [self.noise_label, *(c.noise_label for c in self._criteria())]

    def _looks_at_data(self):
        return [c.name for c in self._criteria() if c.looks_at_data]

    def _draw_rows(self, n_samples, random_state):
        """Draw the samples that internal indices look at; None means all."""
        if self.sample_size is None or self.sample_size >= n_samples:
            return None
        return np.sort(random_state.permutation(n_samples)[: self.sample_size])
