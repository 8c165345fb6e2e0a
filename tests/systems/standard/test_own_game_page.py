"""docs/own-game.md: its shortest game, and every block of the page laid over it, is checked and played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from visegrad_editor.cli.loading import all_problems
from visegrad_editor.engine.hexgame.unknown_rules import unsupported
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.playtest.fuzz import fuzz

PAGE = Path(__file__).resolve().parents[3] / "docs" / "own-game.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
FILES = {match[1]: block for block in BLOCKS if (match := re.match(r"# (my-[a-z]+\.yaml)\n", block))}
PARTS = [block for block in BLOCKS if block not in FILES.values()]
FOR_SCENARIO = "# in the scenario\n"


def laid_over(base: Any, part: Any) -> Any:
    """A file's data with those of a block: mappings by key, entries by their id, other values whole."""
    if isinstance(base, dict) and isinstance(part, dict):
        return {**base, **{k: v if k == "rows" else laid_over(base.get(k), v) for k, v in part.items()}}
    if isinstance(base, list) and all(isinstance(e, dict) and "id" in e for e in [*base, *part]):
        merged = {e["id"]: e for e in base}
        for entry in part:
            merged[entry["id"]] = laid_over(merged.get(entry["id"]), entry)
        return list(merged.values())
    return part


def game_with(folder: Path, block: str) -> LoadResult:
    """The page's game with one block more, from files in a folder."""
    for name, text in FILES.items():
        wanted = "my-game.yaml" if block.startswith(FOR_SCENARIO) else "my-rules.yaml"
        if block and name == wanted:
            text = yaml.safe_dump(laid_over(yaml.safe_load(text), yaml.safe_load(block)), allow_unicode=True)
        if "{id: defence," in block and name == "my-game.yaml":
            # Units of a game with attack and defence give both.
            text = re.sub(r"values: \[(\d+), (\d+)\]", r"values: [\1-\1, \2-\2]", text)
        (folder / name).write_text(text, encoding="utf-8")
    return load(folder / "my-game.yaml")


def problems_of(result: LoadResult) -> list[str]:
    return [str(p) for p in all_problems(result) if p.severity in ("error", "warning")]


def test_the_page_has_a_whole_game_and_blocks() -> None:
    assert sorted(FILES) == ["my-game.yaml", "my-map.yaml", "my-rules.yaml"]
    assert len(PARTS) >= 16


def test_the_shortest_game_is_complete_and_as_large_as_the_page_says(tmp_path: Path) -> None:
    result = game_with(tmp_path, "")
    assert problems_of(result) == []
    design = result.design
    assert design is not None
    assert design.scenario is not None
    grid = design.map.grid
    assert (grid.columns, grid.rows, len(design.scenario.units)) == (10, 12, 12)
    campaign = fuzz(design, 10, 1)
    assert (campaign.games, campaign.findings) == (10, [])


@pytest.mark.parametrize("block", PARTS, ids=[p.partition(":")[0].split("\n")[-1] for p in PARTS])
def test_a_block_of_the_page_is_checked_and_played(block: str, tmp_path: Path) -> None:
    result = game_with(tmp_path, block)
    assert problems_of(result) == []
    assert result.design is not None
    campaign = fuzz(result.design, 5, 1)
    assert (campaign.games, campaign.findings) == (5, [])


REFUSED = re.findall(
    r"^\| `(\w+: .*?)`(?:, [^|]*)? \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_page_lists_what_is_refused() -> None:
    assert len(REFUSED) == 12


@pytest.mark.parametrize(("block", "said"), REFUSED)
def test_a_rule_that_needs_python_is_refused_in_the_words_of_the_page(
        block: str, said: str, tmp_path: Path) -> None:
    result = game_with(tmp_path, block)
    assert result.design is not None
    found = [p.message for p in unsupported(result.design)]
    assert [text for text in found if text.endswith(f": {said}")], found


NO_KEYS = [line.split("|")[1].strip() for line in PAGE.read_text(encoding="utf-8").partition(
    "| no key |")[2].splitlines()[2:] if line.startswith("|")]
ENTRY = f"{FOR_SCENARIO}entries: [{{id: south, "
WRITTEN = {
    "`quota` of an entry": ENTRY + "quota: {a_turn: 1}}]",
    "`else` of a withdrawal": "withdrawals: [{units: {named: [blue/4th]}, turn: 4, else: {points: -2}}]",
    "`merge`": "merge: [{two: {type: [infantry]}, into: {named: [blue/1st]}}]",
    "`sides_change`": "sides_change: [{units: {nationality: [blue]}, to: none}]",
    "`displace` as `excess` of `stacking`": "stacking: {excess: displace}",
    "`declare` in `combat`": "combat: {declare: all-first}",
    "`unit` as `target` of `combat`": "combat: {target: unit}",
    "`above` in `ends` of `combat`": "combat: {ends: {above: refuse}}",
    "`cross` in `supply`": "supply: {cross: {never: {terrain: [marsh]}}}",
    "`edge` of victory points for `exit`": "victory: {points: [{for: exit, edge: north, side: blue}]}",
    "`into_enemy` in `retreat`": "retreat: {into_enemy: never}",
    "`who` in `advance`": "advance: {who: winners}",
    "`uses` of an asset": "assets: [{id: guns, name: Guns, side: blue, uses: [support]}]",
    "`flying` in `control`": "control: {flying: false}",
}
"""How the rules without a key would be written."""
GUNS = "assets: [{id: guns, name: Guns, side: blue, at_start: 1, keeps: true}]\n"
INSTEAD = [
    "pools: [{id: reserve, side: blue, entry: [south], number: {2: 1}, at_most: [{units: {type: "
    "[armored]}}]}]",
    "arrivals: {delay: must-enter}",
    "events: [{id: coup, name: Coup, when: {turn: 3}, does: [{remove: {nationality: [blue]}}]}]",
    "stacking: {excess: owner-removes}",
    "terrain: [{id: marsh, supply: false}]",
    "movement: {off_map: [{side: blue, hexes: {edge: north}}]}\n"
    "victory: {points: [{for: exit, side: blue, worth: 2, per: unit}, {for: elimination}]}",
    f"{GUNS}combat: {{support: {{asset: guns}}}}",
    f"{GUNS}events: [{{id: e, name: E, when: {{asset: {{id: guns, side: blue}}, at_least: 1}}}}]",
    "control: {units: {not: {trait: [air]}}}",
]


def test_the_page_lists_rules_without_a_key() -> None:
    assert list(WRITTEN) == NO_KEYS


@pytest.mark.parametrize("rule", WRITTEN)
def test_a_rule_without_a_key_is_refused(rule: str, tmp_path: Path) -> None:
    result = game_with(tmp_path, WRITTEN[rule])
    word = re.split(r"\W", rule.strip("`"), maxsplit=1)[0]
    assert [p for p in result.problems if p.severity == "error" and word in p.message], result.problems


@pytest.mark.parametrize("block", INSTEAD)
def test_what_the_page_names_instead_is_played(block: str, tmp_path: Path) -> None:
    result = game_with(tmp_path, block)
    assert problems_of(result) == []
    assert result.design is not None
    campaign = fuzz(result.design, 2, 1)
    assert (campaign.games, campaign.findings) == (2, [])
