"""The only module that imports private names of scikit-learn."""

# private since it exists, but documented for developers of estimators
from sklearn.utils import _safe_indexing as safe_indexing

__all__ = ["safe_indexing"]
