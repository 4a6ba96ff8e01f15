"""Where a webhook may be delivered: public addresses, and networks of one's own that were allowed by name."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolver = Callable[[str, int], Awaitable[Sequence[str]]]

_LONGEST = 2048
_PORTS = {"http": 80, "https": 443}

# What the `ipaddress` module of every supported Python says of these differs, or misses that they lead elsewhere.
_REFUSED: tuple[tuple[str, tuple[Network, ...]], ...] = tuple(
    (what, tuple(ip_network(text) for text in texts.split()))
    for what, texts in (
        ("a loopback address", "127.0.0.0/8 ::1/128"),
        ("a private address", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7 fec0::/10"),
        ("a link-local address", "169.254.0.0/16 fe80::/10"),
        ("a multicast address", "224.0.0.0/4 ff00::/8"),
        ("a 6to4 address", "2002::/16 192.88.99.0/24"),
        ("a NAT64 address", "64:ff9b::/96 64:ff9b:1::/48"),
        ("a Teredo address", "2001::/32"),
        ("an unspecified address", "0.0.0.0/8 ::/128"),
        ("an address that embeds an IPv4 address", "::/96 ::ffff:0:0:0/96"),
        ("a reserved address", "192.0.0.0/24 198.18.0.0/15 240.0.0.0/4 100::/64 3fff::/20 5f00::/16"),
    )
)


class TargetRefusedError(Exception):
    """A webhook may not be delivered to this address."""


def check_url(url: str, allowed: Iterable[Network]) -> None:
    """Raise ValueError unless this can be the address of a subscription.

    Plain `http` is for allowed networks alone: an event names files.
    """
    networks = tuple(allowed)
    parts = urlsplit(url)
    if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError(f"The address of a webhook is a URL of at most {_LONGEST} ASCII characters.")
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("The address of a webhook begins with https:// and names a host.")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise ValueError("The address of a webhook has no user name, no password and no fragment.")
    if parts.scheme == "http" and not networks:
        raise ValueError("A webhook is delivered over https; http is for networks that you allow by name.")
    try:
        _ = parts.port
    except ValueError:
        raise ValueError("The port of a webhook's address is a number up to 65535.") from None
    _check_literal(parts.hostname, networks)


def _check_literal(host: str, allowed: Sequence[Network]) -> None:
    try:
        address = ip_address(host)
    except ValueError:  # a name: what it leads to is checked at each delivery
        return
    try:
        check_address(address, allowed)
    except TargetRefusedError as refused:
        raise ValueError(f"{refused} A webhook is delivered there only when you allow its network.") from None


def check_address(address: Address, allowed: Iterable[Network], *, public: bool = True) -> None:
    """Raise `TargetRefusedError` unless the address is public, or in an allowed network; `public` false: only these."""
    address = getattr(address, "ipv4_mapped", None) or address
    if any(address in network for network in allowed):
        return
    if not public:
        raise TargetRefusedError(f"Plain http is only for allowed networks, and {address} is in none.")
    for what, networks in _REFUSED:
        if any(address in network for network in networks):
            raise TargetRefusedError(f"{address} is {what}.")
    if not address.is_global:
        raise TargetRefusedError(f"{address} is not a public address.")


async def checked_addresses(url: str, allowed: Sequence[Network], resolve: Resolver) -> list[str]:
    """The addresses of a URL's host, resolved this once, each of them checked.

    Raises `TargetRefusedError` when one of them is refused, OSError when the name has none.
    """
    parts = urlsplit(url)
    found = await resolve(parts.hostname or "", parts.port or _PORTS[parts.scheme])
    addresses = [ip_address(text) for text in dict.fromkeys(found)]
    if not addresses:
        raise OSError("the name has no address")
    for address in addresses:
        check_address(address, allowed, public=parts.scheme == "https")
    return [str(address) for address in addresses]


class LookUp:
    """The addresses of a host as the operating system knows them. Raises OSError when it knows none.

    Each host is asked for on a thread of its own, one at a time: a name server that does not answer holds up nobody
    but those who ask for its names.
    """

    def __init__(self) -> None:
        self._asked: dict[tuple[str, int], asyncio.Future[Sequence[str]]] = {}

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a host."""
        place = (host, port)
        answer = self._asked.get(place)
        if answer is None:
            answer = self._asked[place] = _on_a_thread(host, port)
            answer.add_done_callback(lambda _: self._asked.pop(place, None))
        return await asyncio.shield(answer)


def _on_a_thread(host: str, port: int) -> asyncio.Future[Sequence[str]]:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Sequence[str]] = loop.create_future()

    def tell(found: Sequence[str], error: Exception | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(found)
        else:
            answer.set_exception(error)
            answer.exception()  # seen, also where nobody waits any more

    def ask() -> None:
        found: Sequence[str] = ()
        failed: Exception | None = None
        try:
            found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        except (OSError, UnicodeError) as error:  # a label that is too long is no OSError
            failed = error if isinstance(error, OSError) else OSError(str(error))
        with contextlib.suppress(RuntimeError):  # the service has stopped meanwhile
            loop.call_soon_threadsafe(tell, found, failed)

    threading.Thread(target=ask, name="look-up", daemon=True).start()
    return answer
