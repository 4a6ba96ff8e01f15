"""`python -m drawkit.engine.training.callouts --out FOLDER`: trains the callout net and writes it with its card."""

from __future__ import annotations

from collections.abc import Sequence

from drawkit.engine.training.callouts.alphabet import CALLOUTS
from drawkit.engine.training.readers.command import train


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains with checkpoints on crops that are drawn as they are needed, measures on unseen fonts, exports."""
    train("callouts", CALLOUTS, main.__doc__, arguments)


if __name__ == "__main__":
    main()
