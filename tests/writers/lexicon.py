"""What is printed around the views in each language: captions, names, notes, table rows."""

from __future__ import annotations

from typing import Final

KEYS: Final = (
    "title",
    "drawing_number",
    "part_number",
    "revision",
    "material",
    "finish",
    "scale",
    "sheet",
    "sheet_size",
    "date",
    "drawn_by",
    "checked_by",
    "approved_by",
    "company",
    "mass",
    "general_tolerance",
)
CAPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("TITLE", "DWG NO.", "PART NO.", "REV", "MATERIAL", "FINISH", "SCALE", "SHEET", "SIZE", "DATE", "DRAWN", "CHECKED", "APPROVED", "COMPANY", "WEIGHT", "GENERAL TOLERANCES"),  # noqa: E501
    "de": ("Benennung", "Zeichnungsnummer", "Teilenummer", "Rev.", "Werkstoff", "Oberfläche", "Maßstab", "Blatt", "Format", "Datum", "Gezeichnet", "Geprüft", "Freigegeben", "Firma", "Gewicht", "Allgemeintoleranzen"),  # noqa: E501
    "fr": ("Titre", "Numéro de plan", "Référence", "Indice", "Matière", "Traitement", "Échelle", "Feuille", "Format", "Date", "Dessiné par", "Vérifié par", "Approuvé par", "Société", "Masse", "Tolérances générales"),  # noqa: E501
    "it": ("Titolo", "Numero disegno", "Codice", "Rev.", "Materiale", "Finitura", "Scala", "Foglio", "Formato", "Data", "Disegnato", "Controllato", "Approvato", "Azienda", "Peso", "Tolleranze generali"),  # noqa: E501
    "es": ("Título", "Núm. de plano", "Referencia", "Rev.", "Material", "Acabado", "Escala", "Hoja", "Formato", "Fecha", "Dibujado", "Comprobado", "Aprobado", "Empresa", "Peso", "Tolerancias generales"),  # noqa: E501
    "pl": ("Nazwa", "Nr rysunku", "Nr części", "Rew.", "Materiał", "Powłoka", "Skala", "Arkusz", "Format", "Data", "Rysował", "Sprawdził", "Zatwierdził", "Firma", "Masa", "Tolerancje ogólne"),  # noqa: E501
    "ru": ("Наименование", "Обозначение", "Код", "Изм.", "Материал", "Покрытие", "Масштаб", "Лист", "Формат", "Дата", "Разраб.", "Пров.", "Утв.", "Предприятие", "Масса", "Общие допуски"),  # noqa: E501
    "zh": ("名称", "图号", "零件号", "版本", "材料", "表面处理", "比例", "页次", "图幅", "日期", "设计", "审核", "批准", "公司", "重量", "未注公差"),  # noqa: E501
    "ja": ("名称", "図番", "部品番号", "改訂", "材質", "表面処理", "尺度", "頁", "用紙", "日付", "製図", "検図", "承認", "会社名", "質量", "普通公差"),  # noqa: E501
}  # fmt: skip
TITLES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("BASE PLATE", "BEARING HOUSING", "MOUNTING BRACKET", "DRIVE SHAFT", "COVER, FRONT", "ADAPTER FLANGE", "SENSOR HOLDER", "CLAMP JAW", "SPACER RING"),  # noqa: E501
    "de": ("Grundplatte", "Lagerbock", "Haltewinkel", "Antriebswelle", "Deckel vorn", "Adapterflansch", "Spannbacke", "Distanzring"),  # noqa: E501
    "fr": ("Plaque de base", "Support de palier", "Équerre", "Arbre moteur", "Couvercle avant", "Bride d'adaptation"),
    "it": ("Piastra base", "Supporto cuscinetto", "Staffa", "Albero motore", "Coperchio", "Flangia"),
    "es": ("Placa base", "Soporte de rodamiento", "Escuadra", "Eje motriz", "Tapa frontal", "Brida"),
    "pl": ("Płyta podstawy", "Obudowa łożyska", "Wspornik", "Wał napędowy", "Pokrywa", "Kołnierz"),
    "ru": ("Плита", "Корпус подшипника", "Кронштейн", "Вал", "Крышка", "Фланец", "Втулка"),
    "zh": ("底板", "轴承座", "支架", "传动轴", "端盖", "法兰盘"),
    "ja": ("ベースプレート", "軸受ハウジング", "ブラケット", "駆動軸", "カバー", "フランジ"),
}  # fmt: skip
MATERIALS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("AL 6061-T6", "STEEL AISI 1045", "SS 304", "DELRIN", "BRASS C360", "ASTM A36"),
    "de": ("S235JR", "EN AW-6082 T6", "1.4301", "C45E", "POM-C", "42CrMo4"),
    "ru": ("Сталь 45 ГОСТ 1050-2013", "Д16Т ГОСТ 4784-97", "Ст3сп", "40Х ГОСТ 4543-2016"),
    "zh": ("45", "Q235A", "6061-T6", "HT200", "SUS304"),
    "ja": ("SS400", "S45C", "A5052", "SUS303", "FC250"),
}  # fmt: skip
FINISHES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("BLACK ANODIZE", "ZINC PLATED", "NONE", "BEAD BLAST"), "de": ("eloxiert schwarz", "verzinkt", "blank"),
    "ru": ("Хим.Окс.прм", "Ц9.хр"), "zh": ("发黑", "镀锌", "阳极氧化"), "ja": ("黒染め", "アルマイト", "無電解ニッケル"),  # noqa: E501
}  # fmt: skip
NAMES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("J. SMITH", "A. Brown", "R. MILLER", "K. Jones", "T. Clark"), "de": ("Müller", "S. Weber", "K. Vogt", "Huber"),  # noqa: E501
    "fr": ("Dupont", "M. Leroy", "P. Martin"), "it": ("Rossi", "G. Bianchi", "Verdi"), "es": ("García", "J. López", "Ruiz"),  # noqa: E501
    "pl": ("Kowalski", "A. Nowak", "Wójcik"), "ru": ("Иванов", "Петров", "Сидорова", "Кузнецов"), "zh": ("王伟", "李娜", "张强", "陈静"), "ja": ("山田", "佐藤", "鈴木", "高橋"),  # noqa: E501
}  # fmt: skip
COMPANIES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("NORTHFIELD MACHINE WORKS", "Harbor Robotics Inc.", "ALDER TOOL CO."), "de": ("Falkner Maschinenbau GmbH", "Technik Nord AG"),  # noqa: E501
    "fr": ("Ateliers Mercier SA", "Mécanique du Lac"), "it": ("Officine Carli S.r.l.", "Meccanica Po"), "es": ("Talleres Robles S.A.", "Mecánica Sur"),  # noqa: E501
    "pl": ("Zakład Mechaniczny Wisła", "Fabryka Maszyn Sp. z o.o."), "ru": ("ООО «Механика»", "НПО Прибор"), "zh": ("华东机械有限公司", "精密设备厂"), "ja": ("東海精機株式会社", "中央工業"),  # noqa: E501
}  # fmt: skip
NOTES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("BREAK ALL SHARP EDGES 0.5 MAX", "REMOVE ALL BURRS", "HEAT TREAT TO HRC 45-50", "PART TO BE FREE OF OIL AND DIRT", "TORQUE SCREWS TO 12 NM", "ALL FILLETS R2 UNLESS STATED", "PAINT RAL 7035, 60-80 MICRONS", "APPLY LOCTITE 243 TO ITEM 4"),  # noqa: E501
    "de": ("Alle Kanten gebrochen 0,5", "Entgratet und sauber anliefern", "Härten auf 58+4 HRC", "Nicht bemaßte Radien R2", "Lackierung RAL 7035, 60 bis 80 µm"),  # noqa: E501
    "fr": ("Casser les angles vifs 0,5 maxi", "Rayons non cotés R2", "Pièce ébavurée et dégraissée", "Peinture RAL 7035"),  # noqa: E501
    "it": ("Smussi non quotati 0,5x45°", "Raggi non quotati R2", "Eliminare le bave", "Verniciare RAL 7035"),
    "es": ("Eliminar rebabas y cantos vivos", "Radios no acotados R2", "Pintar RAL 7035"),
    "pl": ("Ostre krawędzie stępić 0,5", "Niewymiarowane promienie R2", "Malować RAL 7035"),
    "ru": ("Неуказанные предельные отклонения H14, h14, ±IT14/2", "Острые кромки притупить", "HRC 40...45", "Покрытие: эмаль ПФ-115 серая", "Неуказанные радиусы 2 мм"),  # noqa: E501
    "zh": ("未注倒角C1", "去除毛刺飞边", "锐边倒钝", "调质处理HRC28-32", "未注圆角R2"),
    "ja": ("指示なき角は糸面取りのこと", "バリなきこと", "指示なき隅はR2以下", "焼入れ焼戻しHRC40以上"),
}  # fmt: skip
NOTES_HEAD: Final = {
    "en": "NOTES:",
    "de": "Hinweise:",
    "fr": "Notes :",
    "it": "Note:",
    "es": "Notas:",
    "pl": "Uwagi:",
    "ru": "Технические требования",
    "zh": "技术要求",
    "ja": "注記",
}
REFERENCE_NOTE: Final = {"ru": "* Размеры для справок", "en": "* REFERENCE DIMENSION", "de": "* Maße zur Information"}
BOM: Final[dict[str, dict[str, str]]] = {
    "en": {"position": "ITEM", "quantity": "QTY", "part_number": "PART NUMBER", "designation": "DESCRIPTION", "material": "MATERIAL", "remark": "REMARKS"},  # noqa: E501
    "de": {"position": "Pos.", "quantity": "Menge", "part_number": "Sachnummer", "designation": "Benennung", "material": "Werkstoff", "remark": "Bemerkung"},  # noqa: E501
    "fr": {"position": "Rep.", "quantity": "Nb", "part_number": "Référence", "designation": "Désignation", "material": "Matière", "remark": "Observations"},  # noqa: E501
    "it": {"position": "Pos.", "quantity": "Q.tà", "part_number": "Codice", "designation": "Descrizione", "material": "Materiale", "remark": "Note"},  # noqa: E501
    "es": {"position": "Pos.", "quantity": "Cant.", "part_number": "Referencia", "designation": "Denominación", "material": "Material", "remark": "Observaciones"},  # noqa: E501
    "pl": {"position": "Poz.", "quantity": "Szt.", "part_number": "Nr części", "designation": "Nazwa", "material": "Materiał", "remark": "Uwagi"},  # noqa: E501
    "ru": {"position": "Поз.", "quantity": "Кол.", "part_number": "Обозначение", "designation": "Наименование", "material": "Материал", "remark": "Примечание"},  # noqa: E501
    "zh": {"position": "序号", "quantity": "数量", "part_number": "代号", "designation": "名称", "material": "材料", "remark": "备注"},  # noqa: E501
    "ja": {"position": "品番", "quantity": "個数", "part_number": "図番", "designation": "品名", "material": "材質", "remark": "備考"},  # noqa: E501
}  # fmt: skip
ITEMS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("HOUSING", "SHAFT", "BALL BEARING 6204", "COVER", "SOCKET HEAD SCREW M6x20", "WASHER 6", "SEAL RING", "KEY 6x6x25", "SPACER"),  # noqa: E501
    "de": ("Gehäuse", "Welle", "Rillenkugellager 6204", "Deckel", "Zylinderschraube M6x20", "Scheibe 6", "Dichtring", "Passfeder 6x6x25"),  # noqa: E501
    "ru": ("Корпус", "Вал", "Подшипник 204", "Крышка", "Винт М6x20", "Шайба 6", "Кольцо", "Шпонка 6x6x25"),
    "zh": ("箱体", "轴", "轴承6204", "端盖", "螺钉M6x20", "垫圈6", "密封圈", "键6x25"),
    "ja": ("本体", "軸", "軸受6204", "カバー", "六角穴付ボルトM6x20", "座金6", "パッキン"),
}  # fmt: skip
SECTION: Final = {
    "en": "SECTION {a}-{a}",
    "de": "Schnitt {a}-{a}",
    "fr": "Coupe {a}-{a}",
    "it": "Sezione {a}-{a}",
    "es": "Sección {a}-{a}",
    "pl": "Przekrój {a}-{a}",
    "ru": "{a}-{a}",
    "zh": "{a}-{a}",
    "ja": "断面 {a}-{a}",
}
SCALE: Final = {"en": "SCALE {s}", "de": "Maßstab {s}", "ru": "({s})", "ja": "尺度 {s}", "zh": "比例 {s}"}
REVISIONS: Final = {
    "en": ("REV", "DESCRIPTION", "DATE"),
    "de": ("Rev.", "Änderung", "Datum"),
    "fr": ("Indice", "Modification", "Date"),
    "it": ("Rev.", "Descrizione", "Data"),
    "es": ("Rev.", "Descripción", "Fecha"),
}
CHANGES: Final = {
    "en": ("INITIAL RELEASE", "HOLE MOVED 2 MM", "TOLERANCE ADDED"),
    "de": ("Erstausgabe", "Bohrung ergänzt", "Toleranz geändert"),
}


def of(table: dict[str, tuple[str, ...]], language: str) -> tuple[str, ...]:
    """The entries of a language, or the German or English ones where it has none of its own."""
    return table.get(language) or table["en" if language in ("en",) else "de"]
