#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2086 # lists of moments, as words
# Tests --root-motion: the motion that it takes out times the remainder is the original, at keys,
# between them and at random moments, and across loops; and what is refused and reported.
set -u
. tests/host/cli_lib.sh

walker=$(dirname "$pelt")/walker.glb # a fox that walks in a circle, which make puts there

# The largest distance of ROOT times the vertices of REMAINS from those of WAS, as a fraction of the
# size, is at most LIMIT.
within() { # LIMIT WAS REMAINS ROOT
    paste "$2" "$3" | awk -v limit="$1" -v root="$(cat "$4")" '
        BEGIN { split(root, r, " "); a = r[4] * atan2(0, -1) / 180; c = cos(a); s = sin(a) }
        function least(i, v) { if (NR == 1 || v < low[i]) low[i] = v; if (NR == 1 || v > high[i]) high[i] = v }
        function off(d) { d = d < 0 ? -d : d; if (d > worst) worst = d }
        {
            off(r[1] + c * $13 + s * $15 - $4); off(r[2] + $14 - $5); off(r[3] - s * $13 + c * $15 - $6)
            for (i = 4; i <= 6; i++) least(i, $i)
        }
        END {
            for (i = 4; i <= 6; i++) {
                d += (high[i] - low[i]) ^ 2
                m = high[i] > m ? high[i] : m
                m = -low[i] > m ? -low[i] : m
            }
            size = sqrt(d) > m / 16 ? sqrt(d) : m / 16
            exit !(NR > 0 && worst <= limit * size)
        }' 2>"$work/err"
}

# Checks the product at moments of a clip.
product() { # LIMIT PRECISION FILE CLIP NODE TIME...
    local limit=$1 precision=$2 file=$3 clip=$4 node=$5 time bad=0 off=0
    echo "0 0 0 0" >"$work/still"
    shift 5
    "$pelt" bake "$file" -o "$work/o.pelt" --precision "$precision" --root-motion "$node" >/dev/null \
        2>"$work/err" ||
        { check 1 "bake $file --root-motion $node"; return; }
    [ -s "$work/${file##*/}.pelt" ] ||
        "$pelt" bake "$file" -o "$work/${file##*/}.pelt" --precision f32 >/dev/null 2>"$work/err"
    for time in "$@"; do
        dumped was "$work/${file##*/}.pelt" --clip "$clip" --time "$time" &&
            dumped remains "$work/o.pelt" --clip "$clip" --time "$time" &&
            dumped root "$work/o.pelt" --what root --clip "$clip" --to "$time" &&
            within "$limit" "$work/was" "$work/remains" "$work/root" || bad=1
        dumped restored "$work/o.pelt" --clip "$clip" --time "$time" --restore-root &&
            within "$limit" "$work/was" "$work/restored" "$work/still" || off=1
    done
    check $off "a restored pose is the original: $precision $file $clip $node"
    check $bad "root times what remains is the original: $precision $file $clip $node"
}

## The product ##
drawn=$(awk 'BEGIN { srand(11); for (i = 0; i < 4; i++) printf "%.6f ", rand() }')
for node in hips hips:xz hips:yaw hips:xz+yaw; do
    product 1.22e-4 q16 "$walker" walk $node 0 1 0.05 0.275 $drawn
done
product 2.44e-4 q12 "$walker" walk hips $drawn
product 4e-5 f32 "$walker" walk hips $drawn # two blobs, each within 2e-5
product 1.22e-4 q16 $small idle hips $drawn 2.5 3.9
product 1.22e-4 q16 tests/data/oracle/assets/nested.glb 0 1:xz 0 0.1 0.37 0.5

# What remains of a jump at the clip's end, between two ticks.
remade jumps 'struct.pack_into("<f", data, g["bufferViews"][9]["byteOffset"] + 8, 1 + 0.25 / 2 ** 20)'
product 1.22e-4 q16 "$work/jumps.gltf" bend base 0.4 0.999 1.001

## The remainder, and the movement ##
# Eight cycles close the circle; the hips keep their place and heading of the start.
says 'root motion taken out: 0.51[0-9]* units and 45 degrees from start to end, at most 0.5' \
    bake "$walker" -o "$work/o.pelt" --root-motion hips --verbose
cp "$work/o.pelt" "$work/again"
warns "verified: exact .*; float" verify "$walker" --root-motion hips
root() { # FROM TO OPTION...: the movement, rounded to millimetres and hundredths of degrees
    "$pelt" dump "$work/o.pelt" --what root --clip walk --time "$1" --to "$2" "${@:3}" 2>"$work/err" |
        awk '{ for (i = 1; i <= 4; i++) {
                   v = sprintf(i < 4 ? "%.3f" : "%.2f", $i)
                   sub(/^-0\.0*$/, substr(v, 2), v)
                   printf "%s%s", v, i < 4 ? " " : "\n"
               } }'
}
expect() { # EXPECTED ACTUAL NAME
    that "$3: $2, not $1" [ "$1" = "$2" ]
}
expect "0.199 0.000 0.480 45.00" "$(root 0 1)" "one cycle"
expect "0.199 0.000 0.480 45.00" "$(root 3 4 --loop)" "a later cycle, in its own frame"
expect "0.679 0.000 0.679 90.00" "$(root 1 3 --loop)" "two cycles"
expect "0.000 0.000 0.000 0.00" "$(root 0 8 --loop)" "the whole circle"
expect "0.000 0.000 0.000 0.00" "$(root 24 0 --loop)" "three times back"
expect "0.199 0.000 -0.480 -45.00" "$(root 4 3 --loop)" "back"
expect "0.199 0.000 0.480 45.00" "$(root -5 9)" "without a loop both ends stay"
says '^root       "hips": x, z and yaw taken out of the clips' info "$work/o.pelt"
says '^  travels  0.198[0-9]* 0.480[0-9]* and turns 45 degrees' info "$work/o.pelt"
"$pelt" dump "$work/o.pelt" --what joints --clip walk --time 0 | head -1 >"$work/first"
for time in 0.3 0.77 1; do
    "$pelt" dump "$work/o.pelt" --what joints --clip walk --time $time | head -1 | paste "$work/first" - |
        awk '{ for (i = 5; i <= 13; i += 8) { d = $i - $(i + 13); if (d > 4e-4 || d < -4e-4) exit 1 } }'
    check $? "the hips stay above their place: $time"
done

accepts bake "$walker" -o "$work/o.pelt" --root-motion hips --json
holds 're.search(r"\"travel\":\[0.19\d*,0.48\d*,45.0\]", re.sub("[ \n]", "", text))'
says 'stays in place: no root motion to take out' \
    bake tests/data/oracle/assets/nested.glb -o "$work/o.pelt" --root-motion 0:yaw --verbose

# Without root motion there is no movement, and no byte changes.
accepts bake $small -o "$work/plain.pelt"
never "and nothing where nothing was asked for" grep -q 'root motion\|in place' "$work/stdout"
dumped root "$work/plain.pelt" --what root --clip walk --to 0.7
awk '$1 != 0 || $2 != 0 || $3 != 0 || $4 != 0 || NF != 4 { bad = 1 } END { exit bad || NR != 1 }' \
    "$work/root"
result $? "a file without root motion stays"
accepts bake "$walker" -o "$work/o.pelt" --root-motion hips
that "the same bytes again" cmp -s "$work/o.pelt" "$work/again"
for what in vertices root; do
    moment="--clip walk --time 0.2 --what $what"
    [ "$what" = vertices ] || moment+=" --to 0.9"
    alike "glTF and blob" "$walker --root-motion hips $moment" "$work/o.pelt $moment"
done

## What is refused and told ##
refuses 2 walker.glb 'no node nobody, --root-motion' bake "$walker" -o "$work/out.pelt" --root-motion nobody
refuses 2 walker.glb 'no node , --root-motion' bake "$walker" -o "$work/out.pelt" --root-motion ''
refuses 2 walker.glb 'no node 9999, --root-motion' bake "$walker" -o "$work/out.pelt" --root-motion 9999:xz
refuses 2 '' '--root-motion needs a value' bake "$walker" -o "$work/out.pelt" --root-motion
refuses 1 nested.glb 'scale unevenly' bake tests/data/oracle/assets/nested.glb -o "$work/out.pelt" --root-motion 1
# Below a node that vanishes, at a key or between two, but not in a jump, there is no way.
for scales in 1,0,1 1,-2,-2; do
    remade vanishes "from make_gltf import Gltf
it = Gltf()
it.document, it.data, it.clip = g, data, g['animations'][0]
it.channel(at['base'], 'scale', it.times(3), it.accessor('VEC3', [s for s in ($scales) for _ in 'xyz']),
           interpolation='LINEAR')"
    for node in low low:xz high; do
        refuses 1 vanishes.gltf 'scale of node 1 above, "base", reaches zero: name that node or' \
            bake "$work/vanishes.gltf" -o "$work/out.pelt" --root-motion $node --error 0.9
    done
    accepts bake "$work/vanishes.gltf" -o "$work/o.pelt" --root-motion base --error 0.9
done
sed 's/"LINEAR"/"STEP"/g' "$work/vanishes.gltf" >"$work/jumps.gltf"
accepts bake "$work/jumps.gltf" -o "$work/o.pelt" --root-motion low --error 0.9
accepts verify "$walker" --root-motion hips --joints 10 --clips walk --precision q16
warns 'do not hang below node 1 of --root-motion' bake $small -o "$work/o.pelt" --root-motion spine
