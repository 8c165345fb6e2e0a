"""Measure the preparation of a scan of 200 megapixels, as JPEG and as PNG: time and memory.

    python benchmarks/large_scan.py [megapixels]

Takes a minute and 400 MB in a temporary folder. Each file is prepared in its own process, so that its memory
is measured separately; meanwhile another thread measures how long it has to wait for its turn, as the thread
of the window would.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from PIL import Image

from visegrad_editor.editor.scan.pyramid import ScanCache
from visegrad_editor.hexgrid.affine import Affine


def make(folder: Path, megapixels: float) -> None:
    """Write a picture with colours, edges and noise, 1.28 times as wide as high, in both formats."""
    height = round((megapixels * 1e6 / 1.28) ** 0.5)
    size = (round(height * 1.28), height)
    random = np.random.default_rng(1)
    coarse = Image.fromarray(random.integers(60, 255, (60, 77, 3), np.uint8))
    image = coarse.resize(size, Image.Resampling.NEAREST)
    noise = Image.fromarray(random.integers(0, 40, (512, 512, 3), np.uint8))
    for y in range(0, size[1], 512):
        for x in range(0, size[0], 1024):
            image.paste(noise, (x, y))
    image.save(folder / "scan.jpg", quality=88)
    image.save(folder / "scan.png", compress_level=1)


def measure(path: Path, cache: Path) -> None:
    """Prepare one picture and print its figures."""
    waits: list[float] = []
    over = threading.Event()

    def wait() -> None:
        while not over.is_set():
            start = time.perf_counter()
            time.sleep(0.005)
            waits.append(time.perf_counter() - start - 0.005)

    watcher = threading.Thread(target=wait)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    watcher.start()
    start = time.perf_counter()
    pyramid = ScanCache(cache).make(path, lambda _done: True)
    taken = time.perf_counter() - start
    over.set()
    watcher.join()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start = time.perf_counter()
    width, height = pyramid.size
    for i in range(40):
        pyramid.part(Affine(4, 0.2, width * i / 50, -0.2, 4, height * i / 50), (256, 256))
    tile = (time.perf_counter() - start) / 40
    print(f"{path.name}: {width * height / 1e6:.0f} megapixels, {path.stat().st_size / 1e6:.0f} MB; "
          f"prepared in {taken:.1f} s with {most - before:.0f} MB more memory; "
          f"longest wait of another thread {max(waits) * 1000:.0f} ms; "
          f"a part for a tile of the map {tile * 1000:.1f} ms; "
          f"kept in {pyramid.path.stat().st_size / 1e6:.0f} MB")


def main() -> None:
    """Measure both formats."""
    megapixels = float(sys.argv[1]) if len(sys.argv) > 1 else 200.0
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        maker = spawn.Process(target=make, args=(folder, megapixels))
        maker.start()
        maker.join()
        for path in (folder / "scan.jpg", folder / "scan.png"):
            worker = spawn.Process(target=measure, args=(path, folder / "cache"))
            worker.start()
            worker.join()


if __name__ == "__main__":
    main()
