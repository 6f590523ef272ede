"""
Choose the number of clusters of the digits
===========================================

How many groups are there in 1,797 pictures of handwritten digits? Ten kinds of digits
were written, but a clusterer sees only the grey values.
:class:`~skclustmetrics.SilhouetteKSelector` fits one clusterer for each number of
clusters, computes the silhouettes of all of them in one pass over the distances, and
keeps the best.
"""

# %%
# The search
# ----------
# The range is up to us; so is the clusterer, here k-means with a few restarts.

from sklearn.cluster import KMeans
from sklearn.datasets import load_digits

from skclustmetrics import SilhouetteDisplay, SilhouetteKSelector

X, digits = load_digits(return_X_y=True)

selector = SilhouetteKSelector(
    KMeans(n_init=5), param_range=range(2, 16), random_state=0
).fit(X)

print(selector.results_table())
print(f"\nChosen: K = {selector.best_k_}, mean silhouette {selector.best_score_:.4f}")

# %%
# The picture
# -----------
# The selector has kept the silhouette of every sample, so that drawing them computes no
# distance again. Wide blocks with long bars are clear groups; bars that point left
# belong to samples that lie nearer to another cluster.

display = SilhouetteDisplay(
    selector.silhouette_samples_, selector.labels_, name="Handwritten digits"
)
display.plot()
display.figure_.savefig("silhouette_digits.png", dpi=150)
print("The picture is in silhouette_digits.png")

# %%
# All numbers of clusters at once
# -------------------------------
# The curve is flat around its top: 9, 10 and more clusters are nearly as good. The
# silhouette says which partition is the most compact and separated one, not which one
# agrees with the ten digits.

import matplotlib.pyplot as plt

results = selector.results_
_, ax = plt.subplots(layout="constrained")
ax.errorbar(
    results["param_n_clusters"],
    results["score"],
    yerr=results["standard_error"],
    marker="o",
    capsize=3,
)
ax.axvline(selector.best_k_, color="black", linestyle="--", linewidth=1)
ax.set(xlabel="Number of clusters K", ylabel="Mean silhouette ± standard error")
plt.show()

# %%
# What is in the clusters
# -----------------------
# Some digits fill a cluster of their own; 3 shares one with 9, and 1 with 8.

import numpy as np

for label in range(selector.n_clusters_):
    members = digits[selector.labels_ == label]
    counts = np.bincount(members, minlength=10)
    most = np.argsort(-counts)[:3]
    text = ", ".join(f"{counts[d]} x digit {d}" for d in most if counts[d])
    print(f"cluster {label}: {text}")
