import numpy as np
import pytest
import sklearn
from sklearn.cluster import DBSCAN, KMeans
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.metrics import make_scorer as sklearn_make_scorer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    ClusterSearch,
    SilhouetteKSelector,
    calinski_harabasz_score,
    make_scorer,
    silhouette_score,
)


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


@pytest.fixture
def weighted(three_groups):
    X, _ = three_groups
    return X, np.random.default_rng(0).integers(1, 4, len(X)).astype(float)


def _score(selector):
    return selector.results_["score"][0]


def test_weights_go_where_they_are_requested(routing, weighted):
    X, weight = weighted
    inner = KMeans(n_init=1).set_fit_request(sample_weight=True)
    options = {"param_range": [3], "random_state": 0}
    labels = SilhouetteKSelector(inner, **options).fit(X, sample_weight=weight).labels_
    plain = silhouette_score(X, labels)
    weighted_score = silhouette_score(X, labels, sample_weight=weight)
    assert plain != pytest.approx(weighted_score, rel=1e-6)
    for request, expected in [(False, plain), (True, weighted_score)]:
        selector = SilhouetteKSelector(inner, **options)
        selector.set_fit_request(sample_weight=request).fit(X, sample_weight=weight)
        assert _score(selector) == pytest.approx(expected, rel=1e-12)
    with pytest.raises(UnsetMetadataPassedError, match=r"KMeans\.set_fit_request"):
        SilhouetteKSelector(KMeans(), **options).fit(X, sample_weight=weight)
    with pytest.raises(TypeError, match="unexpected argument"):
        SilhouetteKSelector(inner, **options).fit(X, nonsense=weight)


def test_scorers_request_for_themselves(routing, weighted):
    X, weight = weighted
    inner = KMeans(n_init=1, random_state=0).set_fit_request(sample_weight=False)
    scoring = {
        "with": make_scorer(silhouette_score).set_score_request(sample_weight=True),
        "without": make_scorer(silhouette_score).set_score_request(sample_weight=False),
    }
    search = ClusterSearch(inner, {"n_clusters": [3]}, scoring=scoring)
    search.fit(X, sample_weight=weight)
    labels = search.labels_
    expected = {"with": weight, "without": None}
    for name, sample_weight in expected.items():
        assert search.results_[f"score_{name}"][0] == pytest.approx(
            silhouette_score(X, labels, sample_weight=sample_weight), rel=1e-12
        )
    search.set_params(scoring=make_scorer(silhouette_score))
    with pytest.raises(UnsetMetadataPassedError):
        search.fit(X, sample_weight=weight)


def test_a_scorer_that_is_no_index_is_routed_to(routing, weighted):
    X, weight = weighted

    def weighted_count(y_true, y_pred, sample_weight=None):
        return float(np.sum(sample_weight))

    scorer = sklearn_make_scorer(weighted_count).set_score_request(sample_weight=True)
    inner = KMeans(n_init=1, random_state=0).set_fit_request(sample_weight=False)
    search = ClusterSearch(inner, {"n_clusters": [3]}, scoring=scorer)
    search.fit(X, np.zeros(len(X)), sample_weight=weight)
    assert search.best_score_ == weight.sum()


def test_without_routing_weights_go_to_the_clusterer_and_the_index(weighted):
    X, weight = weighted
    search = ClusterSearch(
        KMeans(n_init=1, random_state=0),
        {"n_clusters": [3]},
        scoring=["silhouette", calinski_harabasz_score],
    ).fit(X, sample_weight=weight)
    assert _score(search) == pytest.approx(
        silhouette_score(X, search.labels_, sample_weight=weight), rel=1e-12
    )
    assert search.results_["score_calinski_harabasz"][0] == pytest.approx(
        calinski_harabasz_score(X, search.labels_, sample_weight=weight), rel=1e-12
    )


def test_weights_of_a_pipeline_step(weighted):
    X, weight = weighted
    selector = SilhouetteKSelector(
        make_pipeline(StandardScaler(), KMeans(n_init=1)),
        param_name="kmeans__n_clusters",
        param_range=[3],
        random_state=0,
    ).fit(X, kmeans__sample_weight=weight)
    assert _score(selector) == pytest.approx(
        silhouette_score(X, selector.labels_), rel=1e-12
    )


def test_coverage_is_of_the_weight():
    X = np.array([[0.0], [0.1], [5.0], [5.1], [50.0]])
    selector = SilhouetteKSelector(
        DBSCAN(min_samples=1.5), param_name="min_samples", param_range=[2]
    )
    selector.fit(X, sample_weight=[1.0, 1.0, 1.0, 1.0, 1.0])
    assert selector.coverage_ == pytest.approx(0.8)
    selector.fit(X, sample_weight=[2.0, 1.0, 2.0, 2.0, 1.0])
    assert selector.coverage_ == pytest.approx(7 / 8)


class Recorder:
    """A callback that keeps what it is told."""

    def __init__(self):
        self.events = []

    def setup(self, estimator, context):
        self.events.append("setup")

    def teardown(self, estimator, context):
        self.events.append("teardown")

    def on_fit_task_begin(self, estimator, context):
        self.events.append(f"begin {context.task_name} {context.task_id}")

    def on_fit_task_end(self, estimator, context):
        self.events.append(f"end {context.task_name} {context.task_id}")


has_callbacks = hasattr(SilhouetteKSelector, "set_callbacks")


def test_callbacks_exist_where_scikit_learn_has_them():
    version = tuple(map(int, sklearn.__version__.split(".")[:2]))
    assert has_callbacks == (version >= (1, 9))


@pytest.mark.skipif(not has_callbacks, reason="scikit-learn >= 1.9 has callbacks")
@pytest.mark.parametrize("estimator", [KMeans(), make_pipeline(KMeans())])
def test_callbacks_are_told_of_every_candidate(three_groups, estimator, recwarn):
    X, _ = three_groups
    name = "n_clusters" if isinstance(estimator, KMeans) else "kmeans__n_clusters"
    recorder = Recorder()
    selector = SilhouetteKSelector(estimator, param_name=name, param_range=[2, 3])
    selector.set_callbacks(recorder).fit(X)
    events = recorder.events
    assert events[0] == "setup"
    assert events[-1] == "teardown"
    for task in ("fit 0", "candidate 0", "candidate 1", "score 2"):
        assert events.count(f"begin {task}") == events.count(f"end {task}") == 1
    assert not recwarn.list
    assert "_callback_fit_ctx" not in vars(selector)
    assert selector.best_k_ == 3


@pytest.mark.skipif(not has_callbacks, reason="scikit-learn >= 1.9 has callbacks")
def test_callbacks_are_torn_down_after_an_error(three_groups):
    recorder = Recorder()
    search = ClusterSearch(KMeans(), {"n_clusters": [1]}, random_state=0)
    with pytest.raises(ValueError, match="None of the 1 candidates"):
        search.set_callbacks(recorder).fit(three_groups[0])
    assert recorder.events[-1] == "teardown"


@pytest.mark.skipif(not has_callbacks, reason="scikit-learn >= 1.9 has callbacks")
@pytest.mark.parametrize("n_jobs", [None, 2])
def test_progress_bar(three_groups, n_jobs, capsys):
    pytest.importorskip("rich")
    from sklearn.callback import ProgressBar

    selector = SilhouetteKSelector(
        make_pipeline(StandardScaler(), KMeans()),
        param_name="kmeans__n_clusters",
        param_range=[2, 3],
        n_jobs=n_jobs,
        random_state=0,
    )
    selector.set_callbacks(ProgressBar()).fit(three_groups[0])
    assert selector.best_k_ == 3
    assert "SilhouetteKSelector" in capsys.readouterr().out
