"""How far two clusterings of resampled data differ on all samples."""

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._clusterers import draw_seed
from skclustmetrics.stability._agreement import share_of_differing_pairs
from skclustmetrics.stability._classification import check_classification, label_all
from skclustmetrics.stability._refits import (
    Candidates,
    check_count,
    resample,
    single_outcomes,
)
from skclustmetrics.stability._samples import make_samples
from skclustmetrics.stability._schemes import make_scheme
from skclustmetrics.stability._summaries import standard_error

__all__ = ["clustering_instability", "instability_task"]


def clustering_instability(
    estimator,
    X,
    y=None,
    *,
    n_resamples=50,
    scheme="bootstrap",
    sample_fraction=0.5,
    classification="auto",
    noise_label="negative",
    fit_params=None,
    n_jobs=None,
    random_state=None,
):
    """Compute how much a clustering changes from one bootstrap sample to another.

    Two samples are drawn and clustered, all of the data is assigned to the clusters of
    each, and the share of the pairs of samples that only one of the two puts together
    is the instability. Lower is better. One cluster always scores 0.0, so it must not
    be compared with more.

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
    n_resamples : int, default=50
        How many pairs of samples to draw.
    scheme : {"bootstrap", "subsample"}, default="bootstrap"
        Draw as many as there are with replacement, those drawn several times staying
        several times, or a part of them without replacement.
    sample_fraction : float, default=0.5
        The share of the samples in a subsample, in (0, 1].
    classification : {"auto", "predict", "centroid", "average", "nearest"} or \
classifier, default="auto"
        How a sample is assigned to a cluster: by the clusterer's `predict`, to the
        nearest cluster mean, to the cluster of least mean distance (or largest mean
        similarity), to that of its nearest neighbour, or by a classifier that is fitted
        to the clusters. In a Pipeline, what the last step sees is looked at. "auto" is
        "predict" where the clusterer can, else "centroid"; "average" for precomputed
        input. Samples that were drawn stay in their clusters unless `predict` decides.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise is together with no other sample.
    fit_params : dict, default=None
        Further arguments of the estimator's `fit`; what has an entry for each sample,
        as sample weights have, is drawn with the samples.
    n_jobs : int, default=None
        The number of workers. No result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the samples and the clusterers.

    Returns
    -------
    result : Bunch
        ``score``, the mean over pairs of samples, in [0, 1]; ``standard_error`` of this
        mean; ``scores`` of shape (n_counted,), of each pair; ``n_failed``, the number
        of pairs on which the estimator failed, which do not count.

    Raises
    ------
    ValueError
        If the estimator fails on every pair, or if an argument is out of its range.

    Warns
    -----
    CandidateFailedWarning
        If the estimator fails on some pairs.

    See Also
    --------
    StabilityKSelector : Choose the number of clusters by it.

    Notes
    -----
    With :math:`N_{10}` pairs together in the first labelling only and :math:`N_{01}` in
    the second only, the instability is :math:`(N_{10} + N_{01}) / (n (n - 1) / 2)`. R's
    ``fpc::nselectboot`` counts :math:`N_{10}` alone, over :math:`n^2 / 2`, so that its
    values are half of these in the mean; its choice is the same.

    References
    ----------
    .. [1] Y. Fang and J. Wang, "Selection of the number of clusters via the bootstrap
       method", Computational Statistics & Data Analysis 56 (2012) 468-477.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import clustering_instability
    >>> X, _ = load_iris(return_X_y=True)
    >>> two = clustering_instability(KMeans(2), X, n_resamples=10, random_state=0)
    >>> five = clustering_instability(KMeans(5), X, n_resamples=10, random_state=0)
    >>> bool(two.score < five.score)
    True
    """
    check_count("n_resamples", n_resamples, n_jobs)
    samples = make_samples(estimator, X, y, fit_params)
    check_classification(classification, samples)
    drawing = make_scheme(
        scheme,
        samples,
        sample_fraction=sample_fraction,
        keeps_duplicates=True,
        allowed=("bootstrap", "subsample"),
    )
    results = resample(
        instability_task,
        Candidates(estimator, [{}], noise_label),
        (samples, drawing, classification),
        n_resamples=n_resamples,
        random_state=random_state,
        n_jobs=n_jobs,
    )
    values, n_failed = single_outcomes(results, estimator)
    values = np.array(values)
    return Bunch(
        score=float(values.mean()),
        standard_error=standard_error(values),
        scores=values,
        n_failed=n_failed,
    )


def instability_task(candidates, samples, scheme, classification, random_state):
    """Draw two samples; return the instability of each candidate."""
    pair = [scheme.draw(samples, random_state) for _ in range(2)]
    seed = draw_seed(random_state)

    def compute(which):
        sides = [
            label_all(
                samples,
                drawn.rows,
                candidates.fit(which, drawn.samples, seed),
                classification,
                candidates.noise_label,
                seed,
            )
            for drawn in pair
        ]
        return share_of_differing_pairs(*sides)

    return candidates.outcomes(compute)
