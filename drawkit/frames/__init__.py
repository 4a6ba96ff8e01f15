"""Results, quota and tasks as DataFrames, and those as files.

Every function of a list takes one `contract.Result`, or many by file name: then the frame begins with the column
`file`. Columns and their dtypes never change with the content (nullable dtypes throughout, so that what is missing is
`pandas.NA`; a time is NaT): `columns("dimensions")` tells them with their meaning. Rows are numbered from 1, and the
lengths of a row are in its `unit`. `limits` alone computes: the limits of size that fits and general tolerances allow.
"""

from ._columns import UTC_TIME, Column, build, edges, numbered, writable
from ._corrections import CORRECTIONS, corrections
from ._excel import MAX_ROWS, MAX_TEXT, Crop, add_pictures, to_excel
from ._export import to_csv, to_parquet
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
from ._tables import RENAMED, TABLES

__all__ = [
    "CORRECTIONS",
    "LIMITS",
    "MAX_ROWS",
    "MAX_TEXT",
    "RENAMED",
    "TABLES",
    "UTC_TIME",
    "Column",
    "Crop",
    "Source",
    "add_pictures",
    "balloons",
    "bom",
    "build",
    "columns",
    "concat",
    "corrections",
    "datum_features",
    "dimensions",
    "each_table",
    "edges",
    "geometric_tolerances",
    "holes",
    "limits",
    "modules",
    "notes",
    "numbered",
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
