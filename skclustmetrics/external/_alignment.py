"""Rename the clusters of a prediction after the classes that they match best."""

import math
from numbers import Integral, Real

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics._validation._labels import encode_labels
from skclustmetrics._validation._noise import find_classes
from skclustmetrics._validation._pair import check_label_pair
from skclustmetrics.external._optimal_matching import match_by_overlap

__all__ = ["align_labels"]


def align_labels(
    labels_true,
    labels_pred,
    *,
    noise_label=None,
    noise="drop",
    unknown_label=None,
    sparse=False,
):
    """Rename predicted clusters after the true classes, by the best matching.

    Clusters and classes are matched one to one with the largest total overlap, which
    is the matching that `clustering_accuracy_score` and `s2_score` use. What works on
    classes, a confusion matrix or a classification report, can then be applied to the
    prediction.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,)
        The true class of each sample: integers, strings, booleans or categories.
    labels_pred : array-like of shape (n_samples,)
        The cluster of each sample.
    noise_label : label, collection of labels or "negative", default=None
        Which labels mean noise; "negative" stands for all negative numbers. None means
        that every label is a cluster.
    noise : {"drop", "cluster"}, default="drop"
        What to do with noise. With "drop" it keeps its label and a sample takes no part
        in the matching if either labelling calls it noise. "cluster" makes all noise
        one cluster, in each labelling by itself, that is matched like any other.
    unknown_label : label, collection of labels or "negative", default=None
        Samples of this true label take no part in the matching: their class is unknown.
        Their clusters are renamed like all others.
    sparse : bool, default=False
        Whether the table is a sparse CSR array; with many clusters it should be.

    Returns
    -------
    result : :class:`~sklearn.utils.Bunch`
        Dictionary-like object, with the following attributes.

        labels_pred : ndarray of shape (n_samples,)
            The prediction in the labels of the truth. Clusters that are left over get
            new labels: whole numbers after the largest class, or "unmatched 1" and so
            on. The dtype is that of the truth if all labels come from there, else one
            that holds all of them, which may be object.
        mapping : dict
            The new label of each cluster.
        contingency : ndarray or CSR array of shape (n_classes, n_clusters)
            The contingency table with the matched pairs on its diagonal and what is
            left over behind.
        classes : ndarray of shape (n_classes,)
            The true label of each row of the table.
        clusters : ndarray of shape (n_clusters,)
            The predicted label, before the renaming, of each column.

    Raises
    ------
    ValueError
        If the labels are missing, continuous, not 1D or of different lengths, if no
        sample is left after noise and unknown samples are dropped, or if `noise` is
        another policy: singletons of noise share a label and have no common new one.

    See Also
    --------
    clustering_accuracy_score : The share of samples on the diagonal.

    Notes
    -----
    Of several matchings with the largest total overlap, the one of largest S2 is taken.
    Pairs without any overlap are matched last, in the order of their labels, so that
    ``min(n_classes, n_clusters)`` pairs are matched.

    Examples
    --------
    >>> from skclustmetrics import align_labels
    >>> result = align_labels(["a", "a", "a", "b", "b", "b"], [7, 7, 3, 3, 3, 5])
    >>> result.labels_pred.tolist()
    ['a', 'a', 'b', 'b', 'b', 'unmatched 1']
    >>> result.mapping
    {3: 'b', 5: 'unmatched 1', 7: 'a'}
    >>> result.contingency
    array([[2, 1, 0],
           [0, 2, 1]])
    """
    if noise == "singletons":
        raise ValueError(
            "noise='singletons' makes clusters of their own of samples that share a "
            "label, and a label has one new label only. Use 'drop' or 'cluster'."
        )
    pair = check_label_pair(
        labels_true,
        labels_pred,
        noise_label=noise_label,
        noise=noise,
        unknown_label=unknown_label,
    )
    kept = slice(None) if pair.kept is None else pair.kept
    codes_true, classes, _ = _encode(labels_true, "labels_true", noise_label, noise)
    codes_pred, clusters, is_noise = _encode(
        labels_pred, "labels_pred", noise_label, noise
    )
    row_codes, rows = np.unique(codes_true[kept], return_inverse=True)
    column_codes, columns = np.unique(codes_pred[kept], return_inverse=True)
    table = Contingency.from_codes(rows, row_codes.size, columns, column_codes.size)
    row_order, column_order = _diagonal_order(table)
    row_codes, column_codes = row_codes[row_order], column_codes[column_order]

    names = _name_clusters(
        clusters,
        is_noise if noise == "drop" else np.zeros(clusters.size, bool),
        column_codes[: min(table.n_true, table.n_pred)],
        classes[row_codes],
        classes,
    )
    if noise == "cluster":
        names[is_noise] = names[is_noise][:1]
    if sparse:
        aligned = table.to_sparse()[row_order][:, column_order]
    else:
        aligned = table.to_dense()[np.ix_(row_order, column_order)]
    renamed = ~is_noise if noise == "drop" else np.ones(clusters.size, bool)
    return Bunch(
        labels_pred=names[codes_pred],
        mapping=dict(
            zip(clusters[renamed].tolist(), names[renamed].tolist(), strict=True)
        ),
        contingency=aligned,
        classes=classes[row_codes],
        clusters=clusters[column_codes],
    )


def _encode(labels, name, noise_label, noise):
    """Return codes, the label of each code, and which of these mean noise."""
    codes, classes = encode_labels(labels, name)
    is_noise = find_classes(classes, noise_label)
    if noise == "cluster" and is_noise.any():
        merged = np.where(is_noise, np.argmax(is_noise), np.arange(classes.size))
        codes = merged[codes]
    return codes, _own_labels(labels, codes, classes), is_noise


def _own_labels(labels, codes, classes):
    """Return the labels as they were given, where the classes are mere numbers."""
    if isinstance(labels, list | tuple):
        given = np.empty(len(labels), dtype=object)
        given[:] = labels
    else:
        given = np.asarray(labels)
    present, first = np.unique(codes, return_index=True)
    if given.dtype != object or present.size < classes.size:
        return classes
    own = given[first]
    return classes if own.tolist() == classes.tolist() else own


def _diagonal_order(table):
    """Order rows and columns so that matched pairs stand on the diagonal."""
    cells = match_by_overlap(table)
    partner = np.full(table.n_true, -1)
    partner[table.rows[cells]] = table.cols[cells]
    free_columns = np.setdiff1d(np.arange(table.n_pred), table.cols[cells])
    free_rows = np.flatnonzero(partner < 0)
    n_more = min(free_rows.size, free_columns.size)
    partner[free_rows[:n_more]] = free_columns[:n_more]
    matched_rows = np.flatnonzero(partner >= 0)
    return (
        np.concatenate([matched_rows, free_rows[n_more:]]),
        np.concatenate([partner[matched_rows], free_columns[n_more:]]),
    )


def _name_clusters(clusters, keeps, matched, matched_classes, classes):
    """Return the new label of every cluster; some keep their own."""
    left_over = ~keeps
    left_over[matched] = False
    n_new = int(np.count_nonzero(left_over))
    kept = _as_list(clusters[keeps])
    used = _as_list(classes) + kept
    numbers = [label for label in used if isinstance(label, Real)]
    if all(isinstance(label, Real) for label in _as_list(classes)):
        start = math.floor(max(numbers, default=-1)) + 1
        new = list(range(start, start + n_new))
    else:
        new = _unused_names(n_new, set(used))
    names = np.empty(clusters.size, dtype=object)
    names[matched] = _as_list(matched_classes[: matched.size])
    names[keeps] = kept
    names[left_over] = new
    return names.astype(_common_dtype(classes, kept + new))


def _as_list(labels):
    # a date in nanoseconds would become a number
    return list(labels) if labels.dtype.kind in "mM" else labels.tolist()


def _common_dtype(classes, more):
    """Return the dtype of the classes, or one that holds further labels as well."""
    if not more:
        return classes.dtype
    labels = [*_as_list(classes), *more]
    if all(isinstance(label, Integral) for label in labels):
        for dtype in (np.int64, np.uint64):
            if np.iinfo(dtype).min <= min(labels) <= max(labels) <= np.iinfo(dtype).max:
                return dtype
    elif all(isinstance(label, Real) for label in labels):
        if all(float(label) == label for label in labels):
            return np.float64
    elif all(isinstance(label, str) for label in labels):
        return np.asarray(labels).dtype
    return object


def _unused_names(n_names, used):
    names, number = [], 0
    while len(names) < n_names:
        number += 1
        if f"unmatched {number}" not in used:
            names.append(f"unmatched {number}")
    return names
