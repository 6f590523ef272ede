"""Choose the number of clusters by how little resampling changes the clusters."""

from functools import partial
from numbers import Integral, Real
from typing import ClassVar

import numpy as np

from skclustmetrics._compat._sklearn import HasMethods, Interval, StrOptions
from skclustmetrics.model_selection._k_selector import BaseKSelector
from skclustmetrics.model_selection._resampled import Resampling, summarize
from skclustmetrics.stability._classification import check_classification
from skclustmetrics.stability._cluster_stability import jaccard_task
from skclustmetrics.stability._consensus import (
    check_limits,
    labels_task,
    place_labels,
)
from skclustmetrics.stability._consensus_pairs import count_consensus
from skclustmetrics.stability._instability import instability_task
from skclustmetrics.stability._refits import find_codes
from skclustmetrics.stability._schemes import make_scheme
from skclustmetrics.stability._summaries import standard_error

__all__ = ["StabilityKSelector"]

# The scheme of each method unless another is asked for, those it can have, and the
# part of the samples in a subsample.
_SCHEMES = {
    "instability": ("bootstrap", ("bootstrap", "subsample"), 0.5),
    "jaccard": (
        "bootstrap",
        ("bootstrap", "subsample", "noise", "jitter", "bootstrap_jitter"),
        0.5,
    ),
    "consensus": ("subsample", ("subsample", "bootstrap"), 0.8),
}


class StabilityKSelector(BaseKSelector):
    """Choose the number of clusters that change least when the data is drawn again.

    All candidates are fitted to the same resamples. One cluster never changes, so
    candidates with fewer than two are not judged: this method cannot tell that there
    are no clusters.

    Read more in the :ref:`User Guide <stability>`.

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
    method : {"instability", "jaccard", "consensus"}, default="instability"
        "instability": the share of pairs of samples that only one of two clusterings of
        resamples puts together, lower is better. "jaccard": the similarity of each
        cluster to the most similar one of a resample, in the mean over clusters, higher
        is better. "consensus": the proportion of pairs that meet in some subsamples but
        not in others (PAC), lower is better.
    n_resamples : int, default=50
        How many resamples, or pairs of them for "instability".
    scheme : str, default=None
        How to disturb the data: "bootstrap", "subsample" or, for "jaccard", also
        "noise", "jitter" or "bootstrap_jitter", as in :func:`cluster_stability`. None
        means "subsample" for "consensus", else "bootstrap".
    sample_fraction : float, default=None
        The share of the samples in a subsample, in (0, 1]; None means 0.8 for
        "consensus", else 0.5.
    classification : {"auto", "predict", "centroid", "average", "nearest"} or \
classifier, default="auto"
        For "instability": how a sample is assigned to a cluster, as in
        :func:`clustering_instability`.
    pac_limits : tuple of float, default=(0.1, 0.9)
        For "consensus": a pair is ambiguous if its consensus is above the first and not
        above the second.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise is together with no other sample.
    min_coverage : float, default=0.0
        The least part of the samples, in [0, 1], that the best candidate leaves in
        clusters.
    error_score : "raise" or float, default=nan
        The score of a candidate whose fit fails, to the data or on all resamples; it is
        never the best one. "raise" raises the error instead.
    n_jobs : int, default=None
        How many candidates, and then how many resamples, are worked on at a time. No
        result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the candidates, all alike, and the resamples, which are the same for all.
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
        number it found. Of equally stable ones, the fewest.
    n_clusters_ : int
        The number of clusters it found, noise left out.
    best_score_ : float
        Its instability, mean similarity or PAC.
    coverage_ : float
        The part of the samples that it leaves in clusters.
    labels_ : ndarray of shape (n_samples,)
        The partition it found.
    results_ : dict of str to list or ndarray of shape (n_candidates,)
        One column each for ``params``, ``param_<name>``, ``n_clusters`` (found),
        ``coverage``, ``score``, ``ranking_score`` (negative where lower is better),
        ``standard_error`` of the mean over resamples (not for "consensus"),
        ``n_failed``, the number of resamples that do not count, as the fit failed, for
        "jaccard" ``least_jaccard``, the mean similarity of the least stable cluster,
        for "consensus" the ``area`` under the distribution of the consensus,
        ``fit_time`` and ``score_time`` in seconds, and ``status``: "ok" or why the
        candidate cannot be the best.
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
        If candidates could not be fitted; once, with the reasons.
    UndefinedMetricWarning
        If the only problem is that candidates have fewer than two clusters; once.

    See Also
    --------
    cluster_stability : Which clusters of one partition hold up.
    clustering_instability : The first method for one clusterer.
    consensus_stability : The third method for one clusterer.
    PredictionStrengthKSelector : Choose by how well halves predict each other.

    Notes
    -----
    "instability" is R's ``fpc::nselectboot``. Few clusters are often the most stable,
    also where there are more; and any number is stable if the clusters cut along a gap.

    References
    ----------
    .. [1] Y. Fang and J. Wang (2012). "Selection of the number of clusters via the
       bootstrap method". Computational Statistics & Data Analysis 56, 468-477.
       :doi:`10.1016/j.csda.2011.09.003`
    .. [2] C. Hennig (2007). "Cluster-wise assessment of cluster stability".
       Computational Statistics & Data Analysis 52, 258-271.
       :doi:`10.1016/j.csda.2006.11.025`
    .. [3] Y. Șenbabaoğlu, G. Michailidis and J. Z. Li (2014). "Critical limitations of
       consensus clustering in class discovery". Scientific Reports 4, 6207.
       :doi:`10.1038/srep06207`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import make_blobs
    >>> from skclustmetrics import StabilityKSelector
    >>> centers = [[0, 0], [4, 0], [2, 3.5]]
    >>> X, _ = make_blobs(200, centers=centers, cluster_std=0.6, random_state=1)
    >>> selector = StabilityKSelector(
    ...     KMeans(n_init=3), param_range=range(2, 6), n_resamples=10, random_state=0
    ... ).fit(X)
    >>> selector.best_k_
    3
    """

    _parameter_constraints: ClassVar[dict] = {
        "estimator": [HasMethods(["fit"]), None],
        "param_name": [str],
        "param_range": "no_validation",
        "method": [StrOptions(set(_SCHEMES))],
        "n_resamples": [Interval(Integral, 1, None, closed="left")],
        "scheme": [str, None],
        "sample_fraction": [Interval(Real, 0, 1, closed="right"), None],
        "classification": "no_validation",
        "pac_limits": "no_validation",
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
        method="instability",
        n_resamples=50,
        scheme=None,
        sample_fraction=None,
        classification="auto",
        pac_limits=(0.1, 0.9),
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
        self.method = method
        self.n_resamples = n_resamples
        self.scheme = scheme
        self.sample_fraction = sample_fraction
        self.classification = classification
        self.pac_limits = pac_limits
        self.noise_label = noise_label
        self.min_coverage = min_coverage
        self.error_score = error_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _judge_fits(self, run):
        limits = check_limits(self.pac_limits)
        work = Resampling(self, run)
        for i, (n_clusters, _) in enumerate(work.partitions):
            if n_clusters < 2 and i in work.positions:
                found = "one cluster" if n_clusters == 1 else "no cluster"
                work.leave_out(i, f"undefined: {found}; it is always stable")
        scheme = self._make_scheme(work.samples)
        samples, n_samples = work.samples, work.samples.n_samples
        condense, columns = _condense_mean, ("n_failed",)
        if self.method == "instability":
            check_classification(self.classification, samples)
            task, shared = instability_task, (samples, scheme, self.classification)
        elif self.method == "jaccard":
            originals = [
                find_codes(run.fits[i].labels, self.noise_label) for i in work.positions
            ]
            task, shared = jaccard_task, (samples, scheme, originals)
            condense, columns = _condense_jaccard, ("n_failed", "least_jaccard")
        else:
            task, shared = labels_task, (samples, scheme)
            condense = partial(
                _condense_consensus,
                n_samples=n_samples,
                limits=limits,
                n_jobs=self.n_jobs,
            )
            columns = ("n_failed", "area")
        summaries = [
            summarize(found, self.n_resamples, condense)
            for found in work.outcomes(task, shared, self.n_resamples)
        ]
        return work.judge(
            summaries, greater_is_better=self.method == "jaccard", columns=columns
        )

    def _make_scheme(self, samples):
        default, allowed, fraction = _SCHEMES[self.method]
        if self.sample_fraction is not None:
            fraction = self.sample_fraction
        return make_scheme(
            default if self.scheme is None else self.scheme,
            samples,
            sample_fraction=fraction,
            keeps_duplicates=self.method == "instability",
            allowed=allowed,
        )

    def _count_steps(self, run):
        return self.n_resamples


def _condense_mean(values):
    return float(np.mean(values)), standard_error(values), {}


def _condense_jaccard(values):
    table = np.array(values)
    means = table.mean(axis=1)
    least = float(table.mean(axis=0).min())
    return float(means.mean()), standard_error(means), {"least_jaccard": least}


def _condense_consensus(values, *, n_samples, limits, n_jobs):
    counts = count_consensus(place_labels(values, n_samples), n_jobs)
    return counts.ambiguous(*limits), np.nan, {"area": counts.area}
