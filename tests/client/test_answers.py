from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit import client as dk
from drawkit.client import errors
from drawkit.client.answers import Answer, Reader, problem_in
from drawkit.client.protocol import Protocol, own_path
from drawkit.contract import CODES, DEFAULT_DIALECT, Dialect, Problem, Refused, TaskRecord, TaskStatus

READER = Reader(DEFAULT_DIALECT)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def answer(body: Any, status: int = 200, **headers: str) -> Answer:
    return Answer(status, headers, json.dumps(body).encode())


def raised(read: Callable[[Answer], object], given: Answer) -> dk.DrawkitError | None:
    try:
        read(given)
    except dk.DrawkitError as error:
        return error
    return None


def task(members: Any, dialect: Dialect = DEFAULT_DIALECT) -> TaskRecord:
    return Reader(dialect).task(answer(members)).record


def test_only_the_id_is_needed_and_unknown_members_are_kept() -> None:
    record = task({"task_id": "t", "priority": "high", "file": None})
    assert record.status is TaskStatus.QUEUED
    assert record.extra == {"priority": "high"}
    assert task({"task_id": 7}).task_id == "7"


@pytest.mark.parametrize(
    "members", [{}, {"task_id": ""}, {"task_id": None}, {"task_id": True}, {"task_id": []}, {"task_id": "\ud800"}]
)
def test_without_an_id_it_is_no_task(members: Any) -> None:
    with pytest.raises(dk.UnexpectedAnswer):
        task(members)


def test_a_member_of_another_form_counts_as_missing_and_is_kept() -> None:
    record = task({"task_id": "t", "progress": "50 %", "created_at": "yesterday", "error": None, "links": None})
    assert record.progress.done == 0
    assert record.created_at is None
    assert record.extra["unread"] == {"/progress": "50 %", "/created_at": "yesterday"}


def test_a_malformed_item_leaves_the_others_of_the_result() -> None:
    good, bad = {"kind": "linear", "nominal": 5}, {"kind": "helical", "quantity": "many"}
    result = {"dimensions": [bad, good, bad], "notes": "none", "units": "furlong", "novel": [1]}
    record = task({"task_id": "t", "status": "completed", "result": result})
    assert record.result is not None
    assert [item.nominal for item in record.result.dimensions] == [5]
    assert record.result.extra == {"novel": [1]}
    assert set(record.extra["unread"]) == {
        "/result/dimensions/0", "/result/dimensions/2", "/result/notes", "/result/units",
    }  # fmt: skip


def test_a_result_of_another_form_is_kept_unread() -> None:
    record = task({"task_id": "t", "status": "completed", "result": ["not", "ours"]})
    assert record.result is None
    assert record.extra["unread"] == {"/result": ["not", "ours"]}


def test_an_unknown_state_says_how_to_name_it() -> None:
    with pytest.raises(dk.UnexpectedAnswer, match=r"Dialect\(states={'done'"):
        task({"task_id": "t", "status": "done"})
    assert task({"task_id": "t", "status": "done"}, Dialect(states={"done": "completed"})).status == "completed"
    assert task({"task_id": "t", "status": "COMPLETED"}).status is TaskStatus.COMPLETED


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(TaskRecord.model_fields)) | st.text(), JSON))
def test_any_object_is_a_task_or_an_unexpected_answer(members: dict[str, Any]) -> None:
    try:
        record = task(members)
    except dk.UnexpectedAnswer:
        return
    assert record.task_id == str(members["task_id"])


@settings(max_examples=30, deadline=None)
@given(JSON)
def test_any_json_is_a_value_or_a_drawkit_error(body: Any) -> None:
    for read in (READER.status, READER.quota, READER.batch, READER.listing, READER.task, READER.picture):
        for status in (200, 404, 500):
            error = raised(read, answer(body, status))
            assert error is None or str(error)


@given(st.binary(), st.integers(200, 599))
def test_any_body_and_status(body: bytes, status: int) -> None:
    error = raised(READER.task, Answer(status, {}, body))
    assert error is not None
    assert error.status == status


def test_a_list_ends_however_the_service_says_so() -> None:
    rows = [{"task_id": "a"}]
    assert READER.listing(answer({"data": rows, "has_more": True, "next_cursor": "x"})).cursor == "x"
    assert READER.listing(answer({"data": rows, "next_cursor": 5})).cursor == "5"
    assert READER.listing(answer({"data": rows, "has_more": True})).cursor is None
    assert READER.listing(answer({"data": rows, "has_more": False, "next_cursor": "x"})).cursor is None
    assert READER.listing(answer({"data": rows, "has_more": True, "next_cursor": ""})).cursor is None
    for body in ({}, {"data": {}}, {"data": ["t1"]}):
        with pytest.raises(dk.UnexpectedAnswer, match="data"):
            READER.listing(answer(body))


@pytest.mark.parametrize("code", sorted(CODES))
def test_each_code_has_its_class(code: str) -> None:
    status, title = CODES[code]
    problem = {"type": f"urn:x:{code}", "title": title, "status": status, "detail": "Do this.", "code": code}
    with pytest.raises(errors.BY_CODE[code], match=r"Do this\.") as caught:
        READER.quota(answer(problem, status))
    assert type(caught.value) is errors.BY_CODE[code]
    assert caught.value.problem == Problem.of(code, "Do this.").model_copy(update={"type": f"urn:x:{code}"})


def test_a_key_that_is_not_valid_says_where_it_comes_from() -> None:
    problem = {"title": "No", "status": 401, "detail": "Send a valid key.", "code": "unauthenticated"}
    with pytest.raises(dk.Unauthenticated) as caught:
        READER.quota(answer(problem, 401))
    told = "Send a valid key. Check DRAWKIT_API_KEY (or api_key=...)."
    assert str(caught.value) == str(pickle.loads(pickle.dumps(caught.value))) == told


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, "InvalidRequest"), (401, "Unauthenticated"), (403, "AccessDenied"), (404, "NotFound"), (409, "Conflict"),
     (413, "FileTooLarge"), (415, "UnsupportedFormat"), (418, "ProblemError"), (429, "LimitExceeded"),
     (500, "ServiceFault"), (502, "ServiceFault"), (503, "Unavailable")],
)  # fmt: skip
def test_a_foreign_error_is_told_by_its_status(status: int, kind: str) -> None:
    for body in (b"<html>", b'{"error": "no"}', b'"no"'):
        with pytest.raises(dk.ProblemError, match=str(status)) as caught:
            READER.quota(Answer(status, {"x-request-id": "r9", "retry-after": "3"}, body))
        error = caught.value
        assert (type(error).__name__, error.status, error.request_id, error.retry_after) == (kind, status, "r9", 3.0)


def test_a_plain_text_error_is_quoted_and_a_page_is_not() -> None:
    assert "try later" in problem_in(Answer(503, {"content-type": "text/plain"}, b"try later")).detail
    assert "html" not in problem_in(Answer(503, {"content-type": "text/html"}, b"<html>")).detail


def test_a_refusal_of_the_contract_becomes_the_same_class() -> None:
    error = errors.error_from(Refused(Problem.of("too-many-pages", "Split it.")))
    assert type(error) is dk.TooManyPages
    assert (str(error), error.status) == ("Split it.", None)


def classes(kind: type[dk.DrawkitError] = dk.DrawkitError) -> list[type[dk.DrawkitError]]:
    return [kind] + [c for child in kind.__subclasses__() for c in classes(child)]


def test_the_tree_is_drawn_as_it_is() -> None:
    drawn = errors.__doc__ or ""
    ours = [kind for kind in classes() if kind.__module__.startswith("drawkit.client")]
    for kind in ours:
        assert f" {kind.__name__}" in drawn.replace("\nDrawkitError", " DrawkitError")
        assert kind.__name__ in dk.__all__
    assert drawn.count("── ") == len(set(ours)) - 1


@pytest.mark.parametrize("kind", sorted(set(classes()), key=lambda kind: kind.__name__))
def test_the_docstring_is_the_default_message_and_exceptions_cross_processes(kind: type[dk.DrawkitError]) -> None:
    error = kind(status=418, request_id="r")
    assert str(error)
    assert str(error) in " ".join((kind.__doc__ or "").split()) or "\n" in (kind.__doc__ or "")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.status, again.request_id) == (kind, str(error), 418, "r")


def test_an_exception_with_a_task_crosses_processes_without_the_key(client: dk.Client) -> None:
    from small_service import KEY, png

    error = dk.WaitTimeout("Slow.", task=client.submit(png()))
    data = pickle.dumps(error)
    again = pickle.loads(data)
    assert KEY.encode() not in data
    assert again.task is None
    assert again.record == error.record


@pytest.mark.parametrize(
    ("base", "given", "path"),
    [
        ("https://h", "/published/x/1.png", "/published/x/1.png"),
        ("https://h", "published/x", "/published/x"),
        ("https://h/api", "/published/x", "/published/x"),
        ("https://h/api", "/api/published/x", "/published/x"),
        ("https://h:8443/api", "https://h:8443/api/published/x?a=1", "/published/x?a=1"),
        ("https://h", "//h/x", "/x"),
    ],
)
def test_own_addresses(base: str, given: str, path: str) -> None:
    assert own_path(base, given) == path


@pytest.mark.parametrize(
    "given",
    ["https://evil/x", "//evil/x", "http://h/x", "https://h:444/x", "https://h@evil/x", "javascript:x", "/a\nb"],
)
def test_addresses_elsewhere(given: str) -> None:
    with pytest.raises(dk.UnexpectedAnswer):
        own_path("https://h", given)


def test_a_picture_is_a_picture() -> None:
    assert READER.picture(Answer(200, {"content-type": "image/png"}, b"x")) == b"x"
    with pytest.raises(dk.UnexpectedAnswer, match="not a picture"):
        READER.picture(Answer(200, {"content-type": "text/html"}, b"x", origin="https://h"))


def test_ids_are_one_segment_of_a_path() -> None:
    assert Protocol().task("a/../b?c").path == "/api/open/tasks/a%2F..%2Fb%3Fc"
