"""scikit-learn's own test modules pass with this package's functions in its place."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import skclustmetrics

HERE = Path(__file__).parent

# module: at least so many of its tests must run and pass, on every supported version
MODULES = {"test_unsupervised": 44, "test_supervised": 33, "test_common": 66}


@pytest.mark.parametrize("module", MODULES)
def test_module_passes_with_our_functions(module, tmp_path):
    report = tmp_path / "report.xml"
    settings = tmp_path / "pytest.ini"
    settings.write_text("[pytest]\n")
    package_parent = Path(skclustmetrics.__file__).parents[1]
    search_path = [str(HERE), str(package_parent), os.environ.get("PYTHONPATH", "")]
    finished = subprocess.run(
        [
            *[sys.executable, "-m", "pytest", "-q", "-p", "swap_plugin"],
            *["-p", "no:cacheprovider", "-c", str(settings), "--rootdir", tmp_path],
            *[f"--junitxml={report}", "--pyargs"],
            f"sklearn.metrics.cluster.tests.{module}",
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, search_path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout[-10_000:] + finished.stderr
    suite = ElementTree.parse(report).getroot().find("testsuite")
    tests, failures, errors, skipped = (
        int(suite.get(kind)) for kind in ("tests", "failures", "errors", "skipped")
    )
    assert failures == errors == 0
    assert tests - skipped >= MODULES[module]
