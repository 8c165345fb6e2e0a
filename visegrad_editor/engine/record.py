"""Game files: a scenario, dice and orders, from which a game can be replayed.

    format: 1
    kind: game
    order_count: 2              # then the last line is `complete: true`; both may be left out
    scenario: historical        # a bundled name, or a path from the folder of this file
    fingerprint: 1a2b-3c4d-5e6f # of the design it was played with; may be left out
    package: fogland 1.0        # with the rules of the game, if it is installed
    seed: 7                     # or the rolls of real dice: `dice: 4 2 6 1`
    options: {ukraine: stay}    # where they differ from those of the scenario; may be left out
    players: {russian: planner, allied: planner}
    orders: |
      # Turn 1, Russian movement
      move 4th Armored 1104-1205-1306
      pass
    outcome: {winner: allied, rule: "4.0", reason: ...}
    marks:                      # of dice and orders up to the end of each turn; may be left out
      - {turn: 0, orders: 0, mark: 1a2b-3c4d-5e6f}
      - {turn: 1, orders: 2, mark: 7a8b-9c0d-1e2f}
    complete: true

Lines that begin with # are comments, and so is the text after two spaces and # in a line.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any, Required, TypedDict

from ..errors import VisegradError
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.fields import Field
from ..model.files.atomic import backup_of, keep_sources, real_path, save
from ..model.files.bytes import ReadError, beginning, may_exist, read_text
from ..model.files.catalogue import bundled_names, bundled_path
from ..model.files.head import kind_of
from ..model.files.load import load
from ..model.files.map_file import files_in_use
from ..model.files.references import is_path
from ..model.files.schema import DocumentKind, check_schema, schema_line
from ..model.files.yaml_emit import scalar
from ..model.files.yaml_reader import Reading, read_yaml
from ..model.fingerprint import play_mark
from ..model.problems import Problem
from ..model.start import phase_name
from ..model.wording import count, did_you_mean, quoted
from ..systems import package_of
from .dice import DEFAULT_SEED, MOST_SIDES, DiceExhaustedError, greatest_die, no_roll
from .events import Outcome
from .game import Game
from .orders import IllegalOrderError, cut
from .usual_victory import without_usual_victory

_ROLL = re.compile("[1-9][0-9]?|100")
_KIND = re.compile(r"^kind:\s*['\"]?game\b", re.MULTILINE)
MOST_ORDERS = 200_000
"""The most orders of a game file; the longest games have some thousands."""
_HEAD = 4000
"""The number of bytes at the start of a file in which `kind` must appear."""


class RecordError(VisegradError):
    """A game file that cannot be read or replayed; `problems` say why and in which line. `game` is the game
    as far as it could be replayed, None if it could not be started."""

    def __init__(self, *problems: Problem, game: Game | None = None) -> None:
        super().__init__("\n".join(str(p) for p in problems))
        self.problems, self.game = problems, game


class _OutcomeForm(TypedDict):
    winner: Annotated[str, Field("Winner")]
    rule: Annotated[str, Field("Rule")]
    reason: Annotated[str, Field("Reason")]


class _MarkForm(TypedDict, total=False):
    turn: Required[Annotated[int, Field("Turn", "The turn, 0 for the set-up.", minimum=0)]]
    orders: Required[Annotated[int, Field("Orders", "How many orders there are up to its end.", minimum=0)]]
    rolls: Annotated[int, Field(
        "Rolls", "How many of the given `dice` are rolled up to its end; left out with a seed.", minimum=0)]
    mark: Required[Annotated[str, Field(
        "Mark", "Twelve hexadecimal digits that depend on the dice and all these orders.")]]


class RecordForm(TypedDict, total=False):
    """A game file."""

    order_count: Annotated[int, Field(
        "Number of orders", "How many orders there are, as the program writes it: with it, a file that does "
        "not end with `complete` is only the beginning of one. May be left out.", minimum=0)]
    scenario: Annotated[str, Field(
        "Scenario", "A bundled scenario's name, or a path from the folder of this file.", shortest=1)]
    card: Annotated[str, Field(
        "Card", "In place of the scenario, if the game is the log of a squad-level card: a bundled card's "
        "name, or a path from the folder of this file.", shortest=1)]
    fingerprint: Annotated[str, Field("Fingerprint", "Mark of the design the game was played with.")]
    package: Annotated[str, Field(
        "Package", "The installed package with the rules of the game, and its version; left out for a game "
        "of the program.")]
    seed: Annotated[int, Field("Seed", "Seed of the dice; left out where rolls are given.")]
    dice: Annotated[str | int | list[int], Field(
        "Dice", "The rolls of real dice, in order, as text or as a list.")]
    options: Annotated[dict[str, str], Field(
        "Options", "Option to choice, where the game was played with others than those of its scenario.",
        values=str)]
    players: Annotated[dict[str, str], Field("Players", "Side to who played it.", values=str)]
    orders: Annotated[str | list[str], Field(
        "Orders", "One order a line; lines that begin with # are remarks. Or a list of orders.")]
    outcome: Annotated[_OutcomeForm, Field(
        "Outcome", "How the game ended, checked when it is played again.")]
    marks: Annotated[list[_MarkForm], Field(
        "Marks", "Marks of the dice and the orders up to the end of each turn, as the program writes them: "
        "by them a turn is found that was changed by hand. May be left out.", most=1000)]
    complete: Annotated[bool, Field(
        "Complete", "True in the last line of a file with `order_count`, and in no other place.")]


GAME = DocumentKind(
    "game", RecordForm, "Game",
    "A game: which scenario, which dice, which orders. Playing the orders again gives the same game.")


@dataclass(frozen=True)
class RecordedOrder:
    """An order as text. `heading` starts a new phase in the file; its further lines are remarks. `line` is
    the line of the order, 0 if it was not read from a file."""

    text: str
    heading: str = ""
    line: int = 0


@dataclass(frozen=True)
class TurnMark:
    """A mark of the dice and the first `orders` orders of a game, up to the end of a turn (0 is the set-up).
    Each mark depends on all orders before it, so the first mark that does not match names the turn that was
    changed. The first mark of a game covers no orders, only the dice rolled before them.

    `rolls` is how many given rolls the mark covers, those made up to the end of the turn. It is None where
    each mark depends on the seed, or, in files of early versions, on the whole list of dice.
    """

    turn: int
    orders: int
    mark: str
    rolls: int | None = None


@dataclass(frozen=True)
class GameRecord:
    """The content of a game file. `dice` are given rolls, which replace the seed; `options` are (option,
    choice) pairs in place of those of the scenario."""

    scenario: str
    orders: tuple[RecordedOrder, ...] = ()
    seed: int = 0
    dice: tuple[int, ...] | None = None
    players: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None
    fingerprint: str = ""
    marks: tuple[TurnMark, ...] = ()
    """The marks that the program wrote; () in a file written by hand or by an early version."""
    options: tuple[tuple[str, str], ...] = ()
    package: str = ""
    """The installed package with the rules and its version, as `fogland 1.0`; "" for a game of the program,
    or if the file does not say."""
    file: str = ""
    folder: Path | None = field(default=None, compare=False)
    scenario_line: int = field(default=0, compare=False)
    """The line of the file that names the scenario, 0 if it was not read from a file."""
    dice_line: int = field(default=0, compare=False)
    """The line of the file that gives the seed or the rolls, 0 if it was not read from a file."""
    outcome_line: int = field(default=0, compare=False)
    """The line of the file at which the outcome begins, 0 if it was not read from a file or has none."""
    package_line: int = field(default=0, compare=False)
    """The line of the file that names the package, 0 if it was not read from a file or has none."""
    is_of_card: bool = False
    """Whether `scenario` names a squad-level card and the orders are those of its log."""
    order_count: int | None = field(default=None, compare=False)
    """How many orders the file says it has; None if it was not read from a file or does not say."""

    @property
    def scenario_source(self) -> str | Path:
        """The source of the scenario or card: a bundled name, or a path if the record names a file."""
        if is_path(self.scenario) or self.scenario.lower().endswith((".yaml", ".yml")):
            return (self.folder or Path()) / self.scenario
        return self.scenario

    @property
    def kind_of_source(self) -> str:
        """The kind of document that the orders belong to: `card` or `scenario`."""
        return "card" if self.is_of_card else "scenario"


# -- from a game, to a game ------------------------------------------------------------------------


_marked: tuple[Design, str] | None = None


def mark_of(design: Design) -> str:
    """The fingerprint of a design, equal for designs that play alike; see `model.fingerprint.play_mark`. A
    ruleset that says of victory what its game takes for granted counts as one that says nothing of it."""
    global _marked
    kept = _marked  # read only once: games may be played in several threads
    if kept is None or kept[0] is not design:
        kept = _marked = (design, play_mark(without_usual_victory(design)))
    return kept[1]


def record_of(
    game: Game, scenario: str = "", players: tuple[tuple[str, str], ...] = (),
    remarks: Mapping[tuple[int, str], str] | None = None, options: tuple[tuple[str, str], ...] = (),
) -> GameRecord:
    """The record of a game so far; `scenario` is the name of its scenario in the file, `options` what was
    chosen for the game in place of the scenario's choices.

    `remarks` maps turn and phase id to a comment under that heading, such as a player's plan.
    """
    orders, last = [], ("", 0)
    for mark in game.order_marks:
        heading = ""
        if (mark.phase, mark.turn) != last:
            last = (mark.phase, mark.turn)
            name = phase_name(game.design.ruleset, mark.phase)
            heading = f"Turn {mark.turn}, {name}" if mark.turn else name
            remark = remarks.get((mark.turn, mark.phase)) if remarks else None
            if remark:
                heading += "\n" + " ".join(remark.split())
        orders.append(RecordedOrder(game.text(mark.order), heading))
    named = game.design.scenario.name if game.design.scenario else ""
    return GameRecord(
        scenario or named, tuple(orders), game.dice.seed, game.dice.given, players, game.outcome,
        mark_of(game.design), _marks(game, [o.text for o in orders]), options, package_of(game.system.id))


def _marks(game: Game, orders: Sequence[str]) -> tuple[TurnMark, ...]:
    """The marks of a game so far, with its orders as text."""
    given, made = game.dice.given, game.order_marks
    turns = [mark.turn for mark in made]
    ends = [i for i in range(1, len(turns) + 1) if i == len(turns) or turns[i] != turns[i - 1]]
    marks = [TurnMark(0, 0, ""), *(TurnMark(turns[i - 1], i, "") for i in ends)]
    if given is not None:
        # Every roll is in an event, so the events before an order tell how many rolls came before it.
        rolled = [0, *accumulate(len(event.dice) for event in game.events)]
        before = [*(rolled[mark.events] for mark in made), game.dice.count]
        marks = [replace(mark, rolls=before[mark.orders]) for mark in marks]
        if len(given) > game.dice.count:
            marks.append(replace(marks[-1], rolls=len(given)))
    return tuple(replace(mark, mark=text) for mark, text in zip(
        marks, _mark_texts(marks, game.dice.seed, given, orders), strict=True))


def _mark_texts(
    marks: Sequence[TurnMark], seed: int, dice: Sequence[int] | None, orders: Sequence[str],
) -> Iterator[str]:
    """What the mark at the place of each of these should be, "" for one that covers orders or rolls that
    there are not."""
    if not marks or marks[0].rolls is None:
        chain = list(_chain(seed, dice, orders))
        for mark in marks:
            yield chain[mark.orders] if mark.rolls is None and mark.orders < len(chain) else ""
        return
    link, good, rolled = "dice", 0, 0
    for mark in marks:
        rolls = mark.rolls
        if dice is None or rolls is None or not (
                good <= mark.orders <= len(orders) and rolled <= rolls <= len(dice)):
            yield ""
            continue
        part = [link, *orders[good:mark.orders], "dice " + " ".join(map(str, dice[rolled:rolls]))]
        link = hashlib.sha256("\n".join(part).encode()).hexdigest()
        yield _digits(link)
        good, rolled = mark.orders, rolls


def _chain(seed: int, dice: Sequence[int] | None, orders: Iterable[str]) -> Iterator[str]:
    """The mark before the first order, then the one after each."""
    start = f"seed {seed}" if dice is None else f"dice {' '.join(map(str, dice))}"
    link = hashlib.sha256(start.encode()).hexdigest()
    yield _digits(link)
    for order in orders:
        link = hashlib.sha256(f"{link}\n{order}".encode()).hexdigest()
        yield _digits(link)


def _digits(link: str) -> str:
    """The twelve hexadecimal digits of a mark."""
    return f"{link[:4]}-{link[4:8]}-{link[8:12]}"


def changed_by_hand(record: GameRecord) -> Problem | None:
    """A warning that names the first turn of a game file that was changed since the program wrote it; None
    if its marks match or it has none.

    Marks reveal slips and forgotten changes, not forgery: they can be written by hand as well as orders.
    """
    if not record.marks:
        return _other_count(record)
    orders = [order.text for order in record.orders]
    texts = _mark_texts(record.marks, record.seed, record.dice, orders)
    good = rolled = 0
    for i, (mark, text) in enumerate(zip(record.marks, texts, strict=True)):
        if mark.orders < good or text != mark.mark:
            return _changed_part(record, mark, good, rolled, first=i == 0)
        good, rolled = mark.orders, mark.rolls or 0
    if record.marks and good < len(orders):
        return _changed(record, good, (
            "Orders were added by hand at the end of what the program wrote of this game. They begin with "
            f"order {good + 1}"))
    if record.marks and record.marks[0].rolls is not None and rolled < len(record.dice or ()):
        return Problem("warning", "changed-by-hand", (
            "Dice were added by hand at the end of the list that the program wrote of this game. They begin "
            f"with roll {rolled + 1}."), record.file, record.dice_line)
    return None


def _other_count(record: GameRecord) -> Problem | None:
    """The warning that a file without marks has more or fewer orders than it says."""
    have, told = len(record.orders), record.order_count
    if told is None or have == told:
        return None
    return Problem("warning", "changed-by-hand", (
        f"The game has {count(have, 'order')}, and `order_count` says {told}: orders were "
        f"{'added' if have > told else 'removed'} by hand since the program wrote it."), record.file,
        record.orders[-1].line if record.orders else 0)


def _changed_part(record: GameRecord, mark: TurnMark, good: int, rolled: int, first: bool) -> Problem:
    """The warning about the first mark that does not match; the orders and rolls before `good` and `rolled`
    are as the program wrote them."""
    if mark.orders == 0 and (first or mark.rolls is None):
        what, why = ("seed", "The dice of all turns depend on it.") if record.dice is None else (
            "list of dice", "Its marks do not tell in which turn.")
        return Problem("warning", "changed-by-hand", (
            f"The {what} of this game was changed by hand since the program wrote it, or a mark was. {why}"),
            record.file, record.dice_line)
    if not first and mark.orders == good and mark.rolls is not None:
        return Problem("warning", "changed-by-hand", (
            "The dice of this game that its orders do not use yet were changed by hand since the program "
            f"wrote it. They begin with roll {rolled + 1}."), record.file, record.dice_line)
    what = f"Turn {mark.turn}" if mark.turn else "The set-up"
    rolls = f", and with roll {rolled + 1} of its dice" if (mark.rolls or 0) > rolled else ""
    return _changed(record, good, (
        f"{what} is the first part of this game that was changed by hand since the program wrote it. "
        f"It begins with order {good + 1}"), rolls)


def _changed(record: GameRecord, first: int, message: str, also: str = "") -> Problem:
    """The warning about a change in or after the order with index `first`; `also` ends its sentence."""
    order = record.orders[first] if first < len(record.orders) else None
    text = f", `{cut(order.text)}`" if order is not None else ", which is no longer there"
    line = order.line if order is not None else record.orders[-1].line if record.orders else 0
    return Problem("warning", "changed-by-hand", f"{message}{text}{also}.", record.file, line)


def other_package(design: Design, record: GameRecord) -> Problem | None:
    """A warning if the rules of a game are now those of another package or of another version than it was
    played with; None if they are not, or if the game file does not say."""
    now = package_of(design.ruleset.system)
    if not record.package or now == record.package:
        return None
    return Problem("warning", "other-package", (
        f"This game was played by the rules of the package {record.package}; now they are those of "
        f"{now or 'the program'}. The same orders may lead to something else."),
        record.file, record.package_line)


def other_design(design: Design, record: GameRecord) -> Problem | None:
    """A warning if a design is not the one that a game was played with; None if it is, or if the game file
    does not say.

    It names the first order that is no longer possible, with its turn, found by playing the game again.
    """
    return _other_design(design, record) if _is_other(design, record) else None


def _is_other(design: Design, record: GameRecord) -> bool:
    return bool(record.fingerprint) and record.fingerprint != mark_of(design)


def _other_design(design: Design, record: GameRecord) -> Problem:
    scenario = design.scenario
    base = f" its base {scenario.extends}," if scenario is not None and scenario.extends else ""
    message = (f'The scenario "{record.scenario}",{base} its map or its ruleset has changed since this game '
               "was played.")
    try:
        game = replay(design, record, any_design=True)
    except RecordError as error:
        first = error.problems[0]
        if error.game is None:
            return Problem("warning", "other-design", f"{message} The game can no longer begin: "
                           f"{first.message}", record.file, record.scenario_line)
        at = f"turn {error.game.turn}" if error.game.turn else "the set-up"
        return Problem("warning", "other-design", f"{message} The first order that is no longer possible is "
                       f"in {at}: {first.message[:1].lower()}{first.message[1:]}", record.file, first.line,
                       rule=first.rule)
    orders = len(record.orders)
    possible = ("It has no orders" if not orders else "Its only order is still possible" if orders == 1 else
                f"All its {orders} orders are still possible")
    same = record.outcome is None or _is_same(record.outcome, game.outcome)
    ends = "" if same else ", but the game ends in another way"
    return Problem("warning", "other-design", f"{message} {possible}{ends}.", record.file,
                   record.scenario_line)


def replay(
    design: Design, record: GameRecord, to: int | None = None, any_design: bool = False,
    progress: Callable[[float, str], bool] | None = None,
) -> Game:
    """Replay a record up to the first `to` orders or to its end.

    Raises `RecordError` if the design is not the one recorded, if an order is illegal (with line, order and
    rule), or if the outcome differs from the one recorded. With `any_design` neither the design nor the
    outcome of another one is compared.
    """
    other = _is_other(design, record)
    if other and not any_design:
        raise RecordError(replace(_other_design(design, record), severity="error"))
    _check_dice(design, record)
    try:
        game = Game.from_scenario(design, record.seed, record.dice)
    except (ValueError, DiceExhaustedError) as error:
        raise RecordError(Problem("error", "no-game", str(error), record.file)) from None
    orders = record.orders if to is None else record.orders[:to]
    for i, order in enumerate(orders):
        try:
            game.apply(order.text)
        except IllegalOrderError as refusal:
            raise RecordError(Problem(
                "error", "illegal-order", f"Order {i + 1}, `{cut(order.text)}`: {refusal.reason}",
                record.file, order.line, rule=refusal.cited), game=game) from None
        except DiceExhaustedError as error:
            raise RecordError(Problem(
                "error", "dice", f"Order {i + 1}, `{cut(order.text)}`: "
                f"{error}", record.file, order.line), game=game) from None
        if progress is not None and not progress((i + 1) / len(orders), f"Order {i + 1} of {len(orders)}"):
            break
    else:
        written = record.outcome
        if to is None and not other and written is not None and not _is_same(written, game.outcome):
            raise RecordError(Problem(
                "error", "other-outcome", _other_outcome(design, written, game.outcome), record.file,
                record.outcome_line), game=game)
    return game


_ONE_OF = re.compile(r"\b(1 (?:[a-z]+ )?(?:hex|unit|step|point|place))(?:es|s)\b")
"""One thing in the plural."""


def _is_same(written: Outcome, played: Outcome | None) -> bool:
    """Whether a written outcome is that of a game. Earlier programs wrote `wins` of sides with a plural name,
    too, and `1 hexes`, and left the level of a victory out at the end, and why a condition is met."""
    if played is None or (written.winner, written.rule) != (played.winner, played.rule):
        return False
    told, now = (_ONE_OF.sub(r"\1", reason.replace(" wins", " win")) for reason in (
        written.reason, played.reason))
    bare = told.removesuffix(".")
    return now in (told, f"{bare}.") or now.startswith((f"{bare}: ", f"{bare}. "))


def _other_outcome(design: Design, written: Outcome, played: Outcome | None) -> str:
    """The message that the outcome written in a game file is not that of the game, with what differs."""
    if played is None:
        differ = f"Winner in the file: {_winner(design, written)}; played again, the game goes on."
    else:
        pairs = (("Winner", _winner(design, written), _winner(design, played)),
                 ("Rule", written.rule, played.rule), ("Reason", written.reason, played.reason))
        differ = " ".join(f"{what} in the file: {there or 'none'}; played again: {now or 'none'}"
                          + ("" if now.endswith(".") else ".") for what, there, now in pairs if there != now)
    return f"The outcome in the game file is not that of its orders. {differ}"


def _winner(design: Design, outcome: Outcome) -> str:
    side = next((s for s in design.ruleset.sides if s.id == outcome.winner), None)
    return f"{side.name} ({side.id})" if side is not None else outcome.winner


# -- files -----------------------------------------------------------------------------------------


def record_text(record: GameRecord) -> str:
    """The text of a game file."""
    # The number of orders comes first, so that a file of which only the beginning is there has it.
    lines = [schema_line("game").rstrip(), "format: 1", "kind: game", f"order_count: {len(record.orders)}",
             f"{record.kind_of_source}: {scalar(record.scenario)}"]
    if record.fingerprint:
        lines.append(f"fingerprint: {scalar(record.fingerprint)}")
    if record.package:
        lines.append(f"package: {scalar(record.package)}")
    if record.dice is None:
        lines.append(f"seed: {record.seed}")
    else:
        rolls = [" ".join(map(str, record.dice[i:i + 40])) for i in range(0, len(record.dice), 40)]
        lines += ["dice: >-", *(f"  {r}" for r in rolls)] if len(rolls) > 1 else [
            f'dice: "{rolls[0] if rolls else ""}"']
    for key, pairs in (("options", record.options), ("players", record.players)):
        if pairs:
            listed = ", ".join(f"{s}: {scalar(p, tight=True)}" for s, p in pairs)
            lines.append(f"{key}: {{{listed}}}")
    if record.orders:
        lines.append("orders: |")
        for order in record.orders:
            lines += [f"  # {line}" for line in order.heading.splitlines()]
            lines.append(f"  {order.text}")
    else:
        lines.append('orders: ""')
    if record.outcome is not None:
        o = record.outcome
        lines += ["outcome:", f"  winner: {scalar(o.winner)}", f"  rule: {scalar(o.rule)}",
                  f"  reason: {scalar(o.reason)}"]
    if record.marks:
        lines += ["marks:", *(
            f"  - {{turn: {m.turn}, orders: {m.orders}, "
            f"{'' if m.rolls is None else f'rolls: {m.rolls}, '}mark: {scalar(m.mark, tight=True)}}}"
            for m in record.marks)]
    return "\n".join([*lines, "complete: true"]) + "\n"


def write_record(record: GameRecord, path: Path | str) -> None:
    """Write a game file; a scenario named by a path is written relative to the file's folder.

    Raises `SaveError`, in particular `SourceLostError` if that would overwrite the scenario or a file it is
    made from.
    """
    path = Path(path)
    _keep_scenario(record, path)
    source = record.scenario_source
    if isinstance(source, Path):
        shown = Path(os.path.relpath(real_path(source), real_path(path).parent)).as_posix()
        shown = shown if "/" in shown else f"./{shown}"
        record = replace(record, scenario=shown)
    save(record_text(record), path)


def _keep_scenario(record: GameRecord, path: Path) -> None:
    """Raise `SourceLostError` if writing to the file would overwrite one that the scenario is made from."""
    at_risk = [p for p in (path, backup_of(path)) if p.exists() and not is_game_file(p)]
    if not at_risk:
        return  # so that the scenario is read only if it can be hit
    source = _source_path(record)
    if source is None:
        return
    loaded = load(source, "scenario")
    keep_sources(path, [source, *files_in_use(loaded.sources, loaded.design)])


def _source_path(record: GameRecord) -> Path | None:
    """The file of the scenario or card that a record names; None for the name of nothing bundled. A name
    never means a file in the folder in which the program runs."""
    source = record.scenario_source
    return source if isinstance(source, Path) else bundled_path(record.kind_of_source, source)


def source_file(record: GameRecord) -> Path:
    """The file of the scenario or card that a record names; raises `RecordError` if there is none, or if it
    does not say that it is one. A game file can name any file of the disk: nothing of such a file is read
    further or told, as it may be private."""
    kind, path, name = record.kind_of_source, _source_path(record), quoted(record.scenario)
    if path is None:
        known = did_you_mean(record.scenario, bundled_names(kind), "Bundled")
        why = f"There is no bundled {kind} {name}.{known}"
    elif not may_exist(path):
        why = f"There is no file {name} where the game file looks for it, {path.parent}."
    elif kind_of(path) != kind:
        why = f"The file {name} is no {kind}, or cannot be read; `visegrad-editor validate` says more of it."
    else:
        return path
    raise RecordError(Problem(
        "error", f"no-{kind}", f"The {kind} {record.scenario} of this game cannot be used. {why}",
        record.file, record.scenario_line))


def is_game_file(name: str | Path) -> bool:
    """Whether a file is a game file, judged by its first lines."""
    return bool(_KIND.search(beginning(Path(name), _HEAD).decode("utf-8", "replace")))


def read_record(path: Path | str) -> GameRecord:
    """Read the game file of a scenario; raises `RecordError`, for the log of a card too."""
    record = read_any_record(path)
    if record.is_of_card:
        raise RecordError(Problem(
            "error", "game-of-card", f"This game is the log of the card {record.scenario}, not of a "
            "scenario. Play it again with `visegrad-editor replay`, or open it in the window.", record.file,
            record.scenario_line))
    return record


def read_any_record(path: Path | str) -> GameRecord:
    """Read a game file, of a scenario or of a card; raises `RecordError`."""
    path = Path(path)
    try:
        text = read_text(path)
    except ReadError as error:
        raise RecordError(error.problem(str(path))) from None
    return parse_record(text, str(path), path.parent)


def parse_record(text: str, file: str = "", folder: Path | None = None) -> GameRecord:
    """The record in the text of a game file, of a scenario or of a card; raises `RecordError`."""
    try:
        reading = read_yaml(text)
    except ReadError as error:
        raise RecordError(error.problem(file)) from None
    data = reading.data
    if not isinstance(data, dict) or data.get("kind") != "game":
        kind = data.get("kind") if isinstance(data, dict) else None
        raise RecordError(Problem(
            "error", "not-a-game", f"This is not a game file: `kind` is {kind!r}, not `game`.", file,
            reading.line(("kind",))))
    problems = check_schema("game", reading, file)
    if problems:
        raise RecordError(*problems)
    if "seed" in data and "dice" in data:
        raise RecordError(Problem(
            "error", "dice", "A game has either a `seed` or `dice`, the rolls of real dice. Remove the one "
            "it was not played with.", file, reading.line(("dice",))))
    if ("scenario" in data) == ("card" in data):
        both = "card" in data
        raise RecordError(Problem(
            "error", "game-of-what" if both else "missing-key", "A game has either a `scenario` or, as the "
            f"log of a squad-level game, a `card`, and this one has {'both' if both else 'neither'}.", file,
            reading.line(("card",)) if both else 0))
    of = "card" if "card" in data else "scenario"
    orders, order_count = tuple(_orders(reading, file)), data.get("order_count")
    if order_count is not None and not data.get("complete"):
        raise RecordError(Problem(
            "error", "cut-off", f"This is only the beginning of a game file: it has {len(orders)} of "
            f"{count(order_count, 'order')}, and not the line `complete: true` at its end. Take a whole copy "
            "of it. To play what is here, remove the line `order_count`, and the last order if it is cut.",
            file, reading.line(("order_count",))))
    outcome = data.get("outcome")
    return GameRecord(
        str(data[of]), orders, int(data.get("seed", DEFAULT_SEED)),
        _dice(reading, file), tuple((str(s), str(p)) for s, p in data.get("players", {}).items()),
        Outcome(str(outcome["winner"]), str(outcome["rule"]), str(outcome["reason"])) if outcome else None,
        str(data.get("fingerprint", "")),
        tuple(TurnMark(m["turn"], m["orders"], m["mark"], m.get("rolls")) for m in data.get("marks", ())),
        tuple((str(o), str(c)) for o, c in data.get("options", {}).items()), str(data.get("package", "")),
        file, folder, reading.line((of,)),
        reading.line(("dice",) if "dice" in data else ("seed",)),
        reading.line(("outcome",)) if outcome else 0,
        reading.line(("package",)) if "package" in data else 0, of == "card", order_count)


def _orders(reading: Reading, file: str) -> Iterator[RecordedOrder]:
    """The orders with their line numbers, from a block of text or a list; raises `RecordError` if there are
    too many."""
    value: Any = reading.data.get("orders", "")
    numbered: Iterable[tuple[int, str]]
    if isinstance(value, list):
        numbered = ((reading.line(("orders", i)), str(text)) for i, text in enumerate(value))
    else:
        numbered = enumerate(str(value).split("\n"), reading.line(("orders",)) + 1)
    remarks: list[str] = []
    number = 0
    for line, text in numbered:
        text = text.strip()
        if text.startswith("#"):
            if remark := text.lstrip("# "):
                remarks.append(remark)
            continue
        text = _without_remark(text)
        if text:
            number += 1
            if number > MOST_ORDERS:
                raise RecordError(Problem(
                    "error", "orders", f"A game file may have at most {MOST_ORDERS:,} orders, and these are "
                    "more. Remove those after the end of the game.", file, line))
            yield RecordedOrder(text, "\n".join(remarks).strip(), line)
            remarks.clear()


def _without_remark(text: str) -> str:
    """The text of a line before a comment, which starts with two spaces and #."""
    # Searched character by character: a regular expression would retry each run of spaces at every space.
    at = text.find("#", text.rfind("\n") + 1)
    while at >= 0 and not (at > 1 and text[at - 2:at].isspace()):
        at = text.find("#", at + 1)
    return text if at < 0 else text[:at].rstrip()


def _dice(reading: Reading, file: str) -> tuple[int, ...] | None:
    value: Any = reading.data.get("dice")
    if value is None:
        return None
    parts = value if isinstance(value, list) else str(value).replace(",", " ").split()
    bad = next((p for p in parts if not _ROLL.fullmatch(str(p))), None)
    if bad is not None:
        raise RecordError(Problem(
            "error", "dice", no_roll(bad, MOST_SIDES) + _split_rolls(bad), file, reading.line(("dice",))))
    return tuple(int(p) for p in parts)


def _split_rolls(value: object) -> str:
    """A hint for rolls that were written without spaces."""
    text = str(value)
    if len(text) < 2 or not set(text) <= set("123456"):
        return ""
    return f" Put spaces between the rolls: {' '.join(text[:6])}{' …' if len(text) > 6 else ''}."


def _check_dice(design: Design, record: GameRecord) -> None:
    """Raise `RecordError` for a roll that no die of the game can show."""
    most = greatest_die(design.ruleset)
    bad = next((roll for roll in record.dice or () if not 1 <= roll <= most), None)
    if bad is not None:
        raise RecordError(Problem("error", "dice", no_roll(bad, most) + _split_rolls(bad), record.file,
                                  record.dice_line))
