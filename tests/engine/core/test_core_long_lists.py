"""A parts list of hundreds of rows costs seconds: no row looks at all the others."""

from core_drawing import Pdf

from drawkit.contract import Options
from drawkit.engine import analyze

ROWS, PITCH, EDGES = 400, 12, (20, 60, 110, 260, 380)
HEADINGS = ("ITEM", "QTY", "PART NUMBER", "NAME")


def test_a_list_of_400_rows_is_read_in_seconds(cpu_seconds):
    pdf = Pdf(400, PITCH * (ROWS + 3))
    for row in range(ROWS + 1):
        texts = (str(row), str(1 + row % 9), f"PN-{1000 + row}", f"PART {row}")
        y = PITCH * (row + 1)
        for text, x0, x1 in zip(
            texts if row else ("ITEM", "QTY", "PART NUMBER", "NAME"), EDGES, EDGES[1:], strict=False
        ):
            pdf.box(x0, y, x1, y + PITCH).text(x0 + 3, y + 9, text, 6)
    data, read = pdf.data(), []
    spent = cpu_seconds(lambda: read.append(analyze(data, profile="bom", options=Options(page_seconds=300))))
    assert [part.position for part in read[0].bom] == [str(row) for row in range(1, ROWS + 1)]
    assert spent < 20  # some 2; as long as rows looked at each other, 120
