#!/usr/bin/python3 -B
# SPDX-License-Identifier: MIT
"""Tests that `pelt view` shows models large and whole: at least seven tenths of the picture's height, or
nearly all of its width if the model is wide, and inside the picture.

    tests/host/view.py PELT PICTURE.png MODEL...    pictures go to PICTURE.png

What a lamp changes is the model; lines with one such pixel may be dither. Last line: N passed, N failed."""
import subprocess
import sys

import numpy as np
from PIL import Image

SIZE, LEAST_TALL, LEAST_WIDE = 320, 0.7, 0.88


def run(*words):
    subprocess.run([pelt, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def view(light):
    run("view", blob, "-o", picture, "--size", f"{SIZE}x{SIZE}", "--samples", "1", "--light", light)
    return np.array(Image.open(picture).convert("RGB"))


pelt, picture, *models = sys.argv[1:]
blob, failed = picture + ".pelt", 0
for model in models:
    run("bake", model, "-o", blob)
    differs = (view("sun") != view("none")).any(axis=2)
    lines = [np.flatnonzero(differs.sum(axis=axis) >= 2) for axis in (1, 0)]
    tall, wide = (np.ptp(found) + 1 if len(found) else 0 for found in lines)
    inside = all(len(found) and found[0] > 0 and found[-1] < SIZE - 1 for found in lines)
    ok = inside and (tall >= LEAST_TALL * SIZE or wide >= LEAST_WIDE * SIZE)
    failed += not ok
    print(f"{'ok  ' if ok else 'FAIL'} view {model}: {tall} of {SIZE} lines, {wide} columns")
print(f"{len(models) - failed} passed, {failed} failed")
sys.exit(failed > 0)
