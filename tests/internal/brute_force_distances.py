"""Indices of pairs of samples straight from their definitions, in plain loops.

`D` is a matrix of distances, `points` the samples where means of clusters are needed.
"""

import math
from itertools import combinations

from brute_force_internal import distance, mean


def groups(labels):
    """The members of each cluster."""
    return {k: [i for i, c in enumerate(labels) if c == k] for k in sorted(set(labels))}


def split(D, labels):
    """Distances within clusters and between them."""
    within, between = [], []
    for i, j in combinations(range(len(labels)), 2):
        (within if labels[i] == labels[j] else between).append(float(D[i][j]))
    return within, between


def average(values):
    return math.fsum(values) / len(values)


def dunn(D, labels):
    within, between = split(D, labels)
    return min(between) / max(within)


def inter(kind, a, b, D, points, metric):
    across = [float(D[i][j]) for i in a for j in b]
    if kind == "single":
        return min(across)
    if kind == "complete":
        return max(across)
    if kind == "average":
        return average(across)
    if kind == "hausdorff":
        return max(
            max(min(D[i][j] for j in b) for i in a),
            max(min(D[i][j] for i in a) for j in b),
        )
    centre_a, centre_b = mean([points[i] for i in a]), mean([points[i] for i in b])
    if kind == "centroid":
        return distance(centre_a, centre_b, metric)
    assert kind == "own_centroids"
    return average(
        [distance(points[i], centre_a, metric) for i in a]
        + [distance(points[i], centre_b, metric) for i in b]
    )


def intra(kind, a, D, points, metric):
    inside = [float(D[i][j]) for i, j in combinations(a, 2)]
    if kind == "diameter":
        return max(inside, default=0.0)
    if kind == "average":
        return average(inside) if inside else 0.0
    assert kind == "twice_mean_to_centroid"
    centre = mean([points[i] for i in a])
    return 2 * average([distance(points[i], centre, metric) for i in a])


def generalized_dunn(D, labels, inter_kind, intra_kind, points=None, metric=None):
    clusters = list(groups(labels).values())
    apart = [
        inter(inter_kind, a, b, D, points, metric) for a, b in combinations(clusters, 2)
    ]
    return min(apart) / max(intra(intra_kind, a, D, points, metric) for a in clusters)


def separation(D, labels, variant, points=None, metric=None):
    pairs = list(combinations(groups(labels).values(), 2))
    kind = "centroid" if "centroid" in variant else "single"
    if variant == "average":
        return average(split(D, labels)[1])
    values = [inter(kind, a, b, D, points, metric) for a, b in pairs]
    return average(values) if variant.startswith("mean") else min(values)


def cop(D, labels, points, metric):
    total = 0.0
    for a in groups(labels).values():
        outside = [i for i in range(len(labels)) if i not in a]
        nearest = min(max(float(D[i][j]) for j in a) for i in outside)
        centre = mean([points[i] for i in a])
        inside = average([distance(points[i], centre, metric) for i in a])
        total += len(a) * inside / nearest
    return total / len(labels)


def mcclain_rao(D, labels):
    within, between = split(D, labels)
    return average(within) / average(between)


def weighted_ratio(D, labels):
    """Means of clusters of 2 or more, weighted by size, over the mean between."""
    clusters = [a for a in groups(labels).values() if len(a) > 1]
    means = [len(a) * intra("average", a, D, None, None) for a in clusters]
    return math.fsum(means) / sum(map(len, clusters)) / average(split(D, labels)[1])


def point_biserial(D, labels):
    """Pearson's correlation, from its definition."""
    within, between = split(D, labels)
    d, z = within + between, [0.0] * len(within) + [1.0] * len(between)
    mean_d, mean_z = average(d), average(z)
    covariance = math.fsum(
        (x - mean_d) * (y - mean_z) for x, y in zip(d, z, strict=True)
    )
    return covariance / math.sqrt(
        math.fsum((x - mean_d) ** 2 for x in d)
        * math.fsum((y - mean_z) ** 2 for y in z)
    )


def unscaled_point_biserial(D, labels):
    within, between = split(D, labels)
    n = len(within) + len(between)
    factor = math.sqrt(len(within) * len(between)) / n
    return (average(within) - average(between)) * factor


def c_index(D, labels):
    within, between = split(D, labels)
    ordered, n = sorted(within + between), len(within)
    least, largest = math.fsum(ordered[:n]), math.fsum(ordered[-n:])
    return (math.fsum(within) - least) / (largest - least)


def concordance(D, labels):
    """Concordant, discordant, and tied pairs of distances, each pair looked at."""
    within, between = split(D, labels)
    concordant = sum(w < b for w in within for b in between)
    discordant = sum(w > b for w in within for b in between)
    tied = sum(x == y for x, y in combinations(within + between, 2))
    return concordant, discordant, tied


def gamma(D, labels):
    plus, minus, _ = concordance(D, labels)
    return (plus - minus) / (plus + minus)


def g_plus(D, labels):
    n_pairs = math.comb(len(labels), 2)
    return 2 * concordance(D, labels)[1] / (n_pairs * (n_pairs - 1))


def tau(D, labels, variant="uncorrected"):
    plus, minus, tied = concordance(D, labels)
    within, between = split(D, labels)
    compared = math.comb(len(within) + len(between), 2)
    if variant == "b":
        compared -= tied
    return (plus - minus) / math.sqrt(len(within) * len(between) * compared)
