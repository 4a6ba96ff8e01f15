from __future__ import annotations

import copy
import logging
import pickle
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_service import ADDRESS, KEY, SmallService, png, problem

from drawkit import client as dk
from drawkit.client import keys

BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BODIES = st.text(BASE62, min_size=30, max_size=30).map(lambda body: f"dk_live_{body}")


def test_a_known_key() -> None:
    body = "dk_live_" + "0" * 30
    assert keys.checksum(body) == "3fI366"
    assert keys.checksum("") == "000000"
    assert keys.checked(f"  {body}{keys.checksum(body)}\n").reveal() == body + keys.checksum(body)


@given(BODIES)
def test_a_whole_key_passes(body: str) -> None:
    key = body + keys.checksum(body)
    assert keys.checked(key).reveal() == key


@given(BODIES, st.integers(8, 43), st.sampled_from(BASE62))
def test_a_wrong_letter_is_found(body: str, place: int, letter: str) -> None:
    key = body + keys.checksum(body)
    if key[place] != letter:
        with pytest.raises(dk.KeyMalformed) as caught:
            keys.checked(key[:place] + letter + key[place + 1 :])
        assert body[8:] not in str(caught.value)


@given(BODIES, st.integers(8, 42))
def test_swapped_and_lost_letters_are_found(body: str, place: int) -> None:
    key = body + keys.checksum(body)
    swapped = key[:place] + key[place + 1] + key[place] + key[place + 2 :]
    if swapped != key:
        with pytest.raises(dk.KeyMalformed):
            keys.checked(swapped)
    with pytest.raises(dk.KeyMalformed):
        keys.checked(key[:place] + key[place + 1 :])


@given(st.text())
def test_any_text_is_a_key_or_is_refused(text: str) -> None:
    try:
        secret = keys.checked(text)
    except (dk.KeyMissing, dk.KeyMalformed):
        return
    assert secret.reveal() == text.strip()
    assert secret.reveal().isascii()


@pytest.mark.parametrize("key", ["two words", "tab\tin", "schlüssel", "line\nbreak"])
def test_what_no_header_can_carry(key: str) -> None:
    with pytest.raises(dk.KeyMalformed):
        dk.Client(ADDRESS, key)


def module(name: str, **members: Any) -> ModuleType:
    made = ModuleType(name)
    made.__dict__.update(members)
    return made


def refuse(*_: object) -> None:
    raise RuntimeError("locked")


def test_the_order_of_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    asked: list[str] = []
    ring = {("drawkit", ADDRESS): "from-keyring"}
    monkeypatch.setitem(sys.modules, "keyring", module("keyring", get_password=lambda *place: ring.get(place)))
    colab = {"DRAWKIT_API_KEY": "from-colab"}
    monkeypatch.setitem(sys.modules, "google", module("google"))
    monkeypatch.setitem(sys.modules, "google.colab", module("google.colab"))
    monkeypatch.setitem(sys.modules, "google.colab.userdata", module("google.colab.userdata", get=colab.get))
    monkeypatch.setattr("getpass.getpass", lambda prompt: asked.append(prompt) or "from-a-person")
    environment = {"DRAWKIT_API_KEY": "from-environment"}

    def found(argument: str | None = None) -> str:
        return keys.find(argument, service=ADDRESS, environment=environment).reveal()

    assert found("given") == "given"
    assert found() == "from-environment"
    environment.clear()
    assert found() == "from-keyring"
    ring.clear()
    assert found() == "from-colab"
    colab.clear()
    with pytest.raises(dk.KeyMissing):
        found()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert found() == "from-a-person"
    assert ADDRESS in asked[0]


def test_a_place_that_fails_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setitem(sys.modules, "keyring", module("keyring", get_password=refuse))
    monkeypatch.setitem(sys.modules, "google.colab.userdata", None)
    with pytest.raises(dk.KeyMissing, match="DRAWKIT_API_KEY"):
        keys.find(environment={})


class StdinNotImplementedError(RuntimeError):
    pass


@pytest.mark.parametrize("fault", [EOFError, OSError, StdinNotImplementedError])
def test_a_notebook_that_cannot_ask(monkeypatch: pytest.MonkeyPatch, fault: type[Exception]) -> None:
    def cannot(_: str) -> str:
        raise fault

    monkeypatch.setattr("getpass.getpass", cannot)
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", module("IPython", get_ipython=lambda: shell))
    with pytest.raises(dk.KeyMissing):
        keys.find(environment={})


def test_another_fault_while_asking_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("getpass.getpass", broken)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(ZeroDivisionError):
        keys.find(environment={})


def test_the_key_shows_nowhere(client: dk.Client, service: SmallService) -> None:
    shown = [
        repr(client),
        str(client),
        f"{vars(client)}",
        f"{client._secret}",
        repr(client._secret),
        repr(client._http),
    ]
    shown += [repr(vars(client._http)), repr(client._protocol.status()), repr(client._settings())]
    service.script = [problem(403, "permission-missing", f"The key {KEY} may not.")]
    with pytest.raises(dk.PermissionMissing) as caught:
        client.quota()
    shown += [repr(caught.value), repr(vars(caught.value)), str(caught.value)]
    task = client.submit(png())
    shown += [repr(task), repr(vars(task))]
    for text in shown:
        assert KEY not in text
    for thing in (client, client._secret, task):
        with pytest.raises(TypeError, match="not copied or pickled"):
            pickle.dumps(thing)
    with pytest.raises(TypeError):
        copy.copy(client)


def test_the_key_is_in_no_cause_of_an_exception(service: SmallService, naps: list[float]) -> None:
    import httpx

    service.script = [httpx.ReadError("cut")] * 9
    with dk.Client(ADDRESS, KEY, transport=service.transport) as client, pytest.raises(dk.ServiceUnreachable) as caught:
        client.status()
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_the_key_is_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    for name in ("httpx", "httpcore"):  # a service of the same process may have quietened them
        caplog.set_level(logging.DEBUG, logger=name)
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with caplog.at_level(logging.DEBUG), dk.Client(f"http://127.0.0.1:{server.server_port}", KEY) as client:
            assert client.status().status == "ok"
        server.shutdown()
    assert len(caplog.text) > 100
    assert KEY not in caplog.text
