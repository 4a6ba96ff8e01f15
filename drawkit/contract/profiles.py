"""Profiles and modules: what a task is asked to read (API document, section 2; module names are drawkit's decision)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from .problems import Problem, Refused


class Profile(StrEnum):
    """What to read; `ADVANCED` takes the modules from the option `task_list`."""

    STANDARD = "standard"
    FULL = "full"
    BOM = "bom"
    DIMENSION_TOLERANCE = "dimension_tolerance"
    ADVANCED = "advanced"


MODULES: Final[tuple[str, ...]] = (
    "title_block",
    "bom",
    "revisions",
    "dimensions",
    "geometric_tolerances",
    "datums",
    "surface_textures",
    "threads",
    "holes",
    "welds",
    "notes",
    "views",
    "balloons",
    "tables",
)
"""Every module the contract knows. A service lists in its status those it really has."""

PROFILE_MODULES: Final[dict[Profile, tuple[str, ...]]] = {
    Profile.STANDARD: ("title_block", "revisions", "notes", "views"),
    Profile.FULL: MODULES,
    Profile.BOM: ("title_block", "bom", "balloons"),
    Profile.DIMENSION_TOLERANCE: (
        "title_block",
        "dimensions",
        "geometric_tolerances",
        "datums",
        "surface_textures",
        "threads",
        "holes",
    ),
}


def profile_named(name: str) -> Profile:
    """The profile of that name; `Refused` (`invalid-request`) when there is none."""
    try:
        return Profile(name)
    except ValueError:
        known = ", ".join(p.value for p in Profile)
        raise Refused(
            Problem.of("invalid-request", f"There is no profile {name!r}. Choose one of: {known}.", pointer="/profile")
        ) from None


def modules_of(
    profile: Profile, task_list: Iterable[str] | None = None, *, built: Iterable[str] = MODULES
) -> tuple[str, ...]:
    """The modules a task runs, in the contract's order; those not built are left out of a profile.

    Raises `Refused` (`invalid-request`) when `task_list` is missing for `advanced`, given for another
    profile, empty, or names a module that does not exist or is not built.
    """
    available = [m for m in MODULES if m in set(built)]
    if profile is not Profile.ADVANCED:
        if task_list is not None:
            raise _refused("'task_list' is only for profile 'advanced'. Remove it, or choose 'advanced'.")
        return tuple(m for m in available if m in PROFILE_MODULES[profile])
    wanted = list(task_list or ())
    if not wanted:
        raise _refused(f"Profile 'advanced' needs 'task_list' in the options: one or more of {', '.join(available)}.")
    unknown = [m for m in wanted if m not in available]
    if unknown:
        names = ", ".join(map(repr, unknown))
        raise _refused(f"No such module: {names}. Choose from: {', '.join(available)}.")
    return tuple(m for m in available if m in wanted)


def _refused(detail: str) -> Refused:
    return Refused(Problem.of("invalid-request", detail, pointer="/options_json/task_list"))
