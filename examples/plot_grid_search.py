"""
Search a pipeline with GridSearchCV
===================================

scikit-learn's ``make_scorer(silhouette_score)`` cannot score a clusterer: it hands the
labels to the function in the place of the data, and the score is NaN or meaningless.
:func:`~skclustmetrics.make_scorer` makes a scorer that sees the data. Here it chooses
how to scale the wines of :func:`sklearn.datasets.load_wine`, how far to reduce them and
how many clusters to form.
"""

# %%
# The search
# ----------
# Several scores at once need their names; ``refit`` says which one decides. The
# adjusted Rand index compares with the known cultivars, and is only watched.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.model_selection import GridSearchCV, ShuffleSplit
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import RobustScaler, StandardScaler

from skclustmetrics import SilhouetteDisplay, get_scorer, make_scorer, silhouette_score

X, cultivars = load_wine(return_X_y=True)

pipeline = Pipeline(
    [
        ("scale", StandardScaler()),
        ("reduce", PCA(random_state=0)),
        ("cluster", KMeans(n_init=5, random_state=0)),
    ]
)
search = GridSearchCV(
    pipeline,
    {
        "scale": [StandardScaler(), RobustScaler()],
        "reduce__n_components": [2, 5],
        "cluster__n_clusters": [2, 3, 4, 5],
    },
    scoring={
        "silhouette": make_scorer(silhouette_score, space="transformed"),
        "davies_bouldin": get_scorer("neg_davies_bouldin"),
        "adjusted_rand": get_scorer("adjusted_rand"),
    },
    refit="silhouette",
    cv=ShuffleSplit(3, test_size=0.5, random_state=0),
).fit(X, cultivars)

# %%
# ``space="transformed"`` scores the data as the clusterer sees it. That is fair only
# between candidates that share the space: two components always look better than
# five. Compare within a line of the picture, not between lines.

results = search.cv_results_
scalers = np.array([type(scaler).__name__ for scaler in results["param_scale"]])
n_components = results["param_reduce__n_components"]
n_clusters = results["param_cluster__n_clusters"].astype(int)

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.5), layout="constrained")
for scaler in np.unique(scalers):
    for n in (2, 5):
        line = (scalers == scaler) & (n_components == n)
        style = {"marker": "o", "label": f"{scaler}, {n} components"}
        for ax, score in ((left, "silhouette"), (right, "adjusted_rand")):
            ax.plot(n_clusters[line], results[f"mean_test_{score}"][line], **style)
left.set(ylabel="Silhouette of held-out wines")
right.set(ylabel="Adjusted Rand index with cultivars")
for ax in (left, right):
    ax.set(xlabel="Number of clusters", xticks=[2, 3, 4, 5])
figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=2)
plt.show()

# %%
# The choice
# ----------
# Three clusters win by the silhouette, without a look at the three cultivars.

print(search.best_params_)
print(f"silhouette of held-out wines: {search.best_score_:.3f}")

SilhouetteDisplay.from_estimator(search.best_estimator_, X, space="transformed")
plt.show()
