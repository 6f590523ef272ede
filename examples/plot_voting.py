"""
How many kinds of wine? Eleven indices vote
===========================================

One index may be fooled; :class:`~skclustmetrics.VotingKSelector` asks many. Each looks
at the same partitions of the wines of three growers and votes for a number of clusters
by its own rule.
"""

# %%
# The vote
# --------

from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.preprocessing import scale

from skclustmetrics import VotingKSelector

X = scale(load_wine().data)
selector = VotingKSelector(KMeans(n_init=5), random_state=0).fit(X)
print(selector.votes_table())
print(f"\nChosen: K = {selector.best_k_}")

# %%
# The picture
# -----------
# The votes, and how far the ranks of all numbers are from each other.

import matplotlib.pyplot as plt

results = selector.results_
counts = results["param_n_clusters"]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
left.bar(counts, results["votes"])
left.set(xlabel="Number of clusters K", ylabel="Votes", xticks=counts)
right.plot(counts, results["mean_rank"], marker="o")
right.invert_yaxis()
right.set(xlabel="Number of clusters K", ylabel="Mean rank", xticks=counts)
plt.show()
