"""Scorers by name, here and, on request, in scikit-learn."""

import difflib
from functools import partial

import numpy as np
import sklearn.metrics

from skclustmetrics._compat._scorer_names import add_scorers, remove_scorers
from skclustmetrics._registry import INDICES, find_index
from skclustmetrics._spec import IndexSpec
from skclustmetrics._validation._noise import make_partition
from skclustmetrics.scorers._scorer import ClusterScorer

__all__ = ["get_scorer", "get_scorer_names", "register_scorers", "unregister_scorers"]


def coverage(X, labels, *, noise_label=None, noise="drop", sample_weight=None):
    """Return the fraction of samples that are not noise."""
    is_noise = make_partition(labels, noise_label=noise_label, noise=noise).is_noise
    if is_noise is None:
        return 1.0
    return float(np.average(~is_noise, weights=sample_weight))


# no index of a partition's quality, so it is a scorer and no row of the registry
_COVERAGE = IndexSpec(
    function=coverage,
    name="coverage",
    kind="internal",
    family="noise",
    title="Coverage",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    cost="n",
    source="",
    needs_data=False,
    has_sample_weight=True,
)


def _scorer_factories():
    factories = {
        index.scorer_name: partial(ClusterScorer, index=index)
        for index in INDICES.values()
        if index.scorer
    }
    factories["coverage"] = partial(
        ClusterScorer, index=_COVERAGE, weight_by_coverage=False
    )
    return factories


def get_scorer(scoring):
    """Get a scorer by its name.

    Parameters
    ----------
    scoring : str, callable or None
        A name of `get_scorer_names` or a name that scikit-learn knows. A scorer and
        None are returned as they are.

    Returns
    -------
    scorer : callable or None
        A new scorer, called as ``scorer(estimator, X, y=None)``; higher is better.

    Raises
    ------
    ValueError
        If the name is unknown, or if `scoring` is an index and no scorer.

    See Also
    --------
    make_scorer : Make a scorer with options of your own.
    register_scorers : Make scikit-learn know the names.

    Examples
    --------
    >>> from sklearn.cluster import AgglomerativeClustering
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import get_scorer
    >>> X, y = load_iris(return_X_y=True)
    >>> scorer = get_scorer("silhouette")
    >>> round(scorer(AgglomerativeClustering(n_clusters=3), X), 3)
    0.554
    """
    if not isinstance(scoring, str):
        if callable(scoring) and find_index(scoring) is not None:
            raise ValueError(
                f"{scoring!r} is an index, not a scorer: make one with "
                "make_scorer(...)."
            )
        return sklearn.metrics.get_scorer(scoring)
    factory = _scorer_factories().get(scoring)
    if factory is not None:
        return factory()
    try:
        return sklearn.metrics.get_scorer(scoring)
    except ValueError:
        pass
    close = difflib.get_close_matches(scoring, get_scorer_names(), n=3)
    hint = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise ValueError(
        f"{scoring!r} is not the name of a scorer.{hint} "
        "skclustmetrics.get_scorer_names() and sklearn.metrics.get_scorer_names() list "
        "the names."
    )


def get_scorer_names():
    """Return the names of this package's scorers.

    A name is that of the index, with ``neg_`` in front where lower values of the index
    are better. "coverage" is the fraction of samples that are not noise. `get_scorer`
    takes the names of `sklearn.metrics.get_scorer_names` too.

    Returns
    -------
    names : list of str
        The names in alphabetical order.

    Examples
    --------
    >>> from skclustmetrics import get_scorer_names
    >>> "silhouette" in get_scorer_names(), "neg_davies_bouldin" in get_scorer_names()
    (True, True)
    """
    return sorted(_scorer_factories())


def register_scorers():
    """Make scikit-learn know this package's scorers by name.

    Afterwards ``GridSearchCV(..., scoring="silhouette")``, `cross_validate` and
    everything else with a parameter ``scoring`` take the names of `get_scorer_names`,
    until `unregister_scorers`. Calling it twice changes nothing, and a name that
    scikit-learn owns is never taken over.

    Returns
    -------
    registration : context manager
        ``with register_scorers():`` unregisters at the end.

    See Also
    --------
    get_scorer : Scorer objects, which need no registration.

    Notes
    -----
    The registration belongs to the running process. With ``n_jobs=2`` a search looks
    the names up before it starts its workers, so it works; but code that runs inside
    a worker process of joblib's loky, such as a search within a search, does not know
    them. Scorer objects work everywhere.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import make_blobs
    >>> from sklearn.model_selection import cross_val_score
    >>> from skclustmetrics import register_scorers
    >>> X, _ = make_blobs(random_state=0)
    >>> with register_scorers():
    ...     scores = cross_val_score(KMeans(3), X, scoring="silhouette", cv=3)
    >>> scores.shape
    (3,)
    """
    return _Registration(
        add_scorers({name: make() for name, make in _scorer_factories().items()})
    )


def unregister_scorers():
    """Make scikit-learn forget the names that `register_scorers` added.

    Calling it twice, or without a registration, changes nothing.

    See Also
    --------
    register_scorers : Make scikit-learn know the names.

    Examples
    --------
    >>> import sklearn.metrics
    >>> from skclustmetrics import register_scorers, unregister_scorers
    >>> registration = register_scorers()
    >>> "silhouette" in sklearn.metrics.get_scorer_names()
    True
    >>> unregister_scorers()
    >>> "silhouette" in sklearn.metrics.get_scorer_names()
    False
    """
    remove_scorers(get_scorer_names())


class _Registration:
    """What `register_scorers` returns; undoes at the end of a ``with`` what it did."""

    def __init__(self, added):
        self._added = added

    def __repr__(self):
        return f"<{len(self._added)} scorers registered>"

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        remove_scorers(self._added)
