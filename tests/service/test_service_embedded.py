"""The service as a process of its own: started, ended with its parent, killed and started again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest
from service_process import HERE, Process, environment
from service_waits import rows, wait_for


@pytest.fixture
def launch(tmp_path):
    launched = []

    def launcher(analysis: str = "quick") -> Process:
        launched.append(Process(str(HERE / "service_process.py"), str(tmp_path / "state"), analysis))
        return launched[-1]

    yield launcher
    for process in launched:
        if process.popen.poll() is None:
            process.kill()


def test_the_embedded_service_says_hello_and_ends_with_its_parent(tmp_path):
    process = Process("-m", "drawkit.service", "--embedded", "--state", str(tmp_path / "s"), "--workers", "1")
    assert set(process.hello) == {"base_url", "api_key"}
    assert process.hello["base_url"].startswith("http://127.0.0.1:")
    assert process.get("status")["queue"]["workers"] == 1
    wait_for(lambda: len(process.family.children(recursive=True)) >= 2)
    family = process.family.children(recursive=True)
    assert process.end() == 0
    wait_for(lambda: not any(member.is_running() for member in family), 30)
    assert process.hello["api_key"] not in "".join(process.log)


def test_a_second_service_cannot_take_the_same_folder(launch, tmp_path):
    launch()
    second = Process("-m", "drawkit.service", "--embedded", "--state", str(tmp_path / "state"))
    assert second.hello is None
    second.close()
    assert second.popen.returncode == 3
    assert "Another service works in" in "".join(second.log)


def test_a_new_start_has_a_new_secret_and_the_old_tasks(launch):
    first = launch()
    task_id = first.submit("a")
    wait_for(lambda: first.get(f"tasks/{task_id}")["status"] == "completed")
    assert first.end() == 0
    second = launch()
    assert second.hello["api_key"] != first.hello["api_key"]
    assert second.get(f"tasks/{task_id}")["result"] is not None
    old = {"Authorization": f"Bearer {first.hello['api_key']}"}
    assert second.client.get("/api/open/status", headers=old).status_code == 401


def test_a_stop_puts_running_tasks_back_without_counting_the_start(launch, tmp_path):
    first = launch("patient")
    task_id = first.submit("a")
    wait_for(lambda: first.get(f"tasks/{task_id}")["progress"]["step"])
    family = first.family.children(recursive=True)
    assert first.end() == 0
    wait_for(lambda: not any(member.is_running() for member in family), 30)
    assert rows(tmp_path / "state", "select status, starts from tasks") == [("queued", 0)]
    second = launch()
    wait_for(lambda: second.get(f"tasks/{task_id}")["status"] == "completed")


@pytest.mark.skipif(os.name == "nt", reason="kills processes by signal")
def test_a_signal_ends_the_service_gracefully(launch):
    process = launch()
    process.popen.send_signal(signal.SIGTERM)
    process.close()
    assert process.popen.returncode in (0, -signal.SIGTERM)


def test_a_refusal_reaches_a_client_that_is_still_sending(launch):
    process = launch()
    files = {"file": ("a.png", b"\0" * (30 * 2**20))}
    answer = process.client.post("/api/open/tasks", files=files, data={"profile": "full"})
    assert answer.json()["code"] == "file-too-large"
    assert process.get("status")["status"] == "ok"


def test_a_client_that_goes_away_in_the_middle_leaves_nothing(launch, tmp_path):
    process = launch()
    host, port = process.client.base_url.host, process.client.base_url.port
    with socket.create_connection((host, port)) as connection:
        connection.sendall(
            f"POST /api/open/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {process.hello['api_key']}\r\n"
            "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999\r\n\r\n--b\r\n".encode()
        )
        time.sleep(0.2)
    time.sleep(0.2)
    assert process.get("tasks")["data"] == []
    assert list((tmp_path / "state" / "sources").iterdir()) == []
    assert process.end() == 0
    assert not any("error" in line for line in process.log)


def test_serving_alone_listens_where_it_is_told(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = {"DRAWKIT_SERVICE_PORT": str(port), "DRAWKIT_SERVICE_LOG_FILE": str(tmp_path / "log")}
    command = [sys.executable, "-m", "drawkit.service", "--state", str(tmp_path / "s"), "--workers", "1"]
    with subprocess.Popen(command, env=environment(**told)) as process:
        try:
            wait_for(lambda: (tmp_path / "log").exists() and "listening" in (tmp_path / "log").read_text())
            wait_for(lambda: answers(port))
            assert httpx.get(f"http://127.0.0.1:{port}/api/open/status").status_code == 401
        finally:
            process.terminate()
            process.wait(15)
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    request = next(line for line in lines if line.get("path") == "/api/open/status")
    assert (request["message"], request["method"], request["status"]) == ("request", "GET", 401)
    assert request["request_id"].startswith("req_")


def answers(port: int) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/openapi.json").status_code == 200
    return False
