"""What candidates are scored by: the ``scoring`` argument, resolved to scorers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from skclustmetrics._compat._sklearn import unwrap_scorer
from skclustmetrics._registry import INDICES, find_index
from skclustmetrics.internal._silhouette import silhouette_score
from skclustmetrics.scorers import ClusterScorer, get_scorer, make_scorer
from skclustmetrics.scorers._index import check_direction

__all__ = ["Criterion", "check_criteria", "make_criteria"]

# with these a silhouette is that of a sample of its own, so no sweep can share it
_DRAWS_SAMPLE = ("sample_size", "random_state", "stratify")


@dataclass(frozen=True)
class Criterion:
    """One way to score a candidate.

    Parameters
    ----------
    name : str
        The name under which results are kept.
    scorer : ClusterScorer or callable
        A ClusterScorer scores the labels at hand; any other callable is called as
        ``scorer(estimator, X, y)`` with the fitted candidate.
    routed : bool
        Whether the scorer has metadata requests of its own.
    """

    name: str
    scorer: Callable
    routed: bool = False

    @property
    def on_labels(self):
        """Whether the labels are all that it takes of a candidate."""
        return isinstance(self.scorer, ClusterScorer)

    @property
    def is_silhouette(self):
        """Whether a sweep over all labellings gives the per-sample values."""
        return (
            self.on_labels
            and self.scorer.index.function is silhouette_score
            and self.scorer.space == "input"
            and not any(self.scorer.kwargs.get(name) for name in _DRAWS_SAMPLE)
        )

    @property
    def average(self):
        """How the values of the samples become one."""
        return self.arguments.get("average", "micro")

    @property
    def looks_at_data(self):
        """Whether it is an index of the data as the search was given it."""
        return (
            self.on_labels
            and self.scorer.looks_at_data
            and self.scorer.space == "input"
        )

    @property
    def accepts_weight(self):
        """Whether the index takes the weights of samples."""
        return self.on_labels and self.scorer.index.has_sample_weight

    @property
    def needs_truth(self):
        """Whether the index compares with known labels."""
        return self.on_labels and self.scorer.index.kind == "external"

    @property
    def arguments(self):
        """The keyword arguments of the index, those of its registry row included."""
        return {**self.scorer.index.params, **self.scorer.kwargs}

    @property
    def noise_label(self):
        """Which labels the index takes for noise."""
        return self.scorer.resolved_noise_label if self.on_labels else None

    @property
    def counts_noise(self):
        """Whether dropped noise lowers the ranking."""
        return self.on_labels and self.scorer.counts_noise

    @property
    def ignores_noise(self):
        """Whether much dropped noise may rank high although it was to count."""
        return self.on_labels and self.scorer.drops_noise and not self.counts_noise

    @property
    def min_coverage(self):
        """The least coverage that the scorer asks for."""
        return (self.scorer.min_coverage or 0.0) if self.on_labels else 0.0

    def rank(self, score, coverage):
        """Turn a score into what candidates are ranked by; higher is better."""
        return self.scorer.rank(score, coverage) if self.on_labels else score


def make_criteria(scoring, **settings):
    """Resolve ``scoring``.

    Parameters
    ----------
    scoring : str, callable, list, tuple or dict
        Names of indices or scorers, index functions, scorers; one or several.
    **settings : dict
        ``metric``, ``metric_params``, ``noise_label``, ``noise`` and
        ``weight_by_coverage`` of the search, for internal indices that come without
        settings of their own.

    Returns
    -------
    criteria : list of Criterion
        In the order given.
    """
    if isinstance(scoring, Mapping):
        named = list(scoring.items())
    elif isinstance(scoring, list | tuple | set):
        named = [(_name(item), item) for item in scoring]
    else:
        named = [(_name(scoring), scoring)]
    if not named:
        raise ValueError("scoring is empty; name at least one index.")
    names = [name for name, _ in named]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"the keys of scoring must be strings; got {name!r}.")
        if names.count(name) > 1:
            raise ValueError(
                f"scoring holds {name!r} more than once; tell its entries apart by "
                "the keys of a dict."
            )
    return [_make_criterion(name, item, **settings) for name, item in named]


def check_criteria(criteria, *, holds, y):
    """Refuse indices that cannot be computed from what there is.

    Parameters
    ----------
    criteria : list of Criterion
        The criteria.
    holds : {"distances", "similarities", None}
        What a precomputed X holds.
    y : array-like or None
        The known labels.
    """
    for criterion in criteria:
        name = criterion.name
        if criterion.needs_truth and y is None:
            raise ValueError(
                f"{name} compares the clusters with known labels: give these to fit "
                "as y."
            )
        if not criterion.looks_at_data:
            continue
        if holds == "similarities":
            raise ValueError(
                f"{name} needs distances or feature vectors, and the clusterer works "
                "on a precomputed affinity. Cluster precomputed distances instead, or "
                "score with an external index."
            )
        if holds == "distances" and not criterion.scorer.index.has_metric:
            raise ValueError(
                f"{name} is computed from feature vectors, and X holds precomputed "
                "distances. Use an index that takes metric='precomputed', such as "
                "'silhouette'."
            )


def _name(item):
    if isinstance(item, str):
        return item
    index = find_index(item)
    if index is not None:
        return index.name
    return getattr(item, "__name__", "score")


def _make_criterion(name, item, **settings):
    if isinstance(item, ClusterScorer):
        return Criterion(name, item, routed=True)
    if isinstance(item, str):
        scorer = _scorer_by_name(item)
    elif find_index(item) is not None:
        scorer = make_scorer(item)
    elif callable(item):
        return _criterion_of_scorer(name, item)
    else:
        raise TypeError(
            "scoring must be the name of an index, an index function, a scorer, or a "
            f"list or dict of these; got {item!r} of type {type(item).__name__}."
        )
    if isinstance(scorer, ClusterScorer) and scorer.index.kind == "internal":
        scorer = _with_settings(scorer, **settings)
    return Criterion(name, scorer)


def _scorer_by_name(name):
    index = find_index(name) or find_index(name.removesuffix("_score"))
    if index is not None:
        check_direction(index)
        return ClusterScorer(index=index)
    try:
        return get_scorer(name)
    except ValueError as error:
        raise ValueError(f"{error} Indices: {', '.join(INDICES)}.") from None


def _criterion_of_scorer(name, scorer):
    """Take the index out of a scorer of scikit-learn; call other scorers as they are.

    Its own call would ask `predict`, which many clusterers do not have.
    """
    function, kwargs = unwrap_scorer(scorer)
    if function is not None and find_index(function) is not None:
        return Criterion(name, make_scorer(function, **kwargs))
    return Criterion(name, scorer, routed=hasattr(scorer, "get_metadata_routing"))


def _with_settings(
    scorer, metric, metric_params, noise_label, noise, weight_by_coverage
):
    kwargs = dict(scorer.kwargs)
    if scorer.index.has_metric:
        own = {} if metric is None else {"metric": metric}
        kwargs = {**own, **(metric_params or {}), **kwargs}
    return replace(
        scorer,
        kwargs=kwargs,
        noise_label=noise_label,
        noise=noise,
        weight_by_coverage=weight_by_coverage,
    )
