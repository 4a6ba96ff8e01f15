"""A full disk, a clock that is set, a name server that does not answer: nothing is lost, nobody else waits."""

from __future__ import annotations

import asyncio
import datetime as dt
import errno
import os
import socket
import threading
import time

import pytest
import service_analyses as analyses
from service_targets import LOOPBACK, target
from service_waits import wait_for

from drawkit.service import Webhooks, clock, targets
from drawkit.service import files as files_module
from drawkit.service import worker as worker_module
from drawkit.service.clock import SortedIds
from drawkit.service.settings import Settings
from drawkit.service.targets import LookUp
from drawkit.service.throttle import Throttle
from drawkit.service.windows import Rate, Windows


def full(*_args, **_more):
    raise OSError(errno.ENOSPC, "No space left on device")


# A full disk


@pytest.mark.parametrize("where", ["leave", "analysis"])
def test_a_disk_that_is_full_when_an_analysis_ends_fails_no_task(start, monkeypatch, where):
    api = start(analyses.brief)
    if where == "leave":
        monkeypatch.setattr(worker_module, "leave", full)
    else:
        monkeypatch.setattr(api.service.runner, "_analysis", full)
    monkeypatch.setattr(files_module, "_write_whole", files_module._write_whole)
    task_id = api.submit().json()["task_id"]
    monkeypatch.setattr(files_module, "_write_whole", full)
    wait_for(lambda: api.get("status").json()["status"] == "degraded", 15)
    time.sleep(1.2)
    assert api.get(f"tasks/{task_id}").json()["status"] == "queued"
    monkeypatch.undo()
    if where == "analysis":
        api.service.runner._analysis = analyses.quick
    assert api.wait(task_id)["status"] == "completed"
    assert api.rows("select starts from tasks") == [(1,)]
    wait_for(lambda: api.get("status").json()["status"] == "ok", 15)


def test_a_disk_that_is_full_when_a_preview_is_published_leaves_no_half_publication(start, monkeypatch):
    api = start(analyses.two_previews)
    published = api.service.files.root / "published"
    written = files_module._write_whole

    def second_fails(path, data):
        if path.name == "preview-2.png":
            full()
        written(path, data)

    monkeypatch.setattr(files_module, "_write_whole", second_fails)
    task_id = api.submit().json()["task_id"]
    wait_for(lambda: api.get("status").json()["status"] == "degraded", 15)
    time.sleep(2.5)
    assert len(list(published.iterdir())) <= 1
    monkeypatch.undo()
    assert len(api.wait(task_id)["published"]["previews"]) == 2
    assert len(list(published.iterdir())) == 1


def test_a_stop_while_the_disk_is_full_ends(start, monkeypatch):
    api = start(analyses.quick)
    monkeypatch.setattr(worker_module, "leave", full)
    api.submit()
    monkeypatch.setattr(files_module, "_write_whole", full)
    wait_for(lambda: api.get("status").json()["status"] == "degraded", 15)
    began = time.monotonic()
    api.client.__exit__(None, None, None)
    assert time.monotonic() - began < 8
    assert not api.service.runner._thread.is_alive()


def test_a_fault_at_each_write_of_a_submission_keeps_nothing_half(api, monkeypatch):
    """The disk fills at the n-th write, for every n of a submission: it is refused, and leaves nothing."""
    calls = {"count": 0, "fails": 0}
    real_open, real_replace, real_sync = os.open, files_module.Path.replace, os.fsync

    def counted(real):
        def call(*args, **more):
            calls["count"] += 1
            if calls["count"] == calls["fails"]:
                full()
            return real(*args, **more)

        return call

    for fails in range(1, 9):
        calls.update(count=0, fails=fails)
        with monkeypatch.context() as patch:
            patch.setattr(files_module.os, "open", counted(real_open))
            patch.setattr(files_module.os, "fsync", counted(real_sync))
            patch.setattr(files_module.Path, "replace", counted(real_replace))
            answer = api.submit(options='{"publish": false}')
        if answer.status_code == 202:
            api.wait(answer.json()["task_id"])
            continue
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    tasks = api.get("tasks").json()["data"]
    assert {s.name for s in (api.service.files.root / "sources").iterdir()} == {t["task_id"] for t in tasks}
    assert api.pages_used() == len(tasks) < 8


# A clock that is set


class Clock:
    """A wall clock that can be set; how long things take it does not change."""

    def __init__(self, monkeypatch):
        self.shift = 0.0
        now, clock_ = time.time, self

        class Shifted(dt.datetime):
            @classmethod
            def now(cls, tz=None):
                return dt.datetime.fromtimestamp(time.time(), tz)

        monkeypatch.setattr(time, "time", lambda: now() + clock_.shift)
        monkeypatch.setattr(time, "time_ns", lambda: int((now() + clock_.shift) * 1e9))
        monkeypatch.setattr(clock, "datetime", Shifted)


@pytest.fixture
def wall(monkeypatch):
    return Clock(monkeypatch)


@pytest.mark.parametrize("shift", [-3600.0, 3600.0, -86_400.0])
def test_tasks_and_events_go_on_when_the_clock_is_set(start, wall, shift):
    api = start(analyses.patient, webhook_retries_s=(0.2, 0.2, 0.2))
    with target(lambda number: 500 if number == 1 else 204) as there:
        Webhooks(api.service.settings, api.service.store.database).add(there.url, networks=LOOPBACK)
        first = api.submit().json()["task_id"]
        api.wait(first, "running")
        wall.shift = shift
        second = api.submit().json()["task_id"]
        analyses.released.set()
        assert [api.wait(task_id)["status"] for task_id in (first, second)] == ["completed"] * 2
        there.wait(3, 15)
        assert len(set(there.ids)) == 2
        assert [t["task_id"] for t in api.get("tasks").json()["data"]] == [second, first]


def test_an_event_written_before_the_clock_was_set_back_is_delivered(start, wall):
    api = start(analyses.quick, webhook_retries_s=(30, 60))
    hooks = Webhooks(api.service.settings, api.service.store.database)
    deliverer = api.service.deliverer
    deliverer._stopping.set()
    deliverer.wake()
    deliverer._thread.join(5)
    with target() as there:
        hooks.add(there.url, networks=LOOPBACK)
        api.wait(api.submit().json()["task_id"])
        wall.shift = -86_400
        due = deliverer._outbox.due({}, 8, deliverer._retries_s)
        assert len(due) == 1
        deliverer._outbox.note(due[0], type("Failed", (), {"succeeded": False, "unwanted": False, "status": 500,
                                                             "outcome": "answered 500", "ms": 1}), 30)  # fmt: skip
        assert deliverer._outbox.due({}, 8, deliverer._retries_s) == []
        wall.shift = -2 * 86_400
        assert len(deliverer._outbox.due({}, 8, deliverer._retries_s)) == 1


def test_an_exhausted_key_is_free_again_after_its_window_whatever_the_clock_says(wall, monkeypatch):
    monotonic = [100.0]
    monkeypatch.setattr("drawkit.service.windows.time.monotonic", lambda: monotonic[0])
    windows = Windows(Rate.parse("2 per 10 seconds"))
    assert [windows.hit("a") for _ in range(3)] == [True, True, False]
    assert windows.hit("b")
    wall.shift = -3600
    assert windows.left("a") == (0, 10.0)
    monotonic[0] += 10
    assert windows.left("a") == (2, 0.0)
    assert windows.hit("a")


def test_windows_of_many_callers_are_forgotten_when_they_are_over(monkeypatch):
    monotonic = [0.0]
    monkeypatch.setattr("drawkit.service.windows.time.monotonic", lambda: monotonic[0])
    monkeypatch.setattr("drawkit.service.windows._MANY", 5)
    windows = Windows(Rate.parse("1/second"))
    for caller in range(4):
        windows.hit(str(caller))
    monotonic[0] = 0.5
    windows.hit("late")
    monotonic[0] = 1.2
    windows.hit("new")
    assert set(windows._hits) == {"late", "new"}


def test_a_crowd_of_callers_costs_each_of_them_the_same(monkeypatch):
    looks = []
    monkeypatch.setattr("drawkit.service.windows._MANY", 10)
    windows = Windows(Rate.parse("2/hour"))
    real = windows._of
    monkeypatch.setattr(windows, "_of", lambda caller: looks.append(caller) or real(caller))
    for caller in range(2000):
        assert windows.hit(str(caller))
    assert len(looks) < 5 * 2000
    assert len(windows._hits) == 2000


@pytest.mark.parametrize("text", ["0/minute", "x", "", "1/week", "1200"])
def test_what_is_no_rate(text):
    with pytest.raises(ValueError, match="is no rate"):
        Rate.parse(text)


def test_rates_in_words():
    rates = [Rate.parse(text) for text in ("1200/minute", "5 per 10 seconds", " 7 / hour ", "1/2day")]
    assert [(r.amount, r.seconds) for r in rates] == [(1200, 60), (5, 10), (7, 3600), (1, 172_800)]
    assert Throttle(Settings(rate="3/hour"))._windows[True].rate == Rate(3, 3600)


def test_ids_go_on_after_a_restart_with_an_earlier_clock(wall):
    before = SortedIds()
    last = before.new("task")
    wall.shift = -86_400
    after = SortedIds()
    assert after.new("task") < last
    after.after(last)
    after.after(None)
    more = [after.new("task") for _ in range(50)]
    assert more == sorted(more)
    assert more[0] > last


def test_a_service_on_a_folder_of_a_later_clock_lists_newest_first(start, wall):
    wall.shift = 3600
    api = start()
    old = [api.submit().json()["task_id"] for _ in range(2)]
    [api.wait(task_id) for task_id in old]
    api.client.__exit__(None, None, None)
    clock.ids._last = 0  # as in a process that starts
    wall.shift = 0
    again = start()
    new = again.submit().json()["task_id"]
    key = {"key": again.keys.rotate(again.keys.list()[0].key_id).secret}
    assert new > max(old)
    assert [t["task_id"] for t in again.get("tasks", **key).json()["data"]] == old[::-1]


# A name server that does not answer


def test_a_name_server_that_hangs_holds_up_no_other_look_up(monkeypatch):
    released, asked = threading.Event(), []

    def getaddrinfo(host, port, **_more):
        asked.append(host)
        if host.startswith("hangs"):
            released.wait(20)
        if host == "none":
            raise socket.gaierror("none")
        if host == "odd":
            raise UnicodeError("label too long")
        return [(None, None, None, "", ("192.0.2.1", port))]

    monkeypatch.setattr(targets.socket, "getaddrinfo", getaddrinfo)

    async def story():
        look_up = LookUp()
        hanging = [asyncio.create_task(look_up(f"hangs{n}", 443)) for n in range(40)]
        twice = asyncio.create_task(look_up("hangs0", 443))
        await asyncio.sleep(0.1)
        began = time.monotonic()
        assert await look_up("fine", 443) == ["192.0.2.1"]
        assert time.monotonic() - began < 1
        for host in ("none", "odd"):
            with pytest.raises(OSError, match=r"none|long"):
                await look_up(host, 1)
        twice.cancel()
        released.set()
        assert await asyncio.gather(*hanging) == [["192.0.2.1"]] * 40
        assert asked.count("hangs0") == 1
        assert look_up._asked == {}

    asyncio.run(story())


def test_a_look_up_that_outlives_the_service_ends_quietly(monkeypatch):
    released = threading.Event()
    monkeypatch.setattr(targets.socket, "getaddrinfo", lambda *_a, **_k: released.wait(20) and [])

    async def story():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await LookUp()("hangs", 1)

    asyncio.run(story())
    released.set()
    wait_for(lambda: not any(t.name == "look-up" for t in threading.enumerate()), 10)


def test_subscriptions_share_no_cookies(start):
    api = start(analyses.quick)
    hooks = Webhooks(api.service.settings, api.service.store.database)
    with target(headers={"Set-Cookie": "who=first; Path=/"}) as first, target() as second:
        hooks.add(first.url, networks=LOOPBACK)
        hooks.add(second.url, networks=LOOPBACK)
        for _ in range(2):
            api.wait(api.submit().json()["task_id"])
        first.wait(2)
        second.wait(2)
        assert not [h for h, _ in (*first.got, *second.got) if "cookie" in h]
