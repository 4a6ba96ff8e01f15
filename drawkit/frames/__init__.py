"""Results, quota and tasks as DataFrames, and those as files.

Every function of a list takes one `contract.Result`, or many by file name: then the frame begins with the column
`file`. Columns and their dtypes never change with the content (nullable dtypes throughout, categorical for
kinds): `columns("dimensions")` tells them with their meaning. `limits` alone computes: the limits of size that fits
and general tolerances allow.
"""

from ._columns import Column, build, corner, writable
from ._corrections import CORRECTIONS, corrections
from ._export import MAX_ROWS, MAX_TEXT, add_pictures, to_csv, to_excel, to_parquet
from ._limits import LIMITS, limits
from ._lists import (
    Source,
    balloons,
    bom,
    columns,
    concat,
    datum_features,
    dimensions,
    each_table,
    geometric_tolerances,
    holes,
    modules,
    notes,
    pages,
    revisions,
    surface_textures,
    table_cells,
    tables,
    threads,
    title_block,
    title_blocks,
    title_fields,
    to_frames,
    views,
    welds,
)
from ._paper import register_fonts, to_pdf
from ._records import quota_frame, tasks_frame, usage_frame
from ._tables import TABLES

__all__ = [
    "CORRECTIONS",
    "LIMITS",
    "MAX_ROWS",
    "MAX_TEXT",
    "TABLES",
    "Column",
    "Source",
    "add_pictures",
    "balloons",
    "bom",
    "build",
    "columns",
    "concat",
    "corner",
    "corrections",
    "datum_features",
    "dimensions",
    "each_table",
    "geometric_tolerances",
    "holes",
    "limits",
    "modules",
    "notes",
    "pages",
    "quota_frame",
    "register_fonts",
    "revisions",
    "surface_textures",
    "table_cells",
    "tables",
    "tasks_frame",
    "threads",
    "title_block",
    "title_blocks",
    "title_fields",
    "to_csv",
    "to_excel",
    "to_frames",
    "to_parquet",
    "to_pdf",
    "usage_frame",
    "views",
    "welds",
    "writable",
]
