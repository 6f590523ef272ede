"""Indices of means and scatter from their definitions, one sample at a time."""

import math
from fractions import Fraction

from brute_force_internal import distance, mean

INF = math.inf


def groups(X, labels):
    """Rows of each cluster."""
    return [
        [list(x) for x, label in zip(X, labels, strict=True) if label == cluster]
        for cluster in sorted(set(labels))
    ]


def squared(x, y):
    return math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def dispersion(rows):
    """Sum of squared distances to the mean."""
    centre = mean(rows)
    return math.fsum(squared(x, centre) for x in rows)


def within(X, labels):
    return math.fsum(dispersion(rows) for rows in groups(X, labels))


def between(X, labels):
    grand = mean(X)
    return math.fsum(
        len(rows) * squared(mean(rows), grand) for rows in groups(X, labels)
    )


def radius(rows):
    centre = mean(rows)
    return math.fsum(math.dist(x, centre) for x in rows) / len(rows)


def mean_distances(X, labels):
    """Distances between the means of different clusters, a list for each."""
    centres = [mean(rows) for rows in groups(X, labels)]
    return [
        [math.dist(a, b) for j, b in enumerate(centres) if j != i]
        for i, a in enumerate(centres)
    ]


# dispersion


def compactness(X, labels, *, squared=False):
    power = 2 if squared else 1
    total = 0.0
    for rows in groups(X, labels):
        centre = mean(rows)
        total += math.fsum(math.dist(x, centre) ** power for x in rows)
    return math.sqrt(total / len(X))


def trace_w(X, labels):
    return within(X, labels)


def rmsstd(X, labels):
    freedom = len(X[0]) * (len(X) - len(set(labels)))
    return math.sqrt(within(X, labels) / freedom)


def ball_hall(X, labels, *, variant="mean"):
    clusters = groups(X, labels)
    if variant == "pooled":
        return within(X, labels) / len(clusters)
    terms = [dispersion(rows) / len(rows) for rows in clusters]
    return math.fsum(terms) / (len(terms) if variant == "mean" else 1)


def banfield_raftery(X, labels):
    return math.fsum(
        len(rows) * math.log(dispersion(rows) / len(rows)) if dispersion(rows) else -INF
        for rows in groups(X, labels)
    )


# variance ratios


def calinski_harabasz(X, labels):
    n, k = len(X), len(set(labels))
    return between(X, labels) / (k - 1) / (within(X, labels) / (n - k))


def stdi(X, labels):
    clusters, grand = groups(X, labels), mean(X)
    above = math.fsum(squared(mean(rows), grand) for rows in clusters) / len(clusters)
    return above / math.fsum(dispersion(rows) / len(rows) for rows in clusters)


def r_squared(X, labels):
    return 1 - within(X, labels) / dispersion(X)


def wb(X, labels):
    return len(set(labels)) * within(X, labels) / between(X, labels)


def log_ss_ratio(X, labels):
    return math.log(between(X, labels) / within(X, labels))


def ratkowsky_lance(X, labels, *, variant="root_of_mean"):
    n_clusters, shares = len(set(labels)), []
    for column in zip(*X, strict=True):
        single = [[x] for x in column]
        if dispersion(single) > 0:
            shares.append(between(single, labels) / dispersion(single))
    if variant == "root_of_mean":
        return math.sqrt(math.fsum(shares) / len(shares) / n_clusters)
    roots = [math.sqrt(share) for share in shares]
    return math.fsum(roots) / len(roots) / math.sqrt(n_clusters)


# determinants, in exact arithmetic


def exact_scatter(rows):
    """Scatter matrix about the mean."""
    rows = [[Fraction(float(v)) for v in row] for row in rows]
    n_features = len(rows[0])
    centre = [sum(row[j] for row in rows) / len(rows) for j in range(n_features)]
    return [
        [
            sum((row[i] - centre[i]) * (row[j] - centre[j]) for row in rows)
            for j in range(n_features)
        ]
        for i in range(n_features)
    ]


def add(A, B):
    return [
        [a + b for a, b in zip(row, other, strict=True)]
        for row, other in zip(A, B, strict=True)
    ]


def exact_within(X, labels):
    total, *others = [exact_scatter(rows) for rows in groups(X, labels)]
    for scatter in others:
        total = add(total, scatter)
    return total


def determinant(A):
    """By elimination."""
    rows, value = [list(row) for row in A], Fraction(1)
    for j in range(len(rows)):
        pivot = next((i for i in range(j, len(rows)) if rows[i][j] != 0), None)
        if pivot is None:
            return Fraction(0)
        if pivot != j:
            rows[j], rows[pivot], value = rows[pivot], rows[j], -value
        value *= rows[j][j]
        for i in range(j + 1, len(rows)):
            factor = rows[i][j] / rows[j][j]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[j], strict=True)]
    return value


def solve(A, B):
    """``A^-1 B`` by elimination."""
    n = len(A)
    rows = [[*a, *b] for a, b in zip(A, B, strict=True)]
    for j in range(n):
        pivot = next(i for i in range(j, n) if rows[i][j] != 0)
        rows[j], rows[pivot] = rows[pivot], rows[j]
        rows[j] = [v / rows[j][j] for v in rows[j]]
        for i in range(n):
            if i != j:
                factor = rows[i][j]
                rows[i] = [
                    a - factor * b for a, b in zip(rows[i], rows[j], strict=True)
                ]
    return [row[n:] for row in rows]


def det_ratio(X, labels):
    inner = determinant(exact_within(X, labels))
    return float(determinant(exact_scatter(X)) / inner) if inner else INF


def log_det_ratio(X, labels):
    return len(X) * math.log(det_ratio(X, labels))


def ksq_det_w(X, labels):
    return float(len(set(labels)) ** 2 * determinant(exact_within(X, labels)))


def trace_wib(X, labels):
    inner, whole = exact_within(X, labels), exact_scatter(X)
    outer = add(whole, [[-v for v in row] for row in inner])
    solved = solve(inner, outer)
    return float(sum(solved[i][i] for i in range(len(solved))))


def rubin(X, labels, *, variant="determinant"):
    if variant == "determinant":
        return det_ratio(X, labels)
    return dispersion(X) / within(X, labels)


def scott_symons(X, labels):
    total = 0.0
    for rows in groups(X, labels):
        value = determinant(exact_scatter(rows)) / len(rows) ** len(rows[0])
        total += len(rows) * math.log(value) if value else -INF
    return total


# separation of means


def ray_turi(X, labels):
    return xie_beni(X, labels)


def xie_beni(X, labels, *, variant="mean"):
    least = min(min(row) for row in mean_distances(X, labels))
    if variant == "mean":
        return within(X, labels) / len(X) / least**2
    return max(dispersion(rows) / len(rows) for rows in groups(X, labels)) / least**2


def davies_bouldin(X, labels, *, p=2, q=1):
    clusters = groups(X, labels)
    centres = [mean(rows) for rows in clusters]
    sizes = [
        (math.fsum(math.dist(x, c) ** q for x in rows) / len(rows)) ** (1 / q)
        for rows, c in zip(clusters, centres, strict=True)
    ]

    def apart(a, b):
        if p == INF:
            return distance(a, b, "chebyshev")
        return distance(a, b, "minkowski", p)

    worst = [
        max(
            (sizes[i] + sizes[j]) / apart(centres[i], centres[j])
            for j in range(len(clusters))
            if j != i
        )
        for i in range(len(clusters))
    ]
    return math.fsum(worst) / len(worst)


def davies_bouldin_star(X, labels):
    radii = [radius(rows) for rows in groups(X, labels)]
    terms = [
        max(radii[i] + r for j, r in enumerate(radii) if j != i) / min(distances)
        for i, distances in enumerate(mean_distances(X, labels))
    ]
    return math.fsum(terms) / len(terms)


def pbm(X, labels):
    clusters, grand = groups(X, labels), mean(X)
    whole = math.fsum(math.dist(x, grand) for x in X)
    parts = math.fsum(len(rows) * radius(rows) for rows in clusters)
    largest = max(max(row) for row in mean_distances(X, labels))
    return (whole / parts * largest / len(clusters)) ** 2


def score_function(X, labels):
    clusters, grand = groups(X, labels), mean(X)
    outer = math.fsum(len(rows) * math.dist(mean(rows), grand) for rows in clusters)
    inner = math.fsum(radius(rows) for rows in clusters)
    exponent = outer / len(X) / len(clusters) - inner
    return 1 - 1 / math.exp(math.exp(exponent))


def cs(X, labels):
    reach = math.fsum(
        math.fsum(max(math.dist(x, y) for y in rows) for x in rows) / len(rows)
        for rows in groups(X, labels)
    )
    return reach / math.fsum(min(row) for row in mean_distances(X, labels))


# distances to means and medoids


def simplified(X, labels, centres, sizes, average="micro"):
    """Silhouettes from distances to points that stand for clusters."""
    names = sorted(set(labels))
    values = []
    for x, label in zip(X, labels, strict=True):
        own = names.index(label)
        a = math.dist(x, centres[own])
        b = min(math.dist(x, c) for k, c in enumerate(centres) if k != own)
        alone = sizes[own] == 1
        values.append(0.0 if alone or a == b == 0 else (b - a) / max(a, b))
    if average == "micro":
        return math.fsum(values) / len(values)
    by_cluster = [
        [v for v, label in zip(values, labels, strict=True) if label == name]
        for name in names
    ]
    return math.fsum(math.fsum(v) / len(v) for v in by_cluster) / len(names)


def simplified_silhouette(X, labels, *, average="micro"):
    clusters = groups(X, labels)
    centres, sizes = [mean(rows) for rows in clusters], [len(c) for c in clusters]
    return simplified(X, labels, centres, sizes, average)


def medoid(rows):
    sums = [math.fsum(math.dist(x, y) for y in rows) for x in rows]
    least = min(sums) * (1 + 1e-12)
    return min(row for row, total in zip(rows, sums, strict=True) if total <= least)


def medoid_silhouette(X, labels, *, assignment="labels"):
    clusters = groups(X, labels)
    medoids = [medoid(rows) for rows in clusters]
    if assignment == "labels":
        return simplified(X, labels, medoids, [len(rows) for rows in clusters])
    values = []
    for x in X:
        a, b, *_ = sorted(math.dist(x, m) for m in medoids)
        values.append(1 - a / b if b else 0.0)
    return math.fsum(values) / len(values)


def wemmert_gancarski(X, labels):
    clusters = groups(X, labels)
    centres = [mean(rows) for rows in clusters]
    total = 0.0
    for k, rows in enumerate(clusters):
        quotients = 0.0
        for x in rows:
            own = math.dist(x, centres[k])
            other = min(math.dist(x, c) for j, c in enumerate(centres) if j != k)
            quotients += own / other if other else (INF if own else 0.0)
        total += max(0.0, len(rows) - quotients)
    return total / len(X)


def bwp_values(X, labels, *, squared=True):
    values = []
    for i, (x, label) in enumerate(zip(X, labels, strict=True)):
        means = {}
        for name in set(labels):
            members = [
                math.dist(x, y) ** (2 if squared else 1)
                for j, y in enumerate(X)
                if labels[j] == name and j != i
            ]
            if members:
                means[name] = math.fsum(members) / len(members)
        w = means.pop(label, None)
        b = min(means.values())
        values.append(0.0 if w is None or b + w == 0 else (b - w) / (b + w))
    return values


def bwp(X, labels, *, squared=True):
    return math.fsum(bwp_values(X, labels, squared=squared)) / len(X)


# variances and densities


def variance_norm(rows):
    variances = [
        dispersion([[v] for v in column]) / len(rows)
        for column in zip(*rows, strict=True)
    ]
    return math.hypot(*variances)


def scattering(X, labels):
    norms = [variance_norm(rows) for rows in groups(X, labels)]
    return math.fsum(norms) / len(norms) / variance_norm(X)


def sd(X, labels, *, alpha=1.0):
    distances = mean_distances(X, labels)
    largest, least = max(map(max, distances)), min(map(min, distances))
    dis = largest / least * math.fsum(1 / math.fsum(row) for row in distances)
    return alpha * scattering(X, labels) + dis


def s_dbw(X, labels):
    clusters = groups(X, labels)
    n_clusters = len(clusters)
    norms = math.fsum(variance_norm(rows) for rows in clusters)
    reach = math.sqrt(norms) / n_clusters
    total = 0.0
    for i, first in enumerate(clusters):
        for j, second in enumerate(clusters):
            if i == j:
                continue

            def density(point, both=(*first, *second)):
                return sum(math.dist(x, point) <= reach for x in both)

            a, b = mean(first), mean(second)
            middle = density(mean([a, b]))
            densest = max(density(a), density(b))
            total += middle / densest
    return scattering(X, labels) + total / (n_clusters * (n_clusters - 1))


# likelihoods


def log_likelihood(X, labels):
    """Sum of the log densities of the samples, each times its cluster's share."""
    n, p, clusters = len(X), len(X[0]), groups(X, labels)
    variance = within(X, labels) / (p * (n - len(clusters)))
    total = 0.0
    for rows in clusters:
        centre = mean(rows)
        for x in rows:
            density = -p / 2 * math.log(2 * math.pi * variance)
            density -= squared(x, centre) / (2 * variance)
            total += math.log(len(rows) / n) + density
    return total


def n_parameters(X, labels):
    n_clusters = len(set(labels))
    return (n_clusters - 1) + n_clusters * len(X[0]) + 1


def kmeans_bic(X, labels):
    penalty = n_parameters(X, labels) / 2 * math.log(len(X))
    return log_likelihood(X, labels) - penalty


def kmeans_aic(X, labels):
    return log_likelihood(X, labels) - n_parameters(X, labels)
