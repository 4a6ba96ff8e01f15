"""The panel below the drop zone: what to read, what it costs, run and cancel, what happened, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import anywidget
import traitlets

from ._assets import script, style

Level = Literal["info", "good", "error"]


class Panel(anywidget.AnyWidget):
    """The browser's controls as traits; what a person presses comes as a call of `on_press`."""

    _esm = script("panel")
    _css = style("panel")

    profiles: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    modules: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    profile = traitlets.Unicode("full").tag(sync=True)
    ticked: Any = traitlets.List(traitlets.Unicode()).tag(sync=True)
    pages = traitlets.Unicode().tag(sync=True)
    private = traitlets.Bool(False).tag(sync=True)
    publish = traitlets.Bool(True).tag(sync=True)
    redact = traitlets.Bool(True).tag(sync=True)
    path = traitlets.Unicode().tag(sync=True)
    unfolded = traitlets.Bool(False).tag(sync=True)
    cost = traitlets.Unicode().tag(sync=True)
    beyond = traitlets.Bool(False).tag(sync=True)
    meter: Any = traitlets.Dict().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    addable = traitlets.Bool(False).tag(sync=True)
    """Whether Run would add to what is being read."""
    messages: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    result_html = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self._pressed: Callable[[str, str], object] = lambda _button, _text: None
        self.on_msg(self._heard)

    def on_press(self, pressed: Callable[[str, str], object]) -> None:
        """Call `pressed` with the button's name (`run`, `cancel`, `add`) and the text that goes with it."""
        self._pressed = pressed

    def say(self, *lines: str, level: Level = "info") -> None:
        """Show these lines in the status area, in place of what stood there."""
        self.tell([(level, line) for line in lines])

    def tell(self, lines: Iterable[tuple[Level, str]]) -> None:
        """Show lines of which each has a level of its own."""
        self.messages = [{"level": level, "text": line} for level, line in lines]

    def _heard(self, _: object, content: dict[str, Any], _buffers: object) -> None:
        if content.get("op") in {"run", "cancel", "add"}:
            self._pressed(str(content["op"]), str(content.get("text", "")))

    def __repr__(self) -> str:
        return f"<Panel: profile {self.profile}>"
