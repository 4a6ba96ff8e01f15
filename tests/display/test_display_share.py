"""What `share` writes holds nothing private, whatever the notebook holds."""

import base64
import html
import io
import json
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from cpu_time import Cost
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from PIL import Image

import drawkit
from drawkit import contract, display
from drawkit.display._marks import is_marked, marked, marked_private
from drawkit.display._share_html import clean_html
from drawkit.display._share_names import names_in, pattern_of
from drawkit.display._share_text import Cleaner

KEY = "dk_live_0123456789abcdefghijABCDEFGHIJ012345"
FOREIGN = "the-key-of-another-service-77"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
HOME = "/home/anna.muster/Secret Project"
WINDOWS = "C:\\Users\\anna.muster\\drawings"
PDF = b"%PDF-1.7\n" + bytes(range(256)) * 4 + b"\n%%EOF"
PRIVATE = (KEY, FOREIGN, SECRET, "anna.muster", "Secret Project", "%PDF-1.7", "alert(", "onerror", "javascript:")


def png(shade: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (40, 30), shade).save(buffer, "PNG")
    return buffer.getvalue()


def coded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def output(**data: Any) -> dict[str, Any]:
    bundle = {name.replace("__", "/"): value for name, value in data.items()}
    return nbformat.v4.new_output("display_data", bundle)


def save(path: Path, /, *cells: Any, **metadata: Any) -> Path:
    notebook = nbformat.v4.new_notebook(cells=list(cells), metadata=metadata)
    nbformat.write(notebook, path)
    return path


def code(source: str, *outputs: Any) -> Any:
    return nbformat.v4.new_code_cell(source, outputs=list(outputs), execution_count=1)


def shown(result: display.Result) -> Any:
    bundle = result._repr_mimebundle_()
    return nbformat.v4.new_output("execute_result", bundle, execution_count=1)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A notebook with everything that must not leave, in every place it can stand."""
    widget = {"application/vnd.jupyter.widget-view+json": {"model_id": KEY}}
    state = {"application/vnd.jupyter.widget-state+json": {"state": {"a": {"value": KEY, "data": coded(PDF)}}}}
    cells = [
        nbformat.v4.new_markdown_cell(
            f"# Story\nSee {HOME}/plan.pdf <script>alert(1)</script> ![p](attachment:p.png) "
            f"![q](data:image/png;base64,{coded(png(1))})",
            attachments={"p.png": {"image/png": coded(png(2))}, "ok.png": {"image/png": coded(marked(png(3)))}},
        ),
        code(f'client = drawkit.connect("https://drawings.example", api_key="{KEY}")\nopen(r"{WINDOWS}\\plan.pdf")'),
        code(
            f'token = "{FOREIGN}"\nverify("{SECRET}")',
            nbformat.v4.new_output("stream", text=f"{HOME}/a.pdf {KEY}\n"),
        ),
        code(
            "boom()",
            nbformat.v4.new_output(
                "error", ename="OSError", evalue=f"no file {HOME}/plan.pdf",
                traceback=[f"\x1b[0;32m{HOME}/lib/x.py\x1b[0m in \x1b[0;36mread\x1b[0m(key='{KEY}')"],
            ),
        ),
        code("pdf", output(text__plain=repr(PDF))),
        code("b64", output(text__plain=coded(PDF), text__html=f"<p>{coded(PDF)}</p>")),
        code("form", output(**{"text/plain": "Form()"}, **widget)),
        code("viewer", output(**{"text/plain": "Viewer()", "text/html": "<b>the result</b>"}, **widget)),
        code("source", output(image__png=coded(png(9)), image__jpeg="AAAA", text__plain="<Image>")),
        code("svg", output(**{"image/svg+xml": f"<svg>{HOME}</svg>", "application/pdf": coded(PDF)}, text__plain="s")),
        code("js", output(**{"application/javascript": "alert(1)"})),
        code("json", output(**{"application/json": {"path": f"{HOME}/x.pdf", "more": [KEY, 3, None]}})),
        code(
            "html",
            output(
                text__html=f"<div onclick='alert(1)' style='background:url(x)'><img src=x onerror=alert(1)>"
                f"<a href='javascript:alert(1)'>a</a><a href='https://x.example/?token={KEY}'>b</a>"
                f"<img src='data:image/png;base64,{coded(png(5))}'><iframe src='{HOME}'></iframe>"
                f"<object><object>{KEY}</object></object><b title='{HOME}/t.pdf'>kept</b><br/>"
                f"<style>@import 'file:{HOME}/x.css';</style><svg><text>{KEY}</text></svg>&lt;script&gt;"
            ),
        ),
        nbformat.v4.new_raw_cell(f"raw {HOME}/x.pdf"),
    ]  # fmt: skip
    cells[1].metadata.update(tags=["kept", KEY], papermill={"path": HOME}, ExecuteTime=HOME)
    kernel = {"name": "python3", "display_name": f"Python ({HOME}/env)", "language": "python", "env": HOME}
    language = {"name": "python", "file": HOME}
    return save(tmp_path / "story.ipynb", *cells, widgets=state, kernelspec=kernel, language_info=language, path=HOME)


def texts(shared: display.Shared) -> tuple[str, str]:
    assert shared.html is not None
    return shared.notebook.read_text("utf-8"), shared.html.read_text("utf-8")


@pytest.mark.shows_secrets("in the notebook that is to be shared")
def test_nothing_private_leaves(hostile: Path) -> None:
    before = hostile.read_bytes()
    shared = drawkit.share(hostile)
    assert (shared.notebook.name, shared.notebook.parent) == ("story.shared.ipynb", hostile.parent)
    notebook, page = texts(shared)
    assert {word for word in PRIVATE if word in notebook} == set()
    body = page[page.index("<body") :]
    assert {word for word in PRIVATE if word in body} == set()
    for data in (PDF, png(1), png(2), png(5), png(9)):
        assert coded(data)[:60] not in notebook + page
    assert hostile.read_bytes() == before
    assert {"key", "path", "picture", "run of bytes", "widget", "widget state", "active element"} == set(shared.removed)


@pytest.mark.shows_secrets("in the notebook that is to be shared")
def test_what_may_stay_stays(hostile: Path) -> None:
    shared = drawkit.share(hostile)
    notebook = nbformat.read(shared.notebook, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata == {
        "kernelspec": {"name": "python3", "display_name": "Python (…/env)", "language": "python"},
        "language_info": {"name": "python"},
    }
    cells = notebook.cells
    assert cells[0].attachments == {"ok.png": {"image/png": coded(marked(png(3)))}}
    assert cells[1].source == 'client = drawkit.connect("https://drawings.example", api_key="***")\nopen(r"…/plan.pdf")'
    assert cells[1].metadata == {"tags": ["kept", "***"]}
    assert cells[2].outputs[0].text == "…/a.pdf ***\n"
    assert cells[3].outputs[0].traceback == ["…/x.py in read(key='***')"]
    assert cells[6].outputs[0].data["text/markdown"].startswith("*A widget stood here")
    assert cells[7].outputs[0].data == {"text/plain": "Viewer()", "text/html": "<b>the result</b>"}
    assert cells[10].outputs == []
    assert json.loads(cells[11].outputs[0].data["text/plain"]) == {"path": "…/x.pdf", "more": ["***", 3, None]}
    assert '<b title="…/t.pdf">kept</b><br><style></style>&lt;script&gt;' in cells[12].outputs[0].data["text/html"]


def test_a_result_shows_without_kernel_or_widget(tmp_path: Path, result: display.Result, png: bytes) -> None:
    sure = display.Result(result.data, "housing.pdf", [png, png], redacted=True)
    unsure = display.Result(result.data, "housing.pdf", [png, png])
    bare = display.Result(result.data, "housing.pdf")
    drawn = [unsure.show(), sure.show(), bare.show(), sure.plot_tolerances()]
    sizes = {"image/png": {"width": 5, "x": 1}}
    pictures = [
        nbformat.v4.new_output("display_data", {"text/plain": "p", "image/png": coded(p.png)}, metadata=sizes)
        for p in drawn
    ]
    path = save(
        tmp_path / "n.ipynb",
        code("a", shown(sure)),
        code("b", shown(unsure)),
        code("c", shown(bare)),
        code("d", *pictures),
    )
    shared = drawkit.share(path, tmp_path / "out")
    assert shared.notebook == tmp_path / "out" / "n.ipynb"
    notebook, page = texts(shared)
    assert page[page.index("<body") :].count("data:image/png;base64,") == 4
    assert page.count("picture removed") == 1
    kept = nbformat.read(shared.notebook, as_version=4).cells[3].outputs
    assert [is_marked(base64.b64decode(o.data.get("image/png", ""))) for o in kept] == [False, True, False, True]
    assert kept[1].metadata == {"image/png": {"width": 5}}
    for told in ("Bearing housing", "⌀3 ±0.1", "could not look"):
        assert told in page
        assert told in notebook
    assert repr(shared) == "<Shared: n.ipynb and n.html; taken out: 3 pictures>"
    assert "3 pictures" in shared._repr_html_()


def test_a_sheet_without_preview_names_nobody(png: bytes) -> None:
    def sheet(name: str, **more: Any) -> bytes:
        field = contract.TitleField(label="Drawn", value=name, box=(20, 20, 300, 60))
        block = contract.TitleBlock(text=name, drawn_by=name, box=(10, 10, 320, 80), fields=(field,))
        data = contract.Result(pages=(contract.PageReport(page=1, width=400, height=300),), title_blocks=(block,))
        return display.Result(data, **more)._sheet(1)

    assert sheet("Anna Muster") == sheet("Hugo Beispiel")
    assert is_marked(sheet("Anna Muster"))
    assert not is_marked(sheet("Anna Muster", previews=[png]))
    assert is_marked(sheet("Anna Muster", previews=[png], redacted=True))


@pytest.mark.shows_secrets("in the notebook that is to be shared")
def test_the_page_needs_nothing_from_elsewhere(hostile: Path) -> None:
    _, page = texts(drawkit.share(hostile))
    assert not [part for part in page.split("<script")[1:] if 'src="http' in part.split(">")[0]]


def test_keys_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWKIT_API_KEY", FOREIGN)
    path = save(tmp_path / "n.ipynb", code(f"print('{FOREIGN}')"), nbformat.v4.new_markdown_cell(f"a{FOREIGN}b"))
    shared = drawkit.share(path, tmp_path / "copy.ipynb", html=False)
    assert shared.html is None
    assert FOREIGN not in shared.notebook.read_text("utf-8")
    assert [cell["source"] for cell in json.loads(shared.notebook.read_text())["cells"]] == ["print('***')", "a***b"]


def test_a_key_that_stays_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path / "n.ipynb", nbformat.v4.new_markdown_cell(KEY))
    monkeypatch.setattr(Cleaner, "_keys", lambda self, text: text)
    with pytest.raises(drawkit.DrawkitError, match="A key is left in"):
        drawkit.share(path)
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_notebook(tmp_path: Path) -> None:
    for text, told in (("{", "not JSON"), ("[]", "format 4"), ('{"cells": [], "nbformat": 3}', "format 4")):
        (tmp_path / "n.ipynb").write_text(text)
        with pytest.raises(drawkit.DrawkitError, match=told):
            drawkit.share(tmp_path / "n.ipynb")
    path = save(tmp_path / "n.ipynb")
    with pytest.raises(drawkit.DrawkitError, match="own place"):
        drawkit.share(path, tmp_path)
    assert repr(drawkit.share(path)).endswith("nothing had to be taken out>")


def test_without_nbconvert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path / "n.ipynb", code("1"))
    monkeypatch.setitem(sys.modules, "nbconvert", None)
    with pytest.raises(ImportError, match="pip install nbconvert"):
        drawkit.share(path)
    assert list(tmp_path.iterdir()) == [path]
    assert drawkit.share(path, html=False).notebook.exists()


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ('os.environ["DRAWKIT_API_KEY"] = "abc99xyz"', 'os.environ["DRAWKIT_API_KEY"] = "***"'),
        ("%env DRAWKIT_API_KEY=abc99xyz", "%env DRAWKIT_API_KEY=***"),
        ("DRAWKIT_API_KEY=abc99xyz drawkit analyze", "DRAWKIT_API_KEY=*** drawkit analyze"),
        ("Authorization: Bearer abc123456789", "Authorization: Bearer ***"),
        ("https://user:pw@host/x?token=abcdef", "https://***@host/x?token=***"),
        ("/published/abcdefgh1234/1.png", "/published/***/1.png"),
        ("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----", "***"),
        (f"File {HOME}/x.py, line 3", "File …/x.py, line 3"),
        (f'"{WINDOWS}\\a b.pdf"'.replace("\\", "\\\\"), '"…/a b.pdf"'),
        ("\\\\server\\share\\a.pdf", "…/a.pdf"),
        ("~/drawings/a.pdf, /root and /home/anna", "…/a.pdf, … and …"),
        ("file:///srv/a.pdf", "…/a.pdf"),
    ],
)  # fmt: skip
def test_what_goes_from_a_text(text: str, clean: str) -> None:
    assert Cleaner().text(text) == clean


@pytest.mark.parametrize(
    "text",
    ["12.05/11.95, 1/2, ISO 2768/mK, +0.1/0", "POST /api/open/tasks", "https://drawkit.example/a/b/c.html", "n/a",
     "1/min", "drawings/*.pdf ../x/a.pdf", "M8 / 6H / LH", "-" * 400, "</div></b>", 'b"%PDF-1.7"', "a basic dimension"],
)  # fmt: skip
def test_what_only_looks_private_stays(text: str) -> None:
    cleaner = Cleaner()
    assert cleaner.text(text) == text
    assert not +cleaner.removed


@pytest.mark.parametrize(
    "part", ["/a b c ", "a", "/ ", "\\x00", "'/", "C:\\", "://a:", "Bearer ", "~/", "data:;a", "dk_", '"/a']
)
def test_cleaning_takes_time_in_proportion(cpu_seconds: Cost, part: str) -> None:
    assert cpu_seconds(Cleaner().text, part * (200_000 // len(part))) < 5


@given(st.text(), st.text(), st.sampled_from([KEY, SECRET]))
@settings(max_examples=50, deadline=None)
def test_a_key_goes_wherever_it_stands(before: str, after: str, key: str) -> None:
    assert key not in Cleaner().text(f"{before} {key} {after}")
    assert key not in clean_html(f"<p title='{key}'>{key}</p>{before}<b>{key}</b>{after}", Cleaner())


@given(st.text())
@settings(max_examples=50, deadline=None)
def test_clean_html_is_clean(text: str) -> None:
    once = clean_html(f"<div><script>{text}</script>{text}</div>", Cleaner())
    assert "<script" not in once.lower()


def test_pictures_of_figures_by_hand_go(tmp_path: Path) -> None:
    figure = Figure()
    figure.add_subplot().plot([1, 2])
    path = save(tmp_path / "n.ipynb", code("f", output(image__png=coded(drawkit.figures.to_png(figure)))))
    shared = drawkit.share(path, html=False)
    assert shared.removed == {"picture": 1}


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("<p>a<script>b", "<p>a"),
        ("<div/><br></br><hr>", "<div></div><br><hr>"),
        ("<iframe><p>a</p></iframe>b", "b"),
        ("<object><embed src=x><svg><b>a</object>c", "c"),
        ("<custom-tag x=1>a</custom-tag><!-- b --><?c?><![CDATA[d]]>", "a"),
        ("<style>.a{color:red}</style>", "<style>.a{color:red}</style>"),
        ("<style>.a{background:url(x)}</style>", "<style></style>"),
        ("<a href='/home/anna/x.html'>a</a><a href='#b'>b</a>", '<a>a</a><a href="#b">b</a>'),
        ("<img alt=x><img src='https://x.example/a.png'>", "<i>[picture removed]</i>" * 2),
        ("<td style='color:red' colspan=2 hidden>", '<td style="color:red" colspan="2" hidden="">'),
        ("</p></script>", "</p>"),
    ],
)
def test_html_that_is_written_anew(source: str, clean: str) -> None:
    assert clean_html(source, Cleaner()) == clean


def test_words_after_a_picture_are_cleaned_too() -> None:
    picture = coded(marked(png(3)) + b"aaa"[: -len(marked(png(3))) % 3])
    assert "=" not in picture, "nothing ends the data but the text itself"
    text = f"data:image/png;base64,{picture} {HOME}/x.pdf {KEY}"
    assert Cleaner().text(text) == f"data:image/png;base64,{picture} …/x.pdf ***"
    assert Cleaner().text("data:application/pdf;base64,JVBERi0=") == "data:,"
    assert Cleaner().text("data:image/png;base64,A") == "data:,"


def test_a_picture_holds_nothing_but_itself(tmp_path: Path) -> None:
    raw = nbformat.v4.new_output("display_data", {"image/png": f"{coded(marked(png(3)))}\n*{KEY}*"})
    odd = nbformat.v4.new_output("display_data", {"image/png": "A"})
    shared = drawkit.share(save(tmp_path / "n.ipynb", code("x", raw, odd)), html=False)
    assert KEY not in shared.notebook.read_text("utf-8")
    assert len(json.loads(shared.notebook.read_text("utf-8"))["cells"][0]["outputs"]) == 1


def test_older_notebooks_have_no_ids(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["a\n", f"{KEY[:9]}", KEY[9:]]}
    path.write_text(
        json.dumps({"cells": [cell, {**cell, "id": KEY}], "metadata": {}, "nbformat": 4, "nbformat_minor": 2})
    )
    notebook = nbformat.read(drawkit.share(path).notebook, as_version=4)
    nbformat.validate(notebook)
    assert [(cell.id, cell.source) for cell in notebook.cells] == [("cell-00", "a\n***"), ("cell-01", "a\n***")]


def test_the_room_tells_its_names() -> None:
    assert {"share", "Result"} <= set(dir(display))
    with pytest.raises(AttributeError, match="no attribute 'shares'"):
        _ = display.shares


def test_charts_and_attachments_of_ones_own_stay_where_they_are_wanted(tmp_path: Path) -> None:
    own, ours, sheet = (base64.b64encode(data).decode() for data in (png(1), marked(png(1)), marked_private(png(1))))
    outputs = [
        nbformat.v4.new_output("display_data", {"image/png": picture, "text/plain": told})
        for picture, told in (
            (own, "<Figure>"),
            (ours, "<Picture: a>"),
            (sheet, "<Picture: b>"),
            (own, "<Picture: old>"),
        )
    ]
    text = nbformat.v4.new_markdown_cell("![two\nlines](attachment:a.png) and ![b](attachment:b.png)")
    text["attachments"] = {"a.png": {"image/png": own}, "b.png": {"image/png": sheet}}
    path = tmp_path / "n.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1", outputs=outputs), text]), path)

    def kept(**more: Any) -> tuple[list[bool], str]:
        cells = nbformat.read(drawkit.share(path, html=False, **more).notebook, as_version=4).cells
        return ["image/png" in output.data for output in cells[0].outputs], cells[1].source

    assert kept() == ([False, True, False, False], "*[picture removed]* and *[picture removed]*")
    assert kept(keep="charts")[0] == [True, True, False, False]
    both = kept(keep=("charts", "attachments"))
    assert both == ([True, True, False, False], "![two\nlines](attachment:a.png) and *[picture removed]*")
    with pytest.raises(ValueError, match=r"nothing called 'all' to keep\. Choose from: attachments, charts"):
        drawkit.share(path, keep="all")


class Names:
    """A notebook that tells names in each way that drawkit's own objects have."""

    def __init__(self, folder: Path, **fields: str) -> None:
        block = contract.TitleBlock(page=1, text="Rahmen 7 " + " ".join(fields.values()), title="Rahmen 7", **fields)
        notes = [contract.Note(page=1, text=t) for t in ("DEBURR ALL EDGES", "© 2020 Zenko Works, all rights reserved")]
        data = contract.Result(
            pages=(contract.PageReport(page=1, width=400, height=300),), title_blocks=(block,), notes=tuple(notes)
        )
        read = display.Result(data, "a.pdf")
        printed = contract.TitleField(label="Gezeichnet", value=fields.get("drawn_by", ""))
        labelled = display.Result(
            data.model_copy(update={"title_blocks": (contract.TitleBlock(fields=(printed,)),)}), ""
        )
        frames = [read.title_blocks, read.title_blocks.T, read.title_block, read.notes, labelled.title_fields]
        frames += [read.title_blocks[["company", "text"]]]
        shown = [output(text__plain=repr(f), text__html=f._repr_html_()) for f in frames]
        shown += [output(text__plain=repr(block)), nbformat.v4.new_output("stream", text=data.to_json())]
        story = nbformat.v4.new_markdown_cell("From " + ", ".join(fields.values()) + ": a frame.")
        self.path = save(folder / "names.ipynb", story, code("read.title_blocks", *shown))


@pytest.mark.parametrize(
    "fields",
    [
        {"company": "ZENKO FORGE LTD", "drawn_by": "J. Smithers"},
        {"company": "Ateliers de Quarn-Vallée <&> Sœurs", "approved_by": "Ö. Nilsson", "checked_by": "QV"},
        {"company": "有限会社善光製作所", "drawn_by": "山田"},
        {"company": "The laboratory of moving and standing wheels in Upper Zenkovia"},
    ],
)
def test_names_that_a_result_tells_are_not_handed_on(tmp_path: Path, fields: dict[str, str]) -> None:
    names = Names(tmp_path, **fields)
    before = names.path.read_text("utf-8")
    shared = drawkit.share(names.path)
    parts = {*fields.values(), "Smithers", "Nilsson", "Zenko Works"}
    for text in texts(shared):
        body = html.unescape(text[text.find("<body") + 1 :]).replace("\\n", " ")
        assert [part for part in parts if part in body] == []
        assert "Rahmen 7" in body
        assert "DEBURR ALL EDGES" in body
    assert shared.removed["name"] > 5
    assert "Zenko" in before
    assert "moving" not in names_in(json.loads(before)), "a word of a company's name is no name"
    kept = drawkit.share(names.path, tmp_path / "kept", keep="names")
    assert all(value in nbformat.read(kept.notebook, as_version=4).cells[0].source for value in fields.values())


@pytest.mark.parametrize("text", ["drawn_by = None", "company: 4711", "drawn_by='DATE'", "company=''"])
def test_what_is_no_name_blacks_nothing_out(text: str) -> None:
    source = {"cells": [{"source": text + " DATE 4711", "outputs": []}]}
    assert names_in(source) == set()
    assert pattern_of(()) is None


@given(st.sets(st.text(min_size=1, max_size=60), max_size=5), st.text())
def test_any_names_and_texts(names: set[str], text: str) -> None:
    pattern = pattern_of(name for name in names if name.strip())
    for name in names if pattern else ():
        if name.strip() == name and name.isalnum():
            assert pattern.search(f"{text} {name} {text}")
