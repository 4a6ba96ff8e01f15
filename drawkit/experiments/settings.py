"""What each drawing is read with: profiles times options, every combination that the service would accept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from drawkit.client import InvalidRequest
from drawkit.client.uploads import choose_options
from drawkit.contract import PROFILE_MODULES, Options, Profile

OneOptions: TypeAlias = Options | Mapping[str, Any]


@dataclass(frozen=True)
class Setting:
    """A profile with its options. `name` tells it apart within the experiment; `canonical` is what the ledger keeps."""

    name: str
    profile: str
    options: Options = field(repr=False)
    canonical: str = "{}"

    @property
    def modules(self) -> frozenset[str]:
        """The modules it asks for."""
        if self.options.task_list is not None:
            return frozenset(self.options.task_list)
        return frozenset(PROFILE_MODULES[Profile(self.profile)])

    @property
    def last_page(self) -> int:
        """The last page it names; 0 when it reads all there are."""
        return self.options.pages[-1] if self.options.pages else 0

    def pages_of(self, pages: int) -> int:
        """How many pages of a file with `pages` pages are read, and charged."""
        return len(self.options.pages) if self.options.pages is not None else pages


def settings_of(
    profiles: Iterable[str] | str, options: Iterable[OneOptions] | OneOptions | None, modules: Iterable[str] = ()
) -> list[Setting]:
    """Every combination that can be; options with `task_list` go with profile `advanced` alone, and it with them.

    `modules` are names a `task_list` may have beside the contract's. Raises `InvalidRequest` for what the service
    would refuse, and for a profile or options that go with none of the others.
    """
    names = list(dict.fromkeys(str(p) for p in ([profiles] if isinstance(profiles, str) else profiles)))
    told = _listed(options)
    beside = tuple(modules)
    fits = [(profile, one) for profile in names for one in told if _listing(one) == (profile == Profile.ADVANCED)]
    for what, used in ((names, {p for p, _ in fits}), (range(len(told)), {told.index(o) for _, o in fits})):
        if set(what) - used:
            return _explain(names, told, beside)
    return list({(s.profile, s.canonical): s for s in (_setting(p, o, beside) for p, o in fits)}.values())


def _listed(options: Iterable[OneOptions] | OneOptions | None) -> list[OneOptions]:
    if options is None:
        return [{}]
    return [options] if isinstance(options, Options | Mapping) else list(options) or [{}]


def _listing(options: OneOptions) -> bool:
    told = options.task_list if isinstance(options, Options) else options.get("task_list")
    return told is not None


def _explain(profiles: list[str], options: list[OneOptions], modules: tuple[str, ...]) -> list[Setting]:
    """Raise what the service would say to the combination that cannot be."""
    for profile in profiles:
        for one in options:
            choose_options(profile, one, modules=modules)
    raise InvalidRequest("There is no profile to read with. Pass profiles=['full'], for example.")


def _setting(profile: str, options: OneOptions, modules: tuple[str, ...]) -> Setting:
    profile, chosen = choose_options(profile, options, modules=modules)
    pages = tuple(sorted(set(chosen.pages))) if chosen.pages is not None else None
    tasks = tuple(sorted(set(chosen.task_list))) if chosen.task_list is not None else None
    plain = chosen.model_copy(update={"pages": pages, "task_list": tasks})
    members = plain.model_dump(mode="json", exclude_defaults=True)
    canonical = json.dumps(members, sort_keys=True, separators=(",", ":"))
    return Setting(_name(profile, plain), profile, plain, canonical)


def _name(profile: str, options: Options) -> str:
    said = [profile]
    if options.task_list is not None:
        said.append(", ".join(options.task_list))
    if options.pages is not None:
        said.append(f"page{'s' if len(options.pages) > 1 else ''} {', '.join(map(str, options.pages))}")
    if not options.publish:
        said.append("not published")
    if not options.redact:
        said.append("not redacted")
    return " · ".join(said)
