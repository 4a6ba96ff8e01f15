"""What the sync and the async client share: settings, and the way between the protocol's calls and httpx."""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from datetime import timedelta
from functools import cache, lru_cache
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit

import httpx

from ..contract import DEFAULT_DIALECT, DEFAULT_LIMITS, Box, Dialect, FileLimits, Options, Result, TaskRecord
from . import keys
from .answers import Answer
from .errors import ConfigurationError, InvalidRequest, ServiceUnreachable
from .facts import RateLimit, rate_limits
from .keys import Secret
from .names import ADDRESS_VARIABLE
from .protocol import Call, Protocol
from .retry import Lost, Outcome, Pace, Retries
from .tasks import BatchHandle, Handle
from .uploads import OnUpload, Upload

T = TypeVar("T")

_CONNECT_SECONDS = 10.0
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
TROUBLES = (httpx.TransportError, httpx.DecodingError, UnicodeError)
"""What sending raises where no answer comes; UnicodeError: a host's name that no name server could be asked for."""


class BearerKey(httpx.Auth):
    """Puts the key on a request at the last moment (API document, section 5), so that no setting holds it in plain."""

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
        """The request with its `Authorization` header."""
        request.headers["Authorization"] = f"Bearer {self._secret.reveal()}"
        yield request


class OwnFiles(Protocol):
    """The files of a service that is the caller's own, on this machine."""

    @abstractmethod
    def has(self, record: TaskRecord) -> bool:
        """Whether the file of a task is still there."""

    @abstractmethod
    def picture(self, record: TaskRecord, result: Result, page: int) -> bytes | None:
        """A page of a task's file as PNG, as it is; None where the file is gone."""

    @abstractmethod
    def small(self, record: TaskRecord, result: Result, page: int, pixels: int) -> bytes | None:
        """A page of a task's file as a PNG about so large; None where the file is gone."""

    @abstractmethod
    def part(self, record: TaskRecord, result: Result, page: int, box: Box, dpi: float) -> tuple[bytes, Box] | None:
        """A part of a page as PNG, at most this fine, and the box (points) that it shows; None where there is none."""

    @abstractmethod
    def source(self, record: TaskRecord) -> bytes | None:
        """A task's file itself; None where it is gone."""


class Reviews(Protocol):
    """Where reviews are kept on this machine, by the SHA-256 of the drawing; the open API has no place for them."""

    @abstractmethod
    def get(self, sha256: str) -> bytes | None:
        """What is kept for a drawing; None where nothing is. Raises `OSError` where that cannot be told."""

    @abstractmethod
    def put(self, sha256: str, body: bytes) -> None:
        """Keep this in place of what was kept before. Raises `OSError` where it cannot."""

    @abstractmethod
    def set_aside(self, sha256: str, body: bytes) -> str:
        """Keep what cannot be read beside it, and tell where; once. Raises `OSError` where it cannot."""


class Shell(ABC):
    """A client without its httpx client, which `_open` makes."""

    def __init__(  # noqa: PLR0913 - each is named where it is given
        self,
        base_url: str | None = None,
        api_key: str | Secret | None = None,
        *,
        dialect: Dialect = DEFAULT_DIALECT,
        timeout: float | None = 30.0,
        max_wait: float | timedelta = 120.0,
        limits: FileLimits = DEFAULT_LIMITS,
        own_files: OwnFiles | None = None,
        reviews: Reviews | None = None,
        transport: Any = None,
    ) -> None:
        try:
            self._base_url = address(base_url)
            self._secret = keys.find(api_key, service=self._base_url)
        finally:
            del api_key  # a traceback may show a frame's variables
        self._protocol = Protocol(dialect)
        self._timeout = timeout
        self._max_wait = max_wait.total_seconds() if isinstance(max_wait, timedelta) else max_wait
        self._limits = limits
        self._own_files = own_files
        self._reviews = reviews
        self._transport = transport
        self._pace = Pace()
        self._last_headers: Mapping[str, str] = {}
        self._open()

    @property
    def base_url(self) -> str:
        """The service's address, without a slash at its end."""
        return self._base_url

    @property
    def own_files(self) -> OwnFiles | None:
        """Draws pages from the caller's own files, where the service is the caller's own; else None.

        Such a service publishes nothing unless it is asked to.
        """
        return self._own_files

    @property
    def reviews(self) -> Reviews | None:
        """Where reviews of the results are kept; None where they live with the result alone."""
        return self._reviews

    @property
    def dialect(self) -> Dialect:
        """How the service names what the API document leaves open."""
        return self._protocol.dialect

    @property
    def heard(self) -> bool:
        """Whether the service has answered: then its address is right, and silence means a lost connection."""
        return bool(self._last_headers)

    @property
    def rate_limit(self) -> tuple[RateLimit, ...]:
        """The limits the last answer told; empty when it told none."""
        return rate_limits(self._last_headers)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._base_url}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A client holds an API key and is not copied or pickled. Make one where you need it.")

    @abstractmethod
    def _open(self) -> None: ...

    def _twin(self) -> dict[str, Any]:
        """The arguments of another client for the same service and key."""
        own = self._transport
        return {
            "base_url": self._base_url,
            "api_key": self._secret,
            "dialect": self.dialect,
            "timeout": self._timeout,
            "max_wait": self._max_wait,
            "limits": self._limits,
            "own_files": self._own_files,
            "reviews": self._reviews,
            "transport": own if hasattr(own, "handle_async_request") else None,
        }

    def _publishing(self, publish: bool | None, options: Options | Mapping[str, Any] | None) -> bool | None:
        """What a submission says of publishing: as asked; by itself a service of the caller's own publishes nothing."""
        named = options.model_fields_set if isinstance(options, Options) else options or ()
        return False if publish is None and self._own_files is not None and "publish" not in named else publish

    def _settings(self) -> dict[str, Any]:
        """The keyword arguments of the httpx client."""
        seconds, where = self._timeout, urlsplit(self._base_url)
        loopback = is_this_machine(where.hostname or "")
        plain = loopback and where.scheme == "http"  # then a context that trusts nobody will do
        connect = _CONNECT_SECONDS if seconds is None else min(seconds, _CONNECT_SECONDS)
        return {
            "auth": BearerKey(self._secret),
            "timeout": httpx.Timeout(seconds, connect=connect, pool=None),
            "headers": {"User-Agent": "drawkit", "Accept": "application/json"},
            "transport": self._transport,
            # A proxy of the environment neither reaches this machine's loopback nor should see its key.
            "trust_env": not loopback,
            "verify": ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else _authorities(),
        }

    def _arguments(self, call: Call[Any], on_upload: OnUpload | None = None) -> dict[str, Any]:
        """The keyword arguments of one httpx request."""
        arguments: dict[str, Any] = {
            "method": call.method,
            "url": _url(self._base_url + call.path),
            "headers": call.headers,
        }
        if call.query:
            arguments["params"] = call.query
        if call.form is not None:
            arguments["data"] = call.form
        if call.part is not None:
            facts, data = call.part.drawing.facts, call.part.drawing.data
            content = Upload(data, on_upload) if on_upload else data
            arguments["files"] = {call.part.field: (facts.name, content, facts.media_type)}
        if call.json is not None:
            arguments["json"] = call.json
        return arguments

    def _answer(self, response: httpx.Response) -> Answer:
        """What httpx got, as our value; should a service repeat the key, it is blacked out."""
        # By items: looking up each name again would cost more than the rest of reading an answer.
        self._last_headers = headers = {name: self._secret.hidden(v) for name, v in response.headers.items()}
        return Answer(response.status_code, headers, self._secret.hide(response.content), origin=self._base_url)

    def _request(
        self, build: Callable[..., httpx.Request], call: Call[Any], on_upload: OnUpload | None
    ) -> httpx.Request:
        """The request of a call. Raises `InvalidRequest` for what cannot be written in one."""
        try:
            return build(**self._arguments(call, on_upload))
        except (httpx.InvalidURL, UnicodeError, ValueError) as error:
            raise InvalidRequest(f"This cannot be asked of a service: {_told(error)}.") from None

    def _lost(self, error: Exception) -> Lost:
        return Lost(_reason(error), sent=not isinstance(error, _NEVER_SENT))

    def _retries(self, call: Call[Any]) -> Retries:
        return Retries(max_wait=self._max_wait, repeatable=call.repeatable)

    def _ended(self, outcome: Outcome | None, retries: Retries) -> float | None:
        """Count a try as ended; the seconds before the next one, or None when there is none."""
        pause = retries.pause_after(outcome) if outcome is not None else None
        self._pace.end(outcome, time.monotonic(), pause)
        return pause

    def _read(self, call: Call[T], outcome: Outcome) -> T:
        """The value in the last outcome. Raises what the answer says, or `ServiceUnreachable`."""
        if isinstance(outcome, Lost):
            raise ServiceUnreachable(
                f"{self._base_url} does not answer: {outcome.reason}. Check that the service runs and that its "
                f"address ({ADDRESS_VARIABLE} or base_url) is right; an embedded service starts with drawkit.connect()."
            )
        return call.read(outcome)


def is_this_machine(host: str) -> bool:
    """Whether a host is this machine however it is written: no proxy lies before it, and none should see its key."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):  # RFC 6761, section 6.3
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        try:
            address = ipaddress.ip_address(socket.inet_aton(name))  # 127.1, 0x7f.1, 2130706433
        except (OSError, UnicodeError):
            return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)


_url = lru_cache(maxsize=256)(httpx.URL)  # parsing an address is a tenth of what a small request costs


@cache
def _authorities() -> ssl.SSLContext:
    """The certificate authorities httpx trusts; reading them takes a tenth of a second, so once."""
    return httpx.create_ssl_context()


def id_of(thing: Handle | BatchHandle | str) -> str:
    """The id of a task or batch, given itself or as text."""
    return thing if isinstance(thing, str) else thing.id


def address(argument: str | None) -> str:
    """The service's address from the argument or the environment. Raises `ConfigurationError`."""
    text = (argument or os.environ.get(ADDRESS_VARIABLE) or "").strip().rstrip("/")
    if not text:
        raise ConfigurationError(
            f"No service is named. Pass base_url=..., set {ADDRESS_VARIABLE}, or use drawkit.connect()."
        )
    try:
        parts = urlsplit(text)
        usable = parts.scheme in {"http", "https"} and parts.hostname and (parts.port is None or parts.port > 0)
        if usable:
            httpx.URL(text).host.encode("idna")
    except (ValueError, httpx.InvalidURL):
        usable = None
    if not usable:
        raise ConfigurationError("The service's address has the form https://host[:port][/path].")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigurationError("The service's address carries no user name, query or fragment; the key is api_key.")
    return text


def _told(error: Exception) -> str:
    """What is wrong with a text; a UnicodeError's own words would repeat all of it."""
    return "it has characters that no request can carry" if isinstance(error, UnicodeError) else str(error)


def _reason(error: Exception) -> str:
    if isinstance(error, httpx.TimeoutException):
        return "it took too long"
    if isinstance(error, UnicodeError):
        return "its name cannot be one"
    return str(error).strip().rstrip(".") or "the connection was cut"
