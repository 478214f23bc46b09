"""What axe-core, run in the page, finds that would keep somebody out."""

from functools import cache
from typing import Any

import pytest

from tests.house.tree import ROOT, read

RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations.map((each) => ({
    rule: each.id, impact: each.impact, where: each.nodes.slice(0, 4).map((node) => node.html.slice(0, 160)),
    why: each.nodes[0]?.failureSummary ?? "",
  }));
}"""


AXE = "frontend/node_modules/axe-core/axe.min.js"


@cache
def _source() -> str:
    if not (ROOT / AXE).is_file():
        pytest.skip("axe-core is not installed: python frontend/page.py --check")
    return read(AXE)


def serious(page: Any) -> list[Any]:
    """Serious and critical findings."""
    page.evaluate(_source())
    return [each for each in page.evaluate(RUN) if each["impact"] in ("serious", "critical")]
