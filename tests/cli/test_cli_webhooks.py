"""The commands for webhooks and for ended tasks, beside a service that runs on the same folder."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from drawkit import samples
from drawkit.client import Client
from drawkit.client.webhooks import Delivery, Receiver
from drawkit.local import connect

Run = Callable[..., tuple[int, str, str]]


def test_webhooks_are_added_listed_renewed_and_removed(run: Run) -> None:
    assert "There is no webhook. Add one" in run("webhooks", "list")[2]
    assert "Nothing was delivered yet." in run("webhooks", "log")[2]
    code, secret, told = run("webhooks", "add", "https://a.example/hook", "--event", "task.failed")
    assert code == 0
    assert secret.startswith("whsec_")
    assert "shown only now" in told
    name = told.split()[1]
    listing = run("webhooks", "list")[1]
    for shown in (name, "https://a.example/hook", "task.failed", "all", "none", "on"):
        assert shown in listing
    code, renewed, _ = run("webhooks", "rotate", name, "--overlap", "1")
    assert code == 0
    assert renewed != secret
    assert secret.strip() not in run("webhooks", "list")[1]
    assert run("webhooks", "remove", name)[2] == f"Subscription {name} (https://a.example/hook) is removed.\n"
    assert "There is no webhook" in run("webhooks", "list")[2]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["add", "http://a.example/"], 2, "A webhook is delivered over https"),
        (["add", "https://10.0.0.1/"], 2, "10.0.0.1 is a private address"),
        (["add", "https://a.example/", "--event", "task.eaten"], 2, "There is no event 'task.eaten'. Choose from: "),
        (["add", "https://a.example/", "--allow-network", "10.0.0.1/8"], 2, "has host bits set"),
        (["add", "https://a.example/", "--key", "key_x"], 1, "There is no key 'key_x'. See: drawkit keys list"),
        (["rotate", "sub_x"], 1, "There is no webhook 'sub_x'. See: drawkit webhooks list"),
        (["remove", "sub_x"], 1, "There is no webhook 'sub_x'. See: drawkit webhooks list"),
        (["redeliver", "evt_x"], 1, "was to have the event 'evt_x'. See: drawkit webhooks log"),
    ],
)
def test_webhooks_that_cannot_be(run: Run, arguments: list[str], code: int, told: str) -> None:
    got, out, err = run("webhooks", *arguments)
    assert (got, out) == (code, "")
    assert told in err


def test_a_store_of_a_newer_version_is_said(run: Run) -> None:
    run("keys", "list")
    with closing(sqlite3.connect(Path("service") / "store.sqlite3")) as store, store:
        store.execute("update store_facts set value = '99' where name = 'schema'")
    for command in (["webhooks", "list"], ["keys", "list"], ["serve"]):
        code, _, err = run(*command)
        assert code == 1
        assert "A newer drawkit wrote the store of this service. Upgrade drawkit." in err


def test_the_help_of_serve_tells_every_setting(run: Run) -> None:
    from drawkit.service import Settings

    code, out, _ = run("serve", "--help")
    assert code == 0
    for name, field in Settings.model_fields.items():
        assert f"\n{name} " in out
        assert field.description, name
    assert "Seconds one analysis may take." in out
    assert "5, 300, 1800" in out


def eventually(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.05)


def test_events_reach_a_receiver_and_tasks_can_go_while_the_service_runs(run: Run, tmp_path: Path) -> None:
    state, seen = tmp_path / "state", []
    here = ("--state", state)
    with closing(connect(state=state, workers=1)) as client:
        task = told_to_a_receiver(run, here, client, seen, tmp_path)
        published = task.record.published
        assert published is not None
        assert run("tasks", "withdraw", task.id, *here) == (0, "", "")
        assert run("tasks", "withdraw", task.id, *here)[0] == 1
        assert client.task(task.id).refresh().record.published is None
        assert run("tasks", "delete", task.id, *here) == (0, "", "")
        assert list(client.tasks()) == []
        code, _, err = run("tasks", "delete", task.id, *here)
        assert (code, "Cancel a task before deleting it" in err) == (1, True)
    assert list((state / "sources").iterdir()) == list((state / "published").iterdir()) == []


def told_to_a_receiver(run: Run, here: tuple[object, ...], client: Client, seen: list[str], folder: Path):  # type: ignore[no-untyped-def]
    # The secret is known only once the address is: the receiver takes a free port first.
    with Receiver("whsec_" + "A" * 44, folder / "first.sqlite3").serving() as url:
        pass
    port = int(url.rsplit(":", 1)[1].rstrip("/"))
    code, secret, _ = run("webhooks", "add", url, "--allow-network", "127.0.0.0/8", *here)
    assert code == 0
    receiver = Receiver(secret.strip(), folder / "events.sqlite3")

    @receiver.on("task.completed")
    def done(delivery: Delivery) -> None:
        seen.append(delivery.data.task_id)

    with receiver.serving(port=port):
        task = client.submit(samples.named("milled_plate").data, "bom", name="plate.pdf", publish=True)
        task.wait(timeout=120)
        eventually(lambda: seen)
        eventually(lambda: "delivered" in run("webhooks", "log", *here)[1])
        line = run("webhooks", "log", *here)[1].splitlines()[1]
        event = next(word for word in line.split() if word.startswith("evt_"))
        assert run("webhooks", "redeliver", event, *here)[2] == f"Event {event} is delivered again to 1 address.\n"
        eventually(lambda: run("webhooks", "log", *here)[1].count("delivered") == 2)
        assert seen == [task.id]  # handled once, though it came twice
        assert [d.id for d in receiver.deliveries()] == [event]
    receiver.close()
    return task
