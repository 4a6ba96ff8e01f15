"""Examples for the OpenAPI document: one drawing on its way from submission to result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drawkit.contract import (
    CODES,
    DEFAULT_LIMITS,
    MODULES,
    BatchRecord,
    Dimension,
    EventKind,
    ModuleReport,
    ModuleState,
    PageReport,
    Problem,
    Profile,
    Published,
    QuotaRecord,
    Result,
    ServiceStatus,
    TaskPage,
    TaskRecord,
    TitleBlock,
)

Document = dict[str, Any]

TASK_ID = "task_0198c0de00007000800000000000abcd"
BATCH_ID = "batch_0198c0de00007000800000000000abce"
_TASK, _BATCH = f"/api/open/tasks/{TASK_ID}", f"/api/open/batches/{BATCH_ID}"
_PUBLICATION = "pX4n0q2v8Zs6tB1yC3dE5fG7hJ9kLmNo"
_CREATED, _STARTED, _FINISHED = (f"2026-01-02T03:04:{s}.000000Z" for s in ("05", "06", "09"))

SUBMISSION: Document = {
    "file": "(the bytes of plate.pdf)",
    "profile": "advanced",
    "options_json": '{"task_list": ["title_block", "dimensions"], "pages": [1]}',
    "batch_id": BATCH_ID,
}
NEW_BATCH: Document = {"name": "gearbox", "task_ids": [TASK_ID]}

_SUMMARY: Document = {
    "pages": 1,
    "title": "Plate",
    "scale": "1:2",
    "units": "mm",
    "counts": {"title_blocks": 1, "dimensions": 1},
    "found": ["title_block", "dimensions"],
    "absent": [],
    "failed": [],
    "unreadable_pages": [],
}
_MEMBERS: dict[str, Document] = {
    "permission-missing": {"required": "tasks:create"},
    "quota-exhausted": {"resets_at": "2026-02-01T00:00:00.000000Z"},
    "rate-limited": {"retry_after": 7},
    "concurrency-limited": {"retry_after": 1},
    "invalid-request": {"errors": [{"detail": "There is no profile 'fast'.", "pointer": "/profile"}]},
}


@dataclass(frozen=True)
class Success:
    """How an operation answers when it succeeds: in words, by example, and its header fields of its own."""

    told: str
    example: Document | None
    headers: tuple[str, ...] = ()


def problem(code: str, status: int) -> Document:
    """The answer that tells a problem of this code."""
    members = {"request_id": "req_0123456789abcdef01234567", **_MEMBERS.get(code, {})}
    return _plain(Problem.of(code, f"{CODES[code][1]}.", status=status, **members))


def event(kind: EventKind) -> Document:
    """The body of a delivery of this kind."""
    done = kind is EventKind.TASK_COMPLETED
    data = {
        "task_id": TASK_ID,
        "batch_id": BATCH_ID,
        "status": kind.value.removeprefix("task."),
        "profile": Profile.ADVANCED.value,
        "file_name": "plate.pdf",
        "summary": _SUMMARY if done else {},
        "published": _published().to_dict() if done else None,
    }
    return {"type": kind.value, "timestamp": _FINISHED, "data": data}


def successes() -> dict[str, Success]:
    """How each operation answers when it succeeds, by the operation's id."""
    queued, ended = _task("queued"), _task("completed")
    listed = TaskPage(data=(ended,), has_more=True, next_cursor="MTp0YXNrXzAxOThjMGRl")
    batch = _plain(_batch_record())
    accepted = ("Location", "Retry-After", "Idempotency-Replayed")
    return {
        "read_status": Success("What the service is and can do.", _plain(_status())),
        "read_quota": Success("The key's quota.", _plain(_quota())),
        "list_tasks": Success("One page of tasks, newest first.", _plain(listed)),
        "create_task": Success("The task is in the queue.", _plain(queued), accepted),
        "read_task": Success("The task; `result` once it is completed.", _plain(ended, _result()), ("Retry-After",)),
        "cancel_task": Success("The task, now cancelled.", _plain(_task("cancelled"))),
        "create_batch": Success("The batch.", batch, ("Location", "Idempotency-Replayed")),
        "read_batch": Success("The batch.", batch),
        "read_publication": Success("What the task published.", _published().to_dict()),
        "read_preview": Success("The preview, a PNG.", None),
    }


def _plain(value: Any, result: Result | None = None) -> Document:
    said: Document = value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {**said, "result": result.model_dump(mode="json", by_alias=True, exclude_unset=True)} if result else said


def _task(status: str) -> TaskRecord:
    completed = status == "completed"
    moments = {"started_at": _STARTED, "finished_at": _FINISHED}
    links = {"self": _TASK, "batch": _BATCH, **({"cancel": f"{_TASK}/cancel"} if status == "queued" else {})}
    return TaskRecord.model_validate(
        {
            "task_id": TASK_ID,
            "status": status,
            "profile": Profile.ADVANCED.value,
            "options": {"task_list": ["title_block", "dimensions"], "publish": True, "pages": [1], "redact": True},
            "batch_id": BATCH_ID,
            "file": {
                "name": "plate.pdf",
                "media_type": "application/pdf",
                "bytes": 48213,
                "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "pages": 1,
            },
            "created_at": _CREATED,
            **(dict.fromkeys(moments) if status == "queued" else moments),
            "progress": {"done": 4, "total": 4, "step": "completed"} if completed else {"done": 0, "total": 0},
            "error": None,
            "published": _published().to_dict() if completed else None,
            "links": links,
        }
    )


def _result() -> Result:
    found = ModuleReport(status=ModuleState.FOUND)
    hole = {"kind": "diameter", "nominal": 12.0, "fit": "H7", "upper_deviation": 0.018, "lower_deviation": 0.0}
    return Result(
        schema="drawkit.result/1",
        profile=Profile.ADVANCED.value,
        units="mm",
        modules={"title_block": found, "dimensions": found},
        pages=(PageReport(page=1, width=210.0, height=297.0, sheet_size="A4", source="text"),),
        title_blocks=(TitleBlock(page=1, id="title_block-1", title="Plate", scale="1:2"),),
        dimensions=(Dimension.model_validate({"page": 1, "id": "dimension-1", "text": "\u230012 H7", **hole}),),
        summary=_SUMMARY,
    )


def _published() -> Published:
    place = f"/published/{_PUBLICATION}"
    return Published(id=_PUBLICATION, url=place, previews=(f"{place}/preview-1.png",), summary=_SUMMARY)


def _batch_record() -> BatchRecord:
    counts = {"queued": 0, "running": 1, "completed": 0, "failed": 0, "cancelled": 0}
    facts = {"status": "running", "counts": counts, "created_at": _CREATED, "finished_at": None}
    return BatchRecord.model_validate({"batch_id": BATCH_ID, "name": "gearbox", "task_ids": [TASK_ID], **facts})


def _quota() -> QuotaRecord:
    limits = [
        {"name": name, "unit": name, "limit": limit, "used": used, "remaining": limit - used}
        for name, limit, used in (("pages", 1000, 12), ("tasks", 500, 9))
    ]
    period = {"start": "2026-01-01T00:00:00Z", "end": "2026-02-01T00:00:00Z"}
    days = [{"date": "2026-01-02", "tasks": 9, "pages": 12}]
    return QuotaRecord.model_validate({"period": period, "limits": limits, "daily": days})


def _status() -> ServiceStatus:
    facts = {
        "status": "ok",
        "version": "1.0.0+3fa9c1d2",
        "time": _CREATED,
        "queue": {"queued": 1, "running": 2, "workers": 2},
    }
    can = {"limits": DEFAULT_LIMITS.to_dict(), "profiles": [p.value for p in Profile], "modules": list(MODULES)}
    return ServiceStatus.model_validate({**facts, **can})
