"""scikit-learn's own checks of estimators, for several clusterers inside."""

import os
import subprocess
import sys

import pytest
import sklearn
from sklearn.cluster import (
    HDBSCAN,
    AgglomerativeClustering,
    BisectingKMeans,
    KMeans,
)
from sklearn.mixture import GaussianMixture
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import (
    check_dataframe_column_names_consistency,
    check_param_validation,
    estimator_checks_generator,
    parametrize_with_checks,
)

from skclustmetrics import (
    ClusterSearch,
    GapKSelector,
    PredictionStrengthKSelector,
    SilhouetteKSelector,
    StabilityKSelector,
    VotingKSelector,
)

PRECOMPUTED = SilhouetteKSelector(metric="precomputed", param_range=[2, 3])

FEW = [2, 3, 4]
SELECTORS = [
    SilhouetteKSelector(),
    SilhouetteKSelector(AgglomerativeClustering(), param_range=FEW),
    SilhouetteKSelector(GaussianMixture(), param_range=FEW),
    SilhouetteKSelector(
        make_pipeline(StandardScaler(), BisectingKMeans()),
        param_name="bisectingkmeans__n_clusters",
        param_range=FEW,
    ),
    ClusterSearch(param_grid={"n_clusters": FEW}),
    ClusterSearch(
        KMeans(),
        {"n_clusters": FEW, "init": ["k-means++"]},
        scoring=["davies_bouldin", "silhouette"],
    ),
    GapKSelector(n_references=2),
    GapKSelector(
        make_pipeline(StandardScaler(), AgglomerativeClustering()),
        param_name="agglomerativeclustering__n_clusters",
        param_range=[1, 2, 3],
        n_references=2,
        power=1,
    ),
    PredictionStrengthKSelector(n_splits=2),
    StabilityKSelector(n_resamples=2, param_range=[2, 3]),
    StabilityKSelector(
        make_pipeline(StandardScaler(), AgglomerativeClustering()),
        param_name="agglomerativeclustering__n_clusters",
        param_range=[2, 3],
        method="jaccard",
        n_resamples=2,
    ),
    VotingKSelector(param_range=[2, 3]),
    PRECOMPUTED,
]


def expected_failures(estimator):
    metric = getattr(estimator, "metric", "euclidean")
    if not isinstance(metric, str) or metric != "precomputed":
        return {}
    return {"check_clustering": "it hands over features where X must hold distances"}


@parametrize_with_checks(SELECTORS, expected_failed_checks=expected_failures)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def _n_checks(estimator):
    return sum(1 for _ in estimator_checks_generator(estimator))


@pytest.mark.parametrize("estimator", SELECTORS, ids=lambda e: repr(e)[:60])
def test_number_of_checks(estimator):
    # so that the suite cannot become empty without a word
    version = tuple(map(int, sklearn.__version__.split(".")[:2]))
    known = {(1, 6): 45, (1, 9): 46}
    extra = 2 if estimator is PRECOMPUTED else 0
    n_checks = _n_checks(estimator)
    if version in known:
        assert n_checks == known[version] + extra
    else:
        assert n_checks >= 45 + extra


def test_nan_check_is_left_out_for_clusterers_that_take_nan():
    selector = SilhouetteKSelector(HDBSCAN(), param_name="min_cluster_size")
    assert _n_checks(selector) == _n_checks(SilhouetteKSelector()) - 1


@pytest.mark.parametrize(
    "estimator",
    [SilhouetteKSelector(), ClusterSearch(), GapKSelector(n_references=2)],
)
@pytest.mark.parametrize(
    "check", [check_param_validation, check_dataframe_column_names_consistency]
)
def test_checks_that_scikit_learn_keeps_to_itself(estimator, check):
    check(type(estimator).__name__, estimator)


@pytest.mark.slow
def test_checks_with_array_api_enabled():
    # the variable must be set before scipy is imported
    code = (
        "from sklearn.utils.estimator_checks import check_estimator\n"
        "from skclustmetrics import ClusterSearch, SilhouetteKSelector\n"
        "grid = {'n_clusters': [2, 3]}\n"
        "selectors = SilhouetteKSelector(param_range=[2]), ClusterSearch(None, grid)\n"
        "for selector in selectors:\n"
        "    results = check_estimator(selector, on_skip=None)\n"
        "    print(sorted({result['status'] for result in results}), len(results))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={
            **os.environ,
            "SCIPY_ARRAY_API": "1",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    expected = f"['passed'] {_n_checks(SilhouetteKSelector())}\n"
    assert done.stdout == 2 * expected
