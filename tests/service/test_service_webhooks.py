"""Events that leave the service: signed, persisted, tried again by plan, and only to where they may go."""

from __future__ import annotations

import datetime as dt
import ssl
import sys
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
import service_analyses as analyses
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from service_targets import LOOPBACK, target
from service_waits import wait_for
from sqlalchemy import event as sqlalchemy_event
from standardwebhooks import Webhook

from drawkit.contract import Event, EventKind
from drawkit.service import Webhooks
from drawkit.service import targets as targets_module

FAST = {"webhook_retries_s": (0.05, 0.05, 0.05), "webhook_time_limit_s": 0.5}


def webhooks_of(api):
    return Webhooks(api.service.settings, api.service.store.database)


def log_of(api, count, within_s=15.0, **more):
    """The delivery log once it has `count` attempts, oldest first."""
    return wait_for(lambda: len(log := webhooks_of(api).log(**more)) >= count and log, within_s)[::-1]


def ended(api, **more):
    return api.wait(api.submit(**more).json()["task_id"])


def test_a_delivery_is_signed_as_standard_webhooks_says(start):
    api = start()
    with target() as there:
        new = webhooks_of(api).add(there.url, networks=LOOPBACK)
        task = ended(api)
        there.wait(1)
        headers, body = there.got[0]
        Webhook(new.secret).verify(body, headers)
        event = Event.model_validate_json(body)
        assert (event.type, event.data.task_id) == ("task.completed", task["task_id"])
        assert event.data.published.to_dict() == task["published"]
        assert headers["content-type"] == "application/json"
        assert headers["host"] == f"127.0.0.1:{there.port}"
        (attempt,) = log_of(api, 1)
        assert (attempt.event_id, attempt.outcome, attempt.status) == (headers["webhook-id"], "delivered", 204)
        assert (attempt.attempt, attempt.next_at, attempt.kind) == (1, None, "task.completed")
        assert new.secret not in repr(new)


def test_only_the_chosen_kinds_and_keys_are_told(start):
    api = start(analyses.brief, workers=1)
    other = api.keys.create("other")
    hooks = webhooks_of(api)
    with target() as everything, target() as cancelled, target() as others:
        hooks.add(everything.url, networks=LOOPBACK)
        hooks.add(cancelled.url, [EventKind.TASK_CANCELLED], networks=LOOPBACK)
        hooks.add(others.url, key_id=other.info.key_id, networks=LOOPBACK)
        done, stopped = (api.submit().json()["task_id"] for _ in range(2))
        api.post(f"tasks/{stopped}/cancel")
        theirs = api.submit(key=other.secret).json()["task_id"]
        everything.wait(3)
        others.wait(1)
        kinds = sorted((Event.model_validate_json(body).data.task_id, headers) for headers, body in everything.got)
        assert [task_id for task_id, _ in kinds] == sorted([done, stopped, theirs])
        assert [Event.model_validate_json(body).type for _, body in cancelled.got] == ["task.cancelled"]
        assert [Event.model_validate_json(body).data.task_id for _, body in others.got] == [theirs]


def test_a_rotated_secret_overlaps_with_the_old_one(start):
    api = start()
    hooks = webhooks_of(api)
    with target() as there:
        old = hooks.add(there.url, networks=LOOPBACK)
        new = hooks.rotate(old.info.subscription_id, timedelta(hours=1))
        ended(api)
        there.wait(1)
        headers, body = there.got[0]
        assert len(headers["webhook-signature"].split(" ")) == 2
        for secret in (old.secret, new.secret):
            Webhook(secret).verify(body, headers)
        newest = hooks.rotate(old.info.subscription_id, timedelta(0))
        api.service.housekeeper.tidy()
        ended(api)
        there.wait(2)
        headers, body = there.got[1]
        assert len(headers["webhook-signature"].split(" ")) == 1
        Webhook(newest.secret).verify(body, headers)
        assert api.rows("select secret from signing_secrets") == [(newest.secret,)]


def test_a_failed_delivery_is_tried_again_by_plan_with_the_same_id(start):
    api = start(**FAST)
    with target(lambda number: 500 if number < 3 else 200) as there:
        webhooks_of(api).add(there.url, networks=LOOPBACK)
        ended(api)
        log = log_of(api, 3)
        assert [a.outcome for a in log] == ["answered 500", "answered 500", "delivered"]
        assert [a.attempt for a in log] == [1, 2, 3]
        assert len(set(there.ids)) == 1
        # Signed anew each time: the time of sending is part of what is signed.
        assert all(headers["webhook-timestamp"].isdigit() for headers, _ in there.got)


def test_after_the_last_retry_it_is_given_up(start):
    api = start(**FAST)
    with target(lambda _: 503) as there:
        webhooks_of(api).add(there.url, networks=LOOPBACK)
        ended(api)
        log = log_of(api, 4)
        assert (log[-1].outcome, log[-1].next_at) == ("answered 503", None)
        time.sleep(0.3)
        assert len(there.got) == 4


def test_the_plan_is_the_contracts(api):
    assert api.service.settings.webhook_retries_s == (5, 300, 1800, 7200, 18000, 36000, 86400)
    assert api.service.settings.webhook_time_limit_s == 15
    with target(lambda _: 500) as there:
        webhooks_of(api).add(there.url, networks=LOOPBACK)
        began = time.time()
        ended(api)
        (attempt,) = log_of(api, 1)
    assert 4 < seconds(attempt.next_at) - began < 8


def seconds(stamp):
    return dt.datetime.fromisoformat(stamp).timestamp()


def test_410_switches_the_subscription_off(start):
    api = start(**FAST)
    hooks = webhooks_of(api)
    with target(lambda _: 410) as there:
        new = hooks.add(there.url, networks=LOOPBACK)
        ended(api)
        log_of(api, 1)
        info = hooks.get(new.info.subscription_id)
        assert info.ended_by == "answered 410: switched off"
        assert info.ended_at is not None
        ended(api)
        time.sleep(0.2)
        assert len(there.got) == 1
        with pytest.raises(KeyError):
            hooks.redeliver(there.ids[0])


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_failures(start, status):
    api = start(**FAST)
    with target(lambda _: status) as there:
        webhooks_of(api).add(there.url, networks=LOOPBACK)
        ended(api)
        assert {a.outcome for a in log_of(api, 4)} == {f"answered {status}: redirects are not followed"}
        assert len(there.got) == 4


def test_a_target_that_hangs_is_left_and_holds_up_nobody_else(start):
    api = start(**{**FAST, "webhook_time_limit_s": 1.0})
    hooks = webhooks_of(api)
    with target(lambda _: None) as hanging, target() as well:
        hung = hooks.add(hanging.url, networks=LOOPBACK).info.subscription_id
        hooks.add(well.url, networks=LOOPBACK)
        tasks = [api.submit().json()["task_id"] for _ in range(12)]
        well.wait(12)
        assert len(set(well.ids)) == 12
        assert log_of(api, 1, subscription_id=hung)[0].outcome == "no answer within 1 s"
        assert all(api.wait(task_id)["status"] == "completed" for task_id in tasks)


def test_a_target_that_is_not_there_is_tried_again(start):
    api = start(**FAST)
    with target() as there:
        url = there.url
    webhooks_of(api).add(url, networks=LOOPBACK)
    webhooks_of(api).add("https://nowhere.invalid/")
    ended(api)
    outcomes = {a.outcome for a in log_of(api, 8)}
    assert outcomes <= {"no connection: ConnectError", "the name was not found", "no answer within 0.5 s"}
    assert "no connection: ConnectError" in outcomes


def test_an_event_can_be_delivered_again_by_hand(start):
    api = start(**FAST)
    hooks = webhooks_of(api)
    with target() as there, target() as second:
        one = hooks.add(there.url, networks=LOOPBACK).info.subscription_id
        hooks.add(second.url, networks=LOOPBACK)
        ended(api)
        there.wait(1)
        second.wait(1)
        log_of(api, 2)
        event_id = there.ids[0]
        assert hooks.redeliver(event_id) == 2
        there.wait(2)
        second.wait(2)
        log_of(api, 4)
        assert hooks.redeliver(event_id, one) == 1
        there.wait(3)
        assert set(there.ids + second.ids) == {event_id}
        with pytest.raises(KeyError):
            hooks.redeliver("evt_unknown")


def test_a_given_up_delivery_gets_one_more_attempt_by_hand(start):
    api = start(webhook_retries_s=())
    with target(lambda number: 500 if number < 3 else 200) as there:
        hooks = webhooks_of(api)
        hooks.add(there.url, networks=LOOPBACK)
        ended(api)
        for attempts in (1, 2):
            assert log_of(api, attempts)[-1].next_at is None
            hooks.redeliver(there.ids[0])
        assert [a.outcome for a in log_of(api, 3)] == ["answered 500", "answered 500", "delivered"]


def test_what_is_withdrawn_or_deleted_is_not_told_any_more(start):
    api = start(webhook_retries_s=(0.3, 0.3))
    with target(lambda number: 500 if number < 2 else 204) as there:
        webhooks_of(api).add(there.url, networks=LOOPBACK)
        task = ended(api)
        there.wait(1)
        api.service.withdraw(task["task_id"])
        there.wait(2)
        event = Event.model_validate_json(there.got[1][1])
        assert (event.data.summary, event.data.published) == ({}, None)
        log_of(api, 2)
        api.service.delete(task["task_id"])
        assert webhooks_of(api).log() == ()


def test_removing_a_subscription_ends_its_deliveries(start):
    api = start(**FAST)
    hooks = webhooks_of(api)
    with target(lambda _: None) as there:
        new = hooks.add(there.url, networks=LOOPBACK)
        ended(api)
        there.wait(1)
        assert hooks.remove(new.info.subscription_id) == new.info
        there.released.set()
        time.sleep(0.8)
        assert len(there.got) == 1
    assert hooks.list() == hooks.log() == ()
    for gone in (hooks.get, hooks.remove, hooks.rotate):
        with pytest.raises(KeyError):
            gone(new.info.subscription_id)


def test_deliveries_wait_for_a_store_that_cannot_be_written(start):
    api = start(**FAST)
    engine = api.service.store.database._engine

    def read_only(connection, _record):
        connection.execute("PRAGMA query_only=ON")

    def answer(_):
        # The answer has come, and cannot be written down: it must not be delivered over and over meanwhile.
        sqlalchemy_event.listen(engine, "connect", read_only)
        engine.dispose()
        return 204

    with target(answer) as there:
        webhooks_of(api).add(there.url, networks=LOOPBACK)
        ended(api)
        there.wait(1)
        time.sleep(0.5)
        assert len(there.got) == 1
        sqlalchemy_event.remove(engine, "connect", read_only)
        engine.dispose()
        assert log_of(api, 1)[0].outcome == "delivered"
        assert len(there.got) == 1


def test_a_stop_lets_go_of_what_hangs_and_the_next_start_delivers_it(start):
    first = start()
    with target(lambda number: None if number == 1 else 204) as there:
        webhooks_of(first).add(there.url, networks=LOOPBACK)
        ended(first)
        there.wait(1)
        began = time.monotonic()
        first.client.__exit__(None, None, None)
        assert time.monotonic() - began < 5
        start()
        there.wait(2)
        assert len(set(there.ids)) == 1


@contextmanager
def names(api, answers):
    """Make the service's resolver answer these addresses, one list a call, the last one for good."""
    calls = []

    async def resolve(host, port):
        calls.append(host)
        return answers[min(len(calls), len(answers)) - 1]

    api.service.deliverer._resolve = resolve
    yield calls


@pytest.mark.parametrize("address", ["10.1.2.3", "127.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1"])
def test_a_name_that_leads_to_a_private_address_is_not_connected_to(start, address):
    api = start(webhook_retries_s=())
    with target() as there, names(api, [["93.184.216.34", address]]):
        webhooks_of(api).add(f"https://hook.example:{there.port}/")
        ended(api)
        (attempt,) = log_of(api, 1)
        assert attempt.outcome.startswith("address refused: ")
        assert attempt.status is None
        assert there.got == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address of this machine")
def test_a_name_that_changes_its_address_after_the_check_is_not_followed(start):
    """The classic of DNS rebinding: a good address for the check, an inner one for the connection."""
    api = start(webhook_retries_s=())
    with (
        target() as allowed,
        target(place=("127.0.0.2", allowed.port)) as inner,
        names(api, [["127.0.0.1"], ["127.0.0.2"]]) as calls,
    ):
        webhooks_of(api).add(f"http://hook.example:{allowed.port}/", networks=["127.0.0.1/32"])
        ended(api)
        allowed.wait(1)
        log_of(api, 1)
        assert calls == ["hook.example"]  # resolved once: the connection went to the address that was checked
        assert allowed.got[0][0]["host"] == f"hook.example:{allowed.port}"
        ended(api)
        assert log_of(api, 2)[-1].outcome.startswith("address refused: ")
        assert inner.got == []
        assert len(allowed.got) == 1


def certificate(name, folder):
    """A certificate of this name: the context that serves it, and the one that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    whole, public = folder / "whole.pem", folder / "public.pem"
    public.write_bytes(made.public_bytes(Encoding.PEM))
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    whole.write_bytes(private + public.read_bytes())
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(whole)
    return serving, ssl.create_default_context(cafile=str(public))


def test_the_certificate_must_be_the_names_though_the_address_is_pinned(start, tmp_path):
    serving, trusting = certificate("hook.example", tmp_path)
    with target(tls=serving) as there, pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", lambda **_: trusting)
        api = start(webhook_retries_s=())
        with names(api, [["127.0.0.1"]]):
            right = webhooks_of(api).add(f"https://hook.example:{there.port}/", networks=LOOPBACK)
            wrong = webhooks_of(api).add(f"https://other.example:{there.port}/", networks=LOOPBACK)
            ended(api)
            log_of(api, 2)
            outcomes = {a.subscription_id: a.outcome for a in log_of(api, 2)}
        assert outcomes[right.info.subscription_id] == "delivered"
        assert outcomes[wrong.info.subscription_id] == "no connection: ConnectError"
        assert [headers["host"] for headers, _ in there.got] == [f"hook.example:{there.port}"]


def test_the_next_address_is_tried_when_one_does_not_answer(start):
    api = start(webhook_retries_s=())
    with target() as there, names(api, [["127.0.0.9", "127.0.0.1"]]):
        webhooks_of(api).add(f"http://hook.example:{there.port}/", networks=LOOPBACK)
        ended(api)
        assert log_of(api, 1)[0].outcome == "delivered"


@pytest.mark.parametrize(
    ("url", "networks", "why"),
    [
        ("ftp://a.example/", (), "begins with https"),
        ("https:///path", (), "names a host"),
        ("https://a.example/ b", (), "ASCII"),
        ("https://a.example/" + "a" * 3000, (), "2048"),
        ("https://me:secret@a.example/", (), "no user name"),
        ("https://a.example/#there", (), "no fragment"),
        ("http://a.example/", (), "over https"),
        ("https://a.example:99999/", (), "port"),
        ("https://10.0.0.1/", (), "10.0.0.1 is a private address"),
        ("https://[::1]/", (), "::1 is a loopback address"),
        ("https://127.0.0.1/", ("10.0.0.0/8",), "loopback"),
        ("https://a.example/", ("10.0.0.1/8",), "host bits"),
    ],
)
def test_what_cannot_be_subscribed_is_said(api, url, networks, why):
    with pytest.raises(ValueError, match=why):
        webhooks_of(api).add(url, networks=networks)
    assert webhooks_of(api).list() == ()


def test_unknown_kinds_and_keys_are_said(api):
    with pytest.raises(ValueError, match=r"task\.eaten"):
        webhooks_of(api).add("https://a.example/", ["task.eaten"])
    with pytest.raises(KeyError):
        webhooks_of(api).add("https://a.example/", key_id="key_x")
    assert webhooks_of(api).list() == ()


REFUSED = [
    "10.0.0.1", "172.16.5.5", "192.168.1.1", "127.0.0.1", "127.255.1.1", "0.0.0.0", "100.64.0.1", "169.254.169.254",
    "224.0.0.1", "239.1.1.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "192.88.99.1", "240.0.0.1", "::1", "::",
    "::ffff:10.0.0.1", "::127.0.0.1", "fc00::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2002:7f00:1::1",
    "64:ff9b::7f00:1", "64:ff9b:1::1", "2001:0:53aa::1", "2001:db8::1", "100::1", "3fff::1", "5f00::1",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_addresses_that_are_refused(text):
    with pytest.raises(targets_module.TargetRefusedError):
        targets_module.check_address(targets_module.ip_address(text), ())


@pytest.mark.parametrize("text", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_addresses_that_are_public(text):
    targets_module.check_address(targets_module.ip_address(text), ())


def test_allowed_networks_are_allowed_and_no_others():
    networks = tuple(map(targets_module.ip_network, ("10.0.0.0/8", "fd00::/8")))
    for text in ("10.1.1.1", "::ffff:10.1.1.1", "fd00::5"):
        targets_module.check_address(targets_module.ip_address(text), networks, public=False)
    for text in ("192.168.0.1", "169.254.169.254"):
        with pytest.raises(targets_module.TargetRefusedError):
            targets_module.check_address(targets_module.ip_address(text), networks)
    with pytest.raises(targets_module.TargetRefusedError, match="Plain http"):
        targets_module.check_address(targets_module.ip_address("1.1.1.1"), networks, public=False)
