"""A pytest plugin: scikit-learn's own tests meet this package's functions.

Loaded with ``-p swap_plugin``, it replaces scikit-learn's clustering metrics before the
test modules import them, checks that the modules then hold ours, and leaves out only
the tests of helpers that are private to scikit-learn.
"""

import sklearn.metrics
import sklearn.metrics.cluster
from sklearn.metrics.cluster import _supervised, _unsupervised

import skclustmetrics

SWAPPED = (
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "calinski_harabasz_score",
    "completeness_score",
    "contingency_matrix",
    "davies_bouldin_score",
    "expected_mutual_information",
    "fowlkes_mallows_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "pair_confusion_matrix",
    "rand_score",
    "silhouette_samples",
    "silhouette_score",
    "v_measure_score",
)

LEFT_OUT = {
    "test_check_clustering_error": "calls check_clusterings, a private helper",
    "test_entropy": "calls _entropy, a private helper",
    "test_entropy_array_api": "calls _entropy, a private helper",
    "test_generalized_average": "calls _generalized_average, a private helper",
    "test_public_entropy_deprecation": "entropy is scikit-learn's own mistake",
    "test_silhouette_reduce": "calls _silhouette_reduce, a private helper",
}


def _swap():
    for module in (
        _supervised,
        _unsupervised,
        sklearn.metrics.cluster,
        sklearn.metrics,
    ):
        for name in SWAPPED:
            if hasattr(module, name):
                setattr(module, name, getattr(skclustmetrics, name))


def _check_swapped(module):
    imported = [name for name in SWAPPED if hasattr(module, name)]
    foreign = [
        name
        for name in imported
        if getattr(module, name) is not getattr(skclustmetrics, name)
    ]
    if foreign or not imported:
        raise RuntimeError(
            f"{module.__name__} does not test this package: of the names "
            f"{imported} it holds scikit-learn's own {foreign}"
        )


def pytest_collection_modifyitems(config, items):
    for module in {item.module for item in items}:
        _check_swapped(module)
    left_out = [item for item in items if item.originalname in LEFT_OUT]
    items[:] = [item for item in items if item.originalname not in LEFT_OUT]
    config.hook.pytest_deselected(items=left_out)


_swap()
