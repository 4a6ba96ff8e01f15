"""Any decisions at all: replayed they give the same again, undone they leave nothing, and none breaks a table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_reading import reading

from drawkit import contract
from drawkit.contract import Decision, State
from drawkit.display import Result

Call = tuple[str, tuple[object, ...], dict[str, object]]
TABLES = st.sampled_from(["dimensions", "notes", "holes", "threads", "geometric_tolerances", "datum_features"])
IDS = st.sampled_from(["d1", "d2", "d3", "d4", "n1", "n2", "o1", "h1", "g1", "a1", "a2", "nobody", ""])
TEXTS = st.sampled_from(["5", "⌀8 H7", "4x M8 ↧ 15", "⌖ | 0.1 | A", "R2", "A", "Ra 1.6", "", "\ud800"]) | st.text(
    max_size=8
)


@st.composite
def decisions(draw: st.DrawFn) -> Call:
    name = draw(
        st.sampled_from(["accept", "reject", "correct", "add", "merge", "split", "change_kind", "take_back", "undo"])
    )
    table, one, other, text = draw(TABLES), draw(IDS), draw(IDS), draw(TEXTS)
    arguments: dict[str, tuple[object, ...]] = {
        **dict.fromkeys(("accept", "reject", "merge"), (table, one, other)),
        "correct": (table, one),
        "add": (table, text),
        "split": (table, one, text, draw(TEXTS)),
        "change_kind": (table, one, draw(TABLES)),
        "take_back": (table, one, *draw(st.lists(st.just("nominal"), max_size=1))),
        "undo": (),
    }
    place = {"page": draw(st.integers(0, 3)), "box": draw(st.none() | st.just((1, 1, 9, 9)))}
    field = {draw(st.sampled_from(["text", "nominal", "quantity", "depth", "label"])): text}
    return name, arguments[name], place if name == "add" else field if name == "correct" else {}


@given(st.lists(decisions(), max_size=12))
@settings(max_examples=150, deadline=None)
@pytest.mark.filterwarnings("ignore:“")  # of texts that are not understood
def test_any_decisions(made: list[Call]) -> None:
    data = reading()
    result = Result(data)
    for name, arguments, values in made:
        before = result.decisions
        try:
            getattr(result, name)(*arguments, **values)
        except (KeyError, ValueError):
            assert result.decisions == before, "what is refused changes nothing"
    assert not result.left_out, "what could be decided fits"
    assert data == reading()
    again = Result(data, decisions=result.decisions)
    assert again.corrected == result.corrected
    assert again.reviewed == result.reviewed
    for table in contract.LISTS:
        ids = result[table]["id"].tolist()
        assert len(ids) == len(set(ids)), table
        assert not (result[table]["review"] == "rejected").any()
    progress = result.reviewed
    assert 0 <= progress.done <= progress.total == len(result.review)
    assert (result.review["state"] != State.READ).sum() == progress.done
    result.limits(), result.inspection(), result.checks()
    while result.undo():
        pass
    assert result.corrected is data


@given(st.lists(st.builds(
    Decision,
    action=st.sampled_from(["accept", "correct", "reject", "add", "merge", "split", "change_kind", "take_back"]),
    table=st.sampled_from(["dimensions", "notes", "drawing", "pages", ""]),
    ids=st.lists(IDS, max_size=3).map(tuple),
    values=st.dictionaries(st.sampled_from(["text", "nominal", "units", "x"]), TEXTS | st.floats(), max_size=2),
    made=st.lists(IDS, max_size=2).map(tuple),
    parts=st.lists(st.dictionaries(st.sampled_from(["text", "nominal"]), TEXTS, max_size=2), max_size=2).map(tuple),
    to=st.none() | st.sampled_from(["dimensions", "notes", "pages"]),
    page=st.none() | st.integers(-1, 3),
    box=st.none() | st.tuples(*[st.floats()] * 4),
), max_size=6))  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_a_file_may_hold_any_decisions(made: list[Decision]) -> None:
    result = Result(reading(), decisions=made)
    assert len(result.left_out) <= len(made)
    assert result.decisions == tuple(made), "nothing is lost"
    assert len(result.review) == result.reviewed.total
    result.to_frames()
