"""The notebook on scans: one drawing as vectors and as ever worse pictures, held against what it really says."""

from cells import code, text

SCANS = (
    text("""
# Scans and pictures

The same drawing reaches an archive in six ways: as the PDF of the CAD system, as a clean picture of 300 dpi, from
the office scanner at 200 dpi, photographed on a table, as a faded blueprint, and as a worn copy at 150 dpi. What is
kept, and what is lost?
The drawing is generated, so what it says is known exactly, and every reading can be held against it.

This notebook uses the engine itself, without a service in between.
"""),
    code("""
import pandas as pd

import drawkit

ways = {
    "vectors": {},
    "clean, 300 dpi": {"carrier": "picture", "dpi": 300},
    "office, 200 dpi": {"carrier": "picture", "dpi": 200, "wear": "office"},
    "photographed": {"carrier": "picture", "dpi": 200, "wear": "photo"},
    "blueprint": {"carrier": "picture", "dpi": 200, "wear": "blueprint"},
    "worn, 150 dpi": {"carrier": "picture", "dpi": 150, "wear": "worn"},
}
samples = {way: drawkit.samples.make("turned_part", seed=5, name="shaft", **how) for way, how in ways.items()}


def read(sample):
    result = drawkit.engine.analyze(sample.data, profile="full")
    return drawkit.Result(result, sample.file_name, drawkit.engine.previews(sample.data, result))


results = {way: read(sample) for way, sample in samples.items()}
results["vectors"]
"""),
    text("""
## The worst of them

Turned a little, blurred, with uneven light and specks. drawkit straightens a page before it reads it, and shows it
straightened.
"""),
    code("""
results["worn, 150 dpi"].show()
"""),
    text("""
## A photograph

What the camera saw, and what is read: lines that run together in the distance are made parallel, and the table is cut
away. A sheet shown in a window is cut out in the same way. Names are black, as in every preview.
"""),
    code("""
import io

import matplotlib.pyplot as plt
from PIL import Image


def show_beside(way):
    # the picture as it came, and beside it the sheet as it was read
    _, (came, read) = plt.subplots(1, 2, figsize=(11, 4))
    came.set_title("as it came")
    came.imshow(Image.open(io.BytesIO(samples[way].data)), cmap="gray")
    read.set_title("as it was read")
    read.imshow(Image.open(io.BytesIO(results[way].preview())), cmap="gray")
    for axes in (came, read):
        axes.axis("off")


show_beside("photographed")
"""),
    text("""
## A blueprint

Its paper has faded, so that a line may be no lighter here than the ground is there. What is ink is told by the ground
around it, and shown as dark ink on white.
"""),
    code("""
show_beside("blueprint")
"""),
    text("""
What a page is made of is told with it. How large a sheet is no photograph tells: it is taken for an A3 sheet.
"""),
    code("""
pages = pd.concat({way: result.pages for way, result in results.items()}, names=["way", None]).droplevel(1)
pages[["source", "width_mm", "height_mm", "sheet_size", "readable"]]
"""),
    text("""
## Right and missed

A row counts as right when all of its values are those of the drawing: for a dimension its kind, quantity, nominal
value, deviations, fit, depth and thread; for a feature control frame its characteristic, value and datums. `extra`
is what was read and is not there, most often the wrong twin of something missed. How many rows are right:
"""),
    code("""
told_by = {
    "dimensions": ["kind", "quantity", "nominal", "upper_deviation", "lower_deviation", "fit", "depth", "thread"],
    "geometric_tolerances": ["characteristic", "zone", "value", "datums"],
    "surface_textures": ["parameter", "value"],
    "datum_features": ["label"],
    "revisions": ["revision", "description", "date"],
}


def held_against_truth(way, table):
    told = told_by[table]

    def numbered(frame):  # two equal rows are two rows
        equals = frame.groupby(told, dropna=False, observed=True)
        return frame[["text", "confidence", *told]].assign(nth=equals.cumcount())

    truth = drawkit.Result(samples[way].truth)[table]
    pairs = numbered(truth).merge(
        numbered(results[way][table]), "outer", [*told, "nth"], suffixes=("_drawn", "_read"), indicator="what"
    )
    pairs["what"] = pairs["what"].cat.rename_categories({"both": "right", "left_only": "missed", "right_only": "extra"})
    return pairs


score = pd.DataFrame(
    {(table, way): held_against_truth(way, table)["what"].value_counts() for table in told_by for way in ways}
).T[["right", "missed", "extra"]]
score["right"].unstack()[list(ways)].loc[list(told_by)]
"""),
    text("""
Dimensions, in full:
"""),
    code("""
score.loc["dimensions"]
"""),
    text("""
## What exactly is lost

The dimensions of the worn copy that are not right: what the drawing says, and what was read instead.
"""),
    code("""
worn = held_against_truth("worn, 150 dpi", "dimensions")
wrong = worn[worn["what"] != "right"].sort_values(["nominal", "what"], ignore_index=True)
wrong[["what", "kind", "nominal", "text_drawn", "text_read", "confidence_read"]].round(2)
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

Every row has a confidence. It is what to sort by when a person checks, the least sure first. It is no promise: a
number can be read well and its deviations be missed.
"""),
    code("""
results["worn, 150 dpi"].plot_confidence()
"""),
    text("""
The dimensions of the worn copy again: are the sure ones right?
"""),
    code("""
found = worn[worn["what"] != "missed"]
sure = pd.cut(found["confidence_read"].astype(float), [0, 0.6, 0.9, 1], labels=["up to 0.6", "0.6 to 0.9", "above 0.9"])
told = pd.Categorical(found["what"].astype(str).map({"right": "right", "extra": "wrong"}), ["right", "wrong"])
pd.crosstab(sure.rename("confidence"), told, colnames=["what"], dropna=False)
"""),
)
