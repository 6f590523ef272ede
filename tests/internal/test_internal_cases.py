"""Faults that users of other packages reported, with the right answers."""

import json
from pathlib import Path

import numpy as np
import pytest

import skclustmetrics as scm

CASES = json.loads(
    (Path(__file__).parents[1] / "data" / "internal_cases.json").read_text()
)


@pytest.fixture
def case(request):
    """The variables of a case, and the values that belong to them."""
    stored = CASES[request.param]
    variables = {}
    exec(stored["code"], variables)
    return variables, stored["values"]


def cases(*names):
    return pytest.mark.parametrize("case", names, indirect=True, ids=names)


def close(value, *, rel=1e-12):
    return pytest.approx(float(value), rel=rel, abs=1e-13)


@cases("PRE-01", "PRE-03", "PRE-04", "LBL-01", "CNT-02", "PAR-01", "SGL-03")
def test_plain_values(case):
    variables, values = case
    X, labels = variables["X"], variables["labels"]
    # float32 features are computed in double precision here: the data are small
    for renamed in [labels, *variables.get("renamed", [])]:
        for name in (
            "silhouette_score",
            "davies_bouldin_score",
            "calinski_harabasz_score",
        ):
            if name in values:
                assert getattr(scm, name)(X, renamed) == close(values[name]), name
    if "silhouette_samples" in values:
        samples = scm.silhouette_samples(X, variables["labels"])
        np.testing.assert_allclose(samples, values["silhouette_samples"], rtol=1e-12)
    for n_jobs in variables.get("n_jobs_values", []):
        assert scm.silhouette_score(X, labels, n_jobs=n_jobs) == scm.silhouette_score(
            X, labels
        )


@pytest.mark.slow
@cases("MEM-01")
def test_many_samples(case):
    variables, values = case
    score = scm.silhouette_score(variables["X"], variables["labels"])
    assert score == close(values["silhouette_score"])


@cases("SCL-02")
def test_diagonal_of_rounding_size(case):
    variables, values = case
    score = scm.silhouette_score(
        variables["D"], variables["labels"], metric="precomputed"
    )
    assert score == close(values["silhouette_score_precomputed"])


@cases("DEG-03")
def test_clusters_of_single_points(case):
    variables, values = case
    X, labels = variables["X"], variables["labels"]
    assert scm.calinski_harabasz_score(X, labels) == np.inf
    assert scm.calinski_harabasz_score(X, variables["worse"]) == close(
        values["calinski_harabasz_worse"]
    )
    assert scm.davies_bouldin_score(X, labels) == 0.0


@cases("DEG-06")
def test_all_distances_zero(case):
    variables, _ = case
    X, labels = variables["X"], variables["labels"]
    assert scm.silhouette_score(X, labels) == 0.0
    # scikit-learn's tests pin its value for Calinski-Harabasz; the keyword overrides
    assert scm.calinski_harabasz_score(X, labels) == 1.0
    assert scm.davies_bouldin_score(X, labels) == 0.0
    for index in (scm.calinski_harabasz_score, scm.davies_bouldin_score):
        assert np.isnan(index(X, labels, replace_undefined_by=np.nan))


@cases("SGL-02")
def test_singletons_of_squared_distances(case):
    variables, values = case
    X, labels = variables["X"], variables["labels"]
    samples = scm.silhouette_samples(X, labels, metric="sqeuclidean")
    np.testing.assert_allclose(
        samples, values["silhouette_samples_sqeuclidean"], rtol=1e-13
    )


@cases("LCB-02", "LCB-03")
def test_as_many_clusters_as_samples(case):
    variables, _ = case
    X, labels = variables["X"], variables["labels"]
    match = rf"n_samples is {len(X)}: every sample is alone"
    for index in (
        scm.silhouette_score,
        scm.calinski_harabasz_score,
        scm.davies_bouldin_score,
    ):
        with pytest.raises(scm.UndefinedIndexError, match=match):
            index(X, labels)


@cases("NOI-01")
def test_noise_policies(case):
    variables, values = case
    X, labels = variables["X"], variables["labels"]
    assert scm.silhouette_score(X, labels) == close(values["noise_as_one_cluster"])
    for noise, key in (
        ("cluster", "noise_as_one_cluster"),
        ("singletons", "noise_as_singletons"),
        ("drop", "noise_dropped"),
    ):
        for noise_label in (-1, "negative", [-1, -2]):
            score = scm.silhouette_score(
                X, labels, noise_label=noise_label, noise=noise
            )
            assert score == close(values[key])
    X_kept, labels_kept, mask = scm.drop_noise(X, labels)
    assert mask.mean() == close(values["coverage"]["value"])
    assert scm.silhouette_score(X_kept, labels_kept) * mask.mean() == close(
        values["dropped_times_coverage"]
    )
    for name in ("davies_bouldin", "calinski_harabasz"):
        index = getattr(scm, f"{name}_score")
        assert index(X, labels, noise_label=-1) == close(
            values[f"{name}_noise_dropped"]
        )


@cases("NOI-05")
def test_noise_of_precomputed_distances(case):
    variables, values = case
    D, labels = variables["D"], variables["labels"]
    score = scm.silhouette_score(D, labels, metric="precomputed", noise_label=-1)
    assert score == close(values["silhouette_noise_dropped"])
    D_kept, labels_kept, _ = scm.drop_noise(D, labels, metric="precomputed")
    assert D_kept.shape == (6, 6)
    assert scm.silhouette_score(D_kept, labels_kept, metric="precomputed") == score


@cases("NOI-08")
def test_other_noise_labels(case):
    variables, values = case
    X, labels = variables["X"], variables["labels"]
    assert scm.silhouette_score(X, labels, noise_label=0) == close(
        values["silhouette_noise_label_0"]
    )
    for noise_label in (None, "negative"):
        assert scm.silhouette_score(X, labels, noise_label=noise_label) == close(
            values["silhouette_default"]
        )


@cases("PRC-01")
def test_similarities_are_refused(case):
    variables, _ = case
    with pytest.raises(ValueError, match="on the diagonal, the largest 1"):
        scm.silhouette_score(variables["D"], variables["labels"], metric="precomputed")


@cases("PRC-04")
def test_asymmetric_matrix_is_refused(case):
    variables, _ = case
    D, labels = variables["D"], variables["labels"]
    for matrix in (D, D.T):
        with pytest.raises(ValueError, match="not symmetric"):
            scm.silhouette_score(matrix, labels, metric="precomputed")


@cases("PRC-05")
def test_distances_taken_for_features(case):
    variables, values = case
    D, labels = variables["D"], variables["labels"]
    with pytest.warns(UserWarning, match="like a matrix of distances"):
        score = scm.silhouette_score(D, labels)
    assert score == close(values["treated_as_features"])
    assert scm.silhouette_score(D, labels, metric="precomputed") == close(
        values["intended_precomputed"]
    )


@cases("SPR-02")
def test_graph_of_neighbours_is_refused(case):
    variables, values = case
    labels = variables["labels"]
    with pytest.raises(ValueError, match="graph of nearest neighbours"):
        scm.silhouette_score(variables["graph"], labels, metric="precomputed")
    assert scm.silhouette_score(
        variables["full"], labels, metric="precomputed"
    ) == close(values["true_value"])


@cases("MET-02")
def test_haversine(case):
    variables, values = case
    X, labels = variables["X"], variables["labels"]
    score = scm.silhouette_score(X, labels, metric="haversine")
    assert score == close(values["silhouette_score_haversine"])
    with pytest.raises(ValueError, match=r"Degrees\? Use np\.radians"):
        scm.silhouette_score(variables["deg"], labels, metric="haversine")


@cases("SMP-01")
def test_small_cluster_is_never_missed(case):
    variables, values = case
    X, labels, size = (variables[k] for k in ("X", "labels", "sample_size"))
    full = values["silhouette_score_full"]
    missed = 0
    for seed in range(60):
        kwds = {"sample_size": size, "random_state": seed}
        score = scm.silhouette_score(X, labels, stratify=True, **kwds)
        assert score == pytest.approx(full, abs=0.01)
        try:
            scm.silhouette_score(X, labels, **kwds)
        except scm.UndefinedIndexError:
            missed += 1
    assert 30 < missed < 58  # 0.735 of 60 are expected


@cases("DEF-06")
def test_micro_and_macro(case):
    variables, values = case
    for average in ("micro", "macro"):
        assert scm.silhouette_score(
            variables["X"], variables["labels"], average=average
        ) == close(values[average])


@cases("DEF-08")
def test_sample_weight(case):
    variables, values = case
    score = scm.silhouette_score(
        variables["U"], variables["labels_u"], sample_weight=variables["w"]
    )
    assert score == close(values["weighted_from_unique_rows"])
    assert scm.silhouette_score(variables["U"], variables["labels_u"]) == close(
        values["silhouette_score_unweighted"]
    )


@cases("MIS-03")
def test_missing_labels(case):
    pytest.importorskip("pandas")
    variables, _ = case
    X = np.arange(5.0)[:, None]
    for labels in (variables["labels_true"], variables["labels_pred"]):
        assert np.isfinite(scm.silhouette_score(X, labels))
    with pytest.raises(ValueError, match="missing values: 1 of 5, the first at pos"):
        scm.silhouette_score(X, variables["with_na"])
