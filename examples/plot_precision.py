"""
Same numbers as scikit-learn, where scikit-learn has them
=========================================================

The functions of this package have scikit-learn's names and give scikit-learn's values.
Far from the origin they differ: the usual formula for squared distances,
:math:`|x|^2 + |y|^2 - 2 x y`, cancels there, and scikit-learn's silhouettes lose their
digits. The wines of :func:`sklearn.datasets.load_wine` show both.
"""

# %%
# Parity
# ------
# The largest difference over all samples, for many metrics. It is rounding.

import numpy as np
import sklearn.metrics
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

import skclustmetrics

X = StandardScaler().fit_transform(load_wine().data)
labels = KMeans(3, n_init=10, random_state=0).fit_predict(X)

for metric in [
    "euclidean",
    "sqeuclidean",
    "manhattan",
    "cosine",
    "correlation",
    "chebyshev",
    "canberra",
    "braycurtis",
]:
    ours = skclustmetrics.silhouette_samples(X, labels, metric=metric)
    theirs = sklearn.metrics.silhouette_samples(X, labels, metric=metric)
    print(f"{metric:12} {np.abs(ours - theirs).max():.0e}")

for name in ["silhouette_score", "davies_bouldin_score", "calinski_harabasz_score"]:
    ours = getattr(skclustmetrics, name)(X, labels)
    theirs = getattr(sklearn.metrics, name)(X, labels)
    print(f"{name:24} {ours:.15g}  relative difference {abs(ours / theirs - 1):.0e}")

# %%
# Precision
# ---------
# Add the same number to all features, as time stamps, coordinates of a map projection
# or temperatures in kelvin have it. No distance changes, but for the digits that the
# sums themselves lose. What remains of the data is known exactly, so the right answer
# is too: all pairs of differences, in plain double precision.


def plain_silhouettes(X, labels):
    differences = X[:, None] - X
    distances = np.sqrt((differences**2).sum(axis=2))
    return sklearn.metrics.silhouette_samples(distances, labels, metric="precomputed")


shifts = 10.0 ** np.arange(10)
errors = {skclustmetrics: [], sklearn.metrics: []}
for shift in shifts:
    shifted = X + shift
    truth = plain_silhouettes(shifted, labels)
    for package, worst in errors.items():
        silhouettes = package.silhouette_samples(shifted, labels)
        worst.append(np.abs(silhouettes - truth).max())

# %%
# scikit-learn loses two digits for every factor of ten. From a shift of :math:`10^8` on
# not even the sign is right; Unix time stamps are larger.

import matplotlib.pyplot as plt

_, ax = plt.subplots(layout="constrained")
for (package, worst), style in zip(errors.items(), ["o-C0", "s-C3"], strict=True):
    ax.loglog(shifts, np.maximum(worst, 1e-17), style, label=package.__name__)
ax.set(
    xlabel="Number added to every feature",
    ylabel="Largest error of a silhouette",
    title="Silhouettes of 178 wines, shifted",
)
ax.legend()
plt.show()

# %%
# A clusterer that is scored on such data is chosen by chance.

far = X + 1e9
for n_clusters in range(2, 7):
    labels = KMeans(n_clusters, n_init=10, random_state=0).fit_predict(X)
    ours = skclustmetrics.silhouette_score(far, labels)
    theirs = sklearn.metrics.silhouette_score(far, labels)
    print(f"K = {n_clusters}: {ours:.4f}, scikit-learn {theirs:.4f}")
