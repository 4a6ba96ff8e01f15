"""Joins the embedded service that another process of this user runs in a folder, or tells why that cannot be."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ._sharing import Holder, Use, holder_of
from .client.keys import Secret
from .client.names import ADDRESS_VARIABLE

_ANSWER_SECONDS: Final = 5.0


@dataclass
class JoinedService:
    """An embedded service that another process started; it does not end before this one has stopped using it."""

    folder: Path
    holder: Holder
    use: Use = field(repr=False)
    owner: int = field(default_factory=os.getpid, repr=False)

    @property
    def base_url(self) -> str:
        """Its address on this machine."""
        return str(self.holder.base_url)

    @property
    def api_key(self) -> Secret:
        """Its key, which all who use it share: they see the same tasks."""
        return Secret(str(self.holder.api_key))

    @property
    def alive(self) -> bool:
        """Whether it still runs for this process."""
        return self.owner == os.getpid() and holder_of(self.folder) == self.holder and _answers(self.holder)

    def stop(self) -> None:
        """Use it no longer."""
        if self.owner == os.getpid():
            self.use.end()


def join(folder: Path) -> JoinedService | None:
    """Join the service that another process of this user runs in a folder; None when there is none to join."""
    holder = holder_of(folder)
    if holder is None or holder.api_key is None or not holder.here:
        return None
    use = Use(folder)
    if use.begin() and _answers(holder):
        importlib.import_module("drawkit.display._clients")
        return JoinedService(folder, holder, use)
    use.end()
    return None


def _answers(holder: Holder) -> bool:
    import httpx  # noqa: PLC0415 - not at the import of drawkit

    try:
        answer = httpx.get(
            f"{holder.base_url}/api/open/status",
            headers={"Authorization": f"Bearer {holder.api_key}"},
            timeout=_ANSWER_SECONDS,
            trust_env=False,  # no proxy stands before this machine's own address
        )
    except httpx.HTTPError:
        return False
    return answer.is_success


def refusal(folder: Path, holder: Holder | None, executor: Any, variable: str) -> str:
    """Tell who works in a folder, why that cannot be joined, and what to do; `variable` names folders too."""
    told = f"Another service works in {folder}{f' ({holder})' if holder else ''}"
    if holder is None:
        why = "and does not tell this user who it is"
    elif not holder.here:
        why = "and cannot be joined from this machine"
    elif executor is not None:
        why = "with workers of its own. Leave out executor=... to join it where it can be, or end it"
    elif holder.shared:
        why = f"and does not answer. End process {holder.pid}"
    else:
        why = f"and cannot be joined. End it, or set {ADDRESS_VARIABLE} and DRAWKIT_API_KEY if `drawkit serve` runs it"
    return f"{told} {why}. Choose another folder: state=... (or {variable})"
