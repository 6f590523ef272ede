import numpy as np
import pytest


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
def noisy_groups(three_groups):
    """The three groups and ten samples far from everything and from each other."""
    X, y = three_groups
    angles = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    far = 100 * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.vstack([X, far]), np.concatenate([y, np.full(10, 3)])
