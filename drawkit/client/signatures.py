"""Whether a webhook delivery is genuine: Standard Webhooks 1.0, with one exception for everything that is not."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from pydantic import ValidationError

from ..contract import Event, EventData
from .errors import ConfigurationError, WebhookRefused

TOLERANCE: Final = timedelta(minutes=5)
_PREFIX = "whsec_"
_LONGEST_ID = 256


@dataclass(frozen=True)
class Delivery:
    """A genuine delivery. `id` is the event's: the same at each retry, so it tells what was handled before."""

    id: str
    sent_at: datetime
    event: Event

    @property
    def type(self) -> str:
        """What happened, such as "task.completed"."""
        return self.event.type

    @property
    def data(self) -> EventData:
        """The task it happened to."""
        return self.event.data


def unwrap(
    headers: Mapping[str, str],
    body: bytes,
    secret: str | Iterable[str],
    *,
    tolerance: timedelta = TOLERANCE,
    now: datetime | None = None,
) -> Delivery:
    """Verify a delivery and read its event (API document, sections 5 and 6).

    `body` is the request's body as it came. `secret` is "whsec_..."; several while one is being rotated. `tolerance`
    is how far the time of sending may lie in the past or the future. Raises `WebhookRefused` for whatever is wrong
    with the delivery, `ConfigurationError` for a secret that is none.
    """
    try:
        is_signed = _check_with(signing_keys(secret))
    finally:
        del secret  # a traceback may show a frame's variables
    given = {str(name).lower(): str(value) for name, value in headers.items()}
    event_id, stamp, signatures = (given.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
    if not 0 < len(event_id) <= _LONGEST_ID or not event_id.isprintable():
        raise WebhookRefused("The delivery has no usable header 'webhook-id'.")
    sent_at = _moment(stamp, now or datetime.now(UTC), tolerance)
    content = f"{event_id}.{stamp}.".encode() + body
    if not is_signed(content, signatures):
        raise WebhookRefused("The delivery is not signed with this secret.")
    try:
        return Delivery(event_id, sent_at, Event.model_validate_json(body))
    except ValidationError:
        pass
    raise WebhookRefused("The delivery is signed, but its body is not an event.")


def signing_keys(secret: str | Iterable[str]) -> tuple[bytes, ...]:
    """The keys in the secrets. Raises `ConfigurationError`, which does not show them."""
    texts = (secret,) if isinstance(secret, str) else tuple(secret)
    keys = tuple(_key(text.strip()) for text in texts)
    del secret, texts
    if not keys or not all(keys):
        del keys
        raise ConfigurationError("A webhook secret has the form whsec_<base64>. Copy it again, whole.")
    return keys


def _check_with(keys: tuple[bytes, ...]) -> Callable[[bytes, str], bool]:
    """What tells whether one of a content's signatures is right, without showing the keys."""
    return lambda content, signatures: any(_signed(content, signatures, key) for key in keys)


def _key(text: str) -> bytes:
    try:
        return base64.b64decode(text.removeprefix(_PREFIX), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _moment(stamp: str, now: datetime, tolerance: timedelta) -> datetime:
    try:
        sent_at = datetime.fromtimestamp(int(stamp), UTC) if stamp.isascii() and stamp.isdigit() else None
    except (ValueError, OverflowError, OSError):
        sent_at = None
    if sent_at is None:
        raise WebhookRefused("The delivery has no usable header 'webhook-timestamp'.")
    if abs(now - sent_at) > tolerance:
        raise WebhookRefused("The delivery was sent too long ago, or a clock is wrong.")
    return sent_at


def _signed(content: bytes, signatures: str, key: bytes) -> bool:
    """Whether one of the space-separated signatures is right; compared in constant time."""
    right = b"v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256))
    return any(hmac.compare_digest(right, given.encode("utf-8", "replace")) for given in signatures.split(" "))
