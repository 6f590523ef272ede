"""Scorers by name, here and in scikit-learn."""

import gc
import subprocess
import sys
import textwrap

import pytest
import sklearn.metrics
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_selection import RFECV, SequentialFeatureSelector
from sklearn.metrics import check_scoring
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.svm import SVC

from skclustmetrics import (
    ClusterScorer,
    get_scorer,
    get_scorer_names,
    register_scorers,
    silhouette_score,
    unregister_scorers,
)
from skclustmetrics._registry import INDICES


@pytest.fixture
def registered():
    register_scorers()
    yield
    unregister_scorers()


@pytest.mark.parametrize("name", get_scorer_names())
def test_every_name_makes_a_scorer(name, three_groups):
    X, y = three_groups
    scorer = get_scorer(name)
    assert isinstance(scorer, ClusterScorer)
    assert scorer.__name__ == name
    assert get_scorer(name) is not scorer
    model = KMeans(3, n_init=3, random_state=0).fit(X)
    worse = KMeans(2, n_init=3, random_state=0).fit(X)
    score = scorer(model, X, y)
    assert isinstance(score, float)
    assert score >= scorer(worse, X, y) - 1e-12 or scorer.index.kind == "external"


def test_names_come_from_the_registry():
    names = get_scorer_names()
    rows = [row.scorer_name for row in INDICES.values() if row.scorer]
    assert names == sorted([*rows, "coverage"])
    expected = {"silhouette", "silhouette_macro", "neg_davies_bouldin"}
    assert expected | {"calinski_harabasz", "adjusted_rand"} <= set(names)


def test_names_are_none_of_scikit_learns():
    assert not set(get_scorer_names()) & set(sklearn.metrics.get_scorer_names())


def test_scikit_learns_names_work_too():
    assert repr(get_scorer("accuracy")) == repr(sklearn.metrics.get_scorer("accuracy"))


def test_scorers_and_none_are_returned_as_they_are():
    scorer = get_scorer("silhouette")
    assert get_scorer(scorer) is scorer
    assert get_scorer(None) is None


def test_unknown_name_gets_a_hint():
    with pytest.raises(ValueError, match="Did you mean 'neg_davies_bouldin'"):
        get_scorer("davies_bouldin")
    with pytest.raises(ValueError, match="'xyzzy' is not the name of a scorer"):
        get_scorer("xyzzy")


def test_an_index_is_no_scorer():
    with pytest.raises(ValueError, match="is an index, not a scorer"):
        get_scorer(silhouette_score)


def frozen_name_sets():
    """Every set in the process that lists scikit-learn's scorers, wherever it is."""
    known = frozenset(["accuracy", "r2", "roc_auc_ovr_weighted", "jaccard_samples"])
    return [s for s in gc.get_objects() if type(s) is set and known <= s]


def test_registration_reaches_every_frozen_set_and_is_undone():
    theirs, ours = sklearn.metrics.get_scorer_names(), set(get_scorer_names())
    with register_scorers():
        frozen = frozen_name_sets()
        assert len(frozen) >= 13
        assert all(ours <= names for names in frozen)
        assert set(sklearn.metrics.get_scorer_names()) == ours | set(theirs)
    assert sklearn.metrics.get_scorer_names() == theirs
    assert all(names == set(theirs) for names in frozen)


def test_registration_is_idempotent(three_groups):
    names = sklearn.metrics.get_scorer_names()
    unregister_scorers()
    assert sklearn.metrics.get_scorer_names() == names
    register_scorers()
    register_scorers()
    assert sklearn.metrics.get_scorer_names() == sorted({*names, *get_scorer_names()})
    unregister_scorers()
    unregister_scorers()
    assert sklearn.metrics.get_scorer_names() == names


def test_names_that_scikit_learn_owns_are_left_alone(monkeypatch):
    from sklearn.metrics import _scorer

    theirs = sklearn.metrics.get_scorer("accuracy")
    monkeypatch.setitem(_scorer._SCORERS, "silhouette", theirs)
    with register_scorers():
        assert repr(sklearn.metrics.get_scorer("silhouette")) == repr(theirs)
        assert isinstance(sklearn.metrics.get_scorer("silhouette_macro"), ClusterScorer)
    assert repr(sklearn.metrics.get_scorer("silhouette")) == repr(theirs)


def test_context_manager(three_groups):
    X, _ = three_groups
    search = GridSearchCV(
        KMeans(n_init=3, random_state=0), {"n_clusters": [2, 3]}, scoring="silhouette"
    )
    with register_scorers() as registration:
        assert repr(registration) == f"<{len(get_scorer_names())} scorers registered>"
        assert search.fit(X).best_params_ == {"n_clusters": 3}
        with register_scorers():
            pass
        search.fit(X)  # the inner registration added nothing and removes nothing
    with pytest.raises(ValueError, match="'scoring' parameter"):
        search.fit(X)


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("n_jobs", [None, 2])
def test_searches_by_name(n_jobs, three_groups):
    X, _ = three_groups
    search = GridSearchCV(
        KMeans(n_init=3, random_state=0),
        {"n_clusters": [2, 3, 4]},
        scoring="silhouette",
        n_jobs=n_jobs,
    )
    assert search.fit(X).best_params_ == {"n_clusters": 3}
    scores = cross_val_score(
        KMeans(3, n_init=3, random_state=0),
        X,
        scoring="neg_davies_bouldin",
        n_jobs=n_jobs,
    )
    assert (scores < 0).all()


@pytest.mark.usefixtures("registered")
def test_everything_with_scoring_takes_the_names(three_groups):
    X, y = three_groups
    y = (y == 0).astype(int)
    svc = SVC(kernel="linear")
    assert check_scoring(svc, scoring="adjusted_rand").__name__ == "adjusted_rand"
    RFECV(svc, scoring="adjusted_rand", cv=2).fit(X, y)
    SequentialFeatureSelector(svc, scoring="adjusted_rand", n_features_to_select=1).fit(
        X, y
    )
    HistGradientBoostingClassifier(
        max_iter=2, scoring="adjusted_rand", early_stopping=True
    ).fit(X, y)


def test_import_changes_nothing_global():
    code = """
    import copy
    from sklearn.metrics import _scorer
    from sklearn.model_selection import GridSearchCV, cross_validate
    before = dict(_scorer._SCORERS)
    options = GridSearchCV._parameter_constraints["scoring"][0].options
    frozen = set(options)
    import sklearn, warnings
    config, filters = sklearn.get_config(), list(warnings.filters)
    import skclustmetrics
    assert _scorer._SCORERS == before
    assert options == frozen
    assert sklearn.get_config() == config and warnings.filters == filters
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


def test_names_registered_before_a_module_is_imported_are_forgotten_too():
    code = """
    import sys
    import skclustmetrics
    registration = skclustmetrics.register_scorers()
    from sklearn.inspection import permutation_importance
    options = permutation_importance._skl_parameter_constraints["scoring"][0].options
    assert "coverage" in options
    skclustmetrics.unregister_scorers()
    assert "coverage" not in options
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


@pytest.mark.usefixtures("registered")
def test_multimetric_by_name(three_groups):
    X, y = three_groups
    results = cross_validate(
        KMeans(3, n_init=3, random_state=0),
        X,
        y,
        scoring=["silhouette", "adjusted_rand", "adjusted_rand_score"],
    )
    assert results["test_adjusted_rand"] == pytest.approx(
        results["test_adjusted_rand_score"], rel=1e-12
    )


@pytest.mark.slow
def test_worker_processes_know_scorer_objects_but_no_names(three_groups):
    X, _ = three_groups
    grid = {"n_clusters": [2, 3]}
    model = KMeans(n_init=3, random_state=0)
    with register_scorers(), pytest.raises(ValueError, match="'scoring' parameter"):
        cross_val_score(
            GridSearchCV(model, grid, scoring="silhouette"),
            X,
            scoring=get_scorer("silhouette"),
            n_jobs=2,
            error_score="raise",
        )
    scores = cross_val_score(
        GridSearchCV(model, grid, scoring=get_scorer("silhouette")),
        X,
        scoring=get_scorer("silhouette"),
        n_jobs=2,
    )
    assert (scores > 0.7).all()
