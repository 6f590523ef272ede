"""Logarithms of factorials and binomials, against many digits."""

import itertools

import mpmath
import numpy as np
import pytest

from skclustmetrics._kernels._log_factorials import factorial_remainder, log_binomial

COUNTS = [1, 2, 3, 5, 9, 15, 16, 17, 40, 1000, 10**6, 10**10, 10**15, 10**18]


def test_remainder_of_a_log_factorial():
    with mpmath.workdps(60):
        exact = [float(mpmath.loggamma(k + 1) - k * mpmath.log(k) + k) for k in COUNTS]
    assert factorial_remainder(COUNTS) == pytest.approx(exact, rel=1e-14)
    assert factorial_remainder([0]).tolist() == [0.0]


def test_log_binomial_of_any_size():
    chosen, others = np.array(list(itertools.product(COUNTS, repeat=2)), object).T
    with mpmath.workdps(60):
        exact = [
            float(
                mpmath.loggamma(m + k + 1)
                - mpmath.loggamma(m + 1)
                - mpmath.loggamma(k + 1)
            )
            for m, k in zip(chosen, others, strict=True)
        ]
    assert log_binomial(chosen, others) == pytest.approx(exact, rel=3e-15)
