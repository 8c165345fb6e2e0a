"""Conditions judged by the books, what is still needed, and who wins (A26.1 to A26.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cards import card, with_need
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.desk.books.control import ControlBook, Unit, card_start, declares, enters
from visegrad_editor.desk.books.places import Location, Site
from visegrad_editor.desk.books.points import Counted, PointsBook, captured, eliminated, exits
from visegrad_editor.desk.books.victory import (
    Finding,
    Judge,
    Moment,
    Told,
    Verdict,
    met_at_start,
    start_sentences,
    still_needed,
    unreachable_points,
    verdict,
)
from visegrad_editor.desk.card import Card
from visegrad_editor.desk.forces import Asset

BRITISH, GERMAN = "british", "german"
SETS = "sets: {lane: {hexes: [902M4, 902N4, 902O5]}}"
VICTORY = "  - {side: german, avoid: british}\n"
LANE = "Lane (902M4, 902N4 and 902O5)"


NOTHING, SECOND = Told(), Moment(2)


def judge(made: Card, *hexes: str, site: Site | None = None, told: Told = NOTHING,
          moment: Moment = SECOND, points: PointsBook | None = None) -> Judge:
    """A judge of a card in which the British side has gained these hexes or Locations."""
    where = site or Site(made.layout)
    book, _ = card_start(made, where)
    for name in hexes:
        book, _ = declares(book, where.place(name), BRITISH, "SSR1", "It is so.")
    return Judge(made, book, points or PointsBook(book.sides), told, moment)


def found(by: Judge) -> Finding:
    """The first entry of the card judged."""
    one = by.card.victory[0]
    assert one.need is not None
    return by.finding(one.need, one.side)


# -- control ---------------------------------------------------------------------------------------


def test_a26_1_control_says_the_numbers_and_what_is_missing() -> None:
    by = judge(card(), "hex 902M4")
    result = found(by)
    assert result.holds is False
    assert result.sentence == (
        f"The British side controls 1 of 3 hexes of {LANE}: 902M4. It needs 1 more of 902N4, 902O5.")
    assert (result.still, result.reachable) == (("control of 1 more of 902N4, 902O5",), True)
    assert still_needed(by) == {
        GERMAN: ("The German side needs that the British side does not win.",),
        BRITISH: ("The British side still needs control of 1 more of 902N4, 902O5.",)}
    result = found(judge(card(), "hex 902M4", "hex 902N4"))
    assert (result.holds, result.still) == (True, ())
    assert result.sentence == f"The British side controls 2 of 3 hexes of {LANE}: 902M4, 902N4."


@pytest.mark.parametrize(("how", "held"), [
    ("least: 2", [False, False, True, True]), ("all: true", [False, False, False, True]),
    ("any: true", [False, True, True, True]), ("majority: true", [False, False, True, True]),
    ("more_than: german", [False, False, True, True])])
def test_thresholds_of_control(how: str, held: list[bool]) -> None:
    made = with_need(f"{{control: {{set: lane, as: hex, {how}}}}}")
    hexes = ("hex 902M4", "hex 902N4", "hex 902O5")
    assert [found(judge(made, *hexes[:n])).holds for n in range(4)] == held


def test_a_majority_of_four_needs_three() -> None:
    made = card((SETS, "sets: {lane: {hexes: [902M4, 902N4, 902O5, 902P5]}}"),
                ("least: 2", "majority: true"))
    assert [found(judge(made, *hexes)).holds for hexes in (
        ("hex 902M4", "hex 902N4"), ("hex 902M4", "hex 902N4", "hex 902P5"))] == [False, True]


def test_what_nobody_can_reach_is_said() -> None:
    made = with_need("{control: {set: lane, as: location, least: 9}}")
    where = Site(made.layout, parts={made.layout.place(n): ("",) for n in ("902M4", "902N4", "902O5")})
    result = found(judge(made, site=where))
    assert (result.holds, result.reachable) == (False, False)
    assert result.sentence.endswith("There are only 3 locations, so 9 cannot be reached.")
    assert "cannot reach it any more" in still_needed(judge(made, site=where))[BRITISH][0]


def site_of(made: Card) -> Site:
    """The mill in 902M4 and 902N4, with an upper level in one of them."""
    hexes = [made.layout.place(n) for n in ("902M4", "902N4")]
    return Site(made.layout, {"mill": (Location(hexes[0]), Location(hexes[0], "1"), Location(hexes[1]))})


MILL_SET = "sets: {lane: {buildings: [mill], hexes: [902O5, 902M4.1]}}"


@pytest.mark.parametrize(("counted", "places"), [
    ("", ["building mill", "hex 902O5", "902M4.1"]), ("as: hex, ", ["hex 902M4", "hex 902N4", "hex 902O5"]),
    ("as: building, ", ["building mill"]),
    ("as: location, ", ["902M4", "902M4.1", "902N4", "902O5"])])
def test_what_is_counted_of_a_set(counted: str, places: list[str]) -> None:
    made = card((SETS, MILL_SET), ("as: hex, least: 2", f"{counted}all: true"))
    where = replace(site_of(made), parts={made.layout.place("902O5"): ("",)})
    for n in range(len(places)):
        by = judge(made, *(p for i, p in enumerate(places) if i != n), site=where)
        assert found(by).holds is False
    assert found(judge(made, *places, site=where)).holds is True


def test_the_whole_edge_is_a_set() -> None:
    made = card((SETS, "sets: {lane: {edge: 902A}}"), ("least: 2", "all: true"))
    assert "of 10 hexes of Lane (column A of board 902)" in found(judge(made)).sentence


def test_what_is_not_known_of_a_set_is_asked() -> None:
    made = card((SETS, "sets: {lane: {buildings: [mill], hexes: [902O5]}}"))
    result = found(judge(made, "hex 902O5"))
    assert (result.holds, result.asked) == (None, ("The hexes of the building Mill are not known.",))
    assert result.reachable is None
    plain = card((SETS, "sets: {lane: {buildings: [mill], hexes: [902O5]}}"), ("as: hex, ", ""))
    assert found(judge(plain, "hex 902O5")).asked == (
        "Who controls the building Mill is not known; say it.",)
    some = card((SETS, "sets: {lane: {buildings: [mill], hexes: [902O5]}}"), ("least: 2", "least: 1"))
    assert found(judge(some, "hex 902O5")).holds is True
    places = card(("as: hex", "as: location"))
    assert found(judge(places)).asked[0].startswith("Which Locations the hex 902M4 has")
    houses = card(("as: hex", "as: building"))
    assert found(judge(houses)).asked[0] == "Which building is in 902M4 is not known."
    most = card((SETS, "sets: {lane: {buildings: [mill], hexes: [902O5]}}"), ("least: 2", "majority: true"))
    assert found(judge(most, "hex 902O5")).holds is None
    edge = card((SETS, "sets: {lane: {edge: 902A}}"), ("as: hex", "as: location"))
    assert len(found(judge(edge)).asked) == 10
    for how, holds in (("all: true", False), ("majority: true", None), ("more_than: german", None)):
        other = card((SETS, "sets: {lane: {buildings: [mill], hexes: [902O5]}}"), ("least: 2", how))
        assert found(judge(other)).holds is holds


def with_tank(book: ControlBook, name: str) -> ControlBook:
    """The book with a British tank in a Location."""
    return enters(book, Unit("tank", BRITISH, "vehicle", book.site.location(name), armed=True))[0]


@pytest.mark.parametrize(("how", "hexes", "holds"), [
    ("least: 1", (), None), ("least: 2", (), False), ("least: 1", ("hex 902N4",), True),
    ("all: true", (), False), ("all: true", ("hex 902N4", "hex 902O5"), None), ("majority: true", (), False),
    ("majority: true", ("hex 902N4",), None), ("more_than: german", (), False),
    ("more_than: german", ("hex 902N4",), None), ("more_than: german", ("hex 902N4", "hex 902O5"), True)])
def test_a_hex_that_a_vehicle_may_hold_is_asked_only_if_it_matters(
        how: str, hexes: tuple[str, ...], holds: bool | None) -> None:
    made = card(("least: 2", how))
    by = judge(made, *hexes)
    result = found(replace(by, control=with_tank(by.control, "902M4")))
    assert result.holds is holds
    assert bool(result.asked) is (holds is None)


# -- points ------------------------------------------------------------------------------------------


def lost(book: PointsBook, id: str, side: str, points: int) -> PointsBook:
    return eliminated(book, 1, Counted(id, side, Asset("squad"), points=points))[0]


@pytest.mark.parametrize(("need", "german", "british", "holds"), [
    ("{of: british, least: 3}", 2, 0, False), ("{of: british, least: 3}", 3, 9, True),
    ("{of: german, least: 3}", 9, 2, False), ("{of: british, more_than: german}", 3, 3, False),
    ("{of: british, more_than: german}", 4, 3, True), ("{of: british, margin: 2}", 4, 3, False),
    ("{of: british, margin: 2}", 5, 3, True)])
def test_a26_22_casualty_points(need: str, german: int, british: int, holds: bool) -> None:
    made = with_need(f"{{cvp: {need}}}")
    points = lost(lost(PointsBook((GERMAN, BRITISH)), "a", GERMAN, german), "b", BRITISH, british)
    result = found(judge(made, points=points))
    assert (result.holds, result.rule) == (holds, "A26.22")


def test_a26_22_points_say_what_is_missing() -> None:
    points = lost(PointsBook((GERMAN, BRITISH)), "a", GERMAN, 2)
    result = found(judge(with_need("{cvp: {of: british, least: 5}}"), points=points))
    assert result.sentence == (
        "The British side has 2 of 5 casualty victory points. It needs 3 more casualty victory points.")
    assert result.still == ("3 more casualty victory points",)


def test_a26_222_captured_units_count_twice_only_when_the_game_ends() -> None:
    made = with_need("{cvp: {of: british, least: 4}}")
    points, _ = captured(PointsBook((GERMAN, BRITISH)), 1, Counted("a", GERMAN, Asset("squad")))
    by = judge(made, points=points)
    assert found(by).holds is False
    assert found(replace(by, moment=Moment(7, "end"))).holds is True
    # What is still needed at the end is told by what will count then.
    assert still_needed(by)[BRITISH][0].startswith("The British side needs nothing more")
    # An entry that decides at once is judged by the points in play.
    soon = card(("when: end", "when: at-once"), ("{control: {set: lane, as: hex, least: 2}}",
                                                 "{cvp: {of: british, least: 4}}"))
    by = judge(soon, points=points, moment=Moment(7, "end"))
    assert verdict(by).winner == GERMAN
    assert still_needed(judge(soon, points=points))[BRITISH] == (
        "The British side still needs 2 more casualty victory points.",)


@pytest.mark.parametrize(("need", "holds"), [
    ("{area: lane, least: 4}", True), ("{area: lane, least: 5}", False), ("{area: gate, least: 1}", False),
    ("{area: lane, least: 2, turns: 4-5}", True), ("{area: lane, least: 4, turns: 4-5}", False),
    ("{area: lane, least: 2, turns: 3}", True), ("{area: lane, least: 3, turns: 3}", False),
    ("{by: german, area: lane, least: 1}", False)])
def test_a26_23_exit_points(need: str, holds: bool) -> None:
    made = card((SETS, "sets: {lane: {hexes: [902M4]}, gate: {edge: 902A}}"),
                ("{control: {set: lane, as: hex, least: 2}}", f"{{exit_vp: {need}}}"))
    points = PointsBook((GERMAN, BRITISH))
    for turn, id in ((3, "a"), (4, "b")):
        points, _ = exits(points, turn, Counted(id, BRITISH, Asset("squad")), "lane")
    result = found(judge(made, points=points, moment=Moment(4)))
    assert (result.holds, result.rule) == (holds, "A26.23")


@pytest.mark.parametrize(("turn", "at", "reachable"), [
    (4, "play", None), (5, "play", None), (5, "end-of-turn", False), (6, "play", False)])
def test_a26_23_when_the_turns_are_over_it_cannot_be_reached(
        turn: int, at: Any, reachable: bool | None) -> None:
    made = with_need("{exit_vp: {area: lane, least: 4, turns: 4-5}}")
    result = found(judge(made, moment=Moment(turn, at)))
    assert result.reachable is reachable
    assert ("These turns are over" in result.sentence) is (reachable is False)
    # A captive that left may make it when the game ends.
    points, _ = captured(PointsBook((GERMAN, BRITISH)), 4, Counted("a", GERMAN, Asset("squad")))
    points, _ = exits(points, 5, Counted("a", GERMAN, Asset("squad")), "lane")
    assert found(judge(made, moment=Moment(turn, at), points=points)).reachable is None


# -- units and facts ---------------------------------------------------------------------------------


def present(made: Card, *units: tuple[str, str, dict[str, Any]], told: Told = NOTHING,
            site: Site | None = None) -> Finding:
    by = judge(made, told=told, site=site)
    book = by.control
    for n, (side, name, facts) in enumerate(units):
        given = {"size": "squad", **facts}
        book, _ = enters(book, Unit(f"u{n}", side, at=book.site.location(name), **given))
    return found(replace(by, control=book))


ALL_TOLD = Told(all_units=True)


@pytest.mark.parametrize(("units", "holds"), [
    ((), False), (((BRITISH, "902M4", {}),), False),
    (((BRITISH, "902M4", {}), (BRITISH, "902N4.1", {})), True),
    (((BRITISH, "902M4", {}), (GERMAN, "902N4", {})), False),
    (((BRITISH, "902M4", {}), (BRITISH, "902P5", {})), False),
    (((BRITISH, "902M4", {}), (BRITISH, "902N4", {"size": "dummy"})), False),
    (((BRITISH, "902M4", {}), (BRITISH, "902N4", {"size": "gun"})), False),
    (((BRITISH, "902M4", {}), (BRITISH, "902N4", {"captive": True})), False),
    (((BRITISH, "902M4", {}), (BRITISH, "902N4", {"broken": True})), True)])
def test_units_that_are_present(units: tuple[tuple[str, str, dict[str, Any]], ...], holds: bool) -> None:
    made = with_need("{present: {side: british, set: lane, least: 2}}")
    assert present(made, *units, told=ALL_TOLD).holds is holds
    # What the book may not know is asked, but never takes a condition away that holds.
    result = present(made, *units)
    assert result.holds is (True if holds else None)
    assert bool(result.asked) is not holds


@pytest.mark.parametrize("facts", [{"broken": True}, {"good_order": False}])
def test_units_in_good_order(facts: dict[str, bool]) -> None:
    made = with_need("{present: {side: british, set: lane, good_order: true}}")
    assert present(made, (BRITISH, "902M4", {}), told=ALL_TOLD).holds is True
    assert present(made, (BRITISH, "902M4", facts), told=ALL_TOLD).holds is False


def test_units_in_a_building_of_a_set() -> None:
    made = card((SETS, "sets: {lane: {buildings: [mill]}}"), (
        "{control: {set: lane, as: hex, least: 2}}", "{present: {side: british, set: lane}}"))
    inside = (BRITISH, "902N4", {})
    assert present(made, inside, told=ALL_TOLD, site=site_of(made)).holds is True
    assert present(made, (BRITISH, "902O5", {}), told=ALL_TOLD, site=site_of(made)).holds is False
    assert present(made, inside, told=ALL_TOLD).asked == ("The hexes of the building Mill are not known.",)


@pytest.mark.parametrize(("need", "told", "holds"), [
    ("{eliminated: {group: line}}", Told(), None),
    ("{eliminated: {group: line}}", Told(eliminated={"line": True}), True),
    ("{eliminated: {group: line}}", Told(eliminated={"line": False}), False),
    ("{fact: the bridge stands.}", Told(), None),
    ("{fact: the bridge stands.}", Told({"the bridge stands.": True}), True),
    ("{fact: the bridge stands.}", Told({"the bridge stands.": False}), False)])
def test_what_a_person_says(need: str, told: Told, holds: bool | None) -> None:
    by = judge(with_need(need), told=told)
    result = found(by)
    assert (result.holds, bool(result.asked)) == (holds, holds is None)
    [sentence] = still_needed(by)[BRITISH]
    assert all(asked in sentence for asked in result.asked)
    assert sentence.startswith({True: "The British side needs nothing more", None: "It is not known",
                                False: "The British side still needs"}[holds])


# -- joined ------------------------------------------------------------------------------------------

VALUES = {"yes": True, "no": False, "open": None}


@pytest.mark.parametrize(("need", "holds"), [
    ("{all: [{fact: yes}, {fact: yes}]}", True), ("{all: [{fact: yes}, {fact: no}]}", False),
    ("{all: [{fact: open}, {fact: no}]}", False), ("{all: [{fact: open}, {fact: yes}]}", None),
    ("{any: [{fact: no}, {fact: no}]}", False), ("{any: [{fact: no}, {fact: yes}]}", True),
    ("{any: [{fact: open}, {fact: yes}]}", True), ("{any: [{fact: open}, {fact: no}]}", None),
    ("{not: {fact: yes}}", False), ("{not: {fact: no}}", True), ("{not: {fact: open}}", None)])
def test_conditions_joined(need: str, holds: bool | None) -> None:
    made = with_need(need.replace("yes", "'yes'").replace("no}", "'no'}"))
    result = found(judge(made, told=Told({"yes": True, "no": False})))
    assert result.holds is holds
    assert (result.reachable is True) is (holds is True)
    assert bool(result.asked) is (holds is None)
    assert holds is None or bool(result.still) is not holds


def test_what_is_needed_of_several() -> None:
    made = with_need("{any: [{control: {set: lane, as: hex, all: true}}, "
                     "{exit_vp: {area: lane, least: 4, turns: 1-2}}]}")
    result = found(judge(made, "hex 902M4", moment=Moment(2)))
    assert result.still == ("control of 2 more of 902N4, 902O5 or 4 more victory points",)
    assert result.reachable is True
    # What cannot be reached any more is not needed.
    result = found(judge(made, "hex 902M4", moment=Moment(3)))
    assert result.still == ("control of 2 more of 902N4, 902O5",)
    both = with_need("{all: [{control: {set: lane, as: hex, all: true}}, "
                     "{exit_vp: {area: lane, least: 4, turns: 1-2}}]}")
    result = found(judge(both, "hex 902M4", moment=Moment(2)))
    assert (result.still, result.reachable) == (
        ("control of 2 more of 902N4, 902O5", "4 more victory points"), None)
    assert found(judge(both, moment=Moment(3))).reachable is False
    inner = with_need("{not: {exit_vp: {area: lane, least: 4, turns: 1-2}}}")
    assert found(judge(inner, moment=Moment(3))).reachable is True


# -- who wins ---------------------------------------------------------------------------------------

HELD = ("hex 902M4", "hex 902N4")


def outcome(made: Card, *hexes: str, at: Any = "end", turn: int = 7, told: Told = NOTHING) -> Verdict:
    return verdict(judge(made, *hexes, moment=Moment(turn, at), told=told))


def test_a26_3_the_other_side_wins_by_preventing() -> None:
    avoided = card()
    unsaid = card((VICTORY, ""))
    for made in (avoided, unsaid):
        assert outcome(made, *HELD).winner == BRITISH
        lost = outcome(made)
        assert (lost.winner, lost.open, lost.sentence) == (GERMAN, False, "The German side wins.")
        assert [e.side for e in lost.entries] == [BRITISH, GERMAN]
        assert lost.entries[1].finding.rule == "A26.3"


@pytest.mark.parametrize(("when", "turn", "at", "looked"), [
    ("end", 7, "end", True), ("end", 7, "end-of-turn", False), ("end", 3, "play", False),
    ("at-once", 3, "play", True), ("at-once", 7, "end", True), ("[3, 5]", 3, "end-of-turn", True),
    ("[3, 5]", 3, "play", False), ("[3, 5]", 4, "end-of-turn", False), ("[3, 5]", 5, "end", True)])
def test_when_conditions_are_looked_at(when: str, turn: int, at: Any, looked: bool) -> None:
    made = card(("when: end", f"when: {when}"))
    result = outcome(made, *HELD, turn=turn, at=at)
    assert (result.winner == BRITISH) is looked
    if not looked:
        assert (result.winner, result.open) == ("", True)
        assert result.sentence == "Nobody has won; the game goes on."


def test_nothing_is_decided_while_something_is_asked() -> None:
    made = with_need("{fact: open}")
    result = outcome(made)
    assert (result.winner, result.open) == ("", True)
    assert result.asked == ("Whether this holds must be known: open.",)
    assert outcome(made, told=Told({"open": True})).winner == BRITISH
    assert outcome(made, told=Told({"open": False})).winner == GERMAN


BOTH = "  - {side: german, when: end, need: {fact: b}}\n"


@pytest.mark.parametrize(("ties", "winner", "draw", "open"), [
    ("ask", "", False, True), ("draw", "", True, False), ("british", BRITISH, False, False),
    ("german", GERMAN, False, False)])
@pytest.mark.parametrize("value", [True, False])
def test_ties(ties: str, winner: str, draw: bool, open: bool, value: bool) -> None:
    made = card((VICTORY, BOTH), ("{control: {set: lane, as: hex, least: 2}}", "{fact: a}"),
                ("turns: {", f"ties: {ties}\nturns: {{"))
    result = outcome(made, told=Told({"a": value, "b": value}))
    assert (result.winner, result.draw, result.open) == (winner, draw, open)
    assert result.sentence.startswith("Both sides would win" if value else "Neither side would win")
    assert bool(result.asked) is open
    for a in (True, False):
        one = outcome(made, told=Told({"a": a, "b": not a}))
        assert (one.winner, one.open) == (BRITISH if a else GERMAN, False)
    # One side alone does not decide while the other's condition is not known.
    assert outcome(made, told=Told({"a": True})).open


def test_one_of_several_entries_of_a_side_is_enough() -> None:
    made = card((VICTORY, VICTORY + "  - {side: british, when: at-once, need: {fact: a}}\n"))
    assert outcome(made, at="play", turn=2, told=Told({"a": True})).winner == BRITISH
    assert outcome(made, at="play", turn=2, told=Told({"a": False})).open
    assert outcome(made, *HELD, told=Told({"a": False})).winner == BRITISH
    assert outcome(made, told=Told({"a": False})).winner == GERMAN


def test_a_side_that_prevents_may_also_win_by_itself() -> None:
    made = card((VICTORY, VICTORY + "  - {side: german, when: at-once, need: {fact: a}}\n"))
    assert outcome(made, at="play", turn=2, told=Told({"a": True})).winner == GERMAN
    assert outcome(made, told=Told({"a": False})).winner == GERMAN
    result = outcome(made, *HELD, told=Told({"a": True}))
    assert result.sentence.startswith("Both sides would win")


def test_an_entry_without_a_condition_is_asked() -> None:
    made = card()
    empty = replace(made, victory=(replace(made.victory[0], need=None),))
    assert outcome(empty).asked == ("The entry of the British side has no condition; give it `need`.",)
    nothing = replace(made, victory=())
    assert outcome(nothing).sentence.startswith("Both sides would win")


NEEDS = st.recursive(
    st.sampled_from(("a", "b", "c")).map(lambda n: f"{{fact: {n}}}"),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda p: f"{{all: [{', '.join(p)}]}}"),
        st.lists(inner, min_size=1, max_size=3).map(lambda p: f"{{any: [{', '.join(p)}]}}"),
        inner.map(lambda p: f"{{not: {p}}}")), max_leaves=6)


@settings(max_examples=25, deadline=None)
@given(NEEDS, st.dictionaries(st.sampled_from(("a", "b", "c")), st.booleans()))
def test_telling_more_never_changes_what_is_known(need: str, told: dict[str, bool]) -> None:
    """A condition that holds or not with some facts does so whatever the others are."""
    made = with_need(need)
    holds = found(judge(made, told=Told(told))).holds
    left = [n for n in ("a", "b", "c") if n not in told]
    values = {found(judge(made, told=Told({**told, **dict.fromkeys(left, v)}))).holds for v in (True, False)}
    assert None not in values
    assert holds is None or values == {holds}


# -- the start ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("need", "wrong"), [
    # The German side is worth 12, twice if captured; the British one 18.
    ("{cvp: {of: british, least: 24}}", ""),
    ("{cvp: {of: british, least: 25}}", "The British side needs 25 victory points and can have at most 24"),
    ("{cvp: {of: german, least: 37}}", "The German side needs 37 victory points and can have at most 36"),
    ("{exit_vp: {area: lane, least: 42}}", ""), ("{exit_vp: {area: lane, least: 43}}", "at most 42"),
    ("{exit_vp: {area: lane, by: german, least: 49}}", "at most 48"),
    ("{any: [{fact: a}, {cvp: {of: british, least: 25}}]}", "at most 24"),
    ("{not: {cvp: {of: british, least: 25}}}", ""), ("{cvp: {of: british, margin: 99}}", "")])
def test_a26_2_thresholds_that_nobody_can_reach(need: str, wrong: str) -> None:
    sentences = [sentence for _, sentence in unreachable_points(with_need(need))]
    assert len(sentences) == bool(wrong)
    assert wrong in "".join(sentences)


def test_a26_2_nothing_is_said_where_values_are_not_known_or_count_more() -> None:
    need = ("{control: {set: lane, as: hex, least: 2}}", "{cvp: {of: british, least: 25}}")
    assert unreachable_points(card(need, ("kind: german/4-6-7", "kind: german/PzX"))) == ()
    assert unreachable_points(card(need, ("kind: german/4-6-7", "kind: chinese/4-6-7"))) == ()
    leaving = (need[0], "{exit_vp: {area: lane, least: 43}}")
    assert unreachable_points(card(leaving, ("kind: british/4-5-7", "kind: british/PzX"))) == ()


def test_what_can_be_told_before_anybody_moves() -> None:
    by = judge(card())
    told = start_sentences(by.card, by.control)
    assert told[1] == "The German side has 6 squad-equivalents and is worth 12 victory points (A26.21)."
    assert told[2] == "The British side controls 0 hexes at the start (A26.11)."
    assert met_at_start(by) == ()
    easy = with_need("{not: {cvp: {of: british, least: 25}}}")
    by = judge(easy)
    [met] = met_at_start(by)
    assert met.side == BRITISH
    assert start_sentences(easy, by.control)[-1].startswith(
        "A condition holds already at the start: This holds")
    odd = card(("kind: german/4-6-7", "kind: german/PzX"), ("arrives: {turn: 1, half: first}   # at dawn",
                                                            "arrives: start"), ("edge: 901A", "edge: 902A"))
    told = start_sentences(odd, judge(odd).control)
    assert told[1] == (
        "The German side has at least 0 squad-equivalents and is worth at least 0 victory points (A26.21).")
    assert told[2].startswith("What German PzX is, is not known")
    assert any(s.startswith("Nobody controls 902A10, 902A9") for s in told)
