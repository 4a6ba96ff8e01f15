from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_service import FakeService, picture

from drawkit.experiments import Experiment


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five small drawings."""
    place = tmp_path / "drawings"
    place.mkdir()
    for number in range(5):
        (place / f"part{number}.png").write_bytes(picture(number))
    return place


@pytest.fixture
def experiment(service: FakeService, folder: Path, tmp_path: Path) -> Iterator[Callable[..., Experiment]]:
    """Makes experiments on one ledger and one service."""
    made: list[Experiment] = []

    def make(drawings: Any = folder, *settings: Any, **told: Any) -> Experiment:
        told = {"client": service.client(), "ledger": tmp_path / "ledger.sqlite3", **told}
        made.append(Experiment(drawings, *settings, **told))
        return made[-1]

    yield make
    for one in made:
        one.ledger.close()
        if one._client is not None:
            one._client.close()
