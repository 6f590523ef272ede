"""Random clusterings of given data, which grow from random samples."""

import numpy as np

__all__ = ["SCHEMES", "grow_clusters"]

SCHEMES = ("centroid", "nearest", "farthest", "average")


def grow_clusters(distances, n_clusters, scheme, random_state):
    """Make a clustering that knows the data, but was not optimised.

    Parameters
    ----------
    distances : ndarray of shape (n_samples, n_samples)
        The distances between all samples.
    n_clusters : int
        How many samples are drawn to begin a cluster each.
    scheme : {"centroid", "nearest", "farthest", "average"}
        "centroid": every other sample joins the nearest of those that were drawn. The
        others add one sample after the other: that with the least distance to a
        cluster's nearest or farthest sample, or the least mean distance to a cluster.
    random_state : RandomState
        Draws the samples.

    Returns
    -------
    codes : ndarray of shape (n_samples,), dtype intp
        The cluster of each sample; none is empty.
    """
    n_samples = len(distances)
    seeds = random_state.choice(n_samples, n_clusters, replace=False)
    codes = np.full(n_samples, -1, dtype=np.intp)
    # row by cluster: how far each sample is from it
    far = distances[seeds].astype(np.float64)
    if scheme == "centroid":
        codes = far.argmin(axis=0)
        codes[seeds] = np.arange(n_clusters)
        return codes
    codes[seeds] = np.arange(n_clusters)
    far[:, seeds] = np.inf
    sizes = np.ones(n_clusters)
    for _ in range(n_samples - n_clusters):
        cluster, sample = np.unravel_index(far.argmin(), far.shape)
        codes[sample] = cluster
        own = far[cluster]
        if scheme == "nearest":
            np.minimum(own, distances[sample], out=own)
        elif scheme == "farthest":
            np.maximum(own, distances[sample], out=own)
        else:
            own *= sizes[cluster]
            own += distances[sample]
            sizes[cluster] += 1
            own /= sizes[cluster]
        own[codes >= 0] = np.inf
        far[:, sample] = np.inf
    return codes
