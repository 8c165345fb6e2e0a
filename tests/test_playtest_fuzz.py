"""Random legal play finds nothing in our games, and finds every fault put into the rules on purpose."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.engine import Dice, Game, IllegalOrder, Order
from visegrad_editor.engine.orders import Grammar
from visegrad_editor.engine.record import read_record, replay
from visegrad_editor.model.design import Design
from visegrad_editor.model.load import load
from visegrad_editor.playtest.faults import THOROUGH, Limits, Rates
from visegrad_editor.playtest.fuzz import fuzz
from visegrad_editor.playtest.fuzz_game import fuzz_game, fuzz_record
from visegrad_editor.systems.visegrad4 import cyber, play, sequence, state, war
from visegrad_editor.systems.visegrad4.constants import ELIMINATED, WAITING

QUICK = Rates(undo=0.0, listed=0.0, wrong=0.0, saved=0.0, whole=0.0, replay=0.0)


@cache
def design(name: str = "first-steps") -> Design:
    loaded = load(name)
    assert loaded.design is not None
    return loaded.design


@pytest.mark.parametrize("name", ["historical", "free-setup"])
def test_nothing_is_wrong_with_the_large_scenarios(name: str) -> None:
    campaign = fuzz(design(name), 3, 40)
    assert not campaign.findings
    assert campaign.games == 3
    assert sum(campaign.outcomes.values()) == 3
    assert campaign.rules["11.0"]
    assert campaign.refused["9.2"]


def test_nothing_is_wrong_with_the_small_scenario() -> None:
    campaign = fuzz(design(), 20, 40)
    assert not campaign.findings
    thorough = fuzz_game(design(), 3, rates=THOROUGH, limits=Limits(40))
    assert thorough.finding is not None
    assert thorough.finding.kind == "endless"


def test_the_same_seed_is_the_same_game() -> None:
    one, other = fuzz_game(design(), 5), fuzz_game(design(), 5)
    assert one == other
    assert one.verbs != fuzz_game(design(), 6).verbs


def test_several_processes_find_what_one_finds() -> None:
    alone = fuzz(design(), 4, 7)
    assert fuzz(design(), 4, 7, "first-steps", jobs=2) == alone


def test_a_campaign_can_be_stopped() -> None:
    seen: list[tuple[int, int, int]] = []
    campaign = fuzz(design(), 9, progress=lambda *now: bool(seen.append(now)) or len(seen) < 2)
    assert campaign.games == 2
    assert seen == [(1, 9, 0), (2, 9, 0)]


# -- faults put in on purpose ------------------------------------------------------------------------

Break = Callable[[pytest.MonkeyPatch], None]


def change_war(patch: pytest.MonkeyPatch, change: Callable[[Any], None]) -> None:
    """Something happens whenever a player turn begins."""
    stage = sequence.STAGES["player-turn"]

    def enter(w: Any) -> None:
        change(w)
        stage.enter(w)

    patch.setitem(sequence.STAGES, "player-turn", stage._replace(enter=enter))


def change_state(patch: pytest.MonkeyPatch, change: Callable[[Any], None]) -> None:
    change_war(patch, lambda w: change(w.state))


def together(*keys: str) -> Break:
    """Units find themselves in the hex of the first."""
    def gather(w: Any) -> None:
        units = [w.unit(k) for k in keys]
        hex = w.state.where[units[0]]
        for u in units[1:]:
            if hex >= 0 and w.state.where[u] >= 0:
                w.put(u, hex)

    return lambda patch: change_war(patch, gather)


too_many = together(
    "belarus/6th Mechanized", "belarus/11th Mechanized", "belarus/120th Mechanized",
    "ukraine/24th Mechanized")
mixed_company = together("belarus/6th Mechanized", "russia/27th Motorized")
into_the_enemy = together("poland/12th Mechanized", "russia/27th Motorized")


def to_sea(patch: pytest.MonkeyPatch) -> None:
    change_war(patch, lambda w: w.put(w.unit("russia/27th Motorized"), 0))


def into_prohibited_ground(patch: pytest.MonkeyPatch) -> None:
    def close(w: Any) -> None:
        if w.state.turn == 2:
            w.board = copy(w.board)
            w.board.cost, w.board.road_cost = (None,) * w.board.size, {}

    change_war(patch, close)


def lose_a_score(patch: pytest.MonkeyPatch) -> None:
    change_state(patch, lambda s: setattr(s, "scored", s.scored & (s.scored - 1)))


def lose_a_marker(patch: pytest.MonkeyPatch) -> None:
    def spend(w: Any, side: int) -> None:
        w.state.markers[side][cyber.TRACK] -= 1

    patch.setattr("visegrad_editor.systems.visegrad4.air.spend_from_track", spend)


def heal(patch: pytest.MonkeyPatch) -> None:
    change_state(patch, lambda s: s.reduced.__setitem__(slice(None), [False] * len(s.reduced)))


def rise_again(patch: pytest.MonkeyPatch) -> None:
    def rise(s: Any) -> None:
        s.where = [WAITING if at == ELIMINATED else at for at in s.where]

    change_state(patch, rise)


def backwards(patch: pytest.MonkeyPatch) -> None:
    change_state(patch, lambda s: setattr(s, "turn", 1 if s.turn == 3 else s.turn))


def wander_wolf(patch: pytest.MonkeyPatch) -> None:
    change_war(patch, lambda w: w.put(w.unit("lithuania/Iron Wolf Mechanized"), w.board.index["1515"]))


def no_way_on(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(sequence.STAGES, "attack", sequence.STAGES["attack"]._replace(
        orders=lambda w, unit: []))


def crash(patch: pytest.MonkeyPatch) -> None:
    """Turn 2 does not come to pass."""
    change_state(patch, lambda s: setattr(s, "pending", 1 // (s.turn - 2)))


def no_stop(patch: pytest.MonkeyPatch) -> None:
    """Orders are listed although the game is over."""
    orders = play.VisegradPlay.legal_orders
    patch.setattr(play.VisegradPlay, "legal_orders", lambda p, unit: orders(p, unit) or [Order("pass")])


def curious(patch: pytest.MonkeyPatch) -> None:
    """Asking for a refusal rolls a die, and the die is not given back."""
    why_not = Game.why_not

    def rolling(game: Any, order: Any) -> IllegalOrder | None:
        game.dice.count += 1
        return why_not(game, order)

    patch.setattr(Game, "why_not", rolling)


def hasty(patch: pytest.MonkeyPatch) -> None:
    """A refused order has cost a roll of the dice."""
    apply = Game.apply

    def rolling(game: Game, order: Any) -> Any:
        try:
            return apply(game, order)
        except IllegalOrder:
            game.dice.count += 1
            raise

    patch.setattr(Game, "apply", rolling)


def forgetful(patch: pytest.MonkeyPatch) -> None:
    """Snapshots share the markers with the state."""
    whole = state.State.copy

    def shallow(s: Any) -> Any:
        made = whole(s)
        made.markers = s.markers
        return made

    patch.setattr(state.State, "copy", shallow)


def forgets_steps(patch: pytest.MonkeyPatch) -> None:
    """What is saved lacks the replacement steps left."""
    as_data = state.State.as_data
    patch.setattr(state.State, "as_data", lambda s: {**as_data(s), "steps": 0})


def scribble(patch: pytest.MonkeyPatch) -> None:
    """Paths are written without their second hex."""
    text = Grammar.text

    def short(g: Any, order: Order, names: Any) -> str:
        if len(order.hexes) > 2:
            order = order._replace(hexes=(order.hexes[0], *order.hexes[2:]))
        return text(g, order, names)

    patch.setattr(Grammar, "text", short)


def stale(patch: pytest.MonkeyPatch) -> None:
    """Units in a hex are listed in the order in which they came."""
    def stand(w: Any, u: int, hex: int) -> None:
        w.stack[hex].append(u)
        side = w.forces.side[u]
        w.mask[side] |= 1 << hex
        if w.forces.flyer[u]:
            w.wingmask[side] |= 1 << hex

    patch.setattr(war.War, "_stand", stand)


def unmannerly(patch: pytest.MonkeyPatch) -> None:
    """Refusals are no sentences."""
    init = IllegalOrder.__init__
    patch.setattr(IllegalOrder, "__init__", lambda e, reason, rule="": init(e, "no", rule))


def lawless(patch: pytest.MonkeyPatch) -> None:
    init = IllegalOrder.__init__
    patch.setattr(IllegalOrder, "__init__", lambda e, reason, rule="": init(e, reason))


def bad_manners(patch: pytest.MonkeyPatch) -> None:
    """Wrong units end in an error of another kind."""
    def unit(w: Any, key: str) -> int:
        number: int = w.forces.number[key]
        return number

    patch.setattr(war.War, "unit", unit)


def lists_too_much(patch: pytest.MonkeyPatch) -> None:
    """Units may go into the next hex too, says the list."""
    listed = play.VisegradPlay.legal_orders

    def longer(p: Any, unit: str | None) -> list[Order]:
        found = listed(p, unit)
        moves = [o for o in found if o.verb == "move"]
        return [*found, *(o._replace(hexes=(*o.hexes, *o.hexes)) for o in moves)]

    patch.setattr(play.VisegradPlay, "legal_orders", longer)


def hides_an_order(patch: pytest.MonkeyPatch) -> None:
    """Only every second move is listed."""
    listed = play.VisegradPlay.legal_orders
    patch.setattr(play.VisegradPlay, "legal_orders", lambda p, unit: [
        o for i, o in enumerate(listed(p, unit)) if o.verb != "move" or i % 2])


def hides_a_hex(patch: pytest.MonkeyPatch) -> None:
    shown = play.VisegradPlay.destinations
    patch.setattr(play.VisegradPlay, "destinations", lambda p, unit: dict(sorted(shown(p, unit).items())[1:]))


def dice_of_its_own(patch: pytest.MonkeyPatch) -> None:
    """Dice that do not come from the seed."""
    rolls = iter(range(10**9))
    patch.setattr(Dice, "peek", lambda d, number, *_purpose: next(rolls) % 6 + 1)


BROKEN: list[tuple[Break, Rates, str, str]] = [
    (too_many, QUICK, "invariant", "6.0"),
    (mixed_company, QUICK, "invariant", "6.4"),
    (into_the_enemy, QUICK, "invariant", "stand together"),
    (to_sea, QUICK, "invariant", "not in play"),
    (into_prohibited_ground, QUICK, "invariant", "no unit can go"),
    (lose_a_score, QUICK, "invariant", "no longer count"),
    (lose_a_marker, QUICK, "invariant", "markers"),
    (heal, QUICK, "invariant", "2.7"),
    (rise_again, QUICK, "invariant", "10.2"),
    (backwards, QUICK, "invariant", "is followed by"),
    (wander_wolf, QUICK, "invariant", "2.6"),
    (no_way_on, QUICK, "dead-end", "attack"),
    (crash, QUICK, "crash", "ZeroDivisionError"),
    (no_stop, QUICK, "after-end", "after the end"),
    (curious, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "side-effect", "changes"),
    (hasty, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "side-effect", "changes"),
    (forgetful, Rates(1.0, 0.0, 0.0, 0.0, 0.0, 0.0), "undo", "restore"),
    (forgets_steps, Rates(0.0, 0.0, 0.0, 1.0, 0.0, 0.0), "saved", "saving|loaded"),
    (scribble, QUICK, "text", "reads as"),
    (stale, Rates(0.0, 0.0, 0.0, 1.0, 0.0, 0.0), "saved", "loaded"),
    (unmannerly, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "refusal", "no sentence"),
    (lawless, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "refusal", "no rule"),
    (bad_manners, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "crash", "KeyError"),
    (lists_too_much, Rates(0.0, 1.0, 0.0, 0.0, 0.0, 0.0), "refused", "refused"),
    (hides_an_order, Rates(0.0, 0.0, 1.0, 0.0, 0.0, 0.0), "listed", "not among"),
    (hides_a_hex, Rates(0.0, 1.0, 0.0, 0.0, 0.0, 0.0), "listed", "destinations"),
    (dice_of_its_own, Rates(1.0, 0.0, 0.0, 0.0, 0.0, 1.0), "undo", "something else"),
]


@pytest.mark.parametrize(("spoil", "rates", "kind", "said"), BROKEN, ids=lambda v: getattr(v, "__name__", ""))
def test_a_fault_is_found(
    spoil: Break, rates: Rates, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch)
    campaign = fuzz(design(), 40, rates=rates, limits=Limits(orders=1500), progress=lambda d, n, f: not f)
    assert campaign.findings, "the fault was not found"
    finding = campaign.findings[0]
    assert finding.kind == kind
    assert any(word in f"{finding.message} {finding.rule}" for word in said.split("|"))


def test_an_order_that_never_comes_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep(w: Any) -> None:
        while True:
            time.sleep(0.01)

    monkeypatch.setitem(
        sequence.STAGES, "player-turn", sequence.STAGES["player-turn"]._replace(enter=sleep))
    finding = fuzz_game(design(), 1, limits=Limits(seconds=0.2)).finding
    assert finding is not None
    assert finding.kind == "hang"


# -- the command -------------------------------------------------------------------------------------


def fuzz_command(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main(["fuzz", *map(str, words)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_on_a_good_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = fuzz_command(capsys, "first-steps", "--games", "2", "--seed", "8", "--jobs", "1")
    assert code == 0
    assert "2 games of random play" in out
    assert "no faults" in out
    code, out, _ = fuzz_command(capsys, "first-steps", "--games", "2", "--jobs", "1", "--json")
    data = json.loads(out)
    assert (code, data["games"], data["findings"]) == (0, 2, [])
    assert data["orders_given"]["move"] > 10
    assert list(data["rules_in_events"])[-1] == "14.0"


def test_the_command_leads_back_to_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    crash(monkeypatch)
    code, out, _ = fuzz_command(
        capsys, "first-steps", "--games", "3", "--seed", "4", "--jobs", "1", "-o", tmp_path)
    assert code == 1
    assert "ZeroDivisionError" in out
    assert "again: visegrad-editor fuzz first-steps --games 1 --seed 4" in out
    files = sorted(tmp_path.glob("seed-*.yaml"))
    assert files
    assert files[0].read_text(encoding="utf-8").startswith("# crash: ZeroDivisionError")
    record = read_record(files[0])
    with pytest.raises(ZeroDivisionError):
        replay(design(), record)
    assert fuzz_record(design(), record).finding is not None
    code, out, _ = fuzz_command(capsys, files[0])
    assert code == 1
    assert "ZeroDivisionError" in out
    monkeypatch.undo()
    code, out, _ = fuzz_command(capsys, files[0], "--json")
    assert code == 0
    assert json.loads(out)["orders"] == len(record.orders)


def test_a_game_file_with_an_illegal_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(
        "format: 1\nkind: game\nscenario: first-steps\norders: [allocate table 0 track 3, pass]\n",
        encoding="utf-8")
    code, out, _ = fuzz_command(capsys, path)
    assert code == 1
    assert "refused" in out
    assert "5.1" in out


@pytest.mark.parametrize("words", [
    ["nosuch"], ["visegrad4"], ["first-steps", "--games", "0"], ["first-steps", "--jobs", "0"]])
def test_wrong_calls(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = fuzz_command(capsys, *words)
    assert code == 2
    assert err.startswith("visegrad-editor: ")


def test_a_file_with_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("format: 1\nkind: game\nsede: 3\n", encoding="utf-8")
    code, _, err = fuzz_command(capsys, path)
    assert code == 2
    assert "seed" in err
