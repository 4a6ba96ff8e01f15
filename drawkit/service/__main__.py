"""`python -m drawkit.service`: the service alone, or embedded (`--embedded`) in the process tree that starts it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from drawkit.contract import DEFAULT_LIMITS, LOCAL_LIMITS


def main(arguments: list[str] | None = None) -> int:
    """Run the service.

    The exit code is 2 for wrong settings, 3 when another service has the state folder, 4 when the address or the
    folder cannot be used, 5 when the store cannot, 6 when the executor cannot be had.
    """
    given = _parser().parse_args(arguments)

    # Loaded only here: each worker process imports this module by its name.
    from .database import StoreError  # noqa: PLC0415
    from .executors.choice import ExecutorError  # noqa: PLC0415
    from .executors.lent import borrowed  # noqa: PLC0415
    from .server import serve, serve_embedded  # noqa: PLC0415
    from .settings import Settings, WrongSettingsError  # noqa: PLC0415
    from .state import StateFolderInUseError  # noqa: PLC0415

    told = {"state_dir": given.state, "workers": given.workers, "executor": given.executor, "log_file": given.log_file}
    try:
        settings = Settings.read(**told)
        try:
            if given.embedded:
                serve_embedded(embedded(settings), executor=borrowed())
            else:
                serve(settings)
        except OSError as error:
            place = error.filename or f"Cannot listen on {settings.host} port {settings.port}"
            return _ended(4, f"{place}: {error.strerror}")
    except WrongSettingsError as error:
        return _ended(2, error)
    except StateFolderInUseError as error:
        return _ended(3, error)
    except StoreError as error:
        return _ended(5, error)
    except ExecutorError as error:
        return _ended(6, error)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m drawkit.service", description=__doc__)
    parser.add_argument("--embedded", action="store_true", help="free loopback port, private key, ends with stdin")
    parser.add_argument("--state", type=Path, metavar="DIR", help="state folder")
    parser.add_argument("--workers", type=int, metavar="N", help="analyses at the same time")
    parser.add_argument("--executor", metavar="WHERE", help="where analyses run, as the setting of that name")
    parser.add_argument("--log-file", type=Path, metavar="FILE", help="log there instead of the standard error stream")
    return parser


def _ended(code: int, why: object) -> int:
    sys.stderr.write(f"{why}\n")
    return code


def embedded(settings: Any) -> Any:
    """Settings for one person's own service: loopback, no waiting at the end, limits that only stop a runaway."""
    mine = {"host": "127.0.0.1", "port": 0, "shutdown_grace_s": 0.0, "environment": "local", "log_level": "WARNING"}
    generous: dict[str, Any] = {"rate": "60000/minute", "address_rate": "60000/minute", "concurrent_requests": 128}
    if settings.limits == DEFAULT_LIMITS:
        generous["limits"] = LOCAL_LIMITS
    alone = {"spare_workers": 0}  # there is one key
    return settings.model_copy(update={**mine, **generous, **alone})


if __name__ == "__main__":
    sys.exit(main())
