"""Running the checks: order, leaving out, adding, and the table of findings."""

from __future__ import annotations

import random
import re

import pytest
from cpu_time import Cost

from drawkit import checks, samples
from drawkit.checks import CLAUSES, RULES, SURE, Finding, Severity, about, on_page
from drawkit.contract import Dimension, PageReport, Result, Thread

RESULT = Result(
    pages=(PageReport(page=1, width=842, height=595), PageReport(page=2, width=842, height=595)),
    units="mm",
    dimensions=(
        Dimension(id="d1", page=2, text="5", nominal=5, upper_deviation=-1, lower_deviation=1, box=(1, 2, 3, 4)),
    ),
    threads=(
        Thread(id="t1", text="M13", designation="M13", box=(50, 60, 70, 80), sheet_zone="B4"),
        Thread(id="t2", text="M15x5", designation="M15x5", box=(50, 10, 70, 20), confidence=0.5),
    ),
)  # fmt: skip


def test_findings_come_by_weight_page_and_place() -> None:
    assert [(one.severity, one.page, one.rule) for one in checks.check(RESULT)] == [
        (Severity.ERROR, 1, "thread_not_standard"),
        (Severity.ERROR, 2, "deviations_reversed"),
        (Severity.LOOK, 1, "thread_not_standard"),
    ]


def test_rules_can_be_left_out_and_added() -> None:
    def too_thin(result: Result) -> list[Finding]:
        return [about("dimensions", size, "Too thin.", "house rule 7", Severity.WARNING) for size in result.dimensions]

    found = checks.check(RESULT, leave_out=["thread_not_standard"], add=[too_thin])
    assert [(one.rule, one.clause) for one in found][1:] == [("too_thin", "house rule 7")]
    assert len(checks.check(RESULT, leave_out="thread_not_standard")) == 1


def test_a_rule_of_the_same_name_takes_the_place_of_a_built_in_one() -> None:
    def thread_not_standard(result: Result) -> list[Finding]:
        return [on_page(1, f"{len(result.threads)} threads", "house rule 8", text="M13")]

    assert [
        one.message for one in checks.check(RESULT, leave_out="deviations_reversed", add=[thread_not_standard])
    ] == ["2 threads"]


def test_a_rule_that_there_is_not() -> None:
    with pytest.raises(ValueError, match=r"There is no rule 'datums'. There are: datum_not_defined, "):
        checks.check(RESULT, leave_out=["datums"])


def test_what_a_rule_of_ones_own_raises_comes_with_its_name() -> None:
    def broken(result: Result) -> list[Finding]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as raised:
        checks.check(RESULT, add=[broken])
    assert raised.value.__notes__ == ["The rule 'broken' of drawkit.checks raised this."]


def test_what_a_hand_put_in_is_sure() -> None:
    unsure = RESULT.threads[1]
    by_hand = unsure.model_copy(update={"corrected": ("designation",)})
    assert unsure.confidence < SURE
    assert about("threads", by_hand, "x", "y").severity is Severity.ERROR


def test_the_table() -> None:
    frame = checks.findings_frame(checks.check(RESULT))
    assert list(frame.columns) == [column.name for column in checks.FINDINGS]
    assert list(frame.index) == [1, 2, 3]
    assert frame.loc[1, ["sheet_zone", "table", "id", "x0", "bottom"]].tolist() == ["B4", "threads", "t1", 50, 80]
    empty = checks.findings_frame([])
    assert list(empty.dtypes) == list(frame.dtypes)
    page = checks.findings_frame([on_page(1, "x", "y")])
    assert page.loc[1, ["table", "id", "text", "x0"]].isna().all()


def test_every_rule_says_what_it_is_for() -> None:
    assert all((rule.__doc__ or "").strip() for rule in RULES.values())
    assert all(name == rule.__name__ for name, rule in RULES.items())  # type: ignore[attr-defined]


def test_every_rule_stands_on_a_clause() -> None:
    assert list(CLAUSES) == list(RULES)
    standard = re.compile(r"(?:DIN )?ISO \d+(?:-\d)?:\d{4}\b|ASME (?:Y14\.5-2018|B1\.1|Y14\.3-2012)")
    for clauses in CLAUSES.values():
        assert all(standard.match(part) for clause in clauses for part in clause.split("; "))
    assert {one.clause for one in checks.check(RESULT)} <= {
        clause for several in CLAUSES.values() for clause in several
    }


def test_findings_are_values_that_json_can_hold() -> None:
    one = checks.check(RESULT)[0]
    assert Finding.model_validate(one.to_dict()) == one
    assert one.to_dict()["severity"] == "error"


@pytest.mark.benchmark
def test_two_hundred_dimensions_take_less_than_a_fifth_of_a_second(cpu_seconds: Cost) -> None:
    truth = samples.named("milled_plate").truth
    many = random.Random(1).choices(truth.dimensions, k=200)
    large = truth.model_copy(update={"dimensions": tuple(many)})
    assert cpu_seconds(lambda: checks.findings_frame(checks.check(large))) < 0.2
