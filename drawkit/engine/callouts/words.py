"""The words that mean something in a callout, in the languages drawings are written in."""

from __future__ import annotations

from typing import Final

_MEANINGS: Final[dict[str, str]] = {
    "THRU": "THRU THROUGH THR THRO THROU THRUALL DURCH DURCHGEHEND DURCHGEH DURCHG DURCHGANG DURCHGANGSBOHRUNG"
    " DURCHGANGSLOCH DEBOUCHANT DÉBOUCHANT DÉBOUCHANTS DÉB DEB TRAVERSANT PASSANT PASANTE PASANTES PASSANTE PASSANTES"
    " PASSANTI PASS GENOMGÅENDE GENNEMGÅENDE DOORLOPEND DOORGAAND PRZELOTOWY PRZELOTOWE PRŮCHOZÍ PRIECHODNÝ ÁTMENŐ"
    " LÄPI СКВОЗН СКВОЗНОЕ СКВОЗНЫЕ СКВОЗНОЙ СКВ НАСКВОЗЬ SKRZ 貫通 貫通穴 貫穿 通し 通シ トオシ 通孔 通 穿孔 打穿"
    " 贯穿 完全贯穿 全部贯穿 贯通 관통",
    "ALL": "ALL ALLES TOUT TODO TUTTO",
    "DEPTH": "DEEP DP DPTH DEPTH TIEF TIEFE PROF PROFOND PROFONDEUR PROFONDITA PROFONDITÀ PROFONDO PROFUNDIDAD"
    " PROFUNDIDADE PROFUNDO DJUP DJUPT DYBDE DYB DIEP DIEPTE SYVYYS DERIN DERİN DERINLIK DERİNLİK GEWINDETIEFE"
    " BOHRTIEFE LOCHTIEFE GŁ GŁĘB GŁĘBOKOŚĆ HL HLOUBKA MÉLY MÉLYSÉG ADÂNC ГЛУБ ГЛУБИНА ГЛУБИНОЙ ГЛУБИНУ ГЛ 深さ"
    " の深さ 有効深さ ねじ深さ 深サ の深サ 有効深サ ネジ深サ 深度 孔深 深 깊이",
    "CBORE": "CBORE COUNTERBORE COUNTERBORED CTBORE SPOTFACE SPOTFACED SFACE SF SPOTFACING ZYLINDERSENKUNG"
    " FLACHSENKUNG PLANSENKUNG ANSENKUNG LAMAGE LAMÉ CHAMBRAGE LAMATURA REFRENTADO ABOCARDADO REBAIXO REBAIXADO"
    " POGŁĘBIENIE ZAHLOUBENÍ PLANFÖRSÄNKNING ЦЕКОВКА ЦЕКОВАТЬ ЦЕК 深ザグリ ザグリ 深ざぐり ざぐり 深座ぐり 座ぐり"
    " 深座グリ 座グリ 沉孔 沈孔 锪平 锪孔 자리파기 카운터보어",
    "CSK": "CSK CSINK CSUNK COUNTERSINK COUNTERSUNK SENKUNG KEGELSENKUNG GESENKT FRAISURE FRAISÉ FRAISÉE AVELLANADO"
    " SVASATURA ESCAREADO SVASATO FÖRSÄNKNING FÖRSÄNKT VERZONKEN HAVŞA ЗЕНКОВКА ЗЕНКОВАТЬ ЗЕНК 皿もみ 皿モミ 皿ザグリ"
    " 皿ざぐり 皿座ぐり 皿取り サラモミ サラ 皿 沉头孔 沉头 沉頭孔 埋头孔 锥孔 접시자리파기 카운터싱크",
    "COUNT": "PLACES PLACE PLCS PLC PLS PL PLA HOLES HOLE STK STÜCK OFF POSITIONS POSNS LOCATIONS LÖCHER LOCH"
    " BOHRUNGEN STELLEN TROUS AGUJEROS TALADROS LUGARES VECES FORI POSIZIONI VOLTE FOIS FUROS OTWORY OTWORÓW GATEN"
    " HÅL HULLER REIKÄÄ OTW OTVORY DÍRY DĚR DELIK FURAT PLATSER SLOTS TIMES SIDES ENDS CORNERS PCS ОТВ ОТВЕРСТИЯ"
    " ОТВЕРСТИЙ МЕСТ МЕСТА МЕСТАХ ПАЗА ПАЗОВ РАДИУСА РАДИУСОВ РЕБЕР РЕБРА СТОРОН СТОРОНЫ ヶ所 ケ所 か所 箇所 カ所 穴"
    " 孔 处 處 個 个 槽 ヵ所 개소 구멍",
    "QTY": "QTY QUANTITY QTÉ QTE ANZAHL CANT CANTIDAD КОЛ КОЛ-ВО 数量 수량",
    "NUMBER": "N. N° NR NR. NO. №",
    "TYP": "TYP TYPICAL TYPISCH TYPIQUE TÍPICO TIPICO TIP ТИП ТИПОВОЙ ТИПОВ 典型 대표",
    "REF": "REF REFERENCE RÉF REFERENZ AUX AUXILIARY HILFSMASS HILFSMAß СПРАВ СПРАВОЧНЫЙ СПР 参考 參考 참고",
    "BASIC": "BSC BASIC TED",
    "NOMINAL": "NOM NOMINAL NENN NENNMASS NENNMAß APPROX APPROXIMATELY CIRCA CA ETWA ENV ОК ≈",
    "MAX": "MAX MAXIMUM MAXI MÁX MAXIMAL MAXIMO MÁXIMO MASSIMO МАКС МАКСИМУМ 最大 以下 최대 이하",
    "MIN": "MIN MINIMUM MINI MÍN MINIMAL MINIMO MÍNIMO MINDESTENS МИН МИНИМУМ 最小 以上 최소 이상",
    "DIA": "DIA DIAM DIAMETER DIAMETERS DURCHMESSER DIAMÈTRE DIÁMETRO DIAMETRO ДИАМ ДИАМЕТР 直径 PCD BCD OD ID 外径"
    " 内径 지름 외경 내경",
    "ROUND": "BC TK LK CTRS CRS CENTRES CENTERS",
    "EXTENT": "LONG WIDE HIGH LG OVERALL OAL LANG BREIT HOCH",
    "RADIUS": "RAD RADIUS RADII RADS RAYON RADIO RAIO RAGGIO РАДИУС РАД 半径 반지름",
    "FULL": "FULL VOLL PLEIN COMPLETO ПОЛНЫЙ",
    "ARC": "ARC ARCLENGTH BOGEN BOGENLÄNGE ДУГА 弧长",
    "SPHERE": "SPHERICAL SPHERE SPHER SPH KUGEL SPHÉRIQUE SPHÈRE ESFÉRICO ESFERA SFERICO SFERA СФЕРА СФ 球面 球",
    "SQUARE": "SQ SQR SQUARE VIERKANT CARRÉ CUADRADO QUADRATO QUADRADO КВАДРАТ КВ",
    "ACROSS": "SW AF HEX HEXAGON SECHSKANT ШЕСТИГРАННИК 对边 六角",
    "THICK": "THK THICK THICKNESS DICK DICKE ÉPAISSEUR EP ÉP SPESSORE SPESS ESPESOR ESP ТОЛЩ ТОЛЩИНА ТОЛЩИНОЙ 板厚"
    " 厚度 厚 두께",
    "CHAMFER": "CHAMFER CHAMFERED CHAM CHMF CHFR CHF CH FASE ANFASUNG CHANFREIN CHAFLÁN CHAFLAN CHANFRO BISEL SMUSSO"
    " FASNING ФАСКА ФАСКУ FAZKA SRAŽENÍ PAH 面取り 面取 倒角 모따기",
    "CHAMFERS": "CHAMFERS FASEN CHANFREINS CHAFLANES SMUSSI ФАСКИ ФАСОК",
    "HOLE": "DRILL DRILLED DRL REAM REAMED BORE BORED TAP TAPPED TAPPING THREAD THREADS THREADED THD PUNCH PUNCHED"
    " GEBOHRT BOHRUNG BOHREN GERIEBEN GEWINDE GEW PERCÉ TROU TARAUDÉ TARAUDAGE TALADRO AGUJERO ROSCA ROSCADO FORO"
    " FILETTATO FURO OTWÓR GAT HUL OTVOR ОТВЕРСТИЕ РЕЗЬБА РЕЗЬБ РАЗВЕРНУТЬ РАЗВ СВЕРЛИТЬ СВЕРЛ INNENGEWINDE KERNLOCH"
    " ALÉSAGE ALESATO MASCHIATO GWINT ZÁVIT キリ きり リーマ タップ 下穴 底孔 ねじ 드릴 리머 탭 内螺纹 外螺纹 螺纹孔"
    " 螺纹 攻牙 攻丝 牙 钻 铰",
    "SLOT": "SLOT SLOTTED KEYWAY KEYSLOT GROOVE LANGLOCH LANGLÖCHER OBLONG RAINURE RANURA ASOLA FENTE ПАЗ 长圆孔"
    " 腰形孔 長穴 長孔",
    "SPACING": "EQ EQL EQUAL EQUALLY EQS EQSP EQUISPACED SPACING SPACED SPACES SPC SP EQUIDISTANT GLEICHMÄSSIG"
    " GLEICHMÄßIG VERTEILT ÉQUIDISTANTS EQUIDISTANTES EQUIDISTANTI RÉPARTIS РАВНОРАСП РАВНОМЕРНО APART TEILUNG 等分"
    " 等配 均布 均分 等間隔 등간격 등분",
    "TO": "TO BIS ДО",
    "DEG": "DEG DEGS DEGREE DEGREES GRAD ГРАД 度",
    "UNIT": "MM IN INCH INCHES ZOLL ММ 毫米",
    "CENTIMETRES": "CM 厘米",
    "HAND": "LH RH LEFT-HAND",
    "UP": "UP HAUT OBEN ARRIBA CIMA ВВЕРХ 上折 上",
    "DOWN": "DOWN BAS UNTEN ABAJO GIÙ BAIXO ВНИЗ 下折 下",
    "TAPER": "TAPER TAPERED CONE CONICAL SLOPE KEGEL NEIGUNG STEIGUNG CONICITÉ PENTE CONICITÀ CONICIDAD CONICIDADE"
    " PENDIENTE КОНУСНОСТЬ КОНУС УКЛОН 锥度 斜度 テーパ 勾配",
    "AND": "AND UND ET И",
    "ASIDE": "FOR FÜR POUR PARA PER ON AUF SUR SU DLA FÖR VOOR ДЛЯ ПОД @ TORQUE W/ W/O WITH",
    "STANDARD": "ISO DIN EN ASTM AISI SAE ASME ANSI JIS GB GOST ГОСТ ТУ ОСТ UNI NF BS ABNT",
    "SEE": "SEE NOTE NOTES SIEHE VOIR VER VEDI СМ",
    "LABEL": "ITEM POS DETAIL SECTION VIEW SHEET REV REVISION",
    "OTHER": "HRC HB HV NM N KG V W HZ PSI BAR MPA ΜM UM RA RZ RMAX RT SCALE MASSSTAB MAßSTAB"
    " ECHELLE ÉCHELLE ESCALA SCALA SKALA SCHAAL МАСШТАБ 尺度 比例",
}
"""Each meaning with its words.

ASIDE opens a remark about something else, SEE names a note, LABEL a part or a view and STANDARD a standard by its
number; OTHER tells of no length or angle. CHAMFERS are counted by a whole number before them.
"""

MEANING: Final[dict[str, str]] = {word: kind for kind, words in _MEANINGS.items() for word in words.split()}

PHRASES: Final[dict[tuple[str, ...], str]] = {
    tuple(phrase.split()): kind
    for kind, phrases in {
        "THRU": "UP TO NEXT|TO NEXT|THRU NEXT|NEXT|NA WYLOT|BOYDAN BOYA|DE PART EN PART|PART EN PART",
        "EXTENT": "CHAMFER DEPTH|CHAMFER WIDTH|CHAMFER LENGTH|SLOT DEPTH|SLOT WIDTH|GROOVE DEPTH|GROOVE WIDTH",
        "DEPTH": "НА ГЛУБИНУ|FULL DEPTH|PROF UTILE|THREAD DEPTH",
        "ALL": "ALL BODIES|BOTH SIDES|BOTH ENDS|BOTH WALLS|ALL AROUND|NEAR SIDE|FAR SIDE|OTHER SIDE|THIS SIDE"
        "|EACH SIDE",
        "ACROSS": "ACROSS FLATS|ACROSS CORNERS",
        "MAX": "НЕ БОЛЕЕ",
        "MIN": "НЕ МЕНЕЕ",
        "ROUND": "BOLT CIRCLE|PITCH CIRCLE",
        "UP": "NACH OBEN|VERSO L'ALTO|HACIA ARRIBA",
        "DOWN": "NACH UNTEN|VERSO IL BASSO|HACIA ABAJO",
        "ARC": "ARC LENGTH",
    }.items()
    for phrase in phrases.split("|")
}
"""Meanings that take several words."""

NUMERALS: Final[dict[str, int]] = {
    word: number
    for number, words in {
        2: "TWO ZWEI DEUX DOS DUE",
        3: "THREE DREI TROIS TRES TRE",
        4: "FOUR VIER QUATRE CUATRO QUATTRO",
        5: "FIVE FÜNF CINQ CINCO CINQUE",
        6: "SIX SECHS SEIS SEI",
        8: "EIGHT ACHT HUIT OCHO OTTO",
        10: "TEN ZEHN DIX DIEZ DIECI",
        12: "TWELVE ZWÖLF DOUZE DOCE DODICI",
    }.items()
    for word in words.split()
}
"""Counts that are written out: "FOUR HOLES", "Five, 1.3 dia. holes"."""

UNSPACED: Final[tuple[str, ...]] = tuple(
    sorted((word for word in MEANING if ord(word[0]) > 0x3000), key=len, reverse=True)
)
"""Words of scripts written without spaces, longest first."""

FOREIGN: Final = frozenset({":", "%", "?", "!", "€", "$", "OTHER"})
"""Kinds of tokens that speak of scales, shares, other quantities or standards."""

_DROPPED: Final = str.maketrans("", "", ".'-/ ")


def meaning(word: str) -> str:
    """Say what `word` means in a callout ("THRU", "DEPTH", ...), or "WORD"."""
    return MEANING.get(word.upper()) or MEANING.get(word.translate(_DROPPED).upper(), "WORD")
