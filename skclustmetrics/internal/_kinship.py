"""What all indices of neighbourhood look at: which neighbours share the cluster."""

from numbers import Integral

from skclustmetrics._kernels._nearest_neighbours import neighbour_kinship
from skclustmetrics._validation._data import check_X_labels

__all__ = ["check_n_neighbors", "kinship"]


def kinship(X, labels, n_neighbors, metric, params, noise_label, noise, n_jobs):
    """Check everything, and look for the nearest neighbours.

    Returns
    -------
    data : ClusteredData
        The kept samples and their clusters.
    kin : ndarray of shape (n_kept, n_neighbors), dtype bool
        Whether the neighbours, the nearest first, are in the cluster of the sample.
        Fewer columns if there are fewer other samples.
    """
    check_n_neighbors(n_neighbors)
    data = check_X_labels(
        X, labels, metric=metric, params=params, noise_label=noise_label, noise=noise
    )
    codes = data.partition.codes
    n_neighbors = min(int(n_neighbors), codes.size - 1)
    kin = neighbour_kinship(
        data.X, data.metric, data.params, codes, n_neighbors, n_jobs=n_jobs
    )
    return data, kin


def check_n_neighbors(n_neighbors):
    """Refuse what is no number of neighbours."""
    whole = isinstance(n_neighbors, Integral) and not isinstance(n_neighbors, bool)
    if not whole or n_neighbors < 1:
        raise ValueError(
            "The 'n_neighbors' parameter must be an int in the range [1, inf). Got "
            f"{n_neighbors!r} instead."
        )
