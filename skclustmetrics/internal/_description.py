"""What indices of means and scatter are computed from, each statistic at most once."""

import functools
import inspect
import re
from functools import cached_property

import numpy as np

from skclustmetrics._kernels._centroids import Centroids, row_chunks
from skclustmetrics._kernels._own_means import (
    cluster_members,
    nearest_other_means,
    weights_near,
)
from skclustmetrics._kernels._parallel import single_blas_thread
from skclustmetrics._kernels._scatter_matrices import (
    feature_squares,
    from_own_mean,
    relative_spreads,
    rounding_squares,
    scatter_matrices,
)
from skclustmetrics._validation._data import check_X_labels
from skclustmetrics.exceptions import UndefinedIndexError

__all__ = [
    "COINCIDENT",
    "Description",
    "check_variant",
    "mean_index",
    "public_docstring",
    "ratio",
]

# Means that are this near, relative to the radii of their clusters, coincide.
COINCIDENT = 4 * np.finfo(np.float64).eps

_DATA_TEXT = """\
X : {array-like, sparse matrix} of shape (n_samples, n_features)
    The samples.
labels : array-like of shape (n_samples,)
    The cluster of each sample: integers, strings or categories.
"""

_SHARED_TEXT = """\
noise_label : None, "negative", label or collection of labels, default=None
    Which labels mean noise; None means none of them. "negative" means every
    negative number.
noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
    What becomes of noise: left out, each a cluster of its own, each joined to the
    cluster of its nearest clustered sample, or one cluster.
sample_weight : array-like of shape (n_samples,), default=None
    How often each sample occurs: a weight of 2 is the same as the row twice.
"""

_RAISES_TEXT = """\
UndefinedIndexError
    A ValueError: fewer than 2 clusters, every sample alone in its cluster, or no
    limit exists, as for samples that are all equal.
ValueError
    If an argument is not what it must be.
"""

_SECTION = re.compile(r"^([A-Z][A-Za-z ]+)\n-+\n", re.MULTILINE)


class Description:
    """Clusters by their means and their scatter.

    Coordinates are multiplied by ``scale``, a power of two, in everything that is not
    free of units.

    Parameters
    ----------
    data : ClusteredData
        The samples and their clusters.
    """

    def __init__(self, data):
        self.data = data
        self.X, self.codes = data.X, data.partition.codes
        self.n_clusters = data.partition.n_clusters
        self.n_features = data.X.shape[1]

    @cached_property
    def centroids(self):
        with single_blas_thread():
            return Centroids.of(self.X, self.codes, self.n_clusters, self.data.weights)

    @property
    def scale(self):
        return self.centroids.scale

    @property
    def sizes(self):
        """Weight of each cluster."""
        return self.centroids.weights

    @cached_property
    def n_samples(self):
        """Weight of all samples."""
        return float(self.sizes.sum())

    @cached_property
    def squares(self):
        """Sum of squared distances to the mean of each cluster."""
        squares = self.centroids.squares
        rounding = rounding_squares(self.centroids).sum(axis=1)
        return np.where(squares > rounding, squares, 0.0)

    @cached_property
    def within(self):
        return float(self.squares.sum())

    @cached_property
    def offsets(self):
        """The means relative to the mean of all samples."""
        offsets = self.centroids.around_grand_mean()
        rounding = np.sqrt(rounding_squares(self.centroids) / self.sizes[:, None])
        return np.where(np.abs(offsets) > rounding.max(axis=0), offsets, 0.0)

    @cached_property
    def squared_offsets(self):
        return np.einsum("ij,ij->i", self.offsets, self.offsets)

    @cached_property
    def between(self):
        return float(self.sizes @ self.squared_offsets)

    @property
    def radii(self):
        """Mean distance to the mean of each cluster."""
        return self.centroids.distances / self.sizes

    @cached_property
    def separations(self):
        """For each mean the least, the largest and the sum of distances to others.

        Means that are equal but for rounding are at distance 0.
        """
        result = np.empty((3, self.n_clusters))
        for k in range(self.n_clusters):
            others = np.delete(self.separations_from(k), k)
            result[:, k] = others.min(), others.max(), others.sum()
        return result

    def separations_from(self, k):
        """Distances from one mean to all means; 0 where they coincide."""
        apart = self.centroids.separations(k)
        apart[apart <= COINCIDENT * (self.radii[k] + self.radii)] = 0.0
        return apart

    @cached_property
    def feature_squares(self):
        """Sums of squares about the means, by cluster and feature."""
        return feature_squares(self.X, self.codes, self.centroids, self.data.weights)

    @cached_property
    def feature_between(self):
        """Sums of squares of the means, by feature."""
        return self.sizes @ self.offsets**2

    @cached_property
    def _scatter_matrices(self):
        with single_blas_thread():
            return scatter_matrices(
                self.X, self.members, self.centroids, self.data.weights
            )

    @property
    def within_matrix(self):
        """Pooled within-cluster scatter matrix; None if it must be singular."""
        return self._scatter_matrices[0]

    @property
    def log_determinants(self):
        """Log determinant of the scatter matrix of each cluster."""
        return self._scatter_matrices[1]

    @cached_property
    def relative_spreads(self):
        """Eigenvalues of the inverse within times the between-cluster scatter.

        None if the within-cluster scatter is singular.
        """
        if self.within_matrix is None:
            return None
        means = self.offsets * np.sqrt(self.sizes)[:, None]
        with single_blas_thread():
            return relative_spreads(self.within_matrix, means)

    @cached_property
    def total_matrix(self):
        """Scatter matrix of all samples; None if it must be singular."""
        everything = [np.arange(self.codes.size)]
        with single_blas_thread():
            return scatter_matrices(self.X, everything, self.whole, self.data.weights)[
                0
            ]

    @cached_property
    def whole(self):
        """All samples as one cluster."""
        codes = np.zeros_like(self.codes)
        with single_blas_thread():
            return Centroids.of(self.X, codes, 1, self.data.weights, scale=self.scale)

    @cached_property
    def own_distances(self):
        """Distance of each sample to its own mean."""
        own = np.empty(self.codes.size)
        for rows in row_chunks(self.X):
            codes = self.codes[rows]
            difference = from_own_mean(self.X, rows, codes, self.centroids)
            own[rows] = np.sqrt(np.einsum("ij,ij->i", difference, difference))
        return own

    @cached_property
    def members(self):
        """The samples of each cluster."""
        return cluster_members(self.codes, self.n_clusters)

    @cached_property
    def to_means(self):
        """Distances of each sample to its own mean and to the nearest other one."""
        with single_blas_thread():
            own, other = nearest_other_means(self.X, self.members, self.centroids)
        return np.sqrt(own), np.sqrt(other)

    def weights_near(self, radius):
        """Weights of the samples near each mean, and near the middle of two.

        The samples of the cluster of each row, near the mean of that of each column.
        """
        with single_blas_thread():
            return weights_near(
                self.X, self.members, self.centroids, radius, self.data.weights
            )

    def sum_by_cluster(self, values):
        """Weighted sums of values of samples."""
        if self.data.weights is not None:
            values = values * self.data.weights
        return np.bincount(self.codes, weights=values, minlength=self.n_clusters)


def ratio(numerator, denominator, name):
    """Divide what cannot be negative: infinity over 0, an error for 0 over 0."""
    if denominator > 0:
        return float(numerator / denominator)
    if numerator > 0:
        return np.inf
    raise UndefinedIndexError(
        f"The {name} is 0 / 0: the samples or the means of the clusters do not differ."
    )


def check_variant(variant, allowed, name="variant"):
    """Refuse a variant that does not exist."""
    if not (isinstance(variant, str) and variant in allowed):
        raise ValueError(
            f"The {name!r} parameter must be one of {sorted(allowed)}. Got {variant!r} "
            "instead."
        )


def mean_index(formula):
    """Turn a formula over a description into a public index.

    The function that results takes ``(X, labels, *, ...)`` with the formula's own
    keywords first, then the shared ones; its docstring is the formula's with the shared
    parameters and errors put in. The formula stays at hand as
    ``index.from_description(description, ...)``, so that several indices can share what
    one of them has computed.

    Parameters
    ----------
    formula : callable
        ``f(description, *, ...)`` with a numpydoc docstring of its own keywords only.

    Returns
    -------
    callable
    """

    @functools.wraps(formula)
    def index(X, labels, *, noise_label=None, noise="drop", sample_weight=None, **own):
        data = check_X_labels(
            X,
            labels,
            noise_label=noise_label,
            noise=noise,
            sample_weight=sample_weight,
        )
        return formula(Description(data), **own)

    shared = list(inspect.signature(index, follow_wrapped=False).parameters.values())
    own = list(inspect.signature(formula).parameters.values())[1:]
    index.__signature__ = inspect.Signature([*shared[:2], *own, *shared[2:-1]])
    index.__doc__ = public_docstring(
        formula.__doc__, _DATA_TEXT, _SHARED_TEXT, _RAISES_TEXT
    )
    index.from_description = formula
    return index


def public_docstring(text, first, shared, raises):
    """Put the shared parameters and errors into an index's own docstring."""
    if text is None:  # python -OO
        return None
    summary, *parts = _SECTION.split(inspect.cleandoc(text))
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    own = sections.pop("Parameters", "").strip("\n")
    ordered = {
        "Parameters": first + (f"{own}\n" if own else "") + shared,
        "Returns": sections.pop("Returns"),
        "Raises": raises,
        **sections,
    }
    blocks = [
        f"{title}\n{'-' * len(title)}\n{body.strip(chr(10))}"
        for title, body in ordered.items()
    ]
    return "\n\n".join([summary.strip("\n"), *blocks]) + "\n"
