"""The notebook on clusters: drawings read by the processes of a Dask cluster, one of which is lost on the way."""

from cells import code, text

ON_A_CLUSTER = (
    text("""
# On a cluster

Drawings are read in worker processes of this machine. When there are thousands, other machines can do it: the service
takes any `concurrent.futures.Executor`, and a [Dask](https://distributed.dask.org) cluster by its address. Everything
else stays as it is: tasks, results, quota, limits.

Here a cluster of several processes runs on this machine. A real one differs by its address alone. Install Dask with
`pip install "drawkit[dask]"`, on the machines of the cluster together with `drawkit[local]`, the same version.
"""),
    code("""
import importlib.util
import logging
import os
import signal
import tempfile
import time
from pathlib import Path

if importlib.util.find_spec("distributed") is None:
    raise ImportError('This notebook needs Dask. Install it with: pip install "drawkit[dask]". Then run it again.')

import matplotlib.pyplot as plt
import pandas as pd
from distributed import Client, LocalCluster

import drawkit

cluster = LocalCluster(
    n_workers=2,
    threads_per_worker=1,
    dashboard_address=":0",
    silence_logs=logging.CRITICAL,  # a worker will be lost below, and Dask would say so at length
)
scheduler = Client(cluster)
_ = scheduler.get_task_stream()  # from now on it keeps what its workers do
"""),
    text("""
## A service on it

`executor=` takes the cluster, a client of it, or the address of its scheduler, such as `"tcp://cluster.example:8786"`.
The service joins, checks that its workers have this drawkit, and has as many places as there are worker processes.
"""),
    code("""
folder = Path(tempfile.mkdtemp())
client = drawkit.connect(executor=cluster, state=folder / "service")
status = client.status()
pd.DataFrame([(status.status, status.queue.workers)], columns=["service", "workers"])
"""),
    text("""
## An experiment, and a worker that is lost

Ten drawings. When three are read, one of the two workers is killed in the middle of its work, as when a machine loses
its power. (`drawkit.Experiment(..., executor=cluster)` without a client starts the service by itself.)
"""),
    code("""
drawings = {}
for seed in range(10):
    sample = drawkit.samples.make("turned_part", seed=seed, name=f"shaft_{seed}")
    drawings[sample.file_name] = sample.data

lost = []


def kill_one(standing):
    if standing.completed >= 3 and not lost:
        busy = max(scheduler.processing().items(), key=lambda work: len(work[1]))[0]
        pid = scheduler.run(os.getpid, workers=[busy])[busy]
        os.kill(pid, signal.SIGKILL)
        lost.append(time.time())


experiment = drawkit.Experiment(
    drawings, "dimension_tolerance", name="cluster", client=client, ledger=folder / "ledger.sqlite3"
)
experiment.run(progress=kill_one).summary()[["setting", "drawings", "completed"]]
"""),
    text("""
## Nothing lost, nothing twice

What the lost worker had goes back into the queue and is read by another. A start that ended so counts: a drawing that
takes its worker down three times fails, and holds up nobody else. Each drawing has one task, one result and one event,
and its pages are charged once.
"""),
    code("""
table = experiment.tasks.sort_values("drawing", ignore_index=True)
table[["drawing", "status", "pages"]]
"""),
    code("""
at_service = client.task_table()
charged = {limit.name: limit.used for limit in client.quota().limits}
pd.DataFrame(
    [(len(drawings), len(at_service), at_service["task_id"].nunique(), charged["pages"], len(lost))],
    columns=["drawings", "tasks", "different tasks", "pages charged", "workers lost"],
)
"""),
    text("""
## What the scheduler saw

Each bar is a drawing that a worker process read to its end. The row of the lost worker ends at the dashed line, and
Dask started another process in its place. The tasks are Dask's own, so its dashboard shows them as well.
"""),
    code(
        """
ran = [record for record in scheduler.get_task_stream() if record["key"].startswith("drawkit-")]
began = min(span["start"] for record in ran for span in record["startstops"])
rows = {address: row for row, address in enumerate(dict.fromkeys(record["worker"] for record in ran))}
figure, axes = plt.subplots(figsize=(8, 2.2))
for record in ran:
    for span in record["startstops"]:
        axes.barh(rows[record["worker"]], span["stop"] - span["start"], left=span["start"] - began, edgecolor="white")
axes.axvline(lost[0] - began, color="black", linestyle="--")
axes.set_yticks(list(rows.values()), [f"worker {row + 1}" for row in rows.values()])
axes.set_xlabel("seconds")
axes.invert_yaxis()
figure.tight_layout()
"""
    ),
    text("""
## The result is as ever
"""),
    code("""
experiment.result("shaft_3.pdf")
"""),
    text("""
## Other ways

| `executor=`, or `drawkit serve --executor` | where drawings are read |
|---|---|
| nothing, or `"processes"` | worker processes of the service: killed when a task is cancelled or over its time |
| `"dask"` | a Dask cluster that the service starts on its machine and ends with itself; killed likewise, and replaced |
| `"tcp://cluster.example:8786"`, `"tls://..."` | a running Dask cluster; a cancelled task stops at its next page |
| `"module:attribute"` | an executor, or a function that makes one, imported by the service |
| an executor itself (in Python alone) | that one, such as a `ProcessPoolExecutor`: the service borrows it |

A drawing sent to another machine travels as it is: on a network that others share, set up Dask with TLS.
"""),
    code("""
experiment.ledger.close()
drawkit.local.stop()
scheduler.close()
cluster.close()
"""),
)
