"""BCubed and association measures from the definitions, sample by sample."""

from fractions import Fraction

import numpy as np


def bcubed(labels_true, labels_pred, weights=None):
    """BCubed precision and recall, averaged over the samples."""
    n = len(labels_true)
    weights = [1] * n if weights is None else weights
    precision = recall = 0
    for i in range(n):
        both = sum(
            weights[j]
            for j in range(n)
            if labels_true[i] == labels_true[j] and labels_pred[i] == labels_pred[j]
        )
        cluster = sum(weights[j] for j in range(n) if labels_pred[i] == labels_pred[j])
        class_ = sum(weights[j] for j in range(n) if labels_true[i] == labels_true[j])
        precision += weights[i] * Fraction(both) / Fraction(cluster)
        recall += weights[i] * Fraction(both) / Fraction(class_)
    return precision / Fraction(sum(weights)), recall / Fraction(sum(weights))


def element_centric_similarity(labels_true, labels_pred, alpha=0.9):
    """Similarity of each sample by personalised PageRank on both cluster graphs."""

    def affinities(labels):
        labels = np.asarray(labels)
        shared = labels[:, None] == labels[None, :]
        walk = shared / shared.sum(axis=1, keepdims=True)
        n = len(labels)
        return np.linalg.solve(np.eye(n) - alpha * walk.T, (1 - alpha) * np.eye(n)).T

    gap = np.abs(affinities(labels_true) - affinities(labels_pred)).sum(axis=1)
    return 1 - gap / (2 * alpha)


def chi_squared(labels_true, labels_pred):
    """Sum over the cells of (observed - expected)^2 / expected."""
    n = len(labels_true)
    total = Fraction(0)
    for u in set(labels_true):
        for v in set(labels_pred):
            observed = sum(
                a == u and b == v for a, b in zip(labels_true, labels_pred, strict=True)
            )
            expected = Fraction(
                list(labels_true).count(u) * list(labels_pred).count(v), n
            )
            total += (observed - expected) ** 2 / expected
    return total


def frobenius(labels_true, labels_pred):
    """Squared distance of the projections on the indicator vectors."""

    def projection(labels):
        labels = np.asarray(labels)
        indicators = (labels[:, None] == np.unique(labels)).astype(float)
        return indicators @ np.linalg.pinv(indicators)

    return np.sum((projection(labels_true) - projection(labels_pred)) ** 2)
