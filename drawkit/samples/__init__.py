"""Generated engineering drawings with exact ground truth, for the documentation, the notebooks and the tests."""

from .make import KINDS, Sample, make
from .variety import gallery, sheets

__all__ = ["KINDS", "Sample", "gallery", "make", "sheets"]
