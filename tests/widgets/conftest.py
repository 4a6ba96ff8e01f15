from pathlib import Path

import pytest
from widgets_service import pdf


@pytest.fixture
def drawing(tmp_path: Path) -> Path:
    path = tmp_path / "plate.pdf"
    path.write_bytes(pdf())
    return path
