"""Whether given labels fit the data better than permuted ones."""

import numpy as np

from skclustmetrics._clusterers import draw_seeds
from skclustmetrics._kernels._parallel import check_n_jobs, run_tasks
from skclustmetrics._validation._data import (
    check_same_rows,
    plain_container,
    settle_partition,
    take_samples,
)
from skclustmetrics.significance._result import summarize_test
from skclustmetrics.significance._scores import compute_all, find_scores
from skclustmetrics.significance._tasks import check_at_least, split_draws

__all__ = ["internal_permutation_test", "settle_samples"]

# permutations of one task; fixed, so that n_jobs changes nothing
_BLOCK = 20


def internal_permutation_test(
    X,
    labels,
    *,
    score_func="silhouette",
    n_permutations=1000,
    greater_is_better=None,
    noise_label=None,
    noise="drop",
    random_state=None,
    n_jobs=None,
):
    """Test whether given labels fit the data better than the same labels permuted.

    It is a test for labels that were made without the data: known classes, say, or
    clusters of other features. Labels that a clusterer found in the same data fit it
    better than permuted ones, whether or not there are clusters; for these, see
    :func:`null_model_test`.

    Read more in the :ref:`User Guide <significance>`.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if the index has ``metric="precomputed"``
        The samples, or their distances.
    labels : array-like of shape (n_samples,)
        The cluster of each sample: integers, strings or categories.
    score_func : str, callable or list of these, default="silhouette"
        The index: the name of an internal index, a function of this package or of
        scikit-learn, a `functools.partial` object of one, or any function of
        ``(X, labels)``. Several are computed of the same permutations.
    n_permutations : int, default=1000
        How many times the labels are permuted. The least possible p-value is
        ``1 / (n_permutations + 1)``.
    greater_is_better : bool, default=None
        The direction. It is known of the indices of this package and must be given for
        any other function.
    noise_label : None, "negative", label or collection of labels, default=None
        Which labels mean noise; None means none of them. "negative" means every
        negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise before anything is permuted: left out, each a cluster of
        its own, each joined to the cluster of its nearest clustered sample by the
        metric of the first index, or one cluster.
    random_state : int, RandomState instance or None, default=None
        Makes the permutations reproducible, whatever `n_jobs` is.
    n_jobs : int, default=None
        How many blocks of permutations are scored at a time.

    Returns
    -------
    result : SignificanceResult
        Dictionary-like object. Each of these is a dict by the names of the indices if
        `score_func` is a list.

        score : float
            The index of the labels.
        null_distribution : ndarray of shape (n_permutations,)
            The index of the permuted labels; NaN where it is undefined.
        pvalue : float
            How likely permuted labels are to fit at least as well.
        z : float
            How many standard deviations the labels are better than the mean of the
            permuted ones; positive if they are better, whatever the direction.

    Raises
    ------
    ValueError
        If the index is unknown, if the direction of a function is not known, or if
        the data or the labels are not valid.
    UndefinedIndexError
        If the index is undefined for the labels.

    See Also
    --------
    external_permutation_test : Whether two partitions agree by chance.
    null_model_test : Whether data without clusters would score as well.

    Notes
    -----
    If b of the m permutations score at least as well, the p-value is
    :math:`(b + 1) / (m + 1)` [1]_. Scores that are equal but for rounding count as
    equal, and undefined ones as at least as good.

    References
    ----------
    .. [1] B. Phipson and G. K. Smyth, "Permutation p-values should never be zero",
       Statistical Applications in Genetics and Molecular Biology 9 (2010) 39.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import internal_permutation_test
    >>> X, species = load_iris(return_X_y=True)
    >>> test = internal_permutation_test(
    ...     X, species, score_func="davies_bouldin", n_permutations=99, random_state=0
    ... )
    >>> round(test.score, 3), test.pvalue
    (0.751, 0.01)
    """
    scores, several = find_scores(
        score_func, kind="internal", greater_is_better=greater_is_better
    )
    check_at_least("n_permutations", n_permutations, 1)
    check_n_jobs(n_jobs)
    X, partition = settle_samples(X, labels, scores[0].metric, noise_label, noise)
    codes = partition.codes
    values = [score.compute(X, codes) for score in scores]
    sizes = split_draws(n_permutations, _BLOCK)
    tasks = list(zip(draw_seeds(random_state, len(sizes)), sizes, strict=True))
    blocks = run_tasks(
        _score_permutations, tasks, n_jobs=n_jobs, common=(scores, X, codes)
    )
    draws = np.concatenate(list(blocks), axis=1)
    return summarize_test(scores, values, draws, several)


def settle_samples(X, labels, metric, noise_label, noise):
    """Apply the noise policy once and for all.

    Returns
    -------
    X : ndarray, CSR matrix or dataframe
        The kept samples, or their distances.
    partition : Partition
        Their clusters.
    """
    X = plain_container(X)
    check_same_rows(X, labels)
    partition = settle_partition(
        X, labels, metric=metric, params={}, noise_label=noise_label, noise=noise
    )
    if partition.kept is not None:
        X = take_samples(X, partition.kept, metric)
    return X, partition


def _score_permutations(scores, X, codes, task):
    seed, n_draws = task
    random_state = np.random.RandomState(seed)
    values = [
        compute_all(scores, X, random_state.permutation(codes)) for _ in range(n_draws)
    ]
    return np.array(values).T
