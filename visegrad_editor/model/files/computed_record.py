"""The record beside a map computed from geographic data: the map as the data last gave it.

It is a map file of its own, `NAME.computed.yaml` beside `NAME.yaml`. Every difference between the two was
made by hand; nothing else is needed to know that.
"""

from __future__ import annotations

from pathlib import Path

from ..gamemap import GameMap
from .atomic import SaveError, copy_file, save
from .yaml_writer import new_text

_ENDING = ".computed.yaml"
_HEAD = """\
# What the data gave when the map beside this file was last computed. Do not change it by hand: where the map
# says otherwise, the map was changed by hand and stays so when it is computed again.
"""


def record_path(map_path: Path) -> Path:
    """The path of the record of a map file."""
    return map_path.with_name(f"{map_path.stem}{_ENDING}")


def is_record(path: Path) -> bool:
    """Whether the name of a file is that of the record of a map.

    >>> is_record(Path("germany.computed.yaml")), is_record(Path("germany.yaml"))
    (True, False)
    """
    return path.name.lower().endswith((_ENDING, ".computed.yml"))


def put_back(record: GameMap | None, map_path: Path) -> str:
    """Make this the record of a map file, or, with None, remove the record. Returns a sentence for the user,
    or ""."""
    try:
        if record is None:
            record_path(map_path).unlink(missing_ok=True)
        else:
            save(_HEAD + new_text(record), record_path(map_path), backup=False)
    except (OSError, SaveError) as error:
        return f"The record of the computed map could not be restored: {error}"
    return ""


def keep_record(map: GameMap, before: Path | None, now: Path) -> str:
    """Write the record of a computed map beside its file `now`; if it was not computed since it was read from
    `before`, copy the record from there. Returns a sentence for the user, or ""."""
    try:
        if map.computed is not None:
            save(_HEAD + new_text(map.computed), record_path(now), backup=False)
        elif before is not None and before != now and record_path(before).is_file():
            copy_file(record_path(before), record_path(now))
    except (OSError, SaveError) as error:
        return f"The record of the computed map could not be written: {error}"
    return ""
