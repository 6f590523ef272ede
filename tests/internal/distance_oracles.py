"""Values of other people's implementations, and how they are computed here."""

import gzip
import json
from functools import cache
from pathlib import Path

import numpy as np

import skclustmetrics as scm

DATA = Path(__file__).parents[1] / "data"
FUNCTIONS = {
    "c_index": scm.c_index_score,
    "g_plus": scm.g_plus_score,
    "gamma": scm.baker_hubert_gamma_score,
    "mcclain_rao": scm.mcclain_rao_score,
    "pearson_gamma": scm.point_biserial_score,
}


@cache
def stored_values():
    """The values: {data set: {what: {labels: value}}}."""
    with gzip.open(DATA / "distance_oracles.json.gz", "rt") as file:
        return json.load(file)


@cache
def stored_data():
    """The samples and the labels."""
    with np.load(DATA / "internal_oracles.npz") as file:
        return dict(file)


def compute(X, labels, what):
    """Compute here what is stored under a key."""
    index, variant, metric, dropped, *_ = what.split("|")
    kwds = {"metric": metric, "noise_label": -1 if dropped == "1" else None}
    if index in FUNCTIONS:
        return FUNCTIONS[index](X, labels, **kwds)
    if index == "dunn":
        inter, intra = variant.split("/")
        if intra == "half_average":  # others divide by twice the number of pairs
            return 2 * scm.generalized_dunn_score(X, labels, inter=inter, **kwds)
        if variant == "single/diameter":
            return scm.dunn_score(X, labels, **kwds)
        return scm.generalized_dunn_score(X, labels, inter=inter, intra=intra, **kwds)
    if index == "tau":
        return scm.tau_score(
            X, labels, variant="b" if variant else "uncorrected", **kwds
        )
    if index == "wb_ratio":
        return scm.mcclain_rao_score(X, labels, variant="size_weighted", **kwds)
    if index == "point_biserial":
        return scm.point_biserial_score(X, labels, variant="unscaled", **kwds)
    variants = {"average_between": "average", "min_separation": "nearest"}
    return scm.separation_score(X, labels, variant=variants[index], **kwds)
