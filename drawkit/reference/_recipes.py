"""What is asked for most, with the line that does it."""

from __future__ import annotations

from typing import Final

RECIPES: Final = (
    ("read a drawing", 'result = drawkit.connect().analyze("plate.pdf")'),
    ("read pages of a long PDF", 'client.analyze("book.pdf", pages=[3, 4])'),
    (
        "read some modules alone",
        'client.analyze("big.pdf", "advanced", options={"task_list": ["bom", "tables"], "page_seconds": 300})',
    ),
    ("open a locked PDF", 'client.analyze("plate.pdf", password=getpass.getpass)'),
    (
        "compare two locked PDFs",
        'drawkit.compare("a.pdf", "b.pdf", password=(getpass.getpass, getpass.getpass))',
    ),
    ("see what to look at first", 'result.dimensions.sort_values("confidence").head()'),
    ("see the sheet with its dimensions, numbered like the rows", "result.show_dimensions()"),
    ("correct a value, and take it back", 'result.correct("dimensions", "d12", nominal=5.6); result.undo()'),
    (
        "put a text right, and with it the values that it says",
        'result.correct("dimensions", "d12", text="4x ⌀12.5 H7"); result.read_typed("dimensions", "4x ⌀12.5 H7")',
    ),
    ("say that rows are right, or are not there", 'result.accept("dimensions", "d1"); result.reject("notes", "n4")'),
    ("add what was not read", 'result.add("dimensions", "4x ⌀6.6 ↧ 12", page=1, box=(90, 40, 130, 52))'),
    (
        "one item of two, two of one",
        'result.merge("dimensions", "d1", "d2"); result.split("notes", "n3", "...", "...")',
    ),
    ("see how far a review is", "result.reviewed, result.review"),
    ("hold readings against reviewed ones", "experiment.evaluate()"),
    ("limits of size of every dimension", "result.limits()"),
    ("one workbook of a drawing", 'result.to_excel("plate.xlsx")'),
    ("one workbook of many drawings", 'drawkit.to_excel([plate, shaft], "drawings.xlsx")'),
    ("tables of many drawings", 'drawkit.concat([plate, shaft])["dimensions"]'),
    ("read a whole folder, and go on after a stop", 'drawkit.Experiment("drawings/**/*.pdf").run()'),
    ("keep a result with its corrections", 'result.to_json("plate.json"); drawkit.Result.from_json("plate.json")'),
    ("look at a kept result on its sheet", 'drawkit.Result.from_json("plate.json", drawing="plate.pdf")'),
    ("a notebook to hand on", 'drawkit.share("mine.ipynb")'),
    ("on the command line, all in one workbook", "drawkit analyze drawings/ --combined"),
)
