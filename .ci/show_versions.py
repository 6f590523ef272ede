"""Print the Python and the versions of the packages that matter, on one line."""

import platform
from importlib.metadata import version

names = ["scikit-learn", "numpy", "scipy", "joblib", "threadpoolctl"]
print("Python", platform.python_version(), *(f"{n} {version(n)}" for n in names))
