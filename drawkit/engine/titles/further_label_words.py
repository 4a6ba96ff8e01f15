"""More labels by field: Hebrew and Vietnamese, and the captions of the sheets that come with CAD systems.

The groups are those of `label_words`: a label of the first group names its field best. Words of the national editions
of ISO 7200, of STAS 282, GOST 2.104 and GB/T 10609.1 are here where `label_words` lacks them.
"""

from __future__ import annotations

from typing import Final

FURTHER_TITLE_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "title": (
        "תיאור, כותרת, שם השרטוט, שם החלק, tên bản vẽ, tên chi tiết, tên gọi, 图样名称, 零件图名称, "
        "項目名称, drawing title 1, "
        "titel der zeichnung, denumirea piesei, наименование изделия",
        "שם, parte, pieza, nombre de la parte, peça, pièce, pezzo, werkstück, обозначение изделия",
    ),
    "drawing_number": (
        'מק"ט, מספר שרטוט, מס שרטוט, số bản vẽ, bản vẽ số, ký hiệu bản vẽ, 图样代码, 零件图号, '
        "n.º de dibujo, nº de dibujo, "
        "nº dibujo, no de dibujo, n plan, n de plan, n dessin, n plano, "
        " núm de plano, núm plano, código de plano, disegno numero, numéro plan, "
        "номер документа",
        "plano, desenho, disegno, rysunek, výkres, tekening, ký hiệu, mã số",
    ),
    "part_number": ("מספר חלק, mã chi tiết, 零件编号, 物料号, nº de parte, número de parte",),
    "revision": (
        "גרסה, מהדורה, phiên bản, edición, edizione, édition, edição, ausgabe nr, wydanie, vydání, "
        "uitgave, 修订, 版本号, rew, rewizja, "
        "edition no",
    ),
    "material": ("חומר, חומר גלם, vật liệu, 材料标记, 材料牌号, material part, part material",),
    "finish": (
        "גימור, ציפוי, גמר שטח, xử lý bề mặt, acabado general, 表面粗糙度, protective coating, "
        "surface treatment finish, powłoka, revêtement, überzug, rivestimento, recubrimiento, revestimiento",
    ),
    "scale": ("קנה מידה, tỉ lệ, tỷ lệ, échelle plan, méret arány, méretarány m",),
    "sheets": (
        "листов, аркушів, total sheets, no of sheets, number of sheets, sheet count, blätter, anzahl blätter, "
        "blattanzahl, nombre de feuilles, nb de feuilles, nombre de planches, nº de hojas, número de hojas, "
        "total de hojas, hojas, n fogli, numero fogli, fogli, nº de folhas, folhas, liczba arkuszy, arkuszy, listů, "
        "počet listů, počet listov, lapok száma, antal blad, antal ark, số tờ, 总页数, 总张数, 総枚数",
    ),
    "sheet": ("גיליון, דף, tờ số, tờ, bản số, folha n, planșa nr, 頁, 頁数",),
    "sheet_size": ("khổ giấy, גודל, formato hoja, paper format",),
    "date": ("תאריך, תאריך הדפסה, ngày, ngày vẽ, 年月日, fecha de dibujo, date de dessin", "fecha de revisión"),
    "drawn_by": (
        "שרטט, משרטט, שורטט, שם השרטט, người vẽ, vẽ, dibuja, dibujante, 制图人, 绘图员, 绘图人, desen, relevat",
        "by, תכנן, מתכנן, thiết kế, người thiết kế, diseño de, diseña, diseñador, conception, conçu, projetado por, "
        "progetto di, konstruktion, zaprojektował, navrhnul, ontworpen, 设计者, 设计人, 設計者, proiectat de",
    ),
    "checked_by": (
        "בדק, נבדק, בודק, kiểm tra, người kiểm tra, verifica, verificó, revisa, revisión por, 校核, "
        "校对人, 审核人, 审阅, "
        "supervised by, vérifie",
    ),
    "approved_by": (
        "אישר, מאשר, אושר, duyệt, phê duyệt, người duyệt, aprueba, autorizó, autorizado por, 批准人, 核准",
    ),
    "company": ("חברה, שם החברה, công ty, trường, đơn vị, institución, universidad, 制造单位, 设计单位",),
    "mass": ("משקל, משקל החלק, khối lượng, trọng lượng, masa netă, masa neta, 单件重量, вес, total mass",),
    "projection": ("היטל, phép chiếu, sistema de proyección, sistema",),
    "units": ("ед изм, единицы измерения, יחידות, מידות, đơn vị đo, unidad de medida, einheit maße",),
    "general_tolerance": (
        "סיבולת, סיבולת כללית, dung sai, dung sai chung, tolerancia según, tolerancias según, general tol, "
        "tolérances gén, tol générales, tol generales, tol general, allg toleranzen, tolérances générales selon, "
        " toleranz nach, allgemeintoleranzen nach",
    ),
}

FURTHER_OTHER_LABELS: Final = (
    "standard, fab, fabr, qual, curso, grupo, asignatura, chức năng, họ và tên, chữ ký, số lượng, "
    "ghi chú, lớp, mssv, כמות, כמות לרובוט, כמות לייצור, הערות, הערות נוספות, חתימה, инв № подл, инв № дубл, "
    "взам инв №, перв примен, справ №, подп и дата, копировал, нач отд, согласовано, т контр, "
    "норм контр, № докум, изм, "
    "стадия, 借通用件登记, 旧底图总号, 底图总号, 描图, 描校, 阶段标记, 会签, 工艺审查, "
    "年月日, roll no, class, "
    "college, school, student, student name, student id, matrikelnummer, matr nr, group, semester, "
    "linear, angular, radius, "
    "one place decimal, two place decimal, three place decimal, four place decimal, fractional, radii, angles, "
    "qty per robot, qty for production, contr stas, plot no, layer, supplementary information, software, gyártmány"
)

SHORT_WORDS: Final = (
    "plano, parte, pieza, peça, pièce, pezzo, werkstück, desenho, disegno, rysunek, sistema, vẽ, tờ, שם, דף, desen, "
    "by, standard, thiết kế, trường, kiểm tra, ngày, vật liệu, universidad, institución, đơn vị, công ty, "
    "control"
)
"""Words that begin other phrases as well, as `label_words.AMBIGUOUS` are."""
