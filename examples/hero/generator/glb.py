# SPDX-License-Identifier: MIT
"""Writes binary glTF 2.0: meshes, their skin, the clips."""
import json
import re
import struct

import ornament
from body import JOINTS, NUMBERS, offset
from vector import on_grid, scale

BYTES, SHORTS, FLOATS = (5121, "B"), (5123, "H"), (5126, "f")
VERTICES, INDICES = 34962, 34963
ROTATION_STEPS = 16777216.0  # their grid is finer
SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def on_grids(vectors, steps=65536.0):
    return [on_grid(a, steps) for v in vectors for a in v]


def json_text(value):
    """Floats have nine digits, which distinguish all single-precision numbers."""
    return re.sub(r"(?<=[\[,:])-?\d+\.\d+(e-\d+)?", lambda number: "%.9g" % float(number[0]),
                  json.dumps(value, separators=(",", ":"))).encode()


class File:
    """The parts of a file while they grow."""

    def __init__(self):
        self.binary, self.views, self.accessors = bytearray(), [], []

    def begin_view(self, target=None):
        self.binary += bytes(-len(self.binary) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": 0})
        if target:
            self.views[-1]["target"] = target

    def add_bytes(self, data):
        self.binary += data
        self.views[-1]["byteLength"] += len(data)
        return len(self.views) - 1

    def add(self, component, kind, numbers, **more):
        """Adds an accessor to the view begun last; returns its number."""
        code, letter = component
        view, begun = len(self.views) - 1, self.views[-1]["byteLength"]
        self.accessors.append({
            "bufferView": view, **({"byteOffset": begun} if begun else {}), "componentType": code,
            "count": len(numbers) // SIZES[kind], "type": kind, **more})
        self.add_bytes(struct.pack(f"<{len(numbers)}{letter}", *numbers))
        return len(self.accessors) - 1

    def add_vertices(self, component, kind, numbers, **more):
        self.begin_view(VERTICES)
        return self.add(component, kind, numbers, **more)

    def add_positions(self, positions):
        numbers = on_grids(positions)
        return self.add_vertices(FLOATS, "VEC3", numbers, min=[min(numbers[k::3]) for k in range(3)],
                                 max=[max(numbers[k::3]) for k in range(3)])

    def add_times(self, times_s):
        return self.add(FLOATS, "SCALAR", times_s, min=[times_s[0]], max=[times_s[-1]])

    def write(self, path, roots, **parts):
        self.binary += bytes(-len(self.binary) % 4)
        text = json_text({
            "asset": {"version": "2.0", "generator": "pelt hero"}, "scene": 0, "scenes": [{"nodes": roots}],
            **parts, "accessors": self.accessors, "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.binary)}]})
        text += b" " * (-len(text) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<4s2I", b"glTF", 2, 28 + len(text) + len(self.binary)))
            for kind, chunk in ((b"JSON", text), (b"BIN", self.binary)):
                out.write(struct.pack("<I4s", len(chunk), kind) + chunk)


def add_mesh(file, name, mesh, image=None, has_skin=True, has_material=True):
    """Adds a mesh with normals, colours or texture coordinates, joints and weights; returns it."""
    file.begin_view(INDICES)
    indices = file.add(SHORTS, "SCALAR", [corner for t in mesh.triangles for corner in t])
    attributes = {
        "POSITION": file.add_positions([v.position for v in mesh.vertices]),
        "NORMAL": file.add_vertices(FLOATS, "VEC3", on_grids([v.normal for v in mesh.vertices]))}
    if image:
        attributes["TEXCOORD_0"] = file.add_vertices(FLOATS, "VEC2",
                                                     on_grids([v.uv for v in mesh.vertices]))
    else:
        attributes["COLOR_0"] = file.add_vertices(
            BYTES, "VEC4", [c for v in mesh.vertices for c in (*v.tint, 255)], normalized=True)
    for part, (key, component) in enumerate((("JOINTS_0", BYTES), ("WEIGHTS_0", FLOATS)) * has_skin):
        attributes[key] = file.add_vertices(component, "VEC4",
                                            [n for v in mesh.vertices for n in v.bound[part]])
    material = {"material": 0} if has_material else {}
    return {"name": name, "primitives": [{"attributes": attributes, "indices": indices, **material}]}


def add_binds(file, joints):
    """Adds inverse binds; returns the number of their accessor."""
    numbers = []
    for joint in joints.values():
        numbers += [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *on_grids([scale(joint.position, -1.0)]), 1]
    file.begin_view()
    return file.add(FLOATS, "MAT4", numbers)


def animation(file, name, clip):
    """Adds the keys of a clip, all in one view."""
    file.begin_view()
    rows = [row for row in clip.rows if any(track.row == row for track in clip.tracks)]
    inputs = {row: file.add_times(clip.rows[row]) for row in rows}
    samplers, channels = [], []
    for i, track in enumerate(clip.tracks):
        output = file.add(FLOATS, "VEC4", on_grids(track.values, ROTATION_STEPS)) \
            if track.path == "rotation" else file.add(FLOATS, "VEC3", on_grids(track.values))
        samplers.append({"input": inputs[track.row], "interpolation": track.keys, "output": output})
        channels.append({"sampler": i, "target": {"node": NUMBERS[track.joint], "path": track.path}})
    events = [{"name": event, "time": time_s} for event, time_s in EVENTS.get(name, {}).get(clip.name, ())]
    extras = {"extras": {"events": events}} if events else {}
    return {"name": clip.name, **extras, "samplers": samplers, "channels": channels}


def face_animation(file, node):
    """Adds smiles and blinks: weights of the targets of the node's mesh."""
    file.begin_view()
    keys = ornament.FACE_KEYS
    sampler = {"input": file.add_times([on_grid(key[0]) for key in keys]), "interpolation": "LINEAR",
               "output": file.add(FLOATS, "SCALAR", [w for key in keys for w in key[1:]])}
    target = {"node": node, "path": "weights"}
    return {"name": "face", "samplers": [sampler], "channels": [{"sampler": 0, "target": target}]}


def node_of(joint, joints):
    children = [NUMBERS[other.name] for other in joints.values() if other.parent == joint.name]
    return {"name": joint.name, "translation": on_grids([offset(joint.name, joints)]),
            **({"children": children} if children else {})}


# By character and clip: where its feet land, and where it is highest.
EVENTS = {
    "performer": {"walk": (("left", 0), ("right", 0.5))},
    "adventurer": {"walk": (("left", 0), ("right", 0.5)), "run": (("left", 0), ("right", 0.3125)),
                   "jump": (("apex", 0.5), ("land", 0.75))},
}


def write_fox(path, name, mesh, clips, joints=JOINTS, scarf=None, image=None):
    """A performer has the targets and the clip of its face; `joints`: where they are at rest; `scarf`
    is a mesh of its own; `image` is the PNG of a texture."""
    file = File()
    meshes = [add_mesh(file, "fox", mesh, image)]
    binds = add_binds(file, joints)
    if name == "performer":
        meshes[0]["primitives"][0]["targets"] = [
            {"POSITION": file.add_positions([ornament.delta(target, v) for v in mesh.vertices])}
            for target in ornament.TARGETS]
        meshes[0]["extras"] = {"targetNames": ornament.TARGETS}
    if scarf:
        meshes.append(add_mesh(file, "scarf", scarf))
    animations = [animation(file, name, clip) for clip in clips]
    if name == "performer":
        animations.append(face_animation(file, len(joints)))
    fur, more = {"baseColorFactor": [1, 1, 1, 1], "metallicFactor": 0, "roughnessFactor": 1}, {}
    if image:
        file.begin_view()
        fur["baseColorTexture"] = {"index": 0}
        more = {"textures": [{"source": 0}],
                "images": [{"name": "fox", "bufferView": file.add_bytes(image), "mimeType": "image/png"}]}
    if animations:
        more["animations"] = animations
    # Nodes 0 to len(joints) - 1 are the joints; the meshes come after them.
    file.write(
        path, [*range(len(joints), len(joints) + len(meshes)), 0],
        nodes=[node_of(joint, joints) for joint in joints.values()] +
        [{"name": each["name"], "mesh": i, "skin": 0} for i, each in enumerate(meshes)],
        skins=[{"name": "fox", "inverseBindMatrices": binds, "skeleton": 0,
                "joints": list(range(len(joints)))}],
        meshes=meshes, materials=[{"name": "fur", "pbrMetallicRoughness": fur}], **more)


def write_prop(path, mesh, name):
    """Writes a mesh that hangs on one node; both have this name."""
    file = File()
    file.write(path, [0], nodes=[{"name": name, "mesh": 0}],
               meshes=[add_mesh(file, name, mesh, has_skin=False, has_material=False)])
