from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from small_service import ADDRESS, KEY, SmallService

from drawkit.client import Client


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DRAWKIT_BASE_URL", "DRAWKIT_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def service() -> SmallService:
    return SmallService()


@pytest.fixture
def client(service: SmallService) -> Iterator[Client]:
    with Client(ADDRESS, KEY, transport=service.transport) as client:
        yield client


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds slept by the code under test; the clock goes on by them, and nobody waits."""
    slept: list[float] = []
    clock = time.monotonic
    monkeypatch.setattr("time.sleep", slept.append)
    monkeypatch.setattr("time.monotonic", lambda: clock() + sum(slept))
    return slept
