#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests events: from extras and from --events FILE through the blob to `dump --what events`, against
# an explicit list of all moments; and what is refused.
set -u
. tests/host/cli_lib.sh

# The tiny character's clips: bend, -0.25 s to 1 s; sway, 0 s to 1 s.
with_extras() { # EXTRAS FILE: of the clip sway
    sed 's|"name": "sway"|&, "extras": '"$1"'|' $tiny >"$2"
    that "extras are there" grep -q extras "$2"
}
cat >"$work/ours.json" <<'JSON'
{"sway": [{"name": "end", "time": 1}, {"name": "left", "time": 0.25}, {"name": "start", "time": 0},
          {"name": "right", "time": 0.75}, {"name": "also", "time": 0.25},
          {"name": "both ends", "time": 1.0}],
 "bend": [{"name": "early", "time": -0.125}, {"name": "late", "time": 0.875}]}
JSON
sway=$(python3 -c 'import json, sys; print(json.dumps({"events": json.load(open(sys.argv[1]))["sway"]}))' \
    "$work/ours.json")
with_extras "$sway" "$work/extras.gltf"

cat >"$work/oracle.py" <<'PYTHON'
"""Names between two moments: oracle.py FILE CLIP A B [START END], the latter of a loop."""
import json
import sys
from fractions import Fraction

events = [(Fraction(str(e["time"])), i, e["name"])
          for i, e in enumerate(json.load(open(sys.argv[1]))[sys.argv[2]])]
a, b, *span = map(Fraction, sys.argv[3:])
if span:
    length = span[1] - span[0]
    first = int((min(a, b) - span[1]) // length) - 1
    last = int((max(a, b) - span[0]) // length) + 1
    events = [(t + k * length, k, i, name) for k in range(first, last + 1) for t, i, name in events]
events.sort()
if a <= b:
    names = [e[-1] for e in events if a <= e[0] < b]
else:
    names = [e[-1] for e in reversed(events) if b < e[0] <= a]
print("".join(name + "\n" for name in names), end="")
PYTHON

# Both sources give the same events.
agrees() { # CLIP A B [START END]
    local loop=${4:+--loop} file
    python3 "$work/oracle.py" "$work/ours.json" "$@" >"$work/expected"
    for file in extras ours ours_q12; do
        [ "$1" = sway ] || [ $file != extras ] || continue
        dumped got "$work/$file.pelt" --what events --clip "$1" --time "$2" --to "$3" ${loop:+"$loop"} &&
            diff "$work/expected" "$work/got" >>"$work/err"
        check $? "events of $* in $file"
    done
}
accepts bake $tiny -o "$work/ours.pelt" --events "$work/ours.json" --depfile "$work/ours.d"
that "--depfile names the events" grep -q "ours.json" "$work/ours.d"
accepts bake $tiny -o "$work/ours_q12.pelt" --events "$work/ours.json" --precision q12 --joints 3
accepts bake "$work/extras.gltf" -o "$work/extras.pelt"
while read -r a b; do
    agrees sway "$a" "$b"
    agrees sway "$b" "$a"
    agrees sway "$a" "$b" 0 1
    agrees sway "$b" "$a" 0 1
    agrees bend "$a" "$b"
    agrees bend "$b" "$a" -0.25 1
done <<'SPANS'
0 1
0 0
0.25 0.25
0.25 0.5
0 0.25
-5 5
-2.125 0.875
1 2
0.999 1.001
SPANS
# 4,000 periods in one span, longer than pelt_time; thousands of names.
agrees sway -0.5 4000.5 0 1
that "no event is lost" [ "$(wc -l <"$work/got")" -eq 24006 ]

has() { # NAMES ARGUMENT...: the events that the tool dumps
    accepts dump --what events "${@:2}"
    that "events are $1: ${*:2}" [ "$(tr '\n' ' ' <"$work/stdout")" = "$1" ]
}
# A name may be an index; extras are replaced for the clips that are named, and kept for others.
echo '{"0": [{"name": "mine", "time": 0}]}' >"$work/index.json"
has "mine " "$work/extras.gltf" --events "$work/index.json" --clip bend --to 1
has "start left also " "$work/extras.gltf" --events "$work/index.json" --clip sway --to 0.5
echo '{"sway": []}' >"$work/none.json"
has "" "$work/extras.gltf" --events "$work/none.json" --clip sway --to 2
has "start " "$work/extras.gltf" --clips sway --clip 1 --to 0.1 # of a chosen clip

# A blob without events has no section for them; events beyond the clip move to its end.
accepts bake $tiny -o "$work/plain.pelt"
accepts info "$work/plain.pelt"
never "a section without events" grep -q EVNT "$work/stdout"
echo '{"sway": [{"name": "far", "time": 7}, {"name": "near", "time": 1.0001}]}' >"$work/far.json"
has "far near " $tiny --events "$work/far.json" --clip sway --time 0.9 --to 1.5
that "an event beyond the clip is told once" [ "$(grep -c "far.*outside its clip" "$work/err")" = 1 ]
never "and no other" grep -q near "$work/err"

# Extras belong to any application: an item that is not an event is left out with a warning.
odd() { # EXTRAS TEXT NAMES
    with_extras "$1" "$work/odd.gltf"
    has "$3" "$work/odd.gltf" --clip sway --to 2
    if [ -n "$2" ]; then
        that "extras $1" grep -q "warning.*$2" "$work/err"
    else
        never "a warning of extras $1" grep -q extras "$work/err"
    fi
}
odd '5' "" ""
odd '{"events": "none"}' "/animations/1/extras/events" ""
odd '{"events": [7, {"name": "a", "time": 0.5}]}' "1 events.*/animations/1/extras/events/0" "a "
odd '{"events": [{"name": "b", "time": 0.5}, {"name": "", "time": 1}, {"time": 1}]}' \
    "2 events.*/extras/events/1/name" "b "
odd '{"events": [{"name": "b", "time": "now"}]}' "events/0/time" ""

# The file of --events must be correct.
refuse_file() { # STATUS JSON TEXT
    printf '%s' "$2" >"$work/wrong.json"
    refuses "$1" $tiny "$3" bake $tiny -o "$work/out.pelt" --events "$work/wrong.json"
}
refuse_file 1 '' "wrong.json: "
refuse_file 1 '[1]' "wrong.json: JSON is not an object, JSON byte 0, correct it"
refuse_file 1 '{"sway": [' "wrong.json: "
refuse_file 1 '{"sway": 3}' "wrong.json: /sway"
refuse_file 1 '{"sway": [{"name": "a", "time": 1}, {"name": "b"}]}' "wrong.json: /sway/1/time"
refuse_file 1 '{"sway": [{"name": 1, "time": 1}]}' "wrong.json: /sway/0/name"
refuse_file 1 '{"sway": [[]]}' "wrong.json: /sway/0"
refuse_file 2 '{"swim": []}' "no clip swim"
refuse_file 2 '{"2": []}' "bend"
python3 -c 'print({"sway": [{"name": "a", "time": 0.5}] * 65536})' | tr "'" '"' >"$work/many.json"
refuse_file 1 "$(cat "$work/many.json")" "the limit is 65535"
refuses 3 $tiny "--events $work/not there" bake $tiny -o "$work/out.pelt" --events "$work/not there"
refuses 3 "" "" bake $tiny -o "$work/out.pelt" --events "$work"
refuses 2 "" "" dump $tiny --events

# Options that need each other.
refuses 2 "" "--clip" dump "$work/ours.pelt" --what events --clip rest --to 1
refuses 2 "" "--loop" dump "$work/ours.pelt" --clip sway --loop
refuses 2 "" "1e+06" dump "$work/ours.pelt" --what events --clip sway --to 1e7
refuses 2 "" "number" dump "$work/ours.pelt" --what events --clip sway --to soon
refuses 2 "" "no clip" dump "$work/ours.pelt" --what events --clip swim --to 1
