"""Labels of any kind, and what may mean noise among them."""

import datetime
from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from skclustmetrics import adjusted_rand_score, drop_noise, silhouette_score
from skclustmetrics._validation._labels import encode_labels
from skclustmetrics._validation._noise import make_partition

X = np.array([[0.0], [0.1], [0.3], [5.0], [5.2], [9.0]])
PLAIN = [0, 0, 0, 1, 1, 2]
LABELS = {
    "integers": PLAIN,
    "gapped": [-7, -7, -7, 10**12, 10**12, 3 * 10**12],
    "booleans and integers": np.array(PLAIN, dtype=np.uint8),
    "strings": list("aaabbc"),
    "bytes": [b"a", b"a", b"a", b"b", b"b", b"c"],
    "whole floats": [0.0, 0.0, 0.0, 1.0, 1.0, 2.0],
    "objects": np.array(PLAIN, dtype=object),
    "beyond int64": [2**70] * 3 + [2**71] * 2 + [2**72],
    "fractions": [Fraction(k, 3) for k in PLAIN],
    "dates": np.array([f"2020-01-0{k + 1}" for k in PLAIN], dtype="datetime64[D]"),
    "date objects": [datetime.date(2020, 1, k + 1) for k in PLAIN],
}


@pytest.mark.parametrize("kind", LABELS)
def test_every_kind_is_the_same_partition(kind):
    codes, classes = encode_labels(LABELS[kind])
    assert_array_equal(codes, PLAIN)
    assert len(classes) == 3
    assert silhouette_score(X, LABELS[kind]) == silhouette_score(X, PLAIN)
    assert adjusted_rand_score(LABELS[kind], PLAIN) == 1.0


@pytest.mark.parametrize("kind", LABELS)
def test_noise_is_found_by_its_label_and_not_by_a_code(kind):
    labels = LABELS[kind]
    partition = make_partition(labels, noise_label=labels[-1])
    assert_array_equal(partition.kept, [True] * 5 + [False])
    if kind in ("beyond int64", "fractions"):
        # what no label equals is no noise, even if it equals the number of a cluster
        assert make_partition(labels, noise_label=2).kept is None
        assert_array_equal(
            make_partition(labels, noise_label=[5, labels[0]]).kept,
            [False] * 3 + [True] * 3,
        )


@pytest.mark.parametrize("kind", ["date objects", "fractions", "beyond int64"])
def test_indices_take_noise_labels_of_any_kind(kind):
    labels = LABELS[kind]
    assert silhouette_score(X, labels, noise_label=labels[-1]) == pytest.approx(
        silhouette_score(X[:5], PLAIN[:5])
    )
    for bad in (object(), [[0]], {"a": 1}, print):
        with pytest.raises(TypeError, match="noise_label must be None"):
            silhouette_score(X, labels, noise_label=bad)


def test_negative_numbers_of_any_kind():
    for labels in ([-(2**70), 1, 1], [Fraction(-1, 3), Fraction(1), Fraction(1)]):
        _, kept, mask = drop_noise(X[:3], labels)
        assert_array_equal(mask, [False, True, True])
        assert kept == labels[1:]


def test_labels_of_no_common_order_are_refused():
    with pytest.raises(TypeError, match=r"no common order \(int, str\)"):
        encode_labels([0, "a", 1])
