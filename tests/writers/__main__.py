"""`python -m tests.writers OUT --writer ezdxf --count 40 --seed 1`: writes drawings and their labels."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

WRITERS = ("ezdxf", "librecad", "paper", "freecad")


def main() -> None:
    """Write the sheets of one writer, or of all that this machine has."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--writer", choices=(*WRITERS, "all"), default="all")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in WRITERS if args.writer == "all" else (args.writer,):
        module = importlib.import_module(f"tests.writers.{name}_sheets")
        sets, labels = args.out / "sets" / f"w_{name}", args.out / "labels" / f"w_{name}"
        sets.mkdir(parents=True, exist_ok=True)
        labels.mkdir(parents=True, exist_ok=True)
        module.write(sets, labels, args.count, args.seed)


if __name__ == "__main__":
    main()
