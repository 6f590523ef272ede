"""Every public object is documented in numpydoc's form, with examples that run."""

import doctest
import inspect

import pytest
from numpydoc.validate import validate

import skclustmetrics

# numpydoc's errors that are no errors here, each with its reason
IGNORED = {
    "GL01": "the summary starts on the line of the opening quotes",
    "GL02": "one-line docstrings close on the same line",
    "ES01": "a short summary may say all",
    "SA01": "not everything has a relative worth naming",
    "RT02": "a returned value has a name, as in scikit-learn",
    "SS06": "a summary may need two lines to be exact",
}
# methods are explained, and shown at work, where their class is
IGNORED_OF_METHODS = {"EX01": "the example stands in the class"}

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

PUBLIC = [getattr(skclustmetrics, name) for name in skclustmetrics.__all__]


def _own_methods(cls):
    """The public methods and properties that this package defines or overrides."""
    for name in sorted(dir(cls)):
        member = inspect.getattr_static(cls, name)
        if isinstance(member, property):
            module = member.fget.__module__
        else:
            module = getattr(inspect.unwrap(getattr(cls, name)), "__module__", None)
        if (
            not name.startswith("_")
            and str(module).split(".")[0] == skclustmetrics.__name__
            and (callable(getattr(cls, name)) or isinstance(member, property))
        ):
            yield name


METHODS = [
    (cls, name) for cls in PUBLIC if inspect.isclass(cls) for name in _own_methods(cls)
]


def _path(obj):
    return f"{skclustmetrics.__name__}.{obj.__name__}"


def _errors(path, ignored):
    return [error for error in validate(path)["errors"] if error[0] not in ignored]


@pytest.mark.parametrize("obj", PUBLIC, ids=lambda obj: obj.__name__)
def test_public_object_is_documented(obj):
    exception = inspect.isclass(obj) and issubclass(obj, Exception)
    ignored = {*IGNORED, *(IGNORED_OF_METHODS if exception else ())}
    assert _errors(_path(obj), ignored) == []


@pytest.mark.parametrize(("cls", "name"), METHODS)
def test_public_method_is_documented(cls, name):
    ignored = {*IGNORED, *IGNORED_OF_METHODS}
    assert _errors(f"{_path(cls)}.{name}", ignored) == []


@pytest.mark.parametrize(
    "obj",
    [o for o in PUBLIC if not (inspect.isclass(o) and issubclass(o, Exception))],
    ids=lambda obj: obj.__name__,
)
def test_examples_run(obj):
    # empty globals: an example must import what it uses
    found = doctest.DocTestFinder(recurse=False).find(obj, _path(obj), globs={})
    assert len(found) == 1
    assert found[0].examples, f"{_path(obj)} has no example"
    report = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    outcome = runner.run(found[0], out=report.append)
    assert outcome.failed == 0, "".join(report)
