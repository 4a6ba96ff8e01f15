import io
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from PIL import Image

from drawkit import contract, display

KEY = "the-secret-key-of-this-test"
DAMAGED = contract.Problem.of("unreadable-file", "It is <u>damaged</u>.")
CREATED = datetime(2026, 5, 4, 10, 0, 0, tzinfo=UTC)


@pytest.fixture
def png() -> bytes:
    """A preview in grey."""
    buffer = io.BytesIO()
    Image.new("L", (800, 566), 235).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def data() -> contract.Result:
    """Two pages: an assembly with a parts list, then a part with more dimensions than a first look shows."""
    kinds = ("diameter", "linear", "radius")
    dimensions = tuple(
        contract.Dimension(
            id=f"d{i}", page=2, text=f"⌀{i} ±0.1", kind=kinds[i % 3], nominal=i,
            upper_deviation=0.1, lower_deviation=-0.1, box=(20 * i, 30, 20 * i + 15, 40), confidence=0.5 + i / 30,
        )
        for i in range(14)
    )  # fmt: skip
    return contract.Result(
        units="mm",
        pages=(
            contract.PageReport(page=1, width=842, height=595, readable=False, remarks=("fonts are not embedded.",)),
            contract.PageReport(page=2, width=842, height=595),
        ),
        modules={
            "dimensions": contract.ModuleReport(status="found"),
            "bom": contract.ModuleReport(status="found", detail="two tables"),
            "views": contract.ModuleReport(status="absent"),
            "welds": contract.ModuleReport(status="failed", detail="No strokes."),
        },
        title_blocks=(
            contract.TitleBlock(
                title="Bearing housing", drawing_number="D-17", material="EN-GJL-250", scale="1:2",
                general_tolerance="ISO 2768-mK " * 20,
            ),
        ),
        bom=(contract.PartsListItem(position="1", quantity="2", designation="Screw", other={"mass": "3 g"}),),
        dimensions=dimensions,
        datum_features=(contract.DatumFeature(label="A", text="A", page=2, box=(100, 100, 110, 110)),),
        summary={"title": "Bearing housing", "dimensions": 14},
    )  # fmt: skip


@pytest.fixture
def result(data, png) -> display.Result:
    """The result with a preview of page 2 alone."""
    return display.Result(data, "housing.pdf", lambda page: png if page == 2 else None)


class Service:
    """A service made of canned answers, that counts what it was asked."""

    def __init__(self, data: contract.Result, png: bytes) -> None:
        self.data, self.png = data, png
        self.states = ["completed"]
        self.asked: list[str] = []
        self.published = 2
        self.with_result = True
        self.sha256 = ""

    def record(self, status: str) -> dict[str, Any]:
        ended = status in {"completed", "failed", "cancelled"}
        published = {"previews": [f"/published/p/{n}.png" for n in range(1, 1 + self.published)]}
        return {
            "task_id": "task_1", "status": status, "profile": "full", "created_at": CREATED.isoformat(),
            "started_at": (CREATED + timedelta(seconds=1)).isoformat() if status != "queued" else None,
            "finished_at": (CREATED + timedelta(seconds=3.5)).isoformat() if ended else None,
            "file": {"name": "<i>housing</i>.pdf", "media_type": "application/pdf", "bytes": 4096,
                     "sha256": self.sha256, "pages": 2},
            "progress": {"done": 1, "total": 4, "step": "Reading <b>"},
            "error": DAMAGED.to_dict() if status == "failed" else None,
            "result": json.loads(self.data.to_json()) if status == "completed" and self.with_result else None,
            "published": published if status == "completed" else None,
        }  # fmt: skip

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.asked.append(f"{request.method} {path}")
        if path.startswith("/published/"):
            found = not path.endswith("/2.png")
            return httpx.Response(200 if found else 404, content=self.png, headers={"content-type": "image/png"})
        if path.endswith("/quota"):
            return httpx.Response(200, json={"limits": [{"name": "pages", "limit": 10, "used": 4, "remaining": 6}]})
        if path.endswith("/status"):
            return httpx.Response(200, json={"status": "degraded", "modules": ["bom"], "queue": {"running": 3}})
        if path.endswith("/tasks") and request.method == "GET":
            rows = [{**self.record("completed"), "result": None}, self.record("queued")]
            return httpx.Response(200, json={"data": rows})
        state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
        return httpx.Response(200, json=self.record(state), headers={"retry-after": "0"})


@pytest.fixture
def service(data, png) -> Service:
    return Service(data, png)


@pytest.fixture
def client(service) -> Iterator[display.Client]:
    with display.Client("http://service.test", KEY, transport=httpx.MockTransport(service)) as made:
        yield made


@pytest.fixture
def async_client(service) -> Callable[[], display.AsyncClient]:
    return lambda: display.AsyncClient("http://service.test", KEY, transport=httpx.MockTransport(service))
