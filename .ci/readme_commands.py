"""Print the shell command of the README with the given number, counting from 1.

usage: readme_commands.py README.md NUMBER
"""

import re
import sys
from pathlib import Path


def shell_commands(text):
    """Return the lines of all ``bash`` blocks, in order."""
    blocks = re.findall(r"^```bash\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


if __name__ == "__main__":
    path, number = sys.argv[1:]
    print(shell_commands(Path(path).read_text(encoding="utf-8"))[int(number) - 1])
