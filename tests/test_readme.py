"""The code of the README runs as it stands, from top to bottom."""

import re
import warnings
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_python_blocks_run():
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    namespace = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for block in blocks:
            exec(compile(block, str(README), "exec"), namespace)
    assert namespace["selector"].best_k_ >= 2
    assert namespace["difference"] < 1e-12
    assert namespace["near"] == namespace["far"]
    assert 0 < namespace["coverage"] < 1
