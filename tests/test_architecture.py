"""The layers import only what they may, and what is public is listed exactly once."""

import ast
import inspect
import re
import tomllib
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import skclustmetrics
from skclustmetrics._registry import INDICES
from skclustmetrics.internal._sweep_rows import SWEEP_INDICES

PACKAGE = Path(skclustmetrics.__file__).parent
ROOT = Path(__file__).parents[1]

# what each layer may import besides itself; nothing else is allowed
ALLOWED = {
    "exceptions": set(),
    "_spec": set(),
    "_compat": {"exceptions"},
    "_kernels": {"_compat"},
    "_validation": {"_kernels", "_compat", "exceptions"},
    "internal": {"_validation", "_kernels", "_compat", "_spec", "exceptions"},
    "_report_view": {"_compat"},
    "external": {
        *{"_report_view", "_validation", "_kernels", "_compat", "_spec"},
        "exceptions",
    },
    "_registry": {"internal", "external", "_spec"},
    "scorers": {"_registry", "_spec", "_validation", "_compat", "exceptions"},
    "_clusterers": {"scorers", "_validation"},
    "stability": {
        *{"_clusterers", "scorers", "internal", "external", "_kernels", "_validation"},
        *{"_compat", "_report_view", "exceptions"},
    },
    "model_selection": {
        *{"scorers", "_registry", "_spec", "internal", "_kernels", "_validation"},
        *{"stability", "_clusterers", "_compat", "exceptions"},
    },
    "significance": {
        *{"_clusterers", "_registry", "_report_view", "_spec", "scorers", "internal"},
        *{"_kernels", "_validation", "_compat", "exceptions"},
    },
    "reports": {
        *{"_registry", "_report_view", "internal", "external", "_validation"},
        *{"_compat", "exceptions"},
    },
    "displays": {"scorers", "internal", "external", "_validation", "_compat"},
}
FACADES = (
    *("internal", "external", "reports", "scorers", "stability", "significance"),
    *("model_selection", "displays"),
)
MAX_LINES = 400

# public functions that return something else than one index of one partition or pair
NOT_INDICES = {
    "cvnn_score",
    "hopkins_score",
    "homogeneity_completeness_v_measure",
    *(spec.function.__name__ for spec in SWEEP_INDICES.values()),
}


def _module_name(path):
    parts = (PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {_module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text("utf-8")) for name, path in SOURCES.items()}


def _imports(tree):
    """Yield (module, name or None) for every import, also those inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, None
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                yield node.module, alias.name


def _own_imports(module):
    """The modules of this package that `module` imports."""
    for source, name in _imports(TREES[module]):
        if source.split(".")[0] == PACKAGE.name:
            submodule = f"{source}.{name}"
            yield submodule if submodule in SOURCES else source


def _layer(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None


@pytest.mark.parametrize("module", SOURCES)
def test_layers_import_only_what_they_may(module):
    layer = _layer(module)
    if layer is None:  # the facade of the package sees all
        return
    found = {_layer(imported) for imported in _own_imports(module)}
    assert found <= {layer, *ALLOWED[layer]}


def test_no_module_imports_its_own_facade():
    offenders = [
        (module, imported)
        for module in SOURCES
        for imported in _own_imports(module)
        if module.startswith(f"{imported}.")
    ]
    assert offenders == []


def test_no_cycles():
    graph = {module: set(_own_imports(module)) - {module} for module in SOURCES}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"modules import each other in a circle: {error.args[1]}")
    assert set(order) == set(SOURCES)


def _is_private(dotted):
    return any(part.startswith("_") for part in dotted.split(".")[1:])


def _private_sklearn_names(tree):
    """Yield private names of scikit-learn, imported or reached by attribute."""
    bound = set()
    for source, name in _imports(tree):
        if source.split(".")[0] == "sklearn":
            dotted = source if name is None else f"{source}.{name}"
            bound.add(dotted.split(".")[-1] if name else "sklearn")
            if _is_private(dotted):
                yield dotted
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and re.match(r"_[^_]", node.attr)
            and ast.unparse(node.value).split(".")[0] in bound
        ):
            yield ast.unparse(node)


@pytest.mark.parametrize("module", SOURCES)
def test_private_sklearn_names_stay_in_compat(module):
    if _layer(module) != "_compat":
        assert list(_private_sklearn_names(TREES[module])) == []


def test_private_names_are_recognised():
    source = """
import sklearn.metrics
from sklearn.base import _fit_context
from sklearn.utils import _param_validation
from sklearn.metrics import cluster
cluster._supervised.entropy
cluster.__name__
"""
    assert sorted(_private_sklearn_names(ast.parse(source))) == [
        "cluster._supervised",
        "sklearn.base._fit_context",
        "sklearn.utils._param_validation",
    ]


@pytest.mark.parametrize("module", SOURCES)
def test_extras_are_imported_only_when_needed(module):
    at_import = [
        node
        for node in TREES[module].body
        if isinstance(node, ast.Import | ast.ImportFrom | ast.If | ast.Try)
    ]
    extras = {"matplotlib", "pandas", "dask", "torch"}
    found = {source.split(".")[0] for node in at_import for source, _ in _imports(node)}
    assert not found & extras


@pytest.mark.parametrize("module", SOURCES)
def test_modules_are_short(module):
    assert len(SOURCES[module].read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("module", SOURCES)
def test_all_is_sorted_and_exists(module):
    loaded = import_module(module)
    names = getattr(loaded, "__all__", None)
    if names is None:  # an empty package file has nothing to offer
        assert SOURCES[module].name == "__init__.py"
        assert [type(node) for node in TREES[module].body] in ([], [ast.Expr])
        return
    missing = [name for name in names if not hasattr(loaded, name)]
    assert missing == []
    assert len(set(names)) == len(names)
    if not module.split(".")[-1].startswith("_"):
        constants = sorted(name for name in names if name.isupper())
        others = sorted(set(names) - set(constants), key=str.casefold)
        assert list(names) == constants + others


@pytest.mark.parametrize("module", ["", *(f".{name}" for name in FACADES)])
def test_all_is_exact(module):
    loaded = import_module(f"{PACKAGE.name}{module}")
    public = {
        name
        for name, value in vars(loaded).items()
        if not name.startswith("_")
        and not name.isupper()
        and not isinstance(value, ModuleType)
    }
    assert public == {name for name in loaded.__all__ if not name.isupper()}


def test_package_offers_what_its_parts_offer():
    offered = {
        name
        for part in (*FACADES, "exceptions")
        for name in import_module(f"{PACKAGE.name}.{part}").__all__
        if not name.isupper()
    }
    assert offered <= set(skclustmetrics.__all__)
    # the noise filter is the one public function of the validation layer
    assert set(skclustmetrics.__all__) - offered == {"drop_noise"}


def test_registered_functions_are_public():
    for spec in INDICES.values():
        function = getattr(skclustmetrics, spec.function.__name__, None)
        assert function is spec.function, spec.name
        assert spec.kind in ("internal", "external")
        assert spec.function.__module__.split(".")[1] == spec.kind


def test_public_indices_are_registered():
    registered = {spec.function.__name__ for spec in INDICES.values()}
    public = {
        name
        for name in skclustmetrics.__all__
        if name.endswith(("_score", "_distance"))
        and inspect.isfunction(getattr(skclustmetrics, name))
    }
    assert public - registered - NOT_INDICES == set()


@pytest.mark.parametrize("name", INDICES)
def test_rows_fit_their_functions(name):
    spec = INDICES[name]
    assert spec.name == name
    parameters = inspect.signature(spec.function).parameters
    first = {"internal": ["X", "labels"], "external": ["labels_true", "labels_pred"]}
    assert list(parameters)[:2] == first[spec.kind]
    assert set(spec.params) <= set(parameters)
    assert spec.has_metric == ("metric" in parameters)
    assert spec.has_n_jobs == ("n_jobs" in parameters)
    assert spec.has_sample_weight == ("sample_weight" in parameters)
    assert spec.bounds[0] < spec.bounds[1]
    assert (spec.symmetric is None) == (spec.kind == "internal")


def _version(text):
    numbers = [int(part) for part in text.split(".")]
    return tuple(numbers + [0] * (3 - len(numbers)))


def test_lowest_versions_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = {}
    for requirement in (*project["dependencies"], *extras["plot"], *extras["test"]):
        name, version = requirement.split(">=")
        declared[name] = _version(version)

    pins = (ROOT / ".ci" / "lowest.txt").read_text("utf-8")
    tested = {
        name: _version(version)
        for name, version in re.findall(r"^([\w-]+)==([\d.]+)$", pins, re.MULTILINE)
    }
    assert {name: declared[name] for name in tested} == tested
    runtime = {entry.split(">=")[0] for entry in project["dependencies"]}
    assert runtime | {"matplotlib"} <= set(tested)

    page = (ROOT / "doc" / "getting_started.rst").read_text("utf-8")
    documented = {
        name: _version(version)
        for name, version in re.findall(r"^\* ([\w-]+) ([\d.]+) or later", page, re.M)
    }
    python = documented.pop("Python")
    assert python == _version(project["requires-python"].removeprefix(">="))
    assert documented == {name: declared[name] for name in documented}
    assert set(documented) >= runtime


def _reference_pages():
    """The module that writes the API reference of the documentation."""
    path = ROOT / "doc" / "_ext" / "reference_pages.py"
    spec = spec_from_file_location("reference_pages", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_reference_lists_every_public_object_once():
    listed = re.findall(r"^   (\w+)$", _reference_pages().render_objects(), re.M)
    listed.remove("indices")  # the other page
    assert sorted(listed) == sorted(skclustmetrics.__all__)


def test_reference_lists_every_index_once():
    rows = re.findall(
        r"^   \* - (.*)\n     - :func:`~skclustmetrics\.(\w+)`",
        _reference_pages().render_indices(),
        re.M,
    )
    expected = [(spec.title, spec.function.__name__) for spec in INDICES.values()]
    assert sorted(rows) == sorted(expected)
