"""What a change of the base means for a variant."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from visegrad_editor.model.changed_base import ChangedBase, changed_base
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.versions import base_design

BASE = """\
format: 2
kind: scenario
name: base
title: Base
extends: historical
turns: %s
change:
  - {unit: poland/2nd Mechanized, setup: "%s"}
  - {unit: poland/7th Coastal Defense, setup: "%s"}
  - {unit: poland/1st Armored, %s}
"""
VARIANT = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: base.yaml
turns: 7
change:
  - {unit: poland/2nd Mechanized, setup: "2119"}
  - {unit: poland/1st Armored, notes: Ours}
"""


def seen(folder: Path, before: tuple[str, ...], after: tuple[str, ...]) -> ChangedBase:
    (folder / "mine.yaml").write_text(VARIANT, "utf-8")
    bases = []
    for values in (before, after):
        (folder / "base.yaml").write_text(BASE % values, "utf-8")
        loaded = load(folder / "mine.yaml")
        assert loaded.design is not None
        bases.append(base_design(loaded.design, loaded.sources))
    assert loaded.design is not None
    return changed_base(loaded.design, *bases)


def test_changes_under_values_of_the_variant_are_told_apart_from_those_it_takes_over(tmp_path: Path) -> None:
    before, after = ("10", "1823", "1723", "notes: A"), ("9", "1822", "1722", 'setup: "1821"')
    found = seen(tmp_path, before, after)
    assert found.sentences == (
        "In the base now: Turns are 9, not 10. Here: Turns are 7, not 9.",
        "In the base now: Polish 2nd Mechanized moves from 1823 to 1822 Szczecinek. "
        "Here: Polish 2nd Mechanized moves from 1822 Szczecinek to 2119.",
        "In the base now: Polish 1st Armored: notes is not set, and was A. "
        "Here: Polish 1st Armored: notes is Ours, and was not set.")
    assert {c.key for c in found.followed} == {"poland/7th Coastal Defense", "poland/1st Armored"}
    assert found.summary == (
        "The base has 5 changes: 2 taken over, 3 under values of this variant, which stay.")


def test_nothing_and_what_is_only_taken_over(tmp_path: Path) -> None:
    same = ("10", "1823", "1723", "notes: A")
    nothing = seen(tmp_path, same, same)
    assert not nothing
    assert nothing.summary == ""
    found = seen(tmp_path, same, ("10", "1823", "1722", "notes: A"))
    assert found.sentences == ()
    assert found.summary == "The base has 1 change: 1 taken over."


def test_only_what_has_a_base_is_compared_with_it() -> None:
    """Where only the ruleset extends another, nothing of the scenario and the map is taken over."""
    base = load("historical").design
    assert base is not None
    assert base.scenario is not None
    mine = replace(base.scenario, name="mine", extends="", turns=6)
    before = replace(base, scenario=replace(mine, turns=7), map=replace(base.map, labels=()))
    after = replace(base, scenario=mine)
    variant = replace(after, ruleset=replace(base.ruleset, name="rules", extends=base.ruleset.name))
    assert not changed_base(variant, before, after)
    first, *others = base.ruleset.terrain
    now = replace(after, ruleset=replace(base.ruleset, terrain=(replace(first, name="Meadow"), *others)))
    found = changed_base(replace(variant, ruleset=replace(
        now.ruleset, name="rules", extends=base.ruleset.name)), before, now)
    assert [c.document for c in found.followed] == ["ruleset"]
    assert found.summary == "The base of the ruleset has 1 change: 1 taken over."
    whole = replace(variant, scenario=replace(mine, extends="base.yaml"))
    assert "scenario" in {c.document for c in changed_base(whole, before, after).followed}
