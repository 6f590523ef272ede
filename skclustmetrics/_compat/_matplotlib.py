"""matplotlib is an extra: say so clearly where it is missing."""

__all__ = ["check_matplotlib_support"]


def check_matplotlib_support(caller):
    """Raise an ImportError that names the caller and the way out."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ImportError(
            f"{caller} requires matplotlib. Install it with "
            "`pip install 'skclustmetrics[plot]'` or `pip install matplotlib`."
        ) from error
