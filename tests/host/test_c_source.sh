#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016,SC2086 # sed's own $, lists of options
# Tests the output of --c: it compiles as C and C++ without a warning, whatever the names are; each
# macro is defined once, and indices are right.
set -u
. tests/host/cli_lib.sh

## A header that compiles, and refuses another format ##
for order in little big; do
    accepts bake $tiny -o "$work/c.pelt" --endian $order --c tiny_model
    cat >"$work/use.c" <<'END'
#include "tiny_model.h"
typedef char sized[TINY_MODEL_ARENA_BYTES > 0 && TINY_MODEL_CLIP_SWAY == 1 ? 1 : -1];
int main(void) { return sizeof tiny_model_blob == TINY_MODEL_BLOB_BYTES ? 0 : 1; }
END
    "$cc" -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -o "$work/use" "$work/use.c" \
        "$work/tiny_model.c" 2>"$work/err" && "$work/use"
    check $? "--c compiles, $order"
    ! "$cc" -std=c99 -Iinclude -DPELT_H -DPELT_FORMAT_VERSION=99 -c -o /dev/null \
        "$work/tiny_model.c" 2>"$work/err"
    check $? "--c refuses another format version, $order"
done

## Names that are no identifiers, and names that are the same ##
# Every macro is defined once, and the header contains these.
defines() { # FILE MACRO=VALUE...
    local file=$1 pair
    shift
    [ -z "$(sed -n 's/^#define \([A-Za-z0-9_]*\).*/\1/p' "$file" | sort | uniq -d)" ]
    check $? "$file defines a macro twice"
    for pair in "$@"; do
        grep -qxF "#define ${pair%%=*} ${pair#*=}" "$file"
        check $? "$(basename "$file") does not say $pair"
    done
}
# Compiles the whole header in each language, with all macros used.
compiles() { # NAME
    {
        echo "#include \"$1.h\""
        for type in float double; do
            sed -n "s/^#define \([A-Z0-9_]*_BOX\) {.*/static const $type ${type}_\1[6] = \1;/p" \
                "$work/$1.h"
        done
        sed -n "s/^#define \([A-Z0-9_]*\)_UNITS(x) .*/static const double units = \1_UNITS(1.5);/p" \
            "$work/$1.h"
        echo "int main(void) { long sum = (long)units;"
        sed -n 's/^#define \([A-Z0-9_]*_BOX\) {.*/sum += float_\1[0] > (float)double_\1[3];/p' "$work/$1.h"
        sed -n 's/^#define \([A-Z0-9_]*\) .*[0-9)]u*$/sum += (long)\1;/p' "$work/$1.h" |
            grep -v _FAMILY
        sed -n 's/^#define \([A-Z0-9_]*\) ".*"$/sum += (long)sizeof \1;/p' "$work/$1.h"
        echo "return $1_blob[0] == (unsigned)sum; }"
    } >"$work/all.c"
    cp "$work/all.c" "$work/all.cc"
    that "$1.h in C" "$cc" -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror -Iinclude \
        -o "$work/all" "$work/all.c" "$work/$1.c" 2>"$work/err"
    "$cc" -x c++ -std=c++98 -Wall -Wextra -Wshadow -Wundef -Werror -Iinclude -fsyntax-only \
        "$work/all.cc" 2>"$work/err"
    check $? "$1.h in C++"
}
tests/host/make_gltf.py named "$work/named.gltf" \
    count body_vertices body "" int 1st 'body box' 'tête|nue' 日本 日本語 BODY \
    -- a a a_1 "" walk_start walk count 'x\"y\\\\z/*' 'q\n#define Q' 2 A 'walk.ticks'
accepts bake "$work/named.gltf" -o "$work/named.pelt" --c bad_names
cp "$work/err" "$work/bake_err"
defines "$work/bad_names.h" BAD_NAMES_MESH_COUNT=11 BAD_NAMES_MESH_COUNT_0=0 \
    BAD_NAMES_MESH_BODY_VERTICES=1 BAD_NAMES_MESH_BODY_VERTICES_VERTICES=3 BAD_NAMES_MESH_BODY_2=2 \
    BAD_NAMES_MESH_3=3 BAD_NAMES_MESH_INT=4 BAD_NAMES_MESH_1ST=5 BAD_NAMES_MESH_BODY_BOX=6 \
    BAD_NAMES_MESH_T_TE_NUE=7 BAD_NAMES_MESH_8=8 BAD_NAMES_MESH_9=9 BAD_NAMES_MESH_BODY_10=10 \
    BAD_NAMES_CLIP_COUNT=12 BAD_NAMES_CLIP_A=0 BAD_NAMES_CLIP_A_1_2=1 BAD_NAMES_CLIP_A_1=2 \
    BAD_NAMES_CLIP_3=3 BAD_NAMES_CLIP_WALK_START=4 BAD_NAMES_CLIP_WALK_5=5 \
    BAD_NAMES_CLIP_COUNT_6=6 BAD_NAMES_CLIP_X_Y_Z=7 BAD_NAMES_CLIP_Q_DEFINE_Q=8 \
    BAD_NAMES_CLIP_2=9 BAD_NAMES_CLIP_A_10=10 BAD_NAMES_CLIP_WALK_TICKS=11 \
    "BAD_NAMES_CLIP_A_START=(-524288)" "BAD_NAMES_CLIP_A_END=(1048576)" \
    BAD_NAMES_CLIP_A_TICKS=1572864 BAD_NAMES_JOINT_COUNT=11 BAD_NAMES_JOINT_COUNT_0=0 \
    BAD_NAMES_JOINT_BODY=2 BAD_NAMES_JOINT_1ST=5 BAD_NAMES_VERTICES=33 BAD_NAMES_TRIANGLES=11 \
    BAD_NAMES_SKIN_COUNT=1
compiles bad_names
# A warning names both sources and the chosen name.
while read -r warning; do
    that "no warning: $warning" grep -qF "pelt: warning: $work/named.gltf: $warning" "$work/bake_err"
done <<'END'
mesh 0 "count" and the header itself both want BAD_NAMES_MESH_COUNT: mesh 0 gets BAD_NAMES_MESH_COUNT_0
mesh 2 "body" and mesh 1 "body_vertices" both want BAD_NAMES_MESH_BODY_VERTICES: mesh 2 gets BAD_NAMES_MESH_BODY_2
clip 1 "a" and clip 0 "a" both want BAD_NAMES_CLIP_A: clip 1 gets BAD_NAMES_CLIP_A_1_2
clip 10 "A" and clip 0 "a" both want BAD_NAMES_CLIP_A: clip 10 gets BAD_NAMES_CLIP_A_10
END
# Joints and meshes are distinguished by their kinds; clips without a conflict cause no warning.
never "a name that nothing else wants is changed" grep -q 'clip 2 .*gets\|clip 11 .*gets' "$work/bake_err"

## Numbers of the model ##
for precision in q16 f32 q12; do
    for order in little big; do
        accepts bake $small -o "$work/hero.pelt" --precision $precision \
            --endian $order --c hero
        compiles hero
        cp "$work/hero.h" "$work/hero.$precision.$order.h"
    done
    cmp -s "$work/hero.$precision.little.h" "$work/hero.$precision.big.h"
    check $? "headers differ by byte order, $precision"
done
defines "$work/hero.q16.little.h" "HERO_FAMILY=(&pelt_exact)" "HERO_UNIT_SHIFT=(-5)" \
    "HERO_UNITS(x)=PELT_Q16((x) * 32.0)" HERO_MASK_BYTES=28 HERO_MESH_FOX_FIRST=0 HERO_TARGET_COUNT=0 \
    HERO_CLIP_COUNT=3 HERO_CLIP_WALK=1 HERO_CLIP_WALK_TICKS=1048576 HERO_MESH_FOX=0 HERO_JOINT_HAND_R=15
defines "$work/hero.f32.little.h" "HERO_FAMILY=(&pelt_float)" "HERO_UNIT_SHIFT=(0)" \
    "HERO_UNITS(x)=((float)(x))"
defines "$work/hero.q12.little.h" "HERO_FAMILY=(&pelt_lean)"
[ "$(sed -n 's/^#define HERO_VERTICES //p' "$work/hero.q16.little.h")" = \
    "$(sed -n 's/^#define HERO_MESH_FOX_VERTICES //p' "$work/hero.q16.little.h")" ]
check $? "vertices of one mesh and of all"
for precision in q16:exact f32:float q12:lean; do
    accepts bake $small -o "$work/hero.pelt" --precision "${precision%:*}" --plain \
        --c hero
    defines "$work/hero.h" "HERO_FAMILY=(&pelt_${precision#*:}_plain)"
done

# A unit larger than one, and the second of two meshes.
accepts bake $tiny -o "$work/tiny.pelt" --unit-shift 2 --error 1/10 --c tiny
vertices=$(sed -n 's/^#define TINY_MESH_POST_VERTICES //p' "$work/tiny.h")
defines "$work/tiny.h" "TINY_UNIT_SHIFT=(2)" "TINY_UNITS(x)=PELT_Q16((x) * 0.25)" \
    TINY_MESH_POST_FIRST=0 "TINY_MESH_FLAG_FIRST=$vertices"
compiles tiny

## Masks and events ##
cat >"$work/events.json" <<'END'
{"walk": [{"name": "left", "time": 0}, {"name": "right", "time": 0.5}, {"name": "left", "time": 0.9}],
 "wave": [{"name": "say \"hi?\" \\1", "time": 1}, {"name": "left", "time": 1.5}]}
END
says '^  2 .*"wave", clip 1 of the blob$' bake $small -o "$work/hero.pelt" --clips walk,wave \
    --c hero --verbose --events "$work/events.json" --mask upper=spine --mask 'left arm=shoulder.L*0.5'
defines "$work/hero.h" 'HERO_MASK_UPPER="upper"' 'HERO_MASK_LEFT_ARM="left arm"' \
    'HERO_EVENT_LEFT="left"' 'HERO_EVENT_RIGHT="right"' \
    'HERO_EVENT_SAY_HI_1="say \042hi\077\042 \1341"' HERO_CLIP_WALK=0 HERO_CLIP_WAVE=1 \
    HERO_CLIP_WALK_EVENTS=3 HERO_CLIP_WAVE_EVENTS=2 HERO_CLIP_WALK_EVENT_LEFT=0 \
    HERO_CLIP_WALK_EVENT_RIGHT=1 HERO_CLIP_WAVE_EVENT_SAY_HI_1=0 HERO_CLIP_WAVE_EVENT_LEFT=1
compiles hero
cat >"$work/names.c" <<'END'
#include <string.h>
#include "hero.h"
#include "pelt/motion.h"
static const pelt_time moments[] = {PELT_MS(500), PELT_SECONDS(0.5), HERO_CLIP_WALK_TICKS / 2};
int main(void)
{
    pelt_model model;
    pelt_time time;
    if (pelt_model_open(&model, hero_blob, sizeof hero_blob, HERO_FAMILY) != PELT_OK)
        return 1;
    const char *name =
        pelt_clip_event_get(&time, &model, HERO_CLIP_WAVE, HERO_CLIP_WAVE_EVENT_SAY_HI_1);
    return name == NULL || strcmp(name, HERO_EVENT_SAY_HI_1) != 0 || moments[0] != moments[1] ||
           moments[1] != moments[2] || pelt_mask_find(&model, HERO_MASK_LEFT_ARM) == NULL;
}
END
"$cc" -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror -Iinclude -o "$work/names" \
    "$work/names.c" "$work/hero.c" "$(dirname "$pelt")/libpelt.a" 2>"$work/err" && "$work/names"
check $? "names of masks and events find them"

# Kernels of joint sets are linked.
accepts bake $small -o "$work/hero.pelt" --c hero
defines "$work/hero.h" "HERO_FAMILY=(&pelt_exact)"
says "one joint set" info "$work/hero.pelt"

# Without clips a box is slightly larger than that of the rest pose.
tests/host/make_gltf.py named "$work/still.gltf" still --
accepts bake "$work/still.gltf" -o "$work/still.pelt" --c still
defines "$work/still.h" "STILL_MESH_STILL_BOX={$(printf -- '-0.03125f, %.0s' 1 2 3)1.03125f, 1.03125f, \
0.03125f}" STILL_CLIP_COUNT=0
compiles still

# A box contains the vertices that the device draws, and is not much larger.
"$pelt" bake $tiny -o "$work/tiny.pelt" --precision f32 --c tiny >/dev/null 2>"$work/err"
sed -n 's/^#define TINY_MESH_\(POST\|FLAG\)_BOX {\(.*\)}$/\1 \2/p' "$work/tiny.h" | tr -d 'f,' \
    >"$work/boxes"
for clip in rest 0 1; do
    for time in -1 0 0.1 0.25 0.33 0.5 0.75 0.9 1 1.5 2 3; do
        "$pelt" dump $tiny --precision f32 --clip $clip --time $time 2>>"$work/err"
    done
done >"$work/vertices"
awk 'NR == FNR { for (c = 2; c < 8; c++) box[FNR == 1 ? 0 : 5, c - 2] = $c; next }
     { for (c = 0; c < 3; c++) {
           x = $(4 + c)
           if (x < box[$1, c] || x > box[$1, c + 3]) out = 1
           if (!(($1, c) in low) || x < low[$1, c]) low[$1, c] = x
           if (!(($1, c) in high) || x > high[$1, c]) high[$1, c] = x
       } }
     END { for (n = 0; n < 6; n += 5) {
               side = 0
               for (c = 0; c < 3; c++)
                   if (high[n, c] - low[n, c] > side) side = high[n, c] - low[n, c]
               for (c = 0; c < 3; c++)
                   if (low[n, c] - box[n, c] > side / 8 || box[n, c + 3] - high[n, c] > side / 8)
                       loose = 1
           }
           exit out || loose || NR < 100 }' "$work/boxes" "$work/vertices"
check $? "boxes: $(tr '\n' ';' <"$work/boxes")"

## --c takes no name of the library's or of a header of C, nor one that is no identifier ##
for name in pelt PELT Pelt_x pelt_q16 stdint Math threads 1st a-b 'a b' '' é "$(printf 'a%.0s' {1..65})"; do
    refuses 2 $tiny "--c" bake $tiny -o "$work/out.pelt" --c "$name"
done
for name in peltry int _x stdint_ "$(printf 'a%.0s' {1..64})"; do
    accepts bake $tiny -o "$work/named.pelt" --c "$name"
    compiles "$name"
done
