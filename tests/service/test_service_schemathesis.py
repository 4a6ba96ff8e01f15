"""Contract tests over the whole OpenAPI document, against a real server.

DRAWKIT_CONTRACT_EXAMPLES says how many requests are made up for each operation, valid and invalid.
"""

from __future__ import annotations

import os
import time

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from service_files import picture
from service_process import HERE, Process

TOO_LARGE = 413
EXAMPLES = int(os.environ.get("DRAWKIT_CONTRACT_EXAMPLES", "20"))
EXCLUDED = {
    # check -> operations it cannot judge, because a schema cannot say what is acceptable there:
    positive_data_acceptance: {
        "POST /api/open/tasks": "whether bytes are a readable drawing, and whether a batch exists",
        "POST /api/open/batches": "which task ids exist",
        "GET /api/open/tasks": "which cursors the service gave out",
    },
}


@pytest.fixture(scope="module")
def process(tmp_path_factory):
    command = (str(HERE / "service_process.py"), str(tmp_path_factory.mktemp("state")), "quick")
    process = Process(*command, DRAWKIT_SERVICE_ADDRESS_RATE="1000000/minute")
    yield process
    assert process.get("status")["status"] == "ok"
    assert process.end() == 0
    assert [line for line in process.log if '"error"' in line] == []


@pytest.fixture(scope="module")
def described(process):
    schema = schemathesis.openapi.from_url(f"{process.hello['base_url']}/openapi.json")
    return {result.ok().label: result.ok() for result in schema.get_all_operations()}


OPERATIONS = [
    "GET /api/open/status",
    "GET /api/open/quota",
    "GET /api/open/tasks",
    "POST /api/open/tasks",
    "GET /api/open/tasks/{task_id}",
    "POST /api/open/tasks/{task_id}/cancel",
    "POST /api/open/batches",
    "GET /api/open/batches/{batch_id}",
    "GET /published/{publication_id}",
    "GET /published/{publication_id}/preview-{number}.png",
]

# Needs no key and takes any text: there is no request that goes against its schema.
UNVIOLABLE = {("GET /published/{publication_id}", GenerationMode.NEGATIVE)}


def test_no_operation_is_left_out(described):
    assert set(described) == set(OPERATIONS)


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_keeps_its_word(described, process, name, mode):
    excluded = [check for check, operations in EXCLUDED.items() if name in operations]
    headers = {"Authorization": f"Bearer {process.hello['api_key']}"}

    @given(described[name].as_strategy(generation_mode=mode), st.booleans())
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    def keeps_its_word(case, drawing):
        if drawing and name == "POST /api/open/tasks" and mode is GenerationMode.POSITIVE:
            case.body["file"] = picture()  # a schema cannot make one up
        response = case.call(headers=headers)
        too_large = [negative_data_rejection] if response.status_code == TOO_LARGE else []  # a refusal of its own
        case.validate_response(response, excluded_checks=[*excluded, *too_large])

    if (name, mode) in UNVIOLABLE:
        with pytest.raises(Unsatisfiable):
            keeps_its_word()
    else:
        keeps_its_word()


def test_the_whole_way_keeps_its_word(described, process):
    """What a schema cannot make up: a real drawing, from batch and submission to what it published."""
    headers = {"Authorization": f"Bearer {process.hello['api_key']}"}

    def call(name, body=None, **place):
        more = {} if body is None else {"body": body, "media_type": described[name].body[0].media_type}
        case = described[name].Case(path_parameters=place, **more)
        return case.call_and_validate(headers=headers)

    batch_id = call("POST /api/open/batches", {"name": "gearbox"}).json()["batch_id"]
    form = {"file": picture(), "profile": "full", "options_json": "{}", "batch_id": batch_id}
    answer = call("POST /api/open/tasks", form)
    assert answer.status_code == 202
    task_id = answer.json()["task_id"]
    while (task := call("GET /api/open/tasks/{task_id}", task_id=task_id).json())["finished_at"] is None:
        time.sleep(0.05)
    assert task["result"]["schema"] == "drawkit.result/1"
    assert call("GET /api/open/tasks").json()["data"][0]["task_id"] == task_id
    assert call("GET /api/open/batches/{batch_id}", batch_id=batch_id).json()["counts"]["completed"] == 1
    assert call("POST /api/open/tasks/{task_id}/cancel", task_id=task_id).json()["code"] == "task-ended"
    publication = task["published"]["id"]
    told = call("GET /published/{publication_id}", publication_id=publication).json()
    assert told["previews"] == [f"/published/{publication}/preview-1.png"]
    preview = call("GET /published/{publication_id}/preview-{number}.png", publication_id=publication, number=1)
    assert preview.headers["content-type"] == ["image/png"]
