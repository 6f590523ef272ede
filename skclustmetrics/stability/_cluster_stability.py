"""Which clusters can be trusted: those that come back when the data is disturbed."""

import warnings
from collections.abc import Iterable

import numpy as np

from skclustmetrics._clusterers import draw_seed, fit_labels, seeded_clone
from skclustmetrics._validation._noise import make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.exceptions import CandidateFailedWarning, UndefinedIndexError
from skclustmetrics.internal._silhouette import silhouette_samples
from skclustmetrics.scorers._own_copy import own_copy
from skclustmetrics.stability._agreement import best_jaccard
from skclustmetrics.stability._refits import (
    Candidates,
    check_count,
    find_codes,
    resample,
    separate,
)
from skclustmetrics.stability._samples import make_samples
from skclustmetrics.stability._schemes import SCHEMES, make_scheme
from skclustmetrics.stability._stability_view import ClusterStability

__all__ = ["cluster_stability", "jaccard_task"]


def cluster_stability(
    estimator,
    X,
    y=None,
    *,
    schemes="bootstrap",
    n_resamples=100,
    sample_fraction=0.5,
    keep_duplicates=False,
    jitter_quantile=0.05,
    noise_fraction=0.05,
    noise_range=4.0,
    metric="euclidean",
    noise_label="negative",
    fit_params=None,
    n_jobs=None,
    random_state=None,
):
    """Tell which clusters come back when the data is disturbed.

    The data is clustered; then it is disturbed and clustered again, many times. Each
    cluster is compared with the most similar one of each new clustering, by the Jaccard
    similarity of the two sets. The mean is the stability of the cluster, in [0, 1];
    higher is better.

    Parameters
    ----------
    estimator : estimator
        A clusterer, or a Pipeline that ends with one. Clones of it are fitted; every
        `random_state` in it that is None is set.
    X : {array-like, sparse matrix} of shape (n_samples, n_features)
        The samples; the distances or similarities between all of them for an estimator
        with ``metric="precomputed"`` or ``affinity="precomputed"``.
    y : array-like of shape (n_samples,), default=None
        Passed on to `fit`.
    schemes : str or list of str, default="bootstrap"
        One or several of "bootstrap", "subsample", "noise", "jitter" and
        "bootstrap_jitter": how to disturb the data. "bootstrap" draws as many samples
        as there are, with replacement; "subsample" draws a part of them without;
        "jitter" adds a little to all of them; "noise" replaces some by samples from a
        large box around the data; "bootstrap_jitter" does two of these. Those that move
        samples need features that are numbers.
    n_resamples : int, default=100
        How many times, for each scheme.
    sample_fraction : float, default=0.5
        The share of the samples in a subsample, in (0, 1].
    keep_duplicates : bool, default=False
        Whether a sample that the bootstrap draws several times stays there several
        times. "bootstrap_jitter" always keeps them.
    jitter_quantile : float, default=0.05
        Along each principal axis, the jitter has as its standard deviation this
        quantile of the gaps between neighbouring values, in (0, 1].
    noise_fraction : float, default=0.05
        The chance of a sample to be replaced by noise, in (0, 1].
    noise_range : float, default=4.0
        The noise is uniform in a box that reaches so many standard deviations from the
        mean along each principal axis.
    metric : str or callable, default="euclidean"
        The metric of the silhouettes.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise belongs to no cluster: it is in no
        list of clusters, and lowers the similarity where it was in a cluster before.
    fit_params : dict, default=None
        Further arguments of the estimator's `fit`; what has an entry for each sample,
        as sample weights have, is drawn with the samples.
    n_jobs : int, default=None
        The number of workers. No result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the first clustering, the disturbances and all further ones.

    Returns
    -------
    report : ClusterStability
        For each cluster its size, mean silhouette, mean similarity, how often it was
        dissolved or recovered, and a verdict.

    Raises
    ------
    ValueError
        If no cluster is found in the data, if the estimator fails on every resample, or
        if an argument is out of its range.

    Warns
    -----
    CandidateFailedWarning
        If the estimator fails on some resamples.

    See Also
    --------
    StabilityKSelector : Choose the number of clusters by it.

    Notes
    -----
    For a cluster :math:`C` and a clustering :math:`D_1 ... D_K` of disturbed data,
    :math:`\\max_k |C \\cap D_k| / |C \\cup D_k|` over the samples that are in
    both. It is 0 where no sample of the cluster was drawn. A cluster counts as
    dissolved at 0.5 or less and as recovered at 0.75 or more.

    This is R's ``fpc::clusterboot``, with its defaults: repetitions in a bootstrap
    sample are left out, as they would make clusters by themselves. Two things differ:
    fpc counts a cluster as recovered above 0.75, and it treats noise as a cluster of
    its own. The verdicts use the limits that fpc's manual gives for the bootstrap;
    what the other schemes find depends on their tuning.

    References
    ----------
    .. [1] C. Hennig, "Cluster-wise assessment of cluster stability", Computational
       Statistics & Data Analysis 52 (2007) 258-271.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import cluster_stability
    >>> X, species = load_iris(return_X_y=True)
    >>> report = cluster_stability(KMeans(2), X, n_resamples=20, random_state=0)
    >>> bool((report.mean_jaccard["bootstrap"] > 0.85).all())
    True
    >>> report.verdicts
    ['highly stable', 'highly stable']
    """
    check_count("n_resamples", n_resamples, n_jobs)
    samples = make_samples(estimator, X, y, fit_params)
    drawings = {
        name: make_scheme(
            name,
            samples,
            sample_fraction=sample_fraction,
            keeps_duplicates=keep_duplicates,
            jitter_quantile=jitter_quantile,
            noise_fraction=noise_fraction,
            noise_range=noise_range,
            argument="schemes",
        )
        for name in _list_schemes(schemes)
    }
    random_state = np.random.RandomState(draw_seed(random_state))
    made = seeded_clone(estimator, {}, draw_seed(random_state))
    labels = fit_labels(made, own_copy(samples.X), samples.y, **samples.fit_params)
    check_noise_label(noise_label, make_partition(labels).classes)
    codes, n_clusters = find_codes(labels, noise_label)
    if n_clusters == 0:
        raise ValueError(
            f"{type(estimator).__name__} found no cluster in X, only noise, so that "
            "there is no cluster whose stability could be told."
        )
    values, reasons = {}, {}
    for name, drawing in drawings.items():
        results = resample(
            jaccard_task,
            Candidates(estimator, [{}], noise_label),
            (samples, drawing, [(codes, n_clusters)]),
            n_resamples=n_resamples,
            random_state=random_state,
            n_jobs=n_jobs,
        )
        found, reasons[name] = separate([outcomes[0] for outcomes in results])
        if not found:
            raise ValueError(
                f"{type(estimator).__name__} failed on all {n_resamples} resamples by "
                f"{name!r}: {reasons[name][0]}"
            )
        values[name] = np.array(found).T
    _warn_of_failures(estimator, reasons, n_resamples)
    return ClusterStability(
        labels=labels,
        classes=make_partition(labels, noise_label=noise_label).classes,
        sizes=np.bincount(codes[codes >= 0], minlength=n_clusters),
        silhouettes=_mean_silhouettes(samples, codes, n_clusters, metric, n_jobs),
        jaccard=values,
        n_failed={name: len(failed) for name, failed in reasons.items()},
    )


def jaccard_task(candidates, samples, scheme, originals, random_state):
    """Disturb once; return the similarities of each candidate's original clusters."""
    drawn = scheme.draw(samples, random_state)
    seed = draw_seed(random_state)

    def compute(which):
        codes, n_clusters = originals[which]
        refit = candidates.fit(which, drawn.samples, seed)
        return best_jaccard(codes[drawn.rows], n_clusters, drawn.compared(refit.codes))

    return candidates.outcomes(compute)


def _list_schemes(schemes):
    if isinstance(schemes, str):
        return [schemes]
    if not isinstance(schemes, Iterable):
        raise TypeError(
            f"schemes must be one of {', '.join(map(repr, SCHEMES))}, or a list of "
            f"these; got {schemes!r}."
        )
    names = list(schemes)
    if not names:
        raise ValueError("schemes is empty; give at least one.")
    return names


def _warn_of_failures(estimator, reasons, n_resamples):
    failed = [reason for found in reasons.values() for reason in found]
    if failed:
        warnings.warn(
            f"{type(estimator).__name__} failed on {len(failed)} of "
            f"{n_resamples * len(reasons)} resamples, which do not count: {failed[0]}",
            CandidateFailedWarning,
            stacklevel=3,
        )


def _mean_silhouettes(samples, codes, n_clusters, metric, n_jobs):
    """Return the mean silhouette of each cluster, NaN where there is none."""
    undefined = np.full(n_clusters, np.nan)
    if n_clusters < 2 or samples.holds == "similarities":
        return undefined
    X = samples.X
    if not hasattr(X, "tocsr"):
        try:
            np.asarray(X, dtype=np.float64)
        except (TypeError, ValueError):  # texts have no distances
            return undefined
    try:
        values = silhouette_samples(
            X,
            codes,
            metric="precomputed" if samples.holds == "distances" else metric,
            noise_label=-1,
            n_jobs=n_jobs,
        )
    except UndefinedIndexError:
        return undefined
    clustered = codes >= 0
    sums = np.bincount(codes[clustered], values[clustered], minlength=n_clusters)
    return sums / np.bincount(codes[clustered], minlength=n_clusters)
