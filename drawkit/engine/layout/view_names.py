"""What views are called: the words for sections, details and views, and the names of the principal ones (ISO 128-3)."""

from __future__ import annotations

import re
from typing import Final, Literal

Kind = Literal["section", "detail", "projection", "isometric"]

_ONE_WORD: Final = (
    r"(?:VORDER|SEITEN|DRAUF|RÜCK|UNTER)ANSICHT|DRAUFSICHT|UNTERSICHT|"
    r"(?:正|平|底|背|下|[左右]?側)面図|(?:主|俯|仰|[左右后])视图"
)

VIEW_WORDS: Final[tuple[tuple[Kind, str], ...]] = (
    (
        "section",
        r"SECTION|SECT\.|SCHNITT|COUPE|SECCI[OÓ]N|CORTE|SEZIONE|SNITT|DOORSNEDE|SEC[CÇ][AÃ]O|PRZEKR[OÓ]J|ŘEZ|REZ|"
        r"LEIKKAUS|KESİT|METSZET|SECȚIUNEA|РАЗРЕЗ|СЕЧЕНИЕ|РОЗРІЗ|ПЕРЕРІЗ|断面図?|剖面|단면",
    ),
    (
        "detail",
        r"DETAIL|EINZELHEIT|D[EÉ]TAIL|DETALLE|DETTAGLIO|DETALJ|DETALHE|SZCZEG[OÓ][LŁ]|YKSITYISKOHTA|DETAY|RÉSZLET|"
        r"DETALIU|ВЫНОСНОЙ|ВИНОСНИЙ|詳細図?|局部|상세",
    ),
    ("isometric", r"ISOMETRIC(?: VIEW)?|ISOMETRIE|ISOM[EÉ]TRIQUE|ISOM[EÉ]TRICA|等角図?"),
    (
        "projection",
        rf"{_ONE_WORD}|"
        r"VIEW|ANSICHT|VUE|VISTA|VY|AANZICHT|WIDOK|POHLED|POHĽAD|GÖRÜNÜŞ|NÉZET|VEDERE|ВИД|ВИГЛЯД|矢視|视图",
    ),
)

_SIDES: Final = (
    r"(?:FRONT|TOP|BOTTOM|(?:(?:LEFT|RIGHT)(?:[ -]HAND)? ?)?SIDE|LEFT|RIGHT|REAR|BACK|PLAN|END|ISO(?:METRIC)?|3D) VIEW",
    r"ANSICHT VON (?:VORN|OBEN|UNTEN|LINKS|RECHTS|HINTEN)",
    r"VUE (?:DE |DU |D')?(?:FACE|DESSUS|DESSOUS|GAUCHE|DROITE|ARRI[EÈ]RE|C[OÔ]T[EÉ])",
    r"VISTA (?:FRONTAL|SUPERIOR|INFERIOR|LATERAL|POSTERIOR|ISOM[EÉ]TRICA)(?: (?:DERECHA|IZQUIERDA|DIREITA|ESQUERDA))?",
    r"VISTA (?:FRONTALE|LATERALE|POSTERIORE|ISOMETRICA|DALL'ALTO|DAL BASSO)",
    r"ВИД (?:СПЕРЕДИ|СВЕРХУ|СНИЗУ|СБОКУ|СЛЕВА|СПРАВА|СЗАДИ)",
    _ONE_WORD,
)

PRINCIPAL: Final = re.compile(rf"[(\[]?(?:{'|'.join(_SIDES)})[)\]]?", re.IGNORECASE)
"""What the principal views are called: front, top, left, right, bottom, rear; and the isometric one."""
