"""The search for secrets finds them in each place that it looks at, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import logging, secrets, subprocess, sys, warnings
import pytest
from drawkit.client import Client, keys

KEY = "a-key-of-another-form-" + "1" * 14
body = "dk_live_" + "7" * 30
OURS = body + keys.checksum(body)
SIGNING = "whsec_" + "A" * 43 + "="

class Told(Exception):
    pass

@pytest.fixture(autouse=True)
def used():
    Client("https://x.example", KEY).close()

def test_good(tmp_path):
    logging.getLogger("x").warning("dk_live_ and whsec_ and ***")
    (tmp_path / "store.sqlite3").write_text(SIGNING)
    print(OURS)
    with pytest.raises(Told):
        raise Told(OURS[:-1] + "x")  # has the form of a key, and is none

def test_bad_log():
    logging.getLogger("x").warning("it is %s", OURS)

def test_bad_log_of_little_weight():
    logging.getLogger("x").setLevel("DEBUG")
    logging.getLogger("x").debug("it is", extra={"fact": KEY})

def test_bad_fault_in_a_log():
    try:
        raise Told(SIGNING)
    except Told:
        logging.getLogger("x").exception("fault")

def test_bad_expected_exception():
    with pytest.raises(Told):
        raise Told(KEY)

def test_bad_cause_of_an_expected_exception():
    with pytest.raises(Told):
        try:
            raise ValueError(KEY)
        except ValueError as error:
            raise Told from error

def test_bad_variable_of_the_client():
    code = compile("def f(key):\\n raise ValueError", "/x/drawkit/client/made.py", "exec")
    room = {}
    exec(code, room)
    with pytest.raises(ValueError):
        room["f"](KEY)

def test_bad_standard_error():
    print("half of it: " + KEY[-25:], file=sys.stderr)

def test_bad_file(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "service.log").write_text("line\\n" + KEY)

def test_bad_process():
    subprocess.run([sys.executable, "-c", f"import sys; sys.stderr.write({SIGNING!r})"], capture_output=True)

@pytest.mark.parametrize("how", ["readline", "read", "iterated"])
def test_bad_process_that_is_listened_to(how):
    code = f"import sys; sys.stderr.write({OURS!r})"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) as process:
        list(process.stderr) if how == "iterated" else getattr(process.stderr, how)()

def test_bad_published_address():
    logging.getLogger("x").error(secrets.token_urlsafe(24))

def test_good_text_of_the_code():
    text = keys._BASE62
    Client("https://x.example", text).close()
    logging.getLogger("x").warning(text)

@pytest.mark.shows_secrets("on purpose")
def test_good_on_purpose():
    logging.getLogger("x").warning(OURS)
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a run of these tests tells."""
    folder = tmp_path_factory.mktemp("searched")
    (folder / "test_places.py").write_text(TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "secret_search", "-p", "no:cacheprovider", "-v", "test_places.py"]
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parent.parent)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout


@pytest.mark.shows_secrets("those of the tests that are run")
def test_each_place_is_searched(report: str) -> None:
    ended = dict(re.findall(r"::(test_\w+(?:\[\w+\])?) (ERROR)", report))
    all_ = set(re.findall(r"::(test_\w+(?:\[\w+\])?) PASSED", report))
    assert len(all_) == 16, report
    assert set(ended) == {name for name in all_ if name.startswith("test_bad_")}


def test_what_was_searched_is_told(report: str) -> None:
    assert re.search(r"\d\.\d MB searched for \d+ secrets", report)
