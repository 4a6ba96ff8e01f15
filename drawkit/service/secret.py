"""The format of an API key: `dk_<environment>_<30 base62><6 of checksum>`."""

from __future__ import annotations

import hashlib
import re
import secrets
import zlib
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_FORM: Final = re.compile(r"(dk_[a-z0-9]{1,16}_[0-9A-Za-z]{30})([0-9A-Za-z]{6})", re.ASCII)


def new_secret(environment: str) -> str:
    """A new key: about 178 random bits, and a checksum that finds a typing error."""
    body = f"dk_{environment}_" + "".join(secrets.choice(ALPHABET) for _ in range(30))
    return body + checksum(body)


def checksum(body: str) -> str:
    """CRC-32 of everything before it, as 6 digits of base 62 with leading zeros."""
    value = zlib.crc32(body.encode())
    digits = ""
    for _ in range(6):
        value, digit = divmod(value, 62)
        digits = ALPHABET[digit] + digits
    return digits


def well_formed(secret: str) -> bool:
    """Whether the text has the form of a key and its checksum fits."""
    match = _FORM.fullmatch(secret)
    return match is not None and checksum(match[1]) == match[2]


def digest(secret: str) -> str:
    """What the store keeps instead of the key (SHA-256)."""
    return hashlib.sha256(secret.encode()).hexdigest()
