# SPDX-License-Identifier: MIT
"""Texture coordinates of the skin. Mirrored halves share texels, and so do both sides of an arm and
of a leg, which lie folded. Each vertex of a cut is there twice, so the half has only three charts:
the front of the head, the arm, and the rest."""
import surface
from mesh import Mesh, Vertex
from reduce import centre_of, edges_of
from vector import add, length, scale, smooth_step, sub

ROUNDS = 300
SIDE = 128  # texels of the picture
# Texels to the left and above a chart, and for each metre; then the same of a separate ornament,
# and how many it has across and down.
CHARTS = {"front": (1, 1, 100), "arm": (1, 85, 70), "rest": (55, 1, 66)}
PANELS = {"eye": (56, 3, 25, 25), "nose": (56, 32, 14, 14), "knot": (72, 32, 12, 22),
          "scarf": (1, 105, 48, 22)}
EYE = (0, 1.17, -0.02)  # from which the front of the head is seen, inside it


def on_panel(name, x, y):
    """Texture coordinates on the panel of an ornament, whose x and y are from -1 to 1, y up."""
    left, top, width, height = PANELS[name]
    return ((left + (x + 1.0) / 2.0 * width) / SIDE, (top + (1.0 - y) / 2.0 * height) / SIDE)


def chart_at(p):
    """The chart of a triangle with this centre."""
    part = surface.part_at(p)
    if part == "ear":
        return "front" if surface.normal(p)[2] > 0.0 else "rest"
    return part if part == "arm" else "front" if part == "head" and p[2] > 0.0 else "rest"


def choose_charts(half):
    """The chart of each triangle: that of its centre, but such that few vertices are on cuts."""
    charts = [chart_at(centre_of(*[half.vertices[v].position for v in t])) for t in half.triangles]
    around = [[] for _ in half.vertices]
    for i, t in enumerate(half.triangles):
        for v in t:
            around[v].append(i)

    def vertices(i, chart):
        charts[i] = chart
        return sum(len({charts[j] for j in around[v]}) for v in half.triangles[i])
    for _ in range(4):
        for i, t in enumerate(half.triangles):
            near = {charts[j] for v in t for j in around[v]}
            near = sorted(near, key=lambda chart: (chart != charts[i], chart))  # a tie keeps it
            charts[i] = min(near, key=lambda chart: vertices(i, chart))
    return charts


def begin(chart, p):
    """Where relaxing begins, in metres to the right and down."""
    x, y, z = p
    if chart == "front":  # a stereographic projection
        x, y, z = sub(p, EYE)
        nearness = 0.6 / (length((x, y, z)) + z)
        return (-x * nearness, -y * nearness)
    if chart == "arm":  # from the front, straight
        return (0.68 * x - 0.73 * y, -0.73 * x - 0.68 * y)
    # Around the body from behind: 0, 0.3 at the side, 0.6 in front. Legs have axes of their own.
    x = abs(x - 0.12 * (1.0 - smooth_step(0.40, 0.58, y)))
    return (0.3 + 0.3 * z / (x + abs(z)) + 2.0 * min(0.0, z + 0.12), -y)


def relax(points, lengths):
    """Moves the ends of edges until these have their lengths, as far as they can."""
    for _ in range(ROUNDS):
        for (a, b), goal in lengths.items():
            way = sub(points[b], points[a])
            now = length(way)
            if now > 0.0:
                way = scale(way, 0.3 * (now - goal) / now)
                points[a], points[b] = add(points[a], way), sub(points[b], way)


def unwrap(half):
    """The half with texture coordinates, cut into charts."""
    out, numbers = Mesh(), {}
    for t, chart in zip(half.triangles, choose_charts(half)):
        out.triangles.append([numbers.setdefault((v, chart), len(numbers)) for v in t])
    out.vertices = [Vertex(half.vertices[v].position) for v, _ in numbers]
    points = [(*begin(chart, half.vertices[v].position), 0.0) for v, chart in numbers]
    positions = [v.position for v in out.vertices]
    relax(points, {(min(edge), max(edge)): length(sub(positions[edge[0]], positions[edge[1]]))
                   for t in out.triangles for edge in edges_of(t)})
    for name, (left, top, fineness) in CHARTS.items():
        here = [i for i, (_, chart) in enumerate(numbers) if chart == name]
        low = [min(points[i][k] for i in here) for k in (0, 1)]
        for i in here:
            out.vertices[i].uv = tuple((start + (points[i][k] - low[k]) * fineness) / SIDE
                                       for k, start in enumerate((left, top)))
    return out
