# SPDX-License-Identifier: MIT
"""Makes eyes, nose, scarf, mouth and lantern: separate closed surfaces, so that their colours have
sharp edges; and the morph targets of the face."""
from math import floor

import surface
from body import bound_to, weights_at
from mesh import Vertex
from surface import DARK, TEAL
from texture import on_panel
from vector import (add, along, circle, cross, divide, length, mirrored, multiply, scale, sine,
                    smooth_step, sub, unit)

GLINT = (255, 255, 255)
IRON = (30, 33, 44)
FLAME = (255, 132, 20)
SIDES = 4  # of a tube


class Frame:
    """A right-handed frame: right x up = front. `lean` is a direction not parallel to `front`."""

    def __init__(self, centre, front, lean=(0, 1, 0)):
        self.centre, self.front = centre, unit(front)
        self.right = unit(cross(lean, self.front))
        self.up = cross(self.front, self.right)

    def turned(self, v):
        return along(along(scale(self.right, v[0]), self.up, v[1]), self.front, v[2])


def add_button(mesh, frame, radii, around, rings, tint, mark=None, feature="skin",
               panel="nose"):
    """An ellipsoid: a vertex in front, one or two rings, one vertex behind. If there are two rings,
    the first vertex of the inner one has the colour `mark`. Its back has the texture of its front."""
    bound, first = weights_at(frame.centre), len(mesh.vertices)
    points = [((0, 0, 1), tint)]  # directions of the unit sphere
    for ring in range(rings):
        high, wide = (sine(0.145), sine(0.105)) if ring < rings - 1 else (sine(0.01), sine(0.24))
        for i in range(around):
            y, x = circle((i + 0.5 * ring) / around + 0.125)
            points.append(((wide * x, wide * y, high),
                           mark if mark and i == 0 and ring < rings - 1 else tint))
    for v, colour in points + [((0, 0, -1), tint)]:
        mesh.add(Vertex(add(frame.centre, frame.turned(multiply(v, radii))),
                        unit(frame.turned(divide(v, radii))), colour, bound, feature,
                        on_panel(panel, v[0], v[1])))
    for i in range(around):
        a, b = first + 1 + i, first + 1 + (i + 1) % around
        c, d, back = a + around, b + around, first + 1 + rings * around
        mesh.triangles += [[first, a, b], [a, back, b]] if rings == 1 else \
            [[first, a, b], [a, c, b], [b, c, d], [c, back, d]]


def add_scarf(mesh, frame, radius, tube, around):
    """A ring about frame.up; each vertex is bound like the skin on which it lies."""
    def vertex(i, k):
        turns, (up, out) = i / around, circle((k + 0.5) / SIDES)
        x, z = circle(turns)
        from_middle, outwards = radius + tube[0] * out, out / tube[0]
        p = add(frame.centre, frame.turned((x * from_middle, tube[1] * up, z * from_middle)))
        normal = unit(frame.turned((x * outwards, up / tube[1], z * outwards)))
        # Mirrored; inside, where nobody sees it, what is outside comes again.
        uv = on_panel("scarf", 4.0 * abs(turns - floor(turns + 0.5)) - 1.0, (0.5, 1, -1, -0.5)[k])
        return Vertex(p, normal, TEAL, weights_at(p), uv=uv)
    mesh.add_tube(vertex, around, SIDES, ((0, 2, 3), (0, 3, 1)), True)


def add_ornaments(mesh, cloth, eye, nose, scarf, rings, swings=False):
    """`eye`, `nose` (and knot) and `scarf` are vertices around, `rings` those from the front to the rim. The
    scarf goes to the mesh `cloth`, which may be the same; if it swings, its end has a joint of its own."""
    at = surface.project(surface.EYE_CENTRE)
    for centre in (at, mirrored(at)):
        add_button(mesh, Frame(centre, surface.normal(centre)), (0.041, 0.060, 0.024), eye, rings,
                   DARK, GLINT, "eye", "eye")
    add_button(mesh, Frame((0, 1.152, 0.378), (0, 0.35, 1)), (0.040, 0.030, 0.030), nose, rings,
               DARK)
    add_scarf(cloth, Frame((0, 0.975, 0.005), (0, -0.15, 1)), 0.110, (0.050, 0.052), scarf)
    first = len(cloth.vertices)
    add_button(cloth, Frame((0.075, 0.875, 0.150), (0.25, 0.12, 1), (-0.3, 1, 0)),
               (0.040, 0.095, 0.030), nose, rings, TEAL, panel="knot")
    for v in cloth.vertices[first:] if swings else ():
        v.bound = bound_to("scarf")


## The face ######################################################################################

TARGETS = ("blink", "smile")

# Seconds, and a weight for each target. Blinks are short; the smile comes and goes.
FACE_KEYS = (
    (0.00, 0, 0), (0.60, 0, 0), (0.70, 1, 0), (0.80, 0, 0), (1.20, 0, 0), (1.70, 0, 1),
    (2.20, 0, 1), (2.30, 1, 1), (2.40, 0, 1), (3.10, 0, 1), (3.50, 0, 0), (4.00, 0, 0),
)
CORNER = (0.115, 1.105, 0.245)  # of the mouth


def mouth(x, smile):
    """The place on the skin of a point of the mouth; a full smile is 1."""
    out = x / 0.1
    return surface.project((x * (1.0 + 0.25 * smile),
                            1.098 + smile * (0.085 * out * out - 0.012),
                            0.365 - 0.09 * out * out))


def add_mouth(mesh):
    """A line across the muzzle, for faces that smile."""
    points, first = 9, len(mesh.vertices)

    def vertex(i, k):
        at = mouth(0.1 * (2.0 * i / (points - 1) - 1.0), 0.0)
        up, out = circle(0.25 * k)
        normal = unit(along((0, up, 0), surface.normal(at), out))
        return Vertex(along(at, normal, 0.003 if i in (0, points - 1) else 0.0085), normal, DARK,
                      weights_at(at), "mouth", on_panel("nose", 0.9, -0.9))
    mesh.add_tube(vertex, points, SIDES, ((0, 2, 1), (2, 3, 1)), False)
    k = first + (points - 1) * SIDES
    mesh.triangles += [[first, first + 1, first + 2], [first, first + 2, first + 3],
                       [k, k + 2, k + 1], [k, k + 3, k + 2]]


def delta(target, vertex):
    """The change of a vertex's position by a target."""
    x, y, z = vertex.position
    if target == "blink":  # the eyes, separate dark surfaces, close to a line
        closed = -0.88 * (y - surface.project(surface.EYE_CENTRE)[1])
        return (0, closed if vertex.feature == "eye" else 0, 0)
    if vertex.feature == "eye":
        return (0, 0, 0)
    if vertex.feature == "mouth":  # its vertices lie round a point of this x
        return sub(mouth(x, 1.0), mouth(x, 0.0))
    # The corners of the mouth go up, back and out, and the cheeks with them.
    reach = smooth_step(0.0, 1.0, 1.0 - length(sub((abs(x), y, z), CORNER)) / 0.15)
    pull = scale((0.022, 0.052, -0.012), reach)
    return mirrored(pull) if x < 0 else pull


## The lantern ###################################################################################

AROUND = 8


def add_frustum(mesh, low, low_radius, high, high_radius, tint):
    """Adds a frustum from two radii and heights; each end has a vertex in its middle."""
    slope = (low_radius - high_radius) / (high - low)
    first = len(mesh.vertices)
    bottom = first + 2 * AROUND
    for i in range(AROUND):
        x, z = circle((i + 0.5) / AROUND)
        for height, radius in ((low, low_radius), (high, high_radius)):
            mesh.add(Vertex((radius * x, height, radius * z), unit((x, slope, z)), tint))
    mesh.add(Vertex((0, low, 0), (0, -1, 0), tint))
    mesh.add(Vertex((0, high, 0), (0, 1, 0), tint))
    for i in reversed(range(AROUND)):
        here, there = first + 2 * i, first + 2 * ((i + 1) % AROUND)
        mesh.triangles += [[here, there, here + 1], [there, there + 1, here + 1],
                           [here, bottom, there], [here + 1, there + 1, bottom + 1]]


def add_lantern(mesh):
    """The lantern hangs from the origin and is bound to nothing: a ring to hold, and profiles about
    the vertical."""
    def vertex(i, k):
        (x, y), (side, out) = circle(i / AROUND), circle((k + 0.5) / SIDES)
        normal = (x * out, y * out, side)
        return Vertex(add((0, -0.036, 0), along(scale((x, y, 0.0), 0.036), normal, 0.008)), normal, IRON)
    mesh.add_tube(vertex, AROUND, SIDES, ((0, 1, 2), (2, 1, 3)), True)
    add_frustum(mesh, -0.125, 0.085, -0.070, 0.020, IRON)
    add_frustum(mesh, -0.245, 0.066, -0.125, 0.066, FLAME)
    add_frustum(mesh, -0.272, 0.090, -0.245, 0.078, IRON)
