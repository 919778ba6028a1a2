# SPDX-License-Identifier: MIT
"""Paints the texture: the fur where the skin is, and the ornaments. Left and right look the same."""
from math import floor

import face
from surface import BROWN, CREAM, MARKINGS, ORANGE, PINK, part_at
from vector import clamp, divide, length, mix, segment_distance, sine, smooth_step, sub

DEEP = (206, 88, 22)   # the orange of the back
DARK = (38, 24, 30)
AMBER = (238, 158, 44)
TEAL, NIGHT, GOLD = (24, 132, 140), (14, 78, 96), (250, 196, 78)  # the scarf
BELLY, MUZZLE, CHEEK, BRIDGE = (marking[:2] for marking in MARKINGS[:4])


def over(rgb, other, cover):
    """rgb under another colour that covers it, from 0 to 1."""
    return tuple(mix(a, b, clamp(cover, 0.0, 1.0)) for a, b in zip(rgb, other))


def tufts(t):
    """A zigzag of period 1, from 0 to 1, as tufts of fur end."""
    return 2.0 * abs(t - floor(t) - 0.5)


def inside(p, marking, edge=0.06):
    """1 in an ellipsoid, 0 outside, changing over a fraction of its radius."""
    reach = length(divide(sub(p, marking[0]), marking[1]))
    return 1.0 - smooth_step(1.0 - edge, 1.0 + edge, reach)


def stripes(t, end):
    """Stripes of period 1 that get thinner while `end` goes from 0 to 1, where there are none."""
    return smooth_step(0.25, 0.5, sine(t) - 1.4 * end + 0.15)


def limb(rgb, t, sock, wave):
    """Stripes and a dark sock where t, which is 0 at the ground or the finger tips, is small."""
    rgb = over(rgb, BROWN, stripes(t * 14.0 + 0.12 * sine(wave), smooth_step(0.33, 0.43, t)))
    return over(rgb, BROWN, smooth_step(0.012, -0.012, t - sock - 0.05 * tufts(wave * 3.0)))


def head(rgb, p, has_mouth):
    x, y, z = p
    # Stripes over the forehead and behind the eyes.
    rgb = over(rgb, BROWN, stripes(x * 9.0 + 0.25, smooth_step(0.10, 0.0, y - 1.37 + 0.6 * x) +
                                   smooth_step(0.12, 0.15, x) + smooth_step(0.02, -0.06, z)))
    rgb = over(rgb, BROWN, stripes(y * 9.0, smooth_step(-0.20, -0.05, z)))
    rgb = over(rgb, BROWN, stripes(y * 17.0 + 1.2 * x, smooth_step(0.27, 0.20, x)) *
               (1.20 < y < 1.36))
    jagged = (x, y + 0.035 * tufts(x * 16.0), z)
    for marking in (MUZZLE, CHEEK):
        rgb = over(rgb, CREAM, inside(jagged, marking))
    rgb = over(rgb, ORANGE, inside(p, BRIDGE, 0.2))
    if z > 0.1:
        rgb = over(rgb, CREAM, inside(p, ((0.100, 1.345, 0.22), (0.038, 0.022, 0.08)), 0.2))
        rgb = over(rgb, BROWN, inside(p, (face.EYE_CENTRE, (0.056, 0.076, 0.09)), 0.1))
        rgb = over(rgb, BROWN, smooth_step(0.014, 0.007, segment_distance(
            p, (0.085, 1.205, 0.25), (0.062, 1.155, 0.30))))
    if has_mouth and z > 0.2:
        line = abs(y - 1.093 - 3.8 * x * x) if x < 0.1 else 1.0
        rgb = over(rgb, DARK, smooth_step(0.014, 0.006, min(line, x if 1.09 < y < 1.14 else 1.0)))
    return rgb


def fur(p, has_mouth):
    """The colour of the skin of the left half at p."""
    x, y, z = p
    part = part_at(p)
    front = smooth_step(-0.16, 0.08, z)
    rgb = over(DEEP, ORANGE, front)
    if part == "arm":
        return limb(rgb, 0.73 * y - 0.68 * x - 0.05, 0.12, 14.0 * z)
    if part == "leg" and y < 0.45:
        return limb(rgb, y, 0.15, 9.0 * z)
    if part == "ear":
        if z > 0.01:
            rgb = over(rgb, CREAM, inside(p, ((0.185, 1.47, 0.09), (0.072, 0.165, 0.075)), 0.08))
            rgb = over(rgb, PINK, inside(p, ((0.188, 1.48, 0.09), (0.058, 0.145, 0.075)), 0.1))
        return over(rgb, BROWN, smooth_step(-0.012, 0.012, y - 1.56 - 0.05 * tufts(x * 25.0)))
    if part == "head":
        return head(rgb, p, has_mouth)
    along = y - z + 0.02 * sine(9.0 * x)
    if part == "tail":
        rgb = over(rgb, BROWN, stripes(along * 7.0, smooth_step(0.75, 0.62, along)))
        return over(rgb, CREAM, smooth_step(-0.015, 0.015, along - 1.27 - 0.07 * tufts(x * 14.0)))
    rgb = over(rgb, BROWN, stripes(y * 9.0 + 0.15 * sine(5.0 * x), front))
    return over(rgb, CREAM, inside((x + 0.03 * tufts(y * 18.0), y, z), BELLY))


## Ornaments, at x and y from -1 to 1 ############################################################

def eye(x, y):
    rgb = over(AMBER, (122, 58, 20), smooth_step(-0.5, 0.8, y))
    rgb = over(rgb, DARK, smooth_step(0.78, 0.88, length((x, y, 0.0))))
    rgb = over(rgb, DARK, smooth_step(1.06, 0.94, length((x / 0.46, y / 0.54, 0.0))))
    for at_x, at_y, radius in ((-0.26, 0.34, 0.27), (0.26, -0.36, 0.13)):
        rgb = over(rgb, (255, 255, 255), smooth_step(0.04, -0.04, length((x - at_x, y - at_y, 0.0)) - radius))
    return rgb


def scarf(x, y):
    """A zigzag between lines; x goes from the front to the back."""
    line = abs(y - 0.30 * (2.0 * tufts(x * 2.0 + 0.5) - 1.0))
    rgb = over(TEAL, CREAM, smooth_step(0.16, 0.08, line))
    rgb = over(rgb, NIGHT, smooth_step(0.50, 0.56, abs(y)))
    return over(rgb, GOLD, smooth_step(0.09, 0.05, abs(abs(y) - 0.56)))


def nose(x, y):
    return over(DARK, (150, 132, 140), smooth_step(1.2, 0.5, length((x * 2.2, y * 4.0 - 1.6, 0.0))))


PANELS = {"eye": eye, "nose": nose, "scarf": scarf, "knot": lambda x, y: scarf(y, x)}
