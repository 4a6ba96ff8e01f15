from __future__ import annotations

import struct
import zlib

import pytest
import service_analyses as analyses
from service_files import pdf, picture

from drawkit.contract import DEFAULT_LIMITS
from drawkit.service import inspections, worker


def bomb(width: int = 60_000, height: int = 60_000) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


FILES = {
    "empty": (b"", 422, "unreadable-file"),
    "no drawing": (b"PK\x03\x04 a spreadsheet", 415, "unsupported-format"),
    "cut PDF": (pdf()[:60], 422, "unreadable-file"),
    "encrypted PDF": (pdf(password="secret"), 422, "unreadable-file"),
    "11 pages": (pdf(11), 422, "too-many-pages"),
    "cut picture": (picture()[:20], 422, "unreadable-file"),
    "bomb": (bomb(), 422, "too-many-pixels"),
    "greater bomb": (bomb(2_000_000_000, 2_000_000_000), 422, "too-many-pixels"),
    "one byte over": (picture() + b"\0" * (20 * 2**20 + 1 - len(picture())), 413, "file-too-large"),
    "twice the limit": (b"\0" * (40 * 2**20), 413, "file-too-large"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_bad_file_is_refused_and_nothing_is_kept(api, case):
    data, status, code = FILES[case]
    answer = api.submit(data, name="drawing.pdf")
    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["errors"][0]["pointer"] == "/file"
    assert len(problem["detail"]) > 20
    assert api.get("tasks").json()["data"] == []
    assert api.pages_used() == 0
    assert list((api.service.files.root / "sources").iterdir()) == []
    assert api.wait(api.submit().json()["task_id"])["status"] == "completed"


def test_what_a_file_is_its_content_tells(api):
    assert api.submit(picture(), name="renamed.pdf").json()["file"]["media_type"] == "image/png"
    for form in ("JPEG", "WEBP", "GIF", "BMP"):
        assert api.submit(picture(form=form)).json()["file"]["media_type"] == f"image/{form.lower()}"
    assert api.submit(pdf(10)).json()["file"]["pages"] == 10


def test_the_limit_itself_is_allowed(api):
    exact = picture() + b"\0" * (20 * 2**20 - len(picture()))
    assert api.submit(exact).status_code == 202


OPTIONS = [
    ("full", "{", 400, "/options_json"),
    ("full", "[" * 100_000, 400, None),
    ("full", "[" * 10_000, 400, "/options_json"),
    ("full", "[]", 422, "/options_json"),
    ("full", '{"task_lits": ["bom"]}', 422, "/options_json/task_lits"),
    ("full", '{"task_list": ["bom"]}', 422, "/options_json/task_list"),
    ("advanced", "{}", 422, "/options_json/task_list"),
    ("advanced", '{"task_list": []}', 422, "/options_json/task_list"),
    ("advanced", '{"task_list": ["gears"]}', 422, "/options_json/task_list"),
    ("advanced", '{"task_list": "bom"}', 422, "/options_json/task_list"),
    ("full", '{"pages": [0]}', 422, "/options_json/pages"),
    ("full", '{"pages": [2]}', 422, "/options_json/pages"),
    ("everything", "{}", 422, None),
]


@pytest.mark.parametrize(("profile", "options", "status", "pointer"), OPTIONS)
def test_bad_options_are_refused_by_name(api, profile, options, status, pointer):
    answer = api.submit(profile=profile, options=options)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == "invalid-request"
    if pointer:
        assert answer.json()["errors"][0]["pointer"] == pointer
    assert api.get("tasks").json()["data"] == []


def test_advanced_runs_the_modules_it_names(api):
    answer = api.submit(profile="advanced", options='{"task_list": ["bom", "views"]}')
    assert answer.status_code == 202
    assert answer.json()["options"]["task_list"] == ["bom", "views"]


def test_only_pages_that_are_read_are_charged(api):
    assert api.submit(pdf(5), options='{"pages": [2, 4, 4]}').status_code == 202
    assert api.pages_used() == 2


def form(*parts: tuple[str, str | None, bytes]) -> tuple[bytes, dict[str, str]]:
    lines = []
    for name, filename, data in parts:
        named = f'; filename="{filename}"' if filename is not None else ""
        head = f'--b\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
        lines.append(head.encode() + data + b"\r\n")
    return b"".join(lines) + b"--b--\r\n", {"Content-Type": "multipart/form-data; boundary=b"}


GOOD = [("file", "a.png", picture()), ("profile", None, b"full"), ("options_json", None, b"{}")]
FORMS = {
    "no file": (form(*GOOD[1:]), 422, "/file"),
    "file without a name": (form(("file", None, b"text"), *GOOD[1:]), 422, "/file"),
    "no profile": (form(GOOD[0]), 422, "/profile"),
    "profile as a file": (form(GOOD[0], ("profile", "p.txt", b"full")), 400, None),
    "profile twice": (form(*GOOD, GOOD[1]), 422, "/profile"),
    "unknown field": (form(*GOOD, ("priority", None, b"1")), 422, None),
    "two files": (form(*GOOD, GOOD[0]), 400, None),
    "many fields": (form(*GOOD, *[(f"f{n}", None, b"") for n in range(20)]), 400, None),
    "cut form": ((form(*GOOD)[0][:40], form()[1]), 400, None),
    "no boundary": ((b"", {"Content-Type": "multipart/form-data"}), 400, None),
    "JSON": ((b"{}", {"Content-Type": "application/json"}), 422, None),
    "unknown charset": ((form(*GOOD)[0], {"Content-Type": "multipart/form-data; boundary=b; charset=nix"}), 202, None),
}


@pytest.mark.parametrize("case", FORMS)
def test_a_bad_form_is_refused(api, case):
    (body, headers), status, pointer = FORMS[case]
    answer = api.post("tasks", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    if pointer:
        assert answer.json()["errors"][0]["pointer"] == pointer
    if status != 202:
        assert answer.json()["code"] == "invalid-request"


def test_options_may_be_missing(api):
    body, headers = form(*GOOD[:2])
    assert api.post("tasks", content=body, headers=headers).json()["options"] == {"publish": True, "redact": True}


def test_a_body_above_the_limit_is_refused_while_it_streams(api):
    sent = 0

    async def receive():
        nonlocal sent
        sent += 2**18
        head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' if sent == 2**18 else b""
        return {"type": "http.request", "body": head + b"\0" * 2**18, "more_body": True}

    messages = []

    async def send(message):
        messages.append(message)

    headers = [
        (b"authorization", f"Bearer {api.secret}".encode()),
        (b"content-type", b"multipart/form-data; boundary=b"),
        (b"transfer-encoding", b"chunked"),
    ]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/open/tasks",
        "raw_path": b"/api/open/tasks",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("x", 80),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
        "asgi": {"version": "3.0"},
    }
    api.client.portal.call(api.client.app, scope, receive, send)
    assert messages[0]["status"] == 413
    assert 20 * 2**20 < sent < 22 * 2**20


def test_an_upload_cut_in_the_middle_leaves_nothing(api):
    body, headers = form(*GOOD)
    answer = api.post("tasks", content=body[: len(body) // 2], headers=headers)
    assert answer.status_code == 400
    assert api.get("tasks").json()["data"] == []


def test_an_announced_body_above_the_limit_is_not_read(api):
    answer = api.post("tasks", content=b"x", headers={**form()[1], "Content-Length": str(10**12)})
    assert answer.json()["code"] == "file-too-large"


def test_a_file_that_kills_the_parser_is_refused_and_others_go_on(start, monkeypatch):
    api = start(concurrent_inspections=1)
    with monkeypatch.context() as patch:
        patch.setattr(inspections, "look", analyses.fatal_look)
        answer = api.submit()
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable-file")
    assert list((api.service.files.root / "sources").iterdir()) == []
    assert api.submit().status_code == 202


def test_a_file_that_hangs_the_parser_may_come_again_and_the_third_time_is_refused(start, monkeypatch):
    api = start(inspect_time_limit_s=2, concurrent_inspections=1)
    with monkeypatch.context() as patch:
        patch.setattr(inspections, "look", analyses.endless_look)
        answers = [api.submit() for _ in range(3)]
    assert [answer.json()["code"] for answer in answers] == ["unavailable", "unavailable", "unreadable-file"]
    assert [answer.status_code for answer in answers] == [503, 503, 422]
    assert [answer.headers.get("Retry-After") for answer in answers] == ["2", "2", None]
    assert "3 tries of 2 s" in answers[-1].json()["detail"]
    assert list((api.service.files.root / "sources").iterdir()) == []
    assert api.get("quota").json()["daily"] == []
    assert api.submit().status_code == 202  # it was looked at: its failures are forgotten
    assert api.service.submissions._inspections._failures == {}


def test_a_file_that_needs_too_much_memory_to_open_is_refused(tmp_path, monkeypatch):
    def greedy(*_args):
        raise MemoryError

    monkeypatch.setattr(worker, "inspect", greedy)
    (tmp_path / "file").touch()
    assert worker.look(tmp_path / "file", "a.pdf", DEFAULT_LIMITS).code == "unreadable-file"


def test_names_are_for_people_only():
    from drawkit.service.uploads import safe_name

    assert safe_name("C:\\secret\\a\x00\x1b[31m.pdf") == "a[31m.pdf"
    assert safe_name("../..") == ".."
    assert safe_name(None) == safe_name("///") == "drawing"
    assert len(safe_name("x" * 1000)) == 200


def test_without_an_engine_submissions_are_told_so(start, monkeypatch):
    api = start()
    monkeypatch.setattr(api.service.submissions, "_modules", tuple)
    monkeypatch.setattr(api.service, "modules", tuple)
    assert api.get("status").json()["status"] == "degraded"
    answer = api.submit()
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "60"
