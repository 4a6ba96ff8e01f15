"""The commands of the command line."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = (
    ("drawkit analyze", "reads drawings, here or at the service that `DRAWKIT_BASE_URL` names"),
    ("drawkit check", "checks drawings against the standards"),
    ("drawkit inspect", "writes inspection sheets, and the drawing with balloons"),
    (
        "drawkit compare",
        "tells what changed between two revisions; passwords of locked PDFs are asked for in a terminal, elsewhere "
        "they come from `DRAWKIT_PDF_PASSWORD`, further ones from `DRAWKIT_PDF_PASSWORD_2` and so on",
    ),
    ("drawkit docs", "shows the reference: every table, column, option, setting and key"),
    ("drawkit sample", "writes sample drawings; `--list` names them"),
    ("drawkit lab", "opens JupyterLab on the example notebooks"),
    ("drawkit serve", "runs the service"),
    ("drawkit keys create, list, rotate, revoke", "API keys of a service on this machine"),
    (
        "drawkit webhooks add, list, rotate, remove, log, redeliver",
        "its signed events to addresses of your choice",
    ),
    ("drawkit tasks withdraw, delete", "takes back what its tasks published; deletes ended tasks"),
    ("drawkit doctor", "tells what is installed, reads a sample, starts the service"),
)
