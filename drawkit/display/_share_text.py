"""What may not leave with a text: keys, paths of this machine, addresses that are keys themselves, and files' bytes."""

from __future__ import annotations

import base64
import binascii
import os
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from ._marks import is_marked

KEY: Final = "***"
NAME: Final = "█████"
BYTES: Final = "[bytes removed]"
PICTURE: Final = "data:,"
_LEAST_SECRET: Final = 8
_MIXED: Final = 5

_ANSI: Final = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[@-Z\\-_]")

_KEYS: Final = (
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL),
    re.compile(r"\bdk_[A-Za-z0-9]+_[0-9A-Za-z]{16,}"),
    re.compile(r"\bwhsec_[A-Za-z0-9+/=_-]{8,}"),
    re.compile(r"\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bgh[a-z]_[A-Za-z0-9]{20,}|\bAKIA[0-9A-Z]{12,}"),
    re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"),
)
_AFTER: Final = (
    re.compile(r"(?P<kept>(?i:\b(?:bearer|basic))\s+)(?P<gone>(?=[^\s\"']*[0-9])[A-Za-z0-9._~+/=-]{8,})"),
    re.compile(r"(?P<kept>://)(?P<gone>[^/\s:@\"'<>]+:[^/\s@\"'<>]+)(?=@)"),
    re.compile(r"(?P<kept>(?i:[?&](?:token|key|api_?key|secret|sig|signature|password)=))(?P<gone>[^&\s\"'<>]+)"),
    re.compile(r"(?P<kept>/published/)(?P<gone>[A-Za-z0-9_-]{8,})"),
    re.compile(
        r"(?P<kept>(?i:(?:api_?key|access_?key|secret|token|passw(?:or)?d|authorization)\w{0,40})"
        r"[\"']?\]?\s*(?:[:=]|,(?=\s*[\"']))\s*[rbfu]?)(?P<quote>[\"'])(?P<gone>[^\"'\n]{4,})(?=(?P=quote))"
    ),
    re.compile(r"(?P<kept>%(?:set_)?env\s+\w*(?i:key|token|secret|password)\w*[ =]+)(?P<gone>\S+)"),
    re.compile(r"(?P<kept>\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD)\s*=\s*)(?P<gone>[^\s\"'()\[\]{},;]{8,})"),
)

_NAME: Final = r"[^\s\"'`<>|:*?\\/,;()\[\]{}]+"
_FOLDER: Final = rf"{_NAME}(?: {_NAME})*"
_QUOTED: Final = re.compile(
    r"(?P<quote>[\"'])(?P<path>(?:file:/*|~\w*)?(?:/(?=\S)|[A-Za-z]:[\\/]|\\\\)[^\"'\n<>]*?)(?=(?P=quote))"
)
_PLAIN: Final = (
    re.compile(r"\bfile:/+[^\s\"'<>]+"),
    re.compile(rf"(?<![\w.])(?:[A-Za-z]:|\\\\{_NAME})(?:[\\/]+{_FOLDER})*[\\/]+{_NAME}"),
    re.compile(rf"(?<![\w~.…:<>/\\&%*-])~\w*/(?:{_FOLDER}/)*(?:{_NAME})?"),
    re.compile(
        rf"(?<![\w~.…:</\\%*)\]-])/(?:{_FOLDER}/)+(?:{_NAME})?|(?<![\w~.…:</\\-])/(?:home|root|Users)/?(?:{_NAME})?"
    ),
)
_OURS: Final = re.compile(r"/(?:api|published)(?:/|$)")  # routes of the open API, the same everywhere
_CLOSING: Final = re.compile(r"/[a-z0-9]+\s*")  # such as "/min", and one route of a server
_PERSON: Final = re.compile(
    r"(?:file:/*)?(?:[A-Za-z]:)?[\\/]+(?:root|(?:home|Users)(?:[\\/]+[^\\/]*)?)[\\/]*|~\w*[\\/]*"
)

_URI: Final = re.compile(r"data:[\w.+/-]*(?:;[\w.=+-]+)*;base64,(?P<data>[A-Za-z0-9+/]*={0,2})")
_KEPT: Final = re.compile(r"(data:image/png;base64,[A-Za-z0-9+/]+={0,2})")
_RUNS: Final = (
    re.compile(r"%PDF-\d\.\d.{160,}?(?:%%EOF|\Z)", re.DOTALL),
    re.compile(r"[A-Za-z0-9+/_-]{256,}={0,2}"),
    re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,128}[ \t]*\r?\n[ \t]*){4,}[A-Za-z0-9+/]{0,128}={0,2}"),
    re.compile(r"(?:\\x[0-9a-fA-F]{2}[^\\\n]{0,8}(?:\\[nrt'\"\\0][^\\\n]{0,8})*){40,}"),
)


class Cleaner:
    """Cleans texts and counts in `removed` what it took out of them."""

    def __init__(self, secrets: Iterable[str] = (), names: re.Pattern[str] | None = None) -> None:
        self._names = names
        self.removed: Counter[str] = Counter()
        self._secrets = sorted((s for s in secrets if len(s) >= _LEAST_SECRET), key=len, reverse=True)

    def text(self, text: str) -> str:
        """Clean a text; line breaks stay."""
        text = _ANSI.sub("", text)
        text = _URI.sub(self._uri, text)
        parts = _KEPT.split(text)  # every second part is a picture that stays
        parts[::2] = [self._named(self._paths(self._bytes(self._keys(part)))) for part in parts[::2]]
        return "".join(parts)

    def value(self, value: Any) -> Any:
        """Clean every text of a JSON value."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(part) for part in value]
        if isinstance(value, dict):
            return {self.text(str(name)): self.value(part) for name, part in value.items()}
        return value

    def holds_key(self, text: str) -> bool:
        """Tell whether a key is left in a text."""
        return any(secret in text for secret in self._secrets) or any(pattern.search(text) for pattern in _KEYS)

    def _keys(self, text: str) -> str:
        for secret in self._secrets:
            self.removed["key"] += text.count(secret)
            text = text.replace(secret, KEY)
        for pattern in _KEYS:
            text = pattern.sub(lambda _: self._gone("key", KEY), text)
        for pattern in _AFTER:
            text = pattern.sub(self._after, text)
        return text

    def _after(self, found: re.Match[str]) -> str:
        if found["gone"] == KEY:
            return found[0]
        quote = found.groupdict().get("quote") or ""
        return found["kept"] + quote + self._gone("key", KEY)

    def _bytes(self, text: str) -> str:
        for pattern in _RUNS:
            text = pattern.sub(self._run, text)
        return text

    def _run(self, found: re.Match[str]) -> str:
        return self._gone("run of bytes", BYTES) if len(set(found[0])) > _MIXED else found[0]

    def _named(self, text: str) -> str:
        return text if self._names is None else self._names.sub(lambda _: self._gone("name", NAME), text)

    def _paths(self, text: str) -> str:
        text = _QUOTED.sub(lambda found: found["quote"] + self._path(found["path"]), text)
        for pattern in _PLAIN:
            text = pattern.sub(lambda found: self._path(found[0]), text)
        return text

    def _path(self, path: str) -> str:
        """Keep the last name of a path, but no person's; routes of the API stay whole."""
        if _PERSON.fullmatch(path):
            return self._gone("path", "…")
        if _OURS.match(path) or _CLOSING.fullmatch(path) or not re.search(r"\w", path):
            return path
        last = re.split(r"[\\/]+", path.rstrip("\\/"))[-1]
        return self._gone("path", f"…/{last}")

    def _uri(self, found: re.Match[str]) -> str:
        if is_marked(decoded(found["data"])):
            return found[0]
        return self._gone("picture", PICTURE)

    def _gone(self, what: str, put: str) -> str:
        self.removed[what] += 1
        return put


def decoded(text: str) -> bytes:
    """Decode base64; nothing where it is none."""
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        return b""


def secrets_here() -> list[str]:
    """List the values of this process's environment whose names say that they are secret."""
    names = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
    return [value for name, value in os.environ.items() if names.search(name)]
