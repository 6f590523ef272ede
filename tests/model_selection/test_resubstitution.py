"""The splitter that keeps the data whole."""

import numpy as np
import pytest
import sklearn
from scipy import sparse
from sklearn.cluster import DBSCAN, AgglomerativeClustering
from sklearn.model_selection import GridSearchCV, check_cv, cross_val_score

from skclustmetrics import ResubstitutionSplit, get_scorer


@pytest.mark.parametrize(
    "make", [np.asarray, sparse.csr_array, sparse.csr_matrix, np.ndarray.tolist]
)
def test_one_split_of_everything(make):
    X = make(np.arange(12.0).reshape(6, 2))
    splitter = ResubstitutionSplit()
    ((train, test),) = splitter.split(X)
    np.testing.assert_array_equal(train, np.arange(6))
    np.testing.assert_array_equal(test, np.arange(6))
    assert train is not test
    assert splitter.get_n_splits() == splitter.get_n_splits(X, None, None) == 1


def test_lengths_are_checked():
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        next(ResubstitutionSplit().split(np.zeros((3, 1)), np.zeros(4)))


def test_repr_and_routing():
    splitter = ResubstitutionSplit()
    assert repr(splitter) == "ResubstitutionSplit()"
    assert check_cv(splitter) is splitter
    assert splitter.get_metadata_routing().split.requests == {}


@pytest.mark.parametrize("routing", [False, True])
@pytest.mark.parametrize(
    ("estimator", "grid", "best"),
    [
        (DBSCAN(), {"eps": [0.01, 1.0]}, {"eps": 1.0}),
        (AgglomerativeClustering(), {"n_clusters": [2, 3, 4]}, {"n_clusters": 3}),
    ],
)
def test_search_over_clusterers_without_predict(estimator, grid, best, routing):
    rng = np.random.default_rng(0)
    X = np.repeat([[0.0, 0], [9, 0], [0, 9]], 20, axis=0) + rng.normal(0, 0.3, (60, 2))
    with (
        sklearn.config_context(enable_metadata_routing=routing),
        pytest.warns() if "eps" in grid else pytest.MonkeyPatch.context(),
    ):
        search = GridSearchCV(
            estimator, grid, scoring=get_scorer("silhouette"), cv=ResubstitutionSplit()
        ).fit(X)
    assert search.best_params_ == best
    assert search.n_splits_ == 1
    (score,) = cross_val_score(
        search.best_estimator_,
        X,
        scoring=get_scorer("silhouette"),
        cv=ResubstitutionSplit(),
    )
    assert score == search.best_score_
