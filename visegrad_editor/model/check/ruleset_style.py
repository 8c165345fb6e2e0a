"""Checks of a ruleset's own style: whether the kinds it speaks of exist."""

from __future__ import annotations

from ..wording import did_you_mean, quoted
from .context import Checks

_KINDS = {
    "terrain": "kind of terrain", "hexsides": "hexside kind", "roads": "road kind", "features": "feature",
    "nationalities": "nationality", "sides": "side",
}


def check_style(checks: Checks) -> None:
    """A warning for every look of something the ruleset does not have: it is never seen."""
    ruleset = checks.design.ruleset
    for section, what in _KINDS.items():
        known = [entry.id for entry in getattr(ruleset, section)]
        for id in ruleset.style.part(section):
            if id not in known:
                checks.add("warning", "unknown-look", (
                    f"The style of the ruleset colours the {what} {quoted(id)}, which there is not."
                    f"{did_you_mean(id, known)}"), "ruleset", "style")
