"""The notebook on scans: one drawing as vectors and as ever worse pictures, held against what it really says."""

from cells import code, text

SCANS = (
    text("""
# Scans and pictures

The same drawing reaches an archive in four ways: as the PDF of the CAD system, as a clean picture of 300 dpi, from
the office scanner at 200 dpi, and as a worn copy at 150 dpi. What is kept, and what is lost? The drawing is generated,
so what it says is known exactly, and every reading can be held against it.

This notebook uses the engine itself, without a service in between.
"""),
    code("""
from collections import Counter

import pandas as pd

import drawkit

ways = {
    "vectors": {},
    "clean, 300 dpi": {"carrier": "picture", "dpi": 300},
    "office, 200 dpi": {"carrier": "picture", "dpi": 200, "wear": "office"},
    "worn, 150 dpi": {"carrier": "picture", "dpi": 150, "wear": "worn"},
}
samples = {way: drawkit.samples.make("turned_part", seed=11, name="shaft", **how) for way, how in ways.items()}


def read(sample):
    result = drawkit.engine.analyze(sample.data, profile="full")
    return drawkit.Result(result, sample.file_name, drawkit.engine.previews(sample.data, result))


results = {way: read(sample) for way, sample in samples.items()}
results["vectors"]
"""),
    text("""
## The worst of them

Turned a little, blurred, with uneven light and specks. drawkit turns it upright by itself; boxes are on the page as
it was given.
"""),
    code("""
results["worn, 150 dpi"].show()
"""),
    text("""
What a page is made of is told with it:
"""),
    code("""
pages = pd.concat({way: result.pages for way, result in results.items()}, names=["way", None]).droplevel(1)
pages[["source", "width_mm", "height_mm", "sheet_size", "readable"]]
"""),
    text("""
## Right and missed

A row counts as right when all of its values are those of the drawing: for a dimension its kind, quantity, nominal
value, deviations, fit, depth and thread; for a feature control frame its characteristic, value and datums. `extra`
is what was read and is not there, most often the wrong twin of something missed.
"""),
    code("""
told_by = {
    "dimensions": ["kind", "quantity", "nominal", "upper_deviation", "lower_deviation", "fit", "depth", "thread"],
    "geometric_tolerances": ["characteristic", "zone", "value", "datums"],
    "surface_textures": ["parameter", "value"],
    "datum_features": ["label"],
    "revisions": ["revision", "description", "date"],
}


def rows(result, table):
    return Counter(map(str, result[table][told_by[table]].itertuples(index=False, name=None)))


def counts(way, table):
    truth, found = rows(drawkit.Result(samples[way].truth), table), rows(results[way], table)
    return {"right": (truth & found).total(), "missed": (truth - found).total(), "extra": (found - truth).total()}


score = pd.DataFrame({(table, way): counts(way, table) for table in told_by for way in ways}).T
score.unstack().reindex(index=list(told_by))["right"][list(ways)]
"""),
    code("""
score.loc["dimensions"]
"""),
    text("""
## What exactly is lost

The dimensions of the worn copy beside those of the drawing: what is missing, and what stands there instead.
"""),
    code("""
def differences(way):
    truth, found = rows(drawkit.Result(samples[way].truth), "dimensions"), rows(results[way], "dimensions")
    lines = [("missed", row) for row in (truth - found).elements()] + [
        ("extra", row) for row in (found - truth).elements()
    ]
    return lines


def printed(way, told, row):
    result = drawkit.Result(samples[way].truth) if told == "missed" else results[way]
    frame = result.dimensions
    same = [str(values) == row for values in frame[told_by["dimensions"]].itertuples(index=False, name=None)]
    return frame[same].iloc[0]["text"]


pd.DataFrame(
    [(way, told, printed(way, told, row)) for way in list(ways)[1:] for told, row in differences(way)],
    columns=["way", "what", "text"],
).groupby(["way", "what"], sort=False)["text"].agg(",  ".join).to_frame()
"""),
    text("""
The title block, field by field:
"""),
    code("""
blocks = {way: result.title_block.set_index("label")["value"] for way, result in results.items()}
pd.DataFrame(blocks).reindex(blocks["vectors"].index).fillna("")
"""),
    text("""
## How sure it is

Every row has a confidence. It is what to sort by when a person checks: a bare number could be anything, a whole
callout is hardly ever an accident.
"""),
    code("""
results["worn, 150 dpi"].plot_confidence()
"""),
    code("""
worn = results["worn, 150 dpi"].dimensions
truth = rows(drawkit.Result(samples["worn, 150 dpi"].truth), "dimensions")
right = [str(row) in truth for row in worn[told_by["dimensions"]].itertuples(index=False, name=None)]
sure = pd.cut(worn["confidence"].astype(float), [0, 0.6, 0.9, 1], labels=["up to 0.6", "to 0.9", "above 0.9"])
pd.crosstab(sure, pd.Series(right, worn.index).map({True: "right", False: "wrong"}).rename("the reading is"))
"""),
)
