"""What a title block says of people and companies, and so what is never published."""

from __future__ import annotations

from typing import Final

PERSONAL: Final = ("drawn_by", "checked_by", "approved_by", "company")
"""Fields of a title block that name people or companies."""
