"""
Where density and silhouette disagree
=====================================

The silhouette compares mean distances, so it likes round clusters of similar size.
:func:`~skclustmetrics.dbcv_score` compares the widest hole inside a cluster with the
narrowest gap around it, so it does not care about shape. Each sees things that the
other one misses.
"""

# %%
# Two moons
# ---------
# k-means cuts both moons in half. The halves are rounder, and the silhouette prefers
# them. Along each cut the clusters touch, and DBCV is below 0.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, make_moons

from skclustmetrics import (
    connectivity_score,
    dbcv_score,
    hopkins_score,
    silhouette_score,
)


def draw(axes, X, partitions):
    for ax, (name, labels) in zip(axes, partitions.items(), strict=True):
        for label in np.unique(labels):
            ax.scatter(*X[labels == label].T, s=14, label=f"cluster {label}")
        ax.set(title=name)
        ax.set_xlabel(
            f"silhouette {silhouette_score(X, labels):.2f}    "
            f"DBCV {dbcv_score(X, labels):.2f}"
        )


X, moons = make_moons(300, noise=0.05, random_state=0)
halves = KMeans(2, n_init=10, random_state=0).fit_predict(X)

_, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained", sharey=True)
draw(axes, X, {"moons": moons, "k-means": halves})
plt.show()

# %%
# Three flowers of iris
# ---------------------
# Petal and sepal of 150 flowers form two groups with a wide gap between them: setosa,
# and the two other species. k-means with two clusters puts three flowers of the looser
# group on the wrong side of the gap: the mean of the tight group is nearer to them than
# that of their own.

iris = load_iris()
groups = (iris.target > 0).astype(int)
kmeans = KMeans(2, n_init=10, random_state=0).fit_predict(iris.data)
if np.mean(kmeans == groups) < 0.5:
    kmeans = 1 - kmeans
strays = np.flatnonzero(kmeans != groups)
print(f"{strays.size} flowers on the wrong side:")
print(iris.data[strays])

# %%
# To the silhouette, a mean over all flowers, they hardly matter. To DBCV they make all
# the difference: the cluster that they joined now has a wide hole, and the one that
# they left has neighbours close by. The connectivity counts neighbours in the other
# cluster, so it sees them as well.

print(f"{'':12}{'silhouette':>12}{'DBCV':>8}{'connectivity':>14}")
for name, labels in (("gap", groups), ("k-means", kmeans)):
    print(
        f"{name:12}{silhouette_score(iris.data, labels):12.3f}"
        f"{dbcv_score(iris.data, labels):8.3f}"
        f"{connectivity_score(iris.data, labels):14.2f}"
    )

_, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained", sharey=True)
for ax, labels, name in zip(axes, (groups, kmeans), ("gap", "k-means"), strict=True):
    for label in (0, 1):
        ax.scatter(*iris.data[labels == label][:, [0, 2]].T, s=14)
    ax.scatter(
        *iris.data[strays][:, [0, 2]].T,
        s=120,
        facecolors="none",
        edgecolors="black",
        label="the three",
    )
    ax.set(
        xlabel=iris.feature_names[0],
        title=f"{name}: silhouette {silhouette_score(iris.data, labels):.2f}, "
        f"DBCV {dbcv_score(iris.data, labels):.2f}",
    )
axes[0].set_ylabel(iris.feature_names[2])
axes[0].legend()
plt.show()

# %%
# DBCV is as easily upset as that by single samples between clusters, which clusterers
# such as HDBSCAN call noise; pass ``noise_label=-1`` then. And it has no opinion on the
# two species that touch:

for label, value in enumerate(dbcv_score(iris.data, iris.target, per_cluster=True)):
    print(f"{iris.target_names[label]:12}{value:6.2f}")

# %%
# Is there anything to cluster?
# -----------------------------
# The Hopkins statistic looks at the samples alone. Even samples have about 0.5; iris is
# far from even. The same numbers, shuffled feature by feature, lose their groups.

rng = np.random.RandomState(0)
shuffled = np.column_stack([rng.permutation(column) for column in iris.data.T])
for name, data in (("iris", iris.data), ("shuffled", shuffled)):
    values = [hopkins_score(data, random_state=seed) for seed in range(20)]
    print(f"{name:10}{np.mean(values):.2f} +- {np.std(values):.2f}")
