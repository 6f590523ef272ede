"""What may mean noise."""

from collections.abc import Collection, Mapping
from numbers import Number

import numpy as np

__all__ = ["check_noise_label"]


def check_noise_label(noise_label, *classes, name="noise_label"):
    """Refuse what can never mean any of the labels.

    A label that merely does not occur is allowed.

    Parameters
    ----------
    noise_label : object
        None, "negative", a label or a collection of labels.
    *classes : ndarray
        The distinct labels of each labelling that it is for.
    name : str, default="noise_label"
        How errors call the argument.
    """
    if noise_label is None:
        return
    text = isinstance(noise_label, str | bytes)
    if isinstance(noise_label, Collection) and not text:
        members = list(noise_label)
        bad = isinstance(noise_label, Mapping)
    else:
        members, bad = [noise_label], False
    for member in members:
        if not _is_scalar(member):
            bad = True
        elif member != member:
            raise ValueError(f"{name} is NaN, which is a missing label, not noise.")
    if bad:
        raise TypeError(
            f"{name} must be None, 'negative', a label, or a collection of labels "
            f"(strings, numbers or the like). Got {noise_label!r} instead."
        )
    if (text and noise_label == "negative") or not (text or len(members) == 1):
        return
    if classes and not any(_may_match(members[0], labels) for labels in classes):
        kind = "a string" if isinstance(members[0], str | bytes) else "a number"
        raise ValueError(
            f"{name}={noise_label!r} is {kind} and the labels are "
            f"{'numbers' if kind == 'a string' else 'strings'}, such as "
            f"{classes[0][0]!s}, so that none of them is meant. Give a label of "
            "their kind, or 'negative' for every negative number."
        )


def _may_match(label, classes):
    if classes.size == 0 or classes.dtype.kind not in "USbiuf":
        return True
    return isinstance(label, str | bytes) == (classes.dtype.kind in "US")


def _is_scalar(member):
    """Tell whether it may be a label: labels have an order."""
    if isinstance(member, str | bytes | Number | np.generic):
        return True
    if member is None:  # from Python 3.12 on, its type has an order of its own
        return False
    ordered = type(member).__lt__ is not object.__lt__
    return ordered and not callable(member) and not isinstance(member, Collection)
