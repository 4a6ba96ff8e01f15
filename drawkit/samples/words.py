"""The words on a sheet in each language: labels of the title block and the parts list, and general notes."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "de", "fr", "es", "it", "sv")

_KEYS: Final = (
    "title", "drawing_number", "part_number", "revision", "material", "finish", "scale", "sheet", "sheet_size", "date",
    "drawn_by", "checked_by", "approved_by", "company", "mass", "projection", "units", "general_tolerance",
)  # fmt: skip
_LABELS: Final[dict[str, str]] = {
    "en": "Title|Drawing number|Part number|Rev.|Material|Finish|Scale|Sheet|Size|Date of issue|Created by|Checked by"
    "|Approved by|Legal owner|Mass|Projection|Units|General tolerances",
    "de": "Benennung|Zeichnungsnummer|Teilenummer|Änd.|Werkstoff|Oberfläche|Maßstab|Blatt|Format|Datum|Gezeichnet"
    "|Geprüft|Freigegeben|Eigentümer|Gewicht|Projektion|Einheit|Allgemeintoleranzen",
    "fr": "Désignation|Numéro de plan|Référence|Indice|Matière|Traitement|Échelle|Folio|Format|Date|Dessiné par"
    "|Vérifié par|Approuvé par|Propriétaire|Masse|Projection|Unités|Tolérances générales",
    "es": "Título|Número de plano|Referencia|Rev.|Material|Acabado|Escala|Hoja|Formato|Fecha|Dibujado|Comprobado"
    "|Aprobado|Propietario|Masa|Proyección|Unidades|Tolerancias generales",
    "it": "Denominazione|Numero disegno|Codice|Rev.|Materiale|Finitura|Scala|Foglio|Formato|Data|Disegnato|Controllato"
    "|Approvato|Proprietario|Massa|Proiezione|Unità|Tolleranze generali",
    "sv": "Benämning|Ritningsnummer|Artikelnummer|Utg.|Material|Ytbehandling|Skala|Blad|Format|Datum|Ritad|Granskad"
    "|Godkänd|Ägare|Massa|Projektion|Enhet|Generella toleranser",
}
TITLE_LABELS: Final[dict[str, dict[str, str]]] = {
    language: dict(zip(_KEYS, text.split("|"), strict=True)) for language, text in _LABELS.items()
}
"""Language, then field of the title block, to its printed label (ISO 7200)."""

NAME_HEAD: Final[dict[str, str]] = {
    "en": "NAME", "de": "NAME", "fr": "NOM", "es": "NOMBRE", "it": "NOME", "sv": "NAMN",
}  # fmt: skip

_PARTS: Final[dict[str, str]] = {
    "en": "Item|Qty|Part number|Description|Material|Remarks|Mass kg",
    "de": "Pos.|Menge|Sachnummer|Benennung|Werkstoff|Bemerkung|Gewicht kg",
    "fr": "Rep.|Qté|Référence|Désignation|Matière|Observations|Masse kg",
    "es": "Marca|Cant.|Referencia|Denominación|Material|Observaciones|Masa kg",
    "it": "Pos.|Q.tà|Codice|Denominazione|Materiale|Note|Massa kg",
    "sv": "Pos.|Antal|Artikelnummer|Benämning|Material|Anmärkning|Massa kg",
}
_PARTS_KEYS: Final = ("position", "quantity", "part_number", "designation", "material", "remark", "mass")
PARTS_LABELS: Final[dict[str, dict[str, str]]] = {
    language: dict(zip(_PARTS_KEYS, text.split("|"), strict=True)) for language, text in _PARTS.items()
}
"""Language, then column of the parts list, to its printed header (ISO 7573)."""

REVISION_LABELS: Final[dict[str, tuple[str, str, str, str]]] = {
    "en": ("Rev.", "Description", "Date", "Approved"),
    "de": ("Änd.", "Änderung", "Datum", "Name"),
    "fr": ("Ind.", "Modification", "Date", "Visa"),
    "es": ("Rev.", "Descripción", "Fecha", "Aprob."),
    "it": ("Rev.", "Descrizione", "Data", "Appr."),
    "sv": ("Utg.", "Ändring", "Datum", "Sign."),
}

REVISION_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("First issue", "Tolerance of bore tightened", "Chamfers added", "Material changed"),
    "de": ("Ersterstellung", "Toleranz der Bohrung eingeengt", "Fasen ergänzt", "Werkstoff geändert"),
    "fr": ("Première émission", "Tolérance d'alésage réduite", "Chanfreins ajoutés", "Matière modifiée"),
    "es": ("Primera edición", "Tolerancia reducida", "Chaflanes añadidos", "Material cambiado"),
    "it": ("Prima emissione", "Tolleranza ridotta", "Smussi aggiunti", "Materiale modificato"),
    "sv": ("Första utgåva", "Tolerans skärpt", "Faser tillagda", "Material ändrat"),
}

NOTES_HEAD: Final[dict[str, str]] = {
    "en": "NOTES:", "de": "Hinweise:", "fr": "Notes :", "es": "Notas:", "it": "Note:", "sv": "Anmärkningar:",
}  # fmt: skip

PART_NOTES: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "Break all sharp edges 0.2 to 0.5.",
        "Remove all burrs.",
        "Part to be clean and free of oil.",
        "Dimensions apply after surface treatment.",
        "Mark part number permanently on this face.",
    ),
    "de": (
        "Alle Kanten gratfrei, 0,2 bis 0,5 gebrochen.",
        "Maße gelten nach der Oberflächenbehandlung.",
        "Teil sauber und ölfrei anliefern.",
        "Teilenummer dauerhaft kennzeichnen.",
    ),
    "fr": (
        "Casser les angles vifs 0,2 à 0,5.",
        "Ébavurer toutes les arêtes.",
        "Pièce propre et exempte d'huile.",
        "Cotes après traitement de surface.",
    ),
    "es": ("Matar aristas vivas 0,2 a 0,5.", "Eliminar todas las rebabas.", "Pieza limpia y sin aceite."),
    "it": ("Smussare gli spigoli vivi 0,2 a 0,5.", "Eliminare tutte le bave.", "Pezzo pulito e privo di olio."),
    "sv": ("Bryt alla skarpa kanter 0,2 till 0,5.", "Avlägsna alla grader.", "Detaljen ska vara ren och oljefri."),
}

TURNED_NOTES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("Centre drilling permitted at both ends, ISO 6411 - A2.5/5.3.",),
    "de": ("Zentrierbohrungen zulässig nach ISO 6411 - A2,5/5,3.",),
    "fr": ("Centres d'usinage admis, ISO 6411 - A2,5/5,3.",),
    "es": ("Puntos de centrado admitidos, ISO 6411 - A2,5/5,3.",),
    "it": ("Fori da centro ammessi, ISO 6411 - A2,5/5,3.",),
    "sv": ("Dubbhål tillåtna enligt ISO 6411 - A2,5/5,3.",),
}

ASSEMBLY_NOTES: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "Tighten screws crosswise to 9 Nm.",
        "Pack bearings with lithium grease, one third of the free space.",
        "Shaft must turn freely by hand after assembly.",
        "Secure screws with thread locking compound, medium strength.",
    ),
    "de": (
        "Schrauben über Kreuz mit 9 Nm anziehen.",
        "Lager zu einem Drittel mit Lithiumfett füllen.",
        "Welle muss sich nach der Montage von Hand drehen lassen.",
    ),
    "fr": (
        "Serrer les vis en croix à 9 Nm.",
        "Graisser les roulements au tiers du volume libre.",
        "L'arbre doit tourner librement après montage.",
    ),
    "es": ("Apretar los tornillos en cruz a 9 Nm.", "Engrasar los rodamientos.", "El eje debe girar libremente."),
    "it": ("Serrare le viti in croce a 9 Nm.", "Ingrassare i cuscinetti.", "L'albero deve girare liberamente."),
    "sv": ("Dra skruvarna korsvis med 9 Nm.", "Fetta in lagren.", "Axeln ska gå lätt att vrida för hand."),
}

SECTION: Final[dict[str, str]] = {
    "en": "SECTION A-A",
    "de": "SCHNITT A-A",
    "fr": "COUPE A-A",
    "es": "SECCIÓN A-A",
    "it": "SEZIONE A-A",
    "sv": "SNITT A-A",
}

COMPANIES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("Laboratory for Drive Systems", "Institute of Precision Mechanics", "Department of Machine Design"),
    "de": ("Institut für Maschinenelemente", "Werkstatt für Feinmechanik", "Lehrgebiet Antriebstechnik"),
    "fr": ("Laboratoire de mécanique", "Atelier de prototypage", "Institut de construction"),
    "es": ("Laboratorio de máquinas", "Taller de prototipos"),
    "it": ("Laboratorio di meccanica", "Officina prototipi"),
    "sv": ("Verkstaden för finmekanik", "Institutionen för maskinelement"),
}

TITLES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "turned_part": {
        "en": ("Drive shaft", "Pinion shaft", "Bearing shaft", "Spindle"),
        "de": ("Antriebswelle", "Ritzelwelle", "Lagerwelle", "Spindel"),
        "fr": ("Arbre d'entraînement", "Arbre de pignon", "Broche"),
        "es": ("Eje de transmisión", "Husillo"),
        "it": ("Albero motore", "Mandrino"),
        "sv": ("Drivaxel", "Spindel"),
    },
    "plate": {
        "en": ("Base plate", "Motor plate", "Bearing plate", "Adapter plate"),
        "de": ("Grundplatte", "Motorplatte", "Lagerplatte", "Adapterplatte"),
        "fr": ("Plaque de base", "Plaque moteur", "Plaque d'adaptation"),
        "es": ("Placa base", "Placa de motor"),
        "it": ("Piastra base", "Piastra motore"),
        "sv": ("Grundplatta", "Motorplatta"),
    },
    "assembly": {
        "en": ("Bearing unit", "Spindle unit", "Idler unit"),
        "de": ("Lagereinheit", "Spindeleinheit", "Umlenkeinheit"),
        "fr": ("Palier complet", "Ensemble broche"),
        "es": ("Unidad de rodamientos", "Conjunto husillo"),
        "it": ("Unità di supporto", "Gruppo mandrino"),
        "sv": ("Lagerenhet", "Spindelenhet"),
    },
}

_UNIT_PARTS: Final = (
    "housing", "shaft", "bearing", "inner_spacer", "outer_spacer", "cover",
    "seal", "ring", "screw", "key",
)  # fmt: skip
_UNIT_NAMES: Final[dict[str, str]] = {
    "en": "Housing|Shaft|Deep groove ball bearing|Spacer, inner|Spacer, outer"
    "|Cover|Rotary shaft seal|Retaining ring|Hexagon socket head cap screw|Parallel key",
    "de": "Gehäuse|Welle|Rillenkugellager|Distanzhülse innen|Distanzhülse außen"
    "|Deckel|Radial-Wellendichtring|Sicherungsring|Zylinderschraube mit Innensechskant|Passfeder",
    "fr": "Corps|Arbre|Roulement à billes|Entretoise intérieure|Entretoise extérieure"
    "|Couvercle|Joint à lèvre|Anneau élastique|Vis à tête cylindrique six pans creux|Clavette parallèle",
    "es": "Carcasa|Eje|Rodamiento rígido de bolas|Casquillo interior|Casquillo exterior"
    "|Tapa|Retén|Anillo de seguridad|Tornillo cilíndrico Allen|Chaveta",
    "it": "Corpo|Albero|Cuscinetto a sfere|Distanziale interno|Distanziale esterno"
    "|Coperchio|Anello di tenuta|Anello elastico|Vite a testa cilindrica con esagono incassato|Linguetta",
    "sv": "Hus|Axel|Spårkullager|Distanshylsa inre|Distanshylsa yttre|Lock|Axeltätning|Låsring|Insexskruv|Plattkil",
}
UNIT_PARTS: Final[dict[str, dict[str, str]]] = {
    language: dict(zip(_UNIT_PARTS, text.split("|"), strict=True)) for language, text in _UNIT_NAMES.items()
}
"""Language, then part of the bearing unit, to its name in a parts list."""
