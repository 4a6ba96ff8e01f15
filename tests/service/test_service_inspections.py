"""Whose fault it is when a look at a file has no answer: the file's, or that of a busy machine."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest
from pebble import ProcessExpired
from service_files import picture

from drawkit.contract import DEFAULT_LIMITS, Problem, Refused
from drawkit.service import inspections
from drawkit.service.inspections import Inspections
from drawkit.service.worker import look

SHORT_S = 0.05  # for turns that never come
LONG_S = 60.0  # for all that answers: nothing here depends on how busy this machine is


class Inspectors:
    """Answers looks as it is told: an exception, None for never, or a true look."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = 0

    def __call__(self, function, *args):
        self.asked += 1
        answer = self.answers.pop(0) if self.answers else look
        future = Future()
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        elif answer is not None:
            future.set_result(function(*args))
        return future


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(picture())
    return path


def looked(inspectors, path):
    try:
        return asyncio.run(inspectors.look(path, "a.png")).pages
    except Refused as refusal:
        return refusal.problem.code


def of(*answers, time_limit_s=LONG_S):
    return Inspections(Inspectors(*answers), DEFAULT_LIMITS, time_limit_s)


def test_a_file_over_its_time_may_come_again_until_its_tries_are_used_up(file):
    slow = of(TimeoutError(), TimeoutError(), TimeoutError(), TimeoutError())
    assert [looked(slow, file) for _ in range(5)] == [
        "unavailable", "unavailable", "unreadable-file", "unreadable-file", 1
    ]  # fmt: skip


def test_a_good_file_that_was_over_its_time_once_begins_anew(file):
    slow = of(TimeoutError(), TimeoutError(), look, TimeoutError(), TimeoutError())
    assert [looked(slow, file) for _ in range(5)] == ["unavailable", "unavailable", 1, "unavailable", "unavailable"]


def test_contents_are_counted_apart(file, tmp_path):
    other = tmp_path / "other"
    other.write_bytes(picture((50, 50)))
    slow = of(*[TimeoutError()] * 5)
    codes = [looked(slow, path) for path in (file, file, other, other, file)]
    assert codes == ["unavailable"] * 4 + ["unreadable-file"]


def test_a_file_whose_turn_never_comes_is_not_to_blame(file):
    busy = of(*[None] * 4, time_limit_s=SHORT_S)
    assert [looked(busy, file) for _ in range(4)] == ["unavailable"] * 4
    assert not busy._failures
    free = of()
    free._failures = busy._failures
    assert looked(free, file) == 1


def test_a_dead_inspector_is_replaced_at_once_and_the_third_death_is_the_files(file):
    assert looked(of(ProcessExpired("gone"), ProcessExpired("gone"), look), file) == 1
    deadly = of(*[ProcessExpired("gone")] * 3)
    assert looked(deadly, file) == "unreadable-file"
    assert deadly._submit.asked == 3


def test_a_broken_pool_is_not_the_files_fault(file):
    assert looked(of(BrokenProcessPool(), BrokenProcessPool(), look), file) == 1
    broken = of(*[BrokenProcessPool()] * 9)
    assert [looked(broken, file) for _ in range(4)] == ["unavailable"] * 3 + [1]


def test_a_stopped_service_does_not_judge_files(start):
    api = start()
    api.service.inspectors.stop()
    answer = api.submit()
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) == 15


def test_a_refusal_is_an_answer_and_forgets_failures(file):
    file.write_bytes(b"")
    inspectors = of(TimeoutError(), look)
    assert [looked(inspectors, file) for _ in range(2)] == ["unavailable", "unreadable-file"]
    assert not inspectors._failures


def test_only_the_latest_failures_are_remembered(tmp_path, monkeypatch):
    monkeypatch.setattr(inspections, "_REMEMBERED", 3)
    slow = of(*[TimeoutError()] * 5)
    for number in range(5):
        path = tmp_path / str(number)
        path.write_bytes(picture((10 + number, 10)))
        assert looked(slow, path) == "unavailable"
    assert len(slow._failures) == 3


def test_the_problem_says_when_to_come_again(file):
    with pytest.raises(Refused) as refused:
        asyncio.run(of(TimeoutError(), time_limit_s=SHORT_S).look(file, "a.png"))
    problem = refused.value.problem
    assert isinstance(problem, Problem)
    assert (problem.status, problem.model_dump()["retry_after"]) == (503, 1)
    assert "Send it again" in problem.detail
