"""Values of other people's implementations on stored data and labels."""

import gzip
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from skclustmetrics import (
    calinski_harabasz_score,
    davies_bouldin_score,
    silhouette_samples,
    silhouette_score,
)

DATA = Path(__file__).parents[1] / "data"
MINKOWSKI = {"minkowski3": ("minkowski", {"p": 3})}


def rows():
    """Values by data set: labels, index, variant, metric, noise dropped, value."""
    with gzip.open(DATA / "internal_oracles.json.gz", "rt") as file:
        by_dataset = defaultdict(list)
        for dataset, *row in json.load(file):
            by_dataset[dataset].append(row)
    return by_dataset


ROWS = rows()


@pytest.fixture(scope="module")
def stored():
    with np.load(DATA / "internal_oracles.npz") as file:
        return dict(file)


def compute(X, labels, index, variant, metric, noise):
    metric, kwds = MINKOWSKI.get(metric, (metric, {}))
    if index == "silhouette":
        average = "micro" if variant == "mean" else "macro"
        return silhouette_score(
            X, labels, metric=metric, average=average, noise_label=noise, **kwds
        )
    function = {
        "calinski_harabasz": calinski_harabasz_score,
        "davies_bouldin": davies_bouldin_score,
    }[index]
    return function(X, labels, noise_label=noise)


@pytest.mark.parametrize("dataset", sorted(ROWS))
def test_values(stored, dataset):
    X = stored[f"X|{dataset}"]
    for labels, index, variant, metric, dropped, value, degenerate, impl in ROWS[
        dataset
    ]:
        if degenerate:  # a convention of the other package, not a value
            continue
        if metric == "cosine" and X.shape[1] == 1:
            # distances are 0 or 2 exactly; the stored value took rounding for distance
            assert impl == "bruteforce"
            continue
        result = compute(
            X,
            stored[f"labels|{dataset}|{labels}"],
            index,
            variant,
            metric,
            -1 if dropped else None,
        )
        place = f"{index} {variant} {metric} of {labels} by {impl}"
        assert result == pytest.approx(float(value), rel=1e-9, abs=1e-9), place


def test_enough_values_were_compared():
    counts = [sum(not row[6] for row in rows) for rows in ROWS.values()]
    assert sum(counts) > 3000


def test_samples(stored):
    compared = 0
    for key, expected in stored.items():
        if not key.startswith("samples|"):
            continue
        _, dataset, _, labels, metric, *noise = key.split("|")
        metric, kwds = MINKOWSKI.get(metric, (metric, {}))
        result = silhouette_samples(
            stored[f"X|{dataset}"],
            stored[f"labels|{dataset}|{labels}"],
            metric=metric,
            noise_label=-1 if noise else None,
            **kwds,
        )
        result = result[~np.isnan(result)] if noise else result
        expected = expected[~np.isnan(expected)] if noise else expected
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-11)
        compared += 1
    assert compared > 50
