"""Inspection sheets: the characteristics of a drawing numbered, as a table, as forms, and as balloons on the drawing.

A plan is an order and edits; `characteristics` makes the numbered rows of a result by it. Terms are those of AS9102.
"""

from ._balloons import Ballooned, ballooned
from ._characteristics import KINDS, TABLES, Characteristic
from ._edits import Edit, next_number
from ._facts import header
from ._order import Order
from ._plan import ORDERS, Plan, Spot, characteristics, places
from ._table import INSPECTION, inspection_frame
from ._typed import typed
from ._workbook import to_workbook

__all__ = [
    "INSPECTION",
    "KINDS",
    "ORDERS",
    "TABLES",
    "Ballooned",
    "Characteristic",
    "Edit",
    "Order",
    "Plan",
    "Spot",
    "ballooned",
    "characteristics",
    "header",
    "inspection_frame",
    "next_number",
    "places",
    "to_workbook",
    "typed",
]
