"""Candidates of fewer than two clusters are never the best, by whatever criterion."""

import warnings

import numpy as np
import pytest
from sklearn.cluster import DBSCAN

from skclustmetrics import (
    ClusterSearch,
    UndefinedMetricWarning,
    adjusted_rand_score,
    make_scorer,
    silhouette_score,
)

NOISE, APART, ONE = 1e-9, 1.5, 100


def never_mind(estimator, X, y=None):
    return float(estimator.eps != APART)


@pytest.mark.parametrize(
    "scoring", ["coverage", "adjusted_rand", never_mind, ["rand", "silhouette"]]
)
@pytest.mark.parametrize("one_class", [False, True])
def test_collapsed_candidates_are_skipped_with_the_reason(
    three_groups, scoring, one_class
):
    X, y = three_groups
    y = np.zeros_like(y) if one_class else y  # no exception: one cluster is no choice
    search = ClusterSearch(DBSCAN(), {"eps": [NOISE, ONE, APART]}, scoring=scoring)
    with pytest.warns(UndefinedMetricWarning, match="2 of 3 candidates") as caught:
        search.fit(X, y)
    assert len(caught) == 1
    assert search.best_params_ == {"eps": APART}
    none, one, ok = search.results_["status"]
    assert none == "collapsed: no cluster found, and a choice takes at least two"
    assert one == "collapsed: 1 cluster found, and a choice takes at least two"
    assert ok == "ok"
    assert not np.isnan(search.results_["score"]).any()  # they have values


def test_nothing_but_collapsed_candidates(three_groups):
    search = ClusterSearch(DBSCAN(), {"eps": [NOISE, ONE]}, scoring="coverage")
    with pytest.raises(ValueError, match="None of the 2") as caught:
        search.fit(three_groups[0])
    assert f"eps={ONE}: collapsed: 1 cluster found" in str(caught.value)
    search.set_params(refit=lambda results: 0)
    with pytest.raises(ValueError, match="None of the 2"):
        search.fit(three_groups[0])


def test_clusters_are_counted_as_the_criterion_reads_noise(
    known_labels, one_dimensional
):
    X, labels = one_dimensional
    labels = np.where(labels < 0, -1, 0)  # one cluster and noise
    search = ClusterSearch(known_labels([labels]), {"which": [0]})
    for scoring in (
        make_scorer(silhouette_score, noise_label=None),
        make_scorer(silhouette_score, noise="cluster"),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            search.set_params(scoring=scoring).fit(X)
    for scoring in ("silhouette", "coverage", "adjusted_rand"):
        with pytest.raises(ValueError, match=r"1 cluster|Number of labels is 1"):
            search.set_params(scoring=scoring).fit(X, labels)
    search.set_params(scoring=adjusted_rand_score, noise_label=None).fit(X, labels)
    assert search.best_score_ == 1
