"""The steps that all searches over candidate partitions share."""

from dataclasses import replace

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
from skclustmetrics.model_selection._fitting import fit_candidates, make_estimators
from skclustmetrics.model_selection._input import (
    check_input,
    precision,
    precomputed_kind,
)
from skclustmetrics.model_selection._partitions import (
    check_noise_labels,
    describe_partitions,
)
from skclustmetrics.model_selection._progress import Progress
from skclustmetrics.model_selection._results import (
    format_params,
    format_table,
    make_results,
    report_problems,
)
from skclustmetrics.model_selection._routing import make_router, route
from skclustmetrics.model_selection._run import SearchRun
from skclustmetrics.model_selection._selection import select_best
from skclustmetrics.scorers._labels import count_samples
from skclustmetrics.scorers._own_copy import own_copy

__all__ = ["BaseClusterSearch", "clusterer_has"]


def clusterer_has(method):
    """Make a check whether the fitted clusterer, else the given one, has a method."""

    def check(search):
        getattr(getattr(search, "best_estimator_", search._clusterer()), method)
        return True

    return check


class BaseClusterSearch(
    CallbackSupportMixin, MetaEstimatorMixin, ClusterMixin, BaseEstimator
):
    """Fit candidates, judge the partitions they find, keep the best.

    A subclass has the parameters `estimator`, `noise_label`, `error_score`, `n_jobs`,
    `random_state` and `verbose`. It says which candidates there are (`_candidates`)
    and what it holds of them once they are fitted (`_judge`); where the highest
    ranking score is not to win, also how one is chosen (`_select`).
    """

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X, y=None, **params):
        """Fit and judge every candidate, and keep the best.

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
        run = self._begin(X, y, params)
        context = begin_fit(self, len(run.candidates) + 1, run.X_fit, y)
        fits = fit_candidates(
            self, run.estimators, run.candidates, run.X_fit, y, run.fit_params, context
        )
        check_noise_labels(self._noise_labels(), fits)
        n_steps = self._count_steps(run)
        (score_context,) = subtasks(context, "score", 1, n_steps)
        progress = Progress(self, n_steps, score_context, run.X_fit, y)
        run = replace(run, fits=fits, progress=progress)
        with callback_task(score_context, self, run.X_fit, y):
            judgement = self._judge(run)
        partitions = describe_partitions(
            fits, self.noise_label, judgement.sample_weight
        )
        self.results_ = make_results(run, partitions, judgement, self.error_score)
        best = self._select(self.results_, run.asked, precision(run.X))
        # at the caller of fit, which the decorator wraps
        report_problems(
            self.results_, best, ignores_noise=judgement.ignores_noise, stacklevel=4
        )
        self._keep_best(best, run, judgement)
        end_fit(context, self, run.X_fit, y)
        return self

    def _begin(self, X, y, params):
        """Check the input and seed the candidates."""
        clusterer = self._clusterer()
        criteria = self._criteria()
        X_fit, X = self._check_input(X, reset=True)
        candidates = self._candidates(clusterer, count_samples(X))
        self._check_criteria(criteria, y)
        requests = BaseEstimator.get_metadata_routing(self)
        fit_params, score_params = route(self, requests, criteria, params)
        random_state = check_random_state(self.random_state)
        return SearchRun(
            clusterer=clusterer,
            candidates=candidates,
            estimators=make_estimators(clusterer, candidates, random_state),
            asked=counts_asked(clusterer, candidates),
            X_fit=X_fit,
            X=X,
            y=y,
            holds=self._holds(),
            fit_params=fit_params,
            score_params=score_params,
            random_state=random_state,
        )

    def _keep_best(self, best, run, judgement):
        results = self.results_
        self.best_index_ = best
        self.best_params_ = results["params"][best]
        self.best_estimator_ = run.fits[best].estimator
        self.labels_ = run.fits[best].labels
        self.n_clusters_ = int(results["n_clusters"][best])
        asked = run.asked[best]
        self.best_k_ = self.n_clusters_ if asked is None else asked
        self.coverage_ = float(results["coverage"][best])
        self.best_score_ = float(results["score"][best])
        for outcomes in judgement.evaluations.values():
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

    @available_if(clusterer_has("predict"))
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
        X_fit, _ = self._check_input(X, reset=False)
        return self.best_estimator_.predict(own_copy(X_fit))

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
        tags.input_tags.allow_nan = False
        # not copied: some clusterers of distances do not say so
        holds = self._holds()
        tags.input_tags.pairwise = holds is not None
        tags.input_tags.positive_only = holds == "distances"
        return tags

    def _clusterer(self):
        return KMeans() if self.estimator is None else self.estimator

    def _criteria(self):
        """Return the criteria whose scorers metadata is routed to."""
        return []

    def _check_criteria(self, criteria, y):
        """Refuse criteria that cannot be computed from what there is."""

    def _noise_labels(self):
        """Return what is to name labels that exist."""
        return [self.noise_label]

    def _looks_at_data(self):
        """Name what looks at X as given; if nothing does, X need be no numbers."""
        return [type(self).__name__]

    def _count_steps(self, run):
        """Return how many steps `_judge` tells of by ``run.progress.track``."""
        return 0

    def _select(self, results, asked, dtype):
        """Return the index of the best candidate, None if there is none."""
        return select_best(results, asked, dtype)

    def _check_input(self, X, *, reset):
        return check_input(
            self,
            X,
            reset=reset,
            clusterer=self._clusterer(),
            holds=self._holds(),
            looking=self._looks_at_data(),
        )

    def _holds(self):
        """Tell what a precomputed X holds: "distances", "similarities" or None."""
        metric = getattr(self, "metric", "euclidean")
        return precomputed_kind(self._clusterer(), metric)
