"""The file of a submission: read once, and checked by the contract's rules before anything is sent."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import IO, Any, TypeAlias

from PIL import Image, ImageOps

from ..contract import (
    DEFAULT_LIMITS,
    DrawingFile,
    FileLimits,
    Options,
    Problem,
    Profile,
    Refused,
    check_size,
    inspect,
    is_locked,
    modules_of,
    parse_options,
    profile_named,
    unlocked,
)
from .errors import FileAccessError, error_from

FileLike: TypeAlias = str | PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | Image.Image
"""What can be submitted: a path, the bytes, a file opened in binary mode, or a Pillow image."""

Password: TypeAlias = str | Callable[[], str]
"""The password of a locked PDF, or what asks for it, such as `getpass.getpass`."""

OnUpload: TypeAlias = Callable[[int, int], object]
"""Called with the bytes sent so far and the bytes in all."""

_ADDRESS = re.compile(r"(https?|ftp|s3)://")
_NO_TEXT = re.compile("[\ud800-\udfff]")  # halves of a pair: what Python makes of bytes that are no UTF-8
_PNG_MODES = frozenset({"1", "L", "LA", "I;16", "P", "RGB", "RGBA"})


@dataclass(frozen=True)
class Drawing:
    """A checked drawing file in memory."""

    facts: DrawingFile
    data: bytes = field(repr=False)


class Upload(io.BytesIO):
    """A drawing's bytes as a stream that tells how far it was read."""

    def __init__(self, data: bytes, on_upload: OnUpload) -> None:
        super().__init__(data)
        self._size, self._on_upload = len(data), on_upload

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes; the listener hears of them when they were handed on."""
        piece = super().read(size)
        if piece:
            self._on_upload(self.tell(), self._size)
        return piece


def read_drawing(
    file: FileLike,
    name: str | None = None,
    limits: FileLimits = DEFAULT_LIMITS,
    *,
    pages: Collection[int] | None = None,
    password: Password | None = None,
) -> Drawing:
    """Read and check a file of which `pages` are asked for, None for all; `password` opens a locked PDF.

    Raises `FileAccessError` when it cannot be opened, a `FileRefused` when the service would refuse it.
    """
    try:
        data, own_name = _read(file, limits)
        data = opened(data, password)
        return Drawing(inspect(data, printable(name or own_name), limits, pages), data)
    except Refused as refused:
        reason = refused
    raise error_from(reason) from None


def printable(name: str) -> str:
    """The name of a file as a text that can be sent, stored and shown: some are no UTF-8, as in old archives."""
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", name)


def opened(data: bytes, password: Password | None) -> bytes:
    """The bytes of a drawing as they are; of a locked PDF a copy that needs no password.

    Raises `contract.Refused` without its password.
    """
    if not is_locked(data):
        return data
    if password is None:
        told = "The PDF is locked. Pass password=getpass.getpass, which asks for it, or save a copy without a password."
        raise Refused(Problem.of("unreadable-file", told, pointer="/file"))
    return unlocked(data, password if isinstance(password, str) else password())


def choose_options(
    profile: Profile | str,
    options: Options | Mapping[str, Any] | None = None,
    *,
    modules: Iterable[str] = (),
    **given: Any,
) -> tuple[str, Options]:
    """The profile and options of a submission; what is `given` and not None overrides `options`.

    `modules` are names a `task_list` may have beside the contract's. Raises `InvalidRequest` as the service would.
    """
    base = options.model_dump(mode="json", exclude_none=True) if isinstance(options, Options) else dict(options or {})
    wanted = {**base, **{key: _plain(value) for key, value in given.items() if value is not None}}
    try:
        return _chosen(str(profile), json.dumps(wanted, default=list), frozenset(modules))
    except Refused as refused:
        reason = refused
    raise error_from(reason) from None


@lru_cache(maxsize=64)  # many drawings go in with the same options
def _chosen(profile: str, options: str, beside: frozenset[str]) -> tuple[str, Options]:
    chosen, parsed = profile_named(profile), parse_options(options)
    _check_modules(chosen, parsed.task_list, beside)
    return chosen.value, parsed


def _check_modules(profile: Profile, task_list: tuple[str, ...] | None, beside: frozenset[str]) -> None:
    named = None if task_list is None else tuple(module for module in task_list if module not in beside)
    if named or not task_list or profile is not Profile.ADVANCED:
        modules_of(profile, named if named else task_list)


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | str | int) else [*value] if isinstance(value, Iterable) else value


def _read(file: FileLike, limits: FileLimits) -> tuple[bytes, str]:
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), "drawing"
    if isinstance(file, Image.Image):
        return _encoded(file), _stem_of(getattr(file, "filename", "")) + ".png"
    if isinstance(file, str) and _ADDRESS.match(file):
        raise FileAccessError(f"{file!r} is an address, not a file. Download it, then give its path or its bytes.")
    if isinstance(file, str | PathLike):
        return _from_path(Path(file).expanduser(), limits)
    if callable(getattr(file, "read", None)):
        return _from_stream(file, limits), Path(str(getattr(file, "name", "drawing"))).name
    raise TypeError(f"A drawing is a path, bytes, a binary file or a Pillow image, not {type(file).__name__}.")


def _from_path(path: Path, limits: FileLimits) -> tuple[bytes, str]:
    try:
        check_size(path.stat().st_size, limits)
        with path.open("rb") as stream:
            return _from_stream(stream, limits), path.name
    except FileNotFoundError:
        message = f"There is no file {str(path)!r} (looked from {str(Path.cwd())!r})."
    except IsADirectoryError:
        message = f"{str(path)!r} is a folder. Submit its files one by one, or all with drawkit.Experiment(folder)."
    except (OSError, ValueError) as error:
        message = f"{str(path)!r} cannot be opened: {getattr(error, 'strerror', None) or error}."
    raise FileAccessError(message)


def _from_stream(stream: IO[bytes], limits: FileLimits) -> bytes:
    """All bytes of a stream, but no more than needed to know that they are too many."""
    pieces, size = [], 0
    while size <= limits.max_bytes:
        piece: Any = stream.read(limits.max_bytes + 1 - size)
        if isinstance(piece, str):
            raise TypeError("The file is opened as text. Open it in binary mode: open(path, 'rb').")
        if not piece:
            break
        pieces.append(piece)
        size += len(piece)
    check_size(size, limits)
    return b"".join(pieces)


def _encoded(picture: Image.Image) -> bytes:
    """The picture as PNG: lossless, upright, its physical size kept."""
    upright = ImageOps.exif_transpose(picture)
    plain = upright if upright.mode in _PNG_MODES else upright.convert("RGB")
    resolution = picture.info.get("dpi")
    into = io.BytesIO()
    plain.save(into, "PNG", **({"dpi": resolution} if resolution else {}))
    return into.getvalue()


def _stem_of(path: object) -> str:
    return Path(str(path or "")).stem or "drawing"
