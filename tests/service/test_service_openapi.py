from __future__ import annotations

import jsonschema_rs
import pytest
from service_files import picture

from drawkit.contract import CODES, Event, EventKind, Permission


@pytest.fixture
def document(api):
    return api.client.get("/openapi.json").json()


def test_the_document_tells_every_endpoint(document):
    assert document["openapi"] == "3.1.0"
    told = {(method, path) for path, item in document["paths"].items() for method in item}
    assert told == {
        ("get", "/api/open/status"),
        ("get", "/api/open/quota"),
        ("get", "/api/open/tasks"),
        ("post", "/api/open/tasks"),
        ("get", "/api/open/tasks/{task_id}"),
        ("post", "/api/open/tasks/{task_id}/cancel"),
        ("post", "/api/open/batches"),
        ("get", "/api/open/batches/{batch_id}"),
        ("get", "/published/{publication_id}"),
        ("get", "/published/{publication_id}/preview-{number}.png"),
    }
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"


def test_links_lead_to_operations_that_take_them(document):
    operations = {o["operationId"]: o for item in document["paths"].values() for o in item.values()}
    assert len(operations) == 10
    links = [link for o in operations.values() for r in o["responses"].values() for link in r.get("links", {}).values()]
    assert len(links) == 3
    for link in links:
        names = {parameter["name"] for parameter in operations[link["operationId"]]["parameters"]}
        assert set(link["parameters"]) <= names


def test_each_operation_names_its_permission_and_its_problems(document):
    for path, item in document["paths"].items():
        for operation in item.values():
            if path.startswith("/api/open"):
                assert any(f"Permission `{p}`" in operation["description"] for p in Permission), path
                assert {"401", "403", "429"} <= set(operation["responses"])
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    assert set(response["content"]) == {"application/problem+json"}, (path, status)
                    examples = response["content"]["application/problem+json"]["examples"].values()
                    assert all(example["value"]["code"] in CODES for example in examples)
                    assert all(example["value"]["status"] == int(status) for example in examples)
            told = {
                example["value"]["code"]
                for status, response in operation["responses"].items()
                if int(status) >= 400
                for example in response["content"]["application/problem+json"]["examples"].values()
            }
            assert ("quota-exhausted" in told) == (operation["operationId"] == "create_task")
            assert ("task-ended" in told) == (operation["operationId"] == "cancel_task")


def contents(operation):
    for part in (operation.get("requestBody", {}), *operation["responses"].values()):
        yield from part.get("content", {}).items()


def test_every_request_and_answer_has_an_example_that_fits_its_schema(document):
    for path, item in document["paths"].items():
        for operation in item.values():
            for media_type, content in contents(operation):
                if media_type == "image/png":
                    continue
                assert content["examples"], (path, media_type)
                for example in content["examples"].values():
                    schema = {**content["schema"], "components": document["components"]}
                    jsonschema_rs.validator_for(schema, validate_formats=True).validate(example["value"])


def test_examples_are_what_the_service_answers(api, document):
    """The members of each example are those of a real answer; only a result has many more."""
    form = document["paths"]["/api/open/tasks"]["post"]["requestBody"]["content"]["multipart/form-data"]
    example = next(iter(form["examples"].values()))["value"]
    batch = api.post("batches", json={"name": "gearbox"})
    fields = {**example, "batch_id": batch.json()["batch_id"]}
    del fields["file"]
    created = api.post("tasks", files={"file": ("plate.png", picture())}, data=fields)
    task_id = created.json()["task_id"]
    answers = {"create_task": created, "create_batch": batch, "read_status": api.get("status")}
    api.wait(task_id)
    answers |= {
        "read_task": api.get(f"tasks/{task_id}"),
        "read_quota": api.get("quota"),
        "list_tasks": api.get("tasks"),
    }
    answers["read_batch"] = api.get(f"batches/{batch.json()['batch_id']}")
    answers["read_publication"] = api.client.get(answers["read_task"].json()["published"]["url"])
    for item in document["paths"].values():
        for operation in item.values():
            if (answer := answers.get(operation["operationId"])) is None:
                continue
            told = operation["responses"][str(answer.status_code)]
            example = told["content"]["application/json"]["examples"][operation["operationId"]]["value"]
            assert set(example) - {"next_cursor", "result"} == set(answer.json()) - {"result"}, operation["operationId"]
            assert all(name in answer.headers for name in told["headers"] if needed(document, name))


def needed(document, name):
    return document["components"]["headers"][name]["required"]


def test_answers_fit_the_document(api, document):
    task = api.wait(api.submit(picture()).json()["task_id"])
    answers = {"TaskRecord": task, "TaskPage": api.get("tasks").json(), "QuotaRecord": api.get("quota").json()}
    answers |= {"ServiceStatus": api.get("status").json(), "BatchRecord": api.post("batches", json={}).json()}
    answers["Problem"] = api.get("nothing").json()
    for name, body in answers.items():
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        jsonschema_rs.validator_for(schema, validate_formats=True).validate(body)


def test_the_document_tells_every_event(document):
    assert set(document["webhooks"]) == {kind.value for kind in EventKind}
    for kind, item in document["webhooks"].items():
        content = item["post"]["requestBody"]["content"]["application/json"]
        schema = {**content["schema"], "components": document["components"]}
        event = content["examples"][kind]["value"]
        jsonschema_rs.validator_for(schema, validate_formats=True).validate(event)
        assert Event.model_validate(event).type == kind
        assert [p["name"] for p in item["post"]["parameters"]] == [
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
        ]


def test_every_reference_leads_somewhere(document):
    def references(node):
        if isinstance(node, dict):
            yield from ([node["$ref"]] if isinstance(node.get("$ref"), str) else [])
            node = node.values()
        for child in node if not isinstance(node, str | int | float | None) else ():
            yield from references(child)

    found = set(references(document))
    assert len(found) > 5
    for reference in found:
        _root, components, kind, name = reference.split("/")
        assert name in document[components][kind], reference
