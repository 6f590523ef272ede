"""Agglomerative clusterings that differ in the cut only, from one tree."""

from joblib import hash as joblib_hash

from skclustmetrics.model_selection._lending import lend

__all__ = ["SharedTree"]


class SharedTree:
    """Let agglomerative clusterings that differ in the cut only share one tree.

    AgglomerativeClustering asks its parameter `memory` for the tree, and cuts it
    itself: what it finds is what it finds alone.

    Parameters
    ----------
    prefix : str
        Of the clusterer's parameters; in a Pipeline the name of its step.
    """

    def __init__(self, prefix):
        self._name = f"{prefix}memory"
        # steps in front may give each candidate other data
        self._memory = _TreeMemory(same_data=not prefix)

    def lend(self, estimator):
        """Give the tree to a candidate while it is fitted."""
        return lend(estimator, {self._name: self._memory})

    def learn(self, estimator):
        """Take nothing: the tree is here already."""


class _TreeMemory:
    """Stand for a joblib.Memory that keeps trees in the memory of the process."""

    def __init__(self, same_data):
        self._same_data = same_data
        self._trees = {}

    def cache(self, function):
        """Return a function that builds a tree unless it has been built."""

        def find_or_build(X, **options):
            if options.get("n_clusters") is not None:  # no full tree, no other cut
                return function(X, **options)
            data = None if self._same_data else joblib_hash(X)
            key = data, options.get("return_distance")
            if key not in self._trees:
                self._trees[key] = function(X, **options)
            return self._trees[key]

        return find_or_build
