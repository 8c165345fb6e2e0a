"""The position of a game copied as a scenario: the copy continues exactly like the game."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from designs import event_texts, make, on_to, play, unit, where, wing
from mid_game_copies import CLEAR, P1, P2, R1, R2, copied, same_continuation

from visegrad_editor.editor.play.play_mode import scenario_at
from visegrad_editor.engine import PASS, Game, IllegalOrderError, Order
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.scenario import Entry, Reinforcement, Setup
from visegrad_editor.model.where import Where
from visegrad_editor.players import PLAYERS
from visegrad_editor.playtest.fuzz import RuleTester


@pytest.mark.parametrize(("name", "seed", "every"), [
    ("first-steps", 1, 6), ("first-steps", 2, 5), ("first-steps", 3, 7), ("historical", 4, 120),
    ("free-setup", 5, 130)])
def test_a_copy_continues_like_the_game(name: str, seed: int, every: int) -> None:
    design = load(name).design
    assert design is not None
    game, player = Game.from_scenario(design, seed), RuleTester(seed)
    seen: set[str] = set()
    n = 0
    while game.outcome is None:
        n += 1
        if n % every == 0 and game.turn:
            seen.add(game.step)
            if game.step in CLEAR:
                same_continuation(game, seed, 12)
            else:
                with pytest.raises(IllegalOrderError, match="then copy") as refused:
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
    while game.outcome is None and (game.turn < 7 or game.step != "replace"):
        game.apply(players[game.side].choose(game))
    assert game.position().marked("scored")
    assert "us-entry" in scenario_at(game).start.events  # type: ignore[union-attr]
    same_continuation(game, 3, 150)


@pytest.mark.rule("4.0", "4.1")
def test_hexes_scored_before_count_and_are_not_scored_again() -> None:
    places = {"0307": ("Field", "industrial"), "0304": ("Other", "industrial"),
              "0110": ("Moscow", "capital"), "0101": ("Warsaw", "capital")}
    design = make([R1, P2, unit("R2", "russia", "0309")], places=places)
    game = on_to(play(design), "move")
    game.apply("move R1 0306-0307")
    assert game.position().marked("scored") == ("0307",)
    copy = copied(game)
    assert (copy.turn, copy.phase, copy.side) == (1, "russian-movement", "russian")
    assert copy.position().marked("scored") == ("0307",)
    assert not event_texts(copy.events, "scored")
    copy.apply("pass")
    on_to(copy, "move", "russian-movement")
    copy.apply("move R1 0307-0306")
    assert event_texts(copy.apply(copy.move_order("russia/R2", "0307")), "scored") == []
    # Nobody else is on a field: the copy ends with one hex to its count.
    while copy.outcome is None:
        copy.apply(on_to(copy, copy.step).legal_orders()[0])
    assert "against 1 industrial hex taken" in " ".join(event_texts(copy.events, "die"))


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
    assert event_texts(copy.events, "loyalty") == []
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
        if "us-entry" in json.dumps(game.view()["state"]["happened"]):
            break
    scenario = scenario_at(game)
    assert scenario.start is not None
    assert scenario.start.entered == ("hungary",)
    assert "us-entry" in scenario.start.events
    assert scenario.unit_by_key["usa/9th CAS"].reinforcement is None
    assert next(a for a in scenario.assets if a.id == "air-allied").number == 7
    copy = copied(game, (6,) * 60)
    assert where(copy, "usa/9th CAS") == "ready"
    assert where(copy, "usa/MEU") == "reinforcements"
    assert event_texts(copy.events, "die") == []
    while copy.turn < 4:
        if copy.step == "move" and copy.why_not("enter MEU 0101") is None:
            copy.apply("enter MEU 0101")
        copy.apply(PASS if copy.step != "allocate" else copy.legal_orders()[0])
    assert where(copy, "usa/MEU") == "0101"
    # The United States have come: nobody rolls for them again.
    assert event_texts(copy.events, "die") == []


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


def test_no_scenario_starts_during_an_attack_or_a_mission() -> None:
    wings = [wing("1st CAS", "russia"), wing("2nd CAS", "poland")]
    game = on_to(play(make([R1, R2, P1, P2, *wings], result="MA"), *[3] * 40), "interdict")
    game.apply("interdict 0306 with 2nd CAS")
    assert game.step == "intercept"
    with pytest.raises(
            IllegalOrderError,
            match=r"air mission over 0306 is being .* then copy the position. \(rule 13.7"):
        scenario_at(game)
    game.undo()
    game = on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    with pytest.raises(
            IllegalOrderError,
            match=r"attack on 0305 is being resolved.* then copy the position\. \(rule 11.0"):
        scenario_at(game)
    while game.outcome is None:
        game.apply(PASS if Order("pass") in game.legal_orders() else game.legal_orders()[0])
    with pytest.raises(IllegalOrderError, match="The game is over"):
        scenario_at(game)
    with pytest.raises(IllegalOrderError, match="The game is over"):
        game.any_order(lambda: 0.5)


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
