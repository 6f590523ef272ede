"""Where the parameters of `fit` go: to the estimator, to scorers, to indices."""

import sklearn
from sklearn.utils.metadata_routing import (
    MetadataRouter,
    MethodMapping,
    process_routing,
)

__all__ = ["make_router", "route"]


def make_router(search, clusterer, criteria):
    """Describe the routing of a search.

    The search itself asks for weights where an index takes them that has no scorer
    to ask for it.
    """
    router = MetadataRouter(owner=type(search).__name__)
    to_fit = MethodMapping().add(caller="fit", callee="fit")
    router.add(estimator=clusterer, method_mapping=to_fit)
    for i, criterion in enumerate(criteria):
        if criterion.routed:
            to_score = MethodMapping().add(caller="fit", callee="score")
            router.add(**{f"scorer_{i}": criterion.scorer}, method_mapping=to_score)
    if any(c.accepts_weight and not c.routed for c in criteria):
        router.add_self_request(search)
    return router


def route(search, requests, criteria, params):
    """Divide the parameters of `fit`.

    Parameters
    ----------
    search : estimator
        The search.
    requests : MetadataRequest
        What the search itself asks for.
    criteria : list of Criterion
        The criteria.
    params : dict
        The parameters.

    Returns
    -------
    fit_params : dict
        For the estimator.
    score_params : dict of str to dict
        For each criterion.
    """
    weight = {
        name: value
        for name, value in params.items()
        if name == "sample_weight" and value is not None
    }
    if not sklearn.get_config()["enable_metadata_routing"]:
        return params, {c.name: weight if c.accepts_weight else {} for c in criteria}
    routed = process_routing(search, "fit", **params)
    own = weight if requests.consumes("fit", weight) else {}
    score_params = {}
    for i, criterion in enumerate(criteria):
        if criterion.routed:
            score_params[criterion.name] = routed[f"scorer_{i}"]["score"]
        else:
            score_params[criterion.name] = own if criterion.accepts_weight else {}
    return routed["estimator"]["fit"], score_params
