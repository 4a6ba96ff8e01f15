"""Processes that are killed: `serve STATE PORT` is a service that reads lightly, `run ...` an experiment.

The service tells the key that it made on its first start; the experiment has it from its environment.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent


def light(job, data, report):
    """Stands in for the engine: takes a moment and finds one dimension."""
    from drawkit import contract
    from drawkit.service.worker import Outcome

    time.sleep(0.12)
    item = contract.Dimension(id="d1", text=str(len(data)), nominal=float(len(data)))
    return Outcome(contract.Result(profile=job.profile, dimensions=(item,)).to_json())


def serve(state: str, port: str, **told: object) -> None:
    import uvicorn

    from drawkit.contract import MODULES
    from drawkit.service import Settings, create_app
    from drawkit.service import state as service_state

    service_state.version = lambda: "stand-in"  # the engine does not read here: its files may change between two starts
    settings = Settings(state_dir=Path(state), workers=2, shutdown_grace_s=0.5, rate="100000/minute", **told)
    app = create_app(settings, analysis=light, modules=MODULES)
    keys = app.state.service.keys
    key = "" if keys.list() else keys.create("experiment").secret
    listening = socket.create_server(("127.0.0.1", int(port)))
    sys.stdout.write(f"ready {key}\n")
    sys.stdout.flush()
    uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run(sockets=[listening])


def run(port: str, drawings: str, ledger: str) -> None:
    import drawkit
    from drawkit.experiments import Experiment

    with drawkit.Client(f"http://127.0.0.1:{port}", os.environ["DRAWKIT_API_KEY"]) as client:
        told = Experiment(drawings, client=client, ledger=ledger)

        def tell(status) -> None:
            sys.stdout.write(f"{status.completed + status.known}\n")
            sys.stdout.flush()

        told.run(progress=tell)
        told.ledger.close()


if __name__ == "__main__":
    {"serve": serve, "run": run}[sys.argv[1]](*sys.argv[2:])
