"""What make_scorer makes of each kind of function."""

import copy
import pickle
import warnings
from functools import partial

import numpy as np
import pytest
import sklearn.metrics
from sklearn.base import clone
from sklearn.cluster import DBSCAN, KMeans
from sklearn.linear_model import LogisticRegression

from skclustmetrics import (
    ClusterScorer,
    adjusted_rand_score,
    calinski_harabasz_score,
    davies_bouldin_score,
    get_scorer,
    make_scorer,
    silhouette_score,
)
from skclustmetrics._registry import INDICES
from skclustmetrics.exceptions import UndefinedIndexError, UndefinedMetricWarning


def mean_radius(X, labels):
    """A custom internal index: lower is better."""
    radii = [X[labels == k] - X[labels == k].mean(axis=0) for k in np.unique(labels)]
    return float(np.mean([np.linalg.norm(r, axis=1).mean() for r in radii]))


def purity(labels_true, labels_pred):
    """A custom external index: higher is better."""
    table = sklearn.metrics.cluster.contingency_matrix(labels_true, labels_pred)
    return table.max(axis=0).sum() / table.sum()


def fitted(n_clusters=3, X=None):
    return KMeans(n_clusters, n_init=3, random_state=0).fit(X)


@pytest.mark.parametrize("function", [silhouette_score, calinski_harabasz_score])
def test_higher_is_better_keeps_the_sign(function, three_groups):
    X, _ = three_groups
    model = fitted(X=X)
    assert make_scorer(function)(model, X) == function(X, model.predict(X))


def test_lower_is_better_changes_the_sign(three_groups):
    X, _ = three_groups
    model = fitted(X=X)
    score = make_scorer(davies_bouldin_score)(model, X)
    assert score == -davies_bouldin_score(X, model.predict(X)) < 0


def test_external_index_compares_with_y(three_groups):
    X, y = three_groups
    model = fitted(4, X=X)
    expected = sklearn.metrics.adjusted_rand_score(y, model.predict(X))
    score = make_scorer(adjusted_rand_score)(model, X, y)
    assert score == pytest.approx(expected, rel=1e-12)
    assert score < 1


def test_external_index_without_y_names_the_fix(three_groups):
    X, _ = three_groups
    with pytest.raises(
        ValueError, match=r"needs y: pass it, as in search\.fit\(X, y\)"
    ):
        make_scorer(adjusted_rand_score)(fitted(X=X), X)


@pytest.mark.parametrize("name", ["silhouette_score", "davies_bouldin_score"])
def test_scikit_learns_function_becomes_ours(name, three_groups):
    X, _ = three_groups
    scorer = make_scorer(getattr(sklearn.metrics, name))
    assert scorer.index is INDICES[name.removesuffix("_score")]
    model = fitted(X=X)
    value = getattr(sklearn.metrics, name)(X, model.predict(X))
    assert abs(scorer(model, X)) == pytest.approx(value, rel=1e-12)


def test_direction_may_be_repeated_but_not_contradicted():
    make_scorer(silhouette_score, greater_is_better=True)
    make_scorer(davies_bouldin_score, greater_is_better=False)
    with pytest.raises(ValueError, match="greater_is_better=False contradicts silhou"):
        make_scorer(silhouette_score, greater_is_better=False)
    with pytest.raises(ValueError, match="lower values are better"):
        make_scorer(sklearn.metrics.davies_bouldin_score, greater_is_better=True)


def test_kind_may_not_contradict_the_registry():
    make_scorer(silhouette_score, kind="internal")
    with pytest.raises(ValueError, match="adjusted_rand is an external index"):
        make_scorer(adjusted_rand_score, kind="internal")
    with pytest.raises(ValueError, match="'kind' parameter must be 'internal'"):
        make_scorer(silhouette_score, kind="relative")


def test_keyword_arguments_reach_the_index(three_groups):
    X, _ = three_groups
    model = fitted(X=X)
    expected = silhouette_score(X, model.predict(X), metric="manhattan")
    assert make_scorer(silhouette_score, metric="manhattan")(model, X) == expected
    fixed = partial(silhouette_score, metric="manhattan")
    assert make_scorer(fixed)(model, X) == expected
    assert make_scorer(fixed, metric="euclidean")(model, X) == silhouette_score(
        X, model.predict(X)
    )
    with pytest.raises(TypeError, match="positional"):
        make_scorer(partial(silhouette_score, X))


def test_unknown_keyword_argument_is_refused_at_once():
    with pytest.raises(TypeError, match="averaging"):
        make_scorer(davies_bouldin_score, averaging="macro")


def test_macro_average_is_the_named_scorer(three_groups):
    X, _ = three_groups
    scorer = make_scorer(silhouette_score, average="macro")
    assert scorer.__name__ == "silhouette_macro"
    model = fitted(4, X=X)
    assert scorer(model, X) == get_scorer("silhouette_macro")(model, X)
    assert scorer(model, X) != get_scorer("silhouette")(model, X)


def test_custom_internal_function_is_known_by_its_parameters(three_groups):
    X, _ = three_groups
    model = fitted(X=X)
    scorer = make_scorer(mean_radius, greater_is_better=False)
    assert isinstance(scorer, ClusterScorer)
    assert scorer(model, X) == pytest.approx(-mean_radius(X, model.predict(X)))
    assert scorer.__name__ == "neg_mean_radius"


def test_custom_external_function_is_known_by_its_parameters(three_groups):
    X, y = three_groups
    model = fitted(2, X=X)
    scorer = make_scorer(purity, greater_is_better=True)
    assert scorer(model, X, y) == purity(y, model.predict(X)) < 1
    with pytest.raises(ValueError, match="needs y"):
        scorer(model, X)


def test_custom_function_needs_a_direction():
    with pytest.raises(ValueError, match="give greater_is_better=True or greater"):
        make_scorer(mean_radius)


def test_kind_says_how_a_function_is_called(three_groups):
    X, y = three_groups
    model = fitted(2, X=X)

    def swapped(a, b):
        return purity(b, a)

    def spread(data, groups):
        return mean_radius(data, groups)

    external = make_scorer(swapped, kind="external", greater_is_better=True)
    assert external(model, X, y) == purity(model.predict(X), y)
    internal = make_scorer(spread, kind="internal", greater_is_better=False)
    assert internal(model, X) == pytest.approx(-mean_radius(X, model.predict(X)))


def test_other_functions_go_to_scikit_learn(three_groups):
    X, y = three_groups
    model = LogisticRegression().fit(X, y)
    ours = make_scorer(sklearn.metrics.fbeta_score, beta=2, average="macro")
    theirs = sklearn.metrics.make_scorer(
        sklearn.metrics.fbeta_score, beta=2, average="macro"
    )
    assert repr(ours) == repr(theirs)
    assert ours(model, X, y) == theirs(model, X, y)
    loss = make_scorer(
        sklearn.metrics.log_loss,
        greater_is_better=False,
        response_method="predict_proba",
    )
    assert loss(model, X, y) == -sklearn.metrics.log_loss(y, model.predict_proba(X))


def test_cluster_options_are_not_swallowed_for_other_functions():
    with pytest.raises(ValueError, match="noise_label, min_coverage belong to clust"):
        make_scorer(sklearn.metrics.accuracy_score, noise_label=-1, min_coverage=0.5)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"noise": "ignore"}, ValueError, "'noise' parameter must be one of"),
        ({"response_method": "predict_proba"}, ValueError, "'response_method' param"),
        ({"space": "latent"}, ValueError, "'space' parameter"),
        ({"min_coverage": 1.5}, ValueError, r"min_coverage must be in \[0, 1\]"),
        ({"min_coverage": "half"}, TypeError, "min_coverage must be a number"),
        ({"weight_by_coverage": "yes"}, TypeError, "weight_by_coverage must be a bool"),
        ({"undefined": None}, TypeError, "undefined must be a number"),
    ],
)
def test_bad_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        make_scorer(silhouette_score, **options)


def test_score_func_must_be_callable():
    with pytest.raises(TypeError, match="get_scorer takes names"):
        make_scorer("silhouette")


def one_cluster(X):
    return KMeans(1, n_init=1, random_state=0).fit(X)


def all_noise(X):
    return DBSCAN(eps=1e-12).fit(X)


class Singletons(KMeans):
    def predict(self, X):
        return np.arange(len(X))


def all_singletons(X):
    return Singletons(2, n_init=1, random_state=0).fit(X)


@pytest.mark.parametrize("make", [one_cluster, all_noise, all_singletons])
@pytest.mark.parametrize("name", ["silhouette", "silhouette_macro"])
def test_undefined_is_nan_with_one_warning(name, make, three_groups):
    X, _ = three_groups
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        score = get_scorer(name)(make(X), X)
    assert np.isnan(score)
    assert [w.category for w in caught] == [UndefinedMetricWarning]
    assert f"{name} is undefined for this partition" in str(caught[0].message)
    assert caught[0].filename == __file__


@pytest.mark.parametrize("make", [one_cluster, all_noise])
@pytest.mark.parametrize(
    "function", [davies_bouldin_score, calinski_harabasz_score, mean_radius]
)
def test_undefined_for_every_index(function, make, three_groups):
    X, _ = three_groups
    direction = {"greater_is_better": False} if function is mean_radius else {}
    scorer = make_scorer(function, undefined=-7.0, **direction)
    with pytest.warns(UndefinedMetricWarning, match="counts as -7.0"):
        report = scorer.report(make(X), X)
    assert report["score"] == -7.0
    assert np.isnan(report["raw_score"])


def test_custom_function_may_say_that_it_is_undefined(three_groups):
    X, _ = three_groups

    def picky_score(X, labels):
        raise UndefinedIndexError("not today")

    scorer = make_scorer(picky_score, greater_is_better=True)
    with pytest.warns(UndefinedMetricWarning, match="not today"):
        assert np.isnan(scorer(fitted(X=X), X))


def test_nan_of_a_custom_function_is_undefined(three_groups):
    X, _ = three_groups

    def empty_score(X, labels):
        return np.nan

    scorer = make_scorer(empty_score, greater_is_better=True, undefined=0.0)
    with pytest.warns(UndefinedMetricWarning, match="the index is NaN"):
        assert scorer(fitted(X=X), X) == 0.0


def test_wrong_arguments_still_raise(three_groups):
    X, _ = three_groups
    model = fitted(X=X)
    with pytest.raises(ValueError, match="no_such_metric"):
        make_scorer(silhouette_score, metric="no_such_metric")(model, X)
    wrong = X.copy()
    wrong[0, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        make_scorer(silhouette_score)(model, wrong)


SCORERS = [
    make_scorer(silhouette_score, metric="manhattan", min_coverage=0.5),
    make_scorer(davies_bouldin_score),
    make_scorer(mean_radius, greater_is_better=False, noise_label=0),
    get_scorer("coverage"),
]


@pytest.mark.parametrize("scorer", SCORERS, ids=repr)
@pytest.mark.parametrize(
    "duplicate",
    [clone, copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))],
)
def test_copies_score_the_same(scorer, duplicate, three_groups):
    X, _ = three_groups
    model = fitted(X=X)
    twin = duplicate(scorer)
    assert twin is not scorer
    assert repr(twin) == repr(scorer)
    assert twin(model, X) == scorer(model, X)


def test_repr_is_the_call():
    assert [repr(scorer) for scorer in SCORERS[:3]] == [
        "make_scorer(silhouette_score, min_coverage=0.5, metric='manhattan')",
        "make_scorer(davies_bouldin_score)",
        "make_scorer(mean_radius, greater_is_better=False, noise_label=0)",
    ]
    assert repr(get_scorer("silhouette_macro")) == (
        "make_scorer(silhouette_score, average='macro')"
    )


def test_score_is_a_python_float(three_groups):
    X, _ = three_groups
    assert type(make_scorer(silhouette_score)(fitted(X=X), X)) is float


def test_score_labels_follows_the_same_rules(three_groups):
    X, y = three_groups
    model = fitted(X=X)
    scorer = make_scorer(silhouette_score)
    assert scorer.score_labels(X, model.predict(X)) == scorer.report(model, X)
    with pytest.raises(ValueError, match="needs y"):
        make_scorer(adjusted_rand_score).score_labels(X, y)
