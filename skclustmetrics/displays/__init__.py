"""Displays: pictures of a clustering and of its indices."""

from skclustmetrics.displays._silhouette import SilhouetteDisplay

__all__ = ["SilhouetteDisplay"]
