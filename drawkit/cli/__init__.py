"""The command line: `drawkit analyze | check | inspect | sample | lab | serve | keys | webhooks | tasks | doctor`."""

__all__ = ["main"]


def main() -> None:
    """Run the command line; ends the process with its exit code."""
    from .app import app

    app()
