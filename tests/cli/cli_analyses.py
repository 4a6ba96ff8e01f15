"""What workers do in place of the engine's reading; importable in worker processes."""

from __future__ import annotations

import os
import time

from drawkit.contract import Dimension, PageReport, Progress, Result
from drawkit.service.worker import Job, Outcome, Report

RESULT = Result(pages=(PageReport(page=1, width=100, height=80),), dimensions=(Dimension(text="88", nominal=88),))

_UNREADABLE = PageReport(page=1, width=100, height=80, readable=False)
BLANK = Result(pages=(_UNREADABLE, _UNREADABLE.model_copy(update={"page": 2, "remarks": ("It is blurred.",)})))


def quick(job: Job, data: bytes, report: Report) -> Outcome:
    report(Progress(done=0, total=1, step=f"reading {len(data)} bytes"))
    if b"slow" in data:
        time.sleep(600)
    if b"crash" in data:
        os._exit(9)
    if b"fault" in data:
        raise ZeroDivisionError
    if b"photograph" in data:
        return Outcome(BLANK.to_json(), (b"a picture",))
    time.sleep(0.5 if b"wait" in data else 0)
    return Outcome(RESULT.to_json(), (b"a picture",) if job.options.publish else ())
