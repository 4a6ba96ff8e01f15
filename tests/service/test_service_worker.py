"""What a worker does with one drawing: its outcome, its progress, its memory, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
import service_analyses as analyses
from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import Options, Progress, Result
from drawkit.service import worker
from drawkit.service.worker import Job, Outcome, collect, leave, progress_in, run


def test_a_worker_process_loads_no_web_side():
    code = "import sys, drawkit.service.worker as w; print([m for m in ('fastapi', 'sqlalchemy') if m in sys.modules])"
    root = Path(__file__).parent.parent.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "[]"


@given(st.binary(), st.lists(st.binary(), max_size=12), st.dictionaries(st.text(), st.integers()))
def test_an_outcome_left_is_the_outcome_collected(tmp_path_factory, result, previews, summary):
    folder = tmp_path_factory.mktemp("work")
    outcome = Outcome(json.dumps(result.hex()), tuple(previews), summary)
    leave(folder, outcome)
    assert collect(folder) == outcome


def test_a_job_on_a_shared_disk_leaves_its_outcome_in_its_folder(tmp_path):
    source = tmp_path / "source"
    source.write_bytes(b"drawing")
    reply = run(analyses.quick, Job(source, "bom", Options(), tmp_path))
    assert (reply.outcome, reply.problem) == (None, None)
    assert Result.from_json(collect(tmp_path).result).profile == "bom"
    assert progress_in(tmp_path) == {"done": 1, "total": 2, "step": "text"}


def test_a_job_elsewhere_carries_its_outcome_back():
    reply = run(analyses.quick, Job(b"drawing", "bom", Options()))
    assert Result.from_json(reply.outcome.result).summary == {"bytes": 7}
    assert "drawing" not in repr(Job(b"drawing", "bom", Options()))
    assert "summary" not in repr(reply)


def greedy(job, data, report):
    raise MemoryError


@pytest.mark.parametrize(
    ("analysis", "code", "told"),
    [
        (analyses.refuse, "unreadable-file", "rendered"),
        (analyses.fail, "analysis-failed", "of its own"),
        (greedy, "analysis-failed", "memory"),
    ],
)
def test_a_worker_never_raises(tmp_path, analysis, code, told):
    reply = run(analysis, Job(b"", "full", Options(), tmp_path))
    assert (reply.problem.code, reply.outcome) == (code, None)
    assert told in reply.problem.detail
    assert ("UnpicklableError" in reply.trace) is (analysis is analyses.fail)


def test_a_source_that_is_gone_is_a_failure_not_a_crash(tmp_path):
    reply = run(analyses.quick, Job(tmp_path / "gone", "full", Options(), tmp_path))
    assert reply.problem.code == "analysis-failed"


def test_progress_is_not_written_more_often_than_it_is_read(tmp_path):
    written = []

    def busy(job, data, report):
        for done in range(200):
            report(Progress(done=done, total=200, step="x"))
            written.append((tmp_path / "progress.json").stat().st_ino)
        report(Progress(done=200, total=200, step="end"))
        return Outcome("{}")

    run(busy, Job(b"", "full", Options(), tmp_path))
    assert len(set(written)) < 150
    assert progress_in(tmp_path)["done"] == 200


def test_progress_is_lost_rather_than_the_analysis(tmp_path):
    (tmp_path / "progress.part").mkdir()
    assert run(analyses.quick, Job(b"", "full", Options(), tmp_path)).problem is None
    assert progress_in(tmp_path) is None


def test_the_engine_reads_and_publishes_as_told(monkeypatch):
    from drawkit import engine

    told = {}

    def analyze(data, *, profile, options, on_progress, within):
        on_progress(Progress(done=0, total=1, step="page"))
        told["read"] = (data, profile, options, within)
        return Result(profile=profile)

    def previews(data, result, *, redact):
        told["redact"] = redact
        return (b"png",)

    monkeypatch.setattr(engine, "analyze", analyze)
    monkeypatch.setattr(engine, "previews", previews)
    monkeypatch.setattr(engine, "summarise", lambda result: {"profile": result.profile})
    job = Job(b"d", "bom", Options(redact=False), seconds=20)
    outcome = worker.read_drawing(job, b"d", lambda _progress: None)
    assert outcome == Outcome(Result(profile="bom").to_json(), (b"png",), {"profile": "bom"})
    assert told == {"read": (b"d", "bom", job.options, 20), "redact": False}
    secret = worker.read_drawing(Job(b"d", "bom", Options(publish=False)), b"d", lambda _progress: None)
    assert (secret.previews, secret.summary) == ((), {})


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads limits the Linux way")
def test_a_prepared_worker_keeps_to_its_memory_and_dies_with_its_parent():
    code = (
        "import multiprocessing, resource, time\n"
        "from drawkit.service.worker import prepare\n"
        "def child(pipe):\n"
        "    prepare(300 * 2**20); prepare(None)\n"
        "    pipe.send(resource.getrlimit(resource.RLIMIT_DATA)[0]); time.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    here, there = multiprocessing.Pipe()\n"
        "    p = multiprocessing.get_context('fork').Process(target=child, args=(there,)); p.start()\n"
        "    print(p.pid, here.recv(), flush=True); time.sleep(60)\n"
    )
    root = Path(__file__).parent.parent.parent
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=root) as parent:
        pid, limit = map(int, parent.stdout.readline().split())
        parent.kill()
    assert limit == 300 * 2**20
    deadline = datetime.now(UTC).timestamp() + 5
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]:
        assert datetime.now(UTC).timestamp() < deadline


def test_a_worker_is_prepared_without_a_parent_or_a_limit():
    before = threading.active_count()
    worker.prepare(None)
    worker._limit_memory(-1)
    assert threading.active_count() <= before + 1


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "more memory"),
        (RuntimeError("OpenCV: Insufficient memory, failed to allocate 7 bytes"), "more memory"),
        (RuntimeError("std::bad_alloc"), "more memory"),
        (ValueError("other"), "an error of its own"),
    ],
)
def test_what_has_no_memory_says_so_whoever_raised_it(error, told):
    def failing(_job, _data, _report):
        raise error

    reply = run(failing, Job(b"", "full", Options()))
    assert (reply.problem.code, reply.no_room) == ("analysis-failed", False)
    assert told in reply.problem.detail


@pytest.mark.parametrize("code", ["ENOSPC", "EDQUOT", "EMFILE"])
def test_a_machine_without_room_says_nothing_about_the_drawing(code):
    import errno

    def failing(_job, _data, _report):
        raise OSError(getattr(errno, code), "no room")

    reply = run(failing, Job(b"", "full", Options()))
    assert (reply.problem, reply.no_room) == (None, True)
