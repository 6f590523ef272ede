"""Indices of density and neighbourhood straight from their definitions, in loops."""

import math

from brute_force_internal import distances


def core_distance(D, x, members, p):
    """Mean, of power -p, of the distances to all the other members."""
    others = [D[x][y] for y in members if y != x]
    least = min(others)
    if least == 0:
        return 0.0
    mean = math.fsum((least / d) ** p for d in others) / len(others)
    return least / mean ** (1 / p)


def grown_tree(D, cores, members):
    """Prim's tree from the first member; what is found first wins every tie."""
    tree, edges = [members[0]], []
    while len(tree) < len(members):
        best = None
        for x in tree:  # in the order in which they joined
            for y in members:
                if y in tree:
                    continue
                weight = max(D[x][y], cores[x], cores[y])
                rank = (weight, members.index(y), tree.index(x))
                if best is None or rank < best[0]:
                    best = (rank, x, y)
        (weight, *_), x, y = best
        edges.append((x, y, weight))
        tree.append(y)
    return edges


def dbcv_validities(D, labels, p, X=None):
    """Validities by cluster; members sorted by core distance and features, or rows."""
    clusters = sorted(set(labels))
    n = len(labels)
    described = {}
    for cluster in clusters:
        members = [i for i in range(n) if labels[i] == cluster]
        if len(members) == 1:
            continue
        cores = {i: core_distance(D, i, members, p) for i in members}
        if X is not None:
            members.sort(key=lambda i: (cores[i], *map(float, X[i])))
        edges = grown_tree(D, cores, members)
        degree = {i: sum(i in edge[:2] for edge in edges) for i in members}
        inner = [i for i in members if degree[i] > 1]
        between = [w for x, y, w in edges if degree[x] > 1 and degree[y] > 1]
        sparseness = max(between or [w for *_, w in edges])
        described[cluster] = (inner or members, cores, sparseness)
    validities = []
    for cluster in clusters:
        if cluster not in described:
            validities.append(0.0)
            continue
        inner, cores, sparseness = described[cluster]
        separation = min(
            max(D[x][y], cores[x], other_cores[y])
            for other, (other_inner, other_cores, _) in described.items()
            if other != cluster
            for x in inner
            for y in other_inner
        )
        larger = max(separation, sparseness)
        validities.append((separation - sparseness) / larger if larger else 0.0)
    return validities


def dbcv(X, labels, metric="sqeuclidean", n_noise=0):
    labels = list(labels)
    validities = dbcv_validities(distances(X, metric), labels, len(X[0]), X)
    sizes = [labels.count(cluster) for cluster in sorted(set(labels))]
    weighted = [v * size for v, size in zip(validities, sizes, strict=True)]
    return math.fsum(weighted) / (len(labels) + n_noise)


def widest_gap(D, labels):
    """The least threshold at which every cluster hangs together."""
    worst = 0.0
    for cluster in set(labels):
        members = [i for i, label in enumerate(labels) if label == cluster]
        reached, rest = {members[0]}, set(members[1:])
        while rest:
            gap, nearest = min((min(D[x][y] for x in reached), y) for y in rest)
            worst = max(worst, gap)
            reached.add(nearest)
            rest.remove(nearest)
    return worst


def kinship(D, labels, n_neighbors):
    """For each sample whether its neighbours are kin; own first at equal distance."""
    n = len(labels)
    rows = []
    for i in range(n):
        others = [
            (D[i][j] * (1 - 1e-9 * (labels[i] == labels[j])), labels[i] != labels[j])
            for j in range(n)
            if j != i
        ]
        rows.append([not foreign for _, foreign in sorted(others)[:n_neighbors]])
    return rows


def connectivity(D, labels, n_neighbors):
    return math.fsum(
        1 / rank
        for row in kinship(D, labels, n_neighbors)
        for rank, kin in enumerate(row, start=1)
        if not kin
    )


def in_group_proportions(D, labels):
    kin = [row[0] for row in kinship(D, labels, 1)]
    return [
        sum(k for k, label in zip(kin, labels, strict=True) if label == cluster)
        / list(labels).count(cluster)
        for cluster in sorted(set(labels))
    ]


def consistency(D, labels, n_neighbors):
    rows = kinship(D, labels, n_neighbors)
    return sum(all(row) for row in rows) / len(rows)


def wcnn(D, labels, n_neighbors):
    rows = kinship(D, labels, n_neighbors)
    return sum(map(sum, rows)) / sum(map(len, rows))


def cvnn(D, labelings, n_neighbors):
    separations, compactnesses = [], []
    for labels in labelings:
        rows = kinship(D, labels, n_neighbors)
        shares, total, n_pairs = [], 0.0, 0
        for cluster in set(labels):
            members = [i for i, label in enumerate(labels) if label == cluster]
            foreign = sum(not kin for i in members for kin in rows[i])
            shares.append(foreign / (len(members) * len(rows[0])))
            total += math.fsum(D[i][j] for i in members for j in members if i != j)
            n_pairs += len(members) * (len(members) - 1)
        separations.append(max(shares))
        compactnesses.append(total / n_pairs)
    return [
        s / max(separations) + c / max(compactnesses)
        for s, c in zip(separations, compactnesses, strict=True)
    ]


def hopkins(X, points, samples):
    """From the points and the positions of the samples that were drawn."""
    d = len(X[0])
    u = [min(math.dist(point, x) for x in X) for point in points]
    w = [min(math.dist(X[i], x) for j, x in enumerate(X) if j != i) for i in samples]
    above = math.fsum(v**d for v in u)
    return above / (above + math.fsum(v**d for v in w))
