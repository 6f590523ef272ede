import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.cluster import DBSCAN, HDBSCAN
from sklearn.datasets import make_blobs
from sklearn.metrics import pairwise_distances
from sklearn.metrics import silhouette_score as sklearn_silhouette_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    ClusterSearch,
    SilhouetteKSelector,
    UndefinedMetricWarning,
    make_scorer,
    silhouette_score,
)


def fit_known(known_labels, X, labels, **options):
    selector = SilhouetteKSelector(
        known_labels([labels]), param_name="which", param_range=[0], **options
    )
    return selector.fit(X)


@pytest.fixture
def two_squares_and_noise():
    X = [[0, 0], [0, 1], [1, 0], [1, 1], [8, 8], [8, 9], [9, 8], [9, 9]]
    X = np.array([*X, [4, 5], [-6, 7], [15, 0]], dtype=float)
    return X, np.array([0, 0, 0, 0, 1, 1, 1, 1, -1, -1, -1])


@pytest.mark.parametrize(
    ("noise", "score", "ranking_score"),
    [
        ("drop", 0.8994073926840381, 0.6541144674065732),
        ("singletons", 0.581506698526294, 0.581506698526294),
        ("cluster", 0.527668134876756, 0.527668134876756),
    ],
)
def test_every_reading_of_noise(
    known_labels, two_squares_and_noise, noise, score, ranking_score
):
    X, labels = two_squares_and_noise
    selector = fit_known(known_labels, X, labels, noise=noise)
    assert selector.best_score_ == pytest.approx(score, rel=1e-12)
    ranking = selector.results_["ranking_score"][0]
    assert ranking == pytest.approx(ranking_score, rel=1e-12)
    assert selector.coverage_ == pytest.approx(8 / 11)
    assert selector.n_clusters_ == 2
    missing = np.isnan(selector.silhouette_samples_)
    assert_array_equal(missing, (labels < 0) & (noise == "drop"))


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_noise_joined_to_the_nearest_cluster(
    known_labels, two_squares_and_noise, average
):
    X, labels = two_squares_and_noise
    selector = fit_known(known_labels, X, labels, noise="nearest", average=average)
    expected = silhouette_score(
        X, labels, noise_label="negative", noise="nearest", average=average
    )
    assert selector.best_score_ == pytest.approx(expected, rel=1e-12)
    assert not np.isnan(selector.silhouette_samples_).any()


def test_standard_error_counts_noise_as_the_ranking_does(
    known_labels, two_squares_and_noise
):
    X, labels = two_squares_and_noise
    weighted = fit_known(known_labels, X, labels)
    with_zeros = np.nan_to_num(weighted.silhouette_samples_)
    assert weighted.results_["standard_error"][0] == pytest.approx(
        with_zeros.std(ddof=1) / np.sqrt(11), rel=1e-12
    )
    plain = fit_known(known_labels, X, labels, weight_by_coverage=False)
    kept = plain.silhouette_samples_[labels >= 0]
    assert plain.results_["ranking_score"][0] == plain.best_score_
    assert plain.results_["standard_error"][0] == pytest.approx(
        kept.std(ddof=1) / np.sqrt(8), rel=1e-12
    )


def test_noise_of_precomputed_distances(known_labels, one_dimensional):
    X, labels = one_dimensional
    selector = fit_known(
        known_labels, pairwise_distances(X), labels, metric="precomputed"
    )
    assert selector.best_score_ == pytest.approx(0.8722238483206529, rel=1e-12)
    assert selector.coverage_ == 0.75


def test_another_label_means_noise(known_labels):
    X = np.array([[0.0], [0.3], [0.9], [6.0], [6.2], [7.0], [100.0]])
    labels = np.array([1, 1, 1, 2, 2, 2, 0])
    for noise_label, score in [(0, 0.8944004136291446), (None, 0.7666289259678382)]:
        selector = fit_known(known_labels, X, labels, noise_label=noise_label)
        assert selector.best_score_ == pytest.approx(score, rel=1e-12)


EPS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2]


@pytest.fixture(scope="module")
def blobs():
    return make_blobs(400, centers=3, random_state=1)[0]


@pytest.fixture(scope="module")
def sweep(blobs):
    search = SilhouetteKSelector(DBSCAN(), param_name="eps", param_range=EPS)
    with pytest.warns(UndefinedMetricWarning, match="1 of 10") as caught:
        search.fit(blobs)
    assert len(caught) == 1
    return search


def test_the_best_silhouette_of_what_is_left_is_trash(sweep):
    results = sweep.results_
    raw_best = int(np.nanargmax(results["score"]))
    assert results["coverage"][raw_best] == pytest.approx(0.04)
    assert results["score"][raw_best] > sweep.best_score_
    assert results["ranking_score"][raw_best] < 0.05
    assert sweep.best_params_ == {"eps": 1.2}
    assert sweep.coverage_ == pytest.approx(0.995)
    usable = results["status"] == "ok"
    assert_array_equal(
        results["ranking_score"][usable],
        (results["score"] * results["coverage"])[usable],
    )


def test_only_noise_is_undefined(sweep, blobs):
    assert sweep.results_["status"][0].startswith(
        "undefined: All 400 samples are noise"
    )
    assert sweep.results_["coverage"][0] == 0
    assert sweep.results_["n_clusters"][0] == 0
    nothing = SilhouetteKSelector(DBSCAN(), param_name="eps", param_range=[0.01, 99])
    with pytest.raises(ValueError, match="None of the 2 candidates") as caught:
        nothing.fit(blobs)
    assert "eps=0.01: undefined: All 400 samples are noise" in str(caught.value)
    assert "eps=99: undefined: Number of labels is 1" in str(caught.value)
    assert len(nothing.results_["status"]) == 2


@pytest.mark.filterwarnings("ignore:1 of 10 candidates")
def test_ranking_without_coverage_and_with_a_floor(blobs):
    search = SilhouetteKSelector(DBSCAN(), param_name="eps", param_range=EPS)
    plain = search.set_params(weight_by_coverage=False).fit(blobs)
    assert plain.best_params_ == {"eps": 0.15}
    floor = search.set_params(min_coverage=0.8).fit(blobs)
    assert floor.best_params_ == {"eps": 0.5}
    results = floor.results_
    low = results["coverage"] < 0.8
    assert_array_equal(results["status"] != "ok", low)
    assert results["status"][1] == "excluded: coverage 0.04 is below min_coverage=0.8"
    assert results["score"][1] == plain.results_["score"][1]
    with pytest.raises(ValueError, match=r"excluded: coverage 0\.995 is below"):
        search.set_params(min_coverage=1.0).fit(blobs)


@pytest.mark.filterwarnings("ignore:1 of 10 candidates")
def test_unbounded_indices_are_not_weighted_but_warn(blobs):
    search = ClusterSearch(DBSCAN(), {"eps": EPS}, scoring="davies_bouldin")
    with pytest.warns(UserWarning, match="min_coverage") as caught:
        search.fit(blobs)
    assert sum("cannot count it as 0" in str(w.message) for w in caught) == 1
    ranking, score = search.results_["ranking_score"], search.results_["score"]
    assert_array_equal(ranking, -score)
    assert search.best_score_ == np.nanmin(score)
    search.set_params(min_coverage=0.9, scoring="calinski_harabasz").fit(blobs)
    assert search.coverage_ >= 0.9


@pytest.mark.filterwarnings("ignore:1 of 10 candidates")
def test_the_floor_of_a_scorer_is_kept(blobs):
    scorer = make_scorer(silhouette_score, min_coverage=0.99, weight_by_coverage=False)
    search = ClusterSearch(DBSCAN(), {"eps": EPS}, scoring=scorer).fit(blobs)
    assert search.best_params_ == {"eps": 1.2}
    assert (search.results_["status"][1:9] != "ok").all()


@pytest.mark.parametrize("scale", [False, True])
def test_rows_with_nan_go_through_to_clusterers_that_call_them_noise(scale):
    X = np.concatenate([make_blobs(120, centers=3, random_state=3)[0], np.eye(2)])
    X[[5, 50]] = [[np.nan, 1.0], [1.0, np.inf]]
    estimator, name = HDBSCAN(copy=True), "min_cluster_size"
    if scale:
        X[50, 1] = np.nan  # StandardScaler lets NaN pass, and nothing infinite
        estimator, name = make_pipeline(StandardScaler(), estimator), f"hdbscan__{name}"
    selector = SilhouetteKSelector(estimator, param_name=name, param_range=[5, 10]).fit(
        X
    )
    assert (selector.labels_[[5, 50]] < -1).all()
    assert np.isnan(selector.silhouette_samples_[[5, 50]]).all()
    kept = selector.labels_ >= 0
    assert selector.n_clusters_ == 3
    assert selector.coverage_ == kept.mean() < 1
    assert selector.best_score_ == pytest.approx(
        sklearn_silhouette_score(X[kept], selector.labels_[kept]), rel=1e-12
    )


def test_nan_is_an_error_where_the_clusterer_takes_none():
    X = make_blobs(30, random_state=0)[0]
    X[3, 1] = np.nan
    with pytest.raises(ValueError, match="Input X contains NaN"):
        SilhouetteKSelector().fit(X)


def test_nan_that_is_not_called_noise_has_no_silhouette(known_labels):
    X = make_blobs(30, random_state=0)[0]
    X[3, 1] = np.nan
    with pytest.raises(
        ValueError, match="not scored: ValueError: Input X contains NaN"
    ):
        fit_known(known_labels, X, np.arange(30) % 3)
