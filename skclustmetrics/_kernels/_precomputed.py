"""Sums by cluster of distances that are given as a matrix, read once.

The matrix is checked on the way: a product with a random vector from the left and one
from the right differ where it is not symmetric, and only then is it read again to
find the largest asymmetry.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from skclustmetrics._kernels._parallel import run_tasks

__all__ = ["check_distances", "reduce_precomputed"]

_STRIP_BYTES = 2**21
_FEW_COLUMNS = 32
_HUGE = 2.0**960


def reduce_precomputed(D, labelings, finish, *, n_jobs=None):
    """Reduce a matrix of distances to cluster sums and these to values per sample.

    Parameters
    ----------
    D : ndarray, memory map or CSR matrix of shape (n_samples, n_samples)
        The distances.
    labelings : Labelings
        The clusters.
    finish : callable
        ``finish(table, samples)`` turns rows of the table into values.
    n_jobs : int, default=None
        Number of workers.

    Raises
    ------
    ValueError
        If the matrix cannot be one of distances.
    """
    n_samples = labelings.n_samples
    strips, probe = _prepare(D)
    hot = labelings.indicator()
    if labelings.n_columns <= _FEW_COLUMNS:
        hot = hot.toarray()
    values, evidence = [], _Evidence.none(n_samples)
    for part, found in run_tasks(
        _reduce_strip, strips, n_jobs=n_jobs, common=(D, hot, probe, finish)
    ):
        values.append(part)
        evidence = evidence.joined(found)
    _judge(D, evidence, strips)
    return np.concatenate(values)


def check_distances(D, *, n_jobs=None):
    """Read a matrix once and refuse what cannot be one of distances.

    Parameters
    ----------
    D : ndarray, memory map or CSR matrix of shape (n_samples, n_samples)
        The distances.
    n_jobs : int, default=None
        Number of workers.

    Returns
    -------
    largest : float
        The largest distance.

    Raises
    ------
    ValueError
        If the matrix cannot be one of distances.
    """
    strips, probe = _prepare(D)
    evidence = _Evidence.none(D.shape[0])
    for _, found in run_tasks(
        _examine_strip, strips, n_jobs=n_jobs, common=(D, probe, False)
    ):
        evidence = evidence.joined(found)
    _judge(D, evidence, strips)
    return evidence.largest


def _prepare(D):
    """Return the strips of rows in which a matrix is read, and the random vector."""
    n_samples = D.shape[0]
    if sparse.issparse(D):
        _check_absent_entries(D)
    step = max(1, _STRIP_BYTES // (8 * n_samples))
    strips = [slice(s, min(s + step, n_samples)) for s in range(0, n_samples, step)]
    return strips, np.random.RandomState(0).uniform(0.5, 1.5, n_samples)


@dataclass(frozen=True)
class _Evidence:
    """What strips of a matrix say of the whole."""

    largest: float
    least: float
    worst_diagonal: float
    from_right: np.ndarray
    from_left: np.ndarray

    @classmethod
    def none(cls, n_samples):
        return cls(0.0, 0.0, 0.0, np.zeros(0), np.zeros(n_samples))

    def joined(self, other):
        return _Evidence(
            # unlike max and min, these pass a NaN on
            float(np.maximum(self.largest, other.largest)),
            float(np.minimum(self.least, other.least)),
            float(np.maximum(self.worst_diagonal, other.worst_diagonal)),
            np.concatenate([self.from_right, other.from_right]),
            self.from_left + other.from_left,
        )


def _reduce_strip(D, hot, probe, finish, rows):
    strip, evidence = _examine_strip(D, probe, True, rows)
    if evidence.largest > _HUGE:  # so that no sum overflows
        strip = strip * (1 / _HUGE)
    table = strip @ hot
    if sparse.issparse(table):
        table = table.toarray()
    return finish(table, np.arange(rows.start, rows.stop)), evidence


def _examine_strip(D, probe, wanted, rows):
    """Read rows of a matrix, set right what is rounding, and say what was found."""
    samples = np.arange(rows.start, rows.stop)
    strip = D[rows]
    if sparse.issparse(strip):
        strip = strip.astype(np.float64)
        on_diagonal = strip.indices == np.repeat(samples, np.diff(strip.indptr))
        diagonal = strip.data[on_diagonal]
        strip.data[on_diagonal] = 0
        entries = strip.data
    else:
        diagonal = np.array(strip[np.arange(samples.size), samples], dtype=np.float64)
        # a copy only where something has to be changed
        if strip.dtype != np.float64 or diagonal.any() or strip.min() < 0:
            strip = np.array(strip, dtype=np.float64)
            strip[np.arange(samples.size), samples] = 0
        entries = strip
    largest, least = entries.max(initial=0.0), entries.min(initial=0.0)
    if least < 0:  # of rounding size, or else it is judged in the end
        np.maximum(entries, 0, out=entries)
    with np.errstate(over="ignore", invalid="ignore"):
        products = strip @ probe, strip.T @ probe[rows]
    evidence = _Evidence(
        float(largest),
        float(least),
        float(np.abs(diagonal).max(initial=0.0)),
        *products,
    )
    return (strip if wanted else None), evidence


def _judge(D, evidence, strips):
    """Raise if the matrix cannot be one of distances."""
    if not np.isfinite(
        [evidence.largest, evidence.least, evidence.worst_diagonal]
    ).all():
        raise ValueError(
            "X contains NaN or infinity; with metric='precomputed' every distance "
            "must be finite."
        )
    eps = np.finfo(D.dtype).eps if D.dtype.kind == "f" else 0.0
    rounding = 100 * eps * evidence.largest
    if evidence.worst_diagonal > rounding:
        raise ValueError(
            "The precomputed distance matrix contains non-zero elements on the "
            f"diagonal, the largest {evidence.worst_diagonal:.6g}. Use "
            "np.fill_diagonal(X, 0) if it holds distances; similarities must be "
            "turned into distances first."
        )
    if evidence.least < -rounding:
        raise ValueError(
            "Negative values in data passed to X: the precomputed distance matrix "
            f"has the entry {evidence.least:.6g}; distances are not negative."
        )
    tolerance = np.sqrt(eps) * evidence.largest
    with np.errstate(invalid="ignore"):  # infinite, where sums overflow
        difference = np.abs(evidence.from_right - evidence.from_left).max()
    if difference <= tolerance / 2:
        return
    worst, place = 0.0, (0, 0)
    for rows in strips:
        difference = abs(D[rows] - D[:, rows].T)
        if sparse.issparse(difference):
            difference = difference.toarray()
        flat = int(np.argmax(difference))
        if difference.flat[flat] > worst:
            worst = float(difference.flat[flat])
            place = divmod(flat, difference.shape[1])
            place = (place[0] + rows.start, place[1])
    if worst > tolerance:
        i, j = place
        raise ValueError(
            f"The precomputed distance matrix is not symmetric: X[{i}, {j}] = "
            f"{D[i, j]:.6g} but X[{j}, {i}] = {D[j, i]:.6g}, the largest of the "
            "differences. Use (X + X.T) / 2 if a mean of both directions is meant."
        )


def _check_absent_entries(D):
    """Refuse a sparse matrix whose absent entries cannot be distances of zero.

    Two samples at distance 0 are at the same distance from every other sample, so
    their rows are equal.
    """
    n_samples = D.shape[0]
    D = D.copy()
    D.setdiag(0)
    D.eliminate_zeros()
    D.sort_indices()
    n_absent = n_samples * (n_samples - 1) - D.nnz
    if not n_absent:
        return
    largest = D.data.max(initial=0.0)
    eps = np.finfo(D.dtype).eps if D.dtype.kind == "f" else 0.0
    for i in range(n_samples):
        row = slice(D.indptr[i], D.indptr[i + 1])
        # the first sample at distance 0 stands for all of them
        first = _first_missing(D.indices[row])
        other = slice(D.indptr[first], D.indptr[first + 1])
        if np.array_equal(D.indices[row], D.indices[other]) and np.allclose(
            D.data[row], D.data[other], rtol=0, atol=np.sqrt(eps) * largest
        ):
            continue
        raise ValueError(
            f"X is a sparse matrix that lacks {n_absent} of the "
            f"{n_samples * (n_samples - 1)} distances between different samples. "
            "With metric='precomputed' an absent entry is a distance of 0, but the "
            f"rows {first} and {i} differ, so that these samples cannot be at "
            "distance 0. A graph of nearest neighbours holds too few distances; pass "
            "the whole matrix."
        )


def _first_missing(indices):
    """The least integer from 0 on that is not in a sorted array."""
    gaps = np.flatnonzero(indices != np.arange(indices.size))
    return int(gaps[0]) if gaps.size else int(indices.size)
