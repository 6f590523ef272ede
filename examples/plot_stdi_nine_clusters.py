"""
Nine clusters in three groups
=============================

Clusters often stand in groups. How many clusters are there then: as many as groups, or
as many as there are clusters in all of them? Both answers are right, and indices differ
in which of them they give. Xie, Zhou, Wang and Jiang (2017) proposed the STDI for those
who want the finer one, and showed a set of nine clusters in three groups on which the
usual indices all say three.
"""

# %%
# The data
# --------
# Three groups far apart, of three round clusters each, which touch.

import numpy as np

rng = np.random.RandomState(0)
corners = np.array([[0.0, 1.0], [-0.87, -0.5], [0.87, -0.5]])
centres = np.vstack([12 * group + 2.4 * corners for group in corners])
X = np.vstack([centre + 0.8 * rng.randn(150, 2) for centre in centres])

# %%
# The indices
# -----------
# One partition by k-means for each number of clusters K, and seven indices of it. Where
# lower is better the best value is the least. The in-group proportion, the share of
# samples whose nearest neighbour is in the same cluster, is 1 for any partition that
# keeps groups whole: of equal values the one with the most clusters counts.

from sklearn.cluster import KMeans

from skclustmetrics import (
    bwp_score,
    calinski_harabasz_score,
    davies_bouldin_score,
    in_group_proportion_score,
    silhouette_score,
    stdi_score,
    xie_beni_score,
)


def last_best(values):
    return np.flatnonzero(values == values.max())[-1]


indices = {
    "Silhouette": (silhouette_score, np.argmax),
    "Davies-Bouldin (lower is better)": (davies_bouldin_score, np.argmin),
    "Xie-Beni (lower is better)": (xie_beni_score, np.argmin),
    "In-group proportion": (in_group_proportion_score, last_best),
    "BWP": (bwp_score, np.argmax),
    "Calinski-Harabasz": (calinski_harabasz_score, np.argmax),
    "STDI": (stdi_score, np.argmax),
}
numbers = np.arange(2, 13)
partitions = [KMeans(k, n_init=4, random_state=0).fit_predict(X) for k in numbers]
curves = {
    name: np.array([index(X, labels) for labels in partitions])
    for name, (index, _) in indices.items()
}
chosen = {name: numbers[best(curves[name])] for name, (_, best) in indices.items()}
for name, k in chosen.items():
    print(f"{name}: K = {k}")

# %%
# The picture
# -----------
# Silhouette, Davies-Bouldin, Xie-Beni, the in-group proportion and BWP compare
# clusters with the nearest other one, and see three. The STDI sets the distance of
# the means from the middle of all data against the variance within clusters, with no
# regard to which of them are neighbours, and sees nine; so does Calinski-Harabasz,
# which weighs the same sums by the sizes of the clusters.

import matplotlib.pyplot as plt

figure, axes = plt.subplots(3, 3, figsize=(11, 8), layout="constrained")
for ax, k in zip(axes[0], (3, 9), strict=False):
    ax.scatter(*X.T, c=partitions[k - 2], s=3, cmap="tab10")
    ax.set(title=f"k-means, K = {k}", aspect="equal", xticks=[], yticks=[])
for ax, (name, curve) in zip(axes.flat[2:], curves.items(), strict=True):
    ax.plot(numbers, curve, marker="o", markersize=3)
    ax.axvline(chosen[name], color="black", linestyle="--", linewidth=1)
    ax.set(title=name, xlabel=f"K, best {chosen[name]}", xticks=numbers[::2])
plt.show()
