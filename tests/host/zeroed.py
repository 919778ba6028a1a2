#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a C program that calls every public function with valid arguments, then with each object in
turn zeroed, NULL, of another model and of the other arithmetic, and each number out of range, when it
must write nothing: zeroed.py HEADER... >zeroed.c. The program includes zeroed.h, and test_zeroed.sh runs it. If a header declares a function, type or parameter that this script does
not know, that is an error, so that no new call is forgotten."""
import re
import subprocess
import sys

# Objects: every call refuses a zeroed one. A world of zeroed.h has one of each, by these names.
OBJECTS = set("""arena model pose joints palette morph output character player arrays arrays_packed attributes
mesh_info limb camera band body picture ring nds_list nds_space nds_body n64_list n64_body lods pages change
springs blinker""".split())
# Values and results: zeros are a valid value, or are overwritten. Of these a world has several.
SEVERAL = {
    "local": "locals", "joint_matrix": "matrices", "arrays_bind": "binds", "matrix": "plain",
    "entry": "entries", "vertex": "vertices", "corner": "corners", "rsp_matrix": "rsp_matrices",
    "draw_vertex": "seen", "texel_place": "places", "texture_shift": "shifts", "ring_group": "groups",
    "bind_light": "lights",
}
VALUES = {*SEVERAL, *"""aim miss root box fault clip_info expression_info joint_info part_info texture_info
time nds_matrix extent light nds_texture""".split()}
# Types of which no program defines an object of its own.
PARTS = {"attribute", "clusters", "playing", "tail", "family", "n64_places"}
# Each of these objects belongs to one model.
BOUND = {"model", "pose", "joints", "palette", "morph", "character", "player", "springs"}

# Objects that are chosen by the name of the parameter instead of its type.
NAMED = {
    "layer": "&{w}.layer", "other": "&{w}.layer", "reference": "&{w}.reference",
    "with": "&{w}.prop", "directions": "&{w}.nds_matrix", "follower": "&{w}.follower", "movement": "&{w}.step",
    "store": "&{w}.store",
}
POINTERS = {
    "matrices": "{w}.floats", "out": "{w}.more", "tangents": "{w}.more",
    "weights": "{w}.weights", "base": "{w}.numbers", "shapes": "{w}.shapes", "name": '"{name}"',
    "entries": "{w}.halves", "indices": "{w}.halves", "indices32": "{w}.words", "parents": "{w}.parents",
    "words": "{w}.words", "mask": "{w}.mask", "blob": "{w}.blob->words", "memory": "{w}.memory",
    "narrow": "{w}.narrow", "bytes": "&{w}.word", "count": "&{w}.word", "joint": "&{w}.word",
    "family": "{w}.family", "rotation": "{w}.rotation", "first": "{w}.rotation",
    "second": "{w}.rotation", "limited": "{w}.more", "swing": "{w}.more",
    "twist": "{w}.more", "turned": "{w}.more", "axis": "{w}.vector", "from": "{w}.vector",
    "to": "{w}.vector", "vector": "{w}.vector", "normal": "{w}.vector", "target": "{w}.numbers",
    "positions": "{w}.numbers", "normals": "{w}.numbers", "joints": "{w}.halves",
    "translation": "{w}.vector", "poses": "{w}.poses", "colour": "{w}.mask", "position": "{w}.vector",
    "corners": "{w}.seen_corners", "user": "NULL", "own": "NULL", "framebuffer": "{w}.pixels[2]",
    "tail": "{w}.more", "direction": "{w}.vector", "shades": "{w}.more",
    "shadow": "{w}.mask",
}
NUMBERS = {
    "count": "1", "first": "0", "flags": "0", "clip": "0", "mesh": "0", "skin": "0", "joint": "1",
    "part": "0", "texture": "0", "entry": "0", "index": "0", "vertex": "0", "ms": "10", "now": "10", "time": "0",
    "from": "0", "to": "100000", "ticks": "1000", "turns": "0", "clock_hz": "1000", "seed": "1", "elapsed": "10", "crc": "0",
    "angle": "0", "shift": "7", "up": "8", "stride_bytes": "24", "raw_normal_bits": "14",
    "palette_count": "1", "shape_count": "1", "weight_count": "1", "tag": "FORMAT_MASKS",
    "layout": "PELT_ROWS_3X4", "status": "PELT_OK", "blob_bytes": "{w}.blob->bytes",
    "memory_bytes": "sizeof {w}.memory", "bytes": "sizeof {w}.memory",
    "mask_bytes": "PELT_MASK_BYTES(&{w}.model)", "which": "PELT_REST_POSE", "in": "10", "out": "10",
    "width": "8", "height": "8", "lines": "4", "length": "10",
    "buffers": "1", "buffer": "0", "yaw": "0", "pitch": "0",
    "x": "0", "z": "0", "linear": "0", "level": "1", "size": "64", "most": "16", "row_bytes": "16",
    "pixels": "PELT_PIXELS_RGB565", "layer": "0", "texture_count": "1", "panel": "take_pixels",
    "read": "read_page", "send": "send_words",
    "colours": "64", "depths": "128", "add": "take_vertices", "group_count": "MOST",
    "rate_hz": "60", "elapsed": "17",
    "joint_type": "PELT_ARRAYS_JOINTS_U16", "vertex_count": "4", "influence_count": "1",
}
# Functions whose parameter of this name takes a different argument.
OWN = {
    ("pelt_model_open", "bytes"): "{w}.blob->bytes",
    ("pelt_model_open_without_crc", "bytes"): "{w}.blob->bytes",
    ("pelt_part_joints_get", "entries"): "&{w}.list",
    ("pelt_arrays_packed_indices_get", "out"): "{w}.halves",
    ("pelt_character_share", "character"): "&{w}.actor",
    ("pelt_character_share", "with"): "&{w}.character",
    ("pelt_character_follow", "player"): "&{w}.cast",
    ("pelt_change_follow", "player"): "&{w}.cast",
    ("pelt_character_joints_get", "joints"): "&{w}.its_joints",
    ("pelt_character_palettes_get", "palettes"): "&{w}.its_palettes",
    ("pelt_rotation_blend", "from"): "{w}.rotation",
    ("pelt_rotation_blend", "to"): "{w}.rotation",
    ("pelt_arrays_init", "stride_bytes"): "0",
    ("pelt_root_blend", "other"): "&{w}.step",
    ("pelt_ring_open", "vertex_count"): "PELT_RING_VERTICES",
    ("pelt_pages_open", "store"): "&{w}.paged",
    ("pelt_band_pack", "out"): "{w}.pixels[2]",
    ("pelt_nds_texture_export", "info"): "&{w}.texture_info",
    ("pelt_n64_list_open", "words"): "{w}.list_words", ("pelt_n64_list_store", "count"): "2", ("pelt_n64_list_open", "count"): "4096",
    ("pelt_n64_list_add", "corners"): "{w}.seen",
}
# Numbers that calls refuse: the first one past the last, ones that no object has, bits that mean nothing.
RANGE, ARGUMENT, BIG = "PELT_E_RANGE", "PELT_E_ARGUMENT", "0x7FFFFFFFu"
WRONG = {
    "mesh": (RANGE, "{w}.model.mesh_count", BIG), "skin": (RANGE, "{w}.model.skin_count", BIG),
    "clip": (RANGE, "{w}.model.clip_count", BIG), "joint": (RANGE, "{w}.model.joint_count", BIG),
    "part": (RANGE, "{w}.mesh_info.part_count", BIG), "texture": (RANGE, "1", BIG),
    "first": (RANGE, BIG), "count": (RANGE, BIG), "flags": (ARGUMENT, "0x40000000u"),
    "layout": (ARGUMENT, "(pelt_matrix_layout)99"), "stride_bytes": (ARGUMENT, "8", "22"),
    "which": (ARGUMENT, "0", "3", "4"), "shift": (ARGUMENT, "17"),
    "weight": (ARGUMENT, "-{one} / 65536", "{one} + {one} / 65536"), "weight_count": (RANGE, "{w}.model.target_count + 1u"),
}
# Functions that take such a number by their headers, or have no way to know.
TAKEN = {("pelt_mesh_shade", "stride_bytes"), ("pelt_mask_set", "weight"), ("pelt_pose_add", "weight"),
         ("pelt_arrays_morph", "first"), ("pelt_arrays_morph", "count"), ("pelt_texture_shifts_get", "count")}
NAMES = {"clip": "bend", "joint": "base", "mesh": "post", "mask": "body", "expression": "blink"}

# Pointers in objects that may be NULL by the header, or that a call does not always need.
FREE = {
    "pose": {"weights"}, "output": {"normals"}, "arrays": {"normals", "tangents"},
    "model": {"blob", "family", "store", "moved", "adapt", "pages", "find"}, "pages": {"user"}, "arrays_packed": {"order", "places"}, "attributes": {"entries"},
    "mesh_info": {"name", "uvs_i16", "uvs_f32", "colour_indices"},
    "n64_list": {"own", "begun", "cam"}, "n64_body": {"places"}, "nds_body": {"light", "shifts"}, "band": {"camera"},
    "body": {"shadows", "shadow_box", "next", "lods", "shifts"}, "lods": {"words"}, "picture": {"own", "bodies"},
}
# Parameters that may be NULL by the header.
NULL_ALLOWED = {
    ("pelt_pose_blend", "mask"), ("pelt_pose_add", "mask"), ("pelt_mesh_skin", "morph"),
    ("pelt_mesh_skin_tangents", "morph"), ("pelt_mesh_shade", "morph"), ("pelt_rotation_split", "swing"),
    ("pelt_rotation_split", "twist"), ("pelt_clip_event_get", "time"),
    ("pelt_palette_export", "entries"), ("pelt_palette_export_rsp", "entries"),
    ("pelt_binds_export", "entries"), ("pelt_pose_aim", "miss"), ("pelt_pose_check", "joints"), ("pelt_pose_reach", "miss"),
    ("pelt_nds_matrices_get", "positions"), ("pelt_nds_matrices_get", "directions"),
    ("pelt_arrays_init", "normals"), ("pelt_camera_project", "normal"),
    ("pelt_picture_show", "user"), ("pelt_picture_begin", "bodies"), ("pelt_ring_visit", "own"),
    ("pelt_n64_list_open", "own"), ("pelt_pages_open", "user"),
    ("pelt_nds_list_add", "colour"), ("pelt_nds_body_open", "shadow"),
}
# These functions return no status, so they are not called with NULL.
NO_STATUS = {"pelt_crc32_update", "pelt_sine_get", "pelt_display_get", "pelt_triangle_draw",
             "pelt_triangle_draw_textured", "pelt_lod_choose"}
# Programs define this function, for debug builds.
HOOK = "pelt_assert_report"
# The results of these functions for an invalid object, by their headers.
NONE = {"pelt_player_pace_get": 65536, "pelt_player_fade_get": 0, "pelt_sine_get": 0,
        "pelt_blinker_step": 0}
# These functions are meant for objects of two models.
OF_TWO = {"pelt_joints_hang", "pelt_player_follow", "pelt_player_pace_get",
          "pelt_clips_open", "pelt_character_clips_open"}
# These functions fill their first argument, whatever it contained.
MAKERS = r"(?<!_clips)_(open|open_without_crc|init|alloc|start|share|pack|frame)$|^pelt_(mesh_get|mesh_lod|picture_draw)$"


def text_of(headers):
    text = "".join(subprocess.run(["gcc", "-fpreprocessed", "-E", "-P", h], check=True,
                                  capture_output=True, text=True).stdout for h in headers)
    return re.sub(r"^\s*#.*$", "", text, flags=re.M)


def pointers_in(text):
    """Returns the members that are pointers, by type."""
    found = {}
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\}", text, flags=re.S):
        found[plain(name)] = {m for line in body.split(";") if "*" in line
                              for m in re.findall(r"\*\s*(\w+)\b(?!\[)", line.split(")(")[0])}
    return found


def plain(name):
    return re.sub(r"^pelt_|_(q16|f32)$", "", name)


class Parameter:
    def __init__(self, function, text):
        found = re.match(r"(.*?)(\w+)(\[\d+\])?$", text.strip())
        self.type, self.name = found[1].strip(), found[2]
        self.own = re.sub(r"_(q16|f32)$", "", function), self.name
        self.pointer = "*" in self.type or found[3] is not None
        self.const = self.type.startswith("const")
        struct = re.search(r"\bpelt_\w+", self.type)
        if found[3] and "*" in self.type:  # an array of pointers
            struct = None
        self.list = self.type.endswith("*const *")
        if self.type.count("*") > 1 and not self.list:  # the call stores a pointer there
            struct = None
        self.struct = struct[0] if struct and self.pointer else None
        self.kind = plain(self.struct) if self.struct else None

    def right(self, world):
        where = {"w": world, "name": NAMES.get(self.own[0].split("_")[1], "")}
        if self.own in OWN:
            return OWN[self.own].format(**where)
        if self.kind in PARTS or self.list or not self.kind:
            table = POINTERS if self.pointer else NUMBERS
            if self.name == "weight" and not self.pointer:
                return {"uint32_t": "255", "int32_t": "65536", "float": "1.0f"}[self.type]
        else:
            if self.name in NAMED:
                return NAMED[self.name].format(**where)
            if self.kind not in OBJECTS | VALUES:
                raise KeyError(self.kind)
            return f"{world}.{SEVERAL[self.kind]}" if self.kind in SEVERAL else f"&{world}.{self.kind}"
        return table[self.name].format(**where)

    def zeroed(self):
        if self.list:
            return f"zeroed_list(sizeof({self.struct}))"
        return f"zeroed({'' if self.kind in OBJECTS else 'MOST * '}sizeof({self.struct}))"


class Function:
    def __init__(self, result, name, arguments):
        self.name, self.result = name, " ".join(result.split())
        suffix = re.search(r"_(q16|f32)$", name)
        self.arithmetic = suffix[1] if suffix else None
        self.world = f"{self.arithmetic or 'q16'}[0]"
        self.base = re.sub(r"_(q16|f32)$", "", name)
        self.parameters = [] if arguments.strip() == "void" else \
            [Parameter(name, a) for a in arguments.split(",")]

    def filled(self, parameter):
        return parameter is self.parameters[0] and not parameter.const and \
            re.search(MAKERS, self.base)

    def call(self, what, wanted, changed=None, expression=None):
        values = [expression if p is changed else p.right(self.world) for p in self.parameters]
        values = [f"({p.type} *){v}" if p is changed and p.list and "*" in p.type and v != "NULL"
                  else v for p, v in zip(self.parameters, values)]
        values = [v.replace("*const * *", "*const *") for v in values]
        index = re.search("_find|_(joint|part)_get", self.name)
        end = {"pelt_status": "status", "size_t": "size", "int32_t": "number",
               "uint32_t": "index" if index else "size", "uint8_t": "size", "void": "nothing"}.get(self.result, "pointer")
        if self.name in NONE:
            wanted = f"{NONE[self.name]}, {wanted}"
        which = f" {changed.name}" if changed else ""
        print(f'    begin("{self.name}:{which} {what}");')
        made = f"{self.name}({', '.join(values)})"
        print(f"    {made};\n    end_nothing({wanted});" if end == "nothing" else
              f"    end_{end}({made}, {wanted});")
        if wanted not in ("DONE", "ANYTHING") and re.match("NULL|of |zeroed", what) and \
                not self.name.startswith("pelt_model_open"):  # which zeroes the model
            print("    end_untouched();")

    def null(self, parameter):
        wanted = "PELT_E_ARGUMENT" if self.result == "pelt_status" else "REFUSED"
        if (self.base, parameter.name) in NULL_ALLOWED:
            wanted = "DONE"
        if self.name not in NO_STATUS:
            self.call("NULL", wanted, parameter, "NULL")
            if parameter.list and parameter.kind:
                self.call("of NULL", wanted, parameter, "no_pointers")

    def wrong(self, parameter):
        wanted, *values = WRONG[parameter.name]
        one = "65536" if self.arithmetic == "q16" else "1.0f"
        if parameter.name in ("first", "count") and self.base != "pelt_corners_get" and \
                any(p.name == "mesh" for p in self.parameters):  # by one
            values.append("{w}.mesh_info.vertex_count + " + ("0" if parameter.name == "first" else "1"))
        for value in values:
            value = value.format(w=self.world, one=one)
            self.call(f"of {value}", wanted if self.result == "pelt_status" else "REFUSED", parameter, value)

    def foreign(self, parameter):
        other = parameter.right(self.world).replace("[0]", "[1]")
        self.call("of another model", "PELT_E_MISMATCH", parameter, other)

    def other(self, parameter):
        """Makes the call with a model of the other arithmetic."""
        model = f"&{'f32' if self.arithmetic == 'q16' else 'q16'}[0].model"
        right = parameter.right(self.world)
        if parameter.kind == "model":
            self.call("of the other arithmetic", "PELT_E_ARITHMETIC", parameter, model)
        elif parameter.kind not in ("character", "player") and not parameter.list:
            refused = "REFUSED" if parameter.kind == "joints" else "PELT_E_ARITHMETIC"
            self.call("with a model of the other arithmetic", refused, parameter,
                      f"(({right})->model = {model}, {right})")

    def partly(self, parameter, members):
        """Makes the calls in which one pointer of an object, or a character's pose, is wrong."""
        right = parameter.right(self.world)
        for member in sorted(members - FREE.get(parameter.kind, set())):
            self.call(f"without {member}", "REFUSED", parameter,
                      f"(({right})->{member} = NULL, {right})")
        if parameter.kind == "character":
            of = self.world.replace("[0]", "[1]")
            self.call("with a pose of another model", "ANYTHING" if "skin" not in self.name else
                      "PELT_E_MISMATCH", parameter, f"(({right})->pose = {of}.pose, {right})")
            self.call("with a zeroed pose", "ANYTHING" if "share" in self.name else "REFUSED",
                      parameter, f"(memset(&({right})->pose, 0, sizeof ({right})->pose), {right})")

    def write(self, pointers):
        print(f"static void call_{self.name}(void)\n{{")
        self.call("as it should be", "ANYTHING" if self.name in NO_STATUS else "DONE")
        bound = [p for p in self.parameters if p.kind in BOUND and not self.filled(p)]
        for p in self.parameters:
            if p.struct and p.kind not in PARTS:
                refused = p.kind in OBJECTS and not self.filled(p) and self.name not in NO_STATUS
                self.call("zeroed", "REFUSED" if refused else "ANYTHING", p, p.zeroed())
            if p.pointer:
                self.null(p)
            if p.kind in OBJECTS and not p.list and not self.filled(p) and self.name not in NO_STATUS:
                self.partly(p, pointers[p.kind])
            if p in bound and len(bound) > 1 and self.base not in OF_TWO:
                self.foreign(p)
            if not p.pointer and p.name in WRONG and self.name not in NO_STATUS and \
                    p.own not in TAKEN and \
                    (p.name != "count" or any(q.name == "first" for q in self.parameters)):
                self.wrong(p)
            if p in bound and self.arithmetic:
                self.other(p)
        print("}\n")


def main():
    text = text_of(sys.argv[1:])
    types = {plain(t) for t in re.findall(r"typedef struct (\w+)", text)}
    unknown = types - set(OBJECTS) - set(VALUES) - PARTS
    if unknown:
        sys.exit(f"zeroed.py: types that are neither objects nor values: {sorted(unknown)}")
    declared = re.findall(r"([a-z_][\w\s\*]*?)\b(pelt_\w+)\(([^()]*)\)\s*;", text)
    all_names = set(re.findall(r"\b(pelt_\w+)\(", text))
    if all_names != {name for _, name, _ in declared}:
        sys.exit(f"zeroed.py: cannot read {sorted(all_names - {n for _, n, _ in declared})}")
    functions = [Function(*d) for d in declared if d[1] != HOOK]
    both = {plain(t) for t in re.findall(r"typedef struct (\w+_f32)", text)}
    print("#define ONE_OF_EACH(suffix)", *(f"pelt_{kind}{'_##suffix' * (kind in both)} {kind};"
                                           for kind in sorted(OBJECTS | VALUES - set(SEVERAL))))
    print('#include "tests/host/zeroed.h"\n')
    for f in functions:
        try:
            f.write(pointers_in(text))
        except KeyError as what:
            sys.exit(f"zeroed.py: {f.name}: nothing known is right for {what}")
    print("int main(int count, char **arguments)\n{\n    MUST(count == 5);")
    print("    set_up(arguments + 1);")
    for f in functions:
        print(f"    call_{f.name}();")
    print('    printf("%u passed, %u failed\\n", passed, failed);\n    return failed != 0;\n}')


main()
