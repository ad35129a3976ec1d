"""Render throws of the kit's sticks with their truth.

Call it as `python tests/kit/render_throws.py OUT N SEED`.
It shares no code with the renderer that training uses. Pictures are 0000.jpg ..., all that is known of them
stands in truth.jsonl, one line a picture; labels.jsonl is what `familiar bench sticks --folder OUT` reads.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from paper_net import fold, nets
from pdf_paths import read_pages
from stl_renderer.mesh import look_at, read_stl
from stl_renderer.throws import COLORS, draw_scene, photograph, truth

ODD = (("overlap", 0.15), ("leaning", 0.04), ("standing", 0.03), ("missing", 0.03))
"""What may be wrong with a throw, and in what share of throws."""


def main(arguments=None):
    """Write N pictures and their truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--kit", type=Path, help="what `familiar kit` wrote; else it is written anew")
    parser.add_argument("--paper", action="store_true", help="the folded paper sticks, not the solid ones")
    parser.add_argument("--size", default="1280x720", help="of the pictures, in pixels")
    options = parser.parse_args(arguments)
    size = tuple(int(side) for side in options.size.split("x"))
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        folder = options.kit or _write(Path(made))
        solids = load_paper(folder) if options.paper else load(folder)
    known, short = (options.out / name for name in ("truth.jsonl", "labels.jsonl"))
    with known.open("w", encoding="utf-8") as lines, short.open("w", encoding="utf-8") as labels:
        for number in range(options.count):
            rng = np.random.default_rng((options.seed, number))
            scene = draw_scene(rng, solids, size, draw_odd(rng))
            picture, quality = photograph(rng, scene)
            name = f"{number:04d}.jpg"
            cv2.imwrite(str(options.out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            told = {"picture": name, **truth(scene)}
            lines.write(json.dumps(told) + "\n")
            labels.write(json.dumps(label(told)) + "\n")


def label(told):
    """Give the label of a picture: the sticks that lie flat, and the first reason to throw again."""
    flat = [stick for stick in told["sticks"] if stick["notches"] is not None]
    sticks = [{key: stick[key] for key in ("color", "notches", "sides")} for stick in flat]
    again = {"again": told["again"][0]} if told["again"] else {}
    return {"picture": told["picture"], "sticks": sticks, **again}


def load(folder):
    """Read the three sticks of a folder."""
    return {color: look_at(read_stl(folder / f"stick-{color}.stl")) for color in COLORS}


def load_paper(folder):
    """Fold the three nets of a folder's sheet."""
    (page,) = read_pages(folder / "sticks-a4.pdf")
    return {net.color: fold(net) for net in nets(page)}


def draw_odd(rng):
    """Draw what is wrong with a throw, None for most."""
    drawn = rng.random()
    for odd, share in ODD:
        if drawn < share:
            return odd
        drawn -= share
    return None


def _write(folder):
    from familiar.kit.write import write_kit

    list(write_kit(folder))
    return folder


if __name__ == "__main__":
    main()
