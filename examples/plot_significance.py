"""
Could these clusters be chance? Wine and iris
=============================================

Every clusterer divides every data set. Three questions come after that: would data
without clusters score as well, are two clusters more than one Gaussian cut in two, and
how exact is the index at all?
"""

# %%
# Would data without clusters score as well?
# ------------------------------------------
# 178 wines of three cultivars, 13 chemical measurements. k-means with three clusters
# has a silhouette of 0.28, which looks poor. Against data without clusters it is not:
# none of the references comes near, whichever null model they are drawn from.

from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, load_wine
from sklearn.preprocessing import StandardScaler

from skclustmetrics import (
    bootstrap_interval,
    calibrate_indices,
    null_model_test,
    sigclust,
)

wine = StandardScaler().fit_transform(load_wine().data)
null_models = ["permutation", "uniform", "pca", "gaussian"]
tests = {
    reference: null_model_test(
        KMeans(3, n_init=3), wine, reference=reference, n_references=99, random_state=0
    )
    for reference in null_models
}
for reference, test in tests.items():
    print(f"{reference}: {test}")

# %%
# Two clusters, or one Gaussian cut in two?
# -----------------------------------------
# SigClust on iris. Setosa stands apart from the two others. These are two species, but
# 2-means divides them no better than it divides a Gaussian of their covariance: by the
# data alone they may as well be one cluster. With four features and 100 samples their
# eigenvalues need no thresholding.

iris = load_iris()
groups = {
    "all three species": iris.target >= 0,
    "versicolor and virginica": iris.target > 0,
    "setosa": iris.target == 0,
}
splits = {
    name: sigclust(
        iris.data[rows], covariance="sample", n_simulations=499, random_state=0
    )
    for name, rows in groups.items()
}
for name, split in splits.items():
    print(f"{name}: {split}")

# %%
# How exact is the index?
# -----------------------
# The intervals of two and of three clusters of the wines overlap: of other samples of
# the same wines, two might have scored as well. Calibrated against random clusterings
# with as many clusters, the mean of five indices is clearer.

labelings = {
    k: KMeans(k, n_init=10, random_state=0).fit_predict(wine) for k in range(2, 7)
}
intervals = {
    k: bootstrap_interval(wine, labels, n_resamples=300, random_state=0)
    for k, labels in labelings.items()
}
calibrations = {
    k: calibrate_indices(wine, labels, n_random=25, random_state=0)
    for k, labels in labelings.items()
}
for k in labelings:
    print(k, intervals[k], f"calibrated {calibrations[k].aggregate():.2f}")
print(calibrations[3])

# %%
# The picture
# -----------

import matplotlib.pyplot as plt
import numpy as np

figure, (left, middle, right) = plt.subplots(
    1, 3, figsize=(13, 4), layout="constrained"
)
left.boxplot([tests[reference].null_distribution for reference in null_models])
left.set_xticks(range(1, 5), null_models)
left.axhline(tests["pca"].score, color="tab:red", label="wine")
left.set(ylabel="silhouette", title="Wine, K=3, and data without clusters")
left.legend(loc="center left")

middle.violinplot([split.null_distribution for split in splits.values()])
for place, split in enumerate(splits.values(), start=1):
    middle.plot(place, split.score, "D", color="tab:red")
    middle.annotate(f"p = {split.pvalue:.3f}", (place + 0.1, split.score))
middle.set_xticks(
    [1, 2, 3], ["all three\nspecies", "versicolor and\nvirginica", "setosa"]
)
middle.set(
    xlim=(0.5, 3.9),
    ylabel="cluster index of 2-means",
    title="SigClust: iris, and Gaussians like it",
)

ks = list(labelings)
scores = np.array([intervals[k].score for k in ks])
low = np.array([intervals[k].low for k in ks])
high = np.array([intervals[k].high for k in ks])
right.errorbar(ks, scores, [scores - low, high - scores], fmt="o-", capsize=4)
right.set(xlabel="number of clusters", ylabel="silhouette, 95% interval", xticks=ks)
right.set_title("Wine: how exact, how far above chance")
calibrated = right.twinx()
calibrated.plot(ks, [calibrations[k].aggregate() for k in ks], "s--", color="tab:green")
calibrated.set_ylabel("mean of five calibrated indices", color="tab:green")
plt.show()
