"""How often two samples meet in one cluster, over many subsamples."""

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._clusterers import draw_seed
from skclustmetrics.stability._consensus_pairs import (
    NOT_DRAWN,
    count_consensus,
    fill_consensus,
)
from skclustmetrics.stability._refits import (
    Candidates,
    check_count,
    resample,
    single_outcomes,
)
from skclustmetrics.stability._samples import make_samples
from skclustmetrics.stability._schemes import make_scheme

__all__ = [
    "check_limits",
    "consensus_matrix",
    "consensus_stability",
    "labels_task",
    "place_labels",
]


def consensus_matrix(
    estimator,
    X,
    y=None,
    *,
    n_resamples=100,
    scheme="subsample",
    sample_fraction=0.8,
    noise_label="negative",
    fit_params=None,
    n_jobs=None,
    random_state=None,
):
    """Compute how often each two samples meet in one cluster.

    Subsamples are clustered one after the other; the consensus of two samples is the
    share of those that both are in, in which they are in the same cluster.

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
    n_resamples : int, default=100
        How many subsamples to draw.
    scheme : {"subsample", "bootstrap"}, default="subsample"
        Draw without replacement, or with it and leave out repetitions.
    sample_fraction : float, default=0.8
        The share of the samples in a subsample, in (0, 1].
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise is together with no other sample.
    fit_params : dict, default=None
        Further arguments of the estimator's `fit`; what has an entry for each sample,
        as sample weights have, is drawn with the samples.
    n_jobs : int, default=None
        The number of workers. No result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the subsamples and the clusterers.

    Returns
    -------
    consensus : ndarray of shape (n_samples, n_samples), dtype float64
        Symmetric, in [0, 1]; 1.0 on the diagonal; NaN for samples, and pairs, that were
        never drawn.

    Raises
    ------
    ValueError
        If the estimator fails on every subsample, or if an argument is out of its
        range.

    Warns
    -----
    CandidateFailedWarning
        If the estimator fails on some subsamples.

    See Also
    --------
    consensus_stability : How clear the consensus is, without holding the matrix.

    References
    ----------
    .. [1] S. Monti, P. Tamayo, J. Mesirov and T. Golub, "Consensus clustering: a
       resampling-based method for class discovery and visualization of gene expression
       microarray data", Machine Learning 52 (2003) 91-118.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from skclustmetrics import consensus_matrix
    >>> X = np.array([[0.0], [0.2], [0.1], [9.0], [9.1], [9.2]])
    >>> consensus_matrix(KMeans(2), X, sample_fraction=0.7, random_state=0)
    array([[1., 1., 1., 0., 0., 0.],
           [1., 1., 1., 0., 0., 0.],
           [1., 1., 1., 0., 0., 0.],
           [0., 0., 0., 1., 1., 1.],
           [0., 0., 0., 1., 1., 1.],
           [0., 0., 0., 1., 1., 1.]])
    """
    labels, _ = _label_subsamples(
        estimator,
        X,
        y,
        n_resamples=n_resamples,
        scheme=scheme,
        sample_fraction=sample_fraction,
        noise_label=noise_label,
        fit_params=fit_params,
        n_jobs=n_jobs,
        random_state=random_state,
    )
    return fill_consensus(labels, n_jobs)


def consensus_stability(
    estimator,
    X,
    y=None,
    *,
    n_resamples=100,
    scheme="subsample",
    sample_fraction=0.8,
    pac_limits=(0.1, 0.9),
    noise_label="negative",
    fit_params=None,
    n_jobs=None,
    random_state=None,
):
    """Compute how clear the consensus of subsamples is, by PAC.

    In a stable clustering two samples are together always or never. The proportion of
    ambiguous clustering is the share of pairs in between. Lower is better. One cluster
    always scores 0.0, so it must not be compared with more.

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
    n_resamples : int, default=100
        How many subsamples to draw.
    scheme : {"subsample", "bootstrap"}, default="subsample"
        Draw without replacement, or with it and leave out repetitions.
    sample_fraction : float, default=0.8
        The share of the samples in a subsample, in (0, 1].
    pac_limits : tuple of float, default=(0.1, 0.9)
        A pair is ambiguous if its consensus is above the first and not above the
        second.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number. Noise is together with no other sample.
    fit_params : dict, default=None
        Further arguments of the estimator's `fit`; what has an entry for each sample,
        as sample weights have, is drawn with the samples.
    n_jobs : int, default=None
        The number of workers. No result depends on it.
    random_state : int, RandomState instance or None, default=None
        Seeds the subsamples and the clusterers.

    Returns
    -------
    result : Bunch
        ``pac``, in [0, 1]; ``levels`` and ``cdf``, each of shape (n_values,), the
        consensus values that occur and the share of pairs up to each; ``area`` under
        this distribution function; ``n_unseen``, the number of pairs that were never
        drawn together and do not count; ``n_failed``, the number of subsamples on which
        the estimator failed, which do not count either.

    Raises
    ------
    ValueError
        If the estimator fails on every subsample, if no pair is ever drawn together, or
        if an argument is out of its range.

    Warns
    -----
    CandidateFailedWarning
        If the estimator fails on some subsamples.

    See Also
    --------
    consensus_matrix : The consensus of each pair.
    StabilityKSelector : Choose the number of clusters by it.

    Notes
    -----
    PAC is CDF(0.9) - CDF(0.1) of the consensus of pairs of different samples. The
    matrix is never held: pairs are counted tile by tile, in time quadratic in the
    number of samples. The area is one minus the mean consensus; Monti's delta area is
    the relative growth of it from one number of clusters to the next.

    References
    ----------
    .. [1] S. Monti, P. Tamayo, J. Mesirov and T. Golub, "Consensus clustering: a
       resampling-based method for class discovery and visualization of gene expression
       microarray data", Machine Learning 52 (2003) 91-118.
    .. [2] Y. Șenbabaoğlu, G. Michailidis and J. Z. Li, "Critical limitations of
       consensus clustering in class discovery", Scientific Reports 4 (2014) 6207.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import consensus_stability
    >>> X, _ = load_iris(return_X_y=True)
    >>> two = consensus_stability(KMeans(2), X, n_resamples=20, random_state=0)
    >>> five = consensus_stability(KMeans(5), X, n_resamples=20, random_state=0)
    >>> bool(two.pac < five.pac)
    True
    """
    low, high = check_limits(pac_limits)
    labels, n_failed = _label_subsamples(
        estimator,
        X,
        y,
        n_resamples=n_resamples,
        scheme=scheme,
        sample_fraction=sample_fraction,
        noise_label=noise_label,
        fit_params=fit_params,
        n_jobs=n_jobs,
        random_state=random_state,
    )
    counts = count_consensus(labels, n_jobs)
    return Bunch(
        pac=counts.ambiguous(low, high),
        levels=counts.values,
        cdf=counts.cdf,
        area=counts.area,
        n_unseen=counts.n_unseen,
        n_failed=n_failed,
    )


def check_limits(pac_limits):
    """Return the limits between which a consensus is ambiguous."""
    limits = np.asarray(pac_limits)
    if (
        limits.shape != (2,)
        or limits.dtype.kind not in "fiu"
        or not 0 <= limits[0] < limits[1] <= 1
    ):
        raise ValueError(
            "pac_limits must be two numbers in [0, 1], the smaller one first; got "
            f"{pac_limits!r}."
        )
    return float(limits[0]), float(limits[1])


def _label_subsamples(
    estimator,
    X,
    y,
    *,
    n_resamples,
    scheme,
    sample_fraction,
    noise_label,
    fit_params,
    n_jobs,
    random_state,
):
    """Return the labels of shape (n_counted, n_samples), and the number of failures."""
    check_count("n_resamples", n_resamples, n_jobs)
    samples = make_samples(estimator, X, y, fit_params)
    drawing = make_scheme(
        scheme,
        samples,
        sample_fraction=sample_fraction,
        allowed=("subsample", "bootstrap"),
    )
    results = resample(
        labels_task,
        Candidates(estimator, [{}], noise_label),
        (samples, drawing),
        n_resamples=n_resamples,
        random_state=random_state,
        n_jobs=n_jobs,
    )
    found, n_failed = single_outcomes(results, estimator, stacklevel=4)
    return place_labels(found, samples.n_samples), n_failed


def labels_task(candidates, samples, scheme, random_state):
    """Draw once; return the drawn samples and their labels by each candidate."""
    drawn = scheme.draw(samples, random_state)
    seed = draw_seed(random_state)

    def compute(which):
        codes = candidates.fit(which, drawn.samples, seed).codes
        return drawn.rows.astype(np.int32), codes.astype(np.int32)

    return candidates.outcomes(compute)


def place_labels(found, n_samples):
    """Return one row of labels for each resample, of all samples."""
    labels = np.full((len(found), n_samples), NOT_DRAWN, dtype=np.int32)
    for row, (rows, codes) in zip(labels, found, strict=True):
        row[rows] = codes
    return labels
