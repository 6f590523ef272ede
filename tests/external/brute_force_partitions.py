"""All partitions of a few samples, and plain averages over them."""

import itertools
import math
from functools import cache

import numpy as np


@cache
def all_partitions(n_samples):
    """List all partitions as tuples of labels, numbered as they appear."""
    partitions = [()]
    for _ in range(n_samples):
        partitions = [
            (*labels, new)
            for labels in partitions
            for new in range(max(labels, default=-1) + 2)
        ]
    return partitions


@cache
def cluster_sizes(labels):
    return tuple(sorted(np.bincount(labels).tolist()))


def random_partitions(labels, family):
    """List the partitions that are equally likely to take the place of `labels`."""
    everything = all_partitions(len(labels))
    if family == "perm":
        sizes = cluster_sizes(labels)
        return [other for other in everything if cluster_sizes(other) == sizes]
    if family == "num":
        number = len(set(labels))
        return [other for other in everything if len(set(other)) == number]
    return everything


def random_pairs(labels_true, labels_pred, model):
    """List the pairs of partitions that are equally likely under a null model."""
    family = model.removesuffix("1")
    true = [tuple(labels_true)]
    if not model.endswith("1"):
        true = random_partitions(labels_true, family)
    return list(itertools.product(true, random_partitions(labels_pred, family)))


def mean_score(score, labels_true, labels_pred, model):
    """Average a score over all pairs of partitions of a null model."""
    pairs = random_pairs(labels_true, labels_pred, model)
    return math.fsum(score(*pair) for pair in pairs) / len(pairs)


def stirling_numbers(n_samples):
    """Return the table S[n][k] of the numbers of partitions into k clusters."""
    table = [[1] + [0] * n_samples]
    for _ in range(n_samples):
        last = table[-1]
        row = [0] + [k * last[k] + last[k - 1] for k in range(1, n_samples + 1)]
        table.append(row)
    return table
