"""Reads request bodies with their limits held while they stream, not after."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from drawkit.contract import FileLimits, Problem, Refused, check_size

from .files import Upload

_FORM_OVERHEAD = 256 * 1024
_FIELD_BYTES = 64 * 1024
_JSON_BYTES = 1024 * 1024
_FIELDS = ("profile", "options_json", "batch_id")


@dataclass(frozen=True)
class Form:
    """A submission as it came: fields are text, the file lies among the sources under the name of its upload."""

    name: str
    upload: str
    profile: str | None
    options_json: str | None
    batch_id: str | None


class _WholeForm(MultiPartParser):
    """A form is taken only when its last boundary has come: a cut one could lack options without a sign of it."""

    _ended = False
    upload: Upload

    def on_headers_finished(self) -> None:
        super().on_headers_finished()
        part = self._current_part
        if part.file is not None:  # it would be gathered in memory, or in a folder for all
            part.file.file.close()
            part.file = UploadFile(self.upload.file, size=0, filename=part.file.filename, headers=part.file.headers)

    def on_end(self) -> None:
        self._ended = True

    async def parse(self) -> FormData:
        form = await super().parse()
        if not self._ended:
            for file in self._files_to_close_on_error:
                file.close()
            raise MultiPartException("it is cut off.")
        return form


async def read_form(request: Request, limits: FileLimits, time_limit_s: float, upload: Upload) -> Form:
    """Read the multipart form of a submission (API document, section 2), its file into the upload.

    Raises `Refused`: `file-too-large` as soon as more than the limit has come, `invalid-request` for all else.
    """
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise _invalid("Send the task as multipart/form-data with the parts 'file', 'profile' and 'options_json'.")
    stream = _bounded(request, limits.max_bytes + _FORM_OVERHEAD, limits)
    parser = _WholeForm(request.headers, stream, max_files=1, max_fields=8, max_part_size=_FIELD_BYTES)
    parser.upload = upload
    try:
        with anyio.fail_after(time_limit_s):
            form = await parser.parse()
    except MultiPartException as error:
        raise _invalid(f"The form cannot be read: {error.message}", status=400) from error
    except TimeoutError as error:
        raise _invalid(f"The upload took longer than {time_limit_s:g} s.", status=408) from error
    try:
        told = _form(form, limits, upload)
        await anyio.to_thread.run_sync(upload.settle)
        return told
    finally:
        await form.close()


async def read_json(request: Request, time_limit_s: float) -> dict[str, Any]:
    """Read a JSON object; an empty body is an empty object. Raises `Refused` (`invalid-request`)."""
    try:
        with anyio.fail_after(time_limit_s):
            content = b"".join([chunk async for chunk in _bounded(request, _JSON_BYTES, None)])
    except TimeoutError as error:
        raise _invalid(f"The body took longer than {time_limit_s:g} s.", status=408) from error
    if not content.strip():
        return {}
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _invalid("The body is not valid JSON.", status=400) from error
    if not isinstance(value, dict):
        raise _invalid("The body must be a JSON object.")
    if not _is_text(json.dumps(value, ensure_ascii=False)):
        raise _invalid("The body has characters that no text has.")
    return value


def _form(form: FormData, limits: FileLimits, upload: Upload) -> Form:
    unknown = sorted(set(form) - {"file", *_FIELDS})
    if unknown:
        raise _invalid(f"Unknown form field {unknown[0]!r}. Known: file, {', '.join(_FIELDS)}.")
    twice = [name for name in form if len(form.getlist(name)) > 1]
    if twice:
        raise _invalid(f"The form field {twice[0]!r} came more than once.", pointer=f"/{twice[0]}")
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise _invalid("The form has no part 'file' with a file name.", pointer="/file")
    check_size(file.size or 0, limits)
    return Form(safe_name(file.filename), upload.name, *(_text(form, name) for name in _FIELDS))


def _text(form: FormData, name: str) -> str | None:
    value = form.get(name)
    if isinstance(value, UploadFile):
        raise _invalid(f"The form field {name!r} must be text, not a file.", pointer=f"/{name}")
    if value is not None and not _is_text(value):
        raise _invalid(f"The form field {name!r} has characters that no text has.", pointer=f"/{name}")
    return value


def _is_text(value: str) -> bool:
    """Whether the characters can be stored and sent: half of a surrogate pair is none."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def safe_name(name: str | None) -> str:
    """A file name for people: no folders, no control characters, at most 200 characters."""
    last = re.split(r"[/\\]", name or "")[-1]
    printable = "".join(c for c in last if c.isprintable()).strip()
    return printable[:200] or "drawing"


async def _bounded(request: Request, most: int, limits: FileLimits | None) -> AsyncGenerator[bytes, None]:
    announced = request.headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and int(announced[:18]) > most:
        raise _too_large(most, limits)
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise _too_large(most, limits)
        yield chunk


def _too_large(most: int, limits: FileLimits | None) -> Refused:
    allowed = most if limits is None else limits.max_bytes
    what = "JSON body" if limits is None else "file"
    detail = f"A {what} may have {allowed / 2**20:g} MiB ({allowed} bytes). Make it smaller."
    return Refused(Problem.of("file-too-large", detail, pointer=None if limits is None else "/file"))


def _invalid(detail: str, *, status: int | None = None, pointer: str | None = None) -> Refused:
    return Refused(Problem.of("invalid-request", detail, status=status, pointer=pointer))
