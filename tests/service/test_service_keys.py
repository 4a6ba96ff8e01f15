from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from drawkit.contract import Permission
from drawkit.service import Keys, Settings
from drawkit.service.gate import _counted
from drawkit.service.secret import ALPHABET, checksum, new_secret, well_formed


@pytest.fixture
def keys(tmp_path):
    return Keys(Settings(state_dir=tmp_path / "state"))


@given(st.from_regex(r"[a-z0-9]{1,16}", fullmatch=True))
def test_a_new_secret_has_its_form(environment):
    secret = new_secret(environment)
    assert re.fullmatch(rf"dk_{environment}_[0-9A-Za-z]{{36}}", secret)
    assert well_formed(secret)


@given(st.integers(0, 44), st.sampled_from(ALPHABET))
def test_a_typing_error_is_found(place, letter):
    secret = "dk_live_" + "0123456789abcdefghijABCDEFGHIJ"
    secret += checksum(secret)
    place %= len(secret)
    typed = secret[:place] + letter + secret[place + 1 :]
    assert well_formed(typed) is (typed == secret)


@given(st.text())
def test_any_text_can_be_checked(text):
    assert well_formed(text) is False


def test_the_checksum_is_crc32_in_base_62():
    assert checksum("") == "000000"
    assert sum(ALPHABET.index(c) * 62**n for n, c in enumerate(reversed(checksum("123456789")))) == 0xCBF43926


def test_a_key_is_shown_once_and_never_kept(keys, tmp_path):
    new = keys.create("line 4", [Permission.TASKS_READ], networks=["10.0.0.0/8", "2001:db8::/32"], pages_per_month=9)
    assert new.secret not in repr(new)
    assert new.info.hint == new.secret[:11] + "..."
    stored = b"".join(p.read_bytes() for p in (tmp_path / "state").iterdir())
    assert new.secret[8:38].encode() not in stored
    checked = keys.check(new.secret)
    assert checked == new.info
    assert checked.permissions == {Permission.TASKS_READ}
    assert [str(n) for n in checked.networks] == ["10.0.0.0/8", "2001:db8::/32"]
    assert checked.pages_per_month == 9


def test_rotation_keeps_the_old_secret_for_the_overlap(keys):
    first = keys.create("a")
    second = keys.rotate(first.info.key_id, timedelta(seconds=0.3))
    assert keys.check(first.secret).key_id == keys.check(second.secret).key_id
    third = keys.rotate(first.info.key_id)
    assert keys.check(second.secret) is None
    assert keys.check(third.secret) is not None
    time.sleep(0.3)
    assert keys.check(first.secret) is None


def test_a_rotation_never_prolongs(keys):
    first = keys.create("a")
    keys.rotate(first.info.key_id)
    keys.rotate(first.info.key_id, timedelta(days=1))
    assert keys.check(first.secret) is None


def test_revoking_ends_a_key_for_good(keys):
    new = keys.create("a")
    other = keys.create("b")
    revoked = keys.revoke(new.info.key_id)
    assert revoked.revoked_at is not None
    assert keys.revoke(new.info.key_id) == revoked
    assert keys.check(new.secret) is None
    assert keys.check(other.secret) is not None
    with pytest.raises(ValueError, match="revoked"):
        keys.rotate(new.info.key_id)
    assert [k.name for k in keys.list()] == ["a", "b"]


def test_no_such_key_is_said(keys):
    for call in (keys.get, keys.rotate, keys.revoke):
        with pytest.raises(KeyError):
            call("key_0")
    with pytest.raises(ValueError, match="tasks:delete"):
        keys.create("a", ["tasks:delete"])
    with pytest.raises(ValueError, match=r"10\.0\.0"):
        keys.create("a", networks=["10.0.0"])
    assert keys.list() == ()


def test_last_use_is_written_from_time_to_time(api):
    key_id = api.keys.list()[0].key_id
    assert api.keys.get(key_id).last_used_at is None
    api.get("status")
    api.keys.flush_last_use()
    used = api.keys.get(key_id).last_used_at
    assert used is not None
    api.keys.flush_last_use()
    assert api.keys.get(key_id).last_used_at == used


def test_a_revoked_key_is_refused_at_once(api):
    new = api.keys.create("short")
    assert api.get("status", key=new.secret).status_code == 200
    api.keys.revoke(new.info.key_id)
    assert api.get("status", key=new.secret).status_code == 401


@pytest.mark.parametrize(
    ("networks", "address", "allowed"),
    [
        ((), "203.0.113.9", True),
        (["203.0.113.0/24"], "203.0.113.9", True),
        (["203.0.113.0/24"], "::ffff:203.0.113.9", True),
        (["203.0.113.0/24"], "203.0.114.9", False),
        (["2001:db8::/32"], "2001:db8::7", True),
        (["2001:db8::/32"], "203.0.113.9", False),
        (["203.0.113.0/24"], "unix", False),
    ],
)
def test_a_key_is_held_to_its_networks(start, networks, address, allowed):
    api = start(address=address)
    secret = api.keys.create("fenced", networks=networks).secret
    answer = api.get("status", key=secret)
    assert answer.status_code == (200 if allowed else 403)
    if not allowed:
        assert answer.json()["code"] == "address-not-allowed"


@pytest.mark.parametrize(
    ("peer", "forwarded", "allowed"),
    [
        ("10.0.0.1", "203.0.113.9", True),
        ("::ffff:10.0.0.1", "203.0.113.9", True),
        ("10.0.0.1", "198.51.100.1, 203.0.113.9", True),
        ("10.0.0.1", "203.0.113.9, 198.51.100.1", False),
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", True),
        ("10.0.0.1", "", False),
        ("198.51.100.1", "203.0.113.9", False),
        ("unix", "203.0.113.9", False),
    ],
)
def test_only_a_trusted_proxy_tells_the_address(start, peer, forwarded, allowed):
    api = start(address=peer, trusted_proxies="10.0.0.0/24")
    secret = api.keys.create("fenced", networks=["203.0.113.0/24"]).secret
    answer = api.get("status", key=secret, headers={"X-Forwarded-For": forwarded})
    assert answer.status_code == (200 if allowed else 403)


@pytest.mark.parametrize(("told", "allowed"), [("203.0.113.9", False), ("198.51.100.1", True)])
def test_a_line_that_a_proxy_adds_beside_the_clients_own_is_the_one_that_counts(start, told, allowed):
    api = start(address="10.0.0.1", trusted_proxies="10.0.0.0/24")
    secret = api.keys.create("fenced", networks=["203.0.113.0/24"]).secret
    its_own, proxys = ("X-Forwarded-For", told), ("X-Forwarded-For", "203.0.113.9" if allowed else "198.51.100.1")
    headers = [("Authorization", f"Bearer {secret}"), its_own, proxys]
    answer = api.client.get("/api/open/status", headers=headers)
    assert answer.status_code == (200 if allowed else 403)


def test_what_a_keys_holder_asks_counts_for_the_key_and_not_for_the_address(start):
    api = start(rate="7/minute", address_rate="5/minute")
    anybody = api.client.get("/published/nothing")
    holder = api.client.get("/published/nothing", headers={"Authorization": f"Bearer {api.secret}"})
    assert anybody.headers["RateLimit-Policy"].startswith('"requests";q=5;')
    assert holder.headers["RateLimit-Policy"].startswith('"requests";q=7;')
    assert holder.headers["RateLimit"].startswith('"requests";r=6;')


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("203.0.113.9", "::ffff:203.0.113.9", True),
        ("203.0.113.9", "203.0.113.8", False),
        ("unix", "unix", True),
    ],
)
def test_addresses_of_one_subscriber_share_a_limit(one, other, alike):
    assert (_counted(one) == _counted(other)) is alike


def test_last_use_is_told_later_when_the_store_fails(keys, monkeypatch):
    new = keys.create("a")
    keys.check(new.secret)
    with monkeypatch.context() as patch:
        patch.setattr(keys._database, "write", unwritable)
        with pytest.raises(OperationalError):
            keys.flush_last_use()
    assert keys.get(new.info.key_id).last_used_at is None
    keys.flush_last_use()
    assert keys.get(new.info.key_id).last_used_at is not None


def unwritable():
    raise OperationalError("commit", {}, Exception("disk full"))
