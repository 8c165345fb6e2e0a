"""A game in separate files, for tests of saving: copied, opened, changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.scenario import Setup, Unit
from visegrad_editor.model.where import Where


def names(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


def own_game(folder: Path) -> Path:
    """The folder, with copies of a scenario, its base, map and ruleset that refer to each other."""
    samples = resource_folder("sample_scenarios")
    for source, target in (
        ("scenarios/historical", "war"),
        ("scenarios/free-setup", "free"),
        ("maps/visegrad4", "map"),
        ("rulesets/visegrad4", "rules"),
    ):
        text = (samples / f"{source}.yaml").read_text(encoding="utf-8")
        text = text.replace("ruleset: visegrad4", "ruleset: rules.yaml").replace(
            "map: visegrad4", "map: map.yaml"
        )
        text = text.replace("extends: historical", "extends: war.yaml")
        (folder / f"{target}.yaml").write_text(text, encoding="utf-8")
    return folder


def opened(path: Path | str) -> tuple[LoadResult, Design]:
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    return loaded, loaded.design


def reinforced(design: Design, name: str = "New") -> Design:
    """The design with another unit."""
    assert design.scenario is not None
    unit = Unit(name, "poland", "armored", ((6,), (3,)), setup=Setup(Where(hexes=("2017",))))
    return replace(design, scenario=replace(design.scenario, units=(*design.scenario.units, unit)))


def flooded(design: Design) -> Design:
    """The design with another terrain in one hex."""
    hex = next(h for h in design.map.grid if design.map.terrain.at(h) == "clear")
    return replace(design, map=replace(design.map, terrain=design.map.terrain.with_values({hex: "mountain"})))


def with_own_rules(folder: Path, rules: str, more: str = "") -> Design:
    """A variant of the scenario `historical` with a ruleset of its own that differs from the printed one by
    the keys in `rules`; `more` are keys of the scenario."""
    (folder / "rules.yaml").write_text(
        f"format: 2\nkind: ruleset\nname: rules\nextends: visegrad4\ntitle: Mine\n{rules}\n",
        encoding="utf-8")
    head = "format: 2\nkind: scenario\nname: war\nextends: historical\nruleset: rules.yaml\n"
    (folder / "war.yaml").write_text(head + more, encoding="utf-8")
    return opened(folder / "war.yaml")[1]
