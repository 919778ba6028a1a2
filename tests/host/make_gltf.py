#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates glTF files for tests: for the order and sharing of vertices, and large and hostile ones
for limits of time and memory.

    make_gltf.py KIND OUT.glb [WORD...]       or OUT.gltf, with its buffer inside

Kinds are the functions below. Scripts that change a file import `load` and `save`.
"""
import array
import base64
import itertools
import json
import math
import random
import struct
import sys

WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
COMPONENTS = {"B": 5121, "H": 5123, "f": 5126}  # by letters of the array module
TAU = 2 * math.pi
TRIANGLE = 0, 0, 0, 1, 0, 0, 0, 1, 0
flat = itertools.chain.from_iterable


def load(path):
    """Reads document and buffer of a .glb, or of a .gltf with its only buffer inside."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"glTF":
        end = 20 + struct.unpack_from("<I", data, 12)[0]
        return json.loads(data[20:end]), bytearray(data[end + 8:])
    document = json.loads(data)
    return document, bytearray(base64.b64decode(document["buffers"][0]["uri"].split(",")[1]))


def save(path, document, data):
    """Writes document and buffer as .gltf or .glb, by the path's ending."""
    document["buffers"] = [{"byteLength": len(data)}]
    if path.endswith(".gltf"):
        document["buffers"][0]["uri"] = ("data:application/octet-stream;base64," +
                                         base64.b64encode(data).decode())
        with open(path, "w") as file:
            json.dump(document, file)
        return
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    data = bytes(data) + bytes(-len(data) % 4)
    with open(path, "wb") as file:
        file.write(struct.pack("<4s4I", b"glTF", 2, 28 + len(text) + len(data), len(text),
                               0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data)


class Gltf:
    """A document that grows, and its buffer."""

    def __init__(self, roots=(0,)):
        self.data = bytearray()
        self.document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(roots)}]}
        self.clip = {"channels": [], "samplers": []}

    def add(self, section, **item):
        items = self.document.setdefault(section, [])
        items.append(item)
        return len(items) - 1

    def accessor(self, kind, values, letter="f", **more):
        values, width = array.array(letter, values), WIDTHS[kind]
        self.data += bytes(-len(self.data) % 4)
        view = self.add("bufferViews", buffer=0, byteOffset=len(self.data),
                        byteLength=len(values) * values.itemsize)
        self.data += values.tobytes()
        return self.add("accessors", bufferView=view, componentType=COMPONENTS[letter],
                        count=len(values) // width, type=kind, min=[0] * width, max=[0] * width,
                        **more)

    def zeros(self, count):
        """Adds an accessor without data."""
        return self.add("accessors", componentType=5126, count=count, type="VEC3", min=[0, 0, 0],
                        max=[0, 0, 0])

    def times(self, count):
        return self.accessor("SCALAR", [k / count for k in range(count)])

    def values(self, count, kind="VEC3"):
        """Numbers from 0.5 to 1.5 without a pattern."""
        draw = random.Random(count).random
        return self.accessor(kind, [0.5 + draw() for _ in range(count * WIDTHS[kind])])

    def mesh(self, *primitives):
        return self.add("meshes", primitives=list(primitives))

    def points(self, position):
        return self.mesh({"mode": 0, "attributes": {"POSITION": position}})

    def channel(self, node, path, times, values, **more):
        self.clip["channels"].append({"sampler": len(self.clip["samplers"]),
                                      "target": {"node": node, "path": path}})
        self.clip["samplers"].append({"input": times, "output": values, **more})

    def write(self, path):
        if self.clip["channels"]:
            self.add("animations", **self.clip)
        save(path, self.document, self.data)


def matrix_at(x, y, z):
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


# Characters ########################################################################################

def large(limbs=6, rings=250, sides=34, keys=301):
    """A body of 51,000 vertices on 60 joints, with 10 s of animation at 30 keys a second: limbs that
    stand on a circle, each a tube around a chain of joints one unit apart."""
    chain = 10
    g = Gltf([0] + [1 + chain * i for i in range(limbs)])
    angles = [TAU * limb / limbs for limb in range(limbs)]
    places = list(itertools.product(range(limbs), [9.5 * ring / rings for ring in range(rings)],
                                    [TAU * side / sides for side in range(sides)]))
    position = g.accessor("VEC3", flat((5 * math.cos(angles[limb]) + 0.4 * math.cos(a), y,
                                        5 * math.sin(angles[limb]) + 0.4 * math.sin(a))
                                       for limb, y, a in places))
    normal = g.accessor("VEC3", flat((math.cos(a), 0, math.sin(a)) for _, _, a in places))
    joints = g.accessor("VEC4", (chain * limb + min(max(int(y) - 1 + k, 0), chain - 1)
                                 for limb, y, _ in places for k in range(4)), "B")
    parts = [(y, y - math.floor(y)) for _, y, _ in places]
    weights = g.accessor("VEC4", flat(((1 - u)**3 / 6, (3 * u**3 - 6 * u**2 + 4) / 6,
                                       (-3 * u**3 + 3 * u**2 + 3 * u + 1) / 6, u**3 / 6)
                                      for _, u in parts))
    indices = []
    for v in range(len(places)):
        if v // sides % rings < rings - 1:
            right = v + 1 - (sides if v % sides == sides - 1 else 0)
            indices += [v, v + sides, right, right, v + sides, right + sides]
    g.mesh({"attributes": {"POSITION": position, "NORMAL": normal, "JOINTS_0": joints,
                           "WEIGHTS_0": weights}, "indices": g.accessor("SCALAR", indices, "H")})
    g.add("nodes", mesh=0, skin=0)
    times = g.accessor("SCALAR", [k / 30 for k in range(keys)])
    binds = []
    for j in range(limbs * chain):
        limb, step = divmod(j, chain)
        x, z = 5 * math.cos(angles[limb]), 5 * math.sin(angles[limb])
        binds += matrix_at(-x, -step, -z)
        g.add("nodes", translation=[0, 1, 0] if step else [x, 0, z],
              **{"children": [j + 2]} if step < chain - 1 else {})
        turns = [(0.2 * math.sin(k * 0.11 + j) + 0.03 * math.sin(k * 0.9 + 3.0 * j),
                  0.1 * math.sin(k * 0.23 + 2.0 * j)) for k in range(keys)]
        g.channel(j + 1, "rotation", times, g.accessor("VEC4", flat(
            (math.sin(a) * math.cos(b), math.sin(b), 0, math.cos(a) * math.cos(b))
            for a, b in turns)))
    g.add("skins", inverseBindMatrices=g.accessor("MAT4", binds),
          joints=list(range(1, limbs * chain + 1)))
    return g


def knight(clips="76", rings="174"):
    """A body of two limbs, at whose ends hang several things at once, as an artist's file has them:
    6,983 vertices and 76 clips unless told otherwise."""
    g = large(2, int(rings), 20, 31)
    nodes = g.document["nodes"]
    nodes[0]["name"] = "Body"
    for end, hand, held in ((10, "handslot.r", {"1H_Sword": 5, "2H_Sword": 5}),
                            (20, "handslot.l", {"1H_Sword_Offhand": 5, "Badge_Shield": 4, "Round_Shield": 4})):
        nodes[end].update(name=hand, children=[len(nodes) + k for k in range(len(held))])
        for name, count in held.items():
            blade = g.accessor("VEC3", flat((0.1 * (v % 2), 0.2 * v, 0) for v in range(count)))
            g.add("nodes", name=name, mesh=g.mesh({"mode": 5, "attributes": {"POSITION": blade}}))
    g.document["animations"] = [dict(g.clip, name=f"clip {i}") for i in range(int(clips))]
    g.clip = {"channels": []}
    return g


def strip(count=7800):
    """A strip of triangles of so many vertices, no two of which are equal."""
    g = Gltf()
    places = array.array("f", bytes(byte for i in range(count) for factor in ((1, 1 / 256), (7, 3), (31, 11))
                                    for byte in (0, *(int(i * f) % 256 for f in factor), 63)))  # 0.5 to 2
    position = g.accessor("VEC3", places)
    uv = g.accessor("VEC2", flat((places[i], places[i + 1]) for i in range(0, len(places), 3)))
    g.mesh({"mode": 5, "attributes": {"POSITION": position, "NORMAL": position, "COLOR_0": position,
                                      "TEXCOORD_0": uv}})
    g.add("nodes", mesh=0)
    return g


def limbs():
    """An arm with a wrist before its hand, and a leg with a twist before its shin, below a joint of
    uneven scale; each joint moves one vertex."""
    g = Gltf([0, 1, 7])
    arm = ("chest", "UpperArm", "ForeArm", "Wrist", "Hand", "HandThumb")
    leg = ("Armature", "thigh", "thigh_twist", "shin", "foot", "foot_end")
    count = len(arm) + len(leg)
    position = g.accessor("VEC3", flat((0.1 * i, 0.2, 0.01 * i * i) for i in range(count)))
    joints = g.accessor("VEC4", flat((i, 0, 0, 0) for i in range(count)), "B")
    weights = g.accessor("VEC4", [1, 0, 0, 0] * count)
    g.mesh({"mode": 0, "attributes": {"POSITION": position, "JOINTS_0": joints,
                                      "WEIGHTS_0": weights}})
    g.add("nodes", mesh=0, skin=0)
    for chain in (arm, leg):
        for i, name in enumerate(chain):
            more = {"scale": [1, 1.5, 1]} if name == "Armature" else {}
            if i + 1 < len(chain):
                more["children"] = [len(g.document["nodes"]) + 1]
            g.add("nodes", name=name, translation=[0.3, 0.1 if i % 2 else -0.05, 0], **more)
    g.add("skins", joints=list(range(1, count + 1)))
    return g


def tube(slide=0, rings=17, sides=12):
    """A tube on two joints, which a clip twists by 150 degrees and another one bends by 120, while
    its upper joint moves up by `slide`."""
    g = Gltf([0, 1])
    places = [(4 * i / (rings - 1), TAU * k / sides) for i in range(rings) for k in range(sides)]
    shares = [min(1, max(0, (y - 1) / 2)) for y, _ in places]
    around = [(i * sides + k, i * sides + (k + 1) % sides) for i in range(rings - 1) for k in range(sides)]
    g.mesh({"attributes": {
        "POSITION": g.accessor("VEC3", flat((math.cos(a) / 2, y, math.sin(a) / 2) for y, a in places)),
        "WEIGHTS_0": g.accessor("VEC4", flat((1 - w, w, 0, 0) for w in shares)),
        "JOINTS_0": g.accessor("VEC4", [0, 1, 0, 0] * len(places), "B")}, "indices": g.accessor(
            "SCALAR", flat((a, a + sides, b, b, a + sides, b + sides) for a, b in around), "H")})
    g.add("nodes", mesh=0, skin=0)
    g.add("nodes", children=[2])
    g.add("nodes", translation=[0, 2, 0])
    g.add("skins", joints=[1, 2], inverseBindMatrices=g.accessor(
        "MAT4", matrix_at(0, 0, 0) + matrix_at(0, -2, 0)))
    times = g.accessor("SCALAR", [k / 30 for k in range(31)])
    way = g.accessor("VEC3", flat((0, 2 + float(slide) * k / 30, 0) for k in range(31)))
    for name, axis, degrees in ("twist", (0, 1, 0), 150), ("bend", (0, 0, 1), 120):
        halves = [math.radians(degrees * k / 30) / 2 for k in range(31)]
        turns = flat((*(math.sin(h) * x for x in axis), math.cos(h)) for h in halves)
        g.add("animations", name=name, samplers=[
            {"input": times, "output": values} for values in (g.accessor("VEC4", turns), way)], channels=[
                {"sampler": i, "target": {"node": 2, "path": path}}
                for i, path in enumerate(("rotation", "translation"))])
    return g


def place_shared():
    """[angle, y, joints, weights, green of its colour, handedness of its tangent] of the vertices
    of `shared`."""
    vertices = []

    def add(angle, y, joints, weights):
        vertices.append([angle, y, joints, weights, 1, 1 if (len(vertices) + 1) % 3 else -1])

    def add_seam(vertex):
        vertices.append(vertices[vertex][:])
        vertices[-1][4] = 0

    chain, high, one = (0, 1, 2, 3), (2, 3, 0, 0), (1, 0, 0, 0)
    weights_of = ((0.5, 0.5, 0, 0), (0.625, 0.375, 0, 0), (0.5, 0.3, 0.2, 0), (0.4, 0.3, 0.2, 0.1))
    for i in range(4):
        add(i, 0.05 * i, chain, one)
    for ring in range(4):
        for i in range(8 if ring == 2 else 4):
            add(TAU * i / 4, 1 + 0.5 * ring, high if ring == 1 else chain, weights_of[ring])
    for i in range(12):
        add(2 * i, 0.5 + 0.1 * i, chain,
            (0.4 - 0.01 * i, 0.3 + 0.004 * i, 0.2 + 0.003 * i, 0.1 + 0.003 * i))
    add(0, 2.5, (2, 0, 0, 0), one)
    add(1, 2.5, (3, 1, 0, 0), (0.6, 0.4, 0, 0))
    add(2, 2.5, (3, 0, 2, 0), (0.6, 0.25, 0.15, 0))
    for vertex in range(3, len(vertices), 7):
        add_seam(vertex)
    add(0, 3, (2, 0, 0, 0), one)
    add(1, 3, chain, weights_of[0])
    add(2, 3, chain, weights_of[0])
    add_seam(len(vertices) - 1)
    return vertices


def shared():
    """Points around a chain of four joints: most on one joint; a ring each of equal joints and
    weights, one of them large enough for a run; a group of one joint set with all weights different;
    and some that have nothing in common. Then seams of all these. The last four are morphed, two of
    them but for their colour alike."""
    g, vertices = Gltf([0, 1]), place_shared()
    still = len(vertices) - 4
    attributes = {
        "POSITION": g.accessor("VEC3", flat((0.3 * math.cos(v[0]), v[1], 0.3 * math.sin(v[0]))
                                            for v in vertices)),
        "NORMAL": g.accessor("VEC3", flat((math.cos(v[0]), 0, math.sin(v[0])) for v in vertices)),
        "TANGENT": g.accessor("VEC4", flat((-math.sin(v[0]), 0, math.cos(v[0]), v[5])
                                           for v in vertices)),
        "JOINTS_0": g.accessor("VEC4", flat(v[2] for v in vertices), "B"),
        "WEIGHTS_0": g.accessor("VEC4", flat(v[3] for v in vertices)),
        "COLOR_0": g.accessor("VEC3", flat((1, v[4], 1) for v in vertices))}
    target = g.accessor("VEC3", [0, 0, 0] * still + [0.1, 0.2, 0.3] * 4)
    g.mesh({"mode": 0, "attributes": attributes, "targets": [{"POSITION": target}]})
    g.add("skins", joints=[1, 2, 3, 4], inverseBindMatrices=g.accessor(
        "MAT4", flat(matrix_at(0, -1.0 * j, 0) for j in range(4))))
    times = g.accessor("SCALAR", [0, 0.5, 1])
    g.add("nodes", mesh=0, skin=0)
    for j in range(4):
        g.add("nodes", translation=[0, int(j > 0), 0], **{"children": [j + 2]} if j < 3 else {})
        g.channel(j + 1, "rotation", times, g.accessor("VEC4", flat(
            (math.sin(0.2 * k * (j + 1)), 0, 0, math.cos(0.2 * k * (j + 1))) for k in range(3))))
    return g


def nested():
    """A skinned and a rigid strip under rotated, mirrored and unevenly scaled nodes."""
    g, count = Gltf(), 12

    def number(i):
        return math.sin(12.9898 * (i + 1) + 4.1 * (i % 7))

    def numbers(first, count, kind, base, reach):
        return g.accessor(kind, [base + reach * number(first + i)
                                 for i in range(count * WIDTHS[kind])])

    def turns(cubic):
        """Unit quaternions; cubic ones with small tangents on either side."""
        out = []
        for k in range(4):
            a, b = 0.7 * k, 0.3 + 0.2 * k
            before, after = ([0.2 * number(first + 4 * k + i) for i in range(4) if cubic]
                             for first in (90, 130))
            out += before + [math.sin(a) * math.cos(b), math.sin(a) * math.sin(b) * 0.6,
                             math.sin(a) * math.sin(b) * 0.8, math.cos(a)] + after
        return g.accessor("VEC4", out)

    def weights(v):
        first = 20000 + 3000 * v
        second = (65535 - first) // 2 if v % 3 else 0
        return first, second, 65535 - first - second, 0

    plain = {"POSITION": numbers(0, count, "VEC3", 0.5, 2),
             "NORMAL": g.accessor("VEC3", flat((math.cos(0.7 * v) * 0.6, math.sin(0.7 * v),
                                                math.cos(0.7 * v) * 0.8) for v in range(count)))}
    skinned = {**plain,
               "JOINTS_0": g.accessor("VEC4", [(v + k) % 3 for v in range(count) for k in range(4)],
                                      "H"),
               "WEIGHTS_0": g.accessor("VEC4", flat(map(weights, range(count))), "H",
                                       normalized=True)}
    g.mesh({"attributes": skinned, "targets": [{"POSITION": numbers(60, count, "VEC3", 0, 0.5)}]})
    g.mesh({"attributes": plain})
    times = g.accessor("SCALAR", [k * k / 8 for k in range(4)])
    g.add("nodes", children=[1, 2], rotation=[0.6, 0, 0, 0.8], scale=[1, 1, 0.75])
    g.add("nodes", mesh=1, children=[3], translation=[0.5, 1, -2], scale=[-1, 0.5, 1.5])
    g.add("nodes", mesh=0, skin=0)
    g.add("nodes", children=[4], translation=[0, 1, 0], rotation=[0, 0.28, 0, 0.96])
    g.add("nodes", translation=[0.25, 1, 0], scale=[1, -1, 1])
    g.add("skins", joints=[1, 3, 4])
    g.channel(1, "rotation", times, turns(True), interpolation="CUBICSPLINE")
    g.channel(3, "rotation", times, turns(False))
    g.channel(4, "translation", times, numbers(70, 4, "VEC3", 0, 1), interpolation="STEP")
    g.channel(3, "scale", times, numbers(100, 4, "VEC3", 1, 0.5))
    g.channel(0, "translation", times, numbers(150, 12, "VEC3", 0, 1), interpolation="CUBICSPLINE")
    g.channel(2, "weights", times, numbers(180, 12, "SCALAR", 0.25, 0.5),
              interpolation="CUBICSPLINE")
    return g


def face():
    """A curved sheet without a skin and 80 morph targets, each of which lifts the few vertices
    that are near one of its places; a clip moves six at a time."""
    g, side, targets, keys = Gltf(), 24, 80, 8
    count = side * side
    position = g.accessor("VEC3", flat((v % side, v // side, math.cos(TAU * v / count))
                                       for v in range(count)))
    indices = g.accessor("SCALAR", flat((v, v + 1, v + side) for v in range(count - side)), "H")
    lifted = []
    for t in range(targets):
        reach = [max(0, 1 - math.hypot(v % side - 23 * (t % 9) / 8, v // side - 23 * t / 79) / 5)
                 for v in range(count)]
        lifted.append({"POSITION": g.accessor("VEC3", flat((0.5 * r, -r if t % 2 else r, 2 * r)
                                                           for r in reach))})
    g.mesh({"attributes": {"POSITION": position}, "indices": indices, "targets": lifted})
    times = g.accessor("SCALAR", [0.25 * k for k in range(keys)])
    weights = [0 if i % 13 else 1 - 0.05 * (i % 8) for i in range(keys * targets)]
    g.channel(0, "weights", times, g.accessor("SCALAR", weights))
    g.add("nodes", mesh=0)
    return g


def morph():
    """A triangle that a clip morphs from one target to the other."""
    g = Gltf()
    shapes = [g.accessor("VEC3", shape) for shape in ((0, 0, 0, 1, 0, 0, .5, 1, 0),
                                                      (0, 0, 0, 0, 0, 0, -1, 1, 0),
                                                      (0, 0, 0, 0, 0, 0, 1, 1, 0))]
    g.mesh({"attributes": {"POSITION": shapes[0]},
            "targets": [{"POSITION": shape} for shape in shapes[1:]]})
    g.channel(0, "weights", g.accessor("SCALAR", [0, 1]), g.accessor("SCALAR", [1, 0, 0, 1]))
    g.add("nodes", mesh=0)
    return g


def last():
    """32 keys that move along x alone: whatever bits x has fill whole words, z has none."""
    g = Gltf([0, 1])
    g.mesh({"attributes": {"POSITION": g.accessor("VEC3", TRIANGLE),
                           "JOINTS_0": g.accessor("VEC4", [0] * 12, "B"),
                           "WEIGHTS_0": g.accessor("VEC4", [1, 0, 0, 0] * 3)}})
    g.add("nodes", mesh=0, skin=0)
    g.add("nodes")
    g.add("skins", joints=[1])
    g.channel(1, "translation", g.accessor("SCALAR", [k / 30 for k in range(32)]),
              g.accessor("VEC3", flat((k * 7 % 32, 0, 0) for k in range(32))))
    return g


def spin():
    """A triangle with normals that turns around once, so that no component of the rotation is large
    all the time."""
    g = Gltf()
    g.mesh({"attributes": {"POSITION": g.accessor("VEC3", TRIANGLE),
                           "NORMAL": g.accessor("VEC3", [0, 0, 1] * 3)}})
    g.add("nodes", mesh=0)
    angles = [math.pi * k / 6 for k in range(7)]
    g.channel(0, "rotation", g.accessor("SCALAR", [k / 6 for k in range(7)]),
              g.accessor("VEC4", flat((0.6 * math.sin(a), 0.8 * math.sin(a), 0, math.cos(a))
                                      for a in angles)))
    return g


def named(*words):
    """A node and a mesh for each word, and behind `--` a clip for each; words as JSON has them."""
    names = [json.loads(f'"{word}"') for word in words]
    meshes, clips = names[:names.index("--")], names[names.index("--") + 1:]
    g = Gltf(range(len(meshes)))
    g.mesh({"attributes": {"POSITION": g.accessor("VEC3", TRIANGLE)}})
    times, moves = g.accessor("SCALAR", [-0.5, 1]), g.accessor("VEC3", [0, 0, 0, 2, 0, 0])
    for name in meshes:
        g.add("nodes", mesh=0, name=name)
    for name in clips:
        g.add("animations", name=name, samplers=[{"input": times, "output": moves}],
              channels=[{"sampler": 0, "target": {"node": 0, "path": "translation"}}])
    return g


# Hostile ###########################################################################################

def instances(nodes=65000, vertices=1000):
    """65,000 nodes with the same mesh of 1,000 vertices, unless told otherwise."""
    g = Gltf(range(nodes))
    for _ in range(nodes):
        g.add("nodes", mesh=0)
    g.points(g.values(vertices))
    return g


def scattered():
    """10,000 nodes with the same three vertices, one of which a clip moves."""
    g = instances(10000, 3)
    g.channel(0, "translation", g.times(2), g.values(2))
    return g


def chain():
    """20,000 nodes, each the child of the one before, all animated, one vertex at the end."""
    g, count = Gltf(), 20000
    times, values = g.times(2), g.values(2, "VEC4")
    for i in range(count):
        g.add("nodes", translation=[0, 1, 0], children=[i + 1])
        g.channel(i, "rotation", times, values)
    g.document["nodes"][-1] = {"translation": [0, 1, 0], "mesh": 0}
    g.points(g.values(1))
    return g


def joints():
    """2,800 joints side by side, each with three channels of 16 keys."""
    g = instances(2800, 3)
    times, turns, vectors = g.times(16), g.values(16, "VEC4"), g.values(16)
    for i, (path, values) in itertools.product(range(2800), (
            ("rotation", turns), ("translation", vectors), ("scale", vectors))):
        g.channel(i, path, times, values)
    return g


def channels():
    """A clip with 100,000 channels on as many nodes without a mesh."""
    g = instances(1, 3)
    times, values = g.times(2), g.values(2)
    for i in range(1, 50000):
        g.add("nodes")
        g.channel(i, "scale", times, values)
        g.channel(i, "translation", times, values)
    return g


def clips():
    """20,000 clips."""
    g = instances(1, 3)
    sampler = {"input": g.times(2), "output": g.values(2)}
    for _ in range(20000):
        g.add("animations", samplers=[sampler],
              channels=[{"sampler": 0, "target": {"node": 0, "path": "scale"}}])
    return g


def keys():
    """A million keys in each of five channels that share them."""
    g = instances(5, 3)
    times, values = g.times(1000000), g.values(1000000)
    for i in range(5):
        g.channel(i, "translation", times, values)
    return g


def reflected(rings=12, sides=24):
    """Two balls in one primitive, one of whose joints mirrors its ball."""
    g = Gltf((0, 1, 2))
    normals = [(math.sin(math.pi * i / rings) * math.cos(TAU * j / sides), math.cos(math.pi * i / rings),
                math.sin(math.pi * i / rings) * math.sin(TAU * j / sides))
               for i in range(rings + 1) for j in range(sides)]
    indices = []
    for first, i, j in itertools.product((0, len(normals)), range(rings), range(sides)):
        a = first + sides * i
        b, c, k = a + j, a + sides + j, (j + 1) % sides
        indices += [b, a + k, c] * (i > 0) + [a + k, a + sides + k, c] * (i < rings - 1)
    joints = [ball for ball in (0, 1) for _ in normals]
    g.mesh({"attributes": {
        "POSITION": g.accessor("VEC3", flat((x + 3 * ball, y, z)
                                            for ball in (0, 1) for x, y, z in normals)),
        "NORMAL": g.accessor("VEC3", flat(normals + normals)),
        "COLOR_0": g.accessor("VEC3", flat((1 - ball, 0.25, ball) for ball in joints)),
        "JOINTS_0": g.accessor("VEC4", flat((ball, 0, 0, 0) for ball in joints), "B"),
        "WEIGHTS_0": g.accessor("VEC4", flat((1, 0, 0, 0) for _ in joints))},
        "indices": g.accessor("SCALAR", indices, "H")})
    g.add("nodes", mesh=0, skin=0)
    g.add("nodes")
    g.add("nodes", translation=[6, 0, 0], scale=[-1, 1, 1])
    g.add("skins", joints=[1, 2])
    return g


def zeros():
    """4 million vertices from an accessor without data."""
    g = Gltf()
    g.add("nodes", mesh=0)
    g.points(g.zeros(1 << 22))
    return g


def targets():
    """4,000 morph targets without data on 4,000 vertices."""
    g = Gltf()
    position = {"POSITION": g.zeros(4000)}
    g.add("nodes", mesh=0)
    g.mesh({"mode": 0, "attributes": position, "targets": [position] * 4000})
    return g


def primitives():
    """30,000 primitives of one mesh."""
    g = Gltf()
    g.add("nodes", mesh=0)
    g.mesh(*[{"attributes": {"POSITION": g.values(3)}}] * 30000)
    return g


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[3:]).write(sys.argv[2])
