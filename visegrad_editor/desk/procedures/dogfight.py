"""Combat between aircraft (E7.22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..books.air import FIGHTER_BOMBER, STUKA, Aircraft, Dogfight
from ..books.books import Books
from ..card import Card
from ..tables import table
from ..words import capital
from .aircraft import MG_OUT, SECTION, has_air, hit, plane_input, plane_of, plane_words, set_plane
from .procedure import Case, Input, Modifier, Procedure, modifiers_words, total

GO_HOME_FINAL, REAR_GUNNER = 10, 11
"""A final roll after which the aircraft attacked may go home (E7.224), and an original one after which a
Stuka fires back (E7.221)."""


def _dogfight_possible(card: Card, books: Books) -> bool:
    return books.air.dogfight is None and len({a.side for a in books.air.here}) == 2


def _targets(case: Case) -> None:
    """Name all first targets of one combat before any attack (E7.221)."""
    if case.books.air.dogfight is not None:
        case.refuse("First bring the combat between aircraft that has begun to its end.", "E7.221")
    pairs: list[tuple[str, str]] = []
    for text in case.words("targets"):
        firer, arrow, target = (part.strip() for part in text.partition(">"))
        if not arrow:
            case.refuse(f"Write FIRER>TARGET, not {text!r}.", "E7.221")
        pairs.append((firer, target))
    members = tuple(dict.fromkeys([id for pair in pairs for id in pair] + list(case.words("others"))))
    for id in members:
        found = case.books.air.get(id)
        if found is None or found.gone:
            case.refuse(f"There is no aircraft {id} in play.", "E7.22")
    planes = {id: plane for id in members if (plane := case.books.air.get(id)) is not None}
    firers = [firer for firer, _ in pairs]
    for firer, target in pairs:
        if planes[firer].side == planes[target].side:
            case.refuse(f"{firer} and {target} are of one side.", "E7.221")
        if firers.count(firer) > 1:
            case.refuse(f"{firer} names two targets; each aircraft names one.", "E7.221")
        if planes[firer].mg_out:
            case.refuse(f"The machine guns of {firer} do not work.", "E7.223")
    if not any(p.melee for p in planes.values()) and not any(
            p.kind == FIGHTER_BOMBER and not p.damaged for p in planes.values()):
        case.refuse("Only an undamaged fighter-bomber begins a combat between aircraft.", "E7.22")
    mover = case.books.mover
    named = tuple(sorted(pairs, key=lambda pair: planes[pair[0]].side != mover))
    case.books = replace(case.books, air=replace(case.books.air, dogfight=Dogfight(members, named)))
    case.say("Targets are named: " + "; ".join(f"{f} attacks {t}" for f, t in named)
             + ". The side that moves attacks first.", "E7.221", "named", units=members)
    for firer, target in named:
        case.follow("dogfight", f"{firer} attacks {target}, as named", "E7.221", must=True, firer=firer,
                    target=target)


def _dogfight_modifiers(firer: Aircraft, target: Aircraft) -> list[Modifier]:
    found = table("dogfight-modifiers")
    rows = [found.look(case=name) for name, holds in (
        ("firer-stuka", firer.kind == STUKA), ("firer-bombs", firer.bombs), ("firer-damaged", firer.damaged),
        ("target-damaged", target.damaged), ("target-other", target.kind != FIGHTER_BOMBER),
        ("target-bombs", target.bombs)) if holds]
    return [Modifier(row.number_in("drm"), row.word_in("words"), found.rule) for row in rows]


def _dogfight(case: Case) -> None:
    fight = case.books.air.dogfight
    if fight is None:
        case.refuse("First name the targets of all with `dogfight-targets`.", "E7.221")
    firer, target = plane_of(case, "firer"), plane_of(case, "target")
    pair = (firer.id, target.id)
    for one in (firer, target):
        if one.id not in fight.members:
            case.refuse(f"{one.id} is not in this combat.", "E7.222")
    if firer.side == target.side:
        case.refuse(f"{firer.id} and {target.id} are of one side.", "E7.221")
    if firer.mg_out:
        case.refuse(f"The machine guns of {firer.id} do not work.", "E7.223")
    if firer.id != fight.again:
        if pair not in fight.named:
            case.refuse(f"{firer.id} has not named {target.id} as its target.", "E7.221")
        waiting = [f for f, _ in _waiting(case) if (found := case.books.air.get(f)) is not None
                   and found.side == case.books.mover]
        if firer.side != case.books.mover and waiting:
            case.refuse(f"{' and '.join(waiting)} of the side that moves attack first.", "E7.22")
    named = fight.named if firer.id == fight.again else tuple(p for p in fight.named if p != pair)
    due = tuple(d for d in case.books.due if d.procedure != "dogfight" or d.must)
    case.books = replace(case.books, due=due, air=replace(
        case.books.air, dogfight=Dogfight(fight.members, named)))
    _resolve(case, firer, target)


def _waiting(case: Case) -> list[tuple[str, str]]:
    """The attacks that are named, and neither made nor left out."""
    due = [dict(d.inputs) for d in case.books.due if d.procedure == "dogfight" and d.must]
    return [(d["firer"], d["target"]) for d in due]


def _end_due(card: Card, books: Books) -> bool:
    """Whether a combat waits for its end because all its attacks were left out."""
    return books.air.dogfight is not None and not any(
        d.procedure in ("dogfight", "dogfight-end") for d in books.due)


def _resolve(case: Case, firer: Aircraft, target: Aircraft) -> None:
    pair = case.pair(f"{firer.id} at {target.id}")
    modifiers = _dogfight_modifiers(firer, target)
    final = total(pair.total, modifiers)
    row = case.look("dogfight", final=final)
    result, rule = row[1].word_in("result"), "E7.221"
    said = hit(case, target, result)
    if pair.total == REAR_GUNNER and firer.kind == FIGHTER_BOMBER and target.kind == STUKA:
        row = case.look("rear-gunner", die=pair.coloured)
        harm = row[1].word_in("result")
        said = f"The rear gunner of {target.id} hits: {hit(case, firer, harm)}"
        result = f"firer-{harm}"
    if pair.total == MG_OUT:
        set_plane(case, firer.id, mg_out=True)
        said += f". The machine guns of {firer.id} fail for good (E7.223)"
        result = "mg-out" if result == "none" else result
    if final >= GO_HOME_FINAL:
        set_plane(case, target.id, may_leave=True)
        said += f". {target.id} may go home at the end of this phase (E7.224)"
    left = modifiers_words(modifiers)
    case.say(f"{capital(plane_words(firer))} attacks {plane_words(target)}: {pair.total} ({pair})"
             f"{f', {left}' if left else ''} is {final}. {said}.", rule, result, modifiers=modifiers,
             final=final, row=row, units=(firer.id, target.id))
    _after_attack(case, firer.id, pair.coloured)


def _after_attack(case: Case, id: str, coloured: int) -> None:
    """Offer another attack with a low coloured die, or the end if no attack is left."""
    firer, fight = case.books.air.get(id), case.books.air.dogfight
    assert fight is not None
    if firer is not None and not firer.gone and not firer.mg_out:
        bombs = "yes" if firer.bombs else "no"
        rate = table("dogfight-rate").look(kind=firer.kind, bombs=bombs).number_in("rate")
        enemies = [m for m in fight.members if (o := case.books.air.get(m)) and o.side != firer.side]
        if coloured <= rate and enemies:
            case.books = replace(case.books, air=replace(case.books.air, dogfight=replace(fight, again=id)))
            case.follow("dogfight", f"{id} may attack once more, at any of {', '.join(enemies)}", "E7.222",
                        first=True, firer=id)
    if not fight.named and not any(d.procedure == "dogfight-end" for d in case.books.due):
        case.follow("dogfight-end", "all attacks are made: who goes home, is there a melee?", "E7.22",
                    must=True)


def _dogfight_end(case: Case) -> None:
    fight = case.books.air.dogfight
    if fight is None:
        case.refuse("There is no combat between aircraft.", "E7.22")
    if _waiting(case):
        case.refuse("Attacks are still to be made: " + "; ".join(
            f"{f} at {t}" for f, t in _waiting(case)) + ". Make them, or leave them out with `skip`.",
            "E7.221")
    members = [a for m in fight.members if (a := case.books.air.get(m)) is not None and not a.gone]
    for id in case.words("leave"):
        leaver = next((a for a in members if a.id == id), None)
        if leaver is None:
            case.refuse(f"{id} is not in this combat.", "E7.224")
        held = any(a.is_fit_fighter for a in members if a.side != leaver.side)
        broken_down = leaver.mg_out and leaver.kind == FIGHTER_BOMBER and not held
        if not (leaver.may_leave or broken_down):
            case.refuse(
                f"{id} may not go home: the enemy has rolled no {GO_HOME_FINAL} or more against it"
                f"{', and an undamaged enemy fighter-bomber with working guns holds it' if held else ''}.",
                "E7.224" if not leaver.mg_out else "E7.223")
    leaving = set(case.words("leave"))
    staying = [a for a in members if a.id not in leaving]
    both = len({a.side for a in staying}) == 2
    if case.flag("melee"):
        if not both:
            case.refuse("There is no melee without aircraft of both sides.", "E7.22")
        if not any(a.is_fit_fighter for a in staying):
            case.refuse("No side has an undamaged fighter-bomber with working guns, so there is no melee.",
                        "E7.22")
    melee = case.flag("melee")
    for one in members:
        home = one.id in leaving or (one.damaged and not melee)
        set_plane(case, one.id, may_leave=False, melee=melee and one.id not in leaving,
                  leaves=home)
    going = [a.id for a in members if a.id in leaving or (a.damaged and not melee)]
    case.books = replace(case.books, air=replace(case.books.air, dogfight=None), due=tuple(
        d for d in case.books.due if d.procedure != "dogfight"))
    text = ("The combat becomes a melee of " + ", ".join(a.id for a in staying) if melee
            else "The aircraft part")
    home_text = f". At the end of this phase these go home: {', '.join(going)}" if going else ""
    case.say(f"{text}{home_text}.", "E7.22", "melee" if melee else "parted",
             units=tuple(a.id for a in members))


PROCEDURES: Sequence[Procedure] = (
    Procedure(
        "dogfight-targets", "Combat between aircraft: targets", ("E7.22", "E7.221"), "full", _targets, (
            Input("targets", "Targets", "word", "FIRER>TARGET for each aircraft of one combat, with commas "
                  "between.", many=True),
            Input("others", "Others", "word", "Aircraft in it that attack nobody.", usual="", many=True)),
        phases=("close-combat",), is_on=has_air, is_due=_dogfight_possible, section=SECTION, steps=(
            "Put an undamaged fighter-bomber over enemy aircraft; each aircraft of the combat names its "
            "first target before any attack, those of the side that moves first [E7.22, E7.221].",)),
    Procedure(
        "dogfight", "Combat between aircraft: attack",
        ("E7.22", "E7.221", "E7.222", "E7.223", "E7.224", "E7.226"), "full", _dogfight, (
            plane_input("firer", "Firer"), plane_input("target", "Target")),
        phases=("close-combat",), is_on=has_air, is_due=lambda card, books: False, section=SECTION,
        tables=("dogfight", "dogfight-modifiers", "dogfight-rate", "rear-gunner"), steps=(
            "Roll two dice for each attack, those of the side that moves first [E7.221].",
            "A fighter-bomber with a low coloured die attacks once more at once, any target [E7.222].",
            "An original 12 silences the firer's guns [E7.223]; after a final 10 or more the target may go "
            "home [E7.224].",
            "Damaged aircraft go home unless in melee; a second damage shoots them down [E7.226].")),
    Procedure(
        "dogfight-end", "Combat between aircraft: end", ("E7.22", "E7.223", "E7.224"), "given",
        _dogfight_end, (
            Input("leave", "Go home", "word", "Aircraft that use their right to.", usual="", many=True,
                  asked="their owners; E7.224"),
            Input("melee", "Melee", "flag", "Whether a side with an undamaged fighter-bomber whose guns work "
                  "wants it.", usual="no", asked="that side; E7.22")),
        phases=("close-combat",), is_on=has_air, is_due=_end_due, section=SECTION, steps=(
            "Say who goes home; then a side with an undamaged fighter-bomber whose guns work may make the "
            "rest a melee, which goes on in the next player turn [E7.22].",)),
)
