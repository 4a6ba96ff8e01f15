"""PDFs that a password locks: whether one does, and a copy without it. The password is used here and kept nowhere."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING

from .drawing_file import media_type_of
from .problems import Problem, Refused

if TYPE_CHECKING:
    from pypdf import PdfReader


def is_locked(data: bytes) -> bool:
    """Whether a file is a PDF that opens only with a password; not one that merely forbids to print or change it."""
    if media_type_of(data) != "application/pdf" or b"/Encrypt" not in data:
        return False
    try:
        reader = _reader(data)
        return bool(reader.is_encrypted) and not reader.decrypt("")
    except Exception:  # noqa: BLE001 - pypdf raises many kinds on damaged files; what is wrong is told where it is read
        return False


def unlocked(data: bytes, password: str) -> bytes:
    """A copy of a locked PDF that needs no password (ISO 32000-1, 7.6). Raises `Refused` (`unreadable-file`)."""
    from pypdf import PdfWriter  # noqa: PLC0415 - a tenth of a second that only a locked PDF needs

    try:
        reader = _reader(data)
        opened = reader.decrypt(password)
        if opened:
            copy = io.BytesIO()
            PdfWriter(clone_from=reader).write(copy)
    except Exception as error:  # pypdf raises many kinds on damaged files; each means the same to the sender
        raise _refused("The PDF is damaged or locked in a way that is not known. Save a copy.") from error
    if not opened:
        raise _refused("The password does not open this PDF. Give the one that opens it in a viewer.")
    return copy.getvalue()


def _reader(data: bytes) -> PdfReader:
    from pypdf import PdfReader  # noqa: PLC0415

    logging.getLogger("pypdf").setLevel(logging.ERROR)  # its remarks on sloppy files are of no use to the analyst
    return PdfReader(io.BytesIO(data))


def _refused(detail: str) -> Refused:
    return Refused(Problem.of("unreadable-file", detail, pointer="/file"))
