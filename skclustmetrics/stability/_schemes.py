"""The ways to disturb data: draw samples again, move them, replace some."""

from dataclasses import dataclass, replace
from numbers import Real

import numpy as np
from scipy.sparse import issparse

from skclustmetrics._validation._choice import check_choice
from skclustmetrics.stability._samples import Samples

__all__ = ["SCHEMES", "Resample", "Scheme", "make_scheme"]

SCHEMES = ("bootstrap", "subsample", "noise", "jitter", "bootstrap_jitter")
_MOVING = ("noise", "jitter", "bootstrap_jitter")


@dataclass(frozen=True)
class Resample:
    """Disturbed data, and where its rows come from.

    Parameters
    ----------
    samples : Samples
        What to cluster.
    rows : ndarray of shape (n_compared,), dtype intp
        The original samples that are to be compared.
    positions : ndarray of shape (n_compared,), dtype intp, or None
        Where these are in `samples`; None if they are all of them, in this order.
    """

    samples: Samples
    rows: np.ndarray
    positions: np.ndarray | None = None

    def compared(self, labels):
        """Return the labels of the samples that are to be compared."""
        return labels if self.positions is None else labels[self.positions]


@dataclass(frozen=True)
class Scheme:
    """One way to disturb data.

    Parameters
    ----------
    name : str
        One of `SCHEMES`.
    n_drawn : int
        How many samples a subsample has.
    keeps_duplicates : bool
        Whether a sample that the bootstrap draws several times is there several times.
    axes : ndarray of shape (n_features, n_features), or None
        The principal axes of the data, in columns.
    spreads : ndarray of shape (n_features,), or None
        Along each axis, the standard deviation of the jitter, or how far noise reaches.
    centre : ndarray of shape (n_features,), or None
        The middle of the noise.
    noise_fraction : float
        The chance of a sample to be replaced by noise.
    """

    name: str
    n_drawn: int = 0
    keeps_duplicates: bool = False
    axes: np.ndarray | None = None
    spreads: np.ndarray | None = None
    centre: np.ndarray | None = None
    noise_fraction: float = 0.0

    def draw(self, samples, random_state):
        """Return a Resample."""
        n_samples = samples.n_samples
        if self.name == "noise":
            return self._replace_some(samples, random_state)
        if self.name == "jitter":
            rows = np.arange(n_samples)
        elif self.name == "subsample":
            rows = np.sort(random_state.permutation(n_samples)[: self.n_drawn])
        else:
            rows = np.sort(random_state.randint(n_samples, size=n_samples))
            if not self.keeps_duplicates:
                rows = np.unique(rows)
        drawn = samples.take(rows)
        if self.name in ("jitter", "bootstrap_jitter"):
            steps = random_state.standard_normal((rows.size, self.axes.shape[0]))
            drawn = _moved(
                drawn, _as_array(drawn.X) + (steps * self.spreads) @ self.axes.T
            )
        return Resample(drawn, rows)

    def _replace_some(self, samples, random_state):
        """Replace some samples by noise that is uniform in a box around the data."""
        is_noise = random_state.uniform(size=samples.n_samples) < self.noise_fraction
        shape = np.count_nonzero(is_noise), self.axes.shape[0]
        steps = random_state.uniform(-1.0, 1.0, size=shape)
        values = _as_array(samples.X).copy()
        values[is_noise] = self.centre + (steps * self.spreads) @ self.axes.T
        kept = np.flatnonzero(~is_noise)
        return Resample(_moved(samples, values), kept, kept)


def make_scheme(
    name,
    samples,
    *,
    sample_fraction=0.5,
    keeps_duplicates=False,
    jitter_quantile=0.05,
    noise_fraction=0.05,
    noise_range=4.0,
    allowed=SCHEMES,
    argument="scheme",
):
    """Prepare a scheme for data.

    Parameters
    ----------
    name : str
        One of `allowed`.
    samples : Samples
        The data.
    sample_fraction : float, default=0.5
        The share of the samples that a subsample has, rounded down.
    keeps_duplicates : bool, default=False
        Whether the bootstrap keeps samples that it draws several times.
    jitter_quantile : float, default=0.05
        Along each principal axis, which quantile of the gaps between neighbouring
        values is the standard deviation of the jitter.
    noise_fraction : float, default=0.05
        The chance of a sample to be replaced by noise.
    noise_range : float, default=4.0
        How many standard deviations the noise reaches along each principal axis.
    allowed : tuple of str, default=SCHEMES
        The schemes to choose from.
    argument : str, default="scheme"
        What messages call `name`.
    """
    check_choice(name, argument, allowed)
    _check_share("sample_fraction", sample_fraction)
    _check_share("jitter_quantile", jitter_quantile)
    _check_share("noise_fraction", noise_fraction)
    if not _is_number(noise_range) or not 0 < noise_range < np.inf:
        raise ValueError(
            f"noise_range must be a positive finite number; got {noise_range!r}."
        )
    # a product such as 0.7 * 10 may fall just short of a whole number
    n_drawn = int(np.floor(np.round(sample_fraction * samples.n_samples, 6)))
    scheme = Scheme(
        name,
        n_drawn=max(n_drawn, 2),
        keeps_duplicates=keeps_duplicates or name == "bootstrap_jitter",
        noise_fraction=noise_fraction,
    )
    if name not in _MOVING:
        return scheme
    values = _check_numbers(samples, name)
    centre = values.mean(axis=0)
    variances, axes = np.linalg.eigh(
        np.atleast_2d(np.cov(values - centre, rowvar=False))
    )
    if name == "noise":
        spreads = noise_range * np.sqrt(np.maximum(variances, 0.0))
    else:
        spreads = _gap_quantiles((values - centre) @ axes, jitter_quantile)
    return replace(scheme, axes=axes, spreads=spreads, centre=centre)


def _gap_quantiles(values, quantile):
    """Return, for each column, a quantile of the positive gaps of sorted values."""
    gaps = np.diff(np.sort(values, axis=0), axis=0)
    return np.array(
        [np.quantile(g[g > 0], quantile) if (g > 0).any() else 0.0 for g in gaps.T]
    )


def _check_numbers(samples, name):
    """Return the features as numbers, or say why they cannot be moved."""
    advice = "'bootstrap' and 'subsample' draw samples of any kind."
    if samples.holds is not None:
        raise ValueError(
            f"The scheme {name!r} moves samples, and X holds {samples.holds} between "
            f"them. {advice}"
        )
    if issparse(samples.X):
        raise ValueError(
            f"The scheme {name!r} moves samples off zero, and X is sparse. {advice}"
        )
    try:
        values = _as_array(samples.X).astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"The scheme {name!r} moves samples, and X holds other things than "
            f"numbers. {advice}"
        ) from error
    if values.ndim != 2 or not np.isfinite(values).all():
        raise ValueError(
            f"The scheme {name!r} moves samples, for which X must hold finite numbers "
            f"and be two-dimensional. {advice}"
        )
    return values


def _as_array(X):
    """Return features in a floating dtype."""
    values = np.asarray(X)
    return values if values.dtype.kind == "f" else values.astype(np.float64)


def _moved(samples, values):
    """Return the same samples at other places, in the same kind of container."""
    values = values.astype(_as_array(samples.X).dtype, copy=False)
    if hasattr(samples.X, "columns"):
        values = type(samples.X)(values, columns=samples.X.columns)
    return replace(samples, X=values)


def _check_share(name, value):
    if not _is_number(value) or not 0 < value <= 1:
        raise ValueError(f"{name} must be a number in (0, 1]; got {value!r}.")


def _is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool)
