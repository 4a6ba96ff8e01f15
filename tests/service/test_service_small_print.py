"""What an audit found between the lines: order, repeated requests, permissions of files, odd forms and proxies."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import service_analyses as analyses
from service_files import picture
from service_process import HERE, ROOT, Process, environment
from sqlalchemy import event, insert

from drawkit.service import Settings
from drawkit.service.database import opened
from drawkit.service.gate import _host_of
from drawkit.service.schema import tasks


def test_the_list_is_newest_first_under_parallel_submitters(api):
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: api.submit(), range(80)))
    assert {a.status_code for a in answers} == {202}
    listed, cursor = [], ""
    while True:
        page = api.get(f"tasks?limit=30{cursor}").json()
        listed += page["data"]
        if not page["has_more"]:
            break
        cursor = f"&cursor={page['next_cursor']}"
    moments = [task["created_at"] for task in listed]
    assert moments == sorted(moments, reverse=True)
    assert len(listed) == 80
    assert {s.name for s in (api.service.files.root / "sources").iterdir()} == {t["task_id"] for t in listed}


def test_a_repeated_cancel_gets_the_first_answer(start):
    api = start(analyses.patient, workers=1)
    api.wait(api.submit().json()["task_id"], "running")
    waiting = api.submit().json()["task_id"]
    again = {"headers": {"Idempotency-Key": "once"}}
    first = api.post(f"tasks/{waiting}/cancel", **again)
    second = api.post(f"tasks/{waiting}/cancel", **again)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert api.post(f"tasks/{waiting}/cancel").json()["code"] == "task-ended"
    other = api.submit().json()["task_id"]
    clash = api.post(f"tasks/{other}/cancel", **again)
    assert (clash.status_code, clash.json()["code"]) == (422, "invalid-request")


def test_a_client_whose_cancel_was_answered_into_the_void_is_not_told_that_its_task_ended(start):
    api = start(analyses.patient)
    task_id = api.submit().json()["task_id"]
    api.wait(task_id, "running")
    again = {"headers": {"Idempotency-Key": "lost"}}
    api.post(f"tasks/{task_id}/cancel", **again)
    assert api.post(f"tasks/{task_id}/cancel", **again).json()["status"] == "cancelled"


def test_of_a_deleted_task_nothing_stays_in_remembered_answers(api):
    again = {"headers": {"Idempotency-Key": "kept"}}
    task = api.submit(name="secret-name.png", **again).json()
    api.wait(task["task_id"])
    assert api.service.delete(task["task_id"])
    dump = "".join(str(row) for row in api.rows("select * from idempotent_answers"))
    assert "secret-name" not in dump
    assert task["file"]["sha256"] not in dump
    late = api.submit(name="secret-name.png", **again)
    assert (late.status_code, late.json()["code"]) == (404, "not-found")
    assert api.get("tasks").json()["data"] == []


def test_a_large_batch_holds_the_store_up_for_no_time(api):
    real = api.wait(api.submit().json()["task_id"])
    with api.service.store.database.write() as connection:
        row = dict(connection.execute(tasks.select()).mappings().one())
        many = [{**row, "task_id": f"task_{n:032x}", "status": "completed"} for n in range(10_000)]
        connection.execute(insert(tasks), many)
    ids = [one["task_id"] for one in many]
    statements = []
    engine = api.service.store.database._engine
    event.listen(engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
    began = time.monotonic()
    answer = api.post("batches", json={"name": "all", "task_ids": ids})
    assert answer.status_code == 201, answer.text
    assert answer.json()["task_ids"] == ids
    assert time.monotonic() - began < 4
    assert len(statements) < 100
    for wrong, place in (([ids[0]], 0), ([real["task_id"], "task_x"], 1), ([real["task_id"], ids[5]], 1)):
        refused = api.post("batches", json={"task_ids": wrong})
        assert refused.json()["errors"][0]["pointer"] == f"/task_ids/{place}"
    assert api.get(f"tasks/{real['task_id']}").json()["batch_id"] is None


@pytest.mark.parametrize("odd", ["batch_id", "profile", "options_json", "file"])
@pytest.mark.parametrize("charset", ["unicode_escape", "utf-16", "utf-7", "idna", "no-such", "raw_unicode_escape"])
def test_forms_in_odd_character_sets_are_no_faults(api, charset, odd):
    good = {"profile": "full", "options_json": '{"publish": false}', "file": "a.png"}
    for text in (r"\ud800", r"a\udfffb", "x"):
        told = {**good, odd: json.dumps({"task_list": [text]}) if odd == "options_json" else text}
        name = told.pop("file")
        fields = [f'--b\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in told.items()]
        file = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = "".join([*fields, file]).encode() + picture() + b"\r\n--b--\r\n"
        kind = f"multipart/form-data; boundary=b; charset={charset}"
        answer = api.post("tasks", content=body, headers={"Content-Type": kind})
        assert answer.status_code in ((202, 400, 422) if odd == "file" else (400, 404, 422)), answer.text
        if answer.status_code == 202:
            assert api.wait(answer.json()["task_id"])["file"]["name"].isprintable()
        else:
            assert answer.json()["code"] in ("invalid-request", "not-found")


@pytest.mark.parametrize("body", ['{"name": "\\ud800"}', '{"task_ids": ["\\udfff"]}', '{"\\ud800": 1}'])
def test_halves_of_surrogate_pairs_in_json_are_no_faults(api, body):
    answer = api.post("batches", content=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")


@pytest.mark.parametrize(
    "options",
    ['{"pages": [true]}', '{"pages": ["1"]}', '{"pages": [1.0]}', '{"publish": 1}', '{"publish": "yes"}',
     '{"redact": 0}', '{"redact": "false"}', '{"task_list": [1]}', '{"page_seconds": true}', '{"page_seconds": "5"}',
     '{"page_seconds": NaN}', '{"page_seconds": 1e999}'],
)  # fmt: skip
def test_an_option_of_another_kind_is_refused(api, options):
    answer = api.submit(options=options, profile="advanced" if "task_list" in options else "full")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")
    assert answer.json()["errors"][0]["pointer"].startswith("/options_json/")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permission bits")
@pytest.mark.parametrize("before", [False, True])
def test_a_store_made_by_the_command_line_is_its_owners_alone(tmp_path, before):
    state = tmp_path / "state"
    state.mkdir(mode=0o755)
    state.chmod(0o755)
    if before:
        (state / "store.sqlite3").touch(mode=0o644)
        (state / "store.sqlite3").chmod(0o644)
    arguments = ["webhooks", "add", "https://example.com/", "--state", str(state)]
    command = [sys.executable, "-c", f"import sys; from drawkit.cli import main; sys.argv[1:] = {arguments}; main()"]
    subprocess.run(command, env=environment(), cwd=ROOT, capture_output=True, text=True, umask=0o022, check=True)
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in state.iterdir()} == {0o600}


def test_a_store_elsewhere_is_its_owners_alone_too(tmp_path):
    place = tmp_path / "elsewhere.db"
    database = opened(Settings(state_dir=tmp_path / "state", database_url=f"sqlite:///{place}"))
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("elsewhere.db*")} == {0o600}
    database.close()


@pytest.mark.parametrize(
    ("hop", "host"),
    [("192.0.2.7", "192.0.2.7"), ("192.0.2.7:4711", "192.0.2.7"), ("[2001:db8::1]:80", "2001:db8::1"),
     ('"[2001:db8::1]"', "2001:db8::1"), ("2001:db8::1", "2001:db8::1"), ("::ffff:192.0.2.7", "192.0.2.7"),
     ("unknown", None), ("_hidden", None), ("192.0.2.7:x", None), ("", None), ("1.2.3.999:5", None)],
)  # fmt: skip
def test_an_entry_of_a_proxy_is_an_address_with_or_without_its_port(hop, host):
    assert _host_of(hop) == host


def test_a_proxy_that_writes_ports_evades_no_limit_and_fails_no_allowlist(start):
    api = start(trusted_proxies="127.0.0.0/8", address_rate="5/minute")
    mine = api.keys.create("mine", networks=["192.0.2.0/24"]).secret
    for port in (1, 2, 3):
        headers = {"X-Forwarded-For": f"192.0.2.7:{port}"}
        assert api.call("GET", "/api/open/status", key=mine, headers=headers).status_code == 200
        headers = {"X-Forwarded-For": f"198.51.100.7:{port}"}
        assert api.call("GET", "/api/open/status", key=mine, headers=headers).status_code == 403
    codes = [
        api.client.get("/api/open/status", headers={"X-Forwarded-For": f"198.51.100.9:{port}"}).status_code
        for port in range(8)
    ]
    assert codes == [401] * 5 + [429] * 3
    codes = [
        api.client.get("/api/open/status", headers={"X-Forwarded-For": f"garbage-{n}"}).status_code for n in range(8)
    ]
    assert codes == [401] * 5 + [429] * 3


@pytest.fixture
def short_folder():
    """A folder in which sockets find room: their addresses have 107 characters at most, and pytest's are long."""
    with tempfile.TemporaryDirectory(prefix="dk-") as folder:
        yield Path(folder)


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("signal_", ["SIGTERM", "SIGINT"])
def test_a_service_that_is_told_to_stop_leaves_nothing_in_the_temporary_folder(tmp_path, short_folder, signal_):
    import signal

    temporary = short_folder
    command = (str(HERE / "service_process.py"), str(tmp_path / "state"), "quick")
    process = Process(*command, TMPDIR=str(temporary))
    process.submit("a")
    assert any(temporary.iterdir())
    threading.Timer(0.2, process.popen.send_signal, [getattr(signal, signal_)]).start()
    process.popen.wait(30)
    process.close()
    assert list(temporary.iterdir()) == []
    assert process.popen.returncode == 0
