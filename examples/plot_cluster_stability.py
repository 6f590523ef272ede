"""
Which of these clusters can be trusted?
=======================================

Five clusters of the wines of three growers: k-means always finds as many as it is told
to. :func:`~skclustmetrics.cluster_stability` draws the wines again, many times, and
looks which of the clusters come back.
"""

# %%
# The report
# ----------
# For each cluster its size, its silhouette, and the mean Jaccard similarity to the most
# similar cluster of a bootstrap sample.

from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import scale

from skclustmetrics import StabilityKSelector, cluster_stability

X = scale(load_wine().data)
reports = {
    k: cluster_stability(KMeans(k, n_init=5), X, n_resamples=50, random_state=0)
    for k in (3, 5)
}
for report in reports.values():
    print(report, end="\n\n")

# %%
# The number of clusters
# ----------------------
# The same question for every number of clusters at once.

selector = StabilityKSelector(
    KMeans(n_init=3), param_range=range(2, 9), n_resamples=30, random_state=0
).fit(X)
print(selector.results_table())

# %%
# The picture
# -----------
# Of three clusters each comes back in every resample. Of five some dissolve: what they
# divide holds no line to divide it by.

import matplotlib.pyplot as plt

figure, axes = plt.subplots(1, 3, figsize=(11, 3.8), layout="constrained")
for ax, (k, report) in zip(axes, reports.items(), strict=False):
    ax.boxplot(report.jaccard["bootstrap"].T, widths=0.6)
    ax.axhline(0.75, color="black", linestyle="--", linewidth=1)
    ax.set(
        title=f"K = {k}", xlabel="Cluster", ylabel="Jaccard similarity", ylim=(0, 1.02)
    )
axes[2].errorbar(
    selector.results_["param_n_clusters"],
    selector.results_["score"],
    selector.results_["standard_error"],
    marker="o",
    capsize=3,
)
axes[2].set(title="All numbers", xlabel="Number of clusters K", ylabel="Instability")
plt.show()
