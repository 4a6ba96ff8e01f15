"""The API key: where it is found, how its typing errors are found, and a wrapper that never shows it."""

from __future__ import annotations

import getpass
import importlib
import os
import re
import sys
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from .errors import KeyMalformed, KeyMissing

ENVIRONMENT: Final = "DRAWKIT_API_KEY"
_BASE62: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_OURS = re.compile(r"dk_[A-Za-z0-9]+_")
_WHOLE = re.compile(r"(dk_[A-Za-z0-9]+_[0-9A-Za-z]{30})([0-9A-Za-z]{6})")


class Secret:
    """A text that shows in no repr, str, format, vars, copy or pickle; `reveal` gives it."""

    __slots__ = ("_reveal",)

    def __init__(self, text: str) -> None:
        self._reveal: Callable[[], str] = lambda: text

    def reveal(self) -> str:
        """The text itself."""
        return self._reveal()

    def hide(self, data: bytes) -> bytes:
        """The data with each copy of the text blacked out."""
        return data.replace(self.reveal().encode(), b"***")

    def hidden(self, text: str) -> str:
        """The text with each copy of the secret blacked out."""
        return text.replace(self.reveal(), "***")

    def __repr__(self) -> str:
        return "Secret(***)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("An API key is not copied or pickled. Make a client where you need one.")


def checksum(text: str) -> str:
    """The last six characters of a drawkit key: CRC-32 of all before them, in base 62 (contract.md, "Keys")."""
    number, digits = zlib.crc32(text.encode()), ""
    while number:
        number, digit = divmod(number, 62)
        digits = _BASE62[digit] + digits
    return digits.rjust(6, "0")


def checked(text: str) -> Secret:
    """The key as a secret. Raises `KeyMalformed` on a typing error; a key of another service's form passes."""
    key = text.strip()
    wrong = _wrong_with(key)
    secret = Secret(key)
    del text, key  # a traceback may show a frame's variables
    if wrong is not None:
        raise wrong
    return secret


def _wrong_with(key: str) -> KeyMissing | KeyMalformed | None:
    if not key:
        return KeyMissing()
    if not key.isascii() or not key.isprintable() or " " in key:
        return KeyMalformed("The API key has characters no key has. Copy it again; no request was sent.")
    return KeyMalformed() if _OURS.match(key) and not _sum_fits(key) else None


def _sum_fits(key: str) -> bool:
    whole = _WHOLE.fullmatch(key)
    return whole is not None and checksum(whole[1]) == whole[2]


def find(
    argument: str | Secret | None = None,
    *,
    service: str = "drawkit",
    environment: Mapping[str, str] = os.environ,
) -> Secret:
    """The first key found: argument, environment, the system's keyring, Colab's secrets, and a person asked.

    Raises `KeyMissing` when there is none and nobody can be asked, `KeyMalformed` on a typing error.
    """
    if isinstance(argument, Secret):
        return argument
    text = argument or environment.get(ENVIRONMENT) or _from_keyring(service) or _from_colab() or _asked(service)
    try:
        return checked(text or "")
    except (KeyMissing, KeyMalformed) as error:
        reason = error.with_traceback(None)
    finally:
        del text, argument, environment  # a traceback may show a frame's variables, and one of these is nearly the key
    raise reason


def _from_keyring(service: str) -> str | None:
    """The keyring's entry: service "drawkit", user name the service's address."""
    try:
        keyring = importlib.import_module("keyring")
        text = keyring.get_password("drawkit", service)
    except Exception:  # noqa: BLE001 - not installed, no backend, locked, refused: each means "not here"
        return None
    return text if isinstance(text, str) else None


def _from_colab() -> str | None:
    try:
        text = importlib.import_module("google.colab.userdata").get(ENVIRONMENT)
    except Exception:  # noqa: BLE001 - not in Colab, no such secret, access not granted: each means "not here"
        return None
    return text if isinstance(text, str) else None


def _asked(service: str) -> str | None:
    if not _somebody_there():
        return None
    try:
        return getpass.getpass(f"API key for {service}: ")
    except (EOFError, OSError):
        return None
    except Exception as error:  # a kernel that cannot ask (nbconvert, papermill) raises a class of its own
        if type(error).__name__ == "StdinNotImplementedError":
            return None
        raise


def _somebody_there() -> bool:
    """Whether a question reaches a person: a terminal, or a notebook's kernel."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and getattr(shell, "kernel", None) is not None:
        return True
    return bool(sys.stdin and sys.stdin.isatty())
