#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes every public call with each of its objects zeroed, NULL, of another model and of the other
# arithmetic, and with numbers out of range, under the sanitizers. Each call must return the right status,
# write nothing where it refuses an object, and not hang or crash: the unit tests leave these refusals to
# this test. zeroed.py makes the calls from the headers, so that none is forgotten; those of pelt/psx.h run
# only in a PlayStation's GTE.
#
#   tests/host/test_zeroed.sh HOST [--make FOLDER]    its libpelt.a and pelt, built with sanitizers;
#                                                     --make: only makes the files, there
#
# Last line: N passed, N failed.
set -u

cd "$(dirname "$0")/../.." || exit 2
[ $# -eq 1 ] || [ "$#${2-}" = 3--make ] || { echo "usage: $0 HOST [--make FOLDER]" >&2; exit 2; }
host=$1
folder=${3:-$(mktemp -d)} || exit 2
[ $# -eq 3 ] || trap 'rm -rf "$folder"' EXIT
. tests/count.sh
headers=(include/pelt.h include/pelt/{stages,motion,arrays,gpu,draw,nds,n64,pages,springs,face}.h)

# The models have everything that a model may have.
python3 - "$folder" <<'END'
import json, sys
tiny, textured = (json.load(open(f"tests/data/{name}.gltf")) for name in ("tiny", "textured"))
tiny["animations"][0]["channels"] = [ # a store whose clips scale no joint
    c for c in tiny["animations"][0]["channels"] if c["target"]["path"] != "scale"]
json.dump(tiny, open(f"{sys.argv[1]}/clips.gltf", "w"))
for key in "images", "textures", "samplers", "materials":
    tiny[key] = textured.get(key, [])
tiny["accessors"].append(dict(tiny["accessors"][0], type="VEC2", min=[-9, -9], max=[9, 9]))
for name in "TEXCOORD_0", "TEXCOORD_1":
    tiny["meshes"][0]["primitives"][0]["attributes"][name] = len(tiny["accessors"]) - 1
tiny["meshes"][0]["primitives"][0]["material"] = 0
json.dump(tiny, open(f"{sys.argv[1]}/tiny.gltf", "w"))
END
echo '{"bend": [{"name": "step", "time": 0.25}]}' >"$folder/events.json"
for encoding in exact float; do
    "$host/pelt" bake "$folder/tiny.gltf" --textures 8 -o "$folder/$encoding.pelt" --precision $encoding --bind \
        --max-palette 8 --root-motion base --events "$folder/events.json" --mask body=base \
        --spring low --spring tip:leaf --expression blink=0 \
        >/dev/null || exit 1
    "$host/pelt" bake "$folder/clips.gltf" --as-clips --pages 256 -o "$folder/${encoding}_pages.pelt" \
        --precision $encoding >/dev/null || exit 1
done

that "a header whose calls nobody makes" [ "$(printf '%s\n' "${headers[@]}" include/pelt/psx.h | sort)" = \
    "$(find include -name '*.h' | sort)" ]

tests/host/zeroed.py "${headers[@]}" >"$folder/zeroed.c"
result $? "every call is known"
[ $# -eq 1 ] || exit "$failed"
clang -std=gnu11 -O0 -fsanitize=address,undefined -fno-sanitize-recover=all -I. -Iinclude \
    -o "$folder/zeroed" "$folder/zeroed.c" "$host/libpelt.a" -lm
result $? "the calls build"
"$folder/zeroed" "$folder"/{exact,float,exact_pages,float_pages}.pelt >"$folder/zeroed.txt"
result $? "the calls answer as they should"
grep '^FAIL' "$folder/zeroed.txt"
calls=$(sed -n 's/^\([0-9]*\) passed, .*/\1/p' "$folder/zeroed.txt")
passed=$((passed + ${calls:-0}))
that "no more than ${calls:-0} checks of calls were made" [ "${calls:-0}" -ge 2500 ]

## Planted: a call of a type, or of a name, that is not known ##
plant() { # DECLARATION MESSAGE
    cp include/pelt.h "$folder/planted.h"
    echo "$1" >>"$folder/planted.h"
    ! tests/host/zeroed.py "$folder/planted.h" "${headers[@]:1}" >/dev/null 2>"$folder/said" &&
        grep -Fqx "zeroed.py: $2" "$folder/said"
    result $? "planted, and not noticed: $1"
}
plant 'typedef struct pelt_planted { int a; } pelt_planted; void pelt_planted_get(pelt_planted *p);' \
    "types that are neither objects nor values: ['planted']"
plant 'pelt_status pelt_planted_get(const pelt_model *model, uint32_t planted);' \
    "pelt_planted_get: nothing known is right for 'planted'"
plant 'pelt_status pelt_planted_get(const pelt_model *model, void (*call)(int a));' \
    "cannot read ['pelt_planted_get']"
summary
