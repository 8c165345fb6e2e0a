"""Write docs/problems.md from scenarios that are broken on purpose: python scripts/problem_list.py"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

if __name__ == "__main__":
    from broken_checks import page

    (ROOT / "docs" / "problems.md").write_text(page(), "utf-8")
