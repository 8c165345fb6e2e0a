"""The worked examples of the rulebook of Group of Soviet Forces Germany, played with forced dice."""

from __future__ import annotations

import gsofg_examples as examples
import pytest
from gsofg_positions import CITY, FIELD, JAEGER, OTHER, PANZER, PANZER_3, TANK, TERRITORIAL, THIRD, Field

from visegrad_editor.engine.hexgame import fights, results, supply
from visegrad_editor.engine.hexgame.hexgame import HexGame

RIVERSIDE = "3312"
"""A hex with rivers on four sides."""
ACROSS, ON_LAND = ("3413", "3412", "3313"), ("3212", "3213")
SOVIET = ("ussr/7th Guards Tank", "ussr/10th Guards Tank", "ussr/12th Guards Tank", "ussr/47th Guards Tank")


@pytest.fixture(autouse=True)
def in_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    """All units are in supply, as in the examples."""
    monkeypatch.setattr(supply, "is_supplied", lambda w, u: True)


def give(monkeypatch: pytest.MonkeyPatch, field: Field, strengths: dict[str, int]) -> None:
    """Give units the strengths of an example, in attack and defence."""
    numbers = {field.w.unit(key): strength for key, strength in strengths.items()}
    printed = HexGame.value
    monkeypatch.setattr(HexGame, "value", lambda w, u, value: (
        numbers[u] if u in numbers and value in ("attack", "defence") else printed(w, u, value)))
    field.w.forget()


@pytest.mark.rule("1.5", "11.10", "12.5")
@pytest.mark.parametrize("case", examples.HALVINGS)
def test_halved_strengths_are_added_and_cut_once(
    case: examples.Halving, monkeypatch: pytest.MonkeyPatch
) -> None:
    halved = dict(zip(SOVIET, case.halved, strict=False))
    whole = dict(zip(SOVIET[len(halved):], case.whole, strict=False))
    assert (len(halved), len(whole)) == (len(case.halved), len(case.whole))
    field = Field().put(
        f"{PANZER} {RIVERSIDE}", *(f"{u} {h}" for u, h in zip(halved, ACROSS, strict=False)),
        *(f"{u} {h}" for u, h in zip(whole, ON_LAND, strict=False)))
    give(monkeypatch, field, {**halved, **whole})
    w = field.w
    fight = fights.assess(w, w.board.at(RIVERSIDE), [w.unit(u) for u in (*halved, *whole)])
    assert fight.attack == case.result


def ground(field: Field, kinds: tuple[str, ...]) -> str:
    """A hex of a kind of ground without rivers, with playable hexes around it."""
    w, b = field.w, field.w.board
    if kinds == ("clear",):
        return FIELD
    if "city" in kinds:
        return CITY
    wanted = w.ground.terrain_hexes(kinds) & ~w.ground.feature_hexes(("city",))
    return next(b.numbers[h] for h in range(b.size) if wanted >> h & 1 and all(
        n >= 0 and b.is_playable(n) and (n, h) not in w.ground.on_side for n in b.neighbours[h]))


@pytest.mark.rule("5.6", "7.6", "11.7", "11.8", "11.9", "11.12", "11.13", "11.14", "11.15", "11.16")
@pytest.mark.parametrize("case", examples.FIGHTS)
def test_attacks_with_their_odds_shifts_and_dice(
    case: examples.Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    nato = bool({"nato-envelopment", "nato-surprised", "jaeger-attack"} & set(case.shifts))
    player = "nato" if nato else "soviet"
    field = Field(1 if "nato-surprised" in case.shifts else 5, player, f"{player}-fight", (case.die,) * 3,
                  chemical_attacks="without")
    hex = ground(field, case.ground)
    around = [field.w.board.numbers[n] for n in field.w.board.neighbours[field.w.board.at(hex)] if n >= 0]
    attackers = [JAEGER if "jaeger-attack" in case.shifts else PANZER, PANZER_3] if nato else [TANK, OTHER]
    enveloping = any("envelopment" in shift for shift in case.shifts)
    defenders = [THIRD] if nato else [JAEGER if "jaeger-defend" in case.shifts else PANZER]
    if "mixed-defence" in case.shifts:
        defenders.append("usa/4/2")
    used = attackers if enveloping else attackers[:1]
    field.put(*(f"{u} {hex}" for u in defenders), f"{used[0]} {around[0]}")
    if enveloping:
        field.put(f"{used[1]} {around[3]}")
    give(monkeypatch, field, {
        **dict.fromkeys(used, case.attack // len(used)), **dict.fromkeys(defenders, case.defence // len(
            defenders))})
    w = field.w
    found: list[str] = []
    chapter = w.chapters[0]
    w.hooks = {**w.hooks, "result": (chapter,)}
    monkeypatch.setattr(type(chapter), "result", lambda self, w, code: found.append(code) or code)
    fight = fights.assess(w, w.board.at(hex), [w.unit(u) for u in used])
    assert fight.table is not None
    assert (fight.attack, fight.defence) == (case.attack, case.defence)
    column = "under 1:1" if fight.fixed else fight.table.columns[fight.column]
    assert column == case.column
    field.begin().act(f"attack|{'+'.join(used)}|{hex}")
    assert found[0] == case.result
    assert ("without a die" in field.told("combat")[0].text) is bool(fight.fixed)


@pytest.mark.rule("6.1", "6.5", "12.1")
@pytest.mark.parametrize("case", examples.SUPERIORITIES)
def test_rolls_for_air_superiority(case: examples.Superiority) -> None:
    field = Field(case.turn, dice=(case.die,)).put(f"{TANK} 3815", f"{PANZER} 2010")
    w = field.w
    w.state.assets["next-superiority"] = int(case.deep_strike)
    w.forget()
    results.roll_on(w, "air-superiority")
    assets = {side: w.state.assets[f"{side}-superiority"] for side in ("nato", "soviet")}
    assert assets == {"nato": int(case.holder == "NATO"), "soviet": int(case.holder == "USSR")}
    assert w.state.assets["next-superiority"] == 0, "for the next roll only"


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("die", "comes"), examples.TERRITORIAL_ROLLS.items())
def test_territorials_come_on_even_numbers(die: int, comes: bool) -> None:
    field = Field(1, "nato", "nato-call-up", (die,), ("nato-move",), keep=(TERRITORIAL,))
    field.put(f"{PANZER} 2010", f"{TANK} 3815")
    field.w.state.where[field.w.unit(TERRITORIAL)] = -2
    field.begin().act(f"call-up|{TERRITORIAL}|{CITY}")
    assert field.where(TERRITORIAL) == (CITY if comes else "reinforcements")
