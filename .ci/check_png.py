"""Fail unless at least one file is given and each is a PNG picture of some size."""

import struct
import sys
from pathlib import Path

if len(sys.argv) < 2:
    sys.exit("no picture was given")
for path in sys.argv[1:]:
    head = Path(path).read_bytes()[:24]
    if head[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{path} is no PNG picture")
    width, height = struct.unpack(">II", head[16:24])
    if min(width, height) < 200:
        sys.exit(f"{path} is only {width} x {height} pixels")
    print(f"{path}: {width} x {height} pixels")
