"""How good is a clustering? Exact, fast cluster validity for scikit-learn."""

__version__ = "0.1.0.dev0"

__all__ = []
