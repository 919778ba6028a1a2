#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a C program that calls every public function with valid arguments, then with each object in
turn zeroed, NULL, of another model and of the other arithmetic, and each number out of range, when it
must write nothing: zeroed.py HEADER... >zeroed.c. The program includes zeroed.h, and test_zeroed.sh
runs it. If a header declares a function, type or parameter that this script does not know, that is an
error, so that no new call is forgotten. In tables here, functions lack `pelt_` and the arithmetic."""
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
    **dict.fromkeys("""angle buffer clip crc entry first flags from index layer linear mesh part pitch skin
        texture time turns vertex x yaw z""".split(), "0"),
    **dict.fromkeys("""buffers count influence_count joint level palette_count seed shape_count
        texture_count weight_count""".split(), "1"),
    **dict.fromkeys("in length ms now out".split(), "10"),
    "lines": "4", "vertex_count": "4", "shift": "7", "height": "8", "up": "8", "width": "8",
    "raw_normal_bits": "14", "most": "16", "row_bytes": "16", "elapsed": "17", "stride_bytes": "24",
    "rate_hz": "60", "colours": "64", "size": "64", "depths": "128", "clock_hz": "1000", "ticks": "1000",
    "to": "100000", "group_count": "MOST", "tag": "FORMAT_MASKS", "layout": "PELT_ROWS_3X4",
    "status": "PELT_OK", "which": "PELT_REST_POSE", "pixels": "PELT_PIXELS_RGB565",
    "joint_type": "PELT_ARRAYS_JOINTS_U16", "blob_bytes": "{w}.blob->bytes",
    "memory_bytes": "sizeof {w}.memory", "bytes": "sizeof {w}.memory",
    "mask_bytes": "PELT_MASK_BYTES(&{w}.model)", "add": "take_vertices", "panel": "take_pixels",
    "read": "read_page", "send": "send_words",
}
# Functions whose parameter of this name takes a different argument.
OWN = {
    "model_open.bytes": "{w}.blob->bytes", "model_open_without_crc.bytes": "{w}.blob->bytes",
    "part_joints_get.entries": "&{w}.list", "arrays_packed_indices_get.out": "{w}.halves",
    "character_share.character": "&{w}.actor", "character_share.with": "&{w}.character",
    "character_follow.player": "&{w}.cast", "change_follow.player": "&{w}.cast",
    "character_joints_get.joints": "&{w}.its_joints", "character_palettes_get.palettes": "&{w}.its_palettes",
    "rotation_blend.from": "{w}.rotation", "rotation_blend.to": "{w}.rotation",
    "arrays_init.stride_bytes": "0", "root_blend.other": "&{w}.step",
    "ring_open.vertex_count": "PELT_RING_VERTICES", "pages_open.store": "&{w}.paged",
    "band_pack.out": "{w}.pixels[2]", "nds_texture_export.info": "&{w}.texture_info",
    "n64_list_open.words": "{w}.list_words", "n64_list_open.count": "4096",
    "n64_list_store.count": "2", "n64_list_add.corners": "{w}.seen",
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
    "weight": (ARGUMENT, "-{one} / 65536", "{one} + {one} / 65536"),
    "weight_count": (RANGE, "{w}.model.target_count + 1u"),
}
# Functions that take such a number by their headers, or have no way to know.
TAKEN = set("""mesh_shade.stride_bytes mask_set.weight pose_add.weight arrays_morph.first arrays_morph.count
texture_shifts_get.count""".split())
NAMES = {"clip": "bend", "joint": "base", "mesh": "post", "mask": "body", "expression": "blink"}

# Pointers in objects that may be NULL by the header, or that a call does not always need.
FREE = {
    "pose": {"weights"}, "output": {"normals"}, "arrays": {"normals", "tangents"},
    "model": {"blob", "family", "store", "moved", "adapt", "pages", "find"}, "pages": {"user"},
    "arrays_packed": {"order", "places"}, "attributes": {"entries"},
    "mesh_info": {"name", "uvs_i16", "uvs_f32", "colour_indices"}, "band": {"camera"},
    "n64_list": {"own", "begun", "cam"}, "n64_body": {"places"}, "nds_body": {"light", "shifts"},
    "body": {"shadows", "shadow_box", "next", "lods", "shifts"}, "lods": {"words"},
    "picture": {"own", "bodies"},
}
# Parameters that may be NULL by the header.
NULL_ALLOWED = set("""pose_blend.mask pose_add.mask mesh_skin.morph mesh_skin_tangents.morph
mesh_shade.morph rotation_split.swing rotation_split.twist clip_event_get.time palette_export.entries
palette_export_rsp.entries binds_export.entries pose_aim.miss pose_check.joints pose_reach.miss
nds_matrices_get.positions nds_matrices_get.directions arrays_init.normals camera_project.normal
picture_show.user picture_begin.bodies ring_visit.own n64_list_open.own pages_open.user
nds_list_add.colour nds_body_open.shadow""".split())
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
MAKERS = "(?<!_clips)_(open|open_without_crc|init|alloc|start|share|pack|frame)$|" \
    "^pelt_(mesh_get|mesh_lod|picture_draw)$"


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
        self.own = f"{plain(function)}.{self.name}"
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
        where = {"w": world, "name": NAMES.get(self.own.split("_")[0], "")}
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
        made = f"{self.name}({', '.join(values)})"
        none = "NULL" if "*" in self.result else \
            "PELT_NONE" if re.search("_find|_(joint|part)_get", self.name) else "0"
        end = {"pelt_status": f"end_status({made}", "int32_t": f"end_number({made}"}.get(
            self.result, f"end_made({made} != {none}")
        if self.name in NONE:
            wanted = f"{NONE[self.name]}, {wanted}"
        which = f" {changed.name}" if changed else ""
        print(f'    begin("{self.name}:{which} {what}");')
        print(f"    {made};\n    end(1, 0);" if self.result == "void" else f"    {end}, {wanted});")
        if wanted not in ("DONE", "ANYTHING") and re.match("NULL|of |zeroed", what) and \
                not self.name.startswith("pelt_model_open"):  # which zeroes the model
            print("    end_untouched();")

    def null(self, parameter):
        wanted = "PELT_E_ARGUMENT" if self.result == "pelt_status" else "REFUSED"
        if parameter.own in NULL_ALLOWED:
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
