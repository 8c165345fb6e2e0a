"""The pages about the rules of Group of Soviet Forces Germany name every rule, option and chapter."""

from __future__ import annotations

import re
from pathlib import Path

from bundled import design_of
from sample_data import read_sample

from visegrad_editor.systems.gsofg.game import chapters

DOCS = Path(__file__).parents[3] / "docs"
LAST = {1: 9, 2: 13, 3: 3, 4: 8, 5: 10, 6: 17, 7: 8, 8: 12, 9: 8, 10: 19, 11: 23, 12: 6, 13: 22}
"""The last rule of each chapter of the rulebook."""


def text_of(page: str) -> str:
    return DOCS.joinpath(page).read_text("utf-8")


def rows() -> dict[str, tuple[str, str]]:
    """The rules of the page: what they say, and where they are."""
    part = text_of("gsofg-rules.md").partition("## What needs a chapter")[0]
    found = re.findall(r"^\| (\d+\.\d+) \| (.*) \| (.*) \|$", part, re.MULTILINE)
    assert len({number for number, _, _ in found}) == len(found)
    return {number: (says, where) for number, says, where in found}


def test_every_rule_is_listed() -> None:
    expected = {f"{chapter}.{n}" for chapter, last in LAST.items() for n in range(1, last + 1)} | {"12.0"}
    assert rows().keys() == expected


def words_of(value: object) -> set[str]:
    """All keys and texts of some data."""
    if isinstance(value, dict):
        return {str(key) for key in value}.union(*map(words_of, value.values()))
    if isinstance(value, list):
        return set().union(*map(words_of, value))
    return {str(value)}


def test_what_holds_a_rule_is_there() -> None:
    """Each block, setting and id that the page names is in the data, and each chapter in the code."""
    known = {chapter.id for chapter in chapters()}.union(*(words_of(read_sample(name)) for name in (
        "rulesets/gsofg.yaml", "scenarios/gsofg.yaml", "maps/gsofg.yaml")))
    named = {(number, word) for number, (_, where) in rows().items()
             for text in re.findall(r"`([^`]+)`", where) for word in re.split(r"[.: ]+", text)}
    assert len(named) > 150
    assert sorted((number, word) for number, word in named if word not in known) == []


def test_every_rule_with_a_ruling_has_one() -> None:
    ruled = {number for number, (_, where) in rows().items() if "+ ruling" in where}
    headings = re.findall(r"^\*\*([\d., ]+) ", text_of("gsofg-rulings.md"), re.MULTILINE)
    there = {number for heading in headings for number in re.findall(r"\d+\.\d+", heading)}
    assert len(there) > 50
    assert ruled - there == {"11.10", "12.0"}, "these two point to others"
    assert there <= rows().keys()
    assert there - ruled == set()


def test_options_and_their_choices_are_those_of_the_ruleset() -> None:
    lines = re.findall(r"^\| `(\w+)` \| (.*) \| ([\d.]+) \|$", text_of("gsofg-rulings.md"), re.MULTILINE)
    told = {id: (tuple(re.findall(r"`([\w-]+)`", choices)), rule) for id, choices, rule in lines}
    assert told == {o.id: (o.choices, o.rule) for o in design_of("maps/gsofg").ruleset.options}


def test_every_chapter_that_a_rule_asks_for_is_described() -> None:
    asked = {name for _, where in rows().values()
             for names in re.findall(r"chapters? ((?:`[\w-]+`(?:, | and )?)+)", where)
             for name in re.findall(r"`([\w-]+)`", names)}
    part = text_of("gsofg-rules.md").partition("## What needs a chapter")[2].partition("\n## ")[0]
    described = set(re.findall(r"^\| `([\w-]+)` \| \d", part, re.MULTILINE))
    assert len(described) == 15
    assert asked == described
