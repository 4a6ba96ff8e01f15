"""How a service is set up: environment variables `DRAWKIT_SERVICE_...`, a TOML file, or Python."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, IPvAnyNetwork, PositiveFloat, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from drawkit.contract import DEFAULT_LIMITS, FileLimits

from .windows import PATTERN

_FILE = "DRAWKIT_SERVICE_CONFIG"
_RATES = ("rate", "address_rate")


class WrongSettingsError(ValueError):
    """A service cannot be set up like that; the text says what is wrong."""


class Settings(BaseSettings):
    """Everything a service can be told. `DRAWKIT_SERVICE_CONFIG` names a TOML file with the same names."""

    model_config = SettingsConfigDict(
        env_prefix="DRAWKIT_SERVICE_", frozen=True, extra="forbid", use_attribute_docstrings=True
    )

    state_dir: Path = Path.home() / ".drawkit" / "service"
    """Folder for the store, the private sources and the published previews; readable by its owner alone."""
    database_url: str | None = Field(default=None, repr=False)
    """SQLAlchemy URL of the store; None is a SQLite file in the state folder."""
    store_wait_s: float = Field(default=5, gt=0)
    """Seconds a write may wait for the store before the request is answered with `unavailable`."""
    host: str = "127.0.0.1"
    """Address to listen on."""
    port: int = Field(default=8765, ge=0, le=65535)
    """Port to listen on; 0 takes a free one."""
    environment: str = Field(default="live", pattern="^[a-z0-9]{1,16}$")
    """The middle part of new keys."""
    workers: int = Field(default_factory=lambda: max(1, min(8, os.cpu_count() or 1)), ge=1, le=256)
    """Analyses at the same time, one process each."""
    spare_workers: int = Field(default=1, ge=0, le=256)
    """Analyses beyond that, each for a key of which no other runs: it need not wait until a worker is free."""
    executor: str = "processes"
    """Where analyses run: `processes` of this machine, `dask` for a Dask cluster of this machine, the address of a
    running cluster's scheduler (`tcp://host:8786`), or `module:attribute` for any executor of Python's."""
    time_limit_s: float = Field(default=300, gt=0)
    """Seconds one analysis may take."""
    page_seconds: float = Field(default=60, gt=0, le=3600)
    """CPU seconds one page may cost; then its reading stops, and the result says what was not looked at. A drawing of
    many pages has less for each, so that it ends within `time_limit_s`."""
    memory_limit_bytes: int | None = Field(default=1536 * 2**20, ge=256 * 2**20)
    """Memory one worker process may take, where the operating system can hold it to that."""
    max_starts: int = Field(default=3, ge=1)
    """Starts of one task before a crash counts as its failure."""
    header_time_limit_s: float = Field(default=10, gt=0)
    """Seconds a client may take to send the head of a request."""
    upload_time_limit_s: float = Field(default=120, gt=0)
    """Seconds the body of a request may take, and a client to go on reading an answer."""
    inspect_time_limit_s: float = Field(default=15, gt=0)
    """Seconds the look at an uploaded file may take; one that needs longer three times counts as unreadable."""
    concurrent_inspections: int = Field(default=2, ge=1)
    """Uploads looked at at the same time, one process each."""
    connections: int = Field(default=1000, ge=1)
    """Connections at the same time; fewer where the process may have fewer files open."""
    address_connections: int = Field(default=256, ge=1)
    """Connections of one address at the same time, but for trusted proxies."""
    rate: str = Field(default="1200/minute", pattern=PATTERN)
    """Requests a key may send."""
    address_rate: str = Field(default="120/minute", pattern=PATTERN)
    """Requests without a valid key an address may send."""
    concurrent_requests: int = Field(default=32, ge=1)
    """Requests a key may have in flight."""
    max_open_tasks: int = Field(default=10_000, ge=1)
    """Tasks a key may have queued and running."""
    pages_per_month: int | None = Field(default=None, ge=0)
    """Pages a key may submit in a calendar month (UTC) unless the key says otherwise; None is unlimited."""
    tasks_per_month: int | None = Field(default=None, ge=0)
    """Tasks a key may submit in a calendar month (UTC) unless the key says otherwise; None is unlimited."""
    retention_days: float = Field(default=7, ge=0)
    """Days a source is kept after its task ended."""
    poll_s: int = Field(default=1, ge=1)
    """Seconds told to a client that asks about an unfinished task."""
    shutdown_grace_s: float = Field(default=10, ge=0)
    """Seconds running analyses have at a stop before they go back to the queue."""
    trusted_proxies: Annotated[tuple[IPvAnyNetwork, ...], NoDecode] = ()
    """Networks whose `X-Forwarded-For` is believed; separated by commas in the environment."""
    webhook_time_limit_s: float = Field(default=15, gt=0)
    """Seconds one attempt of a webhook delivery may take."""
    webhook_retries_s: tuple[PositiveFloat, ...] = (5, 300, 1800, 7200, 18000, 36000, 86400)
    """Seconds after each failed attempt of a delivery before the next; after the last it is given up."""
    limits: FileLimits = DEFAULT_LIMITS
    """What one file may be."""
    log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
    """The least level that is logged."""
    log_file: Path | None = None
    """File for the log; None is the standard error stream."""

    @classmethod
    def read(cls, **told: Any) -> Self:
        """The settings; what is told as None is as the environment or the file says. Raises `WrongSettingsError`."""
        try:
            return cls(**{name: value for name, value in told.items() if value is not None})
        except ValidationError as error:
            raise WrongSettingsError("; ".join(map(_fault, error.errors()))) from None
        except WrongSettingsError:
            raise
        except ValueError as error:  # a text that is not even of its form, such as a list that is no JSON
            raise WrongSettingsError(str(error)) from None

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the signature is pydantic's
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the signature is pydantic's
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Python first, then the environment, then the file named by `DRAWKIT_SERVICE_CONFIG`."""
        file = os.environ.get(_FILE)
        chosen = (init_settings, env_settings)
        return (*chosen, _from_file(settings_cls, file)) if file else chosen

    @property
    def url(self) -> str:
        """The SQLAlchemy URL of the store."""
        return self.database_url or f"sqlite:///{self.state_dir / 'store.sqlite3'}"


def _from_file(settings: type[BaseSettings], file: str) -> PydanticBaseSettingsSource:
    try:
        with Path(file).open("rb"):  # a file that is not there would count as an empty one
            return TomlConfigSettingsSource(settings, toml_file=file)
    except OSError as error:
        raise WrongSettingsError(f"{_FILE} names {file}: {error.strerror}.") from None
    except ValueError as error:
        raise WrongSettingsError(f"{_FILE} names {file}, which is no TOML: {error}.") from None


def _fault(fault: Any) -> str:
    name = ".".join(map(str, fault["loc"]))
    said = "Write it like 1200/minute." if name in _RATES else fault["msg"]
    return f"setting {name}: {said}"
