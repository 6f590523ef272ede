"""How good is a clustering? Exact, fast cluster validity for scikit-learn."""

from skclustmetrics._validation._data import (
    drop_noise,
)
from skclustmetrics.displays import SilhouetteDisplay
from skclustmetrics.exceptions import (
    CandidateFailedWarning,
    UndefinedIndexError,
    UndefinedMetricWarning,
)
from skclustmetrics.external import (
    adjusted_rand_score,
    fowlkes_mallows_score,
    rand_score,
)
from skclustmetrics.internal import (
    calinski_harabasz_score,
    davies_bouldin_score,
    silhouette_samples,
    silhouette_score,
)
from skclustmetrics.model_selection import (
    ClusterSearch,
    ResubstitutionSplit,
    SilhouetteKSelector,
)
from skclustmetrics.scorers import (
    ClusterScorer,
    get_scorer,
    get_scorer_names,
    make_scorer,
    register_scorers,
    unregister_scorers,
)

__version__ = "0.1.0.dev0"

__all__ = [
    "adjusted_rand_score",
    "calinski_harabasz_score",
    "CandidateFailedWarning",
    "ClusterScorer",
    "ClusterSearch",
    "davies_bouldin_score",
    "drop_noise",
    "fowlkes_mallows_score",
    "get_scorer",
    "get_scorer_names",
    "make_scorer",
    "rand_score",
    "register_scorers",
    "ResubstitutionSplit",
    "silhouette_samples",
    "silhouette_score",
    "SilhouetteKSelector",
    "UndefinedIndexError",
    "UndefinedMetricWarning",
    "unregister_scorers",
]
