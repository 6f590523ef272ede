"""Many indices at once: of one partition, or of several that are compared."""

from skclustmetrics.reports._clustering import ClusteringReport, clustering_report
from skclustmetrics.reports._internal import InternalReport, internal_report
from skclustmetrics.reports._pareto import pareto_comparison
from skclustmetrics.reports._pareto_view import ParetoComparison

__all__ = [
    "clustering_report",
    "ClusteringReport",
    "internal_report",
    "InternalReport",
    "pareto_comparison",
    "ParetoComparison",
]
