"""Scenarios that begin within a game: copied from one, written by hand, checked, and played on."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from designs import make, on_to, play, said, unit, where, wing

from visegrad_editor.editor.play.copy_position import scenario_at
from visegrad_editor.engine import PASS, Game, IllegalOrder, Order, check_design
from visegrad_editor.engine.record import record_of, replay
from visegrad_editor.hexgrid import Axis, Numbering
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import renumber
from visegrad_editor.model.edit.ruleset_names import rename_entry
from visegrad_editor.model.edit.start import begin_before_turn_one
from visegrad_editor.model.fingerprint import LOOKS, plain, play_mark
from visegrad_editor.model.load import load
from visegrad_editor.model.scenario import Entry, Reinforcement, Scenario, Setup, Unit, Where
from visegrad_editor.model.sources import Sources
from visegrad_editor.model.start import Holding, Start
from visegrad_editor.model.store import save_design
from visegrad_editor.model.yaml_write import new_text
from visegrad_editor.players import PLAYERS
from visegrad_editor.playtest.wanderer import Wanderer

CLEAR = {"allocate", "transfer", "replace", "interdict", "move", "attack"}
R1 = unit("R1", "russia", "0306")
R2 = unit("R2", "russia", "0410")
P1 = unit("P1", "poland", "0305")
P2 = unit("P2", "poland", "0101")


def errors(design: Design) -> list[str]:
    return [str(p) for p in (*check_documents(design), *check_design(design)) if p.severity == "error"]


def copied(game: Game, dice: tuple[int, ...] | None = None) -> Game:
    """A new game of the scenario that begins at the moment of a game, read from its file."""
    scenario = scenario_at(game)
    design = replace(game.design, scenario=reread(scenario))
    assert design.scenario == scenario
    assert errors(design) == []
    return Game.from_scenario(design, dice=dice)


def reread(scenario: Scenario) -> Scenario:
    """The scenario as a file holds it."""
    from visegrad_editor.model.findings import Findings
    from visegrad_editor.model.scenario_file import scenario_from_data
    from visegrad_editor.model.schema import check_schema
    from visegrad_editor.model.yaml_read import read_yaml
    reading = read_yaml(new_text(scenario))
    assert check_schema("scenario", reading, "") == ()
    found = scenario_from_data(reading.data, Findings("", reading))
    assert found is not None
    return found


def same_continuation(game: Game, seed: int, orders: int) -> None:
    """The copy of this moment and the game itself come to the same with the same orders and dice."""
    rolls = tuple(game.dice.peek(game.dice.count + k) for k in range(400))
    copy, own = copied(game, rolls), Game.from_json(game.design, game.to_json())
    if (own.step, own.side) == ("allocate", "allied"):
        # What the Russian side has chosen in secret is not copied: it chooses once more.
        copy.apply(own.orders[-1])
    ahead = (own.event_count, copy.event_count)
    for k in range(orders):
        assert own.position() == copy.position()
        assert (own.turn, own.phase, own.step, own.side) == (copy.turn, copy.phase, copy.step, copy.side)
        assert own.outcome() == copy.outcome()
        if own.outcome() is not None:
            break
        assert list(own.legal_orders()) == list(copy.legal_orders())
        order = Wanderer(seed * 1000 + k).choose(own)
        assert order is not None
        own.apply(order)
        copy.apply(order)
        assert own.events_since(ahead[0]) == copy.events_since(ahead[1])


# -- copying a moment ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed", "every"), [
    ("first-steps", 1, 6), ("first-steps", 2, 5), ("first-steps", 3, 7), ("historical", 4, 120),
    ("free-setup", 5, 130)])
def test_a_copy_goes_on_just_as_the_game_does(name: str, seed: int, every: int) -> None:
    design = load(name).design
    assert design is not None
    game, player = Game.from_scenario(design, seed), Wanderer(seed)
    seen: set[str] = set()
    n = 0
    while game.outcome() is None:
        n += 1
        if n % every == 0 and game.turn:
            seen.add(game.step)
            if game.step in CLEAR:
                same_continuation(game, seed, 12)
            else:
                with pytest.raises(IllegalOrder, match="copy then") as refused:
                    scenario_at(game)
                assert refused.value.rule
        order = player.choose(game)
        assert order is not None
        game.apply(order)
    assert CLEAR & seen


def test_a_game_between_planners_is_copied_late() -> None:
    """To the end of the game: interventions, score and last roll are those of the game copied."""
    design = load("historical").design
    assert design is not None
    game = Game.from_scenario(design, 12)
    players = {side.id: PLAYERS["planner"](n) for n, side in enumerate(design.ruleset.sides)}
    while game.outcome() is None and (game.turn < 7 or game.step != "replace"):
        game.apply(players[game.side].choose(game))
    assert game.position().scored
    assert "us-entry" in scenario_at(game).start.events  # type: ignore[union-attr]
    same_continuation(game, 3, 150)


@pytest.mark.rule("4.0", "4.1")
def test_hexes_scored_before_count_and_are_not_scored_again() -> None:
    places = {"0307": ("Field", "industrial"), "0304": ("Other", "industrial"),
              "0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital")}
    design = make([R1, P2, unit("R2", "russia", "0309")], places=places)
    game = on_to(play(design), "move")
    game.apply("move R1 0306-0307")
    assert game.position().scored == ("0307",)
    copy = copied(game)
    assert (copy.turn, copy.phase, copy.side) == (1, "russian-movement", "russian")
    assert copy.position().scored == ("0307",)
    assert not said(copy.events, "scored")
    copy.apply("pass")
    on_to(copy, "move", "russian-movement")
    copy.apply("move R1 0307-0306")
    assert said(copy.apply(copy.move_order("russia/R2", "0307")), "scored") == []
    # Nobody else is on a field: the copy ends with one hex to its count.
    while copy.outcome() is None:
        copy.apply(on_to(copy, copy.step).legal_orders()[0])
    assert "against 1 industrial hex taken" in " ".join(said(copy.events, "die"))


@pytest.mark.rule("5.1", "11.0")
def test_what_was_done_in_the_turn_stays_done() -> None:
    game = on_to(play(make([R1, R2, P1, P2], result="AP"), *[3] * 40), "move")
    game.apply("move R2 0410-0409")
    copy = copied(game)
    assert copy.why_not("move R2 0409-0408") is not None
    assert copy.why_not("move R1 0306-0307") is None
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply(game.legal_orders()[0])
    assert game.phase == "allied-replacement" or game.phase.startswith("allied")
    third = unit("R3", "russia", "0304")
    game = on_to(play(make([R1, third, P1, P2], result="AP"), *[3] * 40), "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply(game.legal_orders()[0])
    assert game.phase.startswith("allied")  # the only target has been attacked, so the phase is over
    game = on_to(play(make([R1, third, unit("R4", "russia", "0102"), P1, P2], result="AP"), *[3] * 40),
                 "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply(game.legal_orders()[0])
    copy = copied(game)
    assert copy.phase == "russian-combat"
    refusal = copy.why_not("attack 0305 with R3")
    assert refusal is not None
    assert "attacked already" in refusal.reason
    assert copy.why_not("attack 0101 with R4") is None


@pytest.mark.rule("10.2", "10.3")
def test_replacements_go_on_with_what_is_left() -> None:
    lost = replace(R1, reduced=True)
    pool = [wing(f"{n} CAS", "russia", box="russian-air-pool") for n in ("1st", "2nd", "3rd")]
    game = on_to(play(make([lost, R2, P2, *pool], replacements=[(1, "russian", 1, 2)])), "replace")
    game.apply("buy 1st CAS")
    copy = copied(game)
    assert where(copy, "russia/1st CAS") == "ready"
    assert where(copy, "russia/2nd CAS") == "pool"
    assert copy.position().turn == 1
    copy.apply("buy 2nd CAS")
    refusal = copy.why_not("buy 3rd CAS")
    assert refusal is not None
    assert refusal.reason == "No air point is left."
    copy.apply("restore R1")


def test_units_lost_can_be_rebuilt_in_the_copy_and_those_that_left_cannot() -> None:
    iron = unit("Iron Wolf", "lithuania", "0401", "static")
    lands = ("PPPPPRRRRR",) * 3 + ("LPPPPURRRR",) + ("PPPPPRRRRR",) * 3 + ("HHHHHAAAAA",)
    places = {"0101": ("Warsaw", "capital"), "0110": ("Moscow", "capital"), "0401": ("Vilnius", "capital"),
              "0301": ("Field", "industrial")}
    units = [unit("R1", "russia", "0402", strength=(90, 9)), R2, iron, P2, unit("U1", "ukraine", "0406")]
    design = make(units, lands=lands, places=places, result="OR",
                  replacements=[(t, s, 2, 0) for t in (1, 2, 3) for s in ("russian", "allied")])
    game = on_to(play(design, 2, *[3] * 40), "attack", "russian-combat")
    game.apply("attack 0401 with R1")
    assert where(game, "lithuania/Iron Wolf") == "eliminated"
    assert where(game, "ukraine/U1") == "removed"
    game.apply("pass")
    while game.turn < 2:
        game.apply(PASS if game.step != "allocate" else game.legal_orders()[0])
    game = on_to(game, "move", "russian-movement")
    game.apply("move R1 0402-0403-0404")
    copy = copied(game, (3,) * 40)
    assert where(copy, "lithuania/Iron Wolf") == "eliminated"
    assert where(copy, "ukraine/U1") == "removed"
    assert said(copy.events, "loyalty") == []
    on_to(copy, "replace", "allied-replacement")
    assert any(o.verb == "rebuild" and o.hexes == ("0401",) for o in copy.legal_orders("lithuania/Iron Wolf"))
    assert all(o.verb != "rebuild" for o in copy.legal_orders("ukraine/U1"))


@pytest.mark.rule("12.0", "12.2", "3.1", "7.5")
def test_interventions_violations_and_air_units_of_others_come_along() -> None:
    entries = [Entry("us", "US", Where(hexes=("0101",)), stops=True)]
    usa = [unit("MEU", "usa", entry="us", event="us-entry"),
           replace(wing("9th CAS", "usa"), setup=Setup(box="us-air"), reinforcement=Reinforcement(
               "off-map", 0, "us-entry"))]
    raider = unit("R1", "russia", "0703")
    game = on_to(play(make([raider, R2, P2, *usa], entries=entries, turns=9), *[1] * 60), "move")
    game.apply("move R1 0703-0802")
    assert "violated" in {e.type for e in game.events}
    while game.turn < 3:
        game.apply(PASS if game.step != "allocate" else game.legal_orders()[0])
        if "us-entry" in json.dumps(game.view()["state"]["called"]):
            break
    scenario = scenario_at(game)
    assert scenario.start is not None
    assert scenario.start.entered == ("hungary",)
    assert "us-entry" in scenario.start.events
    assert scenario.unit_by_key["usa/9th CAS"].reinforcement is None
    assert next(a for a in scenario.assets if a.side == "allied").air_maximum == 7
    copy = copied(game, (6,) * 60)
    assert where(copy, "usa/9th CAS") == "ready"
    assert where(copy, "usa/MEU") == "reinforcements"
    assert said(copy.events, "die") == []
    while copy.turn < 4:
        if copy.step == "move" and copy.why_not("enter MEU 0101") is None:
            copy.apply("enter MEU 0101")
        copy.apply(PASS if copy.step != "allocate" else copy.legal_orders()[0])
    assert where(copy, "usa/MEU") == "0101"
    # The United States have come: nobody rolls for them again.
    assert said(copy.events, "die") == []


@pytest.mark.rule("3.2", "5.1")
def test_a_secret_allocation_is_not_copied() -> None:
    game = play(make([R1, R2, P2], markers=(7, 5)))
    texts = set()
    for table in (1, 6):
        game.apply(f"allocate table {table} track {7 - table}")
        assert game.side == "allied"
        texts.add(new_text(scenario_at(game)))
        copy = copied(game)
        assert (copy.step, copy.side) == ("allocate", "russian")
        game.undo()
    assert len(texts) == 1
    game.apply("allocate table 2 track 5")
    game.apply("allocate table 4 track 1")
    copy = copied(on_to(game, "move"))
    assert dict(copy.position().markers["russian"]) == {"table": 2, "track": 5, "spent": 0}
    assert dict(copy.position().markers["allied"]) == {"table": 4, "track": 1, "spent": 0}


def test_within_an_attack_or_a_mission_nothing_is_copied() -> None:
    wings = [wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = on_to(play(make([R1, R2, P1, P2, *wings], result="MA"), *[3] * 40), "interdict")
    game.apply("interdict 0306 with 2nd CAS")
    assert game.step == "intercept"
    with pytest.raises(IllegalOrder, match=r"air mission over 0306 is being .* copy then\. \(rule 13.7"):
        scenario_at(game)
    game.undo()
    game = on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    with pytest.raises(IllegalOrder, match=r"attack on 0305 is being resolved.* copy then\. \(rule 11.0"):
        scenario_at(game)
    while game.outcome() is None:
        game.apply(PASS if Order("pass") in game.legal_orders() else game.legal_orders()[0])
    with pytest.raises(IllegalOrder, match="The game is over"):
        scenario_at(game)


def test_a_set_up_half_made_is_copied_as_it_stands() -> None:
    design = load("free-setup").design
    assert design is not None
    game = Game.from_scenario(design, 3)
    for _ in range(4):
        game.apply(random.Random(1).choice(game.legal_orders()))
    scenario = scenario_at(game)
    assert scenario.start is None
    copy = copied(game)
    assert copy.step == "place"
    assert copy.position().units == game.position().units


# -- written by hand -------------------------------------------------------------------------------------

BY_HAND = """\
format: 1
kind: scenario
name: third-week
extends: historical
title: The third week
start:                     # Kondratki and two fields have fallen
  turn: 3
  scored: 1822 1721        # in the north-west
  held:
    - {side: russian, hexes: 1718 1717}
assets:
  - {side: russian, air_maximum: 10, cw_markers: 7, on_table: 3, spent: 2}
"""


def by_hand(folder: Path, text: str = BY_HAND) -> tuple[Path, Design, Sources]:
    historical = load("historical").design
    assert historical is not None
    fields = [historical.map.grid.number(p.hex) for p in historical.map.places if "industrial" in p.features]
    text = text.replace("1822 1721", f"{fields[0]} {fields[1]}")
    path = folder / "third-week.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    return path, loaded.design, loaded.sources


def test_a_start_is_easily_written_by_hand(tmp_path: Path) -> None:
    _, design, _ = by_hand(tmp_path)
    assert errors(design) == []
    game = Game.from_scenario(design, 1)
    while game.step == "place":
        game.apply(game.legal_orders()[0])
    assert (game.turn, game.step) == (3, "allocate")
    assert len(game.position().scored) == 2
    assert dict(game.position().markers["russian"]) == {"table": 3, "track": 2, "spent": 2}
    # Those who were rolled for before turn 1 are not rolled for now (14.0).
    assert said(game.events, "loyalty") == []
    again = replay(design, record_of(game))
    assert again.to_json() == game.to_json()


def test_saving_a_start_keeps_text_and_comments(tmp_path: Path) -> None:
    path, design, sources = by_hand(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert design.scenario is not None
    assert design.scenario.start is not None
    later = replace(design.scenario, start=replace(design.scenario.start, turn=4, events=("us-entry",)))
    saved = save_design(replace(design, scenario=later), sources)
    changed = path.read_text(encoding="utf-8")
    assert changed == text.replace("turn: 3", "turn: 4").replace(
        "# in the north-west\n", "# in the north-west\n  events: [us-entry]\n")
    save_design(design, saved.sources)
    assert path.read_text(encoding="utf-8") == text
    # A variant may say that it begins before turn 1 although its base does not.
    (tmp_path / "anew.yaml").write_text(
        "format: 1\nkind: scenario\nname: anew\nextends: third-week.yaml\nstart:\n", encoding="utf-8")
    anew = load(tmp_path / "anew.yaml")
    assert anew.design is not None, anew.problems
    assert anew.design.scenario is not None
    assert anew.design.scenario.start is None
    save_design(replace(anew.design, scenario=replace(anew.design.scenario, turns=4)), anew.sources)
    assert load(tmp_path / "anew.yaml").design == replace(
        anew.design, scenario=replace(anew.design.scenario, turns=4))


def test_a_scenario_without_a_start_has_the_mark_it_always_had() -> None:
    # Game files of scenarios from before there was a start still fit them.
    design = make([R1, P1])
    counted = json.dumps(plain(design.scenario, LOOKS))
    assert not any(f'"{word}"' in counted for word in ("start", "on_table", "spent", "marks"))
    assert design.scenario is not None
    begun = replace(design, scenario=replace(design.scenario, start=Start(2)))
    assert '"start"' in json.dumps(plain(begun.scenario, LOOKS))
    assert play_mark(begun) != play_mark(design)


def with_start(start: Start, *units: object, **more: object) -> Design:
    design = make(units or [R1, P1], **more)  # type: ignore[arg-type]
    assert design.scenario is not None
    return replace(design, scenario=replace(design.scenario, start=start))


@pytest.mark.parametrize(("start", "code", "word"), [
    (Start(11), "after-the-end", "turn 11"),
    (Start(2, "russian-lunch"), "start-phase", "russian-lunch"),
    (Start(2, scored=("9999",)), "unknown-hex", "9999"),
    (Start(2, scored=("0305",)), "scored", "no industrial hex"),
    (Start(2, scored=("0501",)), "won-at-start", "wins the game"),
    (Start(2, held=(Holding("blue", ("0305",)),)), "unknown-side", "blue"),
    (Start(2, held=(Holding("russian", ("0305", "0305")),)), "twice", "2 times"),
    (Start(2, entered=("mars",)), "unknown-country", "mars"),
    (Start(2, struck=("poland",)), "not-watched", "poland"),
    (Start(2, events=("rain",)), "unknown-event", "rain"),
    (Start(2, events=("italy-entry",)), "event-order", "us-entry"),
])
def test_what_cannot_be_is_found(start: Start, code: str, word: str) -> None:
    design = with_start(start)
    found = [p for p in (*check_documents(design), *check_design(design)) if p.code == code]
    assert found, code
    assert word in found[0].message
    assert found[0].message.endswith(".")


def test_marks_and_markers_are_checked() -> None:
    moved = replace(R1, setup=Setup(Where(hexes=("0306",)), marks=("moved",)))
    design = make([moved, P1])
    assert any(p.code == "marks" for p in check_documents(design))
    assert any(p.code == "marks" for p in check_design(with_start(Start(2), moved, P1)))
    within = with_start(Start(2, "russian-movement"), moved, P1)
    assert not any(p.code == "marks" for p in (*check_documents(within), *check_design(within)))
    assert design.scenario is not None
    assets = tuple(replace(a, cw_markers=7, on_table=7, spent=1) for a in design.scenario.assets)
    many = replace(design, scenario=replace(design.scenario, assets=assets))
    assert any(p.code == "markers" for p in check_documents(many))
    assert any(p.code == "cw-level" for p in check_design(many))


def test_supply_is_no_matter_of_the_set_up_within_a_game() -> None:
    cut_off = {"0101": ("Warsaw", "capital"), "0501": ("Field", "industrial")}
    for start, found in ((None, True), (Start(3, "russian-movement"), False)):
        design = make([R1, P2], places=cut_off)
        assert design.scenario is not None
        design = replace(design, scenario=replace(design.scenario, start=start))
        assert any(p.code == "out-of-supply" for p in check_design(design)) is found


def test_a_phase_nobody_knows_begins_no_game() -> None:
    with pytest.raises(ValueError, match="russian-lunch"):
        Game.from_scenario(with_start(Start(2, "russian-lunch")))


@pytest.mark.parametrize(("phase", "step", "side"), [
    ("", "allocate", "russian"), ("administration-air", "allocate", "russian"),
    ("administration-cw", "allocate", "russian"), ("russian-movement", "move", "russian"),
    ("allied-movement", "move", "allied"), ("allied-interdiction", "interdict", "allied"),
    ("russian-interdiction", "interdict", "russian"), ("russian-combat", "attack", "russian"),
    ("allied-combat", "attack", "allied"), ("turn-end", "allocate", "russian"),
])
@pytest.mark.rule("5.1")
def test_a_scenario_begins_with_any_phase(phase: str, step: str, side: str) -> None:
    wings = [wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    design = with_start(Start(2, phase), R1, R2, P1, P2, *wings, markers=(3, 3))
    game = Game.from_scenario(design, dice=[6] * 9)
    assert (game.step, game.side) == (step, side)
    assert game.turn == (3 if phase == "turn-end" else 2)


@pytest.mark.parametrize("phase", ["", "administration-air", "administration-cw"])
@pytest.mark.rule("7.2")
@pytest.mark.rule("7.3")
def test_out_of_supply_lasts_into_a_turn_that_begins_anew(phase: str) -> None:
    """Until the unit is judged at the end of its own movement phase."""
    def cut_off(one: Unit) -> Unit:
        assert one.setup is not None
        return replace(one, setup=replace(one.setup, marks=("out-of-supply",)))
    game = Game.from_scenario(with_start(Start(3, phase), cut_off(R1), R2, P1, cut_off(P2)))
    on_to(game, "move", "russian-movement")
    assert game.position().units["russia/R1"].out_of_supply
    assert (game.strength("russia/R1"), game.strength("russia/R2")) == (4, 8)
    # Half of seven points, cut down, are three: one hex of clear terrain, not two.
    assert max(game.destinations("russia/R1").values()) <= 3
    on_to(game, "attack", "russian-combat")
    assert not game.position().units["russia/R1"].out_of_supply, "Moscow serves it"
    assert game.strength("poland/P2") == 4, "the other side is judged in its own turn"
    on_to(game, "move", "russian-movement")
    assert game.turn == 4
    assert game.strength("poland/P2") == 8


def test_the_names_in_a_start_follow_map_and_ruleset() -> None:
    start = Start(2, scored=("0501",), held=(Holding("russian", ("0305",)),), entered=("hungary",))
    design = with_start(start)
    numbering = Numbering("row-first", Axis(11, "down"), Axis(1, "right"))
    renumbered = renumber(design, numbering)
    moved = renumbered.design.scenario
    assert moved is not None
    assert moved.start is not None
    assert (moved.start.scored, moved.start.held[0].hexes) == (("1501",), ("1305",))
    index = [n.id for n in design.ruleset.nationalities].index("hungary")
    renamed = rename_entry(design, "nationalities", index, "magyars").scenario
    assert renamed is not None
    assert renamed.start is not None
    assert renamed.start.entered == ("magyars",)
    sides = rename_entry(design, "sides", 0, "red").scenario
    assert sides is not None
    assert sides.start is not None
    assert sides.start.held[0].side == "red"


def test_a_copied_position_becomes_a_set_up_like_any_other() -> None:
    game = on_to(play(make([R1, R2, P2], markers=(3, 3), turns=5)), "move")
    game.apply("move R1 0306-0307")
    scenario = begin_before_turn_one(scenario_at(game))
    assert scenario.start is None
    assert scenario.unit_by_key["russia/R1"].setup == Setup(Where(hexes=("0307",)))
    assert {(a.on_table, a.spent) for a in scenario.assets} == {(0, 0)}
    design = replace(game.design, scenario=scenario)
    assert errors(design) == []
    assert Game.from_scenario(design).turn == 1
    assert begin_before_turn_one(scenario) is scenario
