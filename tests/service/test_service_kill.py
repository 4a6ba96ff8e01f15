"""Killed in the middle of 200 tasks, several times: each ends once, and each event is handled once."""

from __future__ import annotations

import collections
import contextlib
import os
import random
import time

import pytest
from service_process import HERE, Process
from service_targets import LOOPBACK
from service_waits import rows, wait_for

from drawkit.client.webhooks import Receiver
from drawkit.service import Settings, Webhooks

TOTAL, KILLS = 200, int(os.environ.get("DRAWKIT_KILLS", "4"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.name == "nt", reason="kills processes by signal"),
]


def launch(state):
    command = (str(HERE / "service_process.py"), str(state), "brief")
    return Process(*command, DRAWKIT_SERVICE_WEBHOOK_RETRIES_S="[0.2, 0.5, 1, 2, 5]")


def subscribe(state, folder):
    """A receiver that is subscribed, and what its handler saw."""
    with Receiver("whsec_" + "A" * 44, folder / "place.sqlite3").serving() as url:
        port = int(url.rsplit(":", 1)[1].rstrip("/"))
    with contextlib.closing(Webhooks(Settings(state_dir=state))) as hooks:
        receiver = Receiver(hooks.add(url, networks=LOOPBACK).secret, folder / "events.sqlite3")
    handled = collections.Counter()

    @receiver.on()
    def count(delivery):
        handled[delivery.id] += 1

    return receiver, port, handled


def killed(service):
    """Kill a service, and wait until its workers have ended with it."""
    family = service.family.children(recursive=True)
    service.kill()
    wait_for(lambda: not any(member.is_running() for member in family), 20)


def submit_amid_kills(state):
    """The task ids of `TOTAL` submissions, each repeated when a kill met it, and the service that runs at the end."""
    chance = random.Random(11)
    moments = sorted(chance.sample(range(20, TOTAL - 10), KILLS))
    service, tasks = launch(state), []
    for number in range(TOTAL):
        if number in moments:
            time.sleep(chance.uniform(0, 0.4))
            killed(service)
            service = launch(state)
            again = range(max(0, number - 4), number)  # what was accepted before is not taken twice
            assert [service.submit(str(earlier)) for earlier in again] == tasks[again.start : again.stop]
        tasks.append(service.submit(str(number)))
        if number == TOTAL // 2:
            cancelled = service.client.post(f"/api/open/tasks/{tasks[-1]}/cancel")
            assert cancelled.status_code in (200, 409)
    return tasks, service


def test_200_tasks_amid_kills(tmp_path):
    state = tmp_path / "state"
    receiver, port, handled = subscribe(state, tmp_path)
    with receiver.serving(port=port):
        tasks, service = submit_amid_kills(state)
        wait_for(lambda: service.get("status")["queue"] == {"queued": 0, "running": 0, "workers": 2}, 240)
        wait_for(lambda: len(handled) == TOTAL, 120)
        used = [limit["used"] for limit in service.get("quota")["limits"]]
        wait_for(lambda: rows(state, "select count(*) from deliveries where delivered_at is null") == [(0,)], 120)
        assert service.end() == 0
    receiver.close()
    assert len(set(tasks)) == TOTAL
    ended = rows(state, "select task_id, status from tasks")
    assert {task_id for task_id, _ in ended} == set(tasks)
    counts = collections.Counter(status for _, status in ended)
    assert set(counts) <= {"completed", "cancelled"}
    given_back = rows(state, "select count(*) from tasks where status = 'cancelled' and starts = 0")[0][0]
    assert used == [TOTAL - given_back, TOTAL]  # pages are given back, the count of tasks stays
    assert rows(state, "select count(*) from results") == [(counts["completed"],)]
    published = {publication_id for (publication_id,) in rows(state, "select publication_id from publications")}
    assert len(published) == counts["completed"]
    assert {folder.name for folder in (state / "published").iterdir()} == published
    assert {source.name for source in (state / "sources").iterdir()} == set(tasks)
    # One event a task, delivered under one id, and handled once.
    events = rows(state, "select event_id, task_id from events")
    assert {task_id for _, task_id in events} == set(tasks)
    assert set(handled) == {event_id for event_id, _ in events}
    assert set(handled.values()) == {1}
    delivered = rows(state, "select count(*) from delivery_attempts where status between 200 and 299")[0][0]
    assert delivered >= TOTAL


def test_a_service_that_is_killed_again_and_again_while_a_drawing_is_read_fails_no_task(tmp_path):
    state = tmp_path / "state"
    command = (str(HERE / "service_process.py"), str(state), "until_told")
    service = Process(*command)
    task_id = service.submit("once")
    for _ in range(4):
        wait_for(lambda service=service: service.get(f"tasks/{task_id}")["progress"]["step"] == "callouts")
        killed(service)
        service = Process(*command)
    (state / "enough").touch()
    wait_for(lambda: service.get(f"tasks/{task_id}")["status"] == "completed")
    assert service.end() == 0
    assert rows(state, "select starts from tasks") == [(1,)]
