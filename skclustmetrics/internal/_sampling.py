"""Draw part of the samples for an estimate of an index."""

import numpy as np

__all__ = ["draw_stratified", "draw_uniform"]


def draw_uniform(data, sample_size, rng):
    """Draw samples without regard to clusters, the same rows as scikit-learn draws."""
    return rng.permutation(data.X.shape[0])[:sample_size]


def draw_stratified(data, sample_size, rng):
    """Draw from each cluster in proportion to its size, and lose none.

    Returns
    -------
    drawn : ndarray of int
        Positions of the samples.
    sizes : ndarray of shape (n_clusters,)
        What each cluster counts in the whole.
    """
    codes, sizes = data.partition.codes, data.partition.sizes
    counts = _allocate(sizes, min(sample_size, codes.size))
    drawn = [
        rng.permutation(np.flatnonzero(codes == k))[:count]
        for k, count in enumerate(counts)
    ]
    return np.concatenate(drawn), data.labelings.cluster_weights(0)


def _allocate(sizes, total):
    """Share `total` among clusters: 2 each where there are 2, the rest by size."""
    counts = np.minimum(sizes, 2)
    if counts.sum() > total:
        raise ValueError(
            f"sample_size={total} is too small to draw 2 samples from each of "
            f"{sizes.size} clusters (1 from those with 1); with stratify=True at least "
            f"{counts.sum()} are needed."
        )
    wanted = np.maximum(total * sizes / sizes.sum() - counts, 0.0)
    rest = total - counts.sum()
    if wanted.sum() > 0:
        wanted *= rest / wanted.sum()
    shares = np.floor(np.minimum(wanted, sizes - counts)).astype(int)
    counts = counts + shares
    # hand out what rounding left over, largest fraction first
    while (left := total - counts.sum()) > 0:
        room = np.flatnonzero(counts < sizes)
        first = room[np.argsort(-(wanted - shares)[room], kind="stable")][:left]
        counts[first] += 1
    return counts
