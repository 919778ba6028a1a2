# SPDX-License-Identifier: MIT
"""Meshes while they grow, and the first mesh of the skin: surface nets, with a vertex in every cell of a grid
that the skin passes through, and a quad around every edge of the grid that it crosses. The cells of the first
column straddle x = 0, so by symmetry their vertices lie on it, and the column is the rim of the half."""
from collections import Counter
from itertools import product

import surface
from vector import add, along, mirrored, scale, sub


class Vertex:
    """A vertex; `feature` tells which target moves it: skin, eye or mouth; `uv` is where it is in
    the texture, if there is one."""

    def __init__(self, position, normal=None, tint=None, bound=None, feature="skin", uv=(0, 0)):
        self.position, self.normal, self.tint = position, normal, tint
        self.bound, self.feature, self.uv = bound, feature, uv


class Mesh:
    """A mesh. Triangles are lists of three vertex numbers, counter-clockwise from outside."""

    def __init__(self):
        self.vertices, self.triangles = [], []

    def add(self, vertex):
        """Appends a vertex and returns its number."""
        self.vertices.append(vertex)
        return len(self.vertices) - 1

    def append(self, other):
        """Appends another mesh, which shares no vertices."""
        first = len(self.vertices)
        self.vertices += other.vertices
        self.triangles += [[first + corner for corner in t] for t in other.triangles]

    def add_tube(self, vertex, ring_count, sides, pattern, closed):
        """Adds rings of vertices, vertex(ring, side), and triangles between them. The pattern is the two
        triangles of a quad: corners 0 and 1 are neighbours in a ring, 2 and 3 those in the next one."""
        first = len(self.vertices)
        self.vertices += [vertex(i, k) for i in range(ring_count) for k in range(sides)]
        for i, k in product(range(ring_count if closed else ring_count - 1), range(sides)):
            rings = [first + i * sides, first + (i + 1) % ring_count * sides]
            quad = [ring + side for ring in rings for side in (k, (k + 1) % sides)]
            self.triangles += [[quad[corner] for corner in t] for t in pattern]

    def with_mirror_image(self):
        """Joins both halves along x = 0; positions and places in the texture only."""
        whole = Mesh()
        twins = [whole.add(Vertex(v.position, uv=v.uv)) for v in self.vertices]
        for i, v in enumerate(self.vertices):
            if v.position[0] != 0.0:
                twins[i] = whole.add(Vertex(mirrored(v.position), uv=v.uv))
        for a, b, c in self.triangles:
            whole.triangles += [[a, b, c], [twins[a], twins[c], twins[b]]]
        return whole

    def is_closed(self):
        """Whether every edge is in two triangles, in opposite directions; vertices of a cut are one."""
        places = ([self.vertices[v].position for v in t] for t in self.triangles)
        edges = Counter(edge for a, b, c in places for edge in ((a, b), (b, c), (c, a)))
        return all(n == 1 and edges[b, a] == 1 for (a, b), n in list(edges.items()))


## The first mesh ################################################################################

STEP = 0.02  # metres; below half of the thinnest radius
NX, NY, NZ = 29, 88, 58
STRIDES = (1, NX, NX * NY)
ORIGIN = (-STEP / 2, -0.025, -0.645)  # corner of the grid with the lowest coordinates
AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
CUBE = [((x, y, z), x + y * NX + z * NX * NY) for z, y, x in product((0, 1), repeat=3)]
EDGES = [(*corner, axis) for corner in CUBE for axis in range(3) if not corner[0][axis]]


def corner_position(corner):
    return along(ORIGIN, corner, STEP)


def cells(first):
    """Coordinates and indices of cells, in the order in which vertices and quads are made."""
    for z, y, x in product(range(first, NZ - 1), range(first, NY - 1), range(first, NX - 1)):
        yield (x, y, z), x + y * NX + z * NX * NY


def mean_crossing(distances, at, index):
    """The mean of the crossings of the cell's twelve edges."""
    total, count = (0.0, 0.0, 0.0), 0
    for corner, skip, axis in EDGES:
        d, e = distances[index + skip], distances[index + skip + STRIDES[axis]]
        if (d < 0.0) != (e < 0.0):
            start = corner_position(add(at, corner))
            way = sub(corner_position(add(at, add(corner, AXES[axis]))), start)
            total = add(total, along(start, way, d / (d - e)))
            count += 1
    return scale(total, 1.0 / count)


def sample():
    """Distances of the grid's corners, x first. A corner far from the skin lends its distance to
    the next ones, which the skin cannot reach."""
    distances = []
    for z, y in product(range(NZ), range(NY)):
        row = []
        while len(row) < NX:
            d = surface.distance(corner_position((len(row), y, z)))
            row += [d] * max(1, int(abs(d) / STEP / 2.0) - 1)
        distances += row[:NX]
    return distances


def left_half():
    """Makes positions and normals of the left half of the skin, with its rim exactly on x = 0."""
    half, made = Mesh(), {}
    distances = sample()
    inside = [d < 0.0 for d in distances]
    for at, index in cells(0):
        if len({inside[index + skip] for _, skip in CUBE}) == 1:
            continue
        p = mean_crossing(distances, at, index)
        p = surface.project((0.0 if at[0] == 0 else p[0], p[1], p[2]))
        made[index] = half.add(Vertex(p, surface.normal(p)))
    for (_, index), axis in product(cells(1), range(3)):
        if inside[index] == inside[index + STRIDES[axis]]:
            continue
        u, v = STRIDES[(axis + 1) % 3], STRIDES[(axis + 2) % 3]
        # The four cells around the edge, in a right-handed turn about its axis.
        quad = [made[index - u - v], made[index - v], made[index], made[index - u]]
        if not inside[index]:
            quad.reverse()
        half.triangles += [quad[:3], [quad[0], *quad[2:]]]
    return half
