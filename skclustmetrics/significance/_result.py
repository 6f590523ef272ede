"""What a test returns, and how it is shown."""

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._kernels._pvalue import monte_carlo_pvalue

__all__ = ["SignificanceResult", "standard_score", "summarize_test"]


class SignificanceResult(Bunch):
    """The outcome of a test: a score, what chance makes of it, and the p-value.

    A :class:`~sklearn.utils.Bunch`, whose entries are attributes as well. It prints in
    a line for each index.

    Parameters
    ----------
    **kwargs : dict
        The entries, at least ``score``, ``null_distribution``, ``pvalue`` and ``z``.

    See Also
    --------
    null_model_test : Against data without clusters.
    internal_permutation_test : Against permuted labels.
    sigclust : Whether two clusters are one Gaussian.

    Examples
    --------
    >>> from skclustmetrics import internal_permutation_test
    >>> X = [[0.0], [1.0], [2.0], [7.0], [8.0], [9.0]]
    >>> internal_permutation_test(X, [0, 0, 0, 1, 1, 1], random_state=0)
    SignificanceResult(score=0.8065, pvalue=0.1..., z=..., null=...±... of 1,000)
    """

    def __repr__(self):
        name = type(self).__name__
        if not isinstance(self["score"], dict):
            return f"{name}({_describe(*map(self.get, _SHOWN))})"
        lines = [
            f"    {key}: {_describe(*(self[shown][key] for shown in _SHOWN))}"
            for key in self["score"]
        ]
        return "\n".join([f"{name}(", *lines, ")"])

    __str__ = __repr__


_SHOWN = ("score", "pvalue", "z", "null_distribution")


def _describe(score, pvalue, z, draws):
    defined = draws[~np.isnan(draws)]
    spread = ""
    if defined.size > 1:
        with np.errstate(invalid="ignore"):
            spread = f"{defined.mean():.4g}±{defined.std(ddof=1):.2g} "
    null = f"{spread}of {draws.size:,}"
    return f"score={score:.4g}, pvalue={pvalue:.3g}, z={z:.2f}, null={null}"


def standard_score(value, draws, greater_is_better):
    """Return how many standard deviations a value is better than the mean of draws.

    Parameters
    ----------
    value : float
        The value at hand.
    draws : ndarray of shape (n_draws,)
        What it is compared with; NaN is left out.
    greater_is_better : bool or None
        The direction; None counts as True.

    Returns
    -------
    z : float
        NaN where fewer than two draws are defined, or nothing differs.
    """
    draws = draws[~np.isnan(draws)]
    if draws.size < 2:
        return float("nan")
    sign = -1.0 if greater_is_better is False else 1.0
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(sign * (value - draws.mean()) / draws.std(ddof=1))


def summarize_test(scores, values, draws, several, *, pvalue_draws=None, **entries):
    """Put values and draws of one index, or of several, into a result.

    Parameters
    ----------
    scores : list of Score
        The indices.
    values : list of float
        Their values.
    draws : ndarray of shape (n_scores, n_draws)
        What they are under the null hypothesis.
    several : bool
        Whether the entries are dicts by the names of the indices.
    pvalue_draws : ndarray of shape (n_scores, n_draws), default=None
        The draws as the p-value sees them; None means as they are.
    **entries : dict
        Further entries.
    """
    seen = draws if pvalue_draws is None else pvalue_draws
    columns = {"score": [], "null_distribution": [], "pvalue": [], "z": []}
    for score, value, own, counted in zip(scores, values, draws, seen, strict=True):
        direction = score.greater_is_better
        columns["score"].append(value)
        columns["null_distribution"].append(own)
        columns["pvalue"].append(monte_carlo_pvalue(value, counted, direction))
        columns["z"].append(standard_score(value, own, direction))
    if not several:
        return SignificanceResult(
            **{key: column[0] for key, column in columns.items()}, **entries
        )
    names = [score.name for score in scores]
    by_name = {
        key: dict(zip(names, column, strict=True)) for key, column in columns.items()
    }
    return SignificanceResult(**by_name, **entries)
