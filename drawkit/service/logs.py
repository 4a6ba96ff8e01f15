"""The log: one JSON object a line, with the request's id and never a secret."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from .settings import Settings

_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


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
        return json.dumps(line, ensure_ascii=False, default=str)


def install(settings: Settings) -> None:
    """Send the log where the settings say."""
    handler = (
        logging.FileHandler(settings.log_file, encoding="utf-8")
        if settings.log_file
        else logging.StreamHandler(sys.stderr)
    )
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
