"""
Compare a clustering with known classes
=======================================

The classes of the handwritten digits are known. How well does k-means find them, on
which scale, and can the agreement be chance?
"""

# %%
# All indices at once
# -------------------
# 1,797 images of 8 x 8 pixels. :func:`~skclustmetrics.external_report` counts them
# once, in one contingency table, and computes every index from that. Homogeneity and
# completeness are close: k-means does not split the digits more than it mixes them.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits

from skclustmetrics import (
    adjusted_for_chance,
    align_labels,
    external_permutation_test,
    external_report,
)

X, digits = load_digits(return_X_y=True)
found = KMeans(n_clusters=10, n_init=4, random_state=0).fit_predict(X)

report = external_report(digits, found)
print(report)

# %%
# What is confused with what
# --------------------------
# :func:`~skclustmetrics.align_labels` names each cluster after the digit that it
# matches best. The columns are the clusters in that order.

aligned = align_labels(digits, found)
figure, ax = plt.subplots(layout="constrained")
ax.imshow(aligned.contingency, cmap="Blues")
for (row, column), count in np.ndenumerate(aligned.contingency):
    if count:
        color = "white" if count > aligned.contingency.max() / 2 else "black"
        ax.text(column, row, count, ha="center", va="center", color=color, size=8)
ax.set(
    xlabel="Cluster, named after the digit that it matches",
    ylabel="Digit",
    xticks=range(len(aligned.clusters)),
    xticklabels=[aligned.mapping[cluster] for cluster in aligned.clusters],
    yticks=range(len(aligned.classes)),
    yticklabels=aligned.classes,
)
plt.show()

# %%
# Can it be chance?
# -----------------
# Not with so many images; so take the first 60 only. Their agreement with the classes
# is compared with that of 1,000 random partitions with clusters of the same sizes. On a
# scale that is corrected for chance these lie around 0; Rand's index, which is not,
# gives them more than 0.8.

few = slice(60)
names = ["rand", "adjusted_rand", "adjusted_mutual_info"]
test = external_permutation_test(
    digits[few], found[few], score_func=names, n_permutations=1000, random_state=0
)
figure, axes = plt.subplots(1, 3, figsize=(10, 3.2), sharey=True, layout="constrained")
for ax, name in zip(axes, names, strict=True):
    ax.hist(
        test.null_distribution[name],
        bins=np.arange(-0.3, 1.0, 0.02),
        color="0.6",
        label="random partitions",
    )
    ax.axvline(test.score[name], color="C3", label="k-means")
    ax.set(title=f"{name}, p = {test.pvalue[name]:.3f}", xlim=(-0.3, 1.02))
axes[0].set_ylabel("Random partitions")
axes[0].legend(loc="upper left")
plt.show()

# %%
# Whose chance?
# -------------
# Any index can be corrected, and for other ideas of what random is: with all sizes
# fixed, with the number of clusters fixed, or with nothing fixed. Distances turn
# around, so that 1 is the best and 0 is chance for all. Under the last model, random
# partitions of so many samples consist of hundreds of small clusters. Such a partition
# keeps nearly all pairs apart, as the digits do, and so scores better on Rand's index
# than a random partition into ten clusters: less is left to k-means. The mutual
# information is lower still, as many small clusters could hold far more of it.

models = ["perm", "num1", "all1"]
indices = ["rand", "mutual_info", "clustering_accuracy", "van_dongen_distance"]
adjusted = {
    name: [
        adjusted_for_chance(
            name, digits, found, model=model, n_permutations=50, random_state=0
        )
        for model in models
    ]
    for name in indices
}

figure, ax = plt.subplots(figsize=(8, 3.6), layout="constrained")
height = 0.25
for position, model in enumerate(models):
    ax.barh(
        np.arange(len(indices)) + (position - 1) * height,
        [adjusted[name][position] for name in indices],
        height,
        label=f'model="{model}"',
    )
ax.axvline(0, color="black", lw=0.8)
ax.set(yticks=range(len(indices)), yticklabels=indices, xlabel="Corrected for chance")
ax.invert_yaxis()
ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
plt.show()

for name, values in adjusted.items():
    row = ", ".join(f"{m} {v:.3f}" for m, v in zip(models, values, strict=True))
    print(f"{name}: {row}")
