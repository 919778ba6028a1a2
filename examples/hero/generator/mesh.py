# SPDX-License-Identifier: MIT
"""Meshes while they grow."""
from collections import Counter

from vector import mirrored


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

    def add_tube(self, first, ring_count, sides, pattern, closed):
        """Adds triangles between rings of vertices from `first` on. The pattern is the two
        triangles of a quad: corners 0 and 1 are neighbours in a ring, 2 and 3 those in the next
        one."""
        for i in range(ring_count if closed else ring_count - 1):
            here, there = first + i * sides, first + (i + 1) % ring_count * sides
            for k in range(sides):
                up = (k + 1) % sides
                quad = (here + k, here + up, there + k, there + up)
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
