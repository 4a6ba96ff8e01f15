"""The commands with their arguments; each loads what it does only when it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .all_settings import WithSettings
from .commands import Commands
from .errors import told
from .options import StateFolder
from .tasks import tasks
from .webhooks import webhooks

app = Commands(
    name="drawkit",
    help="Read engineering drawings: title block, parts list, dimensions and tolerances as tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
keys = Commands(help="Make and manage the API keys of a service on this machine.", no_args_is_help=True)
app.add_typer(keys, name="keys")
app.add_typer(webhooks, name="webhooks")
app.add_typer(tasks, name="tasks")


def _show_version(wanted: bool) -> None:
    if wanted:
        from drawkit import __version__

        typer.echo(f"drawkit {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def analyze(  # noqa: PLR0913 - each is an option a person names
    drawings: Annotated[
        list[Path], typer.Argument(metavar="FILES_OR_FOLDERS...", help="Drawings, or folders of them.")
    ],
    *,
    profile: Annotated[
        str, typer.Option(metavar="PROFILE", help="What to read: standard, full, bom, dimension_tolerance or advanced.")
    ] = "full",
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where results go; made if need be.")] = Path("results"),
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMATS",
            show_default="json",
            help="json, csv or xlsx; repeat it, or separate by commas.",
        ),
    ] = None,
    task_list: Annotated[
        list[str] | None, typer.Option(metavar="MODULES", help="Modules of profile 'advanced', separated by commas.")
    ] = None,
    pages: Annotated[str | None, typer.Option(metavar="PAGES", help="Pages to read, such as 1,3-5.")] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, metavar="NUMBER", show_default="one a processor", help="Drawings read at a time."),
    ] = None,
    time_limit: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="For one drawing, on this machine.")
    ] = 300,
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Write each page with boxes around what was read.")
    ] = True,
    combined: Annotated[
        bool, typer.Option("--combined", help="Also write one workbook, and one CSV a table, over all drawings.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no tables.")] = False,
) -> None:
    """Read drawings; write their results and pictures, and print short tables.

    Reads on this machine, or at the service that DRAWKIT_BASE_URL and DRAWKIT_API_KEY name.
    Exit code: 0 all were read, 1 some were not, 2 the command is not right.
    """
    with told():
        from .analyze import run
        from .request import request_of

        request = request_of(profile, task_list, pages, workers, time_limit, pictures=pictures)
        raise typer.Exit(run(drawings, request, out, formats or [], quiet=quiet, combined=combined))


@app.command()
def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILES_OR_FOLDERS...", help="Drawings, folders of them, or results (JSON).")
    ],
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where findings go; made if need be.")] = Path("results"),
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMATS",
            show_default="only printed",
            help="json, csv, xlsx or pdf; repeat it, or use commas.",
        ),
    ] = None,
    leave_out: Annotated[
        list[str] | None, typer.Option(metavar="RULES", help="Rules that are not wanted, separated by commas.")
    ] = None,
) -> None:
    """Check drawings against the standards, and print what is found with its clause.

    Exit code: 0 all were read, 1 some were not, 2 the command is not right.
    """
    with told():
        from .outcomes import check as run

        raise typer.Exit(run(files, out, formats or [], leave_out or []))


@app.command()
def inspect(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILES_OR_FOLDERS...", help="Drawings, folders of them, or results (JSON).")
    ],
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where forms go; made if need be.")] = Path("results"),
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMATS",
            show_default="xlsx",
            help="xlsx, pdf, csv or json; repeat it, or separate by commas.",
        ),
    ] = None,
    order: Annotated[
        str, typer.Option(metavar="ORDER", help="How numbers run: clockwise around each view, or rows.")
    ] = "clockwise",
    expand: Annotated[bool, typer.Option("--expand", help="A row for each feature of 4X ⌀5.")] = False,
    general: Annotated[
        str | None, typer.Option(metavar="TOLERANCE", help="For drawings that state none: such as ISO 2768-m.")
    ] = None,
) -> None:
    """Write inspection sheets: characteristics with limits, and the drawing with balloons.

    Exit code: 0 all were read, 1 some were not, 2 the command is not right.
    """
    with told():
        from .outcomes import inspect as run

        raise typer.Exit(run(files, out, formats or [], order, expand=expand, general=general))


@app.command()
def compare(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The older drawing, or its result (JSON).")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The newer one.")],
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the report goes; made if need be.")] = Path(
        "results"
    ),
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMATS",
            show_default="html",
            help="html, xlsx, pdf, csv or json; repeat it, or use commas.",
        ),
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="List everything, even of two different drawings.")] = False,
) -> None:
    """Compare two revisions of a drawing: what was added, removed, changed and moved.

    Exit code: 0 both were read, 1 one was not, 2 the command is not right.
    """
    with told():
        from .outcomes import compare as run

        raise typer.Exit(run(old, new, out, formats or [], anyway=anyway))


@app.command()
def sample(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAMES]...", help="Which ones; all when none is named.")
    ] = None,
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where they go; made if need be.")] = Path("drawings"),
    list_names: Annotated[bool, typer.Option("--list", help="Only list their names.")] = False,
) -> None:
    """Write sample drawings."""
    with told():
        from .sample import run

        run(names or [], out, only_list=list_names)


@app.command()
def docs(
    topic: Annotated[
        str, typer.Argument(metavar="[TOPIC]", help="Such as dimensions or options; `topics` lists them.")
    ] = "topics",
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there, as Markdown or .html.")] = None,
) -> None:
    """Show the reference: every table and column, option, setting, key; `all` is the whole of it."""
    with told():
        from .docs import run

        run(topic, out)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def lab(
    context: typer.Context,
    *,
    folder: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the notebooks are; missing ones are copied there.")
    ] = Path("notebooks"),
) -> None:
    """Open JupyterLab on the example notebooks; other options are handed on to it."""
    with told():
        from .lab import run

        raise typer.Exit(run(folder, context.args))


@app.command(cls=WithSettings)
def serve(
    *,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", show_default="127.0.0.1", help="Address to listen on.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="PORT", show_default="8765", help="0 takes a free one.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, metavar="NUMBER", help="Drawings read at a time.")
    ] = None,
    executor: Annotated[
        str | None,
        typer.Option(
            metavar="WHERE",
            help="Where drawings are read: processes, dask, tcp://host:8786 (a Dask scheduler), or module:attribute.",
        ),
    ] = None,
    state: StateFolder = None,
) -> None:
    """Run the service: the open API with the reading engine behind it.

    All other settings come from the environment or a TOML file; they are listed below.
    """
    with told():
        from .serve import run

        run(host=host, port=port, workers=workers, executor=executor, state_dir=state)


@app.command()
def doctor() -> None:
    """Tell what is installed, read a sample, start the service; exit code 1 when something does not work."""
    with told():
        from .doctor import run

        raise typer.Exit(run())


@keys.command("create")
def create_key(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the key is for.")],
    *,
    permission: Annotated[
        list[str] | None,
        typer.Option(metavar="PERMISSION", show_default="all permissions", help="Such as tasks:read; repeat it."),
    ] = None,
    network: Annotated[
        list[str] | None,
        typer.Option(metavar="CIDR", show_default="anywhere", help="CIDR range it may be used from; repeat it."),
    ] = None,
    pages_per_month: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="PAGES", show_default="as the service says", help="Pages it may submit in a calendar month."
        ),
    ] = None,
    tasks_per_month: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="TASKS", show_default="as the service says", help="Tasks it may submit in a calendar month."
        ),
    ] = None,
    state: StateFolder = None,
) -> None:
    """Make a key and show its secret, this once."""
    with told():
        from .keys import create

        create(state, name, permission, network or [], pages_per_month, tasks_per_month)


@keys.command("list")
def list_keys(*, state: StateFolder = None) -> None:
    """List the keys; a secret is never shown again."""
    with told():
        from .keys import show_all

        show_all(state)


@keys.command("rotate")
def rotate_key(
    key_id: Annotated[str, typer.Argument(metavar="KEY", help="As `drawkit keys list` shows it.")],
    *,
    overlap: Annotated[float, typer.Option(min=0, metavar="HOURS", help="How long the old secret stays valid.")] = 0,
    state: StateFolder = None,
) -> None:
    """Give a key a new secret and show it, this once."""
    with told():
        from .keys import rotate

        rotate(state, key_id, overlap)


@keys.command("revoke")
def revoke_key(
    key_id: Annotated[str, typer.Argument(metavar="KEY", help="As `drawkit keys list` shows it.")],
    *,
    state: StateFolder = None,
) -> None:
    """End a key at once, for good."""
    with told():
        from .keys import revoke

        revoke(state, key_id)
