"""The notebook on batch experiments: samples, profiles and image quality, held against what the drawings say."""

from cells import code, text

BATCH_EXPERIMENTS = (
    text("""
# Batch experiments

A folder of drawings, some profiles, one table at the end. Which profile is enough for the question at hand? How good
must a scan be? An `Experiment` reads every drawing with every setting, keeps what was read in a file beside the
notebook, and never pays for the same thing twice.

The drawings are generated, so what they say is known exactly, and every reading can be held against it.
"""),
    code("""
import tempfile
from pathlib import Path

import pandas as pd

import drawkit

qualities = {
    "vectors": {},
    "office, 200 dpi": {"carrier": "picture", "dpi": 200, "wear": "office"},
    "worn, 150 dpi": {"carrier": "picture", "dpi": 150, "wear": "worn"},
}
parts = {"shaft": ("turned_part", 11), "assembly": ("assembly", 3)}

folder = Path(tempfile.mkdtemp())
samples = {}
rows = []
for part, (kind, seed) in parts.items():
    for number, (quality, how) in enumerate(qualities.items()):
        sample = drawkit.samples.make(kind, seed=seed, sheet="A4", name=f"{part}_{number}", **how)
        samples[sample.file_name] = sample
        rows.append({"path": sample.save(folder / "drawings"), "part": part, "quality": quality})
(folder / "drawings" / "minutes.pdf").write_text("This is no drawing.")
rows.append({"path": folder / "drawings" / "minutes.pdf", "part": "none", "quality": "none"})

drawings = pd.DataFrame(rows)
drawings.assign(path=[path.name for path in drawings["path"]])
"""),
    text("""
## Before it starts

Drawings are a glob, a folder, a list, or a DataFrame as here: its other columns come along into every table. The
preview tells what a run would do and what it would take of the quota. Nothing is submitted yet.
"""),
    code("""
client = drawkit.connect()
experiment = drawkit.Experiment(
    drawings,
    profiles=["dimension_tolerance", "bom"],
    name="scan quality",
    client=client,
    ledger=folder / "ledger.sqlite3",
)
experiment.preview()
"""),
    text("""
## The run

The bar tells the time left. Interrupt it whenever you like: what was submitted goes on, and the next run finds it
again, even after the kernel was killed. A drawing that fails is a row, and stops nothing.
"""),
    code(
        """
experiment.run()
""",
        "nbval-ignore-output",
    ),
    text("""
Run the cell again: everything is known, nothing is submitted, nothing is paid.
"""),
    code("""
again = experiment.preview()
pd.Series({"known": again.known, "to submit": again.tasks, "pages charged": again.charged_pages}).to_frame("now")
"""),
    text("""
## One table over all drawings

How every drawing fared with every setting:
"""),
    code("""
experiment.tasks[["drawing", "part", "quality", "setting", "status", "items", "error"]]
"""),
    text("""
What was found, over all drawings. The user's columns stand beside what was read:
"""),
    code("""
dimensions = experiment.dimensions
dimensions.groupby(["part", "quality"], sort=False).agg(
    dimensions=("text", "size"), with_fit=("fit", "count"), confidence=("confidence", "mean")
).round(2)
"""),
    text("""
A single result, with its picture:
"""),
    code("""
experiment.result("assembly_2.jpg", "bom").show_bom()
"""),
    text("""
## How well it read

`evaluate` holds every result against labels: a folder of label files, or samples, which know what they say. A
dimension counts "in full" only with its kind, quantity, nominal value, deviations, fit, depth and marks all right.
"""),
    code("""
evaluation = experiment.evaluate(samples)
evaluation.by("setting", "quality").round(3)
"""),
    text("""
F1 by kind and image quality: what a scan costs, and what wear costs on top of it.
"""),
    code("""
evaluation.f1("quality").astype(float).round(3)
"""),
    text("""
What exactly was missed? Each miss with the place on the sheet to look at.
"""),
    code("""
evaluation.show_misses(6, quality="worn, 150 dpi")
"""),
    text("""
## Side by side

Both profiles read the title block. Do they say the same of every drawing? `compare` sets two settings side by side, or
two versions of the engine that the ledger has results of, and lists what one found and the other did not.
"""),
    code("""
experiment.compare("dimension_tolerance", "bom")
"""),
    text("""
## A report to hand on

One HTML file that needs nothing else: figures, plots, thumbnails of the redacted sheets, what was missed and what was
not read. It suits a light and a dark screen.
"""),
    code("""
report = experiment.report(folder / "report.html", labels=evaluation)
pd.DataFrame({"file": [report.name], "below 2 MB": [report.stat().st_size < 2_000_000]})
"""),
    text("""
## What failed
"""),
    code("""
experiment.errors()[["drawing", "setting", "status", "error_code", "error"]]
"""),
    text("""
`experiment.run(retry_failed=True)` tries also what failed for good, `experiment.cancel()` stops what is at the service,
`experiment.forget()` drops what is known. The ledger is a plain SQLite file, with a view `overview` to look into.
"""),
)
