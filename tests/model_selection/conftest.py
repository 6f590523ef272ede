import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClusterMixin


class KnownLabels(ClusterMixin, BaseEstimator):
    """Stand for a clusterer that finds the labels it was told."""

    def __init__(self, labels=None, which=0):
        self.labels = labels
        self.which = which

    def fit(self, X, y=None):
        self.labels_ = np.asarray(self.labels[self.which])
        return self


@pytest.fixture
def known_labels():
    return KnownLabels


@pytest.fixture
def three_groups():
    """Three well separated groups in random order, with the true labels."""
    rng = np.random.default_rng(0)
    centers = np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]])
    y = np.repeat([0, 1, 2], 30)
    X = centers[y] + 0.5 * rng.standard_normal((90, 2))
    order = rng.permutation(90)
    return X[order], y[order]


@pytest.fixture
def one_dimensional():
    """Two groups of three, and two samples far from them and from each other."""
    points = np.array([0.0, 0.5, 1.5, 10.0, 11.0, 12.5, 5.0, 99.0])
    return points[:, None], np.array([0, 0, 0, 1, 1, 1, -1, -1])
