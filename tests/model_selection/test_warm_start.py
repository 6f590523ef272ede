"""K-means that starts from the clusters found for fewer of them."""

import pickle
from itertools import pairwise

import numpy as np
import pytest
import sklearn
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.cluster import AgglomerativeClustering, KMeans, MiniBatchKMeans
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler, scale

from skclustmetrics import CandidateFailedWarning, ClusterSearch, SilhouetteKSelector
from skclustmetrics.model_selection._candidates import make_candidates
from skclustmetrics.model_selection._fitting import fit_candidates, make_estimators
from skclustmetrics.model_selection._warm_start import WarmStart, _Continued, _extend

COUNTS = [2, 3, 4, 6, 9]


@pytest.fixture(scope="module")
def X():
    rng = np.random.default_rng(4)
    centers = rng.uniform(-6, 6, (7, 3))
    return 50 + centers[rng.integers(0, 7, 240)] + rng.standard_normal((240, 3))


@pytest.fixture
def starts(monkeypatch):
    """The centres that each fit but the first starts from, in order."""
    seen = []
    original = WarmStart.lend

    def spy(self, estimator):
        lent = original(self, estimator)
        init = self._init

        def start(X, n_clusters, random_state):
            centers = init(X, n_clusters, random_state)
            seen.append((X.copy(), centers.copy()))
            return centers

        if init is not None:
            self._init = start
            lent = original(self, estimator)
            self._init = init
        return lent

    monkeypatch.setattr(WarmStart, "lend", spy)
    return seen


def fit_all(estimator, grid, X, *, warm_start=True, seed=0, fit_params=None, **params):
    search = ClusterSearch(estimator, grid, warm_start=warm_start, **params)
    candidates = make_candidates(grid)
    estimators = make_estimators(estimator, candidates, np.random.RandomState(seed))
    return fit_candidates(search, estimators, candidates, X, None, fit_params or {})


def weighted_means(X, labels, weight):
    X = X.toarray() if hasattr(X, "toarray") else X
    return np.array(
        [
            (X[labels == k] * weight[labels == k, None]).sum(axis=0)
            / weight[labels == k].sum()
            for k in range(labels.max() + 1)
        ]
    )


def assert_continued(starts, fits, weight):
    """Each start is the means of the clusters before, and samples."""
    assert len(starts) == len(fits) - 1
    for (data, start), before, fit in zip(starts, fits[:-1], fits[1:], strict=True):
        n_before, n_clusters = (f.estimator.n_clusters for f in (before, fit))
        assert start.shape == (n_clusters, data.shape[1])
        means = weighted_means(data, before.labels, weight)
        assert_allclose(start[:n_before], means, rtol=1e-9, atol=1e-9)
        dense = data.toarray() if hasattr(data, "toarray") else data
        for added in start[n_before:]:
            assert (dense == added).all(axis=1).any()
        assert len(np.unique(start, axis=0)) == n_clusters


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["dense", "float32", "sparse"])
def test_starts_from_the_centres_before(X, starts, kind, weighted):
    data = {
        "dense": lambda: X,
        "float32": lambda: X.astype(np.float32),
        "sparse": lambda: csr_array(np.where(X > 50, X, 0)),
    }[kind]()
    weight = np.random.default_rng(0).uniform(0.1, 9, len(X))
    fit_params = {"sample_weight": weight} if weighted else {}
    fits = fit_all(KMeans(), {"n_clusters": COUNTS}, data, fit_params=fit_params)
    if kind == "float32":
        assert fits[-1].estimator.cluster_centers_.dtype == np.float32
        assert len(starts) == len(COUNTS) - 1
        starts[:] = [(d.astype(float), s.astype(np.float32)) for d, s in starts]
        for (data, start), before in zip(starts, fits[:-1], strict=True):
            means = weighted_means(
                data, before.labels, weight if weighted else np.ones(len(X))
            )
            assert_allclose(start[: len(means)], means, rtol=1e-4, atol=1e-4)
    else:
        assert_continued(starts, fits, weight if weighted else np.ones(len(X)))


def test_a_fit_is_that_of_kmeans_from_these_centres(X, starts):
    fits = fit_all(KMeans(), {"n_clusters": COUNTS}, X)
    mean = X.mean(axis=0)
    for (_, start), fit in zip(starts, fits[1:], strict=True):
        # k-means hands the centred data to the function that gives the centres
        alone = KMeans(len(start), init=start + mean, n_init=1, random_state=0).fit(X)
        assert_array_equal(fit.labels, alone.labels_)
        assert fit.estimator.inertia_ == pytest.approx(alone.inertia_, rel=1e-12)
        assert fit.estimator.n_iter_ == alone.n_iter_


def test_the_first_is_as_alone_and_the_others_have_been_continued(X):
    warm = fit_all(KMeans(), {"n_clusters": COUNTS}, X)
    cold = fit_all(KMeans(), {"n_clusters": COUNTS}, X, warm_start=False)
    assert_array_equal(warm[0].labels, cold[0].labels)
    assert warm[0].estimator.n_iter_ == cold[0].estimator.n_iter_
    inertia = [fit.estimator.inertia_ for fit in warm]
    assert (np.diff(inertia) < 0).all()


def test_the_order_of_the_values_does_not_matter(X):
    ordered = fit_all(KMeans(), {"n_clusters": COUNTS}, X)
    shuffled = fit_all(KMeans(), {"n_clusters": COUNTS[::-1]}, X)[::-1]
    for one, other in zip(ordered, shuffled, strict=True):
        assert_array_equal(one.labels, other.labels)


def test_mini_batches_start_from_the_centres_themselves(X, starts):
    fits = fit_all(MiniBatchKMeans(batch_size=64), {"n_clusters": COUNTS}, X)
    assert len(starts) >= len(COUNTS) - 1
    by_count = {len(start): start for _, start in starts}
    for before, fit in pairwise(fits):
        centers = before.estimator.cluster_centers_
        start = by_count[fit.estimator.n_clusters]
        assert_array_equal(start[: len(centers)], centers)


@pytest.mark.parametrize("n_init", ["auto", 1, 3])
@pytest.mark.parametrize("kind", [KMeans, MiniBatchKMeans])
def test_how_often_it_starts(X, starts, kind, n_init):
    fit_all(kind(n_init=n_init), {"n_clusters": COUNTS}, X)
    expected = 1 if n_init == "auto" else n_init
    assert len(starts) == expected * (len(COUNTS) - 1)


def test_nothing_of_it_stays(X):
    selector = SilhouetteKSelector(
        KMeans(n_init="auto"), param_range=COUNTS, warm_start=True, random_state=0
    ).fit(X)
    best = selector.best_estimator_
    assert (best.init, best.n_init) == ("k-means++", "auto")
    restored = pickle.loads(pickle.dumps(selector))
    assert_array_equal(restored.predict(X), selector.labels_)
    assert clone(selector).warm_start is True
    assert selector.estimator.get_params() == KMeans().get_params()


def test_pipelines(X, starts):
    pipeline = make_pipeline(StandardScaler(), KMeans())
    fits = fit_all(pipeline, {"kmeans__n_clusters": COUNTS}, X)
    scaled = StandardScaler().fit_transform(X)
    assert len(starts) == len(COUNTS) - 1
    for (data, start), before in zip(starts, fits[:-1], strict=True):
        assert_allclose(data, scaled - scaled.mean(axis=0), atol=1e-12)
        means = weighted_means(data, before.labels, np.ones(len(X)))
        assert_allclose(start[: len(means)], means, atol=1e-9)
    assert fits[-1].estimator[-1].init == "k-means++"


def test_weights_of_a_pipeline(X, starts):
    weight = np.random.default_rng(1).uniform(0.1, 9, len(X))
    pipeline = make_pipeline(MinMaxScaler(), KMeans())
    grid = {"kmeans__n_clusters": COUNTS}
    fits = fit_all(pipeline, grid, X, fit_params={"kmeans__sample_weight": weight})
    assert len(starts) == len(COUNTS) - 1
    for (data, start), before in zip(starts, fits[:-1], strict=True):
        means = weighted_means(data, before.labels, weight)
        assert_allclose(start[: len(means)], means, atol=1e-9)


def test_routed_weights(X, starts):
    weight = np.random.default_rng(1).uniform(0.1, 9, len(X))
    with sklearn.config_context(enable_metadata_routing=True):
        kmeans = KMeans().set_fit_request(sample_weight=True)
        ClusterSearch(
            kmeans, {"n_clusters": [3, 4]}, warm_start=True, random_state=0
        ).fit(X, sample_weight=weight)
    ((data, start),) = starts
    before = KMeans(3).set_params(
        random_state=make_estimators(KMeans(), [{}], np.random.RandomState(0))[
            0
        ].random_state
    )
    labels = before.fit(X, sample_weight=weight).labels_
    means = weighted_means(data, labels, weight)
    assert_allclose(start[:3], means, atol=1e-9)


def test_other_settings_are_continued_by_themselves(X, starts):
    grid = {"pca__n_components": [1, 2], "kmeans__n_clusters": [2, 3, 5]}
    pipeline = make_pipeline(PCA(), KMeans())
    fits = fit_all(pipeline, grid, X)
    assert [(data.shape[1], len(start)) for data, start in starts] == [
        (1, 3),
        (1, 5),
        (2, 3),
        (2, 5),
    ]
    for n_components in (1, 2):
        alone = fit_all(
            clone(pipeline).set_params(pca__n_components=n_components),
            {"kmeans__n_clusters": [2, 3, 5]},
            X,
        )
        together = [f for f in fits if f.estimator[0].n_components == n_components]
        for one, other in zip(together, alone, strict=True):
            assert_array_equal(one.labels, other.labels)


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_no_result_depends_on_the_workers(X, backend):
    selector = ClusterSearch(
        KMeans(),
        {"n_clusters": COUNTS, "algorithm": ["lloyd", "elkan"]},
        warm_start=True,
        random_state=2,
    )
    alone = clone(selector).fit(X)
    with parallel_config(backend=backend):
        together = clone(selector).set_params(n_jobs=2).fit(X)
    assert_array_equal(alone.results_["score"], together.results_["score"])
    assert_array_equal(alone.labels_, together.labels_)


def test_the_same_number_twice_and_a_single_cluster(X):
    fits = fit_all(KMeans(), {"n_clusters": [1, 3, 3]}, X)
    assert_array_equal(fits[1].labels, fits[2].labels)
    assert fits[2].estimator.n_iter_ <= fits[1].estimator.n_iter_
    assert fits[0].estimator.n_clusters == 1


def test_candidates_that_fail_are_passed_over(X):
    selector = ClusterSearch(
        KMeans(), {"n_clusters": [3, 0, 4, "many"]}, warm_start=True, random_state=0
    )
    with pytest.warns(CandidateFailedWarning, match="2 of 4"):
        selector.fit(X)
    same = ClusterSearch(
        KMeans(), {"n_clusters": [3, 4]}, warm_start=True, random_state=0
    ).fit(X)
    assert_array_equal(selector.labels_, same.labels_)


def test_fewer_distinct_samples_than_clusters():
    X = np.repeat([[0.0, 0.0], [5.0, 0.0], [0.0, 5.0]], 10, axis=0)
    with pytest.warns(ConvergenceWarning, match="distinct clusters"):
        fits = fit_all(KMeans(), {"n_clusters": [2, 3, 5, 6]}, X)
    assert [fit.error for fit in fits] == [None] * 4
    assert [len(set(fit.labels)) for fit in fits] == [2, 3, 3, 3]


def test_samples_without_weight(X, starts):
    weight = np.where(np.arange(len(X)) < 100, 0.0, 1.0)
    fits = fit_all(
        KMeans(), {"n_clusters": COUNTS}, X, fit_params={"sample_weight": weight}
    )
    assert all(fit.error is None for fit in fits)
    for (data, start), fit in zip(starts, fits[:-1], strict=True):
        # no added centre is a sample that does not count
        for added in start[fit.estimator.n_clusters :]:
            assert (data[100:] == added).all(axis=1).any()


def test_the_best_of_several_draws_is_weighted():
    # many samples on one side; on the other a single one that counts as twice as many
    X = np.array([[0.0]] * 5 + [[10.0]] * 20 + [[-10.0]])
    for weight_of_last, expected in [(40.0, -10.0), (10.0, 10.0)]:
        weight = np.array([1.0] * 25 + [weight_of_last])
        added = [
            _extend(X, np.zeros((1, 1)), 2, np.random.RandomState(seed), weight)[1, 0]
            for seed in range(40)
        ]
        assert added.count(expected) > 34


def test_a_cluster_without_weight_has_no_centre():
    X = np.arange(12.0).reshape(6, 2)
    init = _Continued(labels=[0, 0, 1, 1, 2, 2], weight=[1, 1, 0, 0, 1, 3])
    centers = init(X, 3, np.random.RandomState(0))
    assert_allclose(centers[:2], [[1, 2], [9.5, 10.5]])
    assert (X == centers[2]).all(axis=1).any()


@pytest.mark.parametrize("estimator", [AgglomerativeClustering(), GaussianMixture()])
def test_what_is_no_kmeans_is_refused(X, estimator):
    name = type(estimator).__name__
    with pytest.raises(ValueError, match=rf"needs KMeans or MiniBatch.*got {name}\."):
        SilhouetteKSelector(estimator, param_range=[2, 3], warm_start=True).fit(X)


def test_a_subclass_may_do_anything(X):
    class Mine(KMeans):
        pass

    with pytest.raises(ValueError, match="got Mine"):
        SilhouetteKSelector(Mine(), param_range=[2, 3], warm_start=True).fit(X)


def test_nothing_starts_warm_unless_asked(X, starts):
    fit_all(KMeans(), {"n_clusters": COUNTS}, X, warm_start=False)
    assert starts == []


def test_inertia_and_iterations_on_real_data():
    counts = list(range(2, 13))
    ratios, n_iter = [], np.zeros(2)
    for data in (
        load_iris().data,
        scale(load_wine().data),
        scale(load_breast_cancer().data),
        load_digits().data[:600],
    ):
        inertia = np.zeros((2, len(counts)))
        for seed in range(8):
            for warm in (False, True):
                fits = fit_all(
                    KMeans(), {"n_clusters": counts}, data, warm_start=warm, seed=seed
                )
                inertia[int(warm)] += [fit.estimator.inertia_ for fit in fits]
                n_iter[int(warm)] += sum(fit.estimator.n_iter_ for fit in fits)
        ratios.append((inertia[1] / inertia[0]).mean())
    # k-means++ anew for every number of clusters is no better in the mean, and slower
    assert np.mean(ratios) < 1
    assert max(ratios) < 1.02
    assert n_iter[1] < 0.8 * n_iter[0]
