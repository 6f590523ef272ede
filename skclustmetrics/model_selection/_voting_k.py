"""Choose the number of clusters by the votes of many indices."""

import time
from numbers import Integral, Real
from typing import ClassVar

import numpy as np
from sklearn.utils import assert_all_finite
from sklearn.utils.validation import check_is_fitted

from skclustmetrics._compat._sklearn import HasMethods, Interval, StrOptions
from skclustmetrics._registry import INDICES
from skclustmetrics.model_selection._evaluation import Evaluation
from skclustmetrics.model_selection._k_selector import BaseKSelector
from skclustmetrics.model_selection._partitions import describe_partitions
from skclustmetrics.model_selection._vote_table import format_votes
from skclustmetrics.model_selection._vote_values import (
    Partitions,
    score_one_cluster,
    score_partitions,
)
from skclustmetrics.model_selection._voting import cast_ballots, find_voters

__all__ = ["VotingKSelector"]

_DEFAULT_INDICES = (
    *("silhouette", "calinski_harabasz", "davies_bouldin", "pbm", "ratkowsky_lance"),
    *("xie_beni", "wemmert_gancarski", "rubin_trace"),
    *("krzanowski_lai", "jump", "cubic_clustering_criterion"),
)


class VotingKSelector(BaseKSelector):
    """Choose the number of clusters by the votes of many indices.

    Each index chooses a number of clusters by its own rule: where it is largest or
    least; where its curve bends, if more clusters always look better to it; or by the
    rule of its authors, for indices of a whole sweep. The number with the most votes,
    or with the best mean rank, is chosen.

    Read more in the :ref:`User Guide <voting>`.

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
    indices : list of str or callable, default=None
        Names of internal indices, of one partition or of a sweep, or their functions.
        None, without `families`, means silhouette, Calinski-Harabasz, Davies-Bouldin,
        PBM, Ratkowsky-Lance, Xie-Beni, Wemmert-Gançarski, the ratio of traces of Rubin,
        Krzanowski-Lai, the jump and the cubic clustering criterion.
    families : list of str, default=None
        Families of which all indices vote: "silhouette", "scatter", "separation",
        "concordance", "density", "neighbourhood" or "sweep".
    voting : {"majority", "rank"}, default="majority"
        The most votes, or the best mean rank over the indices. Of equal numbers the
        fewest clusters.
    metric : str or callable, default=None
        The metric of the indices that take one; None leaves each its own. Where the
        clusterer works on distances, X is taken as these.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise is left out.
    weight_by_coverage : bool, default=True
        Whether noise counts as 0 in the indices that have bounds and of which higher
        values are better: they are multiplied by the coverage. Others cannot count it,
        and abstain if the coverages of the candidates differ and `min_coverage` is 0.
    min_coverage : float, default=0.0
        The least part of the samples, in [0, 1], that a candidate leaves in clusters to
        be voted on.
    error_score : "raise" or float, default=nan
        The score of a candidate whose fit fails; it is never the best one. "raise"
        raises the error instead.
    n_jobs : int, default=None
        How many candidates to fit at a time, and the number of workers of the indices.
        No result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the candidates, all alike.
    verbose : int, default=0
        Whether to print the progress of the fits and of the scores, and from 2 on the
        results.

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
        Its votes, or its mean rank.
    coverage_ : float
        The part of the samples that it leaves in clusters.
    labels_ : ndarray of shape (n_samples,)
        The partition it found.
    votes_ : dict of str to int or None
        For each index the number of clusters it votes for; None if it abstains.
    abstentions_ : dict of str to str
        Why, for each index that does.
    results_ : dict of str to list or ndarray of shape (n_candidates,)
        One column each for ``params``, ``param_<name>``, ``n_clusters`` (found),
        ``coverage``, ``score`` (the votes or the mean rank), ``ranking_score`` (the
        negative mean rank), ``votes``, ``mean_rank``, ``index_<name>`` for each index,
        ``fit_time`` and ``score_time`` in seconds, and ``status``: "ok" or why the
        candidate cannot be the best.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, if X has names that are strings.

    Raises
    ------
    ValueError
        If an index is unknown, if all of them abstain, or if no candidate can be
        chosen; the message lists the reasons.

    Warns
    -----
    CandidateFailedWarning
        If candidates could not be fitted; once, with the reasons.

    See Also
    --------
    SilhouetteKSelector : Choose by one index.
    internal_report : The indices of one partition.

    Notes
    -----
    Of candidates that find the same number of clusters only the one with the largest
    coverage is voted on, the first of several. Ranks of an index that names one number
    only: 1 for that, the same for all others.

    The curves of indices that are judged by where they bend start at one cluster, which
    needs no fit, so that two clusters can be chosen too. They abstain where the noise
    differs between candidates, as do the indices of a sweep.

    A `sample_weight` is for the fits; each sample counts once in the indices.

    Indices agree more than their number suggests: many see the same sums of squares.
    The default ones take one pass over the samples each; the silhouette takes one over
    the distances for all partitions, and the cubic clustering criterion memory of the
    square of the number of features.

    R's ``NbClust`` does the same with other indices and the rules of its authors.

    References
    ----------
    .. [1] M. Charrad, N. Ghazzali, V. Boiteau, A. Niknafs (2014). "NbClust: an R
       package for determining the relevant number of clusters in a data set". Journal
       of Statistical Software 61(6). :doi:`10.18637/jss.v061.i06`

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import make_blobs
    >>> from skclustmetrics import VotingKSelector
    >>> X, _ = make_blobs(200, centers=[[0, 0], [8, 0], [4, 7]], random_state=0)
    >>> selector = VotingKSelector(KMeans(n_init=3), random_state=0).fit(X)
    >>> selector.best_k_
    3
    >>> selector.votes_["silhouette"]
    3
    """

    _parameter_constraints: ClassVar[dict] = {
        "estimator": [HasMethods(["fit"]), None],
        "param_name": [str],
        "param_range": "no_validation",
        "indices": "no_validation",
        "families": "no_validation",
        "voting": [StrOptions({"majority", "rank"})],
        "metric": [str, callable, None],
        "noise_label": "no_validation",
        "weight_by_coverage": ["boolean"],
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
        indices=None,
        families=None,
        voting="majority",
        metric=None,
        noise_label="negative",
        weight_by_coverage=True,
        min_coverage=0.0,
        error_score=np.nan,
        n_jobs=None,
        random_state=None,
        verbose=0,
    ):
        self.estimator = estimator
        self.param_name = param_name
        self.param_range = param_range
        self.indices = indices
        self.families = families
        self.voting = voting
        self.metric = metric
        self.noise_label = noise_label
        self.weight_by_coverage = weight_by_coverage
        self.min_coverage = min_coverage
        self.error_score = error_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _judge_fits(self, run):
        start = time.perf_counter()
        voters = self._voters()
        found, coverages = map(
            np.array,
            zip(*describe_partitions(run.fits, self.noise_label), strict=True),
        )
        # one cluster counts only where no more were asked for
        collapsed = np.array(
            [
                n_found == 1 and asked is not None and asked > 1
                for n_found, asked in zip(found, run.asked, strict=True)
            ]
        )
        voted = _candidates_to_vote_on(
            np.where(collapsed, 0, found), coverages, self.min_coverage
        )
        partitions = Partitions(
            run.X,
            [run.fits[i].labels for i in voted],
            found[voted],
            coverages[voted],
            metric="precomputed" if run.holds == "distances" else self.metric,
            noise_label=self.noise_label,
            weight_by_coverage=self.weight_by_coverage and self.min_coverage == 0,
            n_jobs=self.n_jobs,
        )
        ballots = self._vote(run, voters, partitions) if voted.size else {}
        self.votes_ = {name: ballot.chosen for name, ballot in ballots.items()}
        self.abstentions_ = {
            name: ballot.reason for name, ballot in ballots.items() if ballot.reason
        }
        columns = _make_columns(ballots, found, voted)
        by_rank = self.voting == "rank"
        score = columns["mean_rank" if by_rank else "votes"]
        share = (time.perf_counter() - start) / found.size
        evaluations = [
            Evaluation(
                score=score[i],
                ranking_score=-score[i] if by_rank else score[i],
                problem=self._problem(found, coverages, voted, i),
                score_time=share,
            )
            for i in range(found.size)
        ]
        return evaluations, columns

    def _vote(self, run, voters, partitions):
        rows = [row for name, row in voters.items() if name in INDICES]
        steps = score_partitions(rows, partitions, raises=self.error_score == "raise")
        tables = list(run.progress.track(steps, "scored partition"))
        start = score_one_cluster(rows, partitions)
        return cast_ballots(voters, partitions, tables, start)

    def _voters(self):
        if self.indices is None and self.families is None:
            return find_voters(_DEFAULT_INDICES)
        return find_voters(self.indices, self.families)

    def _count_steps(self, run):
        return len(run.candidates)

    def votes_table(self):
        """Return the votes as text, one line for each index.

        Returns
        -------
        table : str
            The index, how it chooses, the number of clusters it votes for and its value
            there, or why it abstains; below, the votes for each number of clusters.
        """
        check_is_fitted(self, "best_estimator_")
        return format_votes(
            self._voters(), self.votes_, self.abstentions_, self.results_
        )

    def _check_input(self, X, *, reset):
        X_fit, X = super()._check_input(X, reset=reset)
        if self._holds() is None:
            assert_all_finite(X, estimator_name=type(self).__name__, input_name="X")
        return X_fit, X

    def _problem(self, found, coverages, voted, position):
        """Say why a candidate cannot be chosen; None if it can."""
        if found[position] == 0:
            return "undefined: no cluster, only noise"
        if coverages[position] < self.min_coverage:
            return (
                f"excluded: coverage {coverages[position]:.3g} is below "
                f"min_coverage={self.min_coverage:g}"
            )
        if position not in voted and 1 not in found[voted] and found[position] == 1:
            return "undefined: one cluster, where more were asked for"
        if position not in voted:
            return f"undefined: another candidate has {found[position]} clusters too"
        if all(k is None for k in self.votes_.values()):
            name, reason = next(iter(self.abstentions_.items()))
            return f"undefined: all indices abstain; {name}: {reason}"
        return None


def _candidates_to_vote_on(found, coverages, min_coverage):
    """Return one position for each number of clusters found, by this number."""
    able = np.flatnonzero((found > 0) & (np.nan_to_num(coverages) >= min_coverage))
    order = able[np.lexsort((able, -coverages[able], found[able]))]
    _, first = np.unique(found[order], return_index=True)
    return order[first]


def _make_columns(ballots, found, voted):
    """Spread votes, ranks and values over all candidates."""

    def column(values):
        full = np.full(found.size, np.nan)
        full[voted] = values
        return full

    chosen = [ballot.chosen for ballot in ballots.values()]
    ranks = [b.ranks for b in ballots.values() if not np.isnan(b.ranks).all()]
    return {
        "votes": column([chosen.count(k) for k in found[voted]]),
        "mean_rank": column(np.mean(ranks, axis=0) if ranks else np.nan),
        **{f"index_{name}": column(b.values) for name, b in ballots.items()},
    }
