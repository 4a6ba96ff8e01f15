"""Generated engineering drawings with exact ground truth, for the documentation, the notebooks and the tests."""

from .make import KINDS, Sample, make

__all__ = ["KINDS", "Sample", "make"]
