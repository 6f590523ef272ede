"""How the indices of two partitions are shown."""

from skclustmetrics._report_view import IndexReport, count_of

__all__ = ["ExternalReport"]


class ExternalReport(IndexReport):
    """The indices of two partitions, as `external_report` makes them.

    It prints as a table by families and shows as one in a notebook. ``report[name]`` is
    the value of an index.

    Parameters
    ----------
    entries : list
        One entry for each index, in the order of the families.
    n_samples : int or float
        The number of samples, those included that are left out; or the total of a ready
        table, or of the weights.
    n_classes, n_clusters : int
        The number of classes and of clusters that were compared.
    coverage : float
        The fraction of the samples whose class is known and that neither labelling
        calls noise.

    See Also
    --------
    external_report : The function that makes it.

    Examples
    --------
    >>> from skclustmetrics import external_report
    >>> report = external_report([0, 0, 1, 1], [0, 0, 1, 2], indices=["rand", "purity"])
    >>> report["rand"]
    0.833...
    >>> report.to_dict()
    {'rand': 0.833..., 'purity': 1.0}
    """

    _title = "External indices"

    def __init__(self, entries, *, n_samples, n_classes, n_clusters, coverage):
        super().__init__(entries)
        self.n_samples = n_samples
        self.n_classes = n_classes
        self.n_clusters = n_clusters
        self.coverage = coverage

    def _summary(self):
        samples = count_of(self.n_samples, "sample")
        classes = count_of(self.n_classes, "class", "classes")
        clusters = count_of(self.n_clusters, "cluster")
        return f"{samples}: {classes}, {clusters}, coverage {self.coverage:.1%}"
