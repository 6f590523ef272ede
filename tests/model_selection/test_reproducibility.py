import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.decomposition import PCA
from sklearn.metrics import silhouette_score as sklearn_silhouette_score
from sklearn.pipeline import make_pipeline
from threadpoolctl import threadpool_info

from skclustmetrics import CandidateFailedWarning, ClusterSearch, SilhouetteKSelector

COLUMNS = ("n_clusters", "coverage", "score", "ranking_score", "standard_error")


@pytest.fixture(scope="module")
def overlapping():
    rng = np.random.default_rng(21)
    labels = rng.integers(0, 5, 600)
    return rng.standard_normal((600, 8)) + 2.5 * np.eye(5, 8)[labels]


def assert_same_results(first, second):
    for column in COLUMNS:
        assert_array_equal(first.results_[column], second.results_[column])
    assert_array_equal(first.labels_, second.labels_)
    assert_array_equal(first.silhouette_samples_, second.silhouette_samples_)
    assert first.best_params_ == second.best_params_


@pytest.mark.filterwarnings("ignore:3 of 4 candidates have no score")
@pytest.mark.parametrize("backend", ["loky", "threading"])
@pytest.mark.parametrize(
    ("estimator", "grid"),
    [
        (KMeans(n_init=1), {"n_clusters": [2, 4, 5, 7]}),
        (DBSCAN(), {"eps": [1.5, 2.0, 2.5, 3.0]}),
    ],
    ids=["KMeans", "DBSCAN"],
)
def test_no_result_depends_on_the_workers(overlapping, backend, estimator, grid):
    X = overlapping
    alone = ClusterSearch(estimator, grid, random_state=0).fit(X)
    before = [pool["num_threads"] for pool in threadpool_info()]
    with parallel_config(backend=backend):
        together = ClusterSearch(estimator, grid, random_state=0, n_jobs=2).fit(X)
    assert_same_results(alone, together)
    assert [pool["num_threads"] for pool in threadpool_info()] == before


def test_scores_for_any_number_of_workers(known_labels):
    rng = np.random.default_rng(21)
    labels = rng.integers(0, 5, 6000)
    X = rng.standard_normal((6000, 8)) + 2.5 * np.eye(5, 8)[labels]
    scores = set()
    for n_jobs in (None, 2, -1):
        selector = SilhouetteKSelector(
            known_labels([labels]), param_name="which", param_range=[0], n_jobs=n_jobs
        )
        # other processes cannot import a class of this test suite
        with parallel_config(backend="threading"):
            scores.add(selector.fit(X).best_score_)
    (score,) = scores
    assert score == pytest.approx(0.16426412423290315, rel=1e-12)


def test_seeds_come_from_the_selector(overlapping):
    X = overlapping
    pipeline = make_pipeline(PCA(3, svd_solver="randomized"), KMeans(n_init=1))
    options = {"param_name": "kmeans__n_clusters", "param_range": [4, 5, 6]}
    first = SilhouetteKSelector(pipeline, random_state=3, **options).fit(X)
    again = SilhouetteKSelector(pipeline, random_state=3, **options).fit(X)
    assert_same_results(first, again)
    seeds = {
        name: value
        for name, value in first.best_estimator_.get_params().items()
        if name.endswith("random_state")
    }
    assert len(seeds) == 2
    assert all(isinstance(seed, int) for seed in seeds.values())
    assert len(set(seeds.values())) == 2
    other = SilhouetteKSelector(pipeline, random_state=4, **options).fit(X)
    kmeans = other.best_estimator_["kmeans"]
    assert kmeans.random_state != first.best_estimator_["kmeans"].random_state
    assert pipeline.get_params()["kmeans__random_state"] is None


def test_seeds_of_the_user_are_kept(overlapping):
    selector = SilhouetteKSelector(
        KMeans(n_init=1, random_state=7), param_range=[5], random_state=0
    ).fit(overlapping)
    assert selector.best_estimator_.random_state == 7
    expected = KMeans(5, n_init=1, random_state=7).fit_predict(overlapping)
    assert_array_equal(selector.labels_, expected)
    search = ClusterSearch(KMeans(5, n_init=1), {"random_state": [1, 2]}).fit(
        overlapping
    )
    assert search.best_estimator_.random_state in (1, 2)


def test_a_candidate_depends_on_no_other(overlapping):
    few = SilhouetteKSelector(KMeans(n_init=1), param_range=[5], random_state=0)
    few.fit(overlapping)
    many = ClusterSearch(
        KMeans(n_init=1),
        {"n_clusters": [9, 5, 2]},
        refit=lambda results: 1,
        random_state=0,
    ).fit(overlapping)
    assert_array_equal(few.labels_, many.labels_)
    # one pass for other labellings as well may round differently
    assert many.best_score_ == pytest.approx(few.best_score_, rel=1e-12)


def test_without_a_seed_the_global_state_decides(overlapping):
    results = []
    for _ in range(2):
        np.random.seed(5)
        selector = SilhouetteKSelector(KMeans(n_init=1), param_range=[5, 6])
        results.append(selector.fit(overlapping))
    assert_same_results(*results)


class NeedsWeight(ClusterMixin, BaseEstimator):
    """Cut a line where half of the weight lies on either side."""

    def __init__(self, cut=0.5):
        self.cut = cut

    def fit(self, X, y=None, sample_weight=None):
        if sample_weight is None:
            raise ValueError("no sample_weight")
        order = np.argsort(X[:, 0])
        share = np.cumsum(np.asarray(sample_weight)[order]) / np.sum(sample_weight)
        self.labels_ = np.empty(len(X), int)
        self.labels_[order] = share > self.cut
        return self


def weights_and_repeated_rows():
    rng = np.random.default_rng(0)
    X, weight = rng.normal(size=(40, 2)), rng.integers(1, 4, 40)
    return X, weight, np.repeat(X, weight, axis=0)


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_a_weight_is_a_number_of_rows(average):
    X, weight, repeated = weights_and_repeated_rows()
    options = {"param_name": "cut", "param_range": [0.3, 0.5], "average": average}
    selector = SilhouetteKSelector(NeedsWeight(), **options)
    selector.fit(X, sample_weight=weight)
    for i, cut in enumerate([0.3, 0.5]):
        labels = NeedsWeight(cut).fit(X, sample_weight=weight).labels_
        plain = SilhouetteKSelector(
            _Fixed(np.repeat(labels, weight)),
            param_name="part",
            param_range=[0],
            average=average,
        ).fit(repeated)
        for column in COLUMNS[2:]:
            assert_allclose(
                selector.results_[column][i], plain.results_[column][0], rtol=1e-9
            )
    with pytest.raises(ValueError, match="no sample_weight"):
        selector.fit(X)
    with pytest.raises(ValueError, match="unexpected keyword argument 'sample_weight'"):
        SilhouetteKSelector(AgglomerativeClustering()).fit(X, sample_weight=weight)


class _Fixed(ClusterMixin, BaseEstimator):
    def __init__(self, labels=None, part=0):
        self.labels = labels
        self.part = part

    def fit(self, X, y=None):
        self.labels_ = self.labels
        return self


def test_inner_failures_from_workers_are_recorded(overlapping):
    search = ClusterSearch(
        KMeans(n_init=1), {"n_clusters": [5, 601]}, n_jobs=2, random_state=0
    )
    with pytest.warns(CandidateFailedWarning, match="n_samples=600"):
        search.fit(overlapping)
    assert search.best_score_ == pytest.approx(
        sklearn_silhouette_score(overlapping, search.labels_), rel=1e-12
    )
