"""
Which clustering of the digits? Nobody's weights, the Pareto front
==================================================================

Six clusterers divide 1,797 images of handwritten digits. One index would name a winner,
another index another one. :func:`~skclustmetrics.pareto_comparison` does not weigh
them: it tells which partitions are beaten by another one in every respect, and leaves
the choice among the others to you.
"""

# %%
# The partitions
# --------------
# The images are reduced to 15 principal components. HDBSCAN calls many of them noise.

from sklearn.cluster import HDBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.mixture import GaussianMixture

from skclustmetrics import clustering_report, pareto_comparison

images, digits = load_digits(return_X_y=True)
X = PCA(15, random_state=0).fit_transform(images)

clusterers = {
    "k-means": KMeans(10, n_init=3, random_state=0),
    "k-means, K=20": KMeans(20, n_init=3, random_state=0),
    "Ward": AgglomerativeClustering(10),
    "average": AgglomerativeClustering(10, linkage="average"),
    "mixture": GaussianMixture(10, random_state=0),
    "HDBSCAN": HDBSCAN(min_cluster_size=20, copy=True),
}
labelings = {name: model.fit_predict(X) for name, model in clusterers.items()}

# %%
# Who dominates whom
# ------------------
# One index of compactness, one of separation and one of connectedness, and the
# coverage, as noise is left out.

comparison = pareto_comparison(
    X,
    labelings,
    indices=["silhouette", "davies_bouldin", "nearest_neighbor_consistency"],
    noise_label=-1,
)
print(comparison)

# %%
# The picture
# -----------
# Towards the upper right is better. The front is drawn dark; the size of a point is the
# coverage. HDBSCAN is ahead in everything but the coverage: it answers for the easy
# images only.

import matplotlib.pyplot as plt
import numpy as np

silhouette, _, consistency, coverage = comparison.values.T
on_front = comparison.ranks == 1
figure, ax = plt.subplots(figsize=(7, 5), layout="constrained")
ax.scatter(
    silhouette,
    consistency,
    s=250 * coverage,
    c=np.where(on_front, "tab:blue", "lightgrey"),
    edgecolors="black",
)
for name, x, y in zip(comparison.names, silhouette, consistency, strict=True):
    side = -1 if name in ("average", "HDBSCAN") else 1
    ax.annotate(
        name,
        (x, y),
        xytext=(12 * side, 0),
        textcoords="offset points",
        ha="left" if side == 1 else "right",
        va="center",
    )
ax.margins(0.2)
ax.set(xlabel="Silhouette", ylabel="Share of images with the nearest one beside them")
plt.show()

# %%
# One of them in detail
# ---------------------
# What the data and the truth say of one partition, by two families of indices. The
# digits are known here: Ward's partition agrees best with them, which is the fourth by
# the silhouette.

report = clustering_report(
    X, labelings["Ward"], digits, families=["silhouette", "BCubed"]
)
print(report)
