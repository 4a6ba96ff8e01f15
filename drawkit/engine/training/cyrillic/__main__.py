"""`python -m drawkit.engine.training.cyrillic --out FOLDER`: trains the net that reads Cyrillic words, with its card.

It needs Debian's packages hunspell-ru, hunspell-uk and hunspell-bg, whose words it sets.
"""

from __future__ import annotations

from collections.abc import Sequence

from drawkit.engine.training.cyrillic.alphabet import CYRILLIC
from drawkit.engine.training.readers.command import train


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains with checkpoints on crops that are drawn as they are needed, measures on unseen fonts, exports."""
    train("cyrillic", CYRILLIC, main.__doc__, arguments)


if __name__ == "__main__":
    main()
