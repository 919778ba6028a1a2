#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016 # awk's own $
# Tests that --error is kept.
set -u
. tests/host/cli_lib.sh

out=(-o "$work/out.pelt")

## Values of E ##
accepts bake $hero -o "$work/decimal" --error 0.001
for error in 1/1000 2px@2000; do
    accepts bake $hero -o "$work/other" --error $error
    same "0.001 and $error are the same" "$work/decimal" "$work/other"
done
for error in 0 -1/8192 1 1/0 1/ /8192 2px@ px@240 2px240 1/2/3 nan inf 0x 1e-3x "" 2%; do
    for command in "bake $hero ${out[*]}" "dump $hero" "verify $hero" \
        "view $hero -o $work/out.png"; do
        # shellcheck disable=SC2086
        refuses 2 "" "--error $error is not a fraction of the model's size" $command --error "$error"
    done
done

# --max-error takes the same, and more than the whole size.
for error in 0.001 1/1000 2px@2000 1 20; do
    accepts verify $tiny --precision q16 --max-error $error
done
refuses 1 $tiny "in exact" verify $tiny --precision q16 --max-error 1/1000000000

## All commands go through the same code ##
accepts bake $hero -o "$work/coarse" --error 1/300
accepts bake $hero -o "$work/fine" --error 1/20000
that "a larger error makes smaller clips" [ "$(wc -c <"$work/coarse")" -lt "$(wc -c <"$work/fine")" ]
alike "dump bakes as bake does" "$work/coarse --clip walk --time 0.3" "$hero --error 1/300 --clip walk --time 0.3"
accepts dump $hero --clip walk --time 0.3
never "dump is the same with and without --error" cmp -s "$work/a" "$work/stdout"
for order in little big; do
    accepts bake $hero -o "$work/stripped.$order" --error 1/300 --strip --endian $order
done
[ "$(wc -c <"$work/stripped.little")" -eq "$(wc -c <"$work/stripped.big")" ]
check $? "what is measured is the same in either byte order"
accepts view $hero -o "$work/a.png" --clip walk --time 0.3 --error 1/100
accepts view $hero -o "$work/b.png" --clip walk --time 0.3
never "view bakes with --error" cmp -s "$work/a.png" "$work/b.png"

## E is kept at the moments of verify, and within a tenth more at any other ##
for error in 1/256 1/8192 1/32768; do
    accepts verify $hero --precision q16 --error $error
    limit=$(awk "BEGIN { print $error * 1.1 }")
    accepts verify $hero --precision q16 --error $error --samples 300 --max-error "$limit"
done
# Normals have the length one whatever E is, though positions may be off by it.
that "make_gltf.py spin" tests/host/make_gltf.py spin "$work/spin.glb"
for precision in q16 q12 f32; do
    for time in 0.07 0.23 0.41 0.6 0.88; do
        dumped a "$work/spin.glb" --precision $precision --error 1/128 --clip 0 --time $time
        that "normals of the length one, $precision at $time" awk '
            { off = $7 * $7 + $8 * $8 + $9 * $9 - 1; if (off * off > 4e-6) bad = 1 }
            END { exit bad || NR != 3 }' "$work/a"
    done
done
accepts verify $hero --precision f32
that "room in f32" awk -F'\t' '$4 > 1.5e-5 { bad = 1 } END { exit bad }' "$work/stdout"
accepts bake $hero -o "$work/told" --error 1/500
worst=$(sed -n 's/.*error \([0-9.e+-]*\) of the size.*/\1/p' "$work/stdout" | sort -g | tail -n 1)
that "E is used, and what is told is measured: $worst of 0.002" compares "$worst > 0.5 / 500 && $worst <= 1 / 500"

## A refused bake names the cause and the least E that is possible ##
least() { # FILE ARGUMENT...: of a bake that is refused with /nodes/..., this E does and 5 % less not
    local file=$1 least less
    refuses 1 "$file" ", /nodes/" bake "$@" "${out[@]}"
    least=$(tail -n 1 "$work/err" | sed -n 's/.*, give --error \([0-9.e-]*\) or another.*/\1/p')
    shift
    less=$(awk "BEGIN { print ${least:-1} * 0.95 }")
    accepts bake "$file" -o "$work/least" "$@" --error "${least:-none}"
    refuses 1 "$file" "of the model's size in" bake "$file" "${out[@]}" "$@" --error "$less"
}
least $hero --error 1e-6
# Targets that move give additive layers room by a coarser grid, a part of E. Whether E is then kept depends
# on how vertices are rounded, so there are three.
that "make_gltf.py nested" tests/host/make_gltf.py nested "$work/nested.glb"
for weight in 0.99 1 1.05; do
    remade layered "g['meshes'][0]['weights'] = [$weight]" "$work/nested.glb"
    least "$work/layered.gltf" --precision lean --error 1e-6
done
least $hero --error 1e-6 --precision q12
least $hero --error 1e-9 --precision f32
refuses 1 $hero "its stored position and weights" bake $hero "${out[@]}" --error 1e-7
refuses 1 $hero " or leave out --pack" bake $hero "${out[@]}" --error 1/16384 --pack
accepts bake $hero -o "$work/fine" --error 1/16384
refuses 1 $hero "" dump $hero --error 1e-7
refuses 1 $hero "" view $hero -o "$work/out.png" --error 1e-7
refuses 1 $hero "" verify $hero --error 1e-7

uneven=$(changed uneven 's/"name": "base",/& "scale": [100, 1, 1],/
    s/"name": "low",/& "scale": [1, 100, 1],/; s/"name": "high",/& "scale": [1, 1, 100],/')
accepts bake "$uneven" -o "$work/uneven" --precision f32 --error 1/4096
refuses 1 uneven.gltf "inverse bind matrix is too large for its mesh, /nodes/" bake "$uneven" \
    "${out[@]}" --error 1/4096
# The node that is named is one that moves the vertices, not a mesh's or none.
remade apart 'del g["animations"]
g["nodes"][at["low"]]["children"].remove(at["flag"])
for name, x in ("low", 1e3), ("high", -2e3):
    g["nodes"][at[name]]["translation"][0] = x
attributes = g["meshes"][0]["primitives"][0]["attributes"]
for name, each in ("JOINTS_0", bytes([1, 2, 0, 0])), ("WEIGHTS_0", struct.pack("<4f", 0.5, 0.5, 0, 0)):
    view = g["bufferViews"][g["accessors"][attributes[name]]["bufferView"]]
    data[view["byteOffset"]:view["byteOffset"] + view["byteLength"]] = each * 10'
refuses 1 apart.gltf "joints that move them, /nodes/3, which costs" bake "$work/apart.gltf" "${out[@]}" \
    --precision lean
remade huge 'g["nodes"][at["low"]]["scale"] = [1e9] * 3
accessor = g["accessors"][g["meshes"][1]["primitives"][0]["attributes"]["POSITION"]]
struct.pack_into("<9f", data, g["bufferViews"][accessor["bufferView"]]["byteOffset"], *[0, 0, 0, 1e4] * 2, 0)
accessor["max"] = [1e4, 1e4, 0]'
refuses 1 huge.gltf "vertices move too far for products in single precision, /nodes/5," bake \
    "$work/huge.gltf" "${out[@]}" --precision float
remade sheared 'del g["animations"], g["nodes"][at["low"]]["translation"]
g["nodes"][at["low"]]["matrix"] = [1e13, 0, 0, 0, 1e13, 1e13, 0, 0, 0, 0, 1e13, 0, 0, 0.5, 0, 1]'
refuses 1 sheared.gltf "single precision, /nodes/2," bake "$work/sheared.gltf" "${out[@]}" --precision float
undone=$(changed undone 's/"name": "base",/& "scale": [0.01, 0.01, 0.01],/
    s/"name": "low",/& "scale": [100, 100, 100],/')
accepts verify "$undone"
refuses 1 $hero "than the model needs, which costs all of it 12 bits, /nodes/27" bake $hero "${out[@]}" --unit-shift 7
accepts bake $hero -o "$work/coarse" --unit-shift 7 --error 0.02

## Joints that move no vertex cost no bits ##
unit() { # FILE PRECISION
    "$pelt" bake "$1" -o "$work/far" --precision "$2" 2>"$work/err" | sed -n '1s/.*unit \([^,]*\),.*/\1/p'
}
far() { # DISTANCE: a fifth joint of the skin that has no vertex; without inverse binds for any
    changed "far$1" "s/\"joints\": \[1, 2, 3, 4\],/\"joints\": [1, 2, 3, 4, 6]/
        /\"inverseBindMatrices\"/d; s/\"children\": \[2\]/\"children\": [2, 6]/
        /\"weights\": \[0.75\]/{n; s/}/}, {\"name\": \"far\", \"translation\": [$1, $1, 0]}/}"
}
for precision in q16 q12; do
    near=$(unit "$(far 1)" $precision)
    for distance in 10000 1e9; do
        [ "$(unit "$(far $distance)" $precision)" = "${near:-none}" ]
        check $? "the unit with a joint at $distance, $precision"
        grep -q "1 joint moves no vertex and is too far away: .*, /nodes/6 first" "$work/err"
        check $? "a joint that cannot be where it is, $precision"
        accepts verify "$(far $distance)" --precision $precision
    done
done
"$pelt" dump "$(far 10000)" --precision f32 --what joints 2>"$work/err" |
    awk '$1 == 6 && $5 > 9999 { found = 1 } END { exit !found }'
check $? "f32 knows where it is"

## Weights of morph targets that leave their range between keys are reported as an error, not as a
## blob that does not open ##
remade steep 'struct.pack_into("<f", data, 1740 + 4 * 4, 1e6)  # a tangent of "sway"'
for precision in q16 q12; do
    refuses 1 steep.gltf "is off by" bake "$work/steep.gltf" "${out[@]}" --precision $precision
done

## Keys may be 87 degrees apart, as in an export that is not sampled: the device's arc between them
## is off by 3e-5, so float gets keys between them, and fixed point only if E requires them ##
remade sparse 'bend = g["animations"][0]
bend["channels"] = [dict(sampler=0, target=dict(node=node, path="rotation")) for node in (1, 2, 3)]
g["animations"] = [bend]
for key in range(4):
    half = math.radians(87) * key / 2
    struct.pack_into("<4f", data, 900 + 16 * key, math.sin(half), 0, 0, math.cos(half))'
keys_of() { # ARGUMENT...: of the clip, as baked
    accepts bake "$work/sparse.gltf" -o "$work/sparse" --verbose "$@"
    sed -n 's/^  0 *[0-9.]* *\([0-9]*\) *12 .*/\1/p' "$work/stdout"
}
that "fixed point takes turns of 87 degrees as they are" [ "$(keys_of)" = 12 ]
[ "$(keys_of --precision f32)" -gt 12 ] && [ "$(keys_of --error 1/65536)" -gt 12 ]
check $? "keys between those that are too far apart"
accepts verify "$work/sparse.gltf" --precision f32
refuses 1 sparse.gltf ": the keys of /nodes/" bake "$work/sparse.gltf" "${out[@]}" --error 1e-7 --precision f32

## Keys of cubics may lie between two ticks, also several between the same two. Then curves are what they
## are at ticks, so that a joint may be as fast as it wants ##
remade fast 'sway = g["animations"][1]
sway["channels"] = sway["channels"][1:2]
g["animations"] = [sway]
times = g["accessors"][sway["samplers"][1]["input"]]
struct.pack_into("<3f", data, g["bufferViews"][times["bufferView"]]["byteOffset"], 0.1, 0.3, 0.3 + 4e-7)
for key in range(3):
    for tangent in (0, 2):
        struct.pack_into("<3f", data, 1216 + 36 * key + 12 * tangent, 90, 60 * key, 50 * tangent)'
accepts verify "$work/fast.gltf" --precision f32 --samples 300 --max-error 2.2e-5
accepts verify "$work/fast.gltf" --precision f32
