#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A second reader of blobs, written from docs/FORMAT.md alone: prints what `pelt info` prints.

    tests/host/reader.py [--content] FILE.pelt...

The printed CRC is computed, not read. --content: prints only the content, in either byte order.
"""
import re
import struct
import sys
import zlib
from types import SimpleNamespace

# Records by section: names and types of their fields, in struct's letters.
HEADER = "magic:4s version:H encoding:H bytes:I crc:I unit_shift:i sections:I reserved:8s"
SECTION = "tag:I version:H flags:H offset:I bytes:I"
RECORDS = {
    "JOIN": "parent:H scale_shift:h name:I",
    "SKIN": "first_entry:I entries:I",
    "BTWN": "source:H target:H part:H reserved:H x:I y:I z:I",
    "MESH": "skin:H flags:H raw_normal_bits:B uv_bits:B joint:H vertices:I first_run:I runs:I "
            "first_part:I parts:I uvs:I colours:I name:I tangents:I",
    "RUNS": "first:I vertices:I records:I influences:H flags:H",
    "PART": "indices:I count:I corners:I material:I",
    "PJNT": "parts:I vertices:I",
    "MATL": "name:I image:I index:I colour:4s metallic:B roughness:B flags:B texture:B",
    "MRPH": "targets:I first_target:I defaults:I vertices:I ordinals:I deltas:I shift:H flags:H",
    "ROOT": "joint:H flags:H",
    "SPRG": "springs:H",
    "FACE": "expressions:H",
    "BOXS": "boxes:I heavy:H light:H morphed:I morphed_heavy:H morphed_light:H ranges:I clips:I "
            "pad:I light_weight:H clip_shift:B shift:B",
    "TXTR": "rows:I colours:I image:I colour_count:H clear:H texels:B flags:B width_bits:B "
            "height_bits:B",
    "PAGE": "page_bytes:I pages:I offset:I contents:I",
    "CLIP": "name:I start:i end:i rate:I first_track:I tracks:I",
}
ENCODINGS = {1: "exact", 2: "float", 3: "lean"}
VERTEX_BYTES = {1: (16, 20, 28, 28), 2: (28, 40, 48, 56), 3: (12, 16, 28, 28)}
TANGENT_BYTES = {1: 8, 2: 16, 3: 8}
NO_PARENT, NOWHERE = 0xFFFF, 0xFFFFFFFF
MESH_NORMALS, MESH_TABLE = 1, 4
DOUBLE_SIDED, UNLIT = 1, 2
TEXTURE_CLEAR = 16
WRAPS = ("", "repeat", "mirror", "clamp")
RUN_UNIT, RUN_MORPHED, RUN_SET, RUN_COPIES, RUN_PACKED = 1, 2, 4, 8, 16
CORNERS = ("", "points", "lines", "triangles")
SECONDS = 1 / 2**20
LOCAL_BYTES, WEIGHT_BYTES, MATRIX_BYTES, SPARE_BYTES = 40, 4, 48, 16
NAME_BYTES = 95


def letters_of(layout):
    return "".join(field.split(":")[1] for field in layout.split())


class Blob:
    """A blob's header, sections and records, whose fields are attributes."""

    def __init__(self, data):
        self.data = data
        self.order = {b"PELT": "<", b"TLEP": ">"}[data[:4]]
        self.header, = self.list(HEADER, 0, 1)
        self.sections = self.list(SECTION, struct.calcsize("<" + letters_of(HEADER)), self.header.sections)
        for section in self.sections:
            section.tag = section.tag.to_bytes(4, "little").decode("ascii")
        self.of = {section.tag: section for section in self.sections}

    def get(self, letters, at):
        """Numbers, by struct's letters."""
        return struct.unpack_from(self.order + letters, self.data, at)

    def list(self, layout, at, count):
        """Records one behind the other."""
        names, letters = re.findall(r"(\w+):", layout), letters_of(layout)
        size = struct.calcsize("<" + letters)
        return [SimpleNamespace(**dict(zip(names, self.get(letters, at + i * size)))) for i in range(count)]

    def crc(self):
        size = self.header.bytes
        return zlib.crc32(self.data[16:size], zlib.crc32(self.data[:12]))

    def records(self, tag, count=None):
        """Those that a section begins with, by default all of it; none without the section."""
        section, layout = self.of.get(tag), RECORDS[tag]
        if section is None:
            return []
        if count is None:
            count = section.bytes // struct.calcsize("<" + letters_of(layout))
        return self.list(layout, section.offset, count)

    def name(self, offset):
        at = self.of["NAME"].offset + offset
        return printable(self.data[at:self.data.index(b"\0", at)])


def printable(name):
    """The text without characters that control a terminal, cut to the length of a line."""
    steering = [*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F),
                *range(0x2066, 0x206A)]
    out = ""
    for c in name.decode("utf-8", "surrogateescape"):
        byte = ord(c) - 0xDC00
        piece = (f"\\x{byte:02X}" if 0 <= byte < 0x100 else
                 f"\\u{ord(c):04X}" if ord(c) in steering else c)
        if len((out + piece).encode()) > NAME_BYTES:
            break
        out += piece
    return out


def print_table(blob):
    header = blob.header
    print(f"blob       format {header.version}, {ENCODINGS[header.encoding]}, "
          f"{'little' if blob.order == '<' else 'big'}-endian, {header.bytes} bytes"
          f"{f' (the file has {len(blob.data)})' if len(blob.data) != header.bytes else ''}, "
          f"CRC {blob.crc():08X}, unit 2^{header.unit_shift}")
    for section in blob.sections:
        print(f"section    {section.tag}  offset {section.offset}, {section.bytes} bytes"
              f"{'' if section.flags & 1 else ', optional'}")


def rounded(size):
    return (size + 7) // 8 * 8


def arena_bytes(blob):
    """The memory that the stages take."""
    joints, encoding = len(blob.records("JOIN")), blob.header.encoding
    runs, morphs = blob.records("RUNS"), blob.records("MRPH")
    targets = sum(morph.targets for morph in morphs)
    size = rounded(LOCAL_BYTES * joints + WEIGHT_BYTES * targets) + rounded(MATRIX_BYTES * joints)
    for skin in blob.records("SKIN"):
        size += rounded(MATRIX_BYTES * skin.entries + SPARE_BYTES)
    for mesh, morph in zip(blob.records("MESH"), morphs):
        if morph.targets == 0:
            continue
        records = sum(run.vertices * VERTEX_BYTES[encoding][run.influences - 1]
                      for run in runs[mesh.first_run:mesh.first_run + mesh.runs]
                      if run.flags & RUN_MORPHED)
        tangents = 0 if mesh.tangents == NOWHERE else TANGENT_BYTES[encoding] * morph.vertices
        size += rounded(records + tangents + SPARE_BYTES)
    return size + sum(rounded(24 * head.springs) for head in blob.records("SPRG", 1))


def print_joints(blob):
    depth = []
    for i, joint in enumerate(blob.records("JOIN")):
        depth.append(0 if joint.parent == NO_PARENT else depth[joint.parent] + 1)
        scale = f" (2^{joint.scale_shift})" if joint.scale_shift else ""
        print(f"joint {i:<4} {'  ' * min(depth[i], 40)}{blob.name(joint.name)}{scale}")


def print_skins(blob):
    skins, joints = blob.records("SKIN"), blob.records("JOIN")
    for i, skin in enumerate(skins):
        print(f"skin {i:<5} {skin.entries} palette entries")
        if "BTWN" not in blob.of:
            continue
        at = blob.of["BTWN"].offset
        first, end = blob.get("2I", at + 4 * i)
        entries = skin.entries - (end - first)
        betweens = blob.list(RECORDS["BTWN"], at + 4 * (len(skins) + 1) + 20 * first, end - first)
        for k, between in enumerate(betweens):
            ends = (blob.get("H", blob.of["ENTR"].offset + 52 * (skin.first_entry + entry))[0]
                    for entry in (between.source, between.target))
            print(f"  in-between {entries + k:<4} {between.part / 32768:g} of the way from "
                  + " to ".join(blob.name(joints[joint].name) for joint in ends))


def print_run(i, run):
    if run.flags & RUN_COPIES:
        print(f"  run {i:<4} {run.vertices} vertices, copies of others")
        return
    said = [(RUN_SET, ", one joint set"), (RUN_UNIT, ", unit normals"),
            (RUN_MORPHED, ", morphed"), (RUN_PACKED, ", packed")]
    print(f"  run {i:<4} {run.vertices} vertices, {run.influences} "
          f"influence{'' if run.influences == 1 else 's'}"
          + "".join(text for flag, text in said if run.flags & flag))


def material_text(blob, material):
    text = f"colour #{material.colour.hex()}"
    if material.index != NOWHERE:
        text += f", material {material.index} \"{blob.name(material.name)}\""
    if blob.name(material.image):
        text += f", image \"{blob.name(material.image)}\""
    if material.texture:
        text += f", texture {material.texture - 1}"
    return text + (f", metallic {material.metallic / 255:.2f}, "
                   f"roughness {material.roughness / 255:.2f}"
                   + (", two-sided" if material.flags & DOUBLE_SIDED else "")
                   + (", unlit" if material.flags & UNLIT else ""))


class PartJoints:
    """The entries that the parts of a mesh need, and the part of each of its vertices."""

    def __init__(self, blob, index, mesh):
        base, head = blob.of["PJNT"].offset, blob.records("PJNT", index + 1)[index]
        lists = (blob.get("II", base + head.parts + 8 * part) for part in range(mesh.parts))
        self.entries = [blob.get(f"{count}H", base + at) for at, count in lists]
        self.vertices = blob.get(f"{mesh.vertices}{'B' if mesh.parts <= 256 else 'H'}", base + head.vertices)


def print_boxes(blob, index):
    for boxes in blob.records("BOXS", index + 1)[index:]:
        morphed = boxes.morphed_heavy + boxes.morphed_light
        if boxes.shift != 0:
            print(f"  boxes    {boxes.heavy + boxes.light + morphed} of joints"
                  + (f", {morphed} of them morphed" if morphed else ""))


def clip_box(blob, clip):
    """Least and most x, y and z of all meshes, in glTF units, or None."""
    corners = []
    for boxes in blob.records("BOXS", len(blob.records("MESH"))):
        if boxes.clips == NOWHERE:
            return None
        at = blob.of["BOXS"].offset + boxes.clips + 12 * clip
        step = boxes.clip_shift + (-127 if blob.header.encoding == 2 else blob.header.unit_shift - 16)
        corners.append([v * 2.0**step for v in blob.get("6h", at)])
    sides = list(zip(*corners))
    return [*map(min, sides[:3]), *map(max, sides[3:])] or None


def print_meshes(blob):
    runs, parts, morphs = blob.records("RUNS"), blob.records("PART"), blob.records("MRPH")
    materials = blob.records("MATL")
    for i, mesh in enumerate(blob.records("MESH")):
        said = [(mesh.flags & MESH_NORMALS, ", normals"), (mesh.tangents != NOWHERE, ", tangents"),
                (mesh.uvs != NOWHERE, ", uv"), (mesh.colours != NOWHERE,
                 ", colours by a table" if mesh.flags & MESH_TABLE else ", colours"),
                (morphs and morphs[i].targets,
                 f", {morphs[i].targets if morphs else 0} morph targets")]
        print(f"mesh {i:<5} \"{blob.name(mesh.name)}\": {mesh.vertices} vertices, skin {mesh.skin}"
              + "".join(text for true, text in said if true))
        print_boxes(blob, i)
        for k, run in enumerate(runs[mesh.first_run:mesh.first_run + mesh.runs]):
            print_run(k, run)
        joints = PartJoints(blob, i, mesh) if "PJNT" in blob.of else None
        for k, part in enumerate(parts[mesh.first_part:mesh.first_part + mesh.parts]):
            print(f"  part {k:<3} {part.count // part.corners} {CORNERS[part.corners]}, "
                  + (f"{len(joints.entries[k])} joints, " if joints else "")
                  + material_text(blob, materials[part.material]))


def texel_bytes(blob, texture, at):
    """R, G, B, A of every texel; at: the section's offset."""
    count = 1 << texture.width_bits + texture.height_bits
    stored = blob.get(f"{count}{'H' if texture.texels == 3 else 'B'}", at + texture.rows)
    if texture.texels == 1:
        stored = [byte >> shift & 15 for byte in stored[:count // 2] for shift in (0, 4)]
    colours = blob.get(f"{texture.colour_count}H", at + texture.colours)
    out = bytearray()
    for texel in stored:
        colour = colours[texel] if texture.colour_count else texel
        r, g, b = colour >> 11, colour >> 5 & 63, colour & 31
        clear = texture.flags & TEXTURE_CLEAR and texel == texture.clear
        out += bytes((r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2, 0 if clear else 255))
    return out


def print_textures(blob):
    if "TXTR" not in blob.of:
        return
    at = blob.of["TXTR"].offset
    for i, t in enumerate(blob.list(RECORDS["TXTR"], at + 4, *blob.get("I", at))):
        print(f"texture {i:<2} {1 << t.width_bits} x {1 << t.height_bits} "
              f"{('', 'i4', 'i8', 'rgb565')[t.texels]}, {WRAPS[t.flags & 3]} across, "
              f"{WRAPS[t.flags >> 2 & 3]} down, image \"{blob.name(t.image)}\", "
              f"CRC {zlib.crc32(texel_bytes(blob, t, at)):08X}")


def events(blob):
    """The events of each clip: (ticks, name offset)."""
    clips = len(blob.records("CLIP"))
    if "EVNT" not in blob.of:
        return [[]] * clips
    at = blob.of["EVNT"].offset
    firsts = blob.get(f"{clips + 1}I", at)
    at += 4 * (clips + 1)
    return [[blob.get("Ii", at + 8 * k)[::-1] for k in range(first, end)]
            for first, end in zip(firsts, firsts[1:])]


def root_way(blob, clip):
    """x, z and turns of a clip's last key: in glTF units and within half a turn."""
    if "ROOT" not in blob.of:
        return 0, 0, 0
    at, clips = blob.of["ROOT"].offset + 4, len(blob.records("CLIP"))
    first, count = blob.get("II", at + 8 * clip)
    if count == 0:
        return 0, 0, 0
    real = blob.header.encoding == 2
    unit, turn = (1, 1) if real else (2.0 ** (blob.header.unit_shift - 16), 2.0**-24)
    x, z, turns = blob.get("fff" if real else "iii", at + 8 * clips + 16 * (first + count - 1) + 4)
    return x * unit, z * unit, (turns * turn + 0.5) % 1 - 0.5


def print_root(blob):
    for root in blob.records("ROOT", 1):
        joint = "" if root.joint == NO_PARENT else blob.name(blob.records("JOIN")[root.joint].name)
        what = ("nothing", "x and z", "yaw", "x, z and yaw")[root.flags & 3]
        print(f"root       \"{joint}\": {what} taken out of the clips")


def print_pages(blob):
    """The list of pages, of which each must be whole, and of this blob."""
    for pages in blob.records("PAGE", 1):
        for i in range(pages.pages):
            at = pages.offset + i * pages.page_bytes
            page = blob.data[at:at + pages.page_bytes]
            crc, of, number, _ = struct.unpack_from(blob.order + "4I", page)
            if (crc, of, number) != (zlib.crc32(page[4:]), blob.crc(), i):
                print("page", i, "is damaged")
        print(f"pages      {pages.pages} of {pages.page_bytes} bytes have the tracks, from byte "
              f"{pages.offset} on")


def print_clips(blob):
    for i, (clip, marks) in enumerate(zip(blob.records("CLIP"), events(blob))):
        print(f"clip {i:<5} \"{blob.name(clip.name)}\": {clip.start * SECONDS:.6f} s to "
              f"{clip.end * SECONDS:.6f} s, {clip.tracks} tracks")
        for k, (time, name) in enumerate(marks):
            print(f"  event {k:<2} {time * SECONDS:.6f} s \"{blob.name(name)}\"")
        box = clip_box(blob, i)
        if box:
            print("  box      " + " to ".join(" ".join(f"{v + 0.0:.6g}" for v in side)
                                              for side in (box[:3], box[3:])))
        way = root_way(blob, i)
        if way != (0, 0, 0):
            print(f"  travels  {way[0]:.6g} {way[1]:.6g} and turns {360 * way[2]:.6g} degrees")


def print_masks(blob):
    joints, meshes = len(blob.records("JOIN")), len(blob.records("MESH"))
    size = 4 + (joints + meshes + 3) // 4 * 4
    section = blob.of.get("MASK")
    for i in range(section.bytes // size if section else 0):
        name, *weights = blob.get(f"I{joints + meshes}B", section.offset + i * size)
        taken = [sum(w > 0 for w in part) for part in (weights[:joints], weights[joints:])]
        print(f"mask {i:<5} \"{blob.name(name)}\": {taken[0]} joints, {taken[1]} meshes")


def print_expressions(blob):
    for head in blob.records("FACE", 1):
        at = blob.of["FACE"].offset + 8
        for i in range(head.expressions):
            name, flags = blob.get("II", at + 8 * i)
            print(f"expression {i} \"{blob.name(name)}\": {('other', 'blink', 'look', 'mouth')[flags & 3]}"
                  + (", all or nothing" if flags & 4 else ""))


def show(path, content):
    with open(path, "rb") as file:
        blob = Blob(file.read())
    if not content:
        print_table(blob)
        if (blob.order == "<") != (sys.byteorder == "little"):
            print("content    not shown: this host has the other byte order")
            return
    print(f"arena      {arena_bytes(blob)} bytes for the stages: pose, joints, palettes, "
          "morphed meshes" + (", springs" if blob.records("SPRG", 1) else ""))
    print_joints(blob)
    print_skins(blob)
    print_meshes(blob)
    print_textures(blob)
    print_root(blob)
    print_pages(blob)
    print_clips(blob)
    print_masks(blob)
    print_expressions(blob)


if __name__ == "__main__":
    alone = sys.argv[1] == "--content"
    for argument in sys.argv[1 + alone:]:
        show(argument, alone)
