#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests springs of the tool: VRMC_springBone, VRM 0.x and --spring give the same motion, mistakes are named,
# and blobs without springs lack the section. For ten seconds tails stay within 2 % of their length of the
# double-precision oracle, where there is one.
set -u
. tests/host/cli_lib.sh

# tiny with springs of its chain low > high > tip, of the JSON that the Python text leaves in `x`.
springs() { # NAME PYTHON
    remade "$1" '
low, high, tip, base = (at[n] for n in ("low", "high", "tip", "base"))
for clip in g["animations"]: # the length of a bone is that of the rest pose
    clip["channels"] = [c for c in clip["channels"] if c["target"]["path"] != "scale"]
p = dict(stiffness=0.5, dragForce=0.25, gravityPower=0.5, gravityDir=[0.6, -0.8, 0], hitRadius=0.03)
sphere = dict(node=base, shape=dict(sphere=dict(offset=[0.16, 1, 0.02], radius=0.125)))
x = dict(specVersion="1.0", colliders=[sphere], colliderGroups=[dict(colliders=[0])],
         springs=[dict(joints=[dict(node=n, **p) for n in (low, high, tip)], colliderGroups=[0])])
v = dict(boneGroups=[dict(stiffiness=0.5, dragForce=0.25, gravityPower=0.5, hitRadius=0.03, center=-1,
                          gravityDir=dict(x=0.6, y=-0.8, z=0), bones=[low], colliderGroups=[0])],
         colliderGroups=[dict(node=base, colliders=[dict(offset=dict(x=0.16, y=1, z=-0.02), radius=0.125)])])
name, old = "VRMC_springBone", False
'"$2"'
g["extensionsUsed"] = ["VRM" if old else name]
g["extensions"] = dict(VRM=dict(secondaryAnimation=v)) if old else {name: x}'
}

tails() { # OUT FILE OPTION...
    dumped "$1" "$2" --what springs --clip bend --frames 120 "${@:3}"
}

## The same springs, said in three ways ##
springs new ''
springs old 'old = True'
springs bare 'x["springs"][0].pop("colliderGroups")'
springs none 'name, x = "EXT_none", {}'
springs down 'x["springs"][0].pop("colliderGroups")
for j in x["springs"][0]["joints"]: del j["gravityDir"]'
tails new.txt "$work/new.gltf" && tails old.txt "$work/old.gltf" && tails bare.txt "$work/bare.gltf" &&
    tails down.txt "$work/down.gltf"
check $? "springs of files"
[ "$(wc -l <"$work/new.txt")" -eq 240 ] && [ "$(wc -l <"$work/old.txt")" -eq 480 ]
check $? "a row for each joint and step; in VRM 0.x all below a root swing"
low=$(awk 'NR == 1 { print $2 }' "$work/new.txt")
diff <(awk -v n="$low" '$2 == n' "$work/new.txt") <(awk -v n="$low" '$2 == n' "$work/old.txt") >"$work/err"
check $? "VRM 0.x and 1.0 differ"
tails option.txt "$work/none.gltf" --spring 'low,high,tip:stiffness=0.5,drag=0.25,gravity=0.5,radius=0.03'
check $? "--spring"
that "--spring and the extension differ" cmp "$work/down.txt" "$work/option.txt"
springs rig 'name, x = "EXT_none", {}; g["nodes"][base]["name"] = "rig:base"'
tails centre.txt "$work/none.gltf" --spring 'low,high:centre=base,drag=0.4' &&
    tails rig.txt "$work/rig.gltf" --spring 'low,high:centre=rig:base,drag=0.4' && cmp "$work/centre.txt" "$work/rig.txt"
check $? "a centre with a colon in its name"
springs equal 'name, x = "EXT_none", {}; g["nodes"][low]["name"] = "l=w"'
tails equal.txt "$work/equal.gltf" --spring 'l=w,high:centre=base,drag=0.4' && cmp "$work/centre.txt" "$work/equal.txt"
check $? "a node with = in its name"
never "the collider does nothing" cmp -s "$work/new.txt" "$work/bare.txt"
extended='def extend(name, **shape):
    shape = {name: dict(offset=[0, 1, 0], **shape)}
    sphere["extensions"] = dict(VRMC_springBone_extended_collider=dict(shape=shape))
'
springs plane "$extended"'extend("plane", normal=[0, 1, 0])'
tails plane.txt "$work/plane.gltf" && grep -q '1 colliders are planes' "$work/err" &&
    cmp "$work/plane.txt" "$work/new.txt"
check $? "a plane and the plain shape differ"
far() { # PYTHON: how far from (0, 1, 0) tails come that a strong force pulls
    springs far "$extended$1"$'\nfor j in x["springs"][0]["joints"]: j["gravityPower"] = 20'
    tails far.txt "$work/far.gltf"
    awk '{ d = sqrt($3 ^ 2 + ($4 - 1) ^ 2 + $5 ^ 2); if (d > most) most = d } END { print most }' "$work/far.txt"
}
held=$(far 'extend("sphere", radius=0.55, inside=True)')
[ "$held" = "$(far 'extend("capsule", radius=0.55, tail=[0, 1, 0], inside=True)')" ] &&
    compares "$(far 'extend("sphere", radius=0.55)') > 1.3 && $held < 0.8"
check $? "tails leave what holds them inside: $held"
for precision in exact lean; do
    tails a "$work/new.gltf" --precision $precision && tails b "$work/new.gltf" --precision float &&
        [ "$(wc -l <"$work/a")" -eq 240 ] && near_rows 0.01 2
    check $? "$precision and float differ"
done
tails slow.txt "$work/new.gltf" --hz 30 && ! cmp -s "$work/slow.txt" "$work/new.txt"
check $? "--hz does nothing"

# Bones without a length, of a joint twice or of one place, and below a joint without size: fixed point, which
# has no reciprocal of 0, has the same places as float.
springs short 'x["springs"][0]["joints"][1]["node"] = low'
springs flat 'del g["nodes"][high]["translation"]'
springs gone 'g["nodes"][base]["scale"] = [0, 0, 0]'
for name in short flat gone; do
    tails float.txt "$work/$name.gltf" --precision float
    for precision in exact lean; do
        tails $name.txt "$work/$name.gltf" --precision $precision
        paste -d' ' "$work/float.txt" "$work/$name.txt" | awk -v low="$low" '$2 == low && $7 == low { n++
                for (i = 3; i <= 5; i++) { d = $i - $(i + 5); if (!(d < 1e-3 && d > -1e-3)) bad = 1 } }
            END { exit bad || n != 120 }'
        check $? "$name in $precision"
    done
done

## Joints of uneven and mirrored scale: stiffness ignores scales, but the bone points where they bring it ##
springs own 'g["nodes"][low]["scale"], g["nodes"][high]["scale"] = [0.75, -1.25, 1], [1, -0.75, 0.5]
g["nodes"][low]["translation"], g["nodes"][high]["translation"] = [0, 0, 0], [0.25, 0.5, 0.125]
g["animations"][0]["channels"] = [c for c in g["animations"][0]["channels"] if c["target"]["path"] == "weights"]
x["springs"][0].pop("colliderGroups")'
for precision in exact lean float; do
    tails own.txt "$work/own.gltf" --precision $precision && python3 - "$work/own.txt" >"$work/err" 2>&1 <<'END'
import math, sys
def sized(length, v):
    return [length * x / math.hypot(*v) for x in v]
def mirrored(v, n):
    along = 2 * sum(x * y for x, y in zip(v, n)) / sum(x * x for x in n)
    return [x - along * y for x, y in zip(v, n)]
axis, scale, force = sized(1, (2, 4, 1)), (0.75, -1.25, 1), (0.6, -0.8, 0)
now = before = bone = [0.1875, -0.625, 0.125]
rows = [[float(x) for x in line.split()[2:]] for line in open(sys.argv[1])]
assert len(rows) == 240
for tail, end in zip(rows[::2], rows[1::2]): # of low, and of high
    next = [n + 0.75 * (n - b) + (x + f) / 120 for n, b, x, f in zip(now, before, axis, force)]
    before, now = now, sized(math.hypot(*bone), next)
    to = sized(1, [x / s for x, s in zip(now, scale)])
    high = mirrored(mirrored(bone, axis), [x + y for x, y in zip(axis, to)]) # by the turn from axis to `to`
    assert math.dist(tail, now) < 1e-3 and abs(math.dist(end, high) - 0.234375) < 1e-3, (tail, now, end, high)
END
    check $? "joints of uneven scale in $precision"
done

## Blobs ##
has() { # FILE: whether it has the section
    LC_ALL=C grep -qa SPRG "$1"
}
accepts bake tests/data/tiny.gltf -o "$work/plain.pelt"
says '2 joints swing, 1 collider' bake "$work/new.gltf" -o "$work/swings.pelt"
has "$work/swings.pelt" && ! has "$work/plain.pelt"
check $? "the section SPRG"
tails blob.txt "$work/swings.pelt" && cmp "$work/blob.txt" "$work/new.txt"
check $? "a blob and its file differ"
# A collider that no spring uses needs no joint, and is not in the blob.
springs more 'x["colliders"].insert(0, dict(sphere, node=len(g["nodes"])))
x["colliderGroups"] = [dict(colliders=[1]), dict(colliders=[0])]
g["nodes"].append(dict(name="alone"))
g["scenes"][0]["nodes"].append(len(g["nodes"]) - 1)'
says '2 joints swing, 1 collider;' bake "$work/more.gltf" -o "$work/more.pelt"
tails more.txt "$work/more.pelt" && cmp "$work/more.txt" "$work/new.txt"
check $? "a collider that no spring uses"
accepts bake "$work/new.gltf" -o "$work/clips.pelt" --as-clips
never "a store has springs" has "$work/clips.pelt"
if $pictures; then
    accepts view "$work/new.gltf" --clip bend --frames 3 --size 64x64 -o "$work/swings.png"
    accepts view "$work/new.gltf" --clip bend --frames 3 --size 64x64 -o "$work/again.png"
    accepts view tests/data/tiny.gltf --clip bend --frames 3 --size 64x64 -o "$work/plain.png"
    cmp -s "$work/swings.png" "$work/again.png" && ! cmp -s "$work/swings.png" "$work/plain.png"
    check $? "pictures do not show springs"
    ## What --show draws: nothing else changes, and heat of a joint is where its weights are ##
    shown() { # NAME FILE OPTION...
        accepts view "$2" --size 160x160 --samples 1 --light none -o "$work/$1.png" "${@:3}"
    }
    shown plain $small
    shown bones $small --show skeleton
    shown head $small --show weights:head
    shown tail $small --show weights:tail.2
    shown full $small --volume 0.02
    shown turns $small --volume 0.02 --show betweens
    shown free "$work/new.gltf"
    shown swung "$work/new.gltf" --show springs
    shown all "$work/new.gltf" --show skeleton,springs,weights:tip
    /usr/bin/python3 - "$work" >"$work/err" 2>&1 <<'END'
import sys
from PIL import Image
def pixels(name):
    return Image.open(f"{sys.argv[1]}/{name}.png").convert("RGB").getdata()
def is_grey(p):
    return max(p) - min(p) < 10
def changed(a, b):
    return [(p, q) for p, q in zip(pixels(a), pixels(b)) if p != q]
bones = changed("plain", "bones")
assert len(bones) > 100 and all(min(q) > 240 for p, q in bones), len(bones)
turns = [q for p, q in changed("full", "turns")]
assert len(turns) > 50 and all(q[0] > 240 and q[1] < 10 and q[2] > 240 for q in turns), len(turns)
heat = changed("head", "tail")
assert all(is_grey(p) or is_grey(q) for p, q in heat), "heat of a joint that has no weight there"
assert sum(not is_grey(p) for p, q in heat) > 500 and sum(not is_grey(q) for p, q in heat) > 30
lines = [q for p, q in changed("free", "swung")]
orange, blue = (sum(q[i] > q[2 - i] + 100 for q in lines) for i in (0, 2))
assert orange > 50 and blue > 50 and orange + blue == len(lines), (orange, blue, len(lines))
assert len(changed("swung", "all")) > 100
END
    check $? "--show draws something else"
fi
refuses 2 "" "--show what is none of skeleton" view $tiny -o "$work/out.png" --show skeleton,what
refuses 2 "tiny.gltf" "no joint nobody, --show, choose one of" view $tiny -o "$work/out.png" --show weights:nobody

## What they cost in a picture ##
costs() { # OPTION...: of each board the steps of joints in a picture, and pictures a second
    "$pelt" bake $small -o "$work/out.pelt" --json --target all "$@" 2>"$work/err" |
        python3 -c 'import json, sys
for t in json.load(sys.stdin)["targets"]:
    print("%s %.3f %.6f" % (t["board"], t["work"]["springs"], t["fps"]))'
}
costs >"$work/still" && costs --spring 'tail*' --spring 'ear*' >"$work/swings"
for board in gba netduinoplus2 rp2040 stm32f411; do
    # of four joints 60 steps a second, one to four a picture
    grep -h "^$board " "$work/still" "$work/swings" | paste -sd' ' >"$work/both"
    awk '{ steps = 60 / $6; steps = steps < 1 ? 1 : steps > 4 ? 4 : steps; d = $5 - 4 * steps
           good = $2 == 0 && d > -0.01 && d < 0.01 && $6 < $3 && $6 > 0.8 * $3 }
         END { exit !good }' "$work/both"
    check $? "springs cost nothing: $(cat "$work/both")"
done
that "springs of the micro:bit cost something" grep -q '^microbit 0.000 ' "$work/swings" # its showcase keeps them still

## What is refused ##
wrong() { # PLACE TEXT PYTHON
    springs wrong "$3"
    refuses 1 wrong.gltf "$2, /extensions/$1" bake "$work/wrong.gltf" -o "$work/out.pelt"
}
wrong VRMC_springBone/springs/0/joints/1/node "" 'x["springs"][0]["joints"][1]["node"] = 999'
wrong VRMC_springBone/springs/0/center "" 'x["springs"][0]["center"] = -1'
wrong VRMC_springBone/springs/0/joints/0/stiffness "-1 is not from 0 to 1e+09" \
    'x["springs"][0]["joints"][0]["stiffness"] = -1'
wrong VRMC_springBone/springs/0/joints/0/dragForce "2 is not from 0 to 1" \
    'x["springs"][0]["joints"][0]["dragForce"] = 2'
wrong VRMC_springBone/springs/0/joints/0 "gravity is beyond 1e9" \
    'x["springs"][0]["joints"][0]["gravityPower"] = 1e300'
wrong VRMC_springBone/springs/0/colliderGroups/0 "" 'x["springs"][0]["colliderGroups"] = [1]'
wrong VRMC_springBone/springs/0 '"joints" is missing' 'del x["springs"][0]["joints"]'
wrong VRMC_springBone/colliderGroups/0/colliders/0 "" 'x["colliderGroups"][0]["colliders"] = [7]'
wrong VRMC_springBone/colliders/0/shape "is neither a sphere nor a capsule" 'sphere["shape"] = {}'
wrong VRMC_springBone/colliders/0/node "" 'sphere["node"] = 999'
wrong VRM/secondaryAnimation/boneGroups/0/bones/0 "" 'old = True; v["boneGroups"][0]["bones"] = [999]'
wrong VRM/secondaryAnimation/colliderGroups/0/node "" 'old = True; v["colliderGroups"][0]["node"] = 999'
refuses 2 tiny.gltf "no node tail*, --spring, choose from" bake $tiny -o "$work/out.pelt" --spring 'tail*'
for text in low:stiffness=x low:drag=2 low:what=1 low:radius=-1; do
    refuses 2 tiny.gltf "--spring $text is not" bake $tiny -o "$work/out.pelt" --spring "$text"
done
refuses 1 tiny.gltf "no joint swings" dump $tiny --what springs --clip bend
refuses 2 "" "--hz needs --what springs" dump $tiny --hz 30
refuses 2 "" "--frames needs --what springs" dump $tiny --frames 30
refuses 2 "" "--hz 9 is not an integer from 10" dump $tiny --what springs --hz 9

## Against the specification in double ##
precisions="exact lean float"
against() { # FILE CLIP SPRINGS OPTION...
    local oracle=$shared/oracle/spring_oracle.py precision
    /usr/bin/python3 "$oracle" run "$1" --anim "$2" --frames 600 ${3:+--springs "$3"} >"$work/ref.txt" \
        2>"$work/err" ||
        { check 1 "the oracle of $1"; return; }
    for precision in $precisions; do
        dumped out.txt "$1" --what springs --clip "$2" --precision "$precision" "${@:4}" &&
            /usr/bin/python3 "$oracle" compare "$work/ref.txt" "$work/out.txt" >"$work/err"
        check $? "tails of $1, clip $2, $precision"
    done
}
if [ -f "$shared/oracle/spring_oracle.py" ] && /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    against "$shared/oracle/spring_test.glb" 0 ""
    for clip in 0 1 2; do
        against $small $clip \
            '[{"joints":["tail.1","tail.2","tail.3"],"stiffness":0.6,"drag":0.3}]' \
            --spring 'tail*:stiffness=0.6,drag=0.3'
    done
    against "$work/new.gltf" 0 ""
    # Joints with scales of their own: stiffness ignores scales, but the bone points where they bring it.
    springs own 'g["nodes"][low]["scale"], g["nodes"][high]["scale"] = [0.75, 1.25, 1], [1, -0.75, 0.9]'
    against "$work/own.gltf" 0 ""
    precisions="exact float" # lean places are off by more beside bones of 7 cm
    against "$work/old.gltf" 0 ""
fi
