"""The service: the one inside a notebook, one for others, one elsewhere."""

from __future__ import annotations

from typing import Final

SERVICE: Final = (
    (
        "in a notebook",
        "`drawkit.connect()` starts it in the notebook's own process tree, on a free port of this machine",
    ),
    ("its key", "is private to the kernel, and the service stops with it"),
    ("to join it", "the key lies in `service.json` of the state folder, for its owner alone"),
    ("elsewhere", "`DRAWKIT_BASE_URL` and `DRAWKIT_API_KEY` name a remote service and its key"),
    ("other names", "a service that names things otherwise is described by a `drawkit.Dialect(...)`"),
    ("on a cluster", '`drawkit.connect(executor="dask")` or `drawkit serve --executor`; extra `dask`'),
    ("for others", "`drawkit serve`; `/docs` describes every route"),
    ("hand in", "`POST /api/open/tasks`"),
    ("ask for", "`GET /api/open/tasks/{task_id}`"),
    ("settings", "from the environment (`DRAWKIT_SERVICE_RATE=...`) or the TOML file of `DRAWKIT_SERVICE_CONFIG`"),
    ("all settings", "topic `settings`, or `drawkit serve --help`"),
    ("behind a proxy", "name its network in `DRAWKIT_SERVICE_TRUSTED_PROXIES`; it also brings TLS"),
    ("keys and limits", "notebook 06_service_keys_and_limits, `drawkit keys`"),
    ("webhooks", "notebook 07_webhooks, `drawkit webhooks`"),
    ("page_seconds", "CPU time one page may cost; what was not looked at for want of it is said in the result"),
    ("progress", "is told by page and stage"),
    ("the forms", "are tested in JupyterLab, Notebook 7 and Voila; for VS Code their front end alone"),
    ("without it", '`drawkit.engine.analyze(data, profile="full")` is the engine without any service'),
)
