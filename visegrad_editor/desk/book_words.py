"""The books of a game of a card in words: sky and night, control and points, support, what is to be
remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..lazy_dataclass import dataclass
from ..model.wording import count, fully_listed
from .books.air import FIGHTER_BOMBER, Aircraft, Spotter
from .books.ammunition import Supplying
from .books.barrage import PlannedBarrage
from .books.books import Books
from .books.control import Holding
from .books.gliders import Glider
from .books.night import Gunflash, Light, Moment
from .books.places import goal_places
from .books.points import Entry
from .books.victory import Judge, still_needed
from .card import Card
from .hexes import DIRECTION_WORDS
from .kinds import kind_words
from .log_view import BOTH, View, seen_control
from .procedures.catalogue import reminders_of
from .procedures.procedure import END, PHASES, SET_UP
from .procedures.victory import judge_of
from .words import group_sentences, name_words, side_words, term_words


@dataclass(frozen=True)
class Fact:
    """One thing that a book says: what it is about, a sentence or some words, and the rule."""

    name: str
    text: str
    rule: str = ""


@dataclass(frozen=True)
class BookPart:
    """Facts under a heading; `empty` says in words that there are none."""

    title: str
    facts: tuple[Fact, ...]
    empty: str = "Nothing."


def sky_parts(card: Card, books: Books, view: View) -> tuple[BookPart, ...]:
    """Weather, wind, ground, and by night what is seen and lit. Trip flares are shown to a referee only,
    because the book does not say whose they are."""
    sky = books.sky
    blows = f" towards the {DIRECTION_WORDS[sky.direction]}" if sky.direction is not None else ""
    wind = {"none": "No wind", "mild": "Mild breeze", "heavy": "Heavy wind"}.get(sky.wind, sky.wind)
    facts = [
        Fact("Weather", fully_listed([name_words(w) for w in sky.weather]) if sky.weather else "Clear", "E3"),
        Fact("Wind", wind + (blows if sky.wind != "none" else "") + ("; a gust blows" if sky.gust else ""),
             "B25.65")]
    if sky.precipitation != "none":
        facts.append(Fact("Falling", name_words(sky.precipitation), "E3.5, E3.7"))
    if sky.fog_level is not None:
        fog = f"Level {sky.fog_level} and below, +{sky.fog_density} for each hex"
        facts.append(Fact("Fog", fog, "E3.31"))
    if sky.ground:
        facts.append(Fact("Ground", name_words(sky.ground), "B25.5"))
    if sky.wet_climb:
        facts.append(Fact("Wet", "Rain has fallen: each change of level costs 1 more", "E3.54"))
    facts += [Fact(f"Drift {d.counter}", f"In {card.layout.name(d.place)}, on its hexside to the "
                   f"{DIRECTION_WORDS[d.direction]}", "E3.75") for d in sky.drifts]
    return (BookPart("Sky and ground", tuple(facts)), *_night_parts(card, books, view))


def _night_parts(card: Card, books: Books, view: View) -> Iterator[BookPart]:
    night = books.night
    if card.turned_on.night is None:
        return
    yield BookPart("Night", (
        Fact("Range of sight", "Not rolled yet" if night.nvr is None else
             count(night.nvr, "hex"), "E1.1"),
        Fact("Clouds", name_words(night.clouds) if night.clouds else "Not rolled yet", "E1.11"),
        Fact("Moon", name_words(night.moon) if night.moon else "Not rolled yet", "E1.11")))
    yield BookPart("Lights", tuple(map(_light, night.lights)), "Nothing burns.")
    yield BookPart("Gunflashes", tuple(map(_flash, night.gunflashes)), "None.")
    cloaks = [c for c in night.cloaks if c.state == "kept"]
    if night.cloaks:
        yield BookPart("Cloaks", (Fact("In play", fully_listed([c.id for c in cloaks]) or "None", "E1.4"),))
    if view is None and night.trip_flares:
        yield BookPart("Trip flares", tuple(
            Fact(name, f"{left} left", "E1.95") for name, left in night.trip_flares))


def _light(light: Light) -> Fact:
    return Fact(f"{term_words(light.kind)} {light.name}",
                f"Lights all within {count(light.radius, 'hex')}. {_until(light.until)}", "E1.9")


def _flash(flash: Gunflash) -> Fact:
    return Fact(flash.name, f"{term_words(flash.cause)}. {_until(flash.until)}", "E1.8")


def _until(until: Moment | None) -> str:
    if until is None:
        return "It stays until it is put out by an order."
    half = "first" if until.half == "first" else "second"
    return (f"It goes at the end of the {PHASES[until.phase]} of turn {until.turn}, {half} half.")


# -- control and points ---------------------------------------------------------------------------


def control_parts(card: Card, books: Books, view: View) -> tuple[BookPart, ...]:
    """Who controls the places of each named set, why, and by which rule."""
    assert books.control is not None
    book, found = seen_control(books.control, view), list[BookPart]()
    for id, goals in card.sets:
        places = goal_places(goals, "", book.site)
        held: dict[Holding, list[str]] = {}
        for place in places.places:
            held.setdefault(book.holding(place), []).append(
                book.site.words(place).removeprefix("the "))
        facts = [Fact(f"{_holder(one)}: {fully_listed(names)}", one.why, one.rule)
                 for one, names in held.items()]
        found.append(BookPart(f"Set {name_words(id)}", tuple(facts), " ".join(places.asked) or "No places."))
    return tuple(found) or (BookPart("Control", (), "The card has no named sets."),)


def _holder(held: Holding) -> str:
    if not held.known:
        return "Not known"
    words = name_words(held.side) if held.side else "Nobody"
    return f"{words}{', while it stays' if held.temporary else ''}{', secret' if held.secret else ''}"


def needed_parts(card: Card, books: Books, view: View) -> tuple[BookPart, ...]:
    """For each side whether its conditions hold now, and what it still needs."""
    assert books.control is not None
    judge = judge_of(card, replace(books, control=seen_control(books.control, view)))
    needed = still_needed(judge)
    return tuple(BookPart(name_words(side), tuple(_condition_facts(card, judge, side, sentences)),
                          "The card has no condition for it.") for side, sentences in needed.items())


def _condition_facts(card: Card, judge: Judge, side: str, sentences: Sequence[str]) -> Iterator[Fact]:
    """The conditions of a side, judged now, then what it needs besides; `sentences` are of `still_needed`."""
    mine = [one for one in card.victory if one.side == side and one.need is not None]
    for one, sentence in zip(mine, sentences, strict=False):
        assert one.need is not None
        found = replace(judge, counts_at_end=one.when[0] == "end").finding(one.need, side)
        words = {True: "Holds now", False: "Does not hold now", None: "Not known now"}[found.holds]
        yield Fact(words, sentence if found.holds is None else found.sentence, found.rule)
    for sentence in sentences[len(mine):]:
        yield Fact("By preventing", sentence, "A26.3")


def points_parts(card: Card, books: Books) -> tuple[BookPart, ...]:
    """The points of both sides with every entry."""
    book = books.points
    assert book is not None
    at_end = books.phase == END
    return tuple(BookPart(
        f"{name_words(side)}: {book.casualty_points(side, at_end)} for losses, "
        f"{book.exit_points(side, at_end=at_end)} for exits",
        tuple(_entry(e) for e in book.entries if e.side == side), "No entries.") for side in book.sides)


def _entry(entry: Entry) -> Fact:
    points = f"{entry.points}" + (f" ({entry.at_end} at the end)" if entry.at_end != entry.points else "")
    gone = f" No longer counts since turn {entry.lost}: {entry.lost_why}" if entry.lost else ""
    return Fact(f"Turn {entry.turn}, {entry.unit}: {points}", f"{entry.why}{gone}", entry.rule)


# -- what flies, floats, supplies and fires from afar ---------------------------------------------


def support_parts(card: Card, books: Books, view: View) -> tuple[BookPart, ...]:
    """Aircraft, gliders, parachutes, boats, supply, barrages, human wave, prisoners, what is kept of nations,
    and fingerprints: each that a card or its game has. A barrage that does not lie on the boards is shown to
    a referee and to its side."""
    name = card.layout.name
    parts = (
        BookPart("In the air", (
            *(Fact(name_words(s.group), f"Air support of {side_words(s.side)}: {s.state}", "E7.2")
              for s in books.air.support if s.state != "here"),
            *(_aircraft(a) for a in books.air.aircraft),
            *(_spotter(s) for s in books.air.spotters))),
        BookPart("Gliders", tuple(_glider(card, g) for g in books.gliders.gliders)),
        BookPart("Parachutes", (
            *(Fact(f"Wing {w.id}", f"{count(w.sticks, 'stick')} of {side_words(w.side)}, turn {w.turn}"
                   f"{f', over {name(w.point)}' if w.point is not None else ''}", "E9.1")
              for w in books.drops.wings),
            *(Fact(c.id, f"{_CHUTES[c.state]} {name(c.place)}{', broken' if c.broken else ''}", "E9.2")
              for c in books.drops.chutes if c.state in _CHUTES),
            *(Fact(one.id, f"Off the boards at {name(one.place)}, {count(one.away, 'hex')} away"
                   f"{', broken' if one.broken else ''}", "E9.41") for one in books.off_board.landers))),
        BookPart("Boats", tuple(
            Fact(b.id, f"{term_words(b.kind)}, {_BOATS[b.state]}", "E5.1") for b in books.boats.boats)),
        BookPart("Supply of ammunition", tuple(_supplying(one) for one in books.ammunition.work)),
        BookPart("Barrages", tuple(
            _barrage(card, p) for p in books.barrages.planned
            if p.place is not None or p.lifted or view is None or p.side == view)),
        BookPart("Human wave", () if books.wave is None else (Fact(
            f"Of {side_words(books.wave.side)}", f"Turn {books.wave.turn}, {_half(books.wave.half)}: "
            f"{'over' if books.wave.over else f'impulse {books.wave.impulse}'}, "
            f"{count(len(books.wave.units), 'unit')}", "A25.23"),)),
        BookPart("Prisoners and nations", (
            *(Fact(unit, "Questioned", "E2.1") for unit in books.prisoners.questioned),
            *(Fact(leader, f"A commissar of {side_words(side)} has taken its place", "A25.22")
              for side, leader in books.nations.exchanged),
            *(Fact(name_words(nation), f"{count(shots, 'panzerfaust')} fired", "A25.76, A25.85")
              for nation, shots in books.nations.fired))),
        BookPart("Fingerprints of secret records", tuple(
            Fact(name_words(one.side), f"{one.fingerprint}, {one.when}") for one in books.secrets.given)))
    found = tuple(part for part in parts if part.facts)
    return found or (BookPart(
        "Support", (), "No aircraft, gliders, parachutes, boats, supply or barrages are in this game."),)


_CHUTES = {"placed": "Over", "drifted": "Comes down in", "landed": "Landed in"}
_BOATS = {"land": "on land", "beached": "beached", "afloat": "afloat", "sunk": "sunk",
          "": "nobody has said where"}
_HALVES = {"first": "first half", "second": "second half"}


def _half(half: str) -> str:
    return _HALVES.get(half, half)


def _spotter(one: Spotter) -> Fact:
    state = f", gone: {term_words(one.gone).lower()}" if one.gone else (
        f", has sighted {one.sighted}" if one.sighted else "")
    return Fact("Observation plane", f"Of {side_words(one.side)}{state}", "E7.6")


def _aircraft(one: Aircraft) -> Fact:
    state = [f"gone: {term_words(one.gone).lower()}"] if one.gone else [
        words for words, holds in (
            ("bombs", one.bombs), ("damaged", one.damaged), ("machine guns out", one.mg_out),
            ("in a dogfight", one.melee), ("shaken", one.shaken), ("goes home", one.leaves)) if holds]
    target = f", {one.support} {one.target}".rstrip() if one.support and not one.gone else ""
    kind = "Fighter-bomber" if one.kind == FIGHTER_BOMBER else name_words(one.kind)
    return Fact(one.id, f"{kind} of {side_words(one.side)}{target}{''.join(f', {s}' for s in state)}", "E7.2")


def _glider(card: Card, one: Glider) -> Fact:
    name = card.layout.name
    where = {
        "planned": f"arrives in turn {one.turn}, {_half(one.half)}",
        "placed": f"in the air over {name(one.target)}" if one.target is not None else "in the air",
        "down": f"down in {name(one.place)}" if one.place is not None else "down",
        "landed": f"landed in {name(one.place)}" if one.place is not None else "landed",
        "unloaded": f"unloaded in {name(one.place)}" if one.place is not None else "unloaded",
        "lost": "lost"}[one.state]
    marks = [words for words, holds in (
        ("damaged", one.damaged), ("must evade", one.must_evade), ("a wreck", one.wreck)) if holds]
    load = f": {', '.join(map(kind_words, one.load))}" if one.load else ""
    return Fact(one.id, f"{name_words(one.nation)}{load}; {', '.join([where, *marks])}", "E8.2")


def _supplying(work: Supplying) -> Fact:
    what = {"replenish": "replenishes", "dump": "unloads a dump", "transfer": "transfers to"}[work.task]
    whom = f" {fully_listed(list(work.vehicles))}" if work.vehicles else ""
    till = f" until the end of turn {work.last_turn}"
    return Fact(work.supplier, f"{what[:1].upper()}{what[1:]}{whom}{till}"
                f"{', immobilised' if work.immobilised else ''}", "E10.2")


def _barrage(card: Card, one: PlannedBarrage) -> Fact:
    name = card.layout.name
    if one.lifted:
        state = "over"
    elif one.place is not None:
        state = f"FFE:{one.ffe or '?'} at {name(one.place)}"
    else:
        beside = fully_listed([name(hex) for hex in one.beside])
        state = f"registered at {name(one.centre)}, beside it {beside}"
    creeps = f"; creeps to {name(one.last)}" if one.last is not None and one.place is None else ""
    lift = f"; ends with turn {one.lift}" if one.lift else ""
    module = f" {one.module}" if one.module else ""
    return Fact(f"{name_words(one.side)}{module}", f"{state[:1].upper()}{state[1:]}{creeps}{lift}", "E12.1")


# -- reminders ------------------------------------------------------------------------------------


def reminder_parts(card: Card, books: Books) -> tuple[BookPart, ...]:
    """What is to be remembered in this phase, and who arrives."""
    now, rest = list[Fact](), list[Fact]()
    for one in reminders_of(card):
        fact = Fact(term_words(one.id), one.text, ", ".join(one.rules))
        if books.phase in one.phases:
            now.append(fact)
        elif not one.phases:
            rest.append(fact)
    here = PHASES.get(books.phase, "Set-up" if books.phase == SET_UP else "End of the game")
    return (
        BookPart("Arrivals of this turn", _arrivals(card, books, here=True), "Nobody arrives."),
        BookPart(f"In the {here}" if books.phase in PHASES else here, tuple(now), "Nothing to remember."),
        BookPart("Always", tuple(rest), "Nothing."),
        BookPart("Still to come", _arrivals(card, books, here=False), "Nobody."))


def _arrivals(card: Card, books: Books, here: bool) -> tuple[Fact, ...]:
    found = []
    for group in card.groups:
        arrives = group.arrives
        if arrives.turn is None:
            continue
        half = arrives.half or ("first" if group.side == card.first.moves else "second")
        is_here = arrives.turn == books.turn and half == books.half
        later = (arrives.turn, half) > (books.turn, books.half or "")
        if is_here if here else later:
            found.append(Fact(f"{name_words(group.id)} of {side_words(group.side)}",
                              " ".join(group_sentences(card, group))))
    return tuple(found)


def view_words(card: Card, view: View) -> str:
    """A view as people choose it.

    >>> from visegrad_editor.desk.card_file import load_card
    >>> [view_words(load_card("wet-harvest").card, view) for view in (None, "german", "")]
    ['Referee: all', 'German side', 'Both sides']
    """
    return "Referee: all" if view is None else "Both sides" if view == BOTH else f"{name_words(view)} side"
