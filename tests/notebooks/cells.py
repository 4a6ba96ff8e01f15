"""The cells that the stories of the example notebooks are made of."""

Cell = tuple[str, str, tuple[str, ...]]


def text(source: str) -> Cell:
    return ("markdown", source.strip(), ())


def code(source: str, *tags: str) -> Cell:
    return ("code", source.strip(), tags)
