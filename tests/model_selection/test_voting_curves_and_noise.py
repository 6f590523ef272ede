"""VotingKSelector: where curves start, what noise does, who is told of what."""

from functools import partial

import joblib
import numpy as np
import pytest
import sklearn
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import make_blobs

from skclustmetrics import (
    CandidateFailedWarning,
    VotingKSelector,
    dunn_score,
    silhouette_score,
)
from skclustmetrics._registry import INDICES
from skclustmetrics.internal import _shared_scores
from skclustmetrics.internal._sweep_rows import SWEEP_INDICES
from skclustmetrics.model_selection import _vote_values
from skclustmetrics.model_selection._k_rules import second_differences

CUTS = AgglomerativeClustering()


@pytest.fixture(scope="module")
def two():
    return make_blobs(80, centers=[[0, 0], [10, 0]], random_state=0)[0]


@pytest.fixture(scope="module")
def three():
    return make_blobs(400, centers=3, random_state=3)[0]


@pytest.fixture(scope="module")
def dbscan():
    """The last two find three clusters each; the first leaves nearly all out."""
    return VotingKSelector(DBSCAN(), param_name="eps", param_range=[0.15, 0.3, 1.2])


# curves


def scatter_at(X, labels):
    """Pooled scatter matrix within clusters, by the definition."""
    groups = [X[labels == k] for k in np.unique(labels)]
    return sum((g - g.mean(0)).T @ (g - g.mean(0)) for g in groups)


def test_two_clusters_can_be_chosen_by_curves(two):
    names = ["trace_w", "ksq_det_w", "log_det_ratio", "r_squared"]
    selector = VotingKSelector(CUTS, indices=names, param_range=range(2, 8)).fit(two)
    within = [scatter_at(two, np.zeros(80))]
    for k in range(2, 8):
        within.append(scatter_at(two, AgglomerativeClustering(k).fit_predict(two)))
    traces = np.array([np.trace(w) for w in within])
    determinants = np.array([np.linalg.det(w) for w in within])
    marriot = np.arange(1, 8) ** 2 * determinants
    ratio = 80 * np.log(determinants[0] / determinants)
    explained = 1 - traces / traces[0]
    chord = np.linspace(0, explained[-1], 7)
    expected = {
        "trace_w": 2 + np.argmax(np.diff(traces, 2)),
        "ksq_det_w": 2 + np.argmax(np.diff(marriot, 2)),
        "log_det_ratio": 2 + np.argmin(np.diff(ratio, 2)),
        "r_squared": 1 + np.argmax(explained - chord),
    }
    assert selector.votes_ == expected
    assert set(expected.values()) == {2}
    # but the values are of the candidates alone
    np.testing.assert_allclose(selector.results_["index_trace_w"], traces[1:])


@pytest.mark.parametrize("voting", ["majority", "rank"])
def test_one_cluster_among_the_candidates_changes_no_curve(two, voting):
    names = ["trace_w", "ball_hall", "rmsstd"]
    options = {"indices": names, "voting": voting}
    short = VotingKSelector(CUTS, param_range=range(2, 8), **options).fit(two)
    long = VotingKSelector(CUTS, param_range=range(1, 8), **options).fit(two)
    assert long.votes_ == short.votes_
    assert long.best_k_ == short.best_k_ == 2


def test_infinite_values_have_no_second_difference():
    counts = np.arange(1, 6)
    values = np.array([-np.inf, 1.0, 3.0, 4.0, np.inf])
    bend = second_differences(counts, values)
    np.testing.assert_array_equal(bend, [np.nan, np.nan, -1, np.nan, np.nan])


def test_ranks_of_a_curve_by_hand(two):
    selector = VotingKSelector(
        CUTS, indices=["trace_w"], voting="rank", param_range=range(2, 6)
    ).fit(two)
    traces = [np.trace(scatter_at(two, np.zeros(80)))]
    for k in range(2, 6):
        labels = AgglomerativeClustering(k).fit_predict(two)
        traces.append(np.trace(scatter_at(two, labels)))
    order = np.argsort(-np.diff(traces, 2))
    expected = [1 + list(order).index(i) for i in range(3)]
    # the last one has no second difference
    np.testing.assert_array_equal(selector.results_["mean_rank"], [*expected, 4])


# noise


def test_a_vote_falls_for_no_noise(three, dbscan):
    """What is left of 95 % noise looks better than three clean clusters."""
    selector = sklearn.clone(dbscan).fit(three)
    assert selector.best_params_ == {"eps": 1.2}
    assert selector.coverage_ > 0.99
    assert selector.votes_["silhouette"] == 3
    assert "cannot count it as 0" in selector.abstentions_["davies_bouldin"]
    assert "cannot be compared" in selector.abstentions_["rubin_trace"]
    assert "noise" in selector.abstentions_["krzanowski_lai"]
    accepted = sklearn.clone(dbscan).set_params(
        weight_by_coverage=False, indices=["silhouette", "davies_bouldin"]
    )
    assert accepted.fit(three).coverage_ < 0.1
    assert accepted.abstentions_ == {}


def test_least_coverage(three, dbscan):
    selector = sklearn.clone(dbscan).set_params(
        indices=["silhouette", "davies_bouldin"], min_coverage=0.5
    )
    selector.fit(three)
    status = selector.results_["status"]
    assert status[0].startswith("excluded: coverage 0.05")
    # nothing is voted for what cannot be chosen
    assert np.isnan(selector.results_["votes"][0])
    assert selector.results_["votes"][1:].sum() == 2
    assert selector.best_params_ == {"eps": 1.2}


def test_the_largest_coverage_stands_for_its_number(three):
    eps = [0.6, 1.2]
    for values, expected in ((eps, 1), (eps[::-1], 0)):
        selector = VotingKSelector(
            DBSCAN(), param_name="eps", param_range=values, indices=["silhouette"]
        )
        with pytest.warns(UserWarning, match="another candidate has 3 clusters"):
            selector.fit(three)
        assert selector.best_index_ == expected


def test_silhouettes_of_the_sweep_are_those_of_the_function(three):
    selector = VotingKSelector(
        DBSCAN(),
        param_name="eps",
        param_range=[0.15, 0.3, 1.2],
        indices=["silhouette", "silhouette_macro", "dunn"],
        metric="manhattan",
    ).fit(three)
    for i, eps in enumerate([0.15, 0.3, 1.2]):
        labels = DBSCAN(eps=eps).fit_predict(three)
        options = {"metric": "manhattan", "noise_label": "negative"}
        for average, name in (("micro", ""), ("macro", "_macro")):
            assert selector.results_[f"index_silhouette{name}"][i] == pytest.approx(
                silhouette_score(three, labels, average=average, **options), rel=1e-12
            )
        assert selector.results_["index_dunn"][i] == pytest.approx(
            dunn_score(three, labels, **options), rel=1e-12
        )


# who is asked, and who is told


def test_families():
    selector = VotingKSelector(
        indices=["pbm", "separation"],
        families=["sweep", "separation"],
        param_range=[2, 3, 4],
        random_state=0,
    )
    X = make_blobs(60, centers=3, random_state=0)[0]
    separation = [n for n, spec in INDICES.items() if spec.family == "separation"]
    assert len(separation) > 1
    voted = list(selector.fit(X).votes_)
    assert voted[:2] == ["pbm", "separation"]
    assert sorted(voted) == sorted(["pbm", *SWEEP_INDICES, *separation])
    selector.set_params(indices=None, families="density")
    density = [n for n, spec in INDICES.items() if spec.family == "density"]
    assert list(selector.fit(X).votes_) == density
    selector.set_params(families=["pair counting"])
    with pytest.raises(ValueError, match="families holds 'pair counting'"):
        selector.fit(X)
    with pytest.raises(TypeError, match="families must be a list"):
        selector.set_params(families=3).fit(X)


def test_arguments_of_an_index_are_not_lost_without_a_word(two):
    selector = VotingKSelector(indices=[partial(dunn_score, metric="manhattan")])
    with pytest.raises(ValueError, match="which is no internal index"):
        selector.fit(two)


def test_an_index_that_fails_takes_no_other_with_it(two, monkeypatch):
    def fail(X, labels, rows, **arguments):
        if any(row.name == "dunn" for row in rows):
            raise RuntimeError("no luck")
        return _shared_scores.shared_scores(X, labels, rows, **arguments)

    monkeypatch.setattr(_vote_values, "shared_scores", fail)
    selector = VotingKSelector(CUTS, indices=["dunn", "wb", "pbm"], param_range=[2, 3])
    assert sklearn.clone(selector).fit(two).abstentions_ == {"dunn": "no luck"}
    assert sklearn.clone(selector).fit(two).votes_["wb"] == 2
    with pytest.raises(RuntimeError, match="no luck"):
        selector.set_params(error_score="raise").fit(two)


def test_table(two):
    selector = VotingKSelector(
        CUTS,
        indices=["silhouette", "davies_bouldin", "trace_w", "hartigan"],
        param_range=[2, 3],
    ).fit(two)
    lines = selector.votes_table().splitlines()
    assert lines[0].split() == ["index", "chooses", "K", "value"]
    best = selector.results_["index_silhouette"][0]
    assert lines[1].split() == ["silhouette", "largest", "2", f"{best:.4g}"]
    assert lines[2].split()[:3] == ["davies_bouldin", "least", "2"]
    assert "largest second difference" in lines[3]
    assert lines[4].endswith(selector.abstentions_["hartigan"])
    assert lines[5:] == ["K = 2: 3 votes"]


def test_progress(two, capsys):
    VotingKSelector(CUTS, param_range=[2, 3, 4], verbose=1).fit(two)
    printed = capsys.readouterr().out
    for i in (1, 2, 3):
        assert f"[VotingKSelector] scored partition {i}/3" in printed


def test_callbacks_hear_of_every_partition(two):
    callback = pytest.importorskip("sklearn.callback")
    del callback

    class Recorder:
        def __init__(self):
            self.names = []

        def setup(self, estimator, context):
            pass

        def on_fit_task_begin(self, estimator, context, **kwargs):
            pass

        def on_fit_task_end(self, estimator, context, **kwargs):
            self.names.append(context.task_name)
            return False

        def teardown(self, estimator, context):
            pass

    recorder = Recorder()
    selector = VotingKSelector(CUTS, param_range=[2, 3, 4])
    selector.set_callbacks(recorder).fit(two)
    assert recorder.names.count("candidate") == 3
    assert recorder.names.count("scored partition") == 3


def test_routing_of_weights(two):
    weight = np.r_[np.ones(40), np.full(40, 1e-6)]
    options = {"param_range": [2, 3, 4], "random_state": 0}
    with sklearn.config_context(enable_metadata_routing=True):
        inner = KMeans(n_init=2).set_fit_request(sample_weight=True)
        routed = VotingKSelector(inner, **options).fit(two, sample_weight=weight)
        with pytest.raises(TypeError, match="sample_weight"):
            VotingKSelector(AgglomerativeClustering()).fit(two, sample_weight=weight)
    plain = VotingKSelector(KMeans(n_init=2), **options)
    plain.fit(two, sample_weight=weight)
    alone = plain.best_estimator_.__class__(**plain.best_estimator_.get_params())
    labels = alone.fit(two, sample_weight=weight).labels_
    np.testing.assert_array_equal(plain.labels_, labels)
    np.testing.assert_array_equal(routed.labels_, plain.labels_)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_mapped_memory_and_workers(two, tmp_path, backend):
    release = tuple(map(int, joblib.__version__.split(".")[:2]))
    if backend == "loky" and release < (1, 4):
        pytest.skip("joblib#1501: with NumPy 2 it cannot send mapped memory before 1.4")
    joblib.dump(two, tmp_path / "X")
    mapped = joblib.load(tmp_path / "X", mmap_mode="r")
    assert isinstance(mapped, np.memmap)
    options = {"param_range": [2, 3, 4], "random_state": 0}
    for model in (KMeans(n_init=1, copy_x=False), CUTS):
        one = VotingKSelector(model, **options).fit(two)
        with joblib.parallel_config(backend):
            two_workers = VotingKSelector(model, n_jobs=2, **options).fit(mapped)
        np.testing.assert_array_equal(two_workers.labels_, one.labels_)
        for name, column in one.results_.items():
            if name.startswith("index_") or name in ("votes", "mean_rank"):
                np.testing.assert_array_equal(two_workers.results_[name], column)


def test_every_candidate_fails(two):
    selector = VotingKSelector(KMeans(n_init=1), param_range=[500, 600])
    with pytest.raises(ValueError, match=r"None of the 2 candidates .*\n.*failed"):
        selector.fit(two)
    with pytest.warns(CandidateFailedWarning):
        assert selector.set_params(param_range=[2, 3, 500]).fit(two).best_k_ == 2
