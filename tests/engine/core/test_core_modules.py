from itertools import pairwise

import pytest
from core_drawing import Pdf, opened, path, round_path, sheet_of, stroke_paths, word
from engine_drawing import Drawing

from drawkit.contract import Counterbore, Countersink, Dimension, TitleBlock
from drawkit.engine.modules import dimensions, holes, notes, surface_textures, threads, views
from drawkit.engine.page import MODULES, read_sheet
from drawkit.engine.units import unit_named, units_of

near = pytest.approx


def drawing(*texts, lines=(), boxes=(), onto=None):
    made = onto or Drawing()
    for x, y, text, *rest in texts:
        made.text(x, y, text, *rest)
    for line in lines:
        made.line(*line)
    for box in boxes:
        made.box(*box)
    return made.sheet()


def sized(*texts, lines=(), boxes=(), units=None):
    """The dimensions of texts on dimension lines that end in arrow heads."""
    made = Drawing()
    for line in lines:
        made.dimension_line(*line)
    sheet = drawing(*texts, boxes=boxes, onto=made)
    return dimensions.read(sheet, sheet.words, units)


UNDER = (80, 102, 160, 102)
"""A dimension line under a text at (100, 100)."""


def test_a_number_over_its_dimension_line_is_a_dimension():
    [found] = sized((100, 100, "12.5"), lines=[UNDER])
    assert (found.kind, found.nominal, found.page, found.text) == ("linear", 12.5, 1, "12.5")
    assert found.box == near((100, 94.6, 114, 101), abs=0.1)
    assert found.confidence > 0.7
    assert found.read_from == "text layer"


def test_a_callout_without_a_line_is_less_sure_and_a_bare_number_is_none():
    [alone] = sized((100, 100, "⌀12.5 H7"))
    [tied] = sized((100, 100, "⌀12.5 H7"), lines=[UNDER])
    assert alone.confidence < tied.confidence
    assert sized((100, 100, "7")) == []


def test_deviations_above_each_other_belong_to_their_number():
    [found] = sized((100, 100, "12.5"), (115, 96, "+0.2", 3.5), (115, 100.2, "-0.1", 3.5), lines=[UNDER])
    assert (found.nominal, found.upper_deviation, found.lower_deviation) == (12.5, 0.2, -0.1)


def test_a_boxed_number_is_exact():
    made = Drawing().text(100, 100, "30").box(97, 92, 110, 103)
    made.line(60, 97.5, 97, 97.5).head(60, 97.5, (-1, 0)).line(110, 97.5, 150, 97.5).head(150, 97.5, (1, 0))
    sheet = made.sheet()
    [found] = dimensions.read(sheet, sheet.words, None)
    assert (found.nominal, found.basic) == (30, True)


def test_lines_of_a_hole_callout_are_one_dimension():
    [found] = sized((100, 100, "4x ⌀9 THRU"), (100, 108, "⌴ ⌀15 ↧9"), lines=[UNDER])
    assert (found.quantity, found.nominal, found.depth) == (4, 9, "THRU")
    assert found.counterbore == Counterbore(diameter=15, depth=9)
    assert found.box[3] > 108


def test_lines_that_do_not_read_as_one_are_read_alone():
    found = sized((100, 100, "R5"), (100, 150, "⌀8 H7"), lines=[UNDER, (80, 152, 160, 152)])
    assert sorted(d.text for d in found) == ["R5", "⌀8 H7"]


def test_two_callouts_on_one_line_are_two():
    found = sized((100, 100, "⌀12 ⌀20"), lines=[UNDER])
    assert sorted(d.nominal for d in found) == [12, 20]


def test_limits_behind_a_second_diameter_sign_are_another_diameter():
    found = sized((100, 100, "⌀1.950"), (125, 100, "⌀"), (130, 96, "1.4007", 3.5), (130, 100.2, "1.4002", 3.5),
                  lines=[(80, 102, 160, 102)])  # fmt: skip
    assert [(d.nominal, d.max, d.min) for d in found] == [(1.95, None, None), (None, 1.4007, 1.4002)]


@pytest.mark.parametrize("ends", [(68, 147), (68, 100, 130, 139, 147), (68, 141, 144.5, 147)])
def test_numbers_counted_from_a_zero_are_ordinates_however_their_lines_are_drawn(ends):
    made = Drawing()
    for k, text in enumerate(("0", "12.5", "40")):
        y = 97.5 + 30 * k
        made.text(150, 100 + 30 * k, text)
        for a, b in pairwise(ends):
            made.line(a, y, b, y)
    sheet = made.sheet()
    assert [(d.kind, d.nominal) for d in dimensions.read(sheet, sheet.words, None)] == [
        ("ordinate", 0),
        ("ordinate", 12.5),
        ("ordinate", 40),
    ]


def test_numbers_in_rings_and_words_are_no_dimensions():
    sheet = sheet_of([word("7", 100, 100)], [round_path(101.75, 97.5, 9, group=1)])
    assert dimensions.read(sheet, sheet.words, None) == []
    assert sized((100, 100, "SECTION"), lines=[UNDER]) == []


def test_a_text_of_two_sources_is_from_both():
    first = word("4x ⌀9 THRU", 100, 100)
    second = word("⌴ ⌀15", 100, 108, read_from="recognised", confidence=0.8)
    sheet = sheet_of([first, second], [path(80, 102, 160, 102)])
    [found] = dimensions.read(sheet, sheet.words, None)
    assert found.read_from == "both"
    doubtful = sheet.at(words=(first, second.with_text(second.text, confidence=0.2)))
    assert dimensions.read(doubtful, doubtful.words, None)[0].confidence < found.confidence
    same = sheet.at(words=(first.with_text(first.text, read_from="recognised"), second))
    assert dimensions.read(same, same.words, None)[0].read_from == "recognised"


def test_a_lone_recognised_figure_is_a_piece_of_a_line():
    one = word("1", 100, 100, read_from="recognised", confidence=0.9)
    sheet = sheet_of([one], [path(80, 102, 160, 102)])
    assert dimensions.read(sheet, sheet.words, None) == []


@pytest.mark.parametrize(
    ("texts", "mark"),
    [(["12,5", "3,2", "1.5"], ","), (["12.5", ".750"], "."), (["12", "A,B"], None), ([], None), (["1,2", "1.2"], ".")],
)
def test_the_decimal_mark_is_that_of_most_numbers(texts, mark):
    assert dimensions.decimal_mark([word(t) for t in texts]) == mark


def hole(**values):
    return Dimension(id="d4", page=2, kind=values.pop("kind", "diameter"), text="callout", box=(1, 2, 3, 4), **values)


def test_threads_and_holes_are_taken_from_callouts():
    tapped = hole(kind="thread", nominal=8, thread="M8x1.25-6H", quantity=4, depth=20)
    [thread], [made] = threads.read([tapped, hole(nominal=9)]), holes.read([tapped])
    assert (thread.designation, thread.quantity, thread.depth, thread.dimension_id) == ("M8x1.25-6H", 4, 20, "d4")
    assert (thread.page, thread.box, thread.text) == (2, (1, 2, 3, 4), "callout")
    assert (made.thread, made.diameter, made.quantity, made.dimension_id) == ("M8x1.25-6H", 8, 4, "d4")


@pytest.mark.parametrize(
    ("values", "is_hole"),
    [
        ({"nominal": 9}, False),
        ({"nominal": 9, "quantity": 2}, True),
        ({"nominal": 9, "depth": "THRU"}, True),
        ({"nominal": 9, "countersink": Countersink(diameter=12, angle=90)}, True),
        ({"nominal": 9, "counterbore": Counterbore(diameter=15)}, True),
        ({"kind": "radius", "nominal": 9, "quantity": 4}, False),
        ({"nominal": 9, "fit": "H7"}, True),
        ({"nominal": 9, "fit": "g6", "quantity": 2}, False),
        ({"nominal": 9, "fit": "H7/g6"}, False),
        ({"kind": "thread", "nominal": 8, "thread": "M8-6H"}, True),
        ({"kind": "thread", "nominal": 8, "thread": "M8x1-5g6g"}, False),
        ({"kind": "thread", "nominal": 0.25, "thread": "1/4-20 UNC-2A"}, False),
    ],
)
def test_a_hole_says_more_than_a_diameter(values, is_hole):
    assert bool(holes.read([hole(**values)])) is is_hole


@pytest.mark.parametrize(
    ("text", "parameter", "value"),
    [
        ("Ra 3.2", "Ra", 3.2),
        ("Rz 6,3", "Rz", 6.3),
        ("RA 1.6", "Ra", 1.6),
        ("Ra=0.8 µm", "Ra", 0.8),
        ("Ra3.2", "Ra", 3.2),
    ],
)
def test_surface_textures(text, parameter, value):
    sheet = drawing((100, 100, text))
    [found] = surface_textures.read(sheet, sheet.words).items
    assert (found.parameter, found.value, found.text) == (parameter, value, text)


def test_words_alike_are_no_surface_textures():
    sheet = drawing((100, 100, "Ra"), (100, 120, "R 3.2"), (100, 140, "RADIUS 3.2"))
    assert surface_textures.read(sheet, sheet.words).items == []


@pytest.mark.parametrize(
    ("label", "kind", "scale"),
    [
        ("SECTION A-A", "section", None),
        ("SCHNITT B-B (2:1)", "section", "2:1"),
        ("PRZEKRÓJ A-A", "section", None),
        ("ŘEZ A-A (2:1)", "section", "2:1"),
        ("DOORSNEDE B-B", "section", None),
        ("SZCZEGÓŁ C (5:1)", "detail", "5:1"),
        ("A-A", "section", None),
        ("A-A (1:2)", "section", "1:2"),
        ("DETAIL C SCALE 5:1", "detail", "5:1"),
        ("B (5 : 1)", "detail", "5:1"),
        ("EINZELHEIT X", "detail", None),
        ("ISOMETRIC VIEW", "isometric", None),
        ("VIEW D", "projection", None),
    ],
)
def test_labels_of_views(label, kind, scale):
    sheet = drawing((100, 100, label))
    [view] = views.read(sheet, sheet.words)
    assert (view.label, view.kind, view.scale) == (label, kind, scale)


def test_a_views_scale_stands_below_it_and_its_letters_beside_it():
    sheet = drawing((100, 100, "SECTION"), (130, 100, "A-A", 3), (102, 109, "SCALE 2:1", 4))
    [view] = views.read(sheet, sheet.words)
    assert (view.label, view.scale, view.text) == ("SECTION A-A", "2:1", "SECTION A-A SCALE 2:1")
    assert view.box[3] > 109
    far = drawing((100, 100, "SECTION A-A"), (100, 160, "SCALE 2:1"), (300, 108, "SCALE 4:1"))
    assert views.read(far, far.words)[0].scale is None


@pytest.mark.parametrize(
    ("label", "scale", "said", "told"),
    [
        ("DETAIL A", "SCALE 4.0", "DETAIL A SCALE 4.0", "4.0"),
        ("DETAILA", "SCALE4 .0", "DETAIL A SCALE 4.0", "4.0"),
        ("DETAIL2", "SCALE: 2X", "DETAIL 2 SCALE: 2X", "2X"),
    ],
)
def test_a_views_scale_may_be_a_factor_in_loose_type(label: str, scale: str, said: str, told: str):
    sheet = drawing((100, 100, label), (98, 109, scale), (300, 100, "DETAILA"), (300, 200, "DETAILS"))
    [view] = (v for v in views.read(sheet, sheet.words) if v.label != "DETAILS")
    assert (view.kind, view.scale, view.text) == ("detail", told, said)
    assert views.is_title(view)


@pytest.mark.parametrize("text", ["SEE DETAIL A", "See Detail 1", "SIEHE EINZELHEIT X", "VER DETALLE B"])
def test_a_leader_that_points_elsewhere_is_no_views_title(text: str):
    sheet = drawing((100, 100, text), (100, 200, "DETAIL A"), (98, 209, "SCALE 4:1"))
    assert [view.label for view in views.read(sheet, sheet.words)] == ["DETAIL A"]


def test_a_sentence_that_speaks_of_a_view_is_no_label():
    sheet = drawing((100, 100, "SEE SECTION A-A FOR THE DIMENSIONS OF THE SLOTS AND POCKETS"), (100, 200, "REVIEW"))
    assert views.read(sheet, sheet.words) == []


def test_sentences_are_notes_with_their_numbers():
    sheet = drawing((100, 100, "1. DEBURR ALL EDGES"), (108, 108, "AND CORNERS"), (100, 116, "2. PAINT IN RAL 7035"))
    found = notes.read(sheet, sheet.words)
    assert [(n.number, n.text) for n in found] == [
        ("1", "1. DEBURR ALL EDGES AND CORNERS"),
        ("2", "2. PAINT IN RAL 7035"),
    ]
    assert found[0].box[3] > 108
    assert all(0.9 <= n.confidence <= 0.92 for n in found)


def test_sentences_without_blanks_are_notes():
    sheet = drawing(
        (100, 100, "技术要求"), (100, 108, "1."), (108, 108, "未注倒角C1。"), (100, 160, "指示なき角部は面取りのこと")
    )
    assert [(n.number, n.text) for n in notes.read(sheet, sheet.words)] == [
        ("1", "1. 未注倒角C1。"),
        (None, "指示なき角部は面取りのこと"),
    ]


def test_single_words_and_letters_are_no_notes():
    sheet = drawing((100, 100, "TOP"), (100, 200, "12.5 X"), (100, 300, "A B C D E F G"))
    assert notes.read(sheet, sheet.words) == []


def test_only_general_notes_of_a_title_block_are_notes():
    sheet = drawing(
        (100, 100, "UNLESS OTHERWISE SPECIFIED"), (100, 108, "DIMENSIONS ARE IN MM"), (100, 200, "DRAWN BY HAND")
    )
    [note] = notes.read(sheet, [], sheet.words)
    assert note.text == "UNLESS OTHERWISE SPECIFIED DIMENSIONS ARE IN MM"


def test_general_notes_below_each_other_are_several():
    sheet = drawing(
        (100, 100, "UNLESS OTHERWISE SPECIFIED:"), (100, 108, "BREAK ALL SHARP EDGES AND"), (100, 116, "DEBURR HOLES"),
        (100, 124, "DO NOT SCALE DRAWING"), (100, 132, "INTERPRET PER ISO 8015"),
    )  # fmt: skip
    assert [n.text for n in notes.read(sheet, [], sheet.words)] == [
        "UNLESS OTHERWISE SPECIFIED: BREAK ALL SHARP EDGES AND DEBURR HOLES",
        "DO NOT SCALE DRAWING",
        "INTERPRET PER ISO 8015",
    ]


def test_lines_that_hang_under_a_number_belong_to_it_though_they_are_far_apart():
    sheet = drawing(
        (100, 100, "3. APPLICABLE STANDARDS"), (110, 116.5, "ISO 1101 FOR DATUMS"), (100, 133, "4. PAINT BLUE")
    )
    assert [n.text for n in notes.read(sheet, sheet.words)] == [
        "3. APPLICABLE STANDARDS ISO 1101 FOR DATUMS",
        "4. PAINT BLUE",
    ]


def test_a_number_alone_on_its_line_begins_the_note_below():
    sheet = drawing((100, 100, "5."), (100, 108, "a. HINGE CLOSES BY ITSELF"), (100, 116, "b. HINGE STAYS OPEN"))
    assert [(n.number, n.text) for n in notes.read(sheet, sheet.words)] == [
        ("5", "5. a. HINGE CLOSES BY ITSELF"),
        ("b", "b. HINGE STAYS OPEN"),
    ]


def test_a_note_may_begin_with_a_feature_control_frame():
    pdf = Pdf().text(100, 104.5, "4.", 7).frame(112, 97, ["⌓", "0.06", "A"]).text(170, 104.5, "ON ALL SURFACES", 7)
    pdf.text(300, 304.5, "12.5 mm", 7).line(100, 400, 700, 400)
    with opened(pdf.data()) as sheet:
        page = read_sheet(sheet, MODULES)
    [note] = page.items["notes"]
    assert note.text == "4. ⌓ 0.06 A ON ALL SURFACES"
    assert [t.value for t in page.items["geometric_tolerances"]] == [0.06]
    assert [d.text for d in page.items["dimensions"]] == ["12.5 mm"]


def test_a_name_with_a_scale_in_parentheses_labels_a_view():
    sheet = drawing((100, 100, "cutting unit (M = 1:2)"), (100, 200, "MIX (2 PARTS:1 PART)"))
    [view] = views.read(sheet, sheet.words)
    assert (view.label, view.kind, view.scale) == ("cutting unit (M = 1:2)", "projection", "1:2")


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("mm", "mm"),
        ("INCHES", "inch"),
        ("Millimeter", "mm"),
        ("MM [INCH]", None),
        ("kg", None),
        ("ミリ", "mm"),
        ("дюймы", "inch"),
    ],
)
def test_what_unit_a_text_names(text, unit):
    assert unit_named(text) == unit


def test_the_unit_is_the_title_blocks_or_a_sentences():
    sentence = drawing((100, 100, "ALL DIMENSIONS ARE IN INCHES"))
    assert units_of(sentence, []) == "inch"
    assert units_of(sentence, [TitleBlock(units="mm")]) == "mm"
    assert units_of(sentence, [TitleBlock(), TitleBlock(units="see note"), TitleBlock()]) == "inch"
    assert units_of(drawing((100, 100, "THICKNESS 12 MM")), []) is None
    assert units_of(drawing((100, 100, "12.5")), []) is None
    assert units_of(drawing((100, 100, "UNITS OF MASS ARE KG")), []) is None


def test_symbols_alone_make_no_dimension():
    sheet = sheet_of([word("A", 100, 100)], stroke_paths(90, 100, "⌀", 5))
    assert dimensions.read(sheet, sheet.words, None) == []
