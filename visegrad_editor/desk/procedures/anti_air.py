"""Fire from the ground at aircraft and at gliders in the air (E7.5, E8.21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...model.wording import count
from ..books.air import Aircraft
from ..books.books import Books
from ..books.gliders import Glider
from ..card import Card
from ..special_rules import SpecialRules
from ..words import capital
from .aircraft import SPOTTER, has_air, hit, plane_words, set_plane, spotter_hit
from .procedure import Case, Input, Modifier, Pair, Procedure, Reminder, modifiers_words, total

SECTION = "Fire at aircraft"
GLIDER_STAR = 1
"""What is added to fire at gliders (E8.21)."""
UNLIKELY = 2
"""The original roll that may hit against all odds (E7.512)."""
_WORSE = ("none", "evade", "damaged", "shot-down")


def _flies(rules: SpecialRules, card: Card) -> bool:
    return (has_air(rules, card) or bool(rules.observation_plane)
            or any(g.glider is not None for g in card.groups))


def _light_target(card: Card, books: Books) -> str | None:
    gliders = books.gliders.in_state("placed")
    if gliders and not any(d.procedure == "glider-place" for d in books.due):
        return gliders[0].id
    return next((a.id for a in books.air.here if a.support == "sighted"), None)


def _target(case: Case) -> Aircraft | Glider:
    """What is fired at; refuses what cannot be."""
    id = case.word("target")
    glider = case.books.gliders.get(id)
    if glider is not None:
        if glider.state != "placed" or case.books.phase != "movement":
            case.refuse(f"{id} is not in the air over the hex where it is to land.", "E8.21")
        if any(d.procedure == "glider-place" for d in case.books.due):
            case.refuse("First all gliders of this player turn are placed.", "E8.21")
        return glider
    plane = case.books.air.get(id)
    if plane is None or plane.gone:
        case.refuse(f"There is no aircraft or glider {id} in the air.", "E7.51")
    if plane.side == case.books.mover:
        case.refuse("Light guns fire at aircraft in the player turn of the side of the guns.", "E7.51")
    at_each = plane.support == "failed" and case.reading("R11") == "each"
    if not (plane.support == "sighted" or at_each or (plane.support == "done" and plane.shaken)
            or (plane.support == "done" and plane.run)):
        case.refuse(f"{id} is out of range of light guns unless it has sighted a target.", "E7.51")
    return plane


def _light(case: Case) -> None:
    target = _target(case)
    star = GLIDER_STAR if isinstance(target, Glider) else 0
    if isinstance(target, Aircraft):
        if not case.is_given("star"):
            case.refuse("Write star=, the number in the star of the aircraft's counter.", "E7.511")
        star = case.number("star")
    pair = case.pair(f"fire at {target.id}")
    cowers = pair.coloured == pair.white and case.is_given("cowers")
    kill = case.number("cowers" if cowers else "kill")
    modifiers = [m for m in (Modifier(
        star, "the star of the counter", "E8.21" if isinstance(target, Glider) else "E7.511"), Modifier(
            case.number("more"), "mist, smoke and others", "E7.511")) if m.amount]
    final = total(pair.total, modifiers)
    row = case.look("light-aa", above=final - kill)
    result = row[1].word_in("result")
    unlikely = ""
    if pair.total == UNLIKELY and result != "shot-down":
        die = case.die("an unlikely kill")
        luck = case.look("unlikely-kill", die=die)
        if _WORSE.index(luck[1].word_in("result")) > _WORSE.index(result):
            row, result = luck, luck[1].word_in("result")
        unlikely = f" After the original 2 a {die} (E7.512)."
    said = (_glider_hit(case, target, result) if isinstance(target, Glider) else
            _plane_hit(case, target, result))
    words = modifiers_words(modifiers)
    case.say(f"Fire at {target.id}: {pair.total} ({pair}){f', {words}' if words else ''} is {final} against "
             f"the kill number {kill}{' of the column after cowering' if cowers else ''}.{unlikely} {said}",
             "E8.21" if isinstance(target, Glider) else "E7.511", result, modifiers=modifiers, final=final,
             row=row, units=(target.id,))


def _plane_hit(case: Case, plane: Aircraft, result: str) -> str:
    said = hit(case, plane, result)
    if result in ("damaged", "evade") and plane.id in {a.id for a in case.books.air.here}:
        set_plane(case, plane.id, shaken=True)
        if result == "evade":
            said = f"{capital(plane_words(plane))} breaks off"
        said += (". It takes all fire in this hex, then may still attack from it with +1, and does not "
                 "attack the ground again in this player turn (E7.511)")
    return f"{said}."


def _glider_hit(case: Case, glider: Glider, result: str) -> str:
    """Write into the books what fire did to a glider in the air, and say it."""
    if result == "shot-down" or (result == "damaged" and glider.damaged):
        why = "" if result == "shot-down" else " by its second damage (E8.41)"
        case.books = replace(case.books, gliders=case.books.gliders.changed(
            glider.id, state="lost", must_evade=False), due=tuple(
            d for d in case.books.due if dict(d.inputs).get("glider") != glider.id))
        return (f"The glider is lost with its load{why}, without a wreck; what was in it counts as "
                "eliminated (E7.23).")
    if result == "none":
        return "Nothing happens to the glider."
    if not glider.must_evade:
        case.follow("glider-evade", f"{glider.id} must evade after all fire at it in this hex", "E8.211",
                    must=True, first=True, glider=glider.id)
    case.books = replace(case.books, gliders=case.books.gliders.changed(
        glider.id, must_evade=True, damaged=glider.damaged or result == "damaged"))
    damage = "is damaged and " if result == "damaged" else ""
    return (f"The glider {damage}must evade when all fire at it in this hex is resolved: `glider-evade` "
            "(E8.211).")


def _heavy_target(card: Card, books: Books) -> str | None:
    here = [a.id for a in books.air.here] + [SPOTTER for s in books.air.spotters if not s.gone]
    return here[0] if len(here) == 1 else None


def _heavy(case: Case) -> None:
    side, phase = case.word("side"), case.books.phase
    if phase != ("prep-fire" if side == case.books.mover else "defensive-fire"):
        case.refuse("Heavy guns fire at aircraft in their own Prep Fire Phase and Defensive Fire Phase only.",
                    "E7.52")
    id = case.word("target")
    plane = case.books.air.get(id)
    spotter = next((s for s in case.books.air.spotters if not s.gone), None) if id == SPOTTER else None
    if spotter is None and (plane is None or plane.gone):
        here = ", ".join([a.id for a in case.books.air.here] + [
            SPOTTER for s in case.books.air.spotters if not s.gone]) or "none"
        case.refuse(f"There is no aircraft {id} in play; in play: {here}.", "E7.52")
    pair: Pair = case.pair(f"heavy guns at {id}")
    row = case.look("heavy-aa", original=pair.total)
    result = row[1].word_in("result")
    if spotter is not None:
        said = spotter_hit(case, spotter.side, result)
    elif plane is not None and result == "no-attack":
        set_plane(case, plane.id, support="done")
        said = f"{capital(plane_words(plane))} makes no attacks in this player turn"
    else:
        assert plane is not None
        said = hit(case, plane, result)
    turn = count(pair.white, "hexspine")
    case.say(f"Heavy guns fire at {id}: original {pair.total} ({pair}). {said}. Turn the gun {turn} "
             "clockwise; its breakdown and rate of fire are as usual.", "E7.52", result, final=pair.total,
             row=row, units=(id,))


PROCEDURES: Sequence[Procedure] = (
    Procedure(
        "light-aa", "Light guns at aircraft and gliders", ("E7.51", "E7.511", "E7.512", "E8.21"), "given",
        _light, (
            Input("target", "Target", "word", "An aircraft that has sighted a target, or a glider.",
                  usual=_light_target),
            Input("kill", "Kill number", "number",
                  "The vehicle kill number of the column of fire; 0 if it has none.", least=0, most=15,
                  asked="the side that fires, from the table of fire; A7.308"),
            Input("star", "Star", "number", "The number in the star of the aircraft's counter; gliders need "
                  "none.", least=0, most=9, usual="", asked="both, from the counter; E7.511"),
            Input("cowers", "After cowering", "number", "The kill number that holds if the firer cowers, for "
                  "machine guns that may.", least=0, most=15, usual="", asked="the side that fires; E7.51"),
            Input("more", "Other modifiers", "number",
                  "Mist, smoke, fire on the move; no terrain, no leader.", least=-9, most=9, usual="0",
                  asked="both; E7.511")),
        phases=("movement", "defensive-fire"), is_on=_flies, is_due=lambda card, books: _light_target(
            card, books) is not None, section=SECTION, tables=("light-aa", "unlikely-kill"), steps=(
            "Guns with a fire value, machine guns of infantry that are heavy and those of vehicles against "
            "aircraft fire on the vehicle line; the star of the counter is added, for gliders 1 [E7.51, "
            "E7.511, E8.21].",
            "Below the kill number the target is shot down, with it damaged, one above it must break off or "
            "evade [E7.511].",
            "After an original 2 that does not shoot it down roll a die; the worse of both counts [E7.512].",
            "Each weapon fires once at each target in each hex in a player turn [E7.51].")),
    Procedure(
        "heavy-aa", "Heavy guns at aircraft", ("E7.52",), "given", _heavy, (
            Input("side", "Side", "side", "Whose gun fires."),
            Input("target", "Target", "word", f"An aircraft, or {SPOTTER}.", usual=_heavy_target,
                  asked="random selection among all aircraft on the boards, own ones with -1 unless in "
                        "melee; E7.52")),
        phases=("prep-fire", "defensive-fire"), is_on=_flies, is_due=lambda card, books: bool(
            books.air.here or [s for s in books.air.spotters if not s.gone]), section=SECTION,
        tables=("heavy-aa",), steps=(
            "Guns against aircraft without a fire value fire in their Prep Fire Phase and Defensive Fire "
            "Phase at any aircraft; with several, choose by random selection [E7.52].",
            "The original roll counts; then the gun turns by the white die [E7.52].")),
)
REMINDERS: Sequence[Reminder] = (
    Reminder("aa-mode", ("E7.5",), (
        "A weapon fires at aircraft with an AA counter, at the ground without one; putting it on or taking "
        "it "
        "off to fire costs one of its rate of fire, but not for machine guns. Not from buildings and "
        "pillboxes, not in groups."), ("movement", "defensive-fire"), _flies, SECTION),
)
