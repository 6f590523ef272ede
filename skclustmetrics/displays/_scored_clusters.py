"""Values of samples, cluster by cluster, and apart from them those of noise."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from skclustmetrics._validation._noise import Partition, make_partition

__all__ = ["ScoredClusters"]


@dataclass(frozen=True)
class ScoredClusters:
    """The values of all samples, and the partition that they were computed for.

    Parameters
    ----------
    values : ndarray of shape (n_samples,)
        The value of each sample, NaN where it has none.
    partition : Partition
        The clusters after the noise policy.
    """

    values: np.ndarray
    partition: Partition

    @classmethod
    def without_nan(cls, values, labels):
        """Take the samples without a value for noise that was left out."""
        scored = ~np.isnan(values)
        found = make_partition(labels[scored])
        if scored.all():
            return cls(values, found)
        return cls(values, Partition(found.codes, found.classes, ~scored, scored))

    @property
    def values_kept(self):
        """The values of the samples that have one."""
        kept = self.partition.kept
        return self.values if kept is None else self.values[kept]

    def mean(self, average):
        """Return the mean over samples, "micro", or over clusters, "macro"."""
        values, codes = self.values_kept, self.partition.codes
        if average == "micro":
            return float(values.mean())
        return float((np.bincount(codes, values) / self.partition.sizes).mean())

    @cached_property
    def clusters(self):
        """The values of each cluster by its label, the largest first."""
        partition, values = self.partition, self.values_kept
        order = np.lexsort((-values, partition.codes))
        parts = np.split(values[order], np.cumsum(partition.sizes)[:-1])
        named = zip(partition.classes.tolist(), parts, self._only_noise, strict=True)
        return {label: part for label, part, is_noise in named if not is_noise}

    @cached_property
    def noise(self):
        """The number of noise samples outside clusters, and their values if any."""
        partition = self.partition
        if partition.kept is not None:
            return int(np.count_nonzero(~partition.kept)), np.empty(0)
        values = self.values_kept[self._only_noise[partition.codes]]
        return values.size, np.sort(values)[::-1]

    @cached_property
    def _only_noise(self):
        """Which clusters hold nothing but noise that was scored as it is."""
        partition = self.partition
        if partition.is_noise is None or partition.kept is not None:
            return np.zeros(partition.n_clusters, bool)
        found = partition.codes[~partition.is_noise]
        return np.bincount(found, minlength=partition.n_clusters) == 0
