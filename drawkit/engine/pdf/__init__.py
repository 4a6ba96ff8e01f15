"""PDF pages through PDFium: glyphs with true angles, drawn paths, pictures. Not thread-safe: one process each."""

from .document import Document, PdfPage, open_pdf

__all__ = ["Document", "PdfPage", "open_pdf"]
