"""Rename the clusters of a prediction after the classes that they match best."""

import numpy as np
from sklearn.utils import Bunch

from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics._validation._labels import encode_labels
from skclustmetrics._validation._noise import find_classes
from skclustmetrics._validation._pair import check_label_pair
from skclustmetrics.external._optimal_matching import match_by_overlap

__all__ = ["align_labels"]


def align_labels(
    labels_true, labels_pred, *, noise_label=None, unknown_label=None, sparse=False
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
        Which labels mean noise; "negative" stands for all negative numbers. Noise takes
        no part in the matching and keeps its label. None means that every label is a
        cluster.
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
            new labels: numbers from the largest class on, or "unmatched 1" and so on.
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
        If the labels are missing, continuous, not 1D or of different lengths, or if no
        sample is left after noise and unknown samples are dropped.

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
    pair = check_label_pair(
        labels_true, labels_pred, noise_label=noise_label, unknown_label=unknown_label
    )
    codes_true, classes = encode_labels(labels_true, "labels_true")
    codes_pred, clusters = encode_labels(labels_pred, "labels_pred")
    is_noise = find_classes(clusters, noise_label)
    kept = slice(None) if pair.kept is None else pair.kept
    row_classes = classes[np.unique(codes_true[kept])]
    column_codes = np.unique(codes_pred[kept])

    table = Contingency.from_codes(
        pair.codes_true, pair.n_true, pair.codes_pred, pair.n_pred
    )
    row_order, column_order = _diagonal_order(table)
    matched_columns = column_order[: min(table.n_true, table.n_pred)]

    names = _name_clusters(
        clusters,
        is_noise,
        column_codes[matched_columns],
        row_classes[row_order[: matched_columns.size]],
        classes,
    )
    if sparse:
        aligned = table.to_sparse()[row_order][:, column_order]
    else:
        aligned = table.to_dense()[np.ix_(row_order, column_order)]
    return Bunch(
        labels_pred=names[codes_pred],
        mapping=dict(
            zip(clusters[~is_noise].tolist(), names[~is_noise].tolist(), strict=True)
        ),
        contingency=aligned,
        classes=row_classes[row_order],
        clusters=clusters[column_codes[column_order]],
    )


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


def _name_clusters(clusters, is_noise, matched, matched_classes, classes):
    """Return the new label of every cluster; noise keeps its own."""
    left_over = ~is_noise
    left_over[matched] = False
    n_new = int(np.count_nonzero(left_over))
    noise = clusters[is_noise]
    numeric = classes.dtype.kind in "biuf" and (
        noise.size == 0 or noise.dtype.kind in "biuf"
    )
    if numeric:
        dtype = np.result_type(classes, noise)
        if dtype.kind in "bi":
            dtype = np.dtype(np.int64)
        used = np.concatenate([classes, noise]).astype(dtype)
        new = used.max() + np.arange(1, n_new + 1, dtype=dtype)
    else:
        classes, matched_classes = classes.astype(str), matched_classes.astype(str)
        noise = noise.astype(str)
        new = _unused_names(n_new, {*classes.tolist(), *noise.tolist()})
        dtype = np.result_type(classes, noise, new)
    names = np.empty(clusters.size, dtype=dtype)
    names[matched] = matched_classes
    names[is_noise] = noise
    names[left_over] = new
    return names


def _unused_names(n_names, used):
    names, number = [], 0
    while len(names) < n_names:
        number += 1
        if f"unmatched {number}" not in used:
            names.append(f"unmatched {number}")
    return np.array(names, dtype=str)
