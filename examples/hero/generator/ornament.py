# SPDX-License-Identifier: MIT
"""Makes eyes, nose, scarf, mouth and lantern: separate closed surfaces, so that their colours have
sharp edges."""
from math import floor

import face
import surface
from body import NUMBERS, weights_at
from mesh import Vertex
from unwrap import on_panel
from vector import add, along, cross, divide, mirrored, multiply, scale, sine, unit

DARK = (38, 24, 30)
GLINT = (255, 255, 255)
TEAL = (24, 132, 140)
IRON = (30, 33, 44)
FLAME = (255, 132, 20)
UP = (0, 1, 0)
SIDES = 4  # of a tube


class Frame:
    """A right-handed frame: right x up = front. `lean` is a direction not parallel to `front`."""

    def __init__(self, centre, front, lean=UP):
        self.centre, self.front = centre, unit(front)
        self.right = unit(cross(lean, self.front))
        self.up = cross(self.front, self.right)

    def turned(self, v):
        return along(along(scale(self.right, v[0]), self.up, v[1]), self.front, v[2])


def add_button(mesh, frame, radii, around, rings, tint, mark=None, feature="skin",
               panel="nose"):
    """An ellipsoid: a vertex in front, one or two rings, one vertex behind. If there are two rings,
    the first vertex of the inner one has the colour `mark`. Its back has the texture of its front."""
    bound = weights_at(frame.centre)

    def point(v, colour=tint):
        """Adds the vertex in the direction v of the unit sphere."""
        return mesh.add(Vertex(add(frame.centre, frame.turned(multiply(v, radii))),
                               unit(frame.turned(divide(v, radii))), colour, bound, feature,
                               on_panel(panel, v[0], v[1])))

    front = point((0, 0, 1))
    for ring in range(rings):
        is_rim = ring == rings - 1
        high, wide = (sine(0.01), sine(0.24)) if is_rim else (sine(0.145), sine(0.105))
        for i in range(around):
            turns = (i + 0.5 * ring) / around + 0.125
            point((wide * sine(turns + 0.25), wide * sine(turns), high),
                  mark if mark and i == 0 and not is_rim else tint)
    back = point((0, 0, -1))
    for i in range(around):
        a, b = front + 1 + i, front + 1 + (i + 1) % around
        if rings == 1:
            mesh.triangles += [[front, a, b], [a, back, b]]
        else:
            c, d = a + around, b + around
            mesh.triangles += [[front, a, b], [a, c, b], [b, c, d], [c, back, d]]


def add_scarf(mesh, frame, radius, tube, around):
    """A ring about frame.up; each vertex is bound like the skin on which it lies."""
    first = len(mesh.vertices)
    for i in range(around):
        turns = i / around
        out = (sine(turns), 0.0, sine(turns + 0.25))
        for k in range(SIDES):
            side = (k + 0.5) / SIDES
            x, _, z = scale(out, radius + tube[0] * sine(side + 0.25))
            p = add(frame.centre, frame.turned((x, tube[1] * sine(side), z)))
            x, _, z = scale(out, sine(side + 0.25) / tube[0])
            normal = unit(frame.turned((x, sine(side) / tube[1], z)))
            # Mirrored; inside, where nobody sees it, what is outside comes again.
            uv = on_panel("scarf", 4.0 * abs(turns - floor(turns + 0.5)) - 1.0, (0.5, 1, -1, -0.5)[k])
            mesh.add(Vertex(p, normal, TEAL, weights_at(p), uv=uv))
    mesh.add_tube(first, around, SIDES, ((0, 2, 3), (0, 3, 1)), True)


def add_ornaments(mesh, cloth, eye, nose, scarf, rings, swings=False):
    """Eyes, nose and knot have so many vertices around, and rings from the front to the rim. The scarf
    goes to the mesh `cloth`, which may be the same; if it swings, its end has a joint of its own."""
    at = surface.project(face.EYE_CENTRE)
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
        v.bound = [NUMBERS["scarf"], 0, 0, 0], [1.0, 0.0, 0.0, 0.0]


def add_mouth(mesh):
    """A line across the muzzle, for faces that smile."""
    points, first = 9, len(mesh.vertices)
    for i in range(points):
        at = face.mouth(0.1 * (2.0 * i / (points - 1) - 1.0), 0.0)
        out, bound = surface.normal(at), weights_at(at)
        thick = 0.003 if i in (0, points - 1) else 0.0085
        for k in range(SIDES):
            n = unit(along((0, sine(0.25 * k), 0), out, sine(0.25 * k + 0.25)))
            mesh.add(Vertex(along(at, n, thick), n, DARK, bound, "mouth",
                            on_panel("nose", 0.9, -0.9)))
    mesh.add_tube(first, points, SIDES, ((0, 2, 1), (2, 3, 1)), False)
    k = first + (points - 1) * SIDES
    mesh.triangles += [[first, first + 1, first + 2], [first, first + 2, first + 3],
                       [k, k + 2, k + 1], [k, k + 3, k + 2]]


## The lantern ###################################################################################

AROUND = 8


def add_frustum(mesh, low, low_radius, high, high_radius, tint):
    """Adds a frustum from two radii and heights; each end has a vertex in its middle."""
    slope = (low_radius - high_radius) / (high - low)
    first = len(mesh.vertices)
    bottom = first + 2 * AROUND
    for i in range(AROUND):
        turns = (i + 0.5) / AROUND
        x, z = sine(turns), sine(turns + 0.25)
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
    height, radius, tube = -0.036, 0.036, 0.008
    for i in range(AROUND):
        turns = i / AROUND
        out = (sine(turns), sine(turns + 0.25), 0.0)
        for k in range(SIDES):
            side = (k + 0.5) / SIDES
            normal = (out[0] * sine(side + 0.25), out[1] * sine(side + 0.25), sine(side))
            x, y, z = along(scale(out, radius), normal, tube)
            mesh.add(Vertex((x, y + height, z), normal, IRON))
    mesh.add_tube(0, AROUND, SIDES, ((0, 1, 2), (2, 1, 3)), True)
    add_frustum(mesh, -0.125, 0.085, -0.070, 0.020, IRON)
    add_frustum(mesh, -0.245, 0.066, -0.125, 0.066, FLAME)
    add_frustum(mesh, -0.272, 0.090, -0.245, 0.078, IRON)
