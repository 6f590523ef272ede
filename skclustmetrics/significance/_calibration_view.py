"""How calibrated indices are shown: text, table, notebook."""

import math

import numpy as np

from skclustmetrics._compat._pandas import pandas_for_frame
from skclustmetrics._kernels._pvalue import monte_carlo_pvalue
from skclustmetrics._report_view import count_of, format_value, html_table, text_table
from skclustmetrics.significance._result import standard_score

__all__ = ["IndexCalibration", "standardize"]

_HEADER = ("index", "better", "value", "random", "std", "standardized")
_TITLES = {"z": "z-scores", "range": "range", "quantile": "quantiles"}


class IndexCalibration:
    """Indices on a common scale, as `calibrate_indices` finds them.

    It prints as a table with a row for each index and shows as one in a notebook.

    Parameters
    ----------
    values : dict of str to float
        The indices of the partition; NaN where undefined.
    directions : dict of str to bool
        Whether higher values are better.
    random : dict of str to ndarray of shape (n_clusterings,)
        The indices of the random clusterings; NaN where undefined.
    schemes : ndarray of shape (n_clusterings,)
        How each of these grew.
    n_clusters : int
        The number of clusters, of the partition and of each random clustering.
    standardization : {"z", "range", "quantile"}
        The common scale.

    See Also
    --------
    calibrate_indices : The function that makes it.

    Examples
    --------
    >>> from skclustmetrics import calibrate_indices
    >>> X = [[0.0], [1.0], [2.0], [7.0], [8.0], [9.0]]
    >>> calibration = calibrate_indices(
    ...     X,
    ...     [0, 0, 0, 1, 1, 1],
    ...     indices=["silhouette", "dunn"],
    ...     n_random=5,
    ...     standardization="range",
    ...     random_state=0,
    ... )
    >>> calibration.values["dunn"]
    2.5
    >>> calibration.standardized["dunn"]
    1.0
    """

    def __init__(
        self, *, values, directions, random, schemes, n_clusters, standardization
    ):
        self.values = values
        self.directions = directions
        self.random = random
        self.schemes = schemes
        self.n_clusters = n_clusters
        self.standardization = standardization

    @property
    def standardized(self):
        """The indices on the common scale, where higher is better."""
        return {
            name: standardize(
                value, self.random[name], self.directions[name], self.standardization
            )
            for name, value in self.values.items()
        }

    def aggregate(self, weights=None):
        """Return the weighted mean on the common scale.

        Parameters
        ----------
        weights : dict of str to float, default=None
            How much each index counts, by its name; others do not count. None means all
            alike.

        Returns
        -------
        mean : float
            NaN if an index that counts has no value.
        """
        standardized = self.standardized
        if weights is None:
            weights = dict.fromkeys(standardized, 1.0)
        unknown = sorted(set(weights) - set(standardized))
        if unknown:
            raise ValueError(
                f"weights names {unknown[0]!r}; there are "
                f"{', '.join(map(repr, standardized))}."
            )
        numbers = np.array([weights[name] for name in weights], dtype=np.float64)
        if not (numbers >= 0).all() or not 0 < numbers.sum() < np.inf:
            raise ValueError(
                "weights must be finite, not negative, and not all 0; got "
                f"{dict(weights)!r}."
            )
        counted = [
            (standardized[name], weight)
            for name, weight in zip(weights, numbers, strict=True)
            if weight > 0
        ]
        return float(sum(value * weight for value, weight in counted) / numbers.sum())

    def to_dict(self):
        """Return the table by columns.

        Returns
        -------
        columns : dict of str to list
            ``index``, ``greater_is_better``, ``value``, ``random_mean``,
            ``random_std``, ``standardized`` and ``n_undefined``, the number of random
            clusterings in which the index is undefined; an entry for each index.
        """
        draws = [self.random[name] for name in self.values]
        defined = [own[~np.isnan(own)] for own in draws]
        return {
            "index": list(self.values),
            "greater_is_better": [self.directions[name] for name in self.values],
            "value": list(self.values.values()),
            "random_mean": [_mean(own) for own in defined],
            "random_std": [_std(own) for own in defined],
            "standardized": list(self.standardized.values()),
            "n_undefined": [
                every.size - own.size for every, own in zip(draws, defined, strict=True)
            ],
        }

    def to_frame(self):
        """Return the table.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_indices, 6)
            The columns of `to_dict`, with the names of the indices as the index.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        pd = pandas_for_frame()
        return pd.DataFrame(self.to_dict()).set_index("index")

    def __len__(self):
        return len(self.values)

    def __repr__(self):
        return f"<{type(self).__name__}: {self._summary()}>"

    def __str__(self):
        lines = text_table([_HEADER, *self._cells()], left=(0, 1))
        return "\n".join([self._caption(), "", *lines])

    def _repr_html_(self):
        return html_table(self._caption(), _HEADER, self._cells())

    def _caption(self):
        return f"Calibration of {self._summary()}"

    def _summary(self):
        return (
            f"{count_of(len(self), 'index', 'indices')}, "
            f"{count_of(self.n_clusters, 'cluster')}, {_TITLES[self.standardization]} "
            f"among {count_of(self.schemes.size, 'random clustering')}"
        )

    def _cells(self):
        columns = self.to_dict()
        del columns["n_undefined"]
        for name, better, *numbers in zip(*columns.values(), strict=True):
            yield (name, "↑" if better else "↓", *map(_text, numbers))


def standardize(value, draws, greater_is_better, how):
    """Put a value on the scale of random ones; higher is better there.

    Parameters
    ----------
    value : float
        The value at hand.
    draws : ndarray of shape (n_draws,)
        The random ones; NaN is left out.
    greater_is_better : bool
        The direction.
    how : {"z", "range", "quantile"}
        The scale.

    Returns
    -------
    standardized : float
        NaN where there is no scale.
    """
    if how == "z":
        return standard_score(value, draws, greater_is_better)
    draws = draws[~np.isnan(draws)]
    if math.isnan(value) or draws.size == 0:
        return math.nan
    if how == "quantile":
        as_good = monte_carlo_pvalue(value, draws, greater_is_better)
        return 1.0 - as_good + 1.0 / (draws.size + 1)
    sign = 1.0 if greater_is_better else -1.0
    draws = sign * draws
    worst, best = draws.min(), draws.max()
    with np.errstate(invalid="ignore", divide="ignore"):
        return float((sign * value - worst) / (best - worst))


def _text(number):
    return "undefined" if math.isnan(number) else format_value(number)


def _mean(draws):
    return float(draws.mean()) if draws.size else math.nan


def _std(draws):
    return float(draws.std(ddof=1)) if draws.size > 1 else math.nan
