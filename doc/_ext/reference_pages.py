"""Write the API reference from what the package declares.

The pages list every name of ``skclustmetrics.__all__`` once, under the sub-package that
it comes from, and every row of the registry.
"""

import math
from pathlib import Path

import skclustmetrics
from skclustmetrics._registry import INDICES

# sub-package: title, and what it is for; in the order of the page
SECTIONS = {
    "internal": ("Internal indices", "Judge a partition by the data alone."),
    "external": ("External indices", "Compare two partitions of the same samples."),
    "reports": ("Reports", "Many indices at once, or several partitions compared."),
    "_validation": ("Noise", "Take out the samples that belong to no cluster."),
    "scorers": ("Scorers", "Indices for the ``scoring`` parameter of scikit-learn."),
    "model_selection": (
        "Model selection",
        "Choose the number of clusters, or any other parameter of a clusterer.",
    ),
    "stability": (
        "Stability",
        "Tell which clusters hold up when the data is drawn again or disturbed.",
    ),
    "significance": (
        "Significance",
        "Tell whether a clustering could be chance, and how exact an index is.",
    ),
    "displays": ("Displays", "Pictures. They need matplotlib."),
    "exceptions": ("Exceptions and warnings", "What can go wrong, by name."),
}


def section_of(name):
    """The sub-package that a public object comes from."""
    return getattr(skclustmetrics, name).__module__.split(".")[1]


def render_objects():
    """Return the page that lists all public objects."""
    page = [
        "API reference",
        "=============",
        "",
        "Everything is imported from the package itself:",
        "``from skclustmetrics import silhouette_score``.",
        "The :doc:`table of all indices <indices>` tells their direction, range and "
        "cost.",
        "",
        ".. toctree::",
        "   :hidden:",
        "",
        "   indices",
        "",
    ]
    families = {spec.function.__name__: spec.family for spec in INDICES.values()}
    for section, (title, purpose) in SECTIONS.items():
        names = [n for n in skclustmetrics.__all__ if section_of(n) == section]
        if not names:
            continue
        page += [title, "-" * len(title), "", purpose, ""]
        by_family = {}
        for name in names:  # what is no index stands first, without a heading
            by_family.setdefault(families.get(name, ""), []).append(name)
        for family in sorted(by_family):
            page += [*_heading(family, "~"), *_summary(by_family[family])]
    return "\n".join(page)


def _heading(family, line):
    title = family[:1].upper() + family[1:]
    return [title, line * len(title), ""] if title else []


def _summary(names):
    return [
        *(".. currentmodule:: skclustmetrics", ""),
        *(".. autosummary::", "   :toctree: generated/", "   :nosignatures:", ""),
        *(f"   {name}" for name in names),
        "",
    ]


def _number(value):
    if math.isinf(value):
        return "-∞" if value < 0 else "∞"
    return f"{value:g}"


def _row(spec):
    name = spec.function.__name__
    options = ", ".join(f"{key}={value!r}" for key, value in spec.params.items())
    low, high = map(_number, spec.bounds)
    opening = "(" if math.isinf(spec.bounds[0]) else "["
    closing = ")" if math.isinf(spec.bounds[1]) else "]"
    yield spec.title
    yield f":func:`~skclustmetrics.{name}`" + (f" ``{options}``" if options else "")
    yield {True: "higher", False: "lower", None: "neither"}[spec.greater_is_better]
    yield f"{opening}{low}, {high}{closing}"
    yield f"``{spec.scorer_name}``" if spec.scorer else "none"
    yield spec.cost
    yield spec.source


def render_indices():
    """Return the page with the table of all indices."""
    header = ["Index", "Function", "Better", "Range", "Scorer", "Cost", "Source"]
    page = [
        # the table needs the room
        *(":html_theme.sidebar_secondary.remove:", ""),
        "Table of all indices",
        "====================",
        "",
        "For n samples, d features and K clusters. The scorer is the name for "
        ":func:`~skclustmetrics.get_scorer`; where lower values of the index are "
        "better, the scorer is its negative and its name begins with ``neg_``.",
        "",
    ]
    for kind in ("internal", "external"):
        title = SECTIONS[kind][0]
        page += [title, "-" * len(title), "", SECTIONS[kind][1], ""]
        rows = [spec for spec in INDICES.values() if spec.kind == kind]
        for family in sorted({spec.family for spec in rows}):
            page += _heading(family, "~")
            page += [".. list-table::", "   :header-rows: 1", "   :class: indices", ""]
            members = [spec for spec in rows if spec.family == family]
            for cells in (header, *map(_row, members)):
                first, *others = cells
                page += [f"   * - {first}", *(f"     - {cell}" for cell in others)]
            page += [""]
    return "\n".join(page)


def write_pages(app, config):
    """Write the pages before Sphinx looks for its sources."""
    folder = Path(app.srcdir) / "reference"
    folder.mkdir(exist_ok=True)
    pages = {"index.rst": render_objects(), "indices.rst": render_indices()}
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app):
    """Connect the writer."""
    app.connect("config-inited", write_pages)
    return {"parallel_read_safe": True}
