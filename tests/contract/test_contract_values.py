from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from drawkit import contract
from drawkit.contract import (
    DEFAULT_DIALECT,
    LISTS,
    MODULES,
    BatchRecord,
    Counterbore,
    Countersink,
    Dialect,
    Event,
    EventKind,
    Item,
    PartsListItem,
    QuotaLimit,
    Result,
    ServiceStatus,
    TaskRecord,
    TaskStatus,
    TitleBlock,
    Value,
    list_of,
)

LEFT_OUT = {"other", "summary", "fields", "box"}
FINITE = st.floats(-1e6, 1e6, allow_nan=False)
BOX = st.none() | st.tuples(FINITE, FINITE, FINITE, FINITE)


def item(cls: type[Item]) -> st.SearchStrategy[Item]:
    """Items with every member drawn that the type checks."""
    return st.builds(cls, **{name: member(cls, name) for name in cls.model_fields if name not in LEFT_OUT}, box=BOX)


def member(cls: type[Item], name: str) -> st.SearchStrategy[Any]:
    if name == "confidence":
        return st.floats(0, 1)
    kind: Any = cls.model_fields[name].annotation
    if kind is float or kind == float | None:
        return FINITE if kind is float else st.none() | FINITE
    if kind == float | str | None:
        return st.none() | FINITE | st.just("THRU")
    if kind == Counterbore | None:
        return st.none() | st.builds(Counterbore, diameter=FINITE, depth=FINITE)
    if kind == Countersink | None:
        return st.none() | st.builds(Countersink, diameter=FINITE, angle=FINITE)
    return st.from_type(kind)


@given(st.fixed_dictionaries({name: st.lists(item(cls), max_size=1).map(tuple) for name, cls in LISTS.items()}))
@settings(max_examples=20)
def test_a_result_round_trips(lists: dict[str, tuple[Item, ...]]) -> None:
    result = Result.model_validate({"units": "mm", "summary": {"pages": 1}, **lists})
    assert Result.from_json(result.to_json()) == result
    assert Result.from_json(result.to_json(indent=2).encode()) == result
    assert Result.model_validate(result.to_dict()) == result


def test_the_json_has_the_names_of_the_schema() -> None:
    row = PartsListItem(position="1", other={"Supplier": "Any"})
    told = json.loads(Result(bom=(row,)).to_json())
    assert told["schema"] == contract.SCHEMA == "drawkit.result/1"
    assert told["bom"][0]["extra"] == {"Supplier": "Any"}
    assert Result.from_json(json.dumps(told)).bom[0].other == {"Supplier": "Any"}
    assert set(LISTS) < set(told)


@pytest.mark.parametrize("text", ["", "[]", '{"bom": 1}', '{"dimensions": [{"confidence": 1.5}]}'])
def test_what_is_no_result(text: str) -> None:
    with pytest.raises(ValidationError):
        Result.from_json(text)


def test_every_module_fills_a_list() -> None:
    assert {list_of(module) for module in MODULES} == set(LISTS)
    assert list_of("title_block") == "title_blocks"
    assert list_of("bom") == "bom"


def values() -> list[type[Value]]:
    found = [getattr(contract, name) for name in contract.__all__]
    return [cls for cls in found if isinstance(cls, type) and issubclass(cls, Value) and cls is not contract.Options]


@pytest.mark.parametrize("cls", values())
def test_values_are_frozen_and_keep_what_they_do_not_know(cls: type[Value]) -> None:
    needed = {name: 1.0 for name, field in cls.model_fields.items() if field.is_required()}
    known = cls.model_construct(**needed, from_the_future="kept")
    assert known.extra == {"from_the_future": "kept"}
    name = next(iter(cls.model_fields), "anything")
    with pytest.raises(ValidationError, match="frozen"):
        setattr(known, name, None)


def test_a_value_without_unknown_members_has_no_extra() -> None:
    assert QuotaLimit(name="pages").extra == {}


def test_only_the_id_is_sure_to_be_there() -> None:
    task = TaskRecord.model_validate({"task_id": "t1", "surprise": 1})
    assert task.status is TaskStatus.QUEUED
    assert task.extra == {"surprise": 1}
    assert BatchRecord.model_validate({"batch_id": "b1"}).task_ids == ()
    assert ServiceStatus.model_validate({}).limits.max_pages == 10


def test_ended_states() -> None:
    assert {status for status in TaskStatus if status.ended} == {"completed", "failed", "cancelled"}


def test_event_kinds_are_those_of_the_document() -> None:
    assert {kind.value for kind in EventKind} == {"task.completed", "task.failed", "task.cancelled"}
    event = Event.model_validate(
        {"type": "task.completed", "timestamp": "2026-01-02T03:04:05Z", "data": {"task_id": "t"}}
    )
    assert event.data.task_id == "t"


def test_title_block_of_nothing_is_empty() -> None:
    assert not any(value for name, value in TitleBlock() if name not in Item.model_fields)


def test_the_default_dialect_renames_nothing() -> None:
    assert Dialect() == DEFAULT_DIALECT
    for mapping in (DEFAULT_DIALECT.task_members, DEFAULT_DIALECT.states, DEFAULT_DIALECT.modules):
        assert mapping == {}
        assert isinstance(mapping, MappingProxyType)
