"""The README leads to every page of the documentation, once."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_page_is_listed_once_under_more() -> None:
    more = ROOT.joinpath("README.md").read_text("utf-8").partition("## More")[2]
    linked = re.findall(r"\(docs/([a-z-]+\.md)\)", more)
    assert sorted(linked) == sorted(p.name for p in (ROOT / "docs").glob("*.md"))
