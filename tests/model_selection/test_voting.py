"""VotingKSelector: rules and votes against plain loops, known numbers, use."""

import pickle
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.spatial.distance import cdist
from scipy.stats import rankdata
from sklearn.base import clone
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris, load_wine, make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, scale

from skclustmetrics import (
    CandidateFailedWarning,
    ResubstitutionSplit,
    VotingKSelector,
    dunn_score,
    hartigan_score,
    make_scorer,
    silhouette_score,
)
from skclustmetrics._registry import INDICES
from skclustmetrics.internal._sweep_rows import SWEEP_INDICES
from skclustmetrics.model_selection._k_rules import (
    choose_by_rule,
    knee,
    second_differences,
)

CUTS = AgglomerativeClustering()


@pytest.fixture(scope="module")
def three():
    centres = np.array([[0, 0], [8, 0], [4, 7]])
    return make_blobs(90, centers=centres, random_state=0)[0]


# rules


def test_best_and_ties():
    counts = np.array([2, 3, 4, 5])
    values = np.array([1.0, 3.0, np.nan, 3.0])
    assert choose_by_rule("best", counts, values, True) == 3
    assert choose_by_rule("best", counts, values, False) == 2
    assert choose_by_rule("best", counts, np.full(4, np.nan), True) is None


def test_second_differences():
    counts = np.array([2, 3, 4, 6, 7, 8])
    values = np.array([10.0, 4.0, 3.0, 2.0, 1.9, 1.0])
    bend = second_differences(counts, values)
    np.testing.assert_allclose(bend, [np.nan, 5, np.nan, np.nan, -0.8, np.nan])
    assert choose_by_rule("max_second_difference", counts, values, False) == 3
    assert choose_by_rule("min_second_difference", counts, values, True) == 7
    assert choose_by_rule("max_second_difference", counts[:2], values[:2], True) is None


def test_knee_needs_a_monotone_curve():
    counts = np.arange(2, 8)
    assert knee(counts, np.array([10, 4, 1, 0.9, 0.8, 0.7])) == 4
    assert knee(counts, np.array([0, 6, 9, 9.1, 9.2, 9.3])) == 4
    assert knee(counts, np.array([0, 6, 5, 9.1, 9.2, 9.3])) is None
    assert knee(counts, np.zeros(6)) is None
    assert knee(counts[:2], np.array([1.0, 2.0])) is None
    assert knee(counts, np.array([np.nan, 6, 9, 9.1, 9.2, 9.3])) == 4


def test_rules_of_the_rows():
    rules = {name: spec.k_rule for name, spec in INDICES.items()}
    assert Counter(rules.values()).keys() == {
        *("best", "max_second_difference", "min_second_difference", "knee")
    }
    assert rules["trace_w"] == rules["ball_hall"] == "max_second_difference"
    assert rules["log_ss_ratio"] == "min_second_difference"
    assert rules["r_squared"] == "knee"
    for name, spec in INDICES.items():
        assert spec.kind == "internal" or spec.k_rule == "best", name


# votes


@pytest.mark.parametrize("voting", ["majority", "rank"])
def test_votes_by_hand(three, voting):
    names = ["silhouette", "davies_bouldin", "dunn", "calinski_harabasz"]
    selector = VotingKSelector(
        CUTS, param_range=range(2, 8), indices=names, voting=voting
    ).fit(three)
    table, votes = [], {}
    labelings = [AgglomerativeClustering(k).fit_predict(three) for k in range(2, 8)]
    for name in names:
        spec = INDICES[name]
        values = np.array([spec(three, labels) for labels in labelings])
        np.testing.assert_allclose(selector.results_[f"index_{name}"], values)
        goodness = values if spec.greater_is_better else -values
        votes[name] = 2 + int(np.argmax(goodness))
        table.append(rankdata(-goodness))
    assert selector.votes_ == votes
    counts = Counter(votes.values())
    np.testing.assert_array_equal(
        selector.results_["votes"], [counts[k] for k in range(2, 8)]
    )
    mean_rank = np.mean(table, axis=0)
    np.testing.assert_allclose(selector.results_["mean_rank"], mean_rank)
    if voting == "majority":
        assert selector.best_score_ == max(counts.values())
        expected = min(k for k, n in counts.items() if n == max(counts.values()))
    else:
        expected = 2 + int(np.argmin(mean_rank))
        assert selector.best_score_ == mean_rank.min()
    assert selector.best_k_ == expected == 3


def test_every_index_can_vote(three):
    names = [n for n, s in INDICES.items() if s.kind == "internal"]
    names += list(SWEEP_INDICES)
    selector = VotingKSelector(CUTS, param_range=range(1, 7), indices=names).fit(three)
    assert set(selector.votes_) == set(names)
    silent = [name for name, k in selector.votes_.items() if k is None]
    assert sorted(silent) == sorted(selector.abstentions_)
    assert len(silent) < 6, selector.abstentions_
    assert selector.best_k_ == 3
    labelings = [AgglomerativeClustering(k).fit_predict(three) for k in range(1, 7)]
    np.testing.assert_allclose(
        selector.results_["index_hartigan"], hartigan_score(three, labelings)
    )


@pytest.mark.parametrize("voting", ["majority", "rank"])
@pytest.mark.parametrize("model", [KMeans(n_init=3, random_state=0), CUTS])
def test_known_numbers(three, model, voting):
    selector = VotingKSelector(model, voting=voting, random_state=0)
    assert clone(selector).fit(three).best_k_ == 3
    assert clone(selector).fit(scale(load_wine().data)).best_k_ == 3
    assert clone(selector).fit(load_iris().data).best_k_ in (2, 3)


def test_ties_go_to_fewer_clusters(three):
    """Two indices, two opinions."""
    X = load_iris().data
    selector = VotingKSelector(
        CUTS, indices=["silhouette", "calinski_harabasz"], param_range=[2, 3, 4]
    ).fit(X)
    assert sorted(selector.votes_.values()) == [2, 3]
    assert selector.best_k_ == 2


def test_abstentions(three):
    selector = VotingKSelector(
        DBSCAN(),
        param_name="eps",
        param_range=[0.8, 1.5],
        indices=["silhouette", "hartigan", "trace_w"],
    ).fit(three)
    assert selector.votes_["silhouette"] is not None
    assert selector.votes_["trace_w"] is None
    assert set(selector.abstentions_) == {"hartigan", "trace_w"}
    hopeless = VotingKSelector(CUTS, indices=["trace_w"], param_range=[2, 4])
    with pytest.raises(ValueError, match="all indices abstain"):
        hopeless.fit(three)
    noise = VotingKSelector(DBSCAN(), param_name="eps", param_range=[1e-9, 1e-8])
    with pytest.raises(ValueError, match="only noise"):
        noise.fit(three)


def test_candidates_with_as_many_clusters(three):
    selector = VotingKSelector(
        AgglomerativeClustering(3),
        param_name="linkage",
        param_range=["ward", "average"],
        indices=["dunn"],
    )
    with pytest.warns(UserWarning, match="another candidate"):
        selector.fit(three)
    assert selector.best_params_ == {"linkage": "ward"}


# use


def test_workers_pickle_and_kinds_of_data(three):
    selector = VotingKSelector(KMeans(n_init=1), param_range=[2, 3, 4], random_state=0)
    one = clone(selector).fit(three)
    two = clone(selector).set_params(n_jobs=2).fit(three)
    for name, column in one.results_.items():
        if name.startswith(("index_", "votes", "mean_rank", "score")) and (
            "time" not in name
        ):
            np.testing.assert_array_equal(two.results_[name], column)
    again = pickle.loads(pickle.dumps(one))
    assert again.votes_ == one.votes_
    frame = pd.DataFrame(three, columns=["a", "b"], index=np.arange(90)[::-1])
    for data in (frame, sparse.csr_matrix(three), three.astype(np.float32)):
        assert clone(selector).fit(data).best_k_ == 3
    assert clone(selector).fit(three[:, :1]).best_k_ in (2, 3, 4)
    assert "votes" in one.results_table()
    assert one.predict(three).shape == (90,)


def test_pipelines_and_grid_searches(three):
    inner = VotingKSelector(
        make_pipeline(StandardScaler(), KMeans(n_init=1)),
        param_name="kmeans__n_clusters",
        param_range=[2, 3, 4],
        random_state=0,
    )
    fitted = make_pipeline(StandardScaler(), inner).fit(three)
    assert fitted[-1].best_k_ == 3
    search = GridSearchCV(
        VotingKSelector(CUTS, param_range=[2, 3, 4]),
        {"voting": ["majority", "rank"]},
        scoring=make_scorer(silhouette_score),
        cv=ResubstitutionSplit(),
        error_score="raise",
    ).fit(three)
    assert np.isfinite(search.best_score_)


def test_distances(three):
    selector = VotingKSelector(
        AgglomerativeClustering(metric="precomputed", linkage="average"),
        indices=["silhouette", "dunn", "frey", "wb", "hartigan"],
        param_range=[2, 3, 4],
    ).fit(cdist(three, three))
    assert selector.best_k_ == 3
    for name in ("wb", "hartigan"):
        assert "needs features" in selector.abstentions_[name]
    labels = AgglomerativeClustering(3, linkage="average").fit_predict(three)
    assert selector.results_["index_dunn"][1] == pytest.approx(
        dunn_score(three, labels)
    )


def test_one_cluster_wins_only_if_asked_for(three):
    """K-means finds one cluster in what is too small for its arithmetic."""
    selector = VotingKSelector(KMeans(n_init=1), random_state=0)
    with (
        pytest.warns(ConvergenceWarning),
        pytest.raises(ValueError, match="one cluster"),
    ):
        selector.fit(three * 1e-200)


def test_failing_candidates(three):
    selector = VotingKSelector(KMeans(n_init=1), param_range=[2, 3, 500])
    with pytest.warns(CandidateFailedWarning):
        fitted = selector.fit(three)
    assert "failed" in fitted.results_["status"][2]


@pytest.mark.parametrize(
    ("indices", "error", "message"),
    [
        (["no"], ValueError, "indices holds 'no'"),
        (["rand"], ValueError, "indices holds 'rand'"),
        ([], ValueError, "indices is empty"),
        (3, TypeError, "indices must be a list"),
        ([3], ValueError, "indices holds 3"),
    ],
)
def test_wrong_indices(three, indices, error, message):
    with pytest.raises(error, match=message):
        VotingKSelector(CUTS, indices=indices).fit(three)


def test_functions_as_indices(three):
    selector = VotingKSelector(CUTS, indices=[dunn_score, hartigan_score]).fit(three)
    assert list(selector.votes_) == ["dunn", "hartigan"]
