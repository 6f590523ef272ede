import subprocess
import sys
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
import sklearn.metrics
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.cluster import DBSCAN, AffinityPropagation, AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris
from sklearn.metrics import pairwise_distances
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from skclustmetrics import SilhouetteDisplay, silhouette_samples, silhouette_score

X = load_iris().data
KMEANS = KMeans(3, n_init=1, random_state=0).fit(X)
NOISY = DBSCAN(eps=0.42).fit_predict(X)


@pytest.fixture(autouse=True)
def agg():
    """Draw without a screen, and leave no figure behind."""
    before = mpl.get_backend()
    mpl.use("agg")
    yield
    plt.close("all")
    mpl.use(before)


def _written(display):
    """All text beside the blocks."""
    left = [label.get_text() for label in display.ax_.get_yticklabels()]
    right = [text.get_text() for text in display.ax_.texts]
    return left, right


def test_bars_are_the_coefficients():
    labels = KMEANS.labels_
    display = SilhouetteDisplay.from_predictions(X, labels)
    expected = sklearn.metrics.silhouette_samples(X, labels)
    assert_allclose(display.silhouette_values, expected, rtol=1e-9)
    assert len(display.bars_) == 3
    for label, bars in enumerate(display.bars_):
        values, edges, _ = bars.get_data()
        assert_allclose(values, np.sort(expected[labels == label])[::-1], rtol=1e-9)
        assert_allclose(np.diff(edges), 1)
    assert display.noise_ is None
    assert display.coverage == 1
    assert display.score == pytest.approx(silhouette_score(X, labels), rel=1e-12)
    assert_array_equal(display.line_.get_xdata(), [display.score] * 2)
    assert display.figure_ is display.ax_.figure
    assert "coverage" not in display.ax_.get_title()


def test_blocks_do_not_overlap_and_stay_inside():
    display = SilhouetteDisplay.from_predictions(X, NOISY)
    edges = [bars.get_data()[1][[0, -1]] for bars in display.bars_]
    noise = display.noise_.get_bbox()
    edges.append(np.array([noise.ymin, noise.ymax]))
    bottom, top = display.ax_.get_ylim()
    places = np.concatenate([[top], *edges, [bottom]])
    assert np.all(np.diff(places) > 0)


def test_noise_is_shown_but_not_scored():
    display = SilhouetteDisplay.from_predictions(X, NOISY)
    kept = NOISY >= 0
    assert 0.5 < kept.mean() < 1
    expected = sklearn.metrics.silhouette_samples(X[kept], NOISY[kept])
    assert_allclose(display.silhouette_values[kept], expected, rtol=1e-9)
    assert np.isnan(display.silhouette_values[~kept]).all()
    assert display.score == pytest.approx(expected.mean(), rel=1e-9)
    assert display.coverage == pytest.approx(kept.mean())
    assert display.noise_.get_bbox().height == pytest.approx((~kept).sum())
    left, right = _written(display)
    assert left[-1] == f"noise  (n={(~kept).sum()})"
    assert right[-1] == "not scored"
    assert f"coverage {100 * kept.mean():.0f} %" in display.ax_.get_title()


def test_every_label_can_be_a_cluster():
    display = SilhouetteDisplay.from_predictions(X, NOISY, noise_label=None)
    assert display.noise_ is None
    assert len(display.bars_) == np.unique(NOISY).size
    assert _written(display)[0][0].startswith("-1 ")


def test_captions_tell_label_size_and_mean():
    names = load_iris().target_names[load_iris().target]
    display = SilhouetteDisplay.from_predictions(X, names)
    left, right = _written(display)
    assert left == ["setosa  (n=50)", "versicolor  (n=50)", "virginica  (n=50)"]
    values = silhouette_samples(X, names)
    means = [f"mean {values[names == name].mean():.3f}" for name in np.unique(names)]
    assert right == means


def test_large_clusters_are_drawn_with_fewer_bars():
    values = np.random.RandomState(0).uniform(-0.5, 1, size=50_001)
    labels = np.r_[np.zeros(50_000, int), 1]
    display = SilhouetteDisplay(values, labels).plot()
    drawn, edges, _ = display.bars_[0].get_data()
    assert drawn.size == 2000
    assert edges[-1] - edges[0] == pytest.approx(50_000)
    exact = np.sort(values[:-1])[::-1].reshape(2000, 25).mean(axis=1)
    assert_allclose(drawn, exact, rtol=1e-9, atol=1e-12)
    assert display.score == pytest.approx(values.mean(), rel=1e-9)


def test_macro_average():
    names = load_iris().target_names[load_iris().target][:120]
    display = SilhouetteDisplay.from_predictions(X[:120], names, average="macro")
    micro = SilhouetteDisplay.from_predictions(X[:120], names)
    assert display.score == pytest.approx(
        silhouette_score(X[:120], names, average="macro"), rel=1e-12
    )
    assert display.score != pytest.approx(micro.score)
    assert "acro mean" in display.ax_.get_title()


@pytest.mark.parametrize("n_clusters", [2, 60])
def test_captions_do_not_overlap(n_clusters):
    rng = np.random.RandomState(0)
    # one large cluster and many tiny ones
    labels = np.r_[np.repeat(np.arange(n_clusters), 2), np.zeros(2000, int)]
    display = SilhouetteDisplay(rng.uniform(size=labels.size), labels).plot()
    display.figure_.canvas.draw()
    for column in (display.ax_.get_yticklabels(), display.ax_.texts):
        extents = [text.get_window_extent() for text in column]
        middles = [(extent.y0 + extent.y1) / 2 for extent in extents]
        heights = [extent.height for extent in extents]
        assert len(middles) == n_clusters
        assert np.min(-np.diff(middles)) > 0.8 * max(heights)


def test_captions_stand_at_their_blocks():
    labels = np.repeat(np.arange(30), np.arange(1, 31))
    display = SilhouetteDisplay(np.linspace(-1, 1, labels.size), labels).plot()
    middles = [bars.get_data()[1][[0, -1]].mean() for bars in display.bars_]
    assert_allclose(display.ax_.get_yticks(), middles, rtol=1e-9)


def test_from_estimator_predicts():
    half = KMeans(3, n_init=1, random_state=0).fit(X[::2])
    display = SilhouetteDisplay.from_estimator(half, X)
    assert_array_equal(display.labels, half.predict(X))
    assert display.name == "KMeans"
    assert display.ax_.get_title().startswith("KMeans\n")


def test_from_estimator_never_takes_labels_of_other_samples():
    first, second = X[::2], X[1::2][::-1]  # of the same length
    clusterer = AgglomerativeClustering(3).fit(first)
    display = SilhouetteDisplay.from_estimator(clusterer, second)
    assert_array_equal(display.labels, AgglomerativeClustering(3).fit_predict(second))
    assert not np.array_equal(display.labels, clusterer.labels_)


@pytest.mark.parametrize("fresh", [KMeans(3, n_init=1), AgglomerativeClustering(3)])
def test_from_estimator_fits_a_clone_of_what_is_not_fitted(fresh):
    display = SilhouetteDisplay.from_estimator(fresh, X)
    assert len(display.bars_) == 3
    assert not hasattr(fresh, "labels_")


def test_from_estimator_takes_distances():
    distances = pairwise_distances(X)
    clusterer = DBSCAN(eps=0.42, metric="precomputed")
    display = SilhouetteDisplay.from_estimator(clusterer, distances)
    expected = SilhouetteDisplay.from_predictions(X, NOISY)
    assert_allclose(
        display.silhouette_values, expected.silhouette_values, rtol=1e-9, atol=1e-12
    )


def test_from_estimator_refuses_similarities():
    clusterer = AffinityPropagation(affinity="precomputed", random_state=0)
    with pytest.raises(ValueError, match="similarities"):
        SilhouetteDisplay.from_estimator(clusterer, -pairwise_distances(X[:40]))


@pytest.mark.parametrize("space", ["input", "transformed"])
def test_from_estimator_scores_in_the_wanted_space(space):
    pipeline = make_pipeline(StandardScaler(), KMeans(3, n_init=1, random_state=0))
    labels = pipeline.fit_predict(X)
    seen = X if space == "input" else StandardScaler().fit_transform(X)
    display = SilhouetteDisplay.from_estimator(pipeline, X, space=space)
    assert_allclose(display.silhouette_values, silhouette_samples(seen, labels))
    assert display.name == "KMeans"


def test_metric_and_its_parameters():
    labels = KMEANS.labels_
    display = SilhouetteDisplay.from_predictions(
        X, labels, metric="minkowski", metric_params={"p": 3}
    )
    expected = sklearn.metrics.silhouette_samples(X, labels, metric="minkowski", p=3)
    assert_allclose(display.silhouette_values, expected, rtol=1e-9)


def test_plot_computes_nothing_again(monkeypatch):
    display = SilhouetteDisplay.from_predictions(X, NOISY)
    module = sys.modules[SilhouetteDisplay.__module__]
    monkeypatch.delattr(module, "silhouette_samples")
    monkeypatch.delattr(module, "assign_labels")
    first = display.figure_
    _, ax = plt.subplots()
    assert display.plot(ax=ax, name="again") is display
    assert display.ax_ is ax
    assert display.figure_ is not first
    assert ax.get_title().startswith("again\n")


def test_styles_reach_the_artists():
    display = SilhouetteDisplay.from_predictions(
        X,
        NOISY,
        cmap="viridis",
        bar_kwargs={"alpha": 0.25},
        line_kwargs={"color": "red", "label": "average"},
        noise_kwargs={"color": "blue"},
    )
    assert {bars.get_alpha() for bars in display.bars_} == {0.25}
    assert len({bars.get_facecolor() for bars in display.bars_}) == len(display.bars_)
    assert display.line_.get_color() == "red"
    assert display.line_.get_label() == "average"
    assert display.noise_.get_facecolor() == mpl.colors.to_rgba("blue")


def test_noise_and_clusters_differ_in_colour():
    labels = np.repeat(np.arange(25), 3)
    display = SilhouetteDisplay(np.linspace(0, 1, 75), labels).plot()
    colors = [bars.get_facecolor()[:3] for bars in display.bars_]
    assert all(np.ptp(color) > 0.1 for color in colors)  # none is grey
    assert all(a != b for a, b in pairwise(colors))


@pytest.mark.parametrize(
    ("values", "labels", "options", "message"),
    [
        ([0.1, 0.2], [0, 1, 1], {}, "must both have shape"),
        ([[0.1], [0.2]], [[0], [1]], {}, "must both have shape"),
        ([np.nan, np.nan], [-1, -1], {}, "only NaN"),
        ([0.1, 0.2], [0, 1], {"average": "median"}, "'average' parameter.*'median'"),
    ],
)
def test_bad_input(values, labels, options, message):
    with pytest.raises(ValueError, match=message):
        SilhouetteDisplay(values, labels, **options)


def test_undefined_partitions_are_refused():
    with pytest.raises(ValueError, match="labels is"):
        SilhouetteDisplay.from_predictions(X, np.zeros(len(X), int))


def test_missing_matplotlib_is_named():
    code = """
import sys
sys.modules["matplotlib"] = None
from sklearn.datasets import load_iris
from skclustmetrics import SilhouetteDisplay
X, y = load_iris(return_X_y=True)
for draw in (
    lambda: SilhouetteDisplay.from_predictions(X, y),
    lambda: SilhouetteDisplay.from_estimator(None, X),
    lambda: SilhouetteDisplay([0.5, 0.5], [0, 1]).plot(),
):
    try:
        draw()
    except ImportError as error:
        assert "SilhouetteDisplay." in str(error), error
        assert "skclustmetrics[plot]" in str(error), error
    else:
        raise AssertionError("no error")
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("average", ["micro", "macro"])
@pytest.mark.parametrize("noise", ["drop", "singletons", "nearest", "cluster"])
def test_every_reading_of_noise(noise, average):
    display = SilhouetteDisplay.from_predictions(X, NOISY, noise=noise, average=average)
    policy = {"noise_label": "negative", "noise": noise}
    assert display.score == pytest.approx(
        silhouette_score(X, NOISY, average=average, **policy), rel=1e-12
    )
    assert_array_equal(
        display.silhouette_values, silhouette_samples(X, NOISY, **policy)
    )
    assert display.coverage == pytest.approx((NOISY >= 0).mean())
    n_found = len(np.unique(NOISY[NOISY >= 0]))
    assert f"{n_found} clusters, coverage" in display.ax_.get_title()
    left, right = _written(display)
    n_noise = np.count_nonzero(NOISY < 0)
    assert (left[-1] == f"noise  (n={n_noise})") == (noise != "nearest")
    assert (display.noise_ is None) == (noise == "nearest")
    drawn = sum(len(bars.get_data()[0]) for bars in display.bars_)
    assert drawn == len(X) - (n_noise if noise == "drop" else 0)
    assert len(display.bars_) == n_found + (noise in ("singletons", "cluster"))
    assert (right[-1] == "not scored") == (noise == "drop")
    if noise == "singletons":
        assert right[-1] == "mean 0.000"
    estimated = SilhouetteDisplay.from_estimator(
        DBSCAN(eps=0.42), X, noise=noise, average=average
    )
    assert estimated.score == display.score


def test_noise_policies_are_checked():
    with pytest.raises(ValueError, match="'noise' parameter"):
        SilhouetteDisplay.from_predictions(X, NOISY, noise="omit")


def test_precomputed_distances_and_the_nearest_cluster():
    distances = pairwise_distances(X)
    display = SilhouetteDisplay.from_predictions(
        distances, NOISY, metric="precomputed", noise="nearest"
    )
    expected = silhouette_score(X, NOISY, noise_label="negative", noise="nearest")
    assert display.score == pytest.approx(expected, rel=1e-9)
