"""The contingency table and the pair counts themselves."""

import numpy as np
import scipy.sparse
import sklearn

from skclustmetrics.external._common import external_index

__all__ = ["contingency_matrix", "pair_confusion_matrix"]


@external_index(weights=True)
def contingency_matrix(table, *, eps=None, sparse=False, dtype=np.int64):
    """Count the samples of each class in each cluster.

    Parameters
    ----------
    eps : float, default=None
        Added to all counts, so that none is 0. The result is then dense and float.
    sparse : bool, default=False
        Whether to return a sparse matrix. A dense one of 100,000 classes and as many
        clusters does not fit into memory.
    dtype : dtype, default=np.int64
        The type of the counts; not looked at if `eps` is given. Weights that are not
        whole need a float type.

    Returns
    -------
    contingency : {ndarray, sparse matrix in CSR format} of shape \
(n_classes, n_clusters)
        The counts. Rows are the classes and columns the clusters, in ascending order of
        their labels.

    Raises
    ------
    ValueError
        If `eps` is given for a sparse result, or if `dtype` cannot hold the weights.

    See Also
    --------
    pair_confusion_matrix : The counts of pairs of samples.

    Notes
    -----
    Labels that are integers are counted without sorting them. A class or cluster
    without samples, or a row or column of a ready table that is all 0, is left out.

    Examples
    --------
    >>> from skclustmetrics import contingency_matrix
    >>> contingency_matrix(["a", "a", "b", "b"], [0, 1, 1, 2])
    array([[1, 1, 0],
           [0, 1, 1]])
    """
    if eps is not None and sparse:
        raise ValueError("Cannot set 'eps' when sparse=True")
    if table.is_weighted and eps is None and np.dtype(dtype).kind in "biu":
        raise ValueError(
            f"sample_weight holds fractions that dtype={np.dtype(dtype)} cannot hold; "
            "give a float dtype."
        )
    if sparse:
        counts = table.to_sparse(dtype)
        # scikit-learn 1.9 and later let the user choose; before, it was a matrix
        interface = sklearn.get_config().get("sparse_interface", "spmatrix")
        return scipy.sparse.csr_matrix(counts) if interface == "spmatrix" else counts
    counts = table.to_dense()
    return counts.astype(dtype) if eps is None else counts + eps


@external_index
def pair_confusion_matrix(table):
    """Count the pairs of samples that two partitions put together or keep apart.

    Returns
    -------
    counts : ndarray of shape (2, 2), dtype int64
        Entry (i, j) is the number of ordered pairs of samples that are together (i = 1)
        or apart (i = 0) in the truth, and together (j = 1) or apart (j = 0) in the
        prediction. Row by row: true negatives, false positives, false negatives, true
        positives. Python integers in an object array if int64 cannot hold them.

    See Also
    --------
    contingency_matrix : The counts of samples.
    rand_score : The share of pairs on which the partitions agree.

    Notes
    -----
    Pairs are ordered, as in scikit-learn: each counts twice.

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification 2
       (1985) 193-218.

    Examples
    --------
    >>> from skclustmetrics import pair_confusion_matrix
    >>> pair_confusion_matrix([0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1])
    array([[12, 10],
           [ 4,  4]])
    """
    both, only_true, only_pred, neither = (2 * count for count in table.pairs)
    counts = [[neither, only_pred], [only_true, both]]
    fits = 2 * table.pairs.total <= np.iinfo(np.int64).max
    return np.array(counts, dtype=np.int64 if fits else object)
