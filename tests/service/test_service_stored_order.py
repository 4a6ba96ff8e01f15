"""How ids and moments lead to stored tasks, also in a store that an earlier drawkit made."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

from drawkit.service import Settings
from drawkit.service.clock import SortedIds, before, stamp
from drawkit.service.database import Database

MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(9000, 1, 1), timezones=st.just(UTC))


@given(MOMENTS, st.timedeltas(timedelta(0), timedelta(days=400)))
@example(datetime(2026, 3, 1, 0, 0, 0, 999, tzinfo=UTC), timedelta(0))
def test_ids_made_since_a_moment_sort_behind_its_first(moment, later):
    milliseconds = (moment + later - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    made_then = f"task_{milliseconds << 80 | 7 << 76 | 2 << 62:032x}"
    assert SortedIds.first_of("task", stamp(moment)) <= made_then
    if later >= timedelta(milliseconds=1):
        assert SortedIds.first_of("task", stamp(moment + later)) > SortedIds.first_of("task", stamp(moment))


@given(st.datetimes(timezones=st.just(UTC)), st.timedeltas(timedelta(0), timedelta(days=2)))
def test_the_moment_before_another_is_there_also_at_the_beginning_of_the_calendar(moment, span):
    told = before(stamp(moment), span)
    assert told <= stamp(moment)
    assert told == stamp(datetime.min) or datetime.fromisoformat(told) == moment - span
    assert SortedIds.first_of("task", told).startswith("task_")


def test_a_store_of_an_earlier_version_gets_the_indexes_it_lacks(tmp_path):
    settings = Settings(state_dir=tmp_path)
    made(settings)
    with contextlib.closing(sqlite3.connect(tmp_path / "store.sqlite3")) as store:
        store.execute("drop index tasks_of_key_by_profile")
    made(settings)
    with contextlib.closing(sqlite3.connect(tmp_path / "store.sqlite3")) as store:
        plan = store.execute(
            "explain query plan select * from tasks where key_id = 'k' and profile = 'bom' order by task_id desc"
        ).fetchall()
    assert "tasks_of_key_by_profile" in str(plan)
    assert "B-TREE" not in str(plan)


def made(settings):
    database = Database(settings.url)
    database.create_tables()
    database.close()
