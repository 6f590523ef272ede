import gzip
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import sklearn
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, ClusterMixin, clone
from sklearn.cluster import (
    DBSCAN,
    AgglomerativeClustering,
    KMeans,
    SpectralClustering,
)
from sklearn.datasets import load_iris, load_wine
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler, scale

from skclustmetrics import (
    CandidateFailedWarning,
    GapKSelector,
    ResubstitutionSplit,
    UndefinedMetricWarning,
    make_scorer,
    max_se,
    silhouette_score,
)
from skclustmetrics.model_selection import _gap_simulation

ORACLES = Path(__file__).parents[1] / "data" / "gap_oracles.json.gz"
DATASETS = json.loads(gzip.decompress(ORACLES.read_bytes()))
N_OF_R = DATASETS["n_references"]
COLUMNS = ("score", "standard_error", "log_w", "expected_log_w", "reference_std")
RULES = ("tibs2001", "first_se_max", "global_se_max", "first_max", "global_max")
SPACES = {"original": "uniform", "scaledPCA": "pca"}


class Halves(ClusterMixin, BaseEstimator):
    """Cut the first feature into equal parts; the first samples may be noise."""

    def __init__(self, n_clusters=2, fail_at=None, count_of_noise=0):
        self.n_clusters = n_clusters
        self.fail_at = fail_at
        self.count_of_noise = count_of_noise

    def fit(self, X, y=None):
        if self.n_clusters == self.fail_at:
            raise RuntimeError("no such number")
        ranks = np.argsort(np.argsort(np.asarray(X)[:, 0]))
        self.labels_ = ranks * self.n_clusters // len(ranks)
        self.labels_[: self.count_of_noise] = -1
        return self


def spy_on_references(monkeypatch):
    drawn = []
    original = _gap_simulation._in_the_form_of

    def spy(like, reference):
        drawn.append(reference.copy())
        return original(like, reference)

    monkeypatch.setattr(_gap_simulation, "_in_the_form_of", spy)
    return drawn


def plain_dispersion(X, labels, power, weighted):
    total = 0.0
    for label in set(labels.tolist()) - {-1}:
        own = X[labels == label]
        n = len(own)
        pairs = sum(np.sqrt(((a - b) ** 2).sum()) ** power for a in own for b in own)
        total += pairs / (2 * n) / (max(n - 1, 1) if weighted else 1)
    return total


@pytest.mark.parametrize("variant", ["log", "star", "weighted"])
@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("reference", ["uniform", "pca", "permutation"])
def test_plain_loops_over_the_same_references(monkeypatch, variant, power, reference):
    drawn = spy_on_references(monkeypatch)
    rng = np.random.default_rng(0)
    X = rng.standard_normal((16, 2)) @ np.array([[3.0, 1.0], [0.0, 1.0]]) + [5, -1]
    counts, n_references = [1, 2, 3, 4], 5
    selector = GapKSelector(
        Halves(count_of_noise=2),
        param_range=counts,
        n_references=n_references,
        reference=reference,
        variant=variant,
        power=power,
        random_state=0,
    ).fit(X)
    assert len(drawn) == n_references
    assert not np.allclose(drawn[0], drawn[1])

    def value(data, n_clusters):
        labels = Halves(n_clusters, count_of_noise=2).fit_predict(data)
        w = plain_dispersion(data, labels, power, variant == "weighted")
        return w if variant == "star" else np.log(w)

    results = selector.results_
    name = "w" if variant == "star" else "log_w"
    for k, n_clusters in enumerate(counts):
        simulated = np.array([value(data, n_clusters) for data in drawn])
        observed = value(X, n_clusters)
        std = np.sqrt(((simulated - simulated.mean()) ** 2).sum() / (n_references - 1))
        expected = {
            name: observed,
            f"expected_{name}": simulated.mean(),
            "score": simulated.mean() - observed,
            "ranking_score": simulated.mean() - observed,
            "reference_std": std,
            "standard_error": std * np.sqrt(1 + 1 / n_references),
            "coverage": 14 / 16,
        }
        for column, number in expected.items():
            assert results[column][k] == pytest.approx(number, rel=1e-11), column
    chosen = max_se(results["score"], results["standard_error"])
    assert selector.best_index_ == chosen
    assert selector.best_k_ == counts[chosen]
    assert selector.best_score_ == results["score"][chosen]


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("name", DATASETS["datasets"])
def test_values_of_r(name, space):
    dataset = DATASETS["datasets"][name]
    X, counts = np.array(dataset["X"]), range(2, 8)
    tables = [table for table in dataset["tables"] if table["space"] == space]
    assert [table["power"] for table in tables] == [1, 2]
    for table in tables:
        n_references = 20
        selector = GapKSelector(
            AgglomerativeClustering(linkage="average"),
            param_range=counts,
            n_references=n_references,
            reference=SPACES[space],
            power=table["power"],
            random_state=0,
        ).fit(X)
        results = selector.results_
        assert_allclose(results["log_w"], table["log_w"], rtol=1e-12)
        std_of_r = np.array(table["se_sim"]) / np.sqrt(1 + 1 / N_OF_R)
        error = std_of_r * np.sqrt(1 / n_references + 1 / N_OF_R)
        # R counts each pair once, which is less by log 2
        expected = np.array(table["e_log_w"]) + np.log(2)
        assert (np.abs(results["expected_log_w"] - expected) < 4 * error).all()
        assert (np.abs(results["score"] - table["gap"]) < 4 * error).all()
        error_of_std = std_of_r * np.sqrt(1 / (2 * n_references))
        difference = np.abs(results["reference_std"] - std_of_r)
        assert (difference < 4 * error_of_std).all()
        for rule in RULES[:4] if name == "varied_a" else RULES:  # its end is flat
            of_r = max_se(table["gap"], table["se_sim"], rule=rule)
            found = max_se(results["score"], results["standard_error"], rule=rule)
            assert found == of_r


def test_all_rules_agree_with_r_on_iris():
    # clusGap with Ward's method, squared distances, B=60 and K up to 8 gives these
    selector = GapKSelector(
        AgglomerativeClustering(),
        param_range=range(1, 9),
        n_references=60,
        random_state=1,
    ).fit(load_iris().data)
    gap = selector.results_["score"]
    error = selector.results_["standard_error"]
    found = [1 + max_se(gap, error, rule=rule) for rule in RULES]
    assert found == [5, 5, 5, 6, 6]
    assert selector.best_k_ == 5


def blobs(n_blobs, rng):
    centers = np.array([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]])[:n_blobs]
    return np.concatenate([c + rng.standard_normal((40, 2)) for c in centers])


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda rng: rng.standard_normal((120, 2)), 1),
        (lambda rng: rng.uniform(size=(120, 2)), 1),
        (lambda rng: rng.standard_normal((90, 5)), 1),
        (lambda rng: blobs(2, rng), 2),
        (lambda rng: blobs(3, rng), 3),
        (lambda rng: np.append(rng.normal(0, 1, 50), rng.normal(9, 1, 50))[:, None], 2),
    ],
    ids=["gaussian", "uniform", "five_features", "two", "three", "one_feature"],
)
@pytest.mark.parametrize("reference", ["uniform", "pca"])
def test_known_numbers_of_clusters(make, expected, reference):
    X = make(np.random.default_rng(5))
    for estimator in (KMeans(n_init=2), AgglomerativeClustering()):
        selector = GapKSelector(
            estimator,
            param_range=range(1, 6),
            n_references=10,
            reference=reference,
            random_state=0,
        ).fit(X)
        assert selector.best_k_ == expected
        assert len(set(selector.labels_)) == selector.n_clusters_ == expected


def test_real_data():
    # the three growers of the wines; the two kinds of eruptions of a geyser
    wine = scale(load_wine().data)
    rng = np.random.default_rng(3)
    short = rng.multivariate_normal([2.0, 54.5], [[0.07, 0.4], [0.4, 34]], 97)
    long = rng.multivariate_normal([4.3, 80.0], [[0.17, 0.9], [0.9, 36]], 175)
    for X, expected in [(wine, 3), (np.concatenate([short, long]), 2)]:
        for estimator in (KMeans(n_init=3), AgglomerativeClustering()):
            selector = GapKSelector(
                estimator, param_range=range(1, 8), n_references=20, random_state=0
            ).fit(X)
            assert selector.best_k_ == expected


def test_data_without_clusters():
    answers = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((60, 3)) if seed % 2 else rng.uniform(size=(60, 3))
        selector = GapKSelector(
            AgglomerativeClustering(),
            param_range=range(1, 6),
            n_references=10,
            reference="pca" if seed % 4 < 2 else "uniform",
            random_state=seed,
        )
        answers.append(selector.fit(X).best_k_)
    # one standard error is no certainty where the data is drawn as the references are
    assert answers.count(1) >= 11
    assert set(answers) <= {1, 2}


def test_one_cluster_is_a_full_answer():
    X = np.random.default_rng(0).standard_normal((60, 2))
    selector = GapKSelector(n_references=10, random_state=0).fit(X)
    assert_array_equal(selector.results_["param_n_clusters"], range(1, 11))
    assert (selector.best_k_, selector.n_clusters_, selector.coverage_) == (1, 1, 1.0)
    assert_array_equal(selector.labels_, np.zeros(60))
    assert_array_equal(selector.predict(X[:5]), np.zeros(5))
    assert selector.best_estimator_.n_clusters == 1
    assert not hasattr(selector, "score")
    assert not hasattr(selector, "silhouette_samples_")


@pytest.mark.parametrize(
    "estimator", [GaussianMixture(), SpectralClustering(gamma=0.2)]
)
def test_clusterers_with_one_cluster(estimator, three_groups):
    selector = GapKSelector(
        estimator, param_range=[1, 2, 3, 4], n_references=4, random_state=0
    ).fit(three_groups[0])
    assert set(selector.results_["status"]) == {"ok"}
    assert selector.best_k_ == 3


def test_a_clusterer_that_fails_for_one_cluster(three_groups):
    selector = GapKSelector(Halves(fail_at=1), param_range=[1, 2], n_references=3)
    with pytest.warns(CandidateFailedWarning, match="no such number"):
        selector.fit(three_groups[0])
    assert selector.best_k_ == 2
    assert selector.results_["status"][0] == "failed: RuntimeError: no such number"
    assert np.isnan(selector.results_["score"][0])


def test_the_order_of_the_values_does_not_matter(three_groups):
    X, _ = three_groups
    options = {"n_references": 4, "random_state": 0}
    for selection in RULES:
        selector = GapKSelector(
            AgglomerativeClustering(), selection=selection, **options
        )
        forward = selector.set_params(param_range=[1, 2, 3, 4, 5]).fit(X)
        best, score = forward.best_k_, forward.best_score_
        shuffled = selector.set_params(param_range=[4, 1, 5, 3, 2, 3]).fit(X)
        assert (shuffled.best_k_, shuffled.best_score_) == (best, score)


@pytest.mark.parametrize("selection", RULES)
def test_selection_applies_the_rule(selection):
    selector = GapKSelector(
        AgglomerativeClustering(),
        param_range=range(1, 9),
        n_references=8,
        selection=selection,
        se_factor=3,
        random_state=1,
    ).fit(load_iris().data)
    gap, error = selector.results_["score"], selector.results_["standard_error"]
    assert selector.best_index_ == max_se(gap, error, rule=selection, se_factor=3)


def test_selection_by_a_function(three_groups):
    X, _ = three_groups
    selector = GapKSelector(
        param_range=[1, 2, 3], n_references=3, selection=lambda results: 1
    ).fit(X)
    assert selector.best_k_ == 2
    with pytest.raises(ValueError, match="selection must return the position"):
        selector.set_params(selection=lambda results: 7).fit(X)


def test_of_equal_numbers_the_largest_gap_counts(three_groups):
    X, _ = three_groups
    selector = GapKSelector(
        AgglomerativeClustering(n_clusters=3),
        param_name="linkage",
        param_range=["single", "ward", "complete"],
        n_references=5,
        random_state=0,
    ).fit(X)
    assert selector.best_index_ == np.argmax(selector.results_["score"])
    assert selector.best_k_ == 3


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_no_result_depends_on_the_workers(three_groups, backend):
    X, _ = three_groups
    selector = GapKSelector(
        KMeans(n_init=1), param_range=[1, 2, 3, 4], n_references=8, random_state=3
    )
    alone = clone(selector).fit(X)
    with parallel_config(backend=backend):
        together = clone(selector).set_params(n_jobs=2).fit(X)
    for column in COLUMNS:
        assert_array_equal(alone.results_[column], together.results_[column])
    assert_array_equal(alone.labels_, together.labels_)


def test_seeds(three_groups):
    X, _ = three_groups
    selector = GapKSelector(param_range=[1, 2, 3], n_references=5, random_state=7)
    first, again = clone(selector).fit(X), clone(selector).fit(X)
    other = clone(selector).set_params(random_state=8).fit(X)
    for column in ("expected_log_w", "reference_std"):
        assert_array_equal(first.results_[column], again.results_[column])
        assert (first.results_[column] != other.results_[column]).all()
    # a candidate meets the same references whatever the others are
    fewer = clone(selector).set_params(param_range=[3]).fit(X)
    assert fewer.results_["score"][0] == first.results_["score"][2]
    # references differ, so that there is an error to tell of
    assert (first.results_["reference_std"] > 0).all()


def test_noise_is_left_out_and_told_of():
    rng = np.random.default_rng(2)
    X = np.concatenate([blobs(2, rng), rng.uniform(-4, 12, (20, 2))])
    selector = GapKSelector(
        DBSCAN(min_samples=4),
        param_name="eps",
        param_range=[0.7, 1.0, 1.5, 60.0],
        n_references=6,
        random_state=0,
    )
    with pytest.warns(UndefinedMetricWarning, match="no cluster holds different"):
        selector.fit(X)
    results = selector.results_
    assert results["status"][0].startswith("undefined: no cluster holds different")
    assert (results["coverage"][:3] < 1).all()
    assert results["coverage"][3] == 1
    labels = DBSCAN(eps=1.5, min_samples=4).fit_predict(X)
    expected = np.log(plain_dispersion(X, labels, 2, False))
    assert results["log_w"][2] == pytest.approx(expected, rel=1e-12)
    counted = clone(selector).set_params(noise_label=None, param_range=[1.5]).fit(X)
    labels = np.where(labels < 0, labels.max() + 1, labels)
    expected = np.log(plain_dispersion(X, labels, 2, False))
    assert counted.results_["log_w"][0] == pytest.approx(expected, rel=1e-12)
    assert counted.results_["coverage"][0] == 1
    whole = selector.set_params(min_coverage=1.0, param_range=[1.5, 60.0]).fit(X)
    assert whole.best_params_ == {"eps": 60.0}
    assert "is below min_coverage=1" in whole.results_["status"][0]


def test_duplicates_have_no_logarithm():
    X = np.repeat([[0.0, 0.0], [5.0, 1.0], [1.0, 4.0]], 8, axis=0)
    options = {"param_range": [1, 2, 3], "n_references": 4, "random_state": 0}
    with pytest.warns(UndefinedMetricWarning, match=r"n_clusters=3: undefined"):
        selector = GapKSelector(AgglomerativeClustering(), **options).fit(X)
    assert np.isnan(selector.results_["score"][2])
    assert selector.results_["log_w"][2] != -np.inf
    assert selector.best_k_ == 2
    star = GapKSelector(AgglomerativeClustering(), variant="star", **options).fit(X)
    assert star.results_["w"][2] == 0
    assert star.best_k_ == 3


def test_constant_data_and_a_constant_feature(three_groups):
    with pytest.raises(ValueError, match="None of the 3 candidates can be chosen"):
        GapKSelector(
            AgglomerativeClustering(), param_range=[1, 2, 3], n_references=3
        ).fit(np.ones((20, 2)))
    X, _ = three_groups
    with_constant = np.column_stack([X, np.full(len(X), 7.0)])
    options = {"param_range": [1, 2, 3, 4], "n_references": 5, "random_state": 0}
    for reference in ("uniform", "pca", "permutation"):
        selector = GapKSelector(
            AgglomerativeClustering(), reference=reference, **options
        ).fit(with_constant)
        assert selector.best_k_ == 3


def test_more_features_than_samples():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((12, 40))
    X[6:] += 8
    selector = GapKSelector(
        AgglomerativeClustering(),
        param_range=[1, 2, 3],
        n_references=8,
        random_state=0,
    ).fit(X)
    assert selector.best_k_ == 2


def test_single_precision(three_groups):
    X, _ = three_groups
    options = {"param_range": [1, 2, 3, 4], "n_references": 5, "random_state": 0}
    double = GapKSelector(KMeans(n_init=2), **options).fit(X)
    single = GapKSelector(KMeans(n_init=2), **options).fit(X.astype(np.float32))
    assert single.best_estimator_.cluster_centers_.dtype == np.float32
    assert_allclose(single.results_["log_w"], double.results_["log_w"], rtol=1e-5)
    assert_allclose(single.results_["score"], double.results_["score"], atol=0.02)


def test_far_from_the_origin_and_whole_numbers(three_groups):
    X = np.round(100 * three_groups[0])
    options = {"param_range": [1, 2, 3], "n_references": 5, "random_state": 0}
    for power in (1, 2):
        gap = [
            GapKSelector(AgglomerativeClustering(), power=power, **options)
            .fit(data)
            .results_["score"]
            for data in (X, X.astype(int), X + 2.0**30)
        ]
        assert_allclose(gap[1], gap[0], rtol=1e-12)
        assert_allclose(gap[2], gap[0], rtol=1e-5)


def test_errors_on_references(three_groups, monkeypatch):
    X, _ = three_groups
    original = Halves.fit

    def fail_on_references(self, data, y=None):
        if self.n_clusters == 3 and not np.array_equal(data, X):
            raise RuntimeError("unlike the data")
        return original(self, data)

    monkeypatch.setattr(Halves, "fit", fail_on_references)
    selector = GapKSelector(
        Halves(), param_range=[1, 2, 3], n_references=4, error_score=-5.0
    )
    with pytest.warns(CandidateFailedWarning, match="in 4 of 4 references: RuntimeErr"):
        selector.fit(X)
    assert selector.results_["score"][2] == -5
    assert np.isfinite(selector.results_["score"][:2]).all()
    with pytest.raises(RuntimeError, match="unlike the data"):
        selector.set_params(error_score="raise").fit(X)


@pytest.mark.parametrize("selector", [GapKSelector(), GapKSelector(DBSCAN())])
def test_sparse_data_is_refused(selector):
    with pytest.raises(ValueError, match="X must be dense; got a sparse container"):
        selector.fit(csr_array(np.eye(6)))


def test_distances_and_missing_values_are_refused(three_groups):
    X, _ = three_groups
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    for estimator, holds in [
        (AgglomerativeClustering(metric="precomputed", linkage="average"), "distances"),
        (SpectralClustering(affinity="precomputed"), "similarities"),
    ]:
        with pytest.raises(ValueError, match=f"X holds {holds} here"):
            GapKSelector(estimator, n_references=2).fit(distances)
    X = X.copy()
    X[3, 1] = np.nan
    with pytest.raises(ValueError, match="contains NaN"):
        GapKSelector(n_references=2).fit(X)
    fitted = GapKSelector(n_references=2, random_state=0).fit(three_groups[0])
    with pytest.raises(ValueError, match="contains NaN"):
        fitted.predict(X)


def test_the_clusterer_needs_a_name_of_a_parameter(three_groups):
    with pytest.raises(ValueError, match="name the parameter to vary: 'eps'"):
        GapKSelector(DBSCAN()).fit(three_groups[0])
    with pytest.raises(ValueError, match="n_references"):
        GapKSelector(n_references=1).fit(three_groups[0])


def test_clone_and_pickle(three_groups):
    X, _ = three_groups
    selector = GapKSelector(param_range=[2, 3, 4], n_references=3, random_state=0)
    fitted = clone(selector).fit(X)
    restored = pickle.loads(pickle.dumps(fitted))
    assert restored.results_table() == fitted.results_table()
    assert_array_equal(restored.predict(X), fitted.predict(X))
    assert clone(fitted).get_params() == selector.get_params()


def test_in_a_grid_search(three_groups):
    X, _ = three_groups
    search = GridSearchCV(
        GapKSelector(n_references=3, param_range=[1, 2, 3, 4], random_state=0),
        {"estimator__n_init": [1, 2], "estimator": [KMeans()]},
        scoring=make_scorer(silhouette_score),
        cv=ResubstitutionSplit(),
        refit=True,
    ).fit(X)
    assert search.best_estimator_.best_k_ == 3


def test_pipelines(three_groups):
    X, _ = three_groups
    inside = GapKSelector(
        make_pipeline(StandardScaler(), KMeans(n_init=2)),
        param_name="kmeans__n_clusters",
        param_range=[1, 2, 3, 4],
        n_references=5,
        random_state=0,
    )
    assert inside.fit(X).best_k_ == 3
    assert_array_equal(inside.predict(X), inside.labels_)
    options = {"param_range": [1, 2, 3, 4], "n_references": 5, "random_state": 0}
    around = make_pipeline(StandardScaler(), GapKSelector(KMeans(n_init=2), **options))
    assert around.fit(X)[-1].best_k_ == 3
    assert_array_equal(around.fit_predict(X), around[-1].labels_)


def test_data_frames_reach_the_clusterer(three_groups):
    pd = pytest.importorskip("pandas")
    seen = []

    class Watching(Halves):
        def fit(self, X, y=None):
            seen.append((type(X), list(X.columns), list(X.index)))
            return super().fit(X)

    X = pd.DataFrame(three_groups[0], columns=["a", "b"], index=range(5, 95))
    options = {"param_range": [2, 3], "n_references": 3, "random_state": 0}
    named = GapKSelector(Watching(), **options).fit(X)
    assert seen == [(pd.DataFrame, ["a", "b"], list(range(5, 95)))] * 8
    assert_array_equal(named.feature_names_in_, ["a", "b"])
    plain = GapKSelector(Halves(), **options).fit(X.to_numpy())
    assert_array_equal(named.results_["score"], plain.results_["score"])


def test_metadata_is_routed_to_the_fits_on_references(three_groups):
    X, _ = three_groups
    options = {"param_range": [2, 3], "n_references": 3, "random_state": 0}
    weight = np.where(X[:, 0] > 3, 1e3, 1.0)
    plain = GapKSelector(KMeans(n_init=1), **options).fit(X)
    with sklearn.config_context(enable_metadata_routing=True):
        inner = KMeans(n_init=1).set_fit_request(sample_weight=True)
        routed = GapKSelector(inner, **options).fit(X, sample_weight=weight)
    direct = GapKSelector(KMeans(n_init=1), **options).fit(X, sample_weight=weight)
    expected = direct.results_["expected_log_w"]
    assert_array_equal(routed.results_["expected_log_w"], expected)
    assert (expected != plain.results_["expected_log_w"]).all()


def test_progress_is_printed(three_groups, capsys):
    GapKSelector(param_range=[1, 2], n_references=3, verbose=1).fit(three_groups[0])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "reference" in line] == [
        f"[GapKSelector] reference {i}/3" for i in (1, 2, 3)
    ]
    assert lines[-1].startswith("[GapKSelector] best: n_clusters=")


@pytest.mark.skipif(
    not hasattr(GapKSelector, "set_callbacks"),
    reason="scikit-learn >= 1.9 has callbacks",
)
def test_references_are_tasks(three_groups):
    tasks = []

    class Listener:
        def setup(self, estimator, context):
            pass

        def teardown(self, estimator, context):
            pass

        def on_fit_task_begin(self, estimator, context):
            tasks.append(context.task_name)

        def on_fit_task_end(self, estimator, context):
            pass

    selector = GapKSelector(param_range=[1, 2], n_references=4)
    selector.set_callbacks(Listener()).fit(three_groups[0])
    assert tasks.count("reference") == 4


def test_the_table(three_groups):
    selector = GapKSelector(param_range=[1, 2, 3], n_references=3, random_state=0)
    lines = selector.fit(three_groups[0]).results_table().splitlines()
    for column in ("n_clusters", "score", *COLUMNS):
        assert column in lines[0].split()
    assert [line.startswith("*") for line in lines] == [False, False, False, True]
    assert max(map(len, lines)) < 140
