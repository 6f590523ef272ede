"""Set matching from the definitions: sets of samples, every one-to-one matching."""

import itertools
from fractions import Fraction


def clusters(labels):
    """The clusters as sets of sample numbers."""
    return [
        {i for i, label in enumerate(labels) if label == name}
        for name in sorted(set(labels))
    ]


def overlaps(labels_true, labels_pred):
    """Table of the sizes of the intersections."""
    return [[len(u & v) for v in clusters(labels_pred)] for u in clusters(labels_true)]


def matchings(n_rows, n_columns):
    """Every matching of min(n_rows, n_columns) pairs."""
    if n_rows <= n_columns:
        for columns in itertools.permutations(range(n_columns), n_rows):
            yield list(zip(range(n_rows), columns, strict=True))
    else:
        for rows in itertools.permutations(range(n_rows), n_columns):
            yield list(zip(rows, range(n_columns), strict=True))


def best_total(table):
    """Largest sum over a matching."""
    return max(
        sum(table[i][j] for i, j in matching)
        for matching in matchings(len(table), len(table[0]))
    )


def clustering_accuracy(labels_true, labels_pred):
    total = best_total(overlaps(labels_true, labels_pred))
    return Fraction(total, len(labels_true))


def s2(labels_true, labels_pred):
    """Largest S2 among the matchings of largest total overlap."""
    truth, prediction = clusters(labels_true), clusters(labels_pred)
    n = len(labels_true)

    def term(u, v):
        shared = len(u & v)
        sensitivity = Fraction(shared, len(u))
        outside = set(range(n)) - u
        specificity = Fraction(len(outside - v), len(outside))
        if sensitivity + specificity == 0:
            return Fraction(0)
        return 2 * sensitivity * specificity / (sensitivity + specificity)

    scored = [
        (
            sum(len(truth[i] & prediction[j]) for i, j in matching),
            sum(term(truth[i], prediction[j]) for i, j in matching) / len(matching),
        )
        for matching in matchings(len(truth), len(prediction))
    ]
    return max(scored)[1]


def purity(labels_true, labels_pred):
    return Fraction(
        sum(
            max(len(u & v) for u in clusters(labels_true))
            for v in clusters(labels_pred)
        ),
        len(labels_true),
    )


def set_matching_f(labels_true, labels_pred, beta=1):
    total = Fraction(0)
    for u in clusters(labels_true):
        best = Fraction(0)
        for v in clusters(labels_pred):
            precision = Fraction(len(u & v), len(v))
            recall = Fraction(len(u & v), len(u))
            if precision + recall:
                best = max(
                    best,
                    (beta**2 + 1) * precision * recall / (beta**2 * precision + recall),
                )
        total += Fraction(len(u), len(labels_true)) * best
    return total


def van_dongen(labels_true, labels_pred):
    table = overlaps(labels_true, labels_pred)
    return (
        2 * len(labels_true)
        - sum(max(row) for row in table)
        - sum(max(column) for column in zip(*table, strict=True))
    )


def normalized_clustering_accuracy(labels_true, labels_pred):
    """Mean over the classes of the share above the uniform share, 0 as padding."""
    truth, prediction = clusters(labels_true), clusters(labels_pred)
    n_classes = len(truth)
    prediction += [set()] * max(0, n_classes - len(prediction))
    best = None
    for columns in itertools.permutations(range(len(prediction)), n_classes):
        total = Fraction(0)
        for u, j in zip(truth, columns, strict=True):
            chance = Fraction(len(u), n_classes)
            total += (len(u & prediction[j]) - chance) / (len(u) - chance)
        best = total if best is None else max(best, total)
    return best / n_classes


def normalized_pivoted_accuracy(labels_true, labels_pred):
    chance = Fraction(1, max(len(set(labels_true)), len(set(labels_pred))))
    return (clustering_accuracy(labels_true, labels_pred) - chance) / (1 - chance)


def pair_sets_index(labels_true, labels_pred, simplified=False):
    """The index before it is clipped at 0."""
    truth, prediction = clusters(labels_true), clusters(labels_pred)
    table = [
        [Fraction(len(u & v), max(len(u), len(v))) for v in prediction] for u in truth
    ]
    sizes = [sorted(map(len, side), reverse=True) for side in (truth, prediction)]
    expected = sum(
        Fraction(a * b, len(labels_true)) / max(a, b)
        for a, b in zip(*sizes, strict=False)
    )
    if simplified:
        expected = Fraction(1)
    most = max(len(truth), len(prediction))
    return (best_total(table) - expected) / (most - expected)


def generalized_centroid_index(labels_true, labels_pred):
    truth, prediction = clusters(labels_true), clusters(labels_pred)

    def orphans(from_clusters, to_clusters):
        choices = []
        for u in from_clusters:
            similarity = [Fraction(len(u & v), len(u | v)) for v in to_clusters]
            best = max(similarity)
            choices.append([j for j, s in enumerate(similarity) if s == best])
        pointed_at = max(len(set(choice)) for choice in itertools.product(*choices))
        return len(to_clusters) - pointed_at

    return max(orphans(truth, prediction), orphans(prediction, truth))
