"""The topics of the reference, each read off the code that it tells of."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from drawkit import contract, frames
from drawkit.contract import LIKELY_FROM, SURE_FROM, Options, Profile, State, profiles
from drawkit.review import REVIEW

from ._commands import COMMANDS
from ._figures import FIGURES
from ._install import INSTALL
from ._keys import KEYS
from ._outcomes import FILES, columns, rules
from ._recipes import RECIPES
from ._results import RESULTS
from ._security import SECURITY
from ._service import SERVICE


@dataclass(frozen=True)
class Topic:
    """One topic: its name, its title, what it is about, and a table."""

    name: str
    title: str
    about: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def all_topics() -> Iterator[Topic]:
    """Every topic, in the order people look for them: tables first."""
    for name in (*frames.TABLES, "limits"):
        yield _table(name)
    yield _review()
    yield _states()
    yield from _outcomes()
    yield _profiles()
    yield _options()
    yield _trust()
    yield _formats()
    yield from _told()
    yield from _settings()


def _table(name: str) -> Topic:
    told = frames.columns(name).fillna("")
    rows = [tuple(map(str, row)) for row in told.itertuples(index=False, name=None)]
    function = inspect.getdoc(getattr(frames, name)) or ""
    about = " ".join(function.partition("\n\n")[0].split()).partition("; see `columns")[0].rstrip(".")
    return Topic(name, f"Table {name}", f"{about}.", ("column", "dtype", "meaning", "choices"), rows)


def _review() -> Topic:
    rows = [(one.name, one.dtype_name, one.meaning, ", ".join(one.values)) for one in REVIEW]
    about = "`result.review`: one row an item, those that were taken out too; `result.reviewed` tells how far it is."
    return Topic("review", "Table review", about, ("column", "dtype", "meaning", "choices"), rows)


def _outcomes() -> Iterator[Topic]:
    for name, title, about, rows in columns():
        yield Topic(name, title, about, ("column", "dtype", "meaning", "choices"), rows)
    about = "What `result.checks()` looks for; `leave_out` names a rule, `add` holds your own: see `drawkit.checks`."
    yield Topic("rules", "Rules of the checks", about, ("rule", "finds", "stands on"), rules())
    about = "What is written of checks, inspections and comparisons; the name's ending chooses."
    yield Topic("files", "Files of checks, inspections and comparisons", about, ("by", "command", "endings"), FILES)


def _states() -> Topic:
    rows = [(state.value, _STATES[state]) for state in State]
    about = "What `accept`, `correct`, `reject`, `add`, `merge`, `split` and `change_kind` make of a row."
    return Topic("states", "States of a row", about, ("state", "meaning"), rows)


_STATES: Final = {
    State.READ: "as the engine read it; nobody has decided yet",
    State.ACCEPTED: "somebody looked, and it is right",
    State.CORRECTED: "somebody changed it: values, its kind, or what belongs to it",
    State.ADDED: "the engine did not read it; somebody put it in",
    State.REJECTED: "somebody took it out: it is not on the sheet, or part of another row",
}


def _profiles() -> Topic:
    rows = [(str(profile), ", ".join(profiles.PROFILE_MODULES.get(profile, ()))) for profile in Profile]
    about = (
        "What an analysis tells; `advanced` tells the modules of `task_list`. How well a sheet is read is the same for "
        "all: `full` gives the dimensions and tolerances of `dimension_tolerance`, and what the others give besides. "
        "So one of the two is enough; each analysis counts its pages against a quota."
    )
    return Topic("profiles", "Profiles", about, ("profile", "modules"), rows)


def _options() -> Topic:
    told = attribute_docs(Options)
    rows = [(name, _default(field.default), told.get(name, "")) for name, field in Options.model_fields.items()]
    about = "Keyword arguments of `analyze` and `submit`, or `options=drawkit.Options(...)`."
    return Topic("options", "Options of an analysis", about, ("option", "default", "meaning"), rows)


def _trust() -> Topic:
    rows = [
        ("sure", f"confidence from {SURE_FROM:g}: at most one of ten is wrong"),
        ("likely", f"confidence from {LIKELY_FROM:g}"),
        ("look", f"confidence below {LIKELY_FROM:g}: look at the sheet"),
    ]
    about = "How far a reading can be trusted: `confidence` is the share of right ones among readings like it."
    return Topic("trust", "Trust", about, ("word", "meaning"), rows)


def _formats() -> Topic:
    limits = contract.LOCAL_LIMITS
    rows = [
        (name, "on this machine" if name not in contract.DEFAULT_LIMITS.formats else "everywhere")
        for name in limits.formats
    ]
    size = f"{limits.max_bytes / 2**20:g} MiB and {limits.max_pixels // 1_000_000} megapixels"
    about = f"Files of at most {size}; {limits.max_pages} pages at a time, `pages` names those of longer documents."
    return Topic("formats", "Formats of drawings", about, ("format", "is read"), rows)


def _told() -> Iterator[Topic]:
    """What no code can tell of itself: texts kept beside it."""
    yield Topic("recipes", "Recipes", "What is asked for most.", ("to", "write"), RECIPES)
    yield Topic("keyboard", "Keyboard", "In the viewer and the forms.", ("key", "where", "does"), KEYS)
    about = (
        "Each tells its options with `--help`. One bad file does not stop the rest: it is named with what to do, and "
        "the exit code is 1 (0: all were read; 2: the command is not right)."
    )
    yield Topic("commands", "Commands", about, ("command", "does"), COMMANDS)
    yield Topic("results", "Results", "What a result holds, and what it is for.", ("part", "meaning"), RESULTS)
    yield Topic(
        "figures", "Figures", "How well drawings are read, and how that is counted.", ("what", "tells"), FIGURES
    )
    yield Topic("service", "Service", "In a notebook, for others, elsewhere.", ("what", "how"), SERVICE)
    about = "What the service promises, and what it does not."
    yield Topic("security", "Security", about, ("of", "promise"), SECURITY)
    yield Topic("install", "Install", "Extras, and what developers need.", ("what", "for"), INSTALL)


def _settings() -> Iterator[Topic]:
    if importlib.util.find_spec("pydantic_settings") is None:  # comes with the extra `local`
        return
    about = "In capitals in the environment, such as DRAWKIT_SERVICE_RATE, or in the file of DRAWKIT_SERVICE_CONFIG."
    from drawkit.service import Settings  # noqa: PLC0415 - of the extra `local`

    rows = [
        (name, _default(setting.get_default(call_default_factory=True)), " ".join((setting.description or "").split()))
        for name, setting in Settings.model_fields.items()
    ]
    yield Topic("settings", "Settings of the service", about, ("setting", "default", "meaning"), rows)


def attribute_docs(model: type[Any]) -> dict[str, str]:
    """The texts that stand below the attributes of a class, by the attribute's name."""
    body = ast.parse(textwrap.dedent(inspect.getsource(model))).body[0]
    found: dict[str, str] = {}
    statements = body.body if isinstance(body, ast.ClassDef) else []
    for attribute, text in pairwise(statements):
        if not isinstance(attribute, ast.AnnAssign) or not isinstance(attribute.target, ast.Name):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            found[attribute.target.id] = " ".join(str(text.value.value).split())
    return found


def _default(value: Any) -> str:
    if hasattr(value, "to_dict"):
        return "as the topic formats says"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
