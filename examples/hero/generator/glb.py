# SPDX-License-Identifier: MIT
"""Writes binary glTF 2.0: meshes, their skin, the clips."""
import struct

import face
from body import JOINTS, NUMBERS, offset
from vector import on_grid, scale

UNSIGNED_BYTE, UNSIGNED_SHORT, FLOAT = 5121, 5123, 5126
ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER = 34962, 34963
ROTATION_STEPS = 16777216.0  # their grid is finer
FORMATS = {UNSIGNED_BYTE: "B", UNSIGNED_SHORT: "H", FLOAT: "f"}
SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def on_grids(vectors):
    return [on_grid(a) for v in vectors for a in v]


def json_text(value):
    """Floats have nine digits, which distinguish all single-precision numbers."""
    if isinstance(value, dict):
        return "{%s}" % ",".join(f'"{key}":{json_text(v)}' for key, v in value.items())
    if isinstance(value, (list, tuple)):
        return "[%s]" % ",".join(map(json_text, value))
    if value is True:
        return "true"
    return f'"{value}"' if isinstance(value, str) else "%.9g" % value


class File:
    """The parts of a file while they grow."""

    def __init__(self):
        self.binary, self.views, self.accessors = bytearray(), [], []

    def begin_view(self, target=None):
        self.binary += bytes(-len(self.binary) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": 0})
        if target:
            self.views[-1]["target"] = target

    def add(self, component, kind, numbers, **more):
        """Adds an accessor to the view begun last; returns its number."""
        view, size = self.views[-1], SIZES[kind]
        accessor = {"bufferView": len(self.views) - 1}
        if view["byteLength"]:
            accessor["byteOffset"] = view["byteLength"]
        accessor.update(componentType=component, count=len(numbers) // size, type=kind, **more)
        self.accessors.append(accessor)
        self.binary += struct.pack(f"<{len(numbers)}{FORMATS[component]}", *numbers)
        view["byteLength"] = len(self.binary) - view["byteOffset"]
        return len(self.accessors) - 1

    def add_view(self, target, component, kind, numbers, **more):
        self.begin_view(target)
        return self.add(component, kind, numbers, **more)

    def add_times(self, times_s):
        return self.add(FLOAT, "SCALAR", times_s, min=[times_s[0]], max=[times_s[-1]])

    def write(self, path, json):
        self.binary += bytes(-len(self.binary) % 4)
        json.update(accessors=self.accessors, bufferViews=self.views,
                    buffers=[{"byteLength": len(self.binary)}])
        text = json_text(json).encode()
        text += b" " * (-len(text) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<4s2I", b"glTF", 2, 28 + len(text) + len(self.binary)))
            for kind, chunk in ((b"JSON", text), (b"BIN", self.binary)):
                out.write(struct.pack("<I4s", len(chunk), kind) + chunk)


def add_positions(file, positions):
    numbers = on_grids(positions)
    file.add_view(ARRAY_BUFFER, FLOAT, "VEC3", numbers, min=[min(numbers[k::3]) for k in range(3)],
                  max=[max(numbers[k::3]) for k in range(3)])


def add_shape(file, mesh, textured=False):
    """Adds indices, positions, normals, and colours or texture coordinates; returns the number of
    the first accessor."""
    first = len(file.accessors)
    file.add_view(ELEMENT_ARRAY_BUFFER, UNSIGNED_SHORT, "SCALAR",
                  [corner for t in mesh.triangles for corner in t])
    add_positions(file, [v.position for v in mesh.vertices])
    file.add_view(ARRAY_BUFFER, FLOAT, "VEC3", on_grids([v.normal for v in mesh.vertices]))
    if textured:
        file.add_view(ARRAY_BUFFER, FLOAT, "VEC2", on_grids([v.uv for v in mesh.vertices]))
    else:
        file.add_view(ARRAY_BUFFER, UNSIGNED_BYTE, "VEC4",
                      [c for v in mesh.vertices for c in (*v.tint, 255)], normalized=True)
    return first


def add_bound(file, mesh):
    """Adds joints and weights."""
    for part, component in ((0, UNSIGNED_BYTE), (1, FLOAT)):
        file.add_view(ARRAY_BUFFER, component, "VEC4",
                      [n for v in mesh.vertices for n in v.bound[part]])


def add_binds(file, joints):
    """Adds inverse binds; returns the number of their accessor."""
    numbers = []
    for joint in joints.values():
        numbers += [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *on_grids([scale(joint.position, -1.0)]), 1]
    return file.add_view(None, FLOAT, "MAT4", numbers)


def skinned(name, first, bound, textured=False):
    """Returns a mesh, given the numbers of its first accessors."""
    attributes = {"POSITION": first + 1, "NORMAL": first + 2,
                  "TEXCOORD_0" if textured else "COLOR_0": first + 3, "JOINTS_0": bound,
                  "WEIGHTS_0": bound + 1}
    return {"name": name,
            "primitives": [{"attributes": attributes, "indices": first, "material": 0}]}


def animation(file, clip, events):
    """Adds the keys of a clip, all in one view."""
    file.begin_view()
    inputs = {row: file.add_times(times_s) for row, times_s in clip.rows.items() if times_s}
    samplers, channels = [], []
    for i, track in enumerate(clip.tracks):
        if track.path == "rotation":
            output = file.add(FLOAT, "VEC4", [on_grid(a, ROTATION_STEPS) for v in track.values for a in v])
        else:
            output = file.add(FLOAT, "VEC3", on_grids(track.values))
        samplers.append({"input": inputs[track.row], "interpolation": track.keys, "output": output})
        channels.append({"sampler": i,
                         "target": {"node": NUMBERS[track.joint], "path": track.path}})
    extras = {"extras": {"events": events}} if events else {}
    return {"name": clip.name, **extras, "samplers": samplers, "channels": channels}


def face_animation(file, node):
    """Adds smiles and blinks: weights of the targets of the node's mesh."""
    file.begin_view()
    sampler = {"input": file.add_times([on_grid(key[0]) for key in face.KEYS]), "interpolation": "LINEAR",
               "output": file.add(FLOAT, "SCALAR", [w for key in face.KEYS for w in key[1:]])}
    target = {"node": node, "path": "weights"}
    return {"name": "face", "samplers": [sampler], "channels": [{"sampler": 0, "target": target}]}


def nodes(meshes, joints):
    """Nodes 0 to len(joints) - 1 are the joints; the meshes come after them."""
    made = []
    for joint in joints.values():
        made.append({"name": joint.name, "translation": on_grids([offset(joint.name, joints)])})
        children = [NUMBERS[other.name] for other in joints.values() if other.parent == joint.name]
        if children:
            made[-1]["children"] = children
    return made + [{"name": mesh["name"], "mesh": i, "skin": 0} for i, mesh in enumerate(meshes)]


def head(roots):
    return {"asset": {"version": "2.0", "generator": "pelt hero"}, "scene": 0,
            "scenes": [{"nodes": roots}]}


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
    first = add_shape(file, mesh, image)
    meshes = [skinned("fox", first, len(file.accessors), image)]
    add_bound(file, mesh)
    binds = add_binds(file, joints)
    if name == "performer":
        targets = [{"POSITION": binds + 1 + i} for i in range(len(face.TARGETS))]
        meshes[0]["primitives"][0]["targets"] = targets
        meshes[0]["extras"] = {"targetNames": face.TARGETS}
        for target in face.TARGETS:
            add_positions(file, [face.delta(target, v) for v in mesh.vertices])
    if scarf:
        first = add_shape(file, scarf)
        meshes.append(skinned("scarf", first, len(file.accessors)))
        add_bound(file, scarf)
    events = EVENTS.get(name, {})
    animations = [animation(file, clip, [{"name": event, "time": time_s}
                                         for event, time_s in events.get(clip.name, ())])
                  for clip in clips]
    if name == "performer":
        animations.append(face_animation(file, len(joints)))
    fur, more = {"baseColorFactor": [1, 1, 1, 1], "metallicFactor": 0, "roughnessFactor": 1}, {}
    if image:
        file.begin_view()
        file.binary += image
        file.views[-1]["byteLength"] = len(image)
        fur["baseColorTexture"] = {"index": 0}
        more = {"textures": [{"source": 0}],
                "images": [{"name": "fox", "bufferView": len(file.views) - 1, "mimeType": "image/png"}]}
    file.write(path, {
        **head([*range(len(joints), len(joints) + len(meshes)), 0]),
        "nodes": nodes(meshes, joints),
        "skins": [{"name": "fox", "inverseBindMatrices": binds, "skeleton": 0,
                   "joints": list(range(len(joints)))}],
        "meshes": meshes,
        "materials": [{"name": "fur", "pbrMetallicRoughness": fur}],
        **more,
        **({"animations": animations} if animations else {}),
    })


def write_prop(path, mesh, name):
    """Writes a mesh that hangs on one node; both have this name."""
    file = File()
    add_shape(file, mesh)
    attributes = {"POSITION": 1, "NORMAL": 2, "COLOR_0": 3}
    file.write(path, {
        **head([0]),
        "nodes": [{"name": name, "mesh": 0}],
        "meshes": [{"name": name, "primitives": [{"attributes": attributes, "indices": 0}]}],
    })
