"""What the environment calls the settings of a client."""

from __future__ import annotations

from typing import Final

ADDRESS_VARIABLE: Final = "DRAWKIT_BASE_URL"
"""The service's address."""
