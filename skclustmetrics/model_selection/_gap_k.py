"""Choose the number of clusters by the gap statistic."""

import time
from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import assert_all_finite

from skclustmetrics._clusterers import draw_seeds
from skclustmetrics._compat._sklearn import HasMethods, Interval, Options, StrOptions
from skclustmetrics._kernels._parallel import run_tasks
from skclustmetrics._kernels._references import make_reference
from skclustmetrics.model_selection._evaluation import Evaluation
from skclustmetrics.model_selection._gap_simulation import (
    Dispersion,
    Simulation,
    is_undivided,
    measure_reference,
    summarize,
)
from skclustmetrics.model_selection._k_selector import BaseKSelector
from skclustmetrics.model_selection._max_se import MAX_SE_RULES, max_se
from skclustmetrics.model_selection._partitions import describe_partitions, exclude
from skclustmetrics.model_selection._selection import select_by_rule

__all__ = ["GapKSelector"]


class GapKSelector(BaseKSelector):
    """Choose the number of clusters by the gap statistic.

    Any clusterer is fitted for each number of clusters K, to the data and to references
    drawn from a distribution without clusters. The gap is how much more the dispersion
    within clusters falls in the data than in the references:

    .. math:: \\mathrm{Gap}(K) = E^*[\\log W_K] - \\log W_K, \\qquad
        W_K = \\sum_{r=1}^K \\frac{1}{2 n_r} \\sum_{i, j \\in C_r} d(x_i, x_j)^2

    A rule then chooses the smallest K whose gap is large enough; with ``K = 1`` it says
    that there are no clusters.

    Read more in the :ref:`User Guide <gap>`.

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
    n_references : int, default=100
        How many references to draw, 2 at least; the same for all candidates.
    reference : {"pca", "uniform", "permutation"}, default="pca"
        What the references are drawn from: uniformly from the box around the data along
        its principal axes, or along its features, or from the data by permuting each
        feature.
    variant : {"log", "star", "weighted"}, default="log"
        "log" is the gap statistic [1]_. "star" leaves out both logarithms [2]_.
        "weighted" divides by :math:`2 n_r (n_r - 1)` instead of :math:`2 n_r`, so that
        large clusters do not count for more [3]_.
    power : {1, 2}, default=2
        The power of the Euclidean distances. 2 is the sum of squares about the means,
        in linear time; 1 is what R's `clusGap` does by default, in quadratic time.
    selection : str or callable, default="tibs2001"
        Which candidate is the best one, in the order of the numbers of clusters: a rule
        of :func:`max_se`, "tibs2001", "first_se_max", "global_se_max", "first_max" or
        "global_max". Or a function of `results_` that returns the position of the best
        candidate, whose status must be "ok".
    se_factor : float, default=1.0
        How many standard errors count as one in the rules.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise is left out of the dispersion.
    min_coverage : float, default=0.0
        The least part of the samples, in [0, 1], that the best candidate leaves in
        clusters.
    error_score : "raise" or float, default=nan
        The score of a candidate whose fit fails, to the data or to a reference; it is
        never the best one. "raise" raises the error instead.
    n_jobs : int, default=None
        How many candidates, and then how many references, are worked on at a time. No
        result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the candidates, all alike, and the references.
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
        Its gap.
    coverage_ : float
        The part of the samples that it leaves in clusters.
    labels_ : ndarray of shape (n_samples,)
        The partition it found.
    results_ : dict of str to list or ndarray of shape (n_candidates,)
        One column each for ``params``, ``param_<name>``, ``n_clusters`` (found),
        ``coverage``, ``score`` (the gap), ``ranking_score`` (the same),
        ``standard_error`` of the gap, ``log_w`` of the data, ``expected_log_w``, the
        mean over the references, ``reference_std``, their standard deviation,
        ``fit_time`` and ``score_time`` in seconds, and ``status``: "ok" or why the
        candidate cannot be the best. With ``variant="star"``, ``w`` and ``expected_w``.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, if X has names that are strings.

    Raises
    ------
    ValueError
        If no candidate can be chosen; the message lists the reasons. If X is sparse or
        holds distances, for which there are no references.

    Warns
    -----
    CandidateFailedWarning
        If candidates could not be fitted, to the data or to a reference; once, with the
        reasons.
    UndefinedMetricWarning
        If the only problem is that candidates have no gap, because their clusters hold
        nothing but equal samples, in the data or in a reference; once, with the
        reasons.

    See Also
    --------
    max_se : The rules of the selection.
    SilhouetteKSelector : Choose the number of clusters by the silhouette.

    Notes
    -----
    The standard error is :math:`s_K = \\mathrm{sd}_K \\sqrt{1 + 1/B}`, with B the
    number of references and :math:`\\mathrm{sd}_K` the standard deviation over them,
    with the divisor B - 1 as in R; the paper divides by B.

    Candidates whose gap is undefined are left out of the curve, and of several with the
    same number of clusters only that with the largest gap is on it.

    The gap is computed in the space of X as given. In a Pipeline, references are drawn
    in that space too and go through all steps.

    A `sample_weight` is for the fits, to the data and to the references; each sample
    counts once in the dispersion.

    References
    ----------
    .. [1] R. Tibshirani, G. Walther and T. Hastie (2001). "Estimating the number of
       clusters in a data set via the gap statistic". Journal of the Royal Statistical
       Society B 63(2), 411-423. :doi:`10.1111/1467-9868.00293`
    .. [2] M. Mohajer, K.-H. Englmeier and V. J. Schmid (2010). "A comparison of gap
       statistic definitions with and without logarithm function". Technical Report 96,
       Department of Statistics, University of Munich. :doi:`10.5282/ubm/epub.11920`
    .. [3] M. Yan and K. Ye (2007). "Determining the number of clusters using the
       weighted gap statistic". Biometrics 63(4), 1031-1037.
       :doi:`10.1111/j.1541-0420.2007.00784.x`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import make_blobs
    >>> from skclustmetrics import GapKSelector
    >>> X, _ = make_blobs(200, centers=3, cluster_std=0.6, random_state=1)
    >>> selector = GapKSelector(
    ...     KMeans(n_init=3), param_range=range(1, 6), n_references=20, random_state=0
    ... ).fit(X)
    >>> selector.best_k_
    3
    """

    _least_count = 1

    _parameter_constraints: ClassVar[dict] = {
        "estimator": [HasMethods(["fit"]), None],
        "param_name": [str],
        "param_range": "no_validation",
        "n_references": [Interval(Integral, 2, None, closed="left")],
        "reference": [StrOptions({"uniform", "pca", "permutation"})],
        "variant": [StrOptions({"log", "star", "weighted"})],
        "power": [Options(Integral, {1, 2})],
        "selection": [StrOptions(set(MAX_SE_RULES)), callable],
        "se_factor": [Interval(Real, 0, None, closed="left")],
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
        n_references=100,
        reference="pca",
        variant="log",
        power=2,
        selection="tibs2001",
        se_factor=1.0,
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
        self.n_references = n_references
        self.reference = reference
        self.variant = variant
        self.power = power
        self.selection = selection
        self.se_factor = se_factor
        self.noise_label = noise_label
        self.min_coverage = min_coverage
        self.error_score = error_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _judge_fits(self, run):
        start = time.perf_counter()
        dispersion = Dispersion(self.variant, self.power, self.noise_label)
        X = run.X if run.X.dtype.kind == "f" else run.X.astype(np.float64)
        observed = np.array(
            [
                np.nan
                if fit.error is not None
                else dispersion.measure(X, fit.labels, n_jobs=self.n_jobs)
                for fit in run.fits
            ]
        )
        measured = np.flatnonzero(~np.isnan(observed))
        expected, std = np.full((2, observed.size), np.nan)
        problems = ["undefined: no cluster holds different samples"] * observed.size
        for k, outcomes in zip(
            measured, self._simulate(run, X, dispersion, measured), strict=True
        ):
            expected[k], std[k], problems[k] = summarize(outcomes)
        gap = expected - observed
        standard_error = std * np.sqrt(1 + 1 / self.n_references)
        share = (time.perf_counter() - start) / observed.size
        evaluations = [
            Evaluation(
                score=gap[k],
                ranking_score=gap[k],
                standard_error=standard_error[k],
                problem=problems[k],
                is_failure=problems[k] is not None and problems[k].startswith("failed"),
                score_time=share,
            )
            for k in range(observed.size)
        ]
        partitions = describe_partitions(run.fits, self.noise_label)
        columns = {
            dispersion.name: observed,
            f"expected_{dispersion.name}": expected,
            "reference_std": std,
        }
        return exclude(evaluations, partitions, self.min_coverage), columns

    def _simulate(self, run, X, dispersion, measured):
        """Measure candidates on every reference; yield the outcomes of each of them."""
        simulation = Simulation(
            draw=make_reference(X, self.reference).draw,
            like=run.X_fit,
            clusterer=run.clusterer,
            candidates=[run.candidates[k] for k in measured],
            undivided=[
                run.asked[k] == 1 and is_undivided(run.fits[k].labels, self.noise_label)
                for k in measured
            ],
            dispersion=dispersion,
            y=run.y,
            fit_params=run.fit_params,
            raises=self.error_score == "raise",
        )
        seeds = draw_seeds(run.random_state, self.n_references)
        if measured.size == 0:
            return []
        steps = run_tasks(
            measure_reference,
            seeds,
            n_jobs=self.n_jobs,
            common=(simulation,),
            prefer="processes",
        )
        return list(zip(*run.progress.track(steps, "reference"), strict=True))

    def _count_steps(self, run):
        return self.n_references

    def _select(self, results, asked, dtype):
        """Apply the rule to the curve of the gaps over the numbers of clusters."""
        if callable(self.selection):
            return select_by_rule(results, self.selection, "selection")
        usable = np.flatnonzero(results["status"] == "ok")
        if usable.size == 0:
            return None
        gap, found = results["score"], results["n_clusters"]
        counts = np.array([found[k] if asked[k] is None else asked[k] for k in usable])
        order = np.lexsort((-gap[usable], counts))
        _, best_of_each = np.unique(counts[order], return_index=True)
        curve = usable[order[best_of_each]]
        position = max_se(
            gap[curve],
            results["standard_error"][curve],
            rule=self.selection,
            se_factor=self.se_factor,
        )
        return int(curve[position])

    def _begin(self, X, y, params):
        holds = self._holds()
        if holds is not None:
            raise ValueError(
                f"{type(self).__name__} draws references in the space of the samples, "
                f"and X holds {holds} here: {self._clusterer()!r} takes no coordinates."
            )
        return super()._begin(X, y, params)

    def _check_input(self, X, *, reset):
        name = type(self).__name__
        if issparse(X):
            raise ValueError(
                f"{name} draws references that fill a box, so X must be dense; got a "
                "sparse container. Give X.toarray(), or fewer dimensions, such as "
                "those of TruncatedSVD."
            )
        X_fit, X = super()._check_input(X, reset=reset)
        assert_all_finite(X, estimator_name=name, input_name="X")
        return X_fit, X

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags
