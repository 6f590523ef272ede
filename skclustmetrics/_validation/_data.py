"""Data and labels that belong together, after the noise policy."""

import warnings
from dataclasses import dataclass, field, replace

import numpy as np
from scipy import sparse
from sklearn.utils import check_array, check_consistent_length

from skclustmetrics._compat._sklearn import safe_indexing
from skclustmetrics._kernels._labelings import Labelings
from skclustmetrics._kernels._nearest_member import nearest_member_codes
from skclustmetrics._validation._metric import canonical_metric, check_metric_domain
from skclustmetrics._validation._noise import Partition, make_partition
from skclustmetrics._validation._noise_label import check_noise_label
from skclustmetrics._validation._pair import check_sample_weight
from skclustmetrics.exceptions import UndefinedIndexError

__all__ = [
    "ClusteredData",
    "check_X",
    "check_X_labels",
    "check_same_rows",
    "check_weights",
    "drop_noise",
    "is_precomputed",
    "plain_container",
    "settle_partition",
    "take_samples",
]


@dataclass(frozen=True)
class ClusteredData:
    """Checked samples and the partition that they are in.

    Parameters
    ----------
    X : ndarray or CSR matrix
        The kept samples, or their distances.
    partition : Partition
        Their clusters.
    weights : ndarray of shape (n_kept,), dtype float64, or None
        How often each of them counts.
    metric : str or callable
        Canonical name of the metric.
    params : dict
        Its further arguments.
    """

    X: object
    partition: Partition
    weights: np.ndarray | None = None
    metric: object = "euclidean"
    params: dict = field(default_factory=dict)

    def take(self, samples):
        """Restrict to some samples, given by their positions."""
        drawn = np.zeros(self.partition.codes.size, bool)
        drawn[samples] = True
        weights = None if self.weights is None else self.weights[drawn]
        partition = self.partition.restrict(drawn)
        _check_number_of_clusters(partition, weights)
        return replace(
            self,
            X=take_samples(self.X, drawn, self.metric),
            partition=partition,
            weights=weights,
        )

    @property
    def labelings(self):
        """The partition as the kernels take it."""
        return Labelings(
            self.partition.codes[None], (self.partition.n_clusters,), self.weights
        )


def check_X_labels(
    X,
    labels,
    *,
    metric="euclidean",
    params=None,
    noise_label=None,
    noise="drop",
    sample_weight=None,
):
    """Check data and labels, apply the noise policy, and refuse what has no value.

    Raises
    ------
    UndefinedIndexError
        If fewer than 2 clusters remain or every cluster holds a single sample.
    ValueError, TypeError
        If an argument is not what it must be.
    """
    X = plain_container(X)
    check_same_rows(X, labels)
    weights = check_weights(sample_weight, X)
    partition = settle_partition(
        X,
        labels,
        metric=metric,
        params=params or {},
        noise_label=noise_label,
        noise=noise,
        weights=weights,
    )
    if partition.kept is not None:
        X = take_samples(X, partition.kept, metric)
        weights = None if weights is None else weights[partition.kept]
    X = check_X(X, metric)
    metric, params = canonical_metric(metric, params or {}, X.shape[1])
    check_metric_domain(X, metric)
    if metric != "precomputed":
        _warn_if_distances(X)
    return ClusteredData(X, partition, weights, metric, params)


def settle_partition(
    X, labels, *, metric, params, noise_label, noise, weights=None, one_cluster=False
):
    """Apply the noise policy, leave out weights of 0, and count the clusters.

    One cluster, or each sample alone, is refused unless `one_cluster` is True.

    Returns
    -------
    partition : Partition
        Of all samples of `X`; its `kept` tells which of them have a part in the index.
    """
    check_noise_label(noise_label)
    partition = make_partition(
        labels, noise_label=noise_label, noise=noise, allow_column=True
    )
    if partition.is_noise is None:
        check_noise_label(noise_label, partition.classes)
    if is_precomputed(metric):
        _check_square(X)
    if partition.kept is not None:
        if not partition.kept.any():
            raise UndefinedIndexError(
                f"All {partition.kept.size} samples are noise: no cluster is left to "
                "judge."
            )
        if noise == "nearest":
            partition = _join_nearest(check_X(X, metric), partition, metric, params)
    if weights is not None:
        if noise == "singletons" and partition.is_noise is not None:
            _check_single_weights(weights[partition.is_noise])
        weights = weights if partition.kept is None else weights[partition.kept]
        counted = weights > 0
        if not counted.all():
            partition, weights = partition.restrict(counted), weights[counted]
    if not one_cluster:
        _check_number_of_clusters(partition, weights)
    return partition


def check_X(X, metric="euclidean", *, finite=True):
    """Return samples, or distances, as a float array or CSR matrix."""
    X = check_array(
        plain_container(X),
        accept_sparse="csr",
        dtype=[np.float64, np.float32],
        # a matrix of distances is checked while it is read
        ensure_all_finite=finite and not is_precomputed(metric),
        input_name="X",
    )
    if is_precomputed(metric):
        _check_square(X)
    return X


def drop_noise(X, labels, *, noise_label="negative", metric="euclidean"):
    """Leave out the samples that a clusterer called noise.

    Parameters
    ----------
    X : {array-like, sparse matrix, dataframe} of shape (n_samples, n_features), or \
            (n_samples, n_samples) if metric == "precomputed"
        The samples, or their distances. Samples that are left out may hold NaN.
    labels : array-like of shape (n_samples,)
        The label of each sample.
    noise_label : "negative", None, label or collection of labels, default="negative"
        Which labels are noise. "negative" means every negative number: -1 of DBSCAN,
        -2 and -3 of HDBSCAN; it never matches strings.
    metric : str or callable, default="euclidean"
        With "precomputed", rows and columns of `X` are left out.

    Returns
    -------
    X_kept : of the type of `X`
        The samples, or the distances between samples, that are not noise.
    labels_kept : of the type of `labels`
        Their labels.
    mask : ndarray of shape (n_samples,), dtype bool
        True where a sample is kept; its mean is the coverage.

    Raises
    ------
    ValueError
        If `X` and `labels` differ in length, labels are missing, or distances are not
        square.

    See Also
    --------
    silhouette_score : Takes ``noise_label`` and does this by itself.

    Examples
    --------
    >>> import numpy as np
    >>> from skclustmetrics import drop_noise
    >>> X = np.array([[0.0], [0.2], [5.0], [5.1], [99.0]])
    >>> X_kept, labels_kept, mask = drop_noise(X, [0, 0, 1, 1, -1])
    >>> labels_kept
    [0, 0, 1, 1]
    >>> print(f"coverage {mask.mean():.0%}")
    coverage 80%
    """
    X = plain_container(X)
    check_same_rows(X, labels)
    check_noise_label(noise_label)
    partition = make_partition(labels, noise_label=noise_label, allow_column=True)
    if is_precomputed(metric):
        _check_square(X)
    if partition.kept is None:
        check_noise_label(noise_label, partition.classes)
        return X, labels, np.ones(partition.codes.size, bool)
    labels_kept = safe_indexing(labels, np.flatnonzero(partition.kept))
    return (
        take_samples(X, partition.kept, metric),
        labels_kept,
        partition.kept.copy(),
    )


def is_precomputed(metric):
    """Tell whether `X` holds distances."""
    return isinstance(metric, str) and metric == "precomputed"


def plain_container(X):
    """Accept np.matrix, which scikit-learn refuses, and any sparse format."""
    if hasattr(X, "fit"):
        raise TypeError(
            f"X is an estimator, {type(X).__name__}, not data. An index takes data and "
            "labels; use make_scorer(index) where a scorer is wanted."
        )
    if isinstance(X, np.matrix):
        return np.asarray(X)
    if isinstance(X, np.ma.MaskedArray) and np.ma.getmaskarray(X).any():
        raise ValueError(
            f"X is a masked array in which {int(np.ma.getmaskarray(X).sum())} values "
            "are masked, that is missing. Leave out those samples or fill the values."
        )
    return X.tocsr() if sparse.issparse(X) else X


def take_samples(X, chosen, metric="euclidean"):
    """Rows of `X`, given by a mask or positions; of distances the columns as well."""
    chosen = np.asarray(chosen)
    if chosen.dtype == bool:
        chosen = np.flatnonzero(chosen)
    X = safe_indexing(X, chosen)
    return safe_indexing(X, chosen, axis=1) if is_precomputed(metric) else X


def check_same_rows(X, labels):
    """Refuse data and labels of different lengths, or in different orders."""
    check_consistent_length(X, labels)
    if not (hasattr(X, "iloc") and hasattr(labels, "iloc")):
        return
    if X.index.equals(labels.index):
        return
    if X.index.sort_values().equals(labels.index.sort_values()):
        raise ValueError(
            "X and labels have the same index entries in different orders. Samples "
            "are paired by position, so align them first: labels.loc[X.index], or "
            "pass arrays if the positions are right."
        )


def _check_square(X):
    shape = getattr(X, "shape", None) or np.shape(X)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(
            "X must be a square matrix of distances with metric='precomputed'; got "
            f"shape {tuple(shape)}."
        )


def check_weights(sample_weight, X):
    """Return the weights of the samples of `X` as floats, or None."""
    if sample_weight is None:
        return None
    n_samples = X.shape[0] if hasattr(X, "shape") else len(X)
    return check_sample_weight(sample_weight, n_samples).astype(np.float64)


def _check_single_weights(weights):
    repeated = weights > 1
    if repeated.any() or (weights % 1 != 0).any():
        raise ValueError(
            "With noise='singletons' every repetition of a noise sample is a cluster "
            "of its own, which sample_weight cannot express: the weights of noise must "
            f"be 0 or 1, and the largest is {weights.max():.6g}. Repeat the rows "
            "instead."
        )


def _join_nearest(X, partition, metric, params):
    """Give each noise sample to the cluster of its nearest clustered sample."""
    metric, params = canonical_metric(metric, params, X.shape[1])
    check_metric_domain(X, metric)
    codes = np.empty(partition.kept.size, np.intp)
    members, strays = np.flatnonzero(partition.kept), np.flatnonzero(~partition.kept)
    codes[members] = partition.codes
    codes[strays] = nearest_member_codes(
        X, metric, params, strays, members, partition.codes
    )
    return replace(partition, codes=codes, kept=None)


def _warn_if_distances(X):
    n_samples, n_features = X.shape
    if n_samples != n_features or n_samples < 3 or X.diagonal().any():
        return
    if sparse.issparse(X):
        distances = X.nnz and X.min() >= 0 and abs(X - X.T).nnz == 0
    else:
        distances = X.any() and X.min() >= 0 and np.array_equal(X, X.T)
    if distances:
        warnings.warn(
            "X is square and symmetric with a zero diagonal, like a matrix of "
            "distances, but is taken as features. Pass metric='precomputed' if it "
            "holds distances.",
            UserWarning,
            stacklevel=4,
        )


def _check_number_of_clusters(partition, weights):
    n_clusters, n_samples = partition.n_clusters, partition.codes.size
    message = (
        f"Number of labels is {n_clusters}. Valid values are 2 to n_samples - 1 "
        f"(inclusive), and n_samples is {n_samples}"
    )
    if n_clusters < 2:
        raise UndefinedIndexError(f"{message}: there is no other cluster.")
    totals = np.bincount(partition.codes, weights=weights)
    if (totals < 1).any():
        k = int(np.argmin(totals))
        raise ValueError(
            "sample_weight counts how often each sample occurs, so the weights of a "
            f"cluster must sum to 1 at least; those of cluster "
            f"{partition.classes[k]!s} sum to {totals[k]:.6g}."
        )
    if (totals == 1).all():
        raise UndefinedIndexError(f"{message}: every sample is alone in its cluster.")
