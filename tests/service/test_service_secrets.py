"""No secret that a service and its clients use stands in a log line or a traceback; one folder has one service."""

from __future__ import annotations

import contextlib
import logging
import socket
import subprocess
import sys
import traceback

import httpx
import pytest
import service_analyses as analyses
from service_files import picture
from service_process import HERE, Process, environment
from service_served import Served
from service_targets import LOOPBACK, target
from service_waits import wait_for

from drawkit import client as dk
from drawkit.service import Webhooks, logs
from drawkit.service.secret import new_secret


def held_by(secrets: list[str], text: str) -> list[str]:
    return [secret for secret in secrets if secret in text or secret[-20:] in text]


@pytest.fixture
def lines(tmp_path, monkeypatch):
    """Everything that is logged, at the least level, as the service writes it."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, {n: logging.getLogger(n).level for n in logs._TALKATIVE}
    from drawkit.service import Settings

    file = tmp_path / "service.log"
    logs.install(Settings(state_dir=tmp_path / "unused", log_file=file, log_level="DEBUG"))
    yield lambda: file.read_text("utf-8")
    for handler in root.handlers:
        handler.close()
    root.handlers[:], root.level = before[0], before[1]
    for name, level in before[2].items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.parametrize("analysis", [analyses.quick, analyses.fail, analyses.refuse])
def test_no_secret_is_logged(tmp_path, lines, analysis):
    token = "webhook-token-in-an-address-" + "7" * 20
    wrong = new_secret("live")
    with target(lambda n: 500 if n < 3 else 204) as there:
        served = Served(tmp_path / "state", analysis, webhook_retries_s=(0.05, 0.05))
        hooks = Webhooks(served.service.settings, served.service.store.database)
        hook = hooks.add(f"{there.url}?token={token}", networks=LOOPBACK)
        turned = served.service.keys.create("turned")
        fresh = served.service.keys.rotate(turned.info.key_id)
        told, published = [], []
        for key in (served.secret, turned.secret, fresh.secret, wrong, wrong[:-1] + "x", "Basic abc"):
            with contextlib.suppress(dk.DrawkitError):
                client = dk.Client(f"http://127.0.0.1:{served.place[1]}", key, max_wait=0)
                task = client.submit(picture())
                with contextlib.suppress(dk.DrawkitError):
                    task.wait(10)
                published += [task.refresh().record.published.id] if task.record.published else []
                client.cancel(task.id)
        for path in ("/api/open/tasks/x", "/nowhere", f"/api/open/tasks?key={served.secret}", f"/{served.secret}"):
            try:
                served.client.get(path).raise_for_status()
            except httpx.HTTPError as error:
                told.append(str(error.__class__))
        with socket.create_connection(served.place) as odd:
            odd.sendall(
                f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.secret}\r\nbroken\r\n\r\n".encode()
            )
            odd.recv(1000)
        there.wait(3)
        wait_for(lambda: len(hooks.log()) >= 3)
        served.end()
    secrets = [served.secret, turned.secret, fresh.secret, wrong, hook.secret, token, *published]
    text = lines()
    assert len(text.splitlines()) > 10
    assert held_by(secrets, text) == []
    raw = b"".join(file.read_bytes() for file in (tmp_path / "state").glob("store.sqlite3*"))
    assert held_by(secrets[:4], raw.decode("latin-1")) == []


def test_no_secret_stands_in_a_traceback_of_a_fault(start, caplog, monkeypatch):
    api = start()
    monkeypatch.setattr(api.service.store, "quota", lambda *_: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        assert api.get("quota").status_code == 500
    texts = [logs.JsonLines().format(record) for record in caplog.records]
    frames = [
        "".join(traceback.TracebackException(*record.exc_info, capture_locals=False).format())
        for record in caplog.records
        if record.exc_info
    ]
    assert frames
    assert held_by([api.secret], "".join(texts + frames)) == []


def test_a_second_service_on_the_folder_says_who_has_it_and_harms_nothing(tmp_path):
    state = tmp_path / "state"
    first = Process(str(HERE / "service_process.py"), str(state), "brief")
    try:
        task_id = first.submit("a")
        command = [sys.executable, "-m", "drawkit.service", "--state", str(state)]
        port = {"DRAWKIT_SERVICE_PORT": "0"}
        second = subprocess.run(
            command, env=environment(**port), capture_output=True, text=True, timeout=60, check=False
        )
        assert second.returncode == 3
        assert "Another service works in" in second.stderr
        assert held_by([first.hello["api_key"]], second.stderr + second.stdout) == []
        wait_for(lambda: first.get(f"tasks/{task_id}")["status"] == "completed")
        assert first.get("status")["status"] == "ok"
    finally:
        assert first.end() == 0
