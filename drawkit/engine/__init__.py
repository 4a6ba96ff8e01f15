"""The reading engine: bytes of a drawing in, a result out. It knows no HTTP, no service and no notebook."""

from .analyze import analyze
from .page import MODULES
from .preview import previews
from .summary import summarise

__all__ = ["MODULES", "analyze", "previews", "summarise"]
