# SPDX-License-Identifier: MIT
"""The skin: a smooth union of round cones, with its colours and the fineness of its mesh."""
from functools import lru_cache
from math import floor, sqrt

from vector import divide, dot, length, mix, scale, smooth_step, sub, unit

ORANGE = (236, 126, 38)
CREAM = (255, 236, 206)
BROWN = (74, 42, 34)
PINK = (232, 150, 130)
DARK = (38, 24, 30)    # of eyes, nose and mouth
TEAL = (24, 132, 140)  # of the scarf
EYE_CENTRE = (0.118, 1.250, 0.24)  # where the left eye is put onto the skin
ROUND = (1.0, 1.0, 1.0)

# Round cones: spheres from one point to another whose radii change evenly. Space is stretched
# around the first point, so that two equal points make an ellipsoid. Parts at a side also exist
# mirrored. The blend is the width of the smooth seam to the parts before it in the table.
# from, to, their radii, stretch, blend, grain, fur
PARTS = (
    # torso, belly, neck
    ((0, 0.56, 0.00), (0, 0.86, 0.00), 0.185, 0.135, (1.0, 1.0, 0.92), 0.00, 1.00, ORANGE),
    ((0, 0.63, 0.06), (0, 0.63, 0.06), 0.150, 0.150, (1.0, 1.15, 1.0), 0.08, 0.9, ORANGE),
    ((0, 0.90, 0.00), (0, 1.08, 0.01), 0.100, 0.110, ROUND, 0.06, 1.0, ORANGE),
    # skull, cheek, muzzle
    ((0, 1.24, 0.02), (0, 1.24, 0.02), 0.245, 0.245, (1.12, 0.96, 0.98), 0.05, 0.85, ORANGE),
    ((0.13, 1.16, 0.06), (0.335, 1.085, 0.03), 0.120, 0.020, (1, 1, 0.8), 0.07, 0.85, ORANGE),
    ((0, 1.16, 0.14), (0, 1.135, 0.345), 0.125, 0.052, (1.15, 0.9, 1.0), 0.07, 0.75, ORANGE),
    # ear
    ((0.150, 1.38, 0.00), (0.250, 1.675, -0.01), 0.110, 0.026, (1, 1, 0.8), 0.05, 0.75, ORANGE),
    # arm
    ((0.12, 0.89, 0.00), (0.29, 0.75, 0.00), 0.075, 0.062, ROUND, 0.05, 0.95, ORANGE),
    ((0.29, 0.75, 0.00), (0.42, 0.62, 0.01), 0.062, 0.060, ROUND, 0.02, 0.95, ORANGE),
    ((0.43, 0.61, 0.01), (0.475, 0.565, 0.02), 0.076, 0.066, (1.0, 1.0, 0.9), 0.03, 0.9, BROWN),
    ((0.40, 0.60, 0.05), (0.405, 0.555, 0.095), 0.032, 0.026, ROUND, 0.03, 0.9, BROWN),
    # leg
    ((0.11, 0.50, 0.00), (0.125, 0.30, 0.02), 0.110, 0.085, ROUND, 0.06, 1.0, ORANGE),
    ((0.125, 0.30, 0.02), (0.13, 0.10, -0.02), 0.085, 0.074, ROUND, 0.02, 0.95, ORANGE),
    ((0.13, 0.07, -0.01), (0.14, 0.055, 0.14), 0.080, 0.078, (1.1, 1.0, 1.0), 0.04, 0.85, BROWN),
    # tail
    ((0, 0.55, -0.10), (0, 0.50, -0.30), 0.050, 0.090, ROUND, 0.06, 1.0, ORANGE),
    ((0, 0.50, -0.30), (0, 0.58, -0.47), 0.090, 0.130, ROUND, 0.03, 1.1, ORANGE),
    ((0, 0.58, -0.47), (0, 0.86, -0.56), 0.130, 0.016, ROUND, 0.03, 1.0, ORANGE),
)
NAMES = (*["torso"] * 3, *["head"] * 3, "ear", *["arm"] * 4, *["leg"] * 3, *["tail"] * 3)

# Ellipsoids of another colour, painted over the fur in this order: centre, radii, half the width of
# the transition as a fraction of the radius, fur.
MARKINGS = (
    ((0, 0.66, 0.22), (0.125, 0.22, 0.16), 0.25, CREAM),    # belly
    ((0, 1.09, 0.22), (0.28, 0.130, 0.24), 0.15, CREAM),    # muzzle and chin
    ((0.27, 1.09, 0.06), (0.17, 0.115, 0.17), 0.2, CREAM),  # cheek
    ((0, 1.30, 0.24), (0.040, 0.13, 0.15), 0.4, ORANGE),    # bridge of the nose
    ((0.190, 1.48, 0.09), (0.05, 0.13, 0.065), 0.25, PINK),  # inside of the ear
    ((0.25, 1.68, 0.00), (0.13, 0.13, 0.13), 0.25, BROWN),  # tip of the ear
    ((0, 0.90, -0.58), (0.22, 0.22, 0.22), 0.2, CREAM),     # tip of the tail
)


def blend_min(a, b, width):
    """Smooth minimum: differs from the minimum by width / 4 at most, where both are equal."""
    lower = a if a < b else b
    overlap = width - abs(a - b)
    return lower if overlap <= 0.0 else lower - overlap * overlap / (4.0 * width)


class Cone:
    """A part, with the values that do not depend on the point."""

    def __init__(self, a, b, a_radius, b_radius, stretch, blend, grain, fur):
        self.blend, self.grain, self.fur = blend, grain, fur
        axis = divide(sub(b, a), stretch)
        reach = length(axis)
        taper = (a_radius - b_radius) / reach if reach else 0.0
        axis = scale(axis, 1.0 / reach) if reach else axis
        self.numbers = (a, stretch, axis, reach, taper, sqrt(1.0 - taper * taper), a_radius,
                        b_radius - a_radius)

    def distance(self, p):
        """The distance from p, and the radius where the cone is nearest to it."""
        a, stretch, axis, reach, taper, steepness, radius, widening = self.numbers
        sx, sy, sz = stretch
        x, y, z = (p[0] - a[0]) / sx, (p[1] - a[1]) / sy, (p[2] - a[2]) / sz
        if reach:
            ax, ay, az = axis
            height = x * ax + y * ay + z * az
            u, v, w = x + ax * -height, y + ay * -height, z + az * -height
            # Centre of the sphere that touches the cone where the point is nearest to it.
            at = height - taper * sqrt(u * u + v * v + w * w) / steepness
            at = 0.0 if at < 0.0 else reach if at > reach else at
            x, y, z = x + ax * -at, y + ay * -at, z + az * -at
            radius = radius + widening * (at / reach)
        distance = sqrt(x * x + y * y + z * z)
        if distance < 1e-9:
            return -radius, radius
        # Divided by the length of its gradient the stretched distance is nearly a true one.
        s = 1.0 / distance
        u, v, w = x * s / sx, y * s / sy, z * s / sz
        return (distance - radius) / sqrt(u * u + v * v + w * w), radius


CONES = [Cone(*part) for part in PARTS]
CELL = 0.04  # metres
NEAR = 0.05  # the most by which a distance changes within a cell


@lru_cache(None)
def cones_in(x, y, z):
    """The parts on which the skin in a cell may depend; the others are too far behind an earlier
    one."""
    centre = ((x + 0.5) * CELL, (y + 0.5) * CELL, (z + 0.5) * CELL)
    kept, least = [], None
    for cone in CONES:
        d = cone.distance(centre)[0]
        if least is None or d <= least + cone.blend + 2 * NEAR:
            kept.append(cone)
        least = d if least is None or d < least else least
    return kept


def distance_and_part(p):
    """The distance, the nearest part, and its radius there."""
    p = (abs(p[0]), p[1], p[2])
    total = least = nearest = near_radius = None
    for cone in cones_in(floor(p[0] / CELL), floor(p[1] / CELL), floor(p[2] / CELL)):
        d, radius = cone.distance(p)
        total = d if nearest is None else blend_min(total, d, cone.blend)
        if nearest is None or d < least:
            least, nearest, near_radius = d, cone, radius
    # The soles are cut flat by the ground.
    return -blend_min(-total, p[1], 0.02), nearest, near_radius


def part_at(p):
    """The name of the nearest part."""
    return NAMES[CONES.index(distance_and_part(p)[1])]


def distance(p):
    """The distance from the skin, positive outside: exact on it, and a fair estimate near it."""
    return distance_and_part(p)[0]


def gradient(p):
    e = 1.0 / 4096.0
    x, y, z = p
    g = (distance((x + e, y, z)) - distance((x - e, y, z)),
         distance((x, y + e, z)) - distance((x, y - e, z)),
         distance((x, y, z + e)) - distance((x, y, z - e)))
    return scale(g, 0.5 / e)


@lru_cache(None)
def normal(p):
    """The unit vector outwards."""
    return unit(gradient(p))


def project(p):
    """The point of the skin near p, found along the normal; stays on x = 0 when it starts there."""
    seam = p[0] == 0.0
    for _ in range(8):
        g = gradient(p)
        s = -distance(p) / dot(g, g)
        moved = (0.0 if seam else p[0] + g[0] * s, p[1] + g[1] * s, p[2] + g[2] * s)
        if moved == p:
            break
        p = moved
    return p


@lru_cache(None)
def grain(p):
    """The length that edges near p should have, relative to others."""
    _, part, radius = distance_and_part(p)
    return part.grain * sqrt(0.03 + radius)


def inside(p, centre, radii, edge=0.06):
    """1 in an ellipsoid, 0 outside; changes within this fraction of its radius on either side."""
    return smooth_step(1.0 + edge, 1.0 - edge, length(divide(sub(p, centre), radii)))


def colour(p):
    p = (abs(p[0]), p[1], p[2])
    rgb = distance_and_part(p)[1].fur
    for *marking, fur in MARKINGS:
        cover = inside(p, *marking)
        rgb = tuple(int(mix(a, b, cover) + 0.5) for a, b in zip(rgb, fur))
    return rgb
