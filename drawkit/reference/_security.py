"""What the service promises about drawings, keys and load, and what it does not."""

from __future__ import annotations

from typing import Final

SECURITY: Final = (
    ("sources", "Your own embedded service publishes nothing unless asked. No route serves a source file."),
    (
        "... where they lie",
        "In the state folder, under a name that the service made; deleted after the retention time.",
    ),
    ("... deleted tasks", "Of what `drawkit tasks delete` takes away nothing stays in the store's files."),
    ("results", "For the key that submitted; a task of another key looks like none."),
    (
        "what is published",
        "Previews and a summary, decided by the sheet, whatever profile was asked for. Of a title block only what is "
        "known to tell of the part is shown.",
    ),
    (
        "... black",
        "Names, companies, signatures, logos, whatever no reader could read, notices of property, addresses, "
        "suppliers, text outside the frame, stamps and form fields. Without a title block the usual corner and all "
        "unknown words.",
    ),
    (
        "... not at all",
        "A page that could not be read well enough for this; the result says why. `redact=False` and `publish=False` "
        "are the submitter's choice.",
    ),
    (
        "... `drawkit.share`",
        "Keeps pictures of redacted previews alone, and blacks out names that tables and `repr`s of a result tell by "
        "field, wherever they stand. What you wrote yourself it cannot know: look at a copy before you hand it on.",
    ),
    ("events", "Name the file as it was submitted; subscribers get no other name."),
    (
        "bounds",
        "Files are parsed in worker processes with limits of time and memory (`page_seconds`, `time_limit_s`, "
        "`memory_limit_bytes`), which die with the service.",
    ),
    (
        "... of connections",
        "Heads, bodies and unread answers of requests have their time, connections their number. An upload lies on "
        "the disk while it comes.",
    ),
    (
        "... a file that meets one",
        "Fails alone, with a problem. A page that cannot be opened is named, and the others are read. Where the "
        "machine is too busy to give pages what they may cost, they end in time with what was found.",
    ),
    (
        "... large pictures",
        "Read from a copy that is made smaller while they are decoded: a JPEG in steps, a PNG by rows. A progressive "
        "JPEG is held whole: it is read smaller, or refused with what to do, where a worker has no room. Each drawing "
        "finds the same room in a worker, whatever it read before.",
    ),
    ("... in the tests", "More than 660 hostile kinds of file."),
    (
        "turns",
        "A key that queues the worst files does not starve another: looks at uploads and workers go from key to key, "
        "and one process more than there are analyses (`spare_workers`) is kept for a key of which nothing runs. "
        "Meanwhile, on Linux, the others leave it a core or two; nothing is stopped or read twice for it.",
    ),
    (
        "keys",
        "178 random bits, kept as SHA-256, compared in constant time, shown once; the key to join your own embedded "
        "service lies in `service.json`, for its owner alone.",
    ),
    ("signing secrets", "Those of webhooks must be kept readable: they lie in the store."),
    (
        "no secret in",
        "A log line, traceback, `repr`, pickle, notebook or process list. Every run of the tests is searched for the "
        "secrets it uses: logs, standard error, files and tracebacks.",
    ),
    (
        "the client",
        "Sends a key to the address it was made for alone: it follows no redirect, and asks no proxy for this machine.",
    ),
    (
        "webhooks",
        "Go to public https addresses, each resolved once and checked before it is connected to, unless an operator "
        "allowed a network; signed, without cookies, and a redirect is a failure.",
    ),
    (
        "tasks",
        "Nothing accepted is lost, and no task ends twice: over kills, full disks and clocks that are set; a fault at "
        "each single write is in the tests.",
    ),
    (
        "not promised: TLS",
        "The service speaks none of its own: put a proxy before it wherever the network is not yours.",
    ),
    (
        "not promised: the disk",
        "Whoever may read the state folder (mode 0700, its owner alone) reads sources, results and signing secrets: "
        "encrypt the disk if it may be stolen.",
    ),
    ("not promised: a user", "Worker processes have the rights of the service's user: give it a user of its own."),
    (
        "not promised: addresses",
        "A published address is unguessable, but open to whoever has it: withdraw what should not be seen.",
    ),
    ("not promised: Windows", "Memory of workers has no limit there."),
    (
        "not promised: speed",
        "A small drawing waits for no worker, but where there is one core, or no Linux, it shares cores with whatever "
        "other keys compute.",
    ),
    (
        "report",
        'A weakness, privately to the maintainers (on GitHub: "Report a vulnerability" under Security), with the '
        "version (`drawkit doctor`), what you did and what happened, and without drawings that are not yours to show.",
    ),
)
