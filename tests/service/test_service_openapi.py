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


def test_examples_fit_their_schemas(document):
    checked = 0
    for item in document["paths"].values():
        for operation in item.values():
            for response in operation["responses"].values():
                for content in response.get("content", {}).values():
                    for example in content.get("examples", {}).values():
                        schema = {**content["schema"], "components": document["components"]}
                        jsonschema_rs.validator_for(schema).validate(example["value"])
                        checked += 1
    assert checked > 40


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
    assert {reference.rsplit("/", 1)[1] for reference in found} <= set(document["components"]["schemas"])
