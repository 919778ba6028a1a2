# SPDX-License-Identifier: MIT
"""Vectors (x, y, z), quaternions (x, y, z, w) and a sine.

Of the mathematics library the generator uses only sqrt and floor: + - * / and sqrt are rounded the same way
everywhere, so the files come out the same to the byte on every machine. Therefore nothing here uses
sum() or a power, whose rounding depends on the version of Python.
"""
from math import floor, sqrt

PI = 3.14159265358979323846
IDENTITY = (0.0, 0.0, 0.0, 1.0)


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def along(a, b, s):
    """a + b * s"""
    return (a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s)


def multiply(a, b):
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])


def divide(a, b):
    return (a[0] / b[0], a[1] / b[1], a[2] / b[2])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return sqrt(dot(a, a))


def unit(a):
    return scale(a, 1.0 / length(a))


def mirrored(a):
    return (-a[0], a[1], a[2])


def mix(a, b, t):
    return a + (b - a) * t


def clamp(a, low, high):
    return low if a < low else high if a > high else a


def smooth_step(low, high, a):
    """0 below low, 1 above high, smooth between."""
    t = clamp((a - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def on_grid(a, steps=65536.0):
    """Rounds to multiples of 1/steps. Stored lengths, weights and times are those of 1/65536."""
    return floor(a * steps + 0.5) / steps


def segment_distance(p, a, b):
    """Distance of p from the segment a b."""
    axis = sub(b, a)
    t = clamp(dot(sub(p, a), axis) / dot(axis, axis), 0.0, 1.0)
    return length(sub(p, along(a, axis, t)))


def sine(turns):
    """Sine of an angle in turns: 0.25 gives 1."""
    t = turns - floor(turns + 0.5)
    # The angle is folded into a quarter turn to either side, where the series below is good to
    # 1e-11.
    if t > 0.25:
        t = 0.5 - t
    elif t < -0.25:
        t = -0.5 - t
    x = 2.0 * PI * t
    series = 0.0
    for k in range(15, 2, -2):
        series = (1.0 - series) * (x * x) / (k * (k - 1))
    return x * (1.0 - series)


def circle(turns):
    """Sine and cosine."""
    return sine(turns), sine(turns + 0.25)


## Quaternions ###################################################################################

def after(a, b):
    """The rotation a after b."""
    return (*add(along(scale(b, a[3]), a, b[3]), cross(a, b)), a[3] * b[3] - dot(a, b))


def inverse(a):
    return (*scale(a, -1.0), a[3])


def normalised(a):
    s = 1.0 / sqrt(dot(a, a) + a[3] * a[3])
    return (*scale(a, s), a[3] * s)


def rotated(a, v):
    """v, rotated by a."""
    t = scale(cross(a, v), 2.0)
    return add(along(v, t, a[3]), cross(a, t))


def degrees(x, y, z):
    """The rotation by x, then y, then z degrees about the fixed axes."""
    x, y, z = (circle(angle / 720.0) for angle in (x, y, z))
    return after((0.0, 0.0, *z), after((0.0, y[0], 0.0, y[1]), (x[0], 0.0, 0.0, x[1])))


def arc(a, b):
    """The shortest rotation from the unit vector a to the unit vector b, which are not opposite."""
    return normalised((*cross(a, b), 1.0 + dot(a, b)))
