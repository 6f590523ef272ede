"""How far two labellings agree, against plain loops."""

from itertools import combinations

import numpy as np
import pytest

from skclustmetrics import prediction_strength_score
from skclustmetrics.stability._agreement import (
    best_jaccard,
    share_of_differing_pairs,
    strength_of_prediction,
)
from skclustmetrics.stability._consensus_pairs import (
    NOT_DRAWN,
    count_consensus,
    fill_consensus,
)


def draw(seed, n=30, k=4, noise=0.15):
    rng = np.random.RandomState(seed)
    codes = rng.randint(k, size=n)
    codes[rng.rand(n) < noise] = -1
    return codes


def together(codes, i, j):
    return codes[i] == codes[j] and codes[i] >= 0


@pytest.mark.parametrize("seed", range(10))
def test_best_jaccard(seed):
    codes, other = draw(seed), draw(seed + 100, k=3)
    expected = []
    for k in range(5):  # the last is empty
        own = set(np.flatnonzero(codes == k))
        shares = [0.0]
        for j in range(3):
            theirs = set(np.flatnonzero(other == j))
            if own | theirs:
                shares.append(len(own & theirs) / len(own | theirs))
        expected.append(max(shares))
    np.testing.assert_allclose(best_jaccard(codes, 5, other), expected)


@pytest.mark.parametrize("seed", range(10))
def test_share_of_differing_pairs(seed):
    codes, other = draw(seed), draw(seed + 100)
    pairs = list(combinations(range(30), 2))
    differing = [together(codes, *p) != together(other, *p) for p in pairs]
    found = share_of_differing_pairs(codes, other)
    assert found == pytest.approx(np.mean(differing), rel=1e-12)
    assert found == share_of_differing_pairs(other, codes)
    assert share_of_differing_pairs(codes, codes) == 0


@pytest.mark.parametrize("seed", range(10))
def test_strength_of_prediction(seed):
    codes, predicted = draw(seed), draw(seed + 100, k=2)
    strengths = []
    for k in range(4):
        pairs = list(combinations(np.flatnonzero(codes == k), 2))
        if pairs:
            strengths.append(np.mean([together(predicted, *p) for p in pairs]))
    found = strength_of_prediction(codes, predicted)
    assert found == pytest.approx(min(strengths), rel=1e-12)
    if (predicted >= 0).all() and (codes >= 0).all():
        assert found == prediction_strength_score(codes, predicted)


def test_limits_of_strength():
    nothing = np.full(5, -1)
    clusters = np.array([0, 0, 1, 1, 2])
    assert strength_of_prediction(nothing, clusters) == 0
    assert strength_of_prediction(clusters, nothing) == 0
    assert strength_of_prediction(np.arange(5), nothing) == 1
    assert share_of_differing_pairs(np.array([0]), np.array([0])) == 0


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_consensus(seed, n_jobs):
    rng = np.random.RandomState(seed)
    labels = np.array([draw(100 * seed + b, n=17) for b in range(8)])
    labels[rng.rand(*labels.shape) < 0.6] = NOT_DRAWN
    expected = np.full((17, 17), np.nan)
    for i in range(17):
        for j in range(17):
            both = (labels[:, i] != NOT_DRAWN) & (labels[:, j] != NOT_DRAWN)
            if i == j:
                expected[i, j] = 1 if both.any() else np.nan
            elif both.any():
                met = (labels[:, i] == labels[:, j]) & (labels[:, i] >= 0)
                expected[i, j] = met[both].mean()
    np.testing.assert_allclose(fill_consensus(labels, n_jobs), expected)
    counts = count_consensus(labels, n_jobs)
    pairs = expected[np.triu_indices(17, 1)]
    seen = pairs[~np.isnan(pairs)]
    assert counts.n_unseen == np.isnan(pairs).sum()
    assert counts.n_pairs == seen.size
    np.testing.assert_allclose(counts.values, np.unique(seen))
    np.testing.assert_allclose(
        counts.cdf, [np.mean(seen <= v + 1e-12) for v in np.unique(seen)]
    )
    assert counts.area == pytest.approx(1 - seen.mean())
    ambiguous = np.mean((seen > 0.1) & (seen <= 0.9))
    assert counts.ambiguous(0.1, 0.9) == pytest.approx(ambiguous)
