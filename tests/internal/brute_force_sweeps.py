"""Indices of sweeps over the number of clusters, written down plainly."""

import math
from itertools import combinations, pairwise

import numpy as np
from scipy.stats import f as f_distribution


def dispersion(X, labels):
    """Sum of squared distances to the means of the clusters."""
    total = 0.0
    for label in set(labels):
        members = np.array(
            [x for x, own in zip(X, labels, strict=True) if own == label]
        )
        total += sum(math.dist(x, members.mean(axis=0)) ** 2 for x in members)
    return total


def _sums(X, labelings):
    sums = {1: dispersion(X, [0] * len(X))}
    for labels in labelings:
        sums[len(set(labels))] = dispersion(X, labels)
    return sums


def hartigan(X, labelings):
    w, result = _sums(X, labelings), []
    for labels in labelings:
        k = len(set(labels))
        result.append(
            (w[k] / w[k + 1] - 1) * (len(X) - k - 1) if k + 1 in w else math.nan
        )
    return result


def krzanowski_lai(X, labelings):
    w, d, result = _sums(X, labelings), len(X[0]), []
    for labels in labelings:
        k = len(set(labels))
        if k == 1 or k - 1 not in w or k + 1 not in w:
            result.append(math.nan)
            continue
        now = (k - 1) ** (2 / d) * w[k - 1] - k ** (2 / d) * w[k]
        later = k ** (2 / d) * w[k] - (k + 1) ** (2 / d) * w[k + 1]
        result.append(abs(now / later))
    return result


def jump(X, labelings, power=None):
    w = _sums(X, labelings)
    y = len(X[0]) / 2 if power is None else power
    result = []
    for labels in labelings:
        k = len(set(labels))
        if k == 1:
            result.append(1.0)
        elif k - 1 not in w:
            result.append(math.nan)
        else:
            d = {i: w[i] / (len(X) * len(X[0])) for i in (1, k, k - 1)}
            result.append((d[k] ** -y - d[k - 1] ** -y) * d[1] ** y)
    return result


def pham(X, labelings):
    w, result = _sums(X, labelings), []
    alpha = {2: 1 - 3 / (4 * len(X[0]))}
    for k in range(3, 60):
        alpha[k] = alpha[k - 1] + (1 - alpha[k - 1]) / 6
    for labels in labelings:
        k = len(set(labels))
        if k == 1:
            result.append(1.0)
        else:
            known = k - 1 in w
            result.append(w[k] / (alpha[k] * w[k - 1]) if known else math.nan)
    return result


def cubic_clustering_criterion(X, labelings, nbclust=False):
    """NbClust takes sums about the origin, and finds p* in units of the whole box."""
    X = np.array(X)
    n, d = X.shape
    T = X if nbclust else X - X.mean(axis=0)
    total = float((T**2).sum())
    s = np.sqrt(np.linalg.eigvalsh(T.T @ T / (n - 1)))[::-1]
    result = []
    for labels in labelings:
        k = len(set(labels))
        if k == 1:
            result.append(math.nan)
            continue
        for p in range(min(k - 1, d), 0, -1):
            box = d if nbclust else p
            if s[p - 1] >= (np.prod(s[:box]) / k) ** (1 / box):
                break
        u = s / (np.prod(s[:p]) / k) ** (1 / p)
        left = sum(1 / (n + u[j]) for j in range(p))
        left += sum(u[j] ** 2 / (n + u[j]) for j in range(p, d))
        expected = 1 - left / sum(u**2) * (n - k) ** 2 / n * (1 + 4 / n)
        r2 = 1 - dispersion(X.tolist(), labels) / total
        result.append(
            math.log((1 - expected) / (1 - r2))
            * math.sqrt(n * p / 2)
            / (0.001 + expected) ** 1.2
        )
    return result


def splits(X, labelings):
    """For each partition with a next one: W of the split cluster and parts, size."""
    by_count = {len(set(labels)): labels for labels in labelings}
    found = []
    for labels in labelings:
        k = len(set(labels))
        if k + 1 not in by_count:
            found.append(None)
            continue
        after = by_count[k + 1]
        for label in set(labels):
            rows = [i for i, own in enumerate(labels) if own == label]
            if len({after[i] for i in rows}) == 2:
                part = [X[i] for i in rows]
                whole = dispersion(part, [0] * len(part))
                parts = dispersion(part, [after[i] for i in rows])
                found.append((whole, parts, len(rows)))
    return found


def duda(X, labelings):
    return [math.nan if s is None else s[1] / s[0] for s in splits(X, labelings)]


def pseudo_t2(X, labelings):
    return [
        math.nan if s is None or s[2] < 3 else (s[0] - s[1]) / (s[1] / (s[2] - 2))
        for s in splits(X, labelings)
    ]


def beale(X, labelings):
    d, result = len(X[0]), []
    for s in splits(X, labelings):
        if s is None or s[2] < 3:
            result.append(math.nan)
            continue
        whole, parts, n = s
        expected = (n - 1) / (n - 2) * 2 ** (2 / d) - 1
        result.append((whole - parts) / parts / expected)
    return result


def frey(X, labelings):
    means = {}
    for labels in labelings:
        within, between = [], []
        for i, j in combinations(range(len(X)), 2):
            same = labels[i] == labels[j]
            (within if same else between).append(math.dist(X[i], X[j]))
        means[len(set(labels))] = (
            np.mean(within) if within else math.nan,
            np.mean(between) if between else math.nan,
        )
    result = []
    for labels in labelings:
        k = len(set(labels))
        if k + 1 not in means:
            result.append(math.nan)
            continue
        (w, b), (w_next, b_next) = means[k], means[k + 1]
        result.append((b_next - b) / (w_next - w))
    return result


def choose(name, X, labelings, values):
    """The number of clusters that the literature's rule picks."""
    counts = [len(set(labels)) for labels in labelings]
    pairs = [(k, v) for k, v in zip(counts, values, strict=True) if not math.isnan(v)]
    if name in ("krzanowski_lai", "cubic_clustering_criterion", "jump"):
        return max(pairs, key=lambda pair: (pair[1], -pair[0]))[0]
    if name == "pham":
        k, v = min(pairs, key=lambda pair: (pair[1], pair[0]))
        return k if v < 0.85 else 1
    if name == "hartigan":
        return next((k for k, v in pairs if v <= 10), None)
    if name == "frey":
        for (k, v), (after, v_after) in pairwise(pairs):
            if after == k + 1 and v >= 1 > v_after:
                return k
        return None
    d = len(X[0])
    for k, split in zip(counts, splits(X, labelings), strict=True):
        if split is None:
            continue
        whole, parts, n = split
        spread = 2 * (1 - 8 / (math.pi**2 * d)) / (n * d)
        critical = 1 - 2 / (math.pi * d) - 3.2 * math.sqrt(spread)
        if name == "duda" and parts / whole >= critical:
            return k
        t2 = (whole - parts) / parts * (n - 2)
        if name == "pseudo_t2" and t2 <= (1 - critical) / critical * (n - 2):
            return k
        if name == "beale":
            F = (whole - parts) / parts / ((n - 1) / (n - 2) * 2 ** (2 / d) - 1)
            if f_distribution.sf(F, d, (n - 2) * d) >= 0.1:
                return k
    return None
