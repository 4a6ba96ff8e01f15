"""Checks of a drawing against the standards: what contradicts itself, what is missing, what is worth a look.

A rule is a function that takes a `contract.Result` and gives findings; `RULES` holds those that are built in. A rule
of your own is added by `check(result, add=[rule])` and needs nothing but `Finding`.
"""

from ._clauses import CLAUSES
from ._finding import SURE, Finding, Severity, about, on_page
from ._rules import RULES, Rule, check
from ._table import FINDINGS, findings_frame

__all__ = [
    "CLAUSES",
    "FINDINGS",
    "RULES",
    "SURE",
    "Finding",
    "Rule",
    "Severity",
    "about",
    "check",
    "findings_frame",
    "on_page",
]
