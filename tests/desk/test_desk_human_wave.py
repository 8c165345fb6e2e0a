"""Human waves (A25.23 to A25.234): chains, rows, forward and side hexes, impulses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from desk_logs import bundled, log_in, results
from items import some

from visegrad_editor.desk.books.waves import Grain, nearest_grains
from visegrad_editor.desk.card import Card, Force
from visegrad_editor.desk.hexes import distance, within
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.procedures.procedure import DeskEvent
from visegrad_editor.engine import IllegalOrderError

LAYOUT = bundled("lantern-hill").layout
CHAIN = "chain=O1,P1,Q2,R2 units=2,2,3,2 leaders=P1 target=O3 sees=P1 ready=yes apart=yes"


def card(kind: str = "russian/4-4-7", **changes: object) -> Card:
    """A card whose first mover has units of one kind."""
    loaded = bundled("lantern-hill")
    groups = tuple(replace(g, forces=(Force(8, kind),)) if g.side == "russian" else g for g in loaded.groups)
    return replace(loaded, **{"groups": groups, "ssr": (), **changes})  # type: ignore[arg-type]


def moving(kind: str = "russian/4-4-7", **changes: object) -> CardLog:
    return log_in(card(kind, **changes), "movement")


def play(log: CardLog, *lines: str) -> list[list[str]]:
    return [results(log, line) for line in lines]


def names(hexes: object) -> set[str]:
    return {LAYOUT.name(one) for one in hexes}  # type: ignore[attr-defined]


def line(**changes: str) -> str:
    """A plan that may be carried out, with changes."""
    inputs = {"chain": "O1,P1,Q2", "units": "2,2,2", "leaders": "P1", "target": "O3", "sees": "P1",
              "ready": "yes", "apart": "yes", **changes}
    return "wave-plan " + " ".join(f"{id}={value}" for id, value in inputs.items())


# -- the plan -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "allowed"), [
    ("russian/4-4-7", True), ("chinese/3-3-7", True), ("ethiopian/3-4-7", True), ("partisan/3-3-7", False),
    ("finnish/8-3-8", False)])
def test_whose_waves_there_are(kind: str, allowed: bool) -> None:
    log = moving(kind)
    given = {} if allowed else {"nation": kind.partition("/")[0]}
    if allowed:
        assert results(log, line(**given)) == ["rows"]
    else:
        with pytest.raises(IllegalOrderError, match="not in use on this card"):
            log.apply(line(**given))
        assert results(moving(), line(**given)) == ["refused A25.23"]


@pytest.mark.parametrize(("changes", "said"), [
    ({"chain": "O1,P1", "units": "3,3"}, "at least 3 hexes"),
    ({"units": "3,1,1"}, "1.67 MMC in the mean; at least 2"),
    ({"units": "6,0,6"}, "no MMC in P1"),
    ({"units": "6,6"}, "one number for each hex"),
    ({"chain": "O1,P1,P1"}, "twice"),
    ({"chain": "O1,P1,R2"}, "R2 does not touch"),
    ({"leaders": "S4"}, "S4 is no hex of the chain"),
    ({"ready": "no"}, "Good Order"),
    ({"apart": "no"}, "ADJACENT"),
    ({"target": "P1"}, "not in a hex of the chain"),
    ({"sees": "S4"}, "S4 is no hex of the chain"),
    ({"target": "G5"}, "at most 8 hexes away"),
    ({"grain": "1"}, "not one of those that come nearest"),
    ({"grain": "4-6"}, "next to each other"),
    ({"grain": "4-4"}, "next to each other"),
    ({"grain": "south"}, "next to each other"),
    ({"grain": "4-5-6"}, "next to each other"),
])
def test_what_keeps_a_wave_from_being_declared(changes: dict[str, str], said: str) -> None:
    log = moving()
    with pytest.raises(IllegalOrderError, match=said) as found:
        log.apply(line(**changes))
    assert found.value.rule in ("A25.23", "A25.231")
    assert log.books.wave is None
    assert results(log, line()) == ["rows"]


def test_the_target_may_be_eight_hexes_away() -> None:
    log = moving()
    assert distance(LAYOUT.place("P1"), LAYOUT.place("H5")) == 8
    assert results(log, line(target="H5")) == ["rows"]
    assert results(log, line(target="H6")) == ["refused A25.23"]


def test_a_wave_belongs_to_the_movement_phase() -> None:
    assert results(log_in(card(), "advance"), line(nation="russian")) == ["refused A25.23"]


def test_missing_facts_are_asked() -> None:
    with pytest.raises(IllegalOrderError, match=r"both players; A25\.23"):
        moving().apply("wave-plan chain=O1,P1,Q2")


@pytest.mark.parametrize(("reading", "leaders", "result"), [
    ("one", "P1", ["rows"]), ("each", "P1", ["refused A25.23"]), ("each", "O1,P1,Q2", ["rows"])])
def test_leaders_by_both_readings_r16(reading: str, leaders: str, result: list[str]) -> None:
    assert results(moving(readings=(("R16", reading),)), line(leaders=leaders)) == result


def test_without_a_leader() -> None:
    for reading in ("one", "each"):
        assert results(moving(readings=(("R16", reading),)), line(leaders='""')) == ["refused A25.23"]


# -- rows -----------------------------------------------------------------------------------------


ROWS = {"4": "O1-O2-O3-O4", "4-5": "Q1-P1-P2-O3-O4", "5-4": "P0-P1-O2-O3-N3", "5": "R1-Q2-P2-O3-N3",
        "6-5": "R2-Q3-P2-O3-N2"}


def test_the_five_rows_of_the_example() -> None:
    target, chain = LAYOUT.place("O3"), tuple(map(LAYOUT.place, ("O1", "P1", "Q2", "R2")))
    near, grains = nearest_grains(target, chain)
    assert near == 0
    rows = {g.name: "-".join(
        LAYOUT.name(h) for h in [*reversed(g.before(3)), *g.beyond(1)[1:]] if h in LAYOUT) for g in grains}
    assert rows == ROWS


def test_rows_that_come_near_but_not_through_the_chain() -> None:
    target, chain = LAYOUT.place("O8"), tuple(map(LAYOUT.place, ("K1", "L1", "M2")))
    near, grains = nearest_grains(target, chain)
    for grain in some(grains):
        assert min(grain.range_of(one) for one in chain) <= near
    assert near == min(distance(one, other) for one in chain for grain in grains for other in grain.before(9))


DISTANCES = {"O1": 1, "P1": 0, "Q2": 1, "R2": 2, "N1": 2, "O2": 1, "P2": 0, "N2": 1, "O3": 0, "P3": 1,
             "M3": 2, "N3": 1, "M4": 1, "N4": 0}


@pytest.mark.parametrize(("place", "far"), DISTANCES.items())
def test_how_far_hexes_are_from_the_row_of_the_example(place: str, far: int) -> None:
    assert Grain(LAYOUT.place("O3"), (4, 5)).range_of(LAYOUT.place(place)) == far


@pytest.mark.parametrize(("hex", "grain", "forward", "side"), [
    ("P2", "4-5", "O3 P3", "O2 Q3"), ("P2", "5-4", "O3 P3", "O2 Q3"), ("P2", "5", "O2 O3 P3", ""),
    ("H4", "3", "I4 I5 H5", ""), ("H4", "3-4", "I5 H5", "I4 G5"), ("H4", "4-3", "I5 H5", "I4 G5"),
    ("H4", "6-1", "G4 H3", "G5 I4"), ("H4", "1-6", "G4 H3", "G5 I4"), ("H4", "1", "G4 H3 I4", ""),
    ("H4", "2", "H3 I4 I5", ""), ("H4", "6", "G5 G4 H3", "")])
def test_forward_and_side_hexes(hex: str, grain: str, forward: str, side: str) -> None:
    log = moving()
    (event,) = log.apply(f"wave-hexes hex={hex} grain={grain}")
    assert isinstance(event, DeskEvent)
    assert set(event.hexes) == set(forward.split())
    sides = event.text.partition("side hexes ")[2]
    assert set(sides.rstrip(".").replace(" and", ",").split(", ")) == (set(side.split()) or {"none"})


def test_hexes_off_the_boards_are_not_named() -> None:
    (event,) = moving().apply("wave-hexes hex=P0 grain=1")
    assert event.hexes == ()


# -- impulses -------------------------------------------------------------------------------------


def declared(**changes: object) -> CardLog:
    log = moving(**changes)  # type: ignore[arg-type]
    events = log.apply(f"wave-plan {CHAIN} grain=4-5")
    assert [getattr(e, "result", "") for e in events] == ["4-5", *["hexes"] * 4]
    return log


def first_impulse() -> CardLog:
    """The first impulse of the example of the rules."""
    log = declared()
    assert play(
        log, "wave-impulse", "wave-move unit=a at=O1 to=N1 cost=1", "wave-move unit=b at=P1 to=O2 cost=1",
        "wave-move unit=c at=P1 to=O2 cost=1", "wave-move unit=d at=Q2 to=P2 cost=2",
        "wave-move unit=e at=R2 to=Q3 cost=2") == [["impulse"], *[["move"]] * 5]
    return log


def second_impulse() -> CardLog:
    log = first_impulse()
    assert results(log, "wave-impulse enemies=O3") == [*["range"] * 3, "impulse-end", "impulse"]
    return log


def test_range_counters_after_the_first_impulse() -> None:
    log = second_impulse()
    wave = log.books.wave
    assert wave is not None
    assert {u.id: (u.ranged, u.left) for u in wave.units} == {
        "a": (True, 6), "b": (True, 6), "c": (True, 6), "d": (False, 6), "e": (False, 6)}


def test_the_enemy_ahead_must_be_entered() -> None:
    log = second_impulse()
    play(log, "wave-move unit=a to=N2 cost=1", "wave-move unit=b to=N2 cost=1",
         "wave-move unit=c to=N2 cost=1", "wave-move unit=d to=P3 cost=1", "wave-move unit=e to=P3 cost=1")
    assert results(log, "wave-impulse") == ["refused A25.233"]
    assert results(log, "wave-end") == ["refused A25.233"]


@pytest.mark.parametrize("given", ["held=O3", "closed=O3"])
def test_enemies_that_nobody_must_enter(given: str) -> None:
    log = first_impulse()
    results(log, f"wave-impulse enemies=O3 {given}")
    assert play(log, "wave-move unit=a to=N2 cost=1", "wave-move unit=b to=N2 cost=1",
                "wave-move unit=c to=N2 cost=1", "wave-move unit=d to=P3 cost=1",
                "wave-move unit=e to=P3 cost=1", "wave-impulse")[-1][-2:] == ["impulse-end", "impulse"]


def third_impulse() -> CardLog:
    """After the second impulse of the example: d and c in O3, b and a in N2, e in P3."""
    log = second_impulse()
    assert play(log, "wave-move unit=d to=O3 cost=1", "wave-move unit=c to=O3 cost=1",
                "wave-move unit=b to=N2 cost=1", "wave-move unit=a to=N2 cost=1",
                "wave-move unit=e to=P3 cost=1") == [
        ["move", "contact"], ["move", "contact"], ["move"], ["move"], ["move"]]
    assert results(log, "wave-impulse enemies=O3") == [
        "range-off", "range-off", "impulse-end", "halted", "halted", "impulse"]
    return log


def test_the_third_impulse_of_the_example() -> None:
    log = third_impulse()
    wave = log.books.wave
    assert wave is not None
    assert {u.id: u.ranged for u in wave.units} == {"a": False, "b": True, "e": False}
    assert play(log, "wave-move unit=d to=N4 cost=1", "wave-move unit=b to=M3 cost=1",
                "wave-move unit=b to=O3 cost=1", "wave-move unit=b to=N3 cost=1") == [
        ["refused A25.234"], ["refused A25.2321"], ["refused A25.2322"], ["move"]]
    assert play(log, "wave-move unit=e to=Q4 cost=1", "wave-move unit=e to=O3 cost=1") == [
        ["refused A25.232"], ["move", "contact"]]
    assert play(log, "wave-move unit=a to=M3 cost=1") == [["move"]]
    assert results(log, "wave-impulse") == ["range", "impulse-end", "impulse"]


def test_who_need_not_enter_an_enemy() -> None:
    log = first_impulse()
    play(log, *(f"wave-gone unit={id} why=broken" for id in "abce"))
    results(log, "wave-impulse enemies=O3,P3")
    assert play(log, "wave-move unit=d to=O3 cost=1", "wave-impulse") == [
        ["move", "contact"], ["impulse-end", "impulse"]]
    log = first_impulse()
    play(log, *(f"wave-gone unit={id} why=broken" for id in "acde"), "wave-impulse",
         "wave-move unit=b to=N2 cost=1")
    assert results(log, "wave-impulse enemies=M3") == ["impulse-end", "impulse"]
    assert results(log, "wave-move unit=b to=N3 cost=1") == ["move"]
    assert results(log, "wave-impulse") == ["impulse-end", "impulse"]


@pytest.mark.parametrize(("reading", "result"), [("leaves", "move"), ("stays", "refused A25.2322")])
def test_a_unit_that_stayed_by_both_readings_r30(reading: str, result: str) -> None:
    log = declared(readings=(("R30", reading),))
    assert play(log, "wave-impulse", "wave-move unit=b at=P1 action=out cost=1", "wave-impulse",
                "wave-move unit=b to=P2 cost=1")[-1] == [result]


def test_a_side_hex_is_entered_only_for_an_enemy() -> None:
    log = first_impulse()
    results(log, "wave-impulse")
    assert results(log, "wave-move unit=a to=O2 cost=1") == ["refused A25.232"]
    log = third_impulse()
    assert results(log, "wave-move unit=a to=O3 cost=1") == ["move", "contact"]


@pytest.mark.parametrize(("order", "rule"), [
    ("wave-move unit=z to=P3 cost=1", "A25.234"),
    ("wave-move unit=d at=P1 to=P3 cost=1", "A25.232"),
    ("wave-move unit=d to=P1 cost=1", "A25.232"),
    ("wave-move unit=d to=P3 cost=7", "A25.232"),
    ("wave-move unit=d cost=1", "A25.232"),
    ("wave-move unit=d to=P3 action=wire cost=1", "A25.232"),
    ("wave-move unit=d action=stay cost=0", "A25.232"),
    ("wave-gone unit=z why=broken", "A25.234"),
    ("wave-impulse", "A25.232"),
    (f"wave-plan {CHAIN}", "A25.234")])
def test_what_a_unit_may_not_do(order: str, rule: str) -> None:
    log = second_impulse()
    assert results(log, order) == [f"refused {rule}"]
    assert results(log, "wave-move unit=d to=P3 cost=6") == ["move"]
    assert results(log, "wave-move unit=d to=P4 cost=0") == ["refused A25.232"]


def test_first_moves_need_a_hex_of_the_chain_and_an_impulse() -> None:
    log = declared()
    assert results(log, "wave-move unit=a at=O1 to=N1 cost=1") == ["refused A25.232"]
    results(log, "wave-impulse closed=N1")
    assert play(log, "wave-move unit=a to=N1 cost=1", "wave-move unit=a at=S4 to=R4 cost=1",
                "wave-move unit=a at=O1 to=N1 cost=1", "wave-move unit=a at=O1 to=O2 cost=8") == [
        ["refused A25.23"], ["refused A25.23"], ["refused A25.232"], ["move"]]
    assert results(log, "wave-impulse")[-3:] == ["impulse-end", "spent", "over"]


def test_a_unit_that_is_closed_in_stays_and_pays() -> None:
    log = declared()
    results(log, "wave-impulse closed=O2,P2")
    assert play(log, "wave-move unit=b at=P1 action=stay cost=0", "wave-move unit=e at=R2 to=Q3 cost=3",
                "wave-impulse") == [["stay"], ["move"], ["impulse-end", "impulse"]]
    wave = log.books.wave
    assert wave is not None
    assert {u.id: u.left for u in wave.units} == {"b": 5, "e": 5}


def test_a_wounded_leader_does_not_slow_the_others_and_makes_a_minimum_move() -> None:
    log = declared()
    results(log, "wave-impulse")
    assert play(log, "wave-move unit=w at=Q2 to=P2 cost=4 wounded=yes",
                "wave-move unit=w at=Q2 to=P2 cost=3 wounded=yes",
                "wave-move unit=e at=R2 to=Q3 cost=2") == [["refused A25.232"], ["move"], ["move"]]
    assert results(log, "wave-impulse") == ["impulse-end", "impulse"]
    wave = log.books.wave
    assert wave is not None
    assert {u.id: u.left for u in wave.units} == {"w": 1, "e": 6}
    play(log, "wave-move unit=w to=P3 cost=1", "wave-move unit=e to=Q4 cost=2")
    assert results(log, "wave-impulse") == [
        "range", "minimum", "range", "impulse-end", "spent", "impulse"]


def test_a_wounded_leader_alone_pays_his_own_cost() -> None:
    log = declared()
    results(log, "wave-impulse")
    play(log, "wave-move unit=w at=Q2 to=P2 cost=2 wounded=yes")
    results(log, "wave-impulse")
    wave = log.books.wave
    assert wave is not None
    assert wave.units[0].left == 1


def test_units_leave_and_the_wave_ends() -> None:
    log = first_impulse()
    assert play(log, "wave-gone unit=a why=broken", "wave-gone unit=b why=guard",
                "wave-gone unit=c why=eliminated") == [["broken"], ["guard"], ["eliminated"]]
    assert results(log, "wave-end") == ["impulse-end", "over"]
    assert results(log, "wave-move unit=d to=P3 cost=1") == ["refused A25.23"]
    assert results(log, f"wave-plan {CHAIN} grain=4")[0] == "4"


def test_a_wave_is_past_with_its_phase() -> None:
    log = first_impulse()
    log.apply("next")
    assert results(log, "wave-impulse") == ["refused A25.23"]


@pytest.mark.parametrize("seed", range(6))
def test_limits_hold_whatever_the_units_do(seed: int) -> None:
    dice, log, moves = Random(seed), declared(), 0
    starts: dict[str, list[str]] = {}
    for impulse in range(10):
        if results(log, "wave-impulse")[-1] == "over":
            break
        wave = log.books.wave
        assert wave is not None
        first = zip("abcd", ("O1", "P1", "Q2", "R2"), strict=True) if not impulse else [
            (u.id, LAYOUT.name(u.at)) for u in wave.units]
        for id, at in first:
            before = log.books.wave
            aims = [h for h in within(LAYOUT.place(at), 1) if h in LAYOUT]
            dice.shuffle(aims)
            cost = dice.choice((1, 2))
            went = next((h for h in aims if results(
                log, f"wave-move unit={id} at={at} to={LAYOUT.name(h)} cost={cost}")[0] == "move"), None)
            if went is None:
                results(log, f"wave-move unit={id} at={at} action=stay cost=0")
                continue
            moves += 1
            assert went in wave.grain.forward(LAYOUT.place(at))
            known = before.unit(id) if before is not None else None
            if known is not None and known.ranged:
                assert wave.grain.range_of(went) <= wave.grain.range_of(LAYOUT.place(at))
            assert all(distance(went, LAYOUT.place(old)) > 1 for old in starts.get(id, []))
            starts.setdefault(id, []).append(at)
    assert moves > 6


def test_what_is_offered() -> None:
    def offered(log: CardLog) -> set[str]:
        return {o.procedure.id for o in log.offers() if o.procedure.id.startswith("wave")}

    assert offered(moving()) == {"wave-plan"}
    assert offered(declared()) == {"wave-plan", "wave-impulse", "wave-move", "wave-gone", "wave-end"}
