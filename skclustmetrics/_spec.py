"""The row by which an index describes itself to scorers, selectors and docs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["IndexSpec", "find_row"]


@dataclass(frozen=True, kw_only=True)
class IndexSpec:
    """What is known of one index.

    A row stands beside the function that it describes; `_registry` joins the rows.

    Parameters
    ----------
    function : callable
        The public function: ``f(X, labels, ...)`` for internal indices,
        ``f(labels_true, labels_pred, ...)`` for external ones.
    kind : {"internal", "external"}
        Whether the index looks at the data or compares two partitions.
    family : str
        The group under which the documentation lists it.
    title : str
        The name by which the literature knows it.
    greater_is_better : bool or None
        The direction; None if neither is the better one. Such an index is no scorer
        and has no best value.
    bounds : tuple of (float, float)
        The least and the largest value that is possible.
    cost : str
        The order of the run time in n samples, d features and K clusters.
    source : str
        Authors, year and venue.
    name : str, default=None
        The name in the registry; None means the function's, without ``_score``.
    params : mapping, default={}
        Keyword arguments that make this row, where several share a function.
    needs_data : bool, default=True
        Internal: whether the value depends on the data, and not on the labels alone.
    has_metric : bool, default=False
        Whether the function takes ``metric`` and so ``metric="precomputed"``.
    has_sample_weight : bool, default=False
        Whether the function takes ``sample_weight``.
    has_n_jobs : bool, default=False
        Whether the function takes ``n_jobs``.
    symmetric : bool, default=None
        External: whether swapping the two partitions leaves the value as it is.
    best_at_identity : bool, default=None
        External: whether identical partitions attain the best value.
    chance_adjusted : bool, default=False
        External: whether the expected value of random partitions is 0.
    counts_noise : bool, default=False
        Internal: whether noise that is left out still lowers the value, so that a
        scorer need not weight it by the coverage.
    scorer : bool, default=True
        Whether the index is offered as a scorer.
    k_rule : {"best", "max_second_difference", "min_second_difference", "knee"}, \
            default="best"
        Internal: which number of clusters the index chooses of a sweep. Where "best"
        would always be the most clusters, it is where the curve bends.
    """

    function: Callable
    kind: str
    family: str
    title: str
    greater_is_better: bool | None
    bounds: tuple
    cost: str
    source: str
    name: str | None = None
    params: Mapping = field(default_factory=dict)
    needs_data: bool = True
    has_metric: bool = False
    has_sample_weight: bool = False
    has_n_jobs: bool = False
    symmetric: bool | None = None
    best_at_identity: bool | None = None
    chance_adjusted: bool = False
    counts_noise: bool = False
    scorer: bool = True
    k_rule: str = "best"

    def __post_init__(self):
        if self.name is None:
            name = self.function.__name__.removesuffix("_score")
            object.__setattr__(self, "name", name)
        if self.greater_is_better is None and (self.scorer or self.best_at_identity):
            raise ValueError(
                f"{self.name} has no direction (greater_is_better=None), so scorer and "
                "best_at_identity must be False."
            )

    @property
    def scorer_name(self):
        """The name of the scorer: ``neg_`` in front where lower is better, or None."""
        if self.greater_is_better is None:
            return None
        return self.name if self.greater_is_better else f"neg_{self.name}"

    @property
    def best(self):
        """The best value that is possible; None if there is no direction."""
        if self.greater_is_better is None:
            return None
        return self.bounds[1] if self.greater_is_better else self.bounds[0]

    def __call__(self, *args, **kwargs):
        """Compute the index with this row's keyword arguments."""
        return self.function(*args, **{**self.params, **kwargs})


def find_row(index, rows):
    """Return the row of an index, given by its name or its function, else None.

    Parameters
    ----------
    index : str or callable
        A row's or a scorer's name, a function of the package, scikit-learn's function
        of the same name, or a ``functools.partial`` object of one of these.
    rows : mapping of str to IndexSpec
        The rows by their names.

    Returns
    -------
    IndexSpec or None
    """
    if isinstance(index, str):
        return rows.get(index) or rows.get(index.removeprefix("neg_"))
    function = getattr(index, "func", index)
    for row in rows.values():
        if row.function is function and not row.params:
            return row
    module = getattr(function, "__module__", None) or ""
    if module.startswith("sklearn.metrics.cluster"):
        return rows.get(function.__name__.removesuffix("_score"))
    return None
