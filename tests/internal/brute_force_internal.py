"""Internal indices straight from their definitions, one pair at a time."""

import math

import numpy as np


def distance(x, y, metric, p=3):
    x, y = [float(v) for v in x], [float(v) for v in y]
    difference = [abs(a - b) for a, b in zip(x, y, strict=True)]
    if metric == "euclidean":
        return math.hypot(*difference)
    if metric == "sqeuclidean":
        return math.hypot(*difference) ** 2
    if metric == "manhattan":
        return math.fsum(difference)
    if metric == "chebyshev":
        return max(difference)
    if metric == "minkowski":
        return math.fsum(d**p for d in difference) ** (1 / p)
    if metric == "hamming":
        return sum(a != b for a, b in zip(x, y, strict=True)) / len(x)
    if metric == "correlation":
        x = [v - math.fsum(x) / len(x) for v in x]
        y = [v - math.fsum(y) / len(y) for v in y]
    if metric in ("cosine", "correlation"):
        norm_x, norm_y = math.hypot(*x), math.hypot(*y)
        if norm_x == 0 or norm_y == 0:
            return 1.0
        chord = math.hypot(
            *(a / norm_x - b / norm_y for a, b in zip(x, y, strict=True))
        )
        return chord**2 / 2
    raise AssertionError(metric)


def distances(X, metric, p=3):
    n = len(X)
    D = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            D[i, j] = D[j, i] = distance(X[i], X[j], metric, p)
    return D


def silhouettes(D, labels):
    """Silhouettes from a matrix of distances, row convention."""
    n = len(labels)
    clusters = set(labels)
    values = []
    for i in range(n):
        means = {}
        for cluster in clusters:
            members = [j for j in range(n) if labels[j] == cluster and j != i]
            if members:
                means[cluster] = math.fsum(D[i][j] for j in members) / len(members)
        own = means.pop(labels[i], None)
        if own is None:
            values.append(0.0)
            continue
        other = min(means.values())
        larger = max(own, other)
        values.append((other - own) / larger if larger > 0 else 0.0)
    return np.array(values)


def mean(rows):
    return [math.fsum(column) / len(column) for column in zip(*rows, strict=True)]


def calinski_harabasz(X, labels):
    n, clusters = len(X), sorted(set(labels))
    grand = mean(X)
    between = within = 0.0
    for cluster in clusters:
        rows = [x for x, label in zip(X, labels, strict=True) if label == cluster]
        centre = mean(rows)
        between += len(rows) * math.dist(centre, grand) ** 2
        within += math.fsum(math.dist(x, centre) ** 2 for x in rows)
    return between * (n - len(clusters)) / (within * (len(clusters) - 1))


def davies_bouldin(X, labels):
    clusters = sorted(set(labels))
    rows = {
        c: [x for x, label in zip(X, labels, strict=True) if label == c]
        for c in clusters
    }
    centres = {c: mean(rows[c]) for c in clusters}
    radii = {
        c: math.fsum(math.dist(x, centres[c]) for x in rows[c]) / len(rows[c])
        for c in clusters
    }
    worst = [
        max(
            (radii[c] + radii[k]) / math.dist(centres[c], centres[k])
            for k in clusters
            if k != c
        )
        for c in clusters
    ]
    return math.fsum(worst) / len(clusters)
