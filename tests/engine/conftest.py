"""What the engine's tests share: the labelled corpus, where it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"


@pytest.fixture(scope="session")
def corpus() -> Path:
    if not CORPUS.is_dir():
        pytest.skip("the labelled corpus is not beside the project")
    return CORPUS
