"""How an index of two partitions gets its contingency table, and its common text."""

import functools
import inspect
import re

import numpy as np

from skclustmetrics._kernels._contingency import Contingency
from skclustmetrics._validation._pair import check_label_pair, check_pair_policy
from skclustmetrics._validation._table import check_table

__all__ = ["check_flag", "external_index", "make_table", "refuse_weights"]

_LABELS_TEXT = """\
labels_true : array-like of shape (n_samples,), default=None
    The true class of each sample: integers, strings, booleans or categories.
labels_pred : array-like of shape (n_samples,), default=None
    The cluster of each sample.
"""

_TABLE_TEXT = """\
contingency : {array-like, sparse matrix} of shape (n_classes, n_clusters), \
default=None
    Ready counts of the samples of each class in each cluster. If given, the labels
    are not looked at and may be None.
"""

_WEIGHT_TEXT = """\
sample_weight : array-like of shape (n_samples,), default=None
    How much each sample counts; a whole number means repeated samples.
"""

_NOISE_TEXT = """\
noise_label : label, collection of labels or "negative", default=None
    Which labels mean noise; "negative" stands for all negative numbers. None means
    that every label is a cluster, as in scikit-learn.
noise : {"drop", "singletons", "cluster"}, default="drop"
    What to do with noise. "drop" leaves out a sample if either labelling calls it
    noise; "singletons" makes each noise sample a cluster of its own and "cluster"
    makes all noise one cluster, in each labelling by itself.
unknown_label : label, collection of labels or "negative", default=None
    Samples of this true label are left out: their class is unknown.
"""

_RAISES_TEXT = """\
ValueError
    If the labels are missing, continuous, not 1D or of different lengths, if no
    sample is left after noise and unknown samples are dropped, or if the table holds
    anything but counts.
"""

_SECTION = re.compile(r"^([A-Z][A-Za-z ]+)\n-+\n", re.MULTILINE)


def make_table(
    labels_true=None,
    labels_pred=None,
    *,
    contingency=None,
    sample_weight=None,
    noise_label=None,
    noise="drop",
    unknown_label=None,
    weights=False,
    name="this index",
):
    """Build the contingency table that an index is computed from.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n_samples,), default=None
        The labellings.
    contingency : array-like, sparse matrix or Contingency, default=None
        A ready table, instead of the labels.
    sample_weight : array-like of shape (n_samples,), default=None
        The weights.
    noise_label, noise, unknown_label
        The noise policy, as in `check_label_pair`.
    weights : bool, default=False
        Whether the index is a function of weighted counts.
    name : str, default="this index"
        How errors call the index.

    Returns
    -------
    Contingency
    """
    if sample_weight is not None and not weights:
        raise TypeError(
            f"{name} does not take sample_weight: it is a function of whole counts of "
            "samples. Whole weights can be given as counts by contingency=."
        )
    if contingency is not None:
        given = {
            "noise_label": noise_label,
            "unknown_label": unknown_label,
            "sample_weight": sample_weight,
        }
        given = [option for option, value in given.items() if value is not None]
        if given:
            raise ValueError(
                f"{given[0]} works on labels; a ready contingency table has none. Give "
                "labels_true and labels_pred instead."
            )
        check_pair_policy(noise)
        if isinstance(contingency, Contingency):
            return contingency
        return Contingency.from_cells(*check_table(contingency, whole=not weights))
    for label_name, labels in [
        ("labels_true", labels_true),
        ("labels_pred", labels_pred),
    ]:
        if labels is None:
            raise TypeError(
                f"{name} needs labels_true and labels_pred, or contingency=; "
                f"{label_name} is None."
            )
    pair = check_label_pair(
        labels_true,
        labels_pred,
        noise_label=noise_label,
        noise=noise,
        unknown_label=unknown_label,
        sample_weight=sample_weight,
    )
    return Contingency.from_codes(
        pair.codes_true, pair.n_true, pair.codes_pred, pair.n_pred, pair.weight
    )


def external_index(formula=None, *, weights=False):
    """Turn a formula over a contingency table into a public index.

    The function that results takes ``(labels_true, labels_pred, *, ...)`` with the
    formula's own keywords first, then those that all external indices share; its
    docstring is the formula's with the shared parameters and errors put in. The
    formula itself stays at hand as ``index.from_table(table, ...)``.

    Parameters
    ----------
    formula : callable
        ``f(table, *, ...)`` for a `Contingency`, with a numpydoc docstring that
        describes its own keywords only.
    weights : bool, default=False
        Whether the index is a function of weighted counts and so takes
        ``sample_weight``.

    Returns
    -------
    callable
    """
    if formula is None:
        return functools.partial(external_index, weights=weights)
    formula = _with_checked_flags(formula)

    @functools.wraps(formula)
    def index(
        labels_true=None,
        labels_pred=None,
        *,
        contingency=None,
        sample_weight=None,
        noise_label=None,
        noise="drop",
        unknown_label=None,
        **own,
    ):
        table = make_table(
            labels_true,
            labels_pred,
            contingency=contingency,
            sample_weight=sample_weight,
            noise_label=noise_label,
            noise=noise,
            unknown_label=unknown_label,
            weights=weights,
            name=formula.__name__,
        )
        return formula(table, **own)

    index.__signature__ = _public_signature(index, formula, weights)
    index.__doc__ = _public_docstring(formula.__doc__, weights)
    index.from_table = formula
    return index


def refuse_weights(function):
    """Let a function of two labellings say why it takes no ``sample_weight``."""

    @functools.wraps(function)
    def unweighted(*args, sample_weight=None, **options):
        if sample_weight is not None:
            raise TypeError(
                f"{function.__name__} does not take sample_weight: random partitions "
                "are made of whole samples. Whole weights can be given as counts by "
                "contingency=."
            )
        return function(*args, **options)

    return unweighted


def check_flag(value, name):
    """Refuse what is not a truth value: "no" and "False" are true in Python."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False; got {value!r}.")


def _with_checked_flags(formula):
    """Check the keywords of a formula that are True or False."""
    flags = [
        name
        for name, parameter in inspect.signature(formula).parameters.items()
        if isinstance(parameter.default, bool)
    ]
    if not flags:
        return formula

    @functools.wraps(formula)
    def checked(table, **own):
        for name in flags:
            if name in own:
                check_flag(own[name], name)
        return formula(table, **own)

    return checked


def _public_signature(index, formula, weights):
    shared = inspect.signature(index, follow_wrapped=False).parameters
    own = list(inspect.signature(formula).parameters.values())[1:]
    leading = [shared["labels_true"], shared["labels_pred"]]
    trailing = [
        shared[name]
        for name in (
            "contingency",
            "sample_weight",
            "noise_label",
            "noise",
            "unknown_label",
        )
        if weights or name != "sample_weight"
    ]
    return inspect.Signature([*leading, *own, *trailing])


def _public_docstring(text, weights):
    """Put the shared parameters and errors into an index's own docstring."""
    if text is None:  # python -OO
        return None
    summary, *parts = _SECTION.split(inspect.cleandoc(text))
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    own = sections.pop("Parameters", "").strip("\n")
    shared = [
        _LABELS_TEXT,
        f"{own}\n" if own else "",
        _TABLE_TEXT,
        _WEIGHT_TEXT if weights else "",
        _NOISE_TEXT,
    ]
    returns = sections.pop("Returns")
    raises = sections.pop("Raises", "").strip("\n")
    ordered = {
        "Parameters": "".join(shared),
        "Returns": returns,
        "Raises": f"{raises}\n{_RAISES_TEXT}" if raises else _RAISES_TEXT,
        **sections,
    }
    blocks = [
        f"{title}\n{'-' * len(title)}\n{body.strip(chr(10))}"
        for title, body in ordered.items()
    ]
    return "\n\n".join([summary.strip("\n"), *blocks]) + "\n"
