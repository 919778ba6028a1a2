#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests faces of the tool: expressions of VRM 1.0 and 0.x, of usual names and of --expression show the same,
# as weights of their targets do; what they do to each other; where eyes look; blobs without them have none.
set -u
. tests/host/cli_lib.sh

# tiny, whose post has two morph targets and whose flag has one, with what the Python text makes of it.
face() { # NAME PYTHON
    remade "$1" '
post, low, high, tip = (at[n] for n in ("post", "low", "high", "tip"))
for mesh in g["meshes"]: mesh.pop("weights", None) # at rest no target shows
def names(*these): g["meshes"][0]["extras"] = dict(targetNames=these)
def bind(index, weight=1): return dict(node=post, index=index, weight=weight)
def shape(name, *binds, preset="unknown", **more): # of VRM 0.x
    return dict(name=name, presetName=preset, binds=[dict(mesh=0, index=i, weight=w) for i, w in binds], **more)
ranges = dict((f"rangeMap{n}", dict(inputMaxValue=90, outputScale=s)) for n, s in
              (("HorizontalInner", 30), ("HorizontalOuter", 90), ("VerticalUp", 45), ("VerticalDown", 90)))
vrm = dict(specVersion="1.0", expressions=dict(preset={}, custom={}), lookAt=dict(ranges, type="bone"),
           humanoid=dict(humanBones=dict(head=dict(node=low), leftEye=dict(node=high), rightEye=dict(node=tip))))
old = dict(blendShapeMaster=dict(blendShapeGroups=[]))
preset, custom = vrm["expressions"]["preset"], vrm["expressions"]["custom"]
groups = old["blendShapeMaster"]["blendShapeGroups"]
'"$2"'
if preset or custom or "show" in globals(): g["extensions"] = dict(VRMC_vrm=vrm)
elif groups: g["extensions"] = dict(VRM=old)
g["extensionsUsed"] = list(g.get("extensions", {}))'
}

# Whether an expression of a file shows what weights of the two targets do, of all meshes but flag's.
same() { # NAME OPTIONS W0,W1 [OPTION...]
    local all="$work/$1.gltf --meshes post ${*:4}"
    alike "$1 $2 is not $3" "$all $2" "$all --morph $3"
}

## The same expressions, said in six ways ##
face new 'preset["blink"] = dict(morphTargetBinds=[bind(1)])
preset["aa"] = dict(morphTargetBinds=[bind(0, 0.5)])'
face old 'groups += [shape("Blink", (1, 100), preset="blink"), shape("A", (0, 50), preset="a")]'
face named 'names("viseme_aa", "Face.M_F00_Fcl_EYE_Close")'
face arkit 'names("eyeBlinkLeft", "shapes.eyeBlinkRight")'
face letters 'names("A", "I")'
face plain ''
cp "$work/plain.gltf" "$work/option.gltf"
for name in new old; do
    same $name "--expression blink" 0,1
    same $name "--expression aa --expression blink:0.25" 0.5,0.25
done
same named "--expression blink:0.5 --expression aa" 1,0.5
same arkit "--expression blink" 1,1
same arkit "--expression blinkRight:0.5" 0,0.5
same plain "--expression shut=1:0.5,0 --expression shut" 1,0.5
same named "--expression ooh=viseme_aa:0.25 --expression ooh" 0.25,0
for precision in lean float; do
    same new "--expression aa --expression blink:0.5" 0.5,0.5 --precision $precision
done
refuses 2 letters.gltf "no expression aa, --expression, choose from: none" \
    dump "$work/letters.gltf" --what vertices --expression aa

## What expressions do to each other ##
face rules 'preset["blink"] = dict(morphTargetBinds=[bind(1)])
preset["aa"] = dict(morphTargetBinds=[bind(0)], isBinary=True)
preset["happy"] = dict(overrideBlink="blend", overrideMouth="block")
custom["Wink"] = dict(morphTargetBinds=[bind(1, 0.75)], overrideLookAt="none")
custom["Empty"] = dict(materialColorBinds=[{}])'
same rules "--expression blink --expression Wink" 0,1
same rules "--expression blink:0.5 --expression happy:0.5" 0,0.25
same rules "--expression aa:0.5" 0,0
same rules "--expression aa:0.5625" 1,0
same rules "--expression aa --expression happy:0.125" 0,0
says 'face       4 expressions: blink aa happy Wink' bake "$work/rules.gltf" -o "$work/rules.pelt" --c rules
that "materials are left out" grep -q '1 changes of materials by expressions are left out' "$work/err"
for line in 'WINK 3' 'COUNT 4'; do
    that "the baked header: $line" grep -q "_EXPRESSION_$line$" "$work/rules.h"
done
says 'expression 1 "aa": mouth, all or nothing' info "$work/rules.pelt"
accepts info --json "$work/rules.pelt"
holds '[e["name"] for e in it["expressions"]] == ["blink", "aa", "happy", "Wink"]' \
    'it["expressions"][1] == dict(name="aa", kind="mouth", binary=True)'
says '"expressions"' bake --json "$work/rules.gltf" -o "$work/rules.pelt"

## Where eyes look: low is the head, high and tip are its eyes; all axes of tiny are the model's there ##
turned() { # NAME PYTHON PLACE
    dumped looks "$work/$1.gltf" --what joints --clip rest --look "$3" &&
        "$pelt" dump "$work/$1.gltf" --what joints --clip rest >"$work/rests" 2>>"$work/err" &&
        python3 - "$work/$1.gltf" "$work/looks" "$work/rests" "$3" "$2" >>"$work/err" 2>&1 <<'END'
import json, math, sys
g = json.load(open(sys.argv[1]))
at = {n.get("name"): i for i, n in enumerate(g["nodes"])}
def matrices(path):
    return {int(r[0]): [float(x) for x in r[1:]] for r in (line.split() for line in open(path)) if len(r) >= 13}
look, rest = matrices(sys.argv[2]), matrices(sys.argv[3])
place = [float(x) for x in sys.argv[4].split(",")]
def direction(m, v): return [sum(m[4 * r + k] * v[k] for k in range(3)) for r in range(3)]
def unit(v): return [x / math.sqrt(sum(y * y for y in v)) for x in v]
head = rest[at["low"]]
offset = [head[4 * r + 3] for r in range(3)]
way = [a - b for a, b in zip(place, offset)]
yaw = math.degrees(math.atan2(way[0], way[2]))
pitch = math.degrees(math.atan2(way[1], math.hypot(way[0], way[2])))
exec(sys.argv[5])
END
    check $? "$1 looks at $3"
}
face eyes 'show = True'
# The left eye turns outward by all of the angle, inward by a third of it; up by half; the other one mirrored.
eye='
def check(name, out, into, up, down):
    y = math.radians(yaw * (out if (yaw > 0) == left else into))
    p = math.radians(pitch * (up if pitch > 0 else down))
    m, r = look[at[name]], rest[at[name]]
    def turn(v): # pitch about X, then yaw about Y, of the rest directions in the model
        v = [v[0], v[1] * math.cos(p) + v[2] * math.sin(p), v[2] * math.cos(p) - v[1] * math.sin(p)]
        return [v[0] * math.cos(y) + v[2] * math.sin(y), v[1], v[2] * math.cos(y) - v[0] * math.sin(y)]
    for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1]):
        want = turn(unit(direction(r, axis)))
        got = unit(direction(m, axis))
        assert max(abs(a - b) for a, b in zip(want, got)) < 2e-3, (name, axis, want, got)
check("high", 1, 1 / 3, 0.5, 1)
'
face other 'show = True; vrm["humanoid"]["humanBones"] = dict(head=dict(node=low), rightEye=dict(node=high))'
for place in 1,1.5,2 -1,0,1.5 3,0.25,0.5; do
    turned eyes "left = True$eye" $place
    turned other "left = False$eye" $place
done
says 'gaze       eyes turn' bake "$work/eyes.gltf" -o "$work/eyes.pelt"
face looks 'vrm["lookAt"]["type"] = "expression"
for name in ranges: vrm["lookAt"][name] = dict(inputMaxValue=45, outputScale=1)
preset["lookLeft"] = dict(morphTargetBinds=[bind(0)]); preset["lookUp"] = dict(morphTargetBinds=[bind(1)])'
same looks "--look 100,0,0" 1,0
refuses 2 "" "--look 1,2 is not X,Y,Z" dump "$work/looks.gltf" --what joints --look 1,2

## Blobs ##
accepts bake "$work/plain.gltf" -o "$work/plain.pelt"
! LC_ALL=C grep -qa FACE "$work/plain.pelt" && LC_ALL=C grep -qa FACE "$work/eyes.pelt"
check $? "the section FACE"
accepts bake "$work/rules.gltf" -o "$work/store.pelt" --as-clips
! LC_ALL=C grep -qa FACE "$work/store.pelt"
check $? "a store has a face"
accepts bake "$work/new.gltf" -o "$work/some.pelt" --meshes flag
for precision in exact lean float; do # no weight that expressions make leaves the bounds
    accepts verify "$work/new.gltf" --precision $precision
done

## What is refused, and what is left out ##
face lost 'preset["blink"] = dict(morphTargetBinds=[bind(7), dict(node=99, index=0), bind(1)])'
same lost "--expression blink" 0,1
warns '2 morph targets of expressions are not there, /extensions/VRMC_vrm/expressions/preset' \
    bake "$work/lost.gltf" -o "$work/lost.pelt"
face wrong 'preset["blink"] = dict(morphTargetBinds=[dict(node="x")])'
refuses 1 wrong.gltf "/extensions/VRMC_vrm/expressions/preset/blink/morphTargetBinds/0/node" \
    bake "$work/wrong.gltf" -o "$work/out.pelt"
for text in blink =1; do
    refuses 2 "" "" bake $tiny -o "$work/out.pelt" --expression "$text"
done
refuses 2 tiny.gltf "no morph target 9, --expression" bake $tiny -o "$work/out.pelt" --expression a=9
refuses 2 tiny.gltf "weight 2 of 0 is not from 0 to 1" bake $tiny -o "$work/out.pelt" --expression a=0:2
refuses 2 tiny.gltf "no expression b, --expression, choose from: 0 \"a\"" \
    view $tiny --expression a=0 --expression b -o "$work/out.png"
