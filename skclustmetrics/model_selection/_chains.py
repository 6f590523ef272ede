"""Candidates that one worker fits in a row, since each uses what the last one left."""

from dataclasses import dataclass
from numbers import Integral
from typing import Any

from sklearn.cluster import AgglomerativeClustering, KMeans, MiniBatchKMeans

from skclustmetrics.model_selection._candidates import final_step
from skclustmetrics.model_selection._shared_tree import SharedTree
from skclustmetrics.model_selection._warm_start import WarmStart

__all__ = ["Chain", "make_chains"]

_CUTS = ("n_clusters", "distance_threshold")


@dataclass(frozen=True)
class Chain:
    """Candidates to be fitted one after the other.

    Parameters
    ----------
    positions : list of int
        Which candidates, in the order of their fits.
    link : SharedTree, WarmStart or None
        What one hands on to the next.
    """

    positions: list
    link: Any = None


def make_chains(estimators, candidates, fit_params, *, warm_start=False):
    """Divide the candidates into chains.

    Parameters
    ----------
    estimators : list of estimator
        The candidates, unfitted.
    candidates : list of dict
        The parameters of each.
    fit_params : dict
        Arguments of `fit`.
    warm_start : bool, default=False
        Whether k-means is to start from the clusters found for fewer clusters.

    Returns
    -------
    chains : list of Chain
        A candidate that shares nothing with another is a chain of its own.
    """
    members, links = {}, {}
    for i, (estimator, params) in enumerate(zip(estimators, candidates, strict=True)):
        link, varied = _link(estimator, fit_params, warm_start)
        key = i if link is None else (type(link), _identity(params, varied))
        members.setdefault(key, []).append(i)
        links.setdefault(key, link)
    if warm_start and not any(isinstance(link, WarmStart) for link in links.values()):
        clusterer, _ = final_step(estimators[0])
        raise ValueError(
            "warm_start=True needs KMeans or MiniBatchKMeans and a search over its "
            f"n_clusters; got {type(clusterer).__name__}."
        )
    return [_order(Chain(members[key], links[key]), estimators) for key in members]


def _link(estimator, fit_params, warm_start):
    """Return what a candidate can share, and the parameters that may differ."""
    clusterer, prefix = final_step(estimator)
    # a subclass may do anything
    if type(clusterer) is AgglomerativeClustering and clusterer.memory is None:
        return SharedTree(prefix), [prefix + name for name in _CUTS]
    if warm_start and type(clusterer) in (KMeans, MiniBatchKMeans):
        weight = fit_params.get(
            f"{prefix}sample_weight", fit_params.get("sample_weight")
        )
        return WarmStart(prefix, weight), [f"{prefix}n_clusters"]
    return None, []


def _identity(params, varied):
    """Return what candidates of one chain have in common."""
    return tuple(
        (name, type(value), value if _is_plain(value) else id(value))
        for name, value in sorted(params.items())
        if name not in varied
    )


def _is_plain(value):
    return value is None or isinstance(value, bool | int | float | str)


def _order(chain, estimators):
    """Sort the candidates of a warm start by their numbers of clusters."""
    if len(chain.positions) == 1:
        return Chain(chain.positions)
    if not isinstance(chain.link, WarmStart):
        return chain

    def count(i):
        n_clusters = final_step(estimators[i])[0].n_clusters
        return n_clusters if isinstance(n_clusters, Integral) else 0  # it will fail

    return Chain(sorted(chain.positions, key=count), chain.link)
