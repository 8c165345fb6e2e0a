"""Options of scenarios with all their choices, and other rulings."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from combat_positions import combat
from corner_positions import FAR, P1, R1, bundled
from designs import PLACES, event_texts, make, on_to, play, refuse, unit, where, wing

from visegrad_editor.engine import Game, invariants
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import choose_options
from visegrad_editor.model.fingerprint import play_mark
from visegrad_editor.model.in_play import InPlay
from visegrad_editor.model.ruleset import Option
from visegrad_editor.model.scenario import Entry, Reinforcement
from visegrad_editor.model.start import Start
from visegrad_editor.model.where import Where
from visegrad_editor.systems.visegrad4.checks import check as check_rules
from visegrad_editor.systems.visegrad4.invariants import breaches
from visegrad_editor.systems.visegrad4.odds import report


def broken(game: Game) -> list[invariants.Breach]:
    """The breaches of the position of a game by itself."""
    now = game.position()
    return [*invariants.breaches(game.design, game.board, now, now), *breaches(game, now, now, None)]


# -- 12.1: fields held or taken ---------------------------------------------------------------------------


THREE = {**PLACES, "0305": ("A", "industrial"), "0304": ("B", "industrial"), "0303": ("C", "industrial")}
ENTRIES = [Entry("us", "Highways", Where(countries=("hungary",)), stops=True, rule="12.0"),
           Entry("south", "Southern edge", Where(hexes=("0803",)), stops=True, rule="12.1")]
GUESTS = [unit("1st Armored", "usa", event="us-entry", entry="us"),
          unit("282nd", "romania", event="romania-entry", entry="south")]


def with_a_field_taken_back(choice: str) -> Game:
    """A game in which the Russian side takes three fields in turn 1 and the Poles retake the first of
    them."""
    options = {"romania_fields": choice} if choice else {}
    game = play(make([R1, unit("P1", "poland", "0506"), FAR, *GUESTS], entries=ENTRIES, places=THREE,
                     options=options, turns=3), 1, 1)
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0306-0305-0304-0303")
    on_to(game, "move", "allied-movement")
    game.apply("move P1 0506-0405-0305")
    while game.turn < 3:
        game.apply("pass")
    return game


@pytest.mark.rule("12.1", "4.0")
@pytest.mark.parametrize(("choice", "joins"), [("", True), ("held", True), ("taken", False)])
def test_a_field_the_poles_have_back_keeps_romania_out_only_by_the_option(choice: str, joins: bool) -> None:
    game = with_a_field_taken_back(choice)
    # 4.0: it counts as taken for good all the same.
    assert game.position().marked("scored") == ("0303", "0304", "0305")
    assert ("Romania joins the allied side." in event_texts(game.events, "intervention")) is joins


@pytest.mark.rule("12.1")
@pytest.mark.parametrize("choice", ["held", "taken"])
def test_three_fields_held_keep_romania_out_by_either_choice(choice: str) -> None:
    game = play(make([R1, FAR, *GUESTS], entries=ENTRIES, places=THREE, turns=3,
                     options={"romania_fields": choice}), 1, 1)
    on_to(game, "move", "russian-movement")
    game.apply("move R1 0306-0305-0304-0303")
    while game.turn < 3:
        game.apply("pass")
    assert event_texts(game.events, "intervention") == ["American units may enter from the next turn on."]


# -- 11.0 MA: by the stack or by the unit -------------------------------------------------------------------


P2 = unit("P2", "poland", "0305")
P3 = unit("P3", "poland", "0305", reduced=True)


def charged(*units, choice: str = "unit") -> Game:
    game = combat(R1, *units, result="MA", options={"ma_choice": choice})
    game.apply("attack 0305 with R1")
    return game


@pytest.mark.rule("11.0 MA")
def test_by_the_stack_no_part_of_it_holds() -> None:
    game = charged(P1, P2, choice="stack")
    assert {game.text(o) for o in game.legal_orders()} == {"choose retreat", "choose loss"}
    assert refuse(game, "hold P1").rule == "11.0"


@pytest.mark.rule("11.0 MA", "11.2")
def test_by_the_unit_some_hold_and_the_others_retreat() -> None:
    game = charged(P1, P2)
    assert [game.text(o) for o in game.legal_orders()] == [
        "choose retreat", "choose loss", "hold P1", "hold P2"]
    assert [game.text(o) for o in game.legal_orders("poland/P2")] == ["hold P2"]
    assert refuse(game, "hold P1, P1").rule == "11.0"
    game.apply("hold P1")
    units = game.position().units
    assert (where(game, "poland/P1"), units["poland/P1"].reduced) == ("0305", True)
    assert (game.step, game.side) == ("retreat", "allied")
    assert {o.units for o in game.legal_orders()} == {("poland/P2",)}
    game.apply("retreat P2 0304")
    assert not game.position().units["poland/P2"].reduced
    assert game.step != "advance"


@pytest.mark.rule("11.0 MA", "11.2")
def test_where_one_that_held_is_destroyed_nobody_advances() -> None:
    game = charged(P1, P3)
    game.apply("hold P3")
    assert where(game, "poland/P3") == "eliminated"
    game.apply("retreat P1 0304")
    # The hex is empty, but the whole defence has not retreated.
    assert (game.step, where(game, "russia/R1")) != ("advance", "0305")
    assert event_texts(game.events, "advance") == []
    # All retreated: the attacker advances by this option too.
    game = charged(P1, P3)
    game.apply("choose retreat")
    game.apply("retreat P1 0304")
    game.apply("retreat P3 0304")
    assert game.step == "advance"


@pytest.mark.rule("11.0 MA", "2.6")
def test_iron_wolf_pays_one_step_whichever_it_chooses() -> None:
    wolf = unit("Iron Wolf", "lithuania", "0305", type="static")
    game = charged(P1, wolf)
    game.apply("hold P1")
    units = game.position().units
    assert (where(game, "lithuania/Iron Wolf"), units["lithuania/Iron Wolf"].reduced) == ("0305", True)
    assert units["poland/P1"].reduced
    assert game.step != "retreat"
    game = charged(P1, wolf)
    game.apply("hold Iron Wolf")
    assert game.position().units["lithuania/Iron Wolf"].reduced
    game.apply("retreat P1 0304")


@pytest.mark.rule("11.0 MA")
def test_only_units_of_the_battle_hold() -> None:
    game = charged(P1, unit("P9", "poland", "0204"))
    assert refuse(game, "hold P9").reason == "Polish P9 is not in this battle."
    assert refuse(game, "hold R1").rule == "2.3"
    # Nobody to choose about: a unit alone holds or retreats.
    assert [game.text(o) for o in game.legal_orders()] == ["choose retreat", "choose loss"]


@pytest.mark.rule("11.0 MA")
def test_the_odds_tell_the_cheapest_choice_by_units() -> None:
    """The three hexes out of enemy zones have room for one unit more."""
    crowd = [unit(f"C{n}", "poland", h) for n, h in enumerate(["0404"] * 3 + ["0204"] * 3 + ["0304"] * 2)]
    units = [R1, P1, P2, *crowd]

    def toll(choice: str) -> int:
        found = report(make(units, result="MA", options={"ma_choice": choice}), "0305", "R1")
        return {r.code: r.defender_steps for r in found.results}["MA"]

    # As a stack: both lose a step, or one retreats and the other is destroyed. By units: one step.
    assert (toll("stack"), toll("unit")) == (2, 1)


# -- 10.4: markers spent for the table ----------------------------------------------------------------------


def spent(choice: str, cost: str = "table") -> Game:
    options = {"cw_table_marker": choice, "cw_table_cost": cost}
    game = play(make([R1, P1, FAR], markers=(2, 0), options=options,
                     replacements=[(2, "russian", 0, 2)]), 1, 1)
    game.apply("allocate table 1 track 1")
    on_to(game, "attack", "russian-combat")
    game.apply("attack 0305 with R1")
    game.apply("use cyber-war")
    return game


@pytest.mark.rule("10.4", "11.0 step 5")
@pytest.mark.parametrize("cost", ["table", "track"])
def test_a_marker_spent_for_the_table_returns(cost: str) -> None:
    game = spent("returns", cost)
    assert game.position().markers["russian"]["spent"] == 1
    assert event_texts(game.events, "cyber-war")[0].endswith(f"spends a marker from its {cost}.")
    on_to(game, "allocate")
    on_to(game, "replace", "russian-replacement")
    assert "recover-marker" in {o.verb for o in game.legal_orders()}


@pytest.mark.rule("10.4", "11.0 step 5")
@pytest.mark.parametrize("cost", ["table", "track"])
def test_a_marker_spent_for_the_table_is_lost_by_the_option(cost: str) -> None:
    game = spent("lost", cost)
    left = game.position().markers["russian"]
    assert (sum(left.values()), left["spent"]) == (1, 0)
    assert event_texts(game.events, "cyber-war")[0].endswith(f"spends a marker from its {cost}, for good.")
    assert broken(game) == []
    # A game saved after that is read again, and its scenario goes on with what is left.
    again = Game.from_json(game.design, game.to_json())
    assert again.position().markers["russian"] == left
    data = json.loads(game.to_json())
    data["state"]["chapters"]["cyber-war"]["markers"][0] = [2, 1, 0]
    with pytest.raises(ValueError, match="has 2 cyber-war markers"):
        Game.from_json(game.design, json.dumps(data))


@pytest.mark.rule("3.2", "10.4")
def test_without_the_option_no_marker_may_be_missing_in_a_saved_game() -> None:
    game = spent("returns")
    data = json.loads(game.to_json())
    data["state"]["chapters"]["cyber-war"]["markers"][0] = [0, 1, 0]
    with pytest.raises(ValueError, match="has 2 cyber-war markers"):
        Game.from_json(game.design, json.dumps(data))


# -- 11.0, 1: strengths of nothing --------------------------------------------------------------------------


@pytest.mark.rule("11.0 step 1")
@pytest.mark.parametrize(("attack", "defence", "percent", "column"), [
    (0, 5, 0, "49% or less"), (5, 0, 50_000, "600% or more"), (1, 0, 10_000, "600% or more"),
    (0, 0, 0, "49% or less"),
])
def test_an_attack_without_strength_and_a_defence_without_it(
        attack: int, defence: int, percent: int, column: str) -> None:
    game = combat(unit("R1", "russia", "0306", strength=(attack, 0)),
                  unit("P1", "poland", "0305", strength=(defence, 0)))
    preview = game.preview(game.parse("attack 0305 with R1"))
    assert (preview.percent, preview.column_name) == (percent, column)
    assert f"resolved at {column} " in event_texts(game.apply("attack 0305 with R1"), "combat")[0]


# -- 9.0: flight over the sea -------------------------------------------------------------------------------


STRAIT = [".....~....", *[".....~...."] * 7]
LANDS = ("PPPPP RRRR",) * 8
A1 = unit("A1", "russia", "0307", type="airborne")


def by_air(choice: str, *units, **more) -> Game:
    options = {"flight_over_sea": choice} if choice else {}
    design = make([A1, unit("R1", "russia", "0407"), FAR, *units], terrain=STRAIT, lands=LANDS,
                  options=options, **more)
    return on_to(play(design), "move", "russian-movement")


@pytest.mark.rule("9.0", "9.2")
@pytest.mark.parametrize("choice", ["", "barred"])
def test_the_sea_bars_flight(choice: str) -> None:
    game = by_air(choice)
    assert set(game.destinations("russia/A1")) & {"0305", "0304"} == set()
    assert refuse(game, "move A1 0307-0306-0305").rule == "9.2"


@pytest.mark.rule("9.0", "9.2")
def test_units_fly_over_the_sea_by_the_option_and_never_end_there() -> None:
    game = by_air("allowed")
    reached = game.destinations("russia/A1")
    assert (reached["0305"], reached["0304"]) == (2, 3)
    assert "0306" not in reached
    assert refuse(game, "move A1 0307-0306").rule == "9.0"
    # Ground units have no business there.
    assert "0405" not in game.destinations("russia/R1")
    assert refuse(game, "move R1 0407-0406-0405").rule == "9.0"
    game.apply("move A1 0307-0306-0305")
    assert where(game, "russia/A1") == "0305"
    # The sea is nobody's: a scenario that begins here holds only what lies in play.
    start = game.scenario_now().start
    assert start is not None
    assert {h for holding in start.held for h in holding.hexes} == {"0305"}
    assert broken(game) == []


@pytest.mark.rule("9.0")
def test_an_interdicted_unit_does_not_get_over_the_sea() -> None:
    game = play(make([A1, FAR, wing("1st CAS", "poland")], terrain=STRAIT, lands=LANDS,
                     options={"flight_over_sea": "allowed"}), *[6] * 9)
    on_to(game, "interdict", "allied-interdiction")
    game.apply("interdict 0307 with 1st CAS")
    assert "0305" not in game.destinations("russia/A1")
    assert "0308" in game.destinations("russia/A1")


@pytest.mark.rule("9.0", "9.2")
def test_flight_over_the_sea_keeps_to_the_part_in_play() -> None:
    rows = ["." * 10, "." * 10, ".....~....", "~~~~~~~~~~", *["." * 10] * 4]
    game = on_to(play(make([A1, FAR], terrain=rows, options={"flight_over_sea": "allowed"},
                           play_area=("0101", "0310"))), "move", "russian-movement")
    assert "0305" in game.destinations("russia/A1")
    # The sea in row 04 would lead round, and lies outside.
    assert refuse(game, "move A1 0307-0406-0405-0305").rule == "9.2"


@pytest.mark.rule("9.0", "10.0")
def test_a_reinforcement_flies_over_the_sea_too() -> None:
    east = Entry("east", "Edge", Where(hexes=("0307",)))
    new = unit("A2", "russia", type="air-cavalry", turn=1, entry="east")
    game = by_air("allowed", new, entries=[east])
    game.apply("enter A2 0307-0306-0305")
    assert where(game, "russia/A2") == "0305"
    game = by_air("barred", new, entries=[east])
    assert refuse(game, "enter A2 0307-0306-0305").rule == "9.2"


# -- 9.6: E77 hexes the road does not join ------------------------------------------------------------------


LOOP = [("e77", "0306 0307"), ("e77", "0406 0407")]


@pytest.mark.rule("9.6")
@pytest.mark.parametrize(("choice", "rolls"), [("", 1), ("hexes", 1), ("road", 0)])
def test_from_e77_to_e77_where_no_road_leads(choice: str, rolls: int) -> None:
    options = {"e77_roll": choice} if choice else {}
    game = on_to(play(make([R1, FAR], roads=LOOP, options=options), 5), "move", "russian-movement")
    game.apply("move R1 0306-0406")
    assert len([e for e in game.events if e.rule == "9.6"]) == rolls


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("choice", ["hexes", "road"])
@pytest.mark.parametrize("path", ["0306-0307", "0307-0306"])
def test_along_the_e77_every_unit_rolls_by_either_choice(choice: str, path: str) -> None:
    mover = unit("R1", "russia", path[:4])
    game = on_to(play(make([mover, FAR], roads=LOOP, options={"e77_roll": choice}), 5), "move",
                 "russian-movement")
    game.apply(f"move R1 {path}")
    assert [e.dice for e in game.events if e.rule == "9.6"] == [(5,)]


# -- 10.0: marines ------------------------------------------------------------------------------------------


PORTS = Entry("ports", "Ports", Where(countries=("poland",), features=("port",)), rule="10.0")
EDGE = Entry("edge", "Edge", Where(hexes=("0310",)), pays=True)
COAST = {**PLACES, "0303": ("Home", "port"), "0603": ("Other", "port"), "0708": ("Far", "port")}


def landing(*units, **options: str) -> Game:
    arrival = Reinforcement("edge", 1, "", ("ports",))
    marine = replace(unit("M", "russia", type="marine"), reinforcement=arrival)
    design = make([R1, FAR, marine, *units], entries=[EDGE, PORTS], places=COAST, options=options)
    return on_to(play(design, *[1] * 5), "move", "russian-movement")


def entered(game: Game) -> set[str]:
    """The hexes other than the edge in which the marines may enter."""
    return {o.hexes[0] for o in game.legal_orders("russia/M")} - {"0310"}


@pytest.mark.rule("10.0")
@pytest.mark.parametrize("options", [{}, {"marine_landing": "move"}])
def test_marines_move_on_from_a_port(options: dict[str, str]) -> None:
    game = landing(**options)
    assert entered(game) == {"0303", "0603"}
    game.apply("enter M 0303-0403-0402")
    assert where(game, "russia/M") == "0402"


@pytest.mark.rule("10.0")
def test_marines_stop_in_the_port_by_the_option() -> None:
    game = landing(marine_landing="stop")
    assert {o.hexes for o in game.legal_orders("russia/M") if o.hexes[0] != "0310"} == {("0303",), ("0603",)}
    assert refuse(game, "enter M 0303-0403").rule == "10.0"
    # Over the edge they move on as ever.
    assert max(len(o.hexes) for o in game.legal_orders("russia/M")) > 1
    game.apply("enter M 0303")
    assert where(game, "russia/M") == "0303"


@pytest.mark.rule("10.0")
def test_only_marines_stop_in_the_port_by_the_option() -> None:
    arrival = Reinforcement("edge", 1, "", ("ports",))
    foot = replace(unit("F", "russia"), reinforcement=arrival)
    # 0303 is under friendly control.
    units = [R1, FAR, foot, unit("R2", "russia", "0303")]
    design = make(units, entries=[EDGE, PORTS], places=COAST, options={"marine_landing": "stop"})
    game = on_to(play(design, *[1] * 5), "move", "russian-movement")
    game.apply("enter F 0303-0403")
    assert where(game, "russia/F") == "0403"


@pytest.mark.rule("10.0")
def test_which_ports_is_an_option() -> None:
    assert entered(landing(marine_ports="listed")) == {"0303", "0603"}
    # 0708 is a port of a Russian country, which the entry does not list.
    assert entered(landing(marine_ports="all")) == {"0303", "0603", "0708"}
    game = landing(marine_ports="friendly")
    assert entered(game) == set()
    assert "not under friendly control" in refuse(game, "enter M 0303").reason


@pytest.mark.rule("10.0")
def test_friendly_ports_are_those_the_side_holds_now() -> None:
    game = landing(unit("R2", "russia", "0403"), marine_ports="friendly")
    game.apply("move R2 0403-0303-0304")
    assert entered(game) == {"0303"}
    game.apply("enter M 0303-0402")


# -- options that came later --------------------------------------------------------------------------------


def with_option(design: Design, choice: str = "", added: bool = True) -> Design:
    option = Option("fog", "Fog", ("off", "on"), added=added)
    ruleset = replace(design.ruleset, options=(*design.ruleset.options, option))
    assert design.scenario is not None
    chosen = (*design.scenario.options, *([("fog", choice)] if choice else []))
    return replace(design, ruleset=ruleset, scenario=replace(design.scenario, options=chosen))


def test_an_added_option_leaves_the_mark_of_games_that_do_not_use_it() -> None:
    design = make([R1, FAR])
    mark = play_mark(design)
    assert play_mark(with_option(design)) == mark
    assert play_mark(with_option(design, "off")) == mark
    assert play_mark(with_option(design, "on")) != mark
    assert play_mark(with_option(design, added=False)) != mark
    # A map alone, without a scenario, has a mark too.
    assert play_mark(replace(with_option(design), scenario=None)) == play_mark(replace(design, scenario=None))


@pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps"])
def test_games_from_before_the_options_are_played_on(name: str) -> None:
    design = bundled(name)
    added = {o.id for o in design.ruleset.options if o.added}
    assert added >= {"romania_fields", "ma_choice", "us_entry"}
    unused = tuple(o for o in design.ruleset.options if not o.added)
    assert play_mark(replace(design, ruleset=replace(design.ruleset, options=unused))) == play_mark(design)


# -- 12: those who join later -------------------------------------------------------------------------------


def warnings_of(*units) -> list[tuple[str, str, str]]:
    design = make([R1, FAR, *units], entries=ENTRIES)
    return [(p.unit, p.rule, p.message) for p in check_rules(design) if p.code == "before-entry"]


@pytest.mark.rule("12.0", "12.1", "12.2")
def test_intervening_units_with_a_turn_of_arrival_give_warnings() -> None:
    assert warnings_of(*GUESTS) == []
    early = warnings_of(unit("1st Armored", "usa", turn=4, entry="us"))
    assert [(u, rule) for u, rule, _ in early] == [("usa/1st Armored", "12.0")]
    assert "arrives on turn 4, whether the United States have joined the war or not" in early[0][2]
    assert "US entry" in early[0][2]
    others = (unit("282nd", "romania", "0803"), unit("Ariete", "italy", event="us-entry", entry="us"),
              wing("1st CAS", "usa"))
    assert [rule for other in others for _, rule, _ in warnings_of(other)] == ["12.1", "12.2", "12.0"]
    # One to be bought, or out of the game, is not in the war; nor is one who comes after the others.
    assert warnings_of(wing("1st CAS", "usa", box="pool")) == []
    assert warnings_of(unit("1st Armored", "usa", event="romania-entry", entry="us")) == []


def interventions(choice: str, *dice: int, turns: int = 4) -> list[tuple[int, str]]:
    """The interventions of a game in which nobody does anything, with their turns; the last two of the dice
    are those of 4.0."""
    options = {"us_entry": choice} if choice else {}
    game = play(make([R1, FAR, *GUESTS], entries=ENTRIES, options=options, turns=turns), *dice)
    found: list[tuple[int, str]] = []
    seen = 0
    while game.outcome is None:
        turn = game.turn
        game.apply(game.legal_orders()[-1] if game.step == "enter" else "pass")
        found += [(turn, e.text) for e in game.events[seen:] if e.type == "intervention"]
        seen = len(game.events)
        if found:
            break
    return found


AMERICANS = "American units may enter from the next turn on."


@pytest.mark.rule("12.0", "12.1")
@pytest.mark.parametrize(("choice", "dice", "turn"), [
    ("", (1, 1), 2), ("dice", (6, 6, 2), 3), ("turn-1", (), 1), ("turn-2", (), 2), ("turn-3", (), 3)])
def test_the_united_states_come_by_the_dice_or_at_the_end_of_the_turn_of_the_option(
    choice: str, dice: tuple[int, ...], turn: int
) -> None:
    # No die is thrown but those given: with a turn there is none.
    assert interventions(choice, *dice) == [(turn, AMERICANS), (turn, "Romania joins the allied side.")]


@pytest.mark.rule("12.0")
def test_the_united_states_never_come_by_the_option() -> None:
    # The only dice are the two of 4.0.
    assert interventions("never", 6, 6) == []


@pytest.mark.rule("12.0")
def test_americans_enter_in_the_turn_after_that_of_the_option() -> None:
    design = make([R1, FAR, *GUESTS], entries=ENTRIES, options={"us_entry": "turn-1"}, turns=3)
    game = play(design)
    on_to(game, "move", "allied-movement")
    assert game.legal_orders("usa/1st Armored") == []
    while game.turn < 2:
        game.apply("pass")
    on_to(game, "move", "allied-movement")
    assert {o.verb for o in game.legal_orders("usa/1st Armored")} == {"enter"}


@pytest.mark.rule("12.0")
def test_a_turn_of_arrival_before_the_certain_entry_gives_a_warning_and_a_later_one_none() -> None:
    def told(turn: int, choice: str) -> list[str]:
        late = unit("1st Armored", "usa", turn=turn, entry="us")
        design = make([R1, FAR, late], entries=ENTRIES, options={"us_entry": choice}, turns=9)
        return [p.message for p in check_rules(design) if p.code == "before-entry" and p.rule == "12.0"]

    assert told(4, "turn-3") == []
    assert ["before the United States intervene, at the end of turn 4" in m
            for m in told(4, "turn-4")] == [True]
    assert ["or from turn 5 on" in m for m in told(2, "turn-4")] == [True]
    assert ["whether the United States have joined" in m for m in told(4, "never")] == [True]


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("choice", "said", "unsaid"), [
    ("dice", "At the end of each turn roll one die, less one", "nobody rolls for it"),
    ("turn-3", "The United States intervene at the end of turn 3; nobody rolls for it.", "roll one die"),
    ("never", "The United States never intervene, and neither do Romania and Italy.", "roll one die")])
def test_the_reminders_say_when_the_united_states_come(choice: str, said: str, unsaid: str) -> None:
    design = choose_options(bundled("historical"), [("us_entry", choice)])
    play = InPlay(design)
    told = " ".join(r.text for r in design.ruleset.special_rules if r.rule == "12.0" and play.applies(r))
    assert said in told
    assert unsaid not in told


@pytest.mark.rule("12.0")
def test_units_that_wait_in_vain_are_told() -> None:
    def told(choice: str, *units) -> list[tuple[str, str]]:
        design = make([R1, FAR, *units], entries=ENTRIES, options={"us_entry": choice}, turns=3)
        return [(p.severity, p.message.partition(" for ")[0]) for p in check_rules(design) if (
            p.code == "never-comes" and p.rule == "12.0")]

    assert told("dice", *GUESTS) == told("turn-2", *GUESTS) == told("never") == []
    assert told("never", *GUESTS) == [("note", "2 units wait")]
    assert told("turn-3", *GUESTS) == [("warning", "2 units wait")]
    assert [text.endswith(" waits") for _, text in told("turn-4", GUESTS[0])] == [True]
    begun = make([R1, FAR, *GUESTS], entries=ENTRIES, options={"us_entry": "never"}, turns=3)
    assert begun.scenario is not None
    begun = replace(begun, scenario=replace(begun.scenario, start=Start(2, events=("us-entry",))))
    assert [p for p in check_rules(begun) if p.code == "never-comes"] == []


@pytest.mark.rule("12.0")
def test_intervening_units_may_be_present_after_entry() -> None:
    design = make([R1, FAR, unit("1st Armored", "usa", "0802")], entries=ENTRIES)
    assert design.scenario is not None
    begun = replace(design, scenario=replace(design.scenario, start=Start(2, events=("us-entry",))))
    assert [p for p in check_rules(design) if p.code == "before-entry"] != []
    assert [p for p in check_rules(begun) if p.code == "before-entry"] == []


# -- the map beyond the printed edges -----------------------------------------------------------------------


@pytest.mark.rule("9.2")
def test_land_beyond_the_printed_edges_is_in_play() -> None:
    """3419, 3423 and 3024 are on edges of the printed map; this map continues south and west of them."""
    board = Game.from_scenario(bundled("historical"), 0).board
    for edge, beyond, country in (("3419", "3519", "croatia"), ("3423", "3424", "italy"),
                                  ("3024", "3025", "germany")):
        assert (board.at(edge), board.at(beyond)) in board.step_cost
        assert board.country[board.at(beyond)] == country
