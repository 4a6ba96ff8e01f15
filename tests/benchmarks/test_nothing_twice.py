"""What a page is looked at for: how often it is rendered, and how many pixels its networks see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from drawkit import engine, samples
from drawkit.engine.pdf.document import PdfPage
from drawkit.engine.recognition import models
from drawkit.engine.recognition.recogniser import Recogniser
from drawkit.engine.sheet import Grey
from drawkit.samples.carriers import Carrier

CARRIERS: tuple[Carrier, ...] = ("text", "lost_symbols", "stroked")


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counter[float]:
    """How often each resolution was rendered."""
    times: Counter[float] = Counter()
    render = PdfPage.render

    def counted(page: PdfPage, dpi: float) -> Grey:
        times[dpi] += 1
        return render(page, dpi)

    monkeypatch.setattr(PdfPage, "render", counted)
    return times


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_page_is_rendered_once_for_each_resolution(carrier: Carrier, rendered: Counter[float]) -> None:
    engine.analyze(samples.make("plate", seed=7, carrier=carrier, sheet="A3").data)
    print(f"\n{carrier}: rendered at {sorted(rendered)} dpi")
    assert set(rendered.values()) == {1}


@pytest.mark.parametrize("carrier", [*CARRIERS, "picture"])
def test_inferences_of_a_page(carrier: Carrier, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly a crop is read twice by one reader; all networks are told with their runs and what they see."""
    names: dict[int, str] = {}
    runs: Counter[str] = Counter()
    values: Counter[str] = Counter()
    crops: Counter[tuple[str, tuple[int, ...], bytes]] = Counter()
    session, run, read = models.session, models.run, Recogniser.read

    def named(path: Path) -> Any:
        network = session(path)
        names[id(network)] = path.stem
        return network

    def counted_run(network: Any, batch: Any) -> Any:
        runs[names[id(network)]] += 1
        values[names[id(network)]] += batch.size
        return run(network, batch)

    def counted_read(reader: Recogniser, asked: Any) -> Any:
        crops.update((reader.path, crop.shape, crop.tobytes()) for crop in asked)
        return read(reader, asked)

    monkeypatch.setattr(models, "session", named)
    monkeypatch.setattr(models, "run", counted_run)
    monkeypatch.setattr(Recogniser, "read", counted_read)
    engine.analyze(samples.make("plate", seed=7, carrier=carrier, sheet="A3", dpi=200).data)
    told = ", ".join(f"{name} {runs[name]} runs, {values[name] / 1e6:.2f} million values" for name in sorted(runs))
    again = crops.total() - len(crops)
    print(f"\n{carrier}: {told}; {crops.total()} crops, {again} of them read before")
    assert again <= 0.1 * crops.total()
