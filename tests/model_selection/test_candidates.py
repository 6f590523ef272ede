import numpy as np
import pytest
from sklearn.cluster import (
    DBSCAN,
    HDBSCAN,
    OPTICS,
    AffinityPropagation,
    Birch,
    KMeans,
    MeanShift,
    SpectralClustering,
)
from sklearn.decomposition import PCA
from sklearn.mixture import BayesianGaussianMixture, GaussianMixture
from sklearn.pipeline import make_pipeline

from skclustmetrics import ClusterSearch, SilhouetteKSelector

X = np.random.default_rng(0).normal(size=(40, 3)) + 6 * np.eye(3)[np.arange(40) % 3]


@pytest.mark.parametrize(
    ("estimator", "name"),
    [
        (KMeans(), "n_clusters"),
        (Birch(threshold=0.1), "n_clusters"),
        (SpectralClustering(), "n_clusters"),
        (GaussianMixture(), "n_components"),
        (BayesianGaussianMixture(max_iter=500), "n_components"),
    ],
    ids=repr,
)
def test_auto_knows_counts(estimator, name):
    selector = SilhouetteKSelector(estimator, param_range=[3], random_state=0).fit(X)
    assert list(selector.best_params_) == [name]


@pytest.mark.parametrize(
    ("estimator", "advice"),
    [
        (DBSCAN(), "'eps'"),
        (OPTICS(), "'min_samples'"),
        (HDBSCAN(), "'min_cluster_size'"),
        (MeanShift(), "'bandwidth'"),
        (AffinityPropagation(), "'damping' or 'preference'"),
        (make_pipeline(PCA(), KMeans()), "'kmeans__n_clusters'"),
        (make_pipeline(PCA(), DBSCAN()), "'dbscan__eps'"),
        (make_pipeline(make_pipeline(KMeans())), "'pipeline__kmeans__n_clusters'"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_otherwise_the_error_names_the_parameter(estimator, advice):
    with pytest.raises(ValueError, match="name the parameter to vary") as caught:
        SilhouetteKSelector(estimator).fit(X)
    assert str(caught.value).endswith(f"{advice}.")
    with pytest.raises(ValueError, match="param_grid=None knows") as caught:
        ClusterSearch(estimator).fit(X)
    assert str(caught.value).endswith(f"{advice}.")


def test_unknown_clusterers_have_their_parameters_listed(known_labels):
    with pytest.raises(ValueError, match=r"one of \['labels', 'which'\]"):
        SilhouetteKSelector(known_labels()).fit(X)


@pytest.mark.parametrize(
    "values", [range(2, 5), (2, 3, 4), {2, 3, 4}, np.arange(2, 5), iter([2, 3, 4])]
)
def test_values_of_any_iterable(values):
    selector = SilhouetteKSelector(KMeans(), param_range=values, random_state=0).fit(X)
    assert selector.results_["param_n_clusters"].tolist() == [2, 3, 4]
    assert type(selector.best_k_) is int
    assert selector.best_k_ == 3


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        (3, TypeError, "must be an iterable of values of 'n_clusters'"),
        ("23", TypeError, "must be an iterable"),
        ([], ValueError, "param_range is empty"),
        (np.ones((2, 2)), ValueError, "one-dimensional"),
    ],
    ids=str,
)
def test_wrong_values(values, error, message):
    with pytest.raises(error, match=message):
        SilhouetteKSelector(KMeans(), param_range=values).fit(X)


def test_only_counts_have_default_values():
    with pytest.raises(ValueError, match="param_range must be given for 'eps'"):
        SilhouetteKSelector(DBSCAN(), param_name="eps").fit(X)
    selector = SilhouetteKSelector(
        make_pipeline(PCA(2), KMeans()), param_name="kmeans__n_clusters", random_state=0
    ).fit(X)
    assert selector.results_["param_kmeans__n_clusters"].tolist() == list(range(2, 11))
    with pytest.raises(ValueError, match="Invalid parameter 'k'"):
        SilhouetteKSelector(KMeans(), param_name="k", param_range=[2]).fit(X)
