# SPDX-License-Identifier: MIT
"""Reduces the vertices: the relatively shortest edge collapses until the number is met; then flips
and shifts even out the triangles. Every vertex is put back on the skin each time. Vertices of the
rim stay on x = 0, and only the rim itself joins two of them, so that the mirror image fits."""
from copy import deepcopy
from functools import reduce

import surface
from mesh import left_half
from vector import add, along, cross, dot, length, scale, sub

MAX_NEIGHBOURS = 8
ROUNDS = 8
BLOCKED = 1e9
BLOCK = 192  # costs of which the least is kept, to find the least of all quickly
TURN_COST = 3.0


class Half:
    """A mesh that shrinks: the costs of its edges, three a triangle, that of corners 0 and 1 first,
    and the numbers of the triangles around each vertex."""

    def __init__(self, mesh):
        self.mesh, self.vertices, self.triangles = mesh, mesh.vertices, mesh.triangles
        self.costs = [self.cost(t, k) for t in self.triangles for k in range(3)]
        self.lows = [min(self.costs[at:at + BLOCK]) for at in range(0, len(self.costs), BLOCK)]
        self.around = [set() for _ in self.vertices]
        for i, t in enumerate(self.triangles):
            self.place(i, t)

    def place(self, i, triangle):
        for v in triangle:
            self.around[v].add(i)

    def set_costs(self, at, costs, count=3):
        self.costs[at:at + count] = costs
        block = at // BLOCK
        self.lows[block] = min(self.costs[block * BLOCK:(block + 1) * BLOCK], default=BLOCKED)

    def cheapest(self):
        """Returns the place of the least cost, the first of equals, or None if all edges are blocked."""
        cost = min(self.lows)
        return self.costs.index(cost, self.lows.index(cost) * BLOCK) if cost < BLOCKED else None

    def remove(self, i):
        """Removes a triangle; the last one takes its place."""
        for number in {i, len(self.triangles) - 1}:
            for v in self.triangles[number]:
                self.around[v].discard(number)
        self.triangles[i] = self.triangles[-1]
        self.set_costs(3 * i, self.costs[-3:])
        self.triangles.pop()
        self.set_costs(len(self.costs) - 3, [])
        if i < len(self.triangles):
            self.place(i, self.triangles[i])

    def position(self, v):
        return self.vertices[v].position

    def on_rim(self, v):
        return self.position(v)[0] == 0.0

    def cost(self, triangle, k):
        """The length of an edge relative to the wanted length there, longer where the skin turns
        along the edge, as tips would wear away otherwise."""
        a, b = self.vertices[triangle[k]], self.vertices[triangle[(k + 1) % 3]]
        edge = length(sub(a.position, b.position))
        grain = surface.grain(scale(add(a.position, b.position), 0.5))
        return edge / grain * (1.0 + TURN_COST * (1.0 - dot(a.normal, b.normal)))


def lies_well(a, b, c):
    """Whether a triangle faces as the skin does, and is not a sliver."""
    area = scale(cross(sub(b, a), sub(c, a)), 0.5)
    edges = length(sub(b, a)) + length(sub(c, b)) + length(sub(a, c))
    size = length(area)
    return size >= 0.006 * edges * edges and dot(area, surface.normal(centre_of(a, b, c))) > 0.6 * size


def centre_of(a, b, c):
    return scale(add(a, add(b, c)), 1.0 / 3.0)


def may_join(half, a, b):
    """Whether the surface stays a manifold if b is merged into a."""
    near_a, near_b = ({w for i in half.around[v] for w in half.triangles[i]} - {a, b} for v in (a, b))
    shared_count = len(half.around[a] & half.around[b])
    if shared_count != len(near_a & near_b) or shared_count != (1 if half.on_rim(b) else 2):
        return False
    if half.on_rim(a) and not half.on_rim(b) and any(half.on_rim(v) for v in near_b - near_a):
        return False
    return len(near_a | near_b) <= MAX_NEIGHBOURS


def may_move(half, a, b, p):
    """Whether the triangles around a and b stay well-shaped when both are at p."""
    around = [half.triangles[i] for i in half.around[a] ^ half.around[b]]
    return not any(all(half.on_rim(a if v == b else v) for v in t) or
                   not lies_well(*[p if v in (a, b) else half.position(v) for v in t]) for t in around)


def collapse(half, a, b):
    """Collapses an edge; returns False, changing nothing, if it cannot go."""
    if half.on_rim(b) and not half.on_rim(a):
        a, b = b, a
    if not may_join(half, a, b):
        return False
    p = half.position(a)
    if half.on_rim(a) == half.on_rim(b):
        p = scale(add(p, half.position(b)), 0.5)
    p = surface.project(p)
    if not may_move(half, a, b, p):
        return False
    half.vertices[a].position, half.vertices[a].normal = p, surface.normal(p)
    for i in sorted(half.around[a] & half.around[b]):
        while i in half.around[a] & half.around[b]:  # remove() may put another one there
            half.remove(i)
    for i in half.around[b]:
        t = half.triangles[i]
        t[t.index(b)] = a
    half.around[a] |= half.around[b]
    for i in half.around[a]:
        half.set_costs(3 * i, [half.cost(half.triangles[i], k) for k in range(3)])
    return True


def should_flip(half, a, b, c, d, owners):
    """Whether c d is a better diagonal than a b: the one of a Delaunay triangulation."""
    pa, pb, pc, pd = (half.position(v) for v in (a, b, c, d))
    ca, cb, da, db = sub(pa, pc), sub(pb, pc), sub(pa, pd), sub(pb, pd)

    def off_skin(p, q):
        return abs(surface.distance(scale(add(p, q), 0.5)))
    # The two angles opposite to the edge exceed half a turn: cot c + cot d < 0.
    return dot(ca, cb) * length(cross(da, db)) + dot(da, db) * length(cross(ca, cb)) <= -1e-9 and \
        lies_well(pc, pd, pb) and lies_well(pd, pc, pa) and \
        off_skin(pc, pd) <= off_skin(pa, pb) + 0.004 and not {(c, d), (d, c)} & owners.keys()


def edges_of(triangle):
    return [(triangle[k], triangle[(k + 1) % 3]) for k in range(3)]


def flip_edges(half):
    triangles = half.triangles
    owners = {edge: i for i, t in enumerate(triangles) for edge in edges_of(t)}
    for i, triangle in enumerate(triangles):
        for k in range(3):
            a, b, c = triangle[k], triangle[(k + 1) % 3], triangle[(k + 2) % 3]
            other = owners.get((b, a), -1)
            if other <= i:  # there is none, or the pair was examined from there
                continue
            d = next(v for v in triangles[other] if v not in (a, b))
            if half.on_rim(c) and half.on_rim(d) or not should_flip(half, a, b, c, d, owners):
                continue
            del owners[a, b], owners[b, a]
            for number, flipped in ((i, [c, d, b]), (other, [d, c, a])):
                triangles[number] = flipped
                owners.update((edge, number) for edge in edges_of(flipped))
            break


def even_out(half):
    """Moves each vertex along the skin towards the middle of the triangles around it."""
    centres = [[] for _ in half.vertices]
    for t in half.triangles:
        centre = centre_of(*[half.position(v) for v in t])
        for v in t:
            centres[v].append(centre)
    for vertex, around in zip(half.vertices, centres):
        p = vertex.position
        rim = p[0] == 0.0
        normal = surface.normal(p)
        shift = sub(scale(reduce(add, around), 1.0 / len(around)), p)
        shift = along(shift, normal, -dot(shift, normal))
        if rim:
            shift = (0.0, shift[1], shift[2])
        p = surface.project(along(p, shift, 0.5))
        # A vertex beside the rim must not reach it or cross it.
        if rim or p[0] > 0.002:
            vertex.position = p


def drop_unused_vertices(mesh):
    used = sorted({v for t in mesh.triangles for v in t})
    now = {v: i for i, v in enumerate(used)}
    mesh.vertices[:] = [mesh.vertices[v] for v in used]
    mesh.triangles[:] = [[now[v] for v in t] for t in mesh.triangles]


def reduced_halves(vertex_counts):
    """Collapses edges until the half and its mirror image have at most so many vertices; at each count a
    copy is evened out."""
    halves, half = {}, Half(left_half()) if vertex_counts else None
    whole_count = half and sum(1 if half.on_rim(v) else 2 for v in range(len(half.vertices)))
    for vertex_count in sorted(vertex_counts, reverse=True):
        while whole_count > vertex_count:
            at = half.cheapest()
            if at is None:
                break
            a, b = edges_of(half.triangles[at // 3])[at % 3]
            gone = 1 if half.on_rim(a) and half.on_rim(b) else 2
            if collapse(half, a, b):
                whole_count -= gone
            else:
                half.set_costs(at, [BLOCKED], 1)
        done = deepcopy(half)
        drop_unused_vertices(done.mesh)
        for _ in range(ROUNDS):
            flip_edges(done)
            even_out(done)
        halves[vertex_count] = done.mesh
    return halves
