"""Pictures of heights or relief, and their statistics for each hex."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from ..hexgrid.laea import Numbers
from ..lazy_dataclass import dataclass
from ..model.files.file_guard import note_read
from .errors import SourceError
from .project import Plane

MOST_PIXELS = 25_000_000
"""The most pixels of a picture: a hundred for each hex of the largest map."""
MOST_VALUE = 1e9
"""The limit of `scale` and `offset`: heights are smaller in any unit."""
Statistic = Literal["mean", "least", "most", "spread", "deviation"]
STATISTICS: tuple[Statistic, ...] = ("mean", "least", "most", "spread", "deviation")


@dataclass(frozen=True)
class Raster:
    """Values on a net of degrees: the upper left corner lies at `west`, `north`, a pixel is `degrees` wide
    and high. A value is `scale` times the level plus `offset`, and NaN for the level `nodata`.

    The levels are kept as in the picture, since values would take up to eight times the memory.
    """

    levels: NDArray[Any]
    west: float
    north: float
    degrees: float
    scale: float = 1.0
    offset: float = 0.0
    nodata: float | None = None

    def values(self, rows: Any, columns: Any) -> Numbers:
        """The values at these places of the net."""
        levels = self.levels[rows, columns].astype(float)
        heights: Numbers = levels * self.scale + self.offset
        return heights if self.nodata is None else np.where(levels == self.nodata, np.nan, heights)


@contextmanager
def _large_without_warning() -> Iterator[None]:
    """Suppresses Pillow's warning about large pictures: `MOST_PIXELS` limits their size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        yield


def read_raster(path: Path, data: Mapping[str, Any]) -> Raster:
    """The raster of a grey PNG or JPEG; a value is `scale` times the grey level plus `offset`, and the level
    `nodata` has no value. Raises `SourceError`."""
    try:
        with _large_without_warning(), Image.open(path, formats=("PNG", "JPEG", "TIFF")) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise SourceError(
                    path.name, "", f"The picture has more than {MOST_PIXELS / 1e6:.0f} megapixels."
                )
            grey = picture if picture.mode in ("L", "I;16", "I", "F") else picture.convert("L")
            levels = np.asarray(grey)
        note_read(path)
    except (
        OSError,
        UnidentifiedImageError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
    ) as error:
        raise SourceError(path.name, "", f"The picture cannot be read: {error}.") from None
    scale, offset = float(data.get("scale", 1)), float(data.get("offset", 0))
    for key, value in (("scale", scale), ("offset", offset)):
        if not abs(value) <= MOST_VALUE:
            raise SourceError(path.name, "", (
                f"`{key}` of the picture is {value:g}; a grey level stands for {MOST_VALUE:g} "
                "at most."))
    nodata = float(data["nodata"]) if "nodata" in data else None
    return Raster(
        levels, float(data["west"]), float(data["north"]), float(data["degrees"]), scale, offset, nodata)


def hex_statistics(plane: Plane, raster: Raster) -> dict[str, Numbers]:
    """For each statistic its value in every hex, in the order of the grid; hexes without values count as 0.
    The raster is sampled at points spread evenly over the hex."""
    lon, lat = plane.samples
    columns = np.floor(((lon - raster.west) % 360) / raster.degrees)
    rows = np.floor((raster.north - lat) / raster.degrees)
    height, width = raster.levels.shape
    known = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    values = np.full(lon.shape, np.nan)
    values[known] = raster.values(rows[known].astype(int), columns[known].astype(int))
    count = np.maximum((~np.isnan(values)).sum(axis=1), 1)
    none = np.isnan(values).all(axis=1)
    mean = np.nansum(values, axis=1) / count
    least = np.where(none, 0, np.nanmin(np.where(none[:, None], 0, values), axis=1))
    most = np.where(none, 0, np.nanmax(np.where(none[:, None], 0, values), axis=1))
    deviation = np.sqrt(np.nansum((values - mean[:, None]) ** 2, axis=1) / count)
    return {"mean": mean, "least": least, "most": most, "spread": most - least, "deviation": deviation}
