"""A splitter for clusterers that only label the samples they were fitted on."""

import numpy as np
from sklearn.model_selection import BaseCrossValidator
from sklearn.utils import indexable

from skclustmetrics.scorers._labels import count_samples

__all__ = ["ResubstitutionSplit"]


class ResubstitutionSplit(BaseCrossValidator):
    """Use all samples for fitting and for scoring, in one split.

    Cross-validation judges a partition on samples that the clusterer has not seen,
    which needs `predict`. DBSCAN, HDBSCAN, OPTICS, AgglomerativeClustering and
    SpectralClustering have none. With this splitter, `GridSearchCV` and friends fit
    and score them on the same, whole data. A matrix of precomputed distances stays
    whole too.

    An internal index needs no held-out data to be fair to its candidates, but the
    value is that of the data at hand, not an estimate for new samples.

    See Also
    --------
    skclustmetrics.make_scorer : Make a scorer from an index.

    Examples
    --------
    >>> from sklearn.cluster import DBSCAN
    >>> from sklearn.datasets import make_blobs
    >>> from sklearn.model_selection import GridSearchCV
    >>> from skclustmetrics import ResubstitutionSplit, get_scorer
    >>> X, _ = make_blobs(centers=[[0, 0], [9, 0]], random_state=0)
    >>> search = GridSearchCV(
    ...     DBSCAN(),
    ...     {"eps": [0.5, 1.0, 2.0]},
    ...     scoring=get_scorer("silhouette"),
    ...     cv=ResubstitutionSplit(),
    ... )
    >>> search.fit(X).best_params_
    {'eps': 2.0}
    """

    def split(self, X, y=None, groups=None):
        """Generate the only split.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The data, or a square matrix of distances.
        y : array-like of shape (n_samples,), default=None
            Ignored, but its length is checked.
        groups : array-like of shape (n_samples,), default=None
            Ignored, but its length is checked.

        Yields
        ------
        train : ndarray of shape (n_samples,), dtype intp
            The indices of all samples.
        test : ndarray of shape (n_samples,), dtype intp
            The indices of all samples.
        """
        if X is None:
            raise ValueError("The 'X' parameter should not be None.")
        X, y, groups = indexable(X, y, groups)
        n_samples = count_samples(X)
        yield np.arange(n_samples), np.arange(n_samples)

    def get_n_splits(self, X=None, y=None, groups=None):
        """Return the number of splits.

        Parameters
        ----------
        X : object, default=None
            Ignored.
        y : object, default=None
            Ignored.
        groups : object, default=None
            Ignored.

        Returns
        -------
        n_splits : int
            Always 1.
        """
        return 1
