import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from skclustmetrics._kernels._within_dispersion import log_within_dispersion

ORACLES = json.loads(
    gzip.decompress(
        (Path(__file__).parents[1] / "data/gap_oracles.json.gz").read_bytes()
    )
)
DATASETS = ORACLES["datasets"]


def brute_force(X, codes, power, weighted):
    total = 0.0
    for k in range(codes.max() + 1):
        own = X[codes == k]
        n = len(own)
        pairs = sum(np.sqrt(((a - b) ** 2).sum()) ** power for a in own for b in own)
        total += pairs / (2 * n) / (max(n - 1, 1) if weighted else 1)
    return np.log(total)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("power", [1, 2])
def test_plain_loops(power, weighted):
    rng = np.random.default_rng(1)
    X = rng.standard_normal((40, 3)) + np.arange(3)
    codes = rng.integers(0, 5, 40)
    codes[0] = 5  # alone
    expected = brute_force(X, codes, power, weighted)
    options = {"power": power, "weighted": weighted}
    assert log_within_dispersion(X, codes, **options) == pytest.approx(
        expected, rel=1e-13
    )
    left_out = np.where(rng.random(40) < 0.2, -1, codes)
    left_out[:6] = np.arange(6)
    kept = left_out >= 0
    expected = brute_force(X[kept], left_out[kept], power, weighted)
    found = log_within_dispersion(X, left_out, **options)
    assert found == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("name", DATASETS)
def test_values_of_r(name):
    dataset = DATASETS[name]
    X = np.array(dataset["X"])
    n_compared = 0
    for table in dataset["tables"]:
        for codes, log_w in zip(
            dataset["labels"].values(), table["log_w"], strict=True
        ):
            found = log_within_dispersion(X, np.array(codes), power=table["power"])
            assert found == pytest.approx(log_w, rel=1e-12)
            n_compared += 1
    assert n_compared == 24


@pytest.mark.parametrize("power", [1, 2])
def test_translation_and_scale(power):
    rng = np.random.default_rng(2)
    X = np.round(rng.standard_normal((30, 2)), 3)
    codes = np.arange(30) % 3
    expected = log_within_dispersion(X, codes, power=power)
    far = log_within_dispersion(X + 2.0**30, codes, power=power)
    assert far == pytest.approx(expected, rel=1e-6)
    for exponent in (-500, 500):
        found = log_within_dispersion(X * 2.0**exponent, codes, power=power)
        expected_there = expected + power * exponent * np.log(2)
        assert found == pytest.approx(expected_there, rel=1e-13)


@pytest.mark.parametrize("power", [1, 2])
def test_nothing_within(power):
    X = np.repeat([[0.1, 0.7], [3.3, 1e8]], 4, axis=0)
    codes = np.repeat([0, 1], 4)
    assert log_within_dispersion(X, codes, power=power) == -np.inf
    assert log_within_dispersion(X, np.arange(8), power=power) == -np.inf


def test_single_precision_and_workers():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((3000, 4)).astype(np.float32)
    codes = np.arange(3000) % 2
    for power in (1, 2):
        double = log_within_dispersion(X.astype(np.float64), codes, power=power)
        single = log_within_dispersion(X, codes, power=power)
        assert single == pytest.approx(double, rel=1e-6)
        assert log_within_dispersion(X, codes, power=power, n_jobs=2) == single
