"""How far the judgement of the candidates is, told to users and to callbacks."""

from skclustmetrics._compat._callbacks import callback_task, subtasks

__all__ = ["Progress"]


class Progress:
    """Tell how far a search is that takes many steps to judge its candidates.

    Parameters
    ----------
    search : estimator
        The search; its `verbose` says whether to print.
    n_steps : int, default=0
        How many steps there are in all; none are told of if there are none.
    context : CallbackContext, default=None
        Of the judgement, made for `n_steps` subtasks.
    X, y : array-like, default=None
        The data.
    """

    def __init__(self, search, n_steps=0, context=None, X=None, y=None):
        self._search = search
        self._n_steps = n_steps
        self._context = context if n_steps else None
        self._data = X, y
        self._n_done = 0

    def track(self, steps, name):
        """Yield the results of steps, and tell of each when it is there.

        Parameters
        ----------
        steps : iterable
            The results, such as `run_tasks` yields them.
        name : str
            What a step is, such as "reference".

        Yields
        ------
        result : object
            The results.
        """
        for result in steps:
            self._n_done += 1
            if self._search.verbose and self._n_steps:
                whom = type(self._search).__name__
                print(f"[{whom}] {name} {self._n_done}/{self._n_steps}", flush=True)
            (context,) = subtasks(self._context, name, 1)
            with callback_task(context, self._search, *self._data):
                yield result
