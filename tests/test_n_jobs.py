"""The number of workers is checked by every function that takes one."""

import inspect

import numpy as np
import pytest
from sklearn.cluster import KMeans

import skclustmetrics as scm

X = np.random.RandomState(0).randn(40, 2)
LABELS = np.repeat([0, 1, 2], [14, 13, 13])
OTHER = (LABELS + 1) % 2
ARGUMENTS = {
    "X": X + 3 * LABELS[:, None],
    "labels": LABELS,
    "labels_true": LABELS,
    "labels_pred": OTHER,
    "labelings": [OTHER, LABELS],
    "estimator": KMeans(2, n_init=1, random_state=0),
    "n_permutations": 9,
    "n_random": 9,
    "n_references": 9,
    "n_resamples": 9,
    "n_simulations": 9,
    "n_splits": 9,
}
OWN_ARGUMENTS = {
    "adjusted_for_chance": {"score_func": "rand"},
    "bootstrap_interval": {"score_func": "dunn", "method": "percentile"},
    "external_permutation_test": {"score_func": "rand"},
    "sigclust": {"labels": OTHER},
}
# what only some ways through a function need
WAYS = [
    (
        "generalized_dunn_score",
        {"inter": "centroid", "intra": "twice_mean_to_centroid"},
    ),
    ("medoid_silhouette_score", {"medoids": [0, 14, 27]}),
    ("silhouette_score", {"metric": "sqeuclidean"}),
    ("silhouette_score", {"sample_size": 20}),
]


def functions_with_workers():
    for name in scm.__all__:
        function = getattr(scm, name)
        if inspect.isfunction(function):
            if "n_jobs" in inspect.signature(function).parameters:
                yield name, {}


def call(name, **options):
    function = getattr(scm, name)
    options = OWN_ARGUMENTS.get(name, {}) | options
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in ARGUMENTS:
            options.setdefault(parameter.name, ARGUMENTS[parameter.name])
    return function(**options)


@pytest.mark.parametrize(
    ("name", "options"), [*functions_with_workers(), *WAYS], ids=str
)
def test_wrong_number_of_workers(name, options):
    call(name, n_jobs=np.int64(1), **options)
    for wrong in (0, 1.5, "a", True):
        with pytest.raises((TypeError, ValueError), match=r"'n_jobs'.*Got"):
            call(name, n_jobs=wrong, **options)
