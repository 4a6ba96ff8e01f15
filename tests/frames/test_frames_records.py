from datetime import UTC, date, datetime, timedelta

import pandas as pd

from drawkit import frames
from drawkit.contract import (
    DailyUse,
    DrawingFile,
    Period,
    Problem,
    Progress,
    QuotaLimit,
    QuotaRecord,
    TaskRecord,
)

START = datetime(2026, 3, 1, tzinfo=UTC)


def test_quota_frame():
    quota = QuotaRecord(
        period=Period(start=START, end=datetime(2026, 4, 1, tzinfo=UTC)),
        limits=(
            QuotaLimit(name="pages", unit="page", limit=200, used=50, remaining=150),
            QuotaLimit(name="tasks", used=7),
            QuotaLimit(name="none", limit=0),
        ),
    )
    frame = frames.quota_frame(quota)
    assert frame["share"][1] == 0.25
    assert frame["share"].isna().tolist() == [False, True, True]
    assert pd.isna(frame["limit"][2])
    assert frame["period_end"][1] == pd.Timestamp("2026-04-01", tz="UTC")
    assert list(frames.quota_frame(QuotaRecord()).dtypes) == list(frame.dtypes)
    assert frames.quota_frame(QuotaRecord(limits=quota.limits))["period_start"].isna().all()


def test_usage_frame_is_oldest_first():
    days = (DailyUse(date=date(2026, 3, 2), pages=3, tasks=1), DailyUse(date=date(2026, 3, 1), pages=9, tasks=2))
    frame = frames.usage_frame(QuotaRecord(daily=days))
    assert list(frame["pages"]) == [9, 3]
    assert frame["date"][1] == pd.Timestamp("2026-03-01")
    assert list(frames.usage_frame(QuotaRecord()).dtypes) == list(frame.dtypes)


def test_tasks_frame():
    ended = TaskRecord(
        task_id="t1", status="failed", profile="full", created_at=START, started_at=START + timedelta(seconds=2),
        finished_at=START + timedelta(seconds=5.5), progress=Progress(done=3, total=8),
        file=DrawingFile(name="a.pdf", media_type="application/pdf", bytes=9, sha256="", pages=2),
        error=Problem.of("unreadable-file", "Damaged."),
    )  # fmt: skip
    frame = frames.tasks_frame([ended, TaskRecord(task_id="t2")])
    assert list(frame["status"]) == ["failed", "queued"]
    assert (frame["waited_s"][1], frame["took_s"][1]) == (2.0, 3.5)
    assert (frame["file"][1], frame["pages"][1], frame["error_code"][1]) == ("a.pdf", 2, "unreadable-file")
    assert frame.loc[2, ["file", "took_s", "error", "finished_at"]].isna().all()
    assert str(frame["created_at"].dtype) == "datetime64[us, UTC]"
    assert list(frames.tasks_frame([]).dtypes) == list(frame.dtypes)
