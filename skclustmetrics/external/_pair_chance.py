"""Pair indices that are set against what random partitions would give."""

import math
from fractions import Fraction
from functools import partial

from skclustmetrics._spec import IndexSpec
from skclustmetrics.exceptions import UndefinedIndexError
from skclustmetrics.external._common import external_index
from skclustmetrics.external._formulas import ratio

__all__ = [
    "PAIR_CHANCE_INDICES",
    "adjusted_fowlkes_mallows_score",
    "adjusted_wallace_score",
    "lerman_score",
    "modified_adjusted_rand_score",
    "normalized_lerman_score",
]


@external_index
def adjusted_wallace_score(table, *, given="true"):
    """Compute Wallace's coefficient corrected for chance.

    Of the pairs that one partition puts together, the share that the other puts
    together too, set against the share that it puts together of all pairs. Higher is
    better, 0 on average for random partitions with the same cluster sizes.

    Parameters
    ----------
    given : {"true", "pred"}, default="true"
        The partition whose pairs are looked at. "true" corrects pair recall (Wallace's
        first coefficient), "pred" pair precision (his second).

    Returns
    -------
    score : float
        At most 1.0, which identical partitions give exactly; negative below the level
        of chance, without a bound.

    Raises
    ------
    ValueError
        If `given` is neither "true" nor "pred".
    UndefinedIndexError
        If the partitions differ and the given one has no two samples together, or the
        other one is a single cluster.

    Notes
    -----
    :math:`(W - W_i) / (1 - W_i)`; for ``given="true"`` with :math:`W = N_{11} / (N_{11}
    + N_{10})` and :math:`W_i = (N_{11} + N_{01}) / N_T`, with :math:`N_{11}` of
    :math:`N_T` pairs together in both, :math:`N_{10}` in the truth only and
    :math:`N_{01}` in the prediction only.

    References
    ----------
    .. [1] A. Severiano, F. R. Pinto, M. Ramirez and J. A. Carriço, "Adjusted Wallace
       coefficient as a measure of congruence between typing methods", Journal of
       Clinical Microbiology 49 (2011) 3997-4000.

    Examples
    --------
    >>> from skclustmetrics import adjusted_wallace_score
    >>> adjusted_wallace_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.375
    >>> adjusted_wallace_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], given="pred")
    0.285...
    """
    if given not in ("true", "pred"):
        raise ValueError(f"given must be 'true' or 'pred'; got {given!r}.")
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    together, other = pairs.true, pairs.pred
    if given == "pred":
        together, other = other, together
    return ratio(
        pairs.total * pairs.both - together * other,
        together * (pairs.total - other),
        "the given partition has no pair together, or the other one no pair apart",
    )


@external_index
def adjusted_fowlkes_mallows_score(table):
    """Compute the Fowlkes-Mallows index corrected for chance.

    Higher is better, 0 on average for random partitions with the same cluster sizes.

    Returns
    -------
    score : float
        Between -1.0 and 1.0; 1.0 exactly for identical partitions.

    See Also
    --------
    fowlkes_mallows_score : The index without the correction.

    Notes
    -----
    :math:`(F - E) / (1 - E)` with the Fowlkes-Mallows index :math:`F` and its
    expectation :math:`E = \\sqrt{(N_{11} + N_{10}) (N_{11} + N_{01})} / N_T` over all
    permutations of one labelling. It is 0.0 if only one of the partitions puts samples
    together, the limit.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification 2
       (1985) 193-218.

    Examples
    --------
    >>> from skclustmetrics import adjusted_fowlkes_mallows_score
    >>> adjusted_fowlkes_mallows_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.326...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    product, square = pairs.true * pairs.pred, pairs.total**2
    if not product:
        return 0.0
    # divided out by hand, since 1 - E would cancel for nearly trivial partitions
    expected = math.sqrt(product / square)
    excess = (pairs.total * pairs.both - product) / (square - product)
    return excess * ((1 + expected) / expected)


@external_index
def modified_adjusted_rand_score(table):
    """Compute the modified adjusted Rand index (MARI).

    The adjusted Rand index with an expectation for samples drawn independently
    (multinomial model), estimated without bias, instead of one for fixed cluster sizes
    (hypergeometric model). The two approach each other as samples grow many. Higher is
    better, 0 on average for independent partitions.

    Returns
    -------
    score : float
        At most 1.0, which identical partitions give exactly.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and there are fewer than four samples, so that no two
        pairs are disjoint, or the estimate of the mean happens to be the largest value
        (seen with four samples only).

    See Also
    --------
    adjusted_rand_score : The index for fixed cluster sizes.

    Notes
    -----
    :math:`(N_{11} / N_T - E) / (M - E)` where :math:`M` is the mean of the shares of
    pairs together in the truth and in the prediction and :math:`E` the share, of all
    ordered pairs of disjoint pairs of samples, of those whose first pair is together in
    the truth and whose second pair is together in the prediction.

    References
    ----------
    .. [1] M. Sundqvist, J. Chiquet and G. Rigaill, "Adjusting the adjusted Rand Index:
       a multinomial story", Computational Statistics 38 (2023) 327-347.

    Examples
    --------
    >>> from skclustmetrics import modified_adjusted_rand_score
    >>> modified_adjusted_rand_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.285...
    """
    pairs, n = table.pairs, table.total
    if not pairs.differing:
        return 1.0
    if n < 4:
        raise UndefinedIndexError(
            "The index is undefined: it compares disjoint pairs of samples, which "
            f"takes at least 4 samples; there are {n}."
        )
    # pairs of pairs that share one sample, counted at that sample
    overlaps = zip(
        table.counts.tolist(),
        table.cell_row_sums.tolist(),
        table.cell_col_sums.tolist(),
        strict=True,
    )
    sharing_one = sum(
        count * ((of_class - 1) * (of_cluster - 1) - (count - 1))
        for count, of_class, of_cluster in overlaps
    )
    disjoint = Fraction(
        pairs.true * pairs.pred - pairs.both - sharing_one, 6 * math.comb(n, 4)
    )
    observed = Fraction(pairs.both, pairs.total)
    best = Fraction(pairs.true + pairs.pred, 2 * pairs.total)
    return float(
        ratio(observed - disjoint, best - disjoint, "its largest value is the mean")
    )


@external_index
def lerman_score(table):
    """Compute Lerman's index, the standardised number of pairs together in both.

    A z-score: how many standard deviations the number of pairs lies above its mean over
    all permutations of one labelling. Higher is better, 0 on average for random
    partitions. It grows with the number of samples, so it compares predictions of one
    data set only.

    Returns
    -------
    score : float
        Any number.

    Raises
    ------
    UndefinedIndexError
        If all permutations give the same number of pairs, as for a single cluster and
        for partitions without two samples together.

    See Also
    --------
    normalized_lerman_score : The same relative to identical partitions.

    Notes
    -----
    :math:`(N_{11} - E) / \\sigma` with the exact mean and variance under permutation.
    With :math:`n^{(k)} = n (n - 1) \\cdots (n - k + 1)` and :math:`A_1 = \\sum_i
    a_i^{(2)}`, :math:`A_2 = \\sum_i a_i^{(3)}`, :math:`A_3 = A_1^2 - 4 A_2 - 2 A_1` of
    the class sizes, :math:`B` likewise of the cluster sizes, :math:`2 N_{11}` has mean
    :math:`A_1 B_1 / n^{(2)}` and mean square :math:`2 A_1 B_1 / n^{(2)} + 4 A_2 B_2 /
    n^{(3)} + A_3 B_3 / n^{(4)}`. All sums are exact.

    References
    ----------
    .. [1] I. C. Lerman, "Classification et analyse ordinale des données", Dunod, 1981.
    .. [2] R. L. Brennan and R. J. Light, "Measuring agreement when two observers
       classify people into categories not defined in advance", British Journal of
       Mathematical and Statistical Psychology 27 (1974) 154-163.

    Examples
    --------
    >>> from skclustmetrics import lerman_score
    >>> lerman_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    1.224...
    """
    return _lerman(
        table.pairs.both, table.row_sums, table.col_sums, "all permutations are alike"
    )


@external_index
def normalized_lerman_score(table):
    """Compute Lerman's index relative to that of each partition with itself.

    Higher is better, 0 on average for random partitions with the same cluster sizes.

    Returns
    -------
    score : float
        1.0 exactly for identical partitions, which is not the largest value: partitions
        of unlike sizes may go together more than either goes with itself.

    Raises
    ------
    UndefinedIndexError
        If the partitions differ and Lerman's index is undefined for them or for one of
        them with itself.

    See Also
    --------
    lerman_score : The z-score itself.

    Notes
    -----
    :math:`L(U, V) / \\sqrt{L(U, U) L(V, V)}` with Lerman's index :math:`L` of truth
    :math:`U` and prediction :math:`V`. Each of the three is a z-score with a standard
    deviation of its own, so this is not a correlation and may exceed 1.

    References
    ----------
    .. [1] I. C. Lerman, "Comparing partitions (mathematical and statistical aspects)",
       in "Classification and Related Methods of Data Analysis", North-Holland, 1988.

    Examples
    --------
    >>> from skclustmetrics import normalized_lerman_score
    >>> normalized_lerman_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    0.365...
    >>> normalized_lerman_score([0, 2, 1, 1, 1], [1, 1, 0, 0, 0])
    1.165...
    """
    pairs = table.pairs
    if not pairs.differing:
        return 1.0
    rows, columns = table.row_sums, table.col_sums
    reason = "all permutations of one partition are alike"
    own = _lerman(pairs.true, rows, rows, reason)
    own *= _lerman(pairs.pred, columns, columns, reason)
    return _lerman(pairs.both, rows, columns, reason) / math.sqrt(own)


def _lerman(both, sizes_true, sizes_pred, reason):
    """Standardise a number of pairs together in both, under permutation."""
    n = sum(sizes_true.tolist())
    true, pred = _ordered_sums(sizes_true), _ordered_sums(sizes_pred)
    falling = [math.perm(n, k) for k in (2, 3, 4)]
    terms = zip((2, 4, 1), true, pred, falling, strict=True)
    mean_square = sum(
        Fraction(factor * a * b, count) for factor, a, b, count in terms if count
    )
    mean = Fraction(true[0] * pred[0], falling[0]) if falling[0] else Fraction(0)
    variance = mean_square - mean * mean
    excess = 2 * both - mean
    square = ratio(excess * excess, variance, reason)
    return math.copysign(math.sqrt(square), excess)


def _ordered_sums(sizes):
    """Count ordered pairs, pairs of pairs that share one sample, and disjoint ones."""
    sizes = sizes.tolist()
    pairs = sum(size * (size - 1) for size in sizes)
    sharing_one = sum(size * (size - 1) * (size - 2) for size in sizes)
    return pairs, sharing_one, pairs * pairs - 4 * sharing_one - 2 * pairs


_row = partial(
    IndexSpec,
    kind="external",
    family="pair counting, against chance",
    greater_is_better=True,
    bounds=(-math.inf, 1.0),
    cost="n",
    symmetric=True,
    best_at_identity=True,
    chance_adjusted=True,
)

PAIR_CHANCE_INDICES = (
    _row(
        function=adjusted_wallace_score,
        title="adjusted Wallace coefficient (recall)",
        source="Severiano et al. 2011, J. Clin. Microbiol. 49",
        symmetric=False,
    ),
    _row(
        function=adjusted_wallace_score,
        name="adjusted_wallace_pred",
        params={"given": "pred"},
        title="adjusted Wallace coefficient (precision)",
        source="Severiano et al. 2011, J. Clin. Microbiol. 49",
        symmetric=False,
    ),
    _row(
        function=adjusted_fowlkes_mallows_score,
        title="adjusted Fowlkes-Mallows index",
        bounds=(-1.0, 1.0),
        source="Hubert and Arabie 1985, J. Classif. 2",
    ),
    _row(
        function=modified_adjusted_rand_score,
        title="modified adjusted Rand index",
        source="Sundqvist et al. 2023, Comput. Stat. 38",
    ),
    _row(
        function=lerman_score,
        title="Lerman index",
        bounds=(-math.inf, math.inf),
        source="Lerman 1981; Brennan and Light 1974",
        best_at_identity=False,
    ),
    _row(
        function=normalized_lerman_score,
        title="normalised Lerman index",
        bounds=(-math.inf, math.inf),
        source="Lerman 1988",
        best_at_identity=False,
    ),
)
