"""`python -m drawkit.engine.training.looks --out FOLDER PLACES`: trains what tells dimensions by what is around them.

PLACES is a file that `drawkit.engine.training.decision` writes. Besides the net comes `left_out.npy`: what nets that
saw nothing of a source say of its places, so that a look can be weighed beside the trees.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drawkit.engine.training import command
from drawkit.engine.training.learning import parameters
from drawkit.engine.training.looks.export import export
from drawkit.engine.training.looks.learn import LOG, figures, learn
from drawkit.engine.training.looks.places import kept_in


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains a net for each group of sources that is left out, and one of all; exports that."""
    parser = command.parser("looks", main.__doc__, seed=3, threads=2)
    parser.add_argument("places", type=Path)
    parser.add_argument("--seconds", type=float, default=420.0, help="of learning in all, on a graphics processor")
    asked = parser.parse_args(arguments)
    command.set_up(asked)
    begun = time.perf_counter()
    places = kept_in(asked.places)
    net, left_out = learn(places, asked.seconds, asked.seed)
    found = figures(left_out, places.right)
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), time.perf_counter() - begun)
    np.save(asked.out / "left_out.npy", left_out)
    export(net, asked.out / "looks.onnx")
    training = {"places": len(places.right), "right": int(places.right.sum()), "seed": asked.seed}
    facts = {"parameters": parameters(net), "training": training | {"seconds": round(asked.seconds)}}
    command.write_card(asked.out / "looks.json", found, facts, unseen="unseen_sources")


if __name__ == "__main__":
    main()
