"""The header of the forms: what title block and parts list say of the part (AS9102, forms 1 to 3)."""

from __future__ import annotations

from drawkit.contract import Result, TitleBlock


def header(result: Result) -> dict[str, str]:
    """The facts of the forms by their names, empty where the drawing does not show them."""
    block = result.title_blocks[0] if result.title_blocks else TitleBlock()
    number, part = block.drawing_number or "", block.part_number or ""
    return {
        "part_number": part or number,
        "part_name": block.title or "",
        "part_revision": block.revision or "",
        "drawing_number": number or part,
        "drawing_revision": block.revision or "",
        "organization": block.company or "",
        "material": block.material or "",
        "finish": block.finish or "",
        "general_tolerance": block.general_tolerance or "",
        "units": result.units or "",
    }
