"""A service in a process of its own, with a stand-in for the engine: `python service_process.py STATE ANALYSIS`."""

from __future__ import annotations

import sys
from pathlib import Path

import service_analyses

from drawkit.contract import MODULES
from drawkit.service.__main__ import embedded
from drawkit.service.server import serve_embedded
from drawkit.service.settings import Settings

if __name__ == "__main__":
    settings = embedded(Settings(state_dir=Path(sys.argv[1]), workers=2))
    serve_embedded(settings, analysis=getattr(service_analyses, sys.argv[2]), modules=MODULES)
