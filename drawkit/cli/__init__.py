"""The command line: `drawkit analyze`, `check`, `inspect`, `compare`, `sample`, `lab`, `serve`, `keys` and others."""

__all__ = ["main"]


def main() -> None:
    """Run the command line; ends the process with its exit code."""
    from .app import app

    app()
