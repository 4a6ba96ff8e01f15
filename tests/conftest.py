from __future__ import annotations

import collections
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

pytest_plugins = ["cpu_time", "secret_search"]

# How long an example takes says more about the machine than about the code.
settings.register_profile("drawkit", settings(deadline=None))
settings.load_profile("drawkit")


def pytest_configure(config: pytest.Config) -> None:
    # pytest-xdist would begin with the files of the most tests, and end with those of one test that takes minutes.
    config.option.loadscopereorder = False


@pytest.hookimpl(trylast=True)  # once it is known which tests are run
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files whose slow tests may take longest: a long one that begins last is waited for alone."""
    limits: dict[Path, float] = collections.defaultdict(float)
    for item in items:
        if item.get_closest_marker("slow"):
            limit = item.get_closest_marker("timeout")
            limits[item.path] = max(limits[item.path], limit.args[0] if limit else 1)
    counts = collections.Counter(item.path for item in items)
    items.sort(key=lambda item: (-limits[item.path], -counts[item.path]))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave slow tests out of coverage, which makes them twice as long, and those of examples that chance draws.

    Quick ones go the same ways, and the same in every run.
    """
    drawn = is_hypothesis_test(getattr(item, "obj", None))
    if (drawn or item.get_closest_marker("slow")) and item.config.pluginmanager.hasplugin("pytest_cov"):
        item.add_marker("no_cover")
