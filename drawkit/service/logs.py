"""The log: one JSON object a line, with the request's id and never a secret."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

from .settings import Settings

_TALKATIVE = ("httpx", "httpcore", "hpack", "python_multipart", "multipart")
"""Libraries whose lower levels tell addresses of webhooks, header fields and bodies: these may be secrets."""
_SECRET = re.compile(r"dk_[A-Za-z0-9]{1,16}_[0-9A-Za-z]{16,}|whsec_[A-Za-z0-9+/=_-]{8,}")
"""What has the form of a key or a signing secret, wherever somebody put it: in an address, a file's name."""
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def hidden(text: str) -> str:
    """A text with whatever has the form of a secret blacked out."""
    return _SECRET.sub("***", text)


class JsonLines(logging.Formatter):
    """A record as JSON: time, level, message, and whatever facts came with it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, without its end."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _PLAIN},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return hidden(json.dumps(line, ensure_ascii=False, default=str))


def install(settings: Settings) -> None:
    """Send the log where the settings say."""
    handler = (
        logging.FileHandler(settings.log_file, encoding="utf-8")
        if settings.log_file
        else logging.StreamHandler(sys.stderr)
    )
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
