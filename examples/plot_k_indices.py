"""
How many kinds of wine? Nine classic indices of a sweep
=======================================================

Nine indices look at partitions into more and more clusters and each has its own rule
for where to stop. Here they look at the cuts of one tree of the wines of three growers.
They do not agree, which is the lesson: one of them alone proves little.
"""

# %%
# The partitions
# --------------
# All cuts of one tree, from one cluster to ten, of the standardised features.

import numpy as np
from scipy.cluster.hierarchy import cut_tree, linkage
from sklearn.datasets import load_wine
from sklearn.preprocessing import scale

X, grower = load_wine(return_X_y=True)
X = scale(X)
counts = np.arange(1, 11)
labelings = cut_tree(linkage(X, "ward"), n_clusters=counts).T

# %%
# The indices
# -----------
# Each takes all the partitions at once.

from skclustmetrics import (
    beale_score,
    cubic_clustering_criterion_score,
    duda_score,
    frey_score,
    hartigan_score,
    jump_score,
    krzanowski_lai_score,
    pham_score,
    pseudo_t2_score,
)

curves = {
    "Hartigan": hartigan_score(X, labelings),
    "Krzanowski-Lai": krzanowski_lai_score(X, labelings),
    "Cubic criterion": cubic_clustering_criterion_score(X, labelings),
    "Jump, power 2": jump_score(X, labelings, power=2),
    "Pham": pham_score(X, labelings),
    "Duda": duda_score(X, labelings),
    "Pseudo t squared": pseudo_t2_score(X, labelings),
    "Beale": beale_score(X, labelings),
    "Frey": frey_score(X, labelings),
}
for name, values in curves.items():
    print(f"{name:17}", np.array2string(values, precision=2, suppress_small=True))

# %%
# The picture
# -----------
# The growers are three. Krzanowski-Lai, the jump and the cubic criterion have their
# largest values there, and Duda's ratio its peak; Pham prefers two by a little.
# Hartigan comes near its limit of 10 at three but falls below it at seven only, and
# Beale's test finds every split significant, as it does where features are not quite
# normal.

import matplotlib.pyplot as plt

figure, axes = plt.subplots(3, 3, figsize=(10, 8), layout="constrained", sharex=True)
for ax, (name, values) in zip(axes.flat, curves.items(), strict=True):
    ax.plot(counts, values, marker="o", markersize=4)
    ax.axvline(3, color="black", linestyle="--", linewidth=1)
    ax.set(title=name, xticks=counts)
for ax in axes[-1]:
    ax.set_xlabel("Number of clusters K")
plt.show()
