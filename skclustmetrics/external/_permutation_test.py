"""Whether the agreement of two partitions can be chance."""

from sklearn.utils import Bunch

from skclustmetrics._kernels._pvalue import monte_carlo_pvalue
from skclustmetrics.external._common import make_table, refuse_weights
from skclustmetrics.external._null_models import (
    check_null_table,
    make_sides,
    resolve_score,
    sample_scores,
)

__all__ = ["external_permutation_test"]


@refuse_weights
def external_permutation_test(
    labels_true=None,
    labels_pred=None,
    *,
    score_func="adjusted_rand",
    model="perm",
    n_permutations=1000,
    greater_is_better=None,
    contingency=None,
    noise_label=None,
    noise="drop",
    unknown_label=None,
    random_state=None,
    n_jobs=None,
):
    """Test whether two partitions agree more than random ones.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), default=None
        The true class of each sample: integers, strings, booleans or categories.
    labels_pred : array-like of shape (n_samples,), default=None
        The cluster of each sample.
    score_func : str, callable or list of these, default="adjusted_rand"
        The index: the name of an external index or of its function, a function of this
        package or of scikit-learn, a `functools.partial` object of one, or any function
        of ``(labels_true, labels_pred)`` that does not depend on the order of the
        samples. Several are computed of the same random partitions.
    model : {"perm", "perm1", "num", "num1", "all", "all1"}, default="perm"
        The random partitions, as in `adjusted_for_chance`: "perm" keeps the sizes of
        all clusters, "num" their numbers, "all" nothing; with a 1 at the end,
        `labels_true` stays as it is.
    n_permutations : int, default=1000
        How many pairs of random partitions are drawn. The least possible p-value is
        ``1 / (n_permutations + 1)``.
    greater_is_better : bool, default=None
        The direction. It is known of the indices of this package and must be given for
        any other function.
    contingency : {array-like, sparse matrix} of shape (n_classes, n_clusters), \
default=None
        Ready counts of the samples of each class in each cluster. If given, the labels
        are not looked at and may be None.
    noise_label : label, collection of labels or "negative", default=None
        Which labels mean noise; "negative" stands for all negative numbers. None means
        that every label is a cluster.
    noise : {"drop", "singletons", "cluster"}, default="drop"
        What to do with noise, as in all external indices.
    unknown_label : label, collection of labels or "negative", default=None
        Samples of this true label are left out: their class is unknown.
    random_state : int, RandomState instance or None, default=None
        Makes the random partitions reproducible, whatever `n_jobs` is.
    n_jobs : int, default=None
        How many blocks of random partitions are scored at a time.

    Returns
    -------
    result : :class:`~sklearn.utils.Bunch`
        Dictionary-like object. Each attribute is a dict by the names of the indices if
        `score_func` is a list.

        score : float
            The index of the two partitions.
        null_distribution : ndarray of shape (n_permutations,)
            The index of the random partitions; NaN where it is undefined.
        pvalue : float
            How likely random partitions are to agree at least as well; or, if neither
            direction of the index is better, to score as far from the median.

    Raises
    ------
    ValueError
        If the index or the model is unknown, if the direction of a function is not
        known, or if the labels are not valid.
    UndefinedIndexError
        If the index is undefined for the partitions.

    See Also
    --------
    adjusted_for_chance : How far an index is above chance, on a scale up to 1.
    sklearn.model_selection.permutation_test_score : The test for classifiers.

    Notes
    -----
    If b of the m random pairs score at least as well as the partitions at hand, the
    p-value is :math:`(b + 1) / (m + 1)`: the partitions at hand are one more pair,
    which makes the test valid for any m. Scores that are equal but for rounding count
    as equal, and undefined ones as at least as good. Of `mcnemar_score` neither
    direction is better: its test is two-sided, on the distances from the median of all
    m + 1 scores.

    A small p-value says that the agreement is not chance, not that it is good: with
    many samples a weak agreement is significant as well. The test of several indices
    does not correct for their number. Labels that were tuned on the truth agree with it
    more than by chance, and the test does not know.

    References
    ----------
    .. [1] B. Phipson and G. K. Smyth, "Permutation p-values should never be zero",
       Statistical Applications in Genetics and Molecular Biology 9 (2010) 39.
    .. [2] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification 2
       (1985) 193-218.

    Examples
    --------
    >>> from skclustmetrics import external_permutation_test
    >>> truth, found = [0] * 5 + [1] * 5, [0] * 4 + [1] * 6
    >>> result = external_permutation_test(truth, found, random_state=0)
    >>> round(result.score, 3), round(result.pvalue, 3)
    (0.597, 0.05)

    >>> indices = ["rand", "variation_of_information"]
    >>> result = external_permutation_test(
    ...     truth, found, score_func=indices, random_state=0
    ... )
    >>> {name: round(pvalue, 3) for name, pvalue in result.pvalue.items()}
    {'rand': 0.05, 'variation_of_information': 0.05}
    """
    several = isinstance(score_func, list | tuple)
    given = score_func if several else [score_func]
    scores = [resolve_score(each, greater_is_better) for each in given]
    _check_scores(scores)
    table = make_table(
        labels_true,
        labels_pred,
        contingency=contingency,
        noise_label=noise_label,
        noise=noise,
        unknown_label=unknown_label,
        name="external_permutation_test",
    )
    sides = make_sides(model, check_null_table(table))
    values = [score(table) for score in scores]
    draws = sample_scores(
        scores, sides, n_permutations, random_state=random_state, n_jobs=n_jobs
    )
    directions = [score.greater_is_better for score in scores]
    pvalues = map(monte_carlo_pvalue, values, draws, directions)
    if not several:
        return Bunch(score=values[0], null_distribution=draws[0], pvalue=next(pvalues))
    names = [score.name for score in scores]
    return Bunch(
        score=dict(zip(names, values, strict=True)),
        null_distribution=dict(zip(names, draws, strict=True)),
        pvalue=dict(zip(names, pvalues, strict=True)),
    )


def _check_scores(scores):
    if not scores:
        raise ValueError("score_func is an empty list; give at least one index.")
    names = [score.name for score in scores]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"score_func lists {min(twice)} more than once.")
    for score in scores:
        if score.greater_is_better is None and score.row is None:
            raise ValueError(
                f"greater_is_better must be given: whether higher values of "
                f"{score.name} are better is not known."
            )
