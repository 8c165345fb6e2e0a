"""Where pyramids are kept between runs: a folder of bounded size. No Tk here.

A pyramid is known by the path, the size and the time of the picture it was made of.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from ...model.atomic import why_not_written
from .picture import BadPicture, Report, picture_info, strips
from .pyramid import BadPyramid, Pyramid, write_pyramid

MOST_BYTES = 1_500_000_000
"""Those used longest ago make room; a picture of 200 megapixels takes about a tenth of it."""
_VERSION = 1
_OLD_S = 3600


class ScanCache:
    """Pyramids in a folder."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most = folder, most_bytes

    def find(self, picture: Path) -> Pyramid | None:
        """The pyramid of a picture as it is now, None where it has yet to be made. Raises `BadPicture`
        where the picture cannot be read."""
        path = self._path(picture)
        if not path.exists():
            return None
        try:
            found = Pyramid(path)
        except BadPyramid:
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)
        return found

    def make(self, picture: Path, report: Report) -> Pyramid:
        """The pyramid of a picture, made now where it has to be. Raises `BadPicture`, and `Stopped` where
        `report` asks to stop."""
        found = self.find(picture)
        if found is not None:
            return found
        info = picture_info(picture)
        path = self._path(picture)
        made = ""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, made = tempfile.mkstemp(prefix="scan-", suffix=".tmp", dir=self._folder)
            with os.fdopen(handle, "wb") as out:
                write_pyramid(strips(picture, report), info.size, info.turned, out)
            os.replace(made, path)
            return Pyramid(path)
        except OSError as error:
            why = why_not_written(error, path)
            raise BadPicture(f"{picture.name} could not be prepared: {why}") from None
        except BadPyramid as error:
            raise BadPicture(f"{picture.name} could not be prepared: {error}.") from None
        finally:
            with suppress(OSError):
                os.unlink(made)
            self.tidy(path)

    def tidy(self, keep: Path | None = None) -> None:
        """Remove what was used longest ago, until the rest is small enough, and what a crash has left."""
        with suppress(OSError):
            for left in self._folder.glob("scan-*.tmp"):
                if time.time() - left.stat().st_mtime > _OLD_S:
                    left.unlink()
            files = sorted(((p.stat().st_mtime, p) for p in self._folder.glob("*.scan")), reverse=True)
            room = self._most
            for _, path in files:
                room -= path.stat().st_size
                if room < 0 and path != keep:
                    with suppress(OSError):
                        path.unlink()

    def _path(self, picture: Path) -> Path:
        try:
            info = picture.stat()
        except OSError as error:
            raise BadPicture(f"{picture.name} cannot be read: {error.strerror or error}.") from None
        mark = f"{_VERSION} {picture.resolve()} {info.st_size} {info.st_mtime_ns}"
        return self._folder / f"{hashlib.sha256(mark.encode('utf-8', 'replace')).hexdigest()[:24]}.scan"
