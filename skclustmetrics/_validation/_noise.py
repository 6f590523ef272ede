"""The one noise policy: which labels are noise, and what becomes of them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real

import numpy as np

from skclustmetrics._validation._choice import check_choice
from skclustmetrics._validation._labels import encode_labels

__all__ = [
    "NOISE_POLICIES",
    "Partition",
    "check_noise_policy",
    "find_classes",
    "make_partition",
]

NOISE_POLICIES = ("drop", "singletons", "nearest", "cluster")


@dataclass(frozen=True)
class Partition:
    """A labelling after the noise policy.

    Parameters
    ----------
    codes : ndarray of shape (n_kept,), dtype intp
        The cluster of each kept sample, 0 .. n_clusters - 1, every code in use.
    classes : ndarray of shape (n_clusters,)
        The label of each cluster.
    is_noise : ndarray of shape (n_samples,), dtype bool, or None
        Where the noise was; None if there was none.
    kept : ndarray of shape (n_samples,), dtype bool, or None
        Which samples `codes` is about; None if all of them.
    """

    codes: np.ndarray
    classes: np.ndarray
    is_noise: np.ndarray | None = None
    kept: np.ndarray | None = None

    @property
    def n_clusters(self):
        """Number of clusters among the kept samples."""
        return len(self.classes)

    @property
    def n_samples(self):
        """Number of samples, noise included."""
        return len(self.codes) if self.is_noise is None else len(self.is_noise)

    @cached_property
    def sizes(self):
        """Number of samples of each cluster."""
        return np.bincount(self.codes, minlength=self.n_clusters)

    @property
    def coverage(self):
        """Fraction of the samples that are not noise."""
        if self.is_noise is None:
            return 1.0
        return 1.0 - float(np.count_nonzero(self.is_noise)) / self.is_noise.size

    @property
    def mask(self):
        """Which samples `codes` is about, as an array."""
        return np.ones(self.codes.size, bool) if self.kept is None else self.kept

    @property
    def all_codes(self):
        """The cluster of every sample, -1 where it is left out."""
        if self.kept is None:
            return self.codes
        full = np.full(self.kept.size, -1, dtype=np.intp)
        full[self.kept] = self.codes
        return full

    def expand(self, values):
        """Spread values of the kept samples over all samples, NaN elsewhere."""
        if self.kept is None:
            return values
        full = np.full(self.kept.shape, np.nan, dtype=values.dtype)
        full[self.kept] = values
        return full

    def restrict(self, mask):
        """Leave out further samples: `mask` tells which of the kept ones stay."""
        codes = self.codes[mask]
        used = np.bincount(codes, minlength=self.n_clusters) > 0
        if not used.all():
            codes = (np.cumsum(used) - 1)[codes]
        kept = self.mask.copy()
        kept[kept] = mask
        return replace(self, codes=codes, classes=self.classes[used], kept=kept)


def check_noise_policy(noise, *, allowed=NOISE_POLICIES):
    """Refuse an unknown noise policy."""
    check_choice(noise, "noise", allowed)


def make_partition(labels, *, noise_label=None, noise="drop", name="labels", **kwargs):
    """Encode labels and apply the noise policy, all but the distances it may need.

    With ``noise="nearest"`` the noise is dropped here; `codes` is completed by whoever
    knows the distances, for the samples in `is_noise`.
    """
    check_noise_policy(noise)
    codes, classes = encode_labels(labels, name, **kwargs)
    noisy_class = find_classes(classes, noise_label)
    if not noisy_class.any():
        return Partition(codes, classes)
    is_noise = noisy_class[codes]
    regular = classes[~noisy_class]
    rank = np.cumsum(~noisy_class) - 1
    codes = rank[codes]
    if noise in ("drop", "nearest"):
        return Partition(codes[~is_noise], regular, is_noise, ~is_noise)
    n_regular = regular.size
    if noise == "singletons":
        n_noise = int(np.count_nonzero(is_noise))
        codes[is_noise] = n_regular + np.arange(n_noise)
        new = np.full(n_noise, classes[noisy_class][0])
    else:
        codes[is_noise] = n_regular
        new = classes[noisy_class][:1]
    return Partition(codes, np.concatenate([regular, new]), is_noise)


def find_classes(classes, noise_label):
    """Tell which of the distinct labels a noise label, or an unknown label, means."""
    numeric = classes.dtype.kind in "iuf"
    if noise_label is None:
        return np.zeros(classes.size, bool)
    if classes.dtype.kind == "O":
        return _find_objects(classes, noise_label)
    if isinstance(noise_label, str) and noise_label == "negative":
        return classes < 0 if numeric else np.zeros(classes.size, bool)
    if isinstance(noise_label, Collection) and not isinstance(noise_label, str | bytes):
        found = np.zeros(classes.size, bool)
        for label in noise_label:
            found |= find_classes(classes, label)
        return found
    text = isinstance(noise_label, str | bytes)
    if text != (classes.dtype.kind in "US"):
        return np.zeros(classes.size, bool)
    return np.asarray(classes == noise_label)


def _find_objects(classes, noise_label):
    """Find labels that no plain dtype holds, such as integers beyond 64 bits."""
    if isinstance(noise_label, str) and noise_label == "negative":
        found = (isinstance(c, Real) and c < 0 for c in classes)
    elif isinstance(noise_label, Collection) and not isinstance(
        noise_label, str | bytes
    ):
        found = (any(c == label for label in noise_label) for c in classes)
    else:
        found = (c == noise_label for c in classes)
    return np.fromiter((bool(f) for f in found), bool, classes.size)
