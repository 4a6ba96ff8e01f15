"""What the values of a title block look like: dates, scales, sheet counts, sizes, masses, revisions, units."""

from __future__ import annotations

import re

_MONTH = (
    r"(?:jan|feb|fév|fev|mär|mar|mrz|apr|avr|abr|may|mai|maj|mag|jun|juin|giu|jul|juil|lug|aug|août|aou|ago|sep|set|oct|okt"
    r"|ott|out|nov|dec|dez|déc|dic)[a-zéûä]*\.?"
)
_WEEKDAY = r"(?:[^\W\d_]{3,8}(?:day|dag|tag)|mittwoch)"
_DATE = re.compile(
    rf"""(?<![\d.,/-])(?:
      \b{_WEEKDAY},?\s+{_MONTH}[\s.\-/]*\d{{1,2}}[\s,.\-/]+(?:19|20)\d\d
    | \b{_WEEKDAY},?\s+\d{{1,2}}[\s.\-/]*{_MONTH}[\s.\-/,]*(?:19|20)\d\d |
      (?:19|20)\d\d\s?(?P<mark>[-./])\s?\d{{1,2}}\s?(?P=mark)\s?\d{{1,2}}
    | \d{{1,2}}\s?(?P<sign>[-./])\s?\d{{1,2}}\s?(?P=sign)\s?(?:(?:19|20)\d\d|\d\d)
    | \d{{1,2}}[\s.\-/]*{_MONTH}[\s.\-/,]*(?:(?:19|20)\d\d|\d\d)
    | {_MONTH}[\s,.\-/]*\d{{1,2}}[\s,.\-/]+(?:(?:19|20)\d\d|\d\d)
    | (?:19|20)\d\d[\s\-./]*{_MONTH}[\s\-./]*\d{{1,2}}
    | (?:19|20)\d\d年\s?\d{{1,2}}月(?:\s?\d{{1,2}}日)?
    )(?![\d/-]|\.\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_NOUGHT = re.compile(r"(?<=[-./\d])[⌀ØO](?=\d)|(?<=\d)[⌀ØO](?=[-./\d])")
_OCTOBER = re.compile(r"(?<=[-\s.\d])0(?=CT\b)", re.IGNORECASE)
_SPLIT_PAIR = re.compile(r"(?<=[-./]\d) (?=\d[-./])")
_FIGURES_ALONE = re.compile(
    r"(?:(?<![\w.,/-])|(?<=[^\W\d_]{3}))(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\w/-]|[.,]\d)"
)
"""ISO 8601, basic format: 20131125, right behind a name too. Without a label it may be any number."""
_DAY = re.compile(rf"{_MONTH}\s*\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?[\s.]*{_MONTH}", re.IGNORECASE)
_PART = r"(?:\d+(?:[.,]\d+)?|[.,]\d+)"  # ASME Y14.5 leaves out the zero before the point
_RATIO = rf"{_PART}\s*:\s*{_PART}"
SCALE = re.compile(
    rf"(?:{_RATIO}(?:\s*[(,;]\s*{_RATIO}\)?)*(?:\s*@\s*A\d)?|\d+/\d+\"?\s*=\s*1'(?:-0\")?|\d+\s*[/=]\s*\d+|\d*[.,]\d+|\d{{1,3}}(?:\s?[xX])?"
    r"|(?:1\s*)?full(?: size)?|half|double|n\.?\s?t\.?\s?s\.?|none|no scale|not to scale|as (?:noted|shown)"
    r"|wie angegeben|ohne|o\.\s?m\.|%\s?\d+|\d+\s?%)(?:\s*\([^()\d]{2,30}\))?",
    re.IGNORECASE,
)
RATIO = re.compile(rf"(?<![\d.,:]){_RATIO}(?![\d:])")
SHEET = re.compile(
    r"\d{1,3}\s*(?:(?:of|von|van|de|di|av|af|sur|ze?|din|із?|из|off?|共)\s*|[/\-]\s*)\d{1,3}|\d{1,3}"
    r"|第\s*\d+\s*[页張张]\s*共\s*\d+\s*[页張张]",
    re.IGNORECASE,
)
SHEET_OF = re.compile(
    r"共\s*\d+\s*[页張张]\s*第\s*\d+\s*[页張张]|\d{1,3}\s*(?:of|von|van|de|di|av|af|sur|ze|din|из)\s*\d{1,3}|\d{1,3}\s*/\s*\d{1,3}",
    re.IGNORECASE,
)
SIZE = re.compile(
    r"(?:DIN\s*|ISO\s*)?A\s?[0-5](?:\s?[xX×]\s?\d)?(?:\s?[HVLP]|\s+(?:landscape|portrait|quer|hoch))?|(?:ANSI\s*)?[A-FHJK]1?|A4-\d|(?:US\s?)?(?:letter|legal|ledger)|tabloid",
    re.IGNORECASE,
)
ISO_SIZE = re.compile(r"(?:DIN\s*)?A[0-4](?:\s?[xX×]\s?[3-9])?")
REVISION = re.compile(
    r"[A-Za-z]{1,2}\.?\d{0,3}|\d{1,3}(?:\.\d{1,3}){0,2}|[A-Z]?\d{1,2}[A-Z]{1,2}|(?:rev\.?\s*)?[A-Z0-9]{1,3}|[vV]\d[\d.]*|\d{1,2}[-.][A-Z0-9]{1,2}",
    re.IGNORECASE,
)
MASS = re.compile(
    r"[~≈]?\s*(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:\s*(?:kg|g|gr|t|lbs?|lbm|oz|lbmass|grams?|kgs|кг|г|kilograms?|pounds?)\.?|\s*#)?",
    re.IGNORECASE,
)
WEIGHED = re.compile(r"[~≈]?\s*(?:\d+(?:[.,]\d+)*|[.,]\d+)\s*(?:kg|g|lbs?|oz|кг|г)\.?", re.IGNORECASE)
"""A mass with its unit, which says what it is wherever it stands."""

_UNITS = re.compile(
    r"\b(?:millimet(?:er|re)s?|milim[eé]tros|millimetri|millim[eè]tres?|millimeter|миллиметр\w*|inch(?:es)?|zoll|pouces|pulgadas|pollici"
    r"|(?<!\d)(?<!\d\s)(?:mm|cm))(?!\w)",
    re.IGNORECASE,
)
_INITIALS = 2  # letters: "TH" signs more often than it names a school
_INCH = re.compile(r"in\.?|\"|″", re.IGNORECASE)  # "in" is a common word: a unit only alone
_PLACEHOLDER = re.compile(r"[-–—⏤_.*/\\~=+×xX?#\s]+|n/?a|none|tbd|nil|-+/-+", re.IGNORECASE)
LEGAL_FORM = (
    r"(?:Co|CO)\.?,?\s?(?:Ltd|LTD)|CORPORATION|INCORPORATED|COMPANY|LIMITED|gmbh|mbh|GmbH|AG|KG|OHG|SE|Inc|INC|Incorporated|Ltd|LTD|Limited|LLC|LLP|PLC|Corp|CORP|Corporation|Co|S\.?A|S\.?p\.?A"
    r"|S\.?r\.?l|SARL|SAS|AB|Oy|A/S|B\.?V|N\.?V|Pty|Pte|ООО|ЗАО|ОАО|АО|LABS|Labs"
)
"""The forms in which companies are registered, as they are printed behind a name."""


_VENDOR = re.compile(
    r"(?:<.*>|solid\s?edge(?: siemens plm)?|siemens plm|solidworks|autodesk|freecad|onshape|fusion 360|kicad|catia"
    r"|dn|pn|(?:dd[-./]mm|mm[-./]dd)[-./]yyyy|yyyy[-./]mm[-./]dd"
    r"|company name|your company|insert company name here|drawing number|weight|author name|drawing title)",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r"\b(?:gmbh|mbh|ag|kg|ohg|se|inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|co|company|s\.?a\.?"
    r"|s\.?p\.?a|s\.?r\.?[lo]|sp\.?\s?z\s?o\.?\s?o|aps|kft|d\.?o\.?o|ltda|pvt|sarl|sas|ab|oy|a/s|b\.?v|n\.?v|pty|pte|group|industries|technologies|engineering"
    r"|universi\w+|univerzit\w+|uniwersytet\w*|üniversite\w*|egyetem|tanszék|fakult\w+|facult\w+|facultad"
    r"|университет\w*|институт\w*|академия|кафедра|завод|trường|đại học|công ty|institut\w*|hochschule"
    r"|college|school|laborator\w+|initiative|foundation|society"
    r"|association|tecnol[oó]gic\w+|escuela|politec\w+|polytech\w+|akadem\w+|academy|technology|labs|e\.?\s?v|research|robotics|systems|works|manufacturing|aerospace|tu|th|fh|eth|ооо|зао|оао|ао)\b\.?"
    r"|株式会社|有限公司|公司|会社|大学|学院|学校|研究所|研究院|주식회사|대학교",
    re.IGNORECASE,
)
_LICENCE = re.compile(r"\bCC[ -](?:BY|0)|creative commons|\blicen[cs]e|attribution-", re.IGNORECASE)
"""The words of a licence, which names no company though some of its letters do (SA)."""

_MATERIAL = re.compile(
    r"\b(?:alumini?um|alu|steel|stahl|stainless|edelstahl|acier|acero|acciaio|stål|inox|brass|messing|laiton|bronze"
    r"|copper|kupfer|cuivre|titanium|titan|plastic|kunststoff|abs|pla|petg|pom|delrin|acetal|nylon|pa ?\d{1,4}|pvc|ptfe"
    r"|teflon|pmma|acrylic|polycarbonate|peek|hdpe|pp|pe|rubber|nbr|epdm|silicone|wood|holz|mdf|plywood"
    r"|carbon fib\w+|cast iron|gusseisen|ggg?-?\d+|en-?g[jac]\w*|s\d{3}\w*|c\d{2}[er]?|x\d+\w+|alsi\w+|almg\w+"
    r"|en ?aw|aisi|sus ?\d+"
    r"|сталь|алюмини\w+|латунь|бронза|чугун|s45c|ss400|a2017|a5052|6061|6082|7075|5052|1\.\d{4})\b",
    re.IGNORECASE,
)
_ISO_TOLERANCE = re.compile(
    r"(?:(?<!\w)|(?<=[\u3041-\u30ff\u3400-\u9fff]))"
    r"(?:(?:BS|CSN|ČSN|DS|INTE|IRAM|MSZ|NBN|NBR|NEN|NF|NP|NS|NTC|PN|SFS|SR|SS|STN|TS|UNE|UNI)[\s-]+)?"
    r"(?:DIN\s*)?(?:EN\s*)?(?:ISO|DIN|JIS\s?B|GB/?T|SFS|UNI|NF)\s*(?:EN\s*)?-?\s*"
    r"(?:2768|22081|8062|13920|0405|1804|8015|7168)[\w\s\-–/,:().]*?(?=$|[;|。\u3041-\u30ff\u3400-\u9fff]|\s{2,})",
    re.IGNORECASE,
)


def as_date(text: str) -> str | None:
    """The first date in the text, as printed."""
    found = _DATE.search(text) or _DATE.search(date_mended(text))
    return found.group().strip(" ,.") if found else None


def date_mended(text: str) -> str:
    """A text with the usual slips of a recogniser in dates undone: "1998-⌀6-24", "14-0CT-91", "05.0 3.2015"."""
    return _SPLIT_PAIR.sub("", _OCTOBER.sub("O", _NOUGHT.sub("0", text)))


def date_told(text: str) -> str | None:
    """The first date in a text of which a label or a name tells that a date may be in it: of figures alone, too."""
    found = _FIGURES_ALONE.search(text)
    return as_date(text) or (found.group() if found else None)


def is_day(text: str) -> bool:
    """Whether the text is a day of some year: "Sept. 28"."""
    return _DAY.fullmatch(text.strip()) is not None


def without_date(text: str) -> str:
    """The text without its date and what joined the two."""
    return _DATE.sub("", text).strip(" -–—,;|/")


def is_placeholder(text: str) -> bool:
    """Whether the text stands for an empty field, or is what the sheet of a CAD system came with."""
    return not text.strip() or bool(_PLACEHOLDER.fullmatch(text.strip()) or _VENDOR.fullmatch(text.strip()))


def units_in(text: str) -> str | None:
    """The unit of length that the text names, as printed; one behind a number is that of the number alone."""
    found = _UNITS.search(text) or _INCH.fullmatch(text.strip())
    return found.group() if found else None


def is_company(text: str) -> bool:
    """Whether the text carries a word that companies and institutes have in their names; two letters are initials."""
    told = _COMPANY.search(text) if len(text) > _INITIALS and not is_licence(text) else None
    return bool(told) and any(c.isupper() or not c.isascii() for c in text) and len(text) < 70


def is_licence(text: str) -> bool:
    """Whether the text tells under which licence the drawing is given."""
    return _LICENCE.search(text) is not None


def is_material(text: str) -> bool:
    """Whether the text names a common material."""
    return bool(_MATERIAL.search(text))


def general_standard(text: str) -> str | None:
    """A reference to general tolerances: "ISO 2768-mK"."""
    found = _ISO_TOLERANCE.search(text)
    return re.sub(r"\s+", " ", found.group()).strip(" ,.(:") if found else None
