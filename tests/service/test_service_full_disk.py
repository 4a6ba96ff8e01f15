"""The disk fills up at the n-th write, for every n of a task's life: nothing is lost, nothing half, nothing twice."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import threading
from pathlib import Path

import pytest
import service_analyses as analyses
from service_files import picture
from service_targets import LOOPBACK, target
from service_waits import wait_for
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from drawkit.service import Webhooks
from drawkit.service import files as files_module

_WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")


class Disk:
    """Counts what is written to the store and the folders of a service, and has no room for one of them."""

    def __init__(self, monkeypatch, service):
        self._lock, self.root = threading.Lock(), service.files.root
        self._left, self.met = 0, None
        for place, name in (
            (files_module.os, "open"), (files_module.os, "fsync"), (Path, "replace"), (Path, "mkdir"),
            (Path, "write_bytes"), (Path, "write_text"),
        ):  # fmt: skip
            monkeypatch.setattr(place, name, self._counted(name, getattr(place, name)))
        engine = service.store.database._engine
        event.listen(engine, "before_cursor_execute", self._statement)
        event.listen(engine, "commit", self._commit)

    def fill_at(self, number):
        """Have no room for the write that is the `number`-th from now on (0: for all there is)."""
        with self._lock:
            self._left, self.met = number, None

    def _full(self, what):
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self.met = what
            return self._left == 0

    def _counted(self, name, real):
        def call(*args, **more):
            ours = isinstance(args[0], int) or self.root in Path(args[0]).parents
            creates = name != "open" or args[1] & os.O_CREAT
            if ours and creates and self._full(name):
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*args, **more)

        return call

    def _statement(self, _connection, _cursor, statement, *_more):
        if statement.startswith(_WRITES) and self._full(statement[:30]):
            raise OperationalError(statement, None, sqlite3.OperationalError("database or disk is full"))

    def _commit(self, connection):
        if connection.get_execution_options().get("drawkit_writes") and self._full("COMMIT"):
            raise OperationalError("COMMIT", None, sqlite3.OperationalError("database or disk is full"))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_disk_that_is_full_at_any_write_loses_nothing_and_leaves_nothing_half(start, monkeypatch):
    api = start(analyses.quick, webhook_retries_s=(0.1,) * 8)
    disk = Disk(monkeypatch, api.service)
    root, met, tasks = api.service.files.root, [], []
    with target() as there:
        Webhooks(api.service.settings, api.service.store.database).add(there.url, networks=LOOPBACK)
        for number in range(1, 200):
            disk.fill_at(number)
            again = {"Idempotency-Key": str(number)}
            answer = wait_for(
                lambda again=again: (a := api.submit(picture(), headers=again)).status_code != 503 and a, 30
            )
            assert answer.status_code == 202, answer.text
            tasks.append(answer.json()["task_id"])
            ended = api.wait(tasks[-1])
            assert ended["status"] == "completed", (disk.met, ended["error"])
            wait_for(lambda: {json.loads(b)["data"]["task_id"] for _, b in there.got} == set(tasks), 30)
            wait_for(lambda: api.rows("select count(*) from deliveries where delivered_at is null") == [(0,)], 30)
            if disk.met is None:
                break
            met.append(disk.met)
        disk.fill_at(0)
    assert {"open", "fsync", "replace", "mkdir", "write_bytes", "write_text", "COMMIT"} <= set(met)
    assert {what.split()[0] for what in met} >= {"BEGIN", "INSERT", "UPDATE", "COMMIT"}
    assert len(met) > 20
    assert len(set(tasks)) == len(tasks)
    assert set(api.rows("select task_id, status, starts from tasks")) == {(t, "completed", 1) for t in tasks}
    assert api.rows("select count(*) from results") == [(len(tasks),)]
    published = {name for (name,) in api.rows("select publication_id from publications")}
    assert {folder.name for folder in (root / "published").iterdir()} == published
    assert len(published) == len(tasks)
    assert {source.name for source in (root / "sources").iterdir()} == set(tasks)
    assert list((root / "work").iterdir()) == []
    assert api.pages_used() == len(tasks)
    assert len({h["webhook-id"] for h, _ in there.got}) == len(tasks)  # sent again at most under the same id
    assert api.rows("select count(*) from events") == [(len(tasks),)]
    print(f"\n{len(met)} writes, each failed once: {met}")  # noqa: T201 - what was tried
