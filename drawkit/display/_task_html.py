"""How a task looks in a notebook: its state, how far it is, and what went wrong, in words."""

from __future__ import annotations

from drawkit.contract import Problem, TaskRecord, TaskStatus

from . import _html, _words


def line(record: TaskRecord) -> str:
    """Say a task in a few words, the same at every run of a notebook: no id, no times."""
    word, _ = _state(record)
    file = record.file.name if record.file else None
    profile = f"profile {record.profile}" if record.profile else None
    error = reason(record.error) if record.status is TaskStatus.FAILED else None
    told = ", ".join(part for part in (file, profile, error) if part)
    return _html.plain(f"{word}: {told}" if told else word)


def render(record: TaskRecord) -> str:
    """Make the HTML of a task. Ids and times stand in elements of the classes `dk-id` and `dk-took`."""
    word, colour = _state(record)
    file = record.file
    heading = _html.div("cap", _html.badge(word, colour), f"&ensp;{_html.esc(file.name)}" if file else "")
    facts = [
        ("Profile", record.profile),
        ("Pages", file.pages if file else None),
        ("Size", _words.size(file.bytes) if file else None),
    ]
    return _html.block(
        heading,
        _progress(record),
        _error(record),
        _html.facts(facts),
        _found(record),
        _times(record),
        _identity(record),
    )


def reason(problem: Problem | None) -> str:
    """Say why a task failed."""
    if problem is None:
        return "the service gives no reason"
    return problem.detail or problem.title or problem.code or "the service gives no reason"


def _state(record: TaskRecord) -> tuple[str, str]:
    """Give the state in a word, with its colour: a task that ended well may have had nothing to read."""
    nothing = record.status is TaskStatus.COMPLETED and record.result is not None and _words.unread(record.result)
    return _words.NOT_READ if nothing else _words.STATES[record.status]


def _progress(record: TaskRecord) -> str:
    if record.status is not TaskStatus.RUNNING or record.progress.total <= 0:
        return ""
    progress = record.progress
    step = f"{progress.step} ({progress.done} of {progress.total})" if progress.step else ""
    return _html.bar(progress.done / progress.total) + _html.div("more", _html.esc(step))


def _error(record: TaskRecord) -> str:
    if record.status is not TaskStatus.FAILED:
        return ""
    code = f" ({record.error.code})" if record.error and record.error.code else ""
    return _html.warning(f"{reason(record.error)}{code}")


def _found(record: TaskRecord) -> str:
    if record.result is None:
        return ""
    found = ", ".join(_words.contents(record.result)) or "nothing"
    return _html.div("more", f"Read: {_html.esc(found)}. See <code>.result</code>")


def _times(record: TaskRecord) -> str:
    pairs = (
        ("waited", record.created_at, record.started_at),
        ("took", record.started_at, record.finished_at),
    )
    told = [f"{word} {_words.duration((end - start).total_seconds())}" for word, start, end in pairs if start and end]
    return f'<div class="dk-more dk-took">{_html.esc(", ".join(told))}</div>\n' if told else ""


def _identity(record: TaskRecord) -> str:
    return f'<div class="dk-more">Task <code class="dk-id">{_html.esc(record.task_id)}</code></div>\n'
