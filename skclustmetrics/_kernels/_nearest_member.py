"""The cluster of the nearest member, for samples that have none."""

import numpy as np

from skclustmetrics._kernels._distances import distance_tiles
from skclustmetrics._kernels._parallel import single_blas_thread

__all__ = ["nearest_member_codes"]

_ROWS = 256


def nearest_member_codes(X, metric, params, strays, members, codes):
    """Return, for each stray, the code of the member that is nearest.

    Parameters
    ----------
    X : ndarray or CSR matrix
        Samples, or distances if `metric` is "precomputed".
    metric : str or callable
        The canonical name of the metric.
    params : dict
        Further arguments of the metric.
    strays, members : ndarray of int
        Positions of samples.
    codes : ndarray of shape (n_members,)
        The clusters of the members. The larger cluster wins a tie, so that the names
        of clusters do not matter; the least code if they are of one size.
    """
    sizes = np.bincount(codes)
    first_to_last = np.lexsort((codes, -sizes[codes]))
    members, codes = members[first_to_last], codes[first_to_last]
    nearest = np.empty(strays.size, np.intp)
    if metric == "precomputed":
        for start in range(0, strays.size, _ROWS):
            some = slice(start, start + _ROWS)
            D = X[strays[some]][:, members]
            D = D if isinstance(D, np.ndarray) else D.toarray()
            nearest[some] = codes[D.argmin(axis=1)]
        return nearest
    tiles = distance_tiles(X, metric, params).take(np.concatenate([strays, members]))
    cols = slice(strays.size, tiles.n_samples)
    with single_blas_thread():
        for start in range(0, strays.size, tiles.tile):
            rows = slice(start, min(start + tiles.tile, strays.size))
            opened = tiles.open(rows, cols)
            least = np.full(rows.stop - rows.start, np.inf)
            for first in range(cols.start, cols.stop, tiles.tile):
                block = slice(first, min(first + tiles.tile, cols.stop))
                D = tiles.block(opened, block)
                at = D.argmin(axis=1)
                D = D[np.arange(at.size), at]
                closer = D < least
                least[closer] = D[closer]
                found = codes[at + first - strays.size]
                nearest[rows] = np.where(closer, found, nearest[rows])
    return nearest
