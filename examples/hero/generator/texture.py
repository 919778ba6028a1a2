# SPDX-License-Identifier: MIT
"""Makes the picture of the texture, and its PNG."""
import struct
import zlib
from math import ceil

import paint
from unwrap import PANELS, SIDE
from vector import add, along

FINE = 2      # samples of a texel across and down
SHADES = 12   # steps of a colour, so that there are at most 256 colours


def samples_of(corners):
    """Samples in a triangle given in samples, and the weights of the corners there. A triangle that is
    folded over has none, as it shares those of others."""
    (ax, ay), (bx, by), (cx, cy) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    for y in range(ceil(min(ay, by, cy) - 0.5), ceil(max(ay, by, cy) - 0.5) if area > 0.0 else 0):
        for x in range(ceil(min(ax, bx, cx) - 0.5), ceil(max(ax, bx, cx) - 0.5)):
            px, py = x + 0.5 - ax, y + 0.5 - ay
            b = (px * (cy - ay) - (cx - ax) * py) / area
            c = ((bx - ax) * py - px * (by - ay)) / area
            if b >= 0.0 and c >= 0.0 and b + c <= 1.0:
                yield x, y, (1.0 - b - c, b, c)


def painted(half, has_mouth):
    """Samples and their colours."""
    for t in half.triangles:
        corners = [half.vertices[v] for v in t]
        for x, y, weights in samples_of([[a * SIDE * FINE for a in v.uv] for v in corners]):
            p = (0.0, 0.0, 0.0)
            for v, weight in zip(corners, weights):
                p = along(p, v.position, weight)
            yield x, y, paint.fur(p, has_mouth)
    for panel, (left, top, width, height) in PANELS.items():
        for y in range(height * FINE):
            for x in range(width * FINE):
                yield left * FINE + x, top * FINE + y, paint.PANELS[panel](
                    (2 * x + 1) / (width * FINE) - 1.0, 1.0 - (2 * y + 1) / (height * FINE))


def picture(half, has_mouth):
    """The colours of the texels, row by row."""
    sums = [((0.0, 0.0, 0.0), 0)] * (SIDE * SIDE)
    for x, y, rgb in painted(half, has_mouth):
        i = y // FINE * SIDE + x // FINE
        sums[i] = (add(sums[i][0], rgb), sums[i][1] + 1)
    texels = [tuple(int(a / n / SHADES + 0.5) * SHADES for a in rgb) if n else None for rgb, n in sums]
    while None in texels:  # what is beside a chart gets the colours of its edge
        before = [None] * SIDE + texels + [None] * SIDE
        for i, texel in enumerate(texels):
            beside = [before[i + k] for k in (SIDE - 1, SIDE + 1, 0, 2 * SIDE)]
            texels[i] = texel or next(filter(None, beside), None)
    return [tuple(min(a, 255) for a in rgb) for rgb in texels]


def png(texels):
    """An indexed picture. It is not compressed, as that depends on the version of zlib."""
    palette = sorted(set(texels))
    numbers = bytes(palette.index(rgb) for rgb in texels)
    rows = b"".join(b"\0" + numbers[i:i + SIDE] for i in range(0, SIDE * SIDE, SIDE))
    stored = struct.pack("<2sBHH", b"\x78\x01", 1, len(rows), len(rows) ^ 0xFFFF) + rows
    out = b"\x89PNG\r\n\x1a\n"
    for kind, data in ((b"IHDR", struct.pack(">2I5B", SIDE, SIDE, 8, 3, 0, 0, 0)),
                       (b"PLTE", bytes(a for rgb in palette for a in rgb)),
                       (b"IDAT", stored + struct.pack(">I", zlib.adler32(rows))), (b"IEND", b"")):
        out += struct.pack(">I4s", len(data), kind) + data + struct.pack(">I", zlib.crc32(kind + data))
    return out
