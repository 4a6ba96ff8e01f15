"""The notebook on a service of one's own: keys with narrow rights, quota and limits."""

from cells import code, text

KEYS_AND_LIMITS = (
    text("""
# A service for a team: keys and limits

Without an account drawkit brings its own service along. The same service can serve a team, started with
`drawkit serve`: then each person and each script gets a key of its own, which may do just what it must, from where it
must, and as much as it should. This notebook is its operator's: the service runs in a folder, and the keys are made
with Python. `drawkit keys create | list | rotate | revoke` do the same at a terminal.
"""),
    code("""
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pandas as pd

import drawkit
from drawkit.service import Keys, Settings

folder = tempfile.mkdtemp()
os.environ["DRAWKIT_SERVICE_MAX_OPEN_TASKS"] = "4"  # a setting of the service, here so small that it shows
mine = drawkit.connect(state=folder)
keys = Keys(Settings(state_dir=folder))
pd.set_option("display.max_colwidth", None)
plate = drawkit.samples.named("milled_plate")
"""),
    text("""
## A key that may do only what it must

The script of production planning reads parts lists: it submits drawings and fetches their results, at most 6 pages a
month. The secret is in `new.secret`, this once: the service keeps only its SHA-256. No representation shows it.
"""),
    code("""
new = keys.create("planning", ["tasks:create", "tasks:read", "quota:read"], pages_per_month=6)


def shown(keys):
    rows = [(k.name, " ".join(sorted(k.permissions)), k.pages_per_month, "revoked" if k.revoked_at else "valid")
            for k in keys.list() if k.name != "embedded"]
    table = pd.DataFrame(rows, columns=["key", "permissions", "pages a month", "state"])
    return table.astype({"pages a month": "Int64"})


planning = drawkit.connect(mine.base_url, new.secret)
shown(keys)
"""),
    text("""
It can do its work:
"""),
    code("""
result = planning.analyze(plate.data, "bom", name=plate.file_name)
result
"""),
    text("""
and nothing else. Each refusal is an exception of its own type that says what to do; a task of somebody else is as
unknown as one that never was.
"""),
    code("""
def told(attempt):
    try:
        attempt()
    except drawkit.DrawkitError as error:
        return type(error).__name__, str(error).split(" (request")[0]
    return "allowed", ""


task_of_mine = mine.submit(plate.data, "bom", name=plate.file_name).wait()
attempts = {
    "ask for the status": planning.status,
    "create a batch": lambda: planning.create_batch("night shift"),
    "read a task of somebody else": lambda: planning.task(task_of_mine.id),
    "use a mistyped key": lambda: drawkit.connect(mine.base_url, new.secret[:-1] + "_").quota(),
}
pd.DataFrame([(what, *told(attempt)) for what, attempt in attempts.items()], columns=["attempt", "answer", "why"])
"""),
    text("""
## The month's quota

Pages are charged when a drawing is accepted, and given back when it fails or is cancelled before it ran. Five more
drawings are accepted; the next one is not, and nothing is charged for it.
"""),
    code("""
tasks = [planning.submit(plate.data, "bom", name=f"plate {number}.pdf") for number in range(2, 7)]
for task in tasks:
    task.wait()
answer, why = told(lambda: planning.submit(plate.data, "bom", name="plate 7.pdf"))
why = why.split(" The quota resets")[0]
plates = pd.RangeIndex(2, 8, name="plate")
pd.DataFrame({"answer": [task.status.value for task in tasks] + [answer], "why": [""] * 5 + [why]}, index=plates)
"""),
    code("""
planning.quota().frame[["name", "used", "limit", "remaining"]]
"""),
    text("""
## Many at once

This service takes 4 open tasks a key and answers 429 beyond that. The client obeys what the answer says and tries
again: sixteen submissions from eight threads all arrive, and no call fails. What the service tells of its limits is on
the client.
"""),
    code("""
with ThreadPoolExecutor(8) as pool:
    drawings = [f"plate {number}.pdf" for number in range(16)]
    many = list(pool.map(lambda name: mine.submit(plate.data, "bom", name=name), drawings))
for task in many:
    task.wait()
pd.Series([task.status.value for task in many], name="tasks").value_counts().to_frame()
"""),
    code("""
pd.DataFrame([(limit.name, limit.quota, limit.unit, limit.window) for limit in mine.rate_limit],
             columns=["limit", "allowed", "unit", "window (s)"]).astype({"window (s)": "Int64"})
"""),
    text("""
## A new secret, without a gap

`rotate` makes a new secret; the old one stays valid for the overlap, so that nobody stands still while it is being
replaced. `revoke` ends a key at once. A key can also be bound to networks: this one works only from 10.0.0.0/8.
"""),
    code("""
rotated = keys.rotate(new.info.key_id, overlap=timedelta(hours=1))
renewed = drawkit.connect(mine.base_url, rotated.secret)
elsewhere = drawkit.connect(mine.base_url, keys.create("plant", networks=["10.0.0.0/8"]).secret)
rows = [("old secret, within the overlap", *told(planning.quota)), ("new secret", *told(renewed.quota)),
        ("key of another network", *told(elsewhere.quota))]
keys.revoke(new.info.key_id)
rows += [("old secret, after the key was revoked", *told(planning.quota)), ("new secret", *told(renewed.quota))]
pd.DataFrame(rows, columns=["with", "answer", "why"])
"""),
    code("""
shown(keys)
"""),
    text("""
What was submitted with a revoked key stays. `drawkit tasks withdraw` takes back what a task published,
`drawkit tasks delete` deletes it with all that is of it.
"""),
    code("""
keys.close()
drawkit.local.stop()
"""),
)
