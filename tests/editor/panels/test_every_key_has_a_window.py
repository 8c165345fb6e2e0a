"""Every key of the schemas of scenario, map and ruleset has a window that edits it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from visegrad_editor.model.edit.any_key import (
    APART,
    MISSING,
    Kind,
    Path,
    PlainData,
    keys_of,
    least_at,
    names_at,
    new_entry,
    paths_of,
    read_typed,
    resolved,
    row_of,
    shown,
    value_at,
    way_of,
    with_value,
)
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.schema import schema

KINDS: tuple[Kind, ...] = ("scenario", "map", "ruleset")
BY_SAVING = {
    "format": "File > Save writes it", "kind": "File > Save writes it",
    "extends": "File > New, variant", "remove": "saving a variant writes it",
    "change": "saving a variant writes it", "order": "saving a variant writes it",
    "more_special_rules": "saving a variant writes it", "without_special_rules": "saving a variant writes it"}
"""Keys of files that are no values of the documents."""
WITHOUT_A_WINDOW: dict[Kind, tuple[str, ...]] = {"scenario": (), "map": (), "ruleset": ()}
"""Keys that only a text editor can write: this list only ever gets shorter."""


def places(kind: Kind) -> Iterator[tuple[str, str]]:
    """Each key of a schema with the mapping that has it, as JSON pointers without list positions. Read from
    the schema alone, not from what the window walks."""
    seen: set[str] = set()

    def walk(part: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
        form = str(part.get("$ref", ""))
        if form:
            if form in seen:
                return
            seen.add(form)
            at = form.removeprefix("#/$defs/")
            at = at.removesuffix("OrNull").removesuffix("OfVariant")
        part = resolved(kind, part)
        for key, inside in part.get("properties", {}).items():
            if "const" not in inside or key != "remove":
                yield at, key
                yield from walk(inside, f"{at}/{key}")
        if isinstance(part.get("items"), dict):
            yield from walk(part["items"], at)
        for many in part.get("prefixItems", ()):
            yield from walk(many, at)

    yield from walk(schema(kind), "")


def held(kind: Kind) -> frozenset[str]:
    """The keys, each with the last name before it, for which the form of the window has a row."""
    found = set()
    for path in paths_of(kind):
        assert row_of(kind, path).title
        found.add(str(path[-1]))
    return frozenset(found)


@pytest.mark.parametrize("kind", KINDS)
def test_each_key_of_the_schema_has_a_row(kind: Kind) -> None:
    """A key that is new in a schema has a row in a form, or its name stands in one of the lists."""
    asked = [(at, key) for at, key in places(kind)]
    assert len(asked) > 50
    rows = held(kind)
    left = [f"{at}/{key}" for at, key in asked
            if key not in rows and not key.endswith("_provenance")
            and not (at == "" and (key in BY_SAVING or key in APART[kind]))
            and at.split("/")[1:2] not in [[k] for k in (*APART[kind], *BY_SAVING)]]
    assert tuple(left) == WITHOUT_A_WINDOW[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_each_top_key_is_listed(kind: Kind) -> None:
    """Each key at the top of a document is in the window, painted on the map, or written by saving; and what
    is set apart is in the schema."""
    top = {k for k in schema(kind)["properties"] if not k.endswith("_provenance")}
    shown_keys = set(keys_of(kind, ()))
    assert top == shown_keys | set(APART[kind]) | (set(BY_SAVING) & top)
    assert shown_keys.isdisjoint(APART[kind])
    assert all(APART[kind].values())


LISTS = [(kind, path) for kind in KINDS for path in paths_of(kind)
         if way_of(kind, path) == "list" and not any(isinstance(k, int) for k in path)]
_NOT_BEGUN = {("map", ("geography", "warp", "pins")), ("map", ("background", "pins")),
              ("ruleset", ("tables",))}
"""Lists within parts that other windows begin: the picture, the grid on the earth, a combat table."""


def test_lists_are_there() -> None:
    assert len(LISTS) > 40


@pytest.mark.parametrize(("kind", "path"), [
    pytest.param(k, p, id=f"{k}-{'.'.join(map(str, p))}") for k, p in LISTS if (k, p) not in _NOT_BEGUN])
def test_new_entry_of_each_list(kind: Kind, path: Path) -> None:
    """New makes an entry in every list that a file may have, and removing it gives the design again."""
    design = load("velna").design
    assert design is not None
    plain = PlainData()
    data = plain.of(design, kind)
    entries = value_at(data, path)
    number = len(entries) if isinstance(entries, list) else 0
    after = with_value(design, kind, (*path, number), new_entry(design, kind, path, data), data)
    now = value_at(plain.of(after, kind), path)
    assert len(now) == number + 1
    if number:
        assert with_value(after, kind, (*path, number), MISSING) == design


VALUES: tuple[tuple[Kind, Path, str, Any], ...] = (
    ("scenario", ("turns",), "7", 7),
    ("scenario", ("play_area",), "0101 0404", ["0101", "0404"]),
    ("scenario", ("set_up_order",), "east, west", ["east", "west"]),
    ("scenario", ("special_rules",), "No rain, ever.\nNo mud.", ["No rain, ever.", "No mud."]),
    ("scenario", ("entries", 0, "where", "edge"), "west", ["west"]),
    ("scenario", ("entries", 0, "where", "excluding"), "0102; 0103", ["0102", "0103"]),
    ("scenario", ("entries", 0, "pays"), "yes", True),
    ("scenario", ("entries", 0, "rule"), "10.1", "10.1"),
    ("scenario", ("units", 0, "setup", "alone"), "yes", True),
    ("scenario", ("units", 0, "setup", "terrain"), "clear", ["clear"]),
    ("scenario", ("units", 0, "setup", "marks"), "moved", ["moved"]),
    ("scenario", ("units", 0, "size"), "corps", "corps"),
    ("scenario", ("units", 0, "provenance", "note"), "A guess.", "A guess."),
    ("scenario", ("start", "turn"), "2", 2),
    ("map", ("labels", 0, "text"), "The fen", "The fen"),
    ("map", ("notes",), "Flat.", "Flat."),
    ("ruleset", ("turn_length",), "1 day", "1 day"),
    ("ruleset", ("victory", "otherwise"), "draw", MISSING),
    ("ruleset", ("victory", "rule"), "4.1", "4.1"),
    ("ruleset", ("events", 0, "when", "turn"), "[2, 3]", [2, 3]),
    ("ruleset", ("events", 0, "once"), "no", False),
    ("ruleset", ("withdrawals", 0, "turn"), "3", 3),
)


@pytest.mark.parametrize(("kind", "path", "text", "value"), [
    pytest.param(*one, id=".".join(map(str, one[1]))) for one in VALUES])
def test_typed_value(kind: Kind, path: Path, text: str, value: Any) -> None:
    """What is typed is in the document, is shown again, and is one change of one key."""
    design = load("velna").design
    assert design is not None
    if len(path) > 1 and isinstance(path[1], int) and value_at(
            PlainData().of(design, kind), path[:1]) in (MISSING, []):
        entry = new_entry(design, kind, path[:1], PlainData().of(design, kind))
        design = with_value(design, kind, (path[0], 0), entry)
    after = with_value(design, kind, path, read_typed(kind, path, text, design.map))
    assert value_at(PlainData().of(after, kind), path) == value
    again = read_typed(kind, path, shown(value), design.map) if value is not MISSING and way_of(
        kind, path) != "texts" else value
    assert with_value(after, kind, path, again if again is not MISSING else read_typed(
        kind, path, text, design.map)) == after


@pytest.mark.parametrize("name", ["historical", "gsofg", "hollen", "karn", "velna", "free-setup"])
def test_nothing_changes_when_nothing_is_changed(name: str) -> None:
    """Every key of the samples, given its own value again, leaves the very same design."""
    design = load(name).design
    assert design is not None
    plain = PlainData()
    tried = [(kind, key) for kind in KINDS for key in keys_of(kind, ())
             if value_at(plain.of(design, kind), (key,)) is not MISSING]
    assert len(tried) > 30
    changed = [one for one in tried if with_value(
        design, one[0], one[1:], value_at(plain.of(design, one[0]), one[1:])) is not design]
    assert changed == []


def test_others_keep_their_entries() -> None:
    """A change of one entry leaves all others the same objects, so that undo and repaint stay cheap."""
    design = load("historical").design
    assert design is not None
    assert design.scenario is not None
    after = with_value(design, "scenario", ("entries", 0, "stops"), True).scenario
    assert after is not None
    assert after.units is design.scenario.units
    same = [a is b for a, b in zip(after.entries, design.scenario.entries, strict=True)]
    assert same == [False, *[True] * (len(same) - 1)]


def test_refused_in_words() -> None:
    """A value that a file may not hold is refused with what is wrong."""
    design = load("velna").design
    assert design is not None
    with pytest.raises(ValueError, match="Turns is 0"):
        with_value(design, "scenario", ("turns",), 0)
    with pytest.raises(ValueError, match="yes or no"):
        read_typed("scenario", ("entries", 0, "pays"), "perhaps", design.map)
    with pytest.raises(ValueError, match="not data"):
        read_typed("ruleset", ("options", 0, "changes"), "{a: [", design.map)


def test_names_to_choose_from() -> None:
    """Fields that name something offer what there is, also the entries and events of the scenario."""
    design = load("historical").design
    assert design is not None
    offered = {
        "countries": names_at(design, "scenario", ("entries", 0, "where", "countries")),
        "entry": names_at(design, "scenario", ("units", 0, "reinforcement", "entry")),
        "event": names_at(design, "scenario", ("units", 0, "reinforcement", "event")),
        "type": names_at(design, "scenario", ("units", 0, "type")),
        "winner": names_at(design, "ruleset", ("victory", "conditions", 0, "winner")),
        "terrain": names_at(design, "ruleset", ("victory", "points", 0, "hexes", "terrain"))}
    assert "poland" in offered["countries"]
    assert "east-edge" in offered["entry"]
    assert "us-entry" in offered["event"]
    assert offered["type"] == tuple(t.id for t in design.ruleset.unit_types)
    assert "draw" in offered["winner"]
    assert "mountain" in offered["terrain"]


def test_least_is_valid() -> None:
    """What an entry must have is filled in: a start has its turn."""
    design = load("velna").design
    assert design is not None
    assert least_at(design, "scenario", ("start",)) == {"turn": 1}
