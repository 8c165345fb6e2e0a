"""Who wins by the card's victory conditions, and what is still needed (A26.3).

Each condition is judged by the books and by what a referee says: it holds, does not hold, or is not known,
and then says what is asked. Of points for captured units the larger ones count only when the game ends
(A26.222).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from ...lazy_dataclass import dataclass
from ...model.wording import count, listed
from ..card import Card, CasualtyPoints, Control, Eliminated, ExitPoints, Need, Present, Victory
from ..forces import Totals, group_forces, side_totals
from ..words import goals_words, name_words, need_words, side_words
from .control import ControlBook, disputed
from .places import Building, Place, PlaceSet, WholeHex, goal_places
from .points import PointsBook

Holds = bool | None
"""None: not known."""


@dataclass(frozen=True)
class Told:
    """What a referee says beside the books."""

    facts: Mapping[str, bool] = field(default_factory=dict)
    """Whether a `fact` of a condition holds, by its words."""
    eliminated: Mapping[str, bool] = field(default_factory=dict)
    """Whether nothing is left of a group."""
    all_units: bool = False
    """Whether the book of control knows all units on the boards, with what they are."""


@dataclass(frozen=True)
class Moment:
    """When conditions are looked at. `end` is the end of the game, `end-of-turn` the end of a game turn
    before it."""

    turn: int
    at: Literal["play", "end-of-turn", "end"] = "play"

    def looks_at(self, one: Victory) -> bool:
        """Whether an entry of the card is looked at now."""
        if one.when[0] == "at-once":
            return True
        if one.when[0] == "end":
            return self.at == "end"
        return self.at != "play" and str(self.turn) in one.when


@dataclass(frozen=True)
class Finding:
    """A condition judged."""

    holds: Holds
    sentence: str
    """With the numbers now."""
    still: tuple[str, ...] = ()
    """What is still needed, in clauses; () if it holds or is not known to need anything."""
    asked: tuple[str, ...] = ()
    """What must be known to judge it, in sentences."""
    reachable: Holds = None
    """Whether it can still come to hold; None if that cannot be told."""
    rule: str = ""
    parts: tuple[Finding, ...] = ()
    """Those of the conditions it joins."""


@dataclass(frozen=True)
class Judge:
    """What conditions are judged by."""

    card: Card
    control: ControlBook
    points: PointsBook
    told: Told = Told()
    moment: Moment = Moment(1)
    counts_at_end: bool = False
    """Whether captured units count as they will when the game ends, although it has not ended."""

    def finding(self, need: Need, side: str) -> Finding:
        """A condition of a side, judged."""
        if need.all:
            return _joined([self.finding(n, side) for n in need.all], all_of=True)
        if need.any:
            return _joined([self.finding(n, side) for n in need.any], all_of=False)
        if need.without is not None:
            return self._without(need, self.finding(need.without, side), side)
        if need.control is not None:
            return self._control(need.control, side)
        if need.cvp is not None:
            return self._casualties(need.cvp)
        if need.exit_vp is not None:
            return self._exits(need.exit_vp, side)
        if need.present is not None:
            return self._present(need.present)
        if need.eliminated is not None:
            return self._eliminated(need.eliminated)
        return self._fact(need.fact)

    def _without(self, need: Need, inner: Finding, side: str) -> Finding:
        holds = None if inner.holds is None else not inner.holds
        clause = need_words(self.card, need, side)
        still = () if holds is not False else (f"this: {clause}",)
        words = {True: "This holds", False: "This does not hold",
                 None: "It is not known whether this holds"}[holds]
        return Finding(holds, f"{words}: {clause}. {inner.sentence}", still, inner.asked,
                       True if holds else None, inner.rule, (inner,))

    # -- control -----------------------------------------------------------------------------------

    def _control(self, control: Control, side: str) -> Finding:
        goals = self.card.set_by_id[control.set]
        found = goal_places(goals, control.counted, self.control.site)
        held = self._held(found, side)
        if control.more_than is not None:
            return self._more_control(control, found, held, side)
        total = len(found.places)
        need = _threshold(control, total)
        thing = control.counted or _thing(found.places)
        words = goals_words(self.card, control.set)
        sentence = f"{_side(side)} controls {len(held.mine)} of {count(total, thing)} of {words}{held.names}."
        missing, possible = need - len(held.mine), len(held.mine) + len(held.unsure)
        fixed = not (control.all or control.majority)
        holds: Holds = None
        if missing <= 0 and (fixed or not found.asked):
            holds = True
        elif possible < need and (control.all or not found.asked):
            holds = False
        reachable: Holds = True if need <= total else None if found.asked else False
        if holds:
            return Finding(True, sentence, reachable=True, rule="A26.1")
        of = f" of {', '.join(held.others)}" if held.others else ""
        still = (f"control of {missing} more{of}",) if missing > 0 else ()
        if reachable is False:
            are = "is" if total == 1 else "are"
            sentence += f" There {are} only {count(total, thing)}, so {need} cannot be reached."
        elif missing > 0:
            sentence += f" It needs {missing} more{of}."
        asked = (*found.asked, *held.asked) if holds is None else ()
        return Finding(holds, sentence, still, asked, reachable, "A26.1")

    def _held(self, found: PlaceSet, side: str) -> _Held:
        mine, others, unsure, asked = list[str](), list[str](), list[str](), list[str]()
        for place in found.places:
            holding = self.control.holding(place)
            name = _short(self.control, place)
            if holding.known:
                (mine if holding.side == side else others).append(name)
            else:
                unsure.append(name)
                others.append(name)
                asked.append(f"Who controls {self.control.site.words(place)} is not known; say it.")
        return _Held(tuple(mine), tuple(others), tuple(unsure), tuple(asked))

    def _more_control(self, control: Control, found: PlaceSet, held: _Held, side: str) -> Finding:
        assert control.more_than is not None
        theirs = self._held(found, control.more_than)
        thing = control.counted or _thing(found.places)
        words = goals_words(self.card, control.set)
        sentence = (f"{_side(side)} controls {count(len(held.mine), thing)} of {words}{held.names}, and "
                    f"{side_words(control.more_than)} {len(theirs.mine)}.")
        ahead, unsure = len(held.mine) - len(theirs.mine), len(held.unsure)
        holds: Holds = None
        if not found.asked and (ahead > unsure or ahead + unsure <= 0):
            holds = ahead > 0
        reachable: Holds = True if found.places else None if found.asked else False
        still = () if holds else (f"control of more of {words} than {side_words(control.more_than)}",)
        asked = (*found.asked, *held.asked) if holds is None else ()
        return Finding(holds, sentence, still, asked, reachable, "A26.1")

    # -- points ------------------------------------------------------------------------------------

    def _at_end(self) -> bool:
        return self.counts_at_end or self.moment.at == "end"

    def _casualties(self, need: CasualtyPoints) -> Finding:
        mine = self.points.casualty_points(need.of, self._at_end())
        who, what = _side(need.of), "casualty victory point"
        rival = need.more_than if need.more_than is not None else self.card.other(need.of)
        if need.least is not None:
            sentence = f"{who} has {mine} of {count(need.least, what)}."
            target = need.least
        else:
            theirs = self.points.casualty_points(rival, self._at_end())
            target = theirs + (need.margin or 1)
            sentence = f"{who} has {count(mine, what)}, and {side_words(rival)} {theirs}."
        return _counted(mine, target, sentence, what, "A26.22", reachable=None)

    def _exits(self, need: ExitPoints, side: str) -> Finding:
        by, turns = need.by or side, _turns(need.turns)
        mine = self.points.exit_points(by, need.area, turns, self._at_end())
        window = "" if turns is None else (
            f" on turn {turns[0]}" if len(turns) == 1 else f" on turns {turns[0]} to {turns[-1]}")
        sentence = (f"{_side(by)} has {mine} of {count(need.least, 'victory point')} for units that left by "
                    f"{goals_words(self.card, need.area)}{window}.")
        over = turns is not None and (
            self.moment.turn > turns[-1] or (self.moment.turn == turns[-1] and self.moment.at != "play"))
        # A prisoner that left may count twice when the game ends.
        most = self.points.exit_points(by, need.area, turns, at_end=True)
        gone = over and most < need.least
        return _counted(mine, need.least, sentence, "victory point", "A26.23", False if gone else None,
                        never=" These turns are over, so it cannot be reached." if gone else "")

    # -- units and facts ---------------------------------------------------------------------------

    def _present(self, need: Present) -> Finding:
        goals = self.card.set_by_id[need.set]
        site = self.control.site
        whole = goal_places(goals, "", site)
        inside = [
            unit for unit in self.control.units.values() if unit.side == need.side and not unit.captive
            and unit.size not in ("dummy", "gun", "weapon") and any(
                spot in whole.places for spot in (
                    unit.at, WholeHex(unit.at.hex), Building(site.building_at(unit.at))))]
        fit = sorted(u.id for u in inside if not need.good_order or (u.good_order and not u.broken))
        order = " in Good Order" if need.good_order else ""
        sentence = (f"{_side(need.side)} has {count(len(fit), 'unit')}{order} in "
                    f"{goals_words(self.card, need.set)}{f': {listed(fit)}' if fit else ''}.")
        if len(fit) >= need.least:
            return Finding(True, sentence, reachable=True)
        missing = f"{count(need.least - len(fit), 'more unit')}{order} there"
        asked = [*whole.asked, *(f"The hexes of {site.words(p)} are not known." for p in whole.places
                                 if isinstance(p, Building) and p.id not in site.buildings)]
        if not self.told.all_units:
            asked.append(f"Whether {side_words(need.side)} has {missing} that the book does not know must be "
                         "known.")
        return Finding(None if asked else False, f"{sentence} It needs {missing}.", (missing,), tuple(asked))

    def _eliminated(self, need: Eliminated) -> Finding:
        group = name_words(need.group)
        told = self.told.eliminated.get(need.group)
        if told is None:
            return Finding(None, f"It is not known whether anything is left of the group {group}.", (), (
                f"Whether anything is left of the group {group} must be known.",))
        if told:
            return Finding(True, f"Nothing is left of the group {group}.", reachable=True)
        return Finding(False, f"Something is left of the group {group}.",
                       (f"elimination of the group {group}",))

    def _fact(self, fact: str) -> Finding:
        words = fact.rstrip(".")
        told = self.told.facts.get(fact)
        if told is None:
            return Finding(None, f"It is not known whether this holds: {words}.", (), (
                f"Whether this holds must be known: {words}.",))
        if told:
            return Finding(True, f"This holds: {words}.")
        return Finding(False, f"This does not hold: {words}.", (f"this: {words}",))


@dataclass(frozen=True)
class _Held:
    mine: tuple[str, ...]
    others: tuple[str, ...]
    """The names of those that are not the side's, or not for certain."""
    unsure: tuple[str, ...]
    asked: tuple[str, ...]

    @property
    def names(self) -> str:
        return f": {', '.join(self.mine)}" if self.mine else ""


def _side(side: str) -> str:
    words = side_words(side)
    return words[:1].upper() + words[1:]


def _short(control: ControlBook, place: Place) -> str:
    if isinstance(place, Building):
        return f"the {name_words(place.id).lower()}"
    name = control.site.name(place)
    return name.partition(" ")[2] or name


def _thing(places: Sequence[Place]) -> str:
    kinds = {type(place) for place in places}
    return "hex" if kinds == {WholeHex} else "part"


def _threshold(control: Control, total: int) -> int:
    if control.all:
        return max(1, total)
    return total // 2 + 1 if control.majority else control.least or 1


def _turns(text: str) -> range | None:
    if not text:
        return None
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _counted(have: int, target: int, sentence: str, what: str, rule: str, reachable: Holds,
             never: str = "") -> Finding:
    """A condition that needs so many points."""
    if have >= target:
        return Finding(True, sentence, reachable=True, rule=rule)
    more = count(target - have, f"more {what}")
    return Finding(False, f"{sentence}{never or f' It needs {more}.'}", (more,), (), reachable, rule)


def _joined(parts: Sequence[Finding], all_of: bool) -> Finding:
    values = [p.holds for p in parts]
    decided = not all_of
    holds: Holds = decided if decided in values else None if None in values else not decided
    reach = [True if p.holds else p.reachable for p in parts]
    if all_of:
        # Each may be reachable alone and yet not all together.
        reachable = False if False in reach else True if holds else None
        still = tuple(s for p in parts if not p.holds for s in p.still)
    else:
        reachable = True if True in reach else False if set(reach) == {False} else None
        each = [" and ".join(p.still) for p in parts if p.still and p.reachable is not False]
        still = (" or ".join(each),) if each and not holds else ()
    asked = () if holds is not None else tuple(dict.fromkeys(a for p in parts for a in p.asked))
    return Finding(holds, " ".join(p.sentence for p in parts), () if holds else still, asked, reachable,
                   parts=tuple(parts))


# -- who wins ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """An entry of the card, or one written for a side that has none (A26.3), judged."""

    side: str
    holds: Holds
    finding: Finding


@dataclass(frozen=True)
class Verdict:
    """Who wins now, if anybody."""

    winner: str = ""
    """"" if nobody has won, or it is a draw."""
    draw: bool = False
    open: bool = True
    """Whether the game goes on, or something is asked."""
    sentence: str = ""
    asked: tuple[str, ...] = ()
    tied: bool = False
    """Whether the card leaves it to the players who wins, because both sides or neither would."""
    entries: tuple[Judged, ...] = ()
    """What was looked at."""


def verdict(judge: Judge) -> Verdict:
    """Who wins by the entries of the card that are looked at now. A side without one wins if the other has
    not won when the game ends (A26.3)."""
    looked = [one for one in judge.card.victory if judge.moment.looks_at(one) and one.avoid is None]
    judged = [_judged(judge, one) for one in looked]
    sides = list(judge.card.side_by_id)
    wins = {side: _any(j.holds for j in judged if j.side == side) for side in sides}
    if judge.moment.at == "end":
        stated = dict(wins)
        for side in _avoiding(judge.card):
            other = stated[judge.card.other(side)]
            judged.append(_avoided(judge.card, side, other))
            wins[side] = _any((stated[side], judged[-1].holds))
    entries, won = tuple(judged), [side for side in sides if wins[side]]
    if None in wins.values():
        asked = tuple(dict.fromkeys(a for j in judged if j.holds is None for a in j.finding.asked))
        return Verdict(sentence="Whether somebody has won is not known.", asked=asked, entries=entries)
    if len(won) == 1:
        return Verdict(won[0], open=False, sentence=f"{_side(won[0])} wins.", entries=entries)
    if not won and judge.moment.at != "end":
        return Verdict(sentence="Nobody has won; the game goes on.", entries=entries)
    return _tied(judge.card, bool(won), entries)


def _tied(card: Card, both: bool, entries: tuple[Judged, ...]) -> Verdict:
    begin = "Both sides would win" if both else "Neither side would win"
    if card.ties == "draw":
        return Verdict(draw=True, open=False, sentence=f"{begin}: the game is a draw.", entries=entries)
    if card.ties in card.side_by_id:
        return Verdict(card.ties, open=False, sentence=f"{begin}: {side_words(card.ties)} wins by the card.",
                       entries=entries)
    ask = f"{begin}. The card leaves it to the players: agree who wins, or on a draw."
    return Verdict(sentence=ask, asked=(ask,), tied=True, entries=entries)


def _avoiding(card: Card) -> list[str]:
    """The sides that win by preventing: those with such an entry, and those without any (A26.3)."""
    told = {one.side for one in card.victory}
    return [side for side in card.side_by_id
            if side not in told or any(v.side == side and v.avoid is not None for v in card.victory)]


def _judged(judge: Judge, one: Victory) -> Judged:
    if one.need is None:
        missing = f"The entry of {side_words(one.side)} has no condition; give it `need`."
        return Judged(one.side, None, Finding(None, missing, asked=(missing,)))
    # What decides at once is judged by the points in play, also when the game ends (A26.222).
    moment = replace(judge.moment, at="play") if one.when[0] == "at-once" else judge.moment
    finding = replace(judge, moment=moment, counts_at_end=False).finding(one.need, one.side)
    return Judged(one.side, finding.holds, finding)


def _avoided(card: Card, side: str, other: Holds) -> Judged:
    rival = side_words(card.other(side))
    holds = None if other is None else not other
    words = {True: "has not won", False: "has won", None: "may have won"}[holds]
    return Judged(side, holds, Finding(holds, f"{_side(side)} wins if {rival} does not: {rival} {words}.",
                                       rule="A26.3"))


def _any(values: Iterable[Holds]) -> Holds:
    found = list(values)
    return True if True in found else None if None in found else False


def still_needed(judge: Judge) -> dict[str, tuple[str, ...]]:
    """For each side what it still needs, a sentence for each of its entries, whenever that is looked at; a
    side that wins by preventing needs that (A26.3)."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(judge.card.side_by_id, ())
    for one in judge.card.victory:
        if one.need is not None:
            finding = replace(judge, counts_at_end=one.when[0] == "end").finding(one.need, one.side)
            found[one.side] = (*found[one.side], _needed(finding, one.side))
    for side in _avoiding(judge.card):
        rival = side_words(judge.card.other(side))
        found[side] = (*found[side], f"{_side(side)} needs that {rival} does not win.")
    return found


def _needed(finding: Finding, side: str) -> str:
    who = _side(side)
    if finding.holds:
        return f"{who} needs nothing more: {finding.sentence}"
    if finding.reachable is False:
        return f"{who} cannot reach it any more: {finding.sentence}"
    if finding.still:
        asked = f" {' '.join(finding.asked)}" if finding.asked else ""
        return f"{who} still needs {' and '.join(finding.still)}.{asked}"
    return (f"It is not known what {side_words(side)} still needs. "
            f"{' '.join(finding.asked) or finding.sentence}")


# -- the start ---------------------------------------------------------------------------------------


def unreachable_points(card: Card) -> tuple[tuple[Victory, str], ...]:
    """The entries of a card with a threshold of points that its forces cannot reach, each with a sentence.
    What is captured counts twice (A26.222), four times if it is Chinese, so that the points for losses are
    at most that multiple of the enemy's value. Where the value of a force is not known, nothing is said."""
    totals = {side: side_totals(card, side) for side in card.side_by_id}
    found: list[tuple[Victory, str]] = []
    for one in card.victory:
        for need in _joined_needs(one.need):
            if need.cvp is not None and need.cvp.least is not None and need.cvp.of in totals:
                by, least = need.cvp.of, need.cvp.least
                most, how = _most_captured(card, totals, by), "if it captures all of the enemy"
            elif need.exit_vp is not None and (need.exit_vp.by or one.side) in totals:
                by, least = need.exit_vp.by or one.side, need.exit_vp.least
                taken = _most_captured(card, totals, by)
                most = totals[by].points + taken if totals[by].known and taken is not None else None
                how = "if all of it leaves with all of the enemy as captives"
            else:
                continue
            if most is not None and least > most:
                found.append((one, (
                    f"{_side(by)} needs {count(least, 'victory point')} and can have at most {most}, {how} "
                    "(A26.21).")))
    return tuple(found)


def _most_captured(card: Card, totals: Mapping[str, Totals], side: str) -> int | None:
    """What all of a side's enemy is worth captured, at the end; None if that is not known."""
    enemy = card.other(side)
    kinds = [f.kind for g in card.groups if g.side == enemy for f in group_forces(g)]
    times = 4 if any(kind.startswith(("chinese/", "chinese:")) for kind in kinds) else 2
    return times * totals[enemy].points if totals[enemy].known else None


def _joined_needs(need: Need | None) -> Iterable[Need]:
    """A condition and all that it joins, but for what must not come about."""
    if need is not None:
        yield need
        for inner in (*need.all, *need.any):
            yield from _joined_needs(inner)


def met_at_start(judge: Judge) -> tuple[Judged, ...]:
    """The entries of the card whose condition holds by the books before anybody moves."""
    start = replace(judge, moment=Moment(1))
    judged = [_judged(start, one) for one in judge.card.victory if one.need is not None]
    return tuple(j for j in judged if j.holds)


def start_sentences(card: Card, control: ControlBook) -> tuple[str, ...]:
    """What can be told of victory before anybody moves: control and disputed hexes (A26.11), what each
    side has and is worth, conditions that hold already, and those that cannot be reached."""
    found = []
    for side in card.side_by_id:
        hexes = sum(holding.side == side for holding in control.start.values())
        found.append(f"{_side(side)} controls {count(hexes, 'hex')} at the start (A26.11).")
        totals = side_totals(card, side)
        least = "" if totals.known else "at least "
        found.append(f"{_side(side)} has {least}{totals.squad_equivalents:g} "
                     f"squad-equivalent{'' if totals.squad_equivalents == 1 else 's'} and is worth "
                     f"{least}{count(totals.points, 'victory point')} (A26.21).")
        found += totals.asked + totals.assumed
    both = disputed(control)
    if both:
        found.append(f"Nobody controls {listed(both)} at the start: both sides may set up there (A26.11).")
    judge = Judge(card, control, PointsBook(control.sides))
    found += [f"A condition holds already at the start: {j.finding.sentence}" for j in met_at_start(judge)]
    return (*found, *(sentence for _, sentence in unreachable_points(card)))
