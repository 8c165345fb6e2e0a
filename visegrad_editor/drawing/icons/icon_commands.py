"""Icons of commands: files, edits, views, play."""

from __future__ import annotations

from collections.abc import Callable

from .icon_pen import AMBER, BLUE, DARK, GREEN, PAPER, RED, IconPen


def new(p: IconPen) -> None:
    p.loop((5, 2.5), (14, 2.5), (19, 7.5), (19, 21.5), (5, 21.5), fill=PAPER)
    p.line((13.5, 2.5), (13.5, 8), (19, 8), width=1.6)
    p.line((12, 11), (12, 18.5), colour=GREEN, width=2.4)
    p.line((8.2, 14.8), (15.8, 14.8), colour=GREEN, width=2.4)


def open_(p: IconPen) -> None:
    p.loop((2.5, 19.5), (2.5, 4.5), (9, 4.5), (11.5, 7.5), (19.5, 7.5), (19.5, 10.5), fill="#f1c674")
    p.loop((2.5, 19.5), (6, 10.5), (22, 10.5), (18.5, 19.5), fill="#f8dfa8")


def save(p: IconPen) -> None:
    p.loop((3.5, 3.5), (17, 3.5), (20.5, 7), (20.5, 20.5), (3.5, 20.5), fill=BLUE)
    p.box(7.5, 3.5, 15.5, 9, fill=PAPER, width=1.6)
    p.box(12.2, 4.8, 13.8, 7.6, fill=DARK, colour="")
    p.box(6.8, 13, 17.2, 20.5, fill=PAPER, width=1.6)


def _arrow(p: IconPen, side: int) -> None:
    """An arrow that turns back, to the left (-1) or the right (1)."""

    def x(v: float) -> float:
        return 12 + side * (v - 12)

    p.line((x(19.5), 8.5), (x(9), 8.5), colour=BLUE, width=2.6)
    p.bend(x(9), 14, 5.5, -90, -90 + (-180 if side > 0 else 180), BLUE, 2.6)
    p.line((x(9), 19.5), (x(14), 19.5), colour=BLUE, width=2.6)
    p.fill((x(15.5), 3.2), (x(22.5), 8.5), (x(15.5), 13.8), colour=BLUE)


def undo(p: IconPen) -> None:
    _arrow(p, -1)


def redo(p: IconPen) -> None:
    _arrow(p, 1)


def validate(p: IconPen) -> None:
    p.box(3.5, 3.5, 20.5, 20.5, radius=2.5, fill=PAPER)
    p.line((7, 12.2), (10.7, 16), (17.4, 8), colour=GREEN, width=3.0)


def run(p: IconPen) -> None:
    p.ring(12, 12, 9.5, width=2.0, fill=GREEN, colour="#2c6b36")
    p.fill((9.2, 6.8), (17.6, 12), (9.2, 17.2), colour=PAPER)


def export(p: IconPen) -> None:
    p.line((4, 13), (4, 20.5), (20, 20.5), (20, 13), width=2.2)
    p.line((12, 15.5), (12, 6), colour=BLUE, width=2.6)
    p.fill((6.5, 8.2), (12, 1.8), (17.5, 8.2), colour=BLUE)


def select(p: IconPen) -> None:
    p.loop(
        (6, 2.5),
        (6, 18.5),
        (10, 15),
        (12.8, 21),
        (15.6, 19.7),
        (12.8, 13.8),
        (18, 13.3),
        fill=PAPER,
        width=1.8,
    )


def hand(p: IconPen) -> None:
    palm = (
        (7.5, 21.5),
        (3.2, 14.6),
        (3.6, 13),
        (5.2, 12.8),
        (7.4, 15),
        (7.4, 5.4),
        (8.5, 4.2),
        (9.7, 5.4),
        (9.9, 10.6),
        (10.2, 3.4),
        (11.4, 2.3),
        (12.6, 3.4),
        (12.8, 10.6),
        (13.2, 4.6),
        (14.4, 3.5),
        (15.5, 4.6),
        (15.6, 11.2),
        (16.2, 7.4),
        (17.3, 6.6),
        (18.4, 7.6),
        (18.4, 15.5),
        (16.4, 21.5),
    )
    p.loop(*palm, fill=PAPER, width=1.7)


def _lens(p: IconPen) -> None:
    p.line((15.2, 15.2), (21, 21), width=3.2)
    p.ring(10, 10, 6.8, fill=PAPER)


def zoom_in(p: IconPen) -> None:
    _lens(p)
    p.line((6.8, 10), (13.2, 10), colour=BLUE, width=2.2)
    p.line((10, 6.8), (10, 13.2), colour=BLUE, width=2.2)


def zoom_out(p: IconPen) -> None:
    _lens(p)
    p.line((6.8, 10), (13.2, 10), colour=BLUE, width=2.2)


def find(p: IconPen) -> None:
    _lens(p)
    p.bend(10, 10, 3.6, 190, 280, BLUE, 1.8)


def fit(p: IconPen) -> None:
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = 12 + sx * 9, 12 + sy * 9
            p.line((x - sx * 5, y), (x, y), (x, y - sy * 5))
    p.hexagon(12, 12, 5.4, fill="#cfe0f4", colour=BLUE, width=1.8)


def flip(p: IconPen) -> None:
    p.box(7.2, 7.2, 16.8, 16.8, radius=1.5, fill="#f1e3b8")
    p.line((7.2, 16.8), (16.8, 7.2), width=1.6)
    p.bend(12, 12, 10, 190, 262, BLUE, 2.2)
    p.bend(12, 12, 10, 10, 82, BLUE, 2.2)
    p.fill((10.2, -0.8), (15.6, 2.2), (10.4, 5.6), colour=BLUE)
    p.fill((13.8, 24.8), (8.4, 21.8), (13.6, 18.4), colour=BLUE)


def delete(p: IconPen) -> None:
    p.line((4.5, 6.5), (19.5, 6.5), width=2.2)
    p.line((9.5, 6), (9.5, 3.5), (14.5, 3.5), (14.5, 6), width=1.8)
    p.loop((6, 6.5), (18, 6.5), (17, 21), (7, 21), fill=PAPER)
    for x in (10, 14):
        p.line((x, 10.5), (x, 17.5), width=1.6, colour=RED)


def properties(p: IconPen) -> None:
    for y, x in ((5.5, 8), (12, 15.5), (18.5, 10)):
        p.line((3, y), (21, y), width=2.0)
        p.ring(x, y, 2.5, colour=BLUE, fill=PAPER, width=2.0)


def help_(p: IconPen) -> None:
    p.ring(12, 12, 9.5, fill=PAPER, colour=BLUE)
    p.word(12, 12, "?", 14.5, BLUE)


def error(p: IconPen) -> None:
    p.dot(12, 12, 10.5, RED)
    p.line((8, 8), (16, 16), colour=PAPER, width=2.8)
    p.line((16, 8), (8, 16), colour=PAPER, width=2.8)


def warning(p: IconPen) -> None:
    p.loop((12, 3), (22, 20.5), (2, 20.5), fill="#f3b13c", colour="#a86a10", width=1.8)
    p.line((12, 9), (12, 14.2), colour="#3a2600", width=2.4)
    p.dot(12, 17.6, 1.4, "#3a2600")


def note(p: IconPen) -> None:
    p.dot(12, 12, 10.5, BLUE)
    p.dot(12, 6.8, 1.7, PAPER)
    p.line((12, 11), (12, 17.4), colour=PAPER, width=2.8)


def die(p: IconPen) -> None:
    p.box(3.5, 3.5, 20.5, 20.5, radius=3.5, fill=PAPER)
    for x, y in ((8, 8), (16, 8), (12, 12), (8, 16), (16, 16)):
        p.dot(x, y, 1.7, RED)


def turn(p: IconPen) -> None:
    p.ring(12, 12, 9.3, fill=PAPER)
    p.line((12, 6.5), (12, 12.2), (16, 14.4), colour=AMBER, width=2.2)


COMMANDS: dict[str, Callable[[IconPen], None]] = {
    "new": new,
    "open": open_,
    "save": save,
    "undo": undo,
    "redo": redo,
    "validate": validate,
    "run": run,
    "export": export,
    "select": select,
    "hand": hand,
    "zoom-in": zoom_in,
    "zoom-out": zoom_out,
    "find": find,
    "fit": fit,
    "flip": flip,
    "delete": delete,
    "properties": properties,
    "help": help_,
    "error": error,
    "warning": warning,
    "note": note,
    "die": die,
    "turn": turn,
}
