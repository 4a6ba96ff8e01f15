"""The notebook on parts lists: balloons, languages, many assemblies in one table, files to take along."""

from cells import code, text

PARTS_LISTS = (
    text("""
# Parts lists

A purchaser gets assembly drawings from several offices: in several languages, with columns in another order, with
standard parts named in their own way. What has to be bought, in all?
"""),
    code("""
import tempfile
from pathlib import Path

import pandas as pd

import drawkit

client = drawkit.connect()
sample = drawkit.samples.named("assembly")
assembly = client.analyze(sample.data, "bom", name=sample.file_name)
assembly
"""),
    text("""
## The list and its balloons

The parts list (ISO 7573) as printed, one row an item. Quantities are text: a list may well say "as required".
"""),
    code("""
columns = ["position", "quantity", "part_number", "designation", "material"]
assembly.bom[[*columns, "sheet_zone", "confidence"]]
"""),
    code("assembly.show_bom()"),
    text("""
A balloon knows its row: `item_id` is the `id` of the parts list. So a merge tells where on the sheet each part is
pointed at, and an outer merge also shows a row without a balloon, or a balloon without a row.
"""),
    code("""
linked = assembly.bom.merge(
    assembly.balloons, left_on="id", right_on="item_id", how="outer", suffixes=("", "_balloon"), indicator="link"
)
linked["link"] = linked["link"].map({"both": "linked", "left_only": "no balloon", "right_only": "no row"})
linked.sort_values("position")[["position", "designation", "position_balloon", "sheet_zone_balloon", "link"]]
"""),
    text("""
## Other languages, other layouts

Five more offices. One calls the column Benennung, one Désignation; one leaves out the part numbers and names the
standard parts in full, one adds a column for the mass. Columns drakwit has a word for get its name, the others keep
theirs, in lower case.
"""),
    code("""
offices = {
    "german": {"seed": 8, "language": "de", "layout": "template"},
    "french": {"seed": 5, "language": "fr", "layout": "template"},
    "italian": {"seed": 6, "language": "it", "layout": "plain"},
    "spanish": {"seed": 9, "language": "es"},
    "american": {"seed": 10, "standard": "asme", "units": "inch"},
}
results = {"english": assembly}
for office, habits in offices.items():
    sample = drawkit.samples.make("assembly", name=office, **habits)
    results[office] = client.analyze(sample.data, "bom", name=sample.file_name)
results["german"].bom.drop(columns=assembly.bom.columns.difference(columns))
"""),
    text("""
How many cells of each column are filled tells the layouts apart:
"""),
    code("""
filled = {office: (result.bom != "").sum() for office, result in results.items()}
given = pd.DataFrame(filled).T
given = given.drop(columns=["page", "id", "text", "confidence", "read_from", "sheet_zone", "rotation"])
given.drop(columns=["x0", "top", "x1", "bottom"]).fillna(0).astype(int)
"""),
    text("""
## All in one table

`concat` puts the lists below each other, with a first column that says whose they are. Standard parts are found by
their standard, whether it stands in the part number or in the designation, and so in any language.
"""),
    code("""
parts = drawkit.concat(results, ["bom"])["bom"]
named = parts["designation"].fillna("") + " " + parts["part_number"].fillna("")
parts["standard"] = named.str.extract(r"\\b((?:ISO|DIN|ASME B)\\s?[\\d.]+)", expand=False)
parts["pieces"] = pd.to_numeric(parts["quantity"], errors="coerce").astype("Int64")
bought = parts.dropna(subset="standard")
bought.pivot_table(index="standard", columns="file", values="pieces", aggfunc="sum", fill_value=0, margins=True)
"""),
    text("""
What an order needs is one line a size:
"""),
    code("""
size = named[bought.index].str.extract(r"((?:ISO|DIN|ASME B).*)$", expand=False).str.replace(",", ".").str.strip()
bought.groupby(size.rename("ordered as")).agg(
    pieces=("pieces", "sum"), drawings=("file", lambda names: ", ".join(sorted(set(names))))
)
"""),
    text("""
## Take it along

A workbook holds the sheet with its boxes and a table a tab; CSV is for other programs. Both are written here to a
folder that goes away again, together with the table of all parts.
"""),
    code("""
with tempfile.TemporaryDirectory() as folder:
    assembly.to_excel(Path(folder, "assembly.xlsx"))
    assembly.to_csv(Path(folder, "assembly"))
    parts.to_csv(Path(folder, "all_parts.csv"), index=False)
    files = sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*.*"))
    again = pd.read_csv(Path(folder, "all_parts.csv"), dtype="string")
pd.DataFrame({"written": files})
"""),
    code("""
again.groupby("file").size().rename("rows read back").to_frame()
"""),
)
