"""The public API as a type checker sees it: this file is checked by mypy, and never run."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, assert_type

import pandas as pd
from PIL import Image

import drawkit
from drawkit import checks, comparison, contract, engine, figures, frames, inspection, samples
from drawkit.client import TaskFailed, errors


def connecting(path: Path) -> drawkit.Client:
    with drawkit.connect() as client:
        assert_type(client, drawkit.Client)
    with drawkit.connect("https://drawings.example", "a-key", timeout=None, max_wait=timedelta(minutes=1)) as remote:
        assert_type(remote.base_url, str)
    return drawkit.connect(state=path, workers=2, dialect=drawkit.Dialect(file_part="drawing"))


async def at_the_workbench(client: drawkit.Client, path: Path) -> None:
    bench = drawkit.workbench(client, profile="bom")
    assert_type(bench, drawkit.Workbench)
    await bench.start([path, b"%PDF-"], pages=[1])
    assert_type(bench.result, drawkit.Result | None)
    assert_type(bench.viewer, drawkit.ResultViewer)
    assert_type(await drawkit.TaskBoard(client, most=20).settled(), drawkit.TaskBoard)
    assert_type(bench.board.tasks, list[drawkit.AsyncTask])
    assert_type(await bench.board.open("t1"), drawkit.Result)
    assert_type((await drawkit.QuotaView().refresh()).quota, drawkit.Quota | None)


def submitting(client: drawkit.Client, path: Path) -> drawkit.Result:
    assert_type(client.submit(path), drawkit.Task)
    assert_type(client.submit(b"%PDF-", contract.Profile.BOM, options={"publish": False}), drawkit.Task)
    assert_type(client.submit(Image.new("L", (8, 8)), "advanced", task_list=["bom"], pages=[1]), drawkit.Task)
    with path.open("rb") as stream:
        task = client.submit(stream, options=drawkit.Options(redact=False), name="plate.pdf")
    assert_type(task.wait(timeout=timedelta(minutes=5), on_progress=print), drawkit.Task)
    assert_type(task.status, contract.TaskStatus)
    assert_type(task.cancel(), drawkit.Task)
    assert_type(client.tasks(status="completed"), Iterator[drawkit.Task])
    assert_type(client.quota(), drawkit.Quota)
    assert_type(client.status(), drawkit.Status)
    assert_type(client.task_table(), pd.DataFrame)
    assert_type(client.analyze(path, "full", pages=[1]), drawkit.Result)
    return task.result


async def waiting(client: drawkit.AsyncClient, path: Path) -> drawkit.Result:
    async with client:
        task = await client.submit(path, "full")
        assert_type(task, drawkit.AsyncTask)
        assert_type(await task.wait(), drawkit.AsyncTask)
        assert_type(client.tasks(), AsyncIterator[drawkit.AsyncTask])
        return await client.analyze(path)


def reading(result: drawkit.Result, folder: Path) -> None:
    assert_type(result.dimensions, pd.DataFrame)
    assert_type(result["bom"], pd.DataFrame)
    assert_type(result.to_frames(), dict[str, pd.DataFrame])
    assert_type(result.to_excel(folder / "plate.xlsx"), Path)
    assert_type(result.to_excel(io.BytesIO()), None)
    assert_type(result.show(kinds=["dimensions"], theme="dark").png, bytes)
    assert_type(result.data, contract.Result)
    assert_type(result.corrections, pd.DataFrame)
    assert_type(result.correct("dimensions", "d1", nominal=5.6), tuple[contract.Correction, ...])
    assert_type(result.read_typed("dimensions", "⌀12.5 H7").told, str)
    assert_type(result.accept("dimensions", "d1"), bool)
    assert_type(result.add("notes", "PAINT", page=1, box=(1, 1, 9, 9)), str)
    assert_type(result.split("dimensions", "d1", "⌀8", "R2"), tuple[str, ...])
    assert_type(result.review, pd.DataFrame)
    assert_type(result.reviewed.done, int)
    assert_type(result.decisions, tuple[contract.Decision, ...])
    assert_type(result.undo(), bool)
    assert_type(drawkit.ResultViewer(result).result, drawkit.Result | None)
    assert_type(drawkit.share(folder / "story.ipynb", html=False).notebook, Path)
    assert_type(result.data.dimensions[0].nominal, float | None)
    assert_type(drawkit.Result.from_json(result.to_json()), drawkit.Result)
    assert_type(drawkit.concat([result]), dict[str, pd.DataFrame])
    assert_type(drawkit.limits([result], general="ISO 2768-m"), pd.DataFrame)
    assert_type(result.limits(), pd.DataFrame)
    assert_type(drawkit.tolerances.limit_deviations("H7", 25), tuple[float, float])
    assert_type(drawkit.concat({"a": result}, ["bom"]), dict[str, pd.DataFrame])


def outcomes(result: drawkit.Result, folder: Path) -> None:
    def rule(data: contract.Result) -> list[checks.Finding]:
        return [checks.on_page(1, f"{len(data.notes)} notes", "house rule")]

    assert_type(result.checks(leave_out=["units_mixed"], add=[rule]), pd.DataFrame)
    assert_type(result.to_checks(folder / "checks.pdf"), Path)
    assert_type(result.inspection(order="rows", expand=True, general="ISO 2768-m"), pd.DataFrame)
    assert_type(result.inspection_plan.leave_out(3, "4").undo(), bool)
    assert_type(result.to_inspection(folder / "fai.xlsx"), Path)
    assert_type(result.balloon(folder / "plate.pdf", out=folder / "ballooned.pdf"), Path)
    assert_type(result.show_inspection().png, bytes)
    assert_type(drawkit.compare(result, folder / "new.pdf").changes, pd.DataFrame)
    assert_type(drawkit.compare(folder / "a.pdf", folder / "b.pdf", password=("of a", None)).summary, str)
    assert_type(drawkit.compare(result, result).report(folder / "report.html"), Path)
    assert_type(checks.check(result.data), tuple[checks.Finding, ...])
    assert_type(comparison.compare(result.data, result.data).changes, tuple[comparison.Change, ...])
    assert_type(inspection.characteristics(result.data), list[inspection.Characteristic])


async def experimenting(client: drawkit.Client, frame: pd.DataFrame, folder: Path) -> pd.DataFrame:
    experiment = drawkit.Experiment("drawings/*.pdf", ["full", "bom"], [{}, {"pages": [1]}], name="line 3")
    drawkit.Experiment(frame, "full", client=client, ledger=folder / "ledger.sqlite3")
    drawkit.Experiment([folder, "a.pdf"], executor="dask")
    assert_type(experiment.preview().tasks, int)
    assert_type(experiment.run(), drawkit.Experiment)
    assert_type(await experiment.run_async(progress=print), drawkit.Experiment)
    assert_type(experiment.tasks, pd.DataFrame)
    assert_type(experiment.result("a.pdf"), drawkit.Result)
    assert_type(experiment.compare().differences, pd.DataFrame)
    assert_type(experiment.evaluate(samples.gallery()).scores, pd.DataFrame)
    assert_type(experiment.report(labels=folder), Path)
    return experiment.dimensions


def alone(data: bytes) -> contract.Result:
    result = engine.analyze(data, profile="full", options=contract.Options(pages=(1,)), on_progress=print)
    assert_type(engine.previews(data, result, redact=False), tuple[bytes, ...])
    assert_type(engine.summarise(result), dict[str, Any])
    assert_type(engine.MODULES, tuple[str, ...])
    assert_type(frames.dimensions(result), pd.DataFrame)
    assert_type(figures.to_png(figures.show(result)), bytes)
    return result


def failing(client: drawkit.Client, path: Path) -> str | None:
    try:
        client.analyze(path)
    except TaskFailed as error:
        assert_type(error.problem, contract.Problem | None)
        return str(error)
    except errors.RateLimited as error:
        assert_type(error.retry_after, float | None)
    except drawkit.DrawkitError as error:
        return error.request_id
    return None


def drawing(folder: Path) -> samples.Sample:
    sample = samples.make("plate", seed=3, carrier="picture", dpi=150)
    assert_type(sample.truth, contract.Result)
    assert_type(sample.save(folder), Path)
    return samples.named(samples.NAMES[0])
