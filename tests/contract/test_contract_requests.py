from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import (
    ALL_PERMISSIONS,
    CODES,
    MODULES,
    PROFILE_MODULES,
    Options,
    Permission,
    Problem,
    Profile,
    Refused,
    modules_of,
    parse_options,
    profile_named,
)


def refused(text: str | None) -> Problem:
    with pytest.raises(Refused) as caught:
        parse_options(text)
    assert caught.value.problem.code == "invalid-request"
    return caught.value.problem


@pytest.mark.parametrize("text", [None, "", "  \n", "{}"])
def test_no_options_are_the_defaults(text: str | None) -> None:
    assert parse_options(text) == Options() == Options(task_list=None, publish=True, pages=None, redact=True)


@given(
    st.builds(
        Options,
        task_list=st.none() | st.lists(st.sampled_from(MODULES)).map(tuple),
        publish=st.booleans(),
        pages=st.none() | st.lists(st.integers(1, 99), min_size=1).map(tuple),
        redact=st.booleans(),
    )
)
def test_options_round_trip(options: Options) -> None:
    assert parse_options(options.to_json()) == options


def test_options_are_sent_short() -> None:
    assert Options().to_json() == "{}"
    assert Options(publish=False, pages=(1, 3)).to_json() == '{"publish":false,"pages":[1,3]}'


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        ("{", 400, "not valid JSON"),
        ("[" * 100_000, 400, "nested too deeply|not valid JSON"),
        ("[]", 422, "must be a JSON object"),
        ("null", 422, "must be a JSON object"),
        ('{"pages": [0]}', 422, "counted from 1"),
        ('{"pages": []}', 422, "pages"),
        ('{"pages": "1"}', 422, r"^pages: Give a list, such as \[1, 3\]\.$"),
        ('{"pages": 1}', 422, r"^pages: Give a list, such as \[1, 3\]\.$"),
        ('{"task_list": "bom"}', 422, r'^task_list: Give a list, such as \["bom", "balloons"\]\.$'),
        ('{"publish": 7}', 422, "publish"),
        ('{"task_list": [1]}', 422, "task_list/0"),
        ('{"page": [1]}', 422, "Unknown option 'page'. Known: task_list, publish, pages, redact"),
    ],
)
def test_wrong_options_say_what_is_wrong(text: str, status: int, told: str) -> None:
    problem = refused(text)
    assert problem.status == status
    assert re.search(told, problem.detail)
    assert problem.errors[0].pointer
    assert problem.errors[0].pointer.startswith("/options_json")


def test_every_fault_of_the_options_is_named() -> None:
    problem = refused('{"page": [1], "publish": "perhaps"}')
    assert {fault.pointer for fault in problem.errors} == {"/options_json/page", "/options_json/publish"}


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_options_or_refused(value: Any) -> None:
    try:
        options = parse_options(json.dumps(value))
    except Refused as error:
        assert error.problem.code == "invalid-request"  # noqa: PT017 - both ways are right, nothing else is
    else:
        assert isinstance(options, Options)


@given(st.text())
def test_any_text_is_options_or_refused(text: str) -> None:
    try:
        parse_options(text)
    except Refused as error:
        assert error.problem.status in {400, 422}  # noqa: PT017 - both ways are right, nothing else is


def test_profiles_are_those_of_the_document() -> None:
    assert {profile.value for profile in Profile} == {"standard", "full", "bom", "dimension_tolerance", "advanced"}
    assert profile_named("bom") is Profile.BOM
    with pytest.raises(Refused, match="There is no profile 'ful'"):
        profile_named("ful")


@pytest.mark.parametrize("profile", sorted(PROFILE_MODULES))
def test_a_profile_has_its_modules(profile: Profile) -> None:
    assert modules_of(profile) == PROFILE_MODULES[profile]
    assert modules_of(profile, built=()) == ()
    with pytest.raises(Refused, match="only for profile 'advanced'"):
        modules_of(profile, ["bom"])


def test_advanced_takes_its_modules_from_the_list() -> None:
    assert modules_of(Profile.ADVANCED, ["views", "bom", "bom"]) == ("bom", "views")
    for nothing in (None, []):
        with pytest.raises(Refused, match="needs 'task_list'"):
            modules_of(Profile.ADVANCED, nothing)
    with pytest.raises(Refused, match="No such module: 'welds', 'x'") as caught:
        modules_of(Profile.ADVANCED, ["bom", "welds", "x"], built=["bom", "notes"])
    assert "Choose from: bom, notes." in str(caught.value)
    assert caught.value.problem.errors[0].pointer == "/options_json/task_list"


def test_permissions_are_those_of_the_document() -> None:
    assert {str(permission) for permission in Permission} == {
        "status:read", "quota:read", "tasks:read", "tasks:create", "batches:create", "batches:read",
    }  # fmt: skip
    assert frozenset(Permission) == ALL_PERMISSIONS


@pytest.mark.parametrize("code", CODES)
def test_a_problem_has_the_usual_status_and_title(code: str) -> None:
    problem = Problem.of(code, "Do this.", resets_at="2030-01-01")
    assert (problem.status, problem.title) == CODES[code]
    assert problem.type == f"urn:drawkit:problem:{code}"
    assert problem.extra == {"resets_at": "2030-01-01"}
    assert problem.errors == ()
    assert str(Refused(problem)) == "Do this."
    assert str(Refused(problem.model_copy(update={"detail": ""}))) == problem.title
