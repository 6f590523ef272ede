"""Configuration of the documentation: ``sphinx-build -W doc build/html``."""

import os
import sys
import warnings
from pathlib import Path

# the gallery draws without a screen
os.environ["MPLBACKEND"] = "agg"
sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import skclustmetrics

project = "skclustmetrics"
author = "the skclustmetrics developers"
copyright = author
version = release = skclustmetrics.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
    "reference_pages",
    "doi_role",
    "native_math",
]
exclude_patterns = ["_build", "_ext", "_templates"]
default_role = "autolink"
templates_path = ["_templates"]
html_math_renderer = "mathml"

autosummary_generate = True
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = f"skclustmetrics {release}"
html_theme_options = {
    "show_prev_next": False,
    "secondary_sidebar_items": ["page-toc"],
    "navbar_end": ["theme-switcher"],
}
html_sidebars = {"index": [], "getting_started": [], "reference/indices": []}
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "auto_examples",
    "filename_pattern": r"/plot_",
    "within_subsection_order": "FileNameSortKey",
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "min_reported_time": 0,
    "doc_module": ("skclustmetrics",),
    "backreferences_dir": "reference/backreferences",
    "reference_url": {"skclustmetrics": None},
    "abort_on_example_error": False,
    "matplotlib_animations": False,
    "image_scrapers": ("matplotlib",),
    "remove_config_comments": True,
}

warnings.filterwarnings("error", category=FutureWarning)
