"""A new ruleset that extends a template: its file holds what differs, which is nothing but its title yet; or
a whole one with all that the template has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..ruleset import Ruleset
from ..wording import document_name
from .atomic import save
from .references import reference_to
from .yaml_writer import new_text


def write_rules(template: Ruleset, source: Path, path: Path, title: str) -> Ruleset:
    """Write a ruleset that extends the `template` of the file `source`; return the new one.

    Raises `ValueError` for a template that is neither bundled nor in the folder of the new file or below it,
    and errors of writing.
    """
    extends = reference_to("ruleset", source, path.parent)
    if extends is None:
        raise ValueError(
            f"{source.name} is not in the folder of {path.name} or below it, so it cannot be extended.")
    own = replace(template, name=document_name(path.stem), title=title, extends=extends)
    save(new_text(own, template), path)
    return own


def write_whole_rules(template: Ruleset, path: Path, title: str) -> Ruleset:
    """Write a ruleset with all that the `template` has or inherits; return it. Raises errors of writing."""
    own = replace(template, name=document_name(path.stem), title=title, extends="")
    save(new_text(own), path)
    return own
