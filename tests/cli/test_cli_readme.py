"""README and reference tell every command, and only commands, options, topics and files that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from drawkit import reference
from drawkit.cli.app import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = README + reference.help("all").markdown


def commands(group: Any, *names: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each command that does something, with the words that call it."""
    members = getattr(group, "commands", None)
    if members is None:
        yield names, group
        return
    for name, member in members.items():
        yield from commands(member, *names, name)


COMMANDS = dict(commands(typer.main.get_command(app)))


def test_the_reference_names_every_command() -> None:
    told = set()
    for call, _ in reference.help("commands").parts[0].rows:
        program, group, *more = call.replace(",", "").split()
        assert program == "drawkit"
        told |= {(group, name) for name in more} or {(group,)}
    assert told == set(COMMANDS)


def test_commands_shown_are_there_with_their_options() -> None:
    shown = re.findall(r"(?:^|bin/|`)drawkit ([a-z][^`\n&]*)", TEXTS, re.MULTILINE)
    shown += re.findall(r"\| drawkit ([a-z][^|]*)", reference.help("recipes").markdown)
    calls = [words for text in shown if (words := text.split())[0] in {name[0] for name in COMMANDS}]
    assert len(calls) > 15
    for words in calls:
        name = tuple(words[:2]) if tuple(words[:2]) in COMMANDS else tuple(words[:1])
        parts = [COMMANDS[name]] if name in COMMANDS else [c for n, c in COMMANDS.items() if n[0] == name[0]]
        known = {option for part in parts for parameter in part.params for option in parameter.opts} | {"--help"}
        assert {word for word in words if word.startswith("--")} <= known, words


def test_topics_named_are_there() -> None:
    named = set(re.findall(r"`drawkit docs ([a-z_]+)", TEXTS))
    assert named
    assert named <= {*reference.topics(), "all"}


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)\)", README))))
def test_what_the_readme_links_to_is_there(link: str) -> None:
    assert (ROOT / link).is_file()


def test_the_readme_links_to_every_notebook() -> None:
    assert set(re.findall(r"\]\((notebooks/[^)]+)\)", README)) == {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "notebooks").glob("*.ipynb")
    }


def test_figures_are_the_same_in_both() -> None:
    told = dict(reference.help("figures").parts[0].rows)
    batches = dict(re.findall(r"^\| (batch-\d+) \|[^|]*\| (\.\d{3}) \|", README, re.MULTILINE))
    assert set(batches) == {name for name in told if name.startswith("batch-")}
    for batch, figure in batches.items():
        assert f"dimensions in full {figure};" in told[batch]
    known = re.search(r"The 22 .*?dimensions in full (1?\.\d{3}), notes (\.\d{3})", README)
    assert known
    assert f"in full {known[1]};" in told["... dimensions"]
    assert f"notes {known[2]}" in told["... other"]
