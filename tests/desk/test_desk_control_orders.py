"""Control, victory points and the verdict by orders of the log."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cards import card, with_need

from visegrad_editor.desk.books.control import ControlBook
from visegrad_editor.desk.books.points import PointsBook
from visegrad_editor.desk.card import Card, Turns
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.procedure import PHASES
from visegrad_editor.engine import Dice, IllegalOrderError

SETS = "sets: {lane: {hexes: [902M4, 902N4, 902O5]}}"
SQUAD = "control-unit unit=a side=british size=squad"


def log(made: Card | None = None, *orders: str) -> CardLog:
    found = CardLog(made or card(), Dice(1))
    for order in orders:
        found.apply(order)
    return found


def control(of: CardLog) -> ControlBook:
    assert of.books.control is not None
    return of.books.control


def points(of: CardLog) -> PointsBook:
    assert of.books.points is not None
    return of.books.points


def side(of: CardLog, place: str) -> str:
    book = control(of)
    return book.holding(book.site.place(place)).side


def test_units_are_told_one_line_an_event() -> None:
    found = log(None, f"{SQUAD} at=902M4")
    assert [(e.rule, e.as_dict()["result"]) for e in found.events] == [
        ("A26.11", "gained"), ("A26.13", "gained")]
    for order, place, held in (
            ("control-unit unit=a at=902N4 bypass=yes", "902N4", "german"),
            ("control-unit unit=a bypass=no", "902N4", "british"),
            ("control-unit unit=a broken=yes", "902N4", "british"),
            ("control-unit unit=a at=902O5", "902O5", "german"),
            ("control-unit unit=a broken=no", "902O5", "british"),
            ("control-unit unit=a good-order=no at=902P5", "902P5", "german"),
            ("control-unit unit=a good-order=yes captive=yes", "902P5", "german"),
            ("control-unit unit=a captive=no armed=no", "902P5", "german"),
            ("control-unit unit=a armed=yes riding=yes", "902P5", "german"),
            ("control-unit unit=a riding=no concealed=yes hidden=yes", "902P5", "british")):
        found.apply(order)
        assert side(found, place) == held, order
    assert [e.side for e in found.events if getattr(e, "secret", False)] == ["british"] * 2
    assert len(found.seen_events("german")) == len(found.events) - 2
    found.apply("control-unit unit=a size=leader side=german")
    assert control(found).units["a"].size == "leader"
    found.apply("control-leaves unit=a")
    assert control(found).units == {}
    before = found.books
    found.undo()
    assert control(found).units.keys() == {"a"}
    assert before != found.books


@pytest.mark.parametrize(("order", "says"), [
    ("control-unit unit=a at=902M4", "does not know the unit a yet; give its side and size"),
    ("control-unit unit=a broken=yes", "give its side and size and at"),
    (f"{SQUAD} at=902M44", "902M44 does not exist"), (f"{SQUAD} at=902P12*", "off the boards"),
    ("control-unit unit=t side=british size=vehicle at=902M4", "is armed decides what it controls"),
    ("control-leaves unit=b", "knows no unit"),
    ("control-mops-up side=british building=mill", "no map describes it"),
    ("control-declare place=902M4 side=x why=a", "not \"x\""),
    ("control-fire at=902M4 state=blaze cause=x", "not \"x\""),
    ("control-fire-out at=902M4", "There is no fire in 902M4"),
    ("points-freed unit=b", "is not captured"),
    ("points-exit unit=b of=british size=squad area=x", "no set x"),
    ("points-lost unit=b of=british size=vehicle", "main armament that works must be known"),
    ("victory-fact fact=1", "have no facts"), ("victory-fact group=x", "no group x"),
    ("victory-fact", "Say one thing"), ("victory-fact group=line all-units=yes", "Say one thing"),
    ("verdict agreed=draw", "Nothing is left to agree on")])
def test_orders_that_cannot_be_are_refused(order: str, says: str) -> None:
    found = log()
    with pytest.raises(IllegalOrderError, match=says):
        found.apply(order)
    assert found.events == ()


def test_ground_fire_and_other_rules() -> None:
    made = card((SETS, "sets: {lane: {buildings: [mill], hexes: [902O5]}}"), ("as: hex, ", ""))
    found = log(made, "control-unit unit=t side=british size=vehicle at=902O5 armed=yes")
    assert [e.as_dict()["result"] for e in found.events] == ["gained", "asked"]
    found.apply("control-hex hex=902O5 parts=ground")
    assert side(found, "hex 902O5") == "british"
    found.apply('control-declare place="building mill" side=british rule=SSR2 why="The mill was sold."')
    assert side(found, "building mill") == "british"
    found.apply('control-declare place="building mill" side=nobody why="It is open."')
    assert side(found, "building mill") == ""
    found.apply("control-fire at=902M4 state=flame cause=german closes=902M5,902M6.1")
    assert [side(found, p) for p in ("902M4", "hex 902M4", "902M5", "902M6.1")] == ["british"] * 4
    found.apply("control-fire at=902C4 state=blaze cause=accident")
    assert control(found).fires[control(found).site.location("902C4")].closes
    found.apply("control-fire-out at=902M4")
    assert len(control(found).fires) == 1
    found.apply("control-rubble at=902M6.1")
    assert side(found, "902M6.1") == "german"


def test_points_by_orders() -> None:
    tank = "unit=tank of=german size=vehicle armament=yes armour=6 crew=no"
    found = log(None, "next", f"points-captured {tank}")
    book = points(found)
    assert (book.casualty_points("british"), book.casualty_points("british", at_end=True)) == (4, 8)
    assert book.entries[0].turn == 1
    found.apply("points-freed unit=tank")
    found.apply("points-lost unit=l of=german size=leader modifier=-2")
    found.apply("points-left unit=b of=german size=squad how=recalled")
    found.apply("points-left unit=b of=german size=squad")
    assert points(found).casualty_points("british") == 5
    found.apply("points-captured unit=c of=german size=crew")
    found.apply("points-lost unit=c of=german size=crew by-own-side=yes")
    assert points(found).casualty_points("british") == 9
    found.apply("points-captured unit=d of=german size=gun four-times=yes")
    assert points(found).casualty_points("british", at_end=True) == 17
    found.apply("points-exit unit=e of=british size=squad area=lane")
    found.apply("points-exit unit=f of=british size=squad area=lane broken=yes")
    found.apply("points-exit unit=g of=british size=vehicle area=lane recalled=yes")
    found.apply("points-exit unit=h of=british size=vehicle area=lane points=7")
    found.apply("points-exit unit=i of=british size=crew area=lane of-landing-craft=yes")
    assert points(found).exit_points("british", "lane") == 10
    with pytest.raises(IllegalOrderError, match=r"G1\.65"):
        found.apply("points-lost unit=j of=german size=leader modifier=0 japanese-wounded=yes")


def to_the_end(of: CardLog) -> CardLog:
    for _ in range(2 * len(PHASES) + 1):
        of.apply("next")
    assert of.phase == "end"
    return of


def short(made: Card) -> Card:
    """A card of one turn, without weather that asks for orders of its own."""
    return replace(made, turns=Turns(1), ssr=())


def test_the_verdict_ends_the_log() -> None:
    found = to_the_end(log(short(card()), f"{SQUAD} at=902M4", "control-unit unit=a at=902N4"))
    assert "verdict" in [o.procedure.id for o in found.offers()]
    found.apply("verdict")
    assert found.outcome is not None
    assert (found.outcome.winner, found.outcome.rule) == ("british", "A26.3")
    assert found.events[-3].text.startswith("The British side controls 2 of 3 hexes of Lane")
    lost = to_the_end(log(short(card())))
    lost.apply("verdict")
    assert lost.outcome is not None
    assert lost.outcome.winner == "german"


def test_before_the_end_the_game_goes_on_and_says_what_is_needed() -> None:
    found = log(None, "control-start", "verdict", "needed")
    assert found.outcome is None
    texts = [e.text for e in found.events]
    assert "Nobody has won; the game goes on." in texts
    assert "The British side still needs control of 2 more of 902M4, 902N4, 902O5." in texts
    hexes = len(card().layout.names_by_place)
    assert texts[0] == f"The German side controls {hexes} hexes at the start (A26.11)."
    turn = card(("when: end", "when: [1]"), ("{control: {set: lane, as: hex, least: 2}}", "{fact: a}"))
    early = log(turn, "next", "victory-fact fact=1", "verdict")
    assert early.outcome is None
    early.apply("verdict turn-over=yes")
    assert early.outcome is not None


def test_facts_and_groups_are_told() -> None:
    made = short(with_need("{all: [{fact: it rains}, {not: {fact: it snows}}, {eliminated: {group: line}}, "
                           "{present: {side: british, set: lane}}]}"))
    found = to_the_end(log(made, "victory-fact fact=1", "victory-fact fact=2 holds=no"))
    found.apply("verdict")
    assert found.outcome is None
    assert found.events[-1].text.startswith("Whether somebody has won is not known. Whether anything is left")
    with pytest.raises(IllegalOrderError, match="1 is: it rains; 2 is: it snows"):
        found.apply("victory-fact fact=3")
    found.apply("victory-fact group=line")
    found.apply("victory-fact all-units=yes")
    found.apply("verdict")
    assert found.outcome is not None
    assert found.outcome.winner == "german"


@pytest.mark.parametrize(("agreed", "winner", "says"), [
    ("draw", "", "The players agree on a draw."), ("german", "german", "agree that the German side wins")])
def test_ties_are_left_to_the_players(agreed: str, winner: str, says: str) -> None:
    made = short(card(("  - {side: german, avoid: british}\n",
                       "  - {side: german, need: {control: {set: lane, as: hex, least: 2}}}\n"),
                      ("least: 2}}", "least: 1}}")))
    found = to_the_end(log(made, f"{SQUAD} at=902M4"))
    found.apply("verdict")
    assert found.outcome is None
    with pytest.raises(IllegalOrderError, match="no side x; write german, british or draw"):
        found.apply("verdict agreed=x")
    found.apply(f"verdict agreed={agreed}")
    assert found.outcome is not None
    assert found.outcome.winner == winner
    assert says in found.outcome.reason
