"""One table as a file, in the format that its name tells."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pandas as pd

from drawkit import frames

FORMATS: Final = (".xlsx", ".pdf", ".csv", ".json")


def written(
    path: str | os.PathLike[str],
    tables: Mapping[str, pd.DataFrame],
    plain: Callable[[], Any],
    pictures: Callable[[], Sequence[bytes]],
    title: str,
) -> Path:
    """Write tables to a file: Excel and PDF with pictures, CSV the first table, JSON what `plain` gives.

    Raises `ValueError` for a name with another ending.
    """
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in FORMATS:
        raise ValueError(
            f"The name of the file tells its format: {', '.join(FORMATS)}; {target.name!r} has none of them."
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    if ending == ".xlsx":
        frames.to_excel(tables, target, pictures=pictures(), title=title)
    elif ending == ".pdf":
        frames.to_pdf(tables, target, pictures=pictures(), title=title)
    elif ending == ".csv":
        next(iter(tables.values())).to_csv(target, index=False, encoding="utf-8-sig")
    else:
        target.write_text(json.dumps(plain(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return target
