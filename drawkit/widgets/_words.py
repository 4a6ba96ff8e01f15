"""Profiles, modules and costs in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from drawkit.contract import PROFILE_MODULES, Profile, QuotaLimit, QuotaRecord
from drawkit.display._words import counted

_PROFILES: Final[dict[str, tuple[str, str]]] = {
    Profile.FULL: ("Full", "Everything the service reads: for a drawing you do not know yet."),
    Profile.STANDARD: ("Standard", "What the sheet is about: title block, revisions, notes and views."),
    Profile.BOM: ("Parts list", "What an assembly is made of: title block, parts list and balloons."),
    Profile.DIMENSION_TOLERANCE: (
        "Dimensions and tolerances",
        "What is inspected: dimensions, fits, geometric tolerances, datums, surface textures, threads and holes.",
    ),
    Profile.ADVANCED: ("Advanced", "Only the modules you tick."),
}
_MODULES: Final = {"bom": "parts list"}


def profile_title(name: str | None) -> str:
    """Say a profile's name; a profile of the service's own is called as it calls it."""
    return _PROFILES.get(name or "", (name or "", ""))[0]


def profile_choices(names: Iterable[str], modules: Sequence[str]) -> list[dict[str, Any]]:
    """Tell the profiles a service has, ours in our order and then its own, each with the modules it runs."""
    offered = list(names) or list(_PROFILES)
    ordered = [name for name in _PROFILES if name in offered] + [name for name in offered if name not in _PROFILES]
    return [_choice(str(name), modules) for name in ordered]


def _choice(name: str, modules: Sequence[str]) -> dict[str, Any]:
    title, text = _PROFILES.get(name, (name, "A profile of this service."))
    runs = PROFILE_MODULES.get(Profile(name), ()) if name in _PROFILES else ()
    return {"name": name, "title": title, "text": text, "modules": [m for m in modules if m in runs]}


def module_choices(modules: Iterable[str]) -> list[dict[str, str]]:
    """Tell the modules of `advanced`."""
    return [{"name": name, "title": _MODULES.get(name, name).replace("_", " ").capitalize()} for name in modules]


def cost(pages: int, files: int, quota: QuotaRecord | None) -> tuple[str, bool]:
    """Tell what a run costs against the quota, and whether it goes beyond it."""
    needs = f"This run reads {counted(pages, 'page')} of {counted(files, 'drawing')}." if files else ""
    limit = _pages(quota)
    if limit is None:
        return needs, False
    if limit.limit is None or limit.remaining is None:
        return needs, False
    left = f"{limit.remaining:,} of {limit.limit:,} pages left this period."
    if pages > limit.remaining:
        return f"{needs} Only {left} Remove files, or choose fewer pages.", True
    return f"{needs} {left}".strip(), False


def meter(pages: int, quota: QuotaRecord | None) -> dict[str, float]:
    """Tell which shares of the quota are used and would be added; nothing where there is no limit."""
    limit = _pages(quota)
    if limit is None or not limit.limit:
        return {}
    used = min(limit.used / limit.limit, 1.0)
    return {"used": used, "adds": min(pages / limit.limit, 1.0)}


def _pages(quota: QuotaRecord | None) -> QuotaLimit | None:
    return next((limit for limit in quota.limits if limit.name == "pages"), None) if quota else None
