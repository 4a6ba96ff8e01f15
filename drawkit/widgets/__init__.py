"""Forms in a notebook: the drop zone and the upload form, which never hold a file's bytes or a key in their state."""

from ._dropzone import DropZone
from ._form import UploadForm
from ._viewer import ResultViewer

__all__ = ["DropZone", "ResultViewer", "UploadForm"]
