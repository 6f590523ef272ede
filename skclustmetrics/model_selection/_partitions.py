"""The partitions that candidates found, and which of these may be chosen."""

import math
from dataclasses import replace

from skclustmetrics._validation._noise import make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.scorers._evaluate import covered_fraction

__all__ = [
    "check_noise_labels",
    "describe_partitions",
    "exclude",
    "labels_coverage",
    "skip_collapsed",
]


def check_noise_labels(noise_labels, fits):
    """Refuse noise labels that can mean no label of any candidate."""
    labels = [fit.labels for fit in fits if fit.error is None]
    classes = [make_partition(found).classes for found in labels]
    for noise_label in noise_labels:
        check_noise_label(noise_label, *classes)


def labels_coverage(labels, noise_label, sample_weight=None):
    """Return the part of the samples, or of their weight, that is not noise."""
    is_noise = make_partition(labels, noise_label=noise_label).is_noise
    return covered_fraction(is_noise, sample_weight)


def describe_partitions(fits, noise_label, sample_weight=None):
    """Return clusters found and coverage of each candidate; 0 and NaN if it failed."""
    return [
        (0, math.nan)
        if fit.error is not None
        else (
            make_partition(fit.labels, noise_label=noise_label).n_clusters,
            labels_coverage(fit.labels, noise_label, sample_weight),
        )
        for fit in fits
    ]


def skip_collapsed(criterion, evaluations, fits, noise_label):
    """Mark the candidates of fewer than two clusters, also where an index has a value.

    Parameters
    ----------
    criterion : Criterion
        What the candidates are ranked by. Its reading of noise counts; that of the
        search if it has none, for all noise is no cluster to any index.
    evaluations : list of Evaluation
        The scores.
    fits : list of CandidateFit
        The candidates.
    noise_label : object
        Which labels are noise to the search.
    """
    policy = {"noise_label": noise_label}
    if criterion.on_labels and criterion.scorer.looks_at_data:
        policy = {"noise_label": criterion.noise_label, "noise": criterion.scorer.noise}
    elif criterion.noise_label is not None:
        policy = {"noise_label": criterion.noise_label}
    checked = []
    for outcome, fit in zip(evaluations, fits, strict=True):
        if outcome.problem is None:
            n_clusters = make_partition(fit.labels, **policy).n_clusters
            if n_clusters < 2:
                found = "1 cluster" if n_clusters else "no cluster"
                problem = f"collapsed: {found} found, and a choice takes at least two"
                outcome = replace(outcome, problem=problem)
        checked.append(outcome)
    return checked


def exclude(evaluations, partitions, min_coverage):
    """Mark the candidates that leave too few samples in clusters."""
    return [
        replace(
            outcome,
            problem=f"excluded: coverage {coverage:.3g} is below "
            f"min_coverage={min_coverage:g}",
        )
        if outcome.problem is None and coverage < min_coverage
        else outcome
        for outcome, (_, coverage) in zip(evaluations, partitions, strict=True)
    ]
