"""
Tune DBSCAN without falling for the noise
=========================================

DBSCAN leaves samples that lie alone out of all clusters, and calls them noise. The
silhouette of what is left gets the better the more is left out, so a search for the
best silhouette ends with hardly any data. :class:`~skclustmetrics.ClusterSearch` counts
the noise: it ranks by silhouette times coverage, the fraction of samples in clusters.
"""

# %%
# A search over two parameters
# ----------------------------
# Iris, 150 flowers, 44 settings. No cross-validation: DBSCAN cannot predict, and an
# internal index needs no held-out data. Settings that find a single cluster, or only
# noise, have no silhouette; the search skips them and says so in one warning, which is
# expected here.

import warnings

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import DBSCAN
from sklearn.datasets import load_iris

from skclustmetrics import ClusterSearch, SilhouetteDisplay, UndefinedMetricWarning

iris = load_iris()
X = iris.data

grid = {"eps": np.linspace(0.2, 0.7, 11).round(2), "min_samples": [3, 5, 8, 12]}
with warnings.catch_warnings():
    warnings.simplefilter("ignore", UndefinedMetricWarning)
    search = ClusterSearch(DBSCAN(), grid).fit(X)

results = search.results_
print("best:", search.best_params_)
print(f"{search.n_clusters_} clusters, coverage {search.coverage_:.0%}")
print(f"silhouette {search.best_score_:.3f}")

# %%
# Raw silhouette against coverage
# -------------------------------
# Each point is one setting. The best silhouette of all belongs to two specks of very
# similar flowers; the rest of the data is noise there.

trap = np.nanargmax(results["score"])
chosen = search.best_index_

_, ax = plt.subplots(layout="constrained")
points = ax.scatter(
    results["coverage"], results["score"], c=results["param_eps"].astype(float), s=40
)
for index, text, offset in (
    (trap, "best silhouette", (50, -4)),
    (chosen, "best with the noise counted", (-120, -60)),
):
    ax.annotate(
        text,
        (results["coverage"][index], results["score"][index]),
        xytext=offset,
        textcoords="offset points",
        arrowprops={"arrowstyle": "->", "shrinkB": 5},
    )
ax.set(
    xlabel="Coverage", ylabel="Silhouette of the samples in clusters", xlim=(0, 1.05)
)
ax.figure.colorbar(points, label="eps")
plt.show()

print("trap:", results["params"][trap], f"coverage {results['coverage'][trap]:.0%}")

# %%
# Both partitions
# ---------------
# The noise is the grey block below the clusters. It has no silhouettes.

figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
for ax, index in zip(axes, (trap, chosen), strict=True):
    clusterer = DBSCAN(**results["params"][index])
    name = f"eps={clusterer.eps:g}, min_samples={clusterer.min_samples}"
    SilhouetteDisplay.from_predictions(X, clusterer.fit_predict(X), name=name, ax=ax)
plt.show()

# %%
# The chosen partition in the plane of two features:

_, ax = plt.subplots(layout="constrained")
noise = search.labels_ < 0
ax.scatter(*X[noise, 2:].T, color="0.7", marker="x", label="noise")
for label in range(search.n_clusters_):
    members = search.labels_ == label
    ax.scatter(*X[members, 2:].T, label=f"cluster {label}")
ax.set(xlabel=iris.feature_names[2], ylabel=iris.feature_names[3])
ax.legend()
plt.show()
