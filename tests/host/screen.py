#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests that a console's screen shows a frame of the demo, to the pixel:

    tests/host/screen.py SCREEN.png FRAMES [any|near [EXPECTED.png]]
    tests/host/screen.py SHOWN.bin FRAMES moved

The frame is the last one, or with `any` any of them. `near` is for consoles whose own hardware draws: the
mean error of each channel is at most 3 %, and at most 3 % of the pixels differ by more than an eighth, as
along outlines that are a pixel off. With EXPECTED.png the outline is also within a pixel of the frame's in
99 % of the lines, and that file is written: the screen with the frame in its place. `moved` is for a console
with a camera and a ground of its own: above the ground, in the means of cells of 3 x 3 pixels and moved by
up to 5, the mean error of each channel is at most 4 %.

Screens have five bits a channel and may have a border."""
import sys

import numpy as np
from PIL import Image


def five_bits(frame):
    return np.stack((frame >> 11, frame >> 6 & 31, frame & 31), axis=2).astype(int)


def is_near(shown, frame, at):
    off = abs(shown - frame)
    mean, part = off.mean(axis=(0, 1)).max() / 31, (off.max(axis=2) > 4).mean()
    print(f"at {at}: {mean:.4f} off in the mean, {part:.4f} of the pixels are far off")
    return mean <= 0.03 and part <= 0.03


def edges(lines, most):
    """Of each line the first and the last pixel that differs by more than `most` from the sky at its right
    end."""
    differs = (abs(lines - lines[:, -1:]) > most).any(axis=2)
    width, some = differs.shape[1], differs.any(axis=1)
    return np.stack((np.where(some, differs.argmax(axis=1), width),
                     np.where(some, width - 1 - differs[:, ::-1].argmax(axis=1), -1)))


def has_outline(shown, frame):
    """Compares edges of the screen with those of the frame's line and its neighbours, by less and by more
    than the screen's difference, where the frame is nearly as the sky."""
    found = edges(shown, 3)
    padded = np.pad([edges(frame, 2), edges(frame, 5)], ((0, 0), (0, 0), (1, 1)), "edge")
    near = np.stack([padded[:, :, i:i + len(frame)] for i in range(3)])
    good = (found >= near.min(axis=(0, 1)) - 1) & (found <= near.max(axis=(0, 1)) + 1)
    off = int((~good.all(axis=0)).sum())
    print(f"{off} of {len(frame)} lines have another outline")
    return off * 100 <= len(frame)


def is_shown(screen, frame, near, expected):
    height, width = frame.shape[:2]
    for y in range(screen.shape[0] - height + 1):
        for x in range(screen.shape[1] - width + 1):
            shown = screen[y:y + height, x:x + width] >> 3
            if not near and (shown == frame).all():
                return True
            if near and is_near(shown, frame, f"{x}, {y}") and (
                    expected is None or has_outline(shown, frame)):
                if expected is not None:
                    screen[y:y + height, x:x + width] = frame * 255 // 31
                    Image.fromarray(screen.astype(np.uint8)).save(expected)
                return True
    return False


def cells(picture, x, y):
    return picture[8 + y:104 + y, 90 + x:162 + x].reshape(32, 3, 24, 3, 3).mean(axis=(1, 3))


def is_moved(shown, frame):
    off = min(abs(cells(shown, 0, 0) - cells(frame, x, y)).mean(axis=(0, 1)).max() / 31
              for x in range(-5, 6) for y in range(-5, 6))
    print(f"{off:.4f} off in the mean")
    return off <= 0.04


def recorded(path): # boards/common/recording.h
    with open(path, "rb") as file:
        words = np.frombuffer(file.read(), "<u2")
    width, height, count = map(int, words[2:5])
    return words[8:8 + count * height * width].reshape(count, height, width)


def main(path, frames, how="", expected=None):
    pictures = recorded(frames)
    if how == "moved":
        found = is_moved(five_bits(recorded(path)[-1]), five_bits(pictures[-1]))
    else:
        screen = np.array(Image.open(path).convert("RGB")).astype(int)
        found = any(is_shown(screen, five_bits(picture), how == "near", expected)
                    for picture in (pictures if how == "any" else pictures[-1:]))
    print("1 passed, 0 failed" if found else
          "FAIL the screen shows no such frame\n0 passed, 1 failed")
    return not found


sys.exit(main(*sys.argv[1:]))
