"""An experiment at a real service that has little room: it keeps to the limits it is told."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from experiment_process import light
from fake_service import picture

import drawkit
from drawkit.contract import MODULES, Refused
from drawkit.experiments import Experiment
from drawkit.service import Settings, create_app
from drawkit.service.throttle import Throttle

REFUSED_AT_MOST = 1 / 20


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """What the service let in and what it refused."""
    counts: Counter[str] = Counter()
    enter = Throttle.enter

    def counted(throttle: Throttle, caller: Any) -> None:
        try:
            enter(throttle, caller)
        except Refused as refused:
            counts[refused.problem.code] += 1
            raise
        counts["let in"] += 1

    monkeypatch.setattr(Throttle, "enter", counted)
    return counts


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., drawkit.Client]]:
    """Starts a service with these settings; gives a client of it."""
    running: list[tuple[uvicorn.Server, threading.Thread]] = []

    def start(**told: Any) -> drawkit.Client:
        settings = Settings(state_dir=tmp_path / "state", workers=4, shutdown_grace_s=0.2, **told)
        app = create_app(settings, analysis=light, modules=MODULES, executor=pool)
        listening = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        running.append((server, thread))
        secret = app.state.service.keys.create("experiment").secret
        return drawkit.Client(f"http://127.0.0.1:{listening.getsockname()[1]}", secret)

    with ThreadPoolExecutor(4) as pool:
        yield start
        for server, thread in running:
            server.should_exit = True
            thread.join(20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "drawings"),
    [
        ({"rate": "30/second"}, 40),
        ({"rate": "60/4second"}, 40),
        ({"concurrent_requests": 2, "rate": "40/second"}, 40),
    ],
)
def test_at_most_one_call_in_twenty_is_refused(
    serving: Callable[..., drawkit.Client],
    calls: Counter[str],
    tmp_path: Path,
    told: dict[str, Any],
    drawings: int,
) -> None:
    with serving(**told) as client:
        experiment = Experiment(
            {f"{n}.png": picture(n) for n in range(drawings)}, client=client, ledger=tmp_path / "ledger.sqlite3"
        )
        experiment.run(progress=False)
        assert set(experiment.tasks["status"]) == {"completed"}
        experiment.ledger.close()
    refused = calls.total() - calls["let in"]
    assert refused / calls.total() <= REFUSED_AT_MOST, f"{refused} of {calls.total()} calls"
