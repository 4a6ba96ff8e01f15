"""How long tables of many results take."""

import time

from drawkit import frames
from drawkit.contract import Dimension, Result


def test_a_hundred_thousand_dimensions_within_two_seconds():
    def one(at: int) -> Result:
        many = (Dimension(id=f"d{i}", text=f"⌀{i}", nominal=i, box=(1, 2, 3, 4)) for i in range(100))
        return Result(dimensions=tuple(many), profile=str(at))

    results = {f"{at}.pdf": one(at) for at in range(1000)}
    start = time.process_time()
    frame = frames.concat(results, ["dimensions"])["dimensions"]
    assert time.process_time() - start < 2.0
    assert len(frame) == 100_000
