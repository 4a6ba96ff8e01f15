"""The clauses that rules stand on: standard, edition, place, and what stands there."""

from __future__ import annotations

from typing import Final

# Geometrical specifications
DATUM_FEATURES: Final = "ISO 5459:2011, 7.2 (indication of datum features); ASME Y14.5-2018, 6.3.2"
CHARACTERISTICS: Final = "ISO 1101:2017, clause 5 (symbols and their datums); ASME Y14.5-2018, 6.3.1"
ZONES: Final = "ISO 1101:2017, clause 7 (tolerance zones)"
MATERIAL_CONDITIONS: Final = "ISO 2692:2021, clause 4 (Ⓜ and Ⓛ); ASME Y14.5-2018, 5.9"
REMOVED: Final = "ASME Y14.5-2018, Foreword and Nonmandatory Appendix A (principal changes)"

# Sizes and their tolerances
LIMITS_OF_SIZE: Final = "ISO 286-1:2010, 3.2.3 (limits of size)"
LIMIT_DEVIATIONS: Final = "ISO 286-1:2010, 3.2.5 (limit deviations)"
TOLERANCE_CLASSES: Final = "ISO 286-1:2010, 4.3 (limit deviations of a tolerance class); ISO 286-2:2010 (tables)"
EVERY_SIZE_TOLERANCED: Final = "ISO 129-1:2018, clause 4 (principles); ASME Y14.5-2018, 4.1 (fundamental rules)"
UNITS: Final = "ISO 129-1:2018, clause 4 (principles); ASME Y14.5-2018, 4.2 (units of measure)"
GENERAL_TOLERANCES: Final = "ISO 2768-1:1989, clauses 4 and 5 (general tolerances and their indication)"
ISO_2768_2_WITHDRAWN: Final = "ISO 22081:2021, Foreword"
DIN_7168_WITHDRAWN: Final = "DIN ISO 2768-1:1991, national foreword"

# Threads
METRIC_THREADS: Final = "ISO 261:1998, table 2 (diameters and pitches)"
METRIC_CLASSES: Final = "ISO 965-1:2013, clauses 6 and 7 (tolerance grades and positions)"
UNIFIED_THREADS: Final = "ASME B1.1, standard series"

# The sheet
DATA_FIELDS: Final = "ISO 7200:2004, clause 5 (mandatory data fields)"
SCALE: Final = "ISO 5455:1979, clause 5 (scale in the title block)"
PROJECTION: Final = "ISO 5456-2:1996, 5.1 and 5.2 (first and third angle projection)"
VIEWS: Final = "ISO 128-3:2020, 4.1 (views are identified by capital letters); ASME Y14.3-2012"
PART_REFERENCES: Final = "ISO 6433:2012, clause 4 (part references)"
PARTS_LISTS: Final = "ISO 7573:2008 (part reference, quantity); ISO 6433:2012, clause 4"

CLAUSES: Final[dict[str, tuple[str, ...]]] = {
    "datum_not_defined": (DATUM_FEATURES,),
    "datum_defined_twice": (DATUM_FEATURES,),
    "datums_do_not_suit": (CHARACTERISTICS,),
    "zone_does_not_suit": (ZONES,),
    "modifier_does_not_suit": (MATERIAL_CONDITIONS,),
    "zero_without_material_condition": (MATERIAL_CONDITIONS,),
    "removed_from_y145": (REMOVED,),
    "deviations_reversed": (LIMIT_DEVIATIONS, LIMITS_OF_SIZE),
    "fit_not_in_iso_286": (TOLERANCE_CLASSES,),
    "size_without_tolerance": (EVERY_SIZE_TOLERANCED,),
    "thread_not_standard": (METRIC_THREADS, METRIC_CLASSES, UNIFIED_THREADS),
    "general_tolerance_unknown": (GENERAL_TOLERANCES, ISO_2768_2_WITHDRAWN, DIN_7168_WITHDRAWN),
    "facts_missing": (DATA_FIELDS,),
    "scale_missing": (SCALE,),
    "projection_missing": (PROJECTION,),
    "units_mixed": (UNITS,),
    "view_missing": (VIEWS,),
    "view_label_twice": (VIEWS,),
    "item_number_twice": (PARTS_LISTS,),
    "item_number_missing": (PARTS_LISTS,),
    "balloon_without_row": (PART_REFERENCES,),
    "row_without_balloon": (PART_REFERENCES,),
    "quantities_disagree": (PARTS_LISTS,),
}
"""What the findings of each rule stand on, by the rule's name."""
