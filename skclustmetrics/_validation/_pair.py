"""Two labellings of the same samples become codes, by the one noise policy."""

from dataclasses import dataclass

import numpy as np

from skclustmetrics._validation._labels import encode_labels
from skclustmetrics._validation._noise import (
    NOISE_POLICIES,
    check_noise_policy,
    find_classes,
    make_partition,
)
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics.exceptions import UndefinedIndexError

__all__ = [
    "LabelPair",
    "check_label_pair",
    "check_pair_policy",
    "check_sample_weight",
]

_PAIR_POLICIES = tuple(policy for policy in NOISE_POLICIES if policy != "nearest")


@dataclass(frozen=True, eq=False)
class LabelPair:
    """Two labellings after the noise policy.

    Parameters
    ----------
    codes_true, codes_pred : ndarray of shape (n_kept,), dtype intp
        Class and cluster of each kept sample, every code in use.
    n_true, n_pred : int
        Number of classes and of clusters.
    weight : ndarray of shape (n_kept,), dtype int64 or float64, or None
        The weights of the kept samples; None if all count once.
    kept : ndarray of shape (n_samples,), dtype bool, or None
        Which samples the codes are about; None if all of them.
    coverage : float
        Fraction of the samples whose class is known and that neither labelling calls
        noise.
    """

    codes_true: np.ndarray
    n_true: int
    codes_pred: np.ndarray
    n_pred: int
    weight: np.ndarray | None = None
    kept: np.ndarray | None = None
    coverage: float = 1.0


def check_label_pair(
    labels_true,
    labels_pred,
    *,
    noise_label=None,
    noise="drop",
    unknown_label=None,
    sample_weight=None,
):
    """Encode two labellings of the same samples and apply the noise policy.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n_samples,)
        The labellings.
    noise_label : label, collection of labels or "negative", default=None
        Which labels are noise; None means that all labels are clusters.
    noise : {"drop", "singletons", "cluster"}, default="drop"
        What becomes of noise. A sample is dropped if either labelling calls it noise;
        the other policies relabel each side by itself.
    unknown_label : label, collection of labels or "negative", default=None
        Samples whose true label is this one are left out.
    sample_weight : array-like of shape (n_samples,), default=None
        How much each sample counts.

    Returns
    -------
    LabelPair
    """
    check_pair_policy(noise)
    check_noise_label(noise_label)
    check_noise_label(unknown_label, name="unknown_label")
    policy = {"noise_label": noise_label, "noise": noise}
    true = make_partition(labels_true, name="labels_true", **policy)
    pred = make_partition(labels_pred, name="labels_pred", **policy)
    n_samples = _check_lengths(true.n_samples, pred.n_samples)
    weight = check_sample_weight(sample_weight, n_samples)
    unknown = _find_unknown(labels_true, unknown_label)
    out = [mask for mask in (true.is_noise, pred.is_noise, unknown) if mask is not None]
    if not out:
        return LabelPair(
            true.codes, true.n_clusters, pred.codes, pred.n_clusters, weight
        )
    clean = ~np.logical_or.reduce(out)
    kept = clean if noise == "drop" else ~unknown if unknown is not None else None
    coverage = float(np.count_nonzero(clean)) / max(n_samples, 1)
    if kept is not None:
        if n_samples and not kept.any():
            raise UndefinedIndexError(
                f"No sample is left of {n_samples}: all are noise (noise_label="
                f"{noise_label!r}) or of unknown class (unknown_label="
                f"{unknown_label!r})."
            )
        true = true.restrict(kept if true.kept is None else kept[true.kept])
        pred = pred.restrict(kept if pred.kept is None else kept[pred.kept])
        weight = None if weight is None else weight[kept]
    return LabelPair(
        true.codes,
        true.n_clusters,
        pred.codes,
        pred.n_clusters,
        weight,
        kept,
        coverage,
    )


def check_sample_weight(sample_weight, n_samples):
    """Check weights: finite, not negative, one a sample; whole numbers stay integers.

    Parameters
    ----------
    sample_weight : array-like of shape (n_samples,), or None
        The weights.
    n_samples : int
        How many there must be.

    Returns
    -------
    ndarray of shape (n_samples,), dtype int64 or float64, or None
    """
    if sample_weight is None:
        return None
    if np.ma.is_masked(sample_weight):
        raise ValueError("sample_weight contains missing values: some are masked.")
    try:
        weight = np.asarray(sample_weight)
    except ValueError as error:  # ragged nested lists
        raise ValueError(f"sample_weight must be 1D: {error}") from error
    if weight.dtype.kind == "O":  # nullable columns, fractions, decimals
        try:
            weight = weight.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise TypeError(f"sample_weight must hold numbers: {error}") from None
    if weight.dtype.kind not in "biuf":
        raise TypeError(
            f"sample_weight must hold numbers; got an array of dtype {weight.dtype}."
        )
    if weight.shape != (n_samples,):
        raise ValueError(
            f"sample_weight.shape == {weight.shape}, expected {(n_samples,)}!"
        )
    if weight.dtype.kind == "f" and not np.isfinite(weight).all():
        raise ValueError("sample_weight contains NaN or infinity.")
    if n_samples and weight.min() < 0:
        raise ValueError(
            "Negative values in data passed to `sample_weight`: the least is "
            f"{weight.min()}; weights must not be negative."
        )
    if n_samples and not weight.any():
        raise ValueError("sample_weight is zero for all samples.")
    return weight.astype(np.float64 if weight.dtype.kind == "f" else np.int64)


def check_pair_policy(noise):
    """Refuse a noise policy that is unknown, or that needs the distances."""
    if isinstance(noise, str) and noise == "nearest":
        raise ValueError(
            "noise='nearest' needs the distances between samples, and an index of two "
            "labellings has no X. Use 'drop', 'singletons' or 'cluster', or relabel "
            "the noise beforehand."
        )
    check_noise_policy(noise, allowed=_PAIR_POLICIES)


def _check_lengths(n_true, n_pred):
    if n_true != n_pred:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"[{n_true}, {n_pred}]"
        )
    return n_true


def _find_unknown(labels_true, unknown_label):
    if unknown_label is None:
        return None
    codes, classes = encode_labels(labels_true, "labels_true")
    unknown = find_classes(classes, unknown_label)
    return unknown[codes] if unknown.any() else None
