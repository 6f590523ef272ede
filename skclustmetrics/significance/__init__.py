"""Whether a clustering could be chance, and how exact an index of it is."""

from skclustmetrics.significance._bootstrap import (
    BootstrapInterval,
    bootstrap_interval,
)
from skclustmetrics.significance._calibration import calibrate_indices
from skclustmetrics.significance._calibration_view import IndexCalibration
from skclustmetrics.significance._null_model import null_model_test
from skclustmetrics.significance._permutation_test import internal_permutation_test
from skclustmetrics.significance._result import SignificanceResult
from skclustmetrics.significance._sigclust import sigclust

__all__ = [
    "bootstrap_interval",
    "BootstrapInterval",
    "calibrate_indices",
    "IndexCalibration",
    "internal_permutation_test",
    "null_model_test",
    "sigclust",
    "SignificanceResult",
]
