"""The notebook on dimensions and tolerances: what is narrow, what is drilled, what refers to which datum."""

from cells import code, text

DIMENSIONS = (
    text("""
# Dimensions and tolerances

Two parts are to be made: a plate and a shaft. Before anyone quotes, someone goes through the drawings and asks what
is narrow, what is drilled and tapped, and what is measured from where. Here the drawings become DataFrames, and
pandas does the asking.
"""),
    code("""
import pandas as pd

import drawkit

client = drawkit.connect()
samples = {
    "plate": drawkit.samples.make("plate", seed=47, fit_deviations=True, name="plate"),
    "shaft": drawkit.samples.make("turned_part", seed=52, fit_deviations=True, name="shaft"),
}
parts = {name: client.analyze(sample.data, name=sample.file_name) for name, sample in samples.items()}
plate, shaft = parts["plate"], parts["shaft"]
plate.show_dimensions()
"""),
    text("""
## Each dimension a row

Numbers in the picture are rows of the table. A fit such as H7 (ISO 286) is kept as printed; deviations are signed
numbers, and empty where the sheet prints none: those follow the general tolerance of the title block.
"""),
    code("""
columns = ["text", "kind", "quantity", "nominal", "upper_deviation", "lower_deviation", "fit", "sheet_zone"]
plate.dimensions[columns]
"""),
    text("""
## What is narrow

Both drawings in one table, the width of each tolerance beside its nominal size, narrowest first.
"""),
    code("""
both = drawkit.concat(parts, ["dimensions"])["dimensions"]
lengths = both[both["kind"] != "angle"]
narrow = lengths.assign(width=(lengths["upper_deviation"] - lengths["lower_deviation"]).round(4))
narrow = narrow.dropna(subset="width").sort_values(["width", "nominal"])
narrow[["file", "text", "nominal", "upper_deviation", "lower_deviation", "width"]].head(8)
"""),
    code("shaft.plot_tolerances()"),
    text("""
Which fits are needed, and on what sizes: the list of gauges.
"""),
    code("""
fits = both.dropna(subset="fit")
fits.groupby(["fit", "kind"], observed=True).agg(
    drawings=("file", lambda names: ", ".join(sorted(set(names)))),
    sizes=("nominal", lambda sizes: ", ".join(f"{size:g}" for size in sorted(set(sizes)))),
    features=("quantity", "sum"),
)
"""),
    text("""
## Between which limits

An inspection plan needs limits of size, and most sheets print a fit without its deviations, as this shaft does.
`drawkit.limits` tells the limits of each dimension and their origin: stated on the drawing, or computed by its fit
(ISO 286) or by the general tolerance of the title block: a class of ISO 2768-1, or deviations as printed, such as
`.XX ±0.05`. What cannot be known stays empty, and says why.
"""),
    code("""
sample = drawkit.samples.make("turned_part", seed=52, name="shaft_without_deviations")
plain_shaft = client.analyze(sample.data, name=sample.file_name)
sizes = drawkit.limits(plain_shaft)
sizes[["text", "nominal", "lower_limit", "upper_limit", "unit", "origin", "rule", "reason"]]
"""),
    code("plain_shaft.plot_tolerances()"),
    text("""
The first shaft prints the deviations of its fits. There the limits are read, here they are computed; they agree:
"""),
    code("""
computed = sizes.assign(fit=plain_shaft.dimensions["fit"]).query("origin == 'fit'")
printed = drawkit.limits(shaft).assign(fit=shaft.dimensions["fit"]).query("origin == 'stated'")
of = ["fit", "nominal"]
agreed = computed.merge(printed, on=of, suffixes=("", "_printed")).drop_duplicates(of)
agreed[[*of, "lower_limit", "lower_limit_printed", "upper_limit", "upper_limit_printed"]]
"""),
    text("""
## Limits instead of deviations

A drawing to ASME Y14.5 in inches often prints the two limits of a size. They stand in `max` and `min`, and no
nominal value is made up.
"""),
    code("""
sample = drawkit.samples.make("turned_part", seed=4, standard="asme", units="inch", name="inch_shaft")
parts["inch_shaft"] = client.analyze(sample.data, name=sample.file_name)
limits = parts["inch_shaft"].dimensions.dropna(subset="upper_limit")
limits.assign(width=(limits["upper_limit"] - limits["lower_limit"]).round(4))[
    ["kind", "nominal", "upper_limit", "lower_limit", "width", "tolerance_from", "sheet_zone"]
]
"""),
    text("""
## What is drilled and tapped

A hole callout is put together into one row: how many, diameter, depth or through, thread, counterbore.
"""),
    code("""
drilled = ["quantity", "diameter", "depth", "through", "thread", "counterbore_diameter", "counterbore_depth"]
plate.holes[["text", *drilled]].sort_values("diameter")
"""),
    text("""
Threads, wherever they are, inside or outside:
"""),
    code("""
threads = drawkit.concat(parts, ["threads"])["threads"]
threads[["file", "designation", "quantity", "depth", "sheet_zone"]]
"""),
    text("""
## What is measured from where

Feature control frames (ISO 1101) have their datums in columns, so that the frames of one setup are a filter away.
Here: everything of plate and shaft that starts from datum A, or from the common axis A-B, smallest zone first.
"""),
    code("""
frames = drawkit.concat({"plate": plate, "shaft": shaft}, ["geometric_tolerances"])["geometric_tolerances"]
from_a = frames[frames["primary"].isin(["A", "A-B"])].sort_values(["value", "characteristic"])
from_a[["file", "characteristic", "zone", "value", "modifiers", "primary", "secondary", "tertiary"]]
"""),
    text("""
Surface textures (ISO 21920-1), as printed: in micrometres, on the inch drawing in microinches.
"""),
    code("""
textures = drawkit.concat(parts, ["surface_textures"])["surface_textures"]
textures.groupby(["file", "parameter", "value"], observed=True).size().rename("symbols").to_frame()
"""),
    text("""
## When the text layer has lost its symbols

Many CAD systems draw ⌀, ±, ° and the symbols of frames as lines: to copy and paste, ⌀20 is 20. drawkit looks at the
picture as well. The same plate, exported that way, reads the same:
"""),
    code("""
sample = drawkit.samples.make(
    "plate", seed=47, fit_deviations=True, carrier="lost_symbols", name="plate_without_symbols"
)
bare = client.analyze(sample.data, name=sample.file_name)
bare
"""),
    code("""
how_it_was_read = ["id", "dimension_id", "text", "confidence", "read_from", "rotation", "x0", "top", "x1", "bottom"]


def values(result, table):
    return sorted(map(str, result[table].drop(columns=how_it_was_read, errors="ignore").itertuples(index=False)))


tables = ["dimensions", "holes", "threads", "geometric_tolerances", "datum_features", "surface_textures"]
pd.DataFrame(
    {
        "with symbols": [len(plate[table]) for table in tables],
        "without": [len(bare[table]) for table in tables],
        "same values": [values(plate, table) == values(bare, table) for table in tables],
    },
    index=tables,
)
"""),
)
