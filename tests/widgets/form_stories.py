"""What the tests of the form for drawings share: stories that are played with it, and what it says."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from widgets_service import FakeService, perform

from drawkit.widgets import UploadForm

Story = Callable[[UploadForm, FakeService], Awaitable[None]]


def play(story: Story, **settings: Any) -> None:
    perform(story, lambda: FakeService(**settings), UploadForm)


def words(form: UploadForm) -> str:
    return " ".join(message["text"] for message in form._panel.messages)


def states(form: UploadForm) -> list[str]:
    return [entry.state.name for entry in form._zone.entries]


def save(folder: Path, **files: bytes) -> list[Path]:
    paths = [folder / f"{name}.pdf" for name in files]
    for path, data in zip(paths, files.values(), strict=True):
        path.write_bytes(data)
    return paths
