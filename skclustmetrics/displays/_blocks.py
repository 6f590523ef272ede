"""Blocks above each other, one for each cluster: their places, colours and captions."""

from dataclasses import dataclass

import numpy as np

__all__ = ["Blocks", "cluster_colors", "join_bars", "new_axes"]

_MOST_BARS = 2000  # of one cluster; matplotlib needs minutes for a million
# neighbours differ, and none looks like the grey of the noise
_COLORS = [f"C{k}" for k in (0, 1, 2, 3, 4, 5, 6, 8, 9)]
_BLANK = 0.012  # between two blocks, as a share of the samples
_TEXT_SHARE = 0.75  # of the axes' height, at most, that the captions may claim
_LINE_HEIGHT = 1.25  # of a line of text, in font sizes
_POINTS_PER_INCH = 72


@dataclass(frozen=True)
class Blocks:
    """Where the blocks stand on the vertical axis, in samples from the top.

    Parameters
    ----------
    tops : ndarray of shape (n_blocks,)
        The upper edge of each block.
    centers : ndarray of shape (n_blocks,)
        The middle of each block.
    height : float
        The height of the axis.
    font_size : float
        The size at which one caption fits beside each block.
    """

    tops: np.ndarray
    centers: np.ndarray
    height: float
    font_size: float

    @classmethod
    def arrange(cls, sizes, ax):
        """Give each block room for its samples and for one line of text."""
        from matplotlib import rcParams

        sizes = np.asarray(sizes, dtype=float)
        points = ax.get_window_extent().height / ax.figure.dpi * _POINTS_PER_INCH
        largest = _TEXT_SHARE * points / (_LINE_HEIGHT * sizes.size)
        font_size = min(rcParams["font.size"], largest)
        rooms = _stretch(
            sizes + _BLANK * sizes.sum(), _LINE_HEIGHT * font_size / points
        )
        centers = np.cumsum(rooms) - rooms / 2
        return cls(centers - sizes / 2, centers, float(rooms.sum()), font_size)

    def write_beside(self, ax, left, right):
        """Write captions to the left and right of the blocks."""
        ax.set_yticks(self.centers, left, fontsize=self.font_size)
        ax.tick_params(axis="y", length=0)
        style = {"transform": ax.get_yaxis_transform(), "fontsize": self.font_size}
        for y, text in zip(self.centers, right, strict=True):
            ax.text(1.01, y, text, va="center", **style)


def cluster_colors(n_clusters, cmap):
    """Return one colour for each cluster."""
    if cmap is None:
        return [_COLORS[k % len(_COLORS)] for k in range(n_clusters)]
    from matplotlib.pyplot import get_cmap

    return list(get_cmap(cmap)(np.linspace(0, 1, n_clusters)))


def new_axes(n_blocks):
    """Return axes of a new figure, high enough for a caption at each block."""
    import matplotlib.pyplot as plt

    width, height = plt.rcParams["figure.figsize"]
    text_height = n_blocks * _LINE_HEIGHT * plt.rcParams["font.size"] / _POINTS_PER_INCH
    frame = 1.5  # inches for title and labels
    figsize = (width, max(height, text_height / _TEXT_SHARE + frame))
    _, ax = plt.subplots(figsize=figsize, layout="constrained")
    return ax


def join_bars(values):
    """Return lengths and edges of the bars, no more of them than a screen can show."""
    edges = np.linspace(0, values.size, min(values.size, _MOST_BARS) + 1).astype(int)
    return np.add.reduceat(values, edges[:-1]) / np.diff(edges), edges


def _stretch(heights, least_share):
    """Stretch the heights that are under a share of the sum, until none is."""
    stretched = heights
    for _ in range(99):  # the error shrinks by _TEXT_SHARE in each round
        stretched = np.maximum(heights, least_share * stretched.sum())
    return stretched
