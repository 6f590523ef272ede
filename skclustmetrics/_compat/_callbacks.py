"""scikit-learn's callbacks, which exist since 1.9 and are experimental there."""

from contextlib import contextmanager

try:
    from sklearn.callback import CallbackSupportMixin
except ImportError:  # scikit-learn < 1.9

    class CallbackSupportMixin:
        """Stands in where scikit-learn has no callbacks: adds nothing."""


__all__ = ["CallbackSupportMixin", "begin_fit", "callback_task", "end_fit", "subtasks"]


def begin_fit(estimator, n_tasks, X, y=None):
    """Tell the callbacks that `fit` begins; return its context, None without any.

    To be called within `fit`, which `fit_context` has to decorate.
    """
    if not getattr(estimator, "_skl_callbacks", None):
        return None
    context = estimator._init_callback_context(max_subtasks=n_tasks)
    return context.call_on_fit_task_begin(estimator=estimator, X=X, y=y)


def subtasks(context, task_name, n_tasks, n_steps=0):
    """Make the contexts of equal tasks, of so many steps, before workers get them."""
    if context is None:
        return [None] * n_tasks
    return [
        context.subcontext(task_name=task_name, max_subtasks=n_steps)
        for _ in range(n_tasks)
    ]


@contextmanager
def callback_task(context, caller, X, y=None, *, fits=None):
    """Tell the callbacks when a task begins and when it ends.

    Parameters
    ----------
    context : CallbackContext or None
        The context of the task; None if there are no callbacks.
    caller : estimator
        The estimator whose `fit` runs the task.
    X, y : array-like
        The data.
    fits : estimator, default=None
        What the task fits; it gets the callbacks too if it supports them.
    """
    if context is None:
        yield
        return
    if hasattr(fits, "set_callbacks"):
        with context.propagate_callback_context(fits):
            context.call_on_fit_task_begin(estimator=caller, X=X, y=y)
            yield
    else:
        context.call_on_fit_task_begin(estimator=caller, X=X, y=y)
        yield
    context.call_on_fit_task_end(estimator=caller, X=X, y=y)


def end_fit(context, estimator, X, y=None):
    """Tell the callbacks that `fit` ends."""
    if context is not None:
        context.call_on_fit_task_end(estimator=estimator, X=X, y=y)
