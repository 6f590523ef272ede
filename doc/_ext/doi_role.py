"""The role ``:doi:``, as scikit-learn's documentation has it."""

from docutils import nodes


def doi(name, rawtext, text, lineno, inliner, options=None, content=()):
    """Link a digital object identifier."""
    return [nodes.reference(rawtext, text, refuri=f"https://doi.org/{text}")], []


def setup(app):
    """Register the role."""
    app.add_role("doi", doi)
    return {"parallel_read_safe": True}
