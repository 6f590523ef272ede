"""Whether data without clusters would score as well."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array

from skclustmetrics._clusterers import (
    draw_seed,
    draw_seeds,
    fit_labels,
    seeded_clone,
)
from skclustmetrics._kernels._parallel import (
    check_n_jobs,
    run_tasks,
    single_openmp_thread,
)
from skclustmetrics._kernels._references import REFERENCES, make_reference
from skclustmetrics._validation._choice import check_choice
from skclustmetrics.exceptions import CandidateFailedWarning, UndefinedIndexError
from skclustmetrics.scorers._labels import precomputed_input
from skclustmetrics.scorers._own_copy import own_copy
from skclustmetrics.significance._permutation_test import settle_samples
from skclustmetrics.significance._result import summarize_test
from skclustmetrics.significance._scores import compute_all, find_scores
from skclustmetrics.significance._tasks import (
    check_at_least,
)

__all__ = ["null_model_test"]


def null_model_test(
    estimator,
    X,
    *,
    score_func="silhouette",
    reference="pca",
    n_references=100,
    greater_is_better=None,
    noise_label="negative",
    noise="drop",
    random_state=None,
    n_jobs=None,
):
    """Test whether a clusterer scores better than on data without clusters.

    Data is drawn from a null model, clustered just as the data at hand, and scored by
    the same index. A small p-value says that the clusters are better than those that
    the clusterer finds where there are none.

    Read more in the :ref:`User Guide <significance>`.

    Parameters
    ----------
    estimator : estimator
        A clusterer, or a Pipeline that ends with one. Clones of it are fitted; every
        `random_state` in it that is None is set.
    X : array-like of shape (n_samples, n_features)
        The samples, dense.
    score_func : str, callable or list of these, default="silhouette"
        The index: the name of an internal index, a function of this package or of
        scikit-learn, a `functools.partial` object of one, or any function of
        ``(X, labels)``. Several are computed of the same references.
    reference : {"pca", "uniform", "permutation", "gaussian"}, default="pca"
        The null model. "pca": uniform in the box around the data along its principal
        axes. "uniform": uniform in the box along the features. "permutation": the
        values of each feature in any order. "gaussian": Gaussian with the mean and the
        covariance of the data.
    n_references : int, default=100
        How many times data is drawn. The least possible p-value is
        ``1 / (n_references + 1)``.
    greater_is_better : bool, default=None
        The direction. It is known of the indices of this package and must be given for
        any other function.
    noise_label : object, default="negative"
        Which labels are noise: None for none, a label, a collection of labels, or
        "negative" for every negative number.
    noise : {"drop", "singletons", "nearest", "cluster"}, default="drop"
        What becomes of noise, as in all indices.
    random_state : int, RandomState instance or None, default=None
        Seeds the references and the clusterers. The same number gives the same result,
        whatever `n_jobs` is.
    n_jobs : int, default=None
        How many references are worked on at a time.

    Returns
    -------
    result : SignificanceResult
        Dictionary-like object. The first five are dicts by the names of the indices if
        `score_func` is a list.

        score : float
            The index of the data.
        null_distribution : ndarray of shape (n_references,)
            The index of the references; NaN where it is undefined.
        pvalue : float
            How likely data of the null model is to score at least as well.
        z : float
            How many standard deviations the data is better than the mean of the
            references; positive if it is better, whatever the direction of the index.
        n_undefined : int
            In how many references the index is undefined.
        n_failed : int
            On how many references the clusterer failed.
        labels : ndarray of shape (n_samples,)
            The partition of the data.

    Raises
    ------
    ValueError
        If the index is unknown, if the direction of a function is not known, or if X
        is sparse or holds distances, for which there are no references.
    UndefinedIndexError
        If the index is undefined for the partition of the data.

    Warns
    -----
    CandidateFailedWarning
        If the clusterer fails on some references.

    See Also
    --------
    GapKSelector : Choose the number of clusters against such references.
    internal_permutation_test : For labels that were made without the data.
    sigclust : The test for two clusters against one Gaussian.

    Notes
    -----
    If b of the m references score at least as well, the p-value is
    :math:`(b + 1) / (m + 1)`. A reference in which the index is undefined, as it is
    where a clusterer finds one cluster or nothing but noise, is worse than the data:
    no clusters were found in it. One on which the clusterer fails counts as at least as
    good.

    References
    ----------
    .. [1] A. D. Gordon, "Null models in cluster validation", in "From Data to
       Knowledge", Springer (1996) 32-44.
    .. [2] B. Phipson and G. K. Smyth, "Permutation p-values should never be zero",
       Statistical Applications in Genetics and Molecular Biology 9 (2010) 39.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from skclustmetrics import null_model_test
    >>> X, _ = load_iris(return_X_y=True)
    >>> test = null_model_test(
    ...     KMeans(2, n_init=1),
    ...     X,
    ...     reference="gaussian",
    ...     n_references=19,
    ...     random_state=0,
    ... )
    >>> round(test.score, 3), test.pvalue
    (0.681, 0.05)
    """
    scores, several = find_scores(
        score_func, kind="internal", greater_is_better=greater_is_better
    )
    check_choice(reference, "reference", REFERENCES)
    check_at_least("n_references", n_references, 1)
    check_n_jobs(n_jobs)
    data = _check_data(estimator, X)
    own_seed, *seeds = draw_seeds(random_state, n_references + 1)
    procedure = _Procedure(
        estimator, scores, make_reference(data, reference).draw, X, noise_label, noise
    )
    labels = procedure.label(data, own_seed)
    kept, codes = procedure.settle(data, labels)
    values = [score.compute(kept, codes) for score in scores]
    outcomes = list(
        run_tasks(
            _score_reference,
            seeds,
            n_jobs=n_jobs,
            common=(procedure,),
            prefer="processes",
        )
    )
    failures = [outcome for outcome in outcomes if isinstance(outcome, str)]
    if failures:
        warnings.warn(
            f"{type(estimator).__name__} failed on {len(failures)} of {n_references} "
            f"references, which count as at least as good: {failures[0]}",
            CandidateFailedWarning,
            stacklevel=2,
        )
    failed = np.array([isinstance(outcome, str) for outcome in outcomes])
    nothing = [np.nan] * len(scores)
    draws = np.array([nothing if isinstance(o, str) else o for o in outcomes]).T
    undefined = np.isnan(draws) & ~failed
    n_undefined = np.count_nonzero(undefined, axis=1).tolist()
    names = [score.name for score in scores]
    return summarize_test(
        scores,
        values,
        draws,
        several,
        pvalue_draws=_as_worst(scores, draws, undefined),
        n_undefined=dict(zip(names, n_undefined, strict=True))
        if several
        else n_undefined[0],
        n_failed=len(failures),
        labels=labels,
    )


def _as_worst(scores, draws, undefined):
    """Put the worst value where no clusters were found."""
    counted = draws.copy()
    for row, score, missing in zip(counted, scores, undefined, strict=True):
        row[missing] = -np.inf if score.greater_is_better else np.inf
    return counted


@dataclass(frozen=True)
class _Procedure:
    """What is done to the data and to each reference."""

    estimator: Any
    scores: list
    draw: Any
    like: Any
    noise_label: Any
    noise: str

    def label(self, data, seed):
        """Return the partition that the clusterer finds."""
        made = seeded_clone(self.estimator, {}, seed)
        with single_openmp_thread():
            return fit_labels(made, self._in_the_given_form(data))

    def settle(self, data, labels):
        """Apply the noise policy; return the samples and the codes that are left."""
        kept, partition = settle_samples(
            data, labels, self.scores[0].metric, self.noise_label, self.noise
        )
        return kept, partition.codes

    def _in_the_given_form(self, data):
        if hasattr(self.like, "iloc"):
            return type(self.like)(
                data, columns=self.like.columns, index=self.like.index
            )
        return own_copy(data)


def _score_reference(procedure, seed):
    """Return the scores of one reference, or why the clusterer failed."""
    random_state = np.random.RandomState(seed)
    reference = procedure.draw(random_state)
    try:
        labels = procedure.label(reference, draw_seed(random_state))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    try:
        kept, codes = procedure.settle(reference, labels)
    except UndefinedIndexError:
        return [np.nan] * len(procedure.scores)
    return compute_all(procedure.scores, kept, codes)


def _check_data(estimator, X):
    """Return the samples as floats, or refuse what has no references."""
    if not hasattr(estimator, "fit"):
        raise TypeError(
            "estimator must be a clusterer, or a Pipeline that ends with one; got "
            f"{estimator!r}."
        )
    holds, behind_transformer = precomputed_input(estimator)
    if holds is not None and not behind_transformer:
        raise ValueError(
            "null_model_test draws references in the space of the samples, and X holds "
            f"{holds} here: {estimator!r} takes no coordinates."
        )
    if issparse(X):
        raise ValueError(
            "null_model_test draws references that fill a box, so X must be dense; got "
            "a sparse container. Give X.toarray(), or fewer dimensions, such as those "
            "of TruncatedSVD."
        )
    return check_array(
        X,
        dtype=[np.float64, np.float32],
        order="C",  # sums add up in the order of the memory
        ensure_min_samples=2,
        input_name="X",
    )
