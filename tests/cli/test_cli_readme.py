"""The README tells every command, and only commands and options that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from drawkit.cli.app import app

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `drawkit ([a-z]+)`([^|]*)\|", README, re.MULTILINE)


def commands(group: Any, *names: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Each command that does something, with the words that call it."""
    members = getattr(group, "commands", None)
    if members is None:
        yield names, group
        return
    for name, member in members.items():
        yield from commands(member, *names, name)


COMMANDS = dict(commands(typer.main.get_command(app)))


def test_the_table_names_every_command() -> None:
    told = {(group, *name) for group, more in ROWS for name in [[n] for n in re.findall("`([a-z]+)`", more)] or [[]]}
    assert told == set(COMMANDS)


def test_commands_shown_elsewhere_are_there_with_their_options() -> None:
    shown = re.findall(r"(?:^|bin/|`)drawkit ([a-z][^`\n&]*)", README, re.MULTILINE)
    calls = [words for text in shown if (words := text.split())[0] in {name[0] for name in COMMANDS}]
    assert len(calls) > 15
    for words in calls:
        name = tuple(words[:2]) if tuple(words[:2]) in COMMANDS else tuple(words[:1])
        parts = [COMMANDS[name]] if name in COMMANDS else [c for n, c in COMMANDS.items() if n[0] == name[0]]
        known = {option for part in parts for parameter in part.params for option in parameter.opts} | {"--help"}
        assert {word for word in words if word.startswith("--")} <= known, words
