"""The tile numbers of a layer, in any encoding."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import struct
import zlib
from importlib import import_module
from typing import Any

from ..errors import FileImportError
from .document import FLAGS

MOST_GID = 2**32 - 1


def from_csv(text: str, count: int, where: str) -> list[int]:
    """Numbers with commas between them."""
    words = text.replace("\n", "").replace("\r", "").split(",")
    if words and not words[-1].strip():
        words.pop()
    if len(words) != count:
        raise _wrong_count(len(words), count, where)
    try:
        return check_gids([int(w) for w in words], count, where)
    except ValueError:
        bad = next((w for w in words if not w.strip().isdecimal()), max(words, key=len))
        raise FileImportError(f"{where} holds {bad.strip()[:20]!r} among its tile numbers.") from None


def from_base64(text: str, compression: str, count: int, where: str) -> list[int]:
    """Numbers of four bytes each, compressed or not. At most `count` of them are unpacked, so that a small
    file cannot fill the memory."""
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise FileImportError(f"{where} is not written in base64, as the file says.") from None
    size = 4 * count
    try:
        data = _unpacked(packed, compression, size + 1, where)
    except (OSError, EOFError, zlib.error) as error:
        raise FileImportError(f"{where} cannot be unpacked ({compression}): {error}.") from None
    if len(data) != size:
        raise _wrong_count(len(data) // 4 if len(data) < size else -1, count, where)
    return list(struct.unpack(f"<{count}I", data))


def _unpacked(packed: bytes, compression: str, most: int, where: str) -> bytes:
    if not compression:
        return packed
    if compression == "zlib":
        return zlib.decompressobj().decompress(packed, most)
    if compression == "gzip":
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            return file.read(most)
    if compression == "zstd":
        return _unpacked_zstd(packed, most, where)
    raise FileImportError(f"{where} is packed by {compression[:20]!r}, which is unknown.")


def _unpacked_zstd(packed: bytes, most: int, where: str) -> bytes:
    """Unpack by Python's own module (3.14 and later), or by the package zstandard if it is installed."""
    try:
        module: Any = import_module("compression.zstd")
    except ImportError:
        try:
            module = import_module("zstandard")
        except ImportError:
            raise FileImportError(
                f"{where} is packed by zstd, which this Python cannot unpack. In Tiled choose another tile "
                "layer format (Map > Map Properties), for example CSV, and save again."
            ) from None
        with module.ZstdDecompressor().stream_reader(io.BytesIO(packed)) as reader:
            try:
                return bytes(reader.read(most))
            except module.ZstdError as error:
                raise OSError(str(error)) from error
    try:
        return bytes(module.ZstdDecompressor().decompress(packed, max_length=most))
    except module.ZstdError as error:
        raise OSError(str(error)) from error


def check_gids(gids: list[Any], count: int, where: str) -> list[int]:
    """The numbers, after a check of their count and of each of them."""
    if len(gids) != count:
        raise _wrong_count(len(gids), count, where)
    for gid in gids:
        if not isinstance(gid, int) or isinstance(gid, bool) or not 0 <= gid <= MOST_GID:
            raise FileImportError(f"{where} holds {str(gid)[:20]!r} among its tile numbers.")
    return gids


def _wrong_count(given: int, count: int, where: str) -> FileImportError:
    shown = "more" if given < 0 else f"{given:,}"
    return FileImportError(f"{where} has {shown} tiles, and the map {count:,} hexes. The file is damaged.")


def without_flags(gid: int) -> int:
    """The number without the bits that mirror and turn the tile."""
    return gid & ~FLAGS
