"""Parts on their own: the engine's modules, settings, logs, entry points, identifiers."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
import service_analyses as analyses
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from service_files import pdf, picture
from service_process import environment
from service_waits import wait_for

import drawkit.service
from drawkit.contract import MODULES, Refused
from drawkit.service import Settings, create_app, logs, server
from drawkit.service import __main__ as entry
from drawkit.service.clock import SortedIds, month_bounds, stamp
from drawkit.service.cores import announce
from drawkit.service.cursors import from_cursor, to_cursor
from drawkit.service.modules import EngineModules
from drawkit.service.settings import WrongSettingsError
from drawkit.service.state import FolderLock, StateFolderInUseError


def test_the_front_door_is_explicit():
    assert set(drawkit.service.__all__) == {
        *("Archive", "KeyInfo", "Keys", "LoggedAttempt", "NewKey", "NewSubscription", "Settings"),
        *("Subscription", "Webhooks", "create_app", "serve"),
    }
    assert all(getattr(drawkit.service, name) for name in drawkit.service.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = drawkit.service.nothing


def at_once(function):
    done = Future()
    done.set_result(function())
    return done


def test_without_an_engine_the_service_says_degraded(monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, "drawkit.engine", None)
    monkeypatch.delattr("drawkit.engine", raising=False)
    assert EngineModules(at_once)() == ()
    assert "no reading engine" in caplog.text


@pytest.mark.parametrize("error", [TimeoutError, RuntimeError, CancelledError])
def test_the_engine_is_asked_again_when_no_worker_could_tell(error):
    asked = []

    def call(function):
        asked.append(function)
        done = Future()
        if len(asked) <= 2:
            done.set_exception(error())
        else:
            done.set_result(("dimensions",))
        return done

    modules = EngineModules(call)
    assert modules() == ()
    assert modules() == modules() == ("dimensions",)
    assert len(asked) == 3


def test_a_stop_before_the_engine_answered_is_no_fault(caplog):
    def stopped_meanwhile(_function):
        raise BrokenProcessPool

    assert EngineModules(stopped_meanwhile, lambda: True)() == ()
    assert caplog.records == []
    assert EngineModules(stopped_meanwhile)() == ()
    assert len(caplog.records) == 2


def test_the_engine_tells_its_modules_and_does_not_load_into_the_service(tmp_path):
    code = """
import sys
from drawkit.service import Settings, create_app
if __name__ == "__main__":
    service = create_app(Settings(state_dir=sys.argv[1])).state.service
    service.start()
    print(" ".join(service.modules()), "|", [m for m in ("numpy", "cv2", "onnxruntime") if m in sys.modules])
    service.stop()
"""
    script = tmp_path / "ask.py"
    script.write_text(code)
    command = [sys.executable, str(script), str(tmp_path / "state")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment(), check=True)
    modules, loaded = done.stdout.strip().split(" | ")
    assert set(modules.split()) <= set(MODULES)
    assert "dimensions" in modules.split()
    assert loaded == "[]"


def test_a_start_that_fails_lets_the_folder_go(tmp_path, monkeypatch):
    service = create_app(Settings(state_dir=tmp_path / "state"), modules=MODULES).state.service

    def broken():
        raise OSError("disk")

    monkeypatch.setattr(service.housekeeper, "after_crash", broken)
    with pytest.raises(OSError, match="disk"):
        service.start()
    lock = FolderLock(tmp_path / "state" / "lock")
    lock.take()
    lock.release()
    service.store.database.close()


def test_settings_come_from_python_environment_and_file(tmp_path, monkeypatch):
    file = tmp_path / "service.toml"
    file.write_text('rate = "7/minute"\nworkers = 3\nport = 1\n', encoding="utf-8")
    monkeypatch.setenv("DRAWKIT_SERVICE_CONFIG", str(file))
    monkeypatch.setenv("DRAWKIT_SERVICE_WORKERS", "5")
    monkeypatch.setenv("DRAWKIT_SERVICE_TRUSTED_PROXIES", "10.0.0.0/8, fd00::/8")
    monkeypatch.setenv("DRAWKIT_SERVICE_DATABASE_URL", "postgresql://u:password@h/d")
    told = Settings(port=9)
    assert (told.rate, told.workers, told.port) == ("7/minute", 5, 9)
    assert [str(n) for n in told.trusted_proxies] == ["10.0.0.0/8", "fd00::/8"]
    assert told.url.startswith("postgresql")
    assert "password" not in repr(told)


@pytest.mark.parametrize(
    "wrong", [{"rate": "many"}, {"workers": 0}, {"prot": 1}, {"environment": "Live!"}, {"trusted_proxies": "x"}]
)
def test_wrong_settings_are_refused(wrong):
    with pytest.raises(ValidationError):
        Settings(**wrong)


def test_settings_that_cannot_be_read_are_said(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("DRAWKIT_SERVICE_WEBHOOK_RETRIES_S", "soon")
    with pytest.raises(WrongSettingsError, match="webhook_retries_s"):
        Settings.read()
    assert entry.main(["--state", str(tmp_path)]) == 2
    assert "webhook_retries_s" in capsys.readouterr().err
    monkeypatch.delenv("DRAWKIT_SERVICE_WEBHOOK_RETRIES_S")
    with pytest.raises(WrongSettingsError, match="setting workers: "):
        Settings.read(workers=0, port=None)
    assert Settings.read(workers=3, port=None).workers == 3


def test_a_folder_or_store_that_cannot_be_used_is_said(tmp_path, capsys, quiet_logs):
    (tmp_path / "file").write_bytes(b"")
    assert entry.main(["--state", str(tmp_path / "file")]) == 4
    assert f"{tmp_path / 'file'}: File exists" in capsys.readouterr().err
    (tmp_path / "store.sqlite3").write_bytes(b"no database" * 100)
    assert entry.main(["--state", str(tmp_path)]) == 5
    assert "The store of this service cannot be used: file is not a database." in capsys.readouterr().err


def test_a_log_line_is_one_json_object(tmp_path):
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        logs.install(Settings(log_file=tmp_path / "log"))
        try:
            raise ValueError("broken\nin two")
        except ValueError:
            logging.getLogger("a").exception("told %s", "twice", extra={"request_id": "req_1", "path": Path("/x")})
        for handler in root.handlers:
            handler.close()
    finally:
        root.handlers, root.level = before, level
    line = json.loads((tmp_path / "log").read_text())
    assert (line["level"], line["logger"], line["message"]) == ("error", "a", "told twice")
    assert (line["request_id"], line["path"]) == ("req_1", "/x")
    assert "broken\nin two" in line["trace"]
    assert datetime.fromisoformat(line["time"]).tzinfo is not None


def test_ids_sort_by_the_time_they_were_made():
    ids = SortedIds()
    made = [ids.new("task") for _ in range(5000)]
    assert made == sorted(set(made))
    assert all(len(task_id) == 37 and task_id[17] == "7" for task_id in made)


@given(st.datetimes(timezones=st.none() | st.just(UTC)))
def test_stored_moments_sort_like_moments(moment):
    text = stamp(moment)
    assert len(text) == 27
    assert datetime.fromisoformat(text) == moment.replace(tzinfo=UTC)


def test_months_end_where_the_next_begins():
    assert month_bounds("2026-12") == ("2026-12-01T00:00:00.000000Z", "2027-01-01T00:00:00.000000Z")
    assert month_bounds("2028-02")[1][:10] == "2028-03-01"


@given(st.from_regex(r"task_[0-9a-f]{32}", fullmatch=True))
def test_a_cursor_leads_back(task_id):
    assert from_cursor(to_cursor(task_id)) == task_id


@given(st.text())
def test_any_text_is_a_cursor_or_refused(text):
    try:
        task_id = from_cursor(text)
    except Refused:
        return
    assert to_cursor(task_id) == text


def test_a_folder_is_locked_by_one(tmp_path):
    first, second = FolderLock(tmp_path / "lock"), FolderLock(tmp_path / "lock")
    first.take()
    first.take()
    with pytest.raises(StateFolderInUseError, match="Another service"):
        second.take()
    first.release()
    first.release()
    second.take()
    second.release()


def test_what_a_crash_left_on_disk_is_cleared_away(start):
    first = start()
    task = first.wait(first.submit().json()["task_id"])
    root = first.service.files.root
    first.client.__exit__()
    (root / "sources" / "task_stray").write_bytes(b"x")
    (root / "published" / "stray").mkdir()
    (root / "work" / "task_stray-1").mkdir()
    second = start()
    assert [p.name for p in (root / "sources").iterdir()] == [task["task_id"]]
    assert [p.name for p in (root / "published").iterdir()] == [task["published"]["id"]]
    assert list((root / "work").iterdir()) == []
    assert second.client.get(task["published"]["url"]).status_code == 200


@pytest.mark.parametrize(("begun", "outlived", "starts"), [(False, False, 1), (True, False, 2), (True, True, 1)])
def test_only_a_start_that_may_have_ended_the_service_counts(start, begun, outlived, starts):
    first = start(analyses.patient, workers=1)
    task_id = first.submit().json()["task_id"]
    first.client.__exit__()  # it goes back into the queue
    with contextlib.closing(sqlite3.connect(first.service.files.root / "store.sqlite3")) as store, store:
        store.execute("update tasks set status = 'running', starts = 1")
    folder = first.service.files.work(task_id, 1)
    folder.mkdir()
    if begun:
        announce(folder)
    if outlived:
        (folder / "outlived").touch()
    second = start(analyses.quick)
    key = second.keys.rotate(second.keys.list()[0].key_id).secret
    wait_for(lambda: second.get(f"tasks/{task_id}", key=key).json()["status"] == "completed")
    assert second.rows("select starts from tasks") == [(starts,)]


@pytest.mark.parametrize(("pages", "wished", "allowed"), [(1, None, 60), (10, None, 24), (10, 5, 5), (1, 600, 60)])
def test_a_page_of_many_has_less_time_so_that_all_end_within_the_limit(start, pages, wished, allowed):
    told = []

    def analysis(job, data, report):
        told.append((job.options.page_seconds, job.seconds))
        return analyses.quick(job, data, report)

    api = start(analysis, time_limit_s=300, page_seconds=60)
    options = "{}" if wished is None else json.dumps({"page_seconds": wished})
    api.wait(api.submit(pdf(pages), options=options).json()["task_id"])
    assert told == [(allowed, 270)]


def test_housekeeping_is_put_off_when_the_store_fails(api, monkeypatch, caplog):
    def broken():
        raise OSError("disk")

    monkeypatch.setattr(api.service.housekeeper, "tidy", broken)
    api.service.housekeeper._round()
    assert "put off" in caplog.text


@pytest.fixture
def quiet_logs(monkeypatch):
    monkeypatch.setattr(logs, "install", lambda _settings: None)


def test_the_embedded_service_in_this_process(tmp_path, monkeypatch, capsys, quiet_logs):
    ours, parents = os.pipe()
    monkeypatch.setattr(server.sys, "stdin", os.fdopen(ours, "rb"))
    settings = entry.embedded(Settings(state_dir=tmp_path / "state", workers=1))
    with ThreadPoolExecutor(1) as pool:
        told = {"analysis": analyses.quick, "modules": MODULES, "executor": pool}
        thread = threading.Thread(target=server.serve_embedded, args=(settings,), kwargs=told)
        thread.start()
        hello = wait_for_hello(capsys)
        headers = {"Authorization": f"Bearer {hello['api_key']}"}
        with httpx.Client(base_url=hello["base_url"], headers=headers) as client:
            files = {"file": ("a.png", picture())}
            assert client.post("/api/open/tasks", files=files, data={"profile": "full"}).status_code == 202
        os.close(parents)
        thread.join(20)
        sys.stdin.close()
        assert not thread.is_alive()


def wait_for_hello(capsys):
    text = ""
    for _ in range(400):
        text += capsys.readouterr().out
        if text.endswith("\n"):
            return json.loads(text)
        time.sleep(0.05)
    raise AssertionError("no hello")


@pytest.mark.parametrize(("host", "told"), [("127.0.0.1", "http://127.0.0.1:"), ("::1", "http://[::1]:")])
def test_serving_listens_and_stops(tmp_path, monkeypatch, quiet_logs, host, told):
    seen, logged = {}, []
    monkeypatch.setattr(server.log, "info", lambda _message, extra: logged.append(extra["address"]))

    def run(self, sockets):
        seen["address"] = sockets[0].getsockname()[0]
        seen["config"] = self.config
        sockets[0].close()

    monkeypatch.setattr(server._Server, "run", run)
    server.serve(Settings(state_dir=tmp_path / "state", host=host, port=0, header_time_limit_s=3))
    assert seen["address"] == host
    assert logged[0].startswith(told)
    assert seen["config"].http.rules.head_s == 3
    seen["config"].app.state.service.lock.release()


def test_the_command_line_says_who_has_the_folder(tmp_path, monkeypatch, capsys, quiet_logs):
    lock = FolderLock(tmp_path / "lock")
    lock.take()
    assert entry.main(["--state", str(tmp_path), "--workers", "1"]) == 3
    assert entry.main(["--embedded", "--state", str(tmp_path)]) == 3
    assert capsys.readouterr().err.count("Another service works in") == 2
    lock.release()


def test_the_command_line_says_that_the_port_is_taken(tmp_path, monkeypatch, capsys, quiet_logs):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setenv("DRAWKIT_SERVICE_PORT", str(other.getsockname()[1]))
        assert entry.main(["--state", str(tmp_path)]) == 4
    assert "Cannot listen on 127.0.0.1 port" in capsys.readouterr().err
    lock = FolderLock(tmp_path / "lock")
    lock.take()
    lock.release()


def test_the_command_line_serves(tmp_path, monkeypatch):
    served = []
    monkeypatch.setattr(server, "serve", served.append)
    monkeypatch.setattr(server, "serve_embedded", lambda settings, **_parts: served.append(settings))
    assert entry.main(["--state", str(tmp_path), "--log-file", str(tmp_path / "log")]) == 0
    assert entry.main(["--embedded", "--state", str(tmp_path)]) == 0
    alone, embedded = served
    assert (alone.port, alone.log_file) == (8765, tmp_path / "log")
    assert (embedded.host, embedded.port, embedded.shutdown_grace_s) == ("127.0.0.1", 0, 0.0)
    assert embedded.rate == embedded.address_rate == "60000/minute"
