"""Nobody holds a connection: heads, bodies, answers and numbers have their bounds, and what is no HTTP is answered."""

from __future__ import annotations

import json
import resource
import socket
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import httpx
import pytest
from service_process import HERE, ROOT, Process, environment
from service_served import Served
from service_waits import wait_for

from drawkit.service import connections

LIMITS = {
    "header_time_limit_s": 0.5, "upload_time_limit_s": 0.5, "address_connections": 12, "connections": 20,
    "address_rate": "10000/minute",
}  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "_LINGER_S", 1.0)
        made = Served(tmp_path_factory.mktemp("service") / "state", **LIMITS)
        yield made
        made.end()


@pytest.fixture
def place(served):
    return served.place


def connect(place, timeout=15.0):
    return socket.create_connection(place, timeout=timeout)


def all_of(connection):
    """What comes until the other side closes, and after how many seconds it did."""
    began, got = time.monotonic(), b""
    try:
        while part := connection.recv(2**16):
            got += part
    except ConnectionError:
        pass
    return got, time.monotonic() - began


def problem_of(got):
    head, _, body = got.partition(b"\r\n\r\n")
    assert b"content-type: application/problem+json" in head.lower(), got
    told = json.loads(body)
    assert told["request_id"].startswith("req_")
    return int(head.split()[1]), told["code"]


def post(body=b"", *, length=100_000_000, key=None, path="tasks"):
    field = f"Authorization: Bearer {key}\r\n" if key else ""
    head = f"POST /api/open/{path} HTTP/1.1\r\nHost: x\r\n{field}"
    return f"{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode() + body


def test_after_its_answer_a_body_that_does_not_come_is_not_awaited(served, place):
    with connect(place) as slow:
        slow.sendall(post())
        assert b"401" in slow.recv(2**16).split(b"\r\n")[0]
        slow.sendall(b"x")
        assert all_of(slow)[1] < 8


def test_a_trickle_after_the_answer_does_not_hold_the_connection(served, place):
    with connect(place) as slow:
        slow.sendall(post())
        slow.recv(2**16)
        began = time.monotonic()
        with suppress(OSError):  # a broken pipe or a reset connection
            while time.monotonic() - began < 10:
                slow.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() - began < 10


@pytest.mark.parametrize("chunked", [False, True])
def test_what_comes_after_a_refusal_is_swallowed_within_bounds(served, place, chunked):
    with connect(place) as flood:
        head = post(length=10**9, key=served.secret, path="batches")
        if chunked:
            head = head.replace(b"Content-Length: 1000000000", b"Transfer-Encoding: chunked")
        flood.sendall(head)
        part, sent = (b"40000\r\n" + bytes(2**18) + b"\r\n" if chunked else bytes(2**18)), 0
        with suppress(OSError):
            while sent < 300 * 2**20:
                flood.sendall(part)
                sent += 2**18
        assert sent < 64 * 2**20


def test_a_body_that_came_whole_after_all_leaves_the_connection_open(served, place):
    with connect(place) as calm:
        calm.sendall(post(length=10))
        got = calm.recv(2**16)
        assert got.startswith(b"HTTP/1.1 401")
        calm.sendall(b"0123456789")
        calm.sendall(b"GET /api/open/status HTTP/1.1\r\nHost: x\r\n\r\n")
        while got.count(b"HTTP/1.1 401") < 2:  # head and body of an answer may come apart
            more = calm.recv(2**16)
            assert more, got
            got += more


@pytest.mark.parametrize("path", ["batches", "tasks"])
def test_a_body_has_its_time(served, place, path):
    with connect(place) as slow:
        head = post(b"--b\r\n" if path == "tasks" else b"{", length=50, key=served.secret, path=path)
        slow.sendall(
            head if path == "batches" else head.replace(b"application/json", b"multipart/form-data; boundary=b")
        )
        got, seconds = all_of(slow)
        assert problem_of(got) == (408, "invalid-request")
        assert seconds < 8


def test_silent_posts_do_not_use_up_a_keys_requests(served, place):
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(place)) for _ in range(8)]
        for one in slow:
            one.sendall(post(b"{", length=50, key=served.secret, path="batches"))
        time.sleep(1)
        told = served.client.get("/api/open/status").headers["RateLimit"]
        assert '"concurrency";r=31' in told


def test_silent_connections_keep_nobody_out(served, place):
    with ExitStack() as stack:
        for _ in range(40):
            silent = stack.enter_context(connect(place))
            silent.sendall(b"GET / HT")
        began = time.monotonic()
        assert served.get("status")["status"] == "ok"
        assert time.monotonic() - began < 3


def test_more_connections_than_may_be_busy_are_refused(served, place):
    with ExitStack() as stack:
        busy = []
        for _ in range(14):
            busy.append(stack.enter_context(connect(place)))
            busy[-1].sendall(post(b"{", length=50, key=served.secret, path="batches"))
        got = [all_of(one)[0] for one in busy]
    told = [problem_of(one) for one in got if one]  # what is refused may be cut off before it is read
    assert set(told) <= {(503, "unavailable"), (408, "invalid-request")}
    assert 5 < told.count((408, "invalid-request")) <= 12
    assert served.get("status")["status"] == "ok"


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\n\r\n",  # no Host
        b"POST /api/open/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
        b"POST /api/open/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"what is this\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a: " + b"x" * 200_000,
    ],
)
def test_what_is_no_http_is_answered_as_a_problem(served, place, request_):
    with connect(place) as odd:
        odd.sendall(request_)
        got, _ = all_of(odd)
        assert problem_of(got) == (400, "invalid-request")


def test_bad_chunks_are_answered_as_a_problem(served, place):
    with connect(place) as odd:
        head = post(key=served.secret, path="batches")
        odd.sendall(
            head.replace(b"Content-Length: 100000000", b"Transfer-Encoding: chunked") + b"zz\r\n{}\r\n0\r\n\r\n"
        )
        assert problem_of(all_of(odd)[0]) == (400, "invalid-request")


def test_bad_chunks_after_the_answer_end_the_connection(served, place):
    with connect(place) as odd:
        odd.sendall(post().replace(b"Content-Length: 100000000", b"Transfer-Encoding: chunked"))
        assert odd.recv(2**16).startswith(b"HTTP/1.1 401")
        odd.sendall(b"zz\r\n")
        assert all_of(odd)[1] < 5


def test_an_upgrade_is_a_request_like_any_other(served, place):
    with connect(place) as odd:
        odd.sendall(
            b"GET /api/open/status HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        got, _ = all_of(odd)
    assert problem_of(got) == (401, "unauthenticated")
    assert b"ratelimit" in got.lower()


def test_a_client_that_reads_no_answer_is_let_go(served, place):
    with connect(place) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        before = served._server.server_state.total_requests
        deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        wait_for(lambda: served._server.server_state.total_requests > before, 10)
        mine = deaf.getsockname()
        wait_for(lambda: all(c.client != mine for c in list(served._server.server_state.connections)), 10)
        assert served._server.server_state.total_requests < before + 200


def test_requests_that_are_no_http_count_for_their_address(tmp_path):
    made, codes = Served(tmp_path / "state", address_rate="3/minute"), []
    for _ in range(5):
        with connect(made.place) as odd:
            odd.sendall(b"what\r\n\r\n")
            codes.append(problem_of(all_of(odd)[0]))
    assert codes == [(400, "invalid-request")] * 3 + [(429, "rate-limited")] * 2
    assert made.get("status")["status"] == "ok"
    made.end()


def test_a_trusted_proxy_speaks_for_many_addresses(tmp_path):
    told = {"trusted_proxies": "127.0.0.0/8", "address_rate": "3/minute", "address_connections": 2}
    made = Served(tmp_path / "state", **told, header_time_limit_s=3)
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(connect(made.place))
        time.sleep(0.2)
        for _ in range(5):
            with connect(made.place) as odd:
                odd.sendall(b"what\r\n\r\n")
                assert problem_of(all_of(odd)[0]) == (400, "invalid-request")
        assert len(made._server.server_state.connections) >= 4
    made.end()


def test_few_open_files_are_no_end_of_the_service(tmp_path):
    """1,200 connections without a word from eight sides at once, where the process may have 400 files open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (400, hard))
    command = (str(HERE / "service_process.py"), str(tmp_path / "state"), "quick")
    made = Process(*command, DRAWKIT_SERVICE_ADDRESS_CONNECTIONS="1000")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    try:
        place = (made.client.base_url.host, made.client.base_url.port)
        with ExitStack() as stack:
            with ThreadPoolExecutor(8) as sides:
                silent = [stack.enter_context(one) for one in sides.map(lambda _: connect(place), range(1200))]
            for one in silent[-100:]:
                one.sendall(b"GET / HT")
            for _ in range(5):
                assert made.get("status")["status"] == "ok"
        assert sum(len(line) for line in made.log) < 2**20
        assert not [line for line in made.log if "system resource" in line]
    finally:
        assert made.end() == 0


def test_the_rules_fit_the_files_that_may_be_open():
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))\n"
        "from drawkit.service.connections import Rules\n"
        "from drawkit.service.settings import Settings\n"
        "from drawkit.service.throttle import Throttle\n"
        "rules = Rules.of(Settings(), Throttle(Settings())); print(rules.connections, rules.address_connections)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (20, 300)); print(Rules.of(Settings(), None).connections)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], env=environment(), cwd=ROOT, capture_output=True, check=True)
    assert told.stdout.split() == [b"108", b"108", b"1"]


def test_uploads_that_do_not_end_take_no_memory(tmp_path):
    """Many may come at once, and each may stop before its end: they lie on the disk, and go with their connections."""
    process = Process(str(HERE / "service_process.py"), str(tmp_path / "state"), "quick")
    try:
        process.submit("a")
        before = process.family.memory_info().rss
        sources = tmp_path / "state" / "sources"
        part = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n' + bytes(15 * 2**20)
        kind = "Content-Type: multipart/form-data; boundary=b"
        fields = f"Authorization: Bearer {process.hello['api_key']}\r\n{kind}\r\n"
        head = f"POST /api/open/tasks HTTP/1.1\r\nHost: x\r\n{fields}Content-Length: {len(part) + 9}\r\n\r\n"
        place = httpx.URL(process.hello["base_url"])
        with ExitStack() as stack:
            for _ in range(16):
                connection = stack.enter_context(connect((place.host, place.port)))
                connection.sendall(head.encode() + part)
            wait_for(lambda: sum(file.stat().st_size for file in sources.iterdir()) > 16 * 14 * 2**20, 30)
            assert {stat.S_IMODE(file.stat().st_mode) for file in sources.iterdir()} == {0o600}
            assert process.family.memory_info().rss - before < 80 * 2**20  # of 240 that have come
        wait_for(lambda: len(list(sources.iterdir())) == 1, 30)
    finally:
        assert process.end() == 0
