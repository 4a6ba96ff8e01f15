"""How drawkit is installed, and what it is developed with."""

from __future__ import annotations

from typing import Final

INSTALL: Final = (
    ('pip install "."', "enough for a remote service"),
    ('pip install ".[local]"', "reads drawings on this machine"),
    ('pip install ".[lab]"', "JupyterLab and Voila"),
    ('pip install ".[dask]"', "runs analyses on a cluster"),
    ('pip install ".[train]"', "trains the models; their cards say how (`drawkit/engine/models/README.md`)"),
    ('pip install ".[test]"', "what the tests need"),
    (".ci/run", "all that a change must pass"),
    ("pytest -m browser", "drives notebooks in Chromium"),
    ("pytest -m benchmark", "measures times; run by hand"),
    ("lint-imports", "holds what each room may import (`pyproject.toml`)"),
    ("drawkit.samples", "draws sheets with exact ground truth; `tests/writers` has other programs draw them"),
    ("a defect in reading", "gets a sheet of its own as a test"),
    (
        "python -m drawkit.engine.training.decision --out FOLDER CORPUS ...",
        "learns which numbers are dimensions",
    ),
)
