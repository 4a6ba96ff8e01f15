"""Signs webhook deliveries (Standard Webhooks 1.0), with the standard's own library behind two functions."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from math import floor

from standardwebhooks import Webhook

_BYTES = 32


def new_secret() -> str:
    """A new signing secret, `whsec_` and 256 random bits in base64."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def signed_headers(event_id: str, body: str, keys: Iterable[str], moment: datetime) -> dict[str, str]:
    """The headers of a delivery: the event's id, the time of sending, and one signature a secret, newest first."""
    moment = moment.astimezone(UTC)
    signatures = [Webhook(key).sign(event_id, moment, body) for key in keys]
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(floor(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
