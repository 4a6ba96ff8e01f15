"""The version a service tells changes with the engine that reads, and with nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import drawkit
from drawkit.engine import version as engine_version
from drawkit.engine.version import fingerprint, version

ENGINE = Path(engine_version.__file__).parent


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The engine's folder as it would be installed elsewhere."""
    copy = tmp_path_factory.mktemp("site-packages") / "engine"
    shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def installed(whole, tmp_path):
    return Path(shutil.copytree(whole, tmp_path / "engine"))


def test_status_openapi_and_ledger_have_one_version(api):
    assert re.fullmatch(rf"{re.escape(drawkit.__version__)}\+[0-9a-f]{{8}}", version())
    assert api.get("status").json()["version"] == version()
    assert api.client.get("/openapi.json").json()["info"]["version"] == version()


def test_the_same_content_elsewhere_is_the_same_engine(installed):
    assert fingerprint(installed) == fingerprint(installed)
    before = fingerprint(installed)
    cache = installed / "text" / "__pycache__"
    cache.mkdir()
    (cache / "boxes.cpython-311.pyc").write_bytes(b"compiled")
    (installed / "models" / "README.md").write_text("Another card.", encoding="utf-8")
    (installed / "training" / "__init__.py").write_text("EPOCHS = 9\n", encoding="utf-8")
    assert fingerprint(installed) == before


@pytest.mark.parametrize("part", ["units.py", "models/symbols.onnx", "models/callouts.json"])
def test_a_changed_part_is_another_engine(installed, part):
    before = fingerprint(installed)
    content = (installed / part).read_bytes()
    (installed / part).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert fingerprint(installed) != before
    (installed / part).write_bytes(content)
    assert fingerprint(installed) == before


def test_a_new_a_renamed_and_a_lost_part_are_other_engines(installed):
    seen = {fingerprint(installed)}
    (installed / "extra.py").touch()
    seen.add(fingerprint(installed))
    (installed / "extra.py").rename(installed / "other.py")
    seen.add(fingerprint(installed))
    (installed / "other.py").unlink()
    (installed / "units.py").unlink()
    seen.add(fingerprint(installed))
    assert len(seen) == 4


def test_it_costs_little_and_once(cpu_seconds):
    assert min(cpu_seconds(fingerprint, ENGINE) for _ in range(5)) < 0.02
    version()
    assert min(cpu_seconds(version) for _ in range(5)) < 0.001
