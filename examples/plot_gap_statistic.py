"""
How many kinds of wine? The gap statistic
=========================================

The chemistry of 178 wines from three growers: how many groups are in there, and are
there any? :class:`~skclustmetrics.GapKSelector` compares how closely the clusters of a
clusterer pack the data with how closely those of the same clusterer pack data without
clusters, and can answer that there is one cluster only.
"""

# %%
# The search
# ----------
# The features have different units, so they are standardised first. Each of 100
# references is drawn from the box around the data along its principal axes, and k-means
# is fitted to all of them.

from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import scale

from skclustmetrics import GapKSelector

X, grower = load_wine(return_X_y=True)
X = scale(X)

selector = GapKSelector(
    KMeans(n_init=3), param_range=range(1, 9), n_references=100, random_state=0
).fit(X)

print(selector.results_table())
print(f"\nChosen: K = {selector.best_k_}")

# %%
# The picture
# -----------
# The dispersion falls with every further cluster, in the data as in the references. It
# falls more steeply in the data up to three clusters, and not any more from there on:
# the distance between the two curves is the gap.

import matplotlib.pyplot as plt

results = selector.results_
counts = results["param_n_clusters"]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
left.plot(counts, results["log_w"], marker="o", label="data")
left.plot(counts, results["expected_log_w"], marker="s", label="references")
left.set(xlabel="Number of clusters K", ylabel="log W")
left.legend()
right.errorbar(
    counts, results["score"], yerr=results["standard_error"], marker="o", capsize=3
)
right.axvline(selector.best_k_, color="black", linestyle="--", linewidth=1)
right.set(xlabel="Number of clusters K", ylabel="Gap ± standard error")
figure.savefig("gap_wine.png", dpi=150)
print("The picture is in gap_wine.png")

# %%
# The five rules
# --------------
# A rule reads the number of clusters off the curve. :func:`~skclustmetrics.max_se`
# applies any of them without fitting anything again.

from skclustmetrics import max_se

for rule in ("tibs2001", "first_se_max", "global_se_max", "first_max", "global_max"):
    position = max_se(results["score"], results["standard_error"], rule=rule)
    print(f"{rule:>13}: K = {counts[position]}")

# %%
# Are they the growers?
# ---------------------
# One row for each grower, one column for each cluster.

from skclustmetrics import contingency_matrix

print(contingency_matrix(grower, selector.labels_))

# %%
# No clusters at all
# ------------------
# Every feature of the same wines, shuffled by itself: the values are the same, and
# nothing is left that would tie them together. K = 1 is the right answer, and one that
# the silhouette cannot give.

import numpy as np

shuffled = np.random.default_rng(0).permuted(X, axis=0)
print(f"K = {selector.fit(shuffled).best_k_}")
plt.show()
