# SPDX-License-Identifier: MIT
"""The texture of the skin and of the ornaments: coordinates, paint, picture and PNG. Mirrored halves share
texels, and so do both sides of an arm and of a leg, which lie folded. Each vertex of a cut is there twice, so
the half has only three charts: the front of the head, the arm, and the rest."""
import struct
import zlib
from math import ceil, floor

import surface
from mesh import Mesh, Vertex
from reduce import centre_of, edges_of
from surface import BROWN, CREAM, DARK, EYE_CENTRE, MARKINGS, ORANGE, PINK, TEAL, inside, part_at
from vector import add, along, clamp, length, mix, scale, segment_distance, sine, smooth_step, sub

ROUNDS = 300
SIDE = 128  # texels of the picture
# Of a chart: texels to its left, above it, and for each metre. Of a separate ornament: texels to its
# left, above it, across and down.
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
    part = part_at(p)
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

    def copies(i, chart):
        """Gives triangle i this chart; returns how many vertices its corners then take."""
        charts[i] = chart
        return sum(len({charts[j] for j in around[v]}) for v in half.triangles[i])
    for _ in range(4):
        for i, t in enumerate(half.triangles):
            near = {charts[j] for v in t for j in around[v]}
            near = sorted(near, key=lambda chart: (chart != charts[i], chart))  # a tie keeps it
            charts[i] = min(near, key=lambda chart: copies(i, chart))
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


## Paint #########################################################################################

DEEP = (206, 88, 22)   # the orange of the back
AMBER = (238, 158, 44)
NIGHT, GOLD = (14, 78, 96), (250, 196, 78)  # of the scarf
BELLY, MUZZLE, CHEEK, BRIDGE = (marking[:2] for marking in MARKINGS[:4])


def over(rgb, other, cover):
    """rgb under another colour that covers it, from 0 to 1."""
    return tuple(mix(a, b, clamp(cover, 0.0, 1.0)) for a, b in zip(rgb, other))


def tufts(t):
    """A zigzag of period 1, from 0 to 1, as tufts of fur end."""
    return 2.0 * abs(t - floor(t) - 0.5)


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
        rgb = over(rgb, CREAM, inside(jagged, *marking))
    rgb = over(rgb, ORANGE, inside(p, *BRIDGE, 0.2))
    if z > 0.1:
        rgb = over(rgb, CREAM, inside(p, (0.100, 1.345, 0.22), (0.038, 0.022, 0.08), 0.2))
        rgb = over(rgb, BROWN, inside(p, EYE_CENTRE, (0.056, 0.076, 0.09), 0.1))
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
            rgb = over(rgb, CREAM, inside(p, (0.185, 1.47, 0.09), (0.072, 0.165, 0.075), 0.08))
            rgb = over(rgb, PINK, inside(p, (0.188, 1.48, 0.09), (0.058, 0.145, 0.075), 0.1))
        return over(rgb, BROWN, smooth_step(-0.012, 0.012, y - 1.56 - 0.05 * tufts(x * 25.0)))
    if part == "head":
        return head(rgb, p, has_mouth)
    along = y - z + 0.02 * sine(9.0 * x)
    if part == "tail":
        rgb = over(rgb, BROWN, stripes(along * 7.0, smooth_step(0.75, 0.62, along)))
        return over(rgb, CREAM, smooth_step(-0.015, 0.015, along - 1.27 - 0.07 * tufts(x * 14.0)))
    rgb = over(rgb, BROWN, stripes(y * 9.0 + 0.15 * sine(5.0 * x), front))
    return over(rgb, CREAM, inside((x + 0.03 * tufts(y * 18.0), y, z), *BELLY))


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


PAINTS = {"eye": eye, "nose": nose, "scarf": scarf, "knot": lambda x, y: scarf(y, x)}


## The picture ##################################################################################

FINE = 2      # samples of a texel across and down
SHADES = 12   # steps of a colour, so that there are at most 256 colours


def samples_of(corners):
    """Samples in a triangle given in samples, and the weights of the corners there. A triangle that is
    folded over has none, as it shares those of others."""
    (ax, ay), (bx, by), (cx, cy) = corners
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    for y in range(ceil(min(ay, by, cy) - 0.5), ceil(max(ay, by, cy) - 0.5) if area > 0.0 else 0):
        for x in range(ceil(min(ax, bx, cx) - 0.5), ceil(max(ax, bx, cx) - 0.5)):
            px, py = x + 0.5 - ax, y + 0.5 - ay
            b = (px * (cy - ay) - (cx - ax) * py) / area
            c = ((bx - ax) * py - px * (by - ay)) / area
            if b >= 0.0 and c >= 0.0 and b + c <= 1.0:
                yield x, y, (1.0 - b - c, b, c)


def painted(half, has_mouth):
    """Samples and their colours."""
    for t in half.triangles:
        corners = [half.vertices[v] for v in t]
        for x, y, weights in samples_of([[a * SIDE * FINE for a in v.uv] for v in corners]):
            p = (0.0, 0.0, 0.0)
            for v, weight in zip(corners, weights):
                p = along(p, v.position, weight)
            yield x, y, fur(p, has_mouth)
    for panel, (left, top, width, height) in PANELS.items():
        for y in range(height * FINE):
            for x in range(width * FINE):
                yield left * FINE + x, top * FINE + y, PAINTS[panel](
                    (2 * x + 1) / (width * FINE) - 1.0, 1.0 - (2 * y + 1) / (height * FINE))


def picture(half, has_mouth):
    """The colours of the texels, row by row."""
    sums = [((0.0, 0.0, 0.0), 0)] * (SIDE * SIDE)
    for x, y, rgb in painted(half, has_mouth):
        i = y // FINE * SIDE + x // FINE
        sums[i] = (add(sums[i][0], rgb), sums[i][1] + 1)
    texels = [tuple(int(a / n / SHADES + 0.5) * SHADES for a in rgb) if n else None for rgb, n in sums]
    while None in texels:  # what is beside a chart gets the colours of its edge
        before = [None] * SIDE + texels + [None] * SIDE
        for i, texel in enumerate(texels):
            beside = [before[i + k] for k in (SIDE - 1, SIDE + 1, 0, 2 * SIDE)]
            texels[i] = texel or next(filter(None, beside), None)
    return [tuple(min(a, 255) for a in rgb) for rgb in texels]


def png(texels):
    """An indexed picture. It is not compressed, as that depends on the version of zlib."""
    palette = sorted(set(texels))
    numbers = bytes(palette.index(rgb) for rgb in texels)
    rows = b"".join(b"\0" + numbers[i:i + SIDE] for i in range(0, SIDE * SIDE, SIDE))
    stored = struct.pack("<2sBHH", b"\x78\x01", 1, len(rows), len(rows) ^ 0xFFFF) + rows
    out = b"\x89PNG\r\n\x1a\n"
    for kind, data in ((b"IHDR", struct.pack(">2I5B", SIDE, SIDE, 8, 3, 0, 0, 0)),
                       (b"PLTE", bytes(a for rgb in palette for a in rgb)),
                       (b"IDAT", stored + struct.pack(">I", zlib.adler32(rows))), (b"IEND", b"")):
        out += struct.pack(">I4s", len(data), kind) + data + struct.pack(">I", zlib.crc32(kind + data))
    return out
