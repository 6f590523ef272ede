"""The dispersion within the clusters of data, and of references without clusters."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from skclustmetrics._clusterers import draw_seed, seeded_clone
from skclustmetrics._kernels._parallel import single_openmp_thread
from skclustmetrics._kernels._within_dispersion import log_within_dispersion
from skclustmetrics._validation._noise import make_partition
from skclustmetrics.model_selection._fitting import fit_candidates

__all__ = [
    "Dispersion",
    "Simulation",
    "is_undivided",
    "measure_reference",
    "summarize",
]


@dataclass(frozen=True)
class Dispersion:
    """What the gap statistic compares.

    Parameters
    ----------
    variant : {"log", "star", "weighted"}
        The logarithm of the dispersion, the dispersion itself, or the logarithm of the
        sum of the mean dispersions of clusters.
    power : {1, 2}
        The power of the distances.
    noise_label : object
        Which samples are left out.
    """

    variant: str
    power: int
    noise_label: Any

    @property
    def name(self):
        """What the value is called in the results."""
        return "w" if self.variant == "star" else "log_w"

    def measure(self, X, labels, n_jobs=None):
        """Return the value for a labelling, NaN where there is none."""
        partition = make_partition(labels, noise_label=self.noise_label)
        if partition.n_clusters == 0:
            return math.nan
        log_dispersion = log_within_dispersion(
            X if partition.kept is None else X[partition.kept],
            partition.codes,
            power=self.power,
            weighted=self.variant == "weighted",
            n_jobs=n_jobs,
        )
        value = log_dispersion
        if self.variant == "star":
            with np.errstate(over="ignore"):
                value = float(np.exp(log_dispersion))
        return value if math.isfinite(value) else math.nan


@dataclass(frozen=True)
class Simulation:
    """What is done to each reference.

    Parameters
    ----------
    draw : callable
        ``draw(random_state)`` returns a reference, of shape (n_samples, n_features).
    like : {ndarray, dataframe}
        What the clusterers take: the type and the precision.
    clusterer : estimator
        The clusterer; never fitted.
    candidates : list of dict
        The parameters of each candidate.
    undivided : list of bool
        Which candidates make one cluster of everything, and so need no fit.
    dispersion : Dispersion
        What is measured.
    y : array-like or None
        Known labels.
    fit_params : dict
        Arguments of `fit`.
    raises : bool
        Whether to raise the errors of a fit instead of returning them.
    """

    draw: Any
    like: Any
    clusterer: Any
    candidates: list
    undivided: list
    dispersion: Dispersion
    y: Any
    fit_params: dict
    raises: bool


def measure_reference(simulation, seed):
    """Draw one reference and measure the partition that each candidate finds in it.

    Parameters
    ----------
    simulation : Simulation
        What to do.
    seed : int
        Seeds the draw, and all candidates alike.

    Returns
    -------
    outcomes : list of float or str
        For each candidate its dispersion, NaN where there is none, or the error.
    """
    random_state = np.random.RandomState(seed)
    reference = simulation.draw(random_state)
    seed = draw_seed(random_state)
    with single_openmp_thread():
        labelings = _label(
            simulation, _in_the_form_of(simulation.like, reference), seed
        )
    return [
        found
        if isinstance(found, str)
        else simulation.dispersion.measure(reference, found)
        for found in labelings
    ]


def _label(simulation, data, seed):
    """Return the labels that each candidate finds in a reference, or the error."""
    labelings = [np.zeros(len(data), dtype=np.intp)] * len(simulation.candidates)
    fitted = [i for i, undivided in enumerate(simulation.undivided) if not undivided]
    candidates = [simulation.candidates[i] for i in fitted]
    fits = fit_candidates(
        _OneByOne("raise" if simulation.raises else math.nan),
        [seeded_clone(simulation.clusterer, params, seed) for params in candidates],
        candidates,
        data,
        simulation.y,
        simulation.fit_params,
    )
    for i, fit in zip(fitted, fits, strict=True):
        labelings[i] = fit.labels if fit.error is None else fit.error
    return labelings


@dataclass(frozen=True)
class _OneByOne:
    """How candidates are fitted to a reference: by the worker that has it, silently."""

    error_score: Any
    n_jobs: int = 1
    verbose: int = 0


def _in_the_form_of(like, reference):
    """Return a reference as the type, and in the precision, that the data has."""
    if hasattr(like, "iloc"):
        return type(like)(reference, columns=like.columns, index=like.index)
    dtype = getattr(like, "dtype", None)
    return reference.astype(np.float32) if dtype == np.float32 else reference


def is_undivided(labels, noise_label):
    """Tell whether one cluster holds everything."""
    partition = make_partition(labels, noise_label=noise_label)
    return partition.n_clusters == 1 and partition.kept is None


def summarize(outcomes):
    """Return the mean and the standard deviation over the references.

    Parameters
    ----------
    outcomes : sequence of float or str
        What became of one candidate in each of them.

    Returns
    -------
    mean, std : float
        NaN if there is a problem.
    problem : str or None
        Why there is no mean.
    """
    errors = [outcome for outcome in outcomes if isinstance(outcome, str)]
    n_references = len(outcomes)
    if errors:
        problem = f"failed: in {len(errors)} of {n_references} references: {errors[0]}"
        return math.nan, math.nan, problem
    values = np.array(outcomes)
    n_undefined = np.count_nonzero(np.isnan(values))
    if n_undefined:
        problem = (
            f"undefined: no cluster holds different samples in {n_undefined} of "
            f"{n_references} references"
        )
        return math.nan, math.nan, problem
    return float(values.mean()), float(values.std(ddof=1)), None
