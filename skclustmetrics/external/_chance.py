"""Any index of two partitions, corrected for chance."""

import math
from dataclasses import dataclass
from numbers import Real

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._kernels._parallel import check_n_jobs
from skclustmetrics._kernels._random_partitions import FixedSizes
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._chance_forms import expected_score
from skclustmetrics.external._common import check_flag, make_table, refuse_weights
from skclustmetrics.external._null_models import (
    check_null_table,
    identity_table,
    make_sides,
    resolve_score,
    sample_scores,
)

__all__ = ["adjusted_for_chance"]

_METHODS = ("auto", "exact", "monte_carlo")


@refuse_weights
def adjusted_for_chance(
    score_func,
    labels_true=None,
    labels_pred=None,
    *,
    model="perm",
    method="auto",
    n_permutations=1000,
    best=None,
    return_details=False,
    contingency=None,
    noise_label=None,
    noise="drop",
    unknown_label=None,
    random_state=None,
    n_jobs=None,
):
    """Correct any index of two partitions for chance.

    The result is 1 where the index is at its best and 0 on average for random
    partitions; higher is better, also for an index of which lower values are better.
    What random means is for the null model to say.

    Parameters
    ----------
    score_func : str or callable
        The index: the name of an external index or of its function, a function of this
        package or of scikit-learn, a `functools.partial` object of one, or any function
        of ``(labels_true, labels_pred)`` that does not depend on the order of the
        samples. Such a function is given integer codes for labels.
    labels_true : array-like of shape (n_samples,), default=None
        The true class of each sample: integers, strings, booleans or categories.
    labels_pred : array-like of shape (n_samples,), default=None
        The cluster of each sample.
    model : {"perm", "perm1", "num", "num1", "all", "all1"}, default="perm"
        The random partitions. "perm": samples change places, the sizes of all clusters
        stay as they are. "num": all partitions with the same number of clusters are
        equally likely. "all": all partitions of the samples are equally likely. With a
        1 at the end, only `labels_pred` is random and `labels_true` stays as it is;
        "perm1" gives the same as "perm".
    method : {"auto", "exact", "monte_carlo"}, default="auto"
        How the expectation is found. "auto" is exact where an exact expression is known
        and not slow, else it is the mean of random partitions. "exact" is an error
        where no expression is known.
    n_permutations : int, default=1000
        How many pairs of random partitions are drawn, if any.
    best : float, default=None
        The value that becomes 1. None means what partitions score against themselves:
        the best value of most indices. See the notes for those that have none.
    return_details : bool, default=False
        Whether to return all parts of the result.
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
    adjusted : float
        At most 1.0 where `best` is the best value. Returned alone unless
        `return_details` is set.
    result : :class:`~sklearn.utils.Bunch`
        Only if `return_details` is set.

        adjusted : float
            The corrected index.
        standard_error : float
            Its standard error, as far as it comes from the random partitions; 0.0 if
            the expectation is exact.
        score : float
            The index itself.
        expected : float
            Its expectation under the null model.
        best : float
            The value that becomes 1.
        exact : bool
            Whether the expectation is exact.
        n_permutations : int
            How many random pairs went into the expectation.
        n_undefined : int
            How many more were drawn for which the index is undefined.

    Raises
    ------
    ValueError
        If the index, the model or the method is unknown, if no exact expression is
        known for ``method="exact"``, or if the labels are not valid.
    UndefinedIndexError
        If the index is undefined for the partitions, if it is undefined for all random
        partitions, or if the best value is what is expected by chance.

    See Also
    --------
    external_permutation_test : Whether an agreement can be chance.
    adjusted_rand_score : The Rand index under "perm", in closed form.
    adjusted_mutual_info_score : The mutual information under "perm", in closed form.

    Notes
    -----
    With the index :math:`S`, its expectation :math:`E` under the null model and its
    best value :math:`S^*`, the result is :math:`(S - E) / (S^* - E)`. An index such as
    the mutual information, which is not at one and the same best value for all
    partitions and themselves, has for :math:`S^*` the mean over the two sides of what a
    partition scores against itself: the partition at hand where the model keeps its
    sizes, else the best of it, of the most even and of the most uneven one that the
    model allows. For the mutual information that is the entropy under "perm" (the
    correction is then `adjusted_mutual_info_score`), the logarithm of the number of
    clusters under "num" (if it divides the samples) and that of the number of samples
    under "all".

    Exact expectations under all models are known for the Rand index and what is linear
    in the pair counts (Hamann, Mirkin, Russell-Rao), the mutual information, the
    variation of information, BCubed precision and recall, chi-squared, the Frobenius
    distance and the element-centric similarity; while the sizes stay fixed, also for
    pair precision, recall and F, Fowlkes-Mallows, Kulczynski, all forms of normalized
    mutual information but the joint one, homogeneity, completeness and V-measure, and
    some more. The expected mutual information sums over all pairs of sizes that
    clusters may have. Under "num" with few clusters of many samples these are too many;
    "auto" then draws random partitions, as for any other index.

    References
    ----------
    .. [1] A. J. Gates and Y.-Y. Ahn, "The impact of random models on clustering
       similarity", Journal of Machine Learning Research 18 (2017) 87, 1-28.
    .. [2] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification 2
       (1985) 193-218.
    .. [3] A. J. Stam, "Generation of a random partition of a finite set by an urn
       model", Journal of Combinatorial Theory A 35 (1983) 231-240.

    Examples
    --------
    >>> from skclustmetrics import adjusted_for_chance, adjusted_rand_score
    >>> truth, found = [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]
    >>> adjusted_for_chance("rand", truth, found)
    0.2424...
    >>> adjusted_rand_score(truth, found)
    0.2424...

    Compared with all partitions into as many clusters, and of any index:

    >>> adjusted_for_chance("rand", truth, found, model="num")
    0.3236...
    >>> result = adjusted_for_chance(
    ...     "purity", truth, found, random_state=0, return_details=True
    ... )
    >>> print(f"{result.adjusted:.2f} +- {result.standard_error:.2f}")
    0.44 +- 0.01
    """
    score = resolve_score(score_func)
    if score.row is not None and score.greater_is_better is None:
        raise ValueError(
            f"{score.name} cannot be corrected for chance: neither higher nor lower "
            "values of it are better, so that it has no best value to become 1."
        )
    check_flag(return_details, "return_details")
    check_n_jobs(n_jobs)
    if not isinstance(method, str) or method not in _METHODS:
        raise ValueError(
            f"The 'method' parameter must be one of {', '.join(map(repr, _METHODS))}. "
            f"Got {method!r} instead."
        )
    table = make_table(
        labels_true,
        labels_pred,
        contingency=contingency,
        noise_label=noise_label,
        noise=noise,
        unknown_label=unknown_label,
        name="adjusted_for_chance",
    )
    sides = make_sides(model, check_null_table(table))
    value = score(table)
    best = _best_value(score, table, sides, best)
    chance = None
    if method != "monte_carlo":
        chance = _exact_chance(score, value, sides, any_cost=method == "exact")
        if chance is None and method == "exact":
            raise ValueError(
                f"No exact expectation of {score.name} is known under model={model!r}. "
                "Use method='auto' or method='monte_carlo'."
            )
    if chance is None:
        draws = sample_scores(
            [score], sides, n_permutations, random_state=random_state, n_jobs=n_jobs
        )
        chance = _average(draws[0], score.name, model)
    adjusted, slope = _adjust(value, chance.expected, best, score)
    if not return_details:
        return adjusted
    return Bunch(
        adjusted=adjusted,
        standard_error=slope * chance.standard_error,
        score=value,
        expected=chance.expected,
        best=best,
        exact=chance.exact,
        n_permutations=chance.n_permutations,
        n_undefined=chance.n_undefined,
    )


@dataclass(frozen=True, kw_only=True)
class _Chance:
    """The expectation of an index under a null model, and where it comes from."""

    expected: float
    standard_error: float = 0.0
    exact: bool = True
    n_permutations: int = 0
    n_undefined: int = 0


def _exact_chance(score, value, sides, *, any_cost):
    """Return the exact expectation, None if none is known."""
    if all(isinstance(side, FixedSizes) for side in sides) and any(
        side.is_trivial for side in sides
    ):
        return _Chance(expected=value)  # all random tables are the one at hand
    expected = expected_score(score, *sides, any_cost=any_cost)
    return None if expected is None else _Chance(expected=expected)


def _average(draws, name, model):
    """Return the mean of random scores and its standard error."""
    defined = draws[~np.isnan(draws)]
    if not defined.size:
        raise UndefinedIndexError(
            f"{name} is undefined for all {draws.size} random partitions of "
            f"model={model!r}."
        )
    spread = 0.0
    if defined.min() < defined.max():
        spread = float(defined.std(ddof=1))
    return _Chance(
        # the mean of equal numbers is that number, to the last bit
        expected=float(defined.mean()) if spread else float(defined[0]),
        standard_error=spread / math.sqrt(defined.size),
        exact=False,
        n_permutations=defined.size,
        n_undefined=draws.size - defined.size,
    )


def _best_value(score, table, sides, best):
    """Return the value that becomes 1."""
    if best is None:
        sizes = table.row_sums, table.col_sums
        own = [_best_own(score, *each) for each in zip(sizes, sides, strict=True)]
        return own[0] if own[0] == own[1] else math.fsum(own) / 2.0
    if isinstance(best, bool) or not isinstance(best, Real):
        raise TypeError(f"best must be a number or None; got {best!r}.")
    if not math.isfinite(best):
        raise ValueError(f"best must be finite; got {best!r}.")
    return float(best)


def _best_own(score, sizes, side):
    """Return the best score of a partition and itself that the model of a side has.

    Most indices are at their best for any partition and itself. The others, the mutual
    information among them, go to an extreme of the sizes.
    """
    candidates = [sizes]
    if score.row is not None and not score.row.best_at_identity:
        candidates += side.extreme_sizes
    values = []
    for candidate in candidates:
        try:
            values.append(score(identity_table(candidate)))
        except UndefinedIndexError as error:
            reason = error
    if not values:
        raise UndefinedIndexError(
            f"{score.name} of a partition and itself is undefined here, so that the "
            f"value to become 1 must be given as best=. ({reason})"
        )
    return min(values) if score.greater_is_better is False else max(values)


def _adjust(value, expected, best, score):
    """Return the corrected index, and how much it depends on the expectation."""
    if value == best:
        return 1.0, 0.0
    room = best - expected
    no_room = room == 0.0
    if score.greater_is_better is not None:
        no_room = room <= 0.0 if score.greater_is_better else room >= 0.0
    if no_room:
        raise UndefinedIndexError(
            f"{score.name} cannot be corrected for chance: what is expected of random "
            f"partitions, {expected:g}, is not worse than the best value, {best:g}."
        )
    return (value - expected) / room, abs(value - best) / room**2
