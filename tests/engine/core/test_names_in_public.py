"""No name that the corpus labels can be read in what is published, by the readers that read drawings.

The usual run takes a few drawings; `DRAWKIT_IN_PUBLIC=all` takes them all.
"""

import json
import os
import re
from pathlib import Path

import pytest

from drawkit.contract import Options
from drawkit.engine import analyze, previews, summarise
from drawkit.engine.harmless import is_common
from drawkit.engine.load import open_drawing
from drawkit.engine.personal import PERSONAL
from drawkit.engine.titles.labels import plain

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
FEW = ("sled_jig", "lagergehaeuse", "catia_title_block_example", "tigers_12_radkasten", "bearing_house_part")
_SHORTEST = 4  # letters of a part of a name; of a shorter one only a whole word is one


def labelled():
    """The drawings with labels that are here."""
    wanted = None if os.environ.get("DRAWKIT_IN_PUBLIC") == "all" else FEW
    for folder in (CORPUS, *sorted(CORPUS.glob("unseen/batch-*"))):
        for label in sorted(folder.glob("labels/*.json")):
            for drawing in folder.glob(f"drawings/{label.stem}.*"):
                if wanted is None or label.stem in wanted:
                    yield pytest.param(drawing, label, id=label.stem)


def names_in(label):
    """Names of people and companies, whole and in parts that tell of them."""
    pages = json.loads(label.read_text("utf-8"))["pages"]
    whole = {(page.get("title_block") or {}).get(field) for page in pages for field in PERSONAL} - {None, ""}
    parts = {part for name in whole for part in re.split(r"[\s,._-]+", name) if len(part) >= _SHORTEST}
    return whole | {part for part in parts if not is_common(part)}


def told(name, word):
    """Whether a word tells a name: a short one as a word of its own, as "Meta" is none of METAL."""
    key, read = plain(name), plain(word)
    return key in read if len(key) > _SHORTEST else key in map(plain, re.split(r"[^\w&]+|_", word))


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the labelled corpus is not beside the project")
@pytest.mark.parametrize(("drawing", "label"), list(labelled()))
def test_no_labelled_name_is_readable(drawing, label):
    data, names = drawing.read_bytes(), names_in(label)
    result = analyze(data, profile="advanced", options=Options(task_list=("dimensions",)))
    found = []
    for number, picture in enumerate(previews(data, result), start=1):
        with open_drawing(picture) as source:
            words = [word.text for word in source.sheet(1).words]
        found += [(number, name, word) for name in names for word in words if told(name, word)]
    assert found == []
    summary = json.dumps(summarise(result), ensure_ascii=False)
    assert [name for name in names if len(plain(name)) >= _SHORTEST and plain(name) in plain(summary)] == []


def test_a_name_in_the_open_would_be_found():
    assert told("J. Smithers", "Drawn: J.SMITHERS")
    assert told("Smithers", "smithers2020")
    assert (told("AC", "AC"), told("AC", "FACE")) == (True, False)
    assert (told("Meta", "Meta, 2019"), told("Meta", "METAL,")) == (True, False)
