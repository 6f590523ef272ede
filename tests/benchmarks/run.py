"""Compare run times side by side in one run: python tests/benchmarks/run.py [NAME ...]

Every line is one task. "ratio" is how many times faster ours is than the other way to
do the task, mostly scikit-learn's; "floor" how many times longer ours takes than the
least that the task needs in NumPy. Ours and theirs take turns, with one thread each
(BLAS too), and the best of a few rounds counts, so that a noisy machine disturbs both
alike. ``--quick`` runs all tasks on few samples, to see that they work.
"""

import argparse
import importlib
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from threadpoolctl import threadpool_limits

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))


@dataclass
class Task:
    """Something to do in several ways; `theirs` and `floor` may be None."""

    name: str
    ours: object
    theirs: object = None
    floor: object = None
    rounds: int = 5


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="parts of the names of tasks")
    parser.add_argument("--quick", action="store_true", help="few samples, one round")
    options = parser.parse_args()
    print(f"{'task':<58}{'ours':>10}{'theirs':>10}{'ratio':>8}{'floor':>8}")
    for module in MODULES:
        for task in importlib.import_module(module).tasks(options.quick):
            if not options.names or any(part in task.name for part in options.names):
                run(task, 1 if options.quick else task.rounds)


def run(task, rounds):
    """Time the ways to do a task in turn, and print a line."""
    ways = {"ours": task.ours, "theirs": task.theirs, "floor": task.floor}
    best = {name: float("inf") for name, way in ways.items() if way is not None}
    with threadpool_limits(1):
        for _ in range(rounds):
            for name in best:
                start = time.perf_counter()
                ways[name]()
                best[name] = min(best[name], time.perf_counter() - start)
    line = f"{task.name:<58}{best['ours']:>9.4g}s"
    if "theirs" in best:
        line += f"{best['theirs']:>9.4g}s{best['theirs'] / best['ours']:>8.2f}"
    else:
        line += " " * 18
    if "floor" in best:
        line += f"{best['ours'] / best['floor']:>8.2f}"
    print(line, flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.modules.setdefault("run", sys.modules["__main__"])
    main()
