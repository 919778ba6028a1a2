# SPDX-License-Identifier: MIT
"""Surface nets: a vertex in every cell of a grid that the skin passes through, a quad around every
edge of the grid that it crosses. The cells of the first column straddle x = 0, so by symmetry their
vertices lie on it, and the column is the rim of the half."""
from itertools import product

import surface
from mesh import Mesh, Vertex
from vector import add, along, scale, sub

STEP = 0.02  # metres; below half of the thinnest radius
NX, NY, NZ = 29, 88, 58
STRIDES = (1, NX, NX * NY)
ORIGIN = (-STEP / 2, -0.025, -0.645)  # corner of the grid with the lowest coordinates
CUBE = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
CUBE_INDICES = [x + y * NX + z * NX * NY for x, y, z in CUBE]


def corner_position(x, y, z):
    return (ORIGIN[0] + x * STEP, ORIGIN[1] + y * STEP, ORIGIN[2] + z * STEP)


def cells(first):
    """Coordinates and indices of cells, in the order in which vertices and quads are made."""
    for z, y, x in product(range(first, NZ - 1), range(first, NY - 1), range(first, NX - 1)):
        yield (x, y, z), x + y * NX + z * NX * NY


def mean_crossing(distances, at, index):
    """The mean of the crossings of the cell's twelve edges."""
    total, count = (0.0, 0.0, 0.0), 0
    for corner, skip in zip(CUBE, CUBE_INDICES):
        start = add(at, corner)
        d = distances[index + skip]
        for axis in range(3):
            e = None if corner[axis] else distances[index + skip + STRIDES[axis]]
            if e is None or (d < 0.0) == (e < 0.0):
                continue
            end = [start[i] + (i == axis) for i in range(3)]
            start_position = corner_position(*start)
            way = sub(corner_position(*end), start_position)
            total = add(total, along(start_position, way, d / (d - e)))
            count += 1
    return scale(total, 1.0 / count)


def sample():
    """Distances of the grid's corners, x first. A corner far from the skin lends its distance to
    the next ones, which the skin cannot reach."""
    distances = []
    for z, y in product(range(NZ), range(NY)):
        row = []
        while len(row) < NX:
            d = surface.distance(corner_position(len(row), y, z))
            row += [d] * max(1, int(abs(d) / STEP / 2.0) - 1)
        distances += row[:NX]
    return distances


def left_half():
    """Makes positions and normals of the left half of the skin, with its rim exactly on x = 0."""
    half, made = Mesh(), {}
    distances = sample()
    inside = [d < 0.0 for d in distances]
    for at, index in cells(0):
        if len({inside[index + skip] for skip in CUBE_INDICES}) == 1:
            continue
        p = mean_crossing(distances, at, index)
        p = surface.project((0.0 if at[0] == 0 else p[0], p[1], p[2]))
        made[index] = half.add(Vertex(p, surface.normal(p)))
    for _, index in cells(1):
        for axis in range(3):
            if inside[index] == inside[index + STRIDES[axis]]:
                continue
            u, v = STRIDES[(axis + 1) % 3], STRIDES[(axis + 2) % 3]
            # The four cells around the edge, in a right-handed turn about its axis.
            quad = [made[index - u - v], made[index - v], made[index], made[index - u]]
            if not inside[index]:
                quad.reverse()
            half.triangles += [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]
    return half
