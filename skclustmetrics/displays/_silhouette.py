"""The silhouette of every sample, cluster by cluster."""

from functools import cached_property

import numpy as np

from skclustmetrics._compat._matplotlib import check_matplotlib_support
from skclustmetrics._validation._data import settle_partition
from skclustmetrics.displays._blocks import (
    Blocks,
    cluster_colors,
    join_bars,
    new_axes,
)
from skclustmetrics.displays._scored_clusters import ScoredClusters
from skclustmetrics.internal import silhouette_samples
from skclustmetrics.scorers._labels import assign_labels

__all__ = ["SilhouetteDisplay"]


class SilhouetteDisplay:
    """Picture of the silhouette coefficients of a clustering.

    Each cluster is a block of horizontal bars, one for each sample, sorted by their
    length: the silhouette coefficients. Beside it stand the cluster's label, its
    number of samples and its mean. Noise is a grey block: without bars if it was left
    out and has no silhouettes, with bars if it was scored as one cluster or as
    clusters of one sample. In a block of more than 2,000 samples, neighbours share a
    bar at their mean.

    Use `from_predictions` or `from_estimator` to create one from data. The class
    itself takes coefficients that were computed before, for example those that a
    fitted `SilhouetteKSelector` keeps, and needs no distances at all.

    Parameters
    ----------
    silhouette_values : array-like of shape (n_samples,)
        The silhouette coefficient of each sample, NaN for noise.
    labels : array-like of shape (n_samples,)
        The label of each sample. Those of noise are not used.
    average : {"micro", "macro"}, default="micro"
        The mean that the line shows: that of the samples or that of the clusters'
        means.
    name : str, default=None
        What is shown, for the title.

    Attributes
    ----------
    bars_ : list of matplotlib StepPatch
        The bars of each cluster, in the order of the labels; those of scored noise at
        the end.
    line_ : matplotlib Line2D
        The line at the mean.
    noise_ : matplotlib Rectangle or None
        The block of the noise; None where there is none.
    ax_ : matplotlib Axes
        The axes with the picture.
    figure_ : matplotlib Figure
        The figure with the axes.

    See Also
    --------
    silhouette_samples : The silhouette coefficients.
    SilhouetteKSelector : Choose the number of clusters by the silhouette.

    References
    ----------
    .. [1] Rousseeuw, P. J. (1987). Silhouettes: a graphical aid to the interpretation
       and validation of cluster analysis. Journal of Computational and Applied
       Mathematics 20, 53-65. :doi:`10.1016/0377-0427(87)90125-7`

    Examples
    --------
    >>> from sklearn.cluster import DBSCAN
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import SilhouetteDisplay
    >>> X, _ = load_iris(return_X_y=True)
    >>> labels = DBSCAN(eps=0.5).fit_predict(X)
    >>> display = SilhouetteDisplay.from_predictions(X, labels)
    >>> round(display.score, 2), round(display.coverage, 2)
    (0.74, 0.89)
    """

    def __init__(self, silhouette_values, labels, *, average="micro", name=None):
        values = np.asarray(silhouette_values, dtype=float)
        labels = np.asarray(labels)
        if values.ndim != 1 or values.shape != labels.shape:
            raise ValueError(
                "silhouette_values and labels must both have shape (n_samples,); got "
                f"{values.shape} and {labels.shape}."
            )
        if np.isnan(values).all():
            raise ValueError("silhouette_values holds no value, only NaN.")
        if average not in ("micro", "macro"):
            raise ValueError(
                "The 'average' parameter must be one of 'micro', 'macro'. "
                f"Got {average!r} instead."
            )
        self.silhouette_values = values
        self.labels = labels
        self.average = average
        self.name = name

    @property
    def score(self):
        """The mean silhouette coefficient."""
        return self._scored.mean(self.average)

    @property
    def coverage(self):
        """The fraction of the samples that are not noise."""
        return self._scored.partition.coverage

    @classmethod
    def from_estimator(
        cls,
        estimator,
        X,
        *,
        metric="euclidean",
        metric_params=None,
        noise_label="negative",
        noise="drop",
        average="micro",
        space="input",
        n_jobs=None,
        name=None,
        ax=None,
        cmap=None,
        bar_kwargs=None,
        line_kwargs=None,
        noise_kwargs=None,
    ):
        """Draw the silhouette of the clusters that an estimator finds in X.

        The labels are those of ``estimator.predict(X)``. A clusterer without `predict`,
        and one that is not fitted, is cloned and fitted on `X`, as scorers do it:
        ``labels_`` belong to the samples of `fit`, which need not be these. To draw
        ``labels_``, give them to `from_predictions`.

        Parameters
        ----------
        estimator : estimator
            A clusterer or a Pipeline that ends with one. If it works on precomputed
            distances, `X` holds distances.
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The samples.
        metric : str or callable, default="euclidean"
            The distance, as in `silhouette_samples`.
        metric_params : dict, default=None
            Further arguments of the distance.
        noise_label : object, default="negative"
            Which labels are noise; None for no noise.
        noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
            What to do with noise: leave it out, make each sample its own cluster, give
            it to the cluster of its nearest clustered sample, or make it one cluster.
        average : {"micro", "macro"}, default="micro"
            The mean that the line shows: of the samples, or of the clusters' means.
        space : {"input", "transformed"}, default="input"
            For a Pipeline, whether distances are taken in `X` as given or as its last
            step sees it.
        n_jobs : int, default=None
            Number of parallel jobs, as in `silhouette_samples`.
        name : str, default=None
            What is shown, for the title; None takes the name of the clusterer's class.
        ax : matplotlib Axes, default=None
            The axes to draw in; None makes a new figure.
        cmap : str or matplotlib Colormap, default=None
            The colours of the clusters; None repeats matplotlib's cycle, without grey.
        bar_kwargs : dict, default=None
            Keyword arguments for ``Axes.stairs``, which draws the clusters.
        line_kwargs : dict, default=None
            Keyword arguments for ``Axes.axvline``, which draws the mean.
        noise_kwargs : dict, default=None
            Keyword arguments for ``Axes.axhspan``, which draws the noise.

        Returns
        -------
        display : SilhouetteDisplay
            The display, drawn.
        """
        check_matplotlib_support(f"{cls.__name__}.from_estimator")
        assignment = assign_labels(estimator, X, space=space)
        if assignment.precomputed == "similarities" and metric != "precomputed":
            raise ValueError(
                f"{estimator!r} works on similarities, the silhouette on distances. "
                "Give distances and the labels to from_predictions, with "
                "metric='precomputed'."
            )
        if assignment.precomputed == "distances":
            metric = "precomputed"
        return cls.from_predictions(
            assignment.X,
            assignment.labels,
            metric=metric,
            metric_params=metric_params,
            noise_label=noise_label,
            noise=noise,
            average=average,
            n_jobs=n_jobs,
            name=_clusterer_name(estimator) if name is None else name,
            ax=ax,
            cmap=cmap,
            bar_kwargs=bar_kwargs,
            line_kwargs=line_kwargs,
            noise_kwargs=noise_kwargs,
        )

    @classmethod
    def from_predictions(
        cls,
        X,
        labels,
        *,
        metric="euclidean",
        metric_params=None,
        noise_label="negative",
        noise="drop",
        average="micro",
        n_jobs=None,
        name=None,
        ax=None,
        cmap=None,
        bar_kwargs=None,
        line_kwargs=None,
        noise_kwargs=None,
    ):
        """Draw the silhouette of given labels.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features) or \
                (n_samples, n_samples) if metric == "precomputed"
            The samples, or the distances between them.
        labels : array-like of shape (n_samples,)
            The cluster of each sample.
        metric : str or callable, default="euclidean"
            The distance, as in `silhouette_samples`.
        metric_params : dict, default=None
            Further arguments of the distance.
        noise_label : object, default="negative"
            Which labels are noise; None for no noise.
        noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
            What to do with noise: leave it out, make each sample its own cluster, give
            it to the cluster of its nearest clustered sample, or make it one cluster.
        average : {"micro", "macro"}, default="micro"
            The mean that the line shows: of the samples, or of the clusters' means.
        n_jobs : int, default=None
            Number of parallel jobs, as in `silhouette_samples`.
        name : str, default=None
            What is shown, for the title.
        ax : matplotlib Axes, default=None
            The axes to draw in; None makes a new figure.
        cmap : str or matplotlib Colormap, default=None
            The colours of the clusters; None repeats matplotlib's cycle, without grey.
        bar_kwargs : dict, default=None
            Keyword arguments for ``Axes.stairs``, which draws the clusters.
        line_kwargs : dict, default=None
            Keyword arguments for ``Axes.axvline``, which draws the mean.
        noise_kwargs : dict, default=None
            Keyword arguments for ``Axes.axhspan``, which draws the noise.

        Returns
        -------
        display : SilhouetteDisplay
            The display, drawn.
        """
        check_matplotlib_support(f"{cls.__name__}.from_predictions")
        shared = {"metric": metric, "noise_label": noise_label, "noise": noise}
        params = metric_params or {}
        values = silhouette_samples(X, labels, n_jobs=n_jobs, **shared, **params)
        display = cls(values, labels, average=average, name=name)
        partition = settle_partition(X, labels, params=params, weights=None, **shared)
        display._scored = ScoredClusters(values, partition)
        return display.plot(
            ax=ax,
            cmap=cmap,
            bar_kwargs=bar_kwargs,
            line_kwargs=line_kwargs,
            noise_kwargs=noise_kwargs,
        )

    def plot(
        self,
        ax=None,
        *,
        name=None,
        cmap=None,
        bar_kwargs=None,
        line_kwargs=None,
        noise_kwargs=None,
    ):
        """Draw the coefficients; nothing is computed again.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            The axes to draw in; None makes a new figure.
        name : str, default=None
            What is shown, for the title; None takes the display's name.
        cmap : str or matplotlib Colormap, default=None
            The colours of the clusters; None repeats matplotlib's cycle, without grey.
        bar_kwargs : dict, default=None
            Keyword arguments for ``Axes.stairs``, which draws the clusters.
        line_kwargs : dict, default=None
            Keyword arguments for ``Axes.axvline``, which draws the mean.
        noise_kwargs : dict, default=None
            Keyword arguments for ``Axes.axhspan``, which draws the noise.

        Returns
        -------
        display : SilhouetteDisplay
            The display itself.
        """
        check_matplotlib_support(f"{type(self).__name__}.plot")
        clusters = self._scored.clusters
        n_noise, noise_values = self._scored.noise
        sizes = [values.size for values in clusters.values()]
        if n_noise:
            sizes.append(n_noise)
        if ax is None:
            ax = new_axes(len(sizes))
        blocks = Blocks.arrange(sizes, ax)

        self.bars_ = []
        colors = cluster_colors(len(clusters), cmap)
        for k, values in enumerate(clusters.values()):
            heights, edges = join_bars(values)
            style = {"fill": True, "color": colors[k], **(bar_kwargs or {})}
            style["orientation"] = "horizontal"
            bars = ax.stairs(heights, blocks.tops[k] + edges, **style)
            self.bars_.append(bars)
        self.noise_ = None
        if n_noise:
            top = blocks.tops[-1]
            style = {"color": "0.85", "zorder": 0, **(noise_kwargs or {})}
            self.noise_ = ax.axhspan(top, top + n_noise, **style)
        if noise_values.size:
            heights, edges = join_bars(noise_values)
            style = {"fill": True, "color": "0.5", **(bar_kwargs or {})}
            style["orientation"] = "horizontal"
            self.bars_.append(ax.stairs(heights, blocks.tops[-1] + edges, **style))
        style = {"color": "black", "linestyle": "--", "linewidth": 1}
        style = {**style, "label": f"mean {self.score:.3f}", **(line_kwargs or {})}
        self.line_ = ax.axvline(self.score, **style)

        lowest = self._scored.values_kept.min()
        ax.set(
            xlim=(min(-0.05, 1.05 * lowest), 1),
            ylim=(blocks.height, 0),
            xlabel="Silhouette coefficient",
            title=self._title(self.name if name is None else name),
        )
        left = [f"{label}  (n={len(values)})" for label, values in clusters.items()]
        right = [f"mean {np.mean(values):.3f}" for values in clusters.values()]
        if n_noise:
            left.append(f"noise  (n={n_noise})")
            scored = noise_values.size > 0
            right.append(f"mean {noise_values.mean():.3f}" if scored else "not scored")
        blocks.write_beside(ax, left, right)
        self.ax_ = ax
        self.figure_ = ax.figure
        return self

    @cached_property
    def _scored(self):
        return ScoredClusters.without_nan(self.silhouette_values, self.labels)

    def _title(self, name):
        mean = "macro mean" if self.average == "macro" else "mean"
        facts = [f"{mean} silhouette {self.score:.3f}"]
        n_clusters = len(self._scored.clusters)
        facts.append(f"{n_clusters} cluster" + "s" * (n_clusters != 1))
        if self.coverage < 1:
            facts.append(f"coverage {_percent(self.coverage)}")
        text = ", ".join(facts)
        return f"{name}\n{text}" if name else text[0].upper() + text[1:]


def _percent(fraction):
    """Round to whole per cent, but never to all or nothing."""
    return f"{min(max(round(100 * fraction), 1), 99)} %"


def _clusterer_name(estimator):
    last = estimator.steps[-1][1] if hasattr(estimator, "steps") else estimator
    return type(last).__name__
