"""The notebook on webhooks: a service that tells when a drawing is read, and one that acts once on each event."""

from cells import code, text

WEBHOOKS = (
    text("""
# Told when it is done

Asking again and again whether a drawing is read is fine for one; for a night's work it is better to be told. The
service sends a signed event to each address that is subscribed, at least once, and again by plan until it is taken:
after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h. `drawkit.client.webhooks` has the other side: it verifies each
delivery and hands each event to a handler once, also when it comes twice and when the receiver was restarted.

Here both sides run on this machine. At a terminal: `drawkit webhooks add | list | rotate | remove | log | redeliver`.
"""),
    code("""
import socket
import tempfile
import time
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pandas as pd

import drawkit
from drawkit.client.webhooks import Receiver, unwrap
from drawkit.service import Settings, Webhooks

pd.set_option("display.max_colwidth", None)
folder = Path(tempfile.mkdtemp())
client = drawkit.connect(state=folder / "service")
webhooks = Webhooks(Settings(state_dir=folder / "service"))
"""),
    text("""
## Only where events may go

An event names files, so it goes over https and to public addresses alone: otherwise a webhook would be a way into the
network of the service. Networks of one's own are allowed by name.
"""),
    code("""
def told(url, **more):
    try:
        webhooks.add(url, **more)
    except ValueError as error:
        return str(error)


urls = ["http://hooks.example/drawings", "https://192.168.0.10/drawings", "https://169.254.169.254/latest"]
pd.DataFrame([(url, told(url)) for url in urls], columns=["address", "why it is refused"])
"""),
    text("""
A name that leads to such an address is found out at each delivery: the name is resolved once, every address is
checked, and the connection goes to the address that was checked.

## A receiver

It listens on this machine, so the loopback network is allowed. The signing secret is shown once, to whoever
subscribes; here it goes straight to the receiver. What was handled is kept in a file.
"""),
    code("""
with socket.socket() as free:
    free.bind(("", 0))
    port = free.getsockname()[1]

host = "localhost"
new = webhooks.add(f"http://{host}:{port}/", networks=["127.0.0.0/8", "::1/128"])
receiver = Receiver(new.secret, folder / "events.sqlite3")
acted = []


@receiver.on("task.completed")
def completed(delivery):
    acted.append((delivery.type, delivery.data.file_name, delivery.data.summary.get("title", "")))


@receiver.on("task.failed", "task.cancelled")
def ended_otherwise(delivery):
    acted.append((delivery.type, delivery.data.file_name, ""))


listening = ExitStack()
_ = listening.enter_context(receiver.serving(port=port))
"""),
    text("""
## Drawings go in, events come out
"""),
    code("""
def eventually(condition):
    began = time.monotonic()
    while not condition():
        assert time.monotonic() < began + 60
        time.sleep(0.05)


names = ["milled_plate", "assembly"]
tasks = [client.submit(drawkit.samples.named(name).data, "bom", name=f"{name}.pdf") for name in names]
for task in tasks:
    task.wait()
eventually(lambda: len(acted) == len(tasks))
events = receiver.frame().sort_values("file_name", ignore_index=True)
events[["type", "status", "profile", "file_name"]]
"""),
    text("""
An event says which task it is about; the result is fetched with the key, so whoever gets hold of an event has no
drawing.
"""),
    code("""
client.task(events.task_id[0]).result
"""),
    text("""
## Once, though it comes twice

An event can be delivered again by hand. It keeps its id, so the receiver takes it and acts no second time. The log of
the service has every attempt.
"""),
    code("""
before = list(acted)
event_id = events.id[0]
webhooks.redeliver(event_id)
eventually(lambda: len(webhooks.log()) == 3)
assert acted == before
pd.DataFrame([(a.kind, a.attempt, a.outcome, a.event_id == event_id) for a in reversed(webhooks.log())],
             columns=["event", "attempt", "outcome", "delivered again by hand"])[-1:]
"""),
    text("""
## A receiver that is away

While the receiver is stopped nothing is lost: the attempt fails, and the next one is planned. After a restart with the
same file the receiver knows what it handled.
"""),
    code("""
listening.close()
receiver.close()
client.submit(drawkit.samples.named("milled_plate").data, "standard", name="while away.pdf").wait()
eventually(lambda: len(webhooks.log()) >= 4)
first = [a for a in webhooks.log() if a.outcome != "delivered"][-1]
pd.DataFrame([(first.kind, first.attempt, first.outcome, first.next_at is not None)],
             columns=["event", "attempt", "outcome", "tried again"])
"""),
    code("""
receiver = Receiver(new.secret, folder / "events.sqlite3")
receiver.on("task.completed")(completed)
with receiver.serving(port=port):
    eventually(lambda: any(a.outcome == "delivered" and a.attempt > 1 for a in webhooks.log(limit=1)))
pd.DataFrame(acted, columns=["event", "file", "title"]).sort_values("file", ignore_index=True)[["event", "file"]]
"""),
    text("""
## Forged, late, or changed

The signature (HMAC-SHA256, Standard Webhooks 1.0) covers id, time and body. Whatever is wrong, there is one exception
type, and the receiver answers 401.
"""),
    code("""
def refused(headers, body):
    try:
        unwrap(headers, body, new.secret)
    except drawkit.client.WebhookRefused as error:
        return str(error)


forged = {"webhook-id": event_id, "webhook-timestamp": str(int(time.time())), "webhook-signature": "v1,Zm9yZ2Vk"}
late = forged | {"webhook-timestamp": "1700000000"}
pd.DataFrame([("forged", refused(forged, b"{}")), ("late", refused(late, b"{}")), ("no headers", refused({}, b"{}"))],
             columns=["delivery", "why it is refused"])
"""),
    text("""
## A new secret, without a gap

For the overlap each delivery carries two signatures, one a secret: a receiver with either takes it.
"""),
    code("""
renewed = webhooks.rotate(new.info.subscription_id, overlap=timedelta(hours=1))
receiver.close()
both = Receiver([renewed.secret, new.secret], folder / "events.sqlite3")
with both.serving(port=port):
    count = len(webhooks.log())
    webhooks.redeliver(event_id)
    eventually(lambda: len(webhooks.log()) > count)
pd.DataFrame([(a.kind, a.outcome, a.status) for a in webhooks.log(limit=1)], columns=["event", "outcome", "answer"])
"""),
    code("""
both.close()
webhooks.remove(new.info.subscription_id)
webhooks.close()
drawkit.local.stop()
"""),
)
