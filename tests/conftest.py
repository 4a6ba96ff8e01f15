from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["secret_search"]

# How long an example takes says more about the machine than about the code.
settings.register_profile("drawkit", settings(deadline=None))
settings.load_profile("drawkit")
