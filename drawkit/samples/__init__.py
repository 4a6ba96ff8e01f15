"""Generated engineering drawings with exact ground truth, for the documentation, the notebooks and the tests."""

from .._extras import needing_local

with needing_local():
    from .make import KINDS, Sample, make
    from .variety import NAMES, gallery, named, sheets

__all__ = ["KINDS", "NAMES", "Sample", "gallery", "make", "named", "sheets"]
