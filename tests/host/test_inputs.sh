#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016 # sed's own $
# Tests what the tool makes of glTF files that are wrong or odd: what is refused, and what is told and baked all
# the same.
set -u
. tests/host/cli_lib.sh

## Wrong in one place ##
out=(-o "$work/out.pelt")
bad=$(changed bad 's/"componentType": 5126/"componentType": 5127/')
refuses 1 bad.gltf "/accessors/" bake "$bad" "${out[@]}"
bad=$(changed bad 's/"joints": \[1,/"joints": [77,/')
refuses 1 bad.gltf "/skins/0" bake "$bad" "${out[@]}"
bad=$(changed bad '40,$d')
refuses 1 bad.gltf "" bake "$bad" "${out[@]}"
bad=$(changed bad 's/octet-stream;base64,/octet-stream;base64,!!/')
refuses 1 bad.gltf "/buffers/0" bake "$bad" "${out[@]}" --c out
for version in '"1.0"' 1 0.8; do
    bad=$(changed bad 's/"version": "2.0"/"version": '"$version"'/')
    refuses 1 bad.gltf "$version, /asset/version, convert the file to glTF 2.0" dump "$bad"
done
head -c 5000 $hero >"$work/short.glb"
refuses 1 short.glb "" bake "$work/short.glb" -o "$work/out.pelt"

## Files that are no glTF, and what to do with them ##
while read -r start remedy; do
    printf '%b' "$start" >"$work/other.glb"
    refuses 1 other.glb "neither GLB nor glTF JSON, byte 0, $remedy" bake "$work/other.glb" "${out[@]}"
done <<'END'
PELT it is baked already
BLENDER-v300 open it in Blender
Kaydara\0040FBX import it into Blender
PK\0003\0004 unpack this ZIP file
version\0040https://git-lfs.github.com/spec/v1 Git LFS left it out
P use a glTF 2.0 file: Blender exports them
END

## Buffers outside the folder ##
mkdir -p "$work/folder"
sed 's/"uri": "[^"]*"/"uri": "..\/buffer.bin"/' $tiny >"$work/folder/outside.gltf"
sed -n 's/.*base64,\([^"]*\)".*/\1/p' $tiny | base64 -d >"$work/buffer.bin"
refuses 1 outside.gltf "/buffers/0" dump "$work/folder/outside.gltf"
refuses 1 outside.gltf "--allow-outside" bake "$work/folder/outside.gltf" "${out[@]}"
accepts dump "$work/folder/outside.gltf" --allow-outside
accepts verify "$work/folder/outside.gltf" --allow-outside --precision q16

## Transforms whose squares exceed double's range are refused ##
huge() { # PRECISION FIELDS OF A NODE
    bad=$(changed bad "s/\"name\": \"low\",/& $2,/")
    refuses 1 bad.gltf "beyond 1e+100, /nodes/2," bake "$bad" "${out[@]}" --precision "$1"
}
for size in 1e101:q16 1e200:q12 1e304:f32 1e307:q16 1e308:q12; do
    huge ${size#*:} "\"scale\": [${size%:*}, 1, 1]"
    huge ${size#*:} "\"matrix\": [${size%:*},0,0,0, ${size%:*},${size%:*},0,0, 0,0,${size%:*},0, 0,0,0,1]"
done
bad=$(changed bad "s/\"name\": \"low\",/& \"scale\": [1e99, 1, 1],/")
accepts bake "$bad" -o "$work/huge.pelt"

## Weights that are not numbers count as zero, and are reported by mesh and attribute ##
for name in zero none; do
    remade $name 'accessor = g["accessors"][g["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]]
assert accessor["componentType"] == 5126
for vertex, column in (1, 0), (1, 1), (1, 2), (1, 3), (3, 0):
    struct.pack_into("<f", data, g["bufferViews"][accessor["bufferView"]]["byteOffset"] +
                     16 * vertex + 4 * column, 0 if "'$name'" == "zero" else math.nan)'
    says "^dropped .*repaired 1 vertices without weights" bake "$work/$name.gltf" -o "$work/$name.pelt"
    cp "$work/err" "$work/$name.told"
done
that "weights that are not numbers count as 0" cmp -s "$work/zero.pelt" "$work/none.pelt"
grep -q "weights of 2 vertices are not numbers and count as 0, /meshes/0/primitives/0/attributes/WEIGHTS_0$" \
    "$work/none.told" && [ "$(wc -l <"$work/none.told")" -eq $(($(wc -l <"$work/zero.told") + 1)) ]
check $? "which weights are not numbers is told"
sed 's/"TANGENT": [0-9]*/"TANGENT": 3/' "$work/none.gltf" >"$work/both.gltf"
refuses 1 both.gltf "element 1 is not a number" bake "$work/both.gltf" -o "$work/out.pelt"

## A rotation at rest that is normalised, though far from unit length ##
remade loose 'g["nodes"][at["low"]]["rotation"] = [0, 0, 0, 0.5]'
warns "1 rotations at rest are not of unit length .*, /nodes/2/rotation first" bake "$work/loose.gltf" -o "$work/out.pelt"

## Of several channels of one node and path the last counts, and a warning names it ##
remade twice 'clip = g["animations"][0]
first, sampler = clip["channels"][0], clip["samplers"][clip["channels"][0]["sampler"]]
clip["samplers"].append(dict(sampler, interpolation="STEP"))
clip["channels"].insert(0, dict(first, sampler=len(clip["samplers"]) - 1))'
warns "channels are left out, the first: a later one replaces it, /animations/0/channels/1$" bake "$work/twice.gltf" \
    -o "$work/out.pelt"
alike "the last channel" "$tiny --clip bend --time 0.3" "$work/twice.gltf --clip bend --time 0.3"

## What moves or draws nothing is reported; a file that draws nothing at all is refused ##
# Without a skin clips move joints, and these move nothing.
idle='nodes = g["nodes"]
del nodes[0]["skin"], nodes[5]["mesh"], nodes[5]["weights"]
for clip in g["animations"]:
    clip["channels"] = [c for c in clip["channels"] if c["target"]["path"] != "weights"]'
remade idle "$idle"
remade undrawn "$idle"$'\ndel nodes[0]["mesh"]'
for warning in "2 of 2 clips move nothing that is drawn, /animations/0 first" \
    "1 of 1 meshes have no skin and no clip moves them, /nodes/0 first, bind"; do
    warns "warning: .*: $warning" bake "$work/idle.gltf" -o "$work/idle.pelt"
done
refuses 1 undrawn.gltf "the default scene has no mesh, /scenes, export" bake "$work/undrawn.gltf" \
    -o "$work/out.pelt"
accepts bake $tiny -o "$work/tiny.pelt"
never "a mesh without a skin that a clip moves" grep -q "no skin" "$work/err"

## Texture coordinates are kept where drawing can take them ##
sed 's/"scale": \[0.03125, 1\]/"scale": [1e30, 1]/' tests/data/flip.gltf >"$work/far.gltf"
accepts bake "$work/far.gltf" -o "$work/far.pelt" --precision f32
accepts dump "$work/far.pelt" --what uvs --precision f32
that "texture coordinates end at 32767" awk '$5 > 32767 { beyond = 1 } $5 == 32767 { most = 1 }
    END { exit beyond || !most }' "$work/stdout"

## Keys at a blob's very end ##
tests/host/make_gltf.py last "$work/last.gltf"
for precision in q16 q12 f32; do
    accepts bake "$work/last.gltf" -o "$work/last.pelt" --strip --precision $precision
    accepts info "$work/last.pelt"
done
