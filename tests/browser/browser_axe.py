"""What is seen, held against the rules of axe-core for people who use assistive technology."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page


def serious(page: Page, seen: Locator) -> None:
    """Hold what is seen against the rules of axe-core: no finding that is serious or worse."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe-core comes with: pip install 'drawkit[test]'")
    source = next(Path(axe.__file__).parent.rglob("axe.min.js")).read_text("utf-8")
    page.evaluate(source)
    seen.evaluate("v => v.setAttribute('data-axe', 'here')")
    found = page.evaluate("axe.run('[data-axe=here]', {resultTypes: ['violations']})")["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    bad = [(one["id"], [node["html"][:200] for node in one["nodes"][:5]]) for one in grave]
    assert not bad, json.dumps(bad, indent=1)
