"""Pair counting from the definitions: double loops over samples, all permutations."""

import itertools
import math
from fractions import Fraction

import numpy as np


def together(labels):
    """Whether two samples share a cluster, off the diagonal."""
    n = len(labels)
    return [[i != j and labels[i] == labels[j] for j in range(n)] for i in range(n)]


def pair_vectors(labels_true, labels_pred):
    """One entry a pair of samples: together in the truth, in the prediction."""
    pairs = list(itertools.combinations(range(len(labels_true)), 2))
    return (
        [int(labels_true[i] == labels_true[j]) for i, j in pairs],
        [int(labels_pred[i] == labels_pred[j]) for i, j in pairs],
    )


def pair_counts(labels_true, labels_pred):
    """Pairs together in both, in the truth only, in the prediction only, in none."""
    counts = {(u, v): 0 for u in (0, 1) for v in (0, 1)}
    for pair in zip(*pair_vectors(labels_true, labels_pred), strict=True):
        counts[pair] += 1
    return counts[1, 1], counts[1, 0], counts[0, 1], counts[0, 0]


def minkowski(labels_true, labels_pred):
    truth = np.array(together(labels_true), float)
    prediction = np.array(together(labels_pred), float)
    return np.linalg.norm(truth - prediction) / np.linalg.norm(truth)


def mirkin(labels_true, labels_pred):
    truth, prediction = together(labels_true), together(labels_pred)
    n = len(truth)
    return sum(truth[i][j] != prediction[i][j] for i in range(n) for j in range(n))


def rv(labels_true, labels_pred):
    """RV coefficient of the two indicator tables."""
    truth = np.array(together(labels_true), float) + np.eye(len(labels_true))
    prediction = np.array(together(labels_pred), float) + np.eye(len(labels_true))
    return np.trace(truth @ prediction) / math.sqrt(
        np.trace(truth @ truth) * np.trace(prediction @ prediction)
    )


def hubert_gamma(labels_true, labels_pred):
    """Pearson's correlation of the two co-membership vectors."""
    return np.corrcoef(*pair_vectors(labels_true, labels_pred))[0, 1]


def goodman_kruskal(labels_true, labels_pred):
    """Concordant less discordant over both, over all pairs of pairs."""
    vectors = list(zip(*pair_vectors(labels_true, labels_pred), strict=True))
    concordant = discordant = 0
    for (u, v), (x, y) in itertools.combinations(vectors, 2):
        product = (u - x) * (v - y)
        concordant += product > 0
        discordant += product < 0
    return Fraction(concordant - discordant, concordant + discordant)


def permutation_distribution(labels_true, labels_pred, statistic):
    """The statistic of the pair counts under every permutation of the prediction."""
    return [
        statistic(*pair_counts(labels_true, permuted))
        for permuted in itertools.permutations(labels_pred)
    ]


def adjust(labels_true, labels_pred, statistic):
    """(S - E[S]) / (1 - E[S]), expectation over all permutations."""
    expected = np.mean(permutation_distribution(labels_true, labels_pred, statistic))
    observed = statistic(*pair_counts(labels_true, labels_pred))
    return float((observed - expected) / (1 - expected))


def lerman(labels_true, labels_pred):
    """Standardised number of pairs together in both."""
    null = permutation_distribution(labels_true, labels_pred, lambda tp, *_: tp)
    tp = pair_counts(labels_true, labels_pred)[0]
    return (tp - np.mean(null)) / np.std(null)


def normalized_lerman(labels_true, labels_pred):
    return lerman(labels_true, labels_pred) / math.sqrt(
        lerman(labels_true, labels_true) * lerman(labels_pred, labels_pred)
    )


def modified_adjusted_rand(labels_true, labels_pred):
    """ARI with the product expectation estimated from disjoint pairs of pairs."""
    pairs = list(itertools.combinations(range(len(labels_true)), 2))
    both = [
        labels_true[i] == labels_true[j] and labels_pred[k] == labels_pred[m]
        for i, j in pairs
        for k, m in pairs
        if not {i, j} & {k, m}
    ]
    expected = sum(both) / len(both)
    tp, fn, fp, _ = pair_counts(labels_true, labels_pred)
    observed = tp / len(pairs)
    best = (2 * tp + fn + fp) / 2 / len(pairs)
    return (observed - expected) / (best - expected)
