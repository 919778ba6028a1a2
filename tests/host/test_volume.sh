#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests in-between joints: test_volume.sh PELT [SHARED]
#
# A tube on two joints, which a clip twists by 150 degrees and another bends by 120, the hero, and four
# models of SHARED/assets, which may be missing.
# Last line: N passed, N failed.
set -u

pelt=$(realpath "${1:?usage: test_volume.sh PELT}")
shared=${2:-../shared}/assets
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/count.sh
hero=examples/hero/hero.glb

passes() { # NAME COMMAND...
    local name=$1
    shift
    "$@" >"$work/text" 2>&1
    result $? "$name: $(tail -n 1 "$work/text")"
}

python3 - "$work/tube.gltf" <<'PY'
import base64, json, math, struct, sys
RINGS, SIDES = 17, 12
data, views, accessors = b'', [], []
def add(fmt, rows, kind, component, **more):
    global data
    flat = [x for row in rows for x in row]
    views.append({'buffer': 0, 'byteOffset': len(data), 'byteLength': struct.calcsize(fmt) * len(flat)})
    data += struct.pack('<%d%s' % (len(flat), fmt), *flat)
    accessors.append({'bufferView': len(views) - 1, 'componentType': component, 'count': len(rows),
                      'type': kind, **more})
    return len(accessors) - 1
rings = [(4 * i / (RINGS - 1), 2 * math.pi * k / SIDES) for i in range(RINGS) for k in range(SIDES)]
points = [(math.cos(a) / 2, y, math.sin(a) / 2) for y, a in rings]
share = [min(1, max(0, (y - 1) / 2)) for y, _ in rings]
steps = [(i / 30,) for i in range(31)]
def turn(axis, degrees):
    half = [math.radians(degrees * t) / 2 for t, in steps]
    return add('f', [tuple(math.sin(h) * x for x in axis) + (math.cos(h),) for h in half], 'VEC4', 5126)
attributes = {'POSITION': add('f', points, 'VEC3', 5126, min=[-.5, 0, -.5], max=[.5, 4, .5]),
              'WEIGHTS_0': add('f', [(1 - w, w, 0, 0) for w in share], 'VEC4', 5126),
              'JOINTS_0': add('H', [(0, 1, 0, 0)] * len(share), 'VEC4', 5123)}
around = [(i * SIDES + k, i * SIDES + (k + 1) % SIDES) for i in range(RINGS - 1) for k in range(SIDES)]
corners = add('H', [(a,) for a, b in around for a in (a, a + SIDES, b, b, a + SIDES, b + SIDES)],
              'SCALAR', 5123)
identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
binds = add('f', [identity, identity[:13] + [-2, 0, 1]], 'MAT4', 5126)
times = add('f', steps, 'SCALAR', 5126, min=[0], max=[1])
clip = lambda name, out: {'name': name, 'samplers': [{'input': times, 'output': out}],
                          'channels': [{'sampler': 0, 'target': {'node': 2, 'path': 'rotation'}}]}
json.dump({'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0, 1]}],
           'nodes': [{'mesh': 0, 'skin': 0}, {'children': [2]}, {'translation': [0, 2, 0]}],
           'skins': [{'joints': [1, 2], 'inverseBindMatrices': binds}],
           'meshes': [{'primitives': [{'attributes': attributes, 'indices': corners}]}],
           'animations': [clip('twist', turn((0, 1, 0), 150)), clip('bend', turn((0, 0, 1), 120))],
           'accessors': accessors, 'bufferViews': views,
           'buffers': [{'byteLength': len(data), 'uri': 'data:application/octet-stream;base64,'
                        + base64.b64encode(data).decode()}]}, open(sys.argv[1], 'w'))
PY

# The least distance of a vertex from the axis of the twisted tube, in radii of the tube.
radius() { # FLAGS...
    "$pelt" dump "$work/tube.gltf" --clip twist --time 1 "$@" |
        awk '{ r = 2 * sqrt($4 * $4 + $6 * $6); if (NR == 1 || r < least) least = r }
            END { printf "%.3f", least }'
}
passes "linear blending narrows the tube to a quarter" \
    awk "BEGIN { exit !($(radius) < 0.3) }"
for precision in exact lean float; do
    passes "$precision: the twisted tube keeps its radius" \
        awk "BEGIN { exit !($(radius --volume 1/256 --precision $precision) >= 0.9) }"
done

while read -r e model; do
    [ -d "$shared" ] || [ "${model#"$shared"}" = "$model" ] || continue
    passes "${model##*/} is baked" "$pelt" bake "$model" -o "$work/out.pelt" --volume "$e" --json
    found=$(python3 -c '
import json, sys
v = json.load(sys.stdin)["volume"]
fell = v["after"] <= min(float(eval(sys.argv[1])), 0.3 * v["before"]) and v["entries"] > 0
print("" if fell and v["cycles_after"] <= 1.05 * v["cycles_before"] else v)' "$e" <"$work/text")
    nothing "$found" "${model##*/}: the distance falls by 70 %, and the cycles stay"
done <<END
1/256 $work/tube.gltf
1/256 $hero
1/256 $shared/RiggedSimple/rigged_simple.gltf
1/256 $shared/T3D_enemyPlant/enemyPlant00.glb
1/512 $shared/BIO_skinned_cylinder/03_skinned_cylinder.gltf
0.0102 $shared/T3D_snake/snake.glb
END

# What cannot be kept is refused with the least E, which can.
"$pelt" bake "$work/tube.gltf" -o "$work/no.pelt" --volume 1e-5 2>"$work/err"
result $(($? != 1)) "an E that cannot be kept is refused"
least=$(sed -n 's/.*give --volume //p' "$work/err")
passes "nothing is written" test ! -e "$work/no.pelt"
passes "the least E, $least, can be kept" \
    "$pelt" verify "$work/tube.gltf" --volume "$least" --precision exact
"$pelt" bake "$work/tube.gltf" -o "$work/no.pelt" --volume 1/256 --max-palette 16 2>"$work/err"
result $(($? != 2)) "--volume with --max-palette is refused"
for flags in "--influences 2 --joints 2" "--triangles 200 --lods 2" --without-clips --as-clips --pack; do
    # shellcheck disable=SC2086 # several options
    passes "--volume with $flags" \
        "$pelt" bake "$work/tube.gltf" -o "$work/out.pelt" --volume 0.02 $flags
done
summary
